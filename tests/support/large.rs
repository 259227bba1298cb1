//! The text of a file of any size.

use std::fmt::Write;

/// So many rows, slots and words, and vectors of so many numbers between −1 and 1.
pub fn large(rows: usize, slots: usize, words: usize, width: usize) -> String {
    let number = |i: usize| (i * 37 % 101) as f64 / 50.0 - 1.0;
    let line = |i: usize| {
        let numbers: Vec<String> = (0..width).map(|j| number(i * width + j).to_string()).collect();
        format!("[{}]", numbers.join(","))
    };
    let lines = |count: usize| (0..count).map(line).collect::<Vec<_>>().join(",\n");
    let head = |row: usize| {
        let numbers: Vec<String> = (0..words).map(|word| number(row * words + word).to_string()).collect();
        format!("[{}]", numbers.join(","))
    };
    let names = |stem: &str, count: usize| (0..count).map(|i| format!("\"{stem}{i}\"")).collect::<Vec<_>>().join(",");
    let mut text = format!(
        "format = 1\nid = \"large\"\n[source]\nslots = [{}]\n[vocab]\nwords = [{}]\n",
        names("s", slots),
        names("w", words)
    );
    for t in 0..rows {
        let (query, target) = (line(t * 3 + 1), t * 97 % words);
        let _ = writeln!(text, "[[query]]\nprefix = \"word{t}\"\nq = {query}\ntarget = \"w{target}\"");
    }
    let (keys, head) = (lines(slots), (0..width).map(head).collect::<Vec<_>>().join(",\n"));
    text + &format!("[tensors]\nK = [{keys}]\nV = [{keys}]\nG = [{head}]\n")
}
