//! twoaxes: an explorer of the two softmaxes between a query and a predicted word.
pub mod cli;
pub mod engine;
pub mod scenario;
pub mod terminal;
pub mod words;
pub mod explorer;
pub mod view;
