//! The view of the model as two pictures: keys and the query on the source axis, values and the context on the vocab axis.
//!
//! What of it is chosen (directions, the turn) outlasts the view; what is held or has been passed does not outlast what it
//! is about. The pictures themselves follow from the model each time they are drawn.

mod cursor;
mod layout;
mod picture;
mod push;
mod said;
mod trace;

pub use layout::{Pane, Panes};
pub use picture::{Drawn, Picture};
pub(super) use push::Run;
pub use trace::Won;

use super::{Direction, Focus, Model, View};
use crate::engine::geometry::{NoPrincipal, Plane, Principal};
use crate::words::plane as say;
use std::sync::Arc;
use trace::Kept;

/// One of the two pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Keys and the query, d_k numbers each.
    Keys,
    /// Values and the context, d_v numbers each.
    Values,
}

impl Side {
    /// The name in commands.
    pub fn name(self) -> &'static str {
        match self {
            Side::Keys => "key",
            Side::Values => "value",
        }
    }
}

/// A vector that is a point of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Point {
    /// q of the row shown.
    Query,
    /// k_j.
    Key(usize),
    /// v_j.
    Value(usize),
    /// c of the row shown.
    Context,
}

impl Point {
    /// The point a place of the model belongs to, itself or as what stands for it.
    pub fn of(focus: Focus) -> Self {
        match focus {
            Focus::Query(_) => Point::Query,
            Focus::Key(j, _) | Focus::Score(j) => Point::Key(j),
            focus => match focus.slot() {
                Some(slot) => Point::Value(slot),
                None if focus.word().is_some() || focus.stage().is_some() => Point::Context,
                None => Point::Query,
            },
        }
    }

    /// The picture it is in.
    pub fn side(self) -> Side {
        match self {
            Point::Query | Point::Key(_) => Side::Keys,
            Point::Value(_) | Point::Context => Side::Values,
        }
    }

    /// One of its components, as a place of the model.
    pub fn component(self, component: usize) -> Focus {
        match self {
            Point::Query => Focus::Query(component),
            Point::Key(j) => Focus::Key(j, component),
            Point::Value(j) => Focus::Value(j, component),
            Point::Context => Focus::Context(component),
        }
    }
}

/// The component of a vector a place of the model is.
pub fn component_of(focus: Focus) -> Option<usize> {
    match focus {
        Focus::Query(component) | Focus::Key(_, component) | Focus::Value(_, component) | Focus::Context(component) => {
            Some(component)
        }
        _ => None,
    }
}

/// The directions of a picture.
#[derive(Clone, Debug, PartialEq)]
pub enum Chosen {
    /// Along one or two components (from 0).
    Components(usize, Option<usize>),
    /// Along the principal ones, as they were when they were chosen: a plane that turns under the hand is of no use.
    Principal(Arc<Principal>),
}

/// What is done to the pictures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Draw {
    /// Shows them, or the main screen again.
    Toggle,
    /// Along one or two components.
    Components(Side, usize, Option<usize>),
    /// Along the principal directions.
    Principal(Side),
    /// With the way of c as q turns once around, or without.
    Sweep(bool),
}

/// Where a point is moved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Push {
    /// By a step; of the picture's own size where none is given.
    By(Direction, Option<f64>),
    /// To a place of the picture.
    To(f64, f64),
}

/// What of the pictures is chosen.
#[derive(Clone, Debug, Default)]
pub(super) struct Choice {
    keys: Option<Chosen>,
    values: Option<Chosen>,
    sweep: bool,
}

/// What of the pictures is kept.
#[derive(Debug, Default)]
pub(super) struct Pictures {
    pub(super) choice: Choice,
    /// The point the arrows move.
    held: Option<Point>,
    /// The point the mouse moves.
    dragged: Option<Point>,
    /// The contexts passed while q alone was moved, the latest last.
    passed: Vec<Arc<[f64]>>,
    kept: Kept,
}

impl Model {
    /// What was chosen for a picture; `None` where nothing was, or it no longer fits the model.
    pub fn chosen_directions(&self, side: Side) -> Option<&Chosen> {
        let chosen = match side {
            Side::Keys => self.pictures.choice.keys.as_ref(),
            Side::Values => self.pictures.choice.values.as_ref(),
        };
        let dimensions = self.dimensions(side);
        chosen.filter(|chosen| match chosen {
            Chosen::Components(across, up) => *across < dimensions && up.is_none_or(|up| up < dimensions),
            Chosen::Principal(principal) => principal.plane.fits(dimensions),
        })
    }

    /// d_k or d_v.
    pub fn dimensions(&self, side: Side) -> usize {
        match side {
            Side::Keys => self.givens().d_k(),
            Side::Values => self.givens().d_v(),
        }
    }

    /// The plane of a picture.
    pub fn plane(&self, side: Side) -> Plane {
        use crate::engine::geometry::Direction::Component;
        match self.chosen_directions(side) {
            Some(Chosen::Principal(principal)) => principal.plane.clone(),
            Some(Chosen::Components(across, up)) => Plane { across: Component(*across), up: up.map(Component) },
            None => Plane::first(self.dimensions(side)),
        }
    }

    /// Whether the way of c as q turns is drawn.
    pub fn sweeps(&self) -> bool {
        self.pictures.choice.sweep
    }

    /// The point under the cursor.
    pub fn point(&self) -> Point {
        Point::of(self.focus)
    }

    /// The point the arrows move, when one is held.
    pub fn held(&self) -> Option<Point> {
        self.pictures.held.filter(|held| self.view == View::Plane && *held == self.point())
    }

    pub(super) fn draw_plane(&mut self, draw: Draw) {
        match draw {
            Draw::Toggle if self.view == View::Plane => self.view = View::Flow,
            Draw::Toggle => self.view = View::Plane,
            Draw::Components(side, across, up) => self.choose_directions(side, Chosen::Components(across, up)),
            Draw::Principal(side) => match self.principal(side) {
                Ok(principal) => self.choose_directions(side, Chosen::Principal(Arc::new(principal))),
                Err(reason) => self.refuse(say::no_principal(reason, side == Side::Keys)),
            },
            Draw::Sweep(on) => {
                self.pictures.choice.sweep = on;
                self.view = View::Plane;
                let none = on.then(|| self.turn().err()).flatten();
                self.say(none.unwrap_or_else(|| say::sweeps(on)));
            }
        }
    }

    fn choose_directions(&mut self, side: Side, chosen: Chosen) {
        match side {
            Side::Keys => self.pictures.choice.keys = Some(chosen),
            Side::Values => self.pictures.choice.values = Some(chosen),
        }
        self.view = View::Plane;
        let [across, up] = self.axis_names(side);
        // A form in the middle: the axes themselves say it at length where they can.
        let told = |forms: &[crate::words::Text]| forms.get(1).or(forms.first()).cloned().unwrap_or_default();
        self.say(say::directions_chosen(&told(&across), &told(&up)));
    }

    fn principal(&self, side: Side) -> Result<Principal, NoPrincipal> {
        let givens = self.givens();
        let points: Vec<&[f64]> = match side {
            // The query is one of the points of its picture.
            Side::Keys => givens.keys.iter().chain([givens.queries.line(self.row)]).collect(),
            Side::Values => givens.values.iter().collect(),
        };
        Principal::of(points.iter().copied())
    }
}
