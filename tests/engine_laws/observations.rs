//! What is said about a row is true, of whatever is given, and of the scenarios that are made to show it.

use crate::models::{model, small, wide_model, wild};
use proptest::prelude::*;
use twoaxes::engine::laws::{Check, Claims};
use twoaxes::engine::{Givens, Gradients, Lines, Mask, Observation, Scorer, ScorerKind, Trace};
use twoaxes::scenario::builtin;

fn built_in(id: &str) -> Givens {
    builtin::find(id).unwrap().scenario().givens
}

/// Each observation by the name of its variant.
fn kinds(givens: &Givens) -> Vec<String> {
    let found = Observation::all(givens, &Trace::new(givens), 0);
    found.iter().map(|one| format!("{one:?}").split([' ', '{']).next().unwrap().to_owned()).collect()
}

#[test]
fn the_built_in_scenarios_show_what_they_are_named_for() {
    assert_eq!(kinds(&built_in("r72")), ["TwoDecimals"]);
    assert_eq!(kinds(&built_in("read")), ["TwoDecimals"]);
    // (1, 2) gives her and book the same logit, and the weights 0.87, 0.07, 0.06 sum to 1.
    let equal = kinds(&built_in("equal-values"));
    assert_eq!(equal[..2], ["ValuesEqual", "PredictionTied"]);
    let most_read = kinds(&built_in("most-read-is-not-predicted"));
    assert_eq!(most_read, ["MostReadContributesLess", "SmallWeightCarriesMost", "TwoDecimals"]);
    assert_eq!(kinds(&built_in("padding")), ["TwoDecimals"]);
    assert_eq!(kinds(&built_in("q-cancels")), ["QueryCancels", "TwoDecimals"]);
}

/// 4,096 slots, 50,000 words and 64 numbers a value. On the machine it was written on, compiled as tests are: 14 ms for
/// the observations, 20 to 45 ms for the hull, less than 1 ms for each other law.
#[test]
#[ignore = "a measurement"]
fn how_long_they_take() {
    let (slots, words, width) = (4096, 50_000, 64);
    let lines = |count: usize, seed: usize| {
        let number = |i: usize| ((i * 7919 + seed * 104_729) % 10_007) as f64 / 5_003.0 - 1.0;
        Lines::new(width, &(0..count * width).map(|i| number(i + i / 10_007)).collect::<Vec<f64>>())
    };
    let givens = Givens {
        queries: lines(1, 1),
        keys: lines(slots, 2),
        values: lines(slots, 3),
        head: lines(words, 4),
        bias: vec![None],
        scorer: Scorer::new(ScorerKind::ScaledDot, width),
        mask: Mask::none(slots),
        targets: vec![Some(7)],
        origin: None,
    };
    let trace = Trace::new(&givens);
    let gradients = Gradients::of(&givens, &trace).unwrap();
    let start = std::time::Instant::now();
    let observations = Observation::all(&givens, &trace, 0);
    println!("observations {:?}: {}", start.elapsed(), observations.len());
    let traced = trace.row(0);
    let claims = Claims::of(&givens, 0, &traced, Ok(&gradients));
    for law in twoaxes::engine::laws::Law::ALL {
        let start = std::time::Instant::now();
        let check: Check = law.check(&claims);
        println!("{:?}: {check:?}", start.elapsed());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    /// Indices are those of slots that may be read and of words, numbers are finite, and nothing panics.
    #[test]
    fn any_model_has_observations(givens in prop_oneof![model(wild()), wide_model(wild())]) {
        let trace = Trace::new(&givens);
        for t in 0..givens.rows() + 1 {
            for observation in Observation::all(&givens, &trace, t) {
                let slots = |slots: &[usize]| slots.iter().all(|&slot| givens.mask.readable(t, slot)) && !slots.is_empty();
                match observation {
                    Observation::ValuesEqual | Observation::KeysEqual | Observation::QueryCancels => {}
                    Observation::PredictionTied { words } => {
                        prop_assert!(words.len() >= 2 && words.iter().all(|&word| word < givens.words()));
                    }
                    Observation::MostReadContributesLess { most_read, weight, contribute_most, contribution, word } => {
                        prop_assert!(slots(&most_read) && slots(&contribute_most) && word < givens.words());
                        prop_assert!(weight > 0.0 && contribution > 0.0 && contribution.is_finite());
                    }
                    Observation::SmallWeightCarriesMost { slot, weight, word, share } => {
                        prop_assert!(slots(&[slot]) && word < givens.words());
                        prop_assert!((0.5..=1.0).contains(&share) && (0.0..0.5).contains(&weight));
                    }
                    Observation::TwoDecimals { context, rounded, .. } => {
                        prop_assert!(context.iter().chain(&rounded).all(|number| number.is_finite()));
                    }
                }
            }
        }
    }

    /// Said only where plain arithmetic says the same, with room for rounding; and not left out where it is beyond doubt.
    #[test]
    fn what_is_said_is_so(givens in model(small())) {
        let trace = Trace::new(&givens);
        for (t, row) in trace.rows().enumerate() {
            let (Ok(attention), Ok(probabilities)) = (&row.attention, &row.probabilities) else { continue };
            let found = Observation::all(&givens, &trace, t);
            let read: Vec<usize> = (0..givens.slots()).filter(|&slot| givens.mask.readable(t, slot)).collect();
            let p = probabilities.weights();
            let top = p.iter().copied().fold(0.0, f64::max);
            let near: Vec<usize> = (0..p.len()).filter(|&word| p[word] >= top - 1e-10).collect();
            let tied = found.iter().find_map(|one| match one {
                Observation::PredictionTied { words } => Some(words.clone()),
                _ => None,
            });
            if near.len() > 1 {
                // Numbers on a grid: what is this near is equal.
                prop_assert_eq!(tied, Some(near));
                continue;
            }
            prop_assert_eq!(tied, None);
            let column = givens.head.line(near[0]);
            let contribution = |slot: usize| -> f64 {
                attention.get(slot) * givens.values.line(slot).iter().zip(column).map(|(v, g)| v * g).sum::<f64>()
            };
            let most = read.iter().map(|&slot| attention.get(slot)).fold(0.0, f64::max);
            let largest = read.iter().map(|&slot| contribution(slot)).fold(f64::MIN, f64::max);
            let both = |room: f64| {
                let both = |&&slot: &&usize| attention.get(slot) >= most - room && contribution(slot) >= largest - room;
                read.iter().find(both).is_some()
            };
            let said = found.iter().any(|one| matches!(one, Observation::MostReadContributesLess { .. }));
            prop_assert!(!said || (!both(0.0) && largest > 0.0));
            prop_assert!(said || both(1e-10) || largest < 1e-10);
            let total: f64 = read.iter().map(|&slot| contribution(slot).abs()).sum();
            let carries = |room: f64| {
                let small = |slot: usize| attention.get(slot) < 1.0 / read.len() as f64 - room && attention.get(slot) < most - room;
                read.iter().any(|&slot| small(slot) && contribution(slot).abs() >= (0.5 + room) * total && total > room)
            };
            let said = found.iter().any(|one| matches!(one, Observation::SmallWeightCarriesMost { .. }));
            prop_assert!(!said || carries(-1e-10));
            prop_assert!(said || !carries(1e-10));
        }
    }
}
