//! The symbols of the screen in ASCII, for terminals that draw them two cells wide.

/// Symbols whose width some terminals take for two, spelled out.
pub fn spell(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            'α' => out.push_str("alpha"),
            'Σ' => out.push_str("sum"),
            'Δ' => out.push_str("delta"),
            '→' => out.push_str("->"),
            '√' => out.push_str("sqrt "),
            '≥' => out.push_str(">="),
            '≤' => out.push_str("<="),
            '…' => out.push_str(".."),
            '∞' => out.push_str("inf"),
            '±' => out.push_str("+-"),
            c => out.push_str(
                SIGNS
                    .iter()
                    .find(|(sign, _)| *sign == c)
                    .map_or_else(
                        || {
                            let mut bytes = [0; 4];
                            c.encode_utf8(&mut bytes).to_owned()
                        },
                        |(_, ascii)| (*ascii).to_owned(),
                    )
                    .as_str(),
            ),
        }
    }
    out
}

/// The ASCII twin of a sign of one cell.
pub fn one_cell(symbol: &str) -> &str {
    let Some(c) = symbol.chars().next() else { return symbol };
    SIGNS.iter().find(|(sign, _)| *sign == c).map_or(symbol, |(_, ascii)| ascii)
}

const SIGNS: &[(char, &str)] = &[
    ('≈', "~"),
    ('–', "-"),
    ('−', "-"),
    ('×', "*"),
    ('·', "."),
    ('•', "%"),
    ('━', "="),
    ('┃', "|"),
    ('╱', "/"),
    ('╲', "\\"),
    ('┼', "+"),
    ('→', ">"),
    ('↗', "^"),
    ('↖', "^"),
    ('↘', "v"),
    ('↙', "v"),
    ('─', "-"),
    ('│', "|"),
    ('┊', ":"),
    ('▸', ">"),
    ('✗', "x"),
    ('ᵀ', "'"),
    ('∂', "d"),
    ('✓', "Y"),
    ('»', ">"),
    ('‖', "|"),
    ('‹', "<"),
    ('›', ">"),
    ('←', "<"),
    ('↑', "^"),
    ('↓', "v"),
    ('↩', "<"),
    ('≠', "N"),
    ('•', "o"),
    ('▐', "#"),
    ('░', "."),
    ('▒', ":"),
    ('▓', "+"),
    ('█', "#"),
    ('▁', "."),
    ('▂', "."),
    ('▃', "."),
    ('▄', ":"),
    ('▅', ":"),
    ('▆', ":"),
    ('▇', "#"),
    ('▉', "#"),
    ('▊', "#"),
    ('▋', "#"),
    ('▌', "#"),
    ('▍', "."),
    ('▎', "."),
    ('▏', "."),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_spelled_is_ascii_or_hanzi() {
        let spelled = spell("c = Σ_j α_j v_j → z ≈ −1 × √2 昨天 ▸");
        assert_eq!(spelled, "c = sum_j alpha_j v_j -> z ~ -1 * sqrt 2 昨天 >");
        assert!(SIGNS.iter().all(|(_, ascii)| ascii.len() == 1 && ascii.is_ascii()));
        // Signs that say something of a number or a word stay apart.
        let twins: Vec<&str> = ["=", "≈", "*", "+", "!", "✗", "✓", "≠", "▸", "?", "−"].map(one_cell).to_vec();
        assert!(twins.iter().enumerate().all(|(at, twin)| !twins[..at].contains(twin)), "{twins:?}");
    }
}
