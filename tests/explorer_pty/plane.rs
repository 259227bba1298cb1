//! Points dragged with a real mouse report: what the terminal sends moves the vector.

use super::explorer::{Explorer, start};
use twoaxes::engine::{Cell, Tensor};
use twoaxes::explorer::Point;
use twoaxes::terminal::{Button, Input, Mouse, MouseKind, Program};

#[test]
fn a_point_is_dragged() {
    let mut explorer = start();
    explorer.press("Mf").shows(&["hull", "SOURCE AXIS"]);
    let (x, y) = explorer.twin.model().picture().unwrap().cell_of(Point::Value(1)).unwrap();
    let reports = [
        (0, 'M', MouseKind::Press(Button::Left), 0),
        (32, 'M', MouseKind::Drag(Button::Left), 2),
        (32, 'M', MouseKind::Drag(Button::Left), 5),
        (0, 'm', MouseKind::Release(Button::Left), 5),
    ];
    for (code, last, kind, across) in reports {
        explorer.pty.send(&format!("\x1b[<{code};{};{}{last}", x + across + 1, y + 1));
        let modifiers = ratatui::crossterm::event::KeyModifiers::NONE;
        explorer.twin.input(Input::Mouse(Mouse { kind, x: x + across, y, modifiers }));
    }
    explorer.agree().shows(&["v_2 = (1"]);
    let number = |explorer: &Explorer| explorer.twin.model().givens().get(Cell::new(Tensor::Values, 1, 0)).unwrap();
    assert_eq!(number(&explorer), 1.0);
    explorer.press("u");
    assert_eq!(number(&explorer), 0.0, "a drag is one change");
    explorer.press_alone("<C-c><C-c>");
    explorer.ends(0);
}
