//! Building a table: breadth-first from the goal, layer by layer, over all placements at once.
//!
//! A state is a placement and the region of the blank; a step moves one tile of the pattern into the region. For a
//! set of cells, all k! permutations make the same steps, so there is a row of bits for each (set, region), and a
//! step is one pass over such a row: a step that keeps the permutation is a bitwise *or*, another one
//! sends words to words (`orders`). Each row is written by one worker, which pulls from the rows of the layer
//! before; the result does not depend on the number of threads.
//!
//! A step changes the parity of the set (how many of its cells are dark on a chequered board), so layers have
//! sets of one parity and of the other in turn: what is read and what is written are apart.
//!
//! Memory: four bits a state.

pub(super) mod keep;
pub(super) mod layers;
pub(super) mod orders;
mod pack;

use std::fmt;
use std::sync::Mutex;

use slidewise_search::Cancel;

use super::layout::Layout;
use super::pattern::Pattern;
use super::table::Table;
use keep::Marks;
use layers::Layers;
use orders::Orders;

/// How a table is to be built.
pub struct BuildOptions<'a> {
    /// Threads that work on it.
    pub threads: usize,
    /// Bytes that building may take.
    pub memory_limit: Option<u64>,
    /// Ends the build early.
    pub cancel: Cancel,
    /// Told how far it is, after each layer.
    pub progress: Option<&'a mut dyn FnMut(Progress)>,
}

impl BuildOptions<'_> {
    /// On so many threads, without a limit and telling nobody.
    pub fn quiet(threads: usize) -> Self {
        Self { threads, memory_limit: None, cancel: Cancel::default(), progress: None }
    }
}

/// How far a build is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// States reached.
    pub done: u64,
    /// States that there are (some of them may turn out to be out of reach).
    pub total: u64,
}

/// Why there is no table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuildError {
    /// The cancel flag was raised.
    Cancelled,
    /// It would take more memory than allowed.
    Memory {
        /// Bytes that it takes.
        needed: u64,
        /// Bytes allowed.
        limit: u64,
    },
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cancelled => write!(f, "the build was cancelled"),
            Self::Memory { needed, limit } => {
                write!(f, "building takes {} MB, the limit is {} MB", needed / 1_000_000, limit / 1_000_000)
            }
        }
    }
}

impl std::error::Error for BuildError {}

/// Builds the table of `pattern`.
pub fn build(pattern: &Pattern, options: &mut BuildOptions<'_>) -> Result<Table, BuildError> {
    let layout = Layout::of(pattern);
    let orders = Orders::new(pattern.tiles());
    let needed = Layers::<Marks>::memory(&layout, &orders).saturating_add(layout.bytes());
    if let Some(limit) = options.memory_limit.filter(|&limit| needed > limit) {
        return Err(BuildError::Memory { needed, limit });
    }
    let threads = options.threads.max(1);
    let mut layers = Layers::new(pattern, &layout, &orders, Marks, threads);
    layers.run(pattern.home(), options)?;
    let data = pack::by_permutation(&layout, &orders, &layers.kept(), threads);
    drop(layers);
    Ok(Table::new(pattern.clone(), layout, data))
}

/// Shares for each thread, so that uneven ones even out.
const SHARES: usize = 16;

/// Does the work for all shares, on several threads.
pub(super) fn share_out<T: Send>(shares: Vec<T>, threads: usize, work: impl Fn(T) + Sync) {
    let shares = Mutex::new(shares);
    let until_done = || {
        loop {
            let share = shares.lock().unwrap_or_else(|e| e.into_inner()).pop();
            let Some(share) = share else { return };
            work(share);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(until_done);
        }
        until_done();
    });
}
