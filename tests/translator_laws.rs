//! What must hold of every translator, whatever its parameters: held on random designs, sentences and numbers.

use proptest::prelude::*;
use std::sync::Arc;
use twoaxes::translator::study::exchanged;
use twoaxes::translator::{
    BOS, Design, Diagnosis, EOS, Encoder, FirstState, Initialisation, Interface, Learner, Losses, Mean, NoStep, PAD,
    Parameters, Passage, Route, Shapes, Sizes, SourceOrder, Timing, Unreadable, WayBack, longest, pass, translate,
};

fn designs() -> impl Strategy<Value = Design> {
    let encoder = prop_oneof![Just(Encoder::Bidirectional), Just(Encoder::OneDirection)];
    let order = prop_oneof![Just(SourceOrder::Forward), Just(SourceOrder::Reversed)];
    let timing = prop_oneof![Just(Timing::ReadThenUpdate), Just(Timing::UpdateThenRead)];
    let dynamic = (timing, any::<bool>()).prop_map(|(timing, query_bias)| Interface::Dynamic { timing, query_bias });
    let interface = prop_oneof![3 => dynamic, 1 => Just(Interface::Fixed)];
    let first_state = prop_oneof![Just(FirstState::Zero), Just(FirstState::FromEncoder)];
    (encoder, order, interface, first_state).prop_map(|(encoder, order, interface, first_state)| Design {
        encoder,
        order,
        interface,
        first_state,
    })
}

const SIZES: Sizes = Sizes { width: 4, embedding: 3, source_words: 6, target_words: 7 };

fn parameters(design: Design, seed: u64, bound: f64) -> Parameters {
    let shapes = Arc::new(Shapes::new(design, SIZES).expect("a translator"));
    Parameters::random(shapes, seed, Initialisation::Uniform(bound))
}

/// A source of units, none of them PAD, and a target that ends.
fn sentences() -> impl Strategy<Value = (Vec<usize>, Vec<usize>)> {
    let target = prop::collection::vec(3..SIZES.target_words, 0..5).prop_map(|mut words| {
        words.push(EOS);
        words
    });
    (prop::collection::vec(1..SIZES.source_words, 1..6), target)
}

fn loss(parameters: &Parameters, source: &[usize], target: &[usize]) -> f64 {
    pass(&mut Passage::default(), parameters, source, target).expect("numbers")
}

