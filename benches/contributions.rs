//! The view of contributions on a large model. Figures to reach at n = 1,024, |V| = 50,257: a keystroke is a frame
//! (16 ms), and n × |V| numbers (412 MB) are never in memory.
#![allow(missing_docs, clippy::expect_used)]

#[path = "../tests/support/large.rs"]
mod file;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use std::time::{Duration, Instant};
use twoaxes::cli::Beside;
use twoaxes::explorer::{Document, Key, Model, Preferences};
use twoaxes::scenario::read;

const SLOTS: usize = 1024;
const WORDS: usize = 50_257;
const WIDTH: usize = 64;

fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|kilobytes| kilobytes.parse().ok()).unwrap_or(0) / 1024
}

fn main() {
    let scenario = read(&file::large(1, SLOTS, WORDS, WIDTH), "bench").expect("a valid scenario");
    let mut model = Model::new(Document::new(None, "", scenario), Preferences::default());
    let size = (120, 36);
    let mut beside = Beside::default();
    let mut buffer = Buffer::empty(Rect::new(0, 0, size.0, size.1));
    let mut frame = |model: &mut Model, command: &str| {
        let start = Instant::now();
        if command.starts_with('<') {
            Key::of_text(command).into_iter().for_each(|key| drop(model.press(key)));
        } else {
            model.run(command);
        }
        model.resize(size.0, size.1);
        beside.see_to(model, || {});
        buffer.reset();
        twoaxes::view::draw(model, &mut buffer);
        start.elapsed()
    };
    println!("n = {SLOTS}, |V| = {WORDS}, d = {WIDTH}, {size:?}; resident at first {} MB", resident());
    println!("{:<34} {:?}", "first frame", frame(&mut model, "view contributions"));
    let acts = [
        ("a slot down", "<Down>", 200),
        ("a page down", "<C-f>", 20),
        ("a word to the right", "<Right>", 100),
        ("to a word by its name", "word w40000", 20),
        ("another word against", "contrast w7", 20),
        ("another value", "nudge v5[1] +0.1", 20),
        ("another key, which moves all", "nudge k5[1] +0.1", 20),
        ("another number of G", "nudge G[1,7] +0.1", 20),
        ("back to the main screen", "view flow", 1),
        ("another value, there", "nudge v5[1] +0.1", 20),
        ("another key, there", "nudge k5[1] +0.1", 20),
    ];
    for (name, command, times) in acts {
        let mut taken: Vec<Duration> = (0..times).map(|_| frame(&mut model, command)).collect();
        taken.sort_unstable();
        let (median, worst) = (taken[taken.len() / 2], taken[taken.len() - 1]);
        println!("{name:<34} median {median:>10.2?}  worst {worst:>10.2?}  (wanted: 16 ms)");
    }
    println!("resident at last {} MB", resident());
}
