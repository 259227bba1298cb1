//! The title line: which sentence, whose parameters, what is built; on the right whose words go in.

use crate::explorer::{Feeding, Origin, Translating, Which};
use crate::view::canvas::{Canvas, cells_u16};
use crate::words::{Text, translator as say, width};

/// Draws it: the two tabs first, then as much of the rest as has room. Widths are those of the wider language.
pub fn draw(canvas: &mut Canvas<'_>, of: &Translating, y: u16) {
    let colours = canvas.colours;
    let (quiet, band) = (canvas.ink(colours.quiet), colours.band(colours.text));
    let mut end = canvas.width().saturating_sub(1);
    for (feeding, tab) in [(Feeding::Own, say::own()), (Feeding::Teacher, say::teacher())] {
        let cells = cells_u16(width::either(&tab) + 2);
        let x = end.saturating_sub(cells);
        let style = if of.feeding() == feeding { band } else { quiet };
        let label = width::left(&format!(" {}", tab.get(canvas.lang)), usize::from(cells));
        // Without a reference there is no teacher.
        if feeding == Feeding::Own || of.taught().is_some() {
            canvas.put(x, y, end, &label, style);
        }
        end = x;
    }
    let limit = end.saturating_sub(1);
    let title = say::title();
    let sentence = match of.sentence().which {
        Which::Test(at) => say::test_sentence(at + 1, of.corpus().test.len()),
        Which::Typed => say::typed_sentence(),
    };
    let trainer = of.trainer();
    let is_of_training = matches!(of.origin(), Origin::Untrained { .. } | Origin::Trained { .. });
    // What is waited for has not been trained yet: these are not its numbers.
    let awaited = is_of_training && trainer.awaited().is_some();
    let origin = match trainer.awaited().filter(|_| is_of_training) {
        Some(awaited) => {
            let shown = trainer.sentences(trainer.shown().steps);
            say::time_shown(shown, Some(trainer.sentences(awaited)))
        }
        None => origin(of.origin()),
    };
    let design = say::design(of.design(), of.width());
    let all = [
        (&title, colours.strong(colours.text)),
        (&sentence, quiet),
        (&origin, if awaited { colours.strong(colours.target) } else { quiet }),
        (&design, quiet),
    ];
    let widths = all.map(|(text, _)| width::either(text) + 2);
    // Which parameters comes before which design, and both before what the screen is called.
    let room = usize::from(limit.saturating_sub(1));
    let kept: &[usize] = [&[0, 1, 2, 3][..], &[0, 1, 2], &[1, 2], &[2], &[]]
        .into_iter()
        .find(|kept| kept.iter().map(|at| widths[*at]).sum::<usize>() <= room + 2)
        .unwrap_or_default();
    let mut x = 1;
    for at in kept {
        let (text, style) = all[*at];
        canvas.say(x, y, limit, text, style);
        x += cells_u16(widths[*at]);
    }
}

fn origin(origin: &Origin) -> Text {
    match origin {
        Origin::Untrained { seed } => say::untrained_label(*seed),
        Origin::Trained { seed, sentences } => say::trained_label(*seed, *sentences),
        Origin::File(name) => say::file_label(&width::cut(name, 24)),
    }
}
