//! What is drawn around the points: the contexts passed, the way of c as q turns, the regions where words win.

use super::{Drawn, Side};
use crate::engine::geometry::{Extent, Place, Plane, Slice, Slopes, Turn, logits_at};
use crate::engine::{Lines, Stage, Trace};
use crate::explorer::{Focus, Model, State, View};
use crate::words::{Text, plane as say, undefined};
use std::cell::RefCell;
use std::sync::Arc;

/// Contexts kept of a way.
const PASSED: usize = 400;

/// What takes longer than a frame should, kept with all that it follows from.
#[derive(Debug, Default)]
pub(super) struct Kept {
    slopes: RefCell<Option<Projected<Arc<Slopes>>>>,
    /// Of the keys and of the values of the baseline.
    extents: RefCell<[Option<Projected<Option<Extent>>>; 2]>,
    turn: RefCell<Option<Turned>>,
}

/// What follows from vectors and a plane.
#[derive(Debug)]
struct Projected<T> {
    lines: Lines,
    plane: Plane,
    found: T,
}

impl<T: Clone> Projected<T> {
    /// What is kept, when it is of these; else what is found now, which is kept.
    fn or(kept: &mut Option<Self>, lines: &Lines, plane: &Plane, find: impl FnOnce() -> T) -> T {
        match kept {
            Some(kept) if kept.lines.shares(lines) && kept.plane == *plane => kept.found.clone(),
            kept => {
                let found = find();
                *kept = Some(Self { lines: lines.clone(), plane: plane.clone(), found: found.clone() });
                found
            }
        }
    }
}

/// A turn with what it follows from.
#[derive(Debug)]
struct Turned {
    trace: Trace,
    row: usize,
    planes: [Plane; 2],
    turn: Arc<Turn>,
}

/// Where which word wins.
#[derive(Clone, Debug)]
pub struct Won {
    /// The words' logits at the base of the slice.
    pub logits: Arc<[f64]>,
    /// How they change over it.
    pub slopes: Arc<Slopes>,
    /// Where the base is.
    pub base: Place,
    /// The word that wins in each cell, line after line.
    pub winners: Vec<usize>,
}

impl Won {
    /// The logits over the slice.
    pub fn slice(&self) -> Slice<'_> {
        Slice::new(&self.logits, &self.slopes, self.base)
    }
}

impl Model {
    /// The contexts passed while q alone was moved, the latest last; none while c is hidden or a mistake's.
    pub fn passed(&self) -> &[Arc<[f64]>] {
        let shown = self.mistake().is_none() && self.shows(Focus::Context(0));
        if shown { &self.pictures.passed } else { &[] }
    }

    /// Keeps the context that is left, where nothing but q has moved; else what was passed is forgotten.
    pub(in crate::explorer) fn pass(&mut self, before: &State, context: Option<Arc<[f64]>>) {
        let (was, is) = (&before.givens, &self.state.givens);
        let other_queries = (0..was.rows().min(is.rows()))
            .any(|row| row != self.row && !same_bits(was.queries.line(row), is.queries.line(row)));
        let only_query = self.view == View::Plane
            && before.branch == self.state.branch
            && Arc::ptr_eq(&before.scenario.names, &self.state.scenario.names)
            && before.scenario.givens == self.state.scenario.givens
            && was.rows() == is.rows()
            && !other_queries
            && was.keys == is.keys
            && was.values == is.values
            && was.mask == is.mask
            && was.scorer == is.scorer;
        if !only_query {
            self.pictures.passed.clear();
            return;
        }
        let moved = !same_bits(was.queries.line(self.row), is.queries.line(self.row));
        if let (true, Some(context)) = (moved, context) {
            if self.pictures.passed.len() >= PASSED {
                self.pictures.passed.remove(0);
            }
            self.pictures.passed.push(context);
        }
    }

    /// Forgets what was passed.
    pub(in crate::explorer) fn forget_passed(&mut self) {
        self.pictures.passed.clear();
    }

