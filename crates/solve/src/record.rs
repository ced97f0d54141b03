//! An answer as data: what `--json` prints, one object on one line, the same for every kind of puzzle. Fields
//! are only ever added; `docs/schema/slidewise.json` in the repository describes them. What a puzzle has no
//! value for (a text that is no puzzle has no rows) is null; only what few puzzles have is left out.

use serde::{Deserialize, Serialize};
use slidewise_puzzles::step::Step;
use slidewise_search::Cost;

use crate::answer::{Answer, proof_name, stop_name};
use crate::picture::{Picture, Scene, Wanted};
use crate::plain::Writing;
use crate::puzzle::Puzzle;
use crate::read::{Read, Unreadable};
use crate::refusal::Refusal;

/// The version of this program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// One puzzle and its answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Record {
    /// The kind of puzzle: `tiles`, `bricks`, …; null for a text that is none.
    pub kind: Option<String>,
    /// The place of the puzzle among all of a batch, from 1.
    pub index: usize,
    /// Where it came from: `argument 2`, `boards.txt:7`, `stdin:3`.
    pub source: String,
    /// The name that the puzzle has, in its list or in its text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Rows of the board.
    pub rows: Option<usize>,
    /// Columns of the board.
    pub cols: Option<usize>,
    /// The board, row by row: the number of a tile, 0 for its blank; for other kinds the label of a piece, `.` for an
    /// empty cell and `#` for a wall.
    pub start: Option<Vec<Vec<CellRecord>>>,
    /// What is to be reached, likewise; null where it does not matter what is there.
    pub goal: Option<Vec<Vec<Option<CellRecord>>>>,
    /// Other goals that would do as well.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub other_goals: Vec<Vec<Vec<Option<CellRecord>>>>,
    /// Which edges are joined, if any: those at the ends of `rows`, of `columns`, or `both`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wraps: Option<String>,
    /// The goal by name, where goals have names: `blank-last`, `custom`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goal_name: Option<String>,
    /// The form in which the puzzle was written.
    pub detected: Option<String>,
    /// The optimal length that the puzzle's list claims.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub known_optimum: Option<u64>,
    /// The cost of the solution that was to be shortened.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub given_cost: Option<Cost>,
    /// `solved` whenever there is a checked solution, `unsolvable` if there is provably none, `stopped` if a limit came
    /// first, `invalid` for a text that is no puzzle, `unsupported` for one that cannot be solved in the way asked for.
    pub verdict: String,
    /// What ended the search before its natural end: `time`, `nodes`, `memory`, `depth`, `width`,
    /// `cancel`, `cost` or `stuck`.
    pub stopped_by: Option<String>,
    /// The cost of the solution in the metric; null without one.
    pub cost: Option<Cost>,
    /// The moves in the kind's notation, no run lengths; null without a solution.
    pub moves: Option<String>,
    /// What a move names: `tile`, `blank`, `numbers`, `pieces`, `course`, …
    pub move_convention: Option<String>,
    /// The moves one by one; null without a solution.
    pub steps: Option<Vec<MoveRecord>>,
    /// `optimal`, `within` (the weight) or `none`; null without a solution.
    pub proof: Option<String>,
    /// No solution costs less; null if there is none.
    pub lower_bound: Option<Cost>,
    /// The search.
    pub algorithm: Option<String>,
    /// The estimate; null for a search without one.
    pub heuristic: Option<String>,
    /// The weight of the estimate, for searches that weight it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weight: Option<f64>,
    /// How positions were kept, where there is a choice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repr: Option<String>,
    /// What counted as a move.
    pub metric: Option<String>,
    /// Threads at work.
    pub threads: usize,
    /// Positions looked at, up to mirror images where a search merges them.
    pub explored: u64,
    /// Positions whose moves were looked at.
    pub expanded: u64,
    /// Moves made by the search.
    pub generated: u64,
    /// Positions expanded again because a cheaper way to them was found.
    pub reopened: u64,
    /// Bytes in the search's stores at their fullest.
    pub peak_bytes: u64,
    /// The most memory that the process has occupied so far, the program and tables included; left out where the system
    /// does not tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub process_peak_bytes: Option<u64>,
    /// Time of the search.
    pub seconds: f64,
    /// Time for tables before the search.
    pub setup_seconds: f64,
    /// How many shortest solutions there are, if all were asked for and found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optimal_count: Option<u64>,
    /// How many were found, if all were asked for and there are others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optimal_at_least: Option<u64>,
    /// Whether all shortest solutions were found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optimal_complete: Option<bool>,
    /// The shortest solutions, written as `moves` is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optimal_solutions: Option<Vec<String>>,
    /// What is odd or went wrong without changing the answer.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// What is wrong with the puzzle, or with what was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<ErrorRecord>,
    /// The version of this program.
    pub version: String,
}

