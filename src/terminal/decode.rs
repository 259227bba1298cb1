//! Bytes from the terminal, taken apart into inputs with the help of a clock.
//!
//! A terminal sends `Esc` `[` `A` for the up arrow and a bare `Esc` for the Esc key: only the pause after it tells the
//! two apart. Over ssh an arrow may arrive in pieces, 50 ms apart, and a decoder that looks only at what one read
//! returned (crossterm's does) takes the first piece for the Esc key and the rest for typing. This one waits
//! [`ESCAPE_WAIT`], asks no clock itself and reads nothing, so that every timing can be tested.

use std::mem;
use std::time::{Duration, Instant};

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::Input;
use super::sequence;

/// How long an `Esc` (or `Esc` and one more character) may be the beginning of a sequence. Longer than the 50 ms seen
/// over ssh with half of it to spare, shorter than anyone notices when pressing Esc.
pub const ESCAPE_WAIT: Duration = Duration::from_millis(75);

/// How long the rest of a sequence that nobody types by hand may take. What is incomplete then is thrown away: its
/// tail must not become typing.
pub const SEQUENCE_WAIT: Duration = Duration::from_millis(500);

/// How long a bracketed paste may pause before it is taken to have lost its end.
pub const PASTE_WAIT: Duration = Duration::from_secs(1);

/// What stands at the beginning of some bytes.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Scan {
    /// This many bytes are complete and mean this, or nothing.
    Done(usize, Option<Input>),
    /// A bracketed paste begins after this many bytes.
    Paste(usize),
    /// More bytes are needed to tell.
    More,
    /// A sequence that is too long to mean anything goes on: of its bytes so far, as many are enough to remember that.
    Endless(usize),
}

/// Takes bytes, gives inputs.
#[derive(Debug, Default)]
pub struct Decoder {
    pending: Vec<u8>,
    /// What a bracketed paste has brought so far.
    paste: Option<Vec<u8>>,
    /// When the last bytes came.
    fed: Option<Instant>,
    /// A report of the mouse stood right before what is pending: more likely than not, that begins another one.
    reported: bool,
}

const PASTE_END: &[u8] = b"\x1b[201~";

impl Decoder {
    /// Takes what was read at `now` and appends what is complete to `inputs`.
    ///
    /// Bytes join what is pending however late they are: time runs out only through [`expire`](Self::expire), which is
    /// called when nothing could be read. A program that was busy therefore splits no sequence.
    pub fn feed(&mut self, bytes: &[u8], now: Instant, inputs: &mut Vec<Input>) {
        if !bytes.is_empty() {
            self.fed = Some(now);
            self.pending.extend_from_slice(bytes);
            self.advance(inputs);
        }
    }

    /// When [`expire`](Self::expire) is to be called if nothing more comes; `None` when nothing is pending.
    pub fn deadline(&self) -> Option<Instant> {
        let wait = match (&self.paste, self.pending.as_slice()) {
            (Some(_), _) => PASTE_WAIT,
            (None, []) => return None,
            (None, pending) if typed(pending).is_some() && !self.reported => ESCAPE_WAIT,
            _ => SEQUENCE_WAIT,
        };
        self.fed.map(|fed| fed + wait)
    }

    /// The time is up and nothing came: takes what is pending for what it is so far.
    pub fn expire(&mut self, now: Instant, inputs: &mut Vec<Input>) {
        if self.deadline().is_none_or(|deadline| now < deadline) {
            return;
        }
        if let Some(text) = self.paste.take() {
            let rest = mem::take(&mut self.pending);
            inputs.push(pasted(&[text, rest].concat()));
            return;
        }
        inputs.extend(typed(&mem::take(&mut self.pending)).into_iter().flatten().map(Input::Key));
    }

    fn advance(&mut self, inputs: &mut Vec<Input>) {
        let pending = mem::take(&mut self.pending);
        let mut rest = pending.as_slice();
        loop {
            if let Some(mut text) = self.paste.take() {
                let Some(end) = find(rest, PASTE_END) else {
                    // The end itself may be split: what could be its beginning stays pending.
                    let kept = (1..PASTE_END.len()).rev().find(|&kept| rest.ends_with(&PASTE_END[..kept])).unwrap_or(0);
                    let (whole, tail) = rest.split_at(rest.len() - kept);
                    text.extend_from_slice(whole);
                    self.paste = Some(text);
                    rest = tail;
                    break;
                };
                text.extend_from_slice(&rest[..end]);
                inputs.push(pasted(&text));
                rest = &rest[end + PASTE_END.len()..];
            }
            if rest.is_empty() {
                break;
            }
            match scan(rest) {
                Scan::Done(length, input) => {
                    self.reported = matches!(input, Some(Input::Mouse(_)));
                    inputs.extend(input);
                    rest = &rest[length..];
                }
                Scan::Paste(length) => {
                    self.paste = Some(Vec::new());
                    rest = &rest[length..];
                }
                Scan::More => break,
                Scan::Endless(length) => {
                    rest = &rest[..length];
                    break;
                }
            }
        }
        self.pending = rest.to_vec();
        self.reported &= !rest.is_empty();
    }
}

