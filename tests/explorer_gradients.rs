//! The view of gradients: what stands where, the way back step by step, the check by differences.

mod support;

use serde_json::Value;
use support::{Screen, open};
use twoaxes::engine::ScorerKind;
use twoaxes::explorer::{Focus, Panel, Revealed, RevealedBack, Theme, View};
use twoaxes::words::{Lang, number};

fn gradients(id: &str) -> Screen {
    let mut screen = open(id);
    screen.press("d");
    assert_eq!(screen.model.view(), View::Gradients, "{}", screen.notice());
    screen
}

#[test]
fn the_three_slot_screen() {
    insta::assert_snapshot!(gradients("r72").snapshot());
}

#[test]
fn in_chinese_after_an_intervention() {
    let mut screen = gradients("r72").in_lang(Lang::Zh);
    screen.run("branch only-q").run("focus e[2]");
    insta::assert_snapshot!(screen.snapshot());
}

#[test]
fn with_values_beside_on_a_wide_light_screen() {
    let mut screen = gradients("r72").sized(120, 36).in_theme(Theme::Light);
    screen.run("focus alpha[1]");
    insta::assert_snapshot!(screen.snapshot());
}

#[test]
fn on_small_screens() {
    let mut all = String::new();
    for (size, lang) in [((60, 18), Lang::En), ((60, 18), Lang::Zh), ((40, 12), Lang::En), ((40, 12), Lang::Zh)] {
        let mut screen = gradients("r72").sized(size.0, size.1).in_lang(lang);
        all += &format!("{}\n\n", screen.run("focus z[him]").text());
    }
    insta::assert_snapshot!(all);
}

#[test]
fn in_ascii() {
    let mut screen = gradients("r72");
    screen.run("ascii on").run("focus e[1]");
    let text = screen.text();
    // Names of slots are the user's; the other language is named in itself.
    assert!(text.chars().all(|c| c.is_ascii() || "他书昨天中文".contains(c)), "{text}");
    insta::assert_snapshot!(text);
}

#[test]
fn of_several_rows_the_sums_are_said_to_be_sums() {
    let mut all = String::new();
    for (size, lang) in [((80, 24), Lang::En), ((120, 36), Lang::Zh)] {
        let mut screen = gradients("sentence").sized(size.0, size.1).in_lang(lang);
        all += &format!("{}\n\n", screen.run("row 3").run("focus k5[1]").text());
    }
    insta::assert_snapshot!(all);
}

#[test]
fn under_each_scorer() {
    let mut all = String::new();
    for kind in ScorerKind::ALL {
        let mut screen = gradients("r72");
        all += &format!("{}\n\n", screen.run(&format!("scorer {}", kind.name())).run("focus q[1]").text());
    }
    insta::assert_snapshot!(all);
}

/// The values cancel in c, so that the way forward stays small; each pull on a score is beyond f64.
const OVERFLOW: &[&str] = &["set q 0 0", "set v1 1e300 0", "set v2 -1e300 0", "set v3 0 0", "set G[1,book] -1e10"];

#[test]
fn where_there_is_nothing_to_differentiate_a_sentence_says_why() {
    let mut all = String::new();
    for lang in [Lang::En, Lang::Zh] {
        for commands in [&["no-target"][..], &["mask 1", "mask 2", "mask 3"], OVERFLOW] {
            let mut screen = gradients("r72").in_lang(lang);
            for command in commands {
                screen.run(command);
            }
            all += &format!("{}\n\n", screen.run("focus c[1]").text());
        }
        // One row of several adds nothing, the others do.
        let mut screen = gradients("sentence").sized(100, 30).in_lang(lang);
        all += &format!("{}\n\n", screen.run("row 2").run("no-target").run("focus q2[1]").text());
    }
    insta::assert_snapshot!(all);
}

