//! The translator against numbers computed apart from it: `tests/oracle/translator`, whose equations are the room's own.

use safetensors::SafeTensors;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::sync::Arc;
use twoaxes::translator::corpus::{Corpus, Pair, Role};
use twoaxes::translator::{
    Alone, Design, Encoder, FirstState, Forced, Initialisation, Interface, Learner, Losses, Mean, Parameters, Passage,
    Plan, Schedule, Shapes, Sizes, Tensor, Timing, Training, WayBack, pass,
};

fn oracle(name: &str) -> Vec<u8> {
    let path = format!("{}/tests/oracle/translator/{name}", env!("CARGO_MANIFEST_DIR"));
    fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn json(name: &str) -> Value {
    serde_json::from_slice(&oracle(name)).expect("a JSON file")
}

/// All numbers of a value, row by row; "-inf" is −∞.
fn numbers(value: &Value) -> Vec<f64> {
    match value {
        Value::Array(items) => items.iter().flat_map(numbers).collect(),
        Value::String(text) if text == "-inf" => vec![f64::NEG_INFINITY],
        other => vec![other.as_f64().expect("a number")],
    }
}

fn places(value: &Value) -> Vec<usize> {
    value.as_array().expect("a list").iter().map(|item| item.as_u64().expect("a number") as usize).collect()
}

#[track_caller]
fn close(what: &str, got: &[f64], want: &[f64], tolerance: f64) {
    assert_eq!(got.len(), want.len(), "{what}");
    for (at, (got, want)) in got.iter().zip(want).enumerate() {
        assert!(got == want || (got - want).abs() <= tolerance, "{what}[{at}]: {got:e}, not {want:e}");
    }
}

fn shapes(design: Design, width: usize, embedding: usize, words: (usize, usize)) -> Arc<Shapes> {
    let sizes = Sizes { width, embedding, source_words: words.0, target_words: words.1 };
    Arc::new(Shapes::new(design, sizes).expect("a translator"))
}

const LESSON_WORDS: (usize, usize) = (30, 41);

/// The parameters of a file, checked against those its seed gives.
fn parameters_of(file: &Value, design: Design) -> Parameters {
    let count = |name: &str| file[name].as_u64().expect("a count") as usize;
    let shapes = shapes(design, count("d"), count("emb"), (count("Vs"), count("Vt")));
    let bound = file["init_bound"].as_f64().expect("a bound");
    let seed = file["seed"].as_u64().expect("a seed");
    let random = Parameters::random(shapes.clone(), seed, Initialisation::Uniform(bound));
    let given = file["params"].as_object().expect("tensors");
    assert_eq!(given.len(), shapes.tensors().count());
    for tensor in shapes.tensors() {
        assert_eq!(random.get(tensor), numbers(&given[tensor.name()]), "{}", tensor.name());
    }
    random
}

/// A passage in full, from the encoder to the words, and back.
struct Followed {
    passage: Passage,
    loss: f64,
    back: WayBack,
    gradient: Parameters,
}

fn follow(parameters: &Parameters, source: &[usize], target: &[usize]) -> Followed {
    let (mut passage, mut back) = (Passage::default(), WayBack::default());
    let mut gradient = Parameters::zero(parameters.shapes().clone());
    let loss = pass(&mut passage, parameters, source, target).expect("numbers");
    back.follow(parameters, &passage, target, Losses::All, &mut gradient);
    Followed { passage, loss, back, gradient }
}

impl Followed {
    /// Every forward number by the name the files give it.
    fn forward(&self) -> BTreeMap<&'static str, Vec<f64>> {
        let passage = &self.passage;
        let steps = 0..passage.steps();
        let decoder = passage.decoder();
        let d = decoder.units();
        let gate =
            |which: usize| steps.clone().flat_map(move |t| decoder.gates(t)[which * d..(which + 1) * d].to_vec());
        let all = |of: &dyn Fn(usize) -> Vec<f64>| steps.clone().flat_map(of).collect::<Vec<f64>>();
        let mut named = BTreeMap::from([
            ("loss", vec![self.loss]),
            ("z", (0..passage.source().len()).flat_map(|place| passage.z(place).to_vec()).collect()),
            ("summary", passage.summary().to_vec()),
            ("h0", decoder.h(0).to_vec()),
            ("context", all(&|t| passage.context(t).to_vec())),
            ("pre", all(&|t| decoder.pre(t).to_vec())),
            ("i", gate(0).collect()),
            ("f", gate(1).collect()),
            ("g", gate(2).collect()),
            ("o", gate(3).collect()),
            ("h", all(&|t| decoder.h(t + 1).to_vec())),
            ("c", all(&|t| decoder.c(t + 1).to_vec())),
            ("logits", all(&|t| passage.logits(t).to_vec())),
            ("prob", all(&|t| passage.probabilities(t).to_vec())),
        ]);
        if passage.query(0).is_some() {
            named.insert("q", all(&|t| passage.query(t).expect("it reads").to_vec()));
            named.insert("scores", all(&|t| passage.scores(t).expect("it reads").to_vec()));
            named.insert("alpha", all(&|t| passage.attention(t).expect("it reads").to_vec()));
        }
        // Rows of the encoder's cells belong to source places in the files; here they are in the order of reading.
        let (forward, backward) = passage.encoder();
        let many = forward.steps();
        named.insert("enc_f.pre", (0..many).flat_map(|at| forward.pre(at).to_vec()).collect());
        named.insert("enc_f.c", (0..many).flat_map(|at| forward.c(at + 1).to_vec()).collect());
        if let Some(backward) = backward {
            named.insert("enc_b.pre", (0..many).rev().flat_map(|at| backward.pre(at).to_vec()).collect());
            named.insert("enc_b.c", (0..many).rev().flat_map(|at| backward.c(at + 1).to_vec()).collect());
        }
        named
    }

    /// Every gradient on the way by the name the files give it.
    fn on_the_way(&self) -> BTreeMap<&'static str, Vec<f64>> {
        let (passage, back) = (&self.passage, &self.back);
        let steps = 0..passage.steps();
        let all = |of: &dyn Fn(usize) -> Vec<f64>| steps.clone().flat_map(of).collect::<Vec<f64>>();
        let mut named = BTreeMap::from([
            ("z", (0..passage.source().len()).flat_map(|place| back.z(place).to_vec()).collect()),
            ("context", all(&|t| back.context(t).to_vec())),
            ("pre", all(&|t| back.pre(t).to_vec())),
            ("c", all(&|t| back.memory(t).to_vec())),
            ("h", all(&|t| back.h(t).to_vec())),
            ("logits", all(&|t| back.logits(t).to_vec())),
        ]);
        if passage.query(0).is_some() {
            named.insert("alpha", all(&|t| back.attention(t).expect("it reads").to_vec()));
            named.insert("scores", all(&|t| back.scores(t).expect("it reads").to_vec()));
            named.insert("q", all(&|t| back.query(t).expect("it reads").to_vec()));
        }
        named
    }
}

