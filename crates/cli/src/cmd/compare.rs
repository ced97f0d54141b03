//! `slidewise compare`: every combination of algorithms, heuristics and representations on the same puzzles.

use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use slidewise_lab::experiment::{Axes, Experiment, Instance, Invalid, Loader, check_goal, suites};
use slidewise_solve::search::{Cancel, Cost, Crew};
use slidewise_solve::{
    Algorithm, Generating, HeuristicChoice, Kind, MoveOrder, Setting, WeightChoice, kinds,
};

use super::experiment::{self, ExperimentArgs};
use crate::args::{InputArgs, algorithm, for_searches, heuristic, metric, order, repr, weight, width};
use crate::complete;
use crate::error::Failure;
use crate::exit::Exit;
use crate::input;

pub const EXAMPLES: &str = "\
Examples:
  slidewise compare 867254301 --algorithms bfs,astar,ida --heuristics misplaced,manhattan
  slidewise compare --random 5 --size 3x3 --seed 1 --algorithms greedy,astar --heuristics 'md,max(md,lc)'
  slidewise compare klotski century --algorithms bfs,astar --heuristics distance,goal-blockers
  slidewise compare boards.txt --algorithms wastar --weights 1,1.5,2,3 --out results
  slidewise compare --out results --resume              after Ctrl-C
  slidewise compare --suite korf15 --algorithms ida --heuristics manhattan,pdb --time-limit 20s
  slidewise compare --baseline old/results.csv --fail-if-worse 5%   the same again: what has changed?";

/// Time for each run where no limit is given.
const TIME: Duration = Duration::from_secs(10);

#[derive(Debug, Args)]
pub struct CompareArgs {
    #[command(flatten)]
    pub input: InputArgs,
    /// Also this many random boards of --size
    #[arg(long, value_name = "N")]
    pub random: Option<usize>,
    /// Make the random boards by this many random moves from the goal
    #[arg(long, value_name = "MOVES", requires = "random")]
    pub scramble: Option<usize>,
    /// The puzzles of a suite, and its combinations if you name none
    #[arg(long, value_name = "NAME", add = complete::suites())]
    pub suite: Option<String>,
    /// Searches, with commas between [default: greedy,astar,ida]
    #[arg(long, short, value_name = "NAMES", value_delimiter = ',', value_parser = algorithm,
        help_heading = "Combinations")]
    #[arg(add = complete::algorithms())]
    pub algorithms: Vec<Algorithm>,
    /// Estimates for the searches that use one, with commas between [default: misplaced,manhattan,linear-conflict for
    /// tiles, distance,goal-blockers for bricks]
    #[arg(long, short = 'H', value_name = "NAMES", value_parser = heuristics, help_heading = "Combinations")]
    #[arg(add = complete::heuristics())]
    pub heuristics: Vec<Heuristics>,
    #[arg(help = for_searches("Weights of the estimate, with commas between", Setting::Weight))]
    #[arg(long, short, value_name = "W", value_delimiter = ',', value_parser = weight, help_heading = "Combinations")]
    #[arg(add = complete::weights())]
    pub weights: Vec<WeightChoice>,
    /// Ways to keep positions, with commas between
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = repr, help_heading = "Combinations")]
    #[arg(add = complete::reprs())]
    pub reprs: Vec<&'static str>,
    /// What counts as one move, with commas between
    #[arg(long, alias = "metrics", value_name = "NAMES", value_delimiter = ',', value_parser = metric,
        help_heading = "Combinations")]
    #[arg(add = complete::metrics())]
    pub metric: Vec<&'static str>,
    #[arg(help = for_searches("Widths of a layer, with commas between", Setting::BeamWidth))]
    #[arg(long, value_name = "N", value_delimiter = ',', value_parser = width, help_heading = "Combinations")]
    pub beam_widths: Vec<usize>,
    #[arg(help = for_searches("Positions that are held, or looked at before a move, with commas between",
        Setting::Capacity))]
    #[arg(long, value_name = "N", value_delimiter = ',', value_parser = width, help_heading = "Combinations")]
    pub capacities: Vec<usize>,
    #[arg(help = for_searches("Look at nothing dearer than this", Setting::DepthLimit))]
    #[arg(long, value_name = "N", help_heading = "Combinations")]
    pub depth_limit: Option<Cost>,
    #[arg(help = for_searches("Orders in which the ways of the blank are tried, with commas between", Setting::Order))]
    #[arg(long, alias = "orders", value_name = "ORDER", value_delimiter = ',', value_parser = order,
        help_heading = "Combinations")]
    #[arg(add = complete::orders())]
    pub order: Vec<MoveOrder>,
    /// Numbers of threads, with commas between; counts of parallel searches differ from run to run [default: 1]
    #[arg(long, value_name = "N", value_delimiter = ',', value_parser = width, help_heading = "Combinations")]
    pub threads: Vec<usize>,
    /// Decides which random boards are drawn, and between equals in beams
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    #[command(flatten)]
    pub common: ExperimentArgs,
}

