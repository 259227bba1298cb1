//! Moving the cursor.
//!
//! Inside a block an arrow goes to the neighbour in the model, on the screen or scrolled out of it. At the edge of a
//! block it goes to the nearest place on the screen that lies in its direction.

use super::{Focus, Model, View};
use crate::engine::Tensor;
use ratatui::layout::Rect;

/// A direction of the cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// ↑
    Up,
    /// ↓
    Down,
    /// ←
    Left,
    /// →
    Right,
}

/// A far jump of the cursor inside its block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Jump {
    /// First of the line.
    Start,
    /// Last of the line.
    End,
    /// First line.
    First,
    /// Last line.
    Last,
}

/// The block of the screen a place belongs to, with its line and column there. The context is a block of one line, the
/// loss one of a single place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Spot {
    /// Line 0 is q; line j + 1 is slot j: its name (column 0), its key, its value.
    Given(usize, usize),
    /// Line 0 has the words, line d + 1 component d, the last one the constants.
    Head(usize, usize),
    /// The weighted values are a line, slot after slot.
    Weighted(usize),
    Context(usize),
    /// e, the exponential, α.
    Source(usize, usize),
    SourceSum,
    /// z, the exponential, p.
    Vocab(usize, usize),
    VocabSum,
    Loss,
    /// A tensor that has no place on the main screen.
    Entry(Tensor, usize, usize),
}

/// Columns of the two lists.
const SCORE: usize = 0;
const EXPONENTIAL: usize = 1;
const WEIGHT: usize = 2;

impl Model {
    /// Where an arrow leads from here; `None` at the edge of the screen.
    pub fn neighbour(&self, direction: Direction) -> Option<Focus> {
        if self.view() == View::Plane {
            return self.neighbour_in_plane(direction);
        }
        let spot = self.spot(self.cursor());
        self.inside(spot, direction).or_else(|| self.across(direction))
    }

    /// Where a jump leads.
    pub fn far(&self, jump: Jump) -> Focus {
        if self.view() == View::Plane {
            return self.far_in_plane(jump);
        }
        let spot = self.spot(self.focus());
        let (lines, columns) = self.size_of(spot);
        let (line, column) = spot.position();
        let (line, column) = match jump {
            Jump::Start => (line, 0),
            Jump::End => (line, columns - 1),
            Jump::First => (0, column),
            Jump::Last => (lines - 1, column),
        };
        self.nearest_in_block(spot, line, column)
    }

    /// Where a page up or down leads: as many lines as the block shows.
    pub fn paged(&self, down: bool) -> Focus {
        if self.view() == View::Plane {
            return self.paged_in_plane(down);
        }
        let spot = self.spot(self.focus());
        let (lines, _) = self.size_of(spot);
        let page = self.page_of(spot).max(1);
        let (line, column) = spot.position();
        let line = if down { (line + page).min(lines - 1) } else { line.saturating_sub(page) };
        self.nearest_in_block(spot, line, column)
    }

    fn page_of(&self, spot: Spot) -> usize {
        let Some(layout) = self.layout() else { return 1 };
        match spot {
            Spot::Given(..) => layout.given.slots.shown,
            Spot::Head(..) => layout.head.rows.shown,
            Spot::Source(..) => layout.source.window.shown,
            Spot::Vocab(..) => layout.vocab.window.shown,
            Spot::Weighted(_) | Spot::Context(_) | Spot::SourceSum | Spot::VocabSum | Spot::Loss => 1,
            Spot::Entry(tensor, ..) => {
                let sheet = layout.sheet.as_ref();
                let placed = sheet.and_then(|sheet| sheet.placed.iter().find(|placed| placed.tensor == tensor));
                placed.map_or(1, |placed| placed.rows.shown)
            }
        }
    }

