//! The corpus of the translator against reference files made apart from this program (`oracle/translator`), tables of
//! one's own, and what is said of those that are wrong.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a reference that cannot be read fails the test")]

use proptest::prelude::*;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use twoaxes::translator::corpus::{
    CannotRead, Clause, Clauses, Grammar, HELD_OUT, Noun, NounPhrase, Person, Quantity, TableFault, TableLimits,
    TableProblems, Time, Verb, read_table,
};
use twoaxes::translator::{Aligned, BOS, Bleu, Corpus, EOS, Kind, PAD, Pair, Role, Side, Vocabulary};
use twoaxes::words::{Lang, translator_corpus as say};

const CHECK: &str = include_str!("oracle/translator/corpus/corpus_check.json");
const EXAMPLES: &str = include_str!("oracle/translator/corpus/examples.json");
const TEST_HEAD: &str = include_str!("oracle/translator/corpus/test-head.tsv");
const BLEU: &str = include_str!("oracle/translator/bleu.json");

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Check {
    src_vocab: Vec<String>,
    tgt_vocab: Vec<String>,
    seed: u64,
    fnv1a64: BySplit<String>,
    counts: BySplit<usize>,
    first5_train: Vec<String>,
    last_train: String,
    last_test: String,
    held: Vec<(String, String)>,
    splitmix64_seed1: Draws,
}

#[derive(Deserialize, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
struct BySplit<T> {
    train: T,
    test: T,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Draws {
    next: Vec<String>,
    unit: Vec<f64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Examples {
    n: usize,
    examples: Vec<Example>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Example {
    split: String,
    kind: String,
    src: Vec<String>,
    tgt: Vec<String>,
    align: Vec<usize>,
    cls: Vec<String>,
    clauses: Vec<ExampleClause>,
}

#[derive(Deserialize, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
struct ExampleClause {
    subject: String,
    recipient: String,
    time: String,
    time_first: bool,
    verb: String,
    objects: Vec<(String, String)>,
}

fn check() -> Check {
    serde_json::from_str(CHECK).unwrap()
}

#[test]
fn the_lesson_corpus_is_the_reference_to_the_bit() {
    let (check, corpus) = (check(), Corpus::lesson());
    assert_eq!(corpus.source.words(), check.src_vocab);
    assert_eq!(corpus.target.words(), check.tgt_vocab);
    assert_eq!(BySplit { train: corpus.train.len(), test: corpus.test.len() }, check.counts);
    let sums = BySplit { train: corpus.train_checksum(), test: corpus.test_checksum() };
    let written = BySplit { train: format!("{:#x}", sums.train), test: format!("{:#x}", sums.test) };
    assert_eq!(written, check.fnv1a64);

    let train: Vec<String> = corpus.train.iter().map(|pair| corpus.pair_text(pair)).collect();
    let test: Vec<String> = corpus.test.iter().map(|pair| corpus.pair_text(pair)).collect();
    assert_eq!(train[..5], check.first5_train);
    assert_eq!(train.last(), Some(&check.last_train));
    assert_eq!(test.last(), Some(&check.last_test));
    let head: Vec<&str> = TEST_HEAD.lines().collect();
    assert_eq!(head.len(), 30);
    assert_eq!(test[..30], head);

    let held: BTreeSet<(String, String)> = check.held.into_iter().collect();
    let ours = HELD_OUT.map(|(person, noun)| (person.source().to_owned(), noun.source().to_owned()));
    assert_eq!(BTreeSet::from(ours), held);
    assert_eq!(check.seed, 20_140_901);
}

#[test]
fn the_draws_are_the_reference_s() {
    let draws = check().splitmix64_seed1;
    let mut random = twoaxes::translator::SplitMix64::new(1);
    let next: Vec<String> = draws.next.iter().map(|_| random.next_bits().to_string()).collect();
    assert_eq!(next, draws.next);
    // `within(1)` is 2 · unit − 1.
    let mut random = twoaxes::translator::SplitMix64::new(1);
    for unit in draws.unit {
        assert_eq!(random.within(1.0), 2.0 * unit - 1.0);
    }
}

/// Counts by kind, lengths, and what is held out, as the specification tells them.
#[test]
fn the_lesson_corpus_is_what_it_is_said_to_be() {
    let corpus = Corpus::lesson();
    let grammar = Grammar::lesson();
    for (kind, train, test, source, target) in [
        (Kind::A, 1800, 300, 9..=10, 8..=11),
        (Kind::B, 600, 150, 13..=14, 11..=17),
        (Kind::C, 600, 150, 18..=20, 14..=21),
    ] {
        let of_kind = |pairs: &[Pair]| pairs.iter().filter(|pair| pair.kind == Some(kind)).count();
        assert_eq!((of_kind(&corpus.train), of_kind(&corpus.test)), (train, test));
        for pair in corpus.train.iter().chain(&corpus.test).filter(|pair| pair.kind == Some(kind)) {
            assert!(source.contains(&pair.source.len()) && target.contains(&pair.target.len()), "{pair:?}");
        }
    }
    let said = |pair: &Pair| grammar.read(&units(&corpus.source, &pair.source)).expect("a sentence of the grammar");
    assert!(corpus.train.iter().all(|pair| !said(pair).is_held_out()));
    assert!(corpus.test.iter().all(|pair| said(pair).is_held_out()));
    assert_eq!(said(&corpus.test[0]), Clauses::LESSON);

    // Nobody and nothing is new to the model, only who is given what.
    let given: HashSet<(Person, Noun)> = corpus
        .train
        .iter()
        .flat_map(|pair| said(pair).iter().collect::<Vec<_>>())
        .flat_map(|clause| clause.objects().map(move |object| (clause.recipient, object.noun)).collect::<Vec<_>>())
        .collect();
    assert_eq!(given.len(), Person::ALL.len() * Noun::ALL.len() - HELD_OUT.len());
    assert_eq!((corpus.untrained(Side::Source), corpus.untrained(Side::Target)), (vec![], vec![]));

    let sources: HashSet<&[usize]> = corpus.train.iter().chain(&corpus.test).map(|pair| &*pair.source).collect();
    assert_eq!(sources.len(), 3600);
    assert!(!corpus.tests_what_it_trains());
    let mean = |lengths: Vec<usize>| lengths.iter().sum::<usize>() as f64 / lengths.len() as f64;
    // The means are told of what is trained on.
    let all = || corpus.train.iter();
    assert_eq!(format!("{:.1}", mean(all().map(|pair| pair.source.len()).collect())), "12.2");
    assert_eq!(format!("{:.1}", mean(all().map(|pair| pair.target.len()).collect())), "11.1");
}

fn units<'a>(vocabulary: &'a Vocabulary, numbers: &[usize]) -> Vec<&'a str> {
    numbers.iter().map(|number| vocabulary.word(*number).expect("a word")).collect()
}

/// The class that the examples name a role by.
fn class(role: Role) -> &'static str {
    match role {
        Role::Gave | Role::Bought => "V",
        other => other.id(),
    }
}

