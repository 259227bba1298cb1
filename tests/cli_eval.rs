//! `eval`: every format, branches and edits, what is undefined, what is wrong.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod cli_support;

use cli_support::{errors, file, output, steady, twoaxes, with_input};
use insta::assert_snapshot;

const FORMATS: [&str; 5] = ["table", "json", "csv", "markdown", "latex"];

#[test]
fn the_lesson_in_every_format() {
    for format in FORMATS {
        assert_snapshot!(format!("r72_{format}"), steady(output(&["eval", "r72", "--format", format])));
    }
    assert_snapshot!("r72_table_zh", output(&["eval", "r72", "--lang", "zh"]));
}

#[test]
fn gradients_in_every_format() {
    for format in FORMATS {
        assert_snapshot!(
            format!("read_gradients_{format}"),
            steady(output(&["eval", "read", "--gradients", "--format", format, "--digits", "3"]))
        );
    }
    assert_snapshot!("read_gradients_table_zh", output(&["eval", "read", "--gradients", "--lang", "zh"]));
}

#[test]
fn rows_masks_bias_and_awkward_names_in_every_format() {
    let gift = file("gift.toml");
    for format in FORMATS {
        let told = output(&["eval", &gift, "--gradients", "--format", format]);
        assert_snapshot!(format!("gift_{format}"), steady(told));
    }
}

#[test]
fn one_reading_of_several_in_every_format() {
    for format in FORMATS {
        let told = output(&["eval", "three-readings", "--reading", "cross", "--format", format]);
        assert_snapshot!(format!("readings_{format}"), steady(told));
    }
    assert_snapshot!("readings_table_zh", output(&["eval", "three-readings", "--lang", "zh"]));
}

/// Branches, settings and gradients are those of the reading that is asked for; without one, of the first.
#[test]
fn all_that_is_asked_for_is_about_the_reading() {
    let told = |arguments: &[&str]| -> serde_json::Value {
        let all = [&["eval", "three-readings", "--format", "json"], arguments].concat();
        serde_json::from_str(&output(&all)).unwrap()
    };
    let first = told(&[]);
    assert_eq!((&first["reading"], &first["slots"][0]), (&"self".into(), &"river".into()));
    assert_eq!(first, told(&["--reading", "self"]));
    let causal = told(&["--reading", "causal", "--branch", "mask-off", "--set", "x1=0,0,1", "--gradients"]);
    assert_eq!((&causal["reading"], &causal["branch"]), (&"causal".into(), &"mask-off".into()));
    assert_eq!(causal["edits"], serde_json::json!(["x1=0,0,1"]));
    assert_eq!(causal["gradients"]["K"].as_array().unwrap().len(), 3);
    assert!(causal["rows"][0]["attention"][2].as_f64().unwrap() > 0.0);
    // A file without readings has no such key.
    let plain: serde_json::Value = serde_json::from_str(&output(&["eval", "r72", "--format", "json"])).unwrap();
    assert!(plain.get("reading").is_none());
    let csv = output(&["eval", "three-readings", "--reading", "causal", "--format", "csv"]);
    assert!(
        csv.starts_with("quantity,row,column,axis,name,value\r\nscenario,,,,three-readings,\r\nreading,,,,causal,")
    );
    assert!(!output(&["eval", "r72", "--format", "csv"]).contains("\nreading,"));
}

#[test]
fn a_reading_that_is_not_there() {
    let told = errors(1, &["eval", "three-readings", "--reading", "corss"]);
    assert_eq!(told, "error: three-readings has no reading “corss”; did you mean cross? It has self, cross, causal\n");
    let told = errors(1, &["eval", "three-readings", "--reading", "encoder"]);
    assert_eq!(told, "error: three-readings has no reading “encoder”; it has self, cross, causal\n");
    let told = errors(1, &["eval", "r72", "--reading", "self"]);
    assert!(told.contains("r72 is one reading and has no [[reading]] to choose"), "{told}");
    assert!(errors(1, &["eval", "r72", "--reading", "self", "--lang", "zh"]).contains("请去掉 --reading"));
    // A branch is looked for in the reading.
    let told = errors(1, &["eval", "three-readings", "--reading", "cross", "--branch", "savings"]);
    assert!(told.contains("it has baseline, only-y1"), "{told}");
    let told = errors(1, &["eval", "three-readings", "--reading", "cross", "--set", "G[1,shore]=1"]);
    assert!(told.contains("shore"), "{told}");
}

