//! What is outside the seeds' range, and what is not.

use super::told;
use crate::both;
use crate::translator::study::{Condition, Finding, Measure, Stands, Summary};
use crate::words::{Text, number};

/// Of so few seeds nothing is said.
pub fn too_few_seeds() -> Text {
    Text::new(
        "Nothing is said to be outside what seeds do by themselves: that takes three seeds of each condition.",
        "没有什么可以说成超出种子本身的差异：每个条件至少要有三个种子。",
    )
}

/// Every comparison of a part: two conditions in all figures a sentence, then how much of it chance would do.
pub fn compared(findings: &[Finding]) -> Vec<Text> {
    // The cost is the same from every seed: it is told, and no comparison of seeds.
    let findings: Vec<&Finding> = findings.iter().filter(|finding| finding.measure != Measure::Cost).collect();
    if findings.iter().all(|finding| finding.stands == Stands::TooFewSeeds) {
        return vec![too_few_seeds()];
    }
    let mut told: Vec<Text> = Vec::new();
    let mut rest = &findings[..];
    while let Some(first) = rest.first() {
        let same = |finding: &&Finding| (finding.against, finding.condition) == (first.against, first.condition);
        let of_pair = rest.iter().take_while(|finding| same(finding)).count();
        told.push(pair(&rest[..of_pair]));
        rest = &rest[of_pair..];
    }
    told.extend(by_chance(&findings));
    told
}

/// Two conditions in every figure.
fn pair(findings: &[&Finding]) -> Text {
    let Some(first) = findings.first() else { return Text::default() };
    let (against, condition) = (first.against.id(), first.condition.id());
    let difference = difference(first.against, first.condition);
    let (differs_en, differs_zh) = (&difference.en, &difference.zh);
    let of = |wanted: fn(Stands) -> bool| findings.iter().copied().filter(move |finding| wanted(finding.stands));
    let outside: Vec<Text> = of(|stands| matches!(stands, Stands::Below | Stands::Above)).map(outside).collect();
    let name = |finding: &Finding| super::measure(finding.measure);
    let within: Vec<Text> = of(|stands| stands == Stands::WithinSeeds).map(name).collect();
    let same: Vec<Text> = of(|stands| stands == Stands::Same).map(name).collect();
    let few: Vec<Text> = of(|stands| stands == Stands::TooFewSeeds).map(name).collect();
    let mut told =
        both!("{condition} against {against} ({differs_en}): ", "{condition} 对 {against}（{differs_zh}）：");
    let mut parts: Vec<Text> = Vec::new();
    if outside.is_empty() {
        parts.push(Text::new("nothing is outside the seeds' range", "没有什么超出种子的范围"));
    } else {
        let (en, zh) = listed(&outside, "; ", "；");
        parts.push(both!("outside the seeds' range: {en}", "超出种子范围的：{zh}"));
    }
    let mut and = |en: &str, zh: &str, names: &[Text]| {
        if !names.is_empty() {
            let (names_en, names_zh) = listed(names, ", ", "、");
            parts.push(both!("{en}: {names_en}", "{zh}：{names_zh}"));
        }
    };
    and("within it", "没有超出的", &within);
    and("the same to the last bit", "完全相同的", &same);
    and("too few seeds for", "种子太少、不作判断的", &few);
    if mirrored(first.against, first.condition) && !outside.is_empty() {
        parts.push(Text::new(
            "these two are one family of translators, exchanged for each other as said here, so that what is outside is \
             which of them the seeds began with",
            "这两者是同一族翻译器，可如文中所说互换，所以超出范围的只是种子碰巧从其中哪一个开始",
        ));
    }
    let (en, zh) = listed(&parts, ". ", "。");
    told.en.to_mut().push_str(&capitals(&format!("{en}.")));
    told.zh.to_mut().push_str(&format!("{zh}。"));
    told
}

/// Whether two conditions differ in the order of a source that the encoder reads both ways.
fn mirrored(one: Condition, two: Condition) -> bool {
    let (one, two) = (one.design(), two.design());
    let same_but_for_order = crate::translator::Design { order: two.order, ..one } == two;
    one.encoder == crate::translator::Encoder::Bidirectional && one.order != two.order && same_but_for_order
}

/// The first letter after each full stop as a capital; the first of all as it is, after a colon.
fn capitals(text: &str) -> String {
    let parts = text.split(". ").enumerate().map(|(at, part)| {
        let mut letters = part.chars();
        match letters.next() {
            Some(first) if at > 0 => format!("{}{}", first.to_uppercase(), letters.as_str()),
            _ => part.to_owned(),
        }
    });
    parts.collect::<Vec<_>>().join(". ")
}