/// A cell: the number of a tile, or the label of a piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum CellRecord {
    /// The number of a tile; 0 for the blank.
    Number(u64),
    /// The label of a piece, `.` or `#`.
    Label(String),
}

/// One move: a piece and the way it goes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveRecord {
    /// The label of the piece; of the first that goes, where several are pushed together.
    pub piece: String,
    /// The way, one letter a cell: `U`, `D`, `L`, `R`.
    pub path: String,
}

/// What is wrong, and where.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ErrorRecord {
    /// In words.
    pub message: String,
    /// From 1; null if the error has no place.
    pub line: Option<usize>,
    /// From 1, in characters.
    pub column: Option<usize>,
    /// The setting that does not fit: `heuristic`, `metric`, …
    #[serde(skip_serializing_if = "Option::is_none")]
    pub setting: Option<String>,
    /// What would do instead.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub instead: Vec<String>,
}

impl From<&Unreadable> for ErrorRecord {
    fn from(error: &Unreadable) -> Self {
        Self {
            message: error.message.clone(),
            line: error.place.map(|place| place.line),
            column: error.place.map(|place| place.column),
            setting: error
                .refused
                .or(error.choices.first().map(|choice| choice.0))
                .map(|setting| setting.name().to_string()),
            instead: error.choices.iter().map(|choice| choice.1.clone()).collect(),
        }
    }
}

impl From<&Refusal> for ErrorRecord {
    fn from(refusal: &Refusal) -> Self {
        Self {
            message: refusal.to_string(),
            setting: Some(refusal.setting.name().to_string()),
            instead: refusal.instead.clone(),
            ..Self::default()
        }
    }
}

impl Record {
    /// The record of a puzzle before it is solved.
    pub fn of_puzzle(puzzle: &dyn Puzzle) -> Self {
        let picture = puzzle.picture(&puzzle.start());
        let goals = |goal: &Vec<Wanted>| goal_rows(&picture.scene, goal);
        let (rows, cols) = puzzle.size();
        Self {
            kind: Some(puzzle.kind().entry().name.to_string()),
            rows: Some(rows),
            cols: Some(cols),
            start: Some(start_rows(&picture)),
            goal: puzzle.has_goal().then(|| goals(&picture.scene.goal)),
            other_goals: picture.scene.other_goals.iter().map(goals).collect(),
            wraps: wraps(&picture.scene).map(Into::into),
            goal_name: puzzle.goal_name().map(Into::into),
            version: VERSION.into(),
            ..Self::default()
        }
    }

    /// With what was found out when the puzzle was read.
    #[must_use]
    pub fn read_as(self, read: &Read) -> Self {
        Self {
            id: read.id.clone(),
            detected: Some(read.detected.into()),
            known_optimum: read.known_length,
            warnings: read.warnings.clone(),
            ..self
        }
    }

    /// With its place in a batch.
    #[must_use]
    pub fn at(self, index: usize, source: impl Into<String>) -> Self {
        Self { index, source: source.into(), ..self }
    }

    /// The record of an answer, its moves in a convention.
    pub fn of(puzzle: &dyn Puzzle, answer: &Answer, convention: Option<&str>) -> Result<Self, Refusal> {
        let (plan, way) = (&answer.plan, answer.solution.as_ref());
        let writing = Writing { convention, runs: false, metric: Some(plan.metric) };
        let moves = way.map(|way| puzzle.write_moves(&way.steps, &writing)).transpose()?;
        let first = puzzle.kind().entry().conventions.first().map(|entry| entry.name);
        Ok(Self {
            verdict: answer.outcome.name().into(),
            stopped_by: answer.stopped_by.map(|stop| stop_name(stop).into()),
            cost: answer.cost(),
            moves,
            move_convention: convention.or(first).map(Into::into),
            steps: way.map(|way| move_records(puzzle, answer, &way.steps)),
            proof: way.map(|way| proof_name(way.proof).into()),
            lower_bound: answer.lower_bound,
            algorithm: Some(plan.algorithm.name().into()),
            heuristic: plan.heuristic.as_ref().map(ToString::to_string),
            weight: plan.weight_value(),
            repr: plan.repr.map(Into::into),
            metric: Some(plan.metric.name().into()),
            threads: plan.threads,
            explored: answer.explored,
            expanded: answer.stats.expanded,
            generated: answer.stats.generated,
            reopened: answer.stats.reopened,
            peak_bytes: answer.stats.peak_bytes,
            seconds: answer.elapsed.as_secs_f64(),
            setup_seconds: answer.setup.as_secs_f64(),
            warnings: answer.warnings.clone(),
            ..Self::of_puzzle(puzzle)
        })
    }

