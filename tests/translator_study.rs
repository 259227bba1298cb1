//! The study: the same outcomes with any number of threads, and nothing said that the seeds do not bear out.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use twoaxes::translator::corpus::Corpus;
use twoaxes::translator::study::{
    BANDS, Condition, Exchange, Finding, Measure, NoOutcome, Outcome, Part, Stands, Summary, assignments, conduct,
    exchange_shown, findings, matched_width,
};
use twoaxes::translator::{Encoder, Interface, Plan, Schedule, Shapes, SourceOrder, Tensor};

/// Small enough to be trained many times.
fn tiny() -> Plan {
    let schedule = Schedule { steps: 20, ..Schedule::default() };
    Plan { width: 4, embedding: 4, schedule, ..Plan::default() }
}

fn small_corpus() -> Corpus {
    let mut corpus = Corpus::lesson();
    corpus.test = corpus.test.into_iter().step_by(20).collect();
    corpus
}

fn conducted(threads: usize) -> Vec<Outcome> {
    let wanted = assignments(&Part::ALL, &[1, 2, 3]);
    let told = AtomicUsize::new(0);
    let outcomes = conduct(&wanted, &tiny(), &small_corpus(), threads, &AtomicBool::new(false), |_, outcome| {
        assert!(outcome.is_ok());
        told.fetch_add(1, Ordering::Relaxed);
    });
    assert_eq!(told.into_inner(), wanted.len());
    outcomes.into_iter().map(|outcome| outcome.expect("an outcome")).collect()
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let one = conducted(1);
    assert_eq!(one, conducted(4));
    // Each training once, though the parts share conditions.
    let mut known: Vec<(String, u64)> = one.iter().map(|outcome| (outcome.condition.id(), outcome.seed)).collect();
    assert_eq!(known.len(), 3 * (5 + 5 + 3 + 1));
    known.sort();
    known.dedup();
    assert_eq!(known.len(), one.len());
    for outcome in &one {
        let longer = if matches!(outcome.condition, Condition::Longer(_)) { Condition::LONGER } else { 1 };
        assert_eq!(outcome.sentences, 80 * longer);
        assert_eq!(outcome.course.len(), 11);
        assert_eq!(outcome.course[0].0, 0);
        let recipients: usize = outcome.recipients.iter().map(|(many, _)| many).sum();
        assert_eq!(recipients, outcome.forced.role(twoaxes::translator::Role::Recipient).words);
        assert!(Measure::all().into_iter().all(|measure| measure.of(outcome).is_some()));
    }
}

#[test]
fn told_to_stop_it_stops() {
    let wanted = assignments(&[Part::FirstStep], &[1]);
    let outcomes = conduct(&wanted, &Plan::default(), &small_corpus(), 2, &AtomicBool::new(true), |_, _| {});
    assert_eq!(outcomes, vec![Err(NoOutcome::Stopped); 4]);
}

#[test]
fn the_control_has_no_fewer_parameters() {
    let corpus = Corpus::lesson();
    let base = Plan::default();
    for encoder in [Encoder::Bidirectional, Encoder::OneDirection] {
        let count =
            |condition: Condition| condition.plan(&base, &corpus).shapes(&corpus).expect("a translator").count();
        let reads = count(Condition::Cell { encoder, order: SourceOrder::Forward, reads: true });
        let summary = count(Condition::Cell { encoder, order: SourceOrder::Forward, reads: false });
        let matched = count(Condition::Matched(encoder));
        assert!(summary < reads && reads <= matched, "{summary} {reads} {matched}");
        // And no smaller one would do.
        let width = matched_width(&base, encoder, &corpus);
        let step = if encoder == Encoder::Bidirectional { 2 } else { 1 };
        let plan = Plan { design: Condition::Matched(encoder).design(), width: width - step, ..base };
        assert!(plan.shapes(&corpus).expect("a translator").count() < reads);
    }
}

