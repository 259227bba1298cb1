//! Steps of learning: down where they are small enough, the same whenever they are taken, and never beyond f64.

use crate::models::{cells, is_read, model, small, wide_model, wild, word_model};
use proptest::prelude::*;
use twoaxes::engine::learning::{Learner, Method, Plan, Rate, Run, reading_floor};
use twoaxes::engine::{Cell, Givens, Gradients, Tensor, Trace};
use twoaxes::scenario::builtin;

fn rate(rate: f64) -> Rate {
    Rate::new(rate).unwrap()
}

/// Every tensor that may learn, the parameters in use among them.
fn learnable(givens: &Givens) -> Vec<Tensor> {
    let mut tensors: Vec<Tensor> =
        cells(givens).into_iter().filter(|cell| is_read(givens, *cell)).map(|cell| cell.tensor).collect();
    tensors.dedup();
    tensors
}

fn method() -> impl Strategy<Value = Method> {
    (0..Method::ALL.len()).prop_map(|index| Method::ALL[index])
}

/// Some of what may learn in a model, at least one.
fn chosen(givens: &Givens, picked: u32) -> Vec<Tensor> {
    let all = learnable(givens);
    let some: Vec<Tensor> = all
        .iter()
        .enumerate()
        .filter(|(index, _)| picked >> (index % 32) & 1 == 1)
        .map(|(_, tensor)| *tensor)
        .collect();
    if some.is_empty() { vec![all[picked as usize % all.len()]] } else { some }
}

fn same(one: &Givens, other: &Givens) -> bool {
    cells(one).iter().all(|cell| one.get(*cell).map(f64::to_bits) == other.get(*cell).map(f64::to_bits))
}

fn has_loss(givens: &Givens) -> bool {
    Trace::new(givens).loss().is_ok()
}

/// Each tensor alone. With numbers up to 1 the loss is below 100 and its second derivatives below some 10⁴; halving the
/// rate 40 times from 1 leads far below what is needed, and where |∂L| is 10⁻³ or more the step that is found gains at
/// least 10⁻¹⁰, which rounding (10⁻¹³) cannot hide.
fn goes_down(givens: &Givens) -> Result<(), TestCaseError> {
    for tensor in learnable(givens) {
        let plan = |rate_now| Plan::new([tensor], Method::Descent, rate(rate_now));
        let learner = Learner::new(givens, plan(1.0)).unwrap();
        let norm = learner.gradient_norm().unwrap();
        if norm < 1e-3 {
            continue;
        }
        let lower = (0..40).map(|halvings| 0.5_f64.powi(halvings)).any(|rate_now| {
            let mut learner = Learner::new(givens, plan(rate_now)).unwrap();
            learner.step().is_ok_and(|taken| taken.after < taken.before)
        });
        prop_assert!(lower, "{tensor:?}, |∂L| = {norm}");
    }
    Ok(())
}

