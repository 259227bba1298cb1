//! Escape sequences: what a terminal sends for the keys that are no characters.
//!
//! Those of xterm, the Linux console, rxvt, and the kitty keyboard protocol (<https://sw.kovidgoyal.net/kitty/keyboard-protocol>),
//! which is not asked for but may have been left on by another program; and the mouse (see [`mouse`]). Everything else
//! that has the form of a sequence (reports, replies nobody waits for) is swallowed whole.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::Input;
use super::decode::{self, Scan, key};
use super::mouse;

/// A longer sequence means nothing, whatever is in it.
const LONGEST: usize = 64;

/// `bytes` begin with Esc.
pub(super) fn scan(bytes: &[u8]) -> Scan {
    match bytes {
        [_] => Scan::More,
        [_, b'[', ..] => control_sequence(bytes),
        [_, b'O', ..] => single_shift(bytes),
        // Device control, operating system command, and the like: a text up to its terminator, or Alt and that letter.
        [_, b'P' | b']' | b'_' | b'^' | b'X', ..] => control_string(bytes),
        [_, 0x1b] => Scan::More,
        [_, 0x1b, b'[', b'<', ..] => escape(),
        // Some terminals put Alt before an arrow as one more Esc. Before what is no key, it was the Esc key.
        [_, 0x1b, b'[' | b'O', ..] => match scan(&bytes[1..]) {
            Scan::Paste(_) | Scan::Done(_, Some(Input::FocusGained | Input::FocusLost)) => escape(),
            inner => with_alt(inner),
        },
        [_, 0x1b, ..] => escape(),
        _ => with_alt(decode::scan(&bytes[1..])),
    }
}

fn escape() -> Scan {
    Scan::Done(1, Some(key(KeyCode::Esc, KeyModifiers::NONE)))
}

fn with_alt(inner: Scan) -> Scan {
    match inner {
        Scan::Done(length, Some(Input::Key(mut event))) => {
            event.modifiers |= KeyModifiers::ALT;
            Scan::Done(length + 1, Some(Input::Key(event)))
        }
        Scan::Done(length, other) => Scan::Done(length + 1, other),
        Scan::Paste(length) => Scan::Paste(length + 1),
        Scan::Endless(length) => Scan::Endless(length + 1),
        Scan::More => Scan::More,
    }
}

/// `Esc` `O` and a letter: arrows in application mode, F1–F4, the number pad.
fn single_shift(bytes: &[u8]) -> Scan {
    let Some(&letter) = bytes.get(2) else { return Scan::More };
    let code = match letter {
        b'M' => KeyCode::Enter,
        b'X' => KeyCode::Char('='),
        b'j'..=b'y' => KeyCode::Char(char::from(letter - b'j' + b'*')),
        _ => match named(letter) {
            Some(code) => code,
            None => return Scan::Done(2, Some(key(KeyCode::Char('O'), KeyModifiers::ALT))),
        },
    };
    Scan::Done(3, Some(key(code, KeyModifiers::NONE)))
}

fn control_string(bytes: &[u8]) -> Scan {
    if bytes.len() == 2 {
        return Scan::More;
    }
    for (at, byte) in bytes.iter().enumerate().skip(2) {
        match byte {
            0x07 => return Scan::Done(at + 1, None),
            0x1b => match bytes.get(at + 1) {
                None => return Scan::More,
                Some(b'\\') => return Scan::Done(at + 2, None),
                Some(_) => return Scan::Done(at, None),
            },
            _ => {}
        }
    }
    Scan::More
}

