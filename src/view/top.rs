//! The lines at the top: below the title the ribbon of stages, what stayed, the two axis heads.

use super::canvas::{Canvas, cells_u16};
use super::derived::WRONG;
use super::title;
use crate::engine::{Mark, Stage};
use crate::explorer::{Differs, Layout, Model, Order, View, Window};
use crate::words::{Text, given, gradients, mistakes, reading, screen, teach, width};

/// Draws them.
pub fn draw(canvas: &mut Canvas<'_>, model: &Model, layout: &Layout) {
    above(canvas, model, layout);
    let ends = (layout.left, layout.right);
    heads_between(canvas, model, layout, ends, (layout.source.window, layout.vocab.window));
}

/// The two heads on some line.
pub fn heads_at(canvas: &mut Canvas<'_>, model: &Model, layout: &Layout, y: u16) {
    let ends = (layout.left, layout.right);
    heads_on(canvas, model, y, (ends, layout.size.0), (layout.source.window, layout.vocab.window));
}

/// What stands above the heads.
pub fn above(canvas: &mut Canvas<'_>, model: &Model, layout: &Layout) {
    title::draw(canvas, model, layout);
    if let Some(y) = layout.rows.ribbon {
        ribbon(canvas, model, y);
    }
    if let Some(y) = layout.rows.said {
        let quiet = canvas.ink(canvas.colours.quiet);
        let moved = canvas.ink(canvas.colours.moved);
        let style = if model.differs().any() { moved } else { quiet };
        let room = usize::from(layout.size.0.saturating_sub(2));
        // Of a step of the translator it is said that what is changed is the direct path, and what it does in full.
        let of_step = model.step_effect_said();
        let of_step = of_step.as_deref().and_then(|forms| model.fitting(forms, room));
        canvas.say(1, y, layout.size.0 - 1, &of_step.cloned().unwrap_or_else(|| said(model)), style);
    }
}

/// `q K V G → e → α → c → z → p → L`, each with a cell for its mark.
fn ribbon(canvas: &mut Canvas<'_>, model: &Model, y: u16) {
    let differs = model.differs();
    let any = differs.any();
    let quiet = canvas.ink(canvas.colours.quiet);
    let moved = canvas.colours.strong(canvas.colours.moved);
    let mut x = 1;
    let limit = canvas.width();
    // A narrow screen closes the gaps, so that the ribbon still ends in L.
    let (gap, arrow) = if limit >= 52 { (1, "→ ") } else { (0, "→") };
    let put = |canvas: &mut Canvas<'_>, x: u16, symbol: &str, mark: Option<Mark>| {
        let (style, sign) = match mark {
            Some(Mark::Moved) => (moved, "*"),
            Some(Mark::WithinRounding) => (quiet, "≈"),
            Some(Mark::Same) if any => (quiet, "="),
            _ => (quiet, " "),
        };
        let after = canvas.put(x, y, limit, symbol, style);
        canvas.put(after, y, limit, sign, style) + gap
    };
    for (symbol, changed) in differs.always() {
        x = put(canvas, x, symbol, Some(if changed { Mark::Moved } else { Mark::Same }));
    }
    for symbol in differs.joining() {
        x = put(canvas, x, symbol, Some(Mark::Moved));
    }
    for stage in Stage::ALL {
        x = canvas.put(x, y, limit, arrow, quiet);
        let no_loss = stage == Stage::Loss && model.givens().targets[model.row()].is_none();
        if no_loss || !model.shows_stage(stage) {
            x = put(canvas, x, symbol(stage), None);
        } else if model.mistake().is_none() {
            x = put(canvas, x, symbol(stage), Some(model.comparison().stage(model.row(), stage)));
        } else if model.is_wrong(model.row(), stage) {
            let after = canvas.put(x, y, limit, symbol(stage), canvas.ink(canvas.colours.text));
            x = canvas.put(after, y, limit, WRONG, canvas.colours.wrong()) + gap;
        } else {
            x = put(canvas, x, symbol(stage), None);
        }
    }
    row_and_prefix(canvas, model, y, x);
}

