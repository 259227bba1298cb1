//! The gradient of the loss with respect to a number: `dL/dq[1]`, `∂L/∂e3[2]`.

use super::{Address, Derived, Scope};
use crate::scenario::problem::Problem;
use crate::scenario::typed::plain;
use crate::words::scenario_address as say;

/// What stands before the address of the number, in its two spellings.
const PREFIXES: [&str; 2] = ["dL/d", "∂L/∂"];

impl Address {
    /// The gradient of the total loss with respect to what is at this address; `None` for what has none of its own: a
    /// gradient, a label, and the parts of a softmax, which the way back goes through in one step.
    pub fn gradient(self) -> Option<Address> {
        let has_one = match &self {
            Address::Numbers { .. } => true,
            Address::Derived(derived) => matches!(
                derived,
                Derived::Score { .. } | Derived::Attention { .. } | Derived::Context { .. } | Derived::Logit { .. }
            ),
            _ => false,
        };
        has_one.then(|| Address::Gradient(Box::new(self)))
    }
}

/// Reads a gradient's address; `None` where the text does not begin as one.
pub(super) fn read(text: &str, scope: &Scope) -> Option<Result<Address, Problem>> {
    let symbols: Vec<char> = text.chars().map(plain).collect();
    let start = symbols.iter().position(|symbol| !symbol.is_whitespace())?;
    let begins = |prefix: &str| symbols[start..].iter().copied().take(prefix.chars().count()).eq(prefix.chars());
    let prefix = PREFIXES.into_iter().find(|prefix| begins(prefix))?;
    let after = start + prefix.chars().count();
    // Blanks in its place, so that a problem still says at which character.
    let of: String = " ".repeat(after) + &text.chars().skip(after).collect::<String>();
    Some(Address::read(&of, scope).and_then(|of| {
        let written = of.write(scope);
        of.gradient().ok_or_else(|| Problem::new(start, say::no_gradient_of(&written)))
    }))
}
