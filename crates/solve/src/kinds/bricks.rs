//! Sliding blocks: Klotski, Rush Hour and their kin.

mod board;
mod design;
mod entry;
mod reading;
mod select;

use std::io;

use slidewise_puzzles::bricks::design::{Bounds, Wish, pick};
use slidewise_puzzles::bricks::{self, About, Metric as BrickMetric, Puzzle as BrickPuzzle, library};
use slidewise_puzzles::random::Rng;
use slidewise_puzzles::step::Step;
use slidewise_search::layered::{Keep, Options};
use slidewise_search::{Cancel, Cost, Limits, Meter, Solution, Verdict, Weight};

use crate::algorithm::Algorithm;
use crate::answer::Watch;
use crate::anytime::{self, Maker, Means};
use crate::crewed;
use crate::design::{Designer, Designing};
use crate::erased::Search;
use crate::explore::{Explored, Exploring, ToGoal};
use crate::game::scrambled;
use crate::kind::{Difficulty, GenerateError, Generating, Kind, KindEntry, LibraryEntry};
use crate::metric::Metric;
use crate::plain::Plain;
use crate::plan::Plan;
use crate::puzzle::{AnyPuzzle, Ended, Estimated, Run, Spaces};
use crate::read::{Item, Reading, any};
use crate::record::{Record, VERSION};
use crate::refusal::{Refusal, Setting, SolveError};
use crate::solver::Solver;
use crate::spec::{HeuristicChoice, Spec};
use crate::survey::{SurveyError, Unsurveyed};
use crate::weight::WeightChoice;

/// Bytes that exhaustive search takes for a position, mirror images merged or not: between 2 and 5 in the library.
const BYTES_EACH: u64 = 2;
/// Bytes that it may take where there is no limit.
const ROOM: u64 = 16 << 30;

/// The kind.
#[derive(Debug)]
pub(crate) struct BricksKind;

/// Its one value.
pub(crate) static BRICKS: BricksKind = BricksKind;

impl Kind for BricksKind {
    fn entry(&self) -> &'static KindEntry {
        &entry::ENTRY
    }

    fn read(&self, text: &str, reading: &Reading) -> Option<Vec<Item>> {
        reading::read(text, reading)
    }

    fn library(&self) -> Vec<LibraryEntry> {
        library::entries().map(in_list).collect()
    }

    fn in_library(&self, slug: &str) -> Option<LibraryEntry> {
        library::get(slug).map(in_list)
    }

    fn generate(&self, wish: &Generating, rng: &mut Rng) -> Result<AnyPuzzle, GenerateError> {
        wish.check()?;
        let refused = |setting, reason: &str| Err(Refusal::new(setting, reason).into());
        match (&wish.from, &wish.goal, wish.size, wish.blanks) {
            (None, ..) => refused(
                Setting::Form,
                "brick puzzles are made by random moves from one that is given: name it",
            ),
            (_, Some(_), ..) => refused(Setting::Goal, "a brick puzzle has its goal in its text"),
            (_, _, Some(_), _) | (_, _, _, Some(_)) => {
                refused(Setting::Size, "a brick puzzle has the size of the one that it is made from")
            }
            (Some(puzzle), None, None, None) => match &wish.difficulty {
                Some(_) if cfg!(not(feature = "surveys")) => {
                    refused(Setting::Difficulty, "looking at whole spaces was left out here")
                }
                Some(difficulty) => as_hard(puzzle, difficulty, rng),
                // A puzzle that cannot be written as letters keeps its name.
                None => {
                    let from = nameless(puzzle).map_or_else(|_| puzzle.clone(), any);
                    Ok(scrambled(&from, wish.scramble, rng))
                }
            },
        }
    }
}

/// The most positions that are looked at for a start that is as hard as was asked for.
const MOST_POSITIONS: usize = 20_000_000;

/// The same puzzle without its name and what was said of it: that is about its own start, not about others.
fn nameless(from: &AnyPuzzle) -> Result<Bricks, GenerateError> {
    let text =
        from.text(&from.start(), None).map_err(|error| Refusal::new(Setting::Form, error.to_string()))?;
    let parsed =
        bricks::parse(&text).map_err(|error| Refusal::new(Setting::Form, error.problem.to_string()))?;
    let mut puzzle = parsed.puzzle;
    puzzle.about = About::default();
    Ok(Bricks { puzzle, metric: brick_metric(from.metric()), slug: None })
}

