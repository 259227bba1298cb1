//! Files of trained translators: what is written is read again, to the bit; what is wrong is said; no bytes do harm.

use proptest::prelude::*;
use safetensors::tensor::{Dtype, TensorView, serialize};
use safetensors::{SafeTensors, View};
use serde_json::Value;
use std::borrow::Cow;
use std::collections::HashMap;
use std::fs;
use std::sync::OnceLock;
use twoaxes::scenario::translator_file::{OfCorpus, Trained, TranslatorFault, read_translator};
use twoaxes::translator::{
    Alone, CannotBuild, Corpus, Design, Encoder, FirstState, Forced, Initialisation, Interface, Plan, Role, Schedule,
    Side, SourceOrder, Tensor, Timing, Training,
};
use twoaxes::words::Lang;

fn oracle(name: &str) -> Vec<u8> {
    let path = format!("{}/tests/oracle/translator/{name}", env!("CARGO_MANIFEST_DIR"));
    fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The lesson's corpus, drawn once.
fn corpus() -> &'static Corpus {
    static CORPUS: OnceLock<Corpus> = OnceLock::new();
    CORPUS.get_or_init(Corpus::lesson)
}

/// Every design there is.
fn designs() -> Vec<Design> {
    let mut interfaces = vec![Interface::Fixed];
    for timing in [Timing::ReadThenUpdate, Timing::UpdateThenRead] {
        interfaces.extend([false, true].map(|query_bias| Interface::Dynamic { timing, query_bias }));
    }
    let mut designs = Vec::new();
    for encoder in [Encoder::Bidirectional, Encoder::OneDirection] {
        for order in [SourceOrder::Forward, SourceOrder::Reversed] {
            for first_state in [FirstState::Zero, FirstState::FromEncoder] {
                let of = |interface: &Interface| Design { encoder, order, interface: *interface, first_state };
                designs.extend(interfaces.iter().map(of));
            }
        }
    }
    designs
}

fn plan(design: Design) -> Plan {
    let schedule = Schedule { steps: 7, batch: 2, rate: 0.03, ..Schedule::default() };
    Plan { design, width: 4, embedding: 3, seed: u64::MAX, initialisation: Initialisation::Uniform(1e-3), schedule }
}

/// A training after some steps.
fn training(plan: Plan, steps: usize) -> Training {
    let mut training = Training::new(plan, corpus()).expect("a translator");
    for _ in 0..steps {
        training.step(&corpus().train).expect("a step");
    }
    training
}

fn trained(training: &Training) -> Trained {
    Trained::of(training, corpus(), OfCorpus::new("pairs \"of\" 一\\n", corpus()))
}

#[test]
fn a_file_is_the_training_to_the_bit() {
    for design in designs() {
        let half = training(plan(design), 3);
        let before = trained(&half);
        let bytes = before.to_bytes().expect("a file");
        assert_eq!(bytes, before.to_bytes().expect("a file"), "the same bytes each time");
        let after = read_translator(&bytes).expect("a translator");
        assert_eq!(after, before);
        let mut went_on = after.into_training().expect("a training");
        assert_eq!((went_on.steps(), went_on.plan()), (3, half.plan()));
        let mut whole = half;
        while !whole.is_done() {
            let (one, other) = (whole.step(&corpus().train), went_on.step(&corpus().train));
            assert_eq!(one.expect("a step"), other.expect("a step"));
        }
        let bits = |training: &Training| trained(training).to_bytes().expect("a file");
        assert_eq!(bits(&whole), bits(&went_on));
    }
}

/// What cannot be seen in parameters is taken for the usual: read, then update; the first unit first.
#[test]
fn parameters_alone_tell_what_they_are_of() {
    for design in designs() {
        let full = trained(&training(plan(design), 1));
        let alone = Trained { course: None, ..full.clone() };
        let read = read_translator(&alone.to_bytes().expect("a file")).expect("a translator");
        let interface = match design.interface {
            Interface::Dynamic { query_bias, .. } => Interface::Dynamic { timing: Timing::ReadThenUpdate, query_bias },
            Interface::Fixed => Interface::Fixed,
        };
        let seen = Design { order: SourceOrder::Forward, interface, ..design };
        assert_eq!(read.parameters.shapes().design, seen);
        assert_eq!(read.parameters.numbers(), full.parameters.numbers());
        assert_eq!((&read.source, &read.target), (&corpus().source, &corpus().target));
        assert!(read.course.is_none() && read.into_training().is_none());
    }
}

