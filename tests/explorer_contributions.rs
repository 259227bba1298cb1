//! The view of contributions: keys in, screen out.

mod support;

use insta::assert_snapshot;
use proptest::prelude::*;
use support::{Screen, of_text, open};
use twoaxes::explorer::{Focus, Theme, View};
use twoaxes::scenario::Contributed;
use twoaxes::words::Lang;

const SIZES: [(u16, u16); 5] = [(40, 12), (60, 18), (80, 24), (120, 36), (200, 50)];

#[test]
fn frames() {
    for (width, height) in SIZES {
        for lang in [Lang::En, Lang::Zh] {
            let mut screen = open("r72").sized(width, height).in_lang(lang);
            screen.press("c<Right><Right>");
            assert_snapshot!(format!("r72_{width}x{height}_{}", lang.code()), screen.text());
        }
    }
    assert_snapshot!("styles", open("r72").press("c").snapshot());
    assert_snapshot!("styles_light", open("r72").in_theme(Theme::Light).press("c").snapshot());
}

#[test]
fn frames_of_other_models() {
    assert_snapshot!("most_read", open("most-read-is-not-predicted").press("c").text());
    assert_snapshot!("sentence", open("sentence").sized(80, 24).press("nncx").text());
    assert_snapshot!("sentence_wide_zh", open("sentence").sized(120, 36).in_lang(Lang::Zh).press("nnc").text());
    let mut masked = open("r72");
    masked.run("mask 2").run("set bias 0.5 0 -2").press("c");
    assert_snapshot!("masked_with_constants", masked.text());
    masked.run("mask 1").run("mask 3");
    assert_snapshot!("all_masked", masked.text());
    let mut ascii = open("r72");
    ascii.run("ascii on").press("c");
    assert_snapshot!("ascii", ascii.text());
    assert!(ascii.text().chars().all(|c| c.is_ascii() || c > '\u{2E80}'), "{}", ascii.text());
    let mut branch = open("r72");
    branch.press("<Tab>c");
    assert_snapshot!("only_q", branch.text());
}

/// A model in which a product is beyond f64 although no logit is.
const BEYOND: &str = r#"
format = 1
id = "beyond"
[source]
slots = ["a", "b"]
[vocab]
words = ["x", "y"]
[[query]]
q = [0]
target = "x"
[tensors]
K = [[0], [0]]
V = [[1e308], [-1e308]]
G = [[1e10, 1]]
"#;

#[test]
fn what_is_beyond_f64_is_said() {
    let mut screen = of_text(BEYOND);
    screen.press("c");
    assert_snapshot!("beyond", screen.text());
    screen.press("<Right><Right>x");
    assert!(screen.text().contains("beyond f64"), "{}", screen.text());
}

/// The numbers of a line of the table, as text.
fn numbers(screen: &Screen, label: &str) -> Vec<String> {
    let text = screen.text();
    let line = text.lines().find(|line| line.contains(label) && line.contains('│')).expect("the line");
    line.split(['│', ' ', '•', '=', '*']).filter(|word| word.contains('.')).map(str::to_owned).collect()
}

#[test]
fn columns_add_up_to_the_logits_on_the_main_screen() {
    let mut screen = open("r72");
    screen.press("c");
    assert_eq!(numbers(&screen, "Σ_j")[1..4], ["2.533913", "1.466087", "0.000000"]);
    assert_eq!(numbers(&screen, "z_w")[..3], ["2.533913", "1.466087", "0.000000"]);
    assert_eq!(numbers(&screen, "z_w")[3], "+1.067826");
    // α_1 = e / (2e + 1), times v_1 · G_him = 4.
    assert_eq!(numbers(&screen, "1 他"), ["0.422319", "0.844638", "1.689275", "0.000000", "0.000000", "+1.689275"]);
    // Changing v2 leaves the weights and moves slot 2 alone.
    screen.run("set v2[2] 8");
    assert_eq!(numbers(&screen, "2 书"), ["0.155362", "1.242899", "0.000000", "1.242899", "0.000000", "-1.242899"]);
    assert_eq!(numbers(&screen, "1 他")[..2], ["0.422319", "0.844638"]);
}

