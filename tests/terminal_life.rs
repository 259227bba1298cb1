//! The terminal is given back as it was found, however the program ends.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

mod pty;

use std::process::{Command, Stdio};

use pty::{Pty, Setup, probe};
use rustix::process::Signal;

#[test]
fn start_type_quit() {
    let mut pty = Pty::probe();
    assert_ne!(pty.modes(), pty.modes_before);
    assert_eq!(pty.private_modes().get(&1049), Some(&true));
    assert_eq!(pty.cursor(), None);
    pty.send("i");
    pty.wait_until("the caret", |screen| !screen.hide_cursor());
    for glyph in ["书", "x", "!"] {
        pty.send(glyph);
        pty.wait_for(glyph);
    }
    pty.wait_for("text 书x!");
    pty.send("\x1b");
    pty.wait_for("last Esc");
    pty.send("q");
    assert_eq!(pty.exit(), 0);
    pty.assert_given_back();
}

#[test]
fn a_panic_is_reported_on_the_normal_screen() {
    let mut pty = Pty::probe();
    pty.send("p");
    assert_eq!(pty.exit(), 101);
    pty.assert_given_back();
    assert!(pty.text().contains("asked to panic"), "{}", pty.text());
    let text = pty.written_since(0);
    let (back, report) = (text.rfind("\x1b[?1049l").unwrap(), text.find("asked to panic").unwrap());
    assert!(back < report, "the report came before the terminal was given back");
}

#[test]
fn a_panic_on_another_thread_ends_the_program_too() {
    let mut pty = Pty::probe();
    pty.send("t");
    assert_eq!(pty.exit(), 101);
    pty.assert_given_back();
    assert!(pty.text().contains("a thread was asked to panic"), "{}", pty.text());
}

#[test]
fn a_failure_is_reported_on_the_normal_screen() {
    let mut pty = Pty::probe();
    pty.send("e");
    assert_eq!(pty.exit(), 1);
    pty.assert_given_back();
    assert!(pty.text().contains("asked to fail"), "{}", pty.text());
}

#[test]
fn signals_end_it_with_their_status() {
    let signals = [(Signal::INT, 130), (Signal::TERM, 143), (Signal::HUP, 129), (Signal::QUIT, 131)];
    for (signal, status) in signals {
        let mut pty = Pty::probe();
        pty.signal(signal);
        assert_eq!(pty.exit(), status, "{signal:?}");
        pty.assert_given_back();
    }
}

#[test]
fn a_signal_ends_it_even_while_it_computes() {
    let mut pty = Pty::probe();
    pty.send("b");
    std::thread::sleep(std::time::Duration::from_millis(200));
    pty.signal(Signal::TERM);
    assert_eq!(pty.exit(), 143);
    pty.assert_given_back();
}

#[test]
fn a_signal_ends_it_even_while_the_terminal_reads_nothing() {
    let mut pty = Pty::probe();
    pty.resize(200, 60);
    pty.wait_for("probe 200x60");
    pty.stall(true);
    for _ in 0..40 {
        // Each fills the screen with another glyph; together more than any terminal buffers.
        pty.send("w");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    pty.signal(Signal::TERM);
    assert_eq!(pty.exit(), 143);
    pty.stall(false);
    assert_eq!(pty.modes(), pty.modes_before);
}

#[test]
fn standard_output_must_be_a_terminal() {
    for (lang, words) in [("en", "standard output is not one"), ("zh", "标准输出不是终端")] {
        let output = Command::new(probe())
            .env("PROBE_LANG", lang)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(output.stdout.is_empty());
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(words) && said.contains("twoaxes eval"), "{said}");
    }
}

#[test]
fn a_pipe_behind_it_stays_empty() {
    let command = format!("{} | od -c", probe());
    let mut pty = Pty::start(&["sh", "-c", &command]);
    pty.exit();
    assert!(pty.text().contains("twoaxes eval"), "{}", pty.text());
    assert!(!pty.written_since(0).contains("1049"));
    pty.assert_given_back();
}

#[test]
fn there_must_be_a_controlling_terminal() {
    let probe = probe();
    let mut pty = Setup { controlling: false, ..Setup::new(&[&probe]) }.start();
    assert_eq!(pty.exit(), 2);
    assert!(pty.text().contains("controlling terminal"), "{}", pty.text());
    assert!(pty.text().contains("twoaxes eval"));
    pty.assert_given_back();
}

#[test]
fn keys_come_from_the_terminal_when_standard_input_is_a_pipe() {
    let command = format!("echo scenario | {}", probe());
    let mut pty = Pty::start(&["sh", "-c", &command]);
    pty.wait_for("probe 80x24");
    pty.send("\x1b[A");
    pty.wait_for("last Up");
    pty.resize(60, 20);
    pty.wait_for("probe 60x20");
    pty.send("\x1b[200~1 2\r\x1b[201~");
    pty.wait_for("pasted \"1 2\\n\"");
    pty.send("q");
    assert_eq!(pty.exit(), 0);
    pty.assert_given_back();
}

#[test]
fn what_was_typed_ahead_is_not_left_to_the_shell() {
    let command = format!("{}; read line; echo \"got <$line>\"", probe());
    let mut pty = Pty::start(&["sh", "-c", &command]);
    pty.wait_for("probe 80x24");
    // Nobody reads while it computes: what comes now is still in the terminal when it ends.
    pty.send("b");
    std::thread::sleep(std::time::Duration::from_millis(200));
    pty.send("one\rtwo\r");
    rustix::process::kill_process(pty.child(), Signal::TERM).unwrap();
    pty.wait_until("the normal screen", |screen| !screen.alternate_screen());
    pty.settled();
    pty.send("four\r");
    pty.exit();
    assert!(pty.text().contains("got <four>"), "{}", pty.text());
}
