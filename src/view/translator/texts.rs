//! The translations side by side, word below word: the reference, what is chosen while it goes in, and the model's own.

use crate::explorer::{Decoder, End, Feeding, Run, Translating};
use crate::view::canvas::{Canvas, cells_u16};
use crate::words::{Text, translator as say, width};
use ratatui::style::{Modifier, Style};

/// Draws as many of them as there are lines for.
pub fn draw(canvas: &mut Canvas<'_>, decoder: &Decoder, of: &Translating) {
    let (first, lines) = decoder.texts;
    let target = of.sentence().target.as_deref();
    let words = |run: &Run| run.chosen().collect::<Vec<_>>();
    let (free, taught) = (words(of.free()), of.taught().map(words));
    let mut all: Vec<(usize, Option<Vec<usize>>)> = match taught {
        Some(taught) => vec![(0, target.map(<[usize]>::to_vec)), (1, Some(taught)), (2, Some(free))],
        None => vec![(0, None), (2, Some(free))],
    };
    // Of few lines the model's own translation comes first, then the reference.
    match lines {
        0 => return,
        1 => all.retain(|(which, _)| *which == 2),
        2 => all.retain(|(which, _)| *which != 1),
        _ => {}
    }
    let narrow = canvas.width() < 72;
    let labels = if narrow { say::short_labels() } else { [say::reference(), say::taught(), say::free()] };
    let label = cells_u16(labels.iter().map(width::either).max().unwrap_or(0));
    let x = 1 + label + 2;
    let end = canvas.width().saturating_sub(1);
    let texts: Vec<&[usize]> = all.iter().filter_map(|(_, words)| words.as_deref()).collect();
    let columns = columns(of, &texts, of.step(), usize::from(end.saturating_sub(x)));
    for (y, (which, words)) in (first..first + lines).zip(&all) {
        let looked_at = matches!((which, of.feeding()), (1, Feeding::Teacher) | (2, Feeding::Own));
        let style =
            if looked_at { canvas.colours.strong(canvas.colours.text) } else { canvas.ink(canvas.colours.quiet) };
        canvas.say(1, y, x, &labels[*which], style);
        match words {
            Some(words) => line(canvas, of, (x, y, end), &columns, words, target.filter(|_| *which > 0), looked_at),
            None => sentence(canvas, (x, y, end), &say::no_reference()),
        }
        if let (2, End::Limit(_) | End::Broken(_), Some(reason)) = (*which, of.free().end, of.free().end.told()) {
            let text = reason.get(canvas.lang);
            let last = columns.last().map_or(x, |(_, x, cells)| x + cells + 1);
            if usize::from(end.saturating_sub(last)) >= canvas.cells(text) {
                canvas.put_right(end, y, last, text, canvas.ink(canvas.colours.quiet));
            }
        }
    }
}

fn sentence(canvas: &mut Canvas<'_>, (x, y, end): (u16, u16, u16), text: &Text) {
    canvas.say(x, y, end, text, canvas.ink(canvas.colours.quiet));
}

/// Steps in view, each with its left edge and how many cells it has: around the one shown, from the first on if it can be.
/// The first cell of each is for a sign.
fn columns(of: &Translating, texts: &[&[usize]], step: usize, room: usize) -> Vec<(usize, u16, u16)> {
    let count = texts.iter().map(|words| words.len()).max().unwrap_or(0);
    let cells = |at: usize| {
        let widths = texts.iter().filter_map(|words| words.get(at)).map(|word| width::width(of.word_name(*word)));
        widths.max().unwrap_or(1) + 1
    };
    let mut first = 0;
    while first < step && (first..=step).map(cells).sum::<usize>() > room {
        first += 1;
    }
    let mut used = 0;
    let mut all = Vec::new();
    for at in first..count {
        if used + cells(at) > room {
            break;
        }
        all.push((at, cells_u16(used), cells_u16(cells(at))));
        used += cells(at);
    }
    all
}

fn line(
    canvas: &mut Canvas<'_>,
    of: &Translating,
    (x, y, end): (u16, u16, u16),
    columns: &[(usize, u16, u16)],
    words: &[usize],
    target: Option<&[usize]>,
    looked_at: bool,
) {
    let colours = canvas.colours;
    let first_difference =
        target.and_then(|target| (0..words.len().max(target.len())).find(|at| words.get(*at) != target.get(*at)));
    for (at, left, cells) in columns {
        let Some(word) = words.get(*at) else { continue };
        let here = *at == of.step();
        let right = target.is_none_or(|target| target.get(*at) == Some(word));
        let style: Style = match (right, looked_at || target.is_none()) {
            (false, _) => canvas.ink(colours.target),
            (true, true) => canvas.ink(colours.text),
            (true, false) => canvas.ink(colours.quiet),
        };
        let style = if here { style.add_modifier(Modifier::BOLD | Modifier::UNDERLINED) } else { style };
        if first_difference == Some(*at) {
            canvas.mark(x + left, y, "≠", colours.strong(colours.target));
        }
        let name = width::cut(of.word_name(*word), usize::from(cells - 1));
        canvas.put(x + left + 1, y, end.min(x + left + cells), &name, style);
    }
    let quiet = canvas.ink(colours.quiet);
    if columns.first().is_some_and(|(at, ..)| *at > 0) {
        canvas.mark(x.saturating_sub(1), y, "‹", quiet);
    }
    if columns.last().is_some_and(|(at, ..)| at + 1 < words.len()) {
        canvas.mark(end, y, "›", quiet);
    }
}
