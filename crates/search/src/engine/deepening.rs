//! Depth-first search to a growing bound: IDA* (Korf 1985), and iterative deepening when the heuristic is blind.
//!
//! - *Guarantee*: optimal if the heuristic is admissible. In a finite space without a solution it ends, if it
//!   [looks back](crate::StateSpace::LOOKS_BACK).
//! - *Bounds*: the next one is the least f that was above the current one, so no bound is tried in vain. Iterations may
//!   look beyond their bounds near the goal ([`DeepeningOptions::look_ahead`]). Where costs differ much, few positions
//!   are new in an iteration, and A* is the better choice.
//! - *Ties*: of the moves of a position the one with the least estimate first, then as the space gives them; subtrees
//!   that came nearest to the goal in the last iteration first.
//! - *Duplicates*: positions on the current path are left out, all others are searched as often as they are met.
//! - *Memory*: the current path and, in large searches, a few thousand positions at the top of the tree.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::ahead::{Beyond, add};
use super::dive::{ByLeft, Dive, Reach, Setting, Step};
use super::parallel::{shared_iteration, shares};
use super::saved::{NotOfThisSearch, Saved, moves, moves_to_goal, numbers};
use super::sweep::sweep;
use super::team::{Outcome, Team};
use super::top::{Job, Top, root};
use super::untried::before;
use super::{End, Engine, View, Waiting};
use crate::heuristic::{Ahead, Heuristic, LooksAhead, Whole};
use crate::meter::{Event, Meter, Stats, Stop};
use crate::peers::Crew;
use crate::pruning::{NoPruning, Pruner};
use crate::space::{Cost, StateSpace, UNCOUNTED};
use crate::verdict::{Solution, Verdict};

/// How a search to growing bounds is to be made. Two searches with the same options expand the same
/// positions, whether they are stepped, run to the end, or run by
/// [`parallel_deepening`](super::parallel_deepening) on one thread.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct DeepeningOptions {
    /// Nothing dearer is looked at.
    pub depth_limit: Option<Cost>,
    /// Whether iterations look beyond their bounds near the goal: fewer positions for the same solution cost.
    pub look_ahead: bool,
}

impl DeepeningOptions {
    /// Looks ahead, to any depth.
    pub const LOOKING_AHEAD: Self = Self { depth_limit: None, look_ahead: true };
}

/// IDA*, or iterative deepening with [`Blind`](crate::Blind). `A` is what it keeps of the moves that it may follow.
///
/// What it guarantees and stores stands at the head of its [module](self).
#[must_use = "a search does nothing until it is run"]
pub struct Deepening<
    's,
    P: StateSpace,
    H: Heuristic<P>,
    R: Pruner<P> = NoPruning,
    A = Whole<<H as Heuristic<P>>::Partial>,
> {
    pub(super) setting: Setting<'s, P, H, R>,
    admissible: bool,
    depth_limit: Option<Cost>,
    pub(super) top: Top<'s, P, H, R>,
    /// The subtree that the dive is in.
    current: Option<usize>,
    /// The subtree to be looked at next; none between two iterations.
    pub(super) next: Option<usize>,
    pub(super) dive: Dive<'s, P, H, R, A>,
    pub(super) bound: Cost,
    /// Expansions of the current iteration.
    pub(super) spent: u64,
    /// Expansions of the last iteration.
    pub(super) last: u64,
    pub(super) beyond: Beyond<P>,
    end: End<P::Move>,
    /// Whether nobody looks on, so that a subtree may be searched at one go.
    unwatched: bool,
    /// How many threads share large iterations.
    pub(super) threads: usize,
    /// The processes that share large iterations.
    pub(super) team: Option<Box<Team>>,
    /// Whether the current iteration is shared.
    shared: bool,
    /// What the threads of the current iteration found so far.
    pub(super) firsts: Firsts<P::Move>,
    /// Whether a limit came while an iteration was being prepared: what is there then is not worth to be kept.
    unprepared: bool,
}

