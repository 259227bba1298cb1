//! The nearest known word to one that is not known.

/// The known word a person may have meant, when one is near enough to be worth naming.
pub(crate) fn nearest<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = written.to_lowercase();
    let length = wanted.chars().count();
    known
        .into_iter()
        // A vocabulary may be large: most words are ruled out by their length alone.
        .filter(|word| word.chars().count().abs_diff(length) <= allowed(&wanted, word))
        .map(|word| (strsim::damerau_levenshtein(&wanted, &word.to_lowercase()), word))
        .filter(|(distance, word)| *distance <= allowed(&wanted, word))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, word)| word)
}

/// A third of the longer word may differ; in a word of two letters, one.
fn allowed(wanted: &str, word: &str) -> usize {
    let longer = wanted.chars().count().max(word.chars().count());
    match longer {
        0 | 1 => 0,
        2 => 1,
        _ => longer.div_ceil(3),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_and_far() {
        assert_eq!(nearest("taget", ["prefix", "target", "q"]), Some("target"));
        assert_eq!(nearest("Slots", ["slots", "mask"]), Some("slots"));
        assert_eq!(nearest("colour", ["slots", "mask"]), None);
        assert_eq!(nearest("", ["q"]), None);
    }
}
