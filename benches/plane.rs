//! Key to finished frame in the view of keys and values as points: a point pushed, everything that follows, both pictures.
//!
//! Figures to reach: 16 ms at 120×36 with 4,096 slots and 100,000 words, in components and in principal directions.
#![allow(missing_docs, clippy::expect_used)]

#[path = "../tests/support/large.rs"]
mod file;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use std::time::{Duration, Instant};
use twoaxes::explorer::{Document, Model, Preferences};
use twoaxes::scenario::{builtin, read};

fn explorer(text: &str) -> Model {
    let scenario = read(text, "bench").expect("a valid scenario");
    Model::new(Document::new(None, text, scenario), Preferences::default())
}

fn frame(model: &mut Model, buffer: &mut Buffer, command: &str) -> Duration {
    let start = Instant::now();
    model.run(command);
    model.resize(buffer.area.width, buffer.area.height);
    buffer.reset();
    twoaxes::view::draw(model, buffer);
    start.elapsed()
}

fn main() {
    let r72 = builtin::find("r72").expect("built in").text.to_owned();
    let scaled = "[scorer]\nkind = \"scaled-dot\"";
    let models = [
        ("r72", r72),
        ("4096 slots, 100000 words, 16 numbers", file::large(1, 4096, 100_000, 16) + scaled),
        ("4096 slots, 100000 words, 64 numbers", file::large(1, 4096, 100_000, 64) + scaled),
    ];
    for (name, text) in models {
        let mut model = explorer(&text);
        let mut buffer = Buffer::empty(Rect::new(0, 0, 120, 36));
        // The same edit on the main screen, for comparison.
        let push = |turn: usize| if turn.is_multiple_of(2) { "nudge q[1] +0.1" } else { "nudge q[1] -0.1" };
        let mut taken: Vec<Duration> = (0..40).map(|turn| frame(&mut model, &mut buffer, push(turn))).collect();
        taken.sort_unstable();
        println!("{name}: q nudged on the main screen: median {:.2?}", taken[taken.len() / 2]);
        println!("{name}: first frame {:.2?}", frame(&mut model, &mut buffer, "view plane"));
        for choice in ["plane value 1 2", "plane value principal", "plane key principal", "plane sweep on"] {
            println!("  {choice}: {:.2?}", frame(&mut model, &mut buffer, choice));
            let start = Instant::now();
            let picture = model.picture().expect("the pictures");
            let placed = start.elapsed();
            let values = picture.values.as_ref().expect("a picture");
            let won = model.won(values).expect("regions");
            let regions = start.elapsed() - placed;
            let words: std::collections::BTreeSet<usize> = won.winners.iter().copied().collect();
            println!("    points placed in {placed:.2?}, regions of {} words in {regions:.2?}", words.len());
            for (what, focus) in [("q", "focus q[1]"), ("v_2", "focus v2[1]")] {
                frame(&mut model, &mut buffer, focus);
                let push = |turn: usize| if turn.is_multiple_of(2) { "push right 0.1" } else { "push left 0.1" };
                let mut taken: Vec<Duration> = (0..40).map(|turn| frame(&mut model, &mut buffer, push(turn))).collect();
                taken.sort_unstable();
                let (median, worst) = (taken[taken.len() / 2], taken[taken.len() - 1]);
                println!("    {what} pushed: median {median:.2?}  worst {worst:.2?}  (wanted: 16 ms)");
            }
        }
    }
}