/// Which row, and what it may know, at the right end of a line that is taken up to `x`: the prefix is cut before the
/// row's number is.
pub fn row_and_prefix(canvas: &mut Canvas<'_>, model: &Model, y: u16, x: u16) {
    let (limit, quiet) = (canvas.width(), canvas.ink(canvas.colours.quiet));
    let rows = model.givens().rows();
    let row = if rows > 1 { format!("t={}/{rows} ", model.row() + 1) } else { String::new() };
    let end = limit.saturating_sub(1);
    let room = usize::from(end.saturating_sub(x + 2));
    let prefix = model.names().prefixes.get(model.row()).and_then(Option::as_ref);
    let with_prefix = prefix.map(|prefix| {
        let left_over = room.saturating_sub(canvas.cells(&row) + 4);
        (left_over >= width::width(prefix).min(6)).then(|| format!("{row}{} ▸ ?", width::cut(prefix, left_over)))
    });
    let text = with_prefix.flatten().unwrap_or_else(|| row.trim_end().to_owned());
    if canvas.cells(&text) <= room {
        canvas.put_right(end, y, x, &text, quiet);
    }
}

/// The symbol of a stage.
pub fn symbol(stage: Stage) -> &'static str {
    match stage {
        Stage::Scores => "e",
        Stage::Attention => "α",
        Stage::Context => "c",
        Stage::Logits => "z",
        Stage::Probabilities => "p",
        Stage::Loss => "L",
    }
}

fn said(model: &Model) -> Text {
    let differs = model.differs();
    // What stayed and what moved is not told before it is seen.
    if !model.revealed().is_whole() {
        return if model.tour().is_playing() { teach::hidden_in_tour() } else { teach::hidden() };
    }
    if !differs.any() {
        return if model.state().branch.is_some() { screen::branch_is_baseline() } else { screen::all_as_baseline() };
    }
    if !differs.here() {
        return screen::other_rows_changed(&rows_of(differs));
    }
    let changed: Vec<&str> = differs.changed().into_iter().chain(differs.joining()).collect();
    // The lesson's warning: a word is not one cause.
    let with_words = differs.moved_with_words();
    if with_words.len() > 1 && differs.source_embeddings && differs.elsewhere.is_empty() {
        return given::words_move(&changed.join(", "), &with_words.join(", "), &with_words.join("、"));
    }
    let has_target = model.givens().targets[model.row()].is_some();
    let (mut same, mut near, mut moved) = (Vec::new(), Vec::new(), Vec::new());
    for stage in Stage::ALL.into_iter().filter(|stage| has_target || *stage != Stage::Loss) {
        match model.comparison().stage(model.row(), stage) {
            Mark::Same => same.push(symbol(stage)),
            Mark::WithinRounding => near.push(symbol(stage)),
            Mark::Moved => moved.push(symbol(stage)),
        }
    }
    let said = screen::what_stayed(&changed, differs.elsewhere.is_empty(), &same, &near, &moved);
    if !differs.elsewhere.is_empty() {
        return screen::and_other_rows(&said, &rows_of(differs));
    }
    // What the row shown does not feel may still move others.
    let here = moved.contains(&"L");
    if !here && model.givens().rows() > 1 && model.comparison().total_loss_at_once() == Some(Mark::Moved) {
        return screen::and_total_moved(&said);
    }
    said
}

/// The rows by number; three and more that follow each other by the first and the last.
fn rows_of(differs: &Differs) -> Vec<String> {
    let follow = differs.elsewhere.chunk_by(|a, b| a + 1 == *b);
    follow
        .flat_map(|run| match run {
            [first, _, .., last] => vec![format!("{}-{}", first + 1, last + 1)],
            run => run.iter().map(|row| (row + 1).to_string()).collect(),
        })
        .collect()
}

