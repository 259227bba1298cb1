//! Several readings in one file: each has a body of its own, and one of them is shown.

use super::{Intervention, Names, Scenario, Step};
use crate::engine::Givens;
use crate::words::Text;
use std::sync::Arc;

/// What a reading is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Short name: letters, digits, `-` and `_`; not `next` and not `previous`.
    pub id: String,
    /// Title.
    pub title: Option<Text>,
    /// A few sentences; the first says where q, K and V come from.
    pub about: Option<Text>,
}

impl Label {
    /// Its title, or its id where it has none.
    pub fn told(&self) -> Text {
        self.title.clone().unwrap_or_else(|| Text::same(self.id.clone()))
    }
}

/// A scenario without what it is called and without its tour.
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    /// Names of slots, words and rows.
    pub names: Arc<Names>,
    /// The baseline.
    pub givens: Givens,
    /// Named changes of the baseline.
    pub interventions: Arc<[Intervention]>,
}

/// The readings of a file around the one that is shown. The body of that one is the scenario's own, so that there is no
/// second copy of it that could go out of step.
#[derive(Clone, Debug, PartialEq)]
pub struct Readings {
    before: Vec<(Label, Body)>,
    shown: Label,
    after: Vec<(Label, Body)>,
}

/// A reading of a scenario, shown or not; the whole of a scenario that has no readings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OneReading<'a> {
    /// What it is called; `None` in a scenario that has no readings.
    pub label: Option<&'a Label>,
    /// Names of slots, words and rows.
    pub names: &'a Arc<Names>,
    /// The baseline.
    pub givens: &'a Givens,
    /// Named changes of the baseline.
    pub interventions: &'a Arc<[Intervention]>,
}

/// Ids that mean a reading by its place.
pub(crate) const BY_PLACE: [&str; 2] = ["next", "previous"];

impl Readings {
    fn count(&self) -> usize {
        self.before.len() + 1 + self.after.len()
    }
}

impl Scenario {
    /// A scenario of several readings, the first of which is shown; `None` where there is none.
    pub(super) fn of_readings(
        (id, title, about): (String, Option<Text>, Option<Text>),
        readings: Vec<(Label, Body)>,
        steps: Arc<[Step]>,
    ) -> Option<Self> {
        let mut readings = readings.into_iter();
        let (shown, Body { names, givens, interventions }) = readings.next()?;
        let readings = Some(Arc::new(Readings { before: Vec::new(), shown, after: readings.collect() }));
        Some(Self { id, title, about, names, givens, interventions, steps, readings })
    }

    /// Whether the file holds `[[reading]]`s, of which there may be one.
    pub fn has_readings(&self) -> bool {
        self.readings.is_some()
    }

    /// How many readings there are: 1 in a scenario without any, which is one itself.
    pub fn reading_count(&self) -> usize {
        self.readings.as_ref().map_or(1, |readings| readings.count())
    }

    /// Which one is shown (0-based).
    pub fn shown(&self) -> usize {
        self.readings.as_ref().map_or(0, |readings| readings.before.len())
    }

    /// What the reading shown is called; `None` in a scenario without readings.
    pub fn label(&self) -> Option<&Label> {
        self.readings.as_ref().map(|readings| &readings.shown)
    }