    fn spot(&self, focus: Focus) -> Spot {
        let d_k = self.givens().d_k();
        match focus {
            Focus::Query(i) => Spot::Given(0, i + 1),
            Focus::Slot(j) => Spot::Given(j + 1, 0),
            Focus::Key(j, i) => Spot::Given(j + 1, i + 1),
            Focus::Value(j, i) => Spot::Given(j + 1, d_k + i + 1),
            Focus::Word(w) => Spot::Head(0, w),
            Focus::Head(d, w) => Spot::Head(d + 1, w),
            Focus::Bias(w) => Spot::Head(self.givens().d_v() + 1, w),
            Focus::Weighted(j, d) => Spot::Weighted(j.saturating_mul(self.givens().d_v()).saturating_add(d)),
            Focus::Context(d) => Spot::Context(d),
            Focus::Score(j) => Spot::Source(j, SCORE),
            Focus::Exponential(j) => Spot::Source(j, EXPONENTIAL),
            Focus::Attention(j) => Spot::Source(j, WEIGHT),
            Focus::Normaliser => Spot::SourceSum,
            // It stands in a view of its own.
            Focus::Contributed(of) => Spot::Source(of.slot().unwrap_or(0), WEIGHT),
            Focus::Logit(w) => Spot::Vocab(self.list().place_of(w).unwrap_or(0), SCORE),
            Focus::WordExponential(w) => Spot::Vocab(self.list().place_of(w).unwrap_or(0), EXPONENTIAL),
            Focus::Probability(w) => Spot::Vocab(self.list().place_of(w).unwrap_or(0), WEIGHT),
            Focus::WordNormaliser => Spot::VocabSum,
            Focus::Loss => Spot::Loss,
            Focus::Entry(tensor, row, column) => Spot::Entry(tensor, row, column),
        }
    }

    /// Lines and columns of the block a spot lies in.
    fn size_of(&self, spot: Spot) -> (usize, usize) {
        let givens = self.givens();
        match spot {
            Spot::Given(0, _) => (givens.slots() + 1, givens.d_k() + 1),
            Spot::Given(..) => (givens.slots() + 1, givens.d_k() + givens.d_v() + 1),
            Spot::Head(..) => (givens.d_v() + 1 + usize::from(self.has_bias()), givens.words()),
            Spot::Weighted(_) => (1, givens.slots().saturating_mul(givens.d_v())),
            Spot::Context(_) => (1, givens.d_v()),
            Spot::Source(..) => (givens.slots(), WEIGHT + 1),
            Spot::Vocab(..) => (givens.words(), WEIGHT + 1),
            Spot::SourceSum | Spot::VocabSum | Spot::Loss => (1, 1),
            Spot::Entry(tensor, ..) => givens.shape(tensor).unwrap_or((1, 1)),
        }
    }

    /// The place at a line and column of the block of `like`, moved to the nearest one that exists.
    fn nearest_in_block(&self, like: Spot, line: usize, column: usize) -> Focus {
        let (lines, _) = self.size_of(like);
        let line = line.min(lines - 1);
        let givens = self.givens();
        let d_k = givens.d_k();
        match like {
            Spot::Given(..) => match (line, column) {
                (0, column) => Focus::Query(column.saturating_sub(1).min(d_k - 1)),
                (line, 0) => Focus::Slot(line - 1),
                (line, column) if column <= d_k => Focus::Key(line - 1, column - 1),
                (line, column) => Focus::Value(line - 1, (column - d_k - 1).min(givens.d_v() - 1)),
            },
            Spot::Head(..) => match (line, column.min(givens.words() - 1)) {
                (0, w) => Focus::Word(w),
                (line, w) if line <= givens.d_v() => Focus::Head(line - 1, w),
                (_, w) => Focus::Bias(w),
            },
            Spot::Context(_) => Focus::Context(column.min(givens.d_v() - 1)),
            Spot::Weighted(_) => Focus::Weighted(column / givens.d_v(), column % givens.d_v()),
            Spot::Source(..) => match column {
                SCORE => Focus::Score(line),
                EXPONENTIAL => Focus::Exponential(line),
                _ => Focus::Attention(line),
            },
            Spot::Vocab(..) => {
                let word = self.list().word_at(line).unwrap_or(0);
                match column {
                    SCORE => Focus::Logit(word),
                    EXPONENTIAL => Focus::WordExponential(word),
                    _ => Focus::Probability(word),
                }
            }
            Spot::SourceSum => Focus::Normaliser,
            Spot::VocabSum => Focus::WordNormaliser,
            Spot::Loss => Focus::Loss,
            Spot::Entry(tensor, ..) => Focus::Entry(tensor, line, column),
        }
    }

    fn inside(&self, spot: Spot, direction: Direction) -> Option<Focus> {
        let (lines, columns) = self.size_of(spot);
        let layout = self.layout();
        let (mut line, mut column) = spot.position();
        loop {
            match direction {
                Direction::Up => line = line.checked_sub(1)?,
                Direction::Down => line += 1,
                Direction::Left => column = column.checked_sub(1)?,
                Direction::Right => column += 1,
            }
            // The query has no name before it to stand on.
            let before_query = matches!(spot, Spot::Given(0, _)) && column == 0;
            if line >= lines || column >= columns || before_query {
                return None;
            }
            let focus = self.nearest_in_block(spot, line, column);
            // A column that a narrow screen leaves out is passed over.
            if layout.as_ref().is_none_or(|layout| layout.has_column(focus)) {
                return (focus != self.cursor()).then_some(focus);
            }
        }
    }

