//! The famous mistakes against numbers computed apart from the program: `oracle/mistakes.json` holds for each what it
//! is made on, what comes of it and what is right. Agreement is |got − want| ≤ 1e-12 · max(1, |want|); a `null` is a
//! figure that is words.
//!
//! No entry and no field can be passed over in silence: they are counted, and a field nobody reads is an error.

#![allow(clippy::unwrap_used, reason = "a reference that cannot be read fails the test")]

use insta::assert_snapshot;
use serde::Deserialize;
use twoaxes::engine::laws::{Check, Verdict};
use twoaxes::engine::mistakes::{Difference, Figure, Mistake, Mistaken, NoFigure, WrongRow};
use twoaxes::engine::{Givens, Gradients, Lines, Mask, Row, Scorer, ScorerKind, Trace};
use twoaxes::words::mistakes as words;

const MISTAKES: &str = include_str!("oracle/mistakes.json");

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    id: String,
    what: String,
    right: String,
    symptom: String,
    given: Given,
    expect_wrong: Expected,
    expect_right: Expected,
}

type Matrix = Vec<Vec<f64>>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(non_snake_case)]
struct Given {
    #[serde(rename = "name")]
    _name: String,
    Q: Matrix,
    K: Matrix,
    V: Matrix,
    G: Matrix,
    slots: Vec<String>,
    words: Vec<String>,
    targets: Vec<Option<String>>,
    scorer: GivenScorer,
    mask: Option<Vec<bool>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GivenScorer {
    kind: String,
}

/// What is expected, on either side. A field that is there and `null` is `Some(None)`.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct Expected {
    #[serde(deserialize_with = "present")]
    attention: Option<Option<Vec<Vec<Option<f64>>>>>,
    attention_row_sums: Option<Vec<f64>>,
    context: Option<Matrix>,
    logits: Option<Matrix>,
    probabilities: Option<Probabilities>,
    loss: Option<f64>,
    loss_floor: Option<f64>,
    k: Option<usize>,
    words: Option<Vec<String>>,
    scores_gradient: Option<Matrix>,
    scores_gradient_row_sums: Option<Vec<f64>>,
}

/// Row by row, or those of the best words of the only row.
#[derive(Deserialize)]
#[serde(untagged)]
enum Probabilities {
    Rows(Matrix),
    OfBest(Vec<f64>),
}

fn present<'de, D: serde::Deserializer<'de>, T: Deserialize<'de>>(value: D) -> Result<Option<Option<T>>, D::Error> {
    Option::<T>::deserialize(value).map(Some)
}

fn entries() -> Vec<Entry> {
    serde_json::from_str(MISTAKES).unwrap()
}

fn lines(matrix: &Matrix) -> Lines {
    Lines::new(matrix[0].len(), &matrix.concat())
}

impl Given {
    fn givens(&self) -> Givens {
        let number = |word: &String| self.words.iter().position(|known| known == word).unwrap();
        let kind = ScorerKind::ALL.into_iter().find(|kind| kind.name() == self.scorer.kind).unwrap();
        let n = self.slots.len();
        assert_eq!((self.K.len(), self.V.len(), self.Q.len()), (n, n, self.targets.len()));
        Givens {
            queries: lines(&self.Q),
            keys: lines(&self.K),
            values: lines(&self.V),
            head: Lines::from_rows_by_column(self.G.len(), self.words.len(), &self.G.concat()),
            bias: vec![None; self.Q.len()],
            scorer: Scorer::new(kind, self.Q[0].len()),
            mask: match &self.mask {
                None => Mask::none(n),
                Some(readable) => Mask::Padding { readable: readable.clone(), causal: false },
            },
            origin: None,
            targets: self.targets.iter().map(|target| target.as_ref().map(number)).collect(),
        }
    }
}

/// Compares and counts.
#[derive(Default)]
struct Judge {
    compared: usize,
    wrong: Vec<String>,
}

impl Judge {
    fn number(&mut self, what: &str, got: Option<f64>, want: Option<f64>) {
        self.compared += 1;
        let agree = match (got, want) {
            (Some(got), Some(want)) => (got - want).abs() <= 1e-12 * want.abs().max(1.0),
            (None, None) => true,
            _ => false,
        };
        if !agree {
            self.wrong.push(format!("{what}: got {got:?}, want {want:?}"));
        }
    }

    fn numbers(&mut self, what: &str, want: &[f64], got: impl Fn(usize) -> Option<f64>) {
        for (place, want) in want.iter().enumerate() {
            self.number(&format!("{what}[{}]", place + 1), got(place), Some(*want));
        }
        self.number(&format!("{what}: past the end"), got(want.len()), None);
    }
}

/// How a computation, right or wrong, gives its numbers.
trait Computed {
    fn attention(&self, slot: usize) -> Option<f64>;
    fn attention_sum(&self) -> Option<f64>;
    fn context(&self, component: usize) -> Option<f64>;
    fn logit(&self, word: usize) -> Option<f64>;
    fn probability(&self, word: usize) -> Option<f64>;
    fn loss(&self) -> Option<f64>;
}

