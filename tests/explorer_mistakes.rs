//! The famous mistakes on the screen, another scorer beside the one in use, and the parameters and words as cells.

mod support;

use serde_json::Value;
use std::fmt::Write;
use support::{Screen, of_text, open};
use twoaxes::engine::mistakes::Mistake;
use twoaxes::engine::{Cell, Tensor};
use twoaxes::explorer::{Effect, Focus, Panel, Seen, View};
use twoaxes::words::{Lang, mistakes, number};

/// The givens of an entry of the file of mistakes, as a scenario.
fn scenario_of(entry: &Value) -> String {
    let given = &entry["given"];
    let list = |value: &Value| serde_json::to_string(value).unwrap();
    let mut text = format!(
        "format = 1\nid = \"m\"\n[source]\nslots = {}\n{}[vocab]\nwords = {}\n",
        list(&given["slots"]),
        if given["mask"].is_null() { String::new() } else { format!("mask = {}\n", list(&given["mask"])) },
        list(&given["words"])
    );
    for (q, target) in given["Q"].as_array().unwrap().iter().zip(given["targets"].as_array().unwrap()) {
        let _ = writeln!(text, "[[query]]\nq = {}\ntarget = {}", list(q), list(target));
    }
    let tensors = ["K", "V", "G"].map(|name| format!("{name} = {}\n", list(&given[name]))).concat();
    text + "[tensors]\n" + &tensors + &format!("[scorer]\nkind = {}\n", list(&given["scorer"]["kind"]))
}

fn entries() -> Vec<(Mistake, Screen, Value)> {
    let file: Value = serde_json::from_str(include_str!("oracle/mistakes.json")).unwrap();
    let of = |entry: &Value| {
        let mistake = Mistake::from_id(entry["id"].as_str().unwrap()).unwrap();
        let mut screen = of_text(&scenario_of(entry));
        screen.run(&format!("mistake {}", mistake.id()));
        (mistake, screen, entry["expect_wrong"].clone())
    };
    file.as_array().unwrap().iter().map(of).collect()
}

/// Whether a number is on the screen as a derived one is written, in a column of some width.
fn is_on(text: &str, value: f64) -> bool {
    (8..=12).any(|cells| text.contains(number::derived(value, cells).trim()))
}

/// A number as a derived one is written in eight cells.
fn shown(value: f64) -> String {
    number::derived(value, 8).trim().to_owned()
}

/// Each entry of the file: its name is on the screen, its numbers stand where the right ones would, marked, and the right
/// ones are in the panel; whatever is not a number is words.
#[test]
fn every_mistake_of_the_file_is_on_the_screen_with_its_numbers() {
    let mut compared = 0;
    for (mistake, screen, wrong) in entries() {
        let screen = screen.sized(160, 48);
        let text = screen.text();
        let title = mistakes::title(mistake);
        assert!(text.contains(&format!("! MISTAKE ON: {}", title.en)), "{text}");
        assert!(!text.contains("NaN"), "{text}");
        type Place = fn(usize) -> Focus;
        let places: [(&str, Place); 4] = [
            ("attention", Focus::Attention),
            ("context", Focus::Context),
            ("logits", Focus::Logit),
            ("probabilities", Focus::Probability),
        ];
        for (field, focus) in places {
            let Some(row) = wrong[field].get(0).filter(|row| row.is_array()) else { continue };
            for (place, want) in row.as_array().unwrap().iter().enumerate() {
                let seen = screen.model.seen(0, focus(place));
                match want.as_f64() {
                    Some(want) => {
                        let Seen::Number(got) = seen else { panic!("{} {field} {place}: {seen:?}", mistake.id()) };
                        assert!((got - want).abs() <= 1e-12 * want.abs().max(1.0), "{} {field}", mistake.id());
                        if field != "context" {
                            assert!(is_on(&text, got), "{}: {field} {}\n{text}", mistake.id(), shown(got));
                        }
                    }
                    None => {
                        assert!(matches!(seen, Seen::Words(_)), "{} {field} {place}: {seen:?}", mistake.id());
                        assert!(text.contains("inf/inf"), "{text}");
                    }
                }
                compared += 1;
            }
        }
        if let Some(sum) = wrong["attention_row_sums"].get(0).and_then(Value::as_f64) {
            assert!(text.contains(&format!("Σ_j α_j = {}", number::derived(sum, 8))), "{}\n{text}", mistake.id());
        }
    }
    assert!(compared >= 90, "{compared}");
}

