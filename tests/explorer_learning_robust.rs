//! Learning under random hands: no key, command, size or moment of catching up makes it panic, show what is no number, lose
//! an edit or leave a stale number; and undo leads back to the start.

mod support;

use proptest::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use support::{Screen, open};
use twoaxes::engine::Trace;

#[derive(Clone, Debug)]
enum Doing {
    Keys(&'static str),
    Command(String),
    /// Goes on beside the screen, and hands over so often.
    Beside(usize),
    Size(u16, u16),
}

fn doing() -> impl Strategy<Value = Doing> {
    let keys = [
        "e", "e", "i", "u", "<C-r>", "<Esc>", "<Tab>", "L", "<Right>", "<Down>", "x", "H", "v", "]", "5<Enter>", " ",
        "z", "<C-c>", "p",
    ];
    let what = ["q", "K", "V", "G", "q,K,V,G", "bias", "scorer", "W", "X,WQ", "WK,WV", "Y", ""];
    let rates = ["0.5", "10", "1e300", "1e-300", "0", "-1", "1e150", "nan", "0.01"];
    let others = [
        "learn run 30",
        "learn run 1",
        "learn run",
        "learn stop",
        "learn at first",
        "learn at last",
        "learn at next",
        "learn at previous",
        "learn at 3",
        "learn at 99",
        "learn method adam",
        "learn method momentum",
        "learn method descent",
        "learn show",
        "scorer additive",
        "scorer bilinear",
        "scorer linear",
        "no-target",
        "mask 1",
        "set v2[1] 1e300",
        "set G[1,1] -1e308",
        "pin",
        "reset",
        "remove slot 2",
        "add word 1 w9",
        "add slot 1",
        "mistake softmax-twice",
        "mistake off",
        "branch 1",
        "row next",
        "step 3",
        "view rows",
        "undo",
        "redo",
        "set bias1[1] 2",
        "keep mine",
        "reveal none",
        "reveal all",
        "ascii on",
    ];
    prop_oneof![
        4 => proptest::sample::select(keys.to_vec()).prop_map(Doing::Keys),
        1 => proptest::sample::select(what.to_vec()).prop_map(|what| Doing::Command(format!("learn only {what}"))),
        1 => proptest::sample::select(rates.to_vec()).prop_map(|rate| Doing::Command(format!("learn rate {rate}"))),
        4 => proptest::sample::select(others.to_vec()).prop_map(|other| Doing::Command(other.to_owned())),
        2 => (1_usize..4).prop_map(Doing::Beside),
        1 => (0_u16..130, 0_u16..45).prop_map(|(width, height)| Doing::Size(width, height)),
    ]
}

fn act(screen: &mut Screen, doing: &Doing) {
    match doing {
        Doing::Keys(keys) => drop(screen.press(keys)),
        Doing::Command(command) => drop(screen.run(command)),
        Doing::Beside(times) => {
            if let Some(work) = screen.model.work() {
                let (stop, mut so_far) = (AtomicBool::new(false), 0);
                work.run(&stop, || {
                    so_far += 1;
                    stop.store(so_far >= *times, Ordering::Relaxed);
                });
                screen.model.catch_up();
            }
        }
        Doing::Size(width, height) => {
            screen.size = (*width, *height);
            screen.model.resize(*width, *height);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, max_shrink_iters: 1000, ..ProptestConfig::default() })]

    #[test]
    fn anything_goes(which in 0..4_usize, all in proptest::collection::vec(doing(), 1..40)) {
        let id = ["r72", "reading-can-be-taught", "word-moves-all", "three-readings"][which];
        let mut screen = open(id);
        for doing in &all {
            act(&mut screen, doing);
            let text = screen.text();
            for word in ["NaN", "inf", "-inf"] {
                prop_assert!(!text.split_whitespace().any(|found| found == word), "{text}");
            }
            let fresh = Trace::new(screen.model.givens());
            prop_assert_eq!(format!("{:?}", fresh.loss()), format!("{:?}", screen.model.trace().loss()));
            prop_assert_eq!(format!("{:?}", fresh.row(0)), format!("{:?}", screen.model.trace().row(0)));
            if let Some((run, at)) = screen.model.run_shown() {
                prop_assert!(at <= run.steps());
            }
        }
        screen.press("<C-c><Esc><Esc><Esc>");
        prop_assert!(!screen.model.is_learning());
        let end = format!("{:?}", screen.model.state().showing(0));
        let mut steps = 0;
        while screen.run("undo").notice() != "nothing to undo" {
            steps += 1;
            prop_assert!(steps < 1000);
        }
        let start = open(id);
        prop_assert_eq!(&screen.model.state().showing(0), start.model.state());
        for _ in 0..steps {
            screen.run("redo");
        }
        prop_assert_eq!(format!("{:?}", screen.model.state().showing(0)), end);
    }
}
