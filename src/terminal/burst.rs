//! A pasted block whose brackets are missing: how it is told from typing.
//!
//! Some terminals (the Linux console, old versions of GNU screen, old Windows consoles) paste as if the text were
//! typed. Every letter of it would be a command, and every line end would confirm something. What gives a paste away is
//! that it is *all there at once*: keys come from fingers one by one, tens of milliseconds apart.
//!
//! **The rule.** A *burst* is a run of text keys (characters without Ctrl or Alt, Enter, Tab) with no pause longer than
//! [`TYPING_GAP`] in between and nothing else among them. It is a pasted block, and given to the program as one
//! [`Input::Paste`], when it is not one key repeated, and
//! - at least [`SEVERAL_LINES`] keys long with text behind a line end, or
//! - at least [`ONE_LINE`] keys long.
//!
//! So a repeating arrow or letter is never a paste however far behind the program is; neither is fast typing, nor a
//! script that sends one command and its Enter in a single write. Once a burst is a block, it goes on until a pause of
//! [`BLOCK_GAP`], so that a tail delayed by the network is not taken for typing.

use std::time::Duration;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::Input;

/// A longer pause between two keys ends a burst. Fingers need at least twice as long even when they roll over keys.
pub const TYPING_GAP: Duration = Duration::from_millis(4);

/// A longer pause ends a burst that is a block already.
pub const BLOCK_GAP: Duration = Duration::from_millis(50);

/// A burst of as many keys with text behind a line end is a block. Four keys may be two digits, each confirmed, that
/// waited for a busy program; nobody gets six ahead of it with two lines among them.
pub const SEVERAL_LINES: usize = 6;

/// A burst of as many keys is a block even in one line. Longer than the commands a script would send.
pub const ONE_LINE: usize = 48;

/// The character that a key writes into a text, if it is a text key.
fn text_of(input: &Input) -> Option<char> {
    let Input::Key(KeyEvent { code, modifiers, .. }) = input else { return None };
    if !(*modifiers - KeyModifiers::SHIFT).is_empty() {
        return None;
    }
    match code {
        KeyCode::Char(glyph) => Some(*glyph),
        KeyCode::Enter => Some('\n'),
        KeyCode::Tab => Some('\t'),
        _ => None,
    }
}

/// How long to wait for more before these inputs can be judged; `None` when nothing that follows would matter.
pub fn patience(inputs: &[Input]) -> Option<Duration> {
    let run: Vec<char> = inputs.iter().rev().map_while(text_of).collect();
    if run.is_empty() {
        None
    } else if is_block(run.into_iter().rev()) {
        Some(BLOCK_GAP)
    } else {
        Some(TYPING_GAP)
    }
}

/// Replaces every block among inputs that came without a pause by one paste.
pub fn settle(inputs: Vec<Input>) -> Vec<Input> {
    let mut settled = Vec::with_capacity(inputs.len());
    let mut run = Vec::new();
    for input in inputs {
        if text_of(&input).is_some() {
            run.push(input);
        } else {
            flush(&mut run, &mut settled);
            settled.push(input);
        }
    }
    flush(&mut run, &mut settled);
    settled
}

fn flush(run: &mut Vec<Input>, settled: &mut Vec<Input>) {
    if is_block(run.iter().filter_map(text_of)) {
        settled.push(Input::Paste(run.drain(..).filter_map(|input| text_of(&input)).collect()));
    } else {
        settled.append(run);
    }
}

fn is_block(run: impl Iterator<Item = char> + Clone) -> bool {
    let length = run.clone().count();
    let mut glyphs = run.clone();
    let repeated = glyphs.next().is_none_or(|first| glyphs.all(|glyph| glyph == first));
    let several_lines = || run.skip_while(|glyph| *glyph != '\n').any(|glyph| glyph != '\n');
    !repeated && (length >= ONE_LINE || length >= SEVERAL_LINES && several_lines())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terminal::decode::Decoder;

    /// What a program gets when these bytes come at once.
    fn at_once(bytes: &str) -> Vec<Input> {
        let mut inputs = Vec::new();
        Decoder::default().feed(bytes.as_bytes(), std::time::Instant::now(), &mut inputs);
        settle(inputs)
    }

    fn paste(text: &str) -> Input {
        Input::Paste(text.to_owned())
    }

    fn only_keys(inputs: &[Input]) -> bool {
        inputs.iter().all(|input| matches!(input, Input::Key(_)))
    }

    #[test]
    fn a_block_of_several_lines_is_a_paste() {
        assert_eq!(at_once("1 0\r0 1\r1 1\r"), [paste("1 0\n0 1\n1 1\n")]);
        assert_eq!(at_once("1 0\n0 1"), [paste("1 0\n0 1")]);
        assert_eq!(at_once("x\r:quit\r"), [paste("x\n:quit\n")]);
        assert_eq!(at_once("1\t2\r3\t4"), [paste("1\t2\n3\t4")]);
    }

    #[test]
    fn a_long_line_is_a_paste() {
        let line = "the quick brown fox jumps over the lazy dog, twice a day";
        assert_eq!(at_once(line), [paste(line)]);
    }

    #[test]
    fn a_command_with_its_enter_is_typing() {
        for typed in [":set v2[2] 8\r", "-0.5\r", "8\r9\r", ":branch only-v2\r", "\r\r\r\r\r\r\r"] {
            assert!(only_keys(&at_once(typed)), "{typed:?}");
        }
    }

    #[test]
    fn a_key_held_down_is_never_a_paste() {
        for held in ["j", "\r", "\x1b[A", "\t"] {
            let inputs = at_once(&held.repeat(400));
            assert_eq!(inputs.len(), 400);
            assert!(only_keys(&inputs));
        }
    }

    #[test]
    fn the_mouse_is_never_a_paste_and_keeps_its_order() {
        let wheel = "\x1b[<64;3;4M\x1b[<65;3;4M\x1b[<65;4;4M";
        let inputs = at_once(&wheel.repeat(100));
        assert_eq!(inputs.len(), 300);
        assert!(inputs.iter().all(|input| matches!(input, Input::Mouse(_))));
        assert_eq!(inputs[297..], at_once(wheel));
        assert_eq!(patience(&inputs), None);
        let among = at_once(&format!("1 2\r3 4\r{wheel}5"));
        assert_eq!((&among[0], among.len()), (&paste("1 2\n3 4\n"), 5));
    }

    #[test]
    fn keys_between_the_lines_are_typing() {
        assert!(only_keys(&at_once("1\r\x1b[C2\r\x1b[C3\r\x1b[C4\r")));
    }

    #[test]
    fn what_surrounds_a_block_is_kept_in_order() {
        let inputs = at_once("\x1b[A1 2\r3 4\r\x1b[B");
        assert_eq!(inputs.len(), 3);
        assert_eq!(inputs[1], paste("1 2\n3 4\n"));
    }

    #[test]
    fn only_text_is_waited_for() {
        let keys = |bytes: &str| {
            let mut inputs = Vec::new();
            Decoder::default().feed(bytes.as_bytes(), std::time::Instant::now(), &mut inputs);
            patience(&inputs)
        };
        assert_eq!(keys("\x1b[A"), None);
        assert_eq!(keys("\x03"), None);
        assert_eq!(keys("5"), Some(TYPING_GAP));
        assert_eq!(keys("1 2\r3 4"), Some(BLOCK_GAP));
    }
}