/// The files, each with the design it is of.
fn small() -> Vec<(&'static str, Design)> {
    let base = Design::default();
    let dynamic = |timing, query_bias| Interface::Dynamic { timing, query_bias };
    vec![
        ("small_dynamic", base),
        ("small_dynamic_pad", base),
        ("small_fixed", Design { interface: Interface::Fixed, ..base }),
        ("small_update_then_read", Design { interface: dynamic(Timing::UpdateThenRead, false), ..base }),
        ("small_h0_from_encoder", Design { first_state: FirstState::FromEncoder, ..base }),
        ("small_unidirectional", Design { encoder: Encoder::OneDirection, ..base }),
        ("small_unidirectional_fixed", Design { encoder: Encoder::OneDirection, interface: Interface::Fixed, ..base }),
        ("small_query_bias", Design { interface: dynamic(Timing::ReadThenUpdate, true), ..base }),
    ]
}

#[test]
fn forward_numbers_of_the_small_ones() {
    for (name, design) in small() {
        let file = json(&format!("{name}.json"));
        let parameters = parameters_of(&file, design);
        let followed = follow(&parameters, &places(&file["source"]), &places(&file["target"]));
        let (got, expected) = (followed.forward(), file["expected"].as_object().expect("numbers"));
        let mut seen = 0;
        for (key, want) in expected {
            match key.as_str() {
                "enc_f" | "enc_b" => {
                    for (inner, want) in want.as_object().expect("numbers") {
                        let key = format!("{key}.{inner}");
                        // A PAD is not stepped through: its row in the file is 0.
                        let want: Vec<f64> = numbers(want).into_iter().take(got[key.as_str()].len()).collect();
                        close(&format!("{name} {key}"), &got[key.as_str()], &want, 1e-12);
                    }
                }
                "token_loss" => {
                    let target = places(&file["target"]);
                    let losses: Vec<f64> =
                        target.iter().enumerate().map(|(t, word)| followed.passage.loss(t, *word)).collect();
                    close(&format!("{name} {key}"), &losses, &numbers(want), 1e-12);
                }
                // Where nothing reads the file holds zeros in place of weights.
                "alpha" if !design.reads() => assert!(numbers(want).iter().all(|weight| *weight == 0.0)),
                key => close(&format!("{name} {key}"), &got[key], &numbers(want), 1e-12),
            }
            seen += 1;
        }
        assert!(seen >= 6, "{name}: only {seen}");
    }
}

