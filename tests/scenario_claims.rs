//! What the built-in scenarios `sentence`, `q-cancels` and `scale-64` say of themselves, held against their numbers.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

mod support;

use support::facts::{attention, bits, branch, probabilities, scenario, written};
use twoaxes::engine::{Comparison, Givens, Mark, ScorerKind, Spread, Stage, Tensor, Trace, typical_product};
use twoaxes::scenario::{Address, Region, Scenario, builtin};
use twoaxes::words::{Lang, observations};

fn addresses(scenario: &Scenario, id: &str) -> Vec<Address> {
    let intervention = scenario.interventions.iter().find(|intervention| intervention.id == id).expect(id);
    intervention.set.iter().map(|setting| setting.address.clone()).collect()
}

fn context(trace: &Trace, row: usize) -> Vec<f64> {
    trace.row(row).context.as_deref().unwrap().to_vec()
}

/// The largest and the second largest, with their places.
fn two_largest(numbers: &[f64]) -> [(usize, f64); 2] {
    let mut all: Vec<(usize, f64)> = numbers.iter().copied().enumerate().collect();
    all.sort_by(|a, b| b.1.total_cmp(&a.1));
    [all[0], all[1]]
}

const SENTENCE: [&str; 8] = ["I", "gave", "him", "a", "book", "yesterday", ".", "EOS"];

/// Which slots each row of `sentence` is meant to read, counted from 0.
const READ: [&[usize]; 8] = [&[0], &[2, 3], &[4], &[5, 6], &[7], &[1], &[8], &[8]];

#[test]
fn the_sentence_has_a_row_for_each_legal_prefix() {
    let scenario = scenario("sentence");
    assert_eq!(scenario.names.slots, ["我", "昨天", "给", "了", "他", "一", "本", "书", "。"]);
    let mut prefix = "BOS".to_owned();
    for (row, word) in SENTENCE.into_iter().enumerate() {
        assert_eq!(scenario.names.prefixes[row].as_deref(), Some(prefix.as_str()));
        assert_eq!(scenario.givens.targets[row].map(|target| scenario.names.words[target].as_str()), Some(word));
        prefix = format!("{prefix} {word}");
    }
    assert_eq!((scenario.givens.rows(), scenario.givens.d_k(), scenario.givens.d_v()), (8, 2, 2));
    // Beyond the target there is one word that tempts, and nothing it could be read from.
    let tempting: Vec<&String> =
        scenario.names.words.iter().filter(|word| !SENTENCE.contains(&word.as_str())).collect();
    assert_eq!(tempting, ["her"]);
}

/// Every word of the sentence comes out, far ahead of the next; each row reads the slots it is meant to, and where two
/// slots serve one word they share, bit for bit.
#[test]
fn the_sentence_reads_and_writes_as_it_says() {
    let scenario = scenario("sentence");
    assert_eq!(written(&scenario, &scenario.givens), SENTENCE);
    let trace = Trace::new(&scenario.givens);
    for (row, meant) in READ.into_iter().enumerate() {
        let weights = attention(&trace, row);
        let read: f64 = meant.iter().map(|slot| weights[*slot]).sum();
        assert!(read >= 0.85, "row {}: {read}", row + 1);
        assert!(meant.iter().all(|slot| weights[*slot].to_bits() == weights[meant[0]].to_bits()));
        let most_of_others = (0..9).filter(|slot| !meant.contains(slot)).map(|slot| weights[slot]).fold(0.0, f64::max);
        assert!(weights[meant[0]] > 9.0 * most_of_others, "row {}: {most_of_others}", row + 1);
        let [(_, first), (_, second)] = two_largest(&probabilities(&trace, row));
        assert!(first >= 0.85 && first > 10.0 * second, "row {}: {first} {second}", row + 1);
    }
    // What the lesson asks for in so many words.
    assert!(attention(&trace, 2)[4] > 0.9 && attention(&trace, 5)[1] > 0.85);
    assert!(trace.loss().unwrap() < 1.0);
}

