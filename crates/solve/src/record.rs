//! An answer as data: what `--json` prints, one object on one line. Fields are only ever added. What a
//! puzzle has no value for (a text that is no board has no rows) is null; only what few puzzles have is left out.

use serde::Serialize;
use slidewise_puzzles::bricks;
use slidewise_puzzles::tiles::notation::{Convention, Style, write};
use slidewise_puzzles::tiles::parse::{ParseError, Parsed};
use slidewise_puzzles::tiles::{Board, Goal};
use slidewise_search::{Cost, Proof, Stop};

use crate::answer::{Outcome, TileAnswer};
use crate::bricks::BrickAnswer;
use crate::registry::Named;

/// One puzzle and its answer.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(default)]
pub struct Record {
    /// `tiles`.
    pub kind: &'static str,
    /// The name that the puzzle had in its list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Rows of the board.
    pub rows: Option<usize>,
    /// Columns of the board.
    pub cols: Option<usize>,
    /// The board, row by row; 0 is the blank.
    pub start: Option<Vec<Vec<u16>>>,
    /// The board to reach.
    pub goal: Option<Vec<Vec<u16>>>,
    /// `blank-last`, `blank-first`, `snail` or `custom`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goal_name: Option<&'static str>,
    /// The form in which the board was written.
    pub detected: Option<&'static str>,
    /// The optimal length that the puzzle's list claims.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub known_optimum: Option<u32>,
    /// The cost of the solution that was to be shortened.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub given_cost: Option<Cost>,
    /// `solved`, `unsolvable`, `stopped` or `invalid`. A search that was stopped may have a solution all the same.
    pub verdict: &'static str,
    /// What stopped the search: `time`, `nodes`, `memory`, `depth` or `cancelled`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped_by: Option<&'static str>,
    /// The cost of the solution in the metric; null without one.
    pub cost: Option<Cost>,
    /// The moves, one letter (or number) a cell, no run lengths; null without a solution.
    pub moves: Option<String>,
    /// What a move names: `tile`, `blank` or `numbers`.
    pub move_convention: Option<&'static str>,
    /// `optimal`, `within` (the weight) or `none`; null without a solution.
    pub proof: Option<&'static str>,
    /// No solution costs less; null if there is none.
    pub lower_bound: Option<Cost>,
    /// The search.
    pub algorithm: Option<&'static str>,
    /// The estimate; null for a search without one.
    pub heuristic: Option<String>,
    /// The weight of the estimate, for weighted A*.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weight: Option<f64>,
    /// How positions were kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repr: Option<&'static str>,
    /// What counted as a move.
    pub metric: Option<&'static str>,
    /// Positions whose moves were looked at.
    pub expanded: u64,
    /// Moves made by the search.
    pub generated: u64,
    /// Positions expanded again because a cheaper way to them was found.
    pub reopened: u64,
    /// Bytes in the search's stores at their fullest.
    pub peak_bytes: u64,
    /// Time of the search.
    pub seconds: f64,
    /// Time for tables before the search.
    pub setup_seconds: f64,
    /// How many shortest solutions were found, if all were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optimal_count: Option<u64>,
    /// Whether these are all the shortest solutions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optimal_complete: Option<bool>,
    /// The shortest solutions, written as `moves` is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optimal_solutions: Option<Vec<String>>,
    /// What is wrong with the text of the puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<ErrorRecord>,
    /// The version of this program.
    pub version: &'static str,
}

/// What is wrong with a text, and where.
#[derive(Clone, Debug, Serialize)]
pub struct ErrorRecord {
    /// In words.
    pub message: String,
    /// From 1; null if the error has no place.
    pub line: Option<usize>,
    /// From 1, in characters.
    pub column: Option<usize>,
}

impl From<&ParseError> for ErrorRecord {
    fn from(error: &ParseError) -> Self {
        let (line, column) = (error.line, error.column);
        let text = error.to_string();
        // The place has fields of its own here.
        let message = text.strip_prefix(&format!("{line}:{column}: ")).unwrap_or(&text).to_string();
        Self { message, line: Some(line), column: Some(column) }
    }
}

impl Record {
    /// The record of an answer.
    pub fn of(answer: &TileAnswer, parsed: &Parsed, goal: &Goal, convention: Convention) -> Self {
        let (puzzle, chosen) = (&answer.puzzle, &answer.chosen);
        let solution = answer.solution.as_ref();
        let moves = solution
            .and_then(|solution| write(puzzle.start(), &solution.directions, convention, Style::Plain).ok());
        Self {
            kind: "tiles",
            id: parsed.id.clone(),
            rows: Some(puzzle.start().rows()),
            cols: Some(puzzle.start().cols()),
            start: Some(rows_of(puzzle.start())),
            goal: Some(rows_of(puzzle.goal())),
            goal_name: Some(goal.name()),
            detected: Some(parsed.detected.name()),
            known_optimum: parsed.known_optimum,
            given_cost: None,
            verdict: verdict_name(answer.outcome),
            stopped_by: match answer.outcome {
                Outcome::Stopped(stop) => Some(stop_name(stop)),
                _ => None,
            },
            cost: solution.map(|solution| solution.cost),
            moves,
            move_convention: Some(convention.name()),
            proof: solution.map(|solution| proof_name(solution.proof)),
            lower_bound: answer.lower_bound,
            algorithm: Some(chosen.algorithm.name()),
            heuristic: chosen.heuristic.as_ref().map(ToString::to_string),
            weight: chosen.weight.map(|w| f64::from(w.num()) / f64::from(w.den())),
            repr: Some(chosen.repr.name()),
            metric: Some(chosen.metric.name()),
            expanded: answer.stats.expanded,
            generated: answer.stats.generated,
            reopened: answer.stats.reopened,
            peak_bytes: answer.stats.peak_bytes,
            seconds: answer.elapsed.as_secs_f64(),
            setup_seconds: answer.setup.as_secs_f64(),
            optimal_count: None,
            optimal_complete: None,
            optimal_solutions: None,
            error: None,
            version: VERSION,
        }
    }

