//! Solutions of boards too large for beams over the whole board: gathered and sorted, by ever wider rolling beams.

use std::time::Duration;

use slidewise_puzzles::tiles::gather::{GatherOptions, gather, is_suited};
use slidewise_search::{Meter, Stop};

use super::attempts::{Found, shortest};
use super::{Anytime, Best, fitting};

/// Width of the first beams.
const FIRST_WIDTH: usize = 10;
/// To sort takes fewer moves than to carry, and gains more from width.
const SORT_TIMES: usize = 4;
/// Wider beams than this gain nothing.
const WIDEST: usize = 3000;
/// The part of the time left that a wider beam may take; the rest is for solving pieces again.
const SHARE: f64 = 0.7;
/// How many times as wide the next beam may be.
const STEP: usize = 3;
const LARGEST_STEP: usize = 8;

impl Anytime<'_> {
    /// Gathers with wider and wider beams, until the time is used up or they are as wide as they need to be.
    pub(super) fn gathering(&self, best: &mut Best, meter: &mut Meter<'_>) -> Result<(), Stop> {
        if !is_suited(&self.shape) {
            return Ok(());
        }
        // Quick, for it may be all that there is time for.
        self.gather_once(best, FIRST_WIDTH, 0, 0, meter)?;
        let mut width = FIRST_WIDTH;
        for round in 0.. {
            let begun = meter.elapsed();
            self.gather_once(best, width, width * SORT_TIMES, round, meter)?;
            match wider(width, meter.elapsed() - begun, meter) {
                Some(next) if next <= WIDEST && !self.is_near_enough(best) => width = next,
                _ => return Ok(()),
            }
        }
        Ok(())
    }

    /// One attempt on each thread, with seeds of their own; takes the shortest solution if it is better.
    fn gather_once(
        &self,
        best: &mut Best,
        carry: usize,
        sort: usize,
        round: u64,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        let attempts = self.threads.max(1);
        let attempt = |number: usize, meter: &mut Meter<'_>| -> Found {
            let seed = self.seed.wrapping_add(round * attempts as u64 + number as u64);
            let options = GatherOptions { carry, sort, seed };
            gather(&self.shape, &self.labels, options, meter)
        };
        let (found, end) = shortest(attempts, self.memory(meter), &attempt, meter);
        self.take_if_shorter(best, found, meter);
        end
    }
}

/// The width for the next round: as wide as its share of the time left allows, but not too much wider at once;
/// `None` if that would not be wider.
fn wider(width: usize, took: Duration, meter: &Meter<'_>) -> Option<usize> {
    let Some(fits) = fitting(width, SHARE, took, meter) else { return Some(width * STEP) };
    (fits > width as f64).then_some((fits as usize).min(width * LARGEST_STEP))
}