/// θ, and what the method remembers, cell by cell: the three methods as their papers write them down.
fn by_the_book(givens: &Givens, plan: &Plan, steps: i32) -> Givens {
    let mut now = Learner::new(givens, plan.clone()).unwrap().givens().clone();
    let cells: Vec<Cell> = cells(&now)
        .into_iter()
        .filter(|cell| plan.what().contains(&cell.tensor))
        .filter(|cell| cell.tensor != Tensor::Bias || now.bias[cell.row].is_some())
        .collect();
    let (mut first, mut second) = (vec![0.0; cells.len()], vec![0.0; cells.len()]);
    let eta = plan.rate.get();
    for step in 1..=steps {
        let gradients = Gradients::of(&now, &Trace::new(&now)).unwrap();
        let mut next = now.clone();
        for (at, cell) in cells.iter().enumerate() {
            let (slope, old) = (gradients.get(*cell).unwrap(), now.get(*cell).unwrap());
            let value = match plan.method {
                Method::Descent => old - eta * slope,
                Method::Momentum => {
                    first[at] = 0.9 * first[at] + slope;
                    old - eta * first[at]
                }
                Method::Adam => {
                    first[at] = 0.9 * first[at] + (1.0 - 0.9) * slope;
                    second[at] = 0.999 * second[at] + (1.0 - 0.999) * slope.powi(2);
                    let corrected = first[at] / (1.0 - 0.9_f64.powi(step));
                    let size = (second[at] / (1.0 - 0.999_f64.powi(step))).sqrt();
                    old - eta * corrected / (size + 1e-8)
                }
            };
            next.set(*cell, value);
        }
        now = next;
    }
    now
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn a_small_enough_step_lowers_the_loss(givens in wide_model(small()).prop_filter("a loss", has_loss)) {
        goes_down(&givens)?;
    }

    #[test]
    fn so_it_does_in_models_given_by_words(givens in word_model(small()).prop_filter("a loss", has_loss)) {
        goes_down(&givens)?;
    }

    /// Nothing changes but what may learn, and in a model given by words what follows from it.
    #[test]
    fn nothing_else_learns(
        givens in prop_oneof![model(small()), word_model(small())].prop_filter("a loss", has_loss),
        picked in any::<u32>(),
        method in method(),
    ) {
        let what = chosen(&givens, picked);
        let plan = Plan::new(what.iter().copied(), method, rate(0.5));
        let mut learner = Learner::new(&givens, plan).unwrap();
        for _ in 0..3 {
            let _ = learner.step();
        }
        let follows = |cell: &Cell| {
            let words = what.iter().any(|tensor| tensor.is_of_words());
            words && learner.givens().from_words(*cell).is_some() && !learner.givens().is_overridden(*cell)
        };
        for cell in cells(&givens).iter().filter(|cell| !what.contains(&cell.tensor) && !follows(cell)) {
            prop_assert_eq!(givens.get(*cell).map(f64::to_bits), learner.givens().get(*cell).map(f64::to_bits), "{:?}", cell);
        }
        prop_assert_eq!(&learner.givens().mask, &givens.mask);
        prop_assert_eq!(&learner.givens().targets, &givens.targets);
    }

    /// Any step that is gone back to is what it was, to the last bit; and so is the loss told of it.
    #[test]
    fn any_step_can_be_gone_back_to(
        givens in prop_oneof![model(small()), word_model(small())].prop_filter("a loss", has_loss),
        picked in any::<u32>(),
        method in method(),
        size in -3_i32..3,
    ) {
        let plan = Plan::new(chosen(&givens, picked), method, rate(10_f64.powi(size)));
        let mut run = Run::new(&givens, plan).unwrap();
        let mut states = vec![run.newest().givens().clone()];
        while run.steps() < 40 && run.step().is_ok() {
            states.push(run.newest().givens().clone());
        }
        prop_assert_eq!(states.len(), run.steps() + 1);
        for (step, state) in states.iter().enumerate() {
            let there = run.at(step);
            prop_assert!(same(there.givens(), state), "step {step}");
            prop_assert_eq!(there.loss().ok(), Some(run.course().spans()[step].first));
        }
    }

    #[test]
    fn each_method_is_as_its_paper_has_it(
        givens in prop_oneof![model(small()), word_model(small())].prop_filter("a loss", has_loss),
        picked in any::<u32>(),
        method in method(),
    ) {
        let plan = Plan::new(chosen(&givens, picked), method, rate(0.01));
        let mut learner = Learner::new(&givens, plan.clone()).unwrap();
        let mut steps = 0;
        while steps < 12 && learner.step().is_ok() {
            steps += 1;
        }
        let expected = by_the_book(&givens, &plan, steps);
        for cell in cells(&givens) {
            let (got, want) = (learner.givens().get(cell), expected.get(cell));
            let (Some(got), Some(want)) = (got, want) else { prop_assert_eq!(got, want); continue };
            // Adam divides by the size of a slope: where that is all rounding, so is the step.
            prop_assert!((got - want).abs() <= 1e-7 * want.abs().max(1.0), "{cell:?}: {got} for {want}");
        }
    }

    /// Rates of all sizes on numbers of all sizes: no panic, and no number that is none.
    #[test]
    fn nothing_leaves_f64(
        givens in prop_oneof![model(wild()), model(small()), word_model(small())],
        picked in any::<u32>(),
        method in method(),
        size in -300_i32..=300,
    ) {
        let plan = Plan::new(chosen(&givens, picked), method, rate(10_f64.powi(size)));
        let Ok(mut run) = Run::new(&givens, plan) else { return Ok(()) };
        for _ in 0..12 {
            let before = run.newest().givens().clone();
            match run.step() {
                Ok(taken) => prop_assert!(taken.before.is_finite() && taken.after.is_finite()),
                Err(stop) => {
                    prop_assert_eq!(run.stop(), Some(stop));
                    prop_assert!(same(&before, run.newest().givens()));
                    break;
                }
            }
            let now = run.newest().givens();
            prop_assert!(cells(now).iter().all(|cell| now.get(*cell).is_none_or(f64::is_finite)));
            prop_assert_eq!(Trace::new(now).loss().ok(), Some(run.course().now()));
        }
    }

    /// No mixture of the values has a loss below the floor, and one comes near it.
    #[test]
    fn no_reading_is_below_the_floor(
        givens in wide_model(small()),
        shares in proptest::collection::vec(0.0_f64..1.0, 16),
        sharp in 0_i32..30,
    ) {
        for row in 0..givens.rows() {
            let readable: Vec<usize> = (0..givens.slots()).filter(|slot| givens.mask.readable(row, *slot)).collect();
            let Some(target) = givens.targets[row].filter(|_| !readable.is_empty()) else {
                prop_assert_eq!(reading_floor(&givens, row, 1 << 24), None);
                continue;
            };
            let floor = reading_floor(&givens, row, 1 << 24).unwrap();
            prop_assert!(floor.at_least <= floor.reached && floor.reached - floor.at_least < 1e-6, "{floor:?}");
            prop_assert!((floor.weights.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            let loss = |weights: &[f64]| {
                let c = |d| (0..givens.slots()).map(|slot| weights[slot] * givens.values.get(slot, d)).sum::<f64>();
                let context: Vec<f64> = (0..givens.d_v()).map(c).collect();
                let constant = |word| givens.bias[row].as_ref().map_or(0.0, |bias| bias.get(0, word));
                let logit = |word: usize| {
                    let terms = context.iter().zip(givens.head.line(word)).map(|(c, g)| c * g);
                    terms.sum::<f64>() + constant(word)
                };
                (0..givens.words()).map(|word| logit(word).exp()).sum::<f64>().ln() - logit(target)
            };
            prop_assert!((loss(&floor.weights) - floor.reached).abs() < 1e-9);
            let mut weights = vec![0.0; givens.slots()];
            for &slot in &readable {
                weights[slot] = shares[slot].powi(sharp) + 1e-300;
            }
            let sum: f64 = weights.iter().sum();
            weights.iter_mut().for_each(|weight| *weight /= sum);
            prop_assert!(loss(&weights) >= floor.at_least - 1e-12, "{} below {floor:?}", loss(&weights));
            // Nor is what the scorer reads.
            if let Some(Ok(read)) = Trace::new(&givens).row_loss(row) {
                prop_assert!(read >= floor.at_least - 1e-12);
            }
        }
    }
}

/// Long enough for states to be thinned out several times.
#[test]
fn a_long_run_can_be_gone_back_in() {
    let givens = builtin::find("r72").unwrap().scenario().givens;
    let what = [Tensor::Queries, Tensor::Keys, Tensor::Values, Tensor::Head];
    for method in Method::ALL {
        let mut run = Run::new(&givens, Plan::new(what, method, rate(0.01))).unwrap();
        let mut states = vec![run.newest().givens().clone()];
        while run.steps() < 5000 {
            run.step().unwrap();
            states.push(run.newest().givens().clone());
        }
        for step in [0, 1, 2, 1023, 1024, 1025, 2047, 2049, 4095, 4096, 4097, 4999, 5000] {
            assert!(run.steps_to(step) < 8, "{step}");
            assert!(same(run.at(step).givens(), &states[step]), "{method:?} {step}");
        }
    }
}

/// A head of 20 MB leaves room for three states of it, with two moments each for one.
#[test]
fn a_large_run_keeps_what_there_is_room_for() {
    let givens = builtin::find("r72").unwrap().scenario().givens;
    let words = 400_000;
    let numbers: Vec<f64> = (0..2 * words).map(|i| f64::from(u32::try_from(i % 97).unwrap()) / 97.0).collect();
    let givens = Givens { head: twoaxes::engine::Lines::new(2, &numbers), ..givens };
    let mut run = Run::new(&givens, Plan::new([Tensor::Head], Method::Descent, rate(0.1))).unwrap();
    let mut losses = vec![run.course().now()];
    for _ in 0..24 {
        run.step().unwrap();
        losses.push(run.course().now());
    }
    // 6.4 MB a state, ten of them at most.
    assert!((0..24).map(|step| run.steps_to(step)).max().unwrap() >= 2);
    for step in [3, 11, 23] {
        assert_eq!(run.at(step).loss(), Ok(losses[step]));
    }
}

/// The sign that a rate is too large: L rises, and in the end the numbers leave f64; the run stops at the last that do not.
#[test]
fn a_rate_that_is_too_large_runs_off_and_stops() {
    let mut givens = builtin::find("r72").unwrap().scenario().givens;
    givens.targets = vec![Some(2)];
    let what = [Tensor::Values, Tensor::Head];
    let mut run = Run::new(&givens, Plan::new(what, Method::Descent, rate(10.0))).unwrap();
    let stop = (0..1000).find_map(|_| run.step().err()).expect("an end");
    assert!(run.course().first_rise().is_some(), "{:?}", run.course());
    assert!(stop.is_beyond() || !run.has_diverged(), "{stop:?}");
    assert!(run.newest().loss().is_ok());
}