    /// One of the readings; the one shown when there is none of this number.
    pub fn reading(&self, at: usize) -> OneReading<'_> {
        let other = self.readings.as_ref().and_then(|readings| match at.checked_sub(readings.before.len()) {
            None => readings.before.get(at),
            Some(0) => None,
            Some(behind) => readings.after.get(behind - 1),
        });
        match other {
            Some((label, Body { names, givens, interventions })) => {
                OneReading { label: Some(label), names, givens, interventions }
            }
            None => OneReading {
                label: self.label(),
                names: &self.names,
                givens: &self.givens,
                interventions: &self.interventions,
            },
        }
    }

    /// All of them, in the order of the file.
    pub fn all_readings(&self) -> impl ExactSizeIterator<Item = OneReading<'_>> {
        (0..self.reading_count()).map(|at| self.reading(at))
    }

    /// The same file with another of its readings shown; the same one when there is none of this number.
    #[must_use]
    pub fn showing(&self, at: usize) -> Self {
        let Some(readings) = self.readings.as_ref().filter(|readings| at < readings.count()) else {
            return self.clone();
        };
        if at == readings.before.len() {
            return self.clone();
        }
        let own =
            Body { names: self.names.clone(), givens: self.givens.clone(), interventions: self.interventions.clone() };
        let mut before = readings.before.clone();
        before.push((readings.shown.clone(), own));
        before.extend(readings.after.iter().cloned());
        let after = before.split_off(at + 1);
        let Some((shown, Body { names, givens, interventions })) = before.pop() else { return self.clone() };
        let readings = Some(Arc::new(Readings { before, shown, after }));
        Self { names, givens, interventions, readings, ..self.clone() }
    }

    /// Whether both say the same, whichever of their readings is shown.
    pub fn same_file(&self, other: &Self) -> bool {
        (self.has_readings(), &self.id, &self.title, &self.about)
            == (other.has_readings(), &other.id, &other.title, &other.about)
            && self.steps == other.steps
            && self.all_readings().eq(other.all_readings())
    }

    /// The reading that a name means when `from` is shown: an id, a number from 1, `next` or `previous`, round at the
    /// ends.
    pub fn reading_meant(&self, name: &str, from: usize) -> Option<usize> {
        let count = self.reading_count();
        match name {
            _ if !self.has_readings() => None,
            "next" => Some((from + 1) % count),
            "previous" => Some((from + count - 1) % count),
            name => self
                .all_readings()
                .position(|reading| reading.label.is_some_and(|label| label.id == name))
                .or_else(|| {
                    name.parse::<usize>().ok().filter(|number| (1..=count).contains(number)).map(|number| number - 1)
                }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::builtin;
    use super::*;

    fn several() -> Scenario {
        let of = |id: &str| {
            let Scenario { names, givens, interventions, .. } = builtin::find(id).unwrap().scenario();
            (Label { id: id.to_owned(), title: None, about: None }, Body { names, givens, interventions })
        };
        let readings = ["r72", "read", "padding"].map(of).into();
        Scenario::of_readings(("several".to_owned(), None, None), readings, Arc::from([])).unwrap()
    }

    #[test]
    fn whichever_is_shown_the_file_is_the_same() {
        let first = several();
        for at in 0..3 {
            let shown = first.showing(at);
            assert_eq!((shown.shown(), shown.reading_count()), (at, 3));
            assert_eq!(shown.label().unwrap().id, ["r72", "read", "padding"][at]);
            assert!(shown.same_file(&first) && first.same_file(&shown));
            assert_eq!(shown.showing(0), first);
            for (known, reading) in first.all_readings().zip(shown.all_readings()) {
                assert_eq!((known.label, known.names), (reading.label, reading.names));
                assert!(known.givens == reading.givens && known.interventions == reading.interventions);
            }
        }
        assert_eq!(first.showing(3), first);
        let mut other = first.showing(1);
        other.givens.targets[0] = None;
        assert!(!other.same_file(&first) && !first.same_file(&other) && !other.showing(2).same_file(&first));
    }

    #[test]
    fn readings_are_named_by_id_number_and_place() {
        let scenario = several();
        let meant = |name: &str, from| scenario.reading_meant(name, from);
        assert_eq!([meant("read", 0), meant("2", 0), meant("next", 0)], [Some(1); 3]);
        assert_eq!([meant("next", 2), meant("previous", 1)], [Some(0); 2]);
        assert_eq!([meant("0", 0), meant("4", 0), meant("r7", 0)], [None; 3]);
        let plain = builtin::find("r72").unwrap().scenario();
        assert_eq!((plain.reading_count(), plain.shown(), plain.reading_meant("next", 0)), (1, 0, None));
        assert!(plain.label().is_none() && plain.reading(0).label.is_none() && plain.showing(1) == plain);
    }
}
