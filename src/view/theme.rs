//! The colours. Each has one meaning, and each meaning also has a letter, a sign or a place.
//!
//! Hues are those of Okabe and Ito (2008), which stay apart for every kind of colour vision; the light themes use darker
//! tones of the same hues. A test holds every tone to a contrast of at least 4.5 : 1 with its ground (WCAG 2, 1.4.3).

use crate::explorer::Theme;
use ratatui::style::{Color, Modifier, Style};

/// The styles of one theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colours {
    /// The ground everything stands on.
    pub ground: Color,
    /// Plain text and numbers.
    pub text: Color,
    /// What matters less: labels, rules.
    pub quiet: Color,
    /// The source axis: sky blue.
    pub source: Color,
    /// The vocab axis: orange.
    pub vocab: Color,
    /// Content on its way, v and c: green.
    pub content: Color,
    /// The target and the loss: vermillion.
    pub target: Color,
    /// What differs from the baseline: purple.
    pub moved: Color,
    /// Text on an axis head, a chosen tab, a field.
    pub inverse: Color,
    /// The ground of the footer.
    pub foot: Color,
    /// Whether everything is bold: a projector washes thin strokes out.
    pub heavy: bool,
}

const fn rgb(hex: u32) -> Color {
    Color::Rgb(((hex >> 16) & 0xff) as u8, ((hex >> 8) & 0xff) as u8, (hex & 0xff) as u8)
}

const DARK: Colours = Colours {
    ground: rgb(0x0f_1218),
    text: rgb(0xe6_e6e6),
    quiet: rgb(0x9a_a0a8),
    source: rgb(0x56_b4e9),
    vocab: rgb(0xe6_9f00),
    content: rgb(0x1f_b98b),
    target: rgb(0xf0_7c3c),
    moved: rgb(0xdd_93bb),
    inverse: rgb(0x0f_1218),
    foot: rgb(0x1c_222c),
    heavy: false,
};

const LIGHT: Colours = Colours {
    ground: rgb(0xff_ffff),
    text: rgb(0x1a_1a1a),
    quiet: rgb(0x5c_6068),
    source: rgb(0x00_609b),
    vocab: rgb(0x8a_5a00),
    content: rgb(0x00_6b4e),
    target: rgb(0xa8_4300),
    moved: rgb(0x93_3e74),
    inverse: rgb(0xff_ffff),
    foot: rgb(0xe9_ecf0),
    heavy: false,
};

const PROJECTOR: Colours = Colours {
    ground: rgb(0xff_ffff),
    text: rgb(0x00_0000),
    quiet: rgb(0x33_3333),
    source: rgb(0x00_4a80),
    vocab: rgb(0x6b_4500),
    content: rgb(0x00_5239),
    target: rgb(0x8a_3000),
    moved: rgb(0x7a_2a5c),
    inverse: rgb(0xff_ffff),
    foot: rgb(0xdd_dddd),
    heavy: true,
};

impl Colours {
    /// The colours of a theme.
    pub fn of(theme: Theme) -> &'static Self {
        match theme {
            Theme::Dark => &DARK,
            Theme::Light => &LIGHT,
            Theme::Projector => &PROJECTOR,
        }
    }

    /// A style in one of the colours on the ground.
    pub fn ink(&self, colour: Color) -> Style {
        let style = Style::new().fg(colour).bg(self.ground);
        if self.heavy { style.add_modifier(Modifier::BOLD) } else { style }
    }

    /// The same, bold.
    pub fn strong(&self, colour: Color) -> Style {
        self.ink(colour).add_modifier(Modifier::BOLD)
    }

    /// The one inverse place of the screen: what the cursor is on.
    pub fn focus(&self) -> Style {
        Style::new().fg(self.ground).bg(self.text).add_modifier(Modifier::BOLD)
    }

    /// What a mistake has made, and its name: black on Okabe and Ito's yellow in every theme, which nothing else is.
    pub fn wrong(&self) -> Style {
        Style::new().fg(rgb(0x00_0000)).bg(rgb(0xf0_e442)).add_modifier(Modifier::BOLD)
    }

    /// A band in a colour: an axis head, a chosen tab.
    pub fn band(&self, colour: Color) -> Style {
        Style::new().fg(self.inverse).bg(colour).add_modifier(Modifier::BOLD)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    fn luminance(colour: Color) -> f64 {
        let Color::Rgb(r, g, b) = colour else { panic!("themes are in RGB") };
        let linear = |c: u8| {
            let c = f64::from(c) / 255.0;
            if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
    }

    /// From 1, the same, to 21, black on white.
    pub(in crate::view) fn contrast(a: Color, b: Color) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn every_tone_can_be_read_on_its_ground() {
        for theme in Theme::ALL {
            let c = Colours::of(theme);
            let least = if theme == Theme::Projector { 7.0 } else { 4.5 };
            for tone in [c.text, c.quiet, c.source, c.vocab, c.content, c.target, c.moved] {
                assert!(contrast(tone, c.ground) >= least, "{theme:?} {tone:?}: {:.2}", contrast(tone, c.ground));
            }
            for band in [c.source, c.vocab, c.text, c.moved] {
                assert!(contrast(c.inverse, band) >= 4.5, "{theme:?} {band:?} as a band");
            }
            assert!(contrast(c.quiet, c.foot) >= 4.5, "{theme:?} footer: {:.2}", contrast(c.quiet, c.foot));
        }
    }
}
