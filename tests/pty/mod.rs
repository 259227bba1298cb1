//! A program in a real pseudo-terminal: keys in, screen out, and everything a terminal remembers afterwards.
//!
//! Nothing in here can hang: every wait has a deadline, the terminal is read by a thread of its own, and a watchdog
//! kills whatever is still running after [`LIMIT`]. A wait that fails shows the screen it was waiting on.
//!
//! ```ignore
//! let mut pty = Pty::start(&probe(), &[]);
//! pty.wait_for("probe 80x24");
//! pty.send("\x1b[A");
//! pty.wait_for("Up");
//! assert_eq!(pty.exit(), 0);
//! ```

// Each test file uses a part of this.
#![allow(dead_code, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod usage;
mod view;

use std::io::{Read, Write};
use std::num::NonZero;
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, Once};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use rustix::process::{Pid, Signal, kill_process};

/// How long a single wait may take. Generous: the machine may be busy with other builds.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// How long a program may live.
pub const LIMIT: Duration = Duration::from_secs(90);

/// What the terminal has received so far.
struct Received {
    terminal: vt100::Parser,
    bytes: Vec<u8>,
}

/// A running program and its terminal.
pub struct Pty {
    master: Option<Box<dyn MasterPty + Send>>,
    writer: Option<Box<dyn Write + Send>>,
    child: Box<dyn Child + Send + Sync>,
    received: Arc<Mutex<Received>>,
    /// The terminal reads nothing while this is set.
    stalled: Arc<AtomicBool>,
    closing: Arc<AtomicBool>,
    reader: Option<JoinHandle<()>>,
    /// The line discipline as it was before the program started.
    pub modes_before: String,
    pub started: Instant,
}

/// How a program is to be started.
pub struct Setup<'a> {
    pub command: Vec<String>,
    pub variables: &'a [(&'a str, &'a str)],
    pub size: (u16, u16),
    pub controlling: bool,
}

impl Setup<'_> {
    pub fn new(command: &[&str]) -> Self {
        Setup {
            command: command.iter().map(|&word| word.to_owned()).collect(),
            variables: &[],
            size: (80, 24),
            controlling: true,
        }
    }

    pub fn start(self) -> Pty {
        let (columns, rows) = self.size;
        let pair = native_pty_system().openpty(size(columns, rows)).unwrap();
        let mut builder = CommandBuilder::new(&self.command[0]);
        builder.args(&self.command[1..]);
        builder.cwd(env!("CARGO_MANIFEST_DIR"));
        let outer = ["NO_COLOR", "COLORTERM", "LINES", "COLUMNS", "LANG", "LC_ALL", "RUST_BACKTRACE", "TMUX", "STY"];
        for name in outer {
            builder.env_remove(name);
        }
        builder.env("TERM", "xterm-256color");
        for (name, value) in self.variables {
            builder.env(name, value);
        }
        builder.set_controlling_tty(self.controlling);
        let modes_before = modes(&*pair.master);
        let started = Instant::now();
        let child = pair.slave.spawn_command(builder).unwrap();
        drop(pair.slave);
        // A terminal that does not know its size has one all the same.
        let cells = |stated, real| NonZero::new(stated).or(NonZero::new(real)).unwrap();
        let terminal = vt100::Parser::new(cells(rows, 24), cells(columns, 80), 0);
        let received = Arc::new(Mutex::new(Received { terminal, bytes: Vec::new() }));
        let (stalled, closing) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
        let reader = {
            let (received, stalled, closing) = (Arc::clone(&received), Arc::clone(&stalled), Arc::clone(&closing));
            let mut output = pair.master.try_clone_reader().unwrap();
            thread::spawn(move || {
                let mut buffer = [0; 8192];
                // The end is reported as an error by some systems.
                while let Ok(length @ 1..) = output.read(&mut buffer) {
                    let Ok(mut received) = received.lock() else { break };
                    received.terminal.process(&buffer[..length]);
                    received.bytes.extend_from_slice(&buffer[..length]);
                    drop(received);
                    while stalled.load(Ordering::SeqCst) {
                        thread::sleep(Duration::from_millis(5));
                    }
                    if closing.load(Ordering::SeqCst) {
                        break;
                    }
                }
            })
        };
        let pty = Pty {
            writer: Some(pair.master.take_writer().unwrap()),
            master: Some(pair.master),
            child,
            received,
            stalled,
            closing,
            reader: Some(reader),
            modes_before,
            started,
        };
        watch(pty.child.process_id());
        pty
    }
}