/// The numbers can be followed by eye: a score is a whole number, and the largest score of a row is ahead of the next by
/// 3 in every row.
#[test]
fn the_scores_of_the_sentence_are_small_whole_numbers() {
    let scenario = scenario("sentence");
    let trace = Trace::new(&scenario.givens);
    for row in trace.rows() {
        let mut scores: Vec<f64> = row.scores.as_deref().unwrap().iter().flatten().collect();
        assert!(scores.iter().all(|score| score.fract() == 0.0 && score.abs() <= 12.0));
        scores.sort_by(|a, b| b.total_cmp(a));
        scores.dedup();
        assert_eq!(scores[0] - scores[1], 3.0);
    }
    for tensor in [Tensor::Queries, Tensor::Keys, Tensor::Values, Tensor::Head] {
        let (rows, columns) = scenario.givens.shape(tensor).unwrap();
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
            let number = scenario.givens.get(twoaxes::engine::Cell::new(tensor, row, column)).unwrap();
            assert!(number.fract() == 0.0 && number.abs() <= 4.0, "{tensor:?}");
        }
    }
}

/// The full stop is read for two words. The last two rows ask the same and read the same; the state's own part, the bias,
/// is all that tells them apart.
#[test]
fn the_stop_is_read_twice_and_the_state_tells_the_two_apart() {
    let scenario = scenario("sentence");
    let trace = Trace::new(&scenario.givens);
    assert_eq!(scenario.givens.queries.line(6), scenario.givens.queries.line(7));
    assert_eq!(bits(&attention(&trace, 6)), bits(&attention(&trace, 7)));
    assert_eq!(bits(&context(&trace, 6)), bits(&context(&trace, 7)));
    assert!(scenario.givens.bias[..7].iter().all(Option::is_none));
    let silent = branch(&scenario, "only-bias8");
    let words = written(&scenario, &silent);
    assert_eq!((&words[..7], words[7].as_str()), (&SENTENCE.map(str::to_owned)[..7], "."));
    let silent_trace = Trace::new(&silent);
    let comparison = Comparison::new((&scenario.givens, &trace), (&silent, &silent_trace));
    for row in 0..8 {
        assert_eq!(comparison.stage(row, Stage::Context), Mark::Same);
        let expected = if row == 7 { Mark::Moved } else { Mark::Same };
        assert_eq!(comparison.stage(row, Stage::Probabilities), expected);
    }
    assert_eq!(bits(&probabilities(&silent_trace, 6)), bits(&probabilities(&silent_trace, 7)));
}

/// The value of 他 alone: all reading stays to the last bit, one word is wrong.
#[test]
fn one_value_breaks_one_word() {
    let scenario = scenario("sentence");
    let of_him =
        |address: &Address| matches!(address, Address::Numbers { tensor: Tensor::Values, region: Region::Row(4) });
    assert!(addresses(&scenario, "only-v5").iter().all(of_him) && addresses(&scenario, "only-v5").len() == 1);
    let changed = branch(&scenario, "only-v5");
    let (before, after) = (Trace::new(&scenario.givens), Trace::new(&changed));
    let words = written(&scenario, &changed);
    let broken: Vec<usize> = (0..8).filter(|row| words[*row] != SENTENCE[*row]).collect();
    assert_eq!((broken.as_slice(), words[2].as_str()), (&[2][..], "her"));
    for row in 0..8 {
        assert_eq!(bits(&attention(&before, row)), bits(&attention(&after, row)));
        let [(_, first), (_, second)] = two_largest(&probabilities(&after, row));
        assert!(first >= 0.85 && first > 10.0 * second, "row {}: {first} {second}", row + 1);
    }
    // The rows that read 他 hardly at all are hardly touched.
    for row in (0..8).filter(|row| *row != 2) {
        let moved =
            context(&before, row).iter().zip(context(&after, row)).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(moved < 0.1, "row {}: {moved}", row + 1);
    }
    let moved = (context(&before, 2)[0] - context(&after, 2)[0]).abs();
    assert!(moved > 1.5, "{moved}");
}