#[test]
fn words_in_every_format() {
    for format in FORMATS {
        let arguments =
            ["eval", "word-moves-all", "--branch", "only-q", "--gradients", "--format", format, "--digits", "3"];
        assert_snapshot!(format!("words_{format}"), steady(output(&arguments)));
    }
    let zh = ["eval", "word-moves-all", "--branch", "another-word", "--gradients", "--lang", "zh"];
    assert_snapshot!("words_table_zh", output(&zh));
}

#[test]
fn words_are_set_and_what_follows_is_given_back() {
    let told = |settings: &[&str]| {
        let set = settings.iter().flat_map(|setting| ["--set", *setting]);
        output(&["eval", "word-moves-all", "--format", "json"].into_iter().chain(set).collect::<Vec<_>>())
    };
    let moved = told(&["x1=0,2"]);
    for part in ["\"K\":[[0.0,2.0],[0.0,1.0],[1.0,1.0]]", "\"V\":[[0.0,6.0],", "\"q\":[2.0,2.0]", "\"overridden\":[]"] {
        assert!(moved.contains(part), "{part} is missing in {moved}");
    }
    assert!(told(&["WQ[1,2]=-1", "W^K[*,1]=0,0"]).contains("\"K\":[[0.0,2.0],[0.0,1.0],[0.0,1.0]]"));
    let by_hand = told(&["q1[2]=7", "x1=0,2"]);
    assert!(by_hand.contains("\"q\":[2.0,7.0]") && by_hand.contains("\"overridden\":[\"q1[2]\"]"), "{by_hand}");
    let arguments = ["eval", "word-moves-all", "--branch", "only-q", "--set", "q1=words", "--format", "json"];
    assert!(output(&arguments).contains("\"overridden\":[]"));
    assert_snapshot!(errors(1, &["eval", "word-moves-all", "--set", "W_q[1,1]=2", "--set", "y1=1,1", "--set", "x1=1"]), @"
    error: --set W_q[1,1]=2: character 1: this scenario has no W_q, which belongs to the additive scorer; what makes its vectors out of words is WQ
    error: --set y1=1,1: character 1: this scenario has no Y: its rows are its slots, and both are embedded by X
    error: --set x1=1: character 4: x1 takes 2 numbers, but 1 is given
    ");
    assert_snapshot!(errors(1, &["eval", "word-moves-all", "--set", "WK[1,1]=1e300", "--set", "x3[1]=1e10"]), @"error: --set WK[1,1]=1e300: k3[1] would follow from the words and be beyond what f64 can hold");
    assert_snapshot!(errors(1, &["eval", "r72", "--set", "q=words", "--set", "WQ=1"]), @"
    error: --set q=words: character 3: q cannot follow from words: this scenario has no X, WQ, WK and WV; write its numbers
    error: --set WQ=1: character 1: this scenario has no WQ: its q, K and V are given themselves, not by words (X, WQ, WK, WV)
    ");
}

#[test]
fn a_padded_scenario() {
    assert_snapshot!("padding_table", output(&["eval", "padding"]));
}

/// Undefined rows: a warning, the numbers that are there, and status 0.
#[test]
fn undefined_rows_in_every_format() {
    let gift = file("gift.toml");
    for branch in ["all-masked", "huge", "huge-values"] {
        let mut warnings = Vec::new();
        for format in FORMATS {
            let told = twoaxes(&["eval", &gift, "--branch", branch, "--gradients", "--format", format]);
            assert_eq!(told.status, 0, "{}", told.errors);
            for word in ["NaN", "nan", "inf", "Infinity"] {
                assert!(!told.output.contains(word), "{word} in {}", told.output);
            }
            assert_snapshot!(format!("{branch}_{format}"), steady(told.output));
            warnings.push(told.errors);
        }
        warnings.dedup();
        assert_snapshot!(format!("{branch}_warnings"), warnings.join("\n"));
    }
}

/// The language changes what people read, and nothing that programs read.
#[test]
fn programs_read_the_same_in_both_languages() {
    let gift = file("gift.toml");
    for format in ["json", "csv"] {
        let arguments = ["eval", &gift, "--branch", "huge", "--format", format];
        let (en, zh) = (twoaxes(&arguments), twoaxes(&[&arguments[..], &["--lang", "zh"]].concat()));
        assert_eq!(en.output, zh.output);
        assert!(zh.errors.starts_with("警告：第 1 行没有定义："), "{}", zh.errors);
    }
}

/// The figures printed in the lesson, to its six decimals; the loss is unrounded until it is shown (`oracle/README`).
#[test]
fn the_figures_of_the_lesson() {
    let shows = |arguments: &[&str], figures: &[&str]| {
        let told = output(arguments);
        for figure in figures {
            assert!(told.contains(figure), "{figure} is missing in\n{told}");
        }
    };
    let alpha = ["0.422319", "0.155362"];
    shows(&["eval", "r72"], &alpha);
    shows(&["eval", "r72"], &["(1.266956, 1.466087)", "2.533913", "0.702690", "0.241553", "0.055757", "0.352840"]);
    shows(&["eval", "r72", "--branch", "only-q"], &["(0.733044, 2.533913)"]);
    shows(&["eval", "r72", "--set", "q=0,1"], &["(0.733044, 2.533913)", "set     q=0,1"]);
    shows(&["eval", "read", "--branch", "only-v2"], &alpha);
    shows(&["eval", "read", "--branch", "only-v2"], &["(1.266956, 2.087537)"]);
}

#[test]
fn digits_round_what_is_shown() {
    for (digits, loss) in [("0", "0"), ("1", "0.4"), ("15", "0.352839778965602")] {
        let told = output(&["eval", "r72", "--format", "csv", "--digits", digits]);
        let line = told.lines().find(|line| line.starts_with("loss,1,")).unwrap().trim_end();
        assert_eq!(line, format!("loss,1,,,,{loss}"));
    }
    let json = output(&["eval", "r72", "--format", "json"]);
    assert_eq!(output(&["eval", "r72", "--format", "json", "--digits", "1"]), json);
    for digits in ["18", "-1", "six", "1.5", ""] {
        assert!(errors(2, &["eval", "r72", &format!("--digits={digits}")]).contains("--digits"));
    }
}

#[test]
fn negative_zero_is_shown_as_zero() {
    for format in FORMATS {
        let told = output(&["eval", "r72", "--set", "q=-0,-0", "--gradients", "--format", format]);
        assert!(!told.contains("-0.0,") && !told.contains("-0.000000") && !told.contains("-0 "), "{told}");
    }
}

/// The table names both axes, shows both sums, and no line of an ordinary scenario is wider than 80 columns.
#[test]
fn the_table_is_readable_in_80_columns() {
    use unicode_width::UnicodeWidthStr;
    for lang in ["en", "zh"] {
        for name in ["r72", "read", "padding", "word-moves-all", &file("gift.toml")] {
            let told = output(&["eval", name, "--gradients", "--lang", lang]);
            for line in told.lines() {
                assert!(line.width() <= 80, "{} columns: {line}", line.width());
            }
        }
    }
    let told = output(&["eval", "r72"]);
    assert!(told.contains("SOURCE axis") && told.contains("VOCAB axis"));
    let sums = told.lines().filter(|line| line.trim_start().starts_with('Σ')).collect::<Vec<_>>();
    assert_eq!(sums.len(), 2);
    assert!(sums.iter().all(|sum| sum.contains("1.000000")));
}

#[test]
fn a_wide_model_is_broken_into_blocks() {
    assert_snapshot!("wide_table", wide(&["eval", "-", "--gradients"]));
}

/// 20 dimensions, and a word longer than the screen.
fn wide(arguments: &[&str]) -> String {
    let vector = |from: i32| format!("{:?}", (0..20).map(|i| f64::from(from - i) / 8.0).collect::<Vec<_>>());
    let words = ["short", &"很长的词".repeat(20)];
    let text = format!(
        "format = 1\nid = \"wide\"\n[source]\nslots = [\"a\", \"b\"]\n[vocab]\nwords = {words:?}\n\
         [[query]]\nq = {}\ntarget = \"short\"\n[tensors]\nK = [{}, {}]\nV = [{}, {}]\nG = [{}]\n",
        vector(3),
        vector(1),
        vector(2),
        vector(5),
        vector(7),
        (0..20).map(|d| format!("[0.{d}, -1]")).collect::<Vec<_>>().join(", "),
    );
    let told = with_input(arguments, text);
    assert_eq!((told.status, told.errors.as_str()), (0, ""));
    told.output
}

/// RFC 4180: lines end with CR LF, and every record has the six fields of the first.
#[test]
fn the_csv_is_regular() {
    let on_words = ["word-moves-all", "--branch", "only-q", "--mistake", "softmax-over-queries"];
    for arguments in [&[file("gift.toml").as_str()][..], &on_words] {
        let told = twoaxes(&[&["eval", "--gradients", "--format", "csv"], arguments].concat()).output;
        assert!(told.ends_with("\r\n"));
        assert_eq!(told.matches('\n').count(), told.matches("\r\n").count());
        for line in told.lines() {
            let outside_quotes = line.split('"').step_by(2).map(|part| part.matches(',').count()).sum::<usize>();
            assert_eq!(outside_quotes, 5, "{line}");
        }
    }
}

#[test]
fn standard_input_is_a_scenario() {
    let text = std::fs::read_to_string(file("gift.toml")).unwrap();
    let told = with_input(&["eval", "-", "--format", "json"], text);
    assert_eq!(told.output, output(&["eval", &file("gift.toml"), "--format", "json"]));
}

#[test]
fn a_branch_that_is_not_there() {
    assert_snapshot!(errors(1, &["eval", "r72", "--branch", "only-k"]), @r#"error: r72 has no branch “only-k”; it has baseline, only-q, only-v2"#);
    assert_snapshot!(errors(1, &["eval", "r72", "--branch", "only-k", "--lang", "zh"]), @r#"错误：r72 没有分支“only-k”；有：baseline, only-q, only-v2"#);
}

#[test]
fn edits_that_are_wrong_are_all_told() {
    assert_snapshot!(errors(1, &["eval", "r72", "--set", "q=0,x", "--set", "v9=1,1", "--set", "q"]), @r#"
error: --set q=0,x: character 5: “x” is not known; known are sqrt, exp, ln, log2, log10, tanh, sinh, cosh, sin, cos, tan, abs, pi, e
error: --set v9=1,1: character 2: there is no slot 9; slots are counted from 1 to 3
error: --set q: character 2: an = is missing between the address and the values, as in q=0,1
"#);
    assert_snapshot!(errors(1, &["eval", "r72", "--set", "e[1]=3"]), @r#"error: --set e[1]=3: character 6: e[1] is computed from the givens and cannot be set; set q, k, v, G, bias, scorer, target or mask"#);
    assert_snapshot!(errors(1, &["eval", "r72", "--set", "q=0,1,2"]), @r#"error: --set q=0,1,2: character 3: q takes 2 numbers, but 3 are given"#);
}

#[test]
fn two_edits_of_one_cell_are_an_error() {
    assert_snapshot!(errors(1, &["eval", "r72", "--set", "v2=0,8", "--set", "v2[1]=3"]), @r#"error: --set v2[1]=3: v2[1] touches a cell that v2 sets too; set each cell once"#);
    assert_snapshot!(errors(1, &["eval", "r72", "--set", "q=1,1", "--set", "q=1,1"]), @r#"error: --set q=1,1: q touches a cell that q sets too; set each cell once"#);
}

/// The edits come after the branch, and may touch the cells it touched.
#[test]
fn edits_come_after_the_branch() {
    let told = output(&["eval", "r72", "--branch", "only-q", "--set", "q[2]=-0.5", "--format", "json"]);
    assert!(told.contains("\"branch\":\"only-q\"") && told.contains("\"q\":[0.0,-0.5]"), "{told}");
    assert!(told.contains("\"edits\":[\"q[2]=-0.5\"]"), "{told}");
    let cell = output(&["eval", "r72", "--set", "G[1,him]=-0.5", "--set", "scorer=additive", "--format", "json"]);
    assert!(cell.contains("\"scorer\":\"additive\""), "{cell}");
}

#[test]
fn gradients_are_there_only_when_asked_for() {
    assert!(!output(&["eval", "r72", "--format", "json"]).contains("gradients"));
    assert!(output(&["eval", "r72", "--format", "json", "--gradients"]).contains("\"gradients\":{\"Q\":[["));
}

/// Every mistake on a scenario where it shows, in every format: its name is there, the right numbers are, and no number
/// is none.
#[test]
fn a_mistake_in_every_format() {
    for (mistake, scenario) in
        [("mask-after-softmax", "padding"), ("softmax-twice", "r72"), ("gradient-without-coupling", "r72")]
    {
        for format in FORMATS {
            let told =
                twoaxes(&["eval", scenario, "--mistake", mistake, "--gradients", "--format", format, "--digits", "4"]);
            assert_eq!(told.status, 0, "{}", told.errors);
            assert!(told.output.contains(mistake), "{}", told.output);
            assert_snapshot!(format!("{mistake}_{format}"), steady(told.output));
            let without = "warning: under a mistake there are no gradients: they would lead downhill on a wrong loss\n";
            assert_eq!(told.errors, if mistake.starts_with("gradient") { "" } else { without });
        }
    }
    assert_snapshot!(
        "mask-after-softmax_table_zh",
        output(&["eval", "padding", "--mistake", "mask-after-softmax", "--lang", "zh"])
    );
}

/// A scenario given by words under a mistake: the words are told once, their gradients as the mistake has them and right.
#[test]
fn a_mistake_on_words_in_every_format() {
    for mistake in ["gradient-without-coupling", "softmax-over-one"] {
        for format in FORMATS {
            let arguments = ["eval", "word-moves-all", "--mistake", mistake, "--set", "v2=0,1", "--gradients"];
            let told = twoaxes(&[&arguments[..], &["--format", format, "--digits", "4"]].concat());
            assert_eq!(told.status, 0, "{}", told.errors);
            assert_snapshot!(format!("words_{mistake}_{format}"), steady(told.output));
        }
    }
    let zh = ["eval", "word-moves-all", "--mistake", "gradient-without-coupling", "--gradients", "--lang", "zh"];
    assert_snapshot!("words_gradient-without-coupling_table_zh", output(&zh));
}

/// Without a target there is no loss, on either side, and that is said once.
#[test]
fn no_target_under_a_mistake() {
    for mistake in ["gradient-without-coupling", "softmax-twice"] {
        let told = output(&["eval", "r72", "--mistake", mistake, "--set", "target=none"]);
        assert_eq!(told.matches("no row has a target, so there is no loss").count(), 1, "{told}");
    }
}

/// What is no number is said in words: overflow, 0/0, words left out, rows that are undefined by themselves.
#[test]
fn numbers_that_are_none_under_a_mistake() {
    let gift = file("gift.toml");
    for (name, arguments) in [
        ("inf-inf", &["r72", "--mistake", "no-max-subtraction", "--set", "q=1000,999"][..]),
        ("inverted", &["r72", "--mistake", "mask-inverted"]),
        ("left-out", &["r72", "--mistake", "top-k-renormalised", "--set", "target=yesterday"]),
        ("mistaken-undefined", &[gift.as_str(), "--mistake", "softmax-over-queries", "--branch", "huge"]),
        ("nothing-to-read", &[gift.as_str(), "--mistake", "finite-minus-infinity", "--branch", "all-masked"]),
    ] {
        let mut warnings = Vec::new();
        for format in FORMATS {
            let told = twoaxes(&[&["eval"], arguments, &["--format", format]].concat());
            assert_eq!(told.status, 0, "{}", told.errors);
            for word in ["NaN", "nan", "Infinity", ":inf", ",inf"] {
                assert!(!told.output.contains(word), "{word} in {}", told.output);
            }
            if format == "json" || format == "table" {
                assert_snapshot!(format!("{name}_{format}"), steady(told.output));
            }
            warnings.push(told.errors);
        }
        warnings.dedup();
        assert_snapshot!(format!("{name}_warnings"), warnings.join("\n"));
    }
}

/// Where it changes nothing that is said, in words for people and in a field for programs.
#[test]
fn a_mistake_that_changes_nothing() {
    let told = output(&["eval", "r72", "--mistake", "mask-forgotten"]);
    assert!(told.contains("MISTAKE mask-forgotten: it makes no difference here: no slot is masked"), "{told}");
    let json = |arguments: &[&str]| -> serde_json::Value {
        serde_json::from_str(&output(&[&["eval", "--format", "json"], arguments].concat())).unwrap()
    };
    let unchanged = json(&["r72", "--mistake", "mask-forgotten"]);
    let mistake = &unchanged["mistake"];
    assert_eq!(mistake["difference"], "it makes no difference here: no slot is masked");
    assert_eq!(mistake["laws_broken"], serde_json::json!([]));
    // Apart from saying so, it is the output without a mistake.
    let plain = json(&["r72"]);
    assert_eq!((&unchanged["rows"], &mistake["right"]["rows"]), (&plain["rows"], &plain["rows"]));
    assert_eq!((&unchanged["loss"], &mistake["right"]["loss"]), (&plain["loss"], &plain["loss"]));
    assert_eq!(plain.get("mistake"), None);
    let rescaled = output(&["eval", "r72", "--mistake", "scale-none", "--set", "scorer=scaled-dot"]);
    assert!(rescaled.contains("no law breaks"), "{rescaled}");
}

/// It is made on the branch and the edits.
#[test]
fn a_mistake_on_a_branch_with_edits() {
    let arguments = ["eval", "r72", "--branch", "only-q", "--set", "v2=0,8", "--format", "json"];
    let plain: serde_json::Value = serde_json::from_str(&output(&arguments)).unwrap();
    let told = output(&[&arguments[..], &["--mistake", "softmax-over-one"]].concat());
    let mistaken: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!(mistaken["mistake"]["right"]["rows"], plain["rows"]);
    assert_eq!(mistaken["rows"][0]["context"], serde_json::json!([3.0, 10.0]));
    assert_eq!((&mistaken["edits"], &mistaken["branch"]), (&plain["edits"], &plain["branch"]));
    let zh = output(&[&arguments[..], &["--mistake", "softmax-over-one", "--lang", "zh"]].concat());
    assert_eq!(told, zh, "programs read the same in both languages");
}

#[test]
fn a_mistake_that_is_not_there() {
    assert_snapshot!(errors(2, &["eval", "r72", "--mistake", "softmax-thrice"]), @r#"error: there is no mistake “softmax-thrice”; did you mean softmax-twice? The mistakes are softmax-over-queries, softmax-over-one, mask-forgotten, mask-multiplied, mask-after-softmax, mask-inverted, finite-minus-infinity, no-max-subtraction, scale-none, scale-times, softmax-twice, rounded-attention, top-k-renormalised, dropout-left-on, gradient-without-coupling"#);
    assert_snapshot!(errors(2, &["eval", "r72", "--mistake", "x", "--lang", "zh"]), @r#"错误：没有“x”这个错误；全部错误：softmax-over-queries, softmax-over-one, mask-forgotten, mask-multiplied, mask-after-softmax, mask-inverted, finite-minus-infinity, no-max-subtraction, scale-none, scale-times, softmax-twice, rounded-attention, top-k-renormalised, dropout-left-on, gradient-without-coupling"#);
    assert!(errors(2, &["eval", "r72", "--mistake"]).contains("--mistake"));
}

/// The table of a mistake keeps to 80 columns, too.
#[test]
fn mistakes_are_readable_in_80_columns() {
    use unicode_width::UnicodeWidthStr;
    let help = output(&["eval", "--help"]);
    let ids: Vec<&str> = help
        .lines()
        .skip_while(|line| *line != "The mistakes:")
        .skip(1)
        .map_while(|line| line.split_whitespace().next())
        .collect();
    assert_eq!(ids.len(), 15, "{help}");
    for id in ids {
        for name in ["padding", "read", "word-moves-all"] {
            for lang in ["en", "zh"] {
                let told = twoaxes(&["eval", name, "--mistake", id, "--gradients", "--lang", lang]);
                assert_eq!(told.status, 0);
                for line in told.output.lines() {
                    assert!(line.width() <= 80, "{} columns: {line}", line.width());
                }
                assert!(!told.output.contains("NaN"));
            }
        }
    }
}
