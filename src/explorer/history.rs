//! Undo and redo, without a limit.
//!
//! An entry is a whole earlier state. States share their tensors block by block (see `engine::Lines`), so an entry costs
//! what its change touched.

/// Earlier and later states.
#[derive(Clone, Debug)]
pub struct History<S> {
    undo: Vec<S>,
    redo: Vec<S>,
}

impl<S> Default for History<S> {
    fn default() -> Self {
        Self { undo: Vec::new(), redo: Vec::new() }
    }
}

impl<S> History<S> {
    /// Remembers the state before a change; whatever had been undone is gone.
    pub fn record(&mut self, before: S) {
        self.undo.push(before);
        self.redo.clear();
    }

    /// Steps back: takes the present state, gives the one before it. `Err` hands the present back when there is none.
    pub fn undo(&mut self, present: S) -> Result<S, S> {
        step(&mut self.undo, &mut self.redo, present)
    }

    /// Steps forward again.
    pub fn redo(&mut self, present: S) -> Result<S, S> {
        step(&mut self.redo, &mut self.undo, present)
    }
}

fn step<S>(from: &mut Vec<S>, to: &mut Vec<S>, present: S) -> Result<S, S> {
    match from.pop() {
        Some(state) => {
            to.push(present);
            Ok(state)
        }
        None => Err(present),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn back_and_forth_and_a_new_branch_of_history() {
        let mut history = History::default();
        history.record(1);
        history.record(2);
        assert_eq!(history.undo(3), Ok(2));
        assert_eq!(history.undo(2), Ok(1));
        assert_eq!(history.undo(1), Err(1));
        assert_eq!(history.redo(1), Ok(2));
        history.record(2);
        assert_eq!(history.redo(9), Err(9));
    }
}
