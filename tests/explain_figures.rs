//! Every kind of explanation, in full: text in both languages, LaTeX, Markdown.
//! `INSTA_UPDATE=always cargo test --test explain_figures` accepts; look at them first.

use std::fmt::Write;
use twoaxes::engine::{Cell, Parameter, Tensor, Trace};
use twoaxes::explain::{Account, Context, copy_latex, copy_markdown, copy_text, explain};
use twoaxes::scenario::{Address, Derived, Region, Scenario, Scope, apply, builtin, read};
use twoaxes::words::Lang;

/// The explanations of some numbers of a model.
fn explained(scenario: &Scenario, terms: usize, addresses: &[&str]) -> String {
    let givens = &scenario.givens;
    let trace = Trace::new(givens);
    let context = Context { givens, trace: &trace, names: &scenario.names, terms };
    let scope = Scope { givens, names: &scenario.names, focused_row: None };
    let mut out = String::new();
    for written in addresses {
        let address = Address::read(written, &scope).expect(written);
        let explanation = explain(&context, &address);
        let _ = writeln!(out, "── {written}");
        for text in [
            copy_text(&explanation, Lang::En),
            copy_text(&explanation, Lang::Zh),
            copy_latex(&explanation, Lang::En),
            copy_markdown(&explanation, Lang::Zh),
        ] {
            let _ = writeln!(out, "{text}");
        }
    }
    out
}

fn file(text: &str) -> Scenario {
    read(text, "test.toml").expect("a valid file")
}

/// The lesson's three slots with something changed in the file.
fn lesson(scorer: &str) -> Scenario {
    file(&format!(
        "format = 1\nid = \"lesson\"\n[source]\nslots = [\"他\", \"书\", \"昨天\"]\n\
         [vocab]\nwords = [\"him\", \"book\", \"yesterday\"]\n[[query]]\nq = [1, 0.5]\ntarget = \"him\"\n\
         [tensors]\nK = [[1, 0], [-0.25, 1], [1, 1]]\nV = [[2, 0], [0, 4], [1, 2]]\nG = [[2, 0, 0], [0, 1, 0]]\n{scorer}"
    ))
}

const R72: fn() -> Scenario = || builtin::find("r72").expect("built in").scenario();

#[test]
fn the_lesson_from_q_to_the_loss() {
    let all = [
        "q[1]",
        "k2[1]",
        "v2[2]",
        "G[1,him]",
        "e[2]",
        "exp_e[2]",
        "sum_e",
        "alpha[2]",
        "av[2,2]",
        "c[1]",
        "z[him]",
        "exp_z[book]",
        "sum_z",
        "p[him]",
        "p[book]",
        "loss1",
        "loss",
        "target",
        "mask[2]",
        "scorer",
    ];
    insta::assert_snapshot!(explained(&R72(), 6, &all));
}

#[test]
fn a_whole_address_is_explained_by_its_first_number() {
    let first = |whole: &[&str], numbers: &[&str]| {
        let strip = |text: String| text.lines().filter(|line| !line.starts_with("──")).collect::<Vec<_>>().join("\n");
        assert_eq!(strip(explained(&R72(), 6, whole)), strip(explained(&R72(), 6, numbers)));
    };
    first(
        &["q", "K", "k2", "G[*,book]", "e", "exp_z", "av[2]", "av[*,2]"],
        &["q[1]", "k1[1]", "k2[1]", "G[1,book]", "e[1]", "exp_z[1]", "av[2,1]", "av[1,2]"],
    );
}

#[test]
fn the_five_scorers() {
    let mut out = explained(&lesson(""), 6, &["e[2]"]);
    out += &explained(&lesson("[scorer]\nkind = \"scaled-dot\""), 6, &["e[2]"]);
    let bilinear = "[scorer]\nkind = \"bilinear\"\nW = [[1, -2], [0.5, 1]]";
    out += &explained(&lesson(bilinear), 6, &["W[1,2]", "e[2]"]);
    let additive = "[scorer]\nkind = \"additive\"\nW_q = [[1, 0], [0, 1], [1, 1]]\nW_k = [[0.5, 0], [0, -1], [1, 1]]\n\
                    b_a = [0, 0.1, -0.2]\nv_a = [1, -1, 0.5]";
    out += &explained(&lesson(additive), 6, &["W_q[3,2]", "W_k[1,1]", "b_a[2]", "v_a[3]", "e[2]"]);
    let linear = "[scorer]\nkind = \"linear\"\na = [1, -1]\nb = [2, 0.5]";
    out += &explained(&lesson(linear), 6, &["a[1]", "b[2]", "e[2]"]);
    out += &explained(&lesson("[scorer]\nkind = \"dot\"\nW = [[1, 0], [0, 1]]"), 6, &["W[1,2]"]);
    insta::assert_snapshot!(out);
}

