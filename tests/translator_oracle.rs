//! The translator against numbers computed apart from it: `tests/oracle/translator`, whose equations are the room's own.

use safetensors::SafeTensors;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::sync::Arc;
use twoaxes::translator::{
    Design, Encoder, FirstState, Initialisation, Interface, Learner, Losses, Mean, Parameters, Passage, Shapes, Sizes,
    Tensor, Timing, WayBack, pass,
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