/// The keys that leave `pending` behind when pressed one by one; `None` if no keys do.
fn typed(pending: &[u8]) -> Option<Vec<KeyEvent>> {
    let escape = KeyEvent::from(KeyCode::Esc);
    let alt = |letter: u8| KeyEvent::new(KeyCode::Char(char::from(letter)), KeyModifiers::ALT);
    Some(match pending {
        [0x1b] => vec![escape],
        [0x1b, 0x1b] => vec![escape, escape],
        [0x1b, letter] if letter.is_ascii_graphic() => vec![alt(*letter)],
        [0x1b, 0x1b, letter] if letter.is_ascii_graphic() => vec![escape, alt(*letter)],
        _ => return None,
    })
}

/// What the first of `bytes` begin; at least one is there.
pub(super) fn scan(bytes: &[u8]) -> Scan {
    let control = |code: u8| KeyEvent::new(KeyCode::Char(char::from(code)), KeyModifiers::CONTROL);
    let event = match bytes[0] {
        0x1b => return sequence::scan(bytes),
        // A pasted or piped line ends in a line feed: it means the same as the Enter key's carriage return.
        b'\r' | b'\n' => KeyCode::Enter.into(),
        b'\t' => KeyCode::Tab.into(),
        // Which of the two the key sends is a setting of the terminal.
        0x7f | 0x08 => KeyCode::Backspace.into(),
        0x00 => control(b' '),
        letter @ 0x01..=0x1a => control(letter - 1 + b'a'),
        // Ctrl-\ ] ^ _ are named 4 to 7, as crossterm does.
        digit @ 0x1c..=0x1f => control(digit - 0x1c + b'4'),
        _ => return scan_character(bytes),
    };
    Scan::Done(1, Some(Input::Key(event)))
}

fn scan_character(bytes: &[u8]) -> Scan {
    let length = match bytes[0] {
        ..0x80 => 1,
        0xc2..0xe0 => 2,
        0xe0..0xf0 => 3,
        0xf0..0xf5 => 4,
        _ => return Scan::Done(1, None),
    };
    let available = &bytes[..length.min(bytes.len())];
    match std::str::from_utf8(available) {
        Ok(text) => {
            let input = text.chars().next().filter(|glyph| !glyph.is_control());
            Scan::Done(length, input.map(|glyph| key(KeyCode::Char(glyph), KeyModifiers::NONE)))
        }
        // Only a character that is cut off may still become one.
        Err(error) if error.error_len().is_none() => Scan::More,
        Err(_) => Scan::Done(1, None),
    }
}

/// One key pressed; capitals carry Shift, as crossterm has it.
pub(super) fn key(code: KeyCode, modifiers: KeyModifiers) -> Input {
    let shift = match code {
        KeyCode::Char(glyph) if glyph.is_uppercase() => KeyModifiers::SHIFT,
        _ => KeyModifiers::NONE,
    };
    Input::Key(KeyEvent::new(code, modifiers | shift))
}

/// A pasted text, its lines ended by `\n` (terminals send the Enter key's `\r`).
fn pasted(bytes: &[u8]) -> Input {
    Input::Paste(String::from_utf8_lossy(bytes).replace("\r\n", "\n").replace('\r', "\n"))
}

fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).position(|window| window == wanted)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::terminal::{Button, Mouse, MouseKind};

    fn press(code: KeyCode) -> Input {
        key(code, KeyModifiers::NONE)
    }

    /// Feeds pieces at the given milliseconds as the event loop would: a deadline that passes in between expires.
    fn timed(pieces: &[(u64, &[u8])]) -> Vec<Input> {
        let start = Instant::now();
        let (mut decoder, mut inputs) = (Decoder::default(), Vec::new());
        for (at, bytes) in pieces {
            let now = start + Duration::from_millis(*at);
            while let Some(deadline) = decoder.deadline().filter(|deadline| *deadline <= now) {
                decoder.expire(deadline, &mut inputs);
            }
            decoder.feed(bytes, now, &mut inputs);
        }
        while let Some(deadline) = decoder.deadline() {
            decoder.expire(deadline, &mut inputs);
        }
        inputs
    }

    #[test]
    fn an_arrow_split_by_fifty_milliseconds_is_an_arrow() {
        let up = vec![press(KeyCode::Up)];
        assert_eq!(timed(&[(0, b"\x1b[A")]), up);
        assert_eq!(timed(&[(0, b"\x1b"), (50, b"[A")]), up);
        assert_eq!(timed(&[(0, b"\x1b"), (50, b"["), (100, b"A")]), up);
        assert_eq!(timed(&[(0, b"\x1b["), (50, b"A")]), up);
        assert_eq!(timed(&[(0, b"\x1bO"), (50, b"A")]), up);
        let word = key(KeyCode::Right, KeyModifiers::CONTROL);
        assert_eq!(timed(&[(0, b"\x1b[1;"), (300, b"5C")]), [word]);
    }

    #[test]
    fn a_lone_escape_is_a_key_after_the_wait() {
        assert_eq!(timed(&[(0, b"\x1b")]), [press(KeyCode::Esc)]);
        assert_eq!(timed(&[(0, b"\x1b"), (76, b"[")]), [press(KeyCode::Esc), press(KeyCode::Char('['))]);
        assert_eq!(timed(&[(0, b"\x1b\x1b")]), [press(KeyCode::Esc), press(KeyCode::Esc)]);
        assert_eq!(timed(&[(0, b"\x1b"), (30, b"\x1b")]), [press(KeyCode::Esc), press(KeyCode::Esc)]);
    }

    #[test]
    fn nothing_expires_while_bytes_are_waiting_to_be_read() {
        let start = Instant::now();
        let (mut decoder, mut inputs) = (Decoder::default(), Vec::new());
        decoder.feed(b"\x1b", start, &mut inputs);
        decoder.feed(b"[A", start + Duration::from_secs(9), &mut inputs);
        assert_eq!(inputs, [press(KeyCode::Up)]);
    }

    #[test]
    fn alt_joins_what_it_is_held_with() {
        let alt = |code| key(code, KeyModifiers::ALT);
        assert_eq!(timed(&[(0, b"\x1bx")]), [alt(KeyCode::Char('x'))]);
        assert_eq!(timed(&[(0, b"\x1b"), (50, b"x")]), [alt(KeyCode::Char('x'))]);
        assert_eq!(timed(&[(0, b"\x1b\r")]), [alt(KeyCode::Enter)]);
        assert_eq!(timed(&[(0, b"\x1b["), (300, b"A")]), [alt(KeyCode::Char('[')), press(KeyCode::Char('A'))]);
        assert_eq!(timed(&[(0, b"\x1b\x1b[A")]), [alt(KeyCode::Up)]);
        assert_eq!(timed(&[(0, "\u{1b}书".as_bytes())]), [alt(KeyCode::Char('书'))]);
    }

    #[test]
    fn a_sequence_cut_off_for_good_becomes_no_typing() {
        assert_eq!(timed(&[(0, b"\x1b[1;5")]), []);
        assert_eq!(timed(&[(0, b"\x1b[1;5"), (700, b"7")]), [press(KeyCode::Char('7'))]);
    }

    #[test]
    fn characters_of_several_bytes_may_be_split_anywhere() {
        let bytes = "昨é😀".as_bytes();
        for cut in 0..bytes.len() {
            let want = ['昨', 'é', '😀'].map(|glyph| press(KeyCode::Char(glyph)));
            assert_eq!(timed(&[(0, &bytes[..cut]), (40, &bytes[cut..])]), want);
        }
        assert_eq!(timed(&[(0, b"a\xffb\xc3")]), [press(KeyCode::Char('a')), press(KeyCode::Char('b'))]);
    }

    #[test]
    fn a_bracketed_paste_is_one_input_wherever_it_is_cut() {
        let bytes = b"1\x1b[200~1 0\r\n\x1b[A2\r3\x1b[201~2";
        let want = [press(KeyCode::Char('1')), Input::Paste("1 0\n\u{1b}[A2\n3".to_owned()), press(KeyCode::Char('2'))];
        for cut in 0..bytes.len() {
            assert_eq!(timed(&[(0, &bytes[..cut]), (40, &bytes[cut..])]), want, "cut at {cut}");
        }
    }

    #[test]
    fn a_paste_that_lost_its_end_gives_the_keyboard_back() {
        let lost = timed(&[(0, b"\x1b[200~1 2"), (1500, b"\x1b[A")]);
        assert_eq!(lost, [Input::Paste("1 2".to_owned()), press(KeyCode::Up)]);
    }

    fn mouse(kind: MouseKind, x: u16, y: u16) -> Input {
        Input::Mouse(Mouse { kind, x, y, modifiers: KeyModifiers::NONE })
    }

    #[test]
    fn reports_of_the_mouse_are_inputs_wherever_they_are_cut() {
        let bytes = b"1\x1b[<0;3;4M\x1b[<32;300;4M\x1b[A\x1b[<0;300;4m\x1b[<64;1;1M\x1b[<65;1;1M2";
        let want = [
            press(KeyCode::Char('1')),
            mouse(MouseKind::Press(Button::Left), 2, 3),
            mouse(MouseKind::Drag(Button::Left), 299, 3),
            press(KeyCode::Up),
            mouse(MouseKind::Release(Button::Left), 299, 3),
            mouse(MouseKind::WheelUp, 0, 0),
            mouse(MouseKind::WheelDown, 0, 0),
            press(KeyCode::Char('2')),
        ];
        for cut in 0..bytes.len() {
            assert_eq!(timed(&[(0, &bytes[..cut]), (40, &bytes[cut..])]), want, "cut at {cut}");
        }
    }

    #[test]
    fn a_stream_of_reports_may_be_cut_for_longer() {
        let wheel = |count| vec![mouse(MouseKind::WheelUp, 0, 0); count];
        assert_eq!(timed(&[(0, b"\x1b[<64;1;1M\x1b"), (300, b"["), (600, b"<64;1;1M")]), wheel(2));
        let (up, escape) = (mouse(MouseKind::WheelUp, 0, 0), press(KeyCode::Esc));
        assert_eq!(timed(&[(0, b"\x1b[<64;1;1M\x1b")]), [up.clone(), escape.clone()]);
        assert_eq!(timed(&[(0, b"\x1b[<64;1;1M"), (9, b"\x1b"), (99, b"[")])[..2], [up, escape]);
    }

    #[test]
    fn the_escape_key_before_a_report_is_kept() {
        let want = [press(KeyCode::Esc), mouse(MouseKind::WheelUp, 0, 0)];
        assert_eq!(timed(&[(0, b"\x1b\x1b[<64;1;1M")]), want);
        assert_eq!(timed(&[(0, b"\x1b"), (30, b"\x1b[<64;1;1M")]), want);
        assert_eq!(timed(&[(0, b"\x1b\x1b[<35;1;1M")]), [press(KeyCode::Esc)]);
    }

    /// What is left of this when it comes in pieces of these lengths, over and over, without a pause.
    fn in_pieces(bytes: &[u8], lengths: &[usize]) -> Vec<Input> {
        let (mut decoder, mut inputs, now) = (Decoder::default(), Vec::new(), Instant::now());
        let mut rest = bytes;
        for length in lengths.iter().cycle() {
            let (piece, later) = rest.split_at(rest.len().min(*length));
            decoder.feed(piece, now, &mut inputs);
            rest = later;
            if rest.is_empty() {
                break;
            }
        }
        inputs
    }

    proptest! {
        /// No report becomes a key, however absurd it is and however it is cut, and none that is sound gets lost.
        #[test]
        fn reports_are_never_typing(
            reports in prop::collection::vec("[0-9]{1,4};[0-9]{1,6};[0-9]{1,6}|[0-9;:-]{0,200}", 1..8),
            last in "[mM]",
            lengths in prop::collection::vec(1_usize..90, 1..6),
        ) {
            let (mut bytes, mut want) = (String::new(), Vec::new());
            for report in reports {
                bytes += &format!("\x1b[<{report}{last}\x1b[<64;8;9M");
                want.extend(super::super::mouse::report(report.as_bytes(), last.as_bytes()[0]).map(Input::Mouse));
                want.push(mouse(MouseKind::WheelUp, 7, 8));
            }
            prop_assert_eq!(in_pieces(bytes.as_bytes(), &lengths), want);
        }

        /// Where the bytes are cut makes no difference. rxvt's dollar sign does: only the end of a piece tells the end of
        /// a key from the middle of another sequence.
        #[test]
        fn cuts_do_not_matter(bytes in bytes_of_sequences(), lengths in prop::collection::vec(1_usize..9, 1..6)) {
            prop_assert_eq!(in_pieces(&bytes, &lengths), in_pieces(&bytes, &[bytes.len()]));
        }
    }

    fn bytes_of_sequences() -> impl Strategy<Value = Vec<u8>> {
        let usual = prop::sample::select(b"\x1b\x1b[O<;0159M~AmP\\".to_vec());
        let any = any::<u8>().prop_map(|byte| if byte == b'$' { b' ' } else { byte });
        prop::collection::vec(prop_oneof![any, usual], 1..150)
    }

    #[test]
    fn control_keys_keep_crossterms_names() {
        let control = |glyph| key(KeyCode::Char(glyph), KeyModifiers::CONTROL);
        assert_eq!(timed(&[(0, b"\x03\x0c\x1a\x00\x1c")]), ['c', 'l', 'z', ' ', '4'].map(control));
        let plain = [KeyCode::Tab, KeyCode::Enter, KeyCode::Enter, KeyCode::Backspace, KeyCode::Backspace];
        assert_eq!(timed(&[(0, b"\t\r\n\x7f\x08")]), plain.map(press));
        assert_eq!(timed(&[(0, b"A")]), [key(KeyCode::Char('A'), KeyModifiers::SHIFT)]);
    }
}
