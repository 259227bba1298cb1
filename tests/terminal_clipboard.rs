//! A text for the clipboard: exactly one sequence is written, and nothing of it shows.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "../examples/terminal_probe.rs"]
#[allow(dead_code)]
mod program;
mod pty;

use pty::{Pty, Setup, probe};
use ratatui::crossterm::event::KeyCode;
use twoaxes::terminal::{Clipboard, Depth, Input, LONGEST_COPY, Program, frame_of, reduce};

/// A probe that was pasted this; everything it has written is behind it.
fn pasted(variables: &[(&str, &str)], text: &str) -> (Pty, usize) {
    let probe = probe();
    let mut pty = Setup { variables, ..Setup::new(&[&probe]) }.start();
    pty.wait_for("probe 80x24");
    pty.send(&format!("\x1b[200~{text}\x1b[201~"));
    pty.wait_for("inputs 1 commands 0");
    let written = pty.settled();
    (pty, written)
}

/// Asserts that the terminal shows what the probe draws after that paste and the key that copies it.
fn assert_undisturbed(pty: &Pty, text: &str) {
    let mut program = program::Probe::new();
    program.input(Input::Paste(text.to_owned()));
    program.input(Input::Key(KeyCode::Char('y').into()));
    let mut frame = frame_of(&mut program, 80, 24);
    reduce(&mut frame, Depth::Indexed);
    pty.assert_shows(&frame);
}

#[test]
fn a_copy_is_one_sequence_before_the_frame() {
    let text = "昨天\t1/3 \u{1b}[31m\u{7} 0.25\n\u{1b}]52;c;AAAA";
    let (mut pty, before) = pasted(&[], text);
    pty.send("y");
    pty.wait_for("last Char('y')");
    pty.settled();
    let want = "\x1b]52;c;5pio5aSpCTEvMyAbWzMxbQcgMC4yNQobXTUyO2M7QUFBQQ==\x07";
    let written = pty.written_since(before);
    assert!(written.starts_with(&format!("{want}\x1b[?2026h")), "{written:?}");
    assert_eq!(written.matches("\x1b]").count(), 1);
    assert_undisturbed(&pty, text);
    // The next frame says nothing of it.
    let before = pty.settled();
    pty.send("k");
    pty.wait_for("last Char('k')");
    assert!(!pty.written_since(before).contains("\x1b]"));
    pty.send("q");
    assert_eq!(pty.exit(), 0);
    pty.assert_given_back();
}

#[test]
fn inside_of_tmux_and_screen_it_is_wrapped() {
    let text = "0.25 1/3 昨天 ".repeat(30);
    for (variables, way) in [
        (&[("TERM", "tmux-256color"), ("TMUX", "/tmp/tmux-0/default,1,0")][..], Clipboard::Tmux),
        (&[("TERM", "screen-256color"), ("STY", "1.pts-0.host")], Clipboard::Screen),
    ] {
        let (mut pty, before) = pasted(variables, &text);
        pty.send("y");
        pty.wait_for("last Char('y')");
        pty.settled();
        let want = String::from_utf8(way.sequence(&text).unwrap()).unwrap();
        let written = pty.written_since(before);
        assert!(written.starts_with(&format!("{want}\x1b[?2026h")), "{way:?}: {written:?}");
        assert_undisturbed(&pty, &text);
    }
}

#[test]
fn the_longest_text_is_sent_whole_and_a_longer_one_not_at_all() {
    let longest = "x".repeat(LONGEST_COPY);
    let (mut pty, before) = pasted(&[], &longest);
    pty.send("y");
    pty.wait_for("last Char('y')");
    pty.settled();
    let written = pty.written_since(before);
    assert_eq!(written.find('\x07'), Some(99_999));
    assert_undisturbed(&pty, &longest);
    for text in [longest + "x", String::new()] {
        let (mut pty, before) = pasted(&[], &text);
        pty.send("y");
        pty.wait_for("last Char('y')");
        pty.settled();
        assert!(pty.written_since(before).starts_with("\x1b[?2026h"));
        assert_undisturbed(&pty, &text);
    }
}