#[test]
fn frames_of_mistakes() {
    for (mistake, mut screen, _) in entries() {
        for lang in [Lang::En, Lang::Zh] {
            screen = screen.in_lang(lang);
            let frame = if mistake == Mistake::SoftmaxOverQueries { screen.snapshot() } else { screen.text() };
            insta::assert_snapshot!(format!("mistake-{}-{}", mistake.id(), lang.code()), frame);
        }
        screen.run("lang en").run("view rows");
        insta::assert_snapshot!(format!("mistake-rows-{}", mistake.id()), screen.text());
    }
    let mut screen = open("r72").sized(120, 36);
    insta::assert_snapshot!("mistake-120x36", screen.run("mistake softmax-twice").snapshot());
}

/// Whatever the view and the size, a mistake is named.
#[test]
fn a_mistake_is_never_left_on_unnoticed() {
    for size in [(40, 12), (60, 18), (80, 24), (120, 36)] {
        for commands in [&["view flow"][..], &["view rows"], &["view big"], &["laws"], &["explain p[him]"], &["close"]]
        {
            for lang in [Lang::En, Lang::Zh] {
                let mut screen = open("r72").sized(size.0, size.1).in_lang(lang);
                screen.run("mistake rounded-attention");
                for command in commands {
                    screen.run(command);
                }
                let title = mistakes::title(Mistake::RoundedAttention);
                assert!(screen.text().contains(title.get(lang)), "{size:?} {commands:?}\n{}", screen.text());
            }
        }
    }
}

#[test]
fn a_mistake_is_no_baseline_and_in_no_file() {
    let mut screen = open("r72");
    let text = screen.model.document().text.clone();
    screen.run("mistake softmax-over-one");
    assert!(!screen.model.is_unsaved());
    screen.run("pin");
    assert!(screen.notice().contains("cannot become the baseline"), "{}", screen.notice());
    screen.run("predict only-q");
    assert!(screen.model.prediction().is_none() && screen.notice().contains("mistake off first"));
    screen.run("set q 0 1").run("save copy.toml");
    let Some(Effect::Save { before, scenario, .. }) = screen.effects.pop() else { panic!("a save was asked for") };
    let saved = twoaxes::scenario::patch(&before.text, &before.saved, &scenario);
    assert_eq!(saved, text.replace("q      = [1, 0]", "q      = [0, 1]"));
    // It goes on over edits, branches and undo, on the numbers that are there then.
    screen.press("u").run("branch only-v2");
    assert_eq!(screen.model.mistake(), Some(Mistake::SoftmaxOverOne));
    assert_eq!(screen.model.seen(0, Focus::Context(1)), Seen::Number(14.0 - 4.0));
    assert_eq!(screen.model.number(0, Focus::Context(1)).map(shown).unwrap(), "2.087537");
    screen.run("mistake off");
    assert!(screen.notice().contains("all numbers are right again"));
    assert_eq!(screen.model.seen(0, Focus::Context(1)).number(), screen.model.number(0, Focus::Context(1)));
}

#[test]
fn the_palette_lists_what_there_is_to_choose() {
    for (typed, offered) in [
        ("mistake mask", "mistake mask-inverted"),
        ("mistake 忘", "mistake mask-forgotten"),
        ("compare add", "compare additive"),
        ("slot 昨", "slot 昨天"),
        ("word yes", "word yesterday"),
        ("row gave", "row \"BOS I gave him\""),
    ] {
        let suggestions = twoaxes::explorer::palette::suggestions(typed, &open("sentence").model);
        let commands: Vec<&str> = suggestions.iter().map(|suggestion| suggestion.command.as_str()).collect();
        assert!(commands.contains(&offered), "{typed}: {commands:?}");
    }
    let mut screen = open("r72");
    screen.press("Wtwice<Enter>");
    assert_eq!(screen.model.mistake(), Some(Mistake::SoftmaxTwice));
    screen.press("Sadd<Enter>");
    assert!(screen.model.compared().is_some());
}