/// What is on the screen is what another program has computed.
#[test]
fn every_number_is_the_oracles() {
    let cases: Value = serde_json::from_str(include_str!("oracle/cases.json")).expect("JSON");
    let cases = cases.as_array().expect("cases");
    let case = cases.iter().find(|case| case["given"]["name"] == "r72-baseline").expect("r72");
    let gradients_of = &case["expect"]["gradients"];
    let screen = gradients("r72").sized(120, 36);
    let model = &screen.model;
    let layout = model.layout().expect("large enough");
    let mut seen = 0;
    let mut holds = |focus: Focus, wanted: f64| {
        let place = layout.place(focus, |word| model.list().place_of(word)).unwrap_or_else(|| panic!("{focus:?}"));
        let line: Vec<char> = screen.buffer().content()[usize::from(place.y) * 120..][..120]
            .iter()
            .flat_map(|cell| cell.symbol().chars().next())
            .collect();
        let cell: String = line[usize::from(place.x)..usize::from(place.x + place.width)].iter().collect();
        let shown = cell.trim_end_matches(['↑', '↓', ' ']).split(' ').next_back().expect("a number").to_owned();
        let digits = shown.split('.').nth(1).map_or(0, str::len);
        assert_eq!(shown, format!("{:.digits$}", wanted + 0.0).replace("-0.0000", "0.0000"), "{focus:?} in {cell:?}");
        let arrow = line[usize::from(place.x + place.width) - usize::from(place.width > 12)];
        let after = line[usize::from(place.x + place.width).min(119)];
        let sign = if wanted < 0.0 { '↑' } else { '↓' };
        assert!(wanted == 0.0 || [arrow, after].contains(&sign) || cell.contains(sign), "{focus:?}: {cell}{after}");
        seen += 1;
    };
    let number = |value: &Value| value.as_f64().expect("a number");
    for i in 0..2 {
        holds(Focus::Query(i), number(&gradients_of["Q"][0][i]));
        holds(Focus::Context(i), number(&gradients_of["context"][0][i]));
        for j in 0..3 {
            holds(Focus::Key(j, i), number(&gradients_of["K"][j][i]));
            holds(Focus::Value(j, i), number(&gradients_of["V"][j][i]));
            holds(Focus::Head(i, j), number(&gradients_of["G"][i][j]));
        }
    }
    for j in 0..3 {
        holds(Focus::Score(j), number(&gradients_of["scores"][0][j]));
        holds(Focus::Logit(j), number(&gradients_of["logits"][0][j]));
    }
    assert_eq!(seen, 2 * (2 + 9) + 6);
}

/// Sums are shown as they come out; what rounding leaves of 0 is called so, and nothing else is.
#[test]
fn both_sums_are_nothing_but_rounding() {
    let screen = gradients("r72");
    let (scores, logits) = screen.model.gradient_sums().expect("a row with a target");
    assert!(scores.abs() < 1e-15 && logits.abs() < 1e-15);
    let (narrow, wide) = (screen.text(), gradients("r72").sized(140, 40).text());
    for (symbol, sum) in [("Σ_j ∂L/∂e_j", scores), ("Σ_w ∂L/∂z_w", logits)] {
        assert!(narrow.contains(&format!("{symbol} = {sum:.0e} ≈ 0")), "{narrow}");
        let in_full = format!("{symbol} = {}  (0 but for rounding)", number::derived(sum, 9).trim_start());
        assert!(wide.contains(&in_full), "{wide}");
    }
    for size in [(80, 24), (140, 40)] {
        let mut wrong = gradients("r72").sized(size.0, size.1);
        wrong.run("mistake gradient-without-coupling").press("<Esc>").run("view gradients");
        let (scores, _) = wrong.model.gradient_sums().expect("a row with a target");
        assert!(scores.abs() > 0.1);
        let text = wrong.text();
        let line = text.lines().find(|line| line.contains("Σ_j ∂L/∂e_j")).expect("the sum");
        let own = line.split("Σ_w").next().unwrap_or_default();
        assert!(!own.contains('≈') && !own.contains("rounding"), "{text}");
    }
}

