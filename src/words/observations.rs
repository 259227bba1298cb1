//! What is worth saying about a row: a plain sentence for each observation.

use super::Text;
use super::number::{derived, difference, percent, share};
use crate::both;
use crate::engine::{Observation, Spread, typical_product};

/// Names written out before a list says how many more there are.
const NAMED: usize = 3;

/// Widest number, in cells.
const CELLS: usize = 9;

/// The observation in a sentence. `slots` and `words` are the names of all slots and words, as they are to be shown.
pub fn sentence(observation: &Observation, slots: &[String], words: &[String]) -> Text {
    let word_named = |word: usize| words.get(word).map_or("", String::as_str);
    match observation {
        Observation::ValuesEqual => Text::new(
            "all values that can be read are equal: it does not matter which is read",
            "可读的值全都相同：读哪一个都一样",
        ),
        Observation::QueryCancels => Text::new(
            "aᵀq is common to all scores and cancels: q moves no attention weight",
            "每个打分里都有相同的 aᵀq，在 softmax 中抵消：q 改变不了读取权重",
        ),
        Observation::KeysEqual => Text::new(
            "all keys that can be read are equal: so are the scores, whatever q is",
            "可读的键全都相同：无论 q 是什么，打分都相等",
        ),
        Observation::PredictionTied { words: tied } => {
            let Text { en, zh } = list(tied, words);
            both!("the largest logit is shared by {en}", "词表打分并列最大：{zh}")
        }
        Observation::MostReadContributesLess { most_read, weight, contribute_most, contribution, word } => {
            let (read, contributing) = (list(most_read, slots), list(contribute_most, slots));
            let (weight, contribution) = (percent(*weight), difference(*contribution, CELLS));
            let (weight, contribution, word) = (weight.trim(), contribution.trim(), word_named(*word));
            let is = if most_read.len() > 1 { "are" } else { "is" };
            let contributes = if contribute_most.len() > 1 { "contribute" } else { "contributes" };
            let (read_en, read_zh) = (read.en, read.zh);
            let (most_en, most_zh) = (contributing.en, contributing.zh);
            both!(
                "{read_en} {is} read most ({weight}), but {most_en} {contributes} most to {word} ({contribution})",
                "读得最多的是 {read_zh}（{weight}），对 {word} 贡献最大的却是 {most_zh}（{contribution}）"
            )
        }
        Observation::SmallWeightCarriesMost { slot, weight, word, share } => {
            let (weight, share) = (percent(*weight), percent(*share));
            let (slot, word) = (slots.get(*slot).map_or("", String::as_str), word_named(*word));
            both!(
                "{slot} gets {weight} of the reading, yet {share} of the contributions to {word}, in size",
                "{slot} 只占读取权重的 {weight}，按大小却占对 {word} 各项贡献的 {share}"
            )
        }
        Observation::TwoDecimals { context, rounded, hundredths } => two_decimals(context, rounded, *hundredths),
    }
}

/// Both contexts whole where they are short, else at the component where they differ most.
fn two_decimals(context: &[f64], rounded: &[f64], hundredths: u64) -> Text {
    let number = |number: &f64| derived(*number, CELLS).trim().to_owned();
    let (exact, other) = if context.len() <= 2 {
        let written = |numbers: &[f64]| numbers.iter().map(number).collect::<Vec<_>>().join(", ");
        (format!("({})", written(context)), format!("c ({})", written(rounded)))
    } else {
        let apart = |(_, (exact, rounded)): &(usize, (&f64, &f64))| (*exact - *rounded).abs();
        let pairs = context.iter().zip(rounded).enumerate();
        let Some((place, (exact, rounded))) = pairs.max_by(|a, b| apart(a).total_cmp(&apart(b))) else {
            return Text::default();
        };
        let component = place + 1;
        (format!("c_{component} = {}", number(exact)), format!("c_{component} = {}", number(rounded)))
    };
    // Large numbers may differ by more than is seen of them.
    if exact == other.trim_start_matches("c ") {
        return Text::default();
    }
    if hundredths == 100 {
        return both!("two-decimal weights give {other}, not {exact}", "两位小数的权重给出 {other}，而不是 {exact}");
    }
    let (whole, hundredth) = (hundredths / 100, hundredths % 100);
    both!(
        "two-decimal weights sum to {whole}.{hundredth:02} and give {other}, not {exact}",
        "两位小数的权重之和为 {whole}.{hundredth:02}，给出 {other}，而不是 {exact}"
    )
}

