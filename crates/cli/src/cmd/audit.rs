//! `slidewise audit`: what a heuristic is worth, against true distances.

mod text;

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};
use slidewise_lab::audit::{Audit, AuditError, Dominance, Scope, boards_of, by_dominance};
use slidewise_lab::registry::{BrickHeuristic, Named, TileHeuristic, TileMetric};
use slidewise_lab::stepping::Position;
use slidewise_lab::{AnyHeuristic, AnyMetric, HeuristicChoice, Lab, record, svg};
use slidewise_puzzles::bricks::{Metric as BrickMetric, Puzzle};
use slidewise_puzzles::tiles::parse::ParseOptions;
use slidewise_puzzles::tiles::{Board, Goal};
use slidewise_search::Cancel;

use super::bricks::read;
use crate::error::Failure;
use crate::exit::Exit;
use crate::{input, position, units};

/// Compare a heuristic's estimates with true distances: is it admissible, consistent, how good?
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct AuditArgs {
    /// The heuristic: any name that `slidewise list` shows, max(a,b), pdb:GROUPS
    #[arg(value_name = "HEURISTIC", value_parser = str::parse::<AnyHeuristic>, required_unless_present = "all", conflicts_with = "all")]
    heuristic: Option<AnyHeuristic>,
    /// Rows x columns of the boards
    #[arg(long, value_name = "RxC", value_parser = units::size, default_value = "3x3")]
    size: (usize, usize),
    /// The board to reach: blank-last, blank-first, snail, or a board
    #[arg(long, value_name = "GOAL", default_value = "blank-last", allow_hyphen_values = true)]
    goal: String,
    /// What counts as one move: single or multi for tiles; steps, lines or moves for bricks
    #[arg(long, value_name = "NAME", value_parser = str::parse::<AnyMetric>)]
    metric: Option<AnyMetric>,
    /// Look at so many random boards instead of all of them
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    samples: Option<u64>,
    /// The same seed gives the same random boards
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// A table of all heuristics, ordered by dominance
    #[arg(long)]
    all: bool,
    /// Audit a heuristic for bricks on this puzzle: a name, a text or a file
    #[arg(long, value_name = "PUZZLE", conflicts_with_all = ["samples", "seed", "goal", "size"])]
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

/// What is audited: said above every result.
struct Subject {
    title: String,
    scope: String,
    /// The brick puzzle, if it is one.
    puzzle: Option<Puzzle>,
}

/// Audits one heuristic or all of them.
pub fn run(args: &AuditArgs, cancel: Cancel, out: &mut impl Write) -> Result<Exit, Failure> {
    let (subject, audits) = match &args.puzzle {
        Some(puzzle) => of_bricks(args, puzzle, &cancel)?,
        None => of_tiles(args, &cancel)?,
    };
    let (done, refused): (Vec<_>, Vec<_>) = audits.into_iter().partition(|(_, result)| result.is_ok());
    let refused = refused.into_iter().filter_map(|(name, result)| Some((name, result.err()?)));
    let refused: Vec<(String, AuditError)> = refused.collect();
    if let Some((_, error)) = refused.iter().find(|(_, error)| !args.all || is_final(error)) {
        return match error {
            AuditError::Stopped(_) => {
                anstream::eprintln!("{error}");
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
    !matches!(error, AuditError::Tiles(_) | AuditError::Bricks(_))
}

type Audits = Vec<(String, Result<Audit, AuditError>)>;

fn of_tiles(args: &AuditArgs, cancel: &Cancel) -> Result<(Subject, Audits), Failure> {
    let metric = match args.metric {
        None => TileMetric::Single,
        Some(AnyMetric::Tiles(metric)) => metric,
        Some(AnyMetric::Bricks(_)) => {
            return Err(Failure::Usage("this metric is for brick puzzles; use single or multi".into()));
        }
    };
    let goal = goal_board(args)?;
    let (rows, cols) = (goal.rows(), goal.cols());
    let scope = match (args.samples, boards_of(rows, cols)) {
        (Some(boards), _) => Scope::Sample { boards, seed: args.seed },
        (None, Some(_)) => Scope::Whole,
        (None, None) => Scope::Sample { boards: SAMPLES, seed: args.seed },
    };
    let choices: Vec<HeuristicChoice> = match &args.heuristic {
        Some(AnyHeuristic { tiles: Some(choice), .. }) => vec![choice.clone()],
        Some(_) => {
            return Err(Failure::Usage(
                "this heuristic is for bricks; say on which: --puzzle klotski".into(),
            ));
        }
        None => TileHeuristic::ALL.iter().map(|&one| one.into()).collect(),
    };
    let lab = Lab::new();
    let audit =
        |choice: HeuristicChoice| (choice.to_string(), lab.audit(&goal, metric, &choice, scope, cancel));
    let subject = Subject {
        title: format!("{rows}×{cols}, goal {}, {} metric", args.goal, metric.name()),
        scope: text::scope(scope, rows * cols),
        puzzle: None,
    };
    Ok((subject, choices.into_iter().map(audit).collect()))
}

fn goal_board(args: &AuditArgs) -> Result<Board, Failure> {
    let goal = input::goal(&args.goal)?;
    let (rows, cols) = match &goal {
        Goal::Custom(board) => (board.rows(), board.cols()),
        _ => args.size,
    };
    goal.board(rows, cols).map_err(|error| Failure::Usage(format!("--size: {error}")))
}

fn of_bricks(args: &AuditArgs, puzzle: &str, cancel: &Cancel) -> Result<(Subject, Audits), Failure> {
    let sources = input::sources(&[puzzle.to_string()], &ParseOptions::default())?;
    let source = sources.first().ok_or_else(|| Failure::Usage("--puzzle names nothing".into()))?;
    let parsed = read(source).map_err(|(_, text)| Failure::BadText(text))?;
    let metric: BrickMetric = match args.metric {
        None => parsed.default_metric(),
        Some(AnyMetric::Bricks(metric)) => metric,
        Some(AnyMetric::Tiles(_)) => {
            return Err(Failure::Usage("this metric is for tiles; use steps, lines or moves".into()));
        }
    };
    let choices: Vec<BrickHeuristic> = match &args.heuristic {
        Some(AnyHeuristic { bricks: Some(choice), .. }) => vec![*choice],
        Some(_) => {
            let names: Vec<&str> = BrickHeuristic::ALL.iter().map(|one| one.name()).collect();
            let names = names.join(", ");
            return Err(Failure::Usage(format!("this heuristic is for tiles; for bricks there are {names}")));
        }
        None => BrickHeuristic::ALL.to_vec(),
    };
    let lab = Lab::new();
    let audit = |choice: BrickHeuristic| {
        (choice.name().to_string(), lab.audit_bricks(&parsed.puzzle, metric, choice, cancel))
    };
    let name = match parsed.puzzle.about.name.as_str() {
        "" => "the puzzle",
        name => name,
    };
    let title = format!("{name}, {metric} metric");
    let audits = choices.into_iter().map(audit).collect();
    let scope = "all positions that can be reached".to_string();
    Ok((Subject { title, scope, puzzle: Some(parsed.puzzle) }, audits))
}

fn as_json(one: &Dominance, subject: &Subject) -> Value {
    let Dominance { audit, dominates, equals } = one;
    let line = |position: &Position| position::line(position, subject.puzzle.as_ref());
    let counterexample = audit.overestimate.as_ref().map(|over| {
        json!({ "position": line(&over.position), "estimate": over.estimate, "distance": over.distance })
    });
    let jump = audit.jump.as_ref().map(
        |jump| json!({ "from": line(&jump.from), "high": jump.high, "to": line(&jump.to), "low": jump.low }),
    );
    let histogram: Vec<[u64; 3]> =
        audit.histogram.iter().map(|cell| [cell.x as u64, cell.y as u64, cell.count]).collect();
    json!({
        "heuristic": audit.heuristic,
        "subject": subject.title,
        "scope": subject.scope,
        "whole": audit.whole,
        "positions": audit.positions,
        "promised": { "admissible": audit.promised.admissible, "consistent": audit.promised.consistent },
        "overestimates": audit.overestimates,
        "counterexample": counterexample,
        "inconsistent_moves": audit.jumps,
        "inconsistent_example": jump,
        "exact": audit.exact,
        "mean": audit.mean,
        "max": audit.most,
        "mean_distance": audit.mean_distance,
        "max_distance": audit.most_distance,
        "dominates": dominates,
        "equals": equals,
        "histogram": histogram,
        "version": record::VERSION,
    })
}
