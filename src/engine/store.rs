//! Where what has been computed of each row is kept.

use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// Results of T rows, each computed when it is first asked for: all of them where they fit, else those asked for last.
#[derive(Debug)]
pub(super) enum Store<T> {
    /// One place a row.
    All(Box<[OnceLock<T>]>),
    /// The rows asked for last, the newest at the end.
    Recent {
        /// How many.
        capacity: usize,
        /// Row and result.
        rows: Mutex<Vec<(usize, T)>>,
    },
}

/// Rows that are kept at the least.
const LEAST: usize = 4;

impl<T: Clone> Store<T> {
    /// For `rows` results of `size` numbers each, of which `budget` numbers may be kept.
    pub(super) fn new(rows: usize, size: usize, budget: usize) -> Self {
        let fit = budget / size.max(1);
        if rows <= fit.max(LEAST) {
            Self::All((0..rows).map(|_| OnceLock::new()).collect())
        } else {
            Self::Recent { capacity: fit.max(LEAST), rows: Mutex::new(Vec::new()) }
        }
    }

    /// The result of a row, computed if it is not there.
    pub(super) fn get_or(&self, row: usize, compute: impl FnOnce() -> T) -> T {
        match self {
            Self::All(cells) => cells[row].get_or_init(compute).clone(),
            Self::Recent { .. } => {
                if let Some(known) = self.known(row) {
                    return known;
                }
                // Not under the lock: it may take milliseconds, and others ask for rows that are there.
                let computed = compute();
                self.keep(row, computed.clone());
                computed
            }
        }
    }

    /// The result of a row, if it is there.
    pub(super) fn known(&self, row: usize) -> Option<T> {
        match self {
            Self::All(cells) => cells.get(row)?.get().cloned(),
            Self::Recent { rows, .. } => {
                let mut rows = lock(rows);
                let at = rows.iter().position(|(known, _)| *known == row)?;
                let found = rows.remove(at);
                rows.push(found.clone());
                Some(found.1)
            }
        }
    }

    /// Keeps a result; the one asked for longest ago gives way where there is no room.
    pub(super) fn keep(&self, row: usize, result: T) {
        match self {
            Self::All(cells) => {
                // What is there already is the same.
                let _ = cells[row].set(result);
            }
            Self::Recent { capacity, rows } => {
                let mut rows = lock(rows);
                rows.retain(|(known, _)| *known != row);
                if rows.len() >= *capacity {
                    rows.remove(0);
                }
                rows.push((row, result));
            }
        }
    }

    /// All that is there, with its row.
    pub(super) fn all_known(&self) -> Vec<(usize, T)> {
        match self {
            Self::All(cells) => {
                let known = cells.iter().enumerate();
                known.filter_map(|(row, cell)| Some((row, cell.get()?.clone()))).collect()
            }
            Self::Recent { rows, .. } => lock(rows).clone(),
        }
    }
}

/// A thread that panicked while it held the lock has left whole entries behind: nothing is ever half put in.
fn lock<T>(rows: &Mutex<T>) -> MutexGuard<'_, T> {
    rows.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fits_is_kept_and_computed_once() {
        let store = Store::new(10, 100, 1000);
        for _ in 0..2 {
            for row in 0..10 {
                assert_eq!(store.get_or(row, || row * 7), row * 7);
            }
        }
        assert_eq!(store.get_or(3, || 0), 21);
        assert_eq!(store.all_known().len(), 10);
    }

    #[test]
    fn where_it_does_not_fit_the_last_ones_are_kept() {
        let store = Store::new(1000, 100, 600);
        for row in 0..1000 {
            store.get_or(row, || row);
            // One that is asked for again and again stays.
            assert_eq!(store.get_or(0, || if row < 6 { 0 } else { 99 }), 0);
        }
        let mut known: Vec<usize> = store.all_known().into_iter().map(|(row, _)| row).collect();
        known.sort_unstable();
        assert_eq!(known, [0, 995, 996, 997, 998, 999]);
        assert_eq!(store.known(5), None);
    }
}
