//! A solution at once, a shorter one if there is time: what is used where optimal search does not reach.
//!
//! The constructive solver gives the first solution. Then beams from the start and from the goal, side by
//! side if there are threads for it, and ever wider (`beams`), look for something shorter than the best in
//! hand; what they find is shortened piece by piece. The last beams of a search with a time limit are as wide
//! as that allows; then there are pieces only. On boards too large for beams, all tiles are gathered near
//! their goals and then sorted, by rolling beams that get wider likewise (`gathering`); then pieces of the
//! solution are solved again with growing budgets.
//!
//! In between, IDA* with an admissible heuristic gets some nodes now and then: it proves lower bounds, and
//! solves easy boards optimally. With pattern databases on disk it gets more, and most of the time that is
//! left at the end. It all ends when a limit is reached, when the best is proven to be near enough to the
//! optimum, or when nothing more can be tried within the memory. Everything depends on the seed and the node
//! limit only, unless a time limit cuts it short.

mod attempts;
mod beams;
mod gathering;

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use slidewise_puzzles::tiles::construct::construct;
use slidewise_puzzles::tiles::heuristic::{Combined, Composed, Learned};
use slidewise_puzzles::tiles::pruning::Automaton;
use slidewise_puzzles::tiles::repr::{FiveBits, Words};
use slidewise_puzzles::tiles::shorten::{RegionOptions, Shortener, WindowOptions};
use slidewise_puzzles::tiles::{ByChoice, Shape, Slide, TileSpace};
use slidewise_search::engine::{Deepening, DeepeningOptions, Engine, parallel_deepening};
use slidewise_search::{Cancel, Cost, Event, Limits, LooksAhead, Meter, Solution, Stop, Verdict, Weight};

use super::patterns::Patterns;
use super::{Tables, Tiles, is_multi};
use crate::plan::Plan;
use beams::Round;

/// A puzzle with all that is known about boards of its size.
pub(super) struct Anytime<'t> {
    pub(super) shape: Shape,
    pub(super) labels: Vec<u16>,
    /// Where learned tables come from, once there is a solution: to load them takes longer than the first one may.
    pub(super) tables: &'t Tables,
    /// A solution to begin with, in single steps, that is known to be one.
    pub(super) first: Option<Vec<Slide>>,
    /// Admissible.
    pub(super) combined: Combined,
    /// Cells of the largest learned tables that there is time to load, found out when the first is needed.
    pub(super) loadable: OnceLock<usize>,
    /// Admissible and far better; looked for once there is a solution, and then only on disk.
    pub(super) patterns: OnceLock<Option<ForProof>>,
    /// What no solution can cost less than, from the start.
    pub(super) floor: Cost,
    /// Runs of moves in one direction count as one.
    pub(super) multi: bool,
    pub(super) threads: usize,
    pub(super) seed: u64,
    /// Stop when the best is proven to be within this factor of the optimum.
    pub(super) bound: Weight,
    /// Bytes of learned tables that were there when it began, and are not taken from the memory that it has.
    pub(super) tables_before: u64,
}

/// Pattern databases, and the moves that need not be followed.
pub(super) struct ForProof {
    patterns: Patterns,
    automaton: Arc<Automaton>,
}

/// The best solution so far, in single steps, and the best lower bound.
struct Best {
    /// The one with the fewest steps, from which the search goes on.
    moves: Vec<Slide>,
    /// The cheapest in the metric asked for, with its cost: one with fewer steps may have more pushes.
    cheapest: (Vec<Slide>, Cost),
    lower: Cost,
    /// How hard its pieces have been tried.
    tried: usize,
}

/// Width of the first beams.
const FIRST_WIDTH: usize = 100;
/// How much wider the beams of the next round are.
const WIDER: usize = 4;
/// If no more than so many times the width fits into the time, the next round is the last.
const LAST: f64 = 25.0;
/// If less than this part of the width fits, another round is not worth the while.
const WORTH_IT: f64 = 0.3;
/// How hard pieces are tried at first, and at most after a round of beams: as if beams had this width.
const FIRST_POLISH: usize = 100;
const ROUND_POLISH: usize = 10_000;
/// How many times harder they are tried when nothing else is left to do.
const HARDER: usize = 3;
/// Wider than that part of the beams that made the whole, those for pieces would cost more than they can find.
const FOR_PIECES: usize = 10;
/// Moves in the long pieces. Where beams are wide, shorter ones find nothing (docs/notebook/anytime.md).
const LONG_PIECE: usize = 160;
/// Seconds of the time left that each entry of a learned table must be worth, of which there are as many as
/// cells to the power of 4. To load one takes a quarter of that or less, and cannot be interrupted.
const TO_LOAD: f64 = 25e-9;
/// With less time left than this, pattern databases are not opened: that may take most of a second.
const TO_PROVE: Duration = Duration::from_secs(4);
/// Tables take at most one part in so many of the memory.
const FOR_TABLES: u64 = 2;
/// Expansions of the first attempt to prove a bound.
const FIRST_PROOF: u64 = 10_000;