    /// The contexts along one turn of q, as places of the picture of values.
    ///
    /// # Errors
    /// Why there is none, as a sentence.
    pub fn turn(&self) -> Result<Arc<Turn>, Text> {
        if self.mistake().is_some() {
            return Err(say::sweep_is_right_only());
        }
        if !self.shows(Focus::Context(0)) {
            return Err(say::sweep_hidden());
        }
        let planes = [Side::Keys, Side::Values].map(|side| self.plane(side));
        let mut kept = self.pictures.kept.turn.borrow_mut();
        let known = kept
            .as_ref()
            .filter(|known| known.trace.is(&self.trace) && known.row == self.row && known.planes == planes);
        let turn = match known {
            Some(known) => known.turn.clone(),
            None => {
                let turn = Arc::new(Turn::new(self.givens(), self.row, &planes[0], &planes[1]));
                *kept = Some(Turned { trace: self.trace.clone(), row: self.row, planes, turn: turn.clone() });
                turn
            }
        };
        match &*turn {
            Turn::Around(_) => Ok(turn),
            Turn::Still => Err(say::sweep_still()),
            Turn::NothingToRead => Err(say::sweep_nothing_to_read()),
            Turn::Beyond => Err(say::beyond()),
            Turn::TooMany => Err(say::sweep_too_large()),
        }
    }

    /// Where which word wins in a picture of values: over the plane where that is all of the space, else over the slice of it
    /// that goes through c.
    ///
    /// # Errors
    /// Why that is not drawn, as a sentence.
    pub fn won(&self, drawn: &Drawn) -> Result<Won, Text> {
        if !self.shows_stage(Stage::Logits) {
            return Err(say::regions_hidden());
        }
        let raster = drawn.raster.ok_or_else(say::beyond)?;
        let whole = drawn.plane.is_whole(self.dimensions(Side::Values));
        let context = self.context_shown();
        let base: Arc<[f64]> = match context {
            Some(context) => context,
            None if whole => vec![0.0; self.givens().d_v()].into(),
            None => return Err(say::no_slice()),
        };
        // The row's own logits are known already.
        let own = self.mistake().is_none() && self.context_shown().is_some();
        let traced = own.then(|| self.trace().row(self.row).logits.ok()).flatten();
        let logits: Arc<[f64]> = match traced {
            Some(logits) => logits.unmasked().unwrap_or_default().into(),
            None => logits_at(self.givens(), self.row, &base).ok_or_else(say::beyond)?.into(),
        };
        let slopes = self.slopes(&drawn.plane);
        let place = drawn.plane.place(&base).ok_or_else(say::beyond)?;
        let winners = Slice::new(&logits, &slopes, place).winners(&raster).ok_or_else(say::beyond)?;
        Ok(Won { logits, slopes, base: place, winners })
    }

    /// The rectangle around the baseline's keys or values in a plane; `None` where a place is beyond f64.
    pub(super) fn extent_before(&self, side: Side, plane: &Plane) -> Option<Extent> {
        let givens = &self.state.scenario.givens;
        let (at, lines) = match side {
            Side::Keys => (0, &givens.keys),
            Side::Values => (1, &givens.values),
        };
        let mut kept = self.pictures.kept.extents.borrow_mut();
        Projected::or(&mut kept[at], lines, plane, || {
            let places: Option<Vec<Place>> = lines.iter().map(|line| plane.place(line)).collect();
            places.and_then(Extent::around)
        })
    }

    fn slopes(&self, plane: &Plane) -> Arc<Slopes> {
        let head = &self.givens().head;
        let mut kept = self.pictures.kept.slopes.borrow_mut();
        Projected::or(&mut kept, head, plane, || Arc::new(Slopes::new(head, plane)))
    }

    /// Why c has no place, as a sentence, the longest form first; `None` where it has one, or is not shown yet.
    pub fn no_context(&self) -> Option<Vec<Text>> {
        if !self.shows(Focus::Context(0)) || self.context_shown().is_some() {
            return None;
        }
        let names = self.names();
        Some(match self.undefined_at(self.row, Stage::Context) {
            Some(reason) => vec![
                undefined::reason(reason, &names.slots, &names.words),
                say::no_context(&undefined::in_short(reason)),
            ],
            None => vec![say::context_is_no_number()],
        })
    }
}

fn same_bits(a: &[f64], b: &[f64]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(x, y)| x.to_bits() == y.to_bits())
}
