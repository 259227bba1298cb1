//! Laws of explanations, on random models: steps are worth their result, `from` is what a number depends on, `into` is
//! its converse.

#[path = "engine_laws/models.rs"]
#[allow(dead_code)]
mod models;
#[path = "support/valued.rs"]
mod valued;

use proptest::prelude::*;
use std::collections::HashMap;
use twoaxes::engine::{Cell, Contributions, Givens, Lines, ScorerKind, Tensor, Trace};
use twoaxes::explain::{
    Account, Context, Explanation, LeftOut, Printed, as_result, copy_latex, copy_markdown, copy_text, covers, explain,
};
use twoaxes::scenario::{Address, Contributed, Derived, Names, Region, evaluate};
use twoaxes::words::Lang;
use valued::{agrees, valued};

fn names(givens: &Givens) -> Names {
    let named = |stem: &str, count: usize| (0..count).map(|i| format!("{stem}{i}")).collect();
    Names { slots: named("s", givens.slots()), words: named("w", givens.words()), prefixes: vec![None; givens.rows()] }
}

fn address(cell: Cell) -> Address {
    Address::Numbers { tensor: cell.tensor, region: Region::Cell(cell.row, cell.column) }
}

/// The address of every derived number.
fn derived(givens: &Givens) -> Vec<Address> {
    let mut all = vec![Derived::Loss { row: None }];
    for row in 0..givens.rows() {
        all.extend([Derived::Loss { row: Some(row) }, Derived::Normaliser { row }, Derived::WordNormaliser { row }]);
        for slot in (0..givens.slots()).map(Some) {
            all.extend([
                Derived::Score { row, slot },
                Derived::Exponential { row, slot },
                Derived::Attention { row, slot },
            ]);
            all.extend((0..givens.d_v()).map(|d| Derived::Weighted { row, slot, component: Some(d) }));
        }
        all.extend((0..givens.d_v()).map(|d| Derived::Context { row, component: Some(d) }));
        for word in (0..givens.words()).map(Some) {
            all.extend([
                Derived::Logit { row, word },
                Derived::WordExponential { row, word },
                Derived::Probability { row, word },
            ]);
        }
    }
    all.into_iter().map(Address::Derived).collect()
}

/// The address of every number that accounts for a logit.
fn contributed(givens: &Givens) -> Vec<Address> {
    let (slots, words) = (givens.slots(), givens.words());
    let of_row = |row: usize| {
        let of_slot = move |slot: usize| {
            let slot = Some(slot);
            let to = move |word: usize| {
                [
                    Contributed::Logit { slot, word: Some(word) },
                    Contributed::Difference { slot, word, against: (word + 1) % words },
                ]
            };
            (0..words).flat_map(to).chain([Contributed::Length { slot }])
        };
        let sums = (0..words).map(|word| Contributed::Sum { word: Some(word) });
        (0..slots).flat_map(of_slot).chain(sums).map(move |of| Address::Derived(Derived::Contributed { row, of }))
    };
    (0..givens.rows()).flat_map(of_row).collect()
}

/// The address of every given number.
fn given(givens: &Givens) -> Vec<Address> {
    models::cells(givens).into_iter().map(address).collect()
}

fn balanced(latex: &str) -> bool {
    let mut depth = 0_i32;
    for c in latex.chars() {
        depth += match c {
            '{' => 1,
            '}' => -1,
            _ => 0,
        };
        if depth < 0 {
            return false;
        }
    }
    depth == 0
}

/// `unfolded` is the same with every term written out: a folded sum does not show how large its terms were.
fn holds_steps(explanation: &Explanation, unfolded: &Explanation) {
    let name = &explanation.written;
    let (Account::Derived(derivation), Account::Derived(whole)) = (&explanation.account, &unfolded.account) else {
        return;
    };
    let result = derivation.result;
    assert!(result.is_finite(), "{name}");
    for (number, step) in derivation.steps.iter().enumerate() {
        // Where the whole step leaves f64 on the way, nothing is promised of the order in which its parts are added.
        let comparable = derivation.steps.len() == whole.steps.len();
        let size = if comparable { valued(&whole.steps[number].formula).1 } else { f64::INFINITY };
        let all_digits = step.formula.all_digits();
        let exact = evaluate(&all_digits).unwrap_or_else(|problem| panic!("{name}: {all_digits}: {problem}"));
        assert!(agrees(exact, result, size), "{name}: {all_digits} = {exact:e}, not {result:e}");

        let ascii = step.formula.ascii();
        assert!(!ascii.contains(' '));
        let printed = evaluate(&ascii).ok();
        let same = printed.is_some_and(|printed| as_result(printed) == as_result(result));
        assert_eq!(same, step.printed == Printed::Same, "{name}: {ascii}");
        if let Some(printed) = printed.filter(|_| !same) {
            let said =
                |note: &twoaxes::words::Text| note.en.contains(&as_result(printed)) && note.en.contains("rounding");
            assert!(explanation.notes().iter().any(said), "{name}: {ascii} step {number}");
        }
        assert!(same || !explanation.notes().is_empty());
    }
}

