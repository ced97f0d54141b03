//! Heuristics and true distances as arrays, for those who learn from them.

use numpy::{PyArray1, PyArray2, PyArray3, PyArrayMethods, PyReadonlyArray3, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use slidewise_lab::audit::is_too_large;
use slidewise_solve::puzzles::random::Rng;
use slidewise_solve::puzzles::tiles::{Board, generate};
use slidewise_solve::search::{Cancel, Cost, DEAD_END};
use slidewise_solve::survey::Unsurveyed;
use slidewise_solve::{Algorithm, AnyPuzzle, MOST_RANDOM_MOVES, Position, Spec, machine};

use crate::actions::Actions;
use crate::background;
use crate::error::{PuzzleError, bad_setting, unsolved, unsurveyed};
use crate::input;
use crate::puzzle::{Puzzle, as_array, cells, numbers};
use crate::settings::Settings;
use crate::shared;

/// The heuristic as a guided search gets it.
fn guided(spec: Spec) -> Spec {
    Spec { algorithm: spec.algorithm.or(Some(Algorithm::Astar)), ..spec }
}

/// What stands for an estimate that says that there is no way on.
fn shown(estimate: Cost) -> i64 {
    if estimate == DEAD_END { i64::MAX } else { estimate as i64 }
}

/// The estimate of a heuristic for one puzzle of any kind.
#[pyfunction]
pub fn estimate_one(py: Python<'_>, puzzle: &Bound<'_, PyAny>, options: &Bound<'_, PyDict>) -> PyResult<i64> {
    let Settings { spec, reading, .. } = Settings::read(options)?;
    let (spec, any) = (guided(spec), input::puzzle(puzzle, &reading)?.any().clone());
    let (cancel, solver) = (Cancel::default(), shared::solver());
    let flag = cancel.clone();
    let work = move || any.look_around(&solver, &spec, &flag);
    let around = background::run(py, &cancel, work)?.map_err(|error| unsolved(py, &error))?;
    Ok(shown(around.estimate))
}

/// The estimates of a heuristic for many boards, which are those of one puzzle with its tiles in any order. On all
/// cores.
#[pyfunction]
pub fn estimate_many<'py>(
    py: Python<'py>,
    puzzle: &Bound<'py, PyAny>,
    boards: PyReadonlyArray3<'py, i32>,
    options: &Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyArray1<i64>>> {
    let Settings { spec, reading, .. } = Settings::read(options)?;
    let threads = spec.threads.unwrap_or_else(machine::threads);
    let spec = guided(Spec { threads: None, ..spec });
    let puzzle = input::puzzle(puzzle, &reading)?;
    let (rows, cols) = puzzle.any().size();
    let &[count, r, c] = boards.shape() else {
        return Err(PyValueError::new_err("an array of boards is expected"));
    };
    if (r, c) != (rows, cols) {
        let message = format!("boards of {rows}×{cols} are expected, not {r}×{c}");
        return Err(PyValueError::new_err(message));
    }
    let cells: Vec<i32> = boards.as_slice()?.to_vec();
    let pieces = Pieces::of(puzzle.any());
    let (cancel, solver, any) = (Cancel::default(), shared::solver(), puzzle.any().clone());
    let flag = cancel.clone();
    let work = move || {
        let estimator = any.estimator(&solver, &spec, &flag)?;
        let one = |board: &[i32]| estimator.estimate(&pieces.position(board)?).map(shown);
        let share = count.div_ceil(threads.max(1)).max(1);
        let each = |part: &[i32]| -> Vec<Option<i64>> {
            let boards = part.chunks_exact(rows * cols);
            boards.map(|board| if flag.is_cancelled() { None } else { one(board) }).collect()
        };
        let parts: Vec<Vec<Option<i64>>> = std::thread::scope(|scope| {
            let threads: Vec<_> =
                cells.chunks(share * rows * cols).map(|part| scope.spawn(move || each(part))).collect();
            threads.into_iter().map(|thread| thread.join().unwrap_or_default()).collect()
        });
        Ok(parts.concat())
    };
    let estimates = background::run(py, &cancel, work)?.map_err(|error| unsolved(py, &error))?;
    if let Some(bad) = (0..count).find(|&at| estimates.get(at).copied().flatten().is_none()) {
        let message = match puzzle.any().kind().entry().goals {
            // Boards by number are those whose goals have names.
            [] => "this kind of puzzle is asked about one puzzle at a time".to_string(),
            _ => {
                format!("board {bad} of the array, from 0, does not have the tiles of a {rows}×{cols} board")
            }
        };
        return Err(PyValueError::new_err(message));
    }
    let estimates: Vec<i64> = estimates.into_iter().flatten().collect();
    Ok(PyArray1::from_vec(py, estimates))
}

/// Which piece a number in an array stands for.
struct Pieces(Vec<Option<usize>>);

impl Pieces {
    fn of(puzzle: &AnyPuzzle) -> Self {
        let numbers = numbers(&puzzle.scene());
        let most = numbers.iter().copied().max().unwrap_or(0).max(0) as usize;
        let mut pieces = vec![None; most + 1];
        for (piece, &number) in numbers.iter().enumerate() {
            if let Some(slot) =
                usize::try_from(number).ok().filter(|n| *n > 0).and_then(|n| pieces.get_mut(n))
            {
                *slot = Some(piece);
            }
        }
        Self(pieces)
    }

    /// `None` if there is a number for which there is no piece.
    fn position(&self, board: &[i32]) -> Option<Position> {
        let known = |&number: &i32| match number {
            -1 | 0 => true,
            number => usize::try_from(number).ok().and_then(|n| self.0.get(n)).is_some_and(Option::is_some),
        };
        let piece = |&number: &i32| self.0.get(usize::try_from(number).ok()?).copied().flatten();
        board.iter().all(known).then(|| Position::new(board.iter().map(piece)))
    }
}

/// A whole space: its positions, their distances, and which actions are the first of a shortest solution.
type Space<'py> = (Bound<'py, PyArray3<i32>>, Bound<'py, PyArray1<i32>>, Bound<'py, PyArray2<bool>>);

