//! Whole frames, with styles: both languages, several sizes, all themes.

mod support;

use support::open;
use twoaxes::explorer::Theme;
use twoaxes::words::Lang;

#[test]
fn the_lesson_at_three_sizes_in_both_languages() {
    for (width, height) in [(60, 18), (80, 24), (120, 36)] {
        for lang in [Lang::En, Lang::Zh] {
            let screen = open("r72").sized(width, height).in_lang(lang);
            insta::assert_snapshot!(format!("r72-{width}x{height}-{}", lang.code()), screen.snapshot());
        }
    }
}

#[test]
fn an_intervention_in_every_theme() {
    for theme in Theme::ALL {
        for lang in [Lang::En, Lang::Zh] {
            let mut screen = open("r72").in_theme(theme).in_lang(lang);
            screen.press("<Tab>");
            insta::assert_snapshot!(format!("only-q-{}-{}", theme.name(), lang.code()), screen.snapshot());
        }
    }
}

#[test]
fn only_v2_says_that_the_reading_is_the_same_to_the_last_bit() {
    let mut screen = open("r72");
    screen.run("branch only-v2");
    assert!(screen.text().contains("only V changed; e, α are the same, to the last bit"), "{}", screen.text());
    insta::assert_snapshot!("only-v2-120x36", screen.sized(120, 36).snapshot());
}

/// What can stand in the dock, with styles at 80×24 and as text on smaller and larger screens, in both languages.
#[test]
fn panels() {
    let panels: [(&str, &[&str]); 8] = [
        ("explanation", &["branch only-q", "focus p[him]", "explain"]),
        ("rounding", &["explain loss"]),
        ("unfolded", &["unfold c[2]"]),
        ("laws", &["laws"]),
        ("observations", &["mask 2", "laws"]),
        ("hidden", &["branch only-v2", "reveal alpha", "focus alpha[2]"]),
        ("predicting", &["predict only-v2"]),
        ("tour", &["step context"]),
    ];
    for (name, commands) in panels {
        for lang in [Lang::En, Lang::Zh] {
            for (width, height) in [(40, 12), (60, 18), (80, 24), (120, 36)] {
                let mut screen = open("r72").sized(width, height).in_lang(lang);
                for command in commands {
                    screen.run(command);
                }
                let frame = if width == 80 { screen.snapshot() } else { screen.text() };
                insta::assert_snapshot!(format!("panel-{name}-{width}x{height}-{}", lang.code()), frame);
            }
        }
    }
}

#[test]
fn modes() {
    let shots = [
        ("editing", "<Down>-12"),
        ("editing-refused", "<Down>1.2.3<Enter>"),
        ("renaming", "<Down><Left><Enter>"),
        ("palette", ":nu"),
        ("palette-refused", ":set v2[9] 1<Enter>"),
        ("help", "?"),
        ("quit", "q"),
        ("interrupt", "5<Enter><C-c>"),
        ("derived", "<Tab>jjjjjjj"),
        ("all-masked", "<Down><Left>m<Down>m<Down>m"),
    ];
    for (name, keys) in shots {
        for lang in [Lang::En, Lang::Zh] {
            let mut screen = open("r72").in_lang(lang);
            screen.press(keys);
            insta::assert_snapshot!(format!("mode-{name}-{}", lang.code()), screen.text());
        }
    }
}

#[test]
fn every_built_in_scenario() {
    for builtin in twoaxes::scenario::builtin::ALL {
        let mut screen = open(builtin.id);
        insta::assert_snapshot!(format!("builtin-{}", builtin.id), screen.text());
        screen.press("<Tab>");
        insta::assert_snapshot!(format!("builtin-{}-branch", builtin.id), screen.text());
    }
}

#[test]
fn ascii_spells_what_may_be_two_cells_wide() {
    let mut screen = open("r72");
    screen.run("ascii on").press("<Tab>");
    let text = screen.text();
    let strange: Vec<char> = text.chars().filter(|c| !c.is_ascii() && !('\u{4e00}'..'\u{a000}').contains(c)).collect();
    assert!(strange.is_empty(), "{strange:?}");
    insta::assert_snapshot!("ascii", text);
}

#[test]
fn small_and_impossible_sizes() {
    insta::assert_snapshot!("r72-40x12", open("r72").sized(40, 12).text());
    insta::assert_snapshot!("too-small", open("r72").sized(30, 4).text());
}

/// A language changes words, never the place of a number: the digits of both screens stand in the same cells.
#[test]
fn no_column_moves_with_the_language() {
    for (width, height) in [(60, 18), (80, 24), (100, 30), (120, 36), (200, 60)] {
        for keys in ["", "<Tab>", "<Tab><Tab>", "7<Enter>", "<Tab>[[["] {
            let mut english = open("r72").sized(width, height);
            english.press(keys);
            let mut chinese = open("r72").sized(width, height);
            chinese.press(keys).run("lang zh");
            let places = |screen: &support::Screen| {
                let buffer = screen.buffer();
                let dock = screen.model.layout().expect("large enough").rows.dock;
                let mut cells = Vec::new();
                // The sentence on what stayed and the dock are prose; all else keeps its place.
                for y in (0..dock).filter(|y| *y != 2) {
                    for x in 0..width {
                        let symbol = buffer[(x, y)].symbol();
                        if symbol.chars().all(|c| c.is_ascii_digit() || "=*+≈│─█▌".contains(c)) {
                            cells.push((x, y, symbol.to_owned()));
                        }
                    }
                }
                cells
            };
            let (english, chinese) = (places(&english), places(&chinese));
            let moved: Vec<_> = english.iter().filter(|cell| !chinese.contains(cell)).collect();
            assert!(moved.is_empty(), "{width}×{height} {keys}: {moved:?}");
        }
    }
}
