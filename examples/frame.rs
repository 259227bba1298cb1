//! Prints the main screen of r72 without a terminal: `cargo run --example frame -- 80x24 en '<Right>0<Enter>'`.
#![allow(clippy::print_stdout, clippy::unwrap_used)]
use ratatui::{buffer::Buffer, layout::Rect};
use std::sync::Arc;
use twoaxes::engine::*;
use twoaxes::explorer::*;
use twoaxes::scenario::*;
use twoaxes::words::{Lang, Text};

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let (w, h) = args[1].split_once('x').unwrap();
    let size = (w.parse().unwrap(), h.parse().unwrap());
    let givens = Givens {
        queries: Lines::new(2, &[1., 0.]),
        keys: Lines::new(2, &[1., 0., 0., 1., 1., 1.]),
        values: Lines::new(2, &[2., 0., 0., 4., 1., 2.]),
        head: Lines::from_rows_by_column(2, 3, &[2., 0., 0., 0., 1., 0.]),
        bias: vec![None],
        scorer: Scorer::new(ScorerKind::Dot, 2),
        mask: Mask::none(3),
        targets: vec![Some(0)],
    };
    let set = |tensor, region, numbers: &[f64]| Setting { address: Address::Numbers { tensor, region }, value: Value::Numbers(numbers.to_vec()) };
    let scenario = Scenario {
        id: "r72".into(),
        title: Some(Text::new("three slots → him", "三槽 → him")),
        about: None,
        names: Arc::new(Names {
            slots: ["他", "书", "昨天"].map(String::from).to_vec(),
            words: ["him", "book", "yesterday"].map(String::from).to_vec(),
            prefixes: vec![Some("BOS I gave".into())],
        }),
        givens,
        interventions: Arc::from(vec![
            Intervention { id: "only-q".into(), title: Some(Text::new("only q", "只改 q")), set: vec![set(Tensor::Queries, Region::Row(0), &[0., 1.])] },
            Intervention { id: "only-v2".into(), title: Some(Text::new("only v2", "只改 v2")), set: vec![set(Tensor::Values, Region::Row(1), &[0., 8.])] },
        ]),
        steps: Arc::from(vec![]),
    };
    let prefs = Preferences { lang: if args[2] == "zh" { Lang::Zh } else { Lang::En }, theme: Theme::Dark, ascii: args.get(4).is_some() };
    let mut model = Model::new(Document::new(None, "", scenario), prefs);
    model.resize(size.0, size.1);
    for key in Key::of_text(args.get(3).map_or("", String::as_str)) {
        model.press(key);
    }
    let mut buffer = Buffer::empty(Rect::new(0, 0, size.0, size.1));
    twoaxes::view::draw(&model, &mut buffer);
    for y in 0..size.1 {
        let mut line = String::new();
        let mut skip = 0;
        for x in 0..size.0 {
            if skip > 0 { skip -= 1; continue; }
            let s = buffer[(x, y)].symbol();
            line.push_str(s);
            skip = twoaxes::words::width::width(s).saturating_sub(1);
        }
        println!("{}", line.trim_end());
    }
}
