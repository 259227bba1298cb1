//! The training screen: how far it is, the loss, where the sentence is read from, how well the test goes.

mod curve;

use super::{map, title};
use crate::explorer::{Layout, Model, TrainingScreen, Translating};
use crate::translator::{Role, Run};
use crate::view::canvas::{Canvas, cells_u16};
use crate::words::{translator as say, width};

/// Draws it; gives the cell of the step that is pointed at.
pub fn draw(
    canvas: &mut Canvas<'_>,
    model: &Model,
    layout: &Layout,
    screen: &TrainingScreen,
    of: &Translating,
) -> Option<(u16, u16)> {
    if let Some(y) = layout.rows.title {
        title::draw(canvas, of, y);
    }
    progress(canvas, model, screen.progress, of);
    if let Some(area) = screen.curve {
        curve::draw(canvas, area, of);
    }
    if let Some(panel) = &screen.decoder.map {
        map::draw(canvas, &screen.decoder, of, panel);
        if panel.area.x > 0 {
            let quiet = canvas.ink(canvas.colours.quiet);
            for y in panel.area.y + 1..panel.area.bottom() {
                canvas.mark(panel.area.x - 1, y, "│", quiet);
            }
        }
    }
    figures(canvas, model, screen, of);
    let panel = screen.decoder.map.as_ref()?;
    let row = cells_u16(panel.lines.place(of.step())?);
    Some((panel.area.x, panel.area.y + 2 + row))
}

/// A bar over all sentences: what is trained is full, the time that is shown is marked on it.
fn progress(canvas: &mut Canvas<'_>, model: &Model, y: u16, of: &Translating) {
    let (trainer, colours) = (of.trainer(), canvas.colours);
    let (quiet, strong) = (canvas.ink(colours.quiet), colours.strong(colours.text));
    let end = canvas.width().saturating_sub(1);
    let (done, all) = (trainer.sentences(trainer.steps()), trainer.sentences(trainer.all()));
    let state = say::training_state(trainer.is_running(), trainer.steps() >= trainer.all());
    canvas.say(1, y, end, &state, if trainer.is_running() { colours.strong(colours.target) } else { quiet });
    let widest = [(true, false), (false, true), (false, false)].map(|(a, b)| width::either(&say::training_state(a, b)));
    let x = 1 + cells_u16(widest.into_iter().max().unwrap_or(0)) + 1;
    let shown = trainer.shown().steps;
    let texts = match (trainer.follows() || shown == trainer.steps(), trainer.awaited()) {
        (true, None) => say::training_progress(done, all),
        (_, awaited) => {
            vec![say::time_shown(trainer.sentences(shown), awaited.map(|steps| trainer.sentences(steps)))]
        }
    };
    // As wide as the widest it may become, so that the bar stays where it is.
    let longest =
        [say::training_progress(all, all).swap_remove(0), say::time_shown(all, trainer.awaited().map(|_| all))];
    let room = longest.iter().map(width::either).max().unwrap_or(0);
    let room = cells_u16(room).min(end.saturating_sub(x + 12));
    let text_x = end.saturating_sub(room);
    if let Some(text) = model.fitting(&texts, usize::from(room)) {
        canvas.say(text_x, y, end, text, canvas.ink(colours.text));
    }
    let bar = (x, text_x.saturating_sub(2));
    let cells = bar.1.saturating_sub(bar.0);
    if cells < 4 {
        return;
    }
    let at = |steps: usize| cells_u16(usize::from(cells).saturating_mul(steps) / trainer.all().max(1)).min(cells);
    canvas.fill(bar.0, y, bar.1, "░", quiet);
    canvas.fill(bar.0, y, bar.0 + at(trainer.steps()), "█", canvas.ink(colours.text));
    canvas.mark(bar.0 + at(shown).min(cells - 1), y, "│", strong);
    if let Some(awaited) = trainer.awaited() {
        canvas.mark(bar.0 + at(awaited).min(cells - 1), y, "│", strong);
    }
}

/// What is measured at the time that is shown, a line each.
fn figures(canvas: &mut Canvas<'_>, model: &Model, screen: &TrainingScreen, of: &Translating) {
    let trainer = of.trainer();
    let (first, lines) = screen.figures;
    let room = usize::from(canvas.width().saturating_sub(2));
    let watched = Run::watched(of.corpus()).count();
    let (text, quiet) = (canvas.ink(canvas.colours.text), canvas.ink(canvas.colours.quiet));
    let forced = trainer.shown().forced.as_ref();
    let role = |role: Role| forced.map(|forced| forced.role(role));
    let losses = say::test_losses(
        watched,
        forced.and_then(|forced| forced.mean_loss()),
        forced.and_then(|forced| forced.first_word_loss()),
        role(Role::Recipient).and_then(|found| found.mean_loss()),
    );
    let reads = trainer.plan().design.reads();
    let known = role(Role::Recipient).is_some_and(|found| found.words > 0);
    let shares = match reads && known {
        true => say::shares_read(
            role(Role::Recipient).and_then(|found| found.share_from_right()),
            role(Role::Time).and_then(|found| found.share_from_right()),
            role(Role::Object).and_then(|found| found.share_within_one()),
        ),
        false => vec![say::no_shares(reads)],
    };
    let whole = trainer.progress().whole.as_ref().map(|found| match found.as_deref() {
        Ok((forced, alone)) => {
            say::whole_test(alone.exact_share(), alone.bleu.score(), forced.mean_loss(), alone.sentences)
        }
        Err(reason) => vec![say::unreadable(*reason)],
    });
    let labels = (Some(say::no_labels()), quiet);
    let mut all = vec![(Some(losses), text), (Some(shares), text)];
    // Where one line is left, the whole test has it as soon as it is there.
    all.extend(if lines < 4 && whole.is_some() { vec![(whole, text)] } else { vec![labels, (whole, text)] });
    for (y, (forms, style)) in (first..first + lines).zip(all) {
        if let Some(text) = forms.as_deref().and_then(|forms| model.fitting(forms, room)) {
            canvas.say(1, y, canvas.width(), text, style);
        }
    }
}