#[test]
fn most_read_and_mattered_most_are_told_apart() {
    let screen = open("most-read-is-not-predicted").press("c").text();
    let check = |number: &str| screen.lines().find(|line| line.starts_with(&format!(" {number}"))).unwrap().to_owned();
    assert!(check("1 weight").contains("他 = 昨天") && check("2 value").contains("书"), "{screen}");
    assert!(check("4 word").contains("book") && check("4 word").contains('≠'), "{screen}");
}

#[test]
fn the_cursor_goes_everywhere_and_every_number_is_explained() {
    let mut screen = open("r72");
    screen.press("c");
    assert_eq!(screen.model.focus(), Focus::Attention(0));
    let logit = |slot, word| Focus::Contributed(Contributed::Logit { slot: Some(slot), word: Some(word) });
    screen.press("<Right>");
    assert_eq!(screen.model.focus(), Focus::Contributed(Contributed::Length { slot: Some(0) }));
    assert!(screen.text().contains("length of what 他 adds"));
    screen.press("<Right>");
    assert_eq!(screen.model.focus(), logit(0, 0));
    assert!(screen.text().contains("avG[1,him]"), "{}", screen.text());
    screen.press("<Down><Down><Right>");
    assert_eq!(screen.model.focus(), logit(2, 1));
    screen.press("<Down>");
    assert_eq!(screen.model.focus(), Focus::Contributed(Contributed::Sum { word: Some(1) }));
    assert!(screen.text().contains("sum_avG[book]"), "{}", screen.text());
    screen.press("<Down>");
    assert_eq!(screen.model.focus(), Focus::Logit(1));
    screen.press("<Up><Up><End>");
    let toward = Contributed::Difference { slot: Some(2), word: 0, against: 1 };
    assert_eq!(screen.model.focus(), Focus::Contributed(toward));
    assert!(screen.text().contains("avG[3,him,book]"), "{}", screen.text());
    screen.press("<Home>");
    assert_eq!(screen.model.focus(), Focus::Attention(2));
    screen.press("g<Left>");
    assert_eq!(screen.model.focus(), Focus::Attention(0), "the edge");
    // Enter explains in full; the first Esc closes that, the second goes back to the main screen.
    screen.press("<Right><Right><Enter>");
    assert!(screen.model.panel().is_some());
    screen.press("<Esc>");
    assert_eq!(screen.model.view(), View::Contributions);
    screen.press("<Esc>");
    assert_eq!((screen.model.view(), screen.model.focus()), (View::Flow, Focus::Logit(0)));
}

#[test]
fn the_pointer_finds_what_is_drawn() {
    for (width, height) in SIZES {
        let mut screen = open("sentence").sized(width, height);
        screen.run("mouse on").press("c");
        let layout = screen.model.layout().expect("large enough");
        for focus in screen.model.visible(&layout) {
            let at = screen.model.place_of(focus).expect("in view");
            assert!(at.x + at.width <= width && at.y < height, "{focus:?} {at:?}");
            screen.model.click(at.x + at.width / 2, at.y);
            assert_eq!(screen.model.focus(), focus, "{width}×{height}");
        }
    }
}

#[test]
fn two_words_are_held_against_each_other() {
    let mut screen = open("r72");
    screen.run("contrast yesterday");
    assert_eq!((screen.model.view(), screen.model.contrast()), (View::Contributions, Some((0, 2))));
    assert!(screen.text().contains("him−yest"), "{}", screen.text());
    assert_eq!(numbers(&screen, "3 昨天").last().unwrap(), "+0.844638");
    screen.run("contrast book him");
    assert_eq!(numbers(&screen, "Σ_j").last().unwrap(), "-1.067826");
    screen.run("contrast book book");
    assert_eq!(screen.notice(), "book less itself is 0 at every slot: name another word");
    screen.run("contrast boook");
    assert!(screen.notice().contains("book"), "{}", screen.notice());
    // Words that go take the pair along; what is left is the pair held by itself.
    screen.run("contrast yesterday").run("remove word yesterday");
    assert_eq!(screen.model.contrast(), Some((0, 1)));
    screen.run("remove word book");
    assert_eq!(screen.model.contrast(), None);
    screen.run("contrast");
    assert_eq!(screen.notice(), "the vocabulary has one word: there is no other to hold it against");
    assert!(!screen.text().is_empty());
}

