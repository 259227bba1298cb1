//! What stands in the dock, as lines: the tour's text, and below it a prediction, an explanation or the laws.
//!
//! Lines are made only for what is shown: a sum unfolded may have 100,000 terms.

use super::model::Model;
use super::predict::{Course, Foreseen, Prediction, Progress};
use super::{Focus, View, Window};
use crate::scenario::{Setting, Value, write_number};
use crate::words::{Text, ascii, explorer, teach as say, width};

/// How a piece of a line is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// As text.
    Plain,
    /// As a heading or a name.
    Strong,
    /// As something of less weight.
    Quiet,
    /// The same, underlined.
    Underlined,
    /// As what lies on the source axis.
    Source,
    /// As what lies on the vocab axis.
    Vocab,
    /// As content on its way.
    Content,
    /// As the target and the loss; also what is wrong.
    Target,
    /// As what moved.
    Moved,
    /// As what a mistake has made.
    Wrong,
    /// As the place of the cursor.
    Focus,
}

/// A line, piece by piece.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line(pub Vec<(String, Ink)>);

impl Line {
    /// A line in one ink.
    pub fn new(text: impl Into<String>, ink: Ink) -> Self {
        Self(vec![(text.into(), ink)])
    }

    /// The same line with a piece after it.
    #[must_use]
    pub fn with(mut self, text: impl Into<String>, ink: Ink) -> Self {
        self.0.push((text.into(), ink));
        self
    }

    /// The text without its inks.
    pub fn text(&self) -> String {
        self.0.iter().map(|(text, _)| text.as_str()).collect()
    }
}

/// Lines of which only those shown are made.
pub struct Lines<'a> {
    count: usize,
    /// A line that is to be in sight, however far it is scrolled.
    follow: Option<usize>,
    line: Box<dyn Fn(usize) -> Line + 'a>,
}

impl<'a> Lines<'a> {
    /// Lines that are there already.
    pub fn of(lines: Vec<Line>) -> Self {
        Self::and_more(lines, 0, |_| Line::default())
    }

    /// The same, with a line that is always in sight.
    #[must_use]
    pub fn following(self, line: Option<usize>) -> Self {
        Self { follow: line, ..self }
    }

    /// Some lines, and after them so many more that are made when they are asked for.
    pub fn and_more(first: Vec<Line>, more: usize, line: impl Fn(usize) -> Line + 'a) -> Self {
        let made = first.len();
        Self {
            count: made.saturating_add(more),
            follow: None,
            line: Box::new(move |at| match first.get(at) {
                Some(made) => made.clone(),
                None => line(at - made),
            }),
        }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The first line shown of so many, when so many have been scrolled past.
    pub fn first(&self, scrolled: usize, shown: usize) -> usize {
        Window::following(scrolled, self.follow, shown, self.count).first
    }

    /// One of them.
    pub fn line(&self, at: usize) -> Line {
        (self.line)(at)
    }
}

/// The dock's parts, from the top.
pub struct Docked<'a> {
    /// The tour's text.
    pub tour: Vec<Line>,
    /// What is below it; `None` when that is the short explanation of the number under the cursor.
    pub below: Option<Lines<'a>>,
    /// Whether that is a prediction, which is useless in part.
    pub is_prediction: bool,
}

/// How the lines of the dock are shared out: lines of the tour, lines below.
pub fn shared(docked: &Docked<'_>, rows: usize) -> (usize, usize) {
    let wanted = docked.tour.len();
    let least_below = match &docked.below {
        _ if wanted == 0 => return (0, rows),
        Some(_) if docked.is_prediction => rows.saturating_sub(1),
        Some(_) if rows >= 4 => 2,
        _ if rows >= 3 => 1,
        _ => 0,
    };
    let tour = wanted.min(rows - least_below.min(rows));
    (tour, rows - tour)
}

impl Model {
    /// A text as it will be drawn: its symbols spelled where the screen has ASCII only.
    pub(super) fn drawn(&self, text: &str) -> String {
        if self.preferences().ascii { ascii::spell(text) } else { text.to_owned() }
    }

    /// A text over lines of so many cells.
    pub(super) fn wrapped(&self, text: &str, cells: usize, ink: Ink) -> Vec<Line> {
        width::wrap(&self.drawn(text), cells).into_iter().map(|line| Line::new(line, ink)).collect()
    }