impl Computed for WrongRow {
    fn attention(&self, slot: usize) -> Option<f64> {
        WrongRow::attention(self, slot).number()
    }
    fn attention_sum(&self) -> Option<f64> {
        WrongRow::attention_sum(self).number()
    }
    fn context(&self, component: usize) -> Option<f64> {
        WrongRow::context(self, component).number()
    }
    fn logit(&self, word: usize) -> Option<f64> {
        WrongRow::logit(self, word).number()
    }
    fn probability(&self, word: usize) -> Option<f64> {
        WrongRow::probability(self, word).number()
    }
    fn loss(&self) -> Option<f64> {
        WrongRow::loss(self)?.number()
    }
}

impl Computed for Row {
    fn attention(&self, slot: usize) -> Option<f64> {
        self.attention.as_ref().ok()?.weights().get(slot).copied()
    }
    fn attention_sum(&self) -> Option<f64> {
        Some(self.attention.as_ref().ok()?.sum())
    }
    fn context(&self, component: usize) -> Option<f64> {
        self.context.as_ref().ok()?.get(component).copied()
    }
    fn logit(&self, word: usize) -> Option<f64> {
        self.logits.as_ref().ok()?.get(word)
    }
    fn probability(&self, word: usize) -> Option<f64> {
        self.probabilities.as_ref().ok()?.weights().get(word).copied()
    }
    fn loss(&self) -> Option<f64> {
        self.loss?.ok()
    }
}

/// Compares one side of an entry; gives how many of its fields were looked at.
fn compare(judge: &mut Judge, what: &str, want: &Expected, rows: &[&dyn Computed], gradients: Option<&Lines>) -> usize {
    let mut fields = 0;
    let at = |name: &str, t: usize| format!("{what} {name} row {}", t + 1);
    let mut matrix =
        |judge: &mut Judge, name: &str, want: &Option<Matrix>, get: &dyn Fn(&dyn Computed, usize) -> Option<f64>| {
            let Some(want) = want else { return };
            fields += 1;
            assert_eq!(want.len(), rows.len(), "{what} {name}");
            for (t, want) in want.iter().enumerate() {
                judge.numbers(&at(name, t), want, |place| get(rows[t], place));
            }
        };
    matrix(judge, "c", &want.context, &|row, d| row.context(d));
    matrix(judge, "z", &want.logits, &|row, w| row.logit(w));
    if let Some(Probabilities::Rows(p)) = &want.probabilities {
        matrix(judge, "p", &Some(p.clone()), &|row, w| row.probability(w));
    }
    if let Some(attention) = &want.attention {
        fields += 1;
        for (t, row) in rows.iter().enumerate() {
            let slots = attention.as_ref().map_or(3, |attention| attention[t].len());
            for slot in 0..slots {
                let want = attention.as_ref().and_then(|attention| attention[t][slot]);
                judge.number(&format!("{}[{}]", at("α", t), slot + 1), row.attention(slot), want);
            }
            judge.number(&format!("{}: past the end", at("α", t)), row.attention(slots), None);
        }
    }
    if let Some(sums) = &want.attention_row_sums {
        fields += 1;
        assert_eq!(sums.len(), rows.len());
        for (t, sum) in sums.iter().enumerate() {
            judge.number(&at("Σα", t), rows[t].attention_sum(), Some(*sum));
        }
    }
    if let Some(loss) = want.loss {
        fields += 1;
        let total: Option<f64> = rows.iter().map(|row| row.loss()).sum();
        judge.number(&format!("{what} L"), total, Some(loss));
    }
    if let Some(want) = &want.scores_gradient {
        fields += 1;
        let gradients = gradients.unwrap();
        assert_eq!((want.len(), want[0].len()), (gradients.count(), gradients.width()));
        for (t, want) in want.iter().enumerate() {
            judge.numbers(&at("∂e", t), want, |slot| gradients.line(t).get(slot).copied());
        }
    }
    if let Some(sums) = &want.scores_gradient_row_sums {
        fields += 1;
        for (t, sum) in sums.iter().enumerate() {
            judge.number(&at("Σ∂e", t), Some(gradients.unwrap().line(t).iter().sum()), Some(*sum));
        }
    }
    fields
}

/// What only one of the mistakes expects.
fn compare_own(judge: &mut Judge, entry: &Entry, row: &WrongRow) -> usize {
    let (what, want) = (&entry.id, &entry.expect_wrong);
    let mut fields = 0;
    if let Some(floor) = want.loss_floor {
        fields += 1;
        judge.number(&format!("{what} floor"), row.loss_floor(), Some(floor));
    }
    if let Some(k) = want.k {
        fields += 1;
        assert_eq!(k, Mistake::BEST);
    }
    if let Some(words) = &want.words {
        fields += 1;
        let best = row.best().unwrap();
        assert_eq!(&best.iter().map(|&word| entry.given.words[word].clone()).collect::<Vec<_>>(), words);
        let Some(Probabilities::OfBest(p)) = &want.probabilities else { panic!("{what}") };
        fields += 1;
        assert_eq!(p.len(), best.len());
        for (word, p) in best.iter().zip(p) {
            judge.number(&format!("{what} p"), row.probability(*word).number(), Some(*p));
        }
        for word in (0..entry.given.words.len()).filter(|word| !best.contains(word)) {
            assert_eq!(row.probability(word), Figure::None(NoFigure::LeftOut));
        }
    }
    fields
}

