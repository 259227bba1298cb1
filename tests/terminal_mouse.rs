//! The mouse: reported while the program wants it, and never after.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic)]

mod pty;

use std::time::Duration;

use pty::Pty;
use rustix::process::Signal;

const ON: &str = "\x1b[?1000h\x1b[?1002h\x1b[?1006h";
const OFF: &str = "\x1b[?1006l\x1b[?1015l\x1b[?1003l\x1b[?1002l\x1b[?1000l";

/// A probe that wants the mouse.
fn with_mouse() -> Pty {
    let mut pty = Pty::probe();
    pty.send("m");
    pty.wait_for("last Char('m')");
    assert!(pty.reports_mouse());
    pty
}

#[test]
fn it_is_reported_while_the_program_wants_it() {
    let mut pty = Pty::probe();
    assert!(!pty.reports_mouse());
    let (mut before, mut inputs) = (pty.settled(), 0);
    for (switch, on) in [(ON, true), (OFF, false), (ON, true)] {
        pty.send("m");
        inputs += 1;
        pty.wait_for(&format!("inputs {inputs} "));
        let after = pty.settled();
        let written = pty.written_since(before);
        assert!(written.starts_with(&format!("{switch}\x1b[?2026h")), "{written:?}");
        assert_eq!((written.matches("\x1b[?2026l").count(), pty.reports_mouse()), (1, on));
        before = after;
    }
    // Nothing is said twice, except when the terminal is to be told everything.
    pty.send("k");
    pty.wait_for("last Char('k')");
    assert!(!pty.written_since(before).contains("\x1b[?100"));
    let before = pty.settled();
    pty.send("\x0c");
    pty.wait_for("last Char('l')");
    pty.settled();
    assert_eq!(pty.written_since(before).matches(ON).count(), 1);
}

#[test]
fn the_terminal_is_told_although_nothing_is_drawn() {
    let mut pty = Pty::probe();
    for switch in [ON, OFF, ON] {
        let before = pty.settled();
        pty.send("v");
        pty.settled();
        assert_eq!(pty.written_since(before), switch);
    }
}

#[test]
fn clicks_drags_and_the_wheel_arrive_with_their_cells() {
    let mut pty = with_mouse();
    let table = [
        ("\x1b[<0;5;3M", "last Press(Left) 4,2 KeyModifiers(0x0)"),
        ("\x1b[<32;6;3M", "last Drag(Left) 5,2 "),
        ("\x1b[<0;6;3m", "last Release(Left) 5,2 "),
        ("\x1b[<1;1;1M", "last Press(Middle) 0,0 "),
        ("\x1b[<18;80;24M", "last Press(Right) 79,23 KeyModifiers(CONTROL)"),
        ("\x1b[<64;300;200M", "last WheelUp 299,199 "),
        ("\x1b[<65;1;9M", "last WheelDown 0,8 "),
    ];
    for (report, shown) in table {
        pty.send(report);
        pty.wait_for(shown);
    }
    pty.wait_for("trail pdrpp^v");
    // Over a slow line.
    pty.send_slowly(&["\x1b[<0;", "7", "0;2", "3M"], Duration::from_millis(50));
    pty.wait_for("last Press(Left) 69,22");
    pty.wait_for("inputs 9 ");
}

#[test]
fn what_was_not_asked_for_is_swallowed() {
    let mut pty = Pty::probe();
    let reports = "\x1b[<0;5;3M\x1b[<0;5;3m\x1b[<64;1;1M\x1b[<35;2;2M\x1b[M !!\x1b[M#!!";
    pty.send(reports);
    pty.send("k");
    pty.wait_for("last Char('k')");
    pty.wait_for("inputs 1 ");
    pty.send("m");
    pty.wait_for("last Char('m')");
    // The oldest form, motion alone, buttons and cells that nobody has.
    pty.send("\x1b[M !!\x1b[M#!!\x1b[<35;2;2M\x1b[<128;2;2M\x1b[<0;0;0M\x1b[<0;99999999999;1M");
    pty.send(&format!("\x1b[<0;{};1M", "9".repeat(20_000)));
    pty.send("\x1b[<0;2;2M");
    pty.wait_for("last Press(Left) 1,1");
    pty.wait_for("inputs 3 ");
    // What was on its way when the program had enough.
    pty.send(&format!("m{reports}"));
    pty.wait_until("no mouse", |screen| screen.mouse_protocol_mode() == vt100::MouseProtocolMode::None);
    pty.send("k");
    pty.wait_for("last Char('k')");
    pty.wait_for("inputs 5 ");
}

#[test]
fn the_escape_key_is_told_from_a_report() {
    let mut pty = with_mouse();
    pty.send("i");
    pty.wait_until("the caret", |screen| !screen.hide_cursor());
    pty.send("\x1b[<64;1;1M");
    pty.wait_for("last WheelUp");
    assert!(pty.cursor().is_some(), "a report was taken for the Esc key");
    pty.send("\x1b\x1b[<64;1;1M");
    pty.wait_until("no caret", vt100::Screen::hide_cursor);
    pty.wait_for("inputs 5 ");
}

#[test]
fn a_flood_of_the_wheel_is_handed_on_in_order_and_drawn_seldom() {
    let mut pty = with_mouse();
    pty.send(&"\x1b[<64;9;9M\x1b[<64;9;9M\x1b[<65;9;9M".repeat(20));
    pty.wait_for(&format!("trail {}", "^^v".repeat(20)));
    let before = pty.settled();
    pty.send(&"\x1b[<64;9;9M\x1b[<65;9;9M".repeat(500));
    pty.wait_for(&format!("inputs {} commands 0", 1 + 60 + 1000));
    let frames = pty.written_since(before).matches("\x1b[?2026h").count();
    assert!(frames <= 20, "{frames} frames for 1000 notches");
    assert!(!pty.text().contains("pasted"));
}

#[test]
fn it_is_switched_off_however_the_program_ends() {
    for (key, status) in [("q", 0), ("\x03", 0), ("e", 1), ("p", 101), ("t", 101)] {
        let mut pty = with_mouse();
        pty.send(key);
        assert_eq!(pty.exit(), status, "{key:?}");
        pty.assert_given_back();
        assert_eq!(pty.private_modes().get(&1006), Some(&false));
    }
    let signals = [(Signal::INT, 130), (Signal::TERM, 143), (Signal::HUP, 129), (Signal::QUIT, 131)];
    for (signal, status) in signals {
        let mut pty = with_mouse();
        pty.signal(signal);
        assert_eq!(pty.exit(), status, "{signal:?}");
        pty.assert_given_back();
    }
}

#[test]
fn it_is_switched_off_by_a_signal_although_the_program_is_busy() {
    let mut pty = with_mouse();
    pty.send("b");
    std::thread::sleep(Duration::from_millis(200));
    pty.signal(Signal::TERM);
    assert_eq!(pty.exit(), 143);
    pty.assert_given_back();
}
