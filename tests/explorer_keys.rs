//! Keys in, numbers and screens out.

mod support;

use support::{of_text, open};
use twoaxes::engine::{Cell, Tensor};
use twoaxes::explorer::{Effect, Focus, Mode};

fn value(screen: &support::Screen, tensor: Tensor, row: usize, column: usize) -> f64 {
    screen.model.givens().get(Cell::new(tensor, row, column)).expect("a cell of the model")
}

fn loss(screen: &support::Screen) -> String {
    format!("{:.6}", screen.model.trace().loss().expect("a loss"))
}

#[test]
fn the_walk_through_of_the_readme() {
    let mut screen = open("r72");
    assert_eq!(loss(&screen), "0.352840");
    // q' = (0, 1), typed.
    screen.press("0<Enter><Right>1<Enter>");
    let text = screen.text();
    for figure in ["0.155362", "0.422319", "0.733044", "2.533913", "0.241553", "0.702690", "0.055757", "1.420665"] {
        assert!(text.contains(figure), "{figure} in\n{text}");
    }
    // Back to the baseline, then only v_2.
    screen.press("r<F4>");
    let text = screen.text();
    for figure in ["0.422319=", "0.155362=", "1.266956=", "2.087537*"] {
        assert!(text.contains(figure), "{figure} in\n{text}");
    }
}

#[test]
fn typing_replaces_enter_opens_escape_keeps() {
    let mut screen = open("r72");
    screen.press("<Down>-2.5<Enter>");
    assert_eq!(value(&screen, Tensor::Keys, 0, 0), -2.5);
    screen.press("<Enter>");
    let Mode::Editing(editing) = screen.model.mode() else { panic!("Enter opens the old value") };
    assert_eq!(editing.field.value(), "-2.5");
    screen.press("99<Esc>");
    assert_eq!(value(&screen, Tensor::Keys, 0, 0), -2.5);
    screen.press(".5<Tab>7<Down>");
    assert_eq!(value(&screen, Tensor::Keys, 0, 0), 0.5);
    assert_eq!(value(&screen, Tensor::Keys, 0, 1), 7.0);
    assert_eq!(screen.model.focus(), Focus::Key(1, 1));
}

#[test]
fn numbers_as_people_type_them() {
    for (typed, read) in [
        ("1/3", 1.0 / 3.0),
        ("0-ln(0.7)", -(0.7_f64.ln())),
        ("-2^2", -4.0),
        ("１．５", 1.5),
        ("−1", -1.0),
        ("1,5", 1.5),
        ("1e-3", 0.001),
        ("(1+2)*3", 9.0),
        ("=sqrt(2)", 2.0_f64.sqrt()),
        ("=-ln(0.7)", -(0.7_f64.ln())),
    ] {
        let mut screen = open("r72");
        screen.press("<Down>").press(typed).press("<Enter>");
        assert_eq!(value(&screen, Tensor::Keys, 0, 0), read, "{typed}: {}", screen.text());
    }
}

#[test]
fn what_is_no_number_keeps_the_old_value_and_says_why() {
    for typed in ["1.2.3", "1e999", "1/0", "1,234.5", "1x", "--", "0/0", "("] {
        let mut screen = open("r72");
        screen.press("<Down>").press(typed).press("<Enter>");
        assert_eq!(value(&screen, Tensor::Keys, 0, 0), 1.0, "{typed}");
        let Mode::Editing(editing) = screen.model.mode() else { panic!("{typed}: the field stays open") };
        let problem = editing.problem.as_ref().expect("a reason");
        assert!(problem.en.starts_with("k1[1] keeps its value: "), "{problem:?}");
        screen.press("<Esc>");
        assert!(matches!(screen.model.mode(), Mode::Browsing));
        assert!(!screen.model.is_unsaved());
    }
}