/// A start that can be reached from the given one and is as hard as was asked for.
fn as_hard(from: &AnyPuzzle, difficulty: &Difficulty, rng: &mut Rng) -> Result<AnyPuzzle, GenerateError> {
    let none = |reason: String| Err(Refusal::new(Setting::Difficulty, reason).into());
    let from = nameless(from)?;
    let metric = Spec { metric: difficulty.metric, ..Spec::default() }.metric_of(&from)?;
    let wish = Wish {
        least: difficulty.moves.0,
        most: difficulty.moves.1,
        one_way: difficulty.one_way,
        no_idle: difficulty.no_idle,
    };
    let bounds = Bounds { most: MOST_POSITIONS, go_on: &|| true };
    match pick(&from.puzzle, brick_metric(metric), &wish, rng, &bounds) {
        Ok(Some(puzzle)) => Ok(any(Bricks { puzzle, ..from })),
        Ok(None) => none("no start that can be reached from this one is like that".to_string()),
        Err(_) => {
            none(format!("more than {MOST_POSITIONS} positions can be reached: too many to look at all"))
        }
    }
}

fn in_list(entry: library::Entry) -> LibraryEntry {
    LibraryEntry {
        slug: entry.slug,
        title: entry.header("name").filter(|name| !name.is_empty()).unwrap_or(entry.slug),
        english: entry.english,
        group: entry.group,
        designer: entry.header("designer"),
        text: entry.text,
        about: ["source", "note"].into_iter().filter_map(|key| Some((key, entry.header(key)?))).collect(),
    }
}

/// A brick puzzle with what people who write its form count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bricks {
    pub(crate) puzzle: BrickPuzzle,
    pub(crate) metric: BrickMetric,
    pub(crate) slug: Option<&'static str>,
}

/// The metric by its name.
fn brick_metric(metric: Metric) -> BrickMetric {
    metric.name().parse().unwrap_or_default()
}