#[test]
fn gradients_of_the_small_ones() {
    for (name, design) in small() {
        let file = json(&format!("{name}.json"));
        let parameters = parameters_of(&file, design);
        let followed = follow(&parameters, &places(&file["source"]), &places(&file["target"]));
        let expected = file["grad_params"].as_object().expect("tensors");
        assert_eq!(expected.len(), parameters.shapes().tensors().count());
        for tensor in parameters.shapes().tensors() {
            let want = numbers(&expected[tensor.name()]);
            close(&format!("{name} d {}", tensor.name()), followed.gradient.get(tensor), &want, 1e-10);
        }
        let got = followed.on_the_way();
        for (key, want) in file["grad_nodes"].as_object().into_iter().flatten() {
            close(&format!("{name} d {key}"), &got[key.as_str()], &numbers(want), 1e-10);
        }
    }
}

/// The loss by 40-digit arithmetic.
#[test]
fn the_loss_to_the_last_digit() {
    let want: f64 =
        json("mpmath.json")["small_dynamic_loss_mpmath"].as_str().expect("digits").parse().expect("a number");
    let file = json("small_dynamic.json");
    let parameters = parameters_of(&file, Design::default());
    let loss = follow(&parameters, &places(&file["source"]), &places(&file["target"])).loss;
    assert!((loss - want).abs() <= 4.0 * f64::EPSILON * want, "{loss:e} and {want:e}");
}

#[test]
fn adam_step_by_step() {
    let (file, start) = (json("small_adam.json"), json("small_dynamic.json"));
    let mut learner = Learner::new(parameters_of(&start, Design::default()));
    let (source, target) = (places(&start["source"]), places(&start["target"]));
    for step in file["steps"].as_array().expect("steps") {
        let taken = learner.step([(&source[..], &target[..])], Mean::None, 0.01, 1.0).expect("a step");
        close("loss", &[taken.loss], &[step["loss_before"].as_f64().expect("a loss")], 1e-10);
        close("norm", &[taken.norm], &[step["grad_norm"].as_f64().expect("a norm")], 1e-10);
    }
    for (key, tensor) in
        [("W_q_after", Tensor::Query), ("b_o_after", Tensor::OutputBias), ("E_s_after", Tensor::SourceEmbedding)]
    {
        close(key, learner.parameters().get(tensor), &numbers(&file[key]), 1e-10);
    }
}

/// A tensor of a file of tensors, as f64.
fn tensor(file: &SafeTensors<'_>, name: &str) -> Vec<f64> {
    let view = file.tensor(name).unwrap_or_else(|_| panic!("no {name}"));
    view.data().chunks_exact(8).map(|eight| f64::from_le_bytes(eight.try_into().expect("eight"))).collect()
}

fn indices(file: &SafeTensors<'_>, name: &str) -> Vec<usize> {
    let view = file.tensor(name).unwrap_or_else(|_| panic!("no {name}"));
    view.data().chunks_exact(8).map(|eight| i64::from_le_bytes(eight.try_into().expect("eight")) as usize).collect()
}