fn gradient(parameters: &Parameters, source: &[usize], target: &[usize]) -> (Passage, WayBack, Parameters) {
    let (mut passage, mut back) = (Passage::default(), WayBack::default());
    let mut gradient = Parameters::zero(parameters.shapes().clone());
    pass(&mut passage, parameters, source, target).expect("numbers");
    back.follow(parameters, &passage, target, Losses::All, &mut gradient);
    (passage, back, gradient)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    /// PAD, wherever it stands, changes no bit of the loss or of any gradient, and is read with weight 0.
    #[test]
    fn pad_changes_nothing(
        design in designs(), seed in 0..1000_u64, (source, target) in sentences(),
        places in prop::collection::vec(0..8_usize, 1..4),
    ) {
        let parameters = parameters(design, seed, 0.8);
        let mut padded = source.clone();
        for place in places {
            padded.insert(place.min(padded.len()), PAD);
        }
        let (one, back, of_one) = gradient(&parameters, &source, &target);
        let (other, back_padded, of_other) = gradient(&parameters, &padded, &target);
        prop_assert_eq!(of_one.numbers(), of_other.numbers());
        let kept: Vec<usize> = (0..padded.len()).filter(|place| padded[*place] != PAD).collect();
        for (t, word) in target.iter().enumerate() {
            prop_assert_eq!(one.logits(t), other.logits(t));
            prop_assert_eq!(one.loss(t, *word), other.loss(t, *word));
            if let (Some(weights), Some(padded_weights)) = (one.attention(t), other.attention(t)) {
                let of_units: Vec<f64> = kept.iter().map(|place| padded_weights[*place]).collect();
                prop_assert_eq!(weights, &of_units[..]);
                for place in (0..padded.len()).filter(|place| padded[*place] == PAD) {
                    prop_assert_eq!(padded_weights[place], 0.0);
                    prop_assert_eq!(other.scores(t).expect("it reads")[place], f64::NEG_INFINITY);
                    prop_assert_eq!(back_padded.scores(t).expect("it reads")[place], 0.0);
                }
            }
        }
        for (at, place) in kept.iter().enumerate() {
            prop_assert_eq!(one.z(at), other.z(*place));
            prop_assert_eq!(back.z(at), back_padded.z(*place));
        }
    }

    /// Both distributions sum to 1; the losses are those of the probabilities.
    #[test]
    fn both_axes_sum_to_one(design in designs(), seed in 0..1000_u64, (source, target) in sentences(), wide in 0.1..30.0_f64) {
        let parameters = parameters(design, seed, wide);
        let mut passage = Passage::default();
        pass(&mut passage, &parameters, &source, &target).expect("numbers");
        for (t, word) in target.iter().enumerate() {
            let close = |sum: f64| (sum - 1.0).abs() < 1e-14;
            prop_assert!(close(passage.probabilities(t).iter().sum()));
            prop_assert!(passage.attention(t).is_none_or(|weights| close(weights.iter().sum())));
            let probability = passage.probabilities(t)[*word];
            prop_assert!(passage.loss(t, *word) >= 0.0);
            if probability > 1e-200 {
                prop_assert!((passage.loss(t, *word) + probability.ln()).abs() < 1e-11);
            }
        }
        prop_assert_eq!(passage.query(0).is_some(), design.reads());
        if design.first_read_is_uniform() {
            let weights = passage.attention(0).expect("it reads");
            prop_assert!(weights.iter().all(|weight| *weight == weights[0]));
        }
    }

    /// Every parameter's gradient against a central difference.
    #[test]
    fn gradients_are_slopes(design in designs(), seed in 0..1000_u64, (source, target) in sentences(), at in any::<prop::sample::Index>()) {
        let parameters = parameters(design, seed, 0.8);
        let (_, _, of_all) = gradient(&parameters, &source, &target);
        // One number of each tensor.
        for tensor in parameters.shapes().tensors() {
            let at = at.index(parameters.get(tensor).len());
            let step = 1e-5;
            let nudged = |by: f64| {
                let mut nudged = parameters.clone();
                nudged.get_mut(tensor)[at] += by;
                loss(&nudged, &source, &target)
            };
            let slope = (nudged(step) - nudged(-step)) / (2.0 * step);
            let formula = of_all.get(tensor)[at];
            prop_assert!((slope - formula).abs() <= 1e-8, "{}[{at}]: {slope:e}, {formula:e}", tensor.name());
        }
    }

    /// The losses of the steps add up, and so do their gradients.
    #[test]
    fn losses_of_steps_add_up(design in designs(), seed in 0..1000_u64, (source, target) in sentences()) {
        let parameters = parameters(design, seed, 0.8);
        let (passage, mut back, whole) = gradient(&parameters, &source, &target);
        let mut sum = Parameters::zero(parameters.shapes().clone());
        for t in 0..target.len() {
            back.follow(&parameters, &passage, &target, Losses::Only(t), &mut sum);
            // A later step does not reach back in time.
            prop_assert!((t + 1..target.len()).all(|later| back.logits(later).iter().all(|number| *number == 0.0)));
        }
        for (one, other) in whole.numbers().iter().zip(sum.numbers()) {
            prop_assert!((one - other).abs() <= 1e-12);
        }
    }

    /// A translator of the reversed source is one of the source, its cells exchanged: the same losses to rounding.
    #[test]
    fn reversing_is_exchanging(design in designs(), seed in 0..1000_u64, (source, target) in sentences()) {
        let parameters = parameters(design, seed, 0.8);
        let other = exchanged(&parameters);
        prop_assert_eq!(other.is_some(), design.encoder == Encoder::Bidirectional);
        let Some(other) = other else { return Ok(()) };
        prop_assert_ne!(other.shapes().design.order, design.order);
        let (one, two) = (loss(&parameters, &source, &target), loss(&other, &source, &target));
        prop_assert!((one - two).abs() <= 1e-12, "{one:e} and {two:e}");
        prop_assert_eq!(exchanged(&other).expect("both ways"), parameters);
    }

    /// Whatever the numbers: a step has finite numbers, or there is a reason and nothing has changed.
    #[test]
    fn beyond_f64_there_is_a_reason(
        design in designs(), seed in 0..1000_u64, (source, target) in sentences(), power in -320..309_i32,
    ) {
        let parameters = parameters(design, seed, 10_f64.powi(power));
        let mut passage = Passage::default();
        match pass(&mut passage, &parameters, &source, &target) {
            Ok(loss) => prop_assert!(loss >= 0.0 && loss.is_finite()),
            Err(reason) => prop_assert!(matches!(reason, Unreadable::Overflow(_)), "{reason:?}"),
        }
        for t in 0..passage.steps() {
            prop_assert!(passage.probabilities(t).iter().all(|number| (0.0..=1.0).contains(number)));
            prop_assert!(passage.context(t).iter().all(|number| number.is_finite()));
        }
        let mut learner = Learner::new(parameters.clone());
        match learner.step([(&source[..], &target[..])], Mean::Words, 0.01, 5.0) {
            Ok(taken) => prop_assert!(taken.loss.is_finite() && learner.parameters().are_finite()),
            Err(reason) => {
                prop_assert!(matches!(reason, NoStep::Overflow | NoStep::Unreadable(_)));
                prop_assert_eq!(learner.parameters().numbers(), parameters.numbers());
                prop_assert_eq!(learner.steps(), 0);
            }
        }
    }

    /// A step with its own context is that step, to the bit; a small change of it does what the gradients say, by the head
    /// alone and in full.
    #[test]
    fn another_context(
        design in designs(), seed in 0..1000_u64, (source, target) in sentences(), t in any::<prop::sample::Index>(),
        towards in prop::collection::vec(-1.0..1.0_f64, 4),
    ) {
        let parameters = parameters(design, seed, 0.8);
        let (passage, mut back, mut sum) = gradient(&parameters, &source, &target);
        let t = t.index(target.len());
        let same = passage.with_context(&parameters, t, passage.context(t)).expect("numbers");
        prop_assert_eq!(&same.direct.logits[..], passage.logits(t));
        prop_assert_eq!(&same.full.probabilities[..], passage.probabilities(t));
        prop_assert_eq!(&same.h[..], passage.decoder().h(t + 1));
        prop_assert_eq!(same.full.loss(target[t]), passage.loss(t, target[t]));

        back.follow(&parameters, &passage, &target, Losses::Only(t), &mut sum);
        let step = 1e-6;
        let at = |by: f64| {
            let context: Vec<f64> = passage.context(t).iter().zip(&towards).map(|(c, v)| c + by * v).collect();
            let rerun = passage.with_context(&parameters, t, &context).expect("numbers");
            (rerun.direct.loss(target[t]), rerun.full.loss(target[t]))
        };
        let (up, down) = (at(step), at(-step));
        let along = |gradient: &[f64]| gradient.iter().zip(&towards).map(|(g, v)| g * v).sum::<f64>();
        prop_assert!(((up.0 - down.0) / (2.0 * step) - along(back.context_by_head(t))).abs() < 1e-8);
        prop_assert!(((up.1 - down.1) / (2.0 * step) - along(back.context(t))).abs() < 1e-8);
    }

    /// The sizes on the way of an error are those of the gradients, and the two ways of the context add up.
    #[test]
    fn routes(design in designs(), seed in 0..1000_u64, (source, target) in sentences(), t in any::<prop::sample::Index>()) {
        let parameters = parameters(design, seed, 0.8);
        let (passage, mut back, mut sum) = gradient(&parameters, &source, &target);
        let t = t.index(target.len());
        back.follow(&parameters, &passage, &target, Losses::Only(t), &mut sum);
        let route = Route::of(&parameters, &passage, &target, t);
        let length = |vector: &[f64]| vector.iter().map(|number| number * number).sum::<f64>().sqrt();
        let close = |a: f64, b: f64| (a - b).abs() <= 1e-14 + 1e-12 * b;
        prop_assert!(close(route.logits, length(back.logits(t))) && close(route.context, length(back.context(t))));
        prop_assert!(route.context <= route.context_by_head + route.context_by_cell.unwrap_or(0.0) + 1e-14);
        prop_assert_eq!(route.context_by_cell.is_none(), design.timing() == Some(Timing::UpdateThenRead));
        prop_assert_eq!(route.reading.is_some(), design.reads());
        if let (Some(reading), Some(scores)) = (route.reading, back.scores(t)) {
            prop_assert!(close(reading.scores, length(scores)));
            prop_assert!(close(reading.values.iter().sum(), route.context));
            // What raises one score by as much as it lowers the others changes nothing: the gradients of the scores sum to 0.
            prop_assert!(scores.iter().sum::<f64>().abs() < 1e-14);
        }
    }

    /// The four questions: each number is what it is said to be.
    #[test]
    fn diagnoses(design in designs(), seed in 0..1000_u64, (source, target) in sentences(), t in any::<prop::sample::Index>(), place in any::<prop::sample::Index>()) {
        let parameters = parameters(design, seed, 2.0);
        let (passage, ..) = gradient(&parameters, &source, &target);
        let (t, place) = (t.index(target.len()), place.index(source.len()));
        let found = Diagnosis::of(&parameters, &source, &target, t, &[place]).expect("numbers");
        let (right, rival) = (found.right, found.rival);
        prop_assert_eq!(right, target[t]);
        let p = passage.probabilities(t);
        prop_assert_eq!(found.probabilities, (p[right], p[rival]));
        prop_assert!((0..p.len()).all(|word| word == right || p[word] <= p[rival]));
        let raised = found.raised.by_context + found.raised.by_state + found.raised.by_bias;
        let apart = passage.logits(t)[right] - passage.logits(t)[rival];
        prop_assert!((raised - apart).abs() < 1e-12 * (1.0 + apart.abs()));
        let alone = |place: usize| {
            passage.with_context(&parameters, t, passage.z(place)).expect("numbers").full.probabilities[right]
        };
        prop_assert!((0..source.len()).all(|place| alone(place) <= found.held.best.1));
        prop_assert_eq!(alone(found.held.best.0), found.held.best.1);
        let others = (0..source.len()).filter(|place| *place != found.held.best.0).map(alone);
        prop_assert_eq!(found.held.next, others.reduce(f64::max));
        let is_best = design.reads() && (0..source.len()).all(|other| other == place || alone(other) < alone(place));
        prop_assert_eq!(found.held.is_best(), is_best);
        prop_assert_eq!(found.held.place, design.reads().then_some(place));
        prop_assert_eq!(found.reached.is_some(), design.reads());
        if let Some(reached) = found.reached {
            prop_assert_eq!(found.held.probability, alone(place));
            prop_assert_eq!(Some(reached.weight), passage.attention(t).map(|weights| weights[place]));
            prop_assert_eq!(reached.above == 0, reached.weight == reached.highest.1);
        }
        prop_assert!((found.searched.reference + loss(&parameters, &source, &target)).abs() < 1e-14);
        if found.searched.parted.is_none() {
            prop_assert!((found.searched.reference - found.searched.written).abs() < 1e-12);
        }
        // Without anybody's word for it, the best unit is asked about.
        let unsaid = Diagnosis::of(&parameters, &source, &target, t, &[]).expect("numbers");
        prop_assert_eq!(unsaid.held.place, design.reads().then_some(unsaid.held.best.0));
    }

    /// Alone it is the same computation: its own words going in give the same numbers.
    #[test]
    fn alone_is_with_its_own_words(design in designs(), seed in 0..1000_u64, (source, _) in sentences()) {
        let parameters = parameters(design, seed, 2.0);
        let mut alone = Passage::default();
        let translation = translate(&mut alone, &parameters, &source).expect("numbers");
        prop_assert!(translation.words.len() <= longest(source.len()));
        let mut target = translation.words.clone();
        if translation.ended {
            target.push(EOS);
        }
        let mut forced = Passage::default();
        pass(&mut forced, &parameters, &source, &target).expect("numbers");
        for (t, word) in target.iter().enumerate() {
            prop_assert_eq!(forced.logits(t), alone.logits(t));
            prop_assert_eq!(alone.chosen(t), *word);
        }
    }
}