impl Spaces for Bricks {
    fn kind(&self) -> &'static dyn Kind {
        &BRICKS
    }

    fn choose(&self, _solver: &Solver, spec: &Spec, metric: Metric) -> Plan {
        let algorithm = spec.algorithm.unwrap_or(match spec {
            Spec { weight: Some(_), .. } => Algorithm::Wastar,
            Spec { beam_width: Some(_), .. } => Algorithm::Beam,
            Spec { bound: Some(_), .. } => Algorithm::Anytime,
            Spec { depth_limit: Some(_), .. } => Algorithm::Ida,
            Spec { heuristic: Some(_), .. } => Algorithm::Astar,
            _ => Algorithm::Layered,
        });
        let suited = || match algorithm {
            Algorithm::Beam => HeuristicChoice::named(entry::CLEARING),
            _ => HeuristicChoice::named(entry::GOAL_BLOCKERS),
        };
        Plan {
            heuristic: algorithm
                .takes(Setting::Heuristic)
                .then(|| spec.heuristic.clone().unwrap_or_else(suited)),
            weight: algorithm.takes(Setting::Weight).then(|| match spec.weight {
                Some(WeightChoice::Fixed(weight)) => weight,
                Some(WeightChoice::Auto) | None => Weight::new(2, 1).unwrap_or(Weight::ONE),
            }),
            bound: spec.bound.unwrap_or(Weight::ONE),
            depth_limit: spec.depth_limit,
            beam_width: (algorithm == Algorithm::Beam)
                .then(|| spec.beam_width.unwrap_or(anytime::BEAM_WIDTH)),
            threads: spec.threads.unwrap_or_else(|| algorithm.suited_threads(spec.algorithm.is_some())),
            keep_every: spec.keep_every,
            seed: spec.seed.unwrap_or(0),
            ..Plan::bare(algorithm, metric)
        }
    }

    fn check(&self, spec: &Spec, _plan: &Plan) -> Result<(), Refusal> {
        let parts = spec.heuristic.iter().flat_map(HeuristicChoice::parts);
        if let Some(part) = parts.into_iter().find(|part| part.tables.is_some()) {
            let reason =
                format!("{part}: the tables of brick puzzles are made for each of them and have no names");
            return Err(Refusal::new(Setting::Heuristic, reason).instead([part.name]));
        }
        Ok(())
    }

    fn search(
        &self,
        _solver: &Solver,
        plan: &Plan,
        meter: &Meter<'_>,
        _warnings: &mut Vec<String>,
    ) -> Result<Box<dyn Search>, SolveError> {
        select::search(self, plan, meter)
    }

    /// Nothing is asked for, and exhaustive search could not hold the space.
    fn suit(&self, plan: Plan, spec: &Spec, limits: &Limits) -> Plan {
        let open = Spec { metric: None, threads: None, seed: None, ..spec.clone() } == Spec::default();
        let held = limits.memory.unwrap_or(ROOM) / BYTES_EACH;
        let listed = entry::ENTRY.algorithms.contains(&Algorithm::Anytime);
        if !open || !listed || bricks::arrangements(&self.puzzle) <= held as f64 {
            return plan;
        }
        Plan { algorithm: Algorithm::Anytime, seed: spec.seed.unwrap_or(0), ..plan }
    }

    fn run(&self, solver: &Solver, plan: &Plan, run: &mut Run<'_, '_>) -> Result<Ended, SolveError> {
        // The page has no anytime search for this kind, nor the solutions that it begins with.
        if !cfg!(feature = "textbook") {
            return self.searched(solver, plan, run.meter);
        }
        let mut constructor = None;
        let mut shortest = usize::MAX;
        let metric = brick_metric(plan.metric);
        let mut make = |meter: &mut Meter<'_>| {
            let constructor = constructor.get_or_insert_with(|| bricks::Constructor::new(&self.puzzle));
            let mut go_on = || meter.expand().is_ok();
            loop {
                let steps = constructor.another(&mut go_on)?;
                let tidied = constructor.tidied(metric, &steps, &mut go_on);
                if metric.length(&tidied) < shortest {
                    shortest = metric.length(&tidied);
                    return Some(tidied);
                }
            }
        };
        if plan.algorithm == Algorithm::Anytime {
            return self.anytime(solver, plan, &mut make, run);
        }
        anytime::or_made(self, solver, plan, (entry::CLEARING, &mut make), run.meter, |meter| {
            self.searched(solver, plan, meter)
        })
    }

    /// What is not solved takes a move; estimates take longer to make than a solution may.
    fn floor(&self, _solver: &Solver, _metric: Metric, _alarm: &Cancel) -> Cost {
        Cost::from(!self.is_solved(&self.start()))
    }

    fn plan_for_all(&self, _solver: &Solver, metric: Metric) -> Plan {
        let heuristic = Some(HeuristicChoice::named(entry::GOAL_BLOCKERS));
        Plan { heuristic, ..Plan::bare(Algorithm::Ida, metric) }
    }

    fn estimates(&self, _solver: &Solver, metric: Metric) -> Vec<Estimated> {
        let estimated = |entry: &crate::names::Entry| {
            let heuristic = Some(HeuristicChoice::named(entry.name));
            let plan = Plan { heuristic, ..Plan::bare(Algorithm::Astar, metric) };
            let search =
                select::search(self, &plan, &Meter::new(Limits::default(), Cancel::default(), &mut ()));
            Estimated { heuristic: entry.name, value: search.ok().map(|search| search.estimate()) }
        };
        entry::ENTRY.heuristics.iter().map(estimated).collect()
    }

    fn design(&self, what: &Designing) -> Result<Box<dyn Designer>, Refusal> {
        if cfg!(not(feature = "surveys")) {
            return Err(Refusal::new(Setting::Form, "designing was left out here"));
        }
        design::designer(self, what)
    }

    fn explore(&self, solver: &Solver, what: &Exploring, watch: Watch<'_>) -> Result<Explored, SurveyError> {
        // The page does without, as it does without other whole spaces.
        if cfg!(not(feature = "surveys")) {
            return Err(Unsurveyed::LeftOut.into());
        }
        let spill = solver.spill().map(Into::into);
        let keeping = solver.checkpoint().map(|file| bricks::Keeping {
            path: file.path().into(),
            every: file.interval(),
            what: format!("{VERSION} {} {}", Record::of_puzzle(self).to_json(), what.metric.name()),
        });
        let wanted = bricks::Wanted { hardest: what.hardest, arrangements: what.arrangements };
        let metric = brick_metric(what.metric);
        crewed::explore(solver, self, what, watch, |crew, meter| {
            let options = Options { threads: what.threads, spill, crew: crew.cloned(), ..Options::default() };
            let keeping = keeping.as_ref();
            let found = bricks::explore_kept(&self.puzzle, metric, wanted, &options, keeping, meter);
            found.map(explored).map_err(|error| match error.kind() {
                io::ErrorKind::InvalidInput => Refusal::new(Setting::Checkpoint, error.to_string()).into(),
                _ => SolveError::NotKept(error.to_string()),
            })
        })?
        .map_err(SurveyError::from)
    }
}