/// The proof that q cancels: in the built-in scenario before and after its other query, with a row's index and a mask, with
/// a long sum folded, and where lines lead out of f64.
#[test]
fn the_query_cancels_line_by_line() {
    let mut scenario = builtin::find("q-cancels").expect("built in").scenario();
    let mut out = explained(&scenario, 6, &["alpha[1]", "alpha[2]"]);
    let only_q = scenario.interventions[0].set.clone();
    apply(&mut scenario.givens, &only_q).expect("its own intervention");
    out += &explained(&scenario, 6, &["alpha[2]"]);
    let linear = |q: &str, k: &str, more: &str| {
        let slots = k.matches('[').count() - 1;
        let names = (0..slots).map(|i| format!("\"s{i}\"")).collect::<Vec<_>>().join(", ");
        let values = vec!["[1]"; slots].join(", ");
        file(&format!(
            "format = 1\nid = \"linear\"\n[source]\nslots = [{names}]\n{more}\n[vocab]\nwords = [\"x\"]\n{q}\n\
             [tensors]\nK = {k}\nV = [{values}]\nG = [[1]]\n[scorer]\nkind = \"linear\"\na = [0.5]\nb = [1]\n"
        ))
    };
    let two_rows = "[[query]]\nq = [0.25]\n[[query]]\nq = [-3]";
    let mask = "mask = [true, false, true]";
    out += &explained(&linear(two_rows, "[[0.3], [2], [1.5]]", mask), 6, &["alpha2[3]", "alpha2[2]"]);
    let keys = (0..12).map(|i| format!("[{}]", f64::from(i % 5) / 4.0)).collect::<Vec<_>>().join(", ");
    out += &explained(&linear("[[query]]\nq = [1]", &format!("[{keys}]"), ""), 4, &["alpha[3]"]);
    out += &explained(&linear("[[query]]\nq = [1700]", "[[1], [2]]", ""), 6, &["alpha[1]"]);
    out += &explained(&linear("[[query]]\nq = [1e17]", "[[0.3], [0.7]]", ""), 6, &["alpha[1]"]);
    insta::assert_snapshot!(out);
}

/// Two rows, the second with constants and a mask; a third without a target, a fourth that reads nothing.
fn rows() -> Scenario {
    file(
        "format = 1\nid = \"rows\"\n[source]\nslots = [\"a\", \"b\", \"a\"]\n\
         mask = [[true, true, true], [true, false, true], [true, true, false], [false, false, false]]\n\
         [vocab]\nwords = [\"2\", \"to go\"]\n\
         [[query]]\nq = [1, 0]\ntarget = \"2\"\n[[query]]\nq = [0, 1]\ntarget = \"to go\"\nbias = [0.5, -1]\n\
         [[query]]\nq = [1, 1]\n[[query]]\nq = [2, 2]\ntarget = \"2\"\n\
         [tensors]\nK = [[1, 0], [0, 1], [1, 1]]\nV = [[2], [-3], [1]]\nG = [[1, -1]]\n",
    )
}

#[test]
fn several_rows_masks_and_constants() {
    let all = [
        "q2[1]",
        "q4[1]",
        "k2[1]",
        "k3[2]",
        "v2[1]",
        "G[1,1]",
        "bias2[1]",
        "bias3[1]",
        "e1[2]",
        "e2[2]",
        "exp_e2[2]",
        "sum_e2",
        "alpha2[2]",
        "alpha2[3]",
        "av2[2,1]",
        "c2[1]",
        "z2[2]",
        "z3[2]",
        "p2[2]",
        "p2[1]",
        "p3[1]",
        "loss2",
        "loss3",
        "loss",
        "target3",
        "mask[2,2]",
        "e4[1]",
        "alpha4[1]",
        "sum_e4",
        "c4[1]",
        "loss4",
    ];
    insta::assert_snapshot!(explained(&rows(), 6, &all));
}