/// A line of a proof is worth the weight, like a step; where it stands without numbers, that is said.
fn holds_proof(explanation: &Explanation) {
    let name = &explanation.written;
    let (Some(proof), Some(result)) = (&explanation.proof, explanation.value()) else { return };
    let notes = proof.notes();
    assert_eq!(proof.lines.len(), 3, "{name}");
    for (number, line) in proof.lines.iter().enumerate() {
        let said = |what: &str| notes.iter().any(|note| note.en.contains(&format!("line {} {what}", number + 1)));
        let Ok(step) = &line.numbers else {
            assert!(said("stands without numbers"), "{name}: {notes:?}");
            continue;
        };
        let all_digits = step.formula.all_digits();
        let exact = evaluate(&all_digits).unwrap_or_else(|problem| panic!("{name}: {all_digits}: {problem}"));
        assert!((exact - result).abs() <= 1e-12 * result, "{name}: {all_digits} = {exact:e}, not {result:e}");
        let printed = evaluate(&step.formula.ascii()).ok();
        let same = printed.is_some_and(|printed| as_result(printed) == as_result(result));
        assert_eq!(same, step.printed == Printed::Same, "{name}: {}", step.formula.ascii());
        assert_eq!(same, !said("as printed"), "{name}: {notes:?}");
    }
    // The symbol, a line a line, and the result where it is theirs.
    let worth_it = proof.lines.iter().all(|line| line.numbers != Err(LeftOut::RoundedAway));
    assert_eq!(explanation.proof_text(Lang::En).len(), 1 + proof.lines.len() + usize::from(worth_it));
}

fn holds_terms(explanation: &Explanation) {
    let count = explanation.terms_count();
    assert!(explanation.term(count).is_none());
    for number in 0..count {
        let term = explanation.term(number).expect("within the count");
        let (value, size) = valued(&term.formula);
        // An exponential of what is beyond f64 is 0 all the same.
        assert!(agrees(value, term.value, size), "{}: {} is {value:e}", explanation.written, term.label());
        assert!(!term.label().is_empty() && !term.text(Lang::En).is_empty());
    }
}

fn holds_copies(explanation: &Explanation) {
    for lang in [Lang::En, Lang::Zh] {
        let (text, latex, markdown) =
            (copy_text(explanation, lang), copy_latex(explanation, lang), copy_markdown(explanation, lang));
        let mathematics: String = latex.lines().filter(|line| !line.starts_with('%')).collect();
        assert!(balanced(&mathematics), "{latex}");
        assert_eq!(mathematics.matches("\\begin{align*}").count(), mathematics.matches("\\end{align*}").count());
        assert_eq!(
            markdown.matches('$').count() - markdown.matches("\\$").count(),
            2 * mathematics.matches("\\begin{align*}").count()
        );
        let blocks = usize::from(explanation.value().is_some()) + usize::from(explanation.proof.is_some());
        assert_eq!(mathematics.matches("\\begin{align*}").count(), blocks, "{latex}");
        let parts =
            [explanation.parts_text(lang), explanation.proof_text(lang).concat()].concat().join(" ").to_lowercase();
        assert!(!parts.contains("nan") && !parts.contains("inf"), "{text}");
        assert!(explanation.value().is_none_or(f64::is_finite));
    }
}

/// Every number of a model is explained soundly.
fn holds(givens: &Givens, terms: usize) {
    let (trace, names) = (Trace::new(givens), names(givens));
    let context = Context { givens, trace: &trace, names: &names, terms };
    for address in derived(givens).iter().chain(&given(givens)).chain(&contributed(givens)) {
        let explanation = explain(&context, address);
        assert_eq!(&explanation.address, address);
        let (value, wanted) = (explanation.value(), value_of(givens, &trace, address));
        assert_eq!(value.map(f64::to_bits), wanted.map(f64::to_bits), "{}", explanation.written);
        holds_steps(&explanation, &explain(&Context { terms: usize::MAX, ..context }, address));
        holds_proof(&explanation);
        holds_terms(&explanation);
        holds_copies(&explanation);
    }
}