#[test]
fn nudging_walks_a_decimal_grid_and_is_one_undo() {
    let mut screen = open("r72");
    screen.press("<Right><S-Up><S-Up><S-Up>");
    assert_eq!(value(&screen, Tensor::Queries, 0, 1), 0.3);
    screen.press("[[[");
    assert_eq!(value(&screen, Tensor::Queries, 0, 1).to_bits(), 0.0_f64.to_bits());
    screen.press("<A-Up>}");
    assert_eq!(value(&screen, Tensor::Queries, 0, 1), 1.01);
    screen.press("u");
    assert_eq!(value(&screen, Tensor::Queries, 0, 1), 0.0);
    screen.press("u");
    assert_eq!(screen.notice(), "nothing to undo");
    // Another action ends a run.
    screen.press("]<Left><Right>]uu");
    assert_eq!(value(&screen, Tensor::Queries, 0, 1), 0.0);
    screen.press("U");
    assert_eq!(value(&screen, Tensor::Queries, 0, 1), 0.1);
}

#[test]
fn a_branch_starts_from_the_baseline_and_undo_brings_edits_back() {
    let mut screen = open("r72");
    screen.press("5<Enter>").press("<F4>");
    assert_eq!(screen.notice(), "your edits are set aside; undo (u) brings them back");
    assert_eq!(value(&screen, Tensor::Queries, 0, 0), 1.0);
    assert_eq!(value(&screen, Tensor::Values, 1, 1), 8.0);
    screen.press("<F3>");
    assert_eq!(value(&screen, Tensor::Values, 1, 1), 4.0, "never from another intervention");
    screen.press("uu");
    assert_eq!(value(&screen, Tensor::Queries, 0, 0), 5.0);
    assert_eq!(screen.model.state().branch, None);
}

#[test]
fn pin_makes_the_present_the_baseline() {
    let mut screen = open("r72");
    screen.press("5<Enter>P");
    assert!(!screen.model.differs().any());
    screen.press("r");
    assert_eq!(value(&screen, Tensor::Queries, 0, 0), 5.0);
    screen.press("u");
    assert_eq!(value(&screen, Tensor::Queries, 0, 0), 5.0);
    assert!(screen.model.differs().query, "the pin is undone, the edit is not");
}

#[test]
fn masks_targets_and_scorers() {
    let mut screen = open("r72");
    screen.run("mask 3");
    assert!(screen.text().contains("masked"));
    assert_eq!(screen.model.trace().row(0).attention.as_ref().expect("two are left").get(2), 0.0);
    screen.run("mask 1").run("mask 2");
    assert!(screen.text().contains("no softmax exists"));
    assert!(!screen.text().contains("NaN"));
    screen.run("reset").run("target book");
    assert_eq!(loss(&screen), "1.420665");
    screen.run("scorer linear");
    assert!(screen.text().contains("linear"));
    screen.run("no-target");
    assert!(screen.text().contains("no target, so no loss"));
}

#[test]
fn an_overflow_is_said_not_shown() {
    let mut screen = open("r72");
    screen.run("set q 1e308 1e308").run("set k3 10 10");
    let text = screen.text();
    assert!(text.contains("the score of slot 3 (昨天) overflowed"), "{text}");
    assert!(!text.contains("inf") && !text.contains("NaN"), "{text}");
}

#[test]
fn commands_and_their_refusals() {
    let mut screen = open("r72");
    screen.press(":set v2[2] 8<Enter>");
    assert_eq!(value(&screen, Tensor::Values, 1, 1), 8.0);
    for (command, part) in [
        ("sett v2[2] 8", "did you mean set?"),
        ("set v9[1] 1", "there is no slot 9"),
        ("set alpha[1] 1", "alpha"),
        ("nudge alpha[1] 1", "is derived and cannot be set"),
        ("nudge q 1", "not one number"),
        ("branch nowhere", "there are baseline, only-q, only-v2"),
        ("mask 7", "numbered 1 to 3"),
        ("row next", "only one target row"),
        ("scorer cosine", "dot|scaled-dot|bilinear|additive|linear"),
        ("undo now", "undo takes nothing after it"),
        ("set \"q 1", "a double quote is open"),
        ("keep baseline", "cannot name a branch"),
        ("keep only-q", "choose another name"),
        ("", "nothing typed"),
    ] {
        screen.run(command);
        assert!(screen.notice().contains(part), "{command}: {}", screen.notice());
    }
    assert_eq!(value(&screen, Tensor::Values, 1, 1), 8.0);
}