/// A figure that is outside, with both ranges.
fn outside(finding: &Finding) -> Text {
    let Finding { measure, figures: (one, two), stands, .. } = finding;
    let name = super::measure(*measure);
    let (en, zh) = (&name.en, &name.zh);
    let below = *stands == Stands::Below;
    let better = below == measure.less_is_better();
    let (is, is_zh) = match (below, better) {
        (true, true) => ("lower, which is better", "更低，更好"),
        (true, false) => ("lower, which is worse", "更低，更差"),
        (false, true) => ("higher, which is better", "更高，更好"),
        (false, false) => ("higher, which is worse", "更高，更差"),
    };
    let ((two, two_zh), (one, one_zh)) = ranges(*measure, one, two);
    both!("{en} {is} ({two} against {one})", "{zh}{is_zh}（{two_zh} 对 {one_zh}）")
}

type Both = (String, String);

/// Both ranges, the second condition's first, with as many digits as it takes to tell them apart.
fn ranges(of: Measure, one: &Summary, two: &Summary) -> (Both, Both) {
    let edges = [(two.lowest, one.highest), (two.highest, one.lowest)];
    let blurred = edges.iter().any(|(a, b)| a != b && told(of, *a) == told(of, *b));
    let say = |figure: f64| if blurred { number::precisely(figure) } else { told(of, figure) };
    let range = |summary: &Summary| {
        let (low, high) = (say(summary.lowest), say(summary.highest));
        if low == high { (low.clone(), low) } else { (format!("{low} to {high}"), format!("{low} 到 {high}")) }
    };
    (range(two), range(one))
}

/// A summary as it is told: the mean, and the range where there is one.
pub(super) fn figure(of: Measure, summary: &Summary) -> Both {
    let (mean, low, high) = (told(of, summary.mean), told(of, summary.lowest), told(of, summary.highest));
    match summary.seeds {
        1 => (mean.clone(), mean),
        // Told apart by no digit that is shown.
        _ if low == high => (mean.clone(), mean),
        _ => (format!("{mean} ({low} to {high})"), format!("{mean}（{low} 到 {high}）")),
    }
}

/// In what two conditions differ.
fn difference(against: Condition, condition: Condition) -> Text {
    let cell = |condition: Condition| match condition {
        Condition::Cell { order, reads, .. } => Some((order, reads)),
        _ => None,
    };
    let (en, zh) = match (cell(against), condition, cell(condition)) {
        (Some((order, reads)), _, Some((other, other_reads))) => match (order != other, reads != other_reads) {
            (true, false) => ("only the source order differs", "只有源句次序不同"),
            (false, true) => ("only the interface differs", "只有接口不同"),
            _ => ("order and interface differ", "次序与接口都不同"),
        },
        (Some((_, true)), Condition::Matched(_), _) => ("interface and width differ", "接口与宽度不同"),
        (Some((_, false)), Condition::Matched(_), _) => ("only the width differs", "只有宽度不同"),
        (Some((_, true)), Condition::Longer(_), _) => ("interface and number of sentences differ", "接口与句数不同"),
        (Some((_, false)), Condition::Longer(_), _) => ("only the number of sentences differs", "只有句数不同"),
        (_, Condition::UpdateThenRead, _) => ("only what comes first in a step differs", "只有一步里的先后不同"),
        (_, Condition::QueryBias, _) => ("only the query's constant differs", "只有查询的常数不同"),
        (_, Condition::FirstState, _) => ("only the first state differs", "只有初始状态不同"),
        _ => ("they differ", "两者不同"),
    };
    Text::new(en, zh)
}