#[test]
fn the_reference_file_does_what_is_published_of_it() {
    let read = read_translator(&oracle("lab32_trained.safetensors")).expect("a translator");
    assert_eq!((read.parameters.shapes().design, read.parameters.numbers().len()), (Design::default(), 24_649));
    let published: Value = serde_json::from_slice(&oracle("lab32_trained.json")).expect("JSON");
    let number = |key: &str| published["test"][key].as_f64().expect("a number");
    let forced = Forced::of(&read.parameters, &corpus().test).expect("numbers");
    for (got, want) in [
        (forced.mean_loss(), "nll_per_token"),
        (forced.accuracy(), "token_accuracy"),
        (forced.first_word_loss(), "first_word_nll"),
        (forced.role(Role::Recipient).mean_loss(), "recipient_nll"),
    ] {
        assert!((got.expect("a number") - number(want)).abs() <= 1e-12, "{want}: {got:?}");
    }
    let alone = Alone::of(&read.parameters, &corpus().test).expect("numbers");
    assert_eq!((alone.exact_share(), alone.bleu.score()), (Some(number("exact_match")), number("bleu")));
    // Of the reads of subjects four in five are ties, and of the others all are right.
    let subjects = forced.role(Role::Subject);
    assert_eq!((subjects.reads, subjects.uniform, subjects.share_read_from_right()), (750, 600, Some(1.0)));
    assert_eq!((subjects.uniform_from_right, subjects.uniform_within_one), (296, 600));
    assert_eq!(subjects.share_read_within_one(), Some(1.0));
}

/// A tensor to be written.
#[derive(Clone)]
struct Raw {
    dtype: Dtype,
    shape: Vec<usize>,
    bytes: Vec<u8>,
}

impl View for Raw {
    fn dtype(&self) -> Dtype {
        self.dtype
    }
    fn shape(&self) -> &[usize] {
        &self.shape
    }
    fn data(&self) -> Cow<'_, [u8]> {
        (&self.bytes[..]).into()
    }
    fn data_len(&self) -> usize {
        self.bytes.len()
    }
}

/// A file in pieces.
#[derive(Clone)]
struct Pieces {
    tensors: HashMap<String, Raw>,
    said: Option<Value>,
}

impl Pieces {
    fn of(bytes: &[u8]) -> Self {
        let file = SafeTensors::deserialize(bytes).expect("tensors");
        let raw = |view: TensorView<'_>| Raw {
            dtype: view.dtype(),
            shape: view.shape().to_vec(),
            bytes: view.data().to_vec(),
        };
        let tensors = file.tensors().into_iter().map(|(name, view)| (name, raw(view))).collect();
        let (_, metadata) = SafeTensors::read_metadata(bytes).expect("a header");
        let said = metadata.metadata().as_ref().map(|said| serde_json::from_str(&said["twoaxes"]).expect("JSON"));
        Self { tensors, said }
    }

    /// A file of ours with one thing changed.
    fn ours(change: impl FnOnce(&mut Self)) -> Result<Trained, TranslatorFault> {
        let mut pieces = Self::of(&ours());
        change(&mut pieces);
        pieces.read()
    }

    /// The reference's with one thing changed.
    fn bare(change: impl FnOnce(&mut Self)) -> Result<Trained, TranslatorFault> {
        let mut pieces = Self::of(&oracle("lab32_trained.safetensors"));
        change(&mut pieces);
        pieces.read()
    }

    fn tensor(&mut self, name: &str) -> &mut Raw {
        self.tensors.get_mut(name).expect("a tensor")
    }

    fn put(&mut self, name: &str, at: usize, number: f64) {
        self.tensor(name).bytes[at * 8..at * 8 + 8].copy_from_slice(&number.to_le_bytes());
    }

    fn say(&mut self, pointer: &str, value: impl Into<Value>) {
        *self.said.as_mut().and_then(|said| said.pointer_mut(pointer)).expect("a field") = value.into();
    }

    fn bytes(&self) -> Vec<u8> {
        let said = self.said.as_ref().map(|said| HashMap::from([("twoaxes".to_owned(), said.to_string())]));
        serialize(self.tensors.clone(), said).expect("a file")
    }

    fn read(&self) -> Result<Trained, TranslatorFault> {
        read_translator(&self.bytes())
    }
}

/// A file of ours.
fn ours() -> Vec<u8> {
    trained(&training(plan(Design::default()), 3)).to_bytes().expect("a file")
}

