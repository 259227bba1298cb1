//! Where the decoder screen's parts stand: a pure function of sizes, of what is asked for, and of where the cursor is.
//!
//! ```text
//! title; the strip; what is known before the read           Rows::title, strip, known
//! SOURCE AXIS  j unit e α   │ VOCAB AXIS  w word z p        Rows::heads, body
//! Σ_j α                     │ Σ_w p, L                      sums
//! reference, taught, free                                   texts
//! the table of objects      │ α of all steps                objects, map
//! ─────────────────────────────────────────────────         Rows::dock_rule
//! the dock, the footer                                      Rows::dock …
//! ```
//! Where not everything has room, objects or map take the place of the two tables when they are asked for.

use super::parts::{Panel, Table};
use super::strip::Piece;
use super::{Object, Spot};
use crate::explorer::rows::{Rows, Spare, downwards};
use crate::explorer::{List, Model, Window};
use crate::words::width;
use ratatui::layout::Rect;

/// What stands in the middle of a screen that has no room for everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Middle {
    /// The two tables.
    #[default]
    Step,
    /// The table of objects.
    Objects,
    /// α of all steps.
    Map,
}

impl Middle {
    /// All.
    pub const ALL: [Middle; 3] = [Middle::Step, Middle::Objects, Middle::Map];

    /// The name in commands.
    pub fn name(self) -> &'static str {
        match self {
            Middle::Step => "tables",
            Middle::Objects => "objects",
            Middle::Map => "map",
        }
    }
}

/// What is scrolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Scroll {
    pub(super) units: usize,
    pub(super) words: usize,
    pub(super) objects: usize,
    pub(super) numbers: usize,
    pub(super) steps: usize,
    pub(super) across: usize,
}

/// What the layout needs to know.
#[derive(Clone, Debug)]
pub struct Extents {
    /// Source units.
    pub units: usize,
    /// Target words.
    pub words: usize,
    /// Steps of the run looked at, and the one shown.
    pub steps: (usize, usize),
    /// Cells of the longest unit and the longest word.
    pub names: (u16, u16),
    /// Lines of translations there are.
    pub texts: u16,
    /// The objects of the design, with how many numbers each has.
    pub objects: Vec<(Object, usize)>,
    /// What is asked for.
    pub middle: Middle,
    /// What the cursor is on.
    pub spot: Spot,
    /// The words as they are listed, and the target among them.
    pub list: List,
    /// The target.
    pub target: Option<usize>,
    /// The strip.
    pub strip: Vec<Piece>,
    /// Whether the dock holds something that needs room.
    pub docked: bool,
    /// Whether the last keys have a line.
    pub keys: bool,
}

/// The decoder screen, laid out.
#[derive(Clone, Debug, PartialEq)]
pub struct Decoder {
    /// The line of the strip, and its pieces.
    pub strip: (u16, Vec<Piece>),
    /// The line of what is known before the read.
    pub known: Option<u16>,
    /// First line below the two column heads, and how many.
    pub body: (u16, u16),
    /// The two tables; `None` while something else stands in their place.
    pub tables: Option<(Table, Table)>,
    /// Source units in view.
    pub units: Window,
    /// Words in view, by their place in the list.
    pub words: Window,
    /// The last line of the list is kept for the target.
    pub pinned: bool,
    /// The line of the sums and the loss.
    pub sums: u16,
    /// First line of the translations, and how many.
    pub texts: (u16, u16),
    /// The table of objects.
    pub objects: Option<Panel>,
    /// α of all steps.
    pub map: Option<Panel>,
    list: List,
    all_objects: Vec<Object>,
}

/// Lines of a panel below the tables, at the least and at the most.
const PANEL: (u16, u16) = (6, 16);

/// From so many columns on two panels stand side by side.
const BESIDE: u16 = 100;

