//! The lesson's open question as an experiment: source order × interface, under equal budgets, over several seeds.
//!
//! | to find | look at |
//! |---|---|
//! | what is compared | [`Condition`], [`Part`] |
//! | one training and what it led to | [`Outcome`] |
//! | the same over seeds | [`Summary`], [`Finding`] |
//! | why the order cannot matter where the encoder reads both ways | [`exchanged`], [`exchange_shown`] |

mod condition;
mod conduct;
mod distance;
mod exchange;
mod finding;
mod outcome;
mod summary;

pub use condition::{Condition, Part, matched_width};
pub use conduct::{Assignment, assignments, conduct};
pub use distance::{BANDS, Band, lag};
pub use exchange::{Exchange, exchange_shown, exchanged};
pub use finding::{Finding, Stands, findings};
pub use outcome::{Cost, NoOutcome, Outcome};
pub use summary::{Measure, Summary};
