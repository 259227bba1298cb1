//! The line of the loss, and the sum over the rows beside it.

use super::canvas::{Canvas, cells_u16};
use super::derived::sign_of;
use crate::engine::{Mark, Stage};
use crate::explorer::{Focus, Layout, Model, Seen, Standing};
use crate::words::mistakes as figure;
use crate::words::{number, screen, undefined, width};

/// `L = −ln p(him) = 0.352840`, with its difference from the baseline; with several rows the sum beside it.
pub fn draw(canvas: &mut Canvas<'_>, model: &Model, layout: &Layout) {
    let (y, x, end) = (layout.rows.loss, layout.right, layout.size.0);
    let row = model.row();
    let colours = canvas.colours;
    let focused = model.cursor() == Focus::Loss;
    let strong = if focused { colours.focus() } else { colours.strong(colours.target) };
    let quiet = canvas.ink(colours.quiet);
    if !model.shows(Focus::Loss) {
        let own = if model.givens().targets[row].is_some() { "L = ?" } else { "" };
        canvas.put(x + 1, y, end, own, if focused { colours.focus() } else { quiet });
        if model.givens().rows() > 1 {
            canvas.put_right(layout.left.saturating_sub(3), y, 0, "Σ_t L = ?", quiet);
        }
        return;
    }
    let reason = model.undefined_at(row, Stage::Loss);
    match (model.givens().targets[row], reason) {
        (Some(target), None) => {
            let name = width::cut(&model.names().words[target], 12);
            let rows = model.givens().rows();
            let symbol = if rows > 1 { format!("L_{}", row + 1) } else { "L".to_owned() };
            let seen = model.seen(row, Focus::Loss);
            let number = match seen {
                Seen::Number(loss) => number::derived(loss, 9).trim_start().to_owned(),
                Seen::Words(how) => figure::short(how).get(canvas.lang).to_owned(),
                Seen::Nothing => String::new(),
            };
            let standing = model.standing(row, Focus::Loss);
            let (sign, sign_style) = sign_of(canvas, standing);
            let told = matches!(standing, Standing::Wrong | Standing::Baseline(Mark::Moved));
            let difference = seen.number().zip(model.beside(row, Focus::Loss)).filter(|_| told);
            let difference = difference
                .map(|(loss, beside)| number::difference(loss - beside, 9).trim_start().to_owned())
                .unwrap_or_default();
            // The formula and the difference give way to the number where the line is short.
            let room = usize::from(end.saturating_sub(x + 2));
            let long = format!("{symbol} = −ln p({name}) = {number}");
            let with_difference = |text: &str| canvas.cells(text) + 1 + difference.len() <= room;
            let short = format!("{symbol} = {number}");
            let (text, shows_difference) = match () {
                () if with_difference(&long) => (long, true),
                () if difference.is_empty() && canvas.cells(&long) <= room => (long, false),
                () if with_difference(&short) => (short, true),
                () => (short, false),
            };
            let after = canvas.put(x + 1, y, end, &text, strong);
            canvas.mark(after, y, sign, sign_style);
            if shows_difference {
                canvas.put(after + 2, y, end, &difference, canvas.ink(colours.moved));
            }
        }
        // Where there is no prediction its own sentence says why; a loss that overflows by itself is said here.
        (Some(_), Some(reason)) if reason.stage() == Stage::Loss => {
            let text = undefined::reason(reason, &model.names().slots, &model.names().words);
            canvas.say(x + 1, y, end, &text, strong);
        }
        (Some(_), Some(_)) => {
            let symbol = if model.givens().rows() > 1 { format!("L_{}", row + 1) } else { "L".to_owned() };
            let style = if focused { colours.focus() } else { quiet };
            canvas.say(x + 1, y, end, &screen::no_loss_of_row(&symbol), style);
        }
        (None, _) => {
            let text = if focused || model.givens().rows() > 1 {
                screen::row_without_target()
            } else {
                screen::no_loss(crate::engine::NoLoss::NoTarget)
            };
            canvas.say(x + 1, y, end, &text, if focused { colours.focus() } else { quiet });
        }
    }
    if model.givens().rows() > 1 {
        total_loss(canvas, model, layout);
    }
}

/// The sum over the rows, on the source side's half of the line, which is free; with its difference where there is room.
fn total_loss(canvas: &mut Canvas<'_>, model: &Model, layout: &Layout) {
    let (y, end) = (layout.rows.loss, layout.left.saturating_sub(1));
    let colours = canvas.colours;
    let now = match model.total_loss_seen() {
        Some(Ok(seen)) => seen,
        None => {
            canvas.say(1, y, end, &screen::loss_computing(), canvas.ink(colours.quiet));
            return;
        }
        Some(Err(reason)) => {
            canvas.say(1, y, end, &screen::no_loss(reason), canvas.ink(colours.quiet));
            return;
        }
    };
    let text = match now {
        Seen::Number(total) => format!("Σ_t L = {}", number::derived(total, 9).trim_start()),
        Seen::Words(how) => format!("Σ_t L = {}", figure::short(how).get(canvas.lang)),
        Seen::Nothing => return,
    };
    let standing = match model.mistake() {
        Some(_) if now.number() != model.trace().loss_at_once().and_then(Result::ok) => Standing::Wrong,
        None if model.differs().any() => {
            model.comparison().total_loss_at_once().map_or(Standing::Unmarked, Standing::Baseline)
        }
        _ => Standing::Unmarked,
    };
    let (sign, style) = sign_of(canvas, standing);
    let difference = match (standing, now, model.baseline().loss_at_once()) {
        (Standing::Baseline(Mark::Moved), Seen::Number(now), Some(Ok(before))) => {
            number::difference(now - before, 9).trim_start().to_owned()
        }
        _ => String::new(),
    };
    let whole = canvas.cells(&text) + 2 + difference.len();
    let difference = if whole <= usize::from(end) { difference } else { String::new() };
    let x = end.saturating_sub(cells_u16(canvas.cells(&text) + 2 + difference.len()));
    let after = canvas.put(x, y, end, &text, canvas.ink(colours.target));
    canvas.mark(after, y, sign, style);
    canvas.put(after + 2, y, end, &difference, canvas.ink(colours.moved));
}
