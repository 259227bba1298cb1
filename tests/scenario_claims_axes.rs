//! What the built-in scenarios `wrong-axis` and `masks` say of themselves, held against their numbers, and against the
//! same numbers in 50-digit arithmetic.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

mod support;

use support::facts::{attention, bits, branch, probabilities, scenario, top, written};
use twoaxes::engine::laws::{Check, Law, Verdict};
use twoaxes::engine::mistakes::{Mistake, Mistaken};
use twoaxes::engine::{Comparison, Givens, Mark, Mask, Stage, Trace, Undefined};
use twoaxes::scenario::Scenario;

fn scores(trace: &Trace, row: usize) -> Vec<Option<f64>> {
    trace.row(row).scores.as_deref().unwrap().iter().collect()
}

/// The weights a mistake makes of a row.
fn wrong_attention(mistake: Mistake, givens: &Givens, row: usize) -> Vec<f64> {
    let wrong = Mistaken::new(mistake, givens, &Trace::new(givens)).row(row);
    (0..givens.slots()).map(|slot| wrong.attention(slot).number().unwrap_or(0.0)).collect()
}

fn targets(scenario: &Scenario) -> Vec<String> {
    scenario.givens.targets.iter().map(|target| scenario.names.words[target.unwrap()].clone()).collect()
}

#[track_caller]
fn close(got: &[f64], want: &[f64]) {
    assert_eq!(got.len(), want.len());
    for (got, want) in got.iter().zip(want) {
        assert!((got - want).abs() <= 1e-12, "{got} for {want}");
    }
}

/// With keys that are one slot each, a score is a number of the query: the table in the file is the table of queries.
#[test]
fn a_score_is_a_number_of_the_query() {
    for id in ["wrong-axis", "masks"] {
        let scenario = scenario(id);
        let mut givens = scenario.givens.clone();
        givens.mask = Mask::none(givens.slots());
        let trace = Trace::new(&givens);
        assert_eq!(givens.d_k(), givens.slots());
        for row in 0..givens.rows() {
            let query: Vec<Option<f64>> = givens.queries.line(row).iter().copied().map(Some).collect();
            assert_eq!(scores(&trace, row), query);
            assert!(query.iter().flatten().all(|score| score.fract() == 0.0 && score.abs() <= 8.0));
        }
    }
}

const RIGHT: [[f64; 3]; 3] = [
    [0.786_986_042_161_598_5, 0.106_506_978_919_200_75, 0.106_506_978_919_200_75],
    [0.045_278_500_743_629_07, 0.909_442_998_512_741_9, 0.045_278_500_743_629_07],
    [0.035_119_026_959_339_72, 0.259_496_460_342_419_13, 0.705_384_512_698_241_2],
];

const DOWN_THE_QUERIES: [[f64; 3]; 3] = [
    [0.986_703_291_042_268, 0.422_318_798_251_518_2, 0.487_855_551_160_368_4],
    [0.006_648_354_478_866_004, 0.422_318_798_251_518_2, 0.024_288_897_679_263_21],
    [0.006_648_354_478_866_004, 0.155_362_403_496_963_62, 0.487_855_551_160_368_4],
];

/// The picture is square, every word is right, and the sums over the rows are not 1.
#[test]
fn nothing_but_its_name_tells_an_axis() {
    let scenario = scenario("wrong-axis");
    let trace = Trace::new(&scenario.givens);
    assert_eq!((scenario.givens.rows(), scenario.givens.slots(), scenario.givens.words()), (3, 3, 3));
    for (row, right) in RIGHT.iter().enumerate() {
        close(&attention(&trace, row), right);
        assert_eq!(top(right), row, "the diagonal looks the same when the picture is turned");
    }
    assert_eq!(written(&scenario, &scenario.givens), targets(&scenario));
    let over_rows: Vec<f64> = (0..3).map(|slot| RIGHT.iter().map(|row| row[slot]).sum()).collect();
    assert!(over_rows.iter().all(|sum| (sum - 1.0).abs() > 0.1), "{over_rows:?}");
}

