//! One line of a table.

use super::{TableFault, TableLimits};
use crate::translator::corpus::vocabulary::{EOS, MARKS, Side, mark};

/// The units of both sides, the target's without its end.
type Sides<'a> = (Vec<&'a str>, Vec<&'a str>);

/// The two sides of a line that has text.
///
/// # Errors
/// What is wrong with it: something that concerns the whole line, or the first fault of each side. Never none.
pub(super) fn read<'a>(line: &'a str, limits: &TableLimits) -> Result<Sides<'a>, Vec<TableFault>> {
    if let Some((at, character)) = line.chars().enumerate().find(|(_, character)| is_unseen(*character)) {
        return Err(vec![TableFault::Unseen { at, character }]);
    }
    let Some((source, target)) = line.split_once('\t') else { return Err(vec![TableFault::NoTab]) };
    if target.contains('\t') {
        return Err(vec![TableFault::Tabs { count: line.matches('\t').count() }]);
    }
    match (side(Side::Source, source, limits), side(Side::Target, target, limits)) {
        (Ok(source), Ok(target)) => Ok((source, target)),
        (source, target) => Err(source.err().into_iter().chain(target.err()).collect()),
    }
}

/// Characters that have no place in a table: control characters but for the tab, line and paragraph separators, what
/// turns the text after it around, and what has no width and so makes two units look the same. The joiners
/// U+200C and U+200D are letters to some scripts, and stay.
fn is_unseen(character: char) -> bool {
    (character.is_control() && character != '\t')
        || matches!(
            character,
            '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}' | '\u{2066}'..='\u{2069}' | '\u{feff}'
        )
}

fn side<'a>(side: Side, text: &'a str, limits: &TableLimits) -> Result<Vec<&'a str>, TableFault> {
    let mut units: Vec<&str> = text.split_whitespace().collect();
    if side == Side::Target && units.last() == Some(&MARKS[EOS]) {
        units.pop();
    }
    if units.is_empty() {
        return Err(TableFault::Empty { side });
    }
    if units.len() > limits.units {
        return Err(TableFault::TooManyUnits { side, count: units.len(), most: limits.units });
    }
    for (at, unit) in units.iter().enumerate() {
        match mark(unit) {
            Some(mark) if side == Side::Target && mark == MARKS[EOS] => return Err(TableFault::EarlyEnd { at }),
            Some(mark) => return Err(TableFault::Reserved { side, at, mark }),
            None => {}
        }
        let count = unit.chars().count();
        if count > limits.characters {
            let most = limits.characters;
            return Err(TableFault::LongUnit { side, at, unit: (*unit).to_owned(), count, most });
        }
    }
    Ok(units)
}
