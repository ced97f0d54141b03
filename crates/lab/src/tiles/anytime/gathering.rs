//! Solutions of boards too large for beams over the whole board: gathered and sorted, by ever wider rolling beams.

use std::thread;

use slidewise_puzzles::tiles::Slide;
use slidewise_puzzles::tiles::gather::{GatherOptions, gather, is_suited};
use slidewise_search::{Limits, Meter, Stats, Stop};

use super::{Anytime, Best, wider};

/// Width of the first beams: narrow ones on the largest boards, where a beam takes longest.
const FIRST_WIDTH: usize = 10;
const FIRST_WIDTH_OF_LARGEST: usize = 3;
/// Boards with more cells are the largest.
const LARGEST: usize = 5000;
/// To sort takes fewer moves than to carry, and gains more from width.
const SORT_TIMES: usize = 3;
/// Wider beams than this gain nothing.
const WIDEST: usize = 3000;

/// What a thread brings back: a solution, unless it was stopped, and what it counted.
type Found = (Result<Option<Vec<Slide>>, Stop>, Stats);

impl Anytime<'_> {
    /// Gathers with wider and wider beams, until the time is used up or they are as wide as they need to be.
    pub(super) fn gathering(&self, best: &mut Best, meter: &mut Meter<'_>) -> Result<(), Stop> {
        if !is_suited(&self.shape) {
            return Ok(());
        }
        let mut width = if self.shape.cells() > LARGEST { FIRST_WIDTH_OF_LARGEST } else { FIRST_WIDTH };
        for round in 0.. {
            let begun = meter.elapsed();
            self.gather_once(best, width, round, meter)?;
            match wider(width, meter.elapsed() - begun, meter) {
                Some(next) if next <= WIDEST && !self.is_near_enough(best) => width = next,
                _ => return Ok(()),
            }
        }
        Ok(())
    }

    /// One attempt on each thread, with seeds of their own; takes the shortest solution if it is better.
    pub(super) fn gather_once(
        &self,
        best: &mut Best,
        width: usize,
        round: u64,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        let attempts = self.threads.max(1) as u64;
        let options = |attempt: u64| GatherOptions {
            carry: width,
            sort: width * SORT_TIMES,
            seed: self.seed.wrapping_add(round * attempts + attempt),
        };
        let limits = meter.remaining();
        let cancel = meter.cancel().clone();
        let (first, others) = thread::scope(|scope| {
            let others: Vec<_> = (1..attempts)
                .map(|attempt| {
                    let (cancel, options) = (cancel.clone(), options(attempt));
                    scope.spawn(move || -> Found {
                        let mut observer = ();
                        let mut meter = Meter::new(limits, cancel, &mut observer);
                        (gather(&self.shape, &self.labels, options, &mut meter), meter.stats)
                    })
                })
                .collect();
            let first =
                meter.part(Limits::default(), |meter| gather(&self.shape, &self.labels, options(0), meter));
            let others: Vec<Found> = others.into_iter().filter_map(|other| other.join().ok()).collect();
            (first, others)
        });
        let (others, stats): (Vec<_>, Vec<_>) = others.into_iter().unzip();
        let results = std::iter::once(&first).chain(&others);
        let shortest = results.flatten().flatten().min_by_key(|moves| moves.len());
        if let Some(shortest) = shortest
            && shortest.len() < best.moves.len()
        {
            self.take(best, shortest.clone(), meter);
        }
        stats.into_iter().try_for_each(|stats| meter.absorb(stats))?;
        first.map(|_| ())
    }
}
