//! The same work by this library, by `pathfinding` and, where a graph can be built beforehand, by `petgraph`, in one
//! run: time, heap bytes at the peak, and lines for the domain.
//!
//! `cargo run --release --example versus` prints the table. `-- WORK WHO` does one of it once, to be run under a
//! counter of instructions; `-- WORK none` does what comes before the search:
//!
//! ```text
//! valgrind --tool=callgrind --callgrind-out-file=/dev/null target/release/examples/versus grid ours
//! ```

mod domains;
mod heap;

use std::time::{Duration, Instant};

#[global_allocator]
static ALLOCATOR: heap::Counting = heap::Counting;

/// Does the work and returns the cost of the solution.
type Search = Box<dyn Fn() -> u64>;

/// One thing to be done, by several.
struct Work {
    name: &'static str,
    what: &'static str,
    /// Who does it: a name, the lines of the domain, and the search.
    by: Vec<(&'static str, usize, Search)>,
    remark: &'static str,
}

/// Runs it a few times; the least time, and the bytes at the peak of one run.
fn measured(search: &dyn Fn() -> u64) -> (u64, Duration, usize) {
    let (cost, bytes) = heap::peak(search);
    let times = (0..5).map(|_| {
        let begun = Instant::now();
        search();
        begun.elapsed()
    });
    (cost, times.min().unwrap_or_default(), bytes)
}

fn main() {
    let works = domains::all();
    let mut arguments = std::env::args().skip(1);
    if let (Some(work), Some(who)) = (arguments.next(), arguments.next()) {
        let chosen = works.iter().filter(|other| other.name == work).flat_map(|work| &work.by);
        for (_, _, search) in chosen.filter(|(name, _, _)| *name == who) {
            println!("{}", search());
        }
        return;
    }
    for Work { what, by, remark, .. } in works {
        println!("{what}");
        let mut costs = Vec::new();
        for (who, lines, search) in &by {
            let (cost, time, bytes) = measured(search);
            let (ms, megabytes) = (time.as_secs_f64() * 1e3, bytes as f64 / 1e6);
            println!("  {who:12} {ms:10.1} ms {megabytes:8.2} MB {lines:4} lines  cost {cost}");
            costs.push(cost);
        }
        assert!(costs.iter().all(|cost| *cost == costs[0]), "they disagree: {costs:?}");
        println!("  {remark}\n");
    }
}