#[test]
fn esc_takes_the_panel_and_then_the_mistake() {
    let mut screen = open("r72");
    screen.run("mistake softmax-twice");
    assert_eq!(screen.model.panel(), Some(&Panel::Mistake));
    screen.press("<Esc>");
    assert!(screen.model.panel().is_none() && screen.model.mistake().is_some());
    screen.press("<Esc>");
    assert_eq!(screen.model.mistake(), None);
    screen.run("mistake nonsense");
    assert!(screen.notice().contains("no mistake nonsense"), "{}", screen.notice());
    screen.run("mistake softmax-twise");
    assert!(screen.notice().contains("softmax-twice"), "{}", screen.notice());
}

/// What is copied carries the mistake's name, in every form.
#[test]
fn a_copy_carries_its_name() {
    for form in ["text", "latex", "markdown"] {
        let mut screen = open("r72");
        screen.run("mistake softmax-over-one").run("focus alpha[2]").run(&format!("copy {form}"));
        let Some(Effect::Copy(text)) = screen.effects.last() else { panic!("{:?}", screen.effects) };
        assert!(text.contains("softmax over one number") && text.contains("right computation"), "{text}");
    }
}

/// What is hidden stays hidden under a mistake; the panel does not tell it either.
#[test]
fn hidden_numbers_stay_hidden_under_a_mistake() {
    for view in ["flow", "rows", "big"] {
        let mut screen = open("r72").sized(120, 36);
        screen.run("mistake softmax-over-one").run("reveal none").run(&format!("view {view}"));
        let text = screen.text();
        for number in ["3.000000", "1.000000", "0.422319", "0.950330", "0.702690"] {
            assert!(!text.contains(number), "{number}\n{text}");
        }
        screen.run("laws");
        assert!(!screen.text().contains("3.000000"), "{}", screen.text());
    }
}

#[test]
fn the_laws_that_break_are_on_the_panel() {
    let mut screen = open("r72").sized(120, 50);
    screen.run("mistake softmax-over-one").run("laws");
    let text = screen.text();
    assert!(text.contains("✗ Σ_j α_j = 1") && text.contains("3.000000"), "{text}");
    screen.run("mistake off").run("laws on");
    assert!(!screen.text().contains('✗'), "{}", screen.text());
    // The mistake of the gradient breaks a law of the gradient and no other.
    screen.run("mistake gradient-without-coupling").run("laws on");
    assert_eq!(screen.text().matches('✗').count(), 1, "{}", screen.text());
    assert!(screen.text().contains("✗ Σ_j ∂L/∂e_j = 0"));
}

#[test]
fn a_step_of_a_tour_may_switch_one_on() {
    let text = scenario_with_steps(
        "[[step]]\nid = \"a\"\nsay = \"a\"\ndo = [\"mistake softmax-twice\", \"view rows\", \"transpose on\"]\n\
         [[step]]\nid = \"b\"\nsay = \"b\"\ndo = [\"mistake off\", \"compare additive\"]\n",
    );
    let mut screen = of_text(&text);
    screen.press("<PageDown>");
    assert_eq!(screen.model.mistake(), Some(Mistake::SoftmaxTwice));
    assert!(screen.model.is_transposed() && screen.model.view() == View::Rows);
    screen.press("<PageDown>");
    assert_eq!(screen.model.mistake(), None);
    assert!(screen.model.compared().is_some());
    screen.press("<PageUp>");
    assert!(screen.model.mistake().is_some() && screen.model.compared().is_none());
}

fn scenario_with_steps(steps: &str) -> String {
    let r72 = twoaxes::scenario::builtin::find("r72").unwrap().text;
    let (body, _) = r72.split_once("[[step]]").unwrap();
    format!("{body}{steps}")
}

#[test]
fn two_scorers_side_by_side() {
    for lang in [Lang::En, Lang::Zh] {
        for (columns, lines) in [(40, 12), (80, 24), (120, 36)] {
            let mut screen = open("q-cancels").sized(columns, lines).in_lang(lang);
            screen.run("compare additive");
            let frame = if columns == 80 { screen.snapshot() } else { screen.text() };
            insta::assert_snapshot!(format!("compare-{columns}x{lines}-{}", lang.code()), frame);
            screen.run("view rows");
            insta::assert_snapshot!(format!("compare-rows-{columns}x{lines}-{}", lang.code()), screen.text());
        }
    }
    // Both follow an edit; the linear weights do not feel q.
    let mut screen = open("q-cancels");
    screen.run("compare additive");
    let weights = |screen: &Screen| {
        let of = |trace: &twoaxes::engine::Trace| trace.reading(0).attention.unwrap().weights().to_vec();
        (of(screen.model.trace()), of(&screen.model.compared().unwrap().trace))
    };
    let before = weights(&screen);
    screen.run("branch only-q");
    let after = weights(&screen);
    assert_eq!(before.0, after.0);
    assert_ne!(before.1, after.1);
    screen.run("compare off");
    assert!(screen.model.compared().is_none() && screen.model.panel().is_none());
}