impl<'t> Anytime<'t> {
    /// For a puzzle and a plan. `first` is a solution that is known to be one; when the alarm is raised no more tables
    /// are built.
    pub(super) fn new(
        tables: &'t Tables,
        tiles: &Tiles,
        plan: &Plan,
        floor: Cost,
        first: Option<Vec<Slide>>,
        alarm: &Cancel,
    ) -> Self {
        let shape = tiles.shape();
        Self {
            loadable: OnceLock::new(),
            patterns: OnceLock::new(),
            labels: tiles.puzzle.labels(),
            tables,
            first,
            combined: Combined::new(tables.cheap_walking(&shape, false, alarm), false),
            floor,
            multi: is_multi(plan.metric),
            threads: plan.threads,
            seed: plan.seed,
            bound: plan.bound,
            tables_before: tables.learned_bytes(),
            shape,
        }
    }
}

impl Anytime<'_> {
    /// Solves, and improves until the end.
    pub(super) fn run(&self, meter: &mut Meter<'_>) -> Verdict<Slide> {
        let constructed = match construct(&self.shape, &self.labels, meter) {
            Ok(Some(constructed)) => constructed,
            Ok(None) => return Verdict::Unsolvable,
            Err(why) => return Verdict::Stopped { why, best: None, lower_bound: self.floor },
        };
        let moves = match &self.first {
            Some(first) if self.cost(first) <= self.cost(&constructed) => first.clone(),
            _ => constructed,
        };
        let cost = self.cost(&moves);
        let mut best = Best { cheapest: (moves.clone(), cost), moves, lower: self.floor, tried: 0 };
        meter.tell(Event::Bound(best.lower));
        meter.tell(Event::Improved(cost));
        let end = self.improve(&mut best, meter);
        let (moves, cost) = best.cheapest;
        let moves = self.counted(moves);
        let solution = Solution::bounded(moves, cost, best.lower.min(cost));
        match end {
            Ok(()) => Verdict::Solved(solution),
            Err(why) => Verdict::Stopped { why, lower_bound: solution.lower_bound, best: Some(solution) },
        }
    }

    /// The solution that it would begin with, with nothing to stop it.
    pub(super) fn constructed(&self) -> Option<Solution<Slide>> {
        let mut unseen = ();
        let mut meter = Meter::new(Limits::default(), Cancel::default(), &mut unseen);
        let moves = self.counted(construct(&self.shape, &self.labels, &mut meter).ok()??);
        let cost = moves.len() as Cost;
        Some(Solution::bounded(moves, cost, self.floor.min(cost)))
    }

    /// Improves until the gap is closed or there is nothing more to try.
    fn improve(&self, best: &mut Best, meter: &mut Meter<'_>) -> Result<(), Stop> {
        if self.patterns.get().is_none() {
            let kept = self.kept_patterns(meter);
            self.patterns.get_or_init(|| kept);
        }
        if self.is_for_beams() {
            self.polish(best, FIRST_POLISH, meter)?;
            self.widening(best, meter)?;
        } else {
            self.gathering(best, meter)?;
        }
        if self.for_proof().is_some() && !self.is_near_enough(best) {
            // What is found by now is seldom too long, and seldom proven.
            self.prove(best, u64::MAX, meter)?;
        }
        while !self.is_near_enough(best) && best.tried / FOR_PIECES <= self.widest(LONG_PIECE, meter) {
            self.polish(best, (best.tried * HARDER).max(FIRST_POLISH), meter)?;
        }
        Ok(())
    }

    /// Beams from both ends, ever wider, and attempts to prove a bound, until the memory or the time is used up.
    fn widening(&self, best: &mut Best, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let mut round = Round { width: FIRST_WIDTH, is_last: false };
        for number in 0.. {
            let begun = meter.elapsed();
            // What is worth as much as the beams gets as many nodes: four times those of the round before.
            let doublings = if self.for_proof().is_some() { 2 * number } else { number };
            self.prove(best, FIRST_PROOF << doublings.min(30), meter)?;
            if round.width > self.widest(best.moves.len(), meter) || self.is_near_enough(best) {
                break;
            }
            self.beams(best, round, self.seed.wrapping_add(number), meter)?;
            let Some(next) =
                self.wider(round.width, meter.elapsed() - begun, meter).filter(|_| !round.is_last)
            else {
                break;
            };
            let width = next.width.min(self.widest(best.moves.len(), meter).max(round.width + 1));
            round = Round { width, ..next };
        }
        Ok(())
    }

    /// The next round: some times as wide, or the last one if not much more fits into the time left; `None`
    /// if a round that fits would not be worth the while. The last round has nearly all the time: what
    /// narrower ones find is seldom kept.
    fn wider(&self, width: usize, took: Duration, meter: &Meter<'_>) -> Option<Round> {
        let next = Round { width: width * WIDER, is_last: false };
        let Some(fits) = fitting(width, self.for_the_last(meter), took, meter) else { return Some(next) };
        match fits / width as f64 {
            ..WORTH_IT => None,
            WORTH_IT..LAST => Some(Round { width: fits as usize, is_last: true }),
            _ => Some(next),
        }
    }

    fn is_near_enough(&self, best: &Best) -> bool {
        self.bound.lower_bound(best.cheapest.1) <= best.lower
    }

    /// Raises the lower bound by IDA* with so many expansions.
    fn prove(&self, best: &mut Best, nodes: u64, meter: &mut Meter<'_>) -> Result<(), Stop> {
        if self.multi {
            return Ok(());
        }
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let verdict = meter.part(limits, |meter| match self.for_proof() {
            Some(ForProof { patterns: Patterns::Small(db), automaton }) => {
                self.by_patterns(db, automaton, meter)
            }
            Some(ForProof { patterns: Patterns::Wide(db), automaton }) => {
                self.by_patterns(db, automaton, meter)
            }
            None => self.by_distances(meter),
        });
        let Some(verdict) = verdict else { return Ok(()) };
        match verdict {
            Verdict::Solved(solution) => {
                best.lower = best.lower.max(solution.lower_bound);
                if solution.moves.len() < best.moves.len() {
                    self.take(best, solution.moves, meter);
                }
            }
            Verdict::Stopped { why, lower_bound, .. } => {
                if lower_bound > best.lower {
                    best.lower = lower_bound;
                    meter.tell(Event::Bound(lower_bound));
                }
                if why != Stop::Nodes {
                    return Err(why);
                }
            }
            Verdict::Unsolvable => {}
        }
        meter.check_limits()
    }

    /// The pattern databases to prove with, if they are on disk and there is time for it.
    fn kept_patterns(&self, meter: &mut Meter<'_>) -> Option<ForProof> {
        let hurried = meter.remaining().time.is_some_and(|left| left < TO_PROVE);
        if self.multi || hurried || !self.tables.patterns.are_on_disk(&self.shape, self.for_tables(meter)) {
            return None;
        }
        // Tables that turn out to be unusable are told about where they are asked for by name.
        let patterns =
            self.tables.patterns.get(&self.shape, &[], self.threads, meter, &mut Vec::new()).ok()?;
        meter.allow_memory(meter.limits().memory.map(|left| left - left / FOR_TABLES));
        Some(ForProof { patterns, automaton: self.tables.automaton(&self.shape, meter) })
    }

    fn for_proof(&self) -> Option<&ForProof> {
        self.patterns.get()?.as_ref()
    }

    /// IDA* with what needs no tables.
    fn by_distances(&self, meter: &mut Meter<'_>) -> Option<Verdict<Slide>> {
        let options = DeepeningOptions::default();
        let combined = Composed::new([self.combined.clone().into()]);
        if let Some(space) = TileSpace::<FiveBits>::from_labels(self.shape.clone(), &self.labels) {
            return Some(Deepening::new(&space, &combined, options).run(meter));
        }
        let space =
            TileSpace::<Words, _>::counted_from_labels(self.shape.clone(), &self.labels, ByChoice::Single)?;
        Some(Deepening::new(&space, &combined, options).run(meter))
    }

    /// IDA* with pattern databases.
    fn by_patterns<H: LooksAhead<TileSpace<FiveBits>>>(
        &self,
        patterns: &H,
        automaton: &Automaton,
        meter: &mut Meter<'_>,
    ) -> Option<Verdict<Slide>> {
        let space = TileSpace::from_labels(self.shape.clone(), &self.labels)?;
        let search = Deepening::announced(&space, patterns, automaton, DeepeningOptions::LOOKING_AHEAD);
        Some(parallel_deepening(search, self.threads, meter))
    }

    /// Shortens the best solution piece by piece, the harder the wider the beams are by now.
    fn polish(&self, best: &mut Best, width: usize, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let mut shortener = Shortener::new(&self.shape, &self.labels, &best.moves);
        let result = self.polish_with(&mut shortener, width, meter);
        if shortener.len() < best.moves.len() {
            self.take(best, shortener.moves(), meter);
        }
        best.tried = width;
        result
    }

    fn polish_with(
        &self,
        shortener: &mut Shortener,
        width: usize,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        let nodes = (width as u32).saturating_mul(2).max(300);
        for (length, stride) in [(12, 4), (20, 5), (30, 8)] {
            shortener.windows(WindowOptions { length, stride, nodes }, meter)?;
        }
        let options = RegionOptions {
            length: LONG_PIECE,
            stride: 30,
            width: (width / FOR_PIECES).max(20),
            threads: self.threads,
            seed: self.seed,
        };
        shortener.regions(&self.tables.learned_within(&self.shape, self.loadable(meter)), options, meter)?;
        Ok(())
    }

    fn loadable(&self, meter: &Meter<'_>) -> usize {
        let fitting = |left: u64| (left as f64).powf(0.25) as usize;
        *self.loadable.get_or_init(|| loadable(meter).min(self.for_tables(meter).map_or(usize::MAX, fitting)))
    }

    /// Bytes that tables of one sort may have of those that are left.
    fn for_tables(&self, meter: &Meter<'_>) -> Option<u64> {
        self.memory(meter).map(|left| left / FOR_TABLES)
    }

    /// Bytes that beams may have: what tables that were loaded meanwhile have left of the limit.
    fn memory(&self, meter: &Meter<'_>) -> Option<u64> {
        let tables = self.tables.learned_bytes().saturating_sub(self.tables_before);
        meter.limits().memory.map(|left| left.saturating_sub(tables))
    }

    /// What was learned for boards of this size, if it is at hand or there is time to load it.
    fn learned(&self, meter: &Meter<'_>) -> Option<Learned> {
        self.tables.learned_up_to(&self.shape, self.loadable(meter))
    }

    /// Takes a solution that is better than the best; whether it was.
    fn take_if_shorter(&self, best: &mut Best, found: Option<Vec<Slide>>, meter: &mut Meter<'_>) -> bool {
        let shorter = found.filter(|moves| moves.len() < best.moves.len());
        let is_shorter = shorter.is_some();
        shorter.into_iter().for_each(|moves| self.take(best, moves, meter));
        is_shorter
    }

    /// Takes a solution with fewer steps.
    fn take(&self, best: &mut Best, moves: Vec<Slide>, meter: &mut Meter<'_>) {
        let cost = self.cost(&moves);
        if cost < best.cheapest.1 {
            best.cheapest = (moves.clone(), cost);
            meter.tell(Event::Improved(cost));
        }
        best.moves = moves;
        best.tried = 0;
    }

    /// The cost of single steps in the metric asked for.
    fn cost(&self, moves: &[Slide]) -> Cost {
        if self.multi { self.counted(moves.to_vec()).len() as Cost } else { moves.len() as Cost }
    }

    /// The moves as the metric counts them: steps straight on are one push there.
    fn counted(&self, moves: Vec<Slide>) -> Vec<Slide> {
        if !self.multi {
            return moves;
        }
        let same_way =
            |a: &Slide, b: &Slide| i32::from(a.to) - i32::from(a.from) == i32::from(b.to) - i32::from(b.from);
        let run = |run: &[Slide]| Slide { from: run[0].from, to: run[run.len() - 1].to };
        moves.chunk_by(same_way).map(run).collect()
    }
}

/// Cells of the largest learned tables that there is time to load.
pub(super) fn loadable(meter: &Meter<'_>) -> usize {
    let within = |left: Duration| (left.as_secs_f64() / TO_LOAD).powf(0.25) as usize;
    meter.remaining().time.map_or(usize::MAX, within)
}

/// How wide a round may be that takes this share of the time left, after one of `width` took so long. `None`
/// if there is no time limit.
fn fitting(width: usize, share: f64, took: Duration, meter: &Meter<'_>) -> Option<f64> {
    let left = meter.remaining().time?;
    Some(width as f64 * share * left.as_secs_f64() / took.as_secs_f64().max(1e-9))
}
