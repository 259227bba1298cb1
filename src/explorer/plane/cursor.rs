//! The cursor in the pictures: it rests on points, and an arrow goes to the nearest one in its direction.

use super::{Picture, Point, Side, component_of};
use crate::explorer::{Direction, Focus, Jump, Layout, Model, View};

/// How far from a point, in cells, a press of the mouse still means it.
const NEAR: u16 = 2;

impl Model {
    /// Where an arrow leads; `None` at the edge.
    pub(in crate::explorer) fn neighbour_in_plane(&self, direction: Direction) -> Option<Focus> {
        let picture = self.picture()?;
        let here = self.point();
        let to = match picture.cell_of(here) {
            Some(from) => nearest(&picture, here, from, direction),
            // What is not seen has no neighbours: any point will do.
            None => picture.in_view().find_map(|drawn| drawn.points().next()).map(|(point, _)| point),
        };
        to.or_else(|| other_picture(&picture, here, direction)).map(|point| self.on(point))
    }

    /// Where a jump leads: to the first or last component that is shown, or the first or last point.
    pub(in crate::explorer) fn far_in_plane(&self, jump: Jump) -> Focus {
        let point = self.point();
        match jump {
            Jump::Start => point.component(self.plane(point.side()).across.main_component()),
            Jump::End => {
                let plane = self.plane(point.side());
                point.component(plane.up.unwrap_or(plane.across).main_component())
            }
            Jump::First => self.on(self.first_point(point.side())),
            Jump::Last => self.on(match point.side() {
                Side::Keys => Point::Key(self.givens().slots() - 1),
                Side::Values => Point::Value(self.givens().slots() - 1),
            }),
        }
    }

    fn first_point(&self, side: Side) -> Point {
        match side {
            Side::Keys => Point::Query,
            Side::Values if self.context_shown().is_some() => Point::Context,
            Side::Values => Point::Value(0),
        }
    }

    /// The point after this one, or before it: q, keys, c, values, so that those in one place can be told apart.
    pub(in crate::explorer) fn paged_in_plane(&self, down: bool) -> Focus {
        let last = self.givens().slots() - 1;
        let context = self.context_shown().is_some();
        let to = match (self.point(), down) {
            (Point::Query, true) => Point::Key(0),
            (Point::Key(j), true) if j < last => Point::Key(j + 1),
            (Point::Key(_), true) => self.first_point(Side::Values),
            (Point::Context, true) => Point::Value(0),
            (Point::Value(j), true) => Point::Value((j + 1).min(last)),
            (Point::Query | Point::Key(0), false) => Point::Query,
            (Point::Key(j), false) => Point::Key(j - 1),
            (Point::Context, false) => Point::Key(last),
            (Point::Value(0), false) if context => Point::Context,
            (Point::Value(0), false) => Point::Key(last),
            (Point::Value(j), false) => Point::Value(j - 1),
        };
        self.on(to)
    }

    /// A point with the component that is now under the cursor, or else the first that is shown.
    fn on(&self, point: Point) -> Focus {
        let same_side = self.point().side() == point.side();
        let kept = component_of(self.focus).filter(|_| same_side);
        let plane = self.plane(point.side());
        point.component(kept.unwrap_or_else(|| plane.across.main_component()))
    }

    /// Where the cursor is seen: on the number it is on, or on what stands for it; in the pictures that is a point.
    pub(in crate::explorer) fn stand_in(&self, layout: &Layout) -> Focus {
        let focus = self.focus;
        if layout.panes.is_none() {
            return layout.stand_in(focus);
        }
        if component_of(focus).is_some() {
            return focus;
        }
        let point = Point::of(focus);
        point.component(self.plane(point.side()).across.main_component())
    }

    /// The other component that is shown: where a field goes on to.
    pub(in crate::explorer) fn other_component(&self) -> Option<Focus> {
        let plane = self.plane(self.point().side());
        let (across, up) = (plane.across.main_component(), plane.up?.main_component());
        let here = component_of(self.focus)?;
        Some(self.point().component(if here == across { up } else { across }))
    }