/// Several heuristics with commas between, some of which may stand in parentheses.
#[derive(Clone, Debug)]
pub struct Heuristics(Vec<HeuristicChoice>);

fn heuristics(text: &str) -> Result<Heuristics, String> {
    let mut parts = vec![String::new()];
    let mut depth = 0_i32;
    for c in text.chars() {
        depth += i32::from(c == '(') - i32::from(c == ')');
        match parts.last_mut() {
            Some(last) if c != ',' || depth > 0 => last.push(c),
            _ => parts.push(String::new()),
        }
    }
    parts.iter().map(|part| heuristic(part)).collect::<Result<_, _>>().map(Heuristics)
}

/// Compares.
pub fn run(
    args: &CompareArgs,
    crew: Option<Arc<Crew>>,
    cancel: Cancel,
    out: &mut impl Write,
) -> Result<Exit, Failure> {
    let mut experiment = match again(args)? {
        Some(experiment) => experiment,
        None => planned(args)?,
    };
    let limits = &mut experiment.limits;
    let unlimited = limits.time.is_none() && limits.nodes.is_none() && !args.common.has_limit();
    if unlimited && experiment.specs.iter().any(|spec| spec.time_limit.is_none()) {
        limits.time = Some(TIME);
    }
    experiment::run(experiment, &args.common, crew, cancel, out)
}

/// Where no puzzle and no combination is named: what is in the directory goes on, or what was run for the baseline is
/// run again.
fn again(args: &CompareArgs) -> Result<Option<Experiment>, Failure> {
    let something_else = !args.input.puzzle.is_empty()
        || args.suite.is_some()
        || args.random.is_some()
        || has_axes(args)
        || args.seed.is_some();
    if something_else {
        return Ok(None);
    }
    if let Some(experiment) = args.common.resumed()? {
        return Ok(Some(experiment));
    }
    let Some(baseline) = args.common.baseline.as_ref() else { return Ok(None) };
    let beside = baseline.with_file_name("experiment.toml");
    if !beside.is_file() {
        let text = format!(
            "{}: there is no experiment.toml beside the baseline; name the puzzles and the algorithms",
            baseline.display()
        );
        return Err(Failure::Usage(text));
    }
    experiment::from_file(&beside).map(Some)
}

fn planned(args: &CompareArgs) -> Result<Experiment, Failure> {
    let usage = |Invalid(text): Invalid| Failure::Usage(text);
    let mut experiment = Experiment::named("compare");
    if let Some(name) = &args.suite {
        experiment = suites::find(name).and_then(|suite| suite.read()).map_err(usage)?;
    }
    if let Some(seed) = args.seed {
        experiment.seed = seed;
    }
    experiment.instances.extend(instances(args, &experiment)?);
    if has_axes(args) || experiment.specs.is_empty() {
        experiment.specs = axes(args, &experiment).product()?;
    }
    Ok(experiment)
}

