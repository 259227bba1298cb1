//! The mouse: what a program is told of it, and the reports that say so.
//!
//! Reports are read in the SGR form (xterm's mode 1006, <https://invisible-island.net/xterm/ctlseqs/ctlseqs.html>, "Mouse
//! Tracking"): `Esc` `[` `<` code `;` column `;` row, then `M`, or `m` for a button let go. The oldest form, three raw
//! bytes, cannot tell which button was let go nor name a column beyond 223; it is never asked for, and swallowed.

use ratatui::crossterm::event::KeyModifiers;

/// Something was done with the mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mouse {
    /// What.
    pub kind: MouseKind,
    /// In which column of cells, 0 at the left. The terminal may be wider than the last frame: it was resized a moment
    /// ago, or is larger than what is drawn on.
    pub x: u16,
    /// In which row of cells, 0 at the top; the same holds.
    pub y: u16,
    /// Shift, Alt and Control held meanwhile. Most terminals keep what is done with Shift to themselves, for selecting.
    pub modifiers: KeyModifiers,
}

/// What can be done with a mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MouseKind {
    /// A button went down.
    Press(Button),
    /// It was let go, perhaps elsewhere. One that is let go outside of the window may never be reported.
    Release(Button),
    /// The mouse came to another cell with the button down.
    Drag(Button),
    /// The wheel turned a notch away from the hand.
    WheelUp,
    /// The wheel turned a notch towards the hand.
    WheelDown,
}

/// A button of the mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Button {
    /// The first one.
    Left,
    /// The wheel, pressed.
    Middle,
    /// The third one.
    Right,
}

/// Bits of a report's code for the modifiers.
const HELD: [(u16, KeyModifiers); 3] = [(4, KeyModifiers::SHIFT), (8, KeyModifiers::ALT), (16, KeyModifiers::CONTROL)];

/// What stands between `<` and the last byte, which is `M` or `m`. Nothing for what is not handed on: motion without a
/// button, the wheel turned sideways, buttons beyond the third, and cells that no screen has. Some terminals report
/// negative ones while the mouse is dragged out of the window.
pub(super) fn report(parameters: &[u8], last: u8) -> Option<Mouse> {
    let mut fields = parameters.split(|byte| *byte == b';');
    let mut next = || number(fields.next()?);
    let (code, column, row) = (next()?, next()?, next()?);
    if fields.next().is_some() {
        return None;
    }
    let held = HELD.iter().fold(0, |bits, (bit, _)| bits | bit);
    let button = match code & 3 {
        0 => Some(Button::Left),
        1 => Some(Button::Middle),
        2 => Some(Button::Right),
        _ => None,
    };
    let kind = match (code & !held, last) {
        (0..=2, b'M') => MouseKind::Press(button?),
        // Some terminals leave the bit of motion set when a drag ends.
        (0..=2 | 32..=34, b'm') => MouseKind::Release(button?),
        (32..=34, b'M') => MouseKind::Drag(button?),
        (64, b'M') => MouseKind::WheelUp,
        (65, b'M') => MouseKind::WheelDown,
        _ => return None,
    };
    let modifiers = HELD.iter().filter(|(bit, _)| code & bit != 0).map(|(_, modifier)| *modifier).collect();
    Some(Mouse { kind, x: column.checked_sub(1)?, y: row.checked_sub(1)?, modifiers })
}

/// Digits and nothing else: a sign would pass Rust's own parser.
fn number(digits: &[u8]) -> Option<u16> {
    let text = std::str::from_utf8(digits).ok()?;
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(text: &str) -> Option<(MouseKind, u16, u16)> {
        let (parameters, last) = text.as_bytes().split_at(text.len() - 1);
        report(parameters, last[0]).map(|mouse| (mouse.kind, mouse.x, mouse.y))
    }

    #[test]
    fn buttons_and_the_wheel() {
        use Button::{Left, Middle, Right};
        use MouseKind::{Drag, Press, Release, WheelDown, WheelUp};
        let table = [
            ("0;1;1M", Press(Left), 0, 0),
            ("1;80;24M", Press(Middle), 79, 23),
            ("2;300;100M", Press(Right), 299, 99),
            ("0;1;2m", Release(Left), 0, 1),
            ("2;3;2m", Release(Right), 2, 1),
            ("32;4;2M", Drag(Left), 3, 1),
            ("33;4;2M", Drag(Middle), 3, 1),
            ("32;4;2m", Release(Left), 3, 1),
            ("64;7;8M", WheelUp, 6, 7),
            ("65;65535;65535M", WheelDown, 65534, 65534),
            ("0;007;8M", Press(Left), 6, 7),
        ];
        for (text, kind, x, y) in table {
            assert_eq!(read(text), Some((kind, x, y)), "{text}");
        }
    }

    #[test]
    fn modifiers_are_told_apart_from_buttons() {
        let modifiers = |text: &str| report(text.as_bytes(), b'M').map(|mouse| (mouse.kind, mouse.modifiers));
        let press = MouseKind::Press(Button::Right);
        assert_eq!(modifiers("6;1;1"), Some((press, KeyModifiers::SHIFT)));
        assert_eq!(modifiers("10;1;1"), Some((press, KeyModifiers::ALT)));
        assert_eq!(modifiers("18;1;1"), Some((press, KeyModifiers::CONTROL)));
        assert_eq!(modifiers("30;1;1"), Some((press, HELD.iter().map(|(_, modifier)| *modifier).collect())));
        assert_eq!(modifiers("81;1;1"), Some((MouseKind::WheelDown, KeyModifiers::CONTROL)));
    }

    #[test]
    fn what_is_not_handed_on() {
        let nothing = [
            "35;3;4M",
            "3;3;4M",
            "3;3;4m",
            "66;3;4M",
            "67;3;4M",
            "64;3;4m",
            "96;3;4M",
            "128;3;4M",
            "256;3;4M",
            "0;0;4M",
            "0;3;0M",
            "0;-1;4M",
            "0;+1;4M",
            "0;3M",
            "0;3;4;5M",
            "M",
            ";;M",
            "0;;4M",
            "0;3:1;4M",
            "0;65536;4M",
            "99999999999999999999;3;4M",
            "0;3;99999999999999999999m",
        ];
        for text in nothing {
            assert_eq!(read(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_survived(parameters in prop::collection::vec(0x20_u8..0x40, 0..40), last in any::<u8>()) {
            let _ = report(&parameters, last);
        }

        #[test]
        fn every_cell_is_found(code in 0_u16..100, x in 0..u16::MAX, y in 0..u16::MAX) {
            if let Some(mouse) = report(format!("{code};{};{}", x + 1, y + 1).as_bytes(), b'M') {
                prop_assert_eq!((mouse.x, mouse.y), (x, y));
            }
        }
    }
}
