//! What arrives at the program of what was typed, pasted, or done to the window.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic)]

mod pty;

use std::time::Duration;

use pty::{Pty, Setup, probe};
use twoaxes::terminal::decode::ESCAPE_WAIT;

const SSH: Duration = Duration::from_millis(50);

#[test]
fn an_arrow_in_pieces_is_no_escape() {
    for pieces in [&["\x1b", "[A"][..], &["\x1b", "[", "A"], &["\x1b[", "A"], &["\x1b", "OA"]] {
        let pty = typed_over_ssh(pieces);
        pty.wait_for("last Up");
        // Esc would have ended the text mode, a bracket would have been text.
        pty.wait_for("inputs 2");
    }
    let pty = typed_over_ssh(&["\x1b", "x"]);
    pty.wait_for("last Char('x') KeyModifiers(ALT)");
}

/// A probe in text mode that got these pieces 50 ms apart. A machine too busy to keep the pauses is given more tries.
fn typed_over_ssh(pieces: &[&str]) -> Pty {
    for _ in 0..10 {
        let mut pty = Pty::probe();
        pty.send("i");
        pty.wait_until("the caret", |screen| !screen.hide_cursor());
        if pty.send_slowly(pieces, SSH) < ESCAPE_WAIT {
            return pty;
        }
    }
    panic!("this machine cannot pause for {SSH:?}");
}

#[test]
fn a_lone_escape_is_the_escape_key() {
    let mut pty = Pty::probe();
    pty.send("i");
    pty.wait_until("the caret", |screen| !screen.hide_cursor());
    pty.send("\x1b");
    pty.wait_for("last Esc");
    pty.wait_until("no caret", vt100::Screen::hide_cursor);
}

#[test]
fn a_bracketed_paste_is_one_input() {
    let mut pty = Pty::probe();
    pty.send("i");
    pty.send("\x1b[200~q\r1 0 书\rq\x1b[201~");
    pty.wait_for("pasted \"q\\n1 0 书\\nq\"");
    pty.wait_for("inputs 2 commands 0");
}

#[test]
fn a_paste_without_brackets_runs_nothing() {
    let mut pty = Pty::probe();
    pty.send("q q q\rp\rq\r");
    pty.wait_for("pasted \"q q q\\np\\nq\\n\"");
    pty.wait_for("inputs 1 commands 0");
    // The network may split it.
    pty.send_slowly(&["1 0 0\r0 1", " 0\rq\rq"], Duration::from_millis(20));
    pty.wait_for("pasted \"1 0 0\\n0 1 0\\nq\\nq\"");
    pty.wait_for("inputs 2 commands 0");
}

#[test]
fn a_large_paste_without_brackets_is_one_input() {
    let mut pty = Pty::probe();
    let rows = "0.25 -1 3e4 q p\r".repeat(2000);
    pty.send(&rows);
    pty.wait_for("pasted \"0.25 -1 3e4 q p\\n0.25");
    pty.settled();
    pty.wait_for("inputs 1 commands 0");
}

#[test]
fn fast_typing_and_held_keys_are_no_paste() {
    let mut pty = Pty::probe();
    pty.send("i");
    pty.wait_until("the caret", |screen| !screen.hide_cursor());
    let glyphs: Vec<String> = "set q 0 1\rset q 1 0\r".chars().map(String::from).collect();
    let pieces: Vec<&str> = glyphs.iter().map(String::as_str).collect();
    pty.send_slowly(&pieces, Duration::from_millis(30));
    pty.wait_for("commands 2");
    pty.send(&"\x1b[C".repeat(300));
    pty.send(&"j".repeat(300));
    pty.wait_for(&format!("inputs {}", 1 + pieces.len() + 600));
    assert!(!pty.text().contains("pasted"));
}

#[test]
fn a_command_sent_in_one_piece_is_typing() {
    let mut pty = Pty::probe();
    pty.send("i");
    pty.wait_until("the caret", |screen| !screen.hide_cursor());
    pty.send(":set v2[2] 8\r");
    pty.wait_for("text :set v2[2] 8");
    pty.wait_for("commands 1");
}

#[test]
fn a_flood_of_keys_is_drawn_seldom() {
    let mut pty = Pty::probe();
    let before = pty.settled();
    pty.send(&"\x1b[C\x1b[D".repeat(500));
    pty.wait_for("inputs 1000");
    let frames = pty.written_since(before).matches("\x1b[?2026h").count();
    assert!(frames <= 20, "{frames} frames for 1000 keys");
}

#[test]
fn any_size_is_survived() {
    let mut pty = Pty::probe();
    for (columns, rows) in [(1, 1), (200, 60), (2, 40), (40, 2), (3, 3), (120, 30)] {
        pty.resize(columns, rows);
        pty.send("k");
        pty.settled();
    }
    // A terminal without any cells is a size too.
    pty.resize(0, 0);
    pty.send("k");
    pty.settled();
    pty.resize(100, 25);
    pty.wait_for("probe 100x25");
    pty.send("q");
    assert_eq!(pty.exit(), 0);
    pty.assert_given_back();
}

#[test]
fn a_terminal_that_does_not_know_its_size_gets_the_usual_one() {
    let probe = probe();
    let pty = Setup { size: (0, 0), ..Setup::new(&[&probe]) }.start();
    pty.wait_for_bytes(0, "probe 80x24");
    let variables = [("COLUMNS", "90"), ("LINES", "20")];
    let pty = Setup { size: (0, 0), variables: &variables, ..Setup::new(&[&probe]) }.start();
    pty.wait_for_bytes(0, "probe 90x20");
}

#[test]
fn ctrl_l_writes_everything_again() {
    let mut pty = Pty::probe();
    let before = pty.settled();
    pty.send("\x0c");
    pty.wait_for("last Char('l')");
    let written = pty.written_since(before);
    assert!(written.contains("\x1b[2J") && written.contains("probe 80x24"), "{written:?}");
}

#[test]
fn focus_is_reported() {
    let mut pty = Pty::probe();
    pty.send("\x1b[O");
    pty.wait_for("elsewhere");
    pty.send("\x1b[I");
    pty.wait_until("the focus", |screen| !screen.contents().contains("elsewhere"));
}
