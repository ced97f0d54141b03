//! `slidewise solve`: reads puzzles, solves them, shows the answers.

use std::io::Write;
use std::time::Duration;

use slidewise_lab::record::ErrorRecord;
use slidewise_lab::registry::{Named, TileMetric};
use slidewise_lab::{
    AnyHeuristic, AnyMetric, HeuristicChoice, Lab, Outcome, Record, SolveError, TileAnswer, TileSpec, Watch,
    machine,
};
use slidewise_puzzles::tiles::notation::{Convention, Style, write};
use slidewise_puzzles::tiles::parse::{Item, Parsed};
use slidewise_puzzles::tiles::{Goal, TilePuzzle};
use slidewise_search::{Cancel, Limits, Proof};

use super::bricks;
use crate::args::SolveArgs;
use crate::error::Failure;
use crate::exit::Exit;
use crate::input::{self, Source};
use crate::progress::{Reporter, Spinner};
use crate::render::{self, BAD, DIM, WARN, styled};

/// Time for improving a solution where no limit is given.
const ANYTIME: Duration = Duration::from_secs(10);

/// What all puzzles of one call share.
struct Session<'a> {
    args: &'a SolveArgs,
    goal: Goal,
    spec: TileSpec,
    limits: Limits,
    convention: Convention,
    lab: Lab,
    cancel: Cancel,
}

/// Solves everything that the arguments name; the highest exit code wins.
pub fn run(args: &SolveArgs, cancel: Cancel, out: &mut impl Write) -> Result<Exit, Failure> {
    let options = input::parse_options(&args.input);
    let (bricks, tiles): (Vec<Source>, Vec<Source>) =
        input::sources(&args.input.puzzle, &options)?.into_iter().partition(Source::is_bricks);
    let mut highest = Exit::Solved;
    if !bricks.is_empty() {
        highest = bricks::run(args, &bricks, cancel.clone(), out)?;
    }
    if !tiles.is_empty() && !cancel.is_cancelled() {
        highest = highest.max(run_tiles(args, tiles, cancel, out)?);
    }
    Ok(highest)
}

/// What the search may use.
pub(super) fn limits(args: &SolveArgs) -> Limits {
    Limits {
        nodes: args.node_limit,
        time: args.time_limit,
        memory: args.memory_limit.or_else(|| machine::free_memory().map(|free| free / 4 * 3)),
    }
}

fn run_tiles(
    args: &SolveArgs,
    sources: Vec<Source>,
    cancel: Cancel,
    out: &mut impl Write,
) -> Result<Exit, Failure> {
    let session = Session {
        args,
        goal: input::goal(&args.input.goal)?,
        spec: tile_spec(args)?,
        limits: limits(args),
        convention: args.moves.into(),
        lab: Lab::new(),
        cancel,
    };
    check_options(&session.spec)?;
    let options = input::parse_options(&args.input);
    let batches: Vec<(Source, Vec<Item>)> = sources
        .into_iter()
        .map(|source| {
            let items = source.boards(&options);
            (source, items)
        })
        .collect();
    let count: usize = batches.iter().map(|(_, items)| items.len()).sum();
    if count == 1 { session.one(&batches, out) } else { session.batch(&batches, count, out) }
}

/// The heuristic that was asked for, if tiles have it.
pub(super) fn tile_heuristic(any: &Option<AnyHeuristic>) -> Result<Option<HeuristicChoice>, Failure> {
    match any {
        Some(AnyHeuristic { tiles: None, .. }) => {
            Err(Failure::Usage("this heuristic is for brick puzzles; this is a tile puzzle".into()))
        }
        any => Ok(any.as_ref().and_then(|any| any.tiles.clone())),
    }
}

/// The metric that was asked for, if tiles have it.
pub(super) fn tile_metric(any: Option<AnyMetric>) -> Result<Option<TileMetric>, Failure> {
    match any {
        Some(AnyMetric::Bricks(metric)) => {
            let text = format!("the metric {metric} is for brick puzzles; tiles have single and multi");
            Err(Failure::Usage(text))
        }
        Some(AnyMetric::Tiles(metric)) => Ok(Some(metric)),
        None => Ok(None),
    }
}

/// The options that are about tiles; those of bricks are refused.
fn tile_spec(args: &SolveArgs) -> Result<TileSpec, Failure> {
    Ok(TileSpec {
        algorithm: args.algorithm,
        heuristic: tile_heuristic(&args.heuristic)?,
        weight: args.weight,
        depth_limit: args.depth_limit,
        repr: args.repr,
        metric: tile_metric(args.metric)?,
        beam_width: args.beam_width,
        threads: args.threads,
        seed: args.seed,
        bound: args.bound,
    })
}

