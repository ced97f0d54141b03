//! `slidewise audit`: what a heuristic is worth, against true distances.

mod text;

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};
use slidewise_lab::audit::{Audit, AuditError, Dominance, Scope, audit, by_dominance, is_too_large};
use slidewise_lab::svg;
use slidewise_solve::puzzles::random::Rng;
use slidewise_solve::search::Cancel;
use slidewise_solve::{AnyPuzzle, Generating, HeuristicChoice, Reading, Solver, Spec, kinds, record};

use crate::args::{heuristic, metric, word};
use crate::complete;
use crate::error::Failure;
use crate::exit::Exit;
use crate::{input, units};

/// Compare a heuristic's estimates with true distances: is it admissible, consistent, how good?
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct AuditArgs {
    /// The heuristic: any name that `slidewise list` shows, max(a,b), pdb:GROUPS
    #[arg(value_name = "HEURISTIC", value_parser = heuristic, required_unless_present = "all", conflicts_with = "all")]
    #[arg(add = complete::heuristics())]
    heuristic: Option<HeuristicChoice>,
    /// Rows x columns of the boards [default: 3x3]
    #[arg(long, value_name = "RxC", value_parser = units::size)]
    size: Option<(usize, usize)>,
    /// The board to reach: blank-last, blank-first, snail, or a board [default: blank-last]
    #[arg(long, value_name = "GOAL", allow_hyphen_values = true, add = complete::goals())]
    goal: Option<String>,
    /// What counts as one move: single or multi for tiles; steps, lines or moves for bricks
    #[arg(long, value_name = "NAME", value_parser = metric, add = complete::metrics())]
    metric: Option<&'static str>,
    /// Look at so many random boards instead of all of them
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    samples: Option<u64>,
    /// The same seed gives the same random boards
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// A table of all heuristics, ordered by dominance
    #[arg(long)]
    all: bool,
    /// Audit heuristics on this puzzle: a name, a text or a file
    #[arg(long, value_name = "PUZZLE", conflicts_with_all = ["samples", "seed", "goal", "size"])]
    #[arg(value_parser = word(), add = complete::puzzles())]
    puzzle: Option<String>,
    /// One JSON object for each heuristic, one a line
    #[arg(long)]
    json: bool,
    /// Write a picture of estimates against true distances to this file
    #[arg(long, value_name = "FILE", conflicts_with = "all")]
    svg: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  slidewise audit manhattan --size 3x3
  slidewise audit manhattan --metric multi      not admissible, with a counterexample
  slidewise audit --all --size 2x4
  slidewise audit pdb --size 4x4 --samples 200 --seed 7
  slidewise audit blockers --puzzle klotski --svg blockers.svg";

/// Boards looked at where there are too many for all of them.
const SAMPLES: u64 = 200;

/// Rows and columns of the boards where none are named: the 8-puzzle.
const SIZE: (usize, usize) = (3, 3);

/// What is audited: said above every result.
struct Subject {
    title: String,
    scope: String,
    puzzle: AnyPuzzle,
}

/// Audits one heuristic or all of them.
pub fn run(args: &AuditArgs, cancel: Cancel, out: &mut impl Write) -> Result<Exit, Failure> {
    let (subject, audits) = audits(args, &cancel)?;
    let (done, refused): (Vec<_>, Vec<_>) = audits.into_iter().partition(|(_, result)| result.is_ok());
    let refused = refused.into_iter().filter_map(|(name, result)| Some((name, result.err()?)));
    let refused: Vec<(String, AuditError)> = refused.collect();
    if let Some((_, error)) = refused.iter().find(|(_, error)| !args.all || is_final(error)) {
        return match error {
            AuditError::Stopped(_) => {
                tell!("{error}");
                Ok(Exit::Stopped)
            }
            _ => Err(Failure::Usage(error.to_string())),
        };
    }
    let ranked = by_dominance(done.into_iter().filter_map(|(_, result)| result.ok()).collect());
    let broken = ranked.iter().any(|one| one.audit.breaks_its_promise());
    if args.json {
        for one in &ranked {
            writeln!(out, "{}", as_json(one, &subject))?;
        }
    } else if args.all {
        text::table(&subject, &ranked, &refused, out)?;
    } else if let [one] = &ranked[..] {
        text::report(&subject, &one.audit, out)?;
    }
    if let (Some(file), [one]) = (&args.svg, &ranked[..]) {
        let title = format!("{}: {}", one.audit.heuristic, subject.title);
        let picture = svg::heat(&title, "true distance", "estimate", &one.audit.histogram);
        std::fs::write(file, picture).map_err(|error| {
            Failure::Io(std::io::Error::new(error.kind(), format!("{}: {error}", file.display())))
        })?;
    }
    Ok(if broken { Exit::Other } else { Exit::Solved })
}

/// Whether no other heuristic would fare better.
fn is_final(error: &AuditError) -> bool {
    !matches!(error, AuditError::Heuristic(_))
}

type Audits = Vec<(String, Result<Audit, AuditError>)>;

fn audits(args: &AuditArgs, cancel: &Cancel) -> Result<(Subject, Audits), Failure> {
    let puzzle = puzzle(args)?;
    let spec = Spec { metric: args.metric, ..Spec::default() };
    let metric = spec.metric_of(&*puzzle)?;
    let scope = match args.samples {
        Some(boards) => Scope::Sample { boards, seed: args.seed },
        None if is_too_large(&*puzzle) => Scope::Sample { boards: SAMPLES, seed: args.seed },
        None => Scope::Whole,
    };
    let choices: Vec<HeuristicChoice> = match &args.heuristic {
        Some(choice) => vec![choice.clone()],
        None => {
            puzzle.kind().entry().heuristics.iter().map(|entry| HeuristicChoice::named(entry.name)).collect()
        }
    };
    let solver = Solver::new();
    let one = |choice: HeuristicChoice| {
        let spec = Spec { heuristic: Some(choice.clone()), ..spec.clone() };
        (choice.to_string(), audit(&solver, &*puzzle, &spec, scope, cancel))
    };
    let audits = choices.into_iter().map(one).collect();
    let (rows, cols) = puzzle.size();
    let goal = puzzle.goal_name().map(|goal| format!(", goal {goal}")).unwrap_or_default();
    let name = puzzle.name().map_or_else(|| format!("{rows}×{cols}"), ToString::to_string);
    let title = format!("{name}{goal}, {} metric", metric.name());
    let scope = text::scope(scope, &*puzzle);
    Ok((Subject { title, scope, puzzle }, audits))
}

/// The puzzle that is named, or the goal of boards of the size asked for.
fn puzzle(args: &AuditArgs) -> Result<AnyPuzzle, Failure> {
    if let Some(text) = &args.puzzle {
        return Ok(input::only(std::slice::from_ref(text), &Reading::default())?.puzzle);
    }
    let size = match &args.goal {
        // A goal that is a board has a size of its own.
        Some(goal) if kinds::first().entry().goals.iter().all(|entry| !entry.is_called(goal)) => args.size,
        _ => args.size.or(Some(SIZE)),
    };
    let wish = Generating { size, goal: args.goal.clone(), scramble: Some(0), ..Generating::default() };
    Ok(kinds::first().generate(&wish, &mut Rng::from_seed(0))?)
}

fn as_json(one: &Dominance, subject: &Subject) -> Value {
    let promised = one.audit.promised;
    let mut found = one.to_json(&*subject.puzzle);
    found["subject"] = json!(subject.title);
    found["scope"] = json!(subject.scope);
    found["promised"] = json!({ "admissible": promised.admissible, "consistent": promised.consistent });
    found["version"] = json!(record::VERSION);
    found
}
