//! What searches say they use against what they ask of the system.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

use slidewise_search::engine::{DepthFirst, Learning};
use slidewise_search::engine::{Levin, MonteCarlo, RealTime, Sma};
use slidewise_search::{Engine, Limits, Meter, StateSpace, admissible, space};

/// The system's allocator, with a look at how much is in use.
struct Counting;

static USED: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call is handed on to the system as it is.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let used = USED.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        MOST.fetch_max(used, Ordering::Relaxed);
        // SAFETY: what holds for this call holds for that.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        USED.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: what holds for this call holds for that.
        unsafe { System.dealloc(block, layout) }
    }

    // Large blocks are moved by the system without being copied.
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let used = USED.fetch_add(size, Ordering::Relaxed) + size - layout.size();
        USED.fetch_sub(layout.size(), Ordering::Relaxed);
        MOST.fetch_max(used, Ordering::Relaxed);
        // SAFETY: what holds for this call holds for that.
        unsafe { System.realloc(block, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// Beside what grows with the search: positions in hand, lists of moves, the meter's own.
const SMALL: u64 = 16 << 10;

/// Runs a search for so many expansions: what it says it used, and what it did.
fn used<P: StateSpace>(nodes: u64, begin: impl FnOnce() -> Box<dyn Engine<P>>) -> (u64, u64) {
    let before = USED.load(Ordering::Relaxed);
    MOST.store(before, Ordering::Relaxed);
    let mut engine = begin();
    let mut nobody = ();
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let mut meter = Meter::new(limits, Default::default(), &mut nobody);
    let verdict = engine.run(&mut meter);
    assert!(verdict.solution().is_none() && meter.stats.expanded == nodes, "{verdict}");
    (meter.stats.peak_bytes, (MOST.load(Ordering::Relaxed) - before) as u64)
}

/// One test, so that nothing else asks for memory meanwhile.
#[test]
fn what_is_counted_is_what_is_used() {
    // Many moves from each number, and no end.
    let near = |&n: &u64| (0..40).map(move |i| (n.wrapping_mul(43) + i, 1 + (n ^ i) % 7));
    let numbers = &*Box::leak(Box::new(space(1, near, |_| false)));
    let h = &*Box::leak(Box::new(admissible(|&n: &u64| n % 5)));
    let wrong: Vec<String> = [
        ("SMA* with room for 50", used(3_000, || Box::new(Sma::new(numbers, h, 50)))),
        ("SMA* with room for 3000", used(9_000, || Box::new(Sma::new(numbers, h, 3_000)))),
        ("SMA* with room for 100000", used(9_000, || Box::new(Sma::new(numbers, h, 100_000)))),
        ("Monte-Carlo", used(5_000, || Box::new(MonteCarlo::new(numbers, h, 1)))),
        ("Levin", used(3_000, || Box::new(Levin::new(numbers, h)))),
        ("DFS", used(20_000, || Box::new(DepthFirst::new(numbers, None)))),
        ("LRTA*", used(3_000, || Box::new(RealTime::new(numbers, h, Learning::Best, 1)))),
        ("LSS-LRTA*", used(3_000, || Box::new(RealTime::new(numbers, h, Learning::Best, 50)))),
    ]
    .into_iter()
    .filter(|&(_, (said, really))| really > said + said / 20 + SMALL)
    .map(|(name, (said, really))| format!("{name} says {said} bytes and uses {really}"))
    .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}