#[test]
fn a_loss_of_which_p_underflows() {
    let scenario = file(
        "format = 1\nid = \"far\"\n[source]\nslots = [\"a\"]\n[vocab]\nwords = [\"x\", \"y\", \"z\"]\n\
         [[query]]\nq = [1]\ntarget = \"y\"\n[tensors]\nK = [[1]]\nV = [[1]]\nG = [[500, -500.25, 499]]\n",
    );
    insta::assert_snapshot!(explained(&scenario, 6, &["p[y]", "z[y]", "sum_z", "loss1", "loss"]));
}

#[test]
fn numbers_that_are_not_there() {
    let overflow = file(
        "format = 1\nid = \"over\"\n[source]\nslots = [\"a\", \"b\"]\n[vocab]\nwords = [\"x\", \"y\"]\n\
         [[query]]\nq = [1e200]\ntarget = \"y\"\n[tensors]\nK = [[1], [1e200]]\nV = [[1], [2]]\nG = [[1, 2]]\n",
    );
    insta::assert_snapshot!(explained(
        &overflow,
        6,
        &["q[1]", "e[1]", "alpha[2]", "c[1]", "z[x]", "p[y]", "loss1", "loss"]
    ));
}

/// The greatest difference of two scores is beyond f64, and a sum leaves it when its terms are added in turn.
#[test]
fn steps_that_leave_f64_are_left_out() {
    let wide = file(
        "format = 1\nid = \"wide\"\n[source]\nslots = [\"a\", \"b\"]\n[vocab]\nwords = [\"x\"]\n\
         [[query]]\nq = [1, 1, 1, 1, 1, 1]\n[tensors]\n\
         K = [[1e308, 9e307, 0, 0, -5e307, -9e307], [-1.7e308, 0, 0, 0, 0, 0]]\nV = [[1], [2]]\nG = [[1]]\n",
    );
    insta::assert_snapshot!(explained(&wide, 6, &["e[1]", "exp_e[2]", "alpha[2]"]));
}

#[test]
fn long_sums_are_folded() {
    let numbers = |count: i32| (0..count).map(|i| format!("{}", f64::from(i % 7) / 4.0 - 0.5)).collect::<Vec<_>>();
    let names = |stem: &str, count: i32| (0..count).map(|i| format!("\"{stem}{i}\"")).collect::<Vec<_>>().join(",");
    let column = |count| numbers(count).iter().map(|number| format!("[{number}, 1]")).collect::<Vec<_>>().join(",");
    let scenario = |scorer: &str| {
        file(&format!(
            "format = 1\nid = \"long\"\n[source]\nslots = [{}]\n[vocab]\nwords = [{}]\n\
             [[query]]\nq = [1, 2]\ntarget = \"w7\"\n[tensors]\nK = [{}]\nV = [{}]\nG = [[{}], [{}]]\n{scorer}",
            names("s", 20),
            names("w", 30),
            column(20),
            column(20),
            numbers(30).join(","),
            numbers(30).join(",")
        ))
    };
    let mut out = explained(&scenario(""), 4, &["alpha[2]", "c[1]", "sum_z", "p[w7]"]);
    let square = "[scorer]\nkind = \"bilinear\"\nW = [[1, 2], [3, 4]]";
    out += &explained(&scenario(square), 2, &["e[2]"]);
    insta::assert_snapshot!(out);
}