    /// The record of a text that is no puzzle.
    pub fn invalid(error: &Unreadable) -> Self {
        Self {
            kind: error.kind.map(Into::into),
            verdict: if error.refused.is_some() { "unsupported" } else { "invalid" }.into(),
            error: Some(error.into()),
            version: VERSION.into(),
            ..Self::default()
        }
    }

    /// The record of a puzzle that cannot be solved in the way asked for.
    pub fn unsupported(puzzle: &dyn Puzzle, refusal: &Refusal) -> Self {
        Self { verdict: "unsupported".into(), error: Some(refusal.into()), ..Self::of_puzzle(puzzle) }
    }

    /// One line of JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a record has only strings and numbers")
    }
}

fn wraps(scene: &Scene) -> Option<&'static str> {
    match (scene.wraps_across, scene.wraps_down) {
        (false, false) => None,
        (true, false) => Some("rows"),
        (false, true) => Some("columns"),
        (true, true) => Some("both"),
    }
}

/// Steps as moves of the answer's metric. The first piece of a pushed segment stands for all of it.
fn move_records(puzzle: &dyn Puzzle, answer: &Answer, steps: &[Step]) -> Vec<MoveRecord> {
    let scene = puzzle.scene();
    let moves = steps.chunk_by(|a, b| puzzle.is_one_move(answer.plan.metric, a, b));
    let record = |steps: &[Step]| MoveRecord {
        piece: scene.label(steps[0].piece).to_string(),
        path: steps.iter().map(|step| step.direction.letter()).collect(),
    };
    moves.map(record).collect()
}

/// Writes cells: where all labels are numbers they are written as such, and an empty cell is 0.
struct Cells<'s> {
    scene: &'s Scene,
    numbered: bool,
}

impl<'s> Cells<'s> {
    fn of(scene: &'s Scene) -> Self {
        // As numbers 7 and 07 would be the same.
        let is_number = |label: &str| label.parse::<u64>().is_ok_and(|n| n > 0 && n.to_string() == label);
        Self { scene, numbered: scene.pieces.iter().flatten().all(|piece| is_number(&piece.label)) }
    }

    fn empty(&self, wall: bool) -> CellRecord {
        match (wall, self.numbered) {
            (true, _) => CellRecord::Label("#".to_string()),
            (false, true) => CellRecord::Number(0),
            (false, false) => CellRecord::Label(".".to_string()),
        }
    }

    fn label(&self, label: &str) -> CellRecord {
        match label.parse() {
            Ok(number) if self.numbered => CellRecord::Number(number),
            _ => CellRecord::Label(label.to_string()),
        }
    }

    fn wanted(&self, wanted: &Wanted, wall: bool) -> Option<CellRecord> {
        match wanted {
            Wanted::Any if wall => Some(self.empty(true)),
            Wanted::Any => None,
            Wanted::Empty => Some(self.empty(wall)),
            Wanted::Piece(piece) => Some(self.label(self.scene.label(*piece))),
            Wanted::Like(label) => Some(self.label(label)),
        }
    }

    fn rows<T: Clone>(&self, cells: Vec<T>) -> Vec<Vec<T>> {
        cells.chunks(self.scene.cols.max(1)).map(<[_]>::to_vec).collect()
    }
}

fn start_rows(picture: &Picture) -> Vec<Vec<CellRecord>> {
    let cells = Cells::of(&picture.scene);
    let cell = |(piece, &wall): (Option<usize>, &bool)| match piece {
        Some(piece) => cells.label(picture.label(piece)),
        None => cells.empty(wall),
    };
    cells.rows(picture.position.pieces().zip(&picture.scene.walls).map(cell).collect())
}

fn goal_rows(scene: &Scene, goal: &[Wanted]) -> Vec<Vec<Option<CellRecord>>> {
    let cells = Cells::of(scene);
    cells.rows(goal.iter().zip(&scene.walls).map(|(wanted, &wall)| cells.wanted(wanted, wall)).collect())
}