#[test]
fn scaling_is_seen_in_three_numbers() {
    let mut screen = open("scale-64");
    screen.run("compare dot");
    let text = screen.text();
    for told in ["scaled-dot: largest 0.218", "dot: largest 0.865", "entropy", "slope"] {
        assert!(text.contains(told), "{told}\n{text}");
    }
}

#[test]
fn parameters_are_cells_like_any_others() {
    let mut screen = open("q-cancels");
    screen.press("F");
    assert_eq!(screen.model.focus(), Focus::Entry(Tensor::Parameter(twoaxes::engine::Parameter::A), 0, 0));
    screen.press("5<Enter>");
    let a = Tensor::Parameter(twoaxes::engine::Parameter::A);
    assert_eq!(screen.model.givens().get(Cell::new(a, 0, 0)), Some(5.0));
    screen.press("]");
    assert_eq!(screen.model.givens().get(Cell::new(a, 0, 0)), Some(5.1));
    screen.press("uu");
    assert!(!screen.model.is_edited());
    // Another scorer brings its own, and the arrows go from one to the next.
    screen.run("scorer additive");
    let mut seen = vec![screen.model.focus()];
    for _ in 0..30 {
        screen.press("<Right>");
        seen.push(screen.model.focus());
    }
    seen.dedup();
    let tensors: Vec<Tensor> = seen
        .iter()
        .filter_map(|focus| if let Focus::Entry(tensor, ..) = focus { Some(*tensor) } else { None })
        .collect();
    assert!(tensors.len() >= 6 && tensors.first() != tensors.last(), "{seen:?}");
    // Without parameters there is nothing to show, and that is said.
    screen.run("scorer dot");
    assert!(
        matches!(screen.model.focus(), Focus::Score(_) | Focus::Context(_) | Focus::Query(_)),
        "{:?}",
        screen.model.focus()
    );
    screen.run("view flow").press("F");
    assert_eq!(screen.model.view(), View::Flow);
    assert!(screen.notice().contains("no parameters"), "{}", screen.notice());
}

#[test]
fn frames_of_parameters_and_words() {
    for lang in [Lang::En, Lang::Zh] {
        for (columns, lines) in [(40, 12), (60, 18), (80, 24), (120, 36)] {
            let mut screen = open("word-moves-all").sized(columns, lines).in_lang(lang);
            screen.run("branch another-word").run("view parameters");
            let frame = if columns == 80 { screen.snapshot() } else { screen.text() };
            insta::assert_snapshot!(format!("words-{columns}x{lines}-{}", lang.code()), frame);
            screen.run("view flow");
            insta::assert_snapshot!(format!("words-flow-{columns}x{lines}-{}", lang.code()), screen.text());
            let mut screen = open("q-cancels").sized(columns, lines).in_lang(lang);
            screen.run("branch additive").run("view parameters");
            insta::assert_snapshot!(format!("parameters-{columns}x{lines}-{}", lang.code()), screen.text());
        }
    }
    let mut screen = open("word-moves-all");
    insta::assert_snapshot!("words-overridden", screen.run("branch only-q").text());
}

/// A word is not one cause: q, K and V move with it, and the screen says so; what is set by hand is marked.
#[test]
fn a_word_moves_q_k_and_v_together() {
    let mut screen = open("word-moves-all");
    screen.run("branch another-word");
    assert!(screen.text().contains("X changed, and q, K, V with it"), "{}", screen.text());
    screen.run("branch only-q");
    assert!(screen.text().contains("only q changed"), "{}", screen.text());
    assert!(screen.text().contains("2.00#"), "{}", screen.text());
    let q = Cell::new(Tensor::Queries, 0, 0);
    assert!(screen.model.givens().is_overridden(q));
    screen.run("set q1 words");
    assert!(!screen.model.givens().is_overridden(q));
    // A word typed over in its own view.
    let mut screen = open("word-moves-all");
    screen.press("F9<Enter>");
    assert_eq!(screen.model.givens().get(Cell::new(Tensor::SourceEmbeddings, 0, 0)), Some(9.0));
    assert!(screen.text().contains("X* W= q* K* V*"), "{}", screen.text());
    screen.press("u");
    assert!(!screen.model.is_edited());
}

