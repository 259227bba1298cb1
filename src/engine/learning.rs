//! Learning: the gradient of the loss, taken step by step off whatever may learn.
//!
//! A [`Plan`] says what may learn, by which method and at which rate. A [`Learner`] takes one step after the other, and
//! always the same ones: no step depends on anything but the numbers before it, so a [`Run`] keeps a few states on its
//! way and computes every other one anew, to the same bits. A step that would leave f64 is not taken; why is a value
//! ([`Stop`]). What reading alone could reach, whatever learns to read, is a [`ReadingFloor`].

mod checkpoints;
mod course;
mod learner;
mod memory;
mod place;
mod plan;
mod reading_floor;
mod run;

pub use course::{Course, Span};
pub use learner::{Learner, Stop, Taken};
pub use plan::{CannotLearn, Method, Plan, Rate};
pub use reading_floor::{ReadingFloor, reading_floor};
pub use run::{NoRun, Run};