/// Solutions within and beyond the bound, each in the first of the subtrees that have any, as far as is known.
pub(super) struct Firsts<M> {
    pub(super) within: Option<(usize, Vec<M>)>,
    pub(super) beyond: Option<(usize, Vec<M>)>,
}

/// Whether a solution is in an earlier subtree.
fn is_before<M>(first: &Option<(usize, Vec<M>)>, number: usize) -> bool {
    first.as_ref().is_some_and(|(other, _)| *other < number)
}

impl<'s, P: StateSpace, H: Heuristic<P>> Deepening<'s, P, H> {
    /// A search that has not begun.
    pub fn new(space: &'s P, heuristic: &'s H, options: DeepeningOptions) -> Self {
        Self::pruned(space, heuristic, &NoPruning, options)
    }
}

impl<'s, P: StateSpace, H: Heuristic<P>, R: Pruner<P>> Deepening<'s, P, H, R> {
    /// A search that has not begun and leaves out what `pruner` does not accept.
    pub fn pruned(space: &'s P, heuristic: &'s H, pruner: &'s R, options: DeepeningOptions) -> Self {
        Self::keeping(space, heuristic, pruner, options)
    }
}

impl<'s, P: StateSpace, H: LooksAhead<P>, R: Pruner<P>> Deepening<'s, P, H, R, H::Ahead> {
    /// The same with what the heuristic looks ahead by: the same positions, sooner.
    pub fn announced(space: &'s P, heuristic: &'s H, pruner: &'s R, options: DeepeningOptions) -> Self {
        Self::keeping(space, heuristic, pruner, options)
    }
}

impl<'s, P: StateSpace, H: Heuristic<P>, R: Pruner<P>, A: Ahead<P, H>> Deepening<'s, P, H, R, A> {
    /// The same, for code that is itself generic in what is kept of a move: see [`Ahead`].
    pub fn keeping(space: &'s P, heuristic: &'s H, pruner: &'s R, options: DeepeningOptions) -> Self {
        let setting = Setting { space, heuristic, pruner };
        let start = root(setting);
        Self {
            setting,
            admissible: heuristic.quality(space).admissible,
            depth_limit: options.depth_limit,
            bound: 0,
            dive: Dive::new(setting, &start),
            top: Top::new(setting, start),
            current: None,
            next: None,
            spent: 0,
            last: 0,
            beyond: Beyond::new(options.look_ahead),
            end: End::default(),
            unwatched: false,
            threads: 1,
            team: None,
            shared: false,
            firsts: Firsts { within: None, beyond: None },
            unprepared: false,
        }
    }

    /// The same on so many threads. On one it expands what it does alone, and so it does when it is stepped.
    pub fn on_threads(self, threads: usize) -> Self {
        // There are none in WebAssembly, and what is loaded there is to be small.
        Self { threads: if cfg!(target_arch = "wasm32") { 1 } else { threads }, ..self }
    }

    /// The same by several processes. All have this search, its options and what it goes on from alike, and run it.
    pub fn by_crew(self, crew: Arc<Crew>) -> Self {
        Self { team: Some(Box::new(Team::new(crew))), ..self }
    }

    /// Whether an iteration after this one is shared.
    fn shares(&self) -> bool {
        shares(self.threads, self.team.is_some(), self.last)
    }

    /// Tells the other processes what an iteration came to, if this one leads.
    pub(super) fn publish(&mut self) {
        let Some(team) = self.team.as_mut().filter(|team| team.leads()) else { return };
        let mut jobs = Vec::with_capacity(self.top.jobs.len());
        for job in &self.top.jobs {
            jobs.push([job.f, job.nearest, job.spent]);
        }
        let space = self.setting.space;
        let first = |first: &Option<(usize, Vec<P::Move>)>| {
            first.as_ref().and_then(|(job, moves)| Some((*job, numbers(space, moves)?)))
        };
        team.publish(self.spent, &jobs, &[first(&self.firsts.within), first(&self.firsts.beyond)]);
    }

