//! Several attempts at one board, side by side.

use std::panic::resume_unwind;
use std::thread;

use slidewise_puzzles::tiles::Slide;
use slidewise_search::{Limits, Meter, Stop};

/// A solution, unless the search was stopped or there is none.
pub(super) type Found = Result<Option<Vec<Slide>>, Stop>;

/// Makes attempts number 0 to `count - 1`, the first on this thread and the others on threads of their own,
/// with what is left of the limits; each has its share of the nodes. The shortest solution, and what stopped
/// the first attempt if it was stopped.
pub(super) fn shortest(
    count: usize,
    attempt: &(impl Fn(usize, &mut Meter<'_>) -> Found + Sync),
    meter: &mut Meter<'_>,
) -> (Option<Vec<Slide>>, Result<(), Stop>) {
    let left = meter.remaining();
    let limits = Limits { nodes: left.nodes.map(|nodes| nodes / count as u64), ..left };
    let cancel = meter.cancel().clone();
    let (mine, others) = thread::scope(|scope| {
        let start = |number: usize| {
            let cancel = cancel.clone();
            scope.spawn(move || {
                let mut observer = ();
                let mut meter = Meter::new(limits, cancel, &mut observer);
                (attempt(number, &mut meter), meter.stats)
            })
        };
        let others: Vec<_> = (1..count).map(start).collect();
        let mine = meter.part(limits, |meter| attempt(0, meter));
        let join = |other: thread::ScopedJoinHandle<'_, _>| other.join().unwrap_or_else(|e| resume_unwind(e));
        (mine, others.into_iter().map(join).collect::<Vec<_>>())
    });
    let absorbed = others.iter().try_for_each(|&(_, stats)| meter.absorb(stats));
    let end = mine.as_ref().map(|_| ()).map_err(|&why| why).and(absorbed);
    let found = std::iter::once(mine).chain(others.into_iter().map(|(found, _)| found));
    (found.flatten().flatten().min_by_key(Vec::len), end)
}
