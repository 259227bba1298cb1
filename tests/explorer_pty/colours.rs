//! Fewer colours, or none: what is shown can still be told apart.

use std::collections::BTreeSet;

use twoaxes::terminal::Depth;

use super::explorer::{Explorer, Start};

fn started(variables: &[(&str, &str)], depth: Depth) -> Explorer {
    // `run` compares every cell with the library's frame in as many colours.
    Start { variables, depth, ..Start::default() }.run()
}

/// Row and column of a text on the screen.
fn place(explorer: &Explorer, wanted: &str) -> (u16, u16) {
    let text = explorer.text();
    let (row, line) = text.lines().enumerate().find(|(_, line)| line.contains(wanted)).unwrap();
    let column = line[..line.find(wanted).unwrap()].chars().count();
    (u16::try_from(column).unwrap(), u16::try_from(row).unwrap())
}

/// Heads, focus and chosen branch stand out from plain text, and ink from its ground.
fn readable(explorer: &mut Explorer) {
    let plain = explorer.look(1, 10);
    let source = place(explorer, "SOURCE AXIS");
    let vocab = place(explorer, "VOCAB AXIS");
    for head in [source, vocab] {
        let look = explorer.look(head.0, head.1);
        assert_ne!((look.1, look.3), (plain.1, plain.3), "an axis head is a band");
    }
    // The gap between the heads parts them where their colours do not.
    let gap = explorer.look(vocab.0 - 2, vocab.1);
    assert_eq!((gap.1, gap.3), (plain.1, plain.3), "the heads are two");
    let tab = place(explorer, "baseline");
    assert_ne!(explorer.look(tab.0, tab.1), explorer.look(place(explorer, "only q").0, tab.1), "the chosen branch");
    let focus = place(explorer, "1.00");
    let beside = place(explorer, "0.00");
    assert_ne!(explorer.look(focus.0, focus.1), explorer.look(beside.0, beside.1), "the focus");
    explorer.press("<Right>");
    assert_ne!(explorer.look(focus.0, focus.1), explorer.look(beside.0, beside.1), "the focus has moved");
    let frame = explorer.frame();
    for row in 0..24 {
        for column in 0..80 {
            let (ink, ground, ..) = explorer.look(column, row);
            let told = ink != ground || ink == vt100::Color::Default || frame[(column, row)].symbol() == " ";
            assert!(told, "ink on its own colour at {column}, {row}");
        }
    }
}

/// Every SGR parameter that was written.
fn attributes(explorer: &Explorer) -> BTreeSet<String> {
    let text = explorer.written_since(0);
    let sequences = text.split("\x1b[").filter_map(|rest| {
        let (parameters, _) = rest.split_once('m')?;
        parameters.chars().all(|c| c.is_ascii_digit() || ";:".contains(c)).then_some(parameters)
    });
    sequences.flat_map(|parameters| parameters.split([';', ':'])).map(str::to_owned).collect()
}

#[test]
fn no_colour_at_all() {
    for variables in [&[("NO_COLOR", "1"), ("COLORTERM", "truecolor")][..], &[("TERM", "dumb")]] {
        let mut explorer = started(variables, Depth::Mono);
        readable(&mut explorer);
        explorer.press("<Tab>").press("<Down>").press(":").press("<Esc>").press("?").press("<Esc>");
        let plain = ["", "0", "1", "3", "4", "7", "22", "23", "24", "27"];
        let coloured: Vec<String> =
            attributes(&explorer).into_iter().filter(|parameter| !plain.contains(&parameter.as_str())).collect();
        assert!(coloured.is_empty(), "{coloured:?}");
    }
}

#[test]
fn sixteen_colours() {
    let mut explorer = started(&[("TERM", "xterm")], Depth::Sixteen);
    readable(&mut explorer);
    let (source, vocab) = (place(&explorer, "SOURCE AXIS"), place(&explorer, "VOCAB AXIS"));
    assert_ne!(explorer.look(source.0, source.1).1, explorer.look(vocab.0, vocab.1).1, "the axes' colours");
    explorer.press("<Tab>").press("?").press("<Esc>");
    assert!(!attributes(&explorer).contains("38") && !attributes(&explorer).contains("48"));
}

#[test]
fn indexed_colours() {
    for variables in [&[][..], &[("TERM", "screen-256color"), ("COLORTERM", "truecolor")]] {
        let mut explorer = started(variables, Depth::Indexed);
        readable(&mut explorer);
        let (source, vocab) = (place(&explorer, "SOURCE AXIS"), place(&explorer, "VOCAB AXIS"));
        assert_ne!(explorer.look(source.0, source.1).1, explorer.look(vocab.0, vocab.1).1, "the axes' colours");
        assert!(!explorer.written_since(0).contains("8;2;"));
    }
}