    /// Takes over what an iteration came to, if another process leads.
    pub(super) fn adopt(&mut self) {
        let Some(outcome) = self.team.as_mut().and_then(|team| team.outcome()) else { return };
        let Outcome { spent, jobs, firsts, by_left } = outcome;
        self.beyond.count(&by_left);
        self.spent = spent;
        for (job, [f, nearest, spent]) in self.top.jobs.iter_mut().zip(jobs) {
            job.spent = spent;
            if f > self.bound {
                job.done(f, nearest);
            }
        }
        let space = self.setting.space;
        let [within, beyond] =
            firsts.map(|first| first.and_then(|(job, way)| Some((job, moves(space, &way)?))));
        self.firsts = Firsts { within, beyond };
    }

    fn react(&mut self, step: Result<Step, Stop>, meter: &mut Meter<'_>) -> ControlFlow<Verdict<P::Move>> {
        match step {
            Ok(Step::Expanded) => ControlFlow::Continue(()),
            Ok(Step::Found) => self.found(meter),
            Ok(Step::Exhausted) => {
                if let Some(current) = self.current.take() {
                    let (f, nearest) = (self.dive.take_next_bound(), self.dive.nearest());
                    self.top.jobs[current].done(f, nearest);
                }
                match self.next {
                    Some(next) => self.go_on(next, meter),
                    None => self.go_on_to_the_next_bound(meter),
                }
            }
            Err(stop) => self.stopped(stop),
        }
    }

    fn go_on_to_the_next_bound(&mut self, meter: &mut Meter<'_>) -> ControlFlow<Verdict<P::Move>> {
        self.begin_unshared(meter)?;
        self.shared = self.unwatched && self.shares();
        if self.shared { ControlFlow::Continue(()) } else { self.go_on(0, meter) }
    }

    /// Begins an iteration to the next bound, on one thread.
    pub(super) fn begin_unshared(&mut self, meter: &mut Meter<'_>) -> ControlFlow<Verdict<P::Move>> {
        self.unprepared = true;
        self.begin(meter)?;
        (self.unprepared, self.shared, self.next) = (false, false, Some(0));
        ControlFlow::Continue(())
    }

    /// Starts the search of the next subtree within the bound, from number `next` on, or sweeps it; or ends the
    /// iteration.
    fn go_on(&mut self, next: usize, meter: &mut Meter<'_>) -> ControlFlow<Verdict<P::Move>> {
        for number in next..self.top.jobs.len() {
            if self.top.jobs[number].f > self.bound {
                continue;
            }
            if is_before(&self.firsts.within, number) {
                break;
            }
            self.next = Some(number);
            let reach = self.reach_in(number);
            let job = &mut self.top.jobs[number];
            if self.setting.space.is_goal(&job.node.state) {
                let moves = job.path.clone();
                return ControlFlow::Break(self.solved(moves));
            }
            if let Some(part) = job.part.take() {
                // It was tried when it was restored, or is of this very search.
                let resumed = self.dive.resume(job.node.clone(), &job.path, &part);
                debug_assert!(resumed.is_ok());
                (self.current, self.next) = (Some(number), Some(number + 1));
                return ControlFlow::Continue(());
            }
            let swept = if self.unwatched {
                sweep::<P, H, R, A>(self.setting, &job.node, reach, u64::MAX, meter)
            } else {
                Ok(None)
            };
            match swept {
                Ok(Some(seen)) => {
                    job.done(seen.next_bound, seen.nearest);
                    job.spent = seen.expanded;
                    self.spent += seen.expanded;
                    self.next = Some(number + 1);
                    return ControlFlow::Continue(());
                }
                Ok(None) => {
                    if let Err(stop) = self.dive.start(job.node.clone(), &job.path, reach, meter) {
                        return self.stopped(stop);
                    }
                    (self.current, self.next) = (Some(number), Some(number + 1));
                    job.spent = 1;
                    self.spent += 1;
                    return ControlFlow::Continue(());
                }
                Err(stop) => return self.stopped(stop),
            }
        }
        self.end_iteration(meter)
    }

