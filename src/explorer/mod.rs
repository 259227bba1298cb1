//! The state machine: the model, the actions, what they do to it, and where everything lies on the screen.
//!
//! Keys and commands become an [`Action`]; [`update()`] carries it out and may ask the outside world for an [`Effect`];
//! its [`Outcome`] comes back through [`Model::take`]. Nothing here draws, reads a file or asks the time.

mod action;
mod columns;
pub mod command;
mod differs;
mod files;
mod focus;
pub mod help;
mod history;
mod input;
pub mod keys;
mod layout;
mod list;
mod mode;
mod model;
mod navigate;
mod nudge;
pub mod palette;
mod preferences;
mod rows;
mod shaping;
mod state;
pub mod table;
mod update;
mod window;

pub use action::Action;
pub use columns::{Derived, Given, Head};
pub use differs::Differs;
pub use files::Outcome;
pub use focus::Focus;
pub use input::binding;
pub use keys::Key;
pub use layout::{CONTEXT_CELL, Extents, Layout, SMALLEST, Scroll};
pub use list::{List, Order};
pub use mode::{Edited, Editing, Mode, Palette, Question};
pub use model::{Document, Model, Notice, Tone};
pub use navigate::{Direction, Jump};
pub use preferences::{Preferences, Theme};
pub use rows::Rows;
pub use state::{Provenance, State};
pub use update::{Effect, Replace, update};
pub use window::Window;
