//! Where each word's logit is the largest.
//!
//! Over a slice c + x a + y b the logit of a word is affine: z_w + x (G_w·a) + y (G_w·b). The word wins where it is no less
//! than every other: an intersection of half-planes, so a convex region. Two things follow, and make the picture cheap
//! however many words there are. A word that is less than another at all four corners of a rectangle is less everywhere in
//! it. And a word that wins at all four corners wins everywhere in it.

use super::{Place, Plane, Raster};
use crate::engine::logits::product;
use crate::engine::{Givens, Lines};

/// How the logit of each word changes along the two directions: G_w·a and G_w·b.
#[derive(Clone, Debug, PartialEq)]
pub struct Slopes {
    slopes: Vec<[f64; 2]>,
}

/// The logits a row would have if its context were this vector of d_v numbers: for the row's own context the same bits as
/// in its trace. `None` where one is beyond f64.
pub fn logits_at(givens: &Givens, row: usize, context: &[f64]) -> Option<Vec<f64>> {
    let logits = product(&context.into(), &givens.head);
    let bias = givens.bias.get(row).and_then(Option::as_ref);
    let logits: Vec<f64> = match bias {
        Some(bias) => logits.iter().zip(bias.line(0)).map(|(logit, constant)| logit + constant).collect(),
        None => logits,
    };
    logits.iter().all(|logit| logit.is_finite()).then_some(logits)
}

impl Slopes {
    /// Of all words; a head of d_v × |V| numbers is read once.
    pub fn new(head: &Lines, plane: &Plane) -> Self {
        let of = |column: &[f64]| [plane.across.of(column), plane.up.as_ref().map_or(0.0, |up| up.of(column))];
        Self { slopes: head.iter().map(of).collect() }
    }
}

/// The logits over a slice: those of all words at its base, and how they change from there.
#[derive(Clone, Copy, Debug)]
pub struct Slice<'a> {
    logits: &'a [f64],
    slopes: &'a Slopes,
    base: Place,
}

/// A rectangle of cells: first and last column, first and last line.
type Block = ([u16; 2], [u16; 2]);

impl<'a> Slice<'a> {
    /// Through a base that is shown at a place, where the words have these logits. As many logits as slopes, all finite.
    pub fn new(logits: &'a [f64], slopes: &'a Slopes, base: Place) -> Self {
        debug_assert_eq!(logits.len(), slopes.slopes.len());
        Self { logits, slopes, base }
    }

    /// The logit of a word at a place, where it is within f64. At the base it is the word's own, to the last bit.
    pub fn logit(&self, word: usize, place: Place) -> f64 {
        let [across, up] = self.slopes.slopes[word];
        self.logits[word] + (place[0] - self.base[0]) * across + (place[1] - self.base[1]) * up
    }

    /// The word that wins at a place, the first of equal ones; `None` where a logit is beyond f64.
    pub fn winner(&self, place: Place) -> Option<usize> {
        let words = 0..self.logits.len();
        if !words.clone().all(|word| self.logit(word, place).is_finite()) {
            return None;
        }
        words.reduce(|best, word| if self.logit(word, place) > self.logit(best, place) { word } else { best })
    }

    /// The word that wins in the middle of each cell of a raster, line after line; `None` where a logit is beyond f64
    /// somewhere in it.
    pub fn winners(&self, raster: &Raster) -> Option<Vec<usize>> {
        let (columns, lines) = (raster.columns, raster.lines);
        let all: Vec<usize> = (0..self.logits.len()).collect();
        let whole = ([0, columns.checked_sub(1)?], [0, lines.checked_sub(1)?]);
        let corners = corners(raster, whole);
        // At an edge of f64 a sum in between may round beyond it.
        let within = |word: &usize| corners.iter().all(|corner| self.logit(*word, *corner).abs() < f64::MAX / 8.0);
        if !all.iter().all(within) {
            return None;
        }
        let mut winners = vec![0; usize::from(columns) * usize::from(lines)];
        self.fill(raster, whole, &all, &mut winners);
        Some(winners)
    }

    /// Finds the winners in a block of cells among some words, one of which wins in each of them.
    fn fill(&self, raster: &Raster, block: Block, words: &[usize], winners: &mut [usize]) {
        let ([left, right], [top, bottom]) = block;
        let corners = corners(raster, block);
        let logits: Vec<[f64; 4]> = words.iter().map(|word| corners.map(|corner| self.logit(*word, corner))).collect();
        let best = |corner: usize| {
            (0..words.len()).reduce(|best, at| if logits[at][corner] > logits[best][corner] { at } else { best })
        };
        let Some(best): Option<Vec<usize>> = (0..4).map(best).collect() else { return };
        let mut put = |column: u16, line: u16, word: usize| {
            winners[usize::from(line) * usize::from(raster.columns) + usize::from(column)] = word;
        };
        if best.iter().all(|at| *at == best[0]) {
            for line in top..=bottom {
                (left..=right).for_each(|column| put(column, line, words[best[0]]));
            }
            return;
        }
        if right - left < 2 && bottom - top < 2 {
            for (at, (column, line)) in [(left, top), (right, top), (left, bottom), (right, bottom)].iter().enumerate()
            {
                put(*column, *line, words[best[at]]);
            }
            return;
        }
        // What wins between the corners keeps more words out than what wins in one of them alone.
        let sum = |at: usize| logits[at].iter().fold(0.0, |sum, logit| sum + logit / 4.0);
        let middle = (0..words.len()).reduce(|best, at| if sum(at) > sum(best) { at } else { best }).unwrap_or(0);
        let is_less = |at: usize| {
            let under = |other: usize| (0..4).all(|corner| logits[at][corner] < logits[other][corner]);
            under(middle) || best.iter().any(|other| under(*other))
        };
        let left_over: Vec<usize> = (0..words.len()).filter(|at| !is_less(*at)).map(|at| words[at]).collect();
        let halves: [Block; 2] = if (right - left) / 2 >= bottom - top {
            let middle = left + (right - left) / 2;
            [([left, middle], [top, bottom]), ([middle + 1, right], [top, bottom])]
        } else {
            let middle = top + (bottom - top) / 2;
            [([left, right], [top, middle]), ([left, right], [middle + 1, bottom])]
        };
        for half in halves {
            self.fill(raster, half, &left_over, winners);
        }
    }
}

/// The middles of the four cells at the corners of a block.
fn corners(raster: &Raster, ([left, right], [top, bottom]): Block) -> [Place; 4] {
    [(left, top), (right, top), (left, bottom), (right, bottom)].map(|(column, line)| raster.middle(column, line))
}
