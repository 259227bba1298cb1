//! What is said of the pictures: the point under the cursor in the dock, the names of the axes, which word wins at c.

use super::{Chosen, Point, Side, Won, component_of};
use crate::engine::geometry::Direction;
use crate::engine::{Mark, dot};
use crate::explorer::docked::{Ink, Line, Lines};
use crate::explorer::{Focus, Model, Provenance, Seen, Standing, Window};
use crate::words::{Text, number, plane as say, width};

/// Words whose logits are named at a point, the largest first.
const WORDS: usize = 3;

/// Weights named at the query.
const FACTS: usize = 12;

/// From so many products on the logits at a point that is not c are not computed while a frame is drawn.
const MANY: usize = 1 << 18;

impl Model {
    /// The symbol of a point: `v_2`, `q`, with several rows `q_3`.
    pub fn name_of_point(&self, point: Point) -> String {
        let row = if self.givens().rows() > 1 { format!("_{}", self.row + 1) } else { String::new() };
        match point {
            Point::Query => format!("q{row}"),
            Point::Key(j) => format!("k_{}", j + 1),
            Point::Value(j) => format!("v_{}", j + 1),
            Point::Context => format!("c{row}"),
        }
    }

    /// The names of a picture's axes, across and up, the longest form of each first.
    pub fn axis_names(&self, side: Side) -> [Vec<Text>; 2] {
        let (small, large) = if side == Side::Keys { ("k", "K, q") } else { ("v", "V") };
        let plane = self.plane(side);
        let shares = match self.chosen_directions(side) {
            Some(Chosen::Principal(principal)) => Some(principal.shares),
            _ => None,
        };
        let name = |direction: &Direction, at: usize| match (direction, shares) {
            (Direction::Component(component), _) => say::component_axis(small, component + 1),
            (Direction::Unit(_), shares) => {
                let share = shares.map_or_else(String::new, |shares| number::percent(shares[at]));
                say::principal_axis(large, at + 1, &share)
            }
        };
        let up = plane.up.as_ref().map_or_else(|| say::no_second_axis(self.dimensions(side) == 1), |up| name(up, 1));
        [name(&plane.across, 0), up]
    }

