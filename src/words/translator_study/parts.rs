//! What is said of a part of the study, from its outcomes alone.

use super::findings::{compared, figure, listed};
use super::told;
use crate::both;
use crate::translator::corpus::Corpus;
use crate::translator::study::{Condition, Exchange, Finding, Measure, Outcome, Part, Stands, Summary, findings};
use crate::words::translator::grouped;
use crate::words::{Text, number};

/// Everything that is said of a part: what is outside the seeds' range, then what the part was made for.
pub fn part(part: Part, outcomes: &[&Outcome]) -> Vec<Text> {
    let conditions = part.conditions();
    let outcomes: Vec<&Outcome> =
        outcomes.iter().copied().filter(|outcome| conditions.contains(&outcome.condition)).collect();
    let found = findings(part, &outcomes);
    let of = Told { conditions, outcomes, found };
    let mut told = match part {
        Part::Order(_) => of.capacity(),
        Part::FirstStep => of.first_step(),
        Part::Longer => of.longer(),
    };
    told.extend(compared(&of.found));
    told
}

struct Told<'a> {
    conditions: Vec<Condition>,
    outcomes: Vec<&'a Outcome>,
    found: Vec<Finding>,
}

impl Told<'_> {
    fn of(&self, condition: Condition) -> impl Iterator<Item = &Outcome> {
        self.outcomes.iter().copied().filter(move |outcome| outcome.condition == condition)
    }

    fn summary(&self, condition: Condition, measure: Measure) -> Option<Summary> {
        Summary::of(self.of(condition).filter_map(|outcome| measure.of(outcome)))
    }

    fn stands(&self, against: Condition, condition: Condition, measure: Measure) -> Option<Stands> {
        let same =
            |finding: &&Finding| (finding.against, finding.condition, finding.measure) == (against, condition, measure);
        Some(self.found.iter().find(same)?.stands)
    }

    /// What the study is about, where the pairs say what a recipient is; else any word.
    fn main_measure(&self) -> Measure {
        let known = self.outcomes.iter().any(|outcome| Measure::RecipientLoss.of(outcome).is_some());
        if known { Measure::RecipientLoss } else { Measure::Loss }
    }

    /// The control: whether it has as many parameters, and what of the gap it leaves.
    fn capacity(&self) -> Vec<Text> {
        let (Some(reads), Some(control)) = (self.conditions.first().copied(), self.conditions.last().copied()) else {
            return Vec::new();
        };
        let count = |condition| self.of(condition).next().map(|outcome| outcome.parameters);
        let (Some(of_reads), Some(of_control)) = (count(reads), count(control)) else { return Vec::new() };
        let (reads_id, control_id) = (reads.id(), control.id());
        let (has, has_zh) =
            if of_control >= of_reads { ("no fewer than", "不少于") } else { ("fewer than", "少于") };
        let (many, few) = (grouped(of_control), grouped(of_reads));
        let mut told = vec![both!(
            "Capacity: the control {control_id} has {many} parameters, {has} the {few} of {reads_id}.",
            "容量：对照 {control_id} 有 {many} 个参数，{has_zh} {reads_id} 的 {few} 个。"
        )];
        let measure = self.main_measure();
        let (name, stands) = (super::measure(measure), self.stands(reads, control, measure));
        let (en, zh) = (&name.en, &name.zh);
        if of_control >= of_reads && stands == Some(Stands::Above) {
            told.push(both!(
                "Its {en} is above that of {reads_id} from every seed all the same, so the number of parameters alone \
                 does not account for what separates them.",
                "即便如此，它的{zh}在每个种子下都高于 {reads_id}，所以单凭参数个数解释不了两者的差距。"
            ));
        }
        told
    }

    /// The first word's loss under each change, one at a time.
    fn first_step(&self) -> Vec<Text> {
        let Some((reference, changes)) = self.conditions.split_first() else { return Vec::new() };
        let uniform: Vec<Text> = self
            .conditions
            .iter()
            .filter(|one| one.design().first_read_is_uniform())
            .map(|one| Text::same(one.id()))
            .collect();
        let mut told = Vec::new();
        if !uniform.is_empty() {
            let (en, zh) = listed(&uniform, ", ", "、");
            told.push(both!(
                "The first read of {en} is uniform whatever is learnt: q_1 = W_q h_0 with h_0 = 0 scores every unit 0. It \
                 is an average of the source, no reading; the first word is chosen from that.",
                "{zh} 的第一次读取无论学到什么都是均匀的：h_0 = 0，于是 q_1 = W_q h_0 给每个单位都打 0 分。那是整句的平均，不是读取；\
                 首词就凭它来选。"
            ));
        }
        let first = Measure::FirstWordLoss;
        let Some(of_reference) = self.summary(*reference, first) else { return told };
        let id = reference.id();
        let (en, zh) = figure(first, &of_reference);
        told.push(both!("First word's loss, in nats: {id} {en}.", "首词的损失（nats）：{id} {zh}。"));
        for change in changes {
            let (Some(summary), Some(stands)) = (self.summary(*change, first), self.stands(*reference, *change, first))
            else {
                continue;
            };
            let (id, (en, zh)) = (change.id(), figure(first, &summary));
            let (stands_en, stands_zh) = against_reference(stands);
            told.push(both!("With {id} alone changed: {en}; {stands_en}.", "只改 {id}：{zh}；{stands_zh}。"));
        }
        told
    }

    /// Whether more sentences help the summary, and whether they still did at the end.
    fn longer(&self) -> Vec<Text> {
        let [reads, fixed, longer] = self.conditions[..] else { return Vec::new() };
        let times = Condition::LONGER;
        let moved: Vec<Text> = [self.main_measure(), Measure::Exact]
            .into_iter()
            .filter_map(|measure| {
                let (short, long) = (self.summary(fixed, measure)?, self.summary(longer, measure)?);
                let name = super::measure(measure);
                let ((short, short_zh), (long, long_zh)) = (figure(measure, &short), figure(measure, &long));
                let (en, zh) = (&name.en, &name.zh);
                Some(both!("{en} from {short} to {long}", "{zh}从 {short_zh} 到 {long_zh}"))
            })
            .collect();
        if moved.is_empty() {
            return Vec::new();
        }
        let (en, zh) = listed(&moved, "; ", "；");
        let mut told = vec![both!(
            "With {times} times the sentences the fixed summary moves: {en}.",
            "句数增至 {times} 倍，固定摘要的变化：{zh}。"
        )];
        told.extend(self.end_of_course(longer));
        told.push(self.slow_or_not(reads, fixed, longer));
        told
    }

    /// The loss in the middle of the longer course and at its end, from each seed.
    fn second_halves(&self, longer: Condition) -> Vec<(f64, f64)> {
        let second_half = |outcome: &Outcome| {
            let (_, middle) = outcome.course.get(outcome.course.len() / 2)?;
            let (_, last) = outcome.course.last().filter(|_| outcome.course.len() > 2)?;
            Some((*middle, *last))
        };
        self.of(longer).filter_map(second_half).collect()
    }

    fn end_of_course(&self, longer: Condition) -> Option<Text> {
        let halves = self.second_halves(longer);
        let (before, last) = (Summary::of(halves.iter().map(|t| t.0))?, Summary::of(halves.iter().map(|t| t.1))?);
        let ((before, before_zh), (last, last_zh)) = (figure(Measure::Loss, &before), figure(Measure::Loss, &last));
        Some(both!(
            "Over the second half of the longer training the loss of the test sentences that are watched went from \
             {before} to {last}.",
            "较长训练的后一半里，跟踪的测试句的损失从 {before_zh} 到 {last_zh}。"
        ))
    }

    /// “Slow rather than incapable” only where the summary is behind what reads, more sentences help outside the seeds'
    /// range, and still did at the end; with how much of the way they went.
    fn slow_or_not(&self, reads: Condition, fixed: Condition, longer: Condition) -> Text {
        let measure = self.main_measure();
        let Some(stands) = self.stands(fixed, longer, measure).filter(|stands| *stands != Stands::TooFewSeeds) else {
            return Text::new(
                "Whether the summary is slow or incapable cannot be told: that takes three seeds of each.",
                "固定摘要是慢还是不能，无法判断：每个条件至少要有三个种子。",
            );
        };
        let halves = self.second_halves(longer);
        if self.stands(reads, fixed, measure) != Some(Stands::Above) {
            let (name, id) = (super::measure(measure), reads.id());
            let (en, zh) = (&name.en, &name.zh);
            return both!(
                "Under the same budget the fixed summary's {en} is not above that of {id} outside the seeds' range: it is \
                 not shown to be behind, so nothing is said of slow or incapable.",
                "同样的预算下，固定摘要的{zh}没有在种子范围之外高于 {id}：看不出它落后，所以不说它慢还是不能。"
            );
        }
        let improving = !halves.is_empty() && halves.iter().all(|(before, last)| last < before);
        let name = super::measure(measure);
        let (en, zh) = (&name.en, &name.zh);
        match (stands, improving) {
            (Stands::Below, true) => {
                let mean = |condition| self.summary(condition, measure).map_or(0.0, |summary| summary.mean);
                let made_up = (mean(fixed) - mean(longer)) / (mean(fixed) - mean(reads));
                let share = number::percent(made_up.clamp(0.0, 1.0));
                both!(
                    "The {en} is lower from every seed, {share} of the way to what reads at the smaller budget, and the loss \
                     still fell from every seed over the second half: here the fixed summary is slow rather than incapable, as \
                     far as this goes.",
                    "每个种子下{zh}都更低，走完了到“每步读取”（小预算）之间 {share} 的路，而且后一半里每个种子的损失都还在下降：\
                     就此而言，固定摘要是慢，而不是不能。"
                )
            }
            (Stands::Below, false) => both!(
                "The {en} is lower from every seed, but over the second half the loss did not fall from every seed: more \
                 sentences helped the fixed summary, and whether still more would is not shown.",
                "每个种子下{zh}都更低，但后一半里并非每个种子的损失都还在下降：更多句子帮到了固定摘要，再多是否还有用，这里没有显示。"
            ),
            _ => both!(
                "The {en} is not lower outside the seeds' range: more sentences did not help the fixed summary here, which \
                 shows neither that it is slow nor that it is incapable.",
                "{zh}没有在种子范围之外降低：在这里更多句子没有帮到固定摘要，既不能说明它慢，也不能说明它不能。"
            ),
        }
    }
}

