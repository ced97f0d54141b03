//! Several attempts at one board, side by side.

use std::panic::resume_unwind;
use std::thread;

use slidewise_puzzles::tiles::Slide;
use slidewise_search::{Limits, Meter, Stop};

/// A solution, unless the search was stopped or there is none.
pub(super) type Found = Result<Option<Vec<Slide>>, Stop>;

/// Makes attempts number 0 to `count - 1`, the first on this thread and the others on threads of their own,
/// with what is left of the limits; each has its share of the nodes and of `memory`. The shortest solution, and what
/// stopped the first attempt if it was stopped.
pub(super) fn shortest(
    count: usize,
    memory: Option<u64>,
    attempt: &(impl Fn(usize, &mut Meter<'_>) -> Found + Sync),
    meter: &mut Meter<'_>,
) -> (Option<Vec<Slide>>, Result<(), Stop>) {
    let left = meter.remaining();
    let share = |all: u64| all / count as u64;
    let limits = Limits { nodes: left.nodes.map(share), memory: memory.map(share), ..left };
    let before = meter.stats.peak_bytes;
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
        let mine = meter.part(limits, |meter| (attempt(0, meter), meter.stats));
        let join = |other: thread::ScopedJoinHandle<'_, _>| other.join().unwrap_or_else(|e| resume_unwind(e));
        (mine, others.into_iter().map(join).collect::<Vec<_>>())
    });
    let (mine, stats) = mine;
    // Their stores are in use at the same time.
    let together = stats.peak_bytes + others.iter().map(|(_, stats)| stats.peak_bytes).sum::<u64>();
    let absorbed = others.iter().try_for_each(|&(_, stats)| meter.absorb(stats));
    meter.stats.peak_bytes = before.max(together);
    let end = mine.as_ref().map(|_| ()).map_err(|&why| why).and(absorbed);
    let found = std::iter::once(mine).chain(others.into_iter().map(|(found, _)| found));
    (found.flatten().flatten().min_by_key(Vec::len), end)
}
