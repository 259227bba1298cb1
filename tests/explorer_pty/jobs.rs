//! Stopped and continued under a shell with job control.

use super::explorer::{Explorer, PROGRAM, Start};
use super::pty::Setup;

/// The program as a job. When it stops, the shell says so, reads a line (the terminal is usable) and brings it back.
fn job() -> Explorer {
    let script =
        "\"$TWOAXES\"; echo \"shell got $?\"; read line; echo \"line <$line>\"; fg >/dev/null; echo \"ended $?\"";
    let variables = [("COLORTERM", "truecolor"), ("TWOAXES", PROGRAM)];
    Start { variables: &variables, ..Start::default() }.beside(Setup::new(&["sh", "-m", "-c", script]))
}

#[test]
fn ctrl_z_gives_the_terminal_back_and_fg_brings_everything_back() {
    let mut explorer = job();
    explorer.press("5<Enter>");
    explorer.press_alone("<C-z>");
    explorer.wait_for("shell got");
    explorer.assert_given_back();
    explorer.send("hello\r");
    explorer.wait_for_bytes(0, "line <hello>");
    explorer.agree();
    assert_ne!(explorer.modes(), explorer.modes_before);
    explorer.press("<Right>").press("6<Enter>").shows(&["5.00 +", "6.00 +"]);
    explorer.press_alone("<C-c><C-c>");
    explorer.wait_for("ended 0");
    explorer.exit();
    explorer.assert_given_back();
}

#[test]
fn a_resize_while_stopped_is_noticed() {
    let mut explorer = job();
    explorer.press_alone("<C-z>");
    explorer.wait_for("shell got");
    explorer.resize(120, 36);
    explorer.size = (120, 36);
    explorer.send("\r");
    explorer.agree();
}

#[test]
fn without_job_control_ctrl_z_does_nothing() {
    let mut explorer = super::explorer::start();
    let before = explorer.written();
    explorer.press_alone("<C-z>");
    // It may have been stopped, so everything is drawn anew.
    explorer.wait_for_bytes(before, "\x1b[2J");
    explorer.agree();
    explorer.press("5<Enter>").shows(&["5.00 +"]);
}

#[test]
fn ctrl_l_draws_everything_anew() {
    let mut explorer = super::explorer::start();
    let before = explorer.written();
    explorer.press_alone("<C-l>");
    explorer.wait_for_bytes(before, "\x1b[2J");
    explorer.agree();
}
