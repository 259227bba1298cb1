//! Where the explained number comes from, and what depends on it: marked on the screen while its explanation is open.

use super::canvas::Canvas;
use crate::explorer::{Layout, Model, Panel};
use ratatui::style::Modifier;

/// The sign before a number that depends on the one explained.
pub const DEPENDS: &str = "»";

/// Underlines what the number comes from, and puts a sign before what depends on it. The panel names both, and shows the
/// two marks beside their names.
pub fn draw(canvas: &mut Canvas<'_>, model: &Model, layout: &Layout) {
    let Some(Panel::Explanation { .. }) = model.panel() else { return };
    let Some(address) = model.explained() else { return };
    if model.is_hidden(&address) {
        return;
    }
    let explanation = model.explanation(&address, 1);
    for focus in model.visible(layout) {
        let Some(place) = layout.place(focus, |word| model.list().place_of(word)) else { continue };
        let Some(cell) = model.address_at(focus) else { continue };
        if explanation.comes_from(&cell) {
            canvas.underline(place, Modifier::UNDERLINED);
        } else if explanation.goes_into(&cell) {
            let style = canvas.colours.strong(canvas.colours.moved);
            canvas.sign_before(place, DEPENDS, style);
        }
    }
}