#[test]
fn a_long_sum_unfolds_a_term_at_a_time() {
    let scenario = rows();
    let givens = &scenario.givens;
    let trace = Trace::new(givens);
    let context = Context { givens, trace: &trace, names: &scenario.names, terms: 2 };
    let scope = Scope { givens, names: &scenario.names, focused_row: None };
    let mut out = String::new();
    for written in ["alpha2[1]", "c2[1]", "z2[2]", "e1[3]", "loss"] {
        let explanation = explain(&context, &Address::read(written, &scope).expect(written));
        let _ = writeln!(out, "── {written}: {} terms", explanation.terms_count());
        for number in 0..explanation.terms_count() {
            let term = explanation.term(number).expect("within the count");
            let address = term.address.as_ref().map_or(String::new(), |address| address.write(&scope));
            let (label, text) = (term.label(), term.text(Lang::En));
            let _ = writeln!(out, "{label} = {text} = {}  [{}] {address}", term.value, term.name);
        }
        assert!(explanation.term(explanation.terms_count()).is_none());
    }
    insta::assert_snapshot!(out);
}

/// Y of its own, a causal mask, k1 and q2[1] set by hand.
#[test]
fn from_words_to_q_k_and_v() {
    let scenario = file(include_str!("scenarios/hand-written-words.toml"));
    let all = ["q1[2]", "q2[1]", "k2[1]", "k1[2]", "v3[2]", "x1[3]", "x2[2]", "y2[3]", "WQ[3,1]", "WK[1,2]", "WV[2,2]"];
    insta::assert_snapshot!(explained(&scenario, 6, &all));
}

/// The rows are the slots: a word is behind a query as well.
#[test]
fn a_word_that_is_a_row() {
    let mut scenario = file(include_str!("scenarios/worked-example.toml"));
    let beyond =
        [(Tensor::Keys, 2, 0, 5.0), (Tensor::KeyProjection, 1, 0, 1e300), (Tensor::SourceEmbeddings, 2, 1, 1e10)];
    for (tensor, row, column, number) in beyond {
        assert!(scenario.givens.set(Cell::new(tensor, row, column), number));
    }
    insta::assert_snapshot!(explained(&scenario, 2, &["q3[1]", "k3[1]", "x3[2]", "x1[1]", "WQ[2,1]"]));
}

/// An address may outlive the shape it was written for.
#[test]
fn an_address_outside_the_model_has_a_sentence() {
    let scenario = R72();
    let trace = Trace::new(&scenario.givens);
    let context = Context { givens: &scenario.givens, trace: &trace, names: &scenario.names, terms: 6 };
    let number = |tensor, row, column| Address::Numbers { tensor, region: Region::Cell(row, column) };
    let parameter = Tensor::Parameter(Parameter::Wq);
    for address in [
        number(Tensor::Queries, 1, 0),
        number(Tensor::Keys, 3, 0),
        number(Tensor::Values, 0, 2),
        number(Tensor::Head, 2, 0),
        number(Tensor::Bias, 1, 0),
        number(parameter, 0, 0),
        number(Tensor::SourceEmbeddings, 0, 0),
        number(Tensor::TargetEmbeddings, 0, 0),
        number(Tensor::QueryProjection, 0, 0),
        Address::Numbers { tensor: parameter, region: Region::Whole },
        Address::Target { row: 1 },
        Address::MaskSlot { slot: 3 },
        Address::MaskCell { row: 1, slot: 0 },
        Address::Derived(Derived::Score { row: 1, slot: Some(0) }),
        Address::Derived(Derived::Exponential { row: 0, slot: Some(3) }),
        Address::Derived(Derived::Normaliser { row: 1 }),
        Address::Derived(Derived::Attention { row: 0, slot: Some(3) }),
        Address::Derived(Derived::Weighted { row: 0, slot: Some(0), component: Some(2) }),
        Address::Derived(Derived::Context { row: 1, component: None }),
        Address::Derived(Derived::Logit { row: 0, word: Some(3) }),
        Address::Derived(Derived::WordExponential { row: 0, word: Some(3) }),
        Address::Derived(Derived::WordNormaliser { row: 1 }),
        Address::Derived(Derived::Probability { row: 1, word: None }),
        Address::Derived(Derived::Loss { row: Some(1) }),
    ] {
        let explanation = explain(&context, &address);
        let Account::Sentence(sentence) = &explanation.account else { panic!("{address:?} has a number") };
        assert!(sentence.en.contains("no such number"), "{address:?}: {sentence}");
        assert!(explanation.from.is_empty() && explanation.into.is_empty());
        assert!(!copy_text(&explanation, Lang::Zh).is_empty());
    }
}
