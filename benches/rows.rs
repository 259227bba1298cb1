//! The view of all rows on a large model: every frame while the rest is being computed beside the screen.
//!
//! Figures to reach at T = 512, n = 512, |V| = 50,257: no frame over 16 ms, memory far below T × |V| numbers (206 MB a
//! tensor).
#![allow(missing_docs, clippy::expect_used)]

#[path = "../tests/support/large.rs"]
mod file;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use std::time::{Duration, Instant};
use twoaxes::cli::Beside;
use twoaxes::explorer::{Document, Key, Model, Preferences};
use twoaxes::scenario::read;

const ROWS: usize = 512;
const SLOTS: usize = 512;
const WORDS: usize = 50_257;
const WIDTH: usize = 64;

fn large() -> Model {
    let text = file::large(ROWS, SLOTS, WORDS, WIDTH) + "[scorer]\nkind = \"scaled-dot\"";
    let scenario = read(&text, "bench").expect("a valid scenario");
    Model::new(Document::new(None, "", scenario), Preferences::default())
}

fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|kilobytes| kilobytes.parse().ok()).unwrap_or(0) / 1024
}

fn main() {
    let mut model = large();
    let mut beside = Beside::default();
    let size = (120, 36);
    model.resize(size.0, size.1);
    let mut buffer = Buffer::empty(Rect::new(0, 0, size.0, size.1));
    let mut frame = |model: &mut Model, act: &dyn Fn(&mut Model)| {
        let start = Instant::now();
        act(model);
        model.resize(size.0, size.1);
        beside.see_to(model, || {});
        buffer.reset();
        twoaxes::view::draw(model, &mut buffer);
        start.elapsed()
    };
    println!("T = {ROWS}, n = {SLOTS}, |V| = {WORDS}, {size:?}; resident at first {} MB", resident());
    let press = |keys: &'static str| {
        move |model: &mut Model| {
            for key in Key::of_text(keys) {
                model.press(key);
            }
        }
    };
    let command = |text: &'static str| move |model: &mut Model| drop(model.run(text));
    let first = frame(&mut model, &command("view rows"));
    println!("{:<44} {first:?}", "first frame of all rows");
    type Act = (&'static str, usize, Box<dyn Fn(&mut Model)>);
    let acts: [Act; 12] = [
        ("a row down", 200, Box::new(press("<Down>"))),
        ("a page down", 20, Box::new(press("<C-f>"))),
        ("a slot to the right", 100, Box::new(press("<Right>"))),
        ("to a row by its name", 20, Box::new(command("row word300"))),
        ("to a slot by its name", 20, Box::new(command("slot s499"))),
        ("to a word by its name", 20, Box::new(command("word w40000"))),
        ("transpose", 20, Box::new(press("O"))),
        (
            "mask a cell",
            20,
            Box::new(|model| {
                model.run("slot s3");
                model.press(Key::of_text("m")[0]);
            }),
        ),
        ("another key, which moves every row", 20, Box::new(command("nudge k5[1] +0.1"))),
        ("another number of G", 20, Box::new(command("nudge G[1,7] +0.1"))),
        ("compare", 2, Box::new(command("compare dot"))),
        (
            "back to the main screen and again",
            20,
            Box::new(|model| {
                model.run("view flow");
                model.run("view rows");
            }),
        ),
    ];
    for (name, times, act) in acts {
        let mut taken: Vec<Duration> = (0..times).map(|_| frame(&mut model, &*act)).collect();
        taken.sort_unstable();
        let (median, worst) = (taken[taken.len() / 2], taken[taken.len() - 1]);
        println!("{name:<44} median {median:>10.2?}  worst {worst:>10.2?}  (wanted: 16 ms)");
    }
    let start = Instant::now();
    while model.work().is_some() {
        beside.see_to(&model, || {});
        std::thread::sleep(Duration::from_millis(5));
    }
    println!("{:<44} {:?}", "the total loss after the last edit", start.elapsed());
    println!("resident at last {} MB", resident());
}