/// Where all values are equal, reading makes no difference: what is left of 0 has no arrow and no reason.
#[test]
fn what_rounding_leaves_of_nothing_has_no_arrow() {
    let mut screen = gradients("equal-values");
    let scores: Vec<f64> = (0..3).map(|j| screen.model.gradient(0, Focus::Score(j)).expect("a gradient")).collect();
    assert!(scores.iter().any(|score| *score != 0.0) && scores.iter().all(|score| score.abs() < 1e-15));
    for (j, score) in scores.iter().enumerate() {
        assert!(*score == 0.0 || screen.model.is_gradient_blurred(Focus::Score(j)), "{j}");
    }
    let given = [Focus::Query(0), Focus::Query(1), Focus::Key(0, 0)];
    for focus in given {
        let gradient = screen.model.gradient(0, focus).expect("a gradient");
        assert!(gradient == 0.0 || screen.model.is_gradient_blurred(focus), "{focus:?} {gradient:e}");
    }
    screen.run("focus e[1]");
    let text = screen.text();
    assert!(text.contains("0 but for rounding: a small change of e[1] does not move L") || scores[0] == 0.0, "{text}");
    assert!(!text.contains("helps") && !text.contains("hurts"), "{text}");
    // What is felt is not called rounding.
    let screen = gradients("r72");
    let all = (0..3).map(Focus::Score).chain((0..2).map(Focus::Query));
    assert!(all.into_iter().all(|focus| !screen.model.is_gradient_blurred(focus)));
}

/// The reason given for a component of q is that of the score through which it is felt.
#[test]
fn the_reason_is_that_of_the_score_it_is_felt_through() {
    let mut screen = gradients("reading-can-be-taught");
    screen.run("focus q[1]");
    // k_2 = (0, 1): e_2 does not feel q_1, however much L feels e_2.
    let text = screen.text();
    assert!(text.contains("mostly through e_1") && text.contains("raising e_1 helps"), "{text}");
    screen.run("focus q[2]");
    let text = screen.text();
    assert!(text.contains("mostly through e_2") && text.contains("raising e_2 hurts"), "{text}");
}

#[test]
fn the_way_back_is_shown_step_by_step() {
    let mut screen = gradients("r72");
    screen.press("z");
    let hidden = screen.text();
    assert!(!hidden.contains("-0.297310") && !hidden.contains("-0.594620") && hidden.contains("L = −ln p(him)"));
    let steps = ["-0.297310", "-0.594620", "-1.189241", "-0.333641", "-0.212"];
    for (step, number) in steps.iter().enumerate() {
        for later in &steps[step..] {
            assert!(!screen.text().contains(later), "{later} before its time");
        }
        screen.press("<Space>");
        assert!(screen.text().contains(number), "{number} at step {}", step + 1);
    }
    assert!(screen.model.revealed_back().is_whole() && screen.model.revealed().is_whole());
    screen.press("<Backspace>").press("<Backspace>");
    assert!(!screen.text().contains("-0.333641") && screen.text().contains("-1.189241"));
    for (name, shown, not_yet) in [("z", 0, 1), ("c", 1, 2), ("v", 2, 3), ("e", 3, 4)] {
        screen.run(&format!("backward {name}"));
        assert!(screen.text().contains(steps[shown]) && !screen.text().contains(steps[not_yet]), "{name}");
    }
    screen.run("backward none").press("Z");
    assert!(screen.model.revealed_back().is_whole());
    // On the main screen the same keys go forwards.
    screen.press("<Esc><Esc>z");
    assert_eq!(screen.model.view(), View::Flow);
    assert!(screen.model.revealed_back().is_whole() && !screen.model.revealed().is_whole());
    // What follows from a hidden loss is hidden, and revealing goes on forwards first.
    screen.press("d");
    assert!(!screen.text().contains("-0.297310") && !screen.text().contains("0.702690"), "{}", screen.text());
    screen.run("measure q[1]");
    assert!(screen.notice().contains("hidden"), "{}", screen.notice());
    screen.press("<Space><Space><Space><Space><Space><Space><Space>");
    assert!(screen.text().contains("-0.297310"), "{}", screen.text());
    insta::assert_snapshot!(screen.press("z<Space><Space>").snapshot());
}

