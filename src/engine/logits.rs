//! z = c G + b: the largest product of the model, one dot product down each word's column.

use super::{Lines, Scores, Vocab, dot};

/// The logits of one row.
///
/// # Errors
/// The first word whose logit is beyond f64.
pub(crate) fn logits(context: &[f64], head: &Lines, bias: Option<&Lines>) -> Result<Scores<Vocab>, usize> {
    let mut values: Vec<f64> = head.iter().map(|column| dot(context, column)).collect();
    if let Some(bias) = bias {
        for (logit, constant) in values.iter_mut().zip(bias.line(0)) {
            *logit += constant;
        }
    }
    match values.iter().position(|logit| !logit.is_finite()) {
        Some(word) => Err(word),
        None => Ok(Scores::all(values)),
    }
}