/// Kills the program if it still runs after [`LIMIT`], so that every wait on it comes to an end.
fn watch(id: Option<u32>) {
    let pid = pid(id);
    thread::spawn(move || {
        thread::sleep(LIMIT);
        let _ = kill_process(pid, Signal::KILL);
    });
}

fn pid(id: Option<u32>) -> Pid {
    Pid::from_raw(i32::try_from(id.unwrap()).unwrap()).unwrap()
}

fn size(columns: u16, rows: u16) -> PtySize {
    PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 }
}

/// Every setting of the line discipline, as text that can be compared.
fn modes(master: &dyn MasterPty) -> String {
    format!("{:?}", master.get_termios().unwrap())
}

impl Pty {
    /// Starts `command` on 80 × 24 cells.
    pub fn start(command: &[&str]) -> Self {
        Setup::new(command).start()
    }

    /// Starts the test bed and waits for its first frame.
    pub fn probe() -> Self {
        let pty = Self::start(&[&probe()]);
        pty.wait_for("probe 80x24");
        pty
    }

    /// The parser is a library as any other: should it loop, waiting for it must not.
    fn received(&self) -> MutexGuard<'_, Received> {
        let deadline = Instant::now() + PATIENCE;
        loop {
            match self.received.try_lock() {
                Ok(received) => return received,
                Err(_) => assert!(Instant::now() < deadline, "the terminal parser does not come to an end"),
            }
            thread::sleep(Duration::from_millis(1));
        }
    }

    pub fn send(&mut self, keys: &str) {
        let writer = self.writer.as_mut().unwrap();
        writer.write_all(keys.as_bytes()).unwrap();
        writer.flush().unwrap();
    }

    /// Sends the pieces one after another with a pause in between; returns the longest pause that came of it.
    pub fn send_slowly(&mut self, pieces: &[&str], pause: Duration) -> Duration {
        let (mut longest, mut last) = (Duration::ZERO, None);
        for piece in pieces {
            if let Some(last) = last {
                thread::sleep(pause);
                self.send(piece);
                longest = longest.max(Instant::elapsed(&last));
            } else {
                self.send(piece);
            }
            last = Some(Instant::now());
        }
        longest
    }

    /// Waits until `condition` holds of the terminal; `what` says it in words.
    pub fn wait_until(&self, what: &str, condition: impl Fn(&vt100::Screen) -> bool) {
        self.wait(what, || condition(self.received().terminal.screen()));
    }

    /// Waits until the program has written `text` since it had written `start` bytes.
    pub fn wait_for_bytes(&self, start: usize, text: &str) {
        self.wait(&format!("the bytes {text:?}"), || self.written_since(start).contains(text));
    }

    fn wait(&self, what: &str, condition: impl Fn() -> bool) {
        let deadline = Instant::now() + PATIENCE;
        while !condition() {
            assert!(Instant::now() < deadline, "waited in vain for {what}; the screen is:\n{}", self.text());
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// Waits until the screen shows `text`.
    pub fn wait_for(&self, text: &str) {
        self.wait_until(&format!("{text:?}"), |screen| screen.contents().contains(text));
    }

    /// How many bytes the program has written.
    pub fn written(&self) -> usize {
        self.received().bytes.len()
    }

    /// What the program has written since it had written `start` bytes.
    pub fn written_since(&self, start: usize) -> String {
        String::from_utf8_lossy(&self.received().bytes[start..]).into_owned()
    }

    /// Waits for output to stop, then says how much there was in all.
    pub fn settled(&self) -> usize {
        let deadline = Instant::now() + PATIENCE;
        let mut written = self.written();
        while Instant::now() < deadline {
            thread::sleep(Duration::from_millis(150));
            let now = self.written();
            if now == written {
                break;
            }
            written = now;
        }
        written
    }

    pub fn resize(&mut self, columns: u16, rows: u16) {
        // Held over both: what the program writes at its new size must not be read at the old one.
        let mut received = self.received();
        self.master.as_ref().unwrap().resize(size(columns, rows)).unwrap();
        if let (Some(rows), Some(columns)) = (NonZero::new(rows), NonZero::new(columns)) {
            received.terminal.set_size(rows, columns);
        }
    }

    /// The line discipline as it is now.
    pub fn modes(&self) -> String {
        modes(&**self.master.as_ref().unwrap())
    }

    pub fn pid(&self) -> Pid {
        pid(self.child.process_id())
    }

    /// The one child of the program, which is a shell.
    pub fn child(&self) -> Pid {
        let shell = self.pid().as_raw_nonzero().to_string();
        let output = Command::new("ps").args(["-A", "-o", "pid=,ppid="]).output().unwrap();
        let listing = String::from_utf8(output.stdout).unwrap();
        let parents = listing.lines().filter_map(|line| line.trim().split_once(char::is_whitespace));
        let children: Vec<&str> = parents.filter(|(_, parent)| parent.trim() == shell).map(|(id, _)| id).collect();
        Pid::from_raw(children[0].parse().unwrap()).unwrap()
    }

    pub fn signal(&self, signal: Signal) {
        kill_process(self.pid(), signal).unwrap();
    }

    /// The terminal stops reading, or goes on.
    pub fn stall(&self, stalled: bool) {
        self.stalled.store(stalled, Ordering::SeqCst);
    }

    /// Closes the terminal. `last_key` must make the program write something: the thread that reads is woken by it.
    pub fn close(&mut self, last_key: &str) {
        self.closing.store(true, Ordering::SeqCst);
        self.send(last_key);
        let reader = self.reader.take().unwrap();
        let deadline = Instant::now() + PATIENCE;
        while !reader.is_finished() {
            assert!(Instant::now() < deadline, "{last_key:?} made the program write nothing");
            thread::sleep(Duration::from_millis(2));
        }
        self.writer = None;
        self.master = None;
    }

    /// Waits for the program to end: its exit status, 1000 if a signal killed it.
    pub fn exit(&mut self) -> u32 {
        let deadline = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                self.finish_reading();
                return if status.signal().is_some() { 1000 } else { status.exit_code() };
            }
            assert!(Instant::now() < deadline, "the program does not end; the screen is:\n{}", self.text());
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// What is still under way is part of the result.
    fn finish_reading(&mut self) {
        let deadline = Instant::now() + Duration::from_secs(2);
        while self.reader.as_ref().is_some_and(|reader| !reader.is_finished()) && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(2));
        }
    }
}

impl Drop for Pty {
    fn drop(&mut self) {
        self.stall(false);
        self.closing.store(true, Ordering::SeqCst);
        let _ = self.child.kill();
        let deadline = Instant::now() + Duration::from_secs(2);
        while matches!(self.child.try_wait(), Ok(None)) && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(2));
        }
    }
}

/// The path of the test bed. `cargo test` builds it along; where only one test file is asked for, it is built here.
pub fn probe() -> String {
    static BUILT: Once = Once::new();
    // target/<profile>/deps/<this test>
    let mut path: PathBuf = std::env::current_exe().unwrap();
    path.pop();
    path.pop();
    path.push("examples/terminal_probe");
    BUILT.call_once(|| {
        if !path.exists() {
            let mut build = Command::new(env!("CARGO"));
            build.args(["build", "--quiet", "--example", "terminal_probe"]).current_dir(env!("CARGO_MANIFEST_DIR"));
            if !cfg!(debug_assertions) {
                build.arg("--release");
            }
            assert!(build.status().unwrap().success());
        }
    });
    path.to_str().unwrap().to_owned()
}
