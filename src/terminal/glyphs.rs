//! Glyphs that span two cells, and what becomes of them when something else lands on one of the two.

use ratatui::buffer::{Buffer, Cell, CellWidth};

/// Cells that the symbol of `cell` spans on the screen; at least 1.
pub(super) fn span(cell: &Cell) -> usize {
    let symbol = cell.symbol();
    // Every printable ASCII symbol is one cell; this is the common case, and keeps control characters from being
    // measured at all.
    if symbol.len() <= 1 { 1 } else { usize::from(symbol.cell_width()).max(1) }
}

/// Makes every wide glyph of a finished frame whole or blank.
///
/// - A glyph whose second half was overwritten (an overlay's edge landed there) is blanked, so that the edge shows;
///   ratatui would drop the edge instead.
/// - A glyph that would stand out over the right margin is blanked: the terminal would wrap it.
/// - The second half of a whole glyph takes the style of the first: a highlight covers both or neither.
pub(super) fn settle(frame: &mut Buffer) {
    let width = usize::from(frame.area.width);
    if width == 0 {
        return;
    }
    for row in frame.content.chunks_exact_mut(width) {
        let mut x = 0;
        while x < width {
            let span = span(&row[x]);
            if span > 1 {
                let covered = row.get(x + 1..x + span);
                if covered.is_some_and(|cells| cells.iter().all(|cell| matches!(cell.symbol(), " " | ""))) {
                    let style = row[x].style();
                    for cell in &mut row[x + 1..x + span] {
                        cell.set_style(style);
                        cell.modifier = style.add_modifier;
                    }
                    x += span;
                    continue;
                }
                row[x].set_symbol(" ");
            }
            x += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use ratatui::layout::Rect;
    use ratatui::style::{Color, Modifier, Style};

    use super::*;

    #[test]
    fn an_overlay_on_the_second_half_keeps_its_edge() {
        let mut frame = Buffer::with_lines(["他书昨天"]);
        frame.set_string(3, 0, "│", Style::new());
        settle(&mut frame);
        assert_eq!(frame[(2, 0)].symbol(), " ");
        assert_eq!(frame[(3, 0)].symbol(), "│");
        assert_eq!(frame[(4, 0)].symbol(), "昨");
    }

    #[test]
    fn a_glyph_over_the_margin_is_blanked() {
        let mut frame = Buffer::empty(Rect::new(0, 0, 3, 1));
        frame[(2, 0)].set_symbol("书");
        settle(&mut frame);
        assert_eq!(frame[(2, 0)].symbol(), " ");
    }

    #[test]
    fn both_halves_share_one_style() {
        let mut frame = Buffer::with_lines(["书x"]);
        frame[(0, 0)].set_style(Style::new().bg(Color::Cyan).bold());
        frame[(1, 0)].modifier = Modifier::REVERSED;
        settle(&mut frame);
        assert_eq!(frame[(1, 0)].bg, Color::Cyan);
        assert_eq!(frame[(1, 0)].modifier, Modifier::BOLD);
    }
}