    /// The record of a text that is no puzzle.
    pub fn invalid(error: ErrorRecord) -> Self {
        Self { kind: "tiles", verdict: "invalid", error: Some(error), version: VERSION, ..Self::default() }
    }

    /// One line of JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a record has only strings and numbers")
    }
}

/// The version of this program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The numbers of a board, row by row.
pub fn rows_of(board: &Board) -> Vec<Vec<u16>> {
    board.cells().chunks(board.cols()).map(<[u16]>::to_vec).collect()
}

pub(crate) fn verdict_name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Solved => "solved",
        Outcome::Unsolvable => "unsolvable",
        Outcome::Stopped(_) => "stopped",
    }
}

pub(crate) fn proof_name(proof: Proof) -> &'static str {
    match proof {
        Proof::Optimal => "optimal",
        Proof::Within(_) => "within",
        Proof::None => "none",
    }
}

/// What stopped a search, in a word.
pub fn stop_name(stop: Stop) -> &'static str {
    match stop {
        Stop::Nodes => "nodes",
        Stop::Time => "time",
        Stop::Memory => "memory",
        Stop::Depth => "depth",
        Stop::Width => "width",
        Stop::Cancelled => "cancelled",
    }
}

/// One brick puzzle and its answer.
#[derive(Clone, Debug, Default, Serialize)]
pub struct BrickRecord {
    /// `bricks`.
    pub kind: &'static str,
    /// The puzzle's name, or the file it came from.
    pub name: Option<String>,
    /// Rows of the board.
    pub rows: usize,
    /// Columns of the board.
    pub cols: usize,
    /// The form in which the puzzle was written.
    pub detected: Option<&'static str>,
    /// `solved`, `unsolvable`, `stopped` or `invalid`.
    pub verdict: &'static str,
    /// What stopped the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped_by: Option<&'static str>,
    /// The cost of the solution in the metric; null without one.
    pub cost: Option<Cost>,
    /// The moves; null without a solution.
    pub moves: Option<Vec<SlideRecord>>,
    /// `optimal`, `within` or `none`; null without a solution.
    pub proof: Option<&'static str>,
    /// No solution costs less; null if there is none.
    pub lower_bound: Option<Cost>,
    /// The search.
    pub algorithm: Option<&'static str>,
    /// The estimate; null for a search without one.
    pub heuristic: Option<&'static str>,
    /// `steps`, `lines` or `moves`.
    pub metric: Option<&'static str>,
    /// Positions looked at, up to mirror images where the puzzle has them.
    pub explored: u64,
    /// Positions whose moves were looked at.
    pub expanded: u64,
    /// Moves made by the search.
    pub generated: u64,
    /// Bytes in the search's stores at their fullest.
    pub peak_bytes: u64,
    /// Threads at work.
    pub threads: usize,
    /// Time of the search.
    pub seconds: f64,
    /// What is wrong with the text of the puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<ErrorRecord>,
    /// The version of this program.
    pub version: &'static str,
}

/// One move of one piece.
#[derive(Clone, Debug, Serialize)]
pub struct SlideRecord {
    /// Its label.
    pub piece: String,
    /// The way it goes, one letter a cell: `U`, `D`, `L`, `R`.
    pub path: String,
}

impl BrickRecord {
    /// The record of an answer.
    pub fn of(answer: &BrickAnswer, parsed: &bricks::Parsed, name: Option<String>) -> Self {
        let puzzle = &parsed.puzzle;
        let slide = |slide: &bricks::Slide| SlideRecord {
            piece: puzzle.pieces()[slide.piece].label.clone(),
            path: slide.path.iter().map(|d| d.letter()).collect(),
        };
        let solution = answer.solution.as_ref();
        Self {
            kind: "bricks",
            name,
            rows: puzzle.height(),
            cols: puzzle.width(),
            detected: Some(parsed.detected.name()),
            verdict: verdict_name(answer.outcome),
            stopped_by: match answer.outcome {
                Outcome::Stopped(stop) => Some(stop_name(stop)),
                _ => None,
            },
            cost: solution.map(|solution| solution.cost),
            moves: solution.map(|solution| solution.slides.iter().map(slide).collect()),
            proof: solution.map(|solution| proof_name(solution.proof)),
            lower_bound: answer.lower_bound,
            algorithm: Some(answer.chosen.algorithm.name()),
            heuristic: answer.chosen.heuristic.map(Named::name),
            metric: Some(answer.chosen.metric.name()),
            explored: answer.explored,
            expanded: answer.stats.expanded,
            generated: answer.stats.generated,
            peak_bytes: answer.stats.peak_bytes,
            threads: answer.chosen.threads,
            seconds: answer.elapsed.as_secs_f64(),
            error: None,
            version: VERSION,
        }
    }

    /// The record of a text that is no puzzle.
    pub fn invalid(error: ErrorRecord, name: Option<String>) -> Self {
        Self {
            kind: "bricks",
            name,
            verdict: "invalid",
            error: Some(error),
            version: VERSION,
            ..Self::default()
        }
    }

    /// One line of JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a record has only strings and numbers")
    }
}
