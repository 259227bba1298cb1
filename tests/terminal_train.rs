//! `train` on a terminal: one line of progress that is written over, and Ctrl-C.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

mod pty;

use pty::{Pty, Setup};

/// A training that would take days.
const LONG: [&str; 8] =
    [env!("CARGO_BIN_EXE_twoaxes"), "--lang", "en", "train", "--width", "8", "--sentences", "100000000"];

#[test]
fn progress_is_one_line_that_is_written_over() {
    for columns in [80, 30] {
        let mut pty = Setup { size: (columns, 24), ..Setup::new(&LONG) }.start();
        pty.wait_for("step ");
        let start = pty.written();
        // A few lines over one another.
        for _ in 0..4 {
            pty.wait_for_bytes(pty.written(), "\x1b[K");
        }
        let text = pty.text();
        let filled: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        assert!(filled.len() == 1 && filled[0].starts_with("step "), "{text}");
        assert_eq!(filled[0].contains("recipients"), columns == 80, "{text}");
        // Ctrl-C comes from the line discipline, which the program leaves as it is.
        pty.send("\x03");
        assert_eq!(pty.exit(), 130);
        let told = pty.written_since(start);
        assert!(
            told.contains("interrupted after step ") && told.contains("without --output nothing is kept"),
            "{told}"
        );
        assert!(told.contains("\"interrupted\":true"), "{told}");
    }
}

#[test]
fn a_file_to_go_on_with_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.safetensors");
    let mut pty = Pty::start(&[&LONG[..], &["--output", file.to_str().unwrap()]].concat());
    pty.wait_for("step ");
    pty.send("\x03");
    assert_eq!(pty.exit(), 130);
    let told = pty.written_since(0);
    assert!(told.contains("; go on with --resume "), "{told}");
    assert!(file.exists());
}