    /// The first form of a sentence that fits in both languages; the last where none does.
    pub fn fitting<'a>(&self, forms: &'a [Text], cells: usize) -> Option<&'a Text> {
        let fits = |text: &&Text| width::width(&self.drawn(&text.en)).max(width::width(&self.drawn(&text.zh))) <= cells;
        forms.iter().find(fits).or(forms.last())
    }

    /// Which word wins at c, by how much, and whether it is the target; `None` where that is not shown.
    pub fn won_at_context(&self, won: &Won) -> Option<Vec<Text>> {
        self.context_shown()?;
        let largest = largest(won.logits.iter().copied(), 2);
        let (best, second) = (*largest.first()?, largest.get(1));
        let word = |word: usize| self.names().words[word].as_str();
        if let Some((other, logit)) = second
            && *logit == best.1
        {
            return Some(say::ties(word(best.0), word(*other)));
        }
        let target = self.givens().targets.get(self.row).copied().flatten().map(|target| target == best.0);
        let ahead = second.map(|(other, logit)| (word(*other), number::derived(best.1 - logit, 8).trim().to_owned()));
        let second = ahead.as_ref().map(|(other, ahead)| (*other, ahead.as_str()));
        Some(say::wins(word(best.0), number::derived(best.1, 8).trim(), second, target))
    }

    /// The dock's lines on the point under the cursor: its numbers, what they come to, what can be done.
    pub(in crate::explorer) fn point_lines(&self, cells: usize) -> Lines<'_> {
        let lang = self.preferences().lang;
        let point = self.point();
        let mut lines = vec![self.vector_line(point, cells)];
        if self.layout().is_some_and(|layout| layout.rows.dock_rows > 1) {
            lines.push(Line::new(self.as_many_as_fit(&self.facts(point), cells), Ink::Plain));
        }
        let held = self.held().is_some();
        let hints = if held { say::held_hints() } else { say::hints(point == Point::Context) };
        // Not where it would only be known to be there.
        let room = self.layout().is_some_and(|layout| layout.rows.dock_rows > 2);
        if let Some(hints) = self.fitting(&hints, cells).filter(|_| room) {
            lines.push(Line::new(width::cut(&self.drawn(hints.get(lang)), cells), Ink::Quiet));
        }
        Lines::of(lines)
    }

    /// `v_2 = (0, 8)  value of 书`, the number under the cursor marked; of many numbers those around it.
    fn vector_line(&self, point: Point, cells: usize) -> Line {
        let lang = self.preferences().lang;
        let colour = match point {
            Point::Query | Point::Key(_) => Ink::Source,
            Point::Value(_) | Point::Context => Ink::Content,
        };
        let what = match point {
            Point::Query => say::query(),
            Point::Key(j) => say::key(&self.names().slots[j]),
            Point::Value(j) => say::value(&self.names().slots[j]),
            Point::Context => say::context(),
        };
        let step = number::exact(self.push_step(point.side()));
        let held = if self.held().is_some() { say::held(&step) } else { Vec::new() };
        let head = format!("{} = (", self.name_of_point(point));
        let dimensions = self.dimensions(point.side());
        let here = component_of(self.focus).unwrap_or(0);
        let room = cells.saturating_sub(width::width(&head) + 4);
        // Around the one under the cursor, as many as there is room for.
        let window = Window::following(0, Some(here), (room / 11).max(1), dimensions);
        let mut line = Line::new(head, colour);
        if window.first > 0 {
            line = line.with(".. ", Ink::Quiet);
        }
        for component in window.range() {
            let gap = if component + 1 < window.first + window.shown { "  " } else { "" };
            let ink = if component == here { Ink::Focus } else { Ink::Plain };
            let focus = point.component(component);
            let (sign, sign_ink) = self.sign(focus);
            line = line.with(self.number_text(focus), ink).with(sign, sign_ink).with(gap, Ink::Plain);
        }
        line = line.with(if window.first + window.shown < dimensions { " ..)" } else { ")" }, Ink::Plain);
        let left = cells.saturating_sub(width::width(&self.drawn(&line.text())) + 2);
        let fits = |text: &&Text| width::either(text) <= left;
        if let Some(held) = self.fitting(&held, left).filter(fits) {
            return line.with("  ", Ink::Plain).with(held.get(lang), Ink::Focus);
        }
        match Some(&what).filter(fits) {
            Some(what) => line.with("  ", Ink::Plain).with(what.get(lang), Ink::Quiet),
            None => line,
        }
    }

    /// How a number stands to the baseline, and whether it is set by hand: the signs of the main screen.
    fn sign(&self, focus: Focus) -> (&'static str, Ink) {
        if !self.shows(focus) {
            return ("", Ink::Quiet);
        }
        match focus.cell(self.row).map(|cell| self.provenance(cell)) {
            Some(Provenance::Branch | Provenance::Tour | Provenance::FromWords { moved: true }) => ("*", Ink::Moved),
            Some(Provenance::Edit) => ("+", Ink::Moved),
            Some(Provenance::Overridden) => ("#", Ink::Moved),
            Some(Provenance::Baseline | Provenance::FromWords { moved: false }) => ("", Ink::Quiet),
            None => match self.standing(self.row, focus) {
                Standing::Wrong => ("!", Ink::Wrong),
                Standing::Baseline(Mark::Moved) => ("*", Ink::Moved),
                Standing::Baseline(Mark::WithinRounding) => ("≈", Ink::Quiet),
                Standing::Baseline(Mark::Same) => ("=", Ink::Quiet),
                Standing::Unmarked => ("", Ink::Quiet),
            },
        }
    }

    fn number_text(&self, focus: Focus) -> String {
        if !self.shows(focus) {
            return "?".to_owned();
        }
        match self.seen(self.row, focus) {
            Seen::Number(number) if focus.stage().is_some() => number::derived(number, 9).trim().to_owned(),
            Seen::Number(number) => {
                let exact = number::exact(number);
                if exact.len() <= 8 { exact } else { format!("≈{}", number::derived(number, 8).trim()) }
            }
            Seen::Words(_) => "!".to_owned(),
            Seen::Nothing => "−".to_owned(),
        }
    }

    /// Facts side by side, as many of them as have room: none is cut.
    fn as_many_as_fit(&self, facts: &[String], cells: usize) -> String {
        let mut line = String::new();
        for (at, fact) in facts.iter().enumerate() {
            let longer = if at == 0 { self.drawn(fact) } else { format!("{line}   {}", self.drawn(fact)) };
            let more = if at + 1 < facts.len() { 3 } else { 0 };
            if width::width(&longer) + more > cells {
                return if at == 0 { width::cut(&longer, cells) } else { line + " .." };
            }
            line = longer;
        }
        line
    }

    /// What a point comes to.
    fn facts(&self, point: Point) -> Vec<String> {
        let lang = self.preferences().lang;
        let one = |focus: Focus, symbol: String| format!("{symbol} = {}", self.number_text(focus));
        let of_slot = |j: usize| {
            if !self.givens().mask.readable(self.row, j) {
                return vec![say::masked().get(lang).to_owned()];
            }
            let score = one(Focus::Score(j), format!("e_{}", j + 1));
            vec![score, one(Focus::Attention(j), format!("α_{}", j + 1))]
        };
        match point {
            Point::Key(j) => of_slot(j),
            Point::Query => {
                let few = self.givens().slots().min(FACTS);
                (0..few).map(|j| one(Focus::Attention(j), format!("α_{}", j + 1))).collect()
            }
            Point::Value(j) => {
                let logits = self.logits_of(self.givens().values.line(j)).unwrap_or_default();
                let at = say::logits_at(&self.name_of_point(point));
                let named = |(place, logit): (usize, String)| match place {
                    0 => format!("{} {logit}", at.get(lang)),
                    _ => logit,
                };
                of_slot(j).into_iter().chain(logits.into_iter().enumerate().map(named)).collect()
            }
            Point::Context => match self.no_context() {
                Some(reason) => reason.first().map(|reason| reason.get(lang).to_owned()).into_iter().collect(),
                None => {
                    let logits = self.context_shown().and_then(|context| self.logits_of(&context)).unwrap_or_default();
                    logits.into_iter().map(|logit| format!("z {logit}")).collect()
                }
            },
        }
    }

    /// The largest logits a vector of d_v numbers would have, by word.
    fn logits_of(&self, vector: &[f64]) -> Option<Vec<String>> {
        let givens = self.givens();
        let many = givens.words().saturating_mul(givens.d_v()) > MANY;
        if many || !self.shows(Focus::Logit(0)) {
            return None;
        }
        let bias = givens.bias.get(self.row).and_then(Option::as_ref);
        let logit = |(word, column): (usize, &[f64])| dot(vector, column) + bias.map_or(0.0, |bias| bias.get(0, word));
        let logits: Vec<f64> = givens.head.iter().enumerate().map(logit).collect();
        if !logits.iter().all(|logit| logit.is_finite()) {
            return None;
        }
        let named = largest(logits.into_iter(), WORDS).into_iter().map(|(word, logit)| {
            format!("{} {}", width::cut(&self.names().words[word], 12), number::derived(logit, 8).trim())
        });
        Some(named.collect())
    }
}

/// The largest of some numbers with their places, the first of equal ones first.
fn largest(numbers: impl Iterator<Item = f64>, count: usize) -> Vec<(usize, f64)> {
    let mut best: Vec<(usize, f64)> = Vec::with_capacity(count + 1);
    for (at, number) in numbers.enumerate() {
        if best.len() < count || best.last().is_some_and(|(_, least)| number > *least) {
            let place = best.iter().position(|(_, known)| number > *known).unwrap_or(best.len());
            best.insert(place, (at, number));
            best.truncate(count);
        }
    }
    best
}