/// On any size every number of the sheet can be come to, and is then on the screen.
#[test]
fn every_parameter_can_be_come_to() {
    for (columns, lines) in [(40, 12), (60, 18), (80, 24), (120, 36)] {
        for (id, branch) in [("q-cancels", "additive"), ("word-moves-all", "baseline")] {
            let mut screen = open(id).sized(columns, lines);
            screen.run(&format!("branch {branch}")).run("view parameters");
            let givens = screen.model.givens().clone();
            let parameters = givens.scorer.kind.parameters().iter().map(|parameter| Tensor::Parameter(*parameter));
            let words = Tensor::OF_WORDS.into_iter().filter(|tensor| givens.shape(*tensor).is_some());
            for tensor in words.chain(parameters) {
                let (rows, width) = givens.shape(tensor).unwrap();
                for (row, column) in (0..rows).flat_map(|row| (0..width).map(move |column| (row, column))) {
                    let address = screen.model.address_of(Cell::new(tensor, row, column));
                    screen.run(&format!("focus {address}"));
                    let focus = Focus::Entry(tensor, row, column);
                    assert_eq!(screen.model.focus(), focus, "{columns}x{lines} {address}");
                    let place = screen.model.place_of(focus).unwrap_or_else(|| panic!("{columns}x{lines} {address}"));
                    assert!(place.x + place.width <= columns && place.y < lines);
                }
            }
        }
    }
}

/// What the line that names a mistake says follows from nothing that is hidden.
#[test]
fn the_name_of_a_mistake_tells_nothing_of_what_is_hidden() {
    let line = |q: &str| {
        let mut screen = open("r72");
        screen.run("scorer scaled-dot").run(&format!("set q {q}")).run("reveal none").run("mistake scale-none");
        screen.line(2)
    };
    assert_eq!(line("1 0"), line("0 0"));
    // Nor do the margins of the view of all rows: a row that overflows looks like any other.
    let margins = |k: &str| {
        let mut screen = open("r72").sized(90, 24);
        screen.run("set q 1e308 1").run(&format!("set k1 {k} 1")).run("reveal none").run("view rows");
        screen.text().lines().find(|line| line.contains("▸1")).unwrap_or_default().to_owned()
    };
    assert_eq!(margins("1"), margins("1e308"));
    assert!(margins("1e308").matches('?').count() >= 9);
}

#[test]
fn a_law_that_breaks_in_other_rows_only_is_said_to() {
    let mut screen = open("sentence").sized(120, 50);
    screen.run("set mask[1] 0");
    for slot in 1..=9 {
        screen.run(&format!("mask 1 {slot}"));
    }
    screen.run("mask 1 1").run("mask 1 1").run("mistake softmax-over-queries");
    let told = screen.text();
    assert!(!told.contains("no law breaks: nothing"), "{told}");
}

/// Over wide numbers cells are wide: no number runs into its neighbour, and no name is cut into another one's.
#[test]
fn numbers_over_columns_stand_apart() {
    let words: Vec<String> = (0..1200).map(|w| format!("\"w{w:05}\"")).collect();
    let zeros = vec!["0"; 1200].join(",");
    let text = format!(
        "format = 1\nid = \"m\"\n[source]\nslots = [\"a\"]\n[vocab]\nwords = [{}]\n[[query]]\nq = [1]\ntarget = \"w00007\"\n\
         [tensors]\nK = [[1]]\nV = [[1]]\nG = [[{zeros}]]\n",
        words.join(",")
    );
    for turn in ["off", "on"] {
        for columns in [60, 80, 100, 160] {
            let mut screen = of_text(&text).sized(columns, 30);
            screen.run("view rows").run(&format!("transpose {turn}")).run("word w00999");
            let shown = screen.text();
            assert!(turn == "on" || shown.contains(" 1000"), "{columns}\n{shown}");
            for piece in shown.split_whitespace().filter(|piece| piece.len() > 4) {
                assert!(!piece.chars().all(|c| c.is_ascii_digit()), "{columns} {turn}: {piece}\n{shown}");
            }
        }
    }
}
