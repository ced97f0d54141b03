//! Solutions of boards too large for beams over the whole board: gathered and sorted, by ever wider rolling beams.

use std::panic::resume_unwind;
use std::thread;
use std::time::Duration;

use slidewise_puzzles::tiles::Slide;
use slidewise_puzzles::tiles::gather::{GatherOptions, gather, is_suited};
use slidewise_search::{Limits, Meter, Stats, Stop};

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

/// A solution, unless the search was stopped or there is none.
type Found = Result<Option<Vec<Slide>>, Stop>;

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
        let attempts = self.threads.max(1) as u64;
        let attempt = |number: u64, meter: &mut Meter<'_>| -> Found {
            let seed = self.seed.wrapping_add(round * attempts + number);
            let options = GatherOptions { carry, sort, seed };
            gather(&self.shape, &self.labels, options, meter)
        };
        let own = |meter: &mut Meter<'_>| meter.part(Limits::default(), |meter| attempt(0, meter));
        let (mine, others) =
            if attempts == 1 { (own(meter), Vec::new()) } else { beside(attempts, &attempt, meter, own) };
        let found = std::iter::once(&mine).chain(others.iter().map(|(found, _)| found));
        let shortest = found.flatten().flatten().min_by_key(|moves| moves.len());
        if let Some(shortest) = shortest
            && shortest.len() < best.moves.len()
        {
            self.take(best, shortest.clone(), meter);
        }
        others.iter().try_for_each(|&(_, stats)| meter.absorb(stats))?;
        mine.map(|_| ())
    }
}

/// Makes the first attempt on this thread and the others on threads of their own, with what is left of the limits.
fn beside(
    attempts: u64,
    attempt: &(impl Fn(u64, &mut Meter<'_>) -> Found + Sync),
    meter: &mut Meter<'_>,
    own: impl FnOnce(&mut Meter<'_>) -> Found,
) -> (Found, Vec<(Found, Stats)>) {
    let (limits, cancel) = (meter.remaining(), meter.cancel().clone());
    thread::scope(|scope| {
        let start = |number: u64| {
            let cancel = cancel.clone();
            scope.spawn(move || {
                let mut observer = ();
                let mut meter = Meter::new(limits, cancel, &mut observer);
                (attempt(number, &mut meter), meter.stats)
            })
        };
        let others: Vec<_> = (1..attempts).map(start).collect();
        let mine = own(meter);
        let found =
            |other: thread::ScopedJoinHandle<'_, _>| other.join().unwrap_or_else(|e| resume_unwind(e));
        (mine, others.into_iter().map(found).collect())
    })
}

/// The width for the next round: as wide as its share of the time left allows, but not too much wider at once;
/// `None` if that would not be wider.
fn wider(width: usize, took: Duration, meter: &Meter<'_>) -> Option<usize> {
    let Some(fits) = fitting(width, SHARE, took, meter) else { return Some(width * STEP) };
    (fits > width as f64).then_some((fits as usize).min(width * LARGEST_STEP))
}
