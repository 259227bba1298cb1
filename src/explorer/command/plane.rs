//! `plane` and `push`: what is drawn of keys and values, and moving one of them.

use super::Reader;
use crate::explorer::action::Action;
use crate::explorer::{Direction, Draw, Push, Side};
use crate::words::{Text, plane};

impl Reader<'_> {
    pub(super) fn plane(&self, arguments: &[&str]) -> Result<Action, Text> {
        let (side, directions) = match arguments {
            [] => return Ok(Action::Plane(Draw::Toggle)),
            ["sweep", switch @ ..] => {
                return self.switch(switch, self.model.sweeps()).map(|on| Action::Plane(Draw::Sweep(on)));
            }
            ["principal"] => return Ok(Action::Plane(Draw::Principal(Side::Values))),
            [name, directions @ ..] => (self.named(name, &[Side::Keys, Side::Values], Side::name)?, directions),
        };
        let component = |text: &str| {
            let count = self.model.dimensions(side);
            let number = text.parse::<usize>().ok().filter(|number| (1..=count).contains(number));
            number.map(|number| number - 1).ok_or_else(|| plane::no_such_component(side.name(), text, count))
        };
        let draw = match directions {
            ["principal"] => Draw::Principal(side),
            [across] => Draw::Components(side, component(across)?, None),
            [across, up] if across == up => return Err(plane::same_component()),
            [across, up] => Draw::Components(side, component(across)?, Some(component(up)?)),
            _ => return Err(self.usage()),
        };
        Ok(Action::Plane(draw))
    }

    pub(super) fn push(&self, arguments: &[&str]) -> Result<Action, Text> {
        let push = match arguments {
            ["to", x, y] => Push::To(self.number(x)?, self.number(y)?),
            [direction, step @ ..] => {
                let direction = match *direction {
                    "up" => Direction::Up,
                    "down" => Direction::Down,
                    "left" => Direction::Left,
                    "right" => Direction::Right,
                    _ => return Err(self.usage()),
                };
                match step {
                    [] => Push::By(direction, None),
                    [step] => Push::By(direction, Some(self.number(step)?)),
                    _ => return Err(self.usage()),
                }
            }
            [] => return Err(self.usage()),
        };
        Ok(Action::Push(push))
    }
}
