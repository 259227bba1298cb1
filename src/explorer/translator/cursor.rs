//! The cursor of the decoder screen: along lists and objects, and across from one part to the nearest of another.

use super::{Decoder, Object, Spot, Translating};
use crate::explorer::navigate::distance;
use crate::explorer::{Direction, Jump};

impl Translating {
    pub(super) fn go(&mut self, layout: &Decoder, direction: Direction) {
        let on_map = layout.tables.is_none() && layout.map.is_some();
        // A line of the map is a step.
        if on_map && matches!(self.spot, Spot::Weight(_)) {
            match direction {
                Direction::Up if self.step > 0 => return self.show_step(self.step - 1),
                Direction::Down if self.step + 1 < self.steps() => return self.show_step(self.step + 1),
                _ => {}
            }
        }
        if let Some(spot) = self.inside(direction, on_map) {
            self.spot = layout.stand_in(spot);
        } else if let Some(spot) = self.across(layout, direction) {
            self.spot = spot;
        }
    }

    /// The neighbour in the same list, in view or scrolled out of it.
    fn inside(&self, direction: Direction, on_map: bool) -> Option<Spot> {
        let step = |at: usize, count: usize| match direction {
            Direction::Up | Direction::Left => at.checked_sub(1),
            Direction::Down | Direction::Right => Some(at + 1).filter(|at| *at < count),
        };
        let upright = matches!(direction, Direction::Up | Direction::Down);
        match self.spot {
            Spot::Score(at) if upright => step(at, self.units()).map(Spot::Score),
            Spot::Weight(at) if upright != on_map => step(at, self.units()).map(Spot::Weight),
            Spot::Logit(word) | Spot::Probability(word) if upright => {
                let list = self.list();
                let word = list.word_at(step(list.place_of(word)?, self.words())?)?;
                Some(if matches!(self.spot, Spot::Logit(_)) { Spot::Logit(word) } else { Spot::Probability(word) })
            }
            Spot::Component(object, at) => self.inside_objects(object, at, direction),
            _ => None,
        }
    }

    fn inside_objects(&self, object: Object, at: usize, direction: Direction) -> Option<Spot> {
        let all = Object::all(self.design());
        let here = all.iter().position(|one| *one == object)?;
        match direction {
            Direction::Left => at.checked_sub(1).map(|at| Spot::Component(object, at)),
            Direction::Right => {
                Some(at + 1).filter(|at| *at < self.count(object)).map(|at| Spot::Component(object, at))
            }
            Direction::Up => here.checked_sub(1).map(|here| self.component(all[here], at)),
            Direction::Down => all.get(here + 1).map(|object| self.component(*object, at)),
        }
    }

    fn component(&self, object: Object, at: usize) -> Spot {
        Spot::Component(object, at.min(self.count(object).saturating_sub(1)))
    }

    /// The nearest place on the screen in a direction.
    fn across(&self, layout: &Decoder, direction: Direction) -> Option<Spot> {
        let here = layout.place(self.spot, self.step)?;
        let ahead = self
            .visible(layout)
            .into_iter()
            .filter(|spot| *spot != self.spot)
            .filter_map(|spot| Some((distance(here, layout.place(spot, self.step)?, direction)?, spot)));
        ahead.min_by_key(|(distance, _)| *distance).map(|(_, spot)| spot)
    }

    /// Every place on the screen.
    pub(super) fn visible(&self, layout: &Decoder) -> Vec<Spot> {
        let mut all = layout.visible();
        if let Some(panel) = &layout.objects {
            for object in panel.lines.range().filter_map(|at| layout.all_objects().get(at).copied()) {
                let range = panel.columns.range().filter(|at| *at < self.count(object));
                all.extend(range.map(|at| Spot::Component(object, at)));
            }
        }
        all
    }

    pub(super) fn jump(&mut self, layout: &Decoder, jump: Jump) {
        let last = matches!(jump, Jump::End | Jump::Last);
        let end = |count: usize| if last { count.saturating_sub(1) } else { 0 };
        let list = self.list();
        let word = || list.word_at(end(self.words())).unwrap_or(0);
        let spot = match self.spot {
            Spot::Score(_) => Spot::Score(end(self.units())),
            Spot::Weight(_) => Spot::Weight(end(self.units())),
            Spot::Logit(_) => Spot::Logit(word()),
            Spot::Probability(_) => Spot::Probability(word()),
            Spot::Component(object, at) => match jump {
                Jump::Start | Jump::End => Spot::Component(object, end(self.count(object))),
                Jump::First | Jump::Last => {
                    let all = Object::all(self.design());
                    let to = if last { all.last() } else { all.first() };
                    self.component(to.copied().unwrap_or(object), at)
                }
            },
            Spot::Object(_) => {
                let mut on_strip = layout.strip.1.iter().filter_map(|piece| piece.object);
                let to = if last { on_strip.next_back() } else { on_strip.next() };
                to.map_or(self.spot, Spot::Object)
            }
            Spot::Loss => Spot::Loss,
        };
        self.spot = layout.stand_in(spot);
    }

    pub(super) fn page(&mut self, layout: &Decoder, down: bool) {
        let direction = if down { Direction::Down } else { Direction::Up };
        for _ in 0..layout.body.1.saturating_sub(1).max(1) {
            match self.inside(direction, false) {
                Some(spot) => self.spot = spot,
                None => break,
            }
        }
        self.spot = layout.stand_in(self.spot);
    }
}