#[test]
fn along_t_the_slots_sum_to_one_and_the_rows_do_not() {
    let scenario = scenario("wrong-axis");
    let givens = &scenario.givens;
    let mistaken = Mistaken::new(Mistake::SoftmaxOverQueries, givens, &Trace::new(givens));
    for (row, wrong) in DOWN_THE_QUERIES.iter().enumerate() {
        close(&wrong_attention(Mistake::SoftmaxOverQueries, givens, row), wrong);
        assert!(wrong.iter().all(|weight| (0.0..=1.0).contains(weight)), "no number gives it away");
    }
    for slot in 0..3 {
        close(&[DOWN_THE_QUERIES.iter().map(|row| row[slot]).sum()], &[1.0]);
    }
    let sums = [1.896_877_640_454_154_5, 0.453_256_050_409_647_4, 0.649_866_309_136_198];
    for (row, sum) in sums.into_iter().enumerate() {
        close(&[mistaken.row(row).attention_sum().number().unwrap()], &[sum]);
    }

    // The laws that break, in the row told of.
    let wrong = mistaken.row(0);
    let broken = Check::all(&mistaken.claims(&wrong)).into_iter().filter(|check| check.verdict == Verdict::Broken);
    let broken: Vec<Law> = broken.map(|check| check.law).collect();
    assert_eq!(broken, [Law::AttentionSumsToOne, Law::AttentionFromScores, Law::ContextInHull]);

    // The context is beyond every value, and the word is wrong; that of the other rows is not.
    let largest = (0..3).map(|slot| givens.values.get(slot, 0)).fold(f64::MIN, f64::max);
    assert!(largest == 2.0 && wrong.context(0).number().unwrap() > 2.9);
    let words: Vec<usize> = (0..3)
        .map(|row| {
            let wrong = mistaken.row(row);
            top(&(0..3).map(|word| wrong.probability(word).number().unwrap()).collect::<Vec<f64>>())
        })
        .collect();
    assert_eq!(words, [2, 1, 2], "him in place of I");
}

/// One query alone: along j only its own row can move, and being raised alike it does not either; along t every row does.
#[test]
fn along_t_the_rows_take_from_each_other() {
    let scenario = scenario("wrong-axis");
    let louder = branch(&scenario, "only-q1");
    let raised: Vec<f64> = (0..3).map(|i| louder.queries.get(0, i) - scenario.givens.queries.get(0, i)).collect();
    assert_eq!(raised, [3.0; 3]);
    let (before, after) = (Trace::new(&scenario.givens), Trace::new(&louder));
    for row in 0..3 {
        assert_eq!(bits(&attention(&before, row)), bits(&attention(&after, row)), "row {}", row + 1);
        let of = |givens| wrong_attention(Mistake::SoftmaxOverQueries, givens, row);
        let (was, is): (f64, f64) = (of(&scenario.givens).iter().sum(), of(&louder).iter().sum());
        assert!(if row == 0 { is > was + 0.9 } else { is < 0.12 * was }, "row {}: {was} {is}", row + 1);
    }
    close(
        &wrong_attention(Mistake::SoftmaxOverQueries, &louder, 1),
        &[0.000_335_237_708_457_209_7, 0.046_612_622_577_973_89, 0.002_355_633_080_796_68],
    );

    let elsewhere = branch(&scenario, "only-q2");
    let after = Trace::new(&elsewhere);
    let comparison = Comparison::new((&scenario.givens, &before), (&elsewhere, &after));
    let moved: Vec<usize> = (0..3).filter(|row| comparison.stage(*row, Stage::Attention) == Mark::Moved).collect();
    assert_eq!(moved, [1]);
    assert_eq!(written(&scenario, &elsewhere), ["I", "him", "him"]);
}

/// Slots, rows and targets are those of one sentence: slot t + 1 holds what row t is to write.
#[test]
fn each_row_could_read_its_answer() {
    let scenario = scenario("masks");
    let slots = &scenario.names.slots;
    for row in 0..4 {
        assert_eq!(scenario.names.prefixes[row].as_deref(), Some(slots[..=row].join(" ").as_str()));
        let last = row == 3;
        assert_eq!(last, slots[row + 1] != targets(&scenario)[row], "row {}", row + 1);
        assert_eq!(top(scenario.givens.queries.line(row)), row + 1, "what is asked for is the answer");
    }
    // No row reads the padding, and where it could be read it would be.
    let (masked, read) = (Trace::new(&scenario.givens), Trace::new(&branch(&scenario, "mask-off")));
    let of_padding = |trace: &Trace| -> Vec<f64> { (0..4).map(|row| attention(trace, row)[4]).collect() };
    assert_eq!(bits(&of_padding(&masked)), [0; 4]);
    close(
        &of_padding(&read),
        &[0.247_602_007_776_674, 0.247_602_007_776_674, 0.252_960_187_645_056_9, 0.840_136_902_057_048_7],
    );
    assert_eq!(written(&scenario, &scenario.givens), ["I", "gave", "him", "him"]);
    close(&[masked.loss().unwrap()], &[2.794_919_143_063_952]);
}