impl Decoder {
    /// Lays it out; the lines around come with it.
    pub(in crate::explorer) fn plan((width, height): (u16, u16), extents: &Extents, scroll: Scroll) -> (Rows, Self) {
        let docked = extents.docked;
        let mut spare = Spare::new(height);
        // strip, heads, names of columns, three lines of a table, sums, a line of the dock, footer
        spare.take(9);
        let keys = extents.keys && height >= 14 && spare.take(1) == 1;
        let known = spare.take(1) == 1;
        let title = !(docked && height < 14) && spare.take(1) == 1;
        let wanted = match height {
            ..14 => u16::from(!docked),
            // The lesson's nine units come first.
            14..20 => 2,
            20..26 if docked => 2,
            20.. => 3,
        };
        let texts = spare.take(wanted.min(extents.texts));
        let dock_rule = height >= 20 && spare.take(1) == 1;
        let mut dock_rows = 1 + spare.take(match (height, docked) {
            (..16, false) => 0,
            (..16, true) => 2,
            (16..22, false) => 1,
            (16..22, true) => 3,
            (22.., false) => 3,
            (22.., true) => 4,
        });
        let listed = u16::try_from(extents.units.max(9)).unwrap_or(u16::MAX);
        let mut lines = 3 + spare.take(listed.saturating_sub(3));
        let panels = match width >= BESIDE {
            true if spare.left() >= PANEL.0 => spare.take(PANEL.1),
            false if spare.left() >= 2 * PANEL.0 => spare.take(2 * PANEL.1),
            _ => 0,
        };
        dock_rows += spare.take(9_u16.saturating_sub(dock_rows));
        // What is left lists more words.
        lines += spare.left();

        let mut take = downwards();
        let title = title.then(|| take(1));
        let strip = take(1);
        let known = known.then(|| take(1));
        let heads = take(1);
        take(1);
        let body = (take(lines), lines);
        let sums = take(1);
        let texts = (take(texts), texts);
        let below = take(panels);
        let rows = Rows::around(height, (title, None, None), heads, keys, dock_rule, dock_rows);
        let whole = Rect { x: 0, y: heads, width, height: lines + 3 };
        let (objects, map) = match (panels, extents.middle) {
            (0, Middle::Step) => (None, None),
            (0, Middle::Objects) => (Some(whole), None),
            (0, Middle::Map) => (None, Some(whole)),
            (panels, _) if width >= BESIDE => {
                let left = width / 2;
                let area = |x, width| Some(Rect { x, y: below, width, height: panels });
                (area(0, left), area(left + 1, width - left - 1))
            }
            (panels, _) => {
                let upper = panels / 2;
                let area = |y, height| Some(Rect { x: 0, y, width, height });
                (area(below, upper), area(below + upper, panels - upper))
            }
        };
        let in_place = panels == 0 && extents.middle != Middle::Step;
        let left = (width - 1) / 2;
        let numbers = |count: usize| u16::try_from(count.max(1).ilog10()).unwrap_or(0) + 2;
        let tables = (!in_place).then(|| {
            let of_units = Table::plan((0, left), numbers(extents.units), extents.names.0);
            let of_words = Table::plan((left + 1, width - left - 1), numbers(extents.words), extents.names.1);
            Table::on_one_scale(of_units, of_words)
        });
        let room = usize::from(lines);
        let units = Window::following(scroll.units, extents.spot.unit(), room, extents.units);
        let place = |word: Option<usize>| word.and_then(|word| extents.list.place_of(word));
        let here = place(extents.spot.word());
        let mut words = Window::following(scroll.words, here, room, extents.words);
        let pinned = words.shown >= 2 && place(extents.target).is_some_and(|place| words.place(place).is_none());
        if pinned {
            words = Window::following(words.first, here, words.shown - 1, extents.words);
        }
        let decoder = Self {
            strip: (strip, extents.strip.clone()),
            known,
            body,
            tables,
            units,
            words,
            pinned,
            sums,
            texts,
            objects: objects.map(|area| Panel::of_objects(area, extents, scroll)),
            map: map.map(|area| Panel::of_map(area, extents, scroll)),
            list: extents.list.clone(),
            all_objects: extents.objects.iter().map(|(object, _)| *object).collect(),
        };
        (rows, decoder)
    }

    /// The scroll that keeps this layout.
    pub(super) fn scroll(&self) -> Scroll {
        let first = |panel: Option<Panel>| panel.map_or((0, 0), |panel| (panel.lines.first, panel.columns.first));
        let ((objects, numbers), (steps, across)) = (first(self.objects), first(self.map));
        Scroll { units: self.units.first, words: self.words.first, objects, numbers, steps, across }
    }

    /// The words as they are listed.
    pub fn list(&self) -> &List {
        &self.list
    }

    /// The objects, in the order they are computed.
    pub fn all_objects(&self) -> &[Object] {
        &self.all_objects
    }

    /// The place that stands for one this screen leaves out.
    pub(super) fn stand_in(&self, spot: Spot) -> Spot {
        if self.place(spot, 0).is_some() {
            return spot;
        }
        let Some((of_units, of_words)) = &self.tables else {
            // Only what is in the panel, or on the strip.
            return match (self.objects.is_some(), spot) {
                (true, Spot::Object(_) | Spot::Component(..)) => spot,
                (true, spot) => match spot.component().filter(|_| self.all_objects.contains(&spot.object())) {
                    Some(at) => Spot::Component(spot.object(), at),
                    None => Spot::Object(Object::Context),
                },
                (false, Spot::Object(object)) => Spot::Object(self.on_strip(object)),
                (false, spot) => Spot::Weight(spot.unit().unwrap_or(0)),
            };
        };
        match spot {
            Spot::Score(place) if of_units.score.is_none() => Spot::Weight(place),
            Spot::Logit(word) if of_words.score.is_none() => Spot::Probability(word),
            Spot::Component(object, _) if self.objects.is_none() => Spot::Object(self.on_strip(object)),
            Spot::Object(object) if self.objects.is_none() => Spot::Object(self.on_strip(object)),
            spot => spot,
        }
    }