/// A hidden gradient is not given away by an explanation, a copy or a check.
#[test]
fn nothing_hidden_is_told() {
    let mut screen = gradients("r72");
    screen.run("backward c").run("focus e[1]").press("x");
    assert!(!screen.text().contains("-0.333641") && !screen.text().contains("-0.790021"), "{}", screen.text());
    screen.press("y");
    assert!(screen.effects.is_empty() && screen.notice().contains("hidden"));
    screen.press("D");
    assert!(screen.notice().contains("hidden") && !matches!(screen.model.panel(), Some(Panel::Measured { .. })));
    screen.run("explain dL/dq[1]");
    assert!(!screen.text().contains("-0.212137"));
}

#[test]
fn a_number_is_edited_in_the_view_and_all_gradients_move() {
    let mut screen = gradients("r72");
    screen.press("0<Enter><Right>1<Enter>");
    assert_eq!(screen.model.view(), View::Gradients);
    let before = open("r72").press("d").text();
    for (y, (now, was)) in screen.text().lines().zip(before.lines()).enumerate().skip(4).take(11) {
        assert!(now != was || y == 11, "line {y}: {now}");
    }
    assert!(screen.text().contains("L = −ln p(him) = 1.420665"), "{}", screen.text());
    screen.press("u").press("u");
    assert!(screen.text().lines().take(16).eq(before.lines().take(16)), "{}", screen.text());
}

/// Moving about moves nothing on the screen but the cursor and the dock.
#[test]
fn nothing_jumps() {
    let mut screen = gradients("r72");
    let places = |screen: &Screen| {
        let layout = screen.model.layout().unwrap();
        [Focus::Query(0), Focus::Value(2, 1), Focus::Head(1, 2), Focus::Context(0), Focus::Score(1), Focus::Logit(2)]
            .map(|focus| layout.place(focus, Some))
    };
    let before = places(&screen);
    for keys in ["L", "<Tab>", "<Tab>", "x", "D", "<Down><Down><Down><Down><Down><Right>", "7<Enter>", "<Esc>z"] {
        screen.press(keys);
        assert_eq!(places(&screen), before, "after {keys}");
    }
}

#[test]
fn a_mistake_of_the_gradient_is_marked_and_one_of_the_way_forward_has_none() {
    let mut screen = gradients("r72");
    screen.run("mistake gradient-without-coupling").press("<Esc>").run("focus e[1]");
    let text = screen.text();
    assert!(text.contains("-0.502239!") && text.contains("right is -0.333641"), "{text}");
    assert!(text.contains("-0.297310↑"), "what is right stays unmarked: {text}");
    screen.press("D");
    assert!(screen.text().contains("✗ apart"), "{}", screen.text());
    insta::assert_snapshot!(screen.text());
    screen.press("<Esc>").run("mistake softmax-twice");
    assert_eq!(screen.model.view(), View::Flow);
    screen.press("d");
    assert_eq!(screen.model.view(), View::Flow);
    assert!(screen.notice().contains("under a mistake there are no gradients"), "{}", screen.notice());
}

#[test]
fn a_gradient_is_explained_copied_and_shown_where_it_has_its_place() {
    let mut screen = open("r72").sized(120, 36);
    screen.run("explain dL/de[2]");
    assert_eq!((screen.model.view(), screen.model.focus()), (View::Gradients, Focus::Score(1)));
    assert!(screen.text().contains("raising e_2 hurts"), "{}", screen.text());
    screen.press("y");
    let [twoaxes::explorer::Effect::Copy(text)] = &screen.effects[..] else { panic!("{:?}", screen.effects) };
    assert!(text.starts_with("dL/de[2]") && text.contains("= 0.212137"), "{text}");
    insta::assert_snapshot!(screen.snapshot());
}

/// Parameters and words have no place in the view; they are explained from afar.
#[test]
fn what_has_no_place_is_explained_all_the_same() {
    let mut screen = open("r72").sized(120, 36);
    screen.run("scorer additive").run("explain dL/dW_q[1,1]");
    assert!(screen.text().contains("∂L/∂(W_q)_1,1 = "), "{}", screen.text());
    let mut screen = open("word-moves-all").sized(120, 36);
    screen.run("explain dL/dx1[1]");
    assert!(screen.text().contains("∂L/∂x_1,1 = "), "{}", screen.text());
    screen.run("measure x1[1]");
    assert!(screen.text().contains("✓ agree"), "{}", screen.text());
    screen.run("focus dL/dq1[1]");
    assert!(screen.notice().contains("view gradients"), "{}", screen.notice());
}