/// Options that contradict each other are told before any work is done.
pub(super) fn check_options(spec: &TileSpec) -> Result<(), Failure> {
    let Some(algorithm) = spec.algorithm else { return Ok(()) };
    let name = algorithm.name();
    if spec.heuristic.is_some() && !algorithm.is_informed() {
        return Err(Failure::Usage(format!("{name} uses no heuristic; leave --heuristic out")));
    }
    if spec.weight.is_some() && !algorithm.takes_weight() {
        return Err(Failure::Usage(format!("{name} takes no weight; use wastar or arastar")));
    }
    if spec.depth_limit.is_some() && !algorithm.takes_depth_limit() {
        return Err(Failure::Usage(format!(
            "{name} takes no depth limit; use dfs, iterative-deepening or ida"
        )));
    }
    if spec.bound.is_some() && !algorithm.takes_bound() {
        return Err(Failure::Usage(format!("{name} takes no bound; use anytime or arastar")));
    }
    Ok(())
}

/// A puzzle's answer with what was read, or what was wrong with it.
enum Done<'i> {
    Answer(&'i Parsed, Box<TileAnswer>),
    Invalid(ErrorRecord, String),
}

impl Session<'_> {
    /// Solves a puzzle; `number` is its place among all of them, from 1.
    fn solve<'i>(
        &self,
        number: usize,
        source: &Source,
        item: &'i Item,
        out: &mut impl Write,
    ) -> Result<Done<'i>, Failure> {
        let (parsed, puzzle) = match source.puzzle(item, &self.goal) {
            Ok(found) => found,
            Err((record, text)) => return Ok(Done::Invalid(record, text)),
        };
        let (spinner, progress) = Spinner::start(!(self.args.quiet || self.args.progress));
        let mut reporter = Reporter::new(progress, self.args.reports(), number, out, &self.cancel);
        let limits = self.limits_for(&puzzle);
        let watch = Watch { limits, cancel: self.cancel.clone(), observer: &mut reporter };
        let answer = self.lab.solve_watched(&puzzle, &self.spec, watch);
        drop(spinner);
        reporter.end()?;
        for warning in answer.iter().flat_map(|answer| &answer.warnings) {
            anstream::eprintln!("{} {warning}", styled(WARN, "note:"));
        }
        match answer {
            Ok(answer) => Ok(Done::Answer(parsed, Box::new(answer))),
            Err(error @ SolveError::Refuted(_)) => Err(Failure::Internal(error.to_string())),
            Err(error) => Err(Failure::Usage(error.to_string())),
        }
    }

    /// A search that goes on as long as there is time gets some, if the user does not say how much.
    fn limits_for(&self, puzzle: &TilePuzzle) -> Limits {
        let endless = self.lab.is_endless(puzzle, &self.spec);
        let unlimited = self.limits.time.is_none() && self.limits.nodes.is_none();
        let time = if endless && unlimited { Some(ANYTIME) } else { self.limits.time };
        Limits { time, ..self.limits }
    }

    fn one(&self, batches: &[(Source, Vec<Item>)], out: &mut impl Write) -> Result<Exit, Failure> {
        let (source, items) =
            batches.iter().find(|(_, items)| !items.is_empty()).expect("there is one puzzle");
        if let (Ok(parsed), false) = (&items[0].result, self.args.json || self.args.quiet) {
            write!(out, "{}", render::board(&parsed.board))?;
            let (rows, cols) = (parsed.board.rows(), parsed.board.cols());
            let read =
                format!("{rows}×{cols}, read as {}; goal {}", parsed.detected.name(), self.goal.name());
            writeln!(out, "{}", styled(DIM, read))?;
            out.flush()?;
        }
        let done = self.solve(1, source, &items[0], out)?;
        if self.args.json || self.args.quiet {
            return self.machine_readable(&done, out);
        }
        match &done {
            Done::Invalid(_, text) => return Err(Failure::BadText(text.clone())),
            Done::Answer(parsed, answer) => {
                render::answer(out, answer, &self.goal, self.convention)?;
                self.compare_with_list(parsed, answer);
                if let (true, Some(solution)) = (self.args.steps, &answer.solution) {
                    render::steps(out, answer.puzzle.start(), solution)?;
                }
            }
        }
        Ok(exit_of(&done))
    }

    fn batch(
        &self,
        batches: &[(Source, Vec<Item>)],
        count: usize,
        out: &mut impl Write,
    ) -> Result<Exit, Failure> {
        let mut highest = Exit::Solved;
        let mut summary = Summary::default();
        let items = batches.iter().flat_map(|(source, items)| items.iter().map(move |item| (source, item)));
        for (number, (source, item)) in items.enumerate() {
            let done = self.solve(number + 1, source, item, out)?;
            highest = highest.max(exit_of(&done));
            if self.args.json || self.args.quiet {
                self.machine_readable(&done, out)?;
            } else {
                self.batch_entry(number + 1, count, item, &done, out)?;
                summary.add(&done);
            }
            out.flush()?;
            if self.cancel.is_cancelled() {
                break;
            }
        }
        if !(self.args.json || self.args.quiet) {
            writeln!(out, "{}", summary.text(count))?;
        }
        Ok(highest)
    }

    fn batch_entry(
        &self,
        number: usize,
        count: usize,
        item: &Item,
        done: &Done<'_>,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        match done {
            Done::Answer(parsed, answer) => {
                let name = parsed.id.as_ref().map(|id| format!(" \"{id}\"")).unwrap_or_default();
                let head = styled(DIM, format!("[{number}/{count}{name}]"));
                writeln!(out, "{head} {}", render::batch_line(answer, &self.goal, self.convention))?;
                if self.args.steps
                    && let Some(solution) = &answer.solution
                {
                    render::steps(out, answer.puzzle.start(), solution)?;
                }
                self.compare_with_list(parsed, answer);
            }
            Done::Invalid(_, text) => {
                writeln!(
                    out,
                    "{} line {}: {}",
                    styled(DIM, format!("[{number}/{count}]")),
                    item.line,
                    styled(BAD, "not a puzzle")
                )?;
                out.flush()?;
                anstream::eprintln!("{text}");
            }
        }
        Ok(())
    }

    /// A list may say what the optimum is; a proof to the contrary is worth a word.
    fn compare_with_list(&self, parsed: &Parsed, answer: &TileAnswer) {
        let (Some(claimed), Some(solution)) = (parsed.known_optimum, &answer.solution) else { return };
        if solution.proof == Proof::Optimal && solution.cost != claimed {
            let text = format!("the list says {claimed}, but the optimum is {} here", solution.cost);
            anstream::eprintln!("{} {text}", styled(WARN, "note:"));
        }
    }

    fn machine_readable(&self, done: &Done<'_>, out: &mut impl Write) -> Result<Exit, Failure> {
        match done {
            Done::Answer(parsed, answer) if self.args.json => {
                let record = Record::of(answer, parsed, &self.goal, self.convention);
                writeln!(out, "{}", record.to_json())?;
            }
            Done::Invalid(error, _) if self.args.json => {
                writeln!(out, "{}", Record::invalid(error.clone()).to_json())?;
            }
            Done::Answer(_, answer) => match &answer.solution {
                Some(solution) => {
                    let moves =
                        write(answer.puzzle.start(), &solution.directions, self.convention, Style::RunLength);
                    writeln!(out, "{}", moves.map_err(|error| Failure::Internal(error.to_string()))?)?;
                }
                // An empty line keeps the answers of a batch in step with its puzzles.
                None => {
                    writeln!(out)?;
                    anstream::eprintln!("{}", render::verdict(answer, &self.goal));
                }
            },
            Done::Invalid(_, text) => {
                writeln!(out)?;
                anstream::eprintln!("{text}");
            }
        }
        Ok(exit_of(done))
    }
}

