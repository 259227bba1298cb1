//! Keys and values as points: what is drawn, and what moving a point changes.

mod support;

use support::{Screen, of_text, open};

#[test]
fn look() {
    for keys in ["f", "<Tab>f"] {
        let mut screen = open("r72");
        screen.press(keys);
        println!("{}\n=====", screen.text());
    }
    let _ = of_text;
    for (w, h) in [(120, 36), (60, 18), (40, 12), (44, 34)] {
        let mut screen = open("r72").sized(w, h);
        screen.press("f");
        println!("{}\n=====", screen.text());
        let _: &Screen = &screen;
    }
}
