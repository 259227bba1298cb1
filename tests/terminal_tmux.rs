//! Through a real tmux, where there is one: what it hands on of the clipboard and of the mouse.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

mod pty;

use std::path::Path;
use std::process::{Command, Output};

use pty::{Pty, Setup, probe};

/// A tmux of its own with the probe in it; it ends with this.
struct Tmux {
    folder: tempfile::TempDir,
    pty: Pty,
}

impl Tmux {
    /// `None` on a machine that has no tmux.
    fn start(settings: &str) -> Option<Self> {
        Command::new("tmux").arg("-V").output().ok()?;
        let folder = tempfile::tempdir().unwrap();
        let (path, probe) = (folder.path().to_str().unwrap(), probe());
        let file = folder.path().join("settings");
        std::fs::write(&file, settings).unwrap();
        let command = ["tmux", "-u", "-f", file.to_str().unwrap(), "new-session", &probe];
        let pty = Setup { variables: &[("TMUX_TMPDIR", path)], ..Setup::new(&command) }.start();
        // The last line is tmux's own.
        pty.wait_for("probe 80x23");
        Some(Self { folder, pty })
    }

    fn ask(&self, command: &str) -> Output {
        asked(self.folder.path(), command)
    }
}

impl Drop for Tmux {
    fn drop(&mut self) {
        asked(self.folder.path(), "kill-server");
    }
}

fn asked(folder: &Path, command: &str) -> Output {
    Command::new("tmux").env("TMUX_TMPDIR", folder).env_remove("TMUX").arg(command).output().unwrap()
}

#[test]
fn a_copy_arrives_with_either_setting_and_shows_nowhere() {
    for (settings, kept) in [("set -s set-clipboard on", true), ("set -gwq allow-passthrough on", false)] {
        let Some(mut tmux) = Tmux::start(settings) else { return };
        tmux.pty.send("\x1b[200~昨天 1/3\x1b[201~");
        tmux.pty.wait_for("pasted \"昨天 1/3\"");
        let before = tmux.pty.text();
        tmux.pty.send("y");
        tmux.pty.wait_for_bytes(0, "5pio5aSpIDEvMw==\x07");
        tmux.pty.wait_for("last Char('y')");
        tmux.pty.settled();
        let lines = |text: &str| text.lines().skip(3).take(15).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(lines(&tmux.pty.text()), lines(&before));
        if kept {
            assert_eq!(tmux.ask("show-buffer").stdout, "昨天 1/3".as_bytes());
        }
        tmux.pty.send("q");
        assert_eq!(tmux.pty.exit(), 0);
    }
}

#[test]
fn the_mouse_arrives() {
    let Some(mut tmux) = Tmux::start("") else { return };
    assert!(!tmux.pty.reports_mouse());
    tmux.pty.send("m");
    tmux.pty.wait_for("last Char('m')");
    tmux.pty.settled();
    assert!(tmux.pty.reports_mouse());
    for (report, shown) in [("\x1b[<0;5;3M", "last Press(Left) 4,2"), ("\x1b[<65;9;9M", "last WheelDown 8,8")] {
        tmux.pty.send(report);
        tmux.pty.wait_for(shown);
    }
    tmux.pty.send("q");
    assert_eq!(tmux.pty.exit(), 0);
}
