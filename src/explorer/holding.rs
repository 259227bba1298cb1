//! What must hold of the row shown, and what is worth observing: computed once for a model, when it is first asked for.

use super::docked::{Ink, Line, Lines};
use super::{Model, Reveal};
use crate::engine::laws::{Check, Claims, EveryRow, Law, Sides, Verdict, Why};
use crate::engine::{Observation, RowGradients, Spread};
use crate::words::{Text, laws as say, number, observations, teach, width};

/// The laws of a row with their verdicts, and the observations.
#[derive(Debug)]
pub struct Holding {
    /// Each law held against the row's numbers.
    pub checks: Vec<Check>,
    /// What is worth saying of the right numbers; nothing while others are shown.
    pub observations: Vec<Observation>,
}

/// Cells of a law's formula, and of each side, where they stand in columns.
const FORMULA: usize = 34;
const SIDE: usize = 8;

/// n · d_v² up to which the distance to the hull is found at once: 4,096 values of 64 numbers take about a frame.
const MOST_OF_HULL: usize = 4096 * 80 * 80;

/// From so many cells on the laws stand in columns.
const COLUMNS: usize = 74;

impl Model {
    /// What must hold of the row shown.
    pub fn holding(&self) -> &Holding {
        self.holding.get_or_init(|| {
            let (givens, trace, row) = (self.givens(), self.trace(), self.row());
            let wrong = self.mistaken().map(|mistaken| (mistaken, mistaken.row(row)));
            let gradients = RowGradients::of(givens, trace, row);
            let traced = trace.row(row);
            let claims = match &wrong {
                Some((mistaken, wrong)) => mistaken.claims(wrong),
                None => Claims::of_row(givens, row, &traced, gradients.as_ref().map_err(|reason| *reason)),
            };
            // On the thread that draws: what takes longer than a frame is not done unasked.
            let too_many = givens.slots().saturating_mul(givens.d_v()).saturating_mul(givens.d_v()) > MOST_OF_HULL;
            let check = |law: &Law| match law {
                Law::ContextInHull if too_many => {
                    let verdict = Verdict::CannotBeChecked(Why::TooMany);
                    Check { law: *law, verdict, sides: None, place: None }
                }
                law => law.check(&claims),
            };
            let observations = if wrong.is_none() { Observation::all(givens, trace, row) } else { Vec::new() };
            Holding { checks: Law::ALL.iter().map(check).collect(), observations }
        })
    }