#[test]
fn what_cannot_be_read_says_why() {
    let parameters = parameters(Design::default(), 1, 0.5);
    let mut passage = Passage::default();
    assert_eq!(passage.read(&parameters, &[]), Err(Unreadable::NothingToRead));
    assert_eq!(passage.read(&parameters, &[PAD, PAD]), Err(Unreadable::NothingToRead));
    assert_eq!(passage.read(&parameters, &[1, 6]), Err(Unreadable::NoSuchUnit(1)));
    assert_eq!(passage.read(&parameters, &[1, 5]), Ok(()));
    assert_eq!(passage.advance(&parameters, 7), Err(Unreadable::NoSuchWord(7)));
    assert_eq!(passage.steps(), 0);
    assert_eq!(passage.advance(&parameters, BOS), Ok(()));
    assert_eq!(pass(&mut passage, &parameters, &[1], &[9]), Err(Unreadable::NoSuchWord(9)));
}

/// A step that leaves f64 half-way is taken back whole, and the passage goes on as if it had not been tried.
#[test]
fn a_step_that_fails_leaves_nothing_behind() {
    use twoaxes::translator::Tensor;
    for timing in [Timing::ReadThenUpdate, Timing::UpdateThenRead] {
        let design = Design { interface: Interface::Dynamic { timing, query_bias: false }, ..Design::default() };
        let parameters = parameters(design, 1, 0.5);
        let mut broken = parameters.clone();
        broken.get_mut(Tensor::OutputBias).fill(f64::INFINITY);
        let mut passage = Passage::default();
        passage.read(&parameters, &[1, 2]).expect("numbers");
        passage.advance(&parameters, BOS).expect("numbers");
        assert!(matches!(passage.advance(&broken, 3), Err(Unreadable::Overflow(_))));
        let mut other = Passage::default();
        other.read(&parameters, &[1, 2]).expect("numbers");
        other.advance(&parameters, BOS).expect("numbers");
        for word in [3, 4] {
            passage.advance(&parameters, word).expect("numbers");
            other.advance(&parameters, word).expect("numbers");
        }
        assert_eq!(passage.logits(2), other.logits(2));
        assert_eq!(passage.attention(2), other.attention(2));
        assert_eq!(passage.decoder().h(3), other.decoder().h(3));
    }
}
