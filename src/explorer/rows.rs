//! Lines of the main screen: which there are, and where.

use super::Sheet;
use super::layout::Extents;

/// Lines of the screen, from the top. `None` where a small screen leaves the line out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rows {
    /// Title and branches.
    pub title: Option<u16>,
    /// The ribbon of stages.
    pub ribbon: Option<u16>,
    /// The sentence on what stayed.
    pub said: Option<u16>,
    /// The two axis heads.
    pub heads: u16,
    /// First line of the given block: q, and the words above G.
    pub given: u16,
    /// Lines of the given block.
    pub given_rows: u16,
    /// The weighted values.
    pub weighted: Option<u16>,
    /// The rule that carries c.
    pub bridge: u16,
    /// Head line of the derived block.
    pub derived: u16,
    /// Lines of slots and words under it.
    pub derived_rows: u16,
    /// The sums.
    pub sums: Option<u16>,
    /// The loss.
    pub loss: u16,
    /// The rule above the dock.
    pub dock_rule: Option<u16>,
    /// First line of the dock.
    pub dock: u16,
    /// Lines of the dock.
    pub dock_rows: u16,
    /// The last keys.
    pub keys: Option<u16>,
    /// The footer.
    pub footer: u16,
}

impl Rows {
    /// Hands the lines of a screen out. Everything that is given and derived comes before comfort; where it does not fit,
    /// the given block gets somewhat less than half, and both scroll. A dock that holds more than a line comes before
    /// what only repeats: the sentence, the ribbon, the title.
    pub(super) fn plan(height: u16, width: u16, extents: &Extents) -> Self {
        let clip = |count: usize| u16::try_from(count).unwrap_or(u16::MAX / 4);
        let given_full = match extents.sheet {
            Some(_) => Sheet::lines(width, extents).max(2),
            None => clip((2 + extents.slots).max(1 + extents.d_v + usize::from(extents.bias))),
        };
        let listed = clip(extents.slots.max(extents.words));
        let mut spare = Spare(height);
        // heads, bridge, head of the derived block, loss, one line of the dock, footer
        spare.take(6);
        let keys = extents.keys && height >= 14 && spare.take(1) == 1;
        let title = !(extents.docked && height < 14 + u16::from(keys)) && spare.take(1) == 1;
        let ribbon = height >= 14 && !(extents.docked && height < 18) && spare.take(1) == 1;
        let mut sums = height >= 14 && spare.take(1) == 1;
        let mut said = height >= 16 && !(extents.docked && height < 20) && spare.take(1) == 1;
        let mut dock_rule = height >= 20 && spare.take(1) == 1;
        // On a screen that is meant to show everything the weighted values have their line before longer lists have theirs.
        let mut weighted = height >= 24 && spare.take(1) == 1;
        let mut dock_rows = 1;
        if extents.docked {
            let wanted = if height >= 20 { 4 - u16::from(keys) } else { 2 };
            dock_rows += spare.take(wanted.min(spare.0.saturating_sub(4)));
        } else if height >= 20 {
            dock_rows += spare.take(1);
        }
        let room = spare.0;
        let (given_rows, derived_rows) = if given_full + listed <= room {
            (given_full, listed)
        } else {
            let least = given_full.min(3);
            let given = (room / 20 * 9 + room % 20 * 9 / 20).clamp(least, given_full.max(least)).min(room);
            let derived = (room - given).min(listed);
            ((room - derived).min(given_full), derived)
        };
        spare.take(given_rows + derived_rows);
        // What is left over is comfort, the most useful first. The dock gets its lines whether or not something stands in
        // them, so that a screen with room for everything moves nothing when a panel is opened.
        sums = sums || spare.take(1) == 1;
        said = said || spare.take(1) == 1;
        dock_rule = dock_rule || spare.take(1) == 1;
        dock_rows += if dock_rows < 2 { spare.take(1) } else { 0 };
        weighted = weighted || height >= 18 && spare.take(1) == 1;
        dock_rows += spare.take(5_u16.saturating_sub(dock_rows));
        let blanks = spare.take(4);
        dock_rows += spare.take(9);

        let mut take = downwards();
        let title = title.then(|| take(1));
        let ribbon = ribbon.then(|| take(1));
        let said = said.then(|| take(1));
        let heads = take(1);
        take(u16::from(blanks >= 4));
        let given = take(given_rows);
        take(u16::from(blanks >= 1));
        let weighted = weighted.then(|| take(1));
        let bridge = take(1);
        take(u16::from(blanks >= 2));
        let derived = take(1);
        take(derived_rows);
        let sums = sums.then(|| take(1));
        let loss = take(1);
        let around = Self::around(height, (title, ribbon, said), heads, keys, dock_rule, dock_rows);
        Self { given, given_rows, weighted, bridge, derived, derived_rows, sums, loss, ..around }
    }

