//! A class led through a tour, stages, a prediction; the mouse and the clipboard.

use twoaxes::engine::Tensor;
use twoaxes::explorer::Focus;

use super::explorer::start;
use ratatui::crossterm::event::KeyModifiers;
use twoaxes::terminal::{Button, Input, Mouse, MouseKind, Program};

fn mouse(kind: MouseKind, x: u16, y: u16) -> Input {
    Input::Mouse(Mouse { kind, x, y, modifiers: KeyModifiers::NONE })
}

/// The tour of the first scenario from end to end with a clicker, an edit and an undo in between; at every step every
/// cell is as the twin has it.
#[test]
fn a_tour_from_end_to_end() {
    let mut explorer = start();
    let steps = explorer.twin.model().state().scenario.steps.len();
    assert!(steps >= 5, "r72 has a tour");
    for step in 1..=steps {
        explorer.press("<PageDown>");
        explorer.shows(&[&format!("step {step}/{steps}")]);
        if step == 3 {
            let before = explorer.twin.model().givens().clone();
            explorer.press("9<Enter>").press("<Space>").press("<PageUp>").press("<PageDown>").press("<PageDown>");
            explorer.press("<PageUp>").shows(&["step 3/"]);
            assert_eq!(*explorer.twin.model().givens(), before);
        }
    }
    explorer.press("<PageDown>").shows(&["last step"]);
    explorer.press("L").shows(&[&format!("第 {steps}/{steps} 步")]);
    explorer.press("L");
    while explorer.twin.model().tour_step().is_some() {
        explorer.press("<Esc>");
    }
    explorer.shows(&["tour left"]);
    explorer.press("<PageDown>").shows(&[&format!("step {steps}/{steps}")]);
    for (width, height) in [(60, 18), (40, 12), (120, 36), (20, 5), (80, 24)] {
        explorer.sized(width, height);
    }
    explorer.press_alone("<C-c><C-c>");
    explorer.ends(0);
}

#[test]
fn stages_a_prediction_and_the_projector() {
    let mut explorer = start();
    explorer.press("z").press("<Space><Space><Space>").press("<Backspace>").press("Z");
    explorer.press("p").press("<Up><Right><Down><Right>=").press("<Enter>").shows(&["as predicted"]);
    explorer.press("<Esc>").press("v").press("V").press("v");
    explorer.press("I").press("<Right><Right>").shows(&["Right×2"]);
    explorer.press("B").press("x").press("!").press("5").press("<PageDown>").press(".").press("k").press("!");
    explorer.press("x").press("X").press("w").press("<C-d>").press("<C-u>").press("<Esc>").press("<Esc>");
}

#[test]
fn the_mouse_points_while_it_is_on() {
    let mut explorer = start();
    assert!(!explorer.reports_mouse());
    explorer.press("M").shows(&["Shift"]);
    assert!(explorer.reports_mouse());
    let place = explorer.twin.model().place_of(Focus::Value(1, 1)).unwrap();
    let (x, y) = (place.x + 4, place.y);
    explorer.pty.send(&format!("\x1b[<0;{};{}M\x1b[<0;{};{}m", x + 1, y + 1, x + 1, y + 1));
    explorer.twin.input(mouse(MouseKind::Press(Button::Left), x, y));
    explorer.agree().shows(&["v2[2]"]);
    explorer.pty.send(&format!("\x1b[<64;{};{}M", x + 1, y + 1).repeat(3));
    (0..3).for_each(|_| drop(explorer.twin.input(mouse(MouseKind::WheelUp, x, y))));
    explorer.agree().shows(&["4.30 +"]);
    assert_eq!(explorer.twin.model().givens().get(twoaxes::engine::Cell::new(Tensor::Values, 1, 1)), Some(4.3));
    explorer.press("u").press("M");
    assert!(!explorer.reports_mouse());
    explorer.press_alone("<C-c><C-c>");
    explorer.ends(0);
}

#[test]
fn an_explanation_goes_to_the_clipboard() {
    let mut explorer = start();
    explorer.press("<Down><Down>");
    let before = explorer.written();
    explorer.press("y").shows(&["clipboard"]);
    let written = explorer.written_since(before);
    assert_eq!(written.matches("\x1b]52;c;").count(), 1, "{written:?}");
    let before = explorer.written();
    explorer.press("z").press("<Down><Down><Down><Down>").press("Y").shows(&["hidden"]);
    assert!(!explorer.written_since(before).contains("\x1b]52"), "what is hidden is not copied either");
}
