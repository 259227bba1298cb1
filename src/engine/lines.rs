//! A matrix kept as lines (vectors of one width) in shared blocks.
//!
//! Every given of the model is a stack of equal vectors: queries q_t, keys k_j, values v_j, the columns G_w of the output
//! head. `Lines` keeps them as the columns of nalgebra matrices (so a line is contiguous, and z_w = G_wᵀ c runs down a
//! column), a few thousand numbers a block, each block behind an `Arc`. A clone shares all blocks; changing one number
//! copies one block. So a history of edits to a head of 50 MB costs some 32 KB an edit, and whether two models share a
//! tensor is a comparison of pointers.

use nalgebra::DMatrix;
use std::sync::Arc;

/// Numbers a block holds at most (32 KB), unless one line alone is longer.
const BLOCK: usize = 4096;

/// `count` vectors of `width` components each. Lines and components are counted from 0.
#[derive(Clone)]
pub struct Lines {
    width: usize,
    count: usize,
    per_block: usize,
    blocks: Vec<Arc<DMatrix<f64>>>,
}

impl Lines {
    /// From numbers line after line. `width` ≥ 1; the length is a multiple of it.
    pub fn new(width: usize, numbers: &[f64]) -> Self {
        assert!(width >= 1 && numbers.len().is_multiple_of(width), "lines of equal width");
        let per_block = (BLOCK / width).max(1);
        let blocks = numbers
            .chunks(per_block * width)
            .map(|chunk| Arc::new(DMatrix::from_column_slice(width, chunk.len() / width, chunk)))
            .collect();
        Self { width, count: numbers.len() / width, per_block, blocks }
    }

    /// From numbers line after line, without copying them when they fit in one block. `width` ≥ 1; the length is a
    /// multiple of it.
    pub fn from_vec(width: usize, numbers: Vec<f64>) -> Self {
        assert!(width >= 1 && numbers.len().is_multiple_of(width), "lines of equal width");
        let (per_block, count) = ((BLOCK / width).max(1), numbers.len() / width);
        if count == 0 || count > per_block {
            return Self::new(width, &numbers);
        }
        Self { width, count, per_block, blocks: vec![Arc::new(DMatrix::from_vec(width, count, numbers))] }
    }

    /// `count` lines of zeros.
    pub fn zeros(width: usize, count: usize) -> Self {
        Self::from_vec(width, vec![0.0; width * count])
    }

    /// The transpose of a row-by-row listing: `numbers` holds `rows` rows of `columns` numbers, and the columns become
    /// the lines. This is how G (d_v × |V|, written row by row) is read.
    pub fn from_rows_by_column(rows: usize, columns: usize, numbers: &[f64]) -> Self {
        assert_eq!(rows * columns, numbers.len(), "rows × columns numbers");
        let mut turned = Vec::with_capacity(numbers.len());
        for column in 0..columns {
            turned.extend((0..rows).map(|row| numbers[row * columns + column]));
        }
        Self::new(rows, &turned)
    }

    /// Components a line.
    pub fn width(&self) -> usize {
        self.width
    }

    /// How many lines.
    pub fn count(&self) -> usize {
        self.count
    }

    /// One line; panics past the end.
    pub fn line(&self, line: usize) -> &[f64] {
        let block = &self.blocks[line / self.per_block];
        let start = (line % self.per_block) * self.width;
        &block.as_slice()[start..start + self.width]
    }

    /// One number; panics past the end.
    pub fn get(&self, line: usize, component: usize) -> f64 {
        self.line(line)[component]
    }

    /// Line after line.
    pub fn iter(&self) -> impl Iterator<Item = &[f64]> {
        self.blocks.iter().flat_map(|block| block.as_slice().chunks_exact(self.width))
    }

    /// The blocks in order, each with the number of its first line: for work that is shared out over threads.
    pub fn blocks(&self) -> impl ExactSizeIterator<Item = (usize, &DMatrix<f64>)> {
        self.blocks.iter().enumerate().map(|(index, block)| (index * self.per_block, block.as_ref()))
    }

    /// Run number `run` of the lines cut into runs of so many `blocks`; panics past the last.
    pub(crate) fn run(&self, run: usize, blocks: usize) -> impl Iterator<Item = &[f64]> {
        let end = self.blocks.len().min((run + 1) * blocks);
        self.blocks[run * blocks..end].iter().flat_map(|block| block.as_slice().chunks_exact(self.width))
    }

    /// How many lines a run of so many `blocks` has.
    pub(crate) fn lines_in_run(&self, blocks: usize) -> usize {
        self.per_block * blocks
    }

    /// The blocks that `other`, of the same shape, does not share; all of them when the shape differs.
    pub(crate) fn blocks_apart<'a>(&'a self, other: &'a Lines) -> impl Iterator<Item = &'a DMatrix<f64>> {
        let comparable = self.width == other.width && self.count == other.count;
        self.blocks.iter().enumerate().filter_map(move |(index, block)| {
            let shared = comparable && Arc::ptr_eq(block, &other.blocks[index]);
            (!shared).then_some(block.as_ref())
        })
    }

    /// All numbers line after line.
    pub fn to_vec(&self) -> Vec<f64> {
        self.iter().flatten().copied().collect()
    }

    /// Puts a number in place, copying only the block it stands in.
    pub fn set(&mut self, line: usize, component: usize, value: f64) {
        let block = Arc::make_mut(&mut self.blocks[line / self.per_block]);
        block[(component, line % self.per_block)] = value;
    }