/// The pair held by itself stays while numbers change, so that no head jumps.
#[test]
fn the_pair_stays_while_numbers_change() {
    let mut screen = open("r72");
    let before = screen.model.contrast();
    screen.run("set v3 9 9").press("<Tab>");
    assert_eq!(screen.model.contrast(), before);
}

#[test]
fn nothing_hidden_is_given_away() {
    let mut screen = open("r72");
    screen.press("c").run("reveal none");
    let text = screen.text();
    assert!(!text.contains("0.42") && !text.contains("1.68") && !text.contains("2.53"), "{text}");
    assert!(!text.contains('•') && !text.contains("last bit") && !text.contains("✓"), "{text}");
    screen.run("reveal alpha");
    let text = screen.text();
    assert!(text.contains("0.422319") && !text.contains("0.844638") && !text.contains("1.689"), "{text}");
    screen.run("reveal av");
    let text = screen.text();
    assert!(text.contains("0.844638") && !text.contains("1.689"), "{text}");
    screen.run("reveal z");
    let text = screen.text();
    assert!(text.contains("1.689275") && text.contains("4 word") && !text.contains("0.702690"), "{text}");
}

#[test]
fn a_mistake_leaves_the_contributions_right_and_says_so() {
    let mut screen = open("r72");
    screen.run("mistake softmax-twice").press("<Esc>c");
    let text = screen.text();
    assert!(text.contains("0.422319") && text.contains("2.533913"), "{text}");
    assert!(text.contains("contributions are those of the right computation"), "{text}");
}

#[test]
fn large_models_show_what_is_in_view() {
    let mut screen = of_text(&support::large::large(2, 300, 60_000, 3));
    screen.press("c");
    let text = screen.text();
    assert!(text.contains("Σ_j") && text.contains("1 weight"), "{text}");
    screen.press("G<End><Home><C-f>");
    screen.run("word 59999");
    assert!(screen.text().contains("w59998"), "{}", screen.text());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn any_keys_at_any_size(
        keys in prop::collection::vec("[hjklgGcv0-9zZnNxmua]|<Up>|<Down>|<Left>|<Right>|<Home>|<End>|<C-f>|<C-b>|<Esc>|<Tab>|<Enter>", 1..40),
        width in 1..140_u16,
        height in 1..50_u16,
        id in prop::sample::select(vec!["r72", "sentence", "masks", "three-readings", "word-moves-all", "scale-64"]),
    ) {
        let mut screen = open(id).sized(width, height);
        screen.press("c");
        for key in keys {
            screen.press(&key);
            let text = screen.text();
            prop_assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
        }
    }
}

/// Which words are the most probable is not told by the heads before it is revealed.
#[test]
fn the_pair_gives_no_hidden_word_away() {
    let mut screen = open("r72");
    screen.run("set G[1,yesterday] 9").run("pin").press("c");
    assert_eq!(screen.model.contrast(), Some((0, 2)));
    screen.run("reveal z");
    assert_eq!(screen.model.contrast(), Some((0, 1)));
    screen.run("no-target").run("pin");
    assert_eq!(screen.model.contrast(), Some((0, 1)));
    screen.run("reveal all");
    assert_eq!(screen.model.contrast(), Some((2, 0)));
    // A word named alone is held against the one held by itself, whatever was chosen before.
    screen.run("contrast book yesterday").run("contrast him");
    assert_eq!(screen.model.contrast(), Some((2, 0)));
}
