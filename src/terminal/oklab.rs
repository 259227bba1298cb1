//! How far apart two colours look: Björn Ottosson's Oklab (<https://bottosson.github.io/posts/oklab/>).
//!
//! Plain differences of red, green and blue call a dark purple a grey, and a dark vermillion a dark orange; here
//! identities are colours, so that would be a lie.

/// Lightness, green to red, blue to yellow.
pub(super) type Lab = [f32; 3];

/// From 8-bit sRGB.
pub(super) fn lab(rgb: [u8; 3]) -> Lab {
    let [r, g, b] = rgb.map(|part| {
        let part = f32::from(part) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    });
    let l = (0.412_221_47 * r + 0.536_332_55 * g + 0.051_445_995 * b).cbrt();
    let m = (0.211_903_5 * r + 0.680_699_5 * g + 0.107_396_96 * b).cbrt();
    let s = (0.088_302_46 * r + 0.281_718_85 * g + 0.629_978_7 * b).cbrt();
    [
        0.210_454_26 * l + 0.793_617_8 * m - 0.004_072_047 * s,
        1.977_998_5 * l - 2.428_592_2 * m + 0.450_593_7 * s,
        0.025_904_037 * l + 0.782_771_77 * m - 0.808_675_77 * s,
    ]
}

/// The square of the distance, with differences of hue and chroma counted twice as far as those of lightness: a tone
/// may come out lighter or darker, but not as another colour.
pub(super) fn distance(a: Lab, b: Lab) -> f32 {
    let [l, g, y] = [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
    l * l + 4.0 * (g * g + y * y)
}