#[test]
fn f32_is_widened() {
    let narrow = Pieces::bare(|pieces| {
        for raw in pieces.tensors.values_mut() {
            let (numbers, _) = raw.bytes.as_chunks::<8>();
            #[allow(clippy::cast_possible_truncation)]
            let narrow = numbers.iter().flat_map(|number| (f64::from_le_bytes(*number) as f32).to_le_bytes());
            (raw.bytes, raw.dtype) = (narrow.collect(), Dtype::F32);
        }
    });
    let narrow = narrow.expect("a translator").parameters;
    let wide = read_translator(&oracle("lab32_trained.safetensors")).expect("a translator").parameters;
    for (narrow, wide) in narrow.numbers().iter().zip(wide.numbers()) {
        assert_eq!(*narrow, f64::from(*wide as f32));
    }
    assert_eq!(narrow.numbers().len(), wide.numbers().len());
}

#[track_caller]
fn is_told(read: Result<Trained, TranslatorFault>, en: &str, zh: &str) {
    let text = read.expect_err("a fault").text();
    assert!(text.get(Lang::En).contains(en), "{}", text.en);
    assert!(text.get(Lang::Zh).contains(zh), "{}", text.zh);
}

#[test]
fn what_is_wrong_with_tensors_is_said() {
    let cut = |pieces: &mut Pieces, name: &str| drop(pieces.tensors.remove(name).expect("a tensor"));
    is_told(Pieces::bare(|file| cut(file, "W_o")), "the tensor W_o is missing", "缺少张量 W_o");
    is_told(Pieces::bare(|file| cut(file, "E_s")), "E_s is missing", "E_s");
    is_told(Pieces::bare(|file| cut(file, "enc_b.Wh")), "enc_b.Wh is missing", "enc_b.Wh");
    is_told(Pieces::ours(|file| cut(file, "adam.v.W_q")), "the tensor adam.v.W_q is missing", "缺少张量 adam.v.W_q");
    is_told(Pieces::ours(|file| cut(file, "E_t")), "the tensor E_t is missing", "缺少张量 E_t");
    // One of a pair is enough to tell what is meant.
    is_told(Pieces::bare(|file| cut(file, "dec.b")), "the tensor dec.b is missing", "dec.b");
}

#[test]
fn shapes_types_names_and_numbers() {
    let reshaped = |name: &'static str, shape: [usize; 2]| {
        Pieces::bare(|file| {
            let raw = file.tensor(name);
            raw.shape = shape.to_vec();
            raw.bytes.resize(shape[0] * shape[1] * 8, 0);
        })
    };
    let want = "W_q has the shape [32, 31]; with the other tensors it has to be [32, 32]";
    is_told(reshaped("W_q", [32, 31]), want, "相配的形状是 [32, 32]");
    is_told(reshaped("b_o", [41, 1]), "b_o has the shape [41, 1]; with the other tensors it has to be [41]", "[41]");
    is_told(reshaped("E_s", [0, usize::MAX]), "at least one row", "至少一行一列");
    is_told(reshaped("dec.Wh", [0, 1 << 62]), "at least one row", "至少一行一列");
    is_told(reshaped("E_s", [31, 32]), "31 source words where the lesson has 30", "31 个源语言词");
    is_told(reshaped("E_t", [40, 32]), "40 target words where the lesson has 41", "40 个目标语言词");
    is_told(reshaped("dec.Wh", [128, 33]), "a width of 33 cannot be halved", "宽度 33");
    is_told(reshaped("dec.Wh", [1, 100_000]), "10000000 is the most", "最多 10000000 个");
    let wrong = reshaped("dec.Wh", [128, 31]).expect_err("a fault");
    assert_eq!(wrong, TranslatorFault::CannotBuild(CannotBuild::OddWidth(31)));

    let typed = Pieces::bare(|file| file.tensor("W_q").dtype = Dtype::I64);
    is_told(typed, "W_q is of type I64; F64 and F32 are read", "W_q 的类型是 I64");
    let renamed = |new: &str| {
        Pieces::bare(|file| {
            let raw = file.tensors.remove("W_q").expect("a tensor");
            file.tensors.insert(new.to_owned(), raw.clone());
            file.tensors.insert("W_q".to_owned(), raw);
        })
    };
    is_told(renamed("W_Q"), "no tensor W_Q; did you mean W_q?", "是不是 W_q？");
    is_told(renamed("lm_head.weight\u{1b}"), "no tensor lm_head.weight", "没有张量");
    is_told(renamed("adam.m.W_q"), "no tensor adam.m.W_q", "没有张量");

    for (number, en, zh) in [
        (f64::NAN, "not a number", "不是数"),
        (f64::INFINITY, "infinite", "无穷大"),
        (f64::NEG_INFINITY, "infinite", "无穷大"),
    ] {
        is_told(
            Pieces::bare(|file| file.put("W_q", 32 + 2, number)),
            &format!("W_q[2,3] is {en}"),
            &format!("W_q[2,3] {zh}"),
        );
        is_told(Pieces::bare(|file| file.put("dec.b", 6, number)), &format!("dec.b[7] is {en}"), "dec.b[7]");
        is_told(
            Pieces::ours(|file| file.put("adam.v.E_t", 0, number)),
            &format!("adam.v.E_t[1,1] is {en}"),
            "adam.v.E_t",
        );
    }
}