fn against_reference(stands: Stands) -> (&'static str, &'static str) {
    match stands {
        Stands::Below => ("lower than the reference's from every seed", "每个种子都低于参照"),
        Stands::Above => ("higher than the reference's from every seed", "每个种子都高于参照"),
        Stands::Same => ("the same as the reference's", "与参照相同"),
        Stands::WithinSeeds => ("not outside the seeds' range", "没有超出种子的范围"),
        Stands::TooFewSeeds => ("too few seeds to say more", "种子太少，不作判断"),
    }
}

/// Losses, in nats, that are apart by no more than this are the same but for rounding.
const ROUNDING: f64 = 1e-9;

/// What the exchange of the two directions shows, and what follows.
pub fn exchange(shown: &Exchange) -> Vec<Text> {
    let Exchange { sentences, loss_apart, weight_apart, steps, training_apart } = *shown;
    let (count, steps) = (grouped(sentences), grouped(steps));
    let [loss, weight, training] = [loss_apart, weight_apart, training_apart].map(number::power);
    let mut told = vec![
        Text::new(
            "An encoder that reads both ways reads the reversed source with its two directions in each other's place, and \
             nothing else changes. So every translator for one order is, with the parameters of the two directions \
             exchanged, a translator for the other.",
            "双向编码器读反序的源句，只是两个方向互换了位置，别的都不变。所以一种次序的每个翻译器，把两个方向的参数互换，就是另一种次序的翻译器。",
        ),
        both!(
            "Shown by exchanging them: on {count} test sentences the two differ by at most {loss} nats in a sentence's loss \
             and by {weight} in a weight, and over {steps} steps of training from both by {training} nats a word in a step's \
             loss.",
            "互换给出的结果：在 {count} 个测试句上，两者每句损失最多相差 {loss} nats，权重最多相差 {weight}；从两者各训练 {steps} 步，\
             每步的损失最多相差每词 {training} nats。"
        ),
    ];
    told.push(if [loss_apart, weight_apart, training_apart].iter().all(|apart| *apart <= ROUNDING) {
        Text::new(
            "That is rounding: source order cannot matter here. From the same seed the two orders still end with other \
             numbers, because the seed begins with another of the two mirrored translators; this is why it is shown by the \
             exchange and not by averaging over seeds.",
            "这只是舍入：在这里源句次序不可能有影响。同一种子下两种次序的数仍不相同，是因为种子从互为镜像的两个翻译器里的另一个开始；\
             所以这里用互换来说明，而不是对种子取平均。",
        )
    } else {
        Text::new(
            "That is more than rounding, which the exchange does not explain.",
            "这超出了舍入，互换解释不了。",
        )
    });
    told
}

