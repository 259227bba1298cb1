//! The real program in a real terminal: what it draws is what the library draws, what is typed arrives, and the terminal
//! is given back.
//!
//! The terminal's own life (a panic, a computation that does not end, a reader that stops) is tested with a test bed in
//! `terminal_*.rs`; nothing in the explorer can be made to panic from outside.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stderr)]

mod colours;
mod cost;
mod edit;
mod explorer;
mod files;
mod jobs;
mod leave;
mod paste;
mod plane;
#[path = "../pty/mod.rs"]
mod pty;
mod start;
mod teach;
mod training;
