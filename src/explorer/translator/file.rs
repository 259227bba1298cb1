//! A translator from a file on the decoder screen.

use super::{LESSON, Origin, Trainer, Translating};
use crate::explorer::{Model, View};
use crate::scenario::translator_file::{OfCorpus, Trained};
use crate::translator::Corpus;
use crate::words::translator as say;
use std::path::Path;
use std::sync::Arc;

/// Whether a path names a translator rather than a scenario.
pub fn is_translator_file(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("safetensors"))
}

impl Model {
    /// Shows it. With the lesson's words it has the lesson's sentences, and where it was trained on them its own training
    /// can be gone through again; with other words only typed sentences can be translated.
    pub(in crate::explorer) fn show_translator(&mut self, name: String, trained: Trained) {
        let Trained { parameters, source, target, course } = trained;
        let of_lesson = source == LESSON.source && target == LESSON.target;
        let corpus = match of_lesson {
            true => Arc::clone(&LESSON),
            false => Arc::new(Corpus { source, target, train: Vec::new(), test: Vec::new() }),
        };
        let origin = Origin::File(name.clone());
        match Translating::new(Arc::clone(&corpus), Arc::new(parameters), origin) {
            Ok(mut translating) => {
                let on_lesson = course.filter(|course| of_lesson && course.corpus.is(&OfCorpus::new("", &corpus)));
                if let Some(Ok(trainer)) = on_lesson.map(|course| Trainer::new(course.plan, &corpus)) {
                    translating.trainer = trainer;
                }
                self.translating = Some(Box::new(translating));
                self.view = View::Decoder;
                self.say(say::translator_opened(&name, of_lesson));
                self.keep_in_view();
            }
            Err(reason) => self.refuse(say::cannot_build(reason)),
        }
    }
}