/// How small the language is, and what cannot be carried over.
pub fn language(corpus: &Corpus, is_lesson: bool) -> Text {
    let (train, test) = (grouped(corpus.train.len()), grouped(corpus.test.len()));
    let (source, target) = (grouped(corpus.source.len()), grouped(corpus.target.len()));
    let (what, what_zh) = match is_lesson {
        true => ("one small made-up language, from one small grammar", "一种很小的人造语言，出自一个小语法"),
        false => ("one small set of pairs", "一小份句对"),
    };
    both!(
        "All this is {what}: {train} pairs to train on and {test} to test with, {source} source units and {target} target \
         words (marks included). It holds for these translators, this size and this budget; nothing of it carries over to \
         natural language.",
        "这一切只关于{what_zh}：训练 {train} 对、测试 {test} 对，源单位 {source} 个、目标词 {target} 个（含标记）。\
         结论只对这些翻译器、这个规模和这份预算成立，不能搬到自然语言上。"
    )
}

/// What a word costs under each condition.
pub fn costs(part: Part, outcomes: &[&Outcome]) -> Option<Text> {
    let of_each: Vec<Text> = part
        .conditions()
        .into_iter()
        .filter_map(|condition| {
            let outcome = outcomes.iter().find(|outcome| outcome.condition == condition)?;
            let (id, cost) = (condition.id(), told(Measure::Cost, outcome.cost.products_a_word));
            Some(both!("{id} {cost}", "{id} {cost}"))
        })
        .collect();
    let (en, zh) = listed(&of_each, ", ", "，");
    (!of_each.is_empty()).then(|| {
        both!("Multiplications a word, the same on every machine: {en}.", "每词乘法次数（任何机器上都一样）：{zh}。")
    })
}

#[cfg(test)]
mod tests;