/// The products of a step are the numbers of the tensors it meets, and two for each number of Z it reads.
#[test]
fn the_cost_is_what_a_step_multiplies() {
    let corpus = small_corpus();
    for reads in [true, false] {
        let condition = Condition::Cell { encoder: Encoder::Bidirectional, order: SourceOrder::Forward, reads };
        let plan = Plan { schedule: Schedule { steps: 1, ..Schedule::default() }, ..condition.plan(&tiny(), &corpus) };
        let outcome = Outcome::of(condition, &plan, &corpus, &AtomicBool::new(false)).expect("an outcome");
        let shapes: &Shapes = &plan.shapes(&corpus).expect("a translator");
        assert_eq!(shapes.design.reads(), matches!(shapes.design.interface, Interface::Dynamic { .. }));
        let tensors = [Tensor::CellInput, Tensor::CellState, Tensor::Query, Tensor::Output];
        let met: usize = tensors.iter().map(|tensor| shapes.range(*tensor).len()).sum();
        let steps: usize = corpus.test.iter().map(|pair| pair.target.len()).sum();
        let read: usize = corpus.test.iter().map(|pair| pair.target.len() * pair.source.len() * 2 * 4).sum();
        let want = met as f64 + if reads { read as f64 / steps as f64 } else { 0.0 };
        assert!((outcome.cost.products_a_word - want).abs() < 1e-9 * want);
    }
}

#[test]
fn every_lag_falls_into_one_band() {
    for lag in 0..100 {
        assert_eq!(BANDS.iter().filter(|(from, end)| (*from..*end).contains(&lag)).count(), 1);
    }
}

#[test]
fn exchanging_the_two_directions() {
    let corpus = Corpus::lesson();
    let parameters = Plan::default().beginning(&corpus).expect("a translator");
    let shown = exchange_shown(&parameters, &corpus.test[..100], &corpus.train, 20).expect("numbers");
    let Exchange { sentences, loss_apart, weight_apart, steps, training_apart } = shown.expect("both ways");
    assert_eq!((sentences, steps), (100, 20));
    assert!(loss_apart < 1e-12 && weight_apart < 1e-14 && training_apart < 1e-12);
}

#[test]
fn over_seeds() {
    let summary = Summary::of([1.0, 2.0, 4.0]).expect("figures");
    assert_eq!((summary.seeds, summary.lowest, summary.highest), (3, 1.0, 4.0));
    assert!((summary.mean - 7.0 / 3.0).abs() < 1e-15);
    assert!((summary.spread.expect("three") - (7.0_f64 / 3.0).sqrt()).abs() < 1e-15);
    assert_eq!(Summary::of([5.0]).expect("one").spread, None);
    assert_eq!(Summary::of([]), None);
}

/// What is said of two conditions, held to the figures themselves.
#[test]
fn findings_are_borne_out() {
    let outcomes = conducted(2);
    let all: Vec<&Outcome> = outcomes.iter().collect();
    let few: Vec<&Outcome> = outcomes.iter().filter(|outcome| outcome.seed < 3).collect();
    let mut met = Vec::new();
    for part in Part::ALL {
        assert!(findings(part, &few).iter().all(|finding| finding.stands == Stands::TooFewSeeds));
        for Finding { against, condition, measure, figures, stands } in findings(part, &all) {
            let of = |wanted: Condition| -> Vec<f64> {
                let of_condition = all.iter().filter(|outcome| outcome.condition == wanted);
                of_condition.filter_map(|outcome| measure.of(outcome)).collect()
            };
            let (one, two) = (of(against), of(condition));
            assert_eq!((one.len(), two.len(), figures.0.seeds), (3, 3, 3));
            let below = one.iter().all(|a| two.iter().all(|b| b < a));
            let above = one.iter().all(|a| two.iter().all(|b| b > a));
            let same = one.iter().all(|a| two.iter().all(|b| b == a));
            let want = match (below, above, same) {
                (true, ..) => Stands::Below,
                (_, true, _) => Stands::Above,
                (.., true) => Stands::Same,
                _ => Stands::WithinSeeds,
            };
            assert_eq!(stands, want, "{} {}", condition.id(), measure.id());
            met.push(stands);
        }
    }
    assert!([Stands::Below, Stands::Above, Stands::WithinSeeds].iter().all(|stands| met.contains(stands)));
}
