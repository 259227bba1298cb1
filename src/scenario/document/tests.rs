//! The tree against TOML's rules.

use super::*;

#[track_caller]
fn faults(text: &str) -> Vec<String> {
    let places = Places::new(text);
    let mut faults = parse(text).1;
    faults.sort_by_key(|fault| fault.at);
    faults
        .iter()
        .map(|fault| {
            let (line, column) = places.of(fault.at);
            format!("{line}:{column}: {}", fault.text)
        })
        .collect()
}

#[test]
fn tables_of_every_make() {
    let text = "a = 1\n[t]\nb.c = 'x'\nb.d = true\n[[r]]\nq = [1, 2]\n[r.s]\ne = {f = 1, g.h = []}\n[[r]]\nq = [3]\n";
    let (root, faults) = parse(text);
    assert_eq!(faults, []);
    let Kind::Tables(rows) = &root.get("r").unwrap().node.kind else { panic!() };
    assert_eq!(rows.len(), 2);
    let Kind::Table(row) = &rows[0].kind else { panic!() };
    assert_eq!(&text[row.get("q").unwrap().node.span.clone()], "[1, 2]");
    let Kind::Table(inner) = &row.get("s").unwrap().node.kind else { panic!() };
    assert_eq!(&text[inner.get("e").unwrap().node.span.clone()], "{f = 1, g.h = []}");
}

#[test]
fn what_is_there_twice() {
    assert_eq!(faults("a = 1\na = 2\n"), ["2:1: a is already there; keep one of the two"]);
    assert_eq!(faults("[t]\n[t]\n").len(), 1);
    assert_eq!(faults("[t.u]\n[t]\nx = 1\n").len(), 0);
    assert_eq!(faults("t = {a = 1}\n[t.b]\n").len(), 1);
    assert_eq!(faults("t = {a = 1}\nt.b = 2\n").len(), 1);
    assert_eq!(faults("[[r]]\n[r]\n").len(), 1);
    assert_eq!(faults("[r]\n[[r]]\n").len(), 1);
    assert_eq!(faults("r = []\n[[r]]\n").len(), 1);
    assert_eq!(faults("a.b = 1\na.b.c = 2\n").len(), 1);
}

#[test]
fn all_faults_at_once() {
    let text = "id = \nx = [1, , 2]\nok = 1\nw = [him, 'book']\nn = nan\nk = [1/3, 2]\n[s\nz = \"a\nd = 1.2.3\n";
    let faults = faults(text);
    for line in [1, 2, 4, 5, 6, 7, 8, 9] {
        assert!(faults.iter().any(|fault| fault.starts_with(&format!("{line}:"))), "{line}: {faults:#?}");
    }
}

#[test]
fn what_is_not_toml_is_broken_once() {
    let (root, faults) = parse("K = [[1, 0], [0, 1]\n]]\nq = 1\n");
    assert_eq!(faults.len(), 1, "{faults:?}");
    assert!(matches!(root.get("q").unwrap().node.kind, Kind::Number(_)));
    let (root, faults) = parse("K = [[1, 0],, [0, 1]]\nq = 1\n");
    assert_eq!(faults.len(), 1, "{faults:?}");
    assert!(matches!(root.get("K").unwrap().node.kind, Kind::Broken));
    assert!(matches!(root.get("q").unwrap().node.kind, Kind::Number(_)));
}

#[test]
fn depth_is_refused_not_suffered() {
    for text in [format!("{} = 1", vec!["a"; 300_000].join(".")), format!("[{}]\nb = 1", vec!["a"; 300_000].join("."))]
    {
        assert!(!parse(&text).1.is_empty());
    }
    for opening in ["[", "{a=", "[{a=["] {
        let text = format!("x = {}", opening.repeat(50_000));
        assert!(!parse(&text).1.is_empty());
    }
}

proptest::proptest! {
    #[test]
    fn any_text_ends_and_every_fault_has_a_place(text in "[\\PC\r\n\t]{0,80}") {
        let (_, faults) = parse(&text);
        for fault in faults {
            proptest::prop_assert!(fault.at <= text.len());
        }
    }

    #[test]
    fn near_toml_ends(text in "([a-c]|[\\[\\]{}=,.#\"' \n0-9e+_-]|nan|true|\\[\\[){0,60}") {
        let (_, faults) = parse(&text);
        for fault in faults {
            proptest::prop_assert!(text.is_char_boundary(fault.at));
        }
    }
}