#[test]
fn what_a_file_of_ours_says_is_held_to_what_can_be() {
    for (pointer, value) in [
        ("/plan/seed", Value::from(-1)),
        ("/plan/width", 0.into()),
        ("/plan/width", u64::MAX.into()),
        ("/plan/embedding", (1_u64 << 62).into()),
        ("/plan/initialisation", "uniform:NaN".into()),
        ("/plan/initialisation", "uniform:-1".into()),
        ("/plan/initialisation", "somehow".into()),
        ("/plan/encoder", "three".into()),
        ("/plan/source_order", "".into()),
        ("/plan/interface", 1.into()),
        ("/plan/timing", Value::Null),
        ("/plan/query_bias", Value::Null),
        ("/plan/first_state", "one".into()),
        ("/plan/steps", u64::MAX.into()),
        ("/plan/steps", 2.into()),
        ("/plan/batch", 0.into()),
        ("/plan/rate", 0.0.into()),
        ("/plan/last_rate", (-1.0).into()),
        ("/plan/clip", "5".into()),
        ("/steps", 8.into()),
        ("/steps", u64::MAX.into()),
        ("/sentences", 7.into()),
        ("/corpus/train", "x".into()),
        ("/corpus/test", "11112222333344445".into()),
        ("/source_words/0", "".into()),
        ("/source_words/0", "<pad>".into()),
        ("/source_words/1", "a b".into()),
        ("/target_words/0", "him".into()),
        ("/target_words/0", "a\u{1b}[2J".into()),
    ] {
        let read = Pieces::ours(|file| file.say(pointer, value.clone()));
        let fault = read.expect_err(pointer);
        assert!(matches!(fault, TranslatorFault::Metadata { .. }), "{pointer} {value}: {fault:?}");
    }
    is_told(Pieces::ours(|file| file.say("/plan/rate", 0.0)), "(plan.rate)", "（plan.rate）");
    is_told(Pieces::ours(|file| file.say("/format", 2)), "has format 2, and 1 is the newest", "格式是 2");
    is_told(Pieces::ours(|file| file.say("/plan/width", 6)), "it has to be [", "相配的形状");
    is_told(Pieces::ours(|file| file.say("/plan/width", 5)), "5 cannot be halved", "宽度 5");
    is_told(Pieces::ours(|file| file.say("/plan/timing", "now")), "plan.timing", "plan.timing");
    // m and v that would let a step leave f64.
    let averages = "adam.m.W_q and adam.v.W_q cannot come from one training";
    is_told(Pieces::ours(|file| file.put("adam.v.W_q", 0, -1e-9)), averages, "adam.v.W_q");
    is_told(Pieces::ours(|file| file.put("adam.m.W_q", 3, 1e300)), averages, "adam.v.W_q");
    // A word less than the tensors have.
    let shorter = Pieces::ours(|file| {
        let words = file.said.as_mut().and_then(|said| said.pointer_mut("/source_words")).expect("words");
        words.as_array_mut().expect("a list").pop();
    });
    is_told(shorter, "E_s has the shape [30, 3]; with the other tensors it has to be [29, 3]", "[29, 3]");
}

/// A file with this header, and so many bytes after it.
fn with_header(header: &str, after: usize) -> Vec<u8> {
    let mut bytes = (header.len() as u64).to_le_bytes().to_vec();
    bytes.extend(header.as_bytes());
    bytes.resize(bytes.len() + after, 0);
    bytes
}