impl Bricks {
    /// Any search but anytime search.
    fn searched(&self, solver: &Solver, plan: &Plan, meter: &mut Meter<'_>) -> Result<Ended, SolveError> {
        if plan.algorithm != Algorithm::Layered {
            let verdict = select::search(self, plan, meter)?.run(plan, meter)?;
            return Ok(Ended { verdict, explored: None });
        }
        let options = Options {
            threads: plan.threads,
            spill: solver.spill().map(Into::into),
            keep: plan.keep_every.map_or(Keep::All, Keep::Every),
            ..Options::default()
        };
        let solved = bricks::solve(&self.puzzle, brick_metric(plan.metric), &options, meter);
        Ok(Ended { verdict: in_steps(solved.verdict), explored: Some(solved.stored) })
    }

    fn anytime(
        &self,
        solver: &Solver,
        plan: &Plan,
        make: &mut Maker<'_>,
        run: &mut Run<'_, '_>,
    ) -> Result<Ended, SolveError> {
        let metric = brick_metric(plan.metric);
        let options = Options { threads: plan.threads, ..Options::default() };
        let mut in_layers = |_: u64, meter: &mut Meter<'_>| {
            Ok(in_steps(bricks::solve(&self.puzzle, metric, &options, meter).verdict))
        };
        let by = Means {
            guide: entry::CLEARING,
            proof: entry::GOAL_BLOCKERS,
            make,
            prove: &mut in_layers,
            first: anytime::FIRST,
            nearby: true,
        };
        anytime::solve(self, solver, plan, by, run)
    }
}

/// What the layered search found out about a whole space.
fn explored(found: bricks::Explored) -> Explored {
    let to_goal = found.to_goal.map(|to_goal| ToGoal {
        by_length: to_goal.by_length,
        hardest_length: to_goal.hardest_length,
        hardest_count: to_goal.hardest_count,
        hardest: to_goal.hardest.iter().map(board::position).collect(),
        solution: bricks::course::steps_of(&to_goal.solution),
    });
    Explored {
        states: found.states,
        up_to_mirror: found.up_to_mirror,
        goals: found.goals,
        by_depth: found.by_depth,
        edges: found.edges,
        dead_ends: found.dead_ends,
        most_neighbours: found.most_neighbours,
        to_goal,
        arrangements: found.connectivity.map(|parts| (parts.arrangements, parts.components)),
        sent: found.sent,
        stopped: found.stopped,
        trouble: found.trouble,
    }
}

/// A verdict of the layered search, whose moves are named already.
fn in_steps(verdict: Verdict<bricks::Slide>) -> Verdict<Step> {
    let translate = |solution: Solution<bricks::Slide>| Solution {
        moves: bricks::course::steps_of(&solution.moves),
        cost: solution.cost,
        proof: solution.proof,
        lower_bound: solution.lower_bound,
    };
    match verdict {
        Verdict::Solved(solution) => Verdict::Solved(translate(solution)),
        Verdict::Unsolvable => Verdict::Unsolvable,
        Verdict::Stopped { why, best, lower_bound } => {
            Verdict::Stopped { why, best: best.map(translate), lower_bound }
        }
    }
}