#[test]
fn the_lesson_sentence_at_width_32() {
    let bytes = oracle("lab32_init.safetensors");
    let file = SafeTensors::deserialize(&bytes).expect("tensors");
    let shapes = shapes(Design::default(), 32, 32, LESSON_WORDS);
    assert_eq!(shapes.count(), 24_649);
    let parameters = Parameters::random(shapes.clone(), 1, Initialisation::ByWidth);
    let followed = follow(&parameters, &indices(&file, "source"), &indices(&file, "target"));
    for one in shapes.tensors() {
        assert_eq!(parameters.get(one), tensor(&file, &format!("param.{}", one.name())), "{}", one.name());
        let want = tensor(&file, &format!("grad.{}", one.name()));
        close(one.name(), followed.gradient.get(one), &want, 1e-9);
    }
    let (forward, on_the_way) = (followed.forward(), followed.on_the_way());
    let names = file.names();
    let expected: Vec<&str> = names.iter().filter_map(|name| name.strip_prefix("expected.")).collect();
    assert!(expected.len() > 15);
    for key in expected {
        close(key, &forward[key], &tensor(&file, &format!("expected.{key}")), 1e-12);
    }
    for key in names.iter().filter_map(|name| name.strip_prefix("gradnode.")) {
        close(key, &on_the_way[key], &tensor(&file, &format!("gradnode.{key}")), 1e-9);
    }
}

#[test]
fn the_fixed_summary_at_width_32() {
    let file = json("lab32_fixed_init.json");
    let bytes = oracle("lab32_init.safetensors");
    let sentence = SafeTensors::deserialize(&bytes).expect("tensors");
    let shapes = shapes(Design { interface: Interface::Fixed, ..Design::default() }, 32, 32, LESSON_WORDS);
    let parameters = Parameters::random(shapes.clone(), 1, Initialisation::ByWidth);
    let target = indices(&sentence, "target");
    let followed = follow(&parameters, &indices(&sentence, "source"), &target);
    close("loss", &[followed.loss], &numbers(&file["loss"]), 1e-12 * followed.loss);
    let probabilities: Vec<f64> =
        target.iter().enumerate().map(|(t, word)| followed.passage.probabilities(t)[*word]).collect();
    close("p", &probabilities, &numbers(&file["prob_of_target"]), 1e-12);
    for one in shapes.tensors() {
        let gradient = followed.gradient.get(one);
        let norm = gradient.iter().map(|number| number * number).sum::<f64>().sqrt();
        close(one.name(), &[norm], &numbers(&file["grad_norm"][one.name()]), 1e-9);
        close(one.name(), &[gradient.iter().sum()], &numbers(&file["grad_sum"][one.name()]), 1e-9);
    }
}

/// The four curves, each with the plan it is of. Agreement to 1e-9 over 300 steps where the functions behind them are the
/// same; ours differ from any library's in the last bit.
#[test]
fn training_curves() {
    let file = json("train_curve.json");
    let corpus = Corpus::lesson();
    let constant = |batch| Schedule { rate: 1e-2, last_rate: 1e-2, steps: 300, batch, clip: 5.0 };
    let by_width = Plan { initialisation: Initialisation::ByWidth, schedule: constant(16), ..Plan::default() };
    let fixed = Design { interface: Interface::Fixed, ..Design::default() };
    for (name, plan) in [
        ("constant lr 1e-2, B 16, clip 5, seed 1", by_width),
        ("B 4, lr 1e-2, seed 1", Plan { schedule: constant(4), ..by_width }),
        ("u0.5 init, B 16, lr 1e-2, seed 1", Plan { initialisation: Initialisation::Uniform(0.5), ..by_width }),
        ("fixed interface, B 16, lr 1e-2, seed 1", Plan { design: fixed, ..by_width }),
    ] {
        let want = numbers(&file["curves"][name]);
        assert_eq!(want.len(), 300);
        let mut training = Training::new(plan, &corpus).expect("a translator");
        let got: Vec<f64> = want.iter().map(|_| training.step(&corpus.train).expect("a step").loss).collect();
        let far = got.iter().zip(&want).map(|(got, want)| (got - want).abs()).fold(0.0, f64::max);
        println!("{name}: {far:e}");
        close(name, &got, &want, 1e-9);
    }
}

fn trained() -> Parameters {
    let bytes = oracle("lab32_trained.safetensors");
    let file = SafeTensors::deserialize(&bytes).expect("tensors");
    let mut parameters = Parameters::zero(shapes(Design::default(), 32, 32, LESSON_WORDS));
    let tensors: Vec<Tensor> = parameters.shapes().tensors().collect();
    for one in tensors {
        parameters.get_mut(one).copy_from_slice(&tensor(&file, one.name()));
    }
    parameters
}

