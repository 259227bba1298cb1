//! The study screen: for the part shown a row a condition, its seeds as points on one axis, mean and spread beside them.

use crate::explorer::{Layout, Model, StudyScreen, Studying};
use crate::translator::study::{Condition, Measure};
use crate::view::canvas::{Canvas, cells_u16};
use crate::words::{number, translator_study as say, width};

/// Draws it; gives the cell of the condition that is pointed at.
pub fn draw(
    canvas: &mut Canvas<'_>,
    model: &Model,
    layout: &Layout,
    screen: &StudyScreen,
    of: &Studying,
) -> Option<(u16, u16)> {
    let colours = canvas.colours;
    let (text, quiet, strong) = (canvas.ink(colours.text), canvas.ink(colours.quiet), colours.strong(colours.text));
    let end = canvas.width().saturating_sub(1);
    if let Some(y) = layout.rows.title {
        let x = canvas.put(1, y, end, of.part().name(), strong);
        canvas.say(x + 2, y, end, &say::part_title(of.part()), quiet);
    }
    progress(canvas, model, screen.progress, of);
    head(canvas, model, screen, of);
    let scale = Scale::of(of, screen);
    // Where one of the names has no room, none is told in full.
    let is_long = |condition: &Condition| width::width(&condition.id()) > usize::from(screen.names);
    let tight = of.part().conditions().iter().any(is_long);
    for (y, (at, condition)) in (screen.first..).zip(of.part().conditions().into_iter().enumerate()) {
        let pointed = at == of.at();
        let id = condition.id();
        let name = width::cut(if tight { short(&id) } else { &id }, usize::from(screen.names));
        if pointed {
            canvas.put(0, y, 1, "▸", strong);
        }
        canvas.put(1, y, screen.names + 1, &name, if pointed { strong } else { text });
        plot(canvas, screen, y, scale.as_ref(), of, condition);
        let Some(summary) = of.summary(condition) else { continue };
        let mean = said(of.measure(), summary.mean, FIGURE);
        let told = match summary.spread.filter(|_| screen.spread) {
            Some(spread) => format!("{mean} ± {}", said(of.measure(), spread, FIGURE)),
            None => mean,
        };
        canvas.put_right(end, y, screen.plot.1, &told, if pointed { strong } else { text });
    }
    if let Some(scale) = &scale {
        // Both ends have room beside each other, with fewer digits where the plot is narrow.
        let (from, to) = (screen.plot.0, screen.plot.1 - 1);
        let cells = usize::from(to - from).saturating_sub(1) / 2;
        let x = canvas.put(from, screen.axis, to, &said(of.measure(), scale.low, cells), quiet);
        if scale.high > scale.low {
            canvas.put_right(to, screen.axis, x + 1, &said(of.measure(), scale.high, cells), quiet);
        }
    }
    told(canvas, screen, of);
    Some((1, screen.first + cells_u16(of.at())))
}

/// A condition's name without the directions of its encoder, which a part has in its title.
fn short(id: &str) -> &str {
    ["both-", "one-"].into_iter().find_map(|way| id.strip_prefix(way)).unwrap_or(id)
}

/// A bar over the trainings of the part.
fn progress(canvas: &mut Canvas<'_>, model: &Model, y: u16, of: &Studying) {
    let colours = canvas.colours;
    let quiet = canvas.ink(colours.quiet);
    let (done, all) = of.progress();
    let end = canvas.width().saturating_sub(1);
    let state = say::state(of.is_running(), done >= all);
    canvas.say(1, y, end, &state, if of.is_running() { colours.strong(colours.target) } else { quiet });
    let widest = [(true, false), (false, true), (false, false)].map(|(a, b)| width::either(&say::state(a, b)));
    let x = 2 + cells_u16(widest.into_iter().max().unwrap_or(0));
    let room = usize::from(end.saturating_sub(x + 8));
    let forms = say::how_far(done, all, of.seeds());
    let Some(text) = model.fitting(&forms, room) else { return };
    let text_x = end.saturating_sub(cells_u16(width::either(text)).min(end - x));
    canvas.say(text_x, y, end, text, canvas.ink(colours.text));
    let (from, to) = (x, text_x.saturating_sub(2));
    if to > from + 3 {
        let full = cells_u16(usize::from(to - from) * done / all.max(1));
        canvas.fill(from, y, to, "░", quiet);
        canvas.fill(from, y, from + full, "█", canvas.ink(colours.text));
    }
}

