//! twoaxes: an explorer of the two softmaxes between a query and a predicted word.
pub mod cli;
pub mod engine;
pub mod explorer;
pub mod scenario;
pub mod terminal;
pub mod view;
pub mod words;