#[test]
fn what_the_trained_one_does() {
    let (file, corpus, parameters) = (json("lab32_trained.json"), Corpus::lesson(), trained());
    let lesson = &corpus.test[0];
    let mut passage = Passage::default();
    let loss = pass(&mut passage, &parameters, &lesson.source, &lesson.target).expect("numbers");
    let alpha: Vec<f64> = (0..8).flat_map(|t| passage.attention(t).expect("it reads").to_vec()).collect();
    close("alpha", &alpha, &numbers(&file["lesson"]["alpha"]), 1e-12);
    close("nll", &[loss], &numbers(&file["lesson"]["nll_sum"]), 1e-12);

    let want = &file["test"];
    let forced = Forced::of(&parameters, &corpus.test).expect("numbers");
    let number = |key: &str| want[key].as_f64().expect("a number");
    close("nll", &[forced.mean_loss().expect("words")], &[number("nll_per_token")], 1e-12);
    close("first", &[forced.first_word_loss().expect("words")], &[number("first_word_nll")], 1e-12);
    close("R", &[forced.role(Role::Recipient).mean_loss().expect("words")], &[number("recipient_nll")], 1e-12);
    assert_eq!(forced.accuracy(), Some(number("token_accuracy")));
    for role in Role::ALL {
        let of_role = forced.role(role);
        // The file has four decimals.
        let close = |what: &str, got: Option<f64>| {
            let (got, want) = (got.expect("it reads"), want[what][role.id()].as_f64().expect("a share"));
            assert!((got - want).abs() <= 5.1e-5, "{what} {}: {got}, not {want}", role.id());
        };
        close("aligned_argmax_share", of_role.share_from_right());
        close("within_one", of_role.share_within_one());
        close("mean_mass_on_aligned", of_role.mean_mass());
    }
    // A tie is no reading: only the first step, whose word is the subject, reads everywhere.
    assert_eq!(forced.role(Role::Subject).uniform, 600);
    let alone = Alone::of(&parameters, &corpus.test).expect("numbers");
    assert_eq!((alone.exact_share(), alone.bleu.score()), (Some(1.0), 100.0));
    for sentence in file["sentences"].as_array().expect("sentences") {
        let pair: &Pair = &corpus.test[sentence["test_index"].as_u64().expect("an index") as usize];
        let loss = pass(&mut passage, &parameters, &pair.source, &pair.target).expect("numbers");
        close("nll", &[loss], &numbers(&sentence["nll_sum"]), 1e-12);
    }
}

/// The reference's own training, from its seed: the weights it ends with, and those on the way.
#[test]
fn the_whole_training_from_its_seed() {
    let (file, corpus) = (json("lab32_trained.json"), Corpus::lesson());
    let mut training = Training::new(Plan::default(), &corpus).expect("a translator");
    let every: Vec<f64> = numbers(&file["loss_every_100_steps"]);
    let lesson = &corpus.test[0];
    let mut passage = Passage::default();
    let mut checkpoints = 0;
    while !training.is_done() {
        let sentences = training.sentences().to_string();
        if let Some(kept) = file["checkpoints"].get(&sentences) {
            pass(&mut passage, training.parameters(), &lesson.source, &lesson.target).expect("numbers");
            let alpha: Vec<f64> = (0..8).flat_map(|t| passage.attention(t).expect("it reads").to_vec()).collect();
            // The file has six decimals.
            close(&sentences, &alpha, &numbers(&kept["alpha"]), 1e-6);
            checkpoints += 1;
        }
        let at = training.steps();
        let loss = training.step(&corpus.train).expect("a step").loss;
        if at.is_multiple_of(100) {
            close("loss", &[loss], &[every[at / 100]], 1e-6);
        }
    }
    assert!(checkpoints >= 9, "{checkpoints}");
    pass(&mut passage, training.parameters(), &lesson.source, &lesson.target).expect("numbers");
    let alpha: Vec<f64> = (0..8).flat_map(|t| passage.attention(t).expect("it reads").to_vec()).collect();
    close("alpha", &alpha, &numbers(&file["lesson"]["alpha"]), 1e-6);

    // What a small translator is to reach in 10,000 sentences.
    let forced = Forced::of(training.parameters(), &corpus.test).expect("numbers");
    let alone = Alone::of(training.parameters(), &corpus.test).expect("numbers");
    assert!(forced.mean_loss().expect("words") <= 0.005);
    assert!(alone.exact_share().expect("sentences") >= 0.99);
    for role in [Role::Recipient, Role::Time] {
        assert!(forced.role(role).share_from_right().expect("it reads") >= 0.98);
    }
    assert!(forced.role(Role::Object).share_within_one().expect("it reads") >= 0.95);
}