/// How far the attention weights are spread: the largest, the entropy in nats and the slope, each of the latter beside the
/// most it can be.
pub fn spread_of_reading(spread: &Spread) -> Text {
    let slot = spread.largest.0 + 1;
    spread_of("α", spread, &both!("slot {slot}", "第 {slot} 槽"))
}

/// The same of the word probabilities. `words` are the names of all words, as they are to be shown.
pub fn spread_of_words(spread: &Spread, words: &[String]) -> Text {
    spread_of("p", spread, &Text::same(words.get(spread.largest.0).map_or("", String::as_str)))
}

fn spread_of(symbol: &str, spread: &Spread, place: &Text) -> Text {
    let (largest, Text { en, zh }) = (share(spread.largest.1, 3), place);
    let all = spread.shared_by;
    let more = match all.saturating_sub(1) {
        0 => Text::default(),
        more => both!(" and {more} more", " 等 {all} 处"),
    };
    let (more_en, more_zh) = (more.en, more.zh);
    let [entropy, most_entropy, slope, most_slope] =
        [spread.entropy, spread.most_entropy, spread.slope, spread.most_slope].map(|number| share(number, 2));
    both!(
        "{symbol}: largest {largest} of {en}{more_en}, entropy {entropy} ≤ {most_entropy} nats, slope {slope} ≤ {most_slope}",
        "{symbol}：最大 {largest}（{zh}{more_zh}），熵 {entropy} ≤ {most_entropy} 奈特，斜率 {slope} ≤ {most_slope}"
    )
}

/// What the slope is, for whoever asks.
pub fn what_slope_is() -> Text {
    Text::new(
        "slope = Σ_j ∂α_j/∂e_j = Σ_j α_j (1 − α_j): 0 where one weight is 1, the softmax is saturated",
        "斜率 = Σ_j ∂α_j/∂e_j = Σ_j α_j (1 − α_j)：某个权重为 1 时是 0，softmax 已饱和",
    )
}

/// How large a dot product of so many components typically is, and what it is divided by for that reason.
pub fn typical_score(d_k: usize) -> Text {
    let typical = derived(typical_product(d_k), CELLS);
    let typical = typical.trim();
    // Whole where it is: √64 = 8.
    let typical = typical.strip_suffix(".000000").unwrap_or(typical);
    both!(
        "q·k of {d_k} components of variance 1: typically ±√{d_k} = ±{typical}; divided by √{d_k}, ±1",
        "q·k 有 {d_k} 维、各维方差为 1 时，典型大小为 √{d_k} = {typical}；除以 √{d_k} 后为 1"
    )
}

