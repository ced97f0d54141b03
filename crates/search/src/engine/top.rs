//! The top of the tree of IDA*, cut into subtrees that are searched one after the other, the most promising first.
//!
//! The subtrees stay from one iteration to the next, with how near to the goal the last iteration came in each of
//! them, and the next one begins where that was nearest: the last iteration then finds the goal sooner. The idea is
//! Powley and Korf's ("Single-agent parallel window search", IEEE PAMI 13, 1991). Large iterations are cut into more
//! subtrees than small ones; threads share them.

use super::dive::{Node, Setting};
use super::saved::{Part, SavedUnit, moves, numbers};
use super::trail::Trail;
use crate::heuristic::Heuristic;
use crate::meter::{Meter, Stop};
use crate::pruning::Pruner;
use crate::space::{Cost, DEAD_END, StateSpace, after, through};

/// Expansions of the last iteration for each subtree of the next.
const EXPANSIONS: u64 = 64;
/// No iteration is cut into more subtrees than about this: threads have enough to share, and memory stays small.
const MOST: u64 = 8192;
/// Nor has the tree more subtrees than about this in all, those beyond the bound included: where each iteration reaches
/// few of them, as with costs that differ much, they would grow in number with every iteration.
const MOST_IN_ALL: usize = if cfg!(test) { 1 << 9 } else { 1 << 17 };
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
    /// Expansions in it in the last iteration, at least one, and in the one in hand.
    pub(super) before: u64,
    pub(super) spent: u64,
    /// How far its search is, if it was broken off.
    pub(super) part: Option<Box<Part>>,
}

impl<P: StateSpace, H: Heuristic<P>, R: Pruner<P>> Job<P, H, R> {
    /// A subtree that was not searched yet.
    fn new(node: Node<P, H, R>, path: Vec<P::Move>, f: Cost, nearest: Cost) -> Self {
        Self { node, path, f, nearest, before: 1, spent: 0, part: None }
    }

    /// Enters what a search of it has seen.
    pub(super) fn done(&mut self, f: Cost, nearest: Cost) {
        (self.f, self.nearest, self.part) = (f, nearest, None);
    }

    /// As plain data; `None` if it cannot be written.
    pub(super) fn save(&self, space: &P) -> Option<SavedUnit> {
        let (way, part) = (numbers(space, &self.path)?, self.part.as_deref().cloned());
        let Self { f, nearest, before, spent, .. } = *self;
        Some(SavedUnit { way, f, nearest, before, spent, part })
    }

    /// From plain data; `None` if there is no such way. `root` is the root of the whole tree.
    pub(super) fn restore(
        setting: Setting<'_, P, H, R>,
        root: &Node<P, H, R>,
        saved: &SavedUnit,
    ) -> Option<Self> {
        let path = moves(setting.space, &saved.way)?;
        let node = at_the_end_of(setting, root, &path)?;
        let SavedUnit { f, nearest, before, spent, .. } = *saved;
        let part = saved.part.clone().map(Box::new);
        Some(Self { node, path, f, nearest, before: before.max(1), spent, part })
    }
}

/// The node to which moves from the root lead; `None` if they are pruned. The root is asked for, because its estimate
/// may take as long as many moves.
pub(super) fn at_the_end_of<P: StateSpace, H: Heuristic<P>, R: Pruner<P>>(
    setting: Setting<'_, P, H, R>,
    root: &Node<P, H, R>,
    path: &[P::Move],
) -> Option<Node<P, H, R>> {
    let Setting { space, heuristic, pruner } = setting;
    let mut node = root.clone();
    for &m in path {
        node.past = pruner.after(space, node.past, m)?;
        space.apply(&mut node.state, m);
        node.partial = heuristic.update(space, node.partial, m, &node.state);
        node.g = after(node.g, space.cost(m));
        node.via = Some(m);
    }
    Some(node)
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
        Self { setting, jobs: vec![Job::new(node, Vec::new(), through(0, h), h)] }
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
    /// puts the subtrees in order. In a team all must come to the same subtrees, whatever memory each of them has.
    pub(super) fn prepare(
        &mut self,
        bound: Cost,
        expanded: u64,
        in_team: bool,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        let wanted = (expanded / EXPANSIONS).min(MOST) as usize;
        for _ in 0..MAX_LEVELS {
            let mut within = 0;
            for job in &self.jobs {
                within += usize::from(job.f <= bound);
            }
            // Larger subtrees take longer to share out, and no memory that is not there.
            let cut = self.jobs.len() + 3 * within;
            let has_room = cut <= MOST_IN_ALL && (in_team || meter.has_room(self.bytes_of(cut)));
            if within == 0 || within >= wanted || !has_room {
                break;
            }
            self.cut(bound, meter)?;
        }
        arrange(&mut self.jobs, |job| job.nearest);
        Ok(())
    }

    /// Bytes that so many subtrees take, with ways as long as the longest and as much again for the allocator.
    fn bytes_of(&self, count: usize) -> u64 {
        let longest = self.jobs.iter().map(|job| job.path.len()).max().unwrap_or(0) + 1;
        let each = size_of::<Job<P, H, R>>() + self.setting.space.state_heap_bytes();
        2 * count as u64 * (each + longest * size_of::<P::Move>()) as u64
    }

    /// What an iteration did in each subtree is what the next one expects to do.
    pub(super) fn note_work(&mut self) {
        for job in &mut self.jobs {
            job.before = std::mem::take(&mut job.spent).max(job.before / 2).max(1);
        }
    }

    /// How much of the work of an iteration to `bound` is done, and how much there is: by what the iteration before did
    /// in each subtree.
    pub(super) fn share(&self, bound: Cost) -> (u64, u64) {
        let (mut done, mut all) = (0, 0);
        for job in &self.jobs {
            let is_done = job.f > bound;
            if !is_done || job.spent > 0 {
                all += job.before;
                done += if is_done { job.before } else { 0 };
            }
        }
        (done, all)
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
                smaller.push(Job::new(node, path, f, job.nearest));
            }
            let children = &mut smaller[begin..];
            let each = job.before / children.len().max(1) as u64;
            children.iter_mut().for_each(|child| child.before = each.max(1));
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

/// With what each place is to be swapped, from the first on, so that the least comes first and equals stay as they
/// were. It is of numbers only, so that all that sorts is compiled once, and not for every search.
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
