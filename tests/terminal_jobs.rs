//! Stopped and continued, by the user and by others; and the terminal that goes away.
// What has become of a process is read from /proc.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used)]

mod pty;

use std::process::Command;
use std::time::{Duration, Instant};

use pty::{Pty, probe};
use rustix::process::Signal;

/// The probe as a job of a shell with job control. When it stops or ends, the shell says so and reads a line (which
/// shows that the terminal is usable), then brings it back.
fn job() -> Pty {
    let script = format!(
        "{}; echo \"shell got $?\"; read line; echo \"line <$line>\"; fg >/dev/null; echo \"job ended $?\"",
        probe()
    );
    let pty = Pty::start(&["sh", "-m", "-c", &script]);
    pty.wait_for("probe 80x24");
    pty
}

#[test]
fn ctrl_z_gives_the_terminal_back_and_fg_takes_it_again() {
    let mut pty = job();
    pty.send("i");
    pty.send("a");
    pty.wait_for("text a");
    pty.send("\x1a");
    pty.wait_for("shell got");
    pty.assert_given_back();
    pty.send("hello\r");
    pty.wait_for_bytes(0, "line <hello>");
    pty.wait_until("the program", |screen| screen.alternate_screen() && screen.contents().contains("text a"));
    assert_ne!(pty.modes(), pty.modes_before);
    pty.send("b");
    pty.wait_for("text ab");
    pty.send("\x1b");
    pty.wait_for("last Esc");
    pty.send("q");
    pty.wait_for("job ended 0");
    pty.exit();
    pty.assert_given_back();
}

#[test]
fn the_mouse_is_given_back_with_the_terminal_and_taken_again() {
    let mut pty = job();
    pty.send("m");
    pty.wait_for("last Char('m')");
    assert!(pty.reports_mouse());
    pty.send("\x1a");
    pty.wait_for("shell got");
    pty.assert_given_back();
    pty.send("\r");
    pty.wait_until("the program", |screen| screen.alternate_screen() && screen.contents().contains("probe 80x24"));
    assert!(pty.reports_mouse());
    pty.send("\x1b[<0;5;3M");
    pty.wait_for("last Press(Left) 4,2");
    pty.send("q");
    pty.wait_for("job ended 0");
    pty.exit();
    pty.assert_given_back();
}

#[test]
fn a_resize_while_stopped_is_noticed() {
    let mut pty = job();
    pty.send("\x1a");
    pty.wait_for("shell got");
    pty.resize(50, 10);
    pty.send("\r");
    pty.wait_for("probe 50x10");
    pty.send("q");
    pty.wait_for("job ended 0");
}

#[test]
fn a_stop_from_outside_is_recovered_from() {
    let mut pty = job();
    let program = pty.child();
    rustix::process::kill_process(program, Signal::STOP).unwrap();
    pty.wait_for("shell got");
    // Nobody could give the terminal back; the shell, or a person at it, sets it as needed.
    assert!(Command::new("stty").arg("-F").arg(terminal_of(program)).arg("sane").status().unwrap().success());
    pty.send("x\r");
    pty.wait_for("probe 80x24");
    pty.wait_until("a clean screen", |screen| !screen.contents().contains("shell got"));
    pty.send("\x1b[B");
    pty.wait_for("last Down");
    pty.send("q");
    pty.wait_for("job ended 0");
}

fn terminal_of(program: rustix::process::Pid) -> String {
    let link = format!("/proc/{}/fd/0", program.as_raw_nonzero());
    std::fs::read_link(link).unwrap().to_str().unwrap().to_owned()
}

#[test]
fn a_stop_signal_from_outside_gives_the_terminal_back() {
    let mut pty = job();
    rustix::process::kill_process(pty.child(), Signal::TSTP).unwrap();
    pty.wait_for("shell got");
    pty.assert_given_back();
    pty.send("\r");
    pty.wait_until("the program", |screen| screen.alternate_screen() && screen.contents().contains("probe 80x24"));
    pty.send("q");
    pty.wait_for("job ended 0");
}