/// How often chance alone would part two conditions that are equal, and how many of these comparisons it would.
fn by_chance(findings: &[&Finding]) -> Option<Text> {
    let enough: Vec<&&Finding> = findings.iter().filter(|finding| finding.stands != Stands::TooFewSeeds).collect();
    let first = enough.first()?;
    let (one, two) = (first.figures.0.seeds, first.figures.1.seeds);
    let even = enough.iter().all(|finding| (finding.figures.0.seeds, finding.figures.1.seeds) == (one, two));
    if !even {
        return None;
    }
    let (count, outside) = (enough.len(), enough.iter().filter(|finding| is_outside(finding)).count());
    let once_in = once_in(one, two);
    #[expect(clippy::cast_precision_loss, reason = "a count of comparisons")]
    let expected = number::share(count as f64 / once_in, 1);
    let once_in = if once_in < 1e6 { super::whole(once_in) } else { number::power(once_in) };
    let (seeds, seeds_zh) = match one == two {
        true => (format!("{one} seeds a side"), format!("每边 {one} 个种子")),
        false => (format!("{one} and {two} seeds"), format!("{one} 与 {two} 个种子")),
    };
    Some(both!(
        "With {seeds}, chance alone parts two equal conditions this completely, in one figure, once in {once_in} times. \
         Outside are {outside} of the {count} comparisons here; about {expected} would be if nothing mattered at all, though \
         not independently of each other: what belongs together is seen in several figures at once.",
        "{seeds_zh}时，两个其实相同的条件在一个数上仅凭偶然就这样完全分开，{once_in} 次里有一次。这里的 {count} 个比较中有 {outside} 个超出；\
         如果什么都没有影响，也会有约 {expected} 个，只是它们并不互相独立：真正的差别会同时见于好几个数。"
    ))
}

fn is_outside(finding: &Finding) -> bool {
    matches!(finding.stands, Stands::Below | Stands::Above)
}

/// How many orders of so many seeds there are to each of the two in which one side lies below the other: C(a + b, a) / 2.
fn once_in(one: usize, two: usize) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "counts of seeds")]
    let ways = (1..=one).map(|at| (two + at) as f64 / at as f64).product::<f64>();
    ways / 2.0
}

/// A list in both languages.
pub(super) fn listed(texts: &[Text], en: &str, zh: &str) -> Both {
    let of = |get: fn(&Text) -> &str, between: &str| texts.iter().map(get).collect::<Vec<_>>().join(between);
    (of(|text| &text.en, en), of(|text| &text.zh, zh))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::translator::study::Part;

    fn finding(measure: Measure, one: [f64; 3], two: [f64; 3], stands: Stands) -> Finding {
        let conditions = Part::FirstStep.conditions();
        let figures = (Summary::of(one).expect("figures"), Summary::of(two).expect("figures"));
        Finding { against: conditions[0], condition: conditions[1], measure, figures, stands }
    }

    #[test]
    fn chance_is_counted_as_the_seeds_are() {
        assert_eq!([once_in(3, 3), once_in(4, 4), once_in(5, 5)], [10.0, 35.0, 126.0]);
        assert!((once_in(3, 5) - 28.0).abs() < 1e-12);
    }

    #[test]
    fn both_ranges_stand_in_what_is_outside_and_nothing_is_claimed_of_the_rest() {
        let told = compared(&[
            finding(Measure::Loss, [0.2, 0.3, 0.25], [0.1, 0.15, 0.12], Stands::Below),
            finding(Measure::Exact, [0.2, 0.3, 0.25], [0.1, 0.15, 0.12], Stands::Below),
            finding(Measure::Bleu, [50.0, 60.0, 55.0], [51.0, 52.0, 53.0], Stands::WithinSeeds),
            finding(Measure::Cost, [10.0; 3], [11.0; 3], Stands::Above),
        ]);
        let said = &told[0].en;
        assert!(
            said.contains("loss lower, which is better (0.100000 to 0.150000 against 0.200000 to 0.300000)"),
            "{said}"
        );
        assert!(said.contains("exact match lower, which is worse (0.1000 to 0.1500"), "{said}");
        assert!(said.ends_with("Within it: BLEU."), "{said}");
        assert!(!said.contains("cost"), "{said}");
        assert!(
            told[1].en.contains("once in 10 times. Outside are 2 of the 3 comparisons here; about 0.3"),
            "{}",
            told[1]
        );
        assert!(told[1].zh.contains("10 次里有一次"), "{}", told[1].zh);
    }

    #[test]
    fn what_digits_would_blur_is_told_with_more_of_them() {
        let told = compared(&[finding(Measure::Loss, [0.2; 3], [0.200_000_01; 3], Stands::Above)]);
        assert!(told[0].en.contains("(0.200000010000 against 0.200000000000)"), "{}", told[0]);
    }

    #[test]
    fn with_too_few_seeds_nothing_is_claimed() {
        let told = compared(&[finding(Measure::Loss, [0.2; 3], [0.3; 3], Stands::TooFewSeeds)]);
        assert_eq!(told, [too_few_seeds()]);
    }
}