    /// All subtrees within the bound have been searched, up to one with a solution if there is one.
    pub(super) fn end_iteration(&mut self, meter: &mut Meter<'_>) -> ControlFlow<Verdict<P::Move>> {
        (self.next, self.last) = (None, self.spent);
        if let Some((_, moves)) = self.firsts.beyond.take() {
            self.note_beyond(moves, meter);
        }
        match self.firsts.within.take() {
            Some((_, moves)) => ControlFlow::Break(self.solved(moves)),
            None => ControlFlow::Continue(()),
        }
    }

    /// Begins an iteration to the next bound, with no subtree searched yet.
    // Never inlined, so that each compiled search has one: `crates/cli/tests/engines.rs` counts them.
    #[inline(never)]
    pub(super) fn begin(&mut self, meter: &mut Meter<'_>) -> ControlFlow<Verdict<P::Move>> {
        let least = self.top.least_f();
        if let Some((cost, moves)) = self.beyond.found()
            && least.is_none_or(|f| f >= *cost)
        {
            return ControlFlow::Break(self.solved(moves.clone()));
        }
        let Some(bound) = least else { return ControlFlow::Break(Verdict::Unsolvable) };
        self.beyond.count(&self.dive.take_by_left());
        self.beyond.begin(self.bound, bound);
        self.bound = bound;
        if self.depth_limit.is_some_and(|limit| self.bound > limit) {
            return self.stopped(Stop::Depth);
        }
        if self.bound >= UNCOUNTED {
            return self.stopped(Stop::Cost);
        }
        if self.admissible {
            meter.tell(Event::Bound(self.bound));
        }
        let before = meter.stats.expanded;
        self.top.note_work();
        if let Err(stop) = self.top.prepare(self.bound, self.last, self.team.is_some(), meter) {
            return self.stopped(stop);
        }
        self.spent = meter.stats.expanded - before;
        ControlFlow::Continue(())
    }

    /// How far the iteration goes.
    pub(super) fn reach(&self) -> Reach {
        self.beyond.reach(self.bound, self.depth_limit)
    }

    /// How far the search of a subtree goes: not beyond the bound if an earlier one has found what is there.
    pub(super) fn reach_in(&self, number: usize) -> Reach {
        if is_before(&self.firsts.beyond, number) { Reach::to(self.bound) } else { self.reach() }
    }

    /// A goal is on the board: the end if it is within the bound, for there is nothing better.
    fn found(&mut self, meter: &mut Meter<'_>) -> ControlFlow<Verdict<P::Move>> {
        let moves = self.path();
        if self.dive.is_within_bound() {
            return ControlFlow::Break(self.solved(moves));
        }
        self.dive.leave_goal();
        self.note_beyond(moves, meter);
        ControlFlow::Continue(())
    }

    /// Notes a solution from beyond the bound, which is optimal if there is none within it.
    pub(super) fn note_beyond(&mut self, moves: Vec<P::Move>, meter: &mut Meter<'_>) {
        let cost = self.cost(&moves);
        if self.beyond.note(cost, moves.clone()) {
            let lower_bound = if self.admissible { self.bound } else { 0 };
            meter.tell_solution(&Solution::bounded(moves, cost, lower_bound));
        }
    }

    fn cost(&self, moves: &[P::Move]) -> Cost {
        moves.iter().map(|&m| self.setting.space.cost(m)).sum()
    }

    pub(super) fn stopped(&self, why: Stop) -> ControlFlow<Verdict<P::Move>> {
        let lower_bound = if self.admissible { self.bound } else { 0 };
        let of_threads = self.firsts.within.as_ref().or(self.firsts.beyond.as_ref()).map(|(_, moves)| moves);
        let found = of_threads.or_else(|| self.beyond.found().map(|(_, moves)| moves));
        let best = found.map(|moves| {
            let cost = self.cost(moves);
            Solution::bounded(moves.clone(), cost, lower_bound.min(cost))
        });
        ControlFlow::Break(Verdict::Stopped { why, best, lower_bound })
    }