/// How many fields a side of an entry has, counted from the file itself.
fn fields(id: &str, side: &str) -> usize {
    let file: serde_json::Value = serde_json::from_str(MISTAKES).unwrap();
    let entry = file.as_array().unwrap().iter().find(|entry| entry["id"] == id).unwrap();
    entry[side].as_object().unwrap().len()
}

#[test]
fn every_entry_agrees() {
    let entries = entries();
    let ids: Vec<&str> = entries.iter().map(|entry| entry.id.as_str()).collect();
    assert_eq!(ids, Mistake::ALL.map(Mistake::id), "every entry is a mistake, and every mistake an entry");
    let mut judge = Judge::default();
    for entry in &entries {
        let mistake = Mistake::from_id(&entry.id).unwrap();
        let givens = entry.given.givens();
        let trace = Trace::new(&givens);
        let mistaken = Mistaken::new(mistake, &givens, &trace);
        let wrong: Vec<_> = (0..givens.rows()).map(|row| mistaken.row(row)).collect();
        let wrong_rows: Vec<&dyn Computed> = wrong.iter().map(|row| &**row as &dyn Computed).collect();
        let gradients = mistaken.gradients().map(|gradients| gradients.unwrap().scores());
        let what = format!("{} wrong", entry.id);
        let looked = compare(&mut judge, &what, &entry.expect_wrong, &wrong_rows, gradients)
            + compare_own(&mut judge, entry, &wrong[0]);
        assert_eq!(looked, fields(&entry.id, "expect_wrong"), "{what}");

        let rows: Vec<_> = trace.rows().collect();
        let right: Vec<&dyn Computed> = rows.iter().map(|row| row as &dyn Computed).collect();
        let gradients = Gradients::of(&givens, &trace);
        let what = format!("{} right", entry.id);
        let looked =
            compare(&mut judge, &what, &entry.expect_right, &right, gradients.as_ref().ok().map(Gradients::scores));
        assert_eq!(looked, fields(&entry.id, "expect_right"), "{what}");
        assert_eq!(mistaken.difference(), Difference::Everything, "{}", entry.id);
        assert!(!entry.what.is_empty() && !entry.right.is_empty() && !entry.symptom.is_empty());
    }
    assert!(judge.wrong.is_empty(), "{} of {}:\n{}", judge.wrong.len(), judge.compared, judge.wrong.join("\n"));
    // 370 numbers and nulls (a field that is `null` is three of them), and 110 ends of lists.
    assert_eq!(judge.compared, 480, "as many numbers as the file has are compared");
}

/// Which laws break under each mistake on the file's own givens, in the first row. What cannot be checked is in brackets.
#[test]
fn the_laws_that_break() {
    let mut table = String::new();
    for entry in entries() {
        let givens = entry.given.givens();
        let mistaken = Mistaken::new(Mistake::from_id(&entry.id).unwrap(), &givens, &Trace::new(&givens));
        let row = mistaken.row(0);
        let told = Check::all(&mistaken.claims(&row)).into_iter().filter_map(|check| match check.verdict {
            Verdict::Holds => None,
            Verdict::Broken => Some(check.law.id().to_owned()),
            Verdict::CannotBeChecked(why) => Some(format!("({}: {why:?})", check.law.id())),
        });
        table += &format!("{}: {}\n", entry.id, told.collect::<Vec<_>>().join(", "));
    }
    assert_snapshot!(table);
}

/// What is said of each on the file's own givens, and that the numbers of its symptom are among it.
#[test]
fn what_is_seen_of_each() {
    let mut all = String::new();
    for entry in entries() {
        let givens = entry.given.givens();
        let mistaken = Mistaken::new(Mistake::from_id(&entry.id).unwrap(), &givens, &Trace::new(&givens));
        let mut told = String::new();
        for row in 0..givens.rows() {
            let seen = words::outcome(&mistaken, &mistaken.row(row), &entry.given.slots, &entry.given.words);
            told += &format!("{} row {}\n  {}\n  {}\n", entry.id, row + 1, seen.en, seen.zh);
        }
        // The file's own sentence has its numbers with six decimals, where it is not a percentage or of the right row.
        let numbers = entry.symptom.split(|c: char| !c.is_ascii_digit() && c != '.');
        let numbers: Vec<&str> = numbers
            .map(|text| text.trim_end_matches('.'))
            .filter(|text| text.len() == 8 && text.contains('.'))
            .collect();
        let elsewhere = ["mask-multiplied", "no-max-subtraction"].contains(&entry.id.as_str());
        let seen = numbers.iter().any(|number| told.contains(number));
        assert!(seen || elsewhere || numbers.is_empty(), "{}: {numbers:?} are missing in\n{told}", entry.id);
        all += &told;
    }
    assert_snapshot!(all);
}