/// A number read from the model itself; `None` where it has none.
fn value_of(givens: &Givens, trace: &Trace, address: &Address) -> Option<f64> {
    let Address::Derived(derived) = *address else {
        let Address::Numbers { tensor, region: Region::Cell(row, column) } = *address else { return None };
        return givens.get(Cell::new(tensor, row, column));
    };
    let rows: Vec<_> = trace.rows().collect();
    let read = |row: usize, slot: Option<usize>| slot.filter(|slot| givens.mask.readable(row, *slot));
    let weights = |row: usize| rows[row].attention.as_deref().ok();
    let probabilities = |row: usize| rows[row].probabilities.as_deref().ok();
    match derived {
        Derived::Score { row, slot } => rows[row].scores.as_deref().ok()?.get(slot?),
        Derived::Exponential { row, slot } => {
            let score = rows[row].scores.as_deref().ok()?.get(slot?)?;
            Some(weights(row)?.log_normaliser().exponential(score))
        }
        Derived::Normaliser { row } => Some(weights(row)?.log_normaliser().denominator),
        Derived::Attention { row, slot } => read(row, slot).and_then(|slot| Some(weights(row)?.get(slot))),
        Derived::Weighted { row, slot, component } => {
            let slot = read(row, slot)?;
            Some(weights(row)?.get(slot) * givens.values.get(slot, component?))
        }
        Derived::Contributed { row, of } => {
            if of.slot().is_some() {
                read(row, of.slot())?;
            }
            let contributions = Contributions::of(trace, row).ok()?;
            match of {
                Contributed::Length { slot } => contributions.length(slot?),
                Contributed::Logit { slot, word } => contributions.get(slot?, word?),
                Contributed::Difference { slot, word, against } => contributions.toward(slot?, word, against),
                Contributed::Sum { word } => Some(contributions.total(word?)?.sum),
            }
        }
        Derived::Context { row, component } => rows[row].context.as_deref().ok()?.get(component?).copied(),
        Derived::Logit { row, word } => rows[row].logits.as_deref().ok()?.get(word?),
        Derived::WordExponential { row, word } => {
            let logit = rows[row].logits.as_deref().ok()?.get(word?)?;
            Some(probabilities(row)?.log_normaliser().exponential(logit))
        }
        Derived::WordNormaliser { row } => Some(probabilities(row)?.log_normaliser().denominator),
        Derived::Probability { row, word } => Some(probabilities(row)?.get(word?)),
        Derived::Loss { row: Some(row) } => rows[row].loss?.ok(),
        Derived::Loss { row: None } => trace.loss().ok(),
    }
}

fn all_values(givens: &Givens, addresses: &[Address]) -> Vec<Option<u64>> {
    let trace = Trace::new(givens);
    addresses.iter().map(|address| value_of(givens, &trace, address).map(f64::to_bits)).collect()
}

/// For each number the indices of those it comes from directly, and of all behind them.
struct Relations {
    addresses: Vec<Address>,
    direct: Vec<Vec<usize>>,
}

impl Relations {
    fn of(givens: &Givens) -> Self {
        let (trace, names) = (Trace::new(givens), names(givens));
        let context = Context { givens, trace: &trace, names: &names, terms: 1 };
        let mut addresses = derived(givens);
        addresses.extend(given(givens));
        addresses.extend((0..givens.rows()).map(|row| Address::Target { row }));
        let explained: Vec<_> = addresses.iter().map(|address| explain(&context, address)).collect();
        let direct = explained
            .iter()
            .map(|to| (0..addresses.len()).filter(|from| to.comes_from(&addresses[*from])).collect())
            .collect::<Vec<Vec<usize>>>();
        // The converse, pair by pair.
        for (number, to) in explained.iter().enumerate() {
            for (other, from) in explained.iter().enumerate() {
                let (behind, ahead) = (direct[number].contains(&other), from.goes_into(&to.address));
                assert_eq!(behind, ahead, "{} from {}", to.written, from.written);
                assert!(!behind || to.from.iter().any(|set| covers(set, &from.address)));
            }
        }
        Self { addresses, direct }
    }

    /// Whether `other` stands anywhere behind `number`.
    fn behind(&self, number: usize, other: usize, known: &mut HashMap<(usize, usize), bool>) -> bool {
        if let Some(known) = known.get(&(number, other)) {
            return *known;
        }
        let behind = self.direct[number].iter().any(|from| *from == other || self.behind(*from, other, known));
        known.insert((number, other), behind);
        behind
    }
}

