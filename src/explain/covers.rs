//! Whether one address names a set that holds another.

use crate::scenario::{Address, Contributed, Derived, Region};

/// Whether the numbers at `cell` are among those at `set`: `G[*,him]` covers `G[1,him]`, `e3` covers `e3[2]`, and every
/// address covers itself. The total loss is a number of its own and covers no row's.
pub fn covers(set: &Address, cell: &Address) -> bool {
    let holds = |set: Option<usize>, cell: Option<usize>| set.is_none() || set == cell;
    match (set, cell) {
        (Address::Numbers { tensor, region }, Address::Numbers { tensor: other, region: within }) => {
            tensor == other && region_covers(*region, *within)
        }
        (Address::Gradient(set), Address::Gradient(cell)) => covers(set, cell),
        (Address::MaskSlot { slot }, Address::MaskCell { slot: other, .. }) => slot == other,
        (Address::Derived(set), Address::Derived(cell)) => match (*set, *cell) {
            (Derived::Score { row, slot }, Derived::Score { row: t, slot: j })
            | (Derived::Exponential { row, slot }, Derived::Exponential { row: t, slot: j })
            | (Derived::Attention { row, slot }, Derived::Attention { row: t, slot: j }) => row == t && holds(slot, j),
            (Derived::Weighted { row, slot, component }, Derived::Weighted { row: t, slot: j, component: d }) => {
                row == t && holds(slot, j) && holds(component, d)
            }
            (Derived::Contributed { row, of }, Derived::Contributed { row: t, of: cell }) => {
                row == t && contributed_covers(of, cell)
            }
            (Derived::Context { row, component }, Derived::Context { row: t, component: d }) => {
                row == t && holds(component, d)
            }
            (Derived::Logit { row, word }, Derived::Logit { row: t, word: w })
            | (Derived::WordExponential { row, word }, Derived::WordExponential { row: t, word: w })
            | (Derived::Probability { row, word }, Derived::Probability { row: t, word: w }) => {
                row == t && holds(word, w)
            }
            (set, cell) => set == cell,
        },
        _ => set == cell,
    }
}

fn contributed_covers(set: Contributed, cell: Contributed) -> bool {
    let holds = |set: Option<usize>, cell: Option<usize>| set.is_none() || set == cell;
    match (set, cell) {
        (Contributed::Length { slot }, Contributed::Length { slot: j }) => holds(slot, j),
        (Contributed::Logit { slot, word }, Contributed::Logit { slot: j, word: w }) => {
            holds(slot, j) && holds(word, w)
        }
        (Contributed::Difference { slot, word, against }, Contributed::Difference { slot: j, word: w, against: u }) => {
            holds(slot, j) && (word, against) == (w, u)
        }
        (Contributed::Sum { word }, Contributed::Sum { word: w }) => holds(word, w),
        _ => false,
    }
}

fn region_covers(set: Region, within: Region) -> bool {
    match (set, within) {
        (Region::Whole, _) => true,
        (Region::Row(row), Region::Cell(of, _)) => row == of,
        (Region::Column(column), Region::Cell(_, of)) => column == of,
        (set, within) => set == within,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Tensor;

    #[test]
    fn a_set_holds_its_cells_and_itself() {
        let g = |region| Address::Numbers { tensor: Tensor::Head, region };
        assert!(covers(&g(Region::Column(2)), &g(Region::Cell(0, 2))));
        assert!(!covers(&g(Region::Column(2)), &g(Region::Cell(2, 0))));
        assert!(covers(&g(Region::Whole), &g(Region::Row(1))));
        assert!(!covers(&g(Region::Row(1)), &g(Region::Whole)));
        let k = Address::Numbers { tensor: Tensor::Keys, region: Region::Cell(0, 2) };
        assert!(!covers(&g(Region::Whole), &k));
        let score = |row, slot| Address::Derived(Derived::Score { row, slot });
        assert!(covers(&score(1, None), &score(1, Some(4))));
        assert!(!covers(&score(1, None), &score(0, Some(4))));
        assert!(!covers(&score(1, Some(4)), &score(1, None)));
        let weighted = |slot, component| Address::Derived(Derived::Weighted { row: 0, slot, component });
        assert!(covers(&weighted(None, Some(1)), &weighted(Some(3), Some(1))));
        assert!(!covers(&weighted(None, Some(1)), &weighted(Some(3), Some(0))));
        let loss = |row| Address::Derived(Derived::Loss { row });
        assert!(covers(&loss(None), &loss(None)));
        assert!(!covers(&loss(None), &loss(Some(0))));
        assert!(covers(&Address::MaskSlot { slot: 1 }, &Address::MaskCell { row: 5, slot: 1 }));
    }
}
