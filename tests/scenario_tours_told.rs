//! What the tours of `sentence` and `q-cancels` tell, held against what is on the screen at each step.

mod support;

use support::facts::{bits, scenario, top};
use support::steps::{at, attention, number, numbers, probabilities, says, shows};
use support::{Screen, open};
use twoaxes::engine::{Mark, Stage};
use twoaxes::explorer::{Focus, Panel, Revealed, View};
use twoaxes::words::Lang;

/// The word with the largest probability in each row, on the numbers of the screen.
fn written(screen: &Screen) -> Vec<String> {
    let words = &screen.model.names().words;
    let of_row = |row: usize| -> Vec<f64> {
        (0..words.len()).map(|w| screen.model.number(row, Focus::Probability(w)).expect("a number")).collect()
    };
    (0..screen.model.givens().rows()).map(|row| words[top(&of_row(row))].clone()).collect()
}

#[test]
fn the_sentence_is_read_prefix_by_prefix() {
    const SENTENCE: [&str; 8] = ["I", "gave", "him", "a", "book", "yesterday", ".", "EOS"];
    let scenario = scenario("sentence");
    let mut screen = open("sentence");
    let of_row = |screen: &Screen, row: usize, focus: Focus| screen.model.number(row, focus).expect("a number");
    let shown = |number: f64| format!("{number:.3}");

    at(&mut screen, "arrows");
    assert_eq!((screen.model.row(), screen.model.focus()), (0, Focus::Score(0)));
    let scores: Vec<f64> = (0..9).map(|j| of_row(&screen, 0, Focus::Score(j))).collect();
    assert_eq!(top(&scores), 0);

    at(&mut screen, "guess-him");
    assert_eq!((screen.model.row(), screen.model.revealed()), (2, Revealed::NOTHING));
    at(&mut screen, "him");
    assert_eq!((screen.model.row(), screen.model.focus()), (2, Focus::Attention(4)));
    let (read, probable) = (of_row(&screen, 2, Focus::Attention(4)), of_row(&screen, 2, Focus::Probability(2)));
    says(&scenario, "him", &[shown(read), shown(probable)]);
    shows(&screen, &[&shown(read), &shown(probable)]);

    // Both slots that share a word are on the screen.
    at(&mut screen, "share");
    let [one, other] = [5, 6].map(|j| of_row(&screen, 3, Focus::Attention(j)));
    assert_eq!((screen.model.row(), one.to_bits()), (3, other.to_bits()));
    says(&scenario, "share", &[shown(one)]);
    shows(&screen, &[" 6 一", "7 本"]);

    // The whole picture: the slots told of are those most read, row by row, down to the one that comes next.
    at(&mut screen, "picture");
    assert_eq!((screen.model.view(), screen.model.row(), screen.model.focus()), (View::Rows, 2, Focus::Attention(4)));
    says(&scenario, "picture", &["我", "给", "了", "他", "一", "本", "书", &shown(read)].map(str::to_owned));
    let most = |row: usize| top(&(0..9).map(|j| of_row(&screen, row, Focus::Attention(j))).collect::<Vec<f64>>());
    // Where two slots share, the second is as large as the first.
    assert_eq!([0, 1, 2, 3, 4, 5].map(most), [0, 3, 4, 6, 7, 1]);
    shows(&screen, &["█91", "▓87", "softmax along j", "SOURCE AXIS", "VOCAB AXIS"]);

    at(&mut screen, "yesterday");
    assert_eq!((screen.model.view(), screen.model.row(), screen.model.focus()), (View::Rows, 5, Focus::Attention(1)));
    let weights: Vec<f64> = (0..9).map(|j| of_row(&screen, 5, Focus::Attention(j))).collect();
    assert_eq!(top(&weights), 1);
    says(&scenario, "yesterday", &[format!("{:.0}%", 100.0 * weights[1])]);
    shows(&screen, &["▸6 ", "yesterday ✓"]);

    at(&mut screen, "stop");
    assert_eq!((screen.model.view(), screen.model.row(), screen.model.focus()), (View::Rows, 7, Focus::Attention(8)));
    for j in 0..9 {
        let [before, last] = [6, 7].map(|row| of_row(&screen, row, Focus::Attention(j)));
        assert_eq!(before.to_bits(), last.to_bits());
    }
    at(&mut screen, "state");
    assert_eq!((screen.model.view(), screen.model.focus()), (View::Flow, Focus::Logit(8)));
    says(&scenario, "state", &[format!("{}", of_row(&screen, 7, Focus::Bias(8)))]);
    assert_eq!(written(&screen), SENTENCE);

    at(&mut screen, "guess-v5");
    assert_eq!((screen.model.row(), screen.model.state().branch, screen.model.focus()), (2, None, Focus::Value(4, 0)));
    for (step, branch, wrong, focus) in
        [("only-v5", 0, "her", Focus::Probability(3)), ("only-q3", 1, "book", Focus::Attention(7))]
    {
        at(&mut screen, step);
        assert_eq!((screen.model.row(), screen.model.focus()), (2, focus), "{step}");
        assert_eq!(screen.model.state().branch, Some(branch), "{step}");
        let words = written(&screen);
        let broken: Vec<usize> = (0..8).filter(|row| words[*row] != SENTENCE[*row]).collect();
        assert_eq!((broken.as_slice(), words[2].as_str()), (&[2][..], wrong), "{step}");
        assert_eq!(screen.model.view(), View::Rows, "{step}");
        shows(&screen, &[&format!("{wrong} ≠ him")]);
    }
    at(&mut screen, "only-v5");
    let comparison = screen.model.comparison();
    assert!((0..8).all(|row| comparison.stage(row, Stage::Attention) == Mark::Same));
    at(&mut screen, "yours");
    assert_eq!((screen.model.view(), screen.model.row(), screen.model.state().branch), (View::Flow, 0, None));
    assert_eq!(written(&screen), SENTENCE);
}

