//! Explanations of gradients: on random models each is the engine's number and every step is worth it; on r72 in full.

#[path = "engine_laws/models.rs"]
#[allow(dead_code)]
mod models;
#[path = "support/valued.rs"]
mod valued;

use proptest::prelude::*;
use twoaxes::engine::{Givens, Parameter, ScorerKind, Tensor, Trace};
use twoaxes::explain::{Account, Context, Explanation, copy_latex, copy_markdown, copy_text, explain};
use twoaxes::scenario::{Address, Derived, Names, Region, Scope, builtin, evaluate, read};
use twoaxes::words::Lang;
use valued::{agrees, valued};

fn names(givens: &Givens) -> Names {
    let named = |stem: &str, count: usize| (0..count).map(|i| format!("{stem}{i}")).collect();
    Names { slots: named("s", givens.slots()), words: named("w", givens.words()), prefixes: vec![None; givens.rows()] }
}

/// Every gradient there is, with the number the engine has for it.
fn all(givens: &Givens, trace: &Trace) -> Vec<(Address, Option<f64>)> {
    let gradients = trace.gradients().ok();
    let mut all = Vec::new();
    for cell in models::cells(givens) {
        let of = Address::Numbers { tensor: cell.tensor, region: Region::Cell(cell.row, cell.column) };
        let read = match cell.tensor {
            Tensor::Parameter(parameter) => givens.scorer.kind.parameters().contains(&parameter),
            _ => true,
        };
        // Those of a row that adds nothing are 0, and said to be; a row has its own where another one's leave f64.
        let back = || trace.way_back(cell.row).ok();
        let number = match cell.tensor {
            Tensor::Queries => back().map(|back| back.query()[cell.column]),
            Tensor::Bias => back().and_then(|back| back.logit(cell.column)),
            _ => gradients.filter(|_| read).and_then(|gradients| gradients.get(cell)),
        };
        all.push((of, number));
    }
    for row in 0..givens.rows() {
        let back = trace.way_back(row).ok();
        let back = back.as_deref();
        for slot in 0..givens.slots() {
            let readable = givens.mask.readable(row, slot);
            let score = back.map(|back| back.scores()[slot]).filter(|_| readable);
            all.push((Address::Derived(Derived::Score { row, slot: Some(slot) }), score));
            let weight = back.and_then(|back| back.attention(slot)).filter(|_| readable);
            all.push((Address::Derived(Derived::Attention { row, slot: Some(slot) }), weight));
        }
        for d in 0..givens.d_v() {
            let number = back.map(|back| back.context()[d]);
            all.push((Address::Derived(Derived::Context { row, component: Some(d) }), number));
        }
        for word in 0..givens.words() {
            let number = back.and_then(|back| back.logit(word));
            all.push((Address::Derived(Derived::Logit { row, word: Some(word) }), number));
        }
    }
    all
}

fn holds(givens: &Givens, terms: usize, whatever: bool) {
    let (trace, names) = (Trace::new(givens), names(givens));
    let context = Context { givens, trace: &trace, names: &names, terms };
    let scope = Scope { givens, names: &names, focused_row: None };
    for (of, number) in all(givens, &trace) {
        let address = of.gradient().expect("a number that has one");
        let written = address.write(&scope);
        assert_eq!(Address::read(&written, &scope).as_ref(), Ok(&address), "{written}");
        let explanation = explain(&context, &address);
        assert_eq!(explanation.value().map(f64::to_bits), number.map(f64::to_bits), "{written}");
        assert!(number.is_none() || !explanation.in_words.is_empty(), "{written}");
        let whole = explain(&Context { terms: usize::MAX, ..context }, &address);
        steps(&explanation, &whole, whatever);
        for lang in [Lang::En, Lang::Zh] {
            for text in
                [copy_text(&explanation, lang), copy_latex(&explanation, lang), copy_markdown(&explanation, lang)]
            {
                let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).collect();
                assert!(!words.contains(&"NaN") && !words.contains(&"inf"), "{text}");
            }
        }
        for number in 0..explanation.terms_count() {
            let term = explanation.term(number).expect("within the count");
            let (value, size) = valued(&term.formula);
            assert!(whatever || agrees(value, term.value, size), "{written}: {}", term.label());
        }
    }
}

/// Every step is worth the result, up to the rounding of the largest numbers on its way.
fn steps(explanation: &Explanation, whole: &Explanation, whatever: bool) {
    let (Account::Derived(derivation), Account::Derived(all)) = (&explanation.account, &whole.account) else { return };
    let size = all.steps.iter().map(|step| valued(&step.formula).1).fold(0.0, f64::max);
    for step in &derivation.steps {
        let digits = step.formula.all_digits();
        let value = evaluate(&digits).unwrap_or_else(|problem| panic!("{digits}: {problem}"));
        let result = derivation.result;
        assert!(
            whatever || agrees(value, result, size),
            "{}: {digits} = {value:e}, not {result:e}",
            explanation.written
        );
    }
}

proptest! {
    #[test]
    fn every_step_is_worth_the_gradient(
        givens in models::model(models::small()),
        terms in 1..9_usize,
        kind in 0..ScorerKind::ALL.len(),
    ) {
        let mut givens = givens;
        givens.set_scorer(ScorerKind::ALL[kind]);
        holds(&givens, terms, false);
    }

    #[test]
    fn in_wide_models_too(givens in models::wide_model(models::small()), terms in 1..9_usize) {
        holds(&givens, terms, false);
    }

    #[test]
    fn of_words_too(givens in models::wide_word_model(models::small()), terms in 1..9_usize) {
        holds(&givens, terms, false);
    }

    /// Whatever the numbers, nothing that is no number is told.
    #[test]
    fn whatever_the_numbers(givens in models::model(models::wild()), terms in 1..9_usize) {
        holds(&givens, terms, true);
    }
}