fn exit_of(done: &Done<'_>) -> Exit {
    match done {
        Done::Invalid(..) => Exit::BadText,
        Done::Answer(_, answer) => match (answer.outcome, &answer.solution) {
            (Outcome::Unsolvable, _) => Exit::Unsolvable,
            (Outcome::Stopped(_), None) => Exit::Stopped,
            _ => Exit::Solved,
        },
    }
}

/// What a batch came to.
#[derive(Default)]
struct Summary {
    seen: usize,
    solved: usize,
    optimal: usize,
    cost: u64,
    expanded: u64,
    seconds: f64,
}

impl Summary {
    fn add(&mut self, done: &Done<'_>) {
        self.seen += 1;
        let Done::Answer(_, answer) = done else { return };
        self.expanded += answer.stats.expanded;
        self.seconds += answer.elapsed.as_secs_f64();
        if let Some(solution) = &answer.solution {
            self.solved += 1;
            self.optimal += usize::from(solution.proof == Proof::Optimal);
            self.cost += u64::from(solution.cost);
        }
    }

    fn text(&self, count: usize) -> String {
        let Self { seen, solved, optimal, seconds, .. } = self;
        let left = if seen < &count { format!(" of {count}") } else { String::new() };
        if *solved == 0 {
            return format!("{seen}{left} puzzles: none solved");
        }
        let mean = self.cost as f64 / *solved as f64;
        let expanded = crate::units::grouped(self.expanded);
        format!(
            "{seen}{left} puzzles: {solved} solved, {optimal} of them optimally; mean length {mean:.2}; \
             {expanded} expanded, {seconds:.3} s in all"
        )
    }
}
