//! A model too large to be computed while a frame is drawn: what is not there yet is said, and comes by itself.

mod support;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use std::time::{Duration, Instant};
use twoaxes::cli::session::Session;
use twoaxes::cli::{Loaded, Origin};
use twoaxes::engine::Trace;
use twoaxes::explorer::{Key, Preferences};
use twoaxes::scenario::read;
use twoaxes::terminal::Program;
use twoaxes::words::number;

const ROWS: usize = 70;
const SLOTS: usize = 40;
const WORDS: usize = 9_000;
const WIDTH: usize = 16;

fn large() -> String {
    support::large::large(ROWS, SLOTS, WORDS, WIDTH)
}

struct Drawn {
    session: Session,
    terminal: Terminal<TestBackend>,
}

impl Drawn {
    fn open() -> Self {
        Self::of(large())
    }

    fn of(text: String) -> Self {
        let scenario = read(&text, "large.toml").unwrap();
        let loaded = Loaded { scenario, text, origin: Origin::StandardInput };
        let session = Session::new(loaded, Preferences::default());
        Self { session, terminal: Terminal::new(TestBackend::new(120, 36)).unwrap() }
    }

    fn press(&mut self, keys: &str) {
        for key in Key::of_text(keys) {
            self.session.press(key);
        }
    }

    fn screen(&mut self) -> String {
        self.terminal.draw(|frame| self.session.draw(frame)).unwrap();
        let buffer = self.terminal.backend().buffer();
        let line = |y| (0..buffer.area.width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
        (0..buffer.area.height).map(line).collect::<Vec<_>>().join("\n")
    }

    /// The screen once everything on it has been computed.
    fn at_last(&mut self) -> String {
        let start = Instant::now();
        while self.session.model().work().is_some() {
            assert!(start.elapsed() < Duration::from_secs(60), "the work does not end");
            std::thread::sleep(Duration::from_millis(5));
            self.screen();
        }
        self.screen()
    }
}

fn total(trace: &Trace) -> String {
    format!("Σ_t L = {}", number::derived(trace.loss().unwrap(), 9).trim_start())
}

#[test]
fn the_total_loss_comes_from_beside_the_screen() {
    let mut drawn = Drawn::open();
    assert!(!drawn.session.model().trace().is_light());
    let first = drawn.screen();
    assert!(first.contains("Σ_t L: computing"), "{first}");
    // The row shown is there at once.
    assert!(first.contains("L_1 = "), "{first}");
    let last = drawn.at_last();
    let anew = Trace::new(drawn.session.model().givens());
    assert!(last.contains(&total(&anew)), "{}\n{last}", total(&anew));

    // An edit makes it wait again, for its own numbers.
    drawn.press(":set G[1,1] 7<Enter>");
    assert!(drawn.session.model().trace().loss_at_once().is_none());
    let last = drawn.at_last();
    let edited = Trace::new(drawn.session.model().givens());
    assert!(last.contains(&total(&edited)) && total(&edited) != total(&anew), "{last}");
    // Edits in quick succession end what is no longer wanted; undo comes back to what was.
    for _ in 0..20 {
        drawn.press(":nudge G[2,3] +0.1<Enter>");
        drawn.screen();
    }
    drawn.press(&"u".repeat(21));
    assert!(drawn.at_last().contains(&total(&anew)));
}

#[test]
fn rows_come_as_they_are_computed_and_are_right() {
    let mut drawn = Drawn::open();
    drawn.press("H");
    let first = drawn.screen();
    assert!(first.contains("..") && first.contains("word3"), "{first}");
    drawn.press(":row word60<Enter>");
    drawn.press(":word w97<Enter>");
    let last = drawn.at_last();
    let trace = Trace::new(drawn.session.model().givens());
    let grid = drawn.session.model().grid().unwrap();
    for row in grid.rows().range() {
        let chosen = &drawn.session.model().names().words[trace.outlook(row).words.unwrap().chosen];
        let line = last.lines().find(|line| line.contains(&format!("{} word{row} ", row + 1))).unwrap_or_default();
        assert!(line.contains(&format!("{chosen} ")), "row {row} chooses {chosen}: {line}\n{last}");
        assert_eq!(line.matches("1.000").count(), 2, "{line}");
    }
    // The sums over the rows are those of all rows, not of those in view.
    let sums = trace.read_in_all();
    let slot = grid.slots().first;
    assert!(last.contains(&number::derived(sums[slot], 5).trim_start().to_owned()), "{last}");
}

/// What a reading predicts that is seen beside a small one comes as well, though it is not the one shown.
#[test]
fn readings_beside_the_one_shown_are_computed_too() {
    let large = large();
    let (_, body) = large.split_once("[source]").unwrap();
    let body = body.replace("\n[vocab]", "\n[reading.vocab]").replace("\n[[query]]", "\n[[reading.query]]");
    let body = body.replace("\n[tensors]", "\n[reading.tensors]");
    let mut drawn = Drawn::of(format!(
        "format = 1\nid = \"two\"\n[[reading]]\nid = \"small\"\n[reading.source]\nslots = [\"a\"]\n[reading.vocab]\n\
         words = [\"x\"]\n[[reading.query]]\nq = [1]\n[reading.tensors]\nK = [[1]]\nV = [[1]]\nG = [[1]]\n\
         [[reading]]\nid = \"large\"\n[reading.source]{body}"
    ));
    assert!(drawn.session.model().work().is_none(), "nothing of the other is on the screen yet");
    drawn.press("J");
    // Its column of words has no place beside 40 slots here; what is asked for is computed all the same.
    drawn.screen();
    assert!(drawn.session.model().work().is_some() || drawn.session.model().trace_in(1).loss_at_once().is_some());
    drawn.at_last();
    let anew = Trace::new(drawn.session.model().givens_in(1));
    assert_eq!(drawn.session.model().trace_in(1).loss_at_once(), Some(anew.loss()));
    // Shown now, it is there at once.
    drawn.press("a<Enter>");
    assert!(drawn.screen().contains(&total(&anew)), "{}", drawn.screen());
}
