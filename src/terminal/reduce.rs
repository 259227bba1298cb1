//! A finished frame in the colours its terminal has.
//!
//! Drawing code always names the colours it means; only here are they turned into what the terminal can show. The
//! frame is complete by then, so that nothing can slip past.

use std::sync::OnceLock;

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};

use super::colour::Depth;
use super::oklab::{Lab, distance, lab};

/// Brings every cell of `frame` down to `depth`.
///
/// - [`Depth::Indexed`]: the nearest of the colour cube and the greys (the first sixteen indices are skipped, because
///   users redefine them).
/// - [`Depth::Sixteen`]: by hue, onto the six plain colours, black and white. Their bright forms are avoided:
///   Solarized shows those as greys, bright black even as the background.
/// - [`Depth::Mono`]: no colour at all. A cell whose meaning was its background is shown in reverse video; the
///   background that most cells share is the paper and means nothing.
pub fn reduce(frame: &mut Buffer, depth: Depth) {
    match depth {
        Depth::True => {}
        Depth::Indexed => recolour(frame, indexed),
        Depth::Sixteen => recolour(frame, sixteen),
        Depth::Mono => bleach(frame),
    }
}

/// Maps both colours of each cell; a text that would vanish in its background is made black or white.
fn recolour(frame: &mut Buffer, map: fn(Color) -> Color) {
    // A frame holds few pairs of colours, each many times: those met are kept in a table that forgets on collision.
    let unmet = ((Color::Reset, Color::Reset), (Color::Reset, Color::Reset));
    let mut met = [unmet; 64];
    for cell in &mut frame.content {
        let asked = (cell.fg, cell.bg);
        let slot = &mut met[(mix(asked.0) * 31 + mix(asked.1)) % 64];
        if slot.0 != asked {
            *slot = (asked, pair(asked, map));
        }
        (cell.fg, cell.bg) = slot.1;
    }
}

/// A small number that tells most colours apart.
fn mix(colour: Color) -> usize {
    match colour {
        Color::Rgb(r, g, b) => usize::from(r) + 5 * usize::from(g) + 11 * usize::from(b),
        Color::Indexed(index) => usize::from(index),
        _ => 0,
    }
}

fn pair(asked: (Color, Color), map: fn(Color) -> Color) -> (Color, Color) {
    let (fg, bg) = (map(asked.0), map(asked.1));
    if fg == bg && fg != Color::Reset && asked.0 != asked.1 {
        return (if luma(asked.1) > 0.5 { Color::Black } else { Color::White }, bg);
    }
    (fg, bg)
}

fn bleach(frame: &mut Buffer) {
    let paper = paper(&frame.content);
    for cell in &mut frame.content {
        if cell.bg != Color::Reset && cell.bg != paper {
            // Toggled, not set: what stood out within a coloured ground still stands out within the reversed one.
            cell.modifier.toggle(Modifier::REVERSED);
        }
        cell.fg = Color::Reset;
        cell.bg = Color::Reset;
    }
}

/// The background of more than half of the cells, if there is one.
fn paper(cells: &[Cell]) -> Color {
    // Boyer and Moore's majority vote needs one pass and no memory; the second pass proves the candidate.
    let (mut candidate, mut votes) = (Color::Reset, 0_usize);
    for cell in cells {
        if votes == 0 {
            candidate = cell.bg;
        }
        if cell.bg == candidate {
            votes += 1;
        } else {
            votes -= 1;
        }
    }
    let share = cells.iter().filter(|cell| cell.bg == candidate).count();
    if share * 2 > cells.len() { candidate } else { Color::Reset }
}

fn indexed(colour: Color) -> Color {
    match colour {
        Color::Rgb(r, g, b) => Color::Indexed(nearest_index([r, g, b])),
        other => other,
    }
}

/// The tones of one axis of the 6×6×6 cube, indices 16–231 (xterm's `256colres.pl`).
const CUBE: [u8; 6] = [0, 95, 135, 175, 215, 255];

fn nearest_index(rgb: [u8; 3]) -> u8 {
    static TONES: OnceLock<Vec<(u8, Lab)>> = OnceLock::new();
    let tones = TONES.get_or_init(|| (16..=255).map(|index| (index, lab(index_tone(index)))).collect());
    let wanted = lab(rgb);
    let nearest = tones.iter().min_by(|(_, a), (_, b)| distance(wanted, *a).total_cmp(&distance(wanted, *b)));
    nearest.map_or(16, |(index, _)| *index)
}

/// The tone of index 16–255: the cube, then 24 greys.
fn index_tone(index: u8) -> [u8; 3] {
    if index >= 232 {
        return [8 + 10 * (index - 232); 3];
    }
    let cube = index.saturating_sub(16);
    [cube / 36, cube / 6 % 6, cube % 6].map(|step| CUBE[usize::from(step)])
}

fn sixteen(colour: Color) -> Color {
    let rgb = match colour {
        Color::Rgb(r, g, b) => [r, g, b],
        Color::Indexed(index @ 16..) => index_tone(index),
        other => return other,
    };
    let [r, g, b] = rgb.map(f32::from);
    let (high, low) = (r.max(g).max(b), r.min(g).min(b));
    let spread = high - low;
    let light = luma(Color::Rgb(rgb[0], rgb[1], rgb[2]));
    if spread < 40.0 || spread < 0.15 * high {
        return match light {
            // No grey in between: bright black is unreadable in some schemes, and plain white is a grey already.
            ..0.25 => Color::Black,
            ..0.85 => Color::Gray,
            _ => Color::White,
        };
    }
    let hue = 60.0
        * if high == r {
            ((g - b) / spread).rem_euclid(6.0)
        } else if high == g {
            (b - r) / spread + 2.0
        } else {
            (r - g) / spread + 4.0
        };
    // The borders keep the eight colours of Okabe and Ito apart: vermillion 27°, orange 41°, yellow 56°, bluish green
    // 164°, sky blue and blue 202° (told apart by lightness), reddish purple 327°.
    match hue {
        33.0..50.0 => Color::Yellow,
        50.0..70.0 if light > 0.6 => Color::LightYellow,
        50.0..70.0 => Color::Yellow,
        70.0..180.0 => Color::Green,
        180.0..215.0 if light > 0.45 => Color::Cyan,
        180.0..270.0 => Color::Blue,
        270.0..345.0 => Color::Magenta,
        _ => Color::Red,
    }
}

