//! The top of the tree of IDA*, cut into subtrees that are searched one after the other, the most promising first.
//!
//! The subtrees stay from one iteration to the next, with how near to the goal the last iteration came in each of
//! them, and the next one begins where that was nearest: the last iteration then finds the goal sooner. The idea is
//! Powley and Korf's ("Single-agent parallel window search", IEEE PAMI 13, 1991). Large iterations are cut into more
//! subtrees than small ones; threads share them.

use super::dive::{Node, Setting};
use super::trail::Trail;
use crate::heuristic::Heuristic;
use crate::meter::{Meter, Stop};
use crate::pruning::Pruner;
use crate::space::{Cost, DEAD_END, StateSpace, after, through};

/// Expansions of the last iteration for each subtree of the next.
const EXPANSIONS: u64 = 64;
/// No iteration is cut into more subtrees than about this: threads have enough to share, and memory stays small.
const MOST: u64 = 8192;
/// Levels after which the top of a tree that does not grow is left as it is.
const MAX_LEVELS: usize = 64;

/// A subtree, and the way to it.
pub(super) struct Job<P: StateSpace, H: Heuristic<P>, R: Pruner<P>> {
    pub(super) node: Node<P, H, R>,
    pub(super) path: Vec<P::Move>,
    /// A lower bound on the cost of all solutions in it: from its root, then the least f above the last bound. An
    /// iteration to a smaller bound would see nothing new in it.
    pub(super) f: Cost,
    /// The least h that an iteration saw in it.
    pub(super) nearest: Cost,
}

/// All subtrees.
pub(super) struct Top<'s, P: StateSpace, H: Heuristic<P>, R: Pruner<P>> {
    setting: Setting<'s, P, H, R>,
    pub(super) jobs: Vec<Job<P, H, R>>,
}

impl<'s, P: StateSpace, H: Heuristic<P>, R: Pruner<P>> Top<'s, P, H, R> {
    /// The whole tree as one, from its root.
    pub(super) fn new(setting: Setting<'s, P, H, R>, node: Node<P, H, R>) -> Self {
        let h = setting.heuristic.value(node.partial);
        Self { setting, jobs: vec![Job { node, path: Vec::new(), f: through(0, h), nearest: h }] }
    }

    /// A lower bound on the cost of all solutions; `None` if there is none.
    pub(super) fn least_f(&self) -> Option<Cost> {
        let mut least = DEAD_END;
        for job in &self.jobs {
            least = least.min(job.f);
        }
        (least < DEAD_END).then_some(least)
    }

    /// Prepares for an iteration after one of `expanded` expansions: cuts the tree finely enough for its size, and
    /// puts the subtrees in order.
    pub(super) fn prepare(&mut self, bound: Cost, expanded: u64, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let wanted = (expanded / EXPANSIONS).min(MOST) as usize;
        for _ in 0..MAX_LEVELS {
            let mut within = 0;
            for job in &self.jobs {
                within += usize::from(job.f <= bound);
            }
            if within == 0 || within >= wanted {
                break;
            }
            self.cut(bound, meter)?;
        }
        arrange(&mut self.jobs, |job| job.nearest);
        Ok(())
    }

    /// Replaces the roots within the bound by their children, nearest first.
    fn cut(&mut self, bound: Cost, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let Setting { space, heuristic, pruner } = self.setting;
        let mut smaller = Vec::with_capacity(2 * self.jobs.len());
        let mut trail = Trail::new();
        for job in std::mem::take(&mut self.jobs) {
            if job.f > bound || space.is_goal(&job.node.state) {
                smaller.push(job);
                continue;
            }
            meter.expand()?;
            let Node { partial, past, g, via, .. } = job.node;
            let begin = smaller.len();
            trail.begin(space, &job.path);
            for m in space.moves(&job.node.state, via) {
                let Some(past) = pruner.after(space, past, m) else { continue };
                meter.stats.generated += 1;
                let mut state = job.node.state.clone();
                space.apply(&mut state, m);
                if trail.contains(space, &state) {
                    continue;
                }
                let partial = heuristic.update(space, partial, m, &state);
                let g = after(g, space.cost(m));
                let f = job.f.max(through(g, heuristic.value(partial)));
                let mut path = Vec::with_capacity(job.path.len() + 1);
                path.extend_from_slice(&job.path);
                path.push(m);
                let node = Node { state, partial, past, g, via: Some(m) };
                smaller.push(Job { node, path, f, nearest: job.nearest });
            }
            arrange(&mut smaller[begin..], |job| heuristic.value(job.node.partial));
        }
        self.jobs = smaller;
        Ok(())
    }
}

/// Puts the least first, equals as they were.
fn arrange<T>(items: &mut [T], key: impl Fn(&T) -> Cost) {
    let mut keys = Vec::with_capacity(items.len());
    for item in items.iter() {
        keys.push(key(item));
    }
    for (at, from) in swaps(&keys).into_iter().enumerate() {
        items.swap(at, from);
    }
}

/// With what each place is to be swapped, from the first on, so that the least comes first and equals stay as they were.
/// It is of numbers only, so that all that sorts is compiled once, and not for every search.
fn swaps(keys: &[Cost]) -> Vec<usize> {
    let mut order: Vec<(Cost, usize)> = keys.iter().copied().zip(0..).collect();
    order.sort_unstable();
    // Where an item is now that has been swapped away from its place.
    let mut moved: Vec<usize> = order.iter().map(|&(_, from)| from).collect();
    for at in 0..moved.len() {
        while moved[at] < at {
            moved[at] = moved[moved[at]];
        }
    }
    moved
}

/// The node at which the search starts.
pub(super) fn root<P: StateSpace, H: Heuristic<P>, R: Pruner<P>>(
    setting: Setting<'_, P, H, R>,
) -> Node<P, H, R> {
    let state = setting.space.start();
    let partial = setting.heuristic.init(setting.space, &state);
    Node { state, partial, past: setting.pruner.start(), g: 0, via: None }
}

#[cfg(test)]
mod tests {
    use super::arrange;

    #[test]
    fn the_least_comes_first_and_equals_stay_as_they_were() {
        let mut state = 1_u64;
        for length in (0..200).chain([5_000]) {
            let mut items: Vec<(u64, usize)> = Vec::new();
            for at in 0..length {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                items.push(((state >> 33) % 40, at));
            }
            let mut expected = items.clone();
            expected.sort_by_key(|item| item.0);
            arrange(&mut items, |item| item.0);
            assert_eq!(items, expected);
        }
    }
}