/// The query of one row alone: every other row keeps every bit of everything.
#[test]
fn one_query_breaks_one_word() {
    let scenario = scenario("sentence");
    let changed = branch(&scenario, "only-q3");
    let words = written(&scenario, &changed);
    let broken: Vec<usize> = (0..8).filter(|row| words[*row] != SENTENCE[*row]).collect();
    assert_eq!((broken.as_slice(), words[2].as_str()), (&[2][..], "book"));
    let (before, after) = (Trace::new(&scenario.givens), Trace::new(&changed));
    let comparison = Comparison::new((&scenario.givens, &before), (&changed, &after));
    for row in 0..8 {
        for stage in [Stage::Scores, Stage::Attention, Stage::Context, Stage::Logits, Stage::Probabilities, Stage::Loss]
        {
            let expected = if row == 2 { Mark::Moved } else { Mark::Same };
            assert_eq!(comparison.stage(row, stage), expected, "row {} {stage:?}", row + 1);
        }
    }
    // It asks what the fifth row asks, and gets the same answer.
    assert_eq!(bits(&probabilities(&after, 2)), bits(&probabilities(&after, 4)));
    assert_eq!(two_largest(&attention(&after, 2))[0].0, 7);
}

/// Two very different queries, the same weights to the last bit, and everything after them.
#[test]
fn the_linear_scorer_does_not_ask() {
    let scenario = scenario("q-cancels");
    let changed = branch(&scenario, "only-q");
    let (before, after) = (Trace::new(&scenario.givens), Trace::new(&changed));
    let apart: f64 = (0..2).map(|i| (scenario.givens.queries.get(0, i) - changed.queries.get(0, i)).abs()).sum();
    assert!(apart >= 7.0, "very different: {apart}");
    let comparison = Comparison::new((&scenario.givens, &before), (&changed, &after));
    assert_eq!(comparison.stage(0, Stage::Scores), Mark::Moved);
    for slot in 0..3 {
        let score = |trace: &Trace| trace.row(0).scores.as_deref().unwrap().get(slot).unwrap();
        assert_eq!(score(&before) - score(&after), 13.0, "every score falls by the same");
        assert_eq!(comparison.attention(0, slot), Mark::Same);
    }
    for stage in [Stage::Attention, Stage::Context, Stage::Logits, Stage::Probabilities, Stage::Loss] {
        assert_eq!(comparison.stage(0, stage), Mark::Same, "{stage:?}");
    }
    assert_eq!(bits(&attention(&before, 0)), bits(&attention(&after, 0)));
    // So the word cannot be made right by any query. A few more, in whole numbers as these are:
    for query in [[0.0, 0.0], [100.0, -3.0], [-64.0, 512.0], [3.5, 0.25]] {
        let mut givens = scenario.givens.clone();
        (0..2).for_each(|i| assert!(givens.set(twoaxes::engine::Cell::new(Tensor::Queries, 0, i), query[i])));
        assert_eq!(bits(&attention(&Trace::new(&givens), 0)), bits(&attention(&before, 0)), "{query:?}");
    }
    assert_eq!(written(&scenario, &scenario.givens), ["book"]);
}

/// The additive scorer from the same file, with the same two queries: the reading moves, and the word with it.
#[test]
fn the_additive_scorer_does() {
    let scenario = scenario("q-cancels");
    assert_eq!(scenario.givens.scorer.kind, ScorerKind::Linear);
    let (one, other) = (branch(&scenario, "additive"), branch(&scenario, "additive-only-q"));
    assert_eq!((one.scorer.kind, other.scorer.kind), (ScorerKind::Additive, ScorerKind::Additive));
    assert_eq!(one.queries, scenario.givens.queries);
    assert_eq!(other.queries, branch(&scenario, "only-q").queries);
    let (before, after) = (Trace::new(&one), Trace::new(&other));
    let (a, b) = (attention(&before, 0), attention(&after, 0));
    assert!(a[0] > 0.85 && b[1] > 0.85, "{a:?} {b:?}");
    assert!(a.iter().zip(&b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max) > 0.8);
    assert_eq!(
        (written(&scenario, &one), written(&scenario, &other)),
        (vec!["him".to_owned()], vec!["book".to_owned()])
    );
}