    /// The lines around another view: those of the main screen between heads and dock are not there.
    pub(super) fn around(
        height: u16,
        (title, ribbon, said): (Option<u16>, Option<u16>, Option<u16>),
        heads: u16,
        keys: bool,
        dock_rule: bool,
        dock_rows: u16,
    ) -> Self {
        let footer = height.saturating_sub(1);
        let keys = keys.then(|| footer.saturating_sub(1));
        let dock = keys.unwrap_or(footer).saturating_sub(dock_rows);
        let nowhere = height;
        Self {
            title,
            ribbon,
            said,
            heads,
            given: nowhere,
            given_rows: 0,
            weighted: None,
            bridge: nowhere,
            derived: nowhere,
            derived_rows: 0,
            sums: None,
            loss: nowhere,
            dock_rule: dock_rule.then(|| dock.saturating_sub(1)),
            dock,
            dock_rows,
            keys,
            footer,
        }
    }
}

/// Hands lines out from the top down: so many, of which it says the first.
pub(super) fn downwards() -> impl FnMut(u16) -> u16 {
    let mut next = 0;
    move |lines| {
        next += lines;
        next - lines
    }
}

/// Lines not handed out yet.
pub(super) struct Spare(u16);

impl Spare {
    pub(super) fn new(lines: u16) -> Self {
        Self(lines)
    }

    /// How many there are.
    pub(super) fn left(&self) -> u16 {
        self.0
    }

    /// As many of the lines asked for as there are.
    pub(super) fn take(&mut self, lines: u16) -> u16 {
        let given = lines.min(self.0);
        self.0 -= given;
        given
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn extents(slots: usize, words: usize, d_v: usize) -> Extents {
        Extents {
            slots,
            words,
            d_k: 2,
            d_v,
            bias: false,
            slot_name: 4,
            word_name: 9,
            docked: false,
            keys: false,
            gradients: false,
            sheet: None,
            grid: None,
        }
    }

    #[test]
    fn three_slots_and_three_words_are_whole_from_18_lines_on() {
        for height in 18..100 {
            let rows = Rows::plan(height, 80, &extents(3, 3, 2));
            assert_eq!((rows.given_rows, rows.derived_rows), (5, 3), "{height} lines");
        }
    }

    /// The three-slot screen does not move when something is opened in the dock, from 80×24 on.
    #[test]
    fn nothing_moves_when_a_panel_opens_where_there_is_room() {
        for height in 24..60 {
            let closed = Rows::plan(height, 80, &extents(3, 3, 2));
            let open = Rows::plan(height, 80, &Extents { docked: true, ..extents(3, 3, 2) });
            assert_eq!(closed, open, "{height} lines");
            assert!(closed.dock_rows >= 5 && closed.weighted.is_some(), "{height}: {closed:?}");
        }
    }

    /// No line is handed out twice, whatever the sizes.
    #[test]
    fn lines_follow_each_other() {
        for height in 12..120 {
            for (slots, words, d_v) in
                [(1, 1, 1), (3, 3, 2), (9, 12, 4), (3, 500, 64), (4096, 3, 2), (4096, 100_000, 64)]
            {
                for (docked, keys) in [(false, false), (true, false), (false, true), (true, true)] {
                    let extents = Extents { docked, keys, ..extents(slots, words, d_v) };
                    let rows = Rows::plan(height, 80, &extents);
                    let lines = |line: Option<u16>| line.map(|y| (y, 1));
                    let in_order = [
                        lines(rows.title),
                        lines(rows.ribbon),
                        lines(rows.said),
                        Some((rows.heads, 1)),
                        Some((rows.given, rows.given_rows)),
                        lines(rows.weighted),
                        Some((rows.bridge, 1)),
                        Some((rows.derived, 1 + rows.derived_rows)),
                        lines(rows.sums),
                        Some((rows.loss, 1)),
                        lines(rows.dock_rule),
                        Some((rows.dock, rows.dock_rows)),
                        lines(rows.keys),
                        Some((rows.footer, 1)),
                    ];
                    let in_order: Vec<(u16, u16)> = in_order.into_iter().flatten().collect();
                    for pair in in_order.windows(2) {
                        assert!(pair[0].0 + pair[0].1 <= pair[1].0, "{height}: {slots} {words} {d_v}: {rows:?}");
                    }
                    assert_eq!(rows.footer + 1, height);
                    assert!(rows.given_rows >= 3 && rows.derived_rows >= 1, "{height} {docked}: {rows:?}");
                    assert!(!docked || rows.dock_rows >= 3, "{height}: {rows:?}");
                }
            }
        }
    }
}