/// `Esc` `[`, parameters, intermediates, one final byte (ECMA-48 5.4).
fn control_sequence(bytes: &[u8]) -> Scan {
    if bytes.get(2) == Some(&b'[') {
        // The Linux console's F1–F5.
        return match bytes.get(3) {
            None => Scan::More,
            Some(letter @ b'A'..=b'E') => Scan::Done(4, Some(key(KeyCode::F(letter - b'A' + 1), KeyModifiers::NONE))),
            Some(_) => Scan::Done(3, None),
        };
    }
    let Some(end) = bytes[2..].iter().position(|byte| !matches!(byte, 0x20..=0x3f)).map(|end| end + 2) else {
        // rxvt ends keys held with Shift in a dollar sign.
        if let [_, _, number @ .., b'$'] = bytes
            && !number.is_empty()
            && number.iter().all(u8::is_ascii_digit)
        {
            return Scan::Done(bytes.len(), keypad(number, KeyModifiers::SHIFT));
        }
        return if bytes.len() > LONGEST { Scan::Endless(LONGEST + 1) } else { Scan::More };
    };
    let (parameters, last) = (&bytes[2..end], bytes[end]);
    match (parameters, last) {
        // Something else begins in the middle; Alt-[ is the one beginning that can be typed.
        ([], ..0x40 | 0x7f..) => Scan::Done(2, Some(key(KeyCode::Char('['), KeyModifiers::ALT))),
        (_, ..0x40 | 0x7f..) => Scan::Done(end, None),
        _ if end > LONGEST => Scan::Done(end + 1, None),
        // The oldest mouse report has three bytes behind its end.
        ([], b'M') if bytes.len() < end + 4 => Scan::More,
        ([], b'M') => Scan::Done(end + 4, None),
        (b"200", b'~') => Scan::Paste(end + 1),
        _ => Scan::Done(end + 1, meaning(parameters, last)),
    }
}

fn meaning(parameters: &[u8], last: u8) -> Option<Input> {
    match (parameters, last) {
        ([], b'I') => return Some(Input::FocusGained),
        ([], b'O') => return Some(Input::FocusLost),
        ([b'<', report @ ..], b'M' | b'm') => return mouse::report(report, last).map(Input::Mouse),
        ([b'<'..=b'?', ..], _) => return None,
        (number, b'^') => return keypad(number, KeyModifiers::CONTROL),
        (number, b'@') => return keypad(number, KeyModifiers::CONTROL | KeyModifiers::SHIFT),
        ([], letter @ b'a'..=b'd') => return Some(key(named(letter.to_ascii_uppercase())?, KeyModifiers::SHIFT)),
        _ => {}
    }
    let text = std::str::from_utf8(parameters).ok()?;
    let mut fields = text.split(';');
    let first = fields.next().unwrap_or_default();
    let second = fields.next().unwrap_or_default();
    let (modifiers, kind) = held(second)?;
    let number = first.split(':').next().unwrap_or_default();
    let code = match last {
        b'~' if number == "27" => character(fields.next()?.parse().ok()?)?,
        b'~' => numbered(number.parse().ok()?)?,
        b'u' => character(number.parse().ok()?)?,
        b'Z' => KeyCode::BackTab,
        // With another number it is a report, such as the cursor position's `R`.
        letter if matches!(number, "" | "1") => named(letter)?,
        _ => return None,
    };
    let code = match code {
        KeyCode::Tab if modifiers.contains(KeyModifiers::SHIFT) => KeyCode::BackTab,
        KeyCode::Char(glyph) if modifiers.contains(KeyModifiers::SHIFT) => KeyCode::Char(capital(glyph)),
        other => other,
    };
    let Input::Key(mut event) = key(code, modifiers) else { return None };
    if code == KeyCode::BackTab {
        event.modifiers |= KeyModifiers::SHIFT;
    }
    Some(Input::Key(KeyEvent { kind, ..event }))
}

/// The modifiers and the kind of a parameter such as `5` or `5:2`; `None` for a key that is let go.
fn held(field: &str) -> Option<(KeyModifiers, KeyEventKind)> {
    let mut parts = field.split(':');
    let mask = match parts.next() {
        None | Some("") => 0,
        Some(mask) => mask.parse::<u16>().ok()?.saturating_sub(1),
    };
    let bits = [
        KeyModifiers::SHIFT,
        KeyModifiers::ALT,
        KeyModifiers::CONTROL,
        KeyModifiers::SUPER,
        KeyModifiers::HYPER,
        KeyModifiers::META,
    ];
    let modifiers =
        bits.into_iter().enumerate().filter(|(bit, _)| mask >> bit & 1 == 1).map(|(_, modifier)| modifier).collect();
    match parts.next() {
        Some("3") => None,
        Some("2") => Some((modifiers, KeyEventKind::Repeat)),
        _ => Some((modifiers, KeyEventKind::Press)),
    }
}

