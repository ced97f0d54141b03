//! Inversion distance (Michael Kim): a vertical move takes a tile past all but one of the tiles of a row, so it changes
//! the number of pairs that are in the wrong order, row by row, by a limited amount; horizontal moves do not change it.
//! The same column by column, and both add up.
//!
//! The value of each axis is the exact number of changes, each of any possible size, that lead to no inversions: a
//! metric, so that the heuristic is consistent.

use super::Labels;

pub(super) fn value(board: &Labels<'_>) -> u32 {
    let shape = board.shape;
    let row_by_row: Vec<usize> = board.tiles().map(|(_, label)| label).collect();
    // Cells and places are counted column by column.
    let turned = |cell: usize| shape.col(cell) * shape.rows() + shape.row(cell);
    let mut by_column: Vec<(usize, usize)> =
        board.tiles().map(|(cell, label)| (turned(cell), turned(label))).collect();
    by_column.sort_unstable();
    let column_by_column: Vec<usize> = by_column.into_iter().map(|(_, label)| label).collect();
    moves(inversions(&row_by_row), shape.cols()) + moves(inversions(&column_by_column), shape.rows())
}

/// Pairs in the wrong order, counted with a tree of sums: boards may have thousands of cells.
fn inversions(order: &[usize]) -> u32 {
    let most = order.iter().max().map_or(0, |&label| label + 1);
    let mut counts = vec![0u32; most + 1];
    let mut inversions = 0;
    for (seen, &label) in order.iter().enumerate() {
        let (mut at, mut below) = (label + 1, 0);
        while at > 0 {
            below += counts[at];
            at &= at - 1;
        }
        inversions += seen as u32 - below;
        at = label + 1;
        while at <= most {
            counts[at] += 1;
            at += at & at.wrapping_neg();
        }
    }
    inversions
}

/// The least number of moves that take away so many inversions, on lines of so many cells. A move passes one tile less
/// than that, in either order with each of them: it changes the number by as much or less, in steps of two.
fn moves(inversions: u32, line: usize) -> u32 {
    let passed = line as u32 - 1;
    if inversions == 0 || passed == 0 {
        // A board of one line: no move changes the order, so what is wrong there is unsolvable.
        return 0;
    }
    let least = inversions.div_ceil(passed);
    // Odd changes: as many as make the parity right.
    if passed % 2 == 1 && least % 2 != inversions % 2 { least + 1 } else { least }
}

#[cfg(test)]
mod tests {
    use super::{inversions, moves};

    #[test]
    fn pairs_are_counted() {
        for order in [&[][..], &[3], &[0, 1, 2], &[2, 1, 0], &[5, 0, 4, 1, 9, 2], &[7, 3, 8, 1, 0, 2, 6]] {
            let pairs = (0..order.len()).flat_map(|i| (0..i).map(move |j| (j, i)));
            assert_eq!(inversions(order), pairs.filter(|&(j, i)| order[j] > order[i]).count() as u32);
        }
    }

    /// Against a walk over all numbers of inversions.
    #[test]
    fn no_fewer_moves_will_do() {
        for line in 2..=6usize {
            let passed = line as i32 - 1;
            let mut known = vec![None; 200];
            known[0] = Some(0);
            let mut layer = vec![0];
            for depth in 1.. {
                let mut next = Vec::new();
                for &count in &layer {
                    for change in (-passed..=passed).step_by(2) {
                        let there = count + change;
                        if (0..200).contains(&there) && known[there as usize].is_none() {
                            known[there as usize] = Some(depth);
                            next.push(there);
                        }
                    }
                }
                if next.is_empty() {
                    break;
                }
                layer = next;
            }
            for (count, known) in known.into_iter().enumerate().take(150) {
                if let Some(known) = known {
                    assert_eq!(moves(count as u32, line), known, "{count} inversions, lines of {line}");
                }
            }
        }
    }
}
