//! Every kind of explanation, in full: text in both languages, LaTeX, Markdown.
//! `INSTA_UPDATE=always cargo test --test explain_figures` accepts; look at them first.

use std::fmt::Write;
use twoaxes::engine::Trace;
use twoaxes::explain::{Context, copy_latex, copy_markdown, copy_text, explain};
use twoaxes::scenario::{Address, Scenario, Scope, builtin, read};
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