fn example_clause(clause: Clause) -> ExampleClause {
    ExampleClause {
        subject: clause.subject.source().to_owned(),
        recipient: clause.recipient.source().to_owned(),
        time: clause.time.source().to_owned(),
        time_first: clause.time_first,
        verb: clause.verb.target().to_owned(),
        objects: clause
            .objects()
            .map(|object| (object.quantity.source().to_owned(), object.noun.source().to_owned()))
            .collect(),
    }
}

#[test]
fn every_example_is_read_and_said() {
    let Examples { n, examples } = serde_json::from_str(EXAMPLES).unwrap();
    assert_eq!((n, examples.len()), (62, 62));
    let (grammar, corpus) = (Grammar::lesson(), Corpus::lesson());
    let mut classes: BTreeMap<String, usize> = BTreeMap::new();
    for example in examples {
        let clauses = grammar.read(&example.src).expect("a sentence of the grammar");
        let pair = grammar.pair(&clauses);
        assert_eq!(units(&corpus.source, &pair.source), example.src);
        assert_eq!(units(&corpus.target, &pair.target), example.tgt);
        assert_eq!(format!("{:?}", clauses.kind()), example.kind);
        assert_eq!(pair.kind, Some(clauses.kind()));
        assert_eq!(clauses.is_held_out(), example.split == "test");
        assert_eq!(clauses.iter().map(example_clause).collect::<Vec<_>>(), example.clauses);

        let alignment = pair.alignment.as_ref().expect("the grammar's pairs have one");
        assert_eq!(alignment.iter().map(|aligned| aligned.at).collect::<Vec<_>>(), example.align);
        assert_eq!(alignment.iter().map(|aligned| class(aligned.role)).collect::<Vec<_>>(), example.cls);
        for (aligned, class) in alignment.iter().zip(example.cls) {
            *classes.entry(class).or_default() += 1;
            verb_units(aligned, &example.src);
        }
        let part = if example.split == "test" { &corpus.test } else { &corpus.train };
        assert!(part.contains(&pair), "{} is not in its part", corpus.pair_text(&pair));
    }
    assert_eq!(classes.len(), 12);
}

