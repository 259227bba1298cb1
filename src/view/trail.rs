//! Where the explained number comes from, and what depends on it: marked on the screen while its explanation is open.

use super::canvas::Canvas;
use crate::explorer::{Layout, Model, Panel};
use ratatui::style::Modifier;

/// Underlines what the number comes from; what depends on it is in italics on another ground. The panel names both.
pub fn draw(canvas: &mut Canvas<'_>, model: &Model, layout: &Layout) {
    let Some(Panel::Explanation { .. }) = model.panel() else { return };
    let Some(address) = model.explained() else { return };
    let explanation = model.explanation(&address, 1);
    for focus in model.visible(layout) {
        let Some(place) = layout.place(focus, |word| model.list().place_of(word)) else { continue };
        let Some(cell) = focus.address(model.row()) else { continue };
        if explanation.comes_from(&cell) {
            canvas.tint(place, Modifier::UNDERLINED, None);
        } else if explanation.goes_into(&cell) {
            canvas.tint(place, Modifier::ITALIC, Some(canvas.colours.foot));
        }
    }
}