/// Perceived lightness from 0 to 1 (Rec. 601); colours without a fixed tone count as dark or light by name.
fn luma(colour: Color) -> f32 {
    let [r, g, b] = match colour {
        Color::Rgb(r, g, b) => [r, g, b],
        Color::Indexed(index @ 16..) => index_tone(index),
        Color::Gray | Color::White | Color::Yellow | Color::LightYellow | Color::LightGreen | Color::LightCyan => {
            [255; 3]
        }
        _ => [0; 3],
    };
    (0.299 * f32::from(r) + 0.587 * f32::from(g) + 0.114 * f32::from(b)) / 255.0
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use ratatui::layout::Rect;
    use ratatui::style::Style;

    use super::*;

    /// Okabe and Ito, "Color Universal Design" (2008), without black.
    const OKABE_ITO: [(u8, u8, u8); 7] =
        [(86, 180, 233), (230, 159, 0), (0, 158, 115), (213, 94, 0), (204, 121, 167), (0, 114, 178), (240, 228, 66)];

    fn one(style: Style, depth: Depth) -> Cell {
        let mut frame = Buffer::empty(Rect::new(0, 0, 4, 1));
        frame.set_string(0, 0, "x", style);
        reduce(&mut frame, depth);
        frame[(0, 0)].clone()
    }

    #[test]
    fn identities_stay_apart_at_every_depth() {
        for depth in [Depth::Sixteen, Depth::Indexed, Depth::True] {
            for share in [100_u16, 70, 55] {
                // The light theme keeps each identity in a darker tone.
                let dim = |part: u8| u8::try_from(u16::from(part) * share / 100).unwrap();
                let tones: BTreeSet<_> = OKABE_ITO[..5]
                    .iter()
                    .map(|&(r, g, b)| {
                        let colour = Color::Rgb(dim(r), dim(g), dim(b));
                        format!("{:?}", one(Style::new().fg(colour), depth).fg)
                    })
                    .collect();
                assert_eq!(tones.len(), 5, "{depth:?} at {share} %: {tones:?}");
            }
            let all: BTreeSet<_> = OKABE_ITO
                .iter()
                .map(|&(r, g, b)| format!("{:?}", one(Style::new().fg(Color::Rgb(r, g, b)), depth).fg))
                .collect();
            assert_eq!(all.len(), OKABE_ITO.len(), "{depth:?}: {all:?}");
        }
    }

    #[test]
    fn no_tone_becomes_bright_black() {
        for level in 0..=255 {
            let grey = one(Style::new().fg(Color::Rgb(level, level, level)), Depth::Sixteen).fg;
            assert_ne!(grey, Color::DarkGray);
        }
    }

    #[test]
    fn exact_cube_colours_map_to_themselves() {
        assert_eq!(indexed(Color::Rgb(95, 175, 215)), Color::Indexed(74));
        assert_eq!(indexed(Color::Rgb(8, 8, 8)), Color::Indexed(232));
        assert_eq!(indexed(Color::Rgb(255, 255, 255)), Color::Indexed(231));
    }

    #[test]
    fn text_never_vanishes_in_its_background() {
        let cell = one(Style::new().fg(Color::Rgb(0, 60, 90)).bg(Color::Rgb(0, 114, 178)), Depth::Sixteen);
        assert_ne!(cell.fg, cell.bg);
    }

    #[test]
    fn without_colour_a_background_becomes_reverse_video() {
        let head = one(Style::new().fg(Color::Black).bg(Color::Rgb(86, 180, 233)).bold(), Depth::Mono);
        assert_eq!((head.fg, head.bg), (Color::Reset, Color::Reset));
        assert_eq!(head.modifier, Modifier::REVERSED | Modifier::BOLD);
        let focus = one(Style::new().bg(Color::Cyan).reversed().underlined(), Depth::Mono);
        assert_eq!(focus.modifier, Modifier::UNDERLINED);
        let plain = one(Style::new().fg(Color::Red).reversed(), Depth::Mono);
        assert_eq!(plain.modifier, Modifier::REVERSED);
    }

    #[test]
    fn without_colour_the_paper_is_not_reversed() {
        let mut frame = Buffer::empty(Rect::new(0, 0, 10, 2));
        frame.set_style(frame.area, Style::new().fg(Color::Black).bg(Color::White));
        frame.set_style(Rect::new(0, 0, 10, 1), Style::new().bg(Color::Cyan));
        frame.set_style(Rect::new(9, 0, 1, 1), Style::new().bg(Color::White));
        reduce(&mut frame, Depth::Mono);
        assert!(frame[(0, 0)].modifier.contains(Modifier::REVERSED));
        assert!(!frame[(0, 1)].modifier.contains(Modifier::REVERSED));
    }

    #[test]
    fn an_empty_frame_is_no_trouble() {
        for depth in [Depth::Mono, Depth::Sixteen, Depth::Indexed, Depth::True] {
            reduce(&mut Buffer::empty(Rect::ZERO), depth);
        }
    }
}
