//! Nothing that is typed, pasted or opened makes the reader panic, hang or let a number through that is not finite.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use proptest::prelude::*;
use twoaxes::scenario::{
    Address, Problem, Scope, Separator, Setting, builtin, evaluate, paste, read, read_bytes, read_list, read_one,
    write_number,
};
use twoaxes::words::Lang;

const FILES: [&str; 6] = [
    include_str!("scenarios/hand-written.toml"),
    include_str!("scenarios/addresses.toml"),
    include_str!("scenarios/scorer.toml"),
    include_str!("scenarios/good.toml"),
    include_str!("scenarios/hand-written-words.toml"),
    include_str!("scenarios/worked-example.toml"),
];

fn anything() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        "[0-9]{1,4}",
        "[-+*/^().,;=\\[\\]\"' \t\r\n]",
        Just("１．５，（）−［］＝；".to_owned()),
        Just("1e400".to_owned()),
        Just("1e-320".to_owned()),
        Just("9".repeat(400)),
        prop::sample::select(vec![
            "nan", "inf", "sqrt(", "ln(", "exp(", "pi", "e", "π", "**", "G[*,", "alpha", "q", "v2["
        ])
        .prop_map(str::to_owned),
        "\\PC{0,3}",
    ];
    proptest::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

fn sensible(problem: &Problem, text: &str) {
    assert!(problem.at <= text.chars().count(), "{problem:?} in {text:?}");
    assert!(!problem.text.en.is_empty() && !problem.text.zh.is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]

    #[test]
    fn typed_numbers(text in anything()) {
        match evaluate(&text) {
            Ok(value) => prop_assert!(value.is_finite()),
            Err(problem) => sensible(&problem, &text),
        }
        match read_one(&text) {
            Ok(reading) => prop_assert!(reading.value.is_finite()),
            Err(problem) => sensible(&problem, &text),
        }
        for separator in [Separator::Comma, Separator::Space] {
            match read_list(&text, separator) {
                Ok(values) => prop_assert!(values.iter().all(|value| value.is_finite())),
                Err(problem) => sensible(&problem, &text),
            }
        }
        match paste::read_block(&text) {
            Ok(rows) => {
                prop_assert!(rows.iter().all(|row| row.len() == rows[0].len() && !row.is_empty()));
                prop_assert!(rows.iter().flatten().all(|value| value.is_finite()));
            }
            Err(problem) => sensible(&problem, &text),
        }
    }

    #[test]
    fn every_finite_number_is_read_back_by_all_who_read_numbers(bits in any::<u64>()) {
        let value = f64::from_bits(bits);
        prop_assume!(value.is_finite());
        let text = write_number(value);
        // The sign of an expression is an operator, and −0 a product of it.
        prop_assert_eq!(evaluate(&text).map(f64::to_bits), Ok(bits));
        prop_assert_eq!(text.parse::<f64>().unwrap().to_bits(), bits);
        let file = format!("format = 1\nid = \"x\"\n[source]\nslots = [\"s\"]\n[vocab]\nwords = [\"w\"]\n[[query]]\n\
                            q = [{text}]\n[tensors]\nK = [[1]]\nV = [[1]]\nG = [[1]]\n");
        prop_assert_eq!(read(&file, "x").unwrap().givens.queries.get(0, 0).to_bits(), bits);
    }

    #[test]
    fn typed_addresses(text in anything(), which in 0..builtin::ALL.len()) {
        let scenario = builtin::ALL[which].scenario();
        let scope = Scope { givens: &scenario.givens, names: &scenario.names, focused_row: None };
        match Address::read(&text, &scope) {
            Ok(address) => prop_assert_eq!(Address::read(&address.write(&scope), &scope), Ok(address)),
            Err(problem) => sensible(&problem, &text),
        }
        if let Err(problem) = Setting::read_assignment(&text, &scope) {
            sensible(&problem, &text);
        }
    }

    #[test]
    fn files_with_something_else_in_them(which in 0..6_usize, at in any::<prop::sample::Index>(), length in 0..40_usize, new in anything()) {
        let original = FILES[which];
        let boundaries: Vec<usize> = original.char_indices().map(|(at, _)| at).collect();
        let place = at.index(boundaries.len());
        let end = boundaries[(place + length).min(boundaries.len() - 1)];
        let text = format!("{}{new}{}", &original[..boundaries[place]], &original[end.max(boundaries[place])..]);
        match read(&text, "x.toml") {
            Ok(scenario) => {
                let givens = &scenario.givens;
                let numbers = [&givens.queries, &givens.keys, &givens.values, &givens.head];
                let words = givens.origin.iter().map(|origin| origin.source());
                prop_assert!(numbers.into_iter().chain(words).all(|lines| lines.iter().flatten().all(|value| value.is_finite())));
            }
            Err(problems) => {
                prop_assert!(!problems.is_empty());
                let lines = text.lines().count().max(1) + 1;
                for problem in problems {
                    prop_assert!(problem.line >= 1 && problem.line <= lines && problem.column >= 1);
                    prop_assert!(problem.sentence(Lang::Zh).starts_with("x.toml:"));
                }
            }
        }
    }

    #[test]
    fn bytes_of_any_kind(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(read_bytes(&bytes, "x").is_err());
    }
}