#[test]
fn what_is_no_such_file_at_all() {
    let read = |bytes: &[u8]| read_translator(bytes);
    let whole = ours();
    for length in [0, 7, 8, 100, whole.len() - 1] {
        is_told(read(&whole[..length]), "this is no safetensors file", "这不是 safetensors 文件");
    }
    is_told(read(b"format = 1\nid = \"r72\"\n"), "no safetensors file: its header would have", "文件头有");
    is_told(read(&with_header("{", 0)), "its header is wrong", "文件头有误");
    is_told(read(&with_header("{}", 0)), "the tensor E_s is missing", "缺少张量 E_s");
    is_told(read(&[&[2, 0, 0, 0, 0, 0, 0, 0][..], &[0xff, 0xfe]].concat()), "its header is wrong", "文件头有误");
    is_told(read(&[whole, vec![0]].concat()), "do not lie as safetensors has it", "不符合 safetensors");
    // Claims of sizes that would leave `usize` when they are added up, or the memory when they are allocated.
    let claims = r#""dtype":"F64","shape":[2305843009213693951],"data_offsets""#;
    let ends: Vec<String> = (0..9_u64)
        .map(|at| format!(r#""{at}":{{{claims}:[{},{}]}}"#, at.wrapping_mul(1 << 61), (at + 1).wrapping_mul(1 << 61)))
        .collect();
    is_told(
        read(&with_header(&format!("{{{}}}", ends.join(",")), 8)),
        "ends before what it announces",
        "内容比它声明的短",
    );
    let huge = format!(r#"{{"E_s":{{"dtype":"F64","shape":[{0},{0}],"data_offsets":[0,8]}}}}"#, u64::MAX);
    is_told(read(&with_header(&huge, 8)), "do not lie", "不符合");
    let unknown = r#"{"E_s":{"dtype":"F128","shape":[1],"data_offsets":[0,16]}}"#;
    is_told(read(&with_header(unknown, 16)), "E_s is of type F128", "F128");
    let nested = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
    is_told(read(&with_header(&nested, 0)), "its header is wrong", "文件头有误");
}

/// Whatever is read is finite and can be gone on with, for a step at least.
fn does_no_harm(bytes: &[u8]) {
    match read_translator(bytes) {
        Err(fault) => assert!(!fault.text().en.is_empty() && !fault.text().zh.is_empty()),
        Ok(read) => {
            assert!(read.parameters.are_finite());
            if let Some(mut training) = read.into_training() {
                let _ = training.step(&corpus().train);
                assert!(training.parameters().are_finite());
            }
        }
    }
}

/// Real files: ours, and one of parameters alone.
fn real() -> &'static [Vec<u8>; 2] {
    static REAL: OnceLock<[Vec<u8>; 2]> = OnceLock::new();
    REAL.get_or_init(|| {
        let full = trained(&training(plan(Design::default()), 3));
        [full.to_bytes().expect("a file"), Trained { course: None, ..full }.to_bytes().expect("a file")]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes_do_no_harm(bytes in proptest::collection::vec(any::<u8>(), 0..400), length in 0_u8..200) {
        does_no_harm(&bytes);
        does_no_harm(&[&[length, 0, 0, 0, 0, 0, 0, 0][..], &bytes].concat());
    }

    #[test]
    fn changed_files_do_no_harm(
        which in 0_usize..2,
        in_header in any::<bool>(),
        changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        cut in proptest::option::weighted(0.2, any::<prop::sample::Index>()),
    ) {
        let mut bytes = real()[which].clone();
        let header = 8 + usize::from(u16::from_le_bytes([bytes[0], bytes[1]]));
        for (at, byte) in changes {
            let within = if in_header { header } else { bytes.len() };
            bytes[at.index(within)] = byte;
        }
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        does_no_harm(&bytes);
    }

    /// Digits of a header alone: sizes and places that still parse.
    #[test]
    fn changed_sizes_do_no_harm(
        which in 0_usize..2,
        changes in proptest::collection::vec((any::<prop::sample::Index>(), b'0'..=b'9'), 1..4),
    ) {
        let mut bytes = real()[which].clone();
        let header = 8 + usize::from(u16::from_le_bytes([bytes[0], bytes[1]]));
        let digits: Vec<usize> = (8..header).filter(|at| bytes[*at].is_ascii_digit()).collect();
        for (at, digit) in changes {
            bytes[*at.get(&digits)] = digit;
        }
        does_no_harm(&bytes);
    }

    /// Numbers alone: the smallest, the largest, and what is none.
    #[test]
    fn changed_numbers_do_no_harm(
        changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<f64>()), 1..6),
    ) {
        let mut bytes = real()[0].clone();
        let header = 8 + usize::from(u16::from_le_bytes([bytes[0], bytes[1]]));
        let count = (bytes.len() - header) / 8;
        for (at, number) in changes {
            let start = header + 8 * at.index(count);
            bytes[start..start + 8].copy_from_slice(&number.to_le_bytes());
        }
        does_no_harm(&bytes);
    }
}

#[test]
fn names_of_the_lesson_are_its_words() {
    let read = read_translator(&oracle("lab32_trained.safetensors")).expect("a translator");
    assert_eq!((read.source.side(), read.target.side()), (Side::Source, Side::Target));
    assert_eq!(read.parameters.shapes().shape(Tensor::Output), Some((41, 64)));
}