/// That a mistake is on, and which: on the line kept for what stayed, or the first there is; it is never left out.
pub fn mistake(canvas: &mut Canvas<'_>, model: &Model, layout: &Layout) {
    // No mistake touches the translator's numbers.
    let Some(mistake) = model.mistake().filter(|_| model.view() != View::Decoder) else { return };
    let rows = layout.rows;
    let y = match model.view() {
        View::Big => rows.title.map_or(0, |y| y + 1),
        View::Flow
        | View::Rows
        | View::Readings
        | View::Parameters
        | View::Contributions
        | View::Gradients
        | View::Plane
        | View::Decoder
        | View::Training
        | View::Study => rows.said.or(rows.ribbon).or(rows.title).unwrap_or(rows.footer),
    };
    let title = mistakes::title(mistake);
    let style = canvas.colours.wrong();
    let room = usize::from(canvas.width().saturating_sub(2));
    let forward = mistake.touches(Stage::Loss);
    let idle =
        model.mistaken().is_some_and(|mistaken| mistaken.difference_of(&mistaken.row(model.row())).reason().is_some());
    let long = match (idle, forward) {
        // Whether it makes a difference follows from numbers that are hidden.
        _ if !model.revealed().is_whole() => reading::mistake_banner_hidden(&title),
        (true, _) => reading::mistake_banner_idle(&title),
        (false, true) => reading::mistake_banner(&title),
        (false, false) => reading::mistake_banner_gradient(&title),
    };
    let forms = [long, reading::mistake_banner_short(&title)];
    let text = forms.iter().find(|text| width::either(text) <= room).unwrap_or(&forms[1]);
    canvas.clear_line(y, style);
    canvas.say(1, y, canvas.width(), text, style);
}

/// The two heads over gradients, which say so.
pub fn heads_of_gradients(canvas: &mut Canvas<'_>, model: &Model, layout: &Layout) {
    let y = layout.rows.heads;
    let (source, vocab) = (canvas.colours.source, canvas.colours.vocab);
    let (slots, words) = (layout.source.window, layout.vocab.window);
    let with = |shown: Vec<Text>| -> Vec<Text> {
        shown.iter().map(gradients::in_head).chain([gradients::in_short_head()]).collect()
    };
    let shown = with(screen::slots_shown(slots.first + 1, slots.first + slots.shown, slots.total));
    head(canvas, y, (0, layout.left), &screen::source_axis(), &shown, canvas.colours.band(source));
    let (first, last) = (words.first + 1, words.first + words.shown);
    let shown = with(match model.list().order() {
        Order::Number => screen::words_shown(first, last, words.total),
        Order::Probability => screen::ranks_shown(first, last, words.total),
    });
    head(canvas, y, (layout.right, layout.size.0), &screen::vocab_axis(), &shown, canvas.colours.band(vocab));
}

/// The two heads, each with what of its axis is shown: source up to one column, vocab from another on.
pub fn heads_between(
    canvas: &mut Canvas<'_>,
    model: &Model,
    layout: &Layout,
    ends: (u16, u16),
    windows: (Window, Window),
) {
    heads_on(canvas, model, layout.rows.heads, (ends, layout.size.0), windows);
}

fn heads_on(
    canvas: &mut Canvas<'_>,
    model: &Model,
    y: u16,
    ((left, right), end): ((u16, u16), u16),
    (slots, words): (Window, Window),
) {
    let (source, vocab) = (canvas.colours.source, canvas.colours.vocab);
    let shown = screen::slots_shown(slots.first + 1, slots.first + slots.shown, slots.total);
    head(canvas, y, (0, left), &screen::source_axis(), &shown, canvas.colours.band(source));
    let (first, last) = (words.first + 1, words.first + words.shown);
    let shown = match model.list().order() {
        Order::Number => screen::words_shown(first, last, words.total),
        Order::Probability => screen::ranks_shown(first, last, words.total),
    };
    head(canvas, y, (right, end), &screen::vocab_axis(), &shown, canvas.colours.band(vocab));
}

/// One head: its name, and what of its axis is shown in the first form that fits.
pub fn head(
    canvas: &mut Canvas<'_>,
    y: u16,
    (start, end): (u16, u16),
    name: &Text,
    shown: &[Text],
    band: ratatui::style::Style,
) {
    canvas.fill(start, y, end, " ", band);
    canvas.say(start + 1, y, end, name, band);
    // The name takes the same room in both languages.
    let x = start + 1 + cells_u16(width::either(name)) + 2;
    let room = usize::from(end.saturating_sub(x));
    match shown.iter().find(|shown| width::either(shown) <= room) {
        Some(shown) => canvas.say(x, y, end, shown, band),
        None => x,
    };
}