    /// The object of the strip that stands for another.
    fn on_strip(&self, object: Object) -> Object {
        let has = |object: Object| self.strip.1.iter().any(|piece| piece.object == Some(object));
        let like = match object {
            object if has(object) => object,
            Object::Scores | Object::Query => Object::Weights,
            Object::Memory => Object::Gates,
            Object::Logits | Object::Loss => Object::Probabilities,
            _ => Object::Before,
        };
        if has(like) { like } else { Object::Input }
    }

    /// The cells a place takes; `None` when it is out of sight. `step` is the one shown.
    pub fn place(&self, spot: Spot, step: usize) -> Option<Rect> {
        let line = |y: u16, (x, width): (u16, u16)| Rect { x, y, width, height: 1 };
        let listed = |row: usize| u16::try_from(row).ok().map(|row| self.body.0 + row);
        let word_line = |word: usize| {
            let place = self.list.place_of(word)?;
            listed(self.words.place(place)?)
        };
        match (spot, &self.tables) {
            (Spot::Score(j), Some((table, _))) => Some(line(listed(self.units.place(j)?)?, table.score?)),
            (Spot::Weight(j), Some((table, _))) => Some(line(listed(self.units.place(j)?)?, table.weight)),
            (Spot::Weight(j), None) => self.map_cell(step, j),
            (Spot::Logit(word), Some((_, table))) => Some(line(word_line(word)?, table.score?)),
            (Spot::Probability(word), Some((_, table))) => Some(line(word_line(word)?, table.weight)),
            (Spot::Loss, Some((_, table))) => Some(line(self.sums, table.area)),
            (Spot::Score(_) | Spot::Logit(_) | Spot::Probability(_) | Spot::Loss, None) => None,
            (Spot::Object(object), _) => {
                let piece = self.strip.1.iter().find(|piece| piece.object == Some(object));
                piece.map(|piece| line(self.strip.0, piece.at)).or_else(|| {
                    let panel = self.objects.as_ref()?;
                    Some(line(self.object_line(object)?, (panel.area.x, panel.words.0.saturating_sub(panel.area.x))))
                })
            }
            (Spot::Component(object, at), _) => {
                let panel = self.objects.as_ref()?;
                let column = u16::try_from(panel.columns.place(at)?).ok()?;
                let (x, cells) = panel.cell;
                Some(line(self.object_line(object)?, (x + column * cells, cells)))
            }
        }
    }

    /// The line of an object in its table.
    pub fn object_line(&self, object: Object) -> Option<u16> {
        let panel = self.objects.as_ref()?;
        let at = self.all_objects.iter().position(|one| *one == object)?;
        let row = u16::try_from(panel.lines.place(at)?).ok()?;
        Some(panel.area.y + 1 + row)
    }

    /// The cell of a weight among those of all steps.
    pub fn map_cell(&self, step: usize, place: usize) -> Option<Rect> {
        let panel = self.map.as_ref()?;
        let row = u16::try_from(panel.lines.place(step)?).ok()?;
        let column = u16::try_from(panel.columns.place(place)?).ok()?;
        let (x, cells) = panel.cell;
        Some(Rect { x: x + column * cells, y: panel.area.y + 2 + row, width: cells, height: 1 })
    }

    /// Every place on the screen.
    pub fn visible(&self) -> Vec<Spot> {
        let mut all: Vec<Spot> = self.strip.1.iter().filter_map(|piece| piece.object).map(Spot::Object).collect();
        if let Some((of_units, of_words)) = &self.tables {
            for j in self.units.range() {
                all.extend(of_units.score.map(|_| Spot::Score(j)));
                all.push(Spot::Weight(j));
            }
            for word in self.words.range().filter_map(|place| self.list.word_at(place)) {
                all.extend(of_words.score.map(|_| Spot::Logit(word)));
                all.push(Spot::Probability(word));
            }
            all.push(Spot::Loss);
        } else if let Some(panel) = &self.map {
            all.extend(panel.columns.range().map(Spot::Weight));
        }
        all
    }
}

impl Model {
    /// What the layout of the decoder screen needs to know.
    pub(in crate::explorer) fn decoder_extents(&self, columns: u16) -> Option<(Extents, Scroll)> {
        let of = self.translating()?;
        let widest = |names: &mut dyn Iterator<Item = &str>| {
            u16::try_from(names.map(width::width).max().unwrap_or(0)).unwrap_or(u16::MAX)
        };
        let units = widest(&mut (0..of.units()).map(|place| of.unit_name(place)));
        let words = widest(&mut (0..of.words()).map(|word| of.word_name(word)));
        let objects = Object::all(of.design()).into_iter().map(|object| (object, of.count(object))).collect();
        let extents = Extents {
            units: of.units(),
            words: of.words(),
            steps: (of.steps(), of.step()),
            names: (units, words),
            texts: if of.taught().is_some() { 3 } else { 2 },
            objects,
            middle: of.middle(),
            spot: of.spot(),
            list: of.list(),
            target: of.target(of.step()).filter(|_| of.has_steps()),
            strip: of.strip(columns.saturating_sub(1), |text| width::width(&self.drawn(text))),
            docked: self.is_docked(),
            keys: self.stagecraft().keys.is_shown(),
        };
        Some((extents, of.scroll))
    }
}
