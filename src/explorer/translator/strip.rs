//! The strip of a step: what comes after what. Its order is the design's; an index tells which state is meant, so that no
//! two orders can be mixed up.
//!
//! ```text
//! read, then update   h3 → q4 → 1 READ c4 → 2 UPDATE [E(gave); c4] → h4 → 3 PREDICT y4
//! update, then read   h3 → 1 UPDATE [E(gave); c3] → h4 → q4 → 2 READ c4 → 3 PREDICT y4
//! fixed               h3 → 1 UPDATE [E(gave); s] → h4 → 2 PREDICT y4
//! ```

use super::{Object, Translating};
use crate::translator::Timing;
use crate::words::width;

/// A piece of the strip.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// What it stands for; `None` for an arrow.
    pub object: Option<Object>,
    /// As it is written.
    pub text: String,
    /// Whether it is one of the acts: to read, to update, to predict.
    pub is_act: bool,
    /// Left edge, and how many cells.
    pub at: (u16, u16),
}

/// How much of it is written.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Form {
    gaps: bool,
    numbered: bool,
    /// `E(…)` around the word, and PREDICT before what is predicted.
    full: bool,
    /// Cells of the word that goes in.
    word: usize,
}

const FORMS: [Form; 6] = [
    Form { gaps: true, numbered: true, full: true, word: 16 },
    Form { gaps: true, numbered: false, full: true, word: 16 },
    Form { gaps: false, numbered: false, full: true, word: 12 },
    Form { gaps: false, numbered: false, full: false, word: 8 },
    Form { gaps: false, numbered: false, full: false, word: 4 },
    Form { gaps: false, numbered: false, full: false, word: 2 },
];

impl Translating {
    /// The strip of the step shown, in the longest form that fits so many cells. `cells_of` tells how wide a text is drawn.
    pub fn strip(&self, room: u16, cells_of: impl Fn(&str) -> usize) -> Vec<Piece> {
        let all = FORMS.map(|form| self.strip_in(form, &cells_of));
        let fits = |pieces: &&Vec<Piece>| pieces.last().is_none_or(|last| last.at.0 + last.at.1 <= room);
        all.iter().find(fits).or(all.last()).cloned().unwrap_or_default()
    }

    fn strip_in(&self, form: Form, cells_of: &impl Fn(&str) -> usize) -> Vec<Piece> {
        let mut strip = Strip { pieces: Vec::new(), x: 1, acts: 0, form, cells_of };
        let word = width::cut(self.word_name(self.goes_in(self.step)), form.word);
        let context = self.context_in();
        let input = match form.full {
            true => format!("[E({word}); {context}]"),
            false => format!("[{word};{context}]"),
        };
        let read = |strip: &mut Strip<'_, _>| {
            strip.then(Object::Query, &self.symbol(Object::Query));
            strip.act(Object::Weights, "READ");
            strip.beside(Object::Context, &self.symbol(Object::Context));
        };
        let update = |strip: &mut Strip<'_, _>| {
            strip.act(Object::Gates, "UPDATE");
            strip.beside(Object::Input, &input);
            strip.then(Object::After, &self.symbol(Object::After));
        };
        strip.put(Some(Object::Before), &self.symbol(Object::Before), false);
        match self.design().timing() {
            Some(Timing::ReadThenUpdate) => {
                read(&mut strip);
                update(&mut strip);
            }
            Some(Timing::UpdateThenRead) => {
                update(&mut strip);
                read(&mut strip);
            }
            None => update(&mut strip),
        }
        let y = format!("y{}", self.step + 1);
        if form.full {
            strip.act(Object::Logits, "PREDICT");
            strip.beside(Object::Probabilities, &y);
        } else {
            strip.then(Object::Probabilities, &y);
        }
        strip.pieces
    }
}

struct Strip<'a, F> {
    pieces: Vec<Piece>,
    x: u16,
    acts: usize,
    form: Form,
    cells_of: &'a F,
}

impl<F: Fn(&str) -> usize> Strip<'_, F> {
    fn put(&mut self, object: Option<Object>, text: &str, is_act: bool) {
        let cells = u16::try_from((self.cells_of)(text)).unwrap_or(u16::MAX);
        self.pieces.push(Piece { object, text: text.to_owned(), is_act, at: (self.x, cells) });
        self.x = self.x.saturating_add(cells);
    }

    fn arrow(&mut self) {
        self.put(None, if self.form.gaps { " → " } else { "→" }, false);
    }

    fn then(&mut self, object: Object, text: &str) {
        self.arrow();
        self.put(Some(object), text, false);
    }

    fn act(&mut self, object: Object, name: &str) {
        self.acts += 1;
        self.arrow();
        let text = if self.form.numbered { format!("{} {name}", self.acts) } else { name.to_owned() };
        self.put(Some(object), &text, true);
    }

    fn beside(&mut self, object: Object, text: &str) {
        self.put(None, " ", false);
        self.put(Some(object), text, false);
    }
}
