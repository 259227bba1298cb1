//! The pictures with their scales: where each point lies on the screen.

use super::{Panes, Point, Side};
use crate::engine::geometry::{Extent, Place, Plane, Raster};
use crate::engine::{Givens, Lines};
use crate::explorer::{Focus, Model, View};
use ratatui::layout::Rect;
use std::sync::Arc;

/// The pictures in view.
#[derive(Clone, Debug)]
pub struct Picture {
    /// Keys and the query.
    pub keys: Option<Drawn>,
    /// Values and the context.
    pub values: Option<Drawn>,
}

/// A picture: its plane, its scale, its points.
#[derive(Clone, Debug)]
pub struct Drawn {
    /// Which.
    pub side: Side,
    /// The cells it is drawn in.
    pub area: Rect,
    /// Its directions.
    pub plane: Plane,
    /// Its scale; none where the numbers are beyond what can be drawn.
    pub raster: Option<Raster>,
    /// Each point with its place.
    points: Vec<(Point, Option<Place>)>,
}

/// Where the origin is no farther than so many times the size of the picture it is in it.
const ORIGIN: f64 = 4.0;

impl Drawn {
    /// The points in their order, with their places; those beyond f64 left out.
    pub fn points(&self) -> impl Iterator<Item = (Point, Place)> {
        self.points.iter().filter_map(|(point, place)| Some((*point, (*place)?)))
    }

    /// Where a point is in the plane.
    pub fn place_of(&self, point: Point) -> Option<Place> {
        self.points.iter().find(|(known, _)| *known == point)?.1
    }

    /// The cell of the screen a place of the plane lies in.
    pub fn cell(&self, place: Place) -> Option<(u16, u16)> {
        let (column, line) = self.raster?.cell(place)?;
        Some((self.area.x + column, self.area.y + line))
    }
}

impl Picture {
    /// The picture of a side, when it is in view.
    pub fn of(&self, side: Side) -> Option<&Drawn> {
        match side {
            Side::Keys => self.keys.as_ref(),
            Side::Values => self.values.as_ref(),
        }
    }

    /// Those in view.
    pub fn in_view(&self) -> impl Iterator<Item = &Drawn> {
        self.keys.iter().chain(&self.values)
    }

    /// The cell of the screen a point lies in.
    pub fn cell_of(&self, point: Point) -> Option<(u16, u16)> {
        let drawn = self.of(point.side())?;
        drawn.cell(drawn.place_of(point)?)
    }

    /// The cells of the screen a place of the model takes.
    pub fn place(&self, focus: Focus) -> Option<Rect> {
        let (x, y) = self.cell_of(Point::of(focus))?;
        Some(Rect { x, y, width: 1, height: 1 })
    }
}

impl Model {
    /// The pictures, when they are shown.
    pub fn picture(&self) -> Option<Picture> {
        if self.view != View::Plane {
            return None;
        }
        let panes = self.layout()?.panes?;
        Some(self.picture_in(&panes))
    }

    /// The pictures in some panes.
    pub fn picture_in(&self, panes: &Panes) -> Picture {
        let drawn = |side: Side| {
            let area = panes.of(side)?.area;
            let plane = self.plane(side);
            let points = self.points_of(side, &plane);
            let raster = self.raster(side, &plane, &points, area);
            Some(Drawn { side, area, plane, raster, points })
        };
        Picture { keys: drawn(Side::Keys), values: drawn(Side::Values) }
    }

    /// The points of a side: those of slots first, so that the others are drawn over them.
    fn points_of(&self, side: Side, plane: &Plane) -> Vec<(Point, Option<Place>)> {
        let givens = self.givens();
        match side {
            Side::Keys => {
                let query = (Point::Query, plane.place(givens.queries.line(self.row)));
                let keys = givens.keys.iter().enumerate().map(|(j, key)| (Point::Key(j), plane.place(key)));
                keys.chain([query]).collect()
            }
            Side::Values => {
                let values = givens.values.iter().enumerate().map(|(j, value)| (Point::Value(j), plane.place(value)));
                let context = self.context_shown().and_then(|context| plane.place(&context));
                values.chain(context.map(|place| (Point::Context, Some(place)))).collect()
            }
        }
    }

    /// The scale of a side. It is made for the numbers of the baseline and of the branch as it was chosen, so that an edit
    /// does not change it; where one leaves the picture, it is made for that as well, with room for more of the same.
    fn raster(&self, side: Side, plane: &Plane, points: &[(Point, Option<Place>)], area: Rect) -> Option<Raster> {
        let cells = (area.width, area.height);
        let state = self.state();
        let of = |givens: &Givens| -> Option<Extent> {
            let lines: &Lines = if side == Side::Keys { &givens.keys } else { &givens.values };
            let query = (side == Side::Keys).then(|| givens.queries.line(self.row.min(givens.rows() - 1)));
            Extent::around(lines.iter().chain(query).map(|line| plane.place(line)).collect::<Option<Vec<_>>>()?)
        };
        let now = Extent::around(points.iter().map(|(_, place)| *place).collect::<Option<Vec<_>>>()?)?;
        let query_before = state.scenario.givens.queries.line(self.row.min(state.scenario.givens.rows() - 1));
        let mut before = self.extent_before(side, plane)?;
        if side == Side::Keys {
            before = before.with(plane.place(query_before)?);
        }
        // Most of the time the branch shares its numbers with the baseline.
        let shared = match side {
            Side::Keys => {
                let query = |givens: &Givens| givens.queries.line(self.row).to_vec();
                state.start.keys.shares(&state.scenario.givens.keys)
                    && query(&state.start) == query(&state.scenario.givens)
            }
            Side::Values => state.start.values.shares(&state.scenario.givens.values),
        };
        if !shared {
            let start = of(&state.start)?;
            before = before.with(start.least).with(start.most);
        }
        let with_origin = |extent: Extent| {
            let near = extent.farthest() <= ORIGIN * extent.size() || side == Side::Keys || extent.size() == 0.0;
            if near { extent.with([0.0, 0.0]) } else { extent }
        };
        let raster = Raster::around(with_origin(before), cells)?;
        let inside = |raster: &Raster| [now.least, now.most].iter().all(|place| raster.cell(*place).is_some());
        if inside(&raster) {
            return Some(raster);
        }
        Raster::around(with_origin(before.with(now.least).with(now.most)).rounded(), cells)
    }

    /// c of the row shown as it is seen, where it is shown at all and has numbers.
    pub fn context_shown(&self) -> Option<Arc<[f64]>> {
        if !self.shows(Focus::Context(0)) {
            return None;
        }
        match self.mistake() {
            None => self.trace().context(self.row).ok(),
            Some(_) => (0..self.givens().d_v()).map(|d| self.seen(self.row, Focus::Context(d)).number()).collect(),
        }
    }

    /// What c is held against, where it is another: the baseline's, or while a mistake is on the right one.
    pub fn context_beside(&self) -> Option<Arc<[f64]>> {
        let context = self.context_shown()?;
        let beside = match self.mistake() {
            None => self.baseline().context(self.row.min(self.baseline().len() - 1)).ok(),
            Some(_) => self.trace().context(self.row).ok(),
        }?;
        (beside.len() == context.len() && beside != context).then_some(beside)
    }
}