fn causal(scenario: &Scenario) -> Givens {
    let mut givens = scenario.givens.clone();
    givens.mask.set_causal(true);
    givens
}

#[test]
fn under_the_causal_mask_the_answers_are_out_of_sight() {
    let scenario = scenario("masks");
    let givens = causal(&scenario);
    let trace = Trace::new(&givens);
    for (row, want) in [
        [1.0, 0.0, 0.0, 0.0, 0.0],
        [0.268_941_421_369_995_1, 0.731_058_578_630_004_9, 0.0, 0.0, 0.0],
        [0.211_941_557_617_085_44, 0.211_941_557_617_085_44, 0.576_116_884_765_829_1, 0.0, 0.0],
        [0.096_255_135_257_468_72, 0.096_255_135_257_468_72, 0.096_255_135_257_468_72, 0.711_234_594_227_593_8, 0.0],
    ]
    .iter()
    .enumerate()
    {
        close(&attention(&trace, row), want);
    }
    assert_eq!(written(&scenario, &givens), ["EOS", "I", "gave", "him"], "none is right");
    close(&[trace.loss().unwrap()], &[13.658_523_461_580_144]);
    // The last row may read what it could before.
    assert_eq!(bits(&attention(&trace, 3)), bits(&attention(&Trace::new(&scenario.givens), 3)));
}

/// One cell of the mask is felt by its row alone; a row without a slot has no softmax, no prediction, no loss, and the
/// others neither notice nor are counted otherwise.
#[test]
fn single_cells_and_a_row_that_may_read_nothing() {
    let scenario = scenario("masks");
    let before = Trace::new(&scenario.givens);
    let one = branch(&scenario, "one-cell");
    let after = Trace::new(&one);
    let comparison = Comparison::new((&scenario.givens, &before), (&one, &after));
    let moved: Vec<usize> = (0..4).filter(|row| comparison.stage(*row, Stage::Attention) == Mark::Moved).collect();
    assert_eq!(moved, [2]);
    assert_ne!(written(&scenario, &one)[2], "him");

    let mut givens = causal(&scenario);
    let whole = Trace::new(&givens);
    givens.mask.set_cell(4, 0, 0, false);
    let trace = Trace::new(&givens);
    let first = trace.row(0);
    assert!(matches!(first.undefined(), Some(Undefined::AllMasked { row: 0 })), "{:?}", first.undefined());
    assert!(first.attention.is_err() && first.probabilities.is_err());
    assert!(first.loss.as_ref().is_some_and(Result::is_err));
    let mut others = 0.0;
    for row in 1..4 {
        assert_eq!(bits(&attention(&whole, row)), bits(&attention(&trace, row)));
        assert_eq!(bits(&probabilities(&whole, row)), bits(&probabilities(&trace, row)));
        others += trace.row(row).loss.unwrap().unwrap();
    }
    close(&[trace.loss().unwrap(), others], &[9.622_223_605_744_525; 2]);

    // −1e9 finds something to read there: every slot alike, and the other rows are none the wiser.
    let wrong = |row| wrong_attention(Mistake::FiniteMinusInfinity, &givens, row);
    close(&wrong(0), &[0.2; 5]);
    assert!((1..4).all(|row| bits(&wrong(row)) == bits(&attention(&trace, row))));
}

#[test]
fn two_ways_to_mask_that_do_not_hide() {
    let scenario = scenario("masks");
    let givens = causal(&scenario);
    // A score of 0 beside one of 1: e / (e + 4) and 1 / (e + 4).
    close(
        &wrong_attention(Mistake::MaskMultiplied, &givens, 0),
        &[
            0.404_609_675_191_689_67,
            0.148_847_581_202_077_58,
            0.148_847_581_202_077_58,
            0.148_847_581_202_077_58,
            0.148_847_581_202_077_58,
        ],
    );
    let sums = [0.033_509_287_852_410_15, 0.045_836_665_941_607_8, 0.059_422_730_955_794_74, 0.159_863_097_942_951_25];
    for (row, sum) in sums.into_iter().enumerate() {
        let multiplied = wrong_attention(Mistake::MaskMultiplied, &givens, row);
        assert!(multiplied.iter().skip(row + 1).all(|weight| *weight > 0.08), "{multiplied:?}");
        close(&[multiplied.iter().sum()], &[1.0]);
        let late = wrong_attention(Mistake::MaskAfterSoftmax, &givens, row);
        assert!(late.iter().skip(row + 1).all(|weight| *weight == 0.0), "{late:?}");
        close(&[late.iter().sum()], &[sum]);
    }
}