#[test]
fn the_query_cancels_before_the_class() {
    let scenario = scenario("q-cancels");
    let mut screen = open("q-cancels");
    at(&mut screen, "guess");
    let before = (attention(&screen), probabilities(&screen), numbers(&screen, 3, Focus::Score));
    let query = |screen: &Screen| format!("({}, {})", number(screen, Focus::Query(0)), number(screen, Focus::Query(1)));
    let first = query(&screen);

    at(&mut screen, "only-q");
    assert_eq!((screen.model.state().branch, screen.model.focus()), (Some(0), Focus::Attention(1)));
    assert_eq!(bits(&attention(&screen)), bits(&before.0));
    assert_eq!(bits(&probabilities(&screen)), bits(&before.1));
    let fell: Vec<f64> = before.2.iter().zip(numbers(&screen, 3, Focus::Score)).map(|(was, is)| was - is).collect();
    assert_eq!(fell, [fell[0]; 3]);
    says(&scenario, "only-q", &[format!("{}", fell[0])]);
    let other = query(&screen).replace('-', "−");
    says(&scenario, "guess", &[first.clone(), other.clone()]);

    // The numbers of the first line: aᵀq and bᵀk_2, whose sum is the score under the cursor.
    at(&mut screen, "line-1");
    assert_eq!((screen.model.focus(), number(&screen, Focus::Score(1))), (Focus::Score(1), -11.0 + 2.0));
    says(&scenario, "line-1", &["−11".to_owned(), "2".to_owned()]);
    for step in ["line-2", "line-3"] {
        at(&mut screen, step);
        assert_eq!(screen.model.state().branch, Some(0), "{step}");
    }
    at(&mut screen, "numbers");
    assert!(matches!(screen.model.panel(), Some(Panel::Explanation { .. })));
    // What the three lines say is what the explanation proves.
    let address = screen.model.explained().expect("a number");
    let proof = screen.model.explanation(&address, 8).proof.expect("under the linear scorer");
    for (line, step) in proof.lines.iter().zip(["line-1", "line-2", "line-3"]) {
        says(&scenario, step, &[line.symbols.text(Lang::En).replace("k_2", "k_j")]);
    }

    at(&mut screen, "additive");
    assert_eq!((screen.model.panel(), screen.model.state().branch, query(&screen)), (None, Some(1), first.clone()));
    assert_eq!((top(&attention(&screen)), top(&probabilities(&screen))), (0, 0));
    says(&scenario, "additive", &[first]);
    at(&mut screen, "additive-only-q");
    assert_eq!((screen.model.state().branch, query(&screen).replace('-', "−")), (Some(2), other.clone()));
    assert_eq!((top(&attention(&screen)), top(&probabilities(&screen))), (1, 1));
    says(&scenario, "additive-only-q", &[other]);

    // No query puts him on top.
    at(&mut screen, "yours");
    assert_eq!(screen.model.state().branch, None);
    for command in ["set q 0 0", "set q 40 -7", "set q -1000 3", "set q 0.1 0.2", "set q 1e16 3"] {
        screen.run(command);
        assert_ne!(top(&probabilities(&screen)), 0, "{command}");
    }
}