#[test]
fn the_palette_finds_by_any_part_in_either_language() {
    for (typed, expected) in
        [("undo", "undo"), ("撤销", "undo"), ("baseline ", "baseline"), ("换打分", "scorer"), ("scor", "scorer")]
    {
        let mut screen = open("r72");
        screen.press(":").press(typed);
        assert!(screen.text().contains(expected), "{typed}: {}", screen.text());
    }
    let mut screen = open("r72");
    screen.press(":scorer add<Enter>");
    assert_eq!(screen.model.givens().scorer.kind.name(), "additive");
    screen.press(":branch<Enter>");
    assert!(matches!(screen.model.mode(), Mode::Palette(_)), "a name without its arguments asks for them");
    screen.press("only-v<Enter>");
    assert_eq!(screen.model.state().branch, Some(1));
}

#[test]
fn a_paste_fills_cells_or_is_refused_whole() {
    let mut screen = open("r72");
    screen.press("<Down>");
    screen.model.paste("1\t2\n3\t4\n5\t6\n");
    let keys: Vec<f64> = screen.model.givens().keys.to_vec();
    assert_eq!(keys, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    screen.press("u");
    let before = screen.model.givens().keys.to_vec();
    assert_eq!(before, [1.0, 0.0, 0.0, 1.0, 1.0, 1.0]);
    for bad in ["1 2 3\n4 5 6", "1 2\n3", "rm -rf\n1 2", "", "q\nq\n", "nan nan", "1 2\n1 2\n1 2\n1 2"] {
        screen.model.paste(bad);
        assert!(screen.notice().starts_with("not pasted"), "{bad:?}: {}", screen.notice());
        assert_eq!(screen.model.givens().keys.to_vec(), before, "{bad:?}");
    }
    // In a field a paste is typed; several lines are refused; nothing runs.
    screen.press(":");
    screen.model.paste("quit\n");
    assert!(matches!(screen.model.mode(), Mode::Palette(_)) && screen.effects.is_empty());
    screen.model.paste("one\ntwo");
    assert!(screen.text().contains("this field takes one line"), "{}", screen.text());
}

#[test]
fn leaving_asks_once_and_two_ctrl_c_always_leave() {
    let mut screen = open("r72");
    screen.press("q<Esc>");
    assert!(screen.effects.is_empty());
    screen.press("qq");
    assert_eq!(screen.effects, [Effect::Quit]);

    let mut screen = open("r72");
    screen.press("5<Enter>q");
    assert!(screen.text().contains("unsaved work"));
    screen.press("q");
    assert!(screen.effects.is_empty(), "q alone does not throw work away");
    screen.press("q<Enter>");
    assert_eq!(screen.effects, [Effect::Quit]);

    for keys in ["", "5", ":set", "?", "q", "5<Enter>q"] {
        let mut screen = open("r72");
        screen.press(keys).press("<C-c>");
        assert!(screen.effects.is_empty());
        screen.press("<C-c>");
        assert_eq!(screen.effects, [Effect::Quit], "{keys}");
        let mut screen = open("r72");
        screen.press(keys).press("<C-c><Right><C-c>");
        assert!(screen.effects.is_empty(), "another key in between stays");
    }
}

#[test]
fn a_split_escape_loses_nothing() {
    let mut screen = open("r72");
    screen.press("5<Enter><Esc><Esc><Esc>");
    assert_eq!(value(&screen, Tensor::Queries, 0, 0), 5.0);
    assert!(screen.effects.is_empty());
}

#[test]
fn the_cursor_reaches_everything_and_comes_back() {
    let mut screen = open("r72");
    let mut seen = std::collections::HashSet::new();
    seen.insert(screen.model.focus());
    // A walk that always turns to what has not been seen yet.
    let mut trail: Vec<char> = Vec::new();
    loop {
        let fresh = "hjkl".chars().find(|key| {
            let mut probe = open("r72");
            probe.press(&trail.iter().collect::<String>()).press(&key.to_string());
            !seen.contains(&probe.model.focus())
        });
        match fresh {
            Some(key) => {
                screen.press(&key.to_string());
                trail.push(key);
                seen.insert(screen.model.focus());
            }
            None => match trail.pop() {
                None => break,
                Some(_) => {
                    screen = open("r72");
                    screen.press(&trail.iter().collect::<String>());
                }
            },
        }
    }
    // q 2, slots 3, keys 6, values 6, words 3, head 6, α v 6, context 2, e and α 6, z and p 6, loss 1
    assert_eq!(seen.len(), 47, "{seen:?}");
}

#[test]
fn a_large_scenario_scrolls_and_keeps_the_target_in_sight() {
    let numbers = |count: usize| (0..count).map(|i| format!("{}", i % 7)).collect::<Vec<_>>().join(", ");
    let rows = |count: usize, width: usize| vec![format!("[{}]", numbers(width)); count].join(", ");
    let names = |stem: &str, count: usize| (0..count).map(|i| format!("\"{stem}{i}\"")).collect::<Vec<_>>().join(", ");
    let text = format!(
        "format = 1\nid = \"large\"\n[source]\nslots = [{}]\n[vocab]\nwords = [{}]\n[[query]]\nq = [{}]\ntarget = \"w900\"\n[tensors]\nK = [{}]\nV = [{}]\nG = [{}]\n",
        names("s", 300),
        names("w", 1000),
        numbers(16),
        rows(300, 16),
        rows(300, 12),
        rows(12, 1000),
    );
    let mut screen = of_text(&text);
    assert!(screen.text().contains("w900"), "the target is pinned\n{}", screen.text());
    screen.run("focus v300[12]");
    assert!(screen.text().contains("s299"), "{}", screen.text());
    screen.run("focus G[12,w999]");
    assert!(screen.text().contains("w999"), "{}", screen.text());
    screen.run("focus p[w500]");
    assert!(screen.model.place_of(screen.model.focus()).is_some());
    screen.run("order probability").run("focus c[12]");
    assert!(screen.text().contains("12"), "{}", screen.text());
    for (width, height) in [(80, 24), (60, 18), (120, 36), (300, 100), (40, 12)] {
        screen.size = (width, height);
        screen.model.resize(width, height);
        for keys in ["<PageDown>", "<End>", "G", "<Home>", "g", "<PageUp>"] {
            screen.press(keys);
            assert!(screen.model.place_of(screen.model.focus()).is_some(), "{width}×{height} {keys}");
        }
    }
}

/// What is typed in the palette and refused stays there, with the reason.
#[test]
fn a_refused_command_stays_where_it_was_typed() {
    for typed in [
        "set v9 1",
        "set v2[2] abc",
        "set v2[2] 8 9",
        "set v2[2] = 8",
        "set v2[2] 1,5",
        "set alpha[2] 1",
        "Set v2[2] 8",
        "set v2 8",
        "focus xx",
        "focus p[nobody]",
        "focus W_q[1,1]",
        "rename slot him her",
        "rename row 3 BOS",
        "remove value 9",
        "mask 9",
        "lang fr",
        "branch foo",
        "row 3",
        "target nobody",
        "nudge v2[2]",
        "nonsense",
    ] {
        let mut screen = open("r72");
        screen.press(":");
        screen.model.paste(typed);
        screen.press("<Enter>");
        let Mode::Palette(palette) = screen.model.mode() else { panic!("{typed}: the palette stays open") };
        assert_eq!(palette.field.value(), typed);
        assert!(palette.problem.is_some(), "{typed}: a reason is given");
        assert!(!screen.model.is_unsaved());
    }
}

#[test]
fn keys_of_the_main_screen_wait_for_an_open_field() {
    let mut screen = open("r72");
    screen.press("7<F4><C-s>");
    let Mode::Editing(editing) = screen.model.mode() else { panic!("the field stays open") };
    assert_eq!(editing.field.value(), "7");
    assert!(screen.text().contains("Ctrl-s waits: Enter takes what is typed"), "{}", screen.text());
    screen.press("<Enter>");
    assert_eq!(value(&screen, Tensor::Queries, 0, 0), 7.0);
    // Letters on a name do nothing to it but mask.
    let mut screen = open("r72");
    screen.press("<Down><Left>ax");
    assert_eq!(screen.model.names().slots.len(), 3);
}

const TWO_ROWS: &str = r#"
format = 1
id = "rows"
[source]
slots = ["a", "b"]
[vocab]
words = ["x", "2"]
[[query]]
q = [1, 0]
target = "x"
[[query]]
prefix = "a prefix that is far too long for the room there is on this screen, even on a wide one"
q = [0, 1]
target = "2"
[tensors]
K = [[1, 0], [0, 1]]
V = [[2, 0], [0, 4]]
G = [[2, 0], [0, 1]]
"#;

#[test]
fn rows_are_told_apart() {
    let mut screen = of_text(TWO_ROWS);
    screen.run("set q2 3 3");
    let text = screen.text();
    assert!(text.contains("q= K= V= G= → e="), "{text}");
    assert!(text.contains("this row is the baseline's; changed in row 2"), "{text}");
    let (now, before) = (screen.model.trace().loss().expect("a loss"), screen.model.baseline().loss().expect("a loss"));
    let total = format!("Σ_t L = {now:.6}* {:+.6}", now - before);
    assert!(text.contains(&total), "the sum over the rows has moved: {total}\n{text}");
    assert!(text.contains("t=1/2"), "{text}");
    screen.press("n");
    let text = screen.text();
    assert!(text.contains("q* K= V= G= → e*") && text.contains("t=2/2 a prefix"), "{text}");
    screen.run("mask 2 1");
    assert_eq!(screen.notice(), "slot 1 a is masked in row 2");
}

#[test]
fn a_bare_number_is_a_number_and_a_quoted_one_a_word() {
    let mut screen = of_text(TWO_ROWS);
    for (command, word) in [("target 2", 1), ("target 1", 0), ("target \"2\"", 1), ("target x", 0)] {
        screen.run(command);
        assert_eq!(screen.model.givens().targets[0], Some(word), "{command}: {}", screen.notice());
    }
    screen.run("target 3");
    assert!(screen.notice().contains("numbered 1 to 2"), "{}", screen.notice());
    screen.run("rename word 1 y");
    assert_eq!(screen.model.names().words, ["y", "2"]);
    screen.run("remove word \"2\"");
    assert_eq!(screen.model.names().words, ["y"]);
}

#[test]
fn what_is_added_has_the_cursor_and_what_is_removed_is_named() {
    let mut screen = open("r72");
    screen.press("<Down><Left><Insert><Insert>");
    assert_eq!(screen.model.names().slots, ["他", "slot4", "slot5", "书", "昨天"]);
    assert_eq!(screen.model.focus(), Focus::Slot(2));
    screen.press("<Delete>");
    assert!(screen.notice().starts_with("removed slot 3 slot5"), "{}", screen.notice());
    screen.run("remove word him");
    assert!(screen.notice().contains("row 1 has no target any more"), "{}", screen.notice());
    screen.press("u");
    assert_eq!(screen.notice(), "undone: a change of slots, words, rows or dimensions");
    screen.run("set v1 7 7").press("u");
    assert_eq!(screen.notice(), "undone: v1");
    screen.run("add key");
    assert_eq!(screen.model.focus(), Focus::Query(2));
}

#[test]
fn what_changes_nothing_is_no_history() {
    let mut screen = open("r72");
    screen.run("set v2[2] 9").press("u");
    for idle in ["scorer dot", "pin", "nudge v2[2] 0", "set v2[2] 4", "rename slot 1 他", "target him", "reset"] {
        screen.run(idle);
        assert!(screen.notice().starts_with("nothing changed") || screen.notice().starts_with("this is the baseline"));
    }
    screen.press("U");
    assert_eq!(value(&screen, Tensor::Values, 1, 1), 9.0, "redo is still there");
    // Minus zero is zero.
    let mut screen = open("r72");
    screen.press("<Right>-0<Enter>");
    assert!(!screen.model.is_unsaved() && !screen.model.differs().any());
}

#[test]
fn the_palette_runs_only_what_is_named() {
    for (typed, field) in [("nothing", "no-target"), ("adds", "nudge")] {
        let mut screen = open("r72");
        screen.press(":").press(typed).press("<Enter>");
        let Mode::Palette(palette) = screen.model.mode() else { panic!("{typed} is completed, not run") };
        assert!(palette.field.value().starts_with(field) || !screen.model.is_unsaved(), "{}", palette.field.value());
        assert!(!screen.model.is_unsaved());
    }
    let mut screen = open("r72");
    screen.press(":target the<Enter>");
    assert!(matches!(screen.model.mode(), Mode::Palette(_)), "no word is called the");
    screen.press("<Esc>:open rea<Enter>");
    screen.press(":open -<Enter>:open values.toml<Enter>");
    assert_eq!(screen.effects, ["read", "-", "values.toml"].map(|name| Effect::Open(name.into())));
}

#[test]
fn a_refused_name_stays_in_its_field() {
    let mut screen = open("r72");
    screen.run("focus G[1,him]").press("<Up><Enter>");
    screen.press("<C-u>book<Tab>");
    let Mode::Editing(editing) = screen.model.mode() else { panic!("the field stays open: {}", screen.text()) };
    assert!(editing.problem.is_some() && editing.field.value().contains("book"));
    screen.press("<Home><End>");
    let Mode::Editing(editing) = screen.model.mode() else { panic!("the field stays open") };
    assert!(editing.problem.is_none(), "moving the caret is no fault: {:?}", editing.problem);
}

#[test]
fn a_change_of_shape_on_a_branch_makes_no_edits() {
    for change in ["add slot 1", "remove slot 3", "add word 2 x", "remove word book", "add row", "add key", "add value"]
    {
        let mut screen = open("r72");
        screen.run("branch only-v2").run(change);
        assert!(!screen.model.state().is_edited(), "{change}");
        let mut screen = open("r72");
        screen.run("branch only-v2").run("set k1[1] 7").run(change);
        assert!(screen.model.state().is_edited(), "{change}");
        let slot = if change == "add slot 1" { 1 } else { 0 };
        assert_eq!(value(&screen, Tensor::Keys, slot, 0), 7.0, "{change}");
    }
}

#[test]
fn the_ends_of_f64_are_said() {
    let mut screen = open("r72").sized(160, 40);
    screen.run("set G[1,him] 1e308").run("pin").run("set G[1,him] -1e308").run("focus z[him]");
    let text = screen.text();
    assert!(text.contains("beyond f64") && !text.contains("inf"), "{text}");
    let mut screen = open("r72");
    screen.run("set G[1] -1e308 1e308 0");
    assert!(screen.text().contains("the loss of word 1 (him) overflowed"), "{}", screen.text());
    for focus in ["p[him]", "c[1]", "loss"] {
        let mut screen = open("r72");
        screen.run("mask 1").run("mask 2").run("mask 3").run(&format!("focus {focus}")).press("<Esc>");
        let dock = screen.model.layout().expect("large enough").rows.dock;
        assert!(screen.line(dock).contains("no softmax exists"), "{focus}: {}", screen.line(dock));
    }
}

#[test]
fn every_scorer_explains_its_score_in_numbers() {
    for (scorer, formula) in [
        ("dot", "e_1 = q·k_1 = 1×1 + 0×0 = 1.000000"),
        ("scaled-dot", "(1×1 + 0×0) / √2 = 1 / √2 = 0.707107"),
        ("bilinear", "qᵀ W k_1 = 1×1×1 + 1×0×0 + 0×0×1 + 0×1×0 = 1×1 + 0×0 = 1.000000"),
        ("additive", "1×0.964028 + 1×0 = 0.964028"),
        ("linear", "1 + 1×1 + 1×0 = 1 + 1 = 2.000000"),
    ] {
        let mut screen = open("r72").sized(120, 36);
        screen.run(&format!("scorer {scorer}")).run("focus e[1]").press("<Esc>");
        assert!(screen.text().contains(formula), "{scorer}: {}", screen.text());
    }
}

/// What would follow from a word beyond f64 is refused in every way of editing, and said.
#[test]
fn a_word_too_large_for_what_follows_from_it_is_refused() {
    let mut screen = open("word-moves-all");
    let before = screen.model.givens().clone();
    for command in ["nudge x1[1] +1e308", "set x1[1] 1e308", "set x1 1e308 0"] {
        screen.run(command);
        assert!(screen.notice().contains("v1[1] would follow from the words"), "{command}: {}", screen.notice());
        assert!(screen.model.givens() == &before, "{command}");
    }
    screen.run("nudge x1[1] +0.5");
    assert_eq!(value(&screen, Tensor::Values, 0, 0), 3.0);
    screen.run("set q1 words");
    assert_eq!(screen.model.givens().overridden().count(), 0);
    screen.press("<Tab>").run("set q1[1] words");
    assert_eq!(screen.model.givens().overridden().count(), 1);
    assert_eq!(value(&screen, Tensor::Queries, 0, 0), 2.0);
}