    /// The nearest place on the screen in a direction that is not in the block of the focus.
    fn across(&self, direction: Direction) -> Option<Focus> {
        let layout = self.layout()?;
        let here = self.place_of(self.cursor())?;
        let home = self.spot(self.cursor());
        let mut best: Option<(u32, Focus)> = None;
        for focus in self.visible(&layout) {
            if self.spot(focus).is_beside(home) {
                continue;
            }
            if let Some(place) = layout.place(focus, |w| self.list().place_of(w))
                && let Some(distance) = distance(here, place, direction)
                && best.is_none_or(|(least, _)| distance < least)
            {
                best = Some((distance, focus));
            }
        }
        best.map(|(_, focus)| focus)
    }

    /// Every place on the screen.
    pub fn visible(&self, layout: &super::Layout) -> Vec<Focus> {
        if let Some(grid) = &layout.grid {
            let words = grid.words().range().filter_map(|place| self.list().word_at(place));
            let all = grid.slots().range().map(Focus::Attention).chain(words.map(Focus::Probability));
            return all.filter(|focus| grid.shows(*focus)).collect();
        }
        if let Some(ledger) = &layout.ledger {
            return self.visible_in_ledger(ledger);
        }
        let mut all = vec![Focus::Loss, Focus::Normaliser, Focus::WordNormaliser];
        if let Some(sheet) = &layout.sheet {
            all.extend(sheet.entries());
        }
        let d_v = layout.d_v();
        all.extend(layout.weighted.range().map(|number| Focus::Weighted(number / d_v, number % d_v)));
        all.extend(layout.given.key.range().map(Focus::Query));
        for j in layout.given.slots.range() {
            all.push(Focus::Slot(j));
            all.extend(layout.given.key.range().map(|i| Focus::Key(j, i)));
            all.extend(layout.given.value.range().map(|i| Focus::Value(j, i)));
        }
        for w in layout.head.words.range() {
            all.push(Focus::Word(w));
            all.extend(layout.head.rows.range().map(|d| Focus::Head(d, w)));
            if self.has_bias() {
                all.push(Focus::Bias(w));
            }
        }
        all.extend(layout.context.range().map(Focus::Context));
        for j in layout.source.window.range() {
            all.extend([Focus::Score(j), Focus::Exponential(j), Focus::Attention(j)]);
        }
        for place in layout.vocab.window.range() {
            if let Some(w) = self.list().word_at(place) {
                all.extend([Focus::Logit(w), Focus::WordExponential(w), Focus::Probability(w)]);
            }
        }
        all
    }
}

impl Spot {
    /// Whether two lie in one block.
    fn is_beside(self, other: Spot) -> bool {
        match (self, other) {
            (Spot::Entry(a, ..), Spot::Entry(b, ..)) => a == b,
            _ => std::mem::discriminant(&self) == std::mem::discriminant(&other),
        }
    }

    fn position(self) -> (usize, usize) {
        match self {
            Spot::Given(line, column)
            | Spot::Head(line, column)
            | Spot::Source(line, column)
            | Spot::Vocab(line, column)
            | Spot::Entry(_, line, column) => (line, column),
            Spot::Weighted(column) | Spot::Context(column) => (0, column),
            Spot::SourceSum | Spot::VocabSum | Spot::Loss => (0, 0),
        }
    }
}

/// How far a place is in a direction, a step aside counting more than a step ahead (a line is about two columns high);
/// `None` when it is not ahead at all.
pub(super) fn distance(from: Rect, to: Rect, direction: Direction) -> Option<u32> {
    let centre = |r: Rect| (i64::from(r.x) * 2 + i64::from(r.width), i64::from(r.y) * 4);
    let ((x, y), (to_x, to_y)) = (centre(from), centre(to));
    let (ahead, aside) = match direction {
        Direction::Up => (y - to_y, to_x - x),
        Direction::Down => (to_y - y, to_x - x),
        Direction::Left => (x - to_x, to_y - y),
        Direction::Right => (to_x - x, to_y - y),
    };
    // A step up or down should stay in its column, a step aside in its line.
    let weight = if matches!(direction, Direction::Up | Direction::Down) { 1 } else { 40 };
    let vertical = if matches!(direction, Direction::Up | Direction::Down) { 8 } else { 1 };
    (ahead > 0).then(|| u32::try_from(ahead * vertical + aside.abs() * weight).unwrap_or(u32::MAX))
}
