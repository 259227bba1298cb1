//! How the loss went over the steps of a run, in bounded memory.

/// More spans than this are halved: finer than any screen or page, and 100 KB.
const MOST: usize = 4096;

/// So many steps from the start on are remembered each for itself however long it goes on: that is where most happens.
const FIRST: usize = 1024;

/// The loss over some steps that follow each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    /// L at the first of them.
    pub first: f64,
    /// The smallest.
    pub lowest: f64,
    /// The largest.
    pub highest: f64,
    /// Both of the steps in it that are not remembered for themselves.
    late: Option<(f64, f64)>,
}

/// The loss from the start on. Step 0 is the start; L of step k is the loss after k steps.
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    /// Steps a span.
    every: usize,
    spans: Vec<Span>,
    /// L of the first steps.
    first: Vec<f64>,
    steps: usize,
    start: f64,
    now: f64,
    lowest: (f64, usize),
    highest: f64,
    rises: usize,
    first_rise: Option<usize>,
}

impl Course {
    /// Before the first step.
    pub(super) fn new(start: f64) -> Self {
        Self {
            every: 1,
            spans: vec![Span { first: start, lowest: start, highest: start, late: None }],
            first: vec![start],
            steps: 0,
            start,
            now: start,
            lowest: (start, 0),
            highest: start,
            rises: 0,
            first_rise: None,
        }
    }

    /// One step more.
    pub(super) fn push(&mut self, loss: f64) {
        self.steps += 1;
        if loss > self.now {
            self.rises += 1;
            self.first_rise.get_or_insert(self.steps);
        }
        self.now = loss;
        if self.steps < FIRST {
            self.first.push(loss);
        }
        if loss < self.lowest.0 {
            self.lowest = (loss, self.steps);
        }
        self.highest = self.highest.max(loss);
        if self.spans.len() == MOST && self.steps == MOST * self.every {
            let join = |pair: &[Span]| {
                let last = pair[pair.len() - 1];
                let (lowest, highest) = (pair[0].lowest.min(last.lowest), pair[0].highest.max(last.highest));
                let late = if pair.len() > 1 { both(pair[0].late, last.late) } else { pair[0].late };
                Span { first: pair[0].first, lowest, highest, late }
            };
            self.spans = self.spans.chunks(2).map(join).collect();
            self.every *= 2;
        }
        let late = (self.steps >= FIRST).then_some((loss, loss));
        match self.spans.get_mut(self.steps / self.every) {
            Some(span) => {
                span.lowest = span.lowest.min(loss);
                span.highest = span.highest.max(loss);
                span.late = both(span.late, late);
            }
            None => self.spans.push(Span { first: loss, lowest: loss, highest: loss, late }),
        }
    }

    /// How many steps have been taken.
    pub fn steps(&self) -> usize {
        self.steps
    }

    /// L before the first step, in nats.
    pub fn start(&self) -> f64 {
        self.start
    }

    /// L after the last.
    pub fn now(&self) -> f64 {
        self.now
    }

    /// The smallest L, and after how many steps it was first reached.
    pub fn lowest(&self) -> (f64, usize) {
        self.lowest
    }

    /// The largest.
    pub fn highest(&self) -> f64 {
        self.highest
    }

    /// On how many steps L rose.
    pub fn rises(&self) -> usize {
        self.rises
    }

    /// The first of them, counted from 1.
    pub fn first_rise(&self) -> Option<usize> {
        self.first_rise
    }

    /// Whether L is larger now than at the start: the steps have led away from where it is small.
    pub fn is_above_start(&self) -> bool {
        self.now > self.start
    }

    /// Steps a span: 1 as long as every step is remembered for itself.
    pub fn every(&self) -> usize {
        self.every
    }

    /// Span after span; the last may have fewer steps than the others.
    pub fn spans(&self) -> &[Span] {
        &self.spans
    }

    /// The smallest and the largest loss from one step to before another, as far as steps are remembered apart; both are
    /// moved to where there are steps.
    pub fn extent(&self, from: usize, end: usize) -> (f64, f64) {
        let from = from.min(self.steps);
        let end = end.clamp(from + 1, self.steps + 1);
        let early = self.first.get(from..end.min(self.first.len())).unwrap_or_default();
        let begin = from.max(self.first.len());
        let late = if begin < end { begin / self.every..(end - 1) / self.every + 1 } else { 0..0 };
        let late = self.spans.get(late).unwrap_or_default().iter().filter_map(|span| span.late);
        let all = early.iter().map(|loss| (*loss, *loss)).chain(late);
        let (low, high) = (f64::INFINITY, f64::NEG_INFINITY);
        all.fold((low, high), |(low, high), (l, h)| (low.min(l), high.max(h)))
    }

    /// Steps with their losses as far as each is remembered for itself: the first thousand, after them the first of each
    /// span, and the last step.
    pub fn points(&self) -> impl Iterator<Item = (usize, f64)> + '_ {
        let early = self.first.iter().copied().enumerate();
        let firsts = self.spans.iter().enumerate().map(|(index, span)| (index * self.every, span.first));
        let firsts = firsts.skip_while(|(step, _)| *step < self.first.len());
        let is_told = self.steps < self.first.len() || self.steps.is_multiple_of(self.every);
        early.chain(firsts).chain((!is_told).then_some((self.steps, self.now)))
    }
}

/// The extent of two parts together.
fn both(one: Option<(f64, f64)>, other: Option<(f64, f64)>) -> Option<(f64, f64)> {
    match (one, other) {
        (Some((low, high)), Some((l, h))) => Some((low.min(l), high.max(h))),
        (one, other) => one.or(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What was lost in the first steps is not said of later ones, however wide the spans have become.
    #[test]
    fn a_long_run_shows_no_rise_that_never_was() {
        let loss = |step: usize| 1.0 / (1.0 + step as f64);
        let mut course = Course::new(loss(0));
        (1..=MOST * 2100).for_each(|step| course.push(loss(step)));
        assert!(course.every() > 2 * FIRST);
        let mut highest = f64::INFINITY;
        // Columns of a logarithmic axis, as the screen draws it.
        for column in 0..course.steps().ilog2() {
            let (low, high) = course.extent(1 << column, 2 << column);
            assert!(low <= high && high <= highest, "{column}: {high} after {highest}");
            highest = high;
        }
    }

    #[test]
    fn memory_is_bounded_and_the_facts_are_exact() {
        let loss = |step: usize| if step == 70_001 { -1000.0 } else { 100.0 - (step % 1000) as f64 };
        let mut course = Course::new(loss(0));
        for step in 1..=100_000 {
            course.push(loss(step));
            assert!(course.spans().len() <= MOST);
            assert_eq!(course.spans().len(), step / course.every() + 1);
        }
        assert_eq!((course.steps(), course.now(), course.lowest()), (100_000, 100.0, (-1000.0, 70_001)));
        assert_eq!((course.first_rise(), course.rises()), (Some(1000), 101));
        let least = course.spans().iter().map(|span| span.lowest).fold(f64::INFINITY, f64::min);
        assert_eq!(least, -1000.0);
        assert!(course.points().all(|(step, told)| told == loss(step)));
        assert_eq!(course.points().last(), Some((100_000, 100.0)));
        assert_eq!(course.points().nth(777), Some((777, loss(777))));
        assert_eq!(course.extent(70_000, 70_002), (-1000.0, 100.0));
        assert_eq!((course.extent(0, 1), course.extent(10, 12)), ((100.0, 100.0), (89.0, 90.0)));
        assert_eq!(course.extent(1_000_000, 2_000_000).1, 100.0);
    }
}
