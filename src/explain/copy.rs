//! An explanation as text to be copied: plain, LaTeX or Markdown.
//!
//! Plain text is a line for what the number is, then the chain of equals, a step a line, then what has to be said of the
//! digits, the proof where there is one, where the number comes from and where it goes. LaTeX is an `align*` (amsmath)
//! with the words in comments, so that it compiles whatever a slot is called; a proof is a second one. Markdown is a
//! paragraph of words and a paragraph of mathematics between dollar signs, in one line, as GitHub and most notebooks read
//! it, and for a proof as much again.

use super::{Account, Explanation};
use crate::words::width::visible;
use crate::words::{Lang, explain as words};
use std::fmt::Write;

/// Plain text, several lines, each ended.
pub fn copy_text(explanation: &Explanation, lang: Lang) -> String {
    let mut out = format!("{}  {}\n", visible(&explanation.written), visible(explanation.what.get(lang)));
    put_chain(&mut out, &explanation.parts_text(lang));
    for sentence in sentences(explanation, lang) {
        let _ = writeln!(out, "{sentence}");
    }
    if let Some(proof) = &explanation.proof {
        let _ = writeln!(out, "{}", proof.heading.get(lang));
        put_chain(&mut out, &joined(&explanation.proof_text(lang)));
        for text in proof.notes().iter().chain([&proof.conclusion]) {
            let _ = writeln!(out, "{}", text.get(lang));
        }
    }
    let (from, into) = (explanation.write_all(&explanation.from), explanation.write_all(&explanation.into));
    let from = (!from.is_empty()).then(|| words::from(&from));
    let into = (!into.is_empty()).then(|| words::into(&into));
    for text in from.iter().chain(&into).chain([&explanation.onward]) {
        let _ = writeln!(out, "{}", visible(text.get(lang)));
    }
    out
}

/// LaTeX, several lines, each ended. Needs amsmath.
pub fn copy_latex(explanation: &Explanation, lang: Lang) -> String {
    let mut out = format!("% {}: {}\n", visible(&explanation.written), visible(explanation.what.get(lang)));
    for sentence in sentences(explanation, lang) {
        let _ = writeln!(out, "% {sentence}");
    }
    put_aligned(&mut out, &explanation.parts_latex(lang));
    if let Some(proof) = &explanation.proof {
        for text in [&proof.heading].into_iter().chain(&proof.notes()) {
            let _ = writeln!(out, "% {}", text.get(lang));
        }
        put_aligned(&mut out, &joined(&explanation.proof_latex(lang)));
        let _ = writeln!(out, "% {}", proof.conclusion.get(lang));
    }
    out
}

/// Markdown: a paragraph of words, one of mathematics, one for each sentence.
pub fn copy_markdown(explanation: &Explanation, lang: Lang) -> String {
    let mut out = format!("`{}`: {}\n", visible(&explanation.written), in_markdown(explanation.what.get(lang)));
    let parts = explanation.parts_latex(lang);
    if parts.len() > 1 {
        let _ = writeln!(out, "\n${}$", parts.join(" = "));
    }
    for sentence in sentences(explanation, lang) {
        let _ = writeln!(out, "\n{}", in_markdown(&sentence));
    }
    if let Some(proof) = &explanation.proof {
        let _ = writeln!(out, "\n{}", in_markdown(proof.heading.get(lang)));
        let _ = writeln!(out, "\n${}$", joined(&explanation.proof_latex(lang)).join(" = "));
        for text in proof.notes().iter().chain([&proof.conclusion]) {
            let _ = writeln!(out, "\n{}", in_markdown(text.get(lang)));
        }
    }
    out
}

/// Lines of a chain of equals, each as one text.
fn joined(lines: &[Vec<String>]) -> Vec<String> {
    lines.iter().map(|line| line.join(" = ")).collect()
}

/// A chain of equals, a member a line.
fn put_chain(out: &mut String, parts: &[String]) {
    if let [symbol, first, rest @ ..] = parts {
        let _ = writeln!(out, "{symbol} = {first}");
        rest.iter().for_each(|part| {
            let _ = writeln!(out, "    = {part}");
        });
    }
}

/// The same, aligned at the sign of equality.
fn put_aligned(out: &mut String, parts: &[String]) {
    if let [symbol, first, rest @ ..] = parts {
        let _ = write!(out, "\\begin{{align*}}\n  {symbol} &= {first}");
        rest.iter().for_each(|part| {
            let _ = write!(out, " \\\\\n  &= {part}");
        });
        out.push_str("\n\\end{align*}\n");
    }
}

/// Why there is no number, or what has to be said of its digits.
fn sentences(explanation: &Explanation, lang: Lang) -> Vec<String> {
    let said = match &explanation.account {
        Account::Sentence(reason) => vec![reason.clone()],
        _ => explanation.notes(),
    };
    said.iter().chain(&explanation.in_words).map(|text| visible(text.get(lang)).into_owned()).collect()
}

/// A text for Markdown, on one line: CommonMark lets every ASCII punctuation mark be escaped, and these are the ones that
/// could mean something.
pub fn in_markdown(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in visible(text).chars() {
        if matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#' | '~' | '&' | '$' | '!') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_mean_something_is_escaped() {
        assert_eq!(in_markdown("a|b *c* <d> e_f"), "a\\|b \\*c\\* \\<d\\> e\\_f");
        assert_eq!(in_markdown("x\ny"), "x\\\\ny");
    }
}
