//! About how many ways there are to lay the pieces of a puzzle on its board: what an exhaustive search may have to
//! hold.
//!
//! Counted by chance (Knuth, *Estimating the efficiency of backtrack programs*, 1975): the pieces are put down one by
//! one, each on a place where it fits; the product of how many such places there were is the number of all
//! arrangements, on average. Most of them cannot be reached from the start of a crowded board.

use super::bits::{Bits, Wide};
use super::geometry::Geometry;
use super::puzzle::Puzzle;
use crate::random::Rng;

/// Arrangements made.
const SAMPLES: u32 = 200;

/// About how many arrangements there are, pieces that nothing tells apart not told apart. The same for the same puzzle.
pub fn arrangements(puzzle: &Puzzle) -> f64 {
    let geometry = Geometry::<Wide>::new(puzzle);
    let mut rng = Rng::from_seed(0);
    let sum: f64 = (0..SAMPLES).map(|_| one(&geometry, &mut rng)).sum();
    sum / f64::from(SAMPLES)
}

/// The product for one arrangement made by chance; 0 if a piece found no place.
fn one(geometry: &Geometry<Wide>, rng: &mut Rng) -> f64 {
    let mut free = geometry.board;
    let mut ways = 1.0;
    let mut classes: Vec<usize> = (0..geometry.classes.len()).collect();
    // Large pieces first: they find their places only while there is room.
    classes.sort_by_key(|&class| std::cmp::Reverse(geometry.classes[class].offsets.len()));
    for class in classes {
        let class = &geometry.classes[class];
        for alike in 1..=class.members.len() {
            let fit = geometry.fitting(&class.offsets, class.valid, free);
            let count = fit.count();
            if count == 0 {
                return 0.0;
            }
            ways *= f64::from(count) / alike as f64;
            let nth = rng.below(count as usize);
            let anchor = fit.iter().nth(nth).expect("there are so many");
            free &= !class.masks[anchor];
        }
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::super::library;
    use super::*;

    /// 65,880 arrangements of Klotski's pieces are known.
    #[test]
    fn an_estimate_is_near_the_count() {
        let klotski = super::super::parse(library::get("klotski").unwrap().text).unwrap().puzzle;
        let estimate = arrangements(&klotski);
        assert!((40_000.0..110_000.0).contains(&estimate), "{estimate}");
    }
}