    /// The point at a cell of the screen, or the nearest one close by.
    pub(in crate::explorer) fn point_at(&self, x: u16, y: u16) -> Option<Focus> {
        let picture = self.picture()?;
        let drawn = picture.in_view().find(|drawn| drawn.area.contains((x, y).into()))?;
        let near = drawn.points().filter_map(|(point, place)| {
            let (at_x, at_y) = drawn.cell(place)?;
            let (across, down) = (at_x.abs_diff(x), at_y.abs_diff(y));
            (across <= NEAR && down <= NEAR / 2).then_some((across + 2 * down, point))
        });
        // Of those that are as near the one drawn last, which is seen.
        let nearest = near.min_by(|(a, _), (b, _)| a.cmp(b).then(std::cmp::Ordering::Greater));
        nearest.map(|(_, point)| self.on(point))
    }

    /// What is held or dragged is let go where the cursor leaves it.
    pub(in crate::explorer) fn keep_hold(&mut self) {
        if self.view != View::Plane {
            (self.pictures.held, self.pictures.dragged) = (None, None);
            return;
        }
        let here = self.point();
        self.pictures.held.take_if(|held| *held != here);
        self.pictures.dragged.take_if(|dragged| *dragged != here);
    }
}

/// The nearest point in a direction, in the same picture before the other. Points in one cell follow each other from left
/// to right.
fn nearest(picture: &Picture, here: Point, from: (u16, u16), direction: Direction) -> Option<Point> {
    let of = |side: Side| {
        let drawn = picture.of(side)?;
        let points: Vec<(Point, (u16, u16))> =
            drawn.points().filter_map(|(point, place)| Some((point, drawn.cell(place)?))).collect();
        let order = points.iter().position(|(point, _)| *point == here);
        let ahead = points.iter().enumerate().filter_map(|(at, (point, cell))| {
            let distance = if *cell == from && side == here.side() {
                let after = order.is_some_and(|order| at > order);
                let beside = match direction {
                    Direction::Right => after,
                    Direction::Left => !after && *point != here,
                    Direction::Up | Direction::Down => false,
                };
                beside.then(|| 0_u32.saturating_add(u32::try_from(at.abs_diff(order.unwrap_or(at))).unwrap_or(0)))
            } else {
                distance(from, *cell, direction)
            };
            Some((distance?, *point))
        });
        ahead.min_by_key(|(distance, _)| *distance).map(|(_, point)| point)
    };
    let other = if here.side() == Side::Keys { Side::Values } else { Side::Keys };
    of(here.side()).or_else(|| of(other))
}

/// Points in one cell come before all others.
const BESIDE: u32 = 1 << 16;

/// How far a cell is in a direction, a cell being twice as high as wide, and a step aside counting twice.
fn distance(from: (u16, u16), to: (u16, u16), direction: Direction) -> Option<u32> {
    let across = i64::from(to.0) - i64::from(from.0);
    let down = 2 * (i64::from(to.1) - i64::from(from.1));
    let (ahead, aside) = match direction {
        Direction::Right => (across, down),
        Direction::Left => (-across, down),
        Direction::Down => (down, across),
        Direction::Up => (-down, across),
    };
    (ahead > 0).then(|| BESIDE + u32::try_from(ahead + 2 * aside.abs()).unwrap_or(u32::MAX / 2))
}

/// Where only one picture is in view, the arrows lead over its edge to the other one.
fn other_picture(picture: &Picture, here: Point, direction: Direction) -> Option<Point> {
    match (here.side(), direction) {
        (Side::Keys, Direction::Right) if picture.values.is_none() => Some(Point::Value(0)),
        (Side::Values, Direction::Left) if picture.keys.is_none() => Some(Point::Query),
        _ => None,
    }
}
