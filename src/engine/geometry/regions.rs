//! Where each word's logit is the largest.
//!
//! Over a slice c + x a + y b the logit of a word is affine: z_w + x (G_w·a) + y (G_w·b). The word wins where it is no less
//! than every other: an intersection of half-planes, so a convex region. Two things follow, and make the picture cheap
//! however many words there are. A word that is less than another at all four corners of a rectangle is less everywhere in
//! it. And a word that wins at all four corners wins everywhere in it.

use super::{Place, Plane, Raster};
use crate::engine::logits::product;
use crate::engine::{Givens, Lines};
use std::collections::HashSet;

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
        let whole = ([0, columns.checked_sub(1)?], [0, lines.checked_sub(1)?]);
        let corners = corners(raster, whole);
        // Of all words twice four numbers each are looked at, and none is kept: most can win nowhere.
        let mut best = Best::default();
        let mut farthest = 0.0_f64;
        for word in 0..self.logits.len() {
            let logits = corners.map(|corner| self.logit(word, corner));
            // What is not a number at an edge of f64 is not less than the limit, either.
            farthest = logits
                .iter()
                .fold(farthest, |farthest, logit| if logit.abs() < f64::MAX / 8.0 { farthest } else { f64::INFINITY });
            best.see(word, logits);
        }
        if farthest > 0.0 {
            return None;
        }
        let rivals = best.rivals();
        let may_win = |word: &usize| {
            let logits = corners.map(|corner| self.logit(*word, corner));
            !rivals.iter().any(|rival| rival.beats(*word, &logits))
        };
        // Of words that are the same all over the picture the first wins.
        let mut seen = HashSet::new();
        let mut is_new = |word: &usize| seen.insert(corners.map(|corner| self.logit(*word, corner).to_bits()));
        let words: Vec<usize> = (0..self.logits.len()).filter(|word| may_win(word) && is_new(word)).collect();
        let mut winners = vec![0; usize::from(columns) * usize::from(lines)];
        self.fill(raster, whole, &words, &mut winners);
        Some(winners)
    }

    /// Finds the winners in a block of cells among some words, one of which wins in each of them.
    fn fill(&self, raster: &Raster, block: Block, words: &[usize], winners: &mut [usize]) {
        let ([left, right], [top, bottom]) = block;
        let corners = corners(raster, block);
        let logits: Vec<[f64; 4]> = words.iter().map(|word| corners.map(|corner| self.logit(*word, corner))).collect();
        let mut best = Best::default();
        words.iter().zip(&logits).for_each(|(word, logits)| best.see(*word, *logits));
        let Some(at) = best.at_corners() else { return };
        let mut put = |column: u16, line: u16, word: usize| {
            winners[usize::from(line) * usize::from(raster.columns) + usize::from(column)] = word;
        };
        if at.iter().all(|word| *word == at[0]) {
            for line in top..=bottom {
                (left..=right).for_each(|column| put(column, line, at[0]));
            }
            return;
        }
        if right - left < 2 && bottom - top < 2 {
            let cells = [(left, top), (right, top), (left, bottom), (right, bottom)];
            cells.iter().zip(at).for_each(|((column, line), word)| put(*column, *line, word));
            return;
        }
        let rivals = best.rivals();
        let may_win = |(word, logits): &(&usize, &[f64; 4])| !rivals.iter().any(|rival| rival.beats(**word, logits));
        let left_over: Vec<usize> = words.iter().zip(&logits).filter(may_win).map(|(word, _)| *word).collect();
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

/// A word with its logits at the corners of a block.
#[derive(Clone, Copy)]
struct Rival {
    word: usize,
    logits: [f64; 4],
}

impl Rival {
    /// Whether another word wins nowhere in the block because of this one: it is less at all corners, or no more and
    /// comes later.
    fn beats(&self, word: usize, logits: &[f64; 4]) -> bool {
        let mut pairs = self.logits.iter().zip(logits);
        if self.word < word { pairs.all(|(own, other)| other <= own) } else { pairs.all(|(own, other)| other < own) }
    }
}

/// The words that have most at the corners of a block, and in its middle: what wins between the corners keeps more words
/// out than what wins in one of them.
#[derive(Default)]
struct Best {
    corners: [Option<Rival>; 4],
    middle: Option<Rival>,
}

impl Best {
    /// Takes a word into account; of equal ones the first stays.
    fn see(&mut self, word: usize, logits: [f64; 4]) {
        let rival = Rival { word, logits };
        for (corner, best) in self.corners.iter_mut().enumerate() {
            if best.is_none_or(|best| logits[corner] > best.logits[corner]) {
                *best = Some(rival);
            }
        }
        let sum = |logits: &[f64; 4]| (logits[0] + logits[1]) + (logits[2] + logits[3]);
        if self.middle.is_none_or(|best| sum(&logits) > sum(&best.logits)) {
            self.middle = Some(rival);
        }
    }

    fn at_corners(&self) -> Option<[usize; 4]> {
        let [a, b, c, d] = self.corners;
        Some([a?.word, b?.word, c?.word, d?.word])
    }

    fn rivals(&self) -> Vec<Rival> {
        self.corners.iter().chain([&self.middle]).filter_map(|rival| *rival).collect()
    }
}

/// The middles of the four cells at the corners of a block.
fn corners(raster: &Raster, ([left, right], [top, bottom]): Block) -> [Place; 4] {
    [(left, top), (right, top), (left, bottom), (right, bottom)].map(|(column, line)| raster.middle(column, line))
}
