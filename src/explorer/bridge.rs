//! How many numbers stand on the two lines between given and derived: the weighted values, and the bridge that carries c.

/// Columns a component of the context takes on the bridge, its mark and gap included.
pub const CONTEXT_CELL: u16 = 11;

/// Cells before and after the weighted values: `α_j v_j =`, signs spelled out, and what says that there are more.
pub const WEIGHTED_FRAME: (u16, u16) = (12, 2);

/// A weighted value's component: a blank or bracket, and the number.
pub const WEIGHTED_CELL: u16 = 9;

/// Between two slots: `) + `.
pub const WEIGHTED_GAP: u16 = 4;

/// How many components of weighted values fit, wherever the first of them stands in its slot.
pub(super) fn weighted_room(width: u16, d_v: usize) -> usize {
    let room = usize::from(width.saturating_sub(WEIGHTED_FRAME.0 + WEIGHTED_FRAME.1));
    let cells = |count: usize| {
        let gaps = (count - 1).div_ceil(d_v);
        count * usize::from(WEIGHTED_CELL) + gaps * usize::from(WEIGHTED_GAP)
    };
    (1..=room).take_while(|count| cells(*count) <= room).last().unwrap_or(0)
}

/// From this width on the bridge shows the whole formula of c.
const LONG_BRIDGE: u16 = 64;

/// Cells before and after the context's numbers: `c = Σ_j α_j v_j = ( … ) → z = c G`, signs spelled out.
const LONG_FRAME: (u16, u16) = (29, 16);
/// The same for `c = ( … )`.
const SHORT_FRAME: (u16, u16) = (9, 4);

/// Whether the whole formula fits beside all numbers; the numbers come first.
pub(super) fn is_long(width: u16, d_v: usize) -> bool {
    let numbers = usize::from(CONTEXT_CELL).saturating_mul(d_v);
    width >= LONG_BRIDGE && numbers <= usize::from(width - LONG_FRAME.0 - LONG_FRAME.1)
}

pub(super) fn bridge_frame(width: u16, d_v: usize) -> (u16, u16) {
    if is_long(width, d_v) { LONG_FRAME } else { SHORT_FRAME }
}