    /// Whether the two share all their blocks. `true` means equal; `false` says nothing.
    pub fn shares(&self, other: &Lines) -> bool {
        self.width == other.width
            && self.count == other.count
            && self.blocks.iter().zip(&other.blocks).all(|(a, b)| Arc::ptr_eq(a, b))
    }

    /// Whether the two hold the same numbers, bit for bit (shared blocks are not looked at).
    pub fn same_bits(&self, other: &Lines) -> bool {
        self.width == other.width
            && self.count == other.count
            && self
                .blocks
                .iter()
                .zip(&other.blocks)
                .all(|(a, b)| Arc::ptr_eq(a, b) || a.iter().zip(b.iter()).all(|(x, y)| x.to_bits() == y.to_bits()))
    }

    /// A copy with a line of zeros put in before `line` (or at the end). The blocks before it stay shared.
    #[must_use]
    pub fn with_line(&self, line: usize) -> Self {
        let line = line.min(self.count);
        self.with_tail(line, |numbers, at| drop(numbers.splice(at..at, std::iter::repeat_n(0.0, self.width))))
    }

    /// A copy without `line`. The blocks before it stay shared.
    #[must_use]
    pub fn without_line(&self, line: usize) -> Self {
        self.with_tail(line, |numbers, at| drop(numbers.drain(at..at + self.width)))
    }

    /// A copy in which the numbers from the block of `line` on have been edited; the edit is told where the line starts.
    fn with_tail(&self, line: usize, edit: impl FnOnce(&mut Vec<f64>, usize)) -> Self {
        let kept = line / self.per_block;
        let mut numbers: Vec<f64> = self.blocks[kept..].iter().flat_map(|block| block.iter().copied()).collect();
        edit(&mut numbers, (line % self.per_block) * self.width);
        let tail = Self::new(self.width, &numbers);
        let blocks = self.blocks[..kept].iter().cloned().chain(tail.blocks).collect();
        Self { count: kept * self.per_block + tail.count, blocks, ..*self }
    }

    /// A copy in which every line has a 0 put in before `component` (or at the end).
    #[must_use]
    pub fn with_component(&self, component: usize) -> Self {
        let at = component.min(self.width);
        let mut numbers = Vec::with_capacity((self.width + 1) * self.count);
        for line in self.iter() {
            numbers.extend_from_slice(&line[..at]);
            numbers.push(0.0);
            numbers.extend_from_slice(&line[at..]);
        }
        Self::new(self.width + 1, &numbers)
    }

    /// A copy in which every line has lost `component`; the width must be at least 2.
    #[must_use]
    pub fn without_component(&self, component: usize) -> Self {
        let mut numbers = Vec::with_capacity((self.width - 1) * self.count);
        for line in self.iter() {
            numbers.extend_from_slice(&line[..component]);
            numbers.extend_from_slice(&line[component + 1..]);
        }
        Self::new(self.width - 1, &numbers)
    }
}

impl std::fmt::Debug for Lines {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl PartialEq for Lines {
    /// Bit for bit, so that −0 and 0 differ and a number always equals itself.
    fn eq(&self, other: &Self) -> bool {
        self.same_bits(other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_copies_one_block_and_leaves_the_clone_alone() {
        let numbers: Vec<f64> = (0..3 * 5000).map(f64::from).collect();
        let before = Lines::new(3, &numbers);
        let mut after = before.clone();
        after.set(4999, 2, -1.0);
        assert_eq!(before.get(4999, 2), 14_999.0);
        assert_eq!(after.get(4999, 2), -1.0);
        assert!(Arc::ptr_eq(&before.blocks[0], &after.blocks[0]));
        assert!(!before.shares(&after));
        after.set(4999, 2, 14_999.0);
        assert!(before == after && !before.shares(&after));
    }

    #[test]
    fn a_line_comes_and_goes_anywhere_and_leaves_the_blocks_before_it() {
        // Blocks of 1365, the last one full in the second case.
        for count in [4000_usize, 2 * 1365] {
            let numbers: Vec<f64> = (0..3 * count).map(|i| i as f64).collect();
            let lines = Lines::new(3, &numbers);
            for at in [0, 1, 1364, 1365, 1366, 2729, count - 1, count] {
                let with = lines.with_line(at);
                let mut expected = numbers.clone();
                expected.splice(3 * at..3 * at, [0.0; 3]);
                assert!(with == Lines::new(3, &expected), "{at}");
                assert!(with.blocks.iter().zip(&lines.blocks).take(at / 1365).all(|(a, b)| Arc::ptr_eq(a, b)));
                assert!(with.without_line(at) == lines, "{at}");
            }
        }
    }

    #[test]
    fn lines_and_components_come_and_go() {
        let lines = Lines::new(2, &[1.0, 2.0, 3.0, 4.0]);
        assert_eq!(lines.with_line(1).to_vec(), [1.0, 2.0, 0.0, 0.0, 3.0, 4.0]);
        assert_eq!(lines.without_line(0).to_vec(), [3.0, 4.0]);
        assert_eq!(lines.with_component(9).to_vec(), [1.0, 2.0, 0.0, 3.0, 4.0, 0.0]);
        assert_eq!(lines.without_component(0).to_vec(), [2.0, 4.0]);
        assert_eq!(Lines::from_rows_by_column(2, 3, &[1., 2., 3., 4., 5., 6.]).to_vec(), [1., 4., 2., 5., 3., 6.]);
    }
}