/// What is measured, with its unit; and what the signs mean.
fn head(canvas: &mut Canvas<'_>, model: &Model, screen: &StudyScreen, of: &Studying) {
    let colours = canvas.colours;
    // Neither of the two axes: figures over seeds.
    let band = colours.band(colours.text);
    let end = canvas.width();
    canvas.fill(0, screen.head, end, " ", band);
    let words = match of.measure() {
        Measure::RecipientErrors(band) => {
            of.of_condition(of.condition()).first().and_then(|outcome| Some(outcome.recipients.get(band)?.0))
        }
        _ => None,
    };
    let forms = say::measured(of.measure(), words);
    if let Some(text) = model.fitting(&forms, usize::from(end.saturating_sub(2))) {
        canvas.say(1, screen.head, end, text, band);
    }
}

/// The axis all conditions share: from the lowest figure to the highest.
struct Scale {
    low: f64,
    high: f64,
    cells: u16,
}

impl Scale {
    fn of(of: &Studying, screen: &StudyScreen) -> Option<Self> {
        let figures = of.part().conditions().into_iter().flat_map(|condition| of.figures(condition));
        let ends = figures.fold(None, |ends: Option<(f64, f64)>, (_, figure)| {
            Some(ends.map_or((figure, figure), |(low, high)| (low.min(figure), high.max(figure))))
        });
        let (low, high) = ends?;
        Some(Self { low, high, cells: screen.plot.1.saturating_sub(screen.plot.0 + 1) })
    }

    /// The cell of a figure; in the middle where all are the same.
    fn cell(&self, figure: f64) -> u16 {
        let last = self.cells.saturating_sub(1);
        let share = (figure - self.low) / (self.high - self.low);
        if !share.is_finite() {
            return last / 2;
        }
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and the last cell")]
        let cell = (share.clamp(0.0, 1.0) * f64::from(last)).round() as u16;
        cell
    }
}

/// The seeds as points, their range as a line, the mean as a mark.
fn plot(
    canvas: &mut Canvas<'_>,
    screen: &StudyScreen,
    y: u16,
    scale: Option<&Scale>,
    of: &Studying,
    condition: Condition,
) {
    let (Some(scale), Some(summary)) = (scale, of.summary(condition)) else { return };
    let colours = canvas.colours;
    let place = |figure: f64| screen.plot.0 + scale.cell(figure);
    canvas.fill(place(summary.lowest), y, place(summary.highest) + 1, "─", canvas.ink(colours.quiet));
    canvas.mark(place(summary.mean), y, "│", colours.strong(colours.text));
    // A point covers the mark of the mean where both are in one cell: the mean stands beside in digits.
    for (_, figure) in of.figures(condition) {
        canvas.mark(place(figure), y, "o", colours.strong(colours.text));
    }
}

/// The condition that is pointed at: what it is, and each of its seeds.
fn told(canvas: &mut Canvas<'_>, screen: &StudyScreen, of: &Studying) {
    let (first, lines) = screen.told;
    let end = canvas.width().saturating_sub(1);
    let quiet = canvas.ink(canvas.colours.quiet);
    let condition = of.condition();
    let mut texts = vec![say::condition(condition)];
    let figures: Vec<String> = of
        .figures(condition)
        .iter()
        .map(|(seed, figure)| format!("{seed}: {}", said(of.measure(), *figure, FIGURE)))
        .collect();
    if !figures.is_empty() {
        texts.push(say::by_seed(&figures.join("  ")));
    }
    // On a single line the numbers come before the words.
    if lines == 1 && texts.len() > 1 {
        texts.remove(0);
    }
    for (y, text) in (first..first + lines).zip(texts) {
        let shown = width::cut(text.get(canvas.lang), usize::from(end.saturating_sub(1)));
        canvas.put(1, y, end, &shown, quiet);
    }
}

/// Cells of a figure.
const FIGURE: usize = 8;

/// A figure in so many cells, or in [`FIGURE`].
fn said(measure: Measure, figure: f64, cells: usize) -> String {
    match measure {
        Measure::Cost => format!("{figure:.0}"),
        Measure::Bleu => format!("{figure:.2}"),
        _ => number::derived(figure, cells.min(FIGURE)).trim().to_owned(),
    }
}
