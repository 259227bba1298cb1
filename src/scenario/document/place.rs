//! Lines and columns.

/// Where a byte stands, as people and editors count: lines and columns from 1, a column a character (a Unicode scalar
/// value: a hanzi is one, a tab is one). A byte order mark at the start is not counted.
#[derive(Debug)]
pub(crate) struct Places<'a> {
    text: &'a str,
    /// The byte each line starts at.
    starts: Vec<usize>,
}

impl<'a> Places<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        let breaks = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n').map(|(at, _)| at + 1);
        Self { text, starts: std::iter::once(0).chain(breaks).collect() }
    }

    /// Line and column of a byte; past the end, of the end.
    pub(crate) fn of(&self, byte: usize) -> (usize, usize) {
        let byte = byte.min(self.text.len());
        let line = self.line(byte);
        let before = self.text.get(self.starts[line - 1]..byte).unwrap_or_default();
        let before = if line == 1 { before.trim_start_matches('\u{FEFF}') } else { before };
        (line, before.chars().count() + 1)
    }

    /// The line of a byte.
    pub(crate) fn line(&self, byte: usize) -> usize {
        self.starts.partition_point(|&start| start <= byte)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_counted_not_bytes() {
        let text = "\u{FEFF}a\n他书x\r\n";
        let places = Places::new(text);
        assert_eq!(places.of(3), (1, 1));
        assert_eq!(places.of(text.find('x').unwrap()), (2, 3));
        assert_eq!(places.of(9999), (3, 1));
        assert_eq!(Places::new("").of(0), (1, 1));
    }
}