    /// What stands in the dock of a screen so many cells wide.
    pub fn docked(&self, cells: usize) -> Docked<'_> {
        let tour = self.tour_lines(cells);
        let below = match (&self.prediction, &self.panel) {
            (Some(prediction), panel) if panel.is_none() || prediction.progress == Progress::Marking => {
                let marking = prediction.progress == Progress::Marking;
                let group = match self.focus() {
                    Focus::Attention(_) => Some(1),
                    Focus::Context(_) => Some(2),
                    Focus::Probability(_) => Some(3),
                    Focus::Loss => Some(4),
                    _ => None,
                };
                let lines = Lines::of(self.prediction_lines(prediction, cells));
                Some(lines.following(group.filter(|_| marking)))
            }
            (_, Some(panel)) => Some(self.panel_lines(panel, cells)),
            (_, None) if self.view() == View::Plane => Some(self.point_lines(cells)),
            (_, None) if self.view() == View::Study => self.studying().map(|of| {
                let lang = self.preferences().lang;
                let said = of.said().into_iter();
                Lines::of(
                    said.flat_map(|text| self.wrapped(&format!("· {}", text.get(lang)), cells, Ink::Plain)).collect(),
                )
            }),
            (_, None) => None,
        };
        let is_prediction = self.prediction.is_some() && self.panel.is_none();
        Docked { tour, below, is_prediction }
    }

    /// Lines and shown lines, of a step's text and of what stands below it.
    pub(super) fn lines_shown(&self) -> ((usize, usize), (usize, usize)) {
        let Some(layout) = self.layout() else { return Default::default() };
        let docked = self.docked(usize::from(layout.size.0.saturating_sub(2)));
        let (tour, below) = shared(&docked, usize::from(layout.rows.dock_rows));
        ((docked.tour.len(), tour), (docked.below.as_ref().map_or(0, Lines::count), below))
    }

    /// How many lines the tour's text has.
    pub(super) fn lines_of_tour(&self, cells: usize) -> usize {
        self.tour_lines(cells).len()
    }

    fn tour_lines(&self, cells: usize) -> Vec<Line> {
        let Some((at, step)) = self.tour_step() else { return Vec::new() };
        let lang = self.preferences().lang;
        let place = say::step_place(at + 1, self.state().scenario.steps.len());
        let place = place.get(lang);
        // One paragraph: lines broken in the file are broken anew here.
        let words: Vec<&str> = step.say.get(lang).split_whitespace().collect();
        let text = format!("{place}  {}", words.join(" "));
        let mut lines = self.wrapped(&text, cells, Ink::Plain);
        if let Some(first) = lines.first_mut() {
            let text = first.text();
            let rest = text.strip_prefix(place).unwrap_or_default().to_owned();
            *first = Line::new(place, Ink::Strong).with(rest, Ink::Plain);
        }
        lines
    }

    fn prediction_lines(&self, prediction: &Prediction, cells: usize) -> Vec<Line> {
        let lang = self.preferences().lang;
        let head = match (prediction.progress, self.score_of_prediction()) {
            (Progress::Seen, Some((right, of))) => say::prediction_score(right, of),
            (Progress::Waiting, _) => say::waiting_for_edit(),
            _ => match prediction.foreseen {
                Foreseen::Edit => say::predict_edit(),
                Foreseen::Branch(branch) => say::predict_branch(&self.title_of(branch), &self.settings_of(branch)),
            },
        };
        let head = [head.get(lang), say::predict_in_short().get(lang)]
            .into_iter()
            .find(|text| width::width(text) <= cells)
            .map_or_else(|| head.get(lang).to_owned(), str::to_owned);
        let givens = self.givens();
        let names = self.names();
        // With several rows, which one it is about; another one may be shown.
        let head = match givens.rows() {
            1 => head,
            _ => format!("t = {}: {head}", prediction.row + 1),
        };
        let numbered = |at: usize, name: &str| format!("{} {}", at + 1, width::cut(name, 12));
        let line = |symbol, ink, count, focus: fn(usize) -> Focus, label: &dyn Fn(usize) -> String| {
            self.course_line(prediction, (symbol, ink), count, focus, label, cells)
        };
        let slot = |j: usize| numbered(j, &names.slots[j]);
        let word = |w: usize| numbered(w, &names.words[w]);
        let mut lines = vec![
            Line::new(head, Ink::Strong),
            line("α_j", Ink::Source, givens.slots(), Focus::Attention, &slot),
            line("c_d", Ink::Content, givens.d_v(), Focus::Context, &|d| numbered(d, "")),
            line("p_w", Ink::Vocab, givens.words(), Focus::Probability, &word),
        ];
        if givens.targets.get(prediction.row).is_some_and(Option::is_some) {
            lines.push(line("L  ", Ink::Target, 1, |_| Focus::Loss, &|_| String::new()));
        }
        lines
    }

    /// A group of numbers with what was said of them, and what they did: as many as there is room for, around the cursor.
    fn course_line(
        &self,
        prediction: &Prediction,
        (symbol, ink): (&str, Ink),
        count: usize,
        focus: fn(usize) -> Focus,
        label: &dyn Fn(usize) -> String,
        cells: usize,
    ) -> Line {
        let seen = prediction.progress == Progress::Seen;
        let item = |at: usize| {
            let label = label(at);
            let said = prediction.said(focus(at)).map_or("?", sign);
            if !seen {
                return (format!("{label} "), said.to_owned(), Ink::Strong);
            }
            let did = self.course(focus(at));
            if !self.shows(focus(at)) {
                return (format!("{label} {said} "), "?".to_owned(), Ink::Quiet);
            }
            let right = match (prediction.said(focus(at)), did) {
                (Some(said), Some(did)) if said == did => ("✓", Ink::Content),
                (Some(_), Some(_)) => ("✗", Ink::Target),
                _ => (" ", Ink::Quiet),
            };
            // Of what nobody marked only the course is told.
            let said = prediction.said(focus(at)).map_or_else(String::new, |said| format!("{} ", sign(said)));
            (format!("{label} {said}→ "), format!("{} {}", did.map_or("−", sign), right.0), right.1)
        };
        let room = cells.saturating_sub(width::width(symbol) + 2 + 4);
        let cost = |at: usize| {
            let (label, mark, _) = item(at);
            width::width(&label) + width::width(&mark) + 3
        };
        let all_fit = (0..count).try_fold(0, |used, at| Some(used + cost(at)).filter(|used| *used <= room)).is_some();
        // Where not all of them fit, what was said something of comes first once it is seen.
        let marked = || (0..count).filter(|at| prediction.said(focus(*at)).is_some());
        let places: Vec<usize> = match seen && !all_fit && marked().next().is_some() {
            true => marked().collect(),
            false => (0..count).collect(),
        };
        let here = places.iter().position(|at| focus(*at) == self.focus());
        // Grow around the cursor as the room allows.
        let mut first = here.unwrap_or(0);
        let mut end = first;
        let mut used = 0;
        while end < places.len() && used + cost(places[end]) <= room {
            used += cost(places[end]);
            end += 1;
        }
        while first > 0 && used + cost(places[first - 1]) <= room {
            first -= 1;
            used += cost(places[first]);
        }
        let mut line = Line::new(symbol, ink).with(if first > 0 { " ‹ " } else { "   " }, Ink::Quiet);
        for (index, at) in places.iter().enumerate().take(end).skip(first) {
            let (label, mark, mark_ink) = item(*at);
            let under_cursor = Some(index) == here && prediction.progress == Progress::Marking;
            let inks = if under_cursor { (Ink::Focus, Ink::Focus) } else { (Ink::Plain, mark_ink) };
            line = line.with(label, inks.0).with(mark, inks.1).with("   ", Ink::Plain);
        }
        if end < places.len() || places.len() < count { line.with("›", Ink::Quiet) } else { line }
    }

    /// What an intervention sets, as it would be typed: the first few settings, each cut where it is long.
    fn settings_of(&self, branch: Option<usize>) -> String {
        const SHOWN: usize = 2;
        let intervention = branch.and_then(|branch| self.state().scenario.interventions.get(branch));
        let set = intervention.map_or(&[][..], |intervention| intervention.set.as_slice());
        let scope = self.scope();
        let written = |setting: &Setting| {
            let value = match &setting.value {
                Value::Numbers(numbers) => {
                    let few: Vec<String> = numbers.iter().take(4).map(|number| write_number(*number)).collect();
                    few.join(" ") + if numbers.len() > 4 { " .." } else { "" }
                }
                Value::Scorer(kind) => kind.name().to_owned(),
                Value::Target(word) => word.map_or("none", |word| &self.names().words[word]).to_owned(),
                Value::Readable(readable) => readable.to_string(),
                Value::FromWords => "words".to_owned(),
            };
            format!("{} = {value}", setting.address.write(&scope))
        };
        let more = if set.len() > SHOWN { ", .." } else { "" };
        set.iter().take(SHOWN).map(written).collect::<Vec<_>>().join(", ") + more
    }

    /// The title of a branch, or its id.
    pub fn title_of(&self, branch: Option<usize>) -> Text {
        let intervention = branch.and_then(|branch| self.state().scenario.interventions.get(branch));
        match intervention {
            None => explorer::baseline(),
            Some(intervention) => intervention.told(),
        }
    }
}

/// The sign of a course.
pub fn sign(course: Course) -> &'static str {
    match course {
        Course::Rises => "↑",
        Course::Falls => "↓",
        Course::Stays => "=",
    }
}
