//! The cells a picture is made of.

use super::Place;

/// The smallest rectangle around some places.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extent {
    /// The lowest place along each direction.
    pub least: Place,
    /// The highest.
    pub most: Place,
}

impl Extent {
    /// Around one place.
    pub fn at(place: Place) -> Self {
        Self { least: place, most: place }
    }

    /// Around places; `None` without any.
    pub fn around(places: impl IntoIterator<Item = Place>) -> Option<Self> {
        places.into_iter().fold(None, |extent, place| Some(extent.map_or(Self::at(place), |extent| extent.with(place))))
    }

    /// With one more place in it.
    #[must_use]
    pub fn with(self, place: Place) -> Self {
        let of = |at: usize| (self.least[at].min(place[at]), self.most[at].max(place[at]));
        let ((left, right), (bottom, top)) = (of(0), of(1));
        Self { least: [left, bottom], most: [right, top] }
    }

    /// How long its longer side is; not finite where that is beyond f64.
    pub fn size(&self) -> f64 {
        (self.most[0] - self.least[0]).max(self.most[1] - self.least[1])
    }

    /// The largest number in it, without its sign.
    pub fn farthest(&self) -> f64 {
        self.least.iter().chain(&self.most).fold(0.0_f64, |farthest, number| farthest.max(number.abs()))
    }

    /// Its sides moved outward to the next multiples of a round step, a few of which make its longer side.
    #[must_use]
    pub fn rounded(self) -> Self {
        let step = round_step(self.size() / 4.0);
        if step == 0.0 {
            return self;
        }
        Self {
            least: self.least.map(|number| (number / step).floor() * step),
            most: self.most.map(|number| (number / step).ceil() * step),
        }
    }
}

/// Digits of a round step.
const ROUND: [f64; 3] = [1.0, 2.0, 5.0];

/// Digits of a cell's height: fewer cells stay empty, and the whole numbers still lie on cells.
const HEIGHTS: [f64; 6] = [1.0, 1.25, 2.0, 2.5, 4.0, 5.0];

/// The smallest of 1, 2 and 5 times a power of ten that is no less than `least`; 0 where that is not a positive number
/// between 10^−300 and 10^300.
pub fn round_step(least: f64) -> f64 {
    step_of(least, &ROUND)
}

/// The same with other digits.
fn step_of(least: f64, digits: &[f64]) -> f64 {
    if !(1e-300..1e300).contains(&least) {
        return 0.0;
    }
    #[expect(clippy::cast_possible_truncation, reason = "between −300 and 300")]
    let power = least.log10().floor() as i32;
    let steps = (power - 1..=power + 1).flat_map(|power| digits.iter().map(move |digit| decimal(*digit, power)));
    // The last digits of the logarithm must not make a step of a step.
    steps.into_iter().find(|step| *step >= least * (1.0 - 1e-9)).unwrap_or(0.0)
}

/// digit · 10^power as the decimal it is.
fn decimal(digit: f64, power: i32) -> f64 {
    format!("{digit}e{power}").parse().unwrap_or(0.0)
}

/// A rectangle of a plane cut into cells, each twice as high as wide: what is perpendicular looks so, as a cell of a screen
/// is about twice as high as wide, too. Columns are counted from the left, lines from the top.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Raster {
    /// Columns of cells.
    pub columns: u16,
    /// Lines of cells.
    pub lines: u16,
    left: f64,
    top: f64,
    /// The height of a cell.
    height: f64,
}

/// A share of the picture that is left free around what it is made for.
const MARGIN: f64 = 0.12;

impl Raster {
    /// A raster of so many cells in which a rectangle lies in the middle. The height of a cell is a round number, and the
    /// origin lies in the middle of a cell. `None` where the rectangle is too large for f64, or there is no cell.
    pub fn around(extent: Extent, (columns, lines): (u16, u16)) -> Option<Self> {
        let side = |at: usize| extent.most[at] - extent.least[at];
        let wanted = side(1) * (1.0 + 2.0 * MARGIN) / f64::from(lines);
        let wanted = wanted.max(side(0) * (1.0 + 2.0 * MARGIN) / (f64::from(columns) / 2.0));
        // Where everything is one point it is seen on a scale of its own size.
        let alone = (extent.farthest() / f64::from(lines.max(1))).max(1e-200);
        let wanted = if wanted > extent.farthest() * 1e-12 && wanted > 1e-290 { wanted } else { alone };
        let height = step_of(wanted, &HEIGHTS);
        let fits = height > 0.0 && extent.farthest() < 1e300 && columns > 0 && lines > 0;
        fits.then(|| {
            let middle = |at: usize| extent.least[at] + side(at) / 2.0;
            let before = |cells: u16, cell: f64| f64::from(cells) / 2.0 * cell;
            // Whole cells between the edge and the middle of the cell the origin lies in.
            let aligned = |edge: f64, cell: f64| ((edge / cell - 0.5).round() + 0.5) * cell;
            let left = aligned(middle(0) - before(columns, height / 2.0), height / 2.0);
            let top = aligned(middle(1) + before(lines, height), height);
            Self { columns, lines, left, top, height }
        })
    }

