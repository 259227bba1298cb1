//! What it costs: nothing while idle, little for a key; and only the colours the terminal has.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stderr)]

#[path = "../examples/terminal_probe.rs"]
#[allow(dead_code)]
mod program;
mod pty;

use std::time::Duration;

use pty::{Pty, Setup, probe};
use ratatui::crossterm::event::KeyCode;
use twoaxes::terminal::{Depth, Input, Program, frame_of, reduce};

#[test]
#[cfg(target_os = "linux")]
fn idle_costs_nothing() {
    let mut pty = Pty::probe();
    for mouse in ["", "m"] {
        pty.send(mouse);
        let (written, ticks) = (pty.settled(), pty.ticks());
        std::thread::sleep(Duration::from_millis(1200));
        assert_eq!(pty.written() - written, 0, "bytes written while idle");
        assert_eq!(pty.ticks() - ticks, 0, "processor time used while idle");
    }
    assert!(pty.reports_mouse());
}

#[test]
fn a_key_that_changes_nothing_writes_nothing() {
    let mut pty = Pty::probe();
    let before = pty.settled();
    pty.send("     ");
    assert_eq!(pty.settled() - before, 0);
    pty.send("k");
    pty.wait_for("inputs 1");
    let key = pty.settled() - before;
    assert!(key < 200, "{key} bytes for one key");
}

#[test]
fn work_in_the_background_makes_itself_heard() {
    let mut pty = Pty::probe();
    pty.send("c");
    pty.wait_for("last Char('c')");
    pty.wait_for("last woken 1");
    let before = pty.settled();
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(pty.written(), before);
    pty.send("q");
    assert_eq!(pty.exit(), 0);
}

#[test]
fn every_frame_is_one_synchronized_update() {
    let mut pty = Pty::probe();
    for key in ["a", "d", "c"] {
        pty.send(key);
        pty.wait_for(&format!("last Char('{key}')"));
    }
    pty.settled();
    let written = pty.written_since(0);
    let (begun, ended) = (written.matches("\x1b[?2026h").count(), written.matches("\x1b[?2026l").count());
    assert_eq!((begun, ended), (4, 4));
}

#[test]
#[cfg(target_os = "linux")]
fn the_first_frame_is_soon_there() {
    let pty = Pty::probe();
    let took = pty.started.elapsed();
    eprintln!("first frame after {took:?}, {} KiB resident", pty.resident());
    // The figure to reach is 20 ms on an idle machine; this only catches a blunder.
    assert!(took < Duration::from_secs(2), "{took:?}");
    assert!(pty.resident() < 15 * 1024);
}

#[test]
fn colours_are_those_of_the_terminal() {
    let probe = probe();
    let start = |variables| {
        let pty = Setup { variables, ..Setup::new(&[&probe]) }.start();
        pty.wait_for("target");
        pty.settled();
        pty
    };
    let full = start(&[("COLORTERM", "truecolor")]);
    assert_eq!(full.look(0, 0).1, vt100::Color::Rgb(86, 180, 233));
    let screen = start(&[("COLORTERM", "truecolor"), ("TERM", "screen")]);
    assert_eq!(screen.look(0, 0).1, vt100::Color::Idx(6));
    assert!(!screen.written_since(0).contains("8;2;") && !screen.written_since(0).contains("8;5;"));
    let indexed = start(&[]);
    assert_eq!(indexed.look(0, 0).1, vt100::Color::Idx(74));
    for variables in [&[("NO_COLOR", "1"), ("COLORTERM", "truecolor")][..], &[("TERM", "dumb")]] {
        let none = start(variables);
        let (fg, bg, _, reversed) = none.look(0, 0);
        assert_eq!((fg, bg, reversed), (vt100::Color::Default, vt100::Color::Default, true));
        let target = none.look(17, 4);
        assert!(target.2, "bold is kept: {target:?}");
    }
}

#[test]
fn the_terminal_shows_the_frame_that_was_drawn() {
    let probe = probe();
    for (name, depth) in [("truecolor", Depth::True), ("", Depth::Indexed)] {
        let variables = [("COLORTERM", name)];
        let mut pty = Setup { variables: &variables, ..Setup::new(&[&probe]) }.start();
        pty.wait_for("target");
        pty.send("\x1b[A");
        pty.wait_for("last Up");
        pty.settled();
        let mut program = program::Probe::new();
        program.input(Input::Key(KeyCode::Up.into()));
        let mut frame = frame_of(&mut program, 80, 24);
        reduce(&mut frame, depth);
        pty.assert_shows(&frame);
    }
}