/// The puzzles that the arguments name; standard input only if nothing else names any.
fn instances(args: &CompareArgs, experiment: &Experiment) -> Result<Vec<Instance>, Failure> {
    if let Some(goal) = &args.input.form.goal {
        check_goal(goal).map_err(|error| Failure::Usage(format!("--goal: {error}")))?;
    }
    let mut loader = Loader::new(args.input.reading());
    let elsewhere = args.suite.is_some() || args.random.is_some();
    if !args.input.puzzle.is_empty() || !elsewhere {
        for source in input::sources(&args.input.puzzle)? {
            let added = loader.add_text(source.name.as_deref(), source.text()?);
            added.map_err(|Invalid(reason)| Failure::BadText(reason))?;
        }
    }
    if let Some(count) = args.random {
        let Some(size) = args.input.form.size else {
            return Err(Failure::Usage("--random needs --size, as in --size 3x3".into()));
        };
        let (goal, scramble) = (args.input.form.goal.clone(), args.scramble);
        let wish = Generating { size: Some(size), goal, scramble, ..Generating::default() };
        loader.add_random(kinds::first(), &wish, count, experiment.seed)?;
    }
    Ok(loader.instances())
}

fn has_axes(args: &CompareArgs) -> bool {
    let lists = [
        args.algorithms.is_empty(),
        args.heuristics.is_empty(),
        args.weights.is_empty(),
        args.reprs.is_empty(),
        args.metric.is_empty(),
        args.beam_widths.is_empty(),
        args.capacities.is_empty(),
        args.depth_limit.is_none(),
        args.order.is_empty(),
        args.threads.is_empty(),
    ];
    lists.contains(&false)
}

/// The lists that were given, and what suits the puzzles where they were not.
fn axes(args: &CompareArgs, experiment: &Experiment) -> Axes {
    let mut axes = Axes {
        algorithms: args.algorithms.clone(),
        heuristics: args.heuristics.iter().flat_map(|list| list.0.clone()).collect(),
        weights: args.weights.clone(),
        reprs: args.reprs.clone(),
        metrics: args.metric.clone(),
        beam_widths: args.beam_widths.clone(),
        capacities: args.capacities.clone(),
        depth_limits: args.depth_limit.into_iter().collect(),
        orders: args.order.clone(),
        threads: args.threads.clone(),
        time_limits: Vec::new(),
    };
    if axes.algorithms.is_empty() {
        axes.algorithms = match (axes.weights.is_empty(), axes.beam_widths.is_empty()) {
            (false, _) => vec![Algorithm::Wastar],
            (_, false) => vec![Algorithm::Beam],
            _ => vec![Algorithm::Greedy, Algorithm::Astar, Algorithm::Ida],
        };
    }
    if axes.heuristics.is_empty() && axes.algorithms.iter().any(|one| one.takes(Setting::Heuristic)) {
        let there = |kind: &&dyn Kind| {
            experiment.instances.iter().any(|instance| instance.kind() == kind.entry().name)
        };
        let names = kinds::all().filter(there).flat_map(|kind| kind.entry().compared);
        for name in names {
            let choice = HeuristicChoice::named(name);
            if !axes.heuristics.contains(&choice) {
                axes.heuristics.push(choice);
            }
        }
    }
    axes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_in_parentheses_do_not_separate() {
        let names = |text: &str| {
            heuristics(text).map(|list| list.0.iter().map(ToString::to_string).collect::<Vec<_>>())
        };
        assert_eq!(names("md,lc").unwrap(), ["manhattan", "linear-conflict"]);
        assert_eq!(names("max(md,lc),wd").unwrap(), ["max(manhattan,linear-conflict)", "walking-distance"]);
        assert!(names("md,manhatan").unwrap_err().contains("did you mean \"manhattan\""));
        assert!(names("md,,lc").is_err() && names("").is_err());
    }
}