    /// Where a place lies, in cells from the left and the top edge.
    pub fn cells(&self, [x, y]: Place) -> (f64, f64) {
        ((x - self.left) / (self.height / 2.0), (self.top - y) / self.height)
    }

    /// Column and line of the cell a place lies in; `None` outside.
    pub fn cell(&self, place: Place) -> Option<(u16, u16)> {
        let (x, y) = self.cells(place);
        let inside = (0.0..f64::from(self.columns)).contains(&x) && (0.0..f64::from(self.lines)).contains(&y);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to a count of cells")]
        inside.then_some((x as u16, y as u16))
    }

    /// The middle of a cell.
    pub fn middle(&self, column: u16, line: u16) -> Place {
        self.at(f64::from(column) + 0.5, f64::from(line) + 0.5)
    }

    /// The place so many cells from the left and from the top.
    pub fn at(&self, column: f64, line: f64) -> Place {
        [self.left + column * (self.height / 2.0), self.top - line * self.height]
    }

    /// The height of a cell; it is half as wide.
    pub fn height(&self) -> f64 {
        self.height
    }

    /// A round step no longer than a cell is wide.
    pub fn step(&self) -> f64 {
        // The next one below: a tenth of it fits ten times.
        let above = round_step(self.height / 2.0);
        if above <= self.height / 2.0 * (1.0 + 1e-9) {
            return above;
        }
        let below = |factor: f64| round_step(self.height / 2.0 / factor);
        [2.0, 2.5].into_iter().map(below).find(|step| *step <= self.height / 2.0 * (1.0 + 1e-9)).unwrap_or(0.0)
    }

    /// The round numbers that stand on an axis: multiples of a round step at least so many cells apart.
    pub fn ticks(&self, down: bool, apart: u16) -> Vec<f64> {
        let (cell, cells) = if down { (self.height, self.lines) } else { (self.height / 2.0, self.columns) };
        let step = round_step(cell * f64::from(apart));
        let (a, b) = (self.middle(0, 0), self.middle(self.columns - 1, self.lines - 1));
        let (low, high) = if down { (b[1], a[1]) } else { (a[0], b[0]) };
        let first = (low / step - 1e-9).ceil();
        if step == 0.0 || !first.is_finite() {
            return Vec::new();
        }
        let all = (0..cells).map(|at| (first + f64::from(at)) * step);
        all.take_while(|tick| *tick <= high + cell * 1e-9).map(|tick| written(tick, step)).collect()
    }
}

/// A multiple of a round step as a person would write it.
fn written(number: f64, step: f64) -> f64 {
    if number.abs() < step * 1e-6 { 0.0 } else { format!("{number:.11e}").parse().unwrap_or(number) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_steps() {
        let steps = [0.3, 1.0, 1.1, 4.9, 0.000_2, 7e10].map(round_step);
        assert_eq!(steps, [0.5, 1.0, 2.0, 5.0, 0.000_2, 1e11]);
        assert_eq!([0.0, -1.0, 1e301, f64::NAN, 5e-324].map(round_step), [0.0; 5]);
    }

    #[test]
    fn the_origin_lies_in_the_middle_of_a_cell_and_a_unit_is_as_long_both_ways() {
        let raster = Raster::around(Extent { least: [0.0, 0.0], most: [2.0, 4.0] }, (39, 13)).unwrap();
        assert_eq!(raster.height(), 0.4);
        let (column, line) = raster.cell([0.0, 0.0]).unwrap();
        let middle = raster.middle(column, line);
        assert!(middle[0].abs() < 1e-12 && middle[1].abs() < 1e-12);
        assert_eq!(raster.cell([2.0, 0.0]).unwrap(), (column + 10, line));
        assert_eq!(raster.cell([0.0, 2.0]).unwrap(), (column, line - 5));
        assert_eq!(raster.step(), 0.2);
        assert_eq!(raster.ticks(true, 2), [0.0, 1.0, 2.0, 3.0, 4.0]);
    }

    #[test]
    fn what_cannot_be_drawn() {
        let of = |least: Place, most: Place| Raster::around(Extent { least, most }, (39, 13));
        assert_eq!(of([-1e308, 0.0], [1e308, 0.0]), None);
        for place in [[0.0, 0.0], [1e15, 1.0], [5e-324, 0.0], [-3.0, 1e-300], [1e299, 0.0]] {
            let raster = of(place, place).unwrap();
            assert!(raster.cell(place).is_some(), "{place:?} {raster:?}");
            assert!(raster.ticks(false, 6).iter().all(|tick| tick.is_finite()));
        }
    }
}