/// Some names, and how many there are where they are many.
fn list(which: &[usize], names: &[String]) -> Text {
    let named = || which.iter().take(NAMED).filter_map(|place| names.get(*place)).map(String::as_str);
    let (en, zh) = (named().collect::<Vec<_>>().join(", "), named().collect::<Vec<_>>().join("、"));
    match which.len().saturating_sub(NAMED) {
        0 => Text { en: en.into(), zh: zh.into() },
        more => {
            let all = which.len();
            both!("{en} and {more} more", "{zh} 等 {all} 个")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::width::either;
    use super::*;

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    fn said(observation: &Observation) -> Text {
        let said = sentence(observation, &names(&["他", "书", "昨天", "<pad>"]), &names(&["him", "book", "yesterday"]));
        assert!(either(&said) <= 80, "{} cells: {said:?}", either(&said));
        said
    }

    #[test]
    fn facts_without_numbers() {
        for observation in [Observation::ValuesEqual, Observation::QueryCancels, Observation::KeysEqual] {
            assert!(either(&said(&observation)) <= 76, "{observation:?}");
        }
    }

    #[test]
    fn the_most_read_slot() {
        let most_read = |most_read: &[usize], contribute_most: &[usize]| {
            said(&Observation::MostReadContributesLess {
                most_read: most_read.to_vec(),
                weight: 0.422_319,
                contribute_most: contribute_most.to_vec(),
                contribution: 1.864_349,
                word: 1,
            })
        };
        let one = most_read(&[0], &[1]);
        assert_eq!(one.en, "他 is read most (42%), but 书 contributes most to book (+1.864349)");
        let tied = most_read(&[0, 2], &[1, 3]);
        assert_eq!(tied.en, "他, 昨天 are read most (42%), but 书, <pad> contribute most to book (+1.864349)");
        assert_eq!(tied.zh, "读得最多的是 他、昨天（42%），对 book 贡献最大的却是 书、<pad>（+1.864349）");
    }

    #[test]
    fn a_small_weight() {
        let text = said(&Observation::SmallWeightCarriesMost { slot: 1, weight: 0.07, word: 0, share: 0.6 });
        assert_eq!(text.en, "书 gets 7% of the reading, yet 60% of the contributions to him, in size");
        assert_eq!(text.zh, "书 只占读取权重的 7%，按大小却占对 him 各项贡献的 60%");
    }

    #[test]
    fn two_decimals() {
        let of = |context: &[f64], rounded: &[f64], hundredths| {
            said(&Observation::TwoDecimals { context: context.to_vec(), rounded: rounded.to_vec(), hundredths })
        };
        let lesson = of(&[1.266_956, 1.466_087], &[1.26, 1.48], 100);
        assert!(either(&lesson) <= 76);
        assert_eq!(lesson.en, "two-decimal weights give c (1.260000, 1.480000), not (1.266956, 1.466087)");
        assert_eq!(lesson.zh, "两位小数的权重给出 c (1.260000, 1.480000)，而不是 (1.266956, 1.466087)");
        let wide = of(&[1.0, 2.0, 3.0], &[0.99, 1.98, 2.97], 99);
        assert_eq!(wide.en, "two-decimal weights sum to 0.99 and give c_3 = 2.970000, not c_3 = 3.000000");
    }

    const SATURATED: Spread = Spread {
        largest: (7, 0.865_304_8),
        shared_by: 1,
        entropy: 0.574_524_7,
        most_entropy: 2.079_441_5,
        slope: 0.245_856_5,
        most_slope: 0.875,
    };

    #[test]
    fn how_far_weights_are_spread() {
        let text = spread_of_reading(&SATURATED);
        assert_eq!(text.en, "α: largest 0.865 of slot 8, entropy 0.57 ≤ 2.08 nats, slope 0.25 ≤ 0.88");
        assert_eq!(text.zh, "α：最大 0.865（第 8 槽），熵 0.57 ≤ 2.08 奈特，斜率 0.25 ≤ 0.88");
        assert!(either(&text) <= 76);
        // What is nearly 1 or 0 is not said to be.
        let nearly = Spread { largest: (0, 0.999_98), entropy: 2.3e-4, slope: 4e-5, ..SATURATED };
        let text = spread_of_reading(&nearly);
        assert_eq!(text.en, "α: largest >0.999 of slot 1, entropy 2e-4 ≤ 2.08 nats, slope 4e-5 ≤ 0.88");
        let tied = Spread { largest: (0, 1.0 / 3.0), shared_by: 3, ..SATURATED };
        let text = spread_of_words(&tied, &names(&["him", "book", "yesterday"]));
        assert!(text.en.starts_with("p: largest 0.333 of him and 2 more, entropy"), "{text}");
        assert!(text.zh.starts_with("p：最大 0.333（him 等 3 处），熵"), "{}", text.zh);
    }

    #[test]
    fn how_large_a_product_is() {
        let of = |d_k| {
            let text = typical_score(d_k);
            assert!(either(&text) <= 80, "{text}");
            text.en.into_owned()
        };
        assert_eq!(of(64), "q·k of 64 components of variance 1: typically ±√64 = ±8; divided by √64, ±1");
        assert_eq!(of(2), "q·k of 2 components of variance 1: typically ±√2 = ±1.414214; divided by √2, ±1");
        assert!(either(&what_slope_is()) <= 100);
    }

    #[test]
    fn many_names_are_counted() {
        let many = names(&["a", "b", "c", "d", "e"]);
        assert_eq!(list(&[0, 2, 3, 4], &many), Text::new("a, c, d and 1 more", "a、c、d 等 4 个"));
        assert_eq!(said(&Observation::PredictionTied { words: vec![0, 1] }).zh, "词表打分并列最大：him、book");
    }
}