/// Every position that can be reached, with its true distance to the goal and the actions that lead nearer to it.
#[pyfunction]
pub fn distances<'py>(
    py: Python<'py>,
    puzzle: &Bound<'py, PyAny>,
    masks: bool,
    options: &Bound<'py, PyDict>,
) -> PyResult<Space<'py>> {
    let Settings { spec, reading, .. } = Settings::read(options)?;
    let spec = guided(spec);
    let puzzle = input::puzzle(puzzle, &reading)?;
    if is_too_large(&**puzzle.any()) {
        // Known beforehand: not only after so many were looked at.
        return Err(unsurveyed(py, &Unsurveyed::TooLarge.into()));
    }
    let actions = Actions::of(puzzle.any());
    if masks && !actions.by_direction() {
        let message = "which actions lead nearer is told for boards on which a direction is a step; leave the masks \
                       out";
        return Err(bad_setting(py, "masks", message));
    }
    if masks && spec.metric.is_some_and(|name| !actions.counts_every_step(name)) {
        return Err(bad_setting(
            py,
            "metric",
            "actions are single steps: leave the metric out, or the masks",
        ));
    }
    let spec = Spec { metric: spec.metric.or(actions.metric()), ..spec };
    let (cancel, solver, any) = (Cancel::default(), shared::solver(), puzzle.any().clone());
    let flag = cancel.clone();
    let count = actions.count();
    let work = move || {
        let all = any.distances(&solver, &spec, &flag)?;
        let mask = if masks { actions.nearer(&all, &flag) } else { Vec::new() };
        Ok((all, mask))
    };
    let (all, mask) = background::run(py, &cancel, work)?.map_err(|error| unsurveyed(py, &error))?;
    let boards = as_array(py, &puzzle.any().scene(), &all.positions)?;
    let distances: Vec<i32> = all.to_goal.iter().map(|&d| i32::try_from(d).unwrap_or(-1)).collect();
    let rows = if masks { distances.len() } else { 0 };
    let mask = PyArray1::from_vec(py, mask).reshape([rows, count])?;
    Ok((boards, PyArray1::from_vec(py, distances), mask))
}