/// A verb may be read from either of its units, everything else from one place.
fn verb_units(aligned: &Aligned, source: &[String]) {
    let right: Vec<&str> = aligned.positions().map(|position| source[position].as_str()).collect();
    match aligned.role {
        Role::Gave => assert_eq!(right, ["给", "了"]),
        Role::Bought => assert_eq!(right, ["买", "了"]),
        _ => assert_eq!(right.len(), 1),
    }
}

#[test]
fn every_drawn_pair_reads_back_to_itself() {
    let (grammar, corpus) = (Grammar::lesson(), Corpus::lesson());
    for pair in corpus.train.iter().chain(&corpus.test) {
        let clauses = grammar.read(&units(&corpus.source, &pair.source)).expect("a sentence of the grammar");
        assert_eq!(&grammar.pair(&clauses), pair);
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BleuFile {
    #[serde(rename = "definition")]
    _definition: String,
    cases: Vec<BleuCase>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BleuCase {
    name: String,
    hyp: Vec<Vec<String>>,
    #[serde(rename = "ref")]
    reference: Vec<Vec<String>>,
    clipped_matches: [usize; 4],
    totals: [usize; 4],
    hyp_len: usize,
    ref_len: usize,
    bleu: f64,
}

#[test]
fn bleu_is_the_reference_s() {
    let BleuFile { cases, .. } = serde_json::from_str(BLEU).unwrap();
    assert_eq!(cases.len(), 8);
    for case in cases {
        let mut numbers = HashMap::new();
        let mut number = |sentences: &[Vec<String>]| -> Vec<Vec<usize>> {
            let mut of = |word: &String| {
                let next = numbers.len();
                *numbers.entry(word.clone()).or_insert(next)
            };
            sentences.iter().map(|sentence| sentence.iter().map(&mut of).collect()).collect()
        };
        let (translations, references) = (number(&case.hyp), number(&case.reference));
        let bleu = Bleu::of(translations.iter().zip(&references).map(|(ours, theirs)| (&**ours, &**theirs)));
        assert_eq!((bleu.matches, bleu.totals), (case.clipped_matches, case.totals), "{}", case.name);
        assert_eq!((bleu.length, bleu.reference_length), (case.hyp_len, case.ref_len), "{}", case.name);
        assert!((bleu.score() - case.bleu).abs() <= 1e-9, "{}: {} for {}", case.name, bleu.score(), case.bleu);
    }
}

fn table(text: &str) -> Result<Corpus, TableProblems> {
    read_table(text, &TableLimits::default())
}

fn lines(corpus: &Corpus, pairs: &[Pair]) -> Vec<String> {
    pairs.iter().map(|pair| corpus.pair_text(pair)).collect()
}

#[test]
fn a_table_of_ones_own() {
    let corpus = table("\u{feff}# b\tx  y <eos>\r\n\r\n  a a \t y\n\t\na\u{3000}b\tz").unwrap();
    assert_eq!(lines(&corpus, &corpus.train), ["# b\tx y <eos>", "a a\ty <eos>"]);
    assert_eq!(lines(&corpus, &corpus.test), ["a b\tz <eos>"]);
    assert_eq!(corpus.source.words(), ["<pad>", "#", "b", "a"]);
    assert_eq!(corpus.target.words(), ["<pad>", "<bos>", "<eos>", "x", "y", "z"]);
    assert_eq!(corpus.untrained(Side::Target), [5]);
    assert!(corpus.untrained(Side::Source).is_empty());
    assert!(corpus.train.iter().all(|pair| pair.kind.is_none() && pair.alignment.is_none()));
    assert_eq!(corpus.train[0].reference(), [3, 4]);
    assert_eq!((PAD, BOS, corpus.train[0].target[2]), (0, 1, EOS));
    assert!(!corpus.tests_what_it_trains());
}

/// What is written as a table is the same corpus again, whatever is in it.
#[test]
fn the_lesson_corpus_as_a_table() {
    let lesson = Corpus::lesson();
    let text = lines(&lesson, &lesson.train).join("\n");
    let corpus = table(&text).unwrap();
    assert_eq!((corpus.train.len(), corpus.test.len()), (2700, 300));
    let again: Vec<String> = text.lines().skip(9).step_by(10).map(str::to_owned).collect();
    assert_eq!(lines(&corpus, &corpus.test), again);
    assert_eq!((corpus.source.len(), corpus.target.len()), (30, 41));
}

#[test]
fn no_source_is_both_trained_on_and_tested_with() {
    // Ten sources, the tenth of which stands in three lines.
    let mut text: String = (0..10).map(|number| format!("s{number}\tt{number}\n")).collect();
    text.insert_str(0, "s9\tfirst\n");
    text.push_str("s9\tlast\ns0\tagain\n");
    // In the order of their lines s9 is the first source, and s8 the tenth.
    let corpus = table(&text).unwrap();
    assert_eq!(lines(&corpus, &corpus.test), ["s8\tt8 <eos>"]);
    assert_eq!(corpus.train.len(), 12);

    let corpus = table("a\tx\nb\ty\na\tz\nb\tw\n").unwrap();
    assert_eq!(lines(&corpus, &corpus.test), ["b\ty <eos>", "b\tw <eos>"]);

    let single = table("a\tx\n").unwrap();
    assert_eq!((&single.train, single.train.len()), (&single.test, 1));
    assert!(single.tests_what_it_trains());
}

/// A table with every fault, and what is said of it in both languages.
#[test]
fn what_is_wrong_with_a_table_is_told_with_its_line() {
    let limits = TableLimits { units: 3, characters: 6, ..TableLimits::default() };
    let text = "a\tb\r\nno tab\r\na\tb\tc\n\tb\na\t <eos>\nabcdefg\tb\na b\tc c c c\n<pad> a\tb <bos> <eos>\na <eos>\tb\n\
                a\tb <eos> c\na\u{7}\tb\na\tb\u{202e}\na b c d\tabcdefgh\na\rb\tc\n";
    let problems = read_table(text, &limits).unwrap_err();
    let at: Vec<usize> = problems.told.iter().map(|problem| problem.line).collect();
    assert_eq!(at, [2, 3, 4, 5, 6, 7, 8, 8, 9, 10, 11, 12, 13, 13, 14]);
    insta::assert_snapshot!(in_both(&problems));
}

fn in_both(problems: &TableProblems) -> String {
    let texts = say::table_problems("my.tsv", problems);
    texts.iter().map(|text| format!("{}\n{}\n", text.get(Lang::En), text.get(Lang::Zh))).collect()
}

#[test]
fn what_is_wrong_with_a_whole_table() {
    let few = TableLimits { pairs: 3, words: 2, problems: 2, ..TableLimits::default() };
    let mut told = String::new();
    for text in
        ["", "\u{feff}\r\n \t \n", "a\tb\na\tb\n\na\tb\na\tb\na\tb", "a\tb\na b\tc\nb\td", "a\na\na\n", "a\na\na\na\n"]
    {
        told += &in_both(&read_table(text, &few).unwrap_err());
        told += "\n";
    }
    insta::assert_snapshot!(told);
    // At the limits all is well.
    assert!(read_table("a\tb\na b\tc\n\nb\tc", &few).is_ok());
    let text = vec!["a"; 200].join(" ") + "\t" + &["b"; 200].join(" ") + " <eos>";
    assert!(table(&text).is_ok());
    assert!(table(&("a".repeat(64) + "\tb")).is_ok() && table(&("a".repeat(65) + "\tb")).is_err());
    let none = TableLimits { problems: 0, ..few };
    assert_eq!(read_table("", &none).unwrap_err().told.len(), 1);
    assert_eq!(read_table("", &none).unwrap_err().told[0].fault, TableFault::NoPairs);
}

#[test]
fn the_defaults_are_the_limits_that_are_told() {
    let TableLimits { pairs, units, characters, words, problems } = TableLimits::default();
    assert_eq!((pairs, units, characters, words, problems), (100_000, 200, 64, 20_000, 20));
}

#[test]
fn what_is_said_of_sentences_that_are_none() {
    let grammar = Grammar::lesson();
    let mut told = String::new();
    let mut tell = |text: twoaxes::words::Text| told += &format!("{}\n{}\n", text.get(Lang::En), text.get(Lang::Zh));
    for text in ["", "我 明天", "<eos>", "我 我 我 我"] {
        tell(say::cannot_read(&grammar.source().read(text, 3).unwrap_err(), None));
    }
    let unknown = CannotRead::Unknown { at: 1, unit: "yesteday".to_owned() };
    tell(say::cannot_read(&unknown, Some("yesterday")));
    for text in [
        "",
        "我 明天",
        "给",
        "昨天 今天",
        "我",
        "我 昨天",
        "我 昨天 给",
        "我 昨天 给 了",
        "我 昨天 给 我",
        "我 昨天 给 他 了",
        "我 昨天 给 他 买 一",
        "我 昨天 给 了 他",
        "我 昨天 给 了 他 一",
        "我 昨天 给 了 他 一 个 书 。",
        "我 昨天 给 了 他 一 本 书",
        "我 昨天 给 了 他 一 本 书 和 一 本",
        "我 昨天 给 了 他 一 本 书 和 两 本 书 。",
        "我 昨天 给 了 他 一 本 书 和 两 支 笔 ， 我",
        "我 昨天 给 了 他 一 本 书 。 我",
    ] {
        let units: Vec<&str> = text.split_whitespace().collect();
        tell(say::cannot_say(&grammar.read(&units).unwrap_err(), &units, None));
    }
    insta::assert_snapshot!(told);
}

#[test]
fn roles_and_kinds_have_names_of_their_own() {
    for lang in [Lang::En, Lang::Zh] {
        let names: HashSet<String> = Role::ALL.map(|role| say::role(role).get(lang).to_owned()).into();
        assert_eq!(names.len(), Role::ALL.len());
        let kinds: HashSet<String> = Kind::ALL.map(|kind| say::kind(kind).get(lang).to_owned()).into();
        assert_eq!(kinds.len(), Kind::ALL.len());
    }
}

fn any_phrase() -> impl Strategy<Value = NounPhrase> {
    use prop::sample::select;
    (select(&Quantity::ALL[..]), select(&Noun::ALL[..])).prop_map(|(quantity, noun)| NounPhrase { quantity, noun })
}

fn any_clause() -> impl Strategy<Value = Clause> {
    use prop::sample::select;
    let who = (select(&Person::ALL[..]), select(&Person::ALL[..]));
    let how = (select(&Time::ALL[..]), any::<bool>(), select(&Verb::ALL[..]));
    (who, how, any_phrase(), proptest::option::weighted(0.4, any_phrase())).prop_map(
        |((subject, recipient), (time, time_first, verb), object, second)| Clause {
            subject,
            recipient,
            time,
            time_first,
            verb,
            object,
            second,
        },
    )
}

fn any_text() -> impl Strategy<Value = String> {
    let grammar = Grammar::lesson();
    let words: Vec<String> = grammar.source().words().iter().chain(grammar.target().words()).cloned().collect();
    let piece = prop_oneof![
        6 => prop::sample::select(words),
        4 => prop::sample::select(vec![" ", " ", "\t", "\n", "\r\n", "\r", "\u{feff}", "\u{3000}", "\u{0}", "<eos>\n", "a"])
            .prop_map(str::to_owned),
        1 => "\\PC{0,3}",
        1 => any::<char>().prop_map(String::from),
    ];
    proptest::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn what_is_said_is_understood(first in any_clause(), second in proptest::option::weighted(0.3, any_clause())) {
        let grammar = Grammar::lesson();
        let Some(clauses) = Clauses::new(first, second) else { return Ok(()) };
        let pair = grammar.pair(&clauses);
        prop_assert_eq!(grammar.read(&units(grammar.source(), &pair.source)), Ok(clauses));
        prop_assert!(!pair.source.contains(&PAD));
        prop_assert!(pair.reference().iter().all(|word| *word > EOS));
        let alignment = pair.alignment.unwrap();
        prop_assert_eq!(alignment.len(), pair.target.len());
        prop_assert!(alignment.iter().flat_map(Aligned::positions).all(|position| position < pair.source.len()));
        let recipients: Vec<&str> = alignment.iter().filter(|aligned| aligned.role == Role::Recipient)
            .map(|aligned| grammar.source().word(pair.source[aligned.at]).unwrap()).collect();
        let meant: Vec<&str> = clauses.iter().map(|clause| clause.recipient.source()).collect();
        prop_assert_eq!(recipients, meant);
    }

    /// One unit of a sentence exchanged, left out or put in: it is another sentence, or the place is told.
    #[test]
    fn a_sentence_that_is_slightly_wrong(clause in any_clause(), at in 0_usize..16, how in 0..3, unit in 1_usize..30) {
        let grammar = Grammar::lesson();
        let Some(clauses) = Clauses::new(clause, None) else { return Ok(()) };
        let mut source = grammar.pair(&clauses).source;
        let at = at % source.len();
        match how {
            0 => source[at] = unit,
            1 => { source.remove(at); }
            _ => source.insert(at, unit),
        }
        let units = units(grammar.source(), &source);
        match grammar.read(&units) {
            Ok(clauses) => prop_assert_eq!(grammar.pair(&clauses).source, source),
            Err(wrong) => {
                prop_assert!(wrong.at() >= at && wrong.at() <= units.len(), "{:?} at {}", wrong, at);
                let text = say::cannot_say(&wrong, &units, None);
                prop_assert!(!text.en.is_empty() && !text.zh.is_empty());
            }
        }
    }

    #[test]
    fn any_table(text in any_text(), units in 1_usize..6, pairs in 1_usize..6, words in 1_usize..8, problems in 0_usize..4) {
        let limits = TableLimits { pairs, units, characters: 4, words, problems };
        match read_table(&text, &limits) {
            Ok(corpus) => {
                prop_assert!(!corpus.train.is_empty() && !corpus.test.is_empty());
                for pair in corpus.train.iter().chain(&corpus.test) {
                    prop_assert!((1..=units).contains(&pair.source.len()) && (2..=units + 1).contains(&pair.target.len()));
                    prop_assert!(pair.source.iter().all(|word| (1..corpus.source.len()).contains(word)));
                    prop_assert!(pair.reference().iter().all(|word| (EOS + 1..corpus.target.len()).contains(word)));
                    prop_assert_eq!(pair.target.last(), Some(&EOS));
                }
                prop_assert!(corpus.source.len() <= words + 1 && corpus.target.len() <= words + 3);
                // Every line with text is a pair, in its order, words as they were.
                let written: BTreeSet<String> = text.trim_start_matches('\u{feff}').lines().filter(|line| !line.trim().is_empty())
                    .map(|line| line.split_whitespace().filter(|unit| *unit != "<eos>").collect::<Vec<_>>().join(" ")).collect();
                let read: BTreeSet<String> = corpus.train.iter().chain(&corpus.test)
                    .map(|pair| format!("{} {}", corpus.source.text(&pair.source), corpus.target.text(pair.reference()))).collect();
                prop_assert_eq!(read, written);
            }
            Err(wrong) => {
                prop_assert!(!wrong.told.is_empty() && wrong.told.len() <= problems.max(1));
                prop_assert!(wrong.told.is_sorted_by_key(|problem| problem.line));
                let lines = text.split('\n').count();
                prop_assert!(wrong.told.iter().all(|problem| (1..=lines).contains(&problem.line)));
                for text in say::table_problems("my.tsv", &wrong) {
                    prop_assert!(!text.en.contains(char::is_control) && !text.zh.contains(char::is_control));
                }
            }
        }
    }

    #[test]
    fn any_typed_text(text in any_text()) {
        let grammar = Grammar::lesson();
        let typed: Vec<&str> = text.split_whitespace().collect();
        match grammar.source().read(&text, 20) {
            Ok(numbers) => prop_assert_eq!(units(grammar.source(), &numbers), typed.clone()),
            Err(reason) => {
                let said = say::cannot_read(&reason, None);
                prop_assert!(!said.en.contains(char::is_control) && !said.zh.contains(char::is_control));
            }
        }
        if let Err(reason) = grammar.read(&typed) {
            prop_assert!(reason.at() <= typed.len());
            let said = say::cannot_say(&reason, &typed, None);
            prop_assert!(!said.en.contains(char::is_control) && !said.zh.contains(char::is_control));
        }
    }
}