#[test]
fn a_job_in_the_background_leaves_the_terminal_alone() {
    let script = format!(
        "{}; echo stopped; read line; bg; echo behind; read line; echo \"line <$line>\"; fg; echo \"job ended $?\"",
        probe()
    );
    let mut pty = Pty::start(&["sh", "-m", "-c", &script]);
    pty.wait_for("probe 80x24");
    pty.send("\x1a");
    pty.wait_for("stopped");
    pty.send("\r");
    pty.wait_for("behind");
    let before = pty.settled();
    pty.assert_given_back();
    pty.send("hello\r");
    pty.wait_for_bytes(before, "line <hello>");
    pty.wait_for("probe 80x24");
    pty.send("q");
    pty.wait_for("job ended 0");
    pty.exit();
    pty.assert_given_back();
}

#[test]
fn a_stopped_job_can_be_killed() {
    let mut pty = job();
    pty.send("\x1a");
    pty.wait_for("shell got");
    kill_job(&pty);
}

#[test]
fn a_job_stopped_in_the_background_can_be_killed() {
    let script = format!("{} & echo behind; read line; read line", probe());
    let mut pty = Pty::start(&["sh", "-m", "-c", &script]);
    pty.wait_for("behind");
    pty.settled();
    pty.send("\r");
    kill_job(&pty);
}

/// As a shell kills a stopped job: it has to run in order to end. It has to be stopped first: continued before it stops
/// itself, it would stay stopped, as any program would.
fn kill_job(pty: &Pty) {
    let program = pty.child();
    let deadline = Instant::now() + pty::PATIENCE;
    while state(program) != Some('T') {
        assert!(Instant::now() < deadline, "not stopped: {:?}", state(program));
        std::thread::sleep(Duration::from_millis(5));
    }
    rustix::process::kill_process(program, Signal::TERM).unwrap();
    rustix::process::kill_process(program, Signal::CONT).unwrap();
    let deadline = Instant::now() + pty::PATIENCE;
    while state(program).is_some_and(|state| state != 'Z') {
        assert!(Instant::now() < deadline, "still in state {:?}", state(program));
        std::thread::sleep(Duration::from_millis(5));
    }
    pty.assert_given_back();
}

/// The kernel's letter for what a process does; none once it is gone.
fn state(program: rustix::process::Pid) -> Option<char> {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", program.as_raw_nonzero())).ok()?;
    stat.rsplit_once(") ")?.1.chars().next()
}

#[test]
fn stop_and_continue_without_a_shell_redraws() {
    let mut pty = Pty::probe();
    pty.send("m");
    pty.wait_for("last Char('m')");
    pty.signal(Signal::STOP);
    let before = pty.settled();
    pty.signal(Signal::CONT);
    pty.wait_for_bytes(before, "\x1b[?1049h");
    pty.wait_for_bytes(before, "\x1b[2J");
    // Whoever had the terminal meanwhile may have switched it off.
    assert!(pty.written_since(before).contains("\x1b[?1002h"));
    pty.send("q");
    assert_eq!(pty.exit(), 0);
    pty.assert_given_back();
}

#[test]
fn ctrl_z_without_job_control_does_nothing() {
    let mut pty = Pty::probe();
    pty.send("\x1a");
    pty.wait_for("last Char('z')");
    pty.send("k");
    pty.wait_for("last Char('k')");
    pty.send("q");
    assert_eq!(pty.exit(), 0);
    pty.assert_given_back();
}

#[test]
fn a_closed_terminal_ends_it() {
    for mouse in ["", "m"] {
        let mut pty = Pty::probe();
        pty.send(mouse);
        pty.settled();
        pty.close("k");
        assert_eq!(pty.exit(), 129);
    }
}

#[test]
fn a_closed_terminal_ends_it_although_the_signal_never_comes() {
    // GNU env can block a signal; elsewhere there is nothing to test with.
    let able = Command::new("env").args(["--block-signal=HUP", "true"]).status();
    if !able.is_ok_and(|status| status.success()) {
        return;
    }
    let mut pty = Pty::start(&["env", "--block-signal=HUP", &probe()]);
    pty.wait_for("probe 80x24");
    pty.close("k");
    let closed = Instant::now();
    assert_eq!(pty.exit(), 129);
    assert!(closed.elapsed() < Duration::from_secs(2), "{:?}", closed.elapsed());
}