/// `None` where a number would follow from the words and be beyond f64.
fn changed(givens: &Givens, cell: Cell, value: f64) -> Option<Givens> {
    let mut changed = givens.clone();
    let done = changed.set(cell, value);
    assert!(done || givens.origin.is_some());
    done.then_some(changed)
}

/// What is not behind a number never changes it. (It may take it away: where one number of a stage leaves f64, the whole
/// stage has none.)
fn from_is_complete(givens: &Givens, value: f64) {
    let relations = Relations::of(givens);
    let mut known = HashMap::new();
    let before = all_values(givens, &relations.addresses);
    for cell in models::cells(givens) {
        // Constants of a row that has none would come into being.
        if givens.get(cell).is_none() {
            continue;
        }
        let from = relations.addresses.iter().position(|known| *known == address(cell)).expect("a number of the model");
        let Some(changed) = changed(givens, cell, value) else { continue };
        let after = all_values(&changed, &relations.addresses);
        for number in (0..before.len()).filter(|number| *number != from) {
            let (Some(was), Some(is)) = (before[number], after[number]) else { continue };
            if was != is {
                let (of, cell) = (&relations.addresses[number], &relations.addresses[from]);
                assert!(relations.behind(number, from, &mut known), "{of:?} changed with {cell:?}");
            }
        }
    }
}

/// Every given number that stands in a derivation matters to it.
fn from_is_needed(givens: &Givens) {
    let relations = Relations::of(givens);
    let before = all_values(givens, &relations.addresses);
    for cell in models::cells(givens) {
        let Some(value) = givens.get(cell) else { continue };
        let from = relations.addresses.iter().position(|known| *known == address(cell)).expect("a number of the model");
        let changed = changed(givens, cell, 1.5 * value + 0.25).expect("numbers of one size");
        let after = all_values(&changed, &relations.addresses);
        for number in (0..before.len()).filter(|number| relations.direct[*number].contains(&from)) {
            assert_ne!(before[number], after[number], "{:?} ignores {cell:?}", relations.addresses[number]);
        }
    }
}