fn capital(glyph: char) -> char {
    let mut upper = glyph.to_uppercase();
    match (upper.next(), upper.next()) {
        (Some(one), None) => one,
        _ => glyph,
    }
}

fn keypad(number: &[u8], modifiers: KeyModifiers) -> Option<Input> {
    let code = numbered(std::str::from_utf8(number).ok()?.parse().ok()?)?;
    Some(key(code, modifiers))
}

/// Keys named by the last byte of their sequence.
fn named(letter: u8) -> Option<KeyCode> {
    Some(match letter {
        b'A' => KeyCode::Up,
        b'B' => KeyCode::Down,
        b'C' => KeyCode::Right,
        b'D' => KeyCode::Left,
        b'E' => KeyCode::KeypadBegin,
        b'F' => KeyCode::End,
        b'H' => KeyCode::Home,
        b'P'..=b'S' => KeyCode::F(letter - b'P' + 1),
        _ => return None,
    })
}

/// Keys named by a number before a tilde.
fn numbered(number: u8) -> Option<KeyCode> {
    Some(match number {
        1 | 7 => KeyCode::Home,
        2 => KeyCode::Insert,
        3 => KeyCode::Delete,
        4 | 8 => KeyCode::End,
        5 => KeyCode::PageUp,
        6 => KeyCode::PageDown,
        11..=15 => KeyCode::F(number - 10),
        17..=21 => KeyCode::F(number - 11),
        23..=26 => KeyCode::F(number - 12),
        28 | 29 => KeyCode::F(number - 13),
        31..=34 => KeyCode::F(number - 14),
        _ => return None,
    })
}

