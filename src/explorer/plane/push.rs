//! Moving a point, which edits its vector.

use super::{Point, Push, Side};
use crate::engine::geometry::{Direction as Along, round_step};
use crate::engine::{Cell, Change};
use crate::explorer::action::Action;
use crate::explorer::nudge::nudged;
use crate::explorer::value::unsigned;
use crate::explorer::{Direction, Model, View, update};
use crate::scenario::write_number;
use crate::words::{explorer, plane as say};

/// Steps that are undone as one, as long as nothing comes between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::explorer) enum Run {
    /// Nudges of a number.
    Nudges(Cell),
    /// Moves of a point.
    Moves(Point),
}

impl Model {
    /// Takes hold of the point under the cursor, or lets it go.
    pub(in crate::explorer) fn hold(&mut self) {
        let point = self.point();
        if self.held().is_some() {
            self.pictures.held = None;
            return self.say(say::let_go(&self.name_of_point(point)));
        }
        if point == Point::Context {
            return self.refuse(say::context_is_derived());
        }
        self.pictures.held = Some(point);
    }

    /// Lets go of what is held; whether anything was.
    pub(in crate::explorer) fn let_go(&mut self) -> bool {
        self.pictures.held.take().is_some()
    }

    /// The step of a push where none is named: round, and a tenth to a twentieth of what the picture is made for. It does not
    /// depend on the screen.
    pub fn push_step(&self, side: Side) -> f64 {
        let plane = self.plane(side);
        let givens = &self.state().scenario.givens;
        let query = (side == Side::Keys).then(|| givens.queries.line(self.row.min(givens.rows() - 1)));
        let place = query.and_then(|query| plane.place(query));
        let extent = self.extent_before(side, &plane).map(|extent| place.map_or(extent, |place| extent.with(place)));
        let size = extent.map_or(0.0, |extent| extent.with([0.0, 0.0]).size());
        let step = round_step(size / 20.0);
        if step > 0.0 { step } else { 0.1 }
    }

    /// Moves the point under the cursor; `run` is what this may go on with.
    pub(in crate::explorer) fn push(&mut self, push: Push, run: Option<Run>) {
        // A point is moved where it is seen.
        self.view = View::Plane;
        let point = self.point();
        let name = self.name_of_point(point);
        let Some(changes) = self.pushed(point, push) else {
            return match point {
                Point::Context => self.refuse(say::context_is_derived()),
                _ if matches!(push, Push::By(Direction::Up | Direction::Down, _)) && !self.has_up(point.side()) => {
                    self.refuse(say::no_second_direction())
                }
                _ => self.refuse(explorer::nudged_too_far(&name)),
            };
        };
        let goes_on = run == Some(Run::Moves(point));
        if changes.is_empty() {
            // A drag inside of one cell.
            self.nudging = goes_on.then_some(Run::Moves(point));
            return;
        }
        let Some(next) = self.with_numbers(&changes) else { return };
        if goes_on {
            self.put(next);
        } else {
            self.change(next);
        }
        self.nudging = Some(Run::Moves(point));
    }

    fn has_up(&self, side: Side) -> bool {
        self.plane(side).up.is_some()
    }

    /// The numbers of a point moved; `None` for what is not given, and where one would leave f64.
    fn pushed(&self, point: Point, push: Push) -> Option<Vec<Change>> {
        let plane = self.plane(point.side());
        let cell = |component: usize| point.component(component).cell(self.row);
        let old = |component: usize| self.givens().get(cell(component)?);
        let dimensions = self.dimensions(point.side());
        let vector: Vec<f64> = (0..dimensions).map(old).collect::<Option<_>>()?;
        let place = plane.place(&vector)?;
        // Along each direction: how far, or to where.
        let moves = match push {
            Push::By(direction, step) => {
                let step = step.unwrap_or_else(|| self.push_step(point.side()));
                match direction {
                    Direction::Right => [Some((step, place[0] + step)), None],
                    Direction::Left => [Some((-step, place[0] - step)), None],
                    Direction::Up => [None, Some((step, place[1] + step))],
                    Direction::Down => [None, Some((-step, place[1] - step))],
                }
            }
            Push::To(x, y) => [Some((x - place[0], x)), plane.up.is_some().then_some((y - place[1], y))],
        };
        let to = matches!(push, Push::To(..));
        let mut moved = vector.clone();
        for (along, by) in [Some(&plane.across), plane.up.as_ref()].into_iter().zip(moves) {
            let Some((by, there)) = by else { continue };
            match along? {
                Along::Component(component) if to => moved[*component] = there,
                Along::Component(component) => moved[*component] = nudged(vector[*component], by)?,
                // Of a direction that is none of the components every number moves.
                along => along.add_to(&mut moved, by),
            }
        }
        let changed = moved.iter().zip(&vector).enumerate().filter(|(_, (new, old))| new.to_bits() != old.to_bits());
        let changes = changed.map(|(component, (new, _))| Some((cell(component)?, unsigned(*new))));
        let changes: Vec<(Cell, f64)> = changes.collect::<Option<_>>()?;
        let finite = changes.iter().all(|(_, number)| number.is_finite());
        finite.then(|| changes.into_iter().map(|(cell, number)| Change::Put(cell, number)).collect())
    }

    /// The mouse takes hold of what is under the cursor.
    pub(in crate::explorer) fn take_with_mouse(&mut self) {
        self.pictures.dragged = Some(self.point());
    }

    /// The mouse has moved with its button down: the point goes along, on a grid as fine as a cell.
    pub fn drag(&mut self, x: u16, y: u16) {
        let Some(picture) = self.picture().filter(|_| self.may_point()) else { return };
        if self.pictures.dragged != Some(self.point()) {
            return;
        }
        let Some(drawn) = picture.of(self.point().side()) else { return };
        let (area, Some(raster)) = (drawn.area, drawn.raster) else { return };
        // Outside of its picture a point stays at the edge.
        let column = x.clamp(area.x, area.right() - 1) - area.x;
        let line = y.clamp(area.y, area.bottom() - 1) - area.y;
        let step = raster.step();
        let on_grid = |number: f64| if step > 0.0 { grid(number, step) } else { number };
        let [to_x, to_y] = raster.middle(column, line).map(on_grid);
        update(self, Action::Push(Push::To(to_x, to_y)));
    }

    /// The button is let go.
    pub fn release(&mut self) {
        self.pictures.dragged = None;
    }
}

/// The nearest multiple of a round step, as the decimal a person would write.
fn grid(number: f64, step: f64) -> f64 {
    let nearest = (number / step).round() * step;
    // Digits behind those of the step are what rounding left.
    let digits = write_number(step).split_once('.').map_or(0, |(_, fraction)| fraction.len());
    let written = if digits > 0 && step >= 1e-9 { format!("{nearest:.digits$}") } else { format!("{nearest:.12e}") };
    written.parse().unwrap_or(nearest)
}