/// Positive numbers of one size, so that nothing vanishes or saturates.
fn generic() -> BoxedStrategy<f64> {
    (100_i32..600).prop_map(|steps| f64::from(steps) / 1000.0 + 1e-5).boxed()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn steps_are_worth_their_result(givens in models::model(models::small()), terms in 1..9_usize) {
        holds(&givens, terms);
    }

    #[test]
    fn in_wide_models_too(givens in models::wide_model(models::small()), terms in 1..9_usize) {
        holds(&givens, terms);
    }

    #[test]
    fn of_words_too(givens in models::wide_word_model(models::small()), terms in 1..9_usize) {
        holds(&givens, terms);
    }

    #[test]
    fn whatever_the_numbers_of_words(givens in models::wide_word_model(models::wild()), terms in 1..9_usize) {
        holds(&givens, terms);
    }

    #[test]
    fn whatever_the_numbers(givens in models::model(models::wild()), terms in 1..9_usize) {
        holds(&givens, terms);
    }

    #[test]
    fn whatever_the_numbers_in_wide_models(givens in models::wide_model(models::wild()), terms in 1..9_usize) {
        holds(&givens, terms);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn what_is_not_behind_a_number_never_changes_it(givens in models::model(models::small()), value in models::small()) {
        from_is_complete(&givens, value);
    }

    #[test]
    fn nor_when_numbers_leave_f64(givens in models::model(models::wild()), value in models::wild()) {
        from_is_complete(&givens, value);
    }

    #[test]
    fn what_is_not_behind_a_number_of_words_never_changes_it(givens in models::word_model(models::small()), value in models::small()) {
        from_is_complete(&givens, value);
    }

    #[test]
    fn nor_when_numbers_of_words_leave_f64(givens in models::word_model(models::wild()), value in models::wild()) {
        from_is_complete(&givens, value);
    }

    #[test]
    fn what_stands_in_a_derivation_from_words_matters(givens in models::word_model(generic())) {
        from_is_needed(&givens);
    }

    #[test]
    fn what_stands_in_a_derivation_matters(givens in models::model(generic())) {
        from_is_needed(&givens);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    /// Under the linear scorer, and only there, each weight has the proof that q cancels; of numbers of one size every line
    /// of it has its numbers, and the last holds no trace of q.
    #[test]
    fn a_weight_of_the_linear_scorer_proves_that_q_cancels(
        givens in models::model(models::small()), shift in -500_i32..500
    ) {
        let names = names(&givens);
        let trace = Trace::new(&givens);
        let context = Context { givens: &givens, trace: &trace, names: &names, terms: 4 };
        let mut shifted = givens.clone();
        (0..givens.rows()).for_each(|row| assert!(shifted.set(Cell::new(Tensor::Queries, row, 0), f64::from(shift))));
        let shifted_trace = Trace::new(&shifted);
        let shifted_context = Context { givens: &shifted, trace: &shifted_trace, ..context };
        for address in derived(&givens) {
            let explanation = explain(&context, &address);
            let is_weight = matches!(address, Address::Derived(Derived::Attention { .. }));
            let expected = is_weight && givens.scorer.kind == ScorerKind::Linear && explanation.value().is_some();
            prop_assert_eq!(explanation.proof.is_some(), expected, "{}", explanation.written);
            let Some(proof) = explanation.proof else { continue };
            prop_assert!(proof.lines.iter().all(|line| line.numbers.is_ok()), "{:?}", proof.notes());
            let other = explain(&shifted_context, &address).proof.expect("the same scorer");
            // aᵀq is at most 500 in size here, so that what adding it rounds away is less than is allowed.
            prop_assert_eq!(&proof.lines[2].symbols, &other.lines[2].symbols);
            let (before, after) = (proof.lines[2].numbers.as_ref(), other.lines[2].numbers.as_ref());
            prop_assert_eq!(before.map(|step| &step.formula).ok(), after.map(|step| &step.formula).ok());
        }
    }
}

/// Lines that cannot be computed as they are written stand in symbols, each for its own reason.
#[test]
fn lines_of_a_proof_that_lead_out_of_f64() {
    let model = |query: f64, keys: &[f64]| {
        let mut scorer = twoaxes::engine::Scorer::new(ScorerKind::Linear, 1);
        for parameter in ScorerKind::Linear.parameters() {
            scorer.put(*parameter, Lines::new(1, &[1.0]));
        }
        let slots = keys.len();
        Givens {
            origin: None,
            queries: Lines::new(1, &[query]),
            keys: Lines::new(1, keys),
            values: Lines::zeros(1, slots),
            head: Lines::zeros(1, 1),
            bias: vec![None],
            scorer,
            mask: twoaxes::engine::Mask::none(slots),
            targets: vec![None],
        }
    };
    let left_out = |givens: &Givens| {
        let (trace, names) = (Trace::new(givens), names(givens));
        let context = Context { givens, trace: &trace, names: &names, terms: 8 };
        let explanation = explain(&context, &Address::Derived(Derived::Attention { row: 0, slot: Some(0) }));
        holds_proof(&explanation);
        let proof = explanation.proof.expect("linear");
        [0, 1, 2].map(|line| proof.lines[line].numbers.as_ref().err().copied())
    };
    use LeftOut::{Beyond, RoundedAway};
    assert_eq!(left_out(&model(3.0, &[1.0, 2.0])), [None, None, None]);
    // exp(800) is beyond f64; without it all is well.
    assert_eq!(left_out(&model(800.0, &[1.0, 2.0])), [Some(Beyond), Some(Beyond), None]);
    // exp(−720) has lost half of its digits, exp(−800) all of them.
    assert_eq!(left_out(&model(-730.0, &[1.0, 2.0])), [Some(Beyond), Some(Beyond), None]);
    assert_eq!(left_out(&model(-800.0, &[1.0, 2.0])), [Some(Beyond), Some(Beyond), None]);
    assert_eq!(left_out(&model(-800.0, &[801.0, 802.0])), [None, Some(Beyond), Some(Beyond)]);
    // 10^15 + 0.3 is not 0.3 more than 10^15: the scores are those of other keys.
    assert_eq!(left_out(&model(1e15, &[0.3, 0.7])), [Some(Beyond), Some(Beyond), Some(RoundedAway)]);
    assert_eq!(left_out(&model(600.0, &[0.3, 0.7])), [None, None, None]);
}

/// A loss that is computed from the logits comes from them.
#[test]
fn relations_where_p_underflows() {
    let mut givens = Givens {
        queries: Lines::new(1, &[1.0]),
        keys: Lines::new(1, &[1.0]),
        values: Lines::new(1, &[1.0]),
        head: Lines::from_rows_by_column(1, 2, &[900.0, -900.0]),
        bias: vec![None],
        scorer: twoaxes::engine::Scorer::new(twoaxes::engine::ScorerKind::Dot, 1),
        mask: twoaxes::engine::Mask::none(1),
        targets: vec![Some(1)],
        origin: None,
    };
    from_is_complete(&givens, 3.0);
    givens.set(Cell::new(Tensor::Head, 0, 0), 1e-3);
    from_is_complete(&givens, 900.0);
}
