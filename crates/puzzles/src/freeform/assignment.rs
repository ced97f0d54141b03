//! The cheapest way to give each of some places a worker of its own (Kuhn, "The Hungarian method for the
//! assignment problem", Naval Research Logistics 2, 1955; in the form with potentials and shortest augmenting
//! paths, as in Jonker and Volgenant, Computing 38, 1987). For p places and w workers: p²·w steps, no
//! allocation.

use super::puzzle::MAX_CELLS;

/// Most boards have few equal tiles; then little memory has to be cleared.
const FEW: usize = 16;

/// The least sum of costs if each of `places` gets a worker of its own. There must be as many workers as
/// places at least; no more than [`MAX_CELLS`] of each.
///
/// # Panics
/// If there are fewer workers than places, or too many.
pub fn cheapest(places: usize, workers: usize, cost: impl Fn(usize, usize) -> u32) -> u32 {
    assert!(places <= workers && workers <= MAX_CELLS, "{workers} workers for {places} places");
    match workers {
        0..=FEW => solve::<{ FEW + 1 }>(places, workers, cost),
        _ => solve::<{ MAX_CELLS + 1 }>(places, workers, cost),
    }
}

/// Nobody, as a place or a worker: both are counted from 1.
const NOBODY: usize = 0;

fn solve<const N: usize>(places: usize, workers: usize, cost: impl Fn(usize, usize) -> u32) -> u32 {
    let mut by_place = [0_i64; N];
    let mut by_worker = [0_i64; N];
    // The place of each worker; worker 0 holds the place that is being filled.
    let mut place_of = [NOBODY; N];
    for place in 1..=places {
        place_of[0] = place;
        let mut slack = [i64::MAX; N];
        let mut came_from = [NOBODY; N];
        let mut reached = [false; N];
        let mut at = 0;
        // Grows a tree of workers that could be moved, the cheapest first, until one is free.
        while place_of[at] != NOBODY {
            reached[at] = true;
            let here = place_of[at];
            let (mut least, mut next) = (i64::MAX, 0);
            for worker in 1..=workers {
                if reached[worker] {
                    continue;
                }
                let reduced = i64::from(cost(here - 1, worker - 1)) - by_place[here] - by_worker[worker];
                if reduced < slack[worker] {
                    (slack[worker], came_from[worker]) = (reduced, at);
                }
                if slack[worker] < least {
                    (least, next) = (slack[worker], worker);
                }
            }
            for worker in 0..=workers {
                if reached[worker] {
                    by_place[place_of[worker]] += least;
                    by_worker[worker] -= least;
                } else if worker > 0 {
                    slack[worker] -= least;
                }
            }
            at = next;
        }
        while at != 0 {
            place_of[at] = place_of[came_from[at]];
            at = came_from[at];
        }
    }
    let paid = (1..=workers).filter(|&worker| place_of[worker] != NOBODY);
    paid.map(|worker| cost(place_of[worker] - 1, worker - 1)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Rng;

    /// The least sum, by trying every worker for every place.
    fn by_trying(costs: &[Vec<u32>], used: &mut Vec<bool>) -> u32 {
        let Some((first, rest)) = costs.split_first() else { return 0 };
        let mut best = u32::MAX;
        for worker in 0..used.len() {
            if !used[worker] {
                used[worker] = true;
                best = best.min(first[worker] + by_trying(rest, used));
                used[worker] = false;
            }
        }
        best
    }

    #[test]
    fn is_the_least_of_all_assignments() {
        let mut rng = Rng::from_seed(2);
        for round in 0..3000 {
            let workers = 1 + rng.below(7);
            let places = rng.below(workers + 1);
            let highest = [3, 20, 1000][round % 3];
            let costs: Vec<Vec<u32>> =
                (0..places).map(|_| (0..workers).map(|_| rng.below(highest) as u32).collect()).collect();
            let expected = by_trying(&costs, &mut vec![false; workers]);
            assert_eq!(cheapest(places, workers, |p, w| costs[p][w]), expected, "{costs:?}");
            let large = solve::<{ MAX_CELLS + 1 }>(places, workers, |p, w| costs[p][w]);
            assert_eq!(large, expected, "{costs:?}");
        }
    }

    #[test]
    fn the_largest_boards_are_no_trouble() {
        let far = |a: usize, b: usize| (a / 16).abs_diff(b / 16) as u32 + (a % 16).abs_diff(b % 16) as u32;
        assert_eq!(cheapest(255, 256, |p, w| far(p, 255 - w)), 0);
        assert_eq!(cheapest(255, 256, |_, _| 1000), 255_000);
    }
}