fn r72() -> (Givens, Names) {
    let scenario = read(builtin::find("r72").unwrap().text, "r72").unwrap();
    (scenario.givens.clone(), (*scenario.names).clone())
}

/// The chain of equals of a gradient in r72, changed first.
fn told(change: impl Fn(&mut Givens), address: &str) -> String {
    let (mut givens, names) = r72();
    change(&mut givens);
    let trace = Trace::new(&givens);
    let scope = Scope { givens: &givens, names: &names, focused_row: None };
    let address = Address::read(address, &scope).unwrap();
    let context = Context { givens: &givens, trace: &trace, names: &names, terms: 8 };
    let explanation = explain(&context, &address);
    let words: Vec<&str> = explanation.in_words.iter().map(|text| text.en.as_ref()).collect();
    format!("{}\n{}", explanation.parts_text(Lang::En).join(" = "), words.join("\n"))
}

#[test]
fn each_by_its_formula() {
    let as_is = |_: &mut Givens| {};
    let mut all = String::new();
    for address in ["z[him]", "z[book]", "G[1,him]", "c[1]", "alpha[2]", "v2[2]", "e[1]", "e[2]", "q[1]", "k1[1]"] {
        all += &format!("{}\n\n", told(as_is, &format!("dL/d{address}")));
    }
    for kind in ScorerKind::ALL {
        for address in ["q[2]", "k2[2]"] {
            all +=
                &format!("{}: {}\n\n", kind.name(), told(|givens| givens.set_scorer(kind), &format!("dL/d{address}")));
        }
        for parameter in kind.parameters() {
            let at = if parameter.is_matrix() { "[1,2]" } else { "[2]" };
            let address = format!("dL/d{}{at}", parameter.name());
            all += &format!("{}: {}\n\n", kind.name(), told(|givens| givens.set_scorer(kind), &address));
        }
    }
    insta::assert_snapshot!(all);
}

/// Why a score helps, hurts or does neither.
#[test]
fn why_in_words() {
    let as_is = |_: &mut Givens| {};
    assert!(told(as_is, "dL/de[1]").contains("raising e_1 helps: 他 pulls c to where him gains"));
    assert!(told(as_is, "dL/de[2]").contains("raising e_2 hurts: 书 pulls c to where him loses"));
    // Equal values: wherever one reads, c is the same.
    let equal = |givens: &mut Givens| {
        for slot in 0..3 {
            for d in 0..2 {
                givens.set(twoaxes::engine::Cell::new(Tensor::Values, slot, d), 1.0);
            }
        }
        givens.set_scorer(ScorerKind::Linear);
        givens.set(twoaxes::engine::Cell::new(Tensor::Parameter(Parameter::B), 0, 0), 0.0);
        givens.set(twoaxes::engine::Cell::new(Tensor::Parameter(Parameter::B), 0, 1), 0.0);
        givens.mask.set_slot(2, false);
    };
    assert!(told(equal, "dL/de[1]").contains("makes no difference: gᵀ(v_1 − c) = 0"), "{}", told(equal, "dL/de[1]"));
    let far = |givens: &mut Givens| {
        givens.set(twoaxes::engine::Cell::new(Tensor::Queries, 0, 0), 1000.0);
    };
    assert!(told(far, "dL/de[2]").contains("α_2 is 0 in f64"), "{}", told(far, "dL/de[2]"));
}

#[test]
fn copied_in_each_form() {
    let (givens, names) = r72();
    let trace = Trace::new(&givens);
    let scope = Scope { givens: &givens, names: &names, focused_row: None };
    let context = Context { givens: &givens, trace: &trace, names: &names, terms: 8 };
    let address = Address::read("dL/de[2]", &scope).unwrap();
    let explanation = explain(&context, &address);
    let mut all = String::new();
    for lang in [Lang::En, Lang::Zh] {
        all += &copy_text(&explanation, lang);
        all += &copy_latex(&explanation, lang);
        all += &copy_markdown(&explanation, lang);
    }
    insta::assert_snapshot!(all);
}

/// Addresses that have no gradient say so, and what would have one.
#[test]
fn what_has_no_gradient_is_said() {
    let (givens, names) = r72();
    let scope = Scope { givens: &givens, names: &names, focused_row: None };
    for wrong in ["dL/dp[him]", "dL/dloss", "dL/dscorer", "dL/dmask[1]", "dL/dtarget", "dL/dsum_e", "dL/dav[1,1]"] {
        let problem = Address::read(wrong, &scope).unwrap_err().text;
        assert!(problem.en.contains("dL/dq[1]"), "{wrong}: {problem}");
    }
    let nested = Address::read("dL/ddL/dq[1]", &scope).unwrap_err().text;
    assert!(nested.en.contains("dL/dq[1]"), "{nested}");
    assert_eq!(Address::read("∂L/∂q[1]", &scope), Address::read("dL/dq[1]", &scope));
    assert!(Address::read("dL/dq[3]", &scope).unwrap_err().text.en.contains('3'));
    let problem = twoaxes::scenario::Setting::read("dL/dq[1]", "1", twoaxes::scenario::Separator::Space, &scope);
    assert!(problem.unwrap_err().text.en.contains("cannot be set"));
}