    /// Moves found within the least possible bound are optimal if the heuristic is admissible.
    pub(super) fn solved(&self, moves: Vec<P::Move>) -> Verdict<P::Move> {
        let cost = self.cost(&moves);
        let lower_bound = if self.admissible { cost } else { 0 };
        Verdict::Solved(Solution::bounded(moves, cost, lower_bound))
    }

    /// The current path.
    fn path(&self) -> Vec<P::Move> {
        let way = self.current.map_or(Vec::new(), |number| self.top.jobs[number].path.clone());
        self.dive.path(way)
    }
}

impl<P: StateSpace, H: Heuristic<P>, R: Pruner<P>, A: Ahead<P, H>> Deepening<'_, P, H, R, A> {
    /// Whether it can be saved, and its iterations shared. The page is to be small: there it is for searches by tables,
    /// which it chooses for what takes long.
    const SHARES: bool = cfg!(not(target_arch = "wasm32")) || !A::WHOLE;

    /// Goes on until so many expansions are on the meter, or a little longer: a subtree at a time, or as far as the
    /// threads come until they see that it is enough. Tells how much of the iteration is done.
    fn advance(
        &mut self,
        expansions: u64,
        beyond_this_iteration: bool,
        meter: &mut Meter<'_>,
    ) -> ControlFlow<Verdict<P::Move>> {
        self.unwatched = true;
        while meter.stats.expanded < expansions {
            if self.next.is_none() && !beyond_this_iteration {
                break;
            }
            if cfg!(not(target_arch = "wasm32")) && self.shared && self.next.is_some() {
                self.share_out(expansions, meter)?;
                continue;
            }
            let (expanded, step) = self.dive.run(expansions - meter.stats.expanded, meter);
            self.count(expanded);
            self.react(step, meter)?;
        }
        let (done, of) = self.top.share(self.bound);
        meter.tell(Event::Share { done, of });
        ControlFlow::Continue(())
    }

    /// Hands the iteration to the threads.
    fn share_out(&mut self, expansions: u64, meter: &mut Meter<'_>) -> ControlFlow<Verdict<P::Move>> {
        // What was searched here so far is broken off, to be gone on with by one of them.
        if let Some(current) = self.current.take() {
            self.top.jobs[current].part = self.dive.save().map(Box::new);
            self.dive.abandon();
        }
        shared_iteration(self, expansions, meter)
    }

    /// Counts expansions in the subtree that the dive is in.
    fn count(&mut self, expanded: u64) {
        self.spent += expanded;
        if let Some(current) = self.current {
            self.top.jobs[current].spent += expanded;
        }
    }

    fn write(&self, stats: &Stats) -> Option<Saved> {
        // The page, which is to be small, shares whole subtrees: none of them is kept half done.
        let in_half = cfg!(target_arch = "wasm32") && self.current.is_some();
        if self.unprepared || in_half {
            return None;
        }
        let space = self.setting.space;
        let way = |moves: &Vec<P::Move>| numbers(space, moves);
        let first = |first: &Option<(usize, Vec<P::Move>)>| match first {
            Some((job, moves)) => Some(Some((*job, way(moves)?))),
            None => Some(None),
        };
        let (step, near, counts) = self.beyond.save();
        let mut by_left: ByLeft = *counts;
        add(&mut by_left, self.dive.by_left());
        let mut units = Vec::with_capacity(self.top.jobs.len());
        for job in &self.top.jobs {
            units.push(job.save(space)?);
        }
        if let Some(current) = self.current.filter(|_| cfg!(not(target_arch = "wasm32"))) {
            units[current].part = self.dive.save();
        }
        Some(Saved {
            stats: *stats,
            bound: self.bound,
            in_hand: self.next.is_some(),
            last: self.last,
            spent: self.spent,
            step,
            near,
            by_left: by_left.to_vec(),
            found: match self.beyond.found() {
                Some((_, moves)) => Some(way(moves)?),
                None => None,
            },
            firsts: [first(&self.firsts.within)?, first(&self.firsts.beyond)?],
            units,
        })
    }

    fn read(&mut self, saved: &Saved) -> Option<()> {
        let (setting, space) = (self.setting, self.setting.space);
        saved.can_be_counted().then_some(())?;
        let first = |first: &Option<(usize, Vec<u16>)>| match first {
            Some((job, way)) if *job < saved.units.len() => Some(Some((*job, moves_to_goal(space, way)?))),
            Some(_) => None,
            None => Some(None),
        };
        // What it had in hand, if it had, is left for what was saved.
        (self.current, self.unprepared) = (None, false);
        self.dive.abandon();
        _ = self.dive.take_by_left();
        let root = root(setting);
        let mut jobs = Vec::with_capacity(saved.units.len());
        for unit in &saved.units {
            let job = Job::restore(setting, &root, unit)?;
            if let Some(part) = &job.part {
                self.dive.resume(job.node.clone(), &job.path, part).ok()?;
                self.dive.abandon();
            }
            jobs.push(job);
        }
        let by_left: &ByLeft = saved.by_left.as_slice().try_into().ok()?;
        self.firsts = Firsts { within: first(&saved.firsts[0])?, beyond: first(&saved.firsts[1])? };
        self.beyond.restore(saved.step, saved.near, by_left);
        if let Some(way) = &saved.found {
            let found = moves_to_goal(space, way)?;
            self.beyond.note(self.cost(&found), found);
        }
        self.top.jobs = jobs;
        (self.bound, self.last, self.spent) = (saved.bound, saved.last, saved.spent);
        self.next = saved.in_hand.then_some(0);
        self.shared = saved.in_hand && self.shares();
        Some(())
    }
}

