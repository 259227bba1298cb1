//! What the dock says of the number under the cursor at length, and how it is copied.

use super::explained::Told;
use crate::explain;
use crate::explorer::docked::{Ink, Line, Lines};
use crate::explorer::{Brief, Form, Model};
use crate::words::{teach, translator as say};

/// Terms of a long sum written out before its middle is folded.
const TERMS: usize = 8;

impl Model {
    /// What is said in short.
    pub(in crate::explorer) fn brief_in_decoder(&self, terms: usize) -> Brief {
        match self.translating() {
            Some(of) => of.brief(self.preferences().lang, terms),
            None => Brief::of(String::new(), say::nothing_shown()),
        }
    }

    /// The explanation in full, as lines.
    pub(in crate::explorer) fn decoder_lines(&self, unfolded: bool, cells: usize) -> Lines<'_> {
        let Some(of) = self.translating() else { return Lines::of(Vec::new()) };
        let lang = self.preferences().lang;
        let told = of.told(TERMS);
        let head = Line::new(self.drawn(&of.name_of(of.spot)), Ink::Strong);
        let mut lines = vec![head.with("  ", Ink::Plain).with(self.drawn(of.what().get(lang)), Ink::Quiet)];
        if let Told::Nothing(reason) = &told {
            let brief = of.brief(lang, TERMS);
            if !brief.parts.is_empty() {
                lines.extend(self.wrapped(&brief.chain(0), cells, Ink::Plain));
            }
            lines.extend(self.wrapped(reason.get(lang), cells, Ink::Plain));
        }
        lines.extend(self.steps(&self.drawn_all(&told.parts(lang)), cells));
        lines.retain(|line| !line.text().is_empty());
        for remark in of.remarks() {
            lines.extend(self.wrapped(remark.get(lang), cells, Ink::Strong));
        }
        for note in told.notes() {
            lines.extend(self.wrapped(note.get(lang), cells, Ink::Moved));
        }
        let (origin, count) = (of.origin_of(of.spot.object()), of.shape(of.spot.object()));
        let whole = say::object(&of.symbol(of.spot.object()), count.0, count.1, &origin);
        lines.extend(self.wrapped(whole.get(lang), cells, Ink::Quiet));
        match told {
            Told::OfStep(explanation) if unfolded && explanation.terms_count() > 1 => {
                self.with_terms(lines, *explanation)
            }
            Told::OfStep(explanation) if explanation.terms_count() > TERMS => {
                lines.push(Line::new(teach::unfolds(explanation.terms_count()).get(lang), Ink::Quiet));
                Lines::of(lines)
            }
            _ => Lines::of(lines),
        }
    }

    fn drawn_all(&self, parts: &[String]) -> Vec<String> {
        parts.iter().map(|part| self.drawn(part)).collect()
    }

    /// The explanation as a text to be copied; `None` where there is no number.
    pub(in crate::explorer) fn copied_in_decoder(&self, form: Form) -> Option<String> {
        let lang = self.preferences().lang;
        let of = self.translating()?;
        let told = of.told(if self.is_unfolded() { usize::MAX } else { TERMS });
        if let Told::OfStep(explanation) = &told {
            return Some(match form {
                Form::Text => explain::copy_text(explanation, lang),
                Form::Latex => explain::copy_latex(explanation, lang),
                Form::Markdown => explain::copy_markdown(explanation, lang),
            });
        }
        let parts = told.parts(lang);
        let (_, Some(_)) = (parts.last()?, of.spot.component()) else { return None };
        let what = of.what();
        let head = format!("{}: {}", of.name_of(of.spot), what.get(lang));
        let latex = told.parts_latex(lang).join(" = ");
        Some(match form {
            Form::Text => format!("{head}\n{}", parts.join(" = ")),
            Form::Latex => latex,
            Form::Markdown => format!("{head}\n\n${latex}$"),
        })
    }
}
