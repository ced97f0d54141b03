//! Rows and rings of cells, where tiles keep their order. Any arrangement with the same order can be reached:
//! in a row by pushing tiles along, in a ring also by pushing all of them around.

use super::reason::{Obstacle, Proof};
use super::{Part, suits};

/// Decides a part whose cells are a row, given one after the other.
pub(super) fn row(part: &Part<'_>, cells: &[usize]) -> Result<Proof, Obstacle> {
    let (tiles, goal) = read(part.now, part.goal, cells);
    if fits(tiles.iter().copied(), &goal) { Ok(Proof::Order) } else { Err(Obstacle::Order { ring: false }) }
}

/// Decides a part whose cells are a ring.
pub(super) fn ring(part: &Part<'_>, cells: &[usize]) -> Result<Proof, Obstacle> {
    let (tiles, goal) = read(part.now, part.goal, cells);
    if fits_around(&tiles, &goal) { Ok(Proof::Order) } else { Err(Obstacle::Order { ring: true }) }
}

/// The tiles in their order, and what is wanted along the cells.
fn read(now: &[u8], goal: &[Option<u8>], cells: &[usize]) -> (Vec<u8>, Vec<Option<u8>>) {
    let tiles = cells.iter().map(|&cell| now[cell]).filter(|&class| class != 0).collect();
    (tiles, cells.iter().map(|&cell| goal[cell]).collect())
}

/// Whether the tiles, pushed around a ring in any way, can meet the goal.
pub(super) fn fits_around(tiles: &[u8], goal: &[Option<u8>]) -> bool {
    let turned = |first: usize| tiles[first..].iter().chain(&tiles[..first]).copied();
    (0..tiles.len().max(1)).any(|first| fits(turned(first), goal))
}

/// Whether the tiles, in this order with blanks anywhere between them, can meet the goal.
fn fits(tiles: impl Iterator<Item = u8>, goal: &[Option<u8>]) -> bool {
    let tiles: Vec<u8> = tiles.collect();
    // can[n]: the cells so far can be filled with the first n tiles.
    let mut can = vec![false; tiles.len() + 1];
    can[0] = true;
    for &wanted in goal {
        for n in (0..=tiles.len()).rev() {
            let with_blank = can[n] && suits(wanted, 0);
            let with_tile = n > 0 && can[n - 1] && suits(wanted, tiles[n - 1]);
            can[n] = with_blank || with_tile;
        }
    }
    can[tiles.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_go_where_they_are_needed() {
        let goal = [Some(0), None, Some(2), None, Some(0)];
        assert!(fits([1, 2].into_iter(), &goal) && fits([2, 1].into_iter(), &goal));
        assert!(!fits([1, 1].into_iter(), &goal) && !fits([1, 3, 2].into_iter(), &goal));
        assert!(fits([].into_iter(), &[None, Some(0)]) && !fits([].into_iter(), &[Some(1)]));
    }

    #[test]
    fn rings_can_be_turned() {
        let goal = [Some(3), Some(0), Some(1), Some(2)];
        assert!(fits_around(&[1, 2, 3], &goal) && !fits_around(&[1, 3, 2], &goal));
        assert!(fits_around(&[], &[Some(0)]));
    }
}