    /// The laws and observations as lines. What would give a hidden number away waits for it.
    pub(super) fn law_lines(&self, cells: usize) -> Lines<'_> {
        let lang = self.preferences().lang;
        let revealed = self.revealed();
        let holding = self.holding();
        let mut lines = Vec::new();
        // What is worth saying first: it is about this very model.
        if revealed.is_whole() {
            let names = self.names();
            for observation in &holding.observations {
                let sentence = observations::sentence(observation, &names.slots, &names.words);
                if sentence.en.is_empty() {
                    continue;
                }
                let wrapped = width::wrap(&self.drawn(sentence.get(lang)), cells.saturating_sub(2));
                for (at, line) in wrapped.into_iter().enumerate() {
                    let sign = if at == 0 { "- " } else { "  " };
                    lines.push(Line::new(sign, Ink::Moved).with(line, Ink::Plain));
                }
            }
        }
        if cells >= COLUMNS && !holding.checks.is_empty() {
            let (left, right) = (say::left_side(), say::right_side());
            let (left, right) = (left.get(lang), right.get(lang));
            let end = 2 + FORMULA + 1 + SIDE;
            let before = " ".repeat(end.saturating_sub(width::width(left)));
            let between = " ".repeat((SIDE + 1).saturating_sub(width::width(right)));
            lines.push(Line::new(format!("{before}{left}{between}{right}"), Ink::Quiet));
        }
        for check in &holding.checks {
            if revealed.shows(needed(check.law)) {
                lines.extend(self.law(check, cells));
            } else {
                let formula = say::formula(check.law);
                lines.push(Line::new(format!("? {}", formula.get(lang)), Ink::Quiet).with("  ?", Ink::Quiet));
            }
            if check.law == Law::AttentionSumsToOne && self.givens().rows() > 1 && revealed.is_whole() {
                lines.push(self.every_row());
            }
        }
        // How far the reading is from reading one slot alone, for whoever asks why scores are scaled.
        let reading = self.trace().reading(self.row());
        if let (Ok(scores), Ok(attention), true, None) =
            (reading.scores, reading.attention, revealed.shows(Reveal::Attention), self.mistake())
        {
            let spread = observations::spread_of_reading(&Spread::of(&scores, &attention));
            lines.extend(self.wrapped(spread.get(lang), cells, Ink::Plain));
            lines.extend(self.wrapped(observations::what_slope_is().get(lang), cells, Ink::Quiet));
        }
        if !revealed.is_whole() {
            lines.push(Line::new(teach::hidden().get(lang), Ink::Quiet));
        }
        Lines::of(lines)
    }

    /// Σ_j α_tj = 1 for all rows, where all have been computed.
    fn every_row(&self) -> Line {
        let lang = self.preferences().lang;
        let every_row = match self.mistaken() {
            Some(mistaken) => self.trace().is_light().then(|| mistaken.every_row()),
            None => EveryRow::at_once(self.trace()),
        };
        let Some(every_row) = every_row else {
            let sentence = say::every_row_computing(self.givens().rows());
            return Line::new("− ", Ink::Quiet).with(sentence.get(lang), Ink::Quiet);
        };
        let sum = every_row.worst.map_or_else(String::new, |(_, sides)| side(sides.left));
        let sentence = say::every_row(&every_row, sum.trim());
        let (sign, ink) = sign(every_row.verdict());
        Line::new(format!("{sign} "), ink).with(sentence.get(lang), Ink::Plain)
    }

    fn law(&self, check: &Check, cells: usize) -> Vec<Line> {
        let lang = self.preferences().lang;
        let (sign, ink) = sign(check.verdict);
        let formula = say::formula(check.law);
        let formula = match say::left(check.law) {
            Some(left) => Text {
                en: format!("{}: {}", formula.en, left.en).into(),
                zh: format!("{}：{}", formula.zh, left.zh).into(),
            },
            None => formula,
        };
        let formula = self.drawn(formula.get(lang));
        let formula = formula.as_str();
        let (difference, tolerance) = check
            .sides
            .map_or_else(Default::default, |sides| (apart((sides.left - sides.right).abs()), short(sides.tolerance)));
        let verdict = say::verdict(check, &difference, &tolerance);
        let names = self.names();
        let place = say::place(check, &names.slots, &names.words).filter(|_| check.verdict == Verdict::Broken);
        let place = place.map_or_else(String::new, |place| format!(", {}", place.get(lang)));
        let verdict = self.drawn(&format!("{}{place}", verdict.get(lang)));
        let sides = check.sides.map(|Sides { left, right, .. }| (side(left), side(right)));
        if cells >= COLUMNS {
            let Some((left, right)) = sides else {
                let line = Line::new(format!("{sign} "), ink).with(formula, Ink::Plain);
                return vec![line.with(format!("  {verdict}"), Ink::Quiet)];
            };
            let gap = FORMULA.saturating_sub(width::width(formula));
            // A formula that is longer than its column takes room from the sides, which end where they always do.
            let left_cells = (SIDE + FORMULA).saturating_sub(width::width(formula) + gap);
            let line = Line::new(format!("{sign} "), ink)
                .with(format!("{formula}{}", " ".repeat(gap)), Ink::Plain)
                .with(format!(" {left:>left_cells$} {right:>SIDE$}"), Ink::Strong)
                .with(format!("  {verdict}"), Ink::Quiet);
            // A wide screen says each law in words, too.
            let name = say::name(check.law);
            let used = width::width(&line.text()) + 3;
            let named = used.max(COLUMNS) + width::either(&name) <= cells;
            let gap = COLUMNS.saturating_sub(used);
            return vec![if named {
                line.with(format!("{}   {}", " ".repeat(gap), name.get(lang)), Ink::Quiet)
            } else {
                line
            }];
        }
        let sides = sides.map_or_else(String::new, |(left, right)| format!(" {} | {}", left.trim(), right.trim()));
        let text = format!("{formula} {sides}  {verdict}");
        let wrapped = width::wrap(&text, cells.saturating_sub(2));
        let first = |at: usize| if at == 0 { format!("{sign} ") } else { "  ".to_owned() };
        wrapped.into_iter().enumerate().map(|(at, line)| Line::new(first(at), ink).with(line, Ink::Plain)).collect()
    }
}

/// What must be revealed for a law to be told.
fn needed(law: Law) -> Reveal {
    match law {
        Law::AttentionSumsToOne | Law::AttentionNotNegative | Law::MaskedNotRead | Law::AttentionFromScores => {
            Reveal::Attention
        }
        Law::ContextIsCombination | Law::ContextInHull => Reveal::Context,
        Law::ProbabilitiesSumToOne | Law::ProbabilitiesFromLogits | Law::ErrorsSumToZero => Reveal::Probabilities,
        Law::ScoreGradientsSumToZero | Law::LossFromLogits | Law::LossFromProbability => Reveal::Loss,
    }
}

/// A tick, a cross, or a dash where nothing could be checked.
fn sign(verdict: Verdict) -> (&'static str, Ink) {
    match verdict {
        Verdict::Holds => ("✓", Ink::Content),
        Verdict::Broken => ("✗", Ink::Target),
        Verdict::CannotBeChecked(_) => ("−", Ink::Quiet),
    }
}

/// One side of a law.
fn side(value: f64) -> String {
    if value.is_finite() { number::derived(value, SIDE) } else { say::not_finite().en.into_owned() }
}

/// How far two sides are apart: as they are written, where that says something.
fn apart(value: f64) -> String {
    if (1e-3..100.0).contains(&value) { number::derived(value, 5).trim_start().to_owned() } else { short(value) }
}

/// A bound or a small difference: two digits will do.
fn short(value: f64) -> String {
    if value == 0.0 { "0".to_owned() } else { format!("{value:.1e}") }
}
