//! The work of IDA* in units that other processes can do: an iteration is a list of subtrees, each of which can be
//! searched by anyone with the same space, heuristic and pruner, once or twice, in any order.
//!
//! One process has the search and goes from iteration to iteration: [`Deepening::begin_iteration`], then an
//! [`Errand`] for each number of [`Deepening::units`], then [`Deepening::take_in`] for each report, then
//! [`Deepening::finish_iteration`]. Whoever does an errand calls [`Deepening::carry_out`] on a search of its own that
//! never begins. The solution is the one in the first subtree that has any, as if all had been searched one after the
//! other by [`Deepening::run`](super::Engine::run).
//!
//! ```
//! use slidewise_search::engine::{Deepening, DeepeningOptions};
//! use slidewise_search::*;
//! # use std::ops::ControlFlow;
//!
//! let numbers = space(1, |&n: &u32| [(n + 3, 1), (n * 2, 1)].into_iter().filter(|&(n, _)| n <= 50), |&n| n == 50);
//! let heuristic = consistent(|&n: &u32| Cost::from(n < 50));
//! let search = || Deepening::new(&numbers, &heuristic, DeepeningOptions::LOOKING_AHEAD);
//! let mut unseen = ();
//! let mut meter = Meter::new(Limits::default(), Cancel::default(), &mut unseen);
//! let (mut leader, mut other) = (search(), search());
//! let verdict = loop {
//!     if let ControlFlow::Break(verdict) = leader.begin_iteration(&mut meter) {
//!         break verdict;
//!     }
//!     for number in leader.units() {
//!         let errand = leader.errand(number).unwrap();
//!         let report = other.carry_out(&errand, &mut meter).unwrap().unwrap();
//!         leader.take_in(number, &report).unwrap();
//!     }
//!     if let ControlFlow::Break(verdict) = leader.finish_iteration(&mut meter) {
//!         break verdict;
//!     }
//! };
//! assert_eq!(verdict.to_string(), "solved at cost 6, optimal");
//! ```

use std::ops::ControlFlow;

use super::ahead::add;
use super::deepening::Deepening;
use super::dive::{ByLeft, Reach, Step};
use super::saved::{NotOfThisSearch, Numbers, moves, numbers};
use super::top::{at_the_end_of, root};
use crate::heuristic::Heuristic;
use crate::meter::{Meter, Stop};
use crate::pruning::Pruner;
use crate::space::{Cost, StateSpace};
use crate::verdict::Verdict;

/// A subtree to be searched.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Errand {
    /// The way to its root.
    pub way: Numbers,
    /// How far its search goes.
    pub reach: Reach,
}

/// What was found in a subtree.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Report {
    /// A solution within the bound, from the start; the search ended there.
    pub within: Option<Numbers>,
    /// A solution beyond the bound, from the start.
    pub beyond: Option<Numbers>,
    /// The least f that was not followed.
    pub next_bound: Cost,
    /// The least estimate seen.
    pub nearest: Cost,
    /// Expansions, and by what was left of the bound.
    pub expanded: u64,
    /// See `expanded`.
    pub by_left: Vec<u64>,
}