#[test]
fn a_gradient_is_held_against_a_difference() {
    let mut screen = gradients("r72");
    let mut all = String::new();
    for address in ["q[1]", "k2[1]", "v1[1]", "G[1,him]", "e[2]", "alpha[2]", "c[1]", "z[him]"] {
        screen.run(&format!("focus {address}")).press("D");
        let text = screen.text();
        assert!(text.contains("✓ agree"), "{address}: {text}");
        all += &text.lines().skip(18).take(5).collect::<Vec<_>>().join("\n");
        all += "\n\n";
        screen.press("D");
        assert_eq!(screen.model.panel(), None);
    }
    insta::assert_snapshot!(all);
    // It follows the cursor and the model.
    screen.run("focus q[1]").press("D");
    let one = screen.text();
    screen.press("<Right>");
    assert_ne!(screen.text(), one);
    screen.press("<Left>").run("set q 0 1");
    assert!(screen.text().contains("by the formula             = -0.904671"), "{}", screen.text());
    screen.run("no-target");
    assert!(screen.text().contains("no row has a target"), "{}", screen.text());
    screen.run("focus loss");
    assert!(screen.text().contains("no gradient belongs to this place"), "{}", screen.text());
    let mut zh = gradients("r72").in_lang(Lang::Zh);
    insta::assert_snapshot!(zh.run("focus e[2]").press("D").text());
}

#[test]
fn a_check_that_leaves_f64_says_so() {
    let mut screen = open("r72");
    screen.run("set G[1,him] 1e307").run("set G[1,book] -1e307").run("measure v1[1]");
    let text = screen.text();
    assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
}

/// Of a large model the row's own gradients are there at once, and sums over the rows are a sentence.
#[test]
fn a_large_model_says_what_it_does_not_sum() {
    let mut screen = support::of_text(&support::large::large(200, 40, 600, 32));
    assert!(!screen.model.trace().is_light());
    screen.press("d");
    let text = screen.text();
    assert!(text.contains("∂L/∂z_w"), "{text}");
    screen.run("explain dL/dk1[1]");
    assert!(screen.text().contains("sum over"), "{}", screen.text());
    screen.run("measure q[1]");
    assert!(screen.notice().contains("too large"), "{}", screen.notice());
}

/// A slip of the finger in the palette is refused; it does not mean any form that has the letter somewhere in it.
#[test]
fn a_slip_shows_nothing() {
    let mut screen = gradients("r72");
    screen.press("z:backward L<Enter>");
    assert_eq!(screen.model.revealed_back(), RevealedBack::NOTHING, "{}", screen.text());
    assert!(screen.text().contains("this is how to say it: backward next"), "{}", screen.text());
    screen.press("<Esc>").run("view flow").run("reveal none").press(":reveal x<Enter>");
    assert_eq!(screen.model.revealed(), Revealed::NOTHING);
    // The beginning of a form means it.
    screen.press("<Esc>:reveal al<Enter>");
    assert_ne!(screen.model.revealed(), Revealed::NOTHING);
}

/// A row that adds nothing to L has no gradient to measure, and that is why.
#[test]
fn what_cannot_be_measured_says_the_right_reason() {
    let mut screen = open("r72");
    screen.run("add row 2").run("row 2").run("measure q2[1]");
    let text = screen.text();
    assert!(!text.contains("beyond f64") && text.contains("no target"), "{text}");
    // The same where another row is shown.
    screen.run("row 1").run("measure q2[1]");
    assert!(!screen.text().contains("beyond f64"), "{}", screen.text());
}

/// `backward` is about the view of gradients, and shows it.
#[test]
fn the_way_back_is_gone_where_it_is_seen() {
    let mut screen = open("r72");
    screen.run("backward c");
    assert_eq!(screen.model.view(), View::Gradients);
    screen.run("explain dL/dalpha[1]");
    assert!(!screen.text().contains("this is given"), "{}", screen.text());
}
