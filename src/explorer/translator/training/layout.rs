//! Where the training screen's parts stand: a pure function of the screen's size and of what the decoder screen's layout
//! depends on.
//!
//! ```text
//! title; how far it is, and which time of it is shown       Rows::title, progress
//! the loss                  │ where it reads                 curve, map
//!                           │
//! figures                                                    figures
//! ─────────────────────────────────────────────────         Rows::dock_rule
//! the dock, the footer                                      Rows::dock …
//! ```

use crate::explorer::rows::{Rows, Spare, downwards};
use crate::explorer::translator::layout::{Extents, Scroll};
use crate::explorer::translator::{Decoder, Panel};
use ratatui::layout::Rect;

/// The training screen, laid out.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainingScreen {
    /// The line of how far it is.
    pub progress: u16,
    /// The loss over the sentences, its head in the first line; `None` where there is no room beside the map.
    pub curve: Option<Rect>,
    /// First line of the figures, and how many.
    pub figures: (u16, u16),
    /// The sentence's weights, as on the decoder screen.
    pub decoder: Decoder,
}

/// From so many columns on curve and map stand side by side.
const BESIDE: u16 = 70;

/// Figures there are, a line each where there is room.
const FIGURES: u16 = 4;

/// The fewest and the most cells of a curve beside the map.
const CURVE: (u16, u16) = (29, 90);

impl TrainingScreen {
    /// Lays it out; the lines around come with it.
    pub(in crate::explorer) fn plan(size: (u16, u16), extents: &Extents, scroll: Scroll) -> (Rows, Self) {
        let (width, height) = size;
        let mut spare = Spare::new(height);
        // progress, head, names of units, four steps, a figure, a line of the dock, footer
        spare.take(10);
        let keys = extents.keys && height >= 14 && spare.take(1) == 1;
        let title = spare.take(1) == 1;
        let figures = 1 + spare.take(1);
        let dock_rule = height >= 20 && spare.take(1) == 1;
        let dock_rows = 1 + spare.take(if height >= 22 { 3 } else { 1 });
        let steps = u16::try_from(extents.steps.0).unwrap_or(u16::MAX);
        let lines = 6 + spare.take(steps.max(8).saturating_sub(4));
        // The lesson's eight steps come before the last two figures.
        let figures = figures + spare.take(FIGURES - 2);
        let beside = width >= BESIDE;
        let stacked = if beside { 0 } else { spare.take(10) };
        let stacked = if stacked >= 5 { stacked } else { 0 };
        let lines = lines + spare.take(if beside { 8 } else { 0 });
        let dock_rows = dock_rows + spare.take(9_u16.saturating_sub(dock_rows));

        let mut take = downwards();
        let title = title.then(|| take(1));
        let progress = take(1);
        let middle = take(lines);
        let upright = take(stacked);
        let figures = (take(figures), figures);
        let rows = Rows::around(height, (title, None, None), middle, keys, dock_rule, dock_rows);
        // The map takes what it needs, the curve the rest.
        let needed = map_width(extents).min(width.saturating_sub(CURVE.0));
        let (curve, map) = if beside {
            let curve = width.saturating_sub(needed + 1).clamp(CURVE.0, CURVE.1);
            let map = Rect { x: curve + 1, y: middle, width: width - curve - 1, height: lines };
            (Some(Rect { x: 0, y: middle, width: curve, height: lines }), map)
        } else {
            let curve = (stacked > 0).then_some(Rect { x: 0, y: upright, width, height: stacked });
            (curve, Rect { x: 0, y: middle, width, height: lines })
        };
        let (_, mut decoder) = Decoder::plan(size, extents, scroll);
        decoder.map = Some(Panel::of_map(map, extents, scroll));
        decoder.tables = None;
        (rows, Self { progress, curve, figures, decoder })
    }
}

/// What the map would take with room for everything.
fn map_width(extents: &Extents) -> u16 {
    let units = u16::try_from(extents.units.max(1)).unwrap_or(u16::MAX);
    units.saturating_mul(5).saturating_add(4 + extents.names.1.clamp(4, 9) + 2)
}