impl<P: StateSpace, H: Heuristic<P>, R: Pruner<P>> Deepening<'_, P, H, R> {
    /// Begins an iteration to the next bound, if none is in hand; or ends with a verdict.
    pub fn begin_iteration(&mut self, meter: &mut Meter<'_>) -> ControlFlow<Verdict<P::Move>> {
        if self.next.is_none() {
            self.begin_unshared(meter)?;
        }
        ControlFlow::Continue(())
    }

    /// The bound of the iteration in hand, or of the last one.
    pub fn bound(&self) -> Cost {
        self.bound
    }

    /// The subtrees of the iteration in hand that are still to be searched, by their numbers: those that come first are
    /// the most promising. None once one before them has a solution within the bound.
    pub fn units(&self) -> Vec<usize> {
        let first = self.firsts.within.as_ref().map_or(usize::MAX, |(number, _)| *number);
        let open = |number: &usize| self.top.jobs[*number].f <= self.bound;
        (0..self.top.jobs.len().min(first)).filter(open).collect()
    }

    /// What is to be done in a subtree; `None` if there is no such number, or if its way cannot be written.
    pub fn errand(&self, number: usize) -> Option<Errand> {
        let job = self.top.jobs.get(number)?;
        Some(Errand { way: numbers(self.setting.space, &job.path)?, reach: self.reach_in(number) })
    }

    /// Searches a subtree. A stop leaves nothing behind: the errand can be carried out again.
    pub fn carry_out(
        &mut self,
        errand: &Errand,
        meter: &mut Meter<'_>,
    ) -> Result<Result<Report, Stop>, NotOfThisSearch> {
        let (setting, space) = (self.setting, self.setting.space);
        let way = moves(space, &errand.way).ok_or(NotOfThisSearch)?;
        let node = at_the_end_of(setting, &root(setting), &way).ok_or(NotOfThisSearch)?;
        let mut report = Report {
            within: None,
            beyond: None,
            next_bound: Cost::MAX,
            nearest: Cost::MAX,
            expanded: 0,
            by_left: Vec::new(),
        };
        if space.is_goal(&node.state) {
            report.within = Some(errand.way.clone());
            return Ok(Ok(report));
        }
        let before = meter.stats.expanded;
        let mut searched = self.dive.start(node, &way, errand.reach, meter).map(|()| Step::Expanded);
        loop {
            match searched {
                Ok(Step::Expanded) => searched = self.dive.run(u64::MAX, meter).1,
                Ok(Step::Exhausted) => break,
                Ok(Step::Found) => {
                    let found = numbers(space, &self.dive.path(way.clone()));
                    if self.dive.is_within_bound() {
                        report.within = found;
                        break;
                    }
                    report.beyond = found;
                    self.dive.leave_goal();
                    searched = Ok(Step::Expanded);
                }
                Err(stop) => {
                    self.dive.abandon();
                    _ = self.dive.take_by_left();
                    return Ok(Err(stop));
                }
            }
        }
        (report.next_bound, report.nearest) = (self.dive.take_next_bound(), self.dive.nearest());
        report.expanded = meter.stats.expanded - before;
        report.by_left = self.dive.take_by_left().to_vec();
        self.dive.abandon();
        Ok(Ok(report))
    }

    /// Enters what was found in a subtree. A second report on the same subtree changes nothing.
    pub fn take_in(&mut self, number: usize, report: &Report) -> Result<(), NotOfThisSearch> {
        let (space, bound) = (self.setting.space, self.bound);
        let read = |way: &Option<Numbers>| match way {
            Some(way) => moves(space, way).map(Some).ok_or(NotOfThisSearch),
            None => Ok(None),
        };
        let (within, beyond) = (read(&report.within)?, read(&report.beyond)?);
        let job = self.top.jobs.get_mut(number).ok_or(NotOfThisSearch)?;
        if job.f > bound || self.firsts.within.as_ref().is_some_and(|(other, _)| *other <= number) {
            return Ok(());
        }
        if within.is_none() {
            let by_left: &ByLeft = report.by_left.as_slice().try_into().map_err(|_| NotOfThisSearch)?;
            let mut counts: ByLeft = [0; 256];
            add(&mut counts, by_left);
            self.beyond.count(&counts);
            job.done(report.next_bound, report.nearest);
        }
        job.spent = report.expanded;
        self.spent += report.expanded;
        let enter = |first: &mut Option<(usize, Vec<P::Move>)>, found: Option<Vec<P::Move>>| {
            if let Some(found) = found
                && first.as_ref().is_none_or(|(other, _)| number < *other)
            {
                *first = Some((number, found));
            }
        };
        enter(&mut self.firsts.within, within);
        enter(&mut self.firsts.beyond, beyond);
        Ok(())
    }

    /// Ends the iteration in hand, of which no unit is left; or ends with a verdict.
    pub fn finish_iteration(&mut self, meter: &mut Meter<'_>) -> ControlFlow<Verdict<P::Move>> {
        match self.next.is_some() && self.units().is_empty() {
            true => self.end_iteration(meter),
            false => ControlFlow::Continue(()),
        }
    }
}