/// Boards along a random walk from the puzzle, which never goes straight back, one after each step.
#[pyfunction]
pub fn random_walk<'py>(
    py: Python<'py>,
    puzzle: &Bound<'py, Puzzle>,
    length: usize,
    seed: u64,
) -> PyResult<Bound<'py, PyArray3<i32>>> {
    let any = puzzle.get().any();
    let scene = any.scene();
    let (size, numbers) = (scene.rows * scene.cols, numbers(&scene));
    shared::check_room(length.saturating_add(1), size * size_of::<i32>())?;
    let mut rng = Rng::from_seed(seed);
    let mut at = any.start();
    let mut boards: Vec<i32> = cells(&scene, &numbers, &at).collect();
    let mut last = None;
    for made in 0..length {
        if made % 4096 == 0 {
            py.check_signals()?;
        }
        let all = any.steps(&at);
        let on: Vec<_> = all.iter().copied().filter(|step| Some(step.back()) != last).collect();
        let choice = if on.is_empty() { &all } else { &on };
        if choice.is_empty() {
            break;
        }
        let step = choice[rng.below(choice.len())];
        // It is one of those that can be made.
        let _ = any.apply(&mut at, step);
        boards.extend(cells(&scene, &numbers, &at));
        last = Some(step);
    }
    let count = boards.len() / size.max(1);
    PyArray1::from_vec(py, boards).reshape([count, scene.rows, scene.cols])
}

/// Random tile boards from which a solved one can be reached, and which are not solved: drawn from all, or after 1 to
/// `scramble` random moves.
#[pyfunction]
pub fn random_boards<'py>(
    py: Python<'py>,
    solved: &Bound<'py, Puzzle>,
    count: usize,
    scramble: Option<usize>,
    seed: u64,
) -> PyResult<Bound<'py, PyArray3<i32>>> {
    let goal = board_of(solved.get())?;
    check_scramble(py, scramble)?;
    shared::check_room(count, goal.cells().len() * size_of::<i32>())?;
    let mut rng = Rng::from_seed(seed);
    let mut boards: Vec<i32> = Vec::with_capacity(count * goal.cells().len());
    for made in 0..count {
        if made % 4096 == 0 {
            py.check_signals()?;
        }
        let board = unsolved_board(&goal, &mut rng, |rng| match scramble {
            Some(most) => generate::scramble(&goal, 1 + rng.below(most.max(1)), rng),
            None => generate::uniform(&goal, rng),
        });
        if board == goal {
            return Err(PuzzleError::new_err("there is no board of this size but the solved one"));
        }
        boards.extend(board.cells().iter().map(|&tile| i32::from(tile)));
    }
    PyArray1::from_vec(py, boards).reshape([count, goal.rows(), goal.cols()])
}

/// The board of tiles that a puzzle starts with.
pub fn board_of(puzzle: &Puzzle) -> PyResult<Board> {
    let (rows, cols) = puzzle.any().size();
    let tiles = puzzle.any().start().pieces().map(|piece| piece.unwrap_or(0) as u16).collect();
    Board::new(rows, cols, tiles).map_err(|error| PuzzleError::new_err(error.to_string()))
}

/// Refuses more random moves than make sense.
pub fn check_scramble(py: Python<'_>, moves: Option<usize>) -> PyResult<()> {
    match moves {
        Some(moves) if moves > MOST_RANDOM_MOVES => {
            let message = format!("{moves} random moves are too many: {MOST_RANDOM_MOVES} are the most");
            Err(bad_setting(py, "scramble", message))
        }
        _ => Ok(()),
    }
}

/// A board that is not solved, if one of a hundred tries is not: with few moves a solved one may come about.
pub fn unsolved_board(goal: &Board, rng: &mut Rng, make: impl Fn(&mut Rng) -> Board) -> Board {
    let mut board = make(rng);
    for _ in 0..100 {
        if board != *goal {
            break;
        }
        board = make(rng);
    }
    board
}