/// Keys named by a code point, with the kitty protocol's numbers for the number pad.
fn character(code: u32) -> Option<KeyCode> {
    Some(match code {
        8 | 127 => KeyCode::Backspace,
        9 => KeyCode::Tab,
        10 | 13 | 57414 => KeyCode::Enter,
        27 => KeyCode::Esc,
        57399..=57408 => KeyCode::Char(char::from_digit(code - 57399, 10)?),
        57409 => KeyCode::Char('.'),
        57410 => KeyCode::Char('/'),
        57411 => KeyCode::Char('*'),
        57412 => KeyCode::Char('-'),
        57413 => KeyCode::Char('+'),
        57415 => KeyCode::Char('='),
        57416 => KeyCode::Char(','),
        57417 => KeyCode::Left,
        57418 => KeyCode::Right,
        57419 => KeyCode::Up,
        57420 => KeyCode::Down,
        57421 => KeyCode::PageUp,
        57422 => KeyCode::PageDown,
        57423 => KeyCode::Home,
        57424 => KeyCode::End,
        57425 => KeyCode::Insert,
        57426 => KeyCode::Delete,
        57344..=63743 => return None,
        _ => KeyCode::Char(char::from_u32(code).filter(|glyph| !glyph.is_control())?),
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn whole(bytes: &[u8]) -> Option<Input> {
        match scan(bytes) {
            Scan::Done(length, input) if length == bytes.len() => input,
            other => panic!("{:?}: {other:?}", String::from_utf8_lossy(bytes)),
        }
    }

    #[test]
    fn keys_of_several_terminals() {
        const SHIFT: KeyModifiers = KeyModifiers::SHIFT;
        const CONTROL: KeyModifiers = KeyModifiers::CONTROL;
        const NONE: KeyModifiers = KeyModifiers::NONE;
        let table: [(&[u8], KeyCode, KeyModifiers); 22] = [
            (b"\x1b[A", KeyCode::Up, NONE),
            (b"\x1bOD", KeyCode::Left, NONE),
            (b"\x1b[1;2B", KeyCode::Down, SHIFT),
            (b"\x1b[1;5H", KeyCode::Home, CONTROL),
            (b"\x1b[4~", KeyCode::End, NONE),
            (b"\x1b[3;5~", KeyCode::Delete, CONTROL),
            (b"\x1b[5~", KeyCode::PageUp, NONE),
            (b"\x1bOP", KeyCode::F(1), NONE),
            (b"\x1b[[E", KeyCode::F(5), NONE),
            (b"\x1b[15~", KeyCode::F(5), NONE),
            (b"\x1b[24~", KeyCode::F(12), NONE),
            (b"\x1b[1;2P", KeyCode::F(1), SHIFT),
            (b"\x1b[Z", KeyCode::BackTab, SHIFT),
            (b"\x1b[9;2u", KeyCode::BackTab, SHIFT),
            (b"\x1b[27u", KeyCode::Esc, NONE),
            (b"\x1b[97;5u", KeyCode::Char('a'), CONTROL),
            (b"\x1b[97:65;2u", KeyCode::Char('A'), SHIFT),
            (b"\x1b[57400u", KeyCode::Char('1'), NONE),
            (b"\x1b[27;5;105~", KeyCode::Char('i'), CONTROL),
            (b"\x1b[7$", KeyCode::Home, SHIFT),
            (b"\x1b[6^", KeyCode::PageDown, CONTROL),
            (b"\x1bOm", KeyCode::Char('-'), NONE),
        ];
        for (bytes, code, modifiers) in table {
            assert_eq!(whole(bytes), Some(key(code, modifiers)), "{}", String::from_utf8_lossy(&bytes[1..]));
        }
    }

    #[test]
    fn a_key_let_go_is_no_input_and_a_repeated_one_is() {
        assert_eq!(whole(b"\x1b[97;1:3u"), None);
        assert_eq!(whole(b"\x1b[1;1:3A"), None);
        let Some(Input::Key(event)) = whole(b"\x1b[1;1:2A") else { panic!("no key") };
        assert_eq!((event.code, event.kind), (KeyCode::Up, KeyEventKind::Repeat));
    }

    #[test]
    fn focus_is_reported_and_the_rest_is_swallowed() {
        assert_eq!(whole(b"\x1b[I"), Some(Input::FocusGained));
        assert_eq!(whole(b"\x1b[O"), Some(Input::FocusLost));
        let unasked: [&[u8]; 10] = [
            b"\x1b[<35;3;4M",
            b"\x1b[<0;3;4;5M",
            b"\x1b[32;3;4M",
            b"\x1b[M !!",
            b"\x1b[0;0R",
            b"\x1b[?62;4c",
            b"\x1b[?2026;2$y",
            b"\x1b]11;rgb:0000/0000/0000\x07",
            b"\x1bP1+r544e\x1b\\",
            b"\x1b[201~",
        ];
        for bytes in unasked {
            assert_eq!(whole(bytes), None, "{}", String::from_utf8_lossy(&bytes[1..]));
        }
    }

    #[test]
    fn the_escape_key_is_not_taken_for_alt_before_what_is_no_key() {
        for next in ["\x1b[I", "\x1b[O", "\x1b[200~", "\x1b[<64;1;1M", "\x1b[<35;1;1M"] {
            assert_eq!(scan(format!("\x1b{next}").as_bytes()), escape(), "{next:?}");
        }
    }

    #[test]
    fn a_broken_sequence_does_not_take_the_next_one_with_it() {
        assert_eq!(scan(b"\x1b[1;\x1b[A"), Scan::Done(4, None));
        assert_eq!(scan(b"\x1b[\x1b[A"), Scan::Done(2, Some(key(KeyCode::Char('['), KeyModifiers::ALT))));
    }

    proptest! {
        /// Whatever comes, decoding ends, never panics, and no bytes are counted twice.
        #[test]
        fn any_bytes_are_survived(bytes in prop::collection::vec(any::<u8>(), 1..200), tail in "[\\x1b\\[O0-9;:<?$~A-Zu]{0,40}") {
            let all = [&bytes[..], tail.as_bytes()].concat();
            let mut rest = all.as_slice();
            while !rest.is_empty() {
                match decode::scan(rest) {
                    Scan::Done(length, _) | Scan::Paste(length) => {
                        prop_assert!(length > 0 && length <= rest.len());
                        rest = &rest[length..];
                    }
                    Scan::Endless(length) => {
                        prop_assert!(length <= rest.len());
                        break;
                    }
                    Scan::More => break,
                }
            }
        }
    }
}
