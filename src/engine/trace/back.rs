//! The way back from the loss, kept with the trace: computed once, when it is first asked for.

use super::Trace;
use crate::engine::{Gradients, NoGradients, WayBack};
use std::sync::Arc;

impl Trace {
    /// The gradients of the total loss. Computes all rows.
    ///
    /// # Errors
    /// No row contributes, or a gradient is beyond f64.
    pub fn gradients(&self) -> Result<&Gradients, NoGradients> {
        let gradients = self.kept.gradients.get_or_init(|| Gradients::of(&self.kept.givens, self));
        gradients.as_ref().map_err(|reason| *reason)
    }

    /// The same, if that takes no time: all rows are light, or there is but the one that is looked at anyway.
    pub fn gradients_at_once(&self) -> Option<Result<&Gradients, NoGradients>> {
        (self.is_light() || self.len() == 1).then(|| self.gradients())
    }

    /// The way back of one row; panics past the last one.
    ///
    /// # Errors
    /// The row does not add to the loss, or a gradient is beyond f64.
    pub fn way_back(&self, row: usize) -> Result<Arc<WayBack>, NoGradients> {
        self.kept.ways_back.get_or(row, || {
            // Of a single row all is wanted anyhow.
            let known = if self.len() == 1 { self.gradients().ok() } else { None };
            WayBack::of(&self.kept.givens, self, row, known).map(Arc::new)
        })
    }
}
