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
            '∞' => out.push_str("inf"),