impl<P: StateSpace, H: Heuristic<P>, R: Pruner<P>, A: Ahead<P, H>> Engine<P> for Deepening<'_, P, H, R, A> {
    fn step(&mut self, meter: &mut Meter<'_>) -> ControlFlow<Verdict<P::Move>> {
        self.end.again()?;
        (self.unwatched, self.shared) = (false, false);
        let (expanded, step) = self.dive.run(1, meter);
        self.count(expanded);
        match self.react(step, meter) {
            ControlFlow::Break(verdict) => self.end.note(verdict),
            going => going,
        }
    }

    fn run_to(&mut self, expansions: u64, meter: &mut Meter<'_>) -> ControlFlow<Verdict<P::Move>> {
        self.end.again()?;
        match self.advance(expansions, true, meter) {
            ControlFlow::Break(verdict) => self.end.note(verdict),
            going => going,
        }
    }

    fn iterate_to(&mut self, expansions: u64, meter: &mut Meter<'_>) -> ControlFlow<Verdict<P::Move>> {
        if !Self::SHARES {
            return self.run_to(expansions, meter);
        }
        self.end.again()?;
        let went = match self.next {
            None => self.begin_unshared(meter),
            Some(_) => self.advance(expansions, false, meter),
        };
        match went {
            ControlFlow::Break(verdict) => self.end.note(verdict),
            going => going,
        }
    }

    fn save(&self, stats: &Stats) -> Option<Saved> {
        if Self::SHARES { self.write(stats) } else { None }
    }

    fn restore(&mut self, saved: &Saved) -> Result<(), NotOfThisSearch> {
        let read = if Self::SHARES { self.read(saved) } else { None };
        read.ok_or(NotOfThisSearch)
    }

    fn view(&self) -> View<P::Key> {
        let Setting { space, heuristic, .. } = self.setting;
        let at_root = || {
            let node = root(self.setting);
            (space.pack(&node.state), None, 0, heuristic.value(node.partial))
        };
        let in_hand = |(state, g, h)| {
            let parent = self.dive.last_move().and_then(|via| before(space, state, via));
            (space.pack(state), parent, g, h)
        };
        let (position, parent, g, h) = self.dive.top().map_or_else(at_root, in_hand);
        View {
            position,
            parent,
            g,
            h: Some(h),
            bound: Some(self.bound),
            frontier: self.dive.depth(),
            stored: self.dive.depth() + self.top.jobs.len(),
        }
    }

    /// Those of the subtree in hand.
    fn waiting(&self, most: usize) -> Vec<Waiting<P::Key>> {
        self.dive.waiting(most)
    }
}
