//! The grounds of regions: the ground of the screen with a little of a colour in it.

use crate::view::theme::Colours;
use ratatui::style::Color;

/// Shares of the vocab colour in the grounds that follow each other, in hundredths, and of the target's colour.
const SHARES: [u16; 3] = [0, 9, 18];
const TARGET: u16 = 16;

/// The ground of a word's region. Words that follow each other have different ones; the target has its own colour.
pub fn tint(colours: &Colours, word: usize, target: bool) -> Color {
    // Black on white loses more than light on dark.
    let share = |share: u16| if colours.heavy { share / 2 } else { share };
    match target {
        true => mixed(colours.ground, colours.target, share(TARGET)),
        false => mixed(colours.ground, colours.vocab, share(SHARES[word % SHARES.len()])),
    }
}

fn mixed(ground: Color, colour: Color, hundredths: u16) -> Color {
    let (Color::Rgb(r, g, b), Color::Rgb(to_r, to_g, to_b)) = (ground, colour) else { return ground };
    let channel = |from: u8, to: u8| {
        let sum = u16::from(from) * (100 - hundredths) + u16::from(to) * hundredths;
        u8::try_from(sum / 100).unwrap_or(u8::MAX)
    };
    Color::Rgb(channel(r, to_r), channel(g, to_g), channel(b, to_b))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explorer::Theme;
    use crate::view::theme::tests::contrast;

    #[test]
    fn everything_can_be_read_on_the_ground_of_every_region() {
        for theme in Theme::ALL {
            let c = Colours::of(theme);
            let least = if theme == Theme::Projector { 7.0 } else { 4.5 };
            for (word, target) in [(0, false), (1, false), (2, false), (0, true)] {
                let ground = tint(c, word, target);
                for tone in [c.text, c.quiet, c.vocab, c.content, c.target, c.moved] {
                    let found = contrast(tone, ground);
                    assert!(found >= least, "{theme:?} {word} {target}: {tone:?} on {ground:?}: {found:.2}");
                }
            }
        }
    }
}
