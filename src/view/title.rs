//! The title line: the file, and which of its readings is shown; the branches; the scorer.

use super::canvas::{Canvas, cells_u16};
use crate::engine::ScorerKind;
use crate::explorer::{Layout, Model};
use crate::words::{Text, explorer, width};
use std::ops::Range;

/// Between the file's name and the reading's.
const INTO: &str = " ▸ ";

/// Draws it: the title on the left; on the right the branches, the one shown as a band, and the scorer. A tab is as wide
/// as its title in the wider language, so that a switch of language moves none.
pub fn draw(canvas: &mut Canvas<'_>, model: &Model, layout: &Layout) {
    let Some(y) = layout.rows.title else { return };
    let shown = model.state().scenario.shown();
    let scorer = format!("· {}", model.givens().scorer.kind.name());
    let end = canvas.width().saturating_sub(1);
    let quiet = canvas.ink(canvas.colours.quiet);
    canvas.put(scorer_start(end), y, end, &scorer, quiet);

    let tabs = tabs_of(model, shown);
    let chosen = chosen_in(model, shown);
    let edited = model.is_edited();
    let Tabs { seen, end: mut x, start } = Tabs::plan(canvas.width(), &tabs, chosen);
    if seen.end < tabs.len() {
        canvas.put(x, y, end, "›", quiet);
    }
    for index in seen.clone().rev() {
        let tab = &tabs[index];
        let cells = cells_u16(cells_of(tab));
        x = x.saturating_sub(cells);
        let style = if index == chosen { canvas.colours.band(canvas.colours.text) } else { quiet };
        let label = width::left(&format!(" {}", tab.get(canvas.lang)), usize::from(cells));
        canvas.put(x, y, x + cells, &label, style);
        if index == chosen && edited {
            canvas.mark(x + cells - 1, y, "+", style);
        }
    }
    if seen.start > 0 {
        canvas.put(start, y, end, "‹", quiet);
    }
    name(canvas, model, y, start.saturating_sub(1));
}

/// Where the scorer begins: as wide as the longest scorer's name, so that another scorer moves no tab.
fn scorer_start(end: u16) -> u16 {
    let widest = ScorerKind::ALL.iter().map(|kind| kind.name().len()).max().unwrap_or(0) + 2;
    end.saturating_sub(cells_u16(widest))
}

/// The branches of a reading.
fn tabs_of(model: &Model, reading: usize) -> Vec<Text> {
    let reading = model.state().scenario.reading(reading);
    let interventions = reading.interventions.iter().map(|intervention| intervention.told());
    std::iter::once(explorer::baseline()).chain(interventions).collect()
}

fn chosen_in(model: &Model, reading: usize) -> usize {
    model.state().desk(reading).branch.map_or(0, |branch| branch + 1)
}

/// A blank, the title, and a cell for the `+` of the user's own edits.
fn cells_of(tab: &Text) -> usize {
    width::either(tab).min(24) + 2
}

/// The tabs around the chosen one, as many as there is room for, and the columns they stand in.
struct Tabs {
    seen: Range<usize>,
    /// The column after the last one; there the sign that there are more.
    end: u16,
    /// The first column, with the sign that there are more.
    start: u16,
}

impl Tabs {
    fn plan(screen: u16, tabs: &[Text], chosen: usize) -> Self {
        let right = scorer_start(screen.saturating_sub(1));
        let room = usize::from(right).saturating_sub(usize::from(screen) / 4).max(12);
        let (mut first, mut last) = (chosen, chosen + 1);
        let mut used = cells_of(&tabs[chosen]);
        loop {
            let before = first.checked_sub(1).filter(|i| used + cells_of(&tabs[*i]) <= room);
            let after = Some(last).filter(|i| *i < tabs.len() && used + cells_of(&tabs[*i]) <= room);
            match (before, after) {
                (_, Some(i)) => {
                    used += cells_of(&tabs[i]);
                    last = i + 1;
                }
                (Some(i), None) => {
                    used += cells_of(&tabs[i]);
                    first = i;
                }
                (None, None) => break,
            }
        }
        let end = right.saturating_sub(2 + if last < tabs.len() { 2 } else { 0 });
        let start = end.saturating_sub(cells_u16(used)).saturating_sub(if first > 0 { 2 } else { 0 });
        Self { seen: first..last, end, start }
    }
}

/// What the file is called, up to a column: the id and the title where both fit whole, else the title if it fits, else
/// the id.
fn name(canvas: &mut Canvas<'_>, model: &Model, y: u16, limit: u16) {
    let scenario = &model.state().scenario;
    if scenario.has_readings() {
        return name_of_reading(canvas, model, y, limit);
    }
    let strong = canvas.colours.strong(canvas.colours.text);
    let room = usize::from(limit.saturating_sub(1));
    match &scenario.title {
        Some(title) if width::width(&scenario.id) + 1 + width::either(title) <= room => {
            let after = canvas.put(1, y, limit, &scenario.id, strong);
            canvas.say(after + 1, y, limit, title, canvas.ink(canvas.colours.quiet));
        }
        Some(title) if width::either(title) <= room => drop(canvas.say(1, y, limit, title, strong)),
        _ => drop(canvas.put(1, y, limit, &scenario.id, strong)),
    }
}

/// The file's name and that of the reading shown: as much of both as fits beside the branches of every reading, so that
/// showing another one moves nothing that stays.
fn name_of_reading(canvas: &mut Canvas<'_>, model: &Model, y: u16, limit: u16) {
    let scenario = &model.state().scenario;
    let labels = || scenario.all_readings().filter_map(|reading| reading.label);
    let Some(shown) = scenario.label() else { return };
    let starts = (0..scenario.reading_count()).map(|at| {
        let tabs = tabs_of(model, at);
        Tabs::plan(canvas.width(), &tabs, chosen_in(model, at)).start
    });
    let room = usize::from(starts.min().unwrap_or(limit).saturating_sub(2));
    let titled = |title: &Option<Text>| title.as_ref().map_or(0, |title| 1 + width::either(title));
    let widest_id = labels().map(|label| width::width(&label.id)).max().unwrap_or(0);
    let widest = labels().map(|label| width::width(&label.id) + titled(&label.title)).max().unwrap_or(0);
    let file = width::width(&scenario.id) + canvas.cells(INTO);
    let with_file = file + widest_id <= room;
    let before = if with_file { file } else { canvas.cells(INTO.trim_start()) };
    let with_titles = before + widest <= room;
    let with_file_title = with_file && before + titled(&scenario.title) + widest <= room;
    let quiet = canvas.ink(canvas.colours.quiet);
    let mut x = 1;
    if with_file {
        x = canvas.put(x, y, limit, &scenario.id, canvas.colours.strong(canvas.colours.text));
    }
    if let Some(title) = scenario.title.as_ref().filter(|_| with_file_title) {
        // As wide as in the wider language.
        canvas.say(x + 1, y, limit, title, quiet);
        x += cells_u16(1 + width::either(title));
    }
    // At the left edge a blank is there already.
    let into = if with_file { INTO } else { INTO.trim_start() };
    x = canvas.put(x, y, limit, into, quiet);
    x = canvas.put(x, y, limit, &shown.id, canvas.colours.strong(canvas.colours.source));
    if let Some(title) = shown.title.as_ref().filter(|_| with_titles) {
        canvas.say(x + 1, y, limit, title, quiet);
    }
}
