//! Every way out: the terminal is as it was, and work is not lost without a question.

use std::process::Command;

use rustix::process::Signal;

use super::explorer::{PROGRAM, Start, start};
use super::pty::Setup;

#[test]
fn q_asks_once_and_leaves() {
    for second in ["q", "<Enter>", "y", "<F10>"] {
        let mut explorer = start();
        explorer.press("q").shows(&["Leave?"]);
        explorer.press_alone(second);
        explorer.ends(0);
    }
}

#[test]
fn any_other_key_stays() {
    let mut explorer = start();
    for other in ["<Esc>", "n", "<Up>", "<C-c>"] {
        explorer.press("q").press(other).press("<Down>").press("<Up>");
    }
    explorer.press("<F10>").press_alone("<Enter>");
    explorer.ends(0);
}

#[test]
fn unsaved_work_is_asked_about_once() {
    let mut explorer = start();
    explorer.press("5<Enter>").press("q").shows(&["There is unsaved work"]);
    // The key that asked is not the answer: a held q must not throw work away.
    explorer.press("q").shows(&["nothing done", "5.00 +"]);
    explorer.press("q").press_alone("<Enter>");
    explorer.ends(0);
}

#[test]
fn what_was_undone_is_not_asked_about() {
    let mut explorer = start();
    explorer.press("5<Enter>").press("u").press("q").shows(&["Leave?"]);
}

#[test]
fn two_ctrl_c_leave_from_anywhere() {
    for before in ["", "5", "5<Enter>", ":set q", "?", "q", "5<Enter>q", "<Tab>7<Enter><C-s>"] {
        let mut explorer = start();
        explorer.press(before).press("<C-c>").shows(&["Ctrl-C again leaves"]);
        explorer.press_alone("<C-c>");
        explorer.ends(0);
    }
}

#[test]
fn one_ctrl_c_leaves_nothing() {
    let mut explorer = start();
    explorer.press("5<Enter>").press("<C-c>").press("<Right>").press("<C-c>").press("<Left>").shows(&["5.00 +"]);
}

#[test]
fn signals_end_it_with_their_status() {
    for (signal, status) in [(Signal::INT, 130), (Signal::TERM, 143), (Signal::HUP, 129)] {
        for before in ["", "5<Enter>", ":set q", "?", "5<Enter>q"] {
            let mut explorer = start();
            explorer.press(before);
            explorer.signal(signal);
            explorer.ends(status);
        }
    }
}

#[test]
fn a_closed_terminal_ends_it() {
    let mut explorer = start();
    explorer.close("5");
    assert_eq!(explorer.exit(), 129);
}

/// The terminal continues its jobs as it is closed, which may be heard first: hence several times.
#[test]
fn a_closed_terminal_ends_it_although_the_signal_never_comes() {
    // GNU env can block a signal; elsewhere there is nothing to test with.
    let able = Command::new("env").args(["--block-signal=HUP", "true"]).status();
    if !able.is_ok_and(|status| status.success()) {
        return;
    }
    for _ in 0..8 {
        let mut explorer = Start::default().beside(Setup::new(&["env", "--block-signal=HUP", PROGRAM]));
        explorer.close("5");
        assert_eq!(explorer.exit(), 129);
    }
}