/// The weights of 50-digit arithmetic for these very numbers, with and without the division.
#[test]
fn sixty_four_components_scaled_and_not() {
    const SCALED: [f64; 8] = [
        0.142_946_585_047_210_14,
        0.152_789_117_606_189_3,
        0.103_823_973_676_733_31,
        0.089_023_368_647_627_86,
        0.022_855_539_785_654_876,
        0.121_356_807_582_371_91,
        0.149_502_580_618_113_7,
        0.217_702_027_036_098_98,
    ];
    const UNSCALED: [f64; 8] = [
        0.029_899_202_671_885_377,
        0.050_934_108_823_921_59,
        0.002_315_530_487_486_825,
        0.000_676_552_528_827_821,
        1.277_030_267_134_324_3e-8,
        0.008_068_308_150_695_638,
        0.042_801_485_654_923_71,
        0.865_304_798_911_956_4,
    ];
    let scenario = scenario("scale-64");
    let unscaled = branch(&scenario, "unscaled");
    for (givens, expected) in [(&scenario.givens, SCALED), (&unscaled, UNSCALED)] {
        for (weight, expected) in attention(&Trace::new(givens), 0).iter().zip(expected) {
            assert!((weight - expected).abs() <= 1e-12, "{weight} for {expected}");
        }
    }
    // Nothing but the division differs: each score is eight times the other, exactly, as 8 is a power of two.
    let score = |givens: &Givens, slot| Trace::new(givens).row(0).scores.as_deref().unwrap().get(slot).unwrap();
    for slot in 0..8 {
        assert_eq!(score(&unscaled, slot), typical_product(64) * score(&scenario.givens, slot));
    }
}

/// The figures of the texts: in the file, and in the sentence on a distribution.
#[test]
fn what_saturation_looks_like() {
    let scenario = scenario("scale-64");
    let spread = |givens: &Givens| {
        let trace = Trace::new(givens);
        let row = &trace.row(0);
        Spread::of(row.scores.as_deref().unwrap(), row.attention.as_deref().unwrap())
    };
    let (scaled, unscaled) = (spread(&scenario.givens), spread(&branch(&scenario, "unscaled")));
    let said = |spread: &Spread, lang| observations::spread_of_reading(spread).get(lang).to_owned();
    assert_eq!(said(&scaled, Lang::En), "α: largest 0.218 of slot 8, entropy 1.97 ≤ 2.08 nats, slope 0.85 ≤ 0.88");
    assert_eq!(said(&unscaled, Lang::En), "α: largest 0.865 of slot 8, entropy 0.57 ≤ 2.08 nats, slope 0.25 ≤ 0.88");
    assert_eq!(said(&unscaled, Lang::Zh), "α：最大 0.865（第 8 槽），熵 0.57 ≤ 2.08 奈特，斜率 0.25 ≤ 0.88");
    assert!(unscaled.entropy < 0.3 * scaled.entropy && unscaled.slope < 0.3 * scaled.slope);
    // What the file says of its scores.
    let range = |givens: &Givens| {
        let trace = Trace::new(givens);
        let scores: Vec<f64> = trace.row(0).scores.as_deref().unwrap().iter().flatten().collect();
        (scores.iter().copied().fold(f64::MAX, f64::min), scores.iter().copied().fold(f64::MIN, f64::max))
    };
    let about = scenario.about.as_ref().unwrap();
    let ((low, high), (far_low, far_high)) = (range(&scenario.givens), range(&branch(&scenario, "unscaled")));
    for figure in
        [format!("{low:.2}"), format!("{high:.2}"), format!("{far_low:.1}"), format!("{far_high:.1}"), "87".into()]
    {
        assert!(about.en.contains(&figure) && about.zh.contains(&figure), "{figure}");
    }
    let text = builtin::find("scale-64").unwrap().text;
    let trace = Trace::new(&branch(&scenario, "unscaled"));
    let squares = trace.row(0).scores.as_deref().unwrap().iter().flatten().map(|score| score * score).sum::<f64>();
    assert!(text.contains(&format!("at {:.1})", (squares / 8.0).sqrt())));
}
