//! A puzzle as a Python value.

use std::hash::{DefaultHasher, Hash, Hasher};

use numpy::{PyArray2, PyArray3, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple, PyType};
use slidewise_lab::board::{Look, animated, png, still};
use slidewise_solve::{
    AnyPuzzle, Known, Picture, Position, Read, Reading, Scene, Step as PlainStep, Wanted, Writing, draw,
    read_one,
};

use crate::error::{bad_moves, bad_setting, refused, unreadable};
use crate::input;
use crate::settings::{Settings, whole};

/// A puzzle: the board, and what is to be reached. Made of a text, a name, a file, a list of rows or an array.
///
/// >>> puzzle = slidewise.Puzzle([[1, 2, 3], [4, 0, 6], [7, 5, 8]])
/// >>> puzzle.kind, puzzle.shape, puzzle.moves()
/// ('tiles', (3, 3), ['U', 'D', 'L', 'R'])
/// >>> puzzle.after("UL").is_solved
/// True
/// >>> print(puzzle, end="")
/// ┌───┬───┬───┐
/// │ 1 │ 2 │ 3 │
/// ├───┼───┼───┤
/// │ 4 │   │ 6 │
/// ├───┼───┼───┤
/// │ 7 │ 5 │ 8 │
/// └───┴───┴───┘
#[pyclass(frozen, module = "slidewise", name = "Puzzle", skip_from_py_object)]
#[derive(Clone)]
pub struct Puzzle {
    /// What was read.
    pub read: Read,
    source: Option<String>,
    reading: Reading,
}

impl Puzzle {
    /// A puzzle that was read; `source` is a text that gives it again with the same reading.
    pub fn new(read: Read, source: Option<String>, reading: Reading) -> Self {
        Self { read, source, reading }
    }

    /// A puzzle that was made.
    pub fn made(puzzle: AnyPuzzle) -> Self {
        let read = Read { puzzle, id: None, detected: "", known_length: None, warnings: Vec::new() };
        Self { read, source: None, reading: Reading::default() }
    }

    /// A puzzle of a list, with its name and the length that the list claims.
    pub fn named(puzzle: AnyPuzzle, name: String, known_length: Option<u64>) -> Self {
        let made = Self::made(puzzle);
        Self { read: Read { id: Some(name), known_length, ..made.read }, ..made }
    }

    /// The puzzle itself.
    pub fn any(&self) -> &AnyPuzzle {
        &self.read.puzzle
    }

    /// The board in one line.
    pub fn line(&self) -> String {
        self.any().line(&self.any().start())
    }

    /// The same puzzle, with another goal if one is asked for.
    pub fn reread(&self, py: Python<'_>, reading: &Reading) -> PyResult<Self> {
        let Some(goal) = &reading.goal else { return Ok(self.clone()) };
        let puzzle = self.any().with_goal(&self.any().start(), goal);
        Ok(Self::made(puzzle.map_err(|error| unreadable(py, &error, goal))?))
    }

    /// A text and a goal that give the puzzle again.
    fn again(&self) -> (String, Reading) {
        let written = || self.any().text(&self.any().start(), None).unwrap_or_else(|_| self.line());
        match &self.source {
            Some(source) => (source.clone(), self.reading.clone()),
            None => {
                let (text, goal) = (written(), self.any().goal_text());
                let reading = Reading { goal, ..Reading::default() };
                // The texts of some kinds have their goals.
                let needed = read_one(&text, &reading).is_ok();
                (text, if needed { reading } else { Reading::default() })
            }
        }
    }

    /// Steps from the start as a text names them.
    pub fn steps(&self, py: Python<'_>, moves: &str, notation: Option<&str>) -> PyResult<Vec<PlainStep>> {
        let read = self.any().read_moves(moves, notation);
        read.map(|read| read.steps).map_err(|error| bad_moves(py, &error))
    }
}

/// What is seen of a puzzle, its pieces numbered as they come on the board: one that was read and one that was made may
/// count them otherwise.
fn renumbered(puzzle: &AnyPuzzle) -> Picture {
    let (scene, start) = (puzzle.scene(), puzzle.start());
    let elsewhere = (0..scene.pieces.len()).filter(|&piece| scene.pieces[piece].is_some());
    let mut order: Vec<usize> = Vec::new();
    let mut numbers: Vec<Option<usize>> = vec![None; scene.pieces.len()];
    for piece in start.pieces().flatten().chain(elsewhere) {
        if numbers[piece].is_none() {
            numbers[piece] = Some(order.len());
            order.push(piece);
        }
    }
    let wanted = |one: &Wanted| match one {
        Wanted::Piece(piece) => numbers[*piece].map_or(Wanted::Any, Wanted::Piece),
        other => other.clone(),
    };
    let goal = |cells: &Vec<Wanted>| cells.iter().map(wanted).collect();
    let position = Position::new(start.pieces().map(|piece| numbers[piece?]));
    let pieces = order.iter().map(|&piece| scene.pieces[piece].clone()).collect();
    let (first, others) = (goal(&scene.goal), scene.other_goals.iter().map(goal).collect());
    Picture { scene: Scene { pieces, goal: first, other_goals: others, ..scene }, position }
}

/// A text as Python writes it.
pub fn quoted(py: Python<'_>, text: &str) -> PyResult<String> {
    Ok(PyString::new(py, text).repr()?.to_string())
}

/// The number that stands for each piece in an array: what is written on it, where all labels are numbers, or else one
/// more than its index.
pub fn numbers(scene: &Scene) -> Vec<i32> {
    let written = |label: &str| label.parse::<i32>().ok().filter(|n| *n > 0 && n.to_string() == label);
    let all: Option<Vec<i32>> = scene
        .pieces
        .iter()
        .map(|piece| piece.as_ref().map_or(Some(0), |piece| written(&piece.label)))
        .collect();
    all.unwrap_or_else(|| (1..).take(scene.pieces.len()).collect())
}

/// A position as numbers: 0 for an empty cell, -1 for a wall.
pub fn cells(scene: &Scene, numbers: &[i32], position: &Position) -> impl Iterator<Item = i32> {
    position.pieces().zip(&scene.walls).map(|(piece, &wall)| match piece {
        Some(piece) => numbers.get(piece).copied().unwrap_or(0),
        None => -i32::from(wall),
    })
}

/// Positions as one array, position by row by column.
pub fn as_array<'py>(
    py: Python<'py>,
    scene: &Scene,
    positions: &[Position],
) -> PyResult<Bound<'py, PyArray3<i32>>> {
    let numbers = numbers(scene);
    let flat: Vec<i32> = positions.iter().flat_map(|position| cells(scene, &numbers, position)).collect();
    numpy::PyArray1::from_vec(py, flat).reshape([positions.len(), scene.rows, scene.cols])
}

/// How many pixels a cell has; a number that is none is a `ValueError`, however large it is.
pub struct Pixels(pub usize);

impl<'py> FromPyObject<'_, 'py> for Pixels {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        Ok(Self(whole("cell", &value, 1)? as usize))
    }
}

/// How pictures are drawn.
fn look(py: Python<'_>, cell: usize) -> PyResult<Look> {
    match (8..=256).contains(&cell) {
        true => Ok(Look { cell, ..Look::default() }),
        false => Err(bad_setting(py, "cell", "a cell has from 8 to 256 pixels")),
    }
}

#[pymethods]
impl Puzzle {
    #[new]
    #[pyo3(signature = (puzzle, *, goal = None, size = None, form = None))]
    fn read_value(
        puzzle: &Bound<'_, PyAny>,
        goal: Option<&Bound<'_, PyAny>>,
        size: Option<&Bound<'_, PyAny>>,
        form: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let options = PyDict::new(puzzle.py());
        for (key, value) in [("goal", goal), ("size", size), ("form", form)] {
            options.set_item(key, value)?;
        }
        input::puzzle(puzzle, &Settings::read(&options)?.reading)
    }

    /// The kind of puzzle: `tiles`, `bricks`, `freeform`.
    #[getter]
    fn kind(&self) -> &'static str {
        self.any().kind().entry().name
    }

    /// What the puzzle is called; None if it has no name.
    #[getter]
    fn name(&self) -> Option<String> {
        self.any().name().map(ToString::to_string).or_else(|| self.read.id.clone())
    }

    /// Rows and columns.
    #[getter]
    fn shape(&self) -> (usize, usize) {
        self.any().size()
    }

    /// What counts as a move if nothing else is said.
    #[getter]
    fn metric(&self) -> &'static str {
        self.any().metric().name()
    }

    /// The goal as text, where it can be asked for by text.
    #[getter]
    fn goal(&self) -> Option<String> {
        self.any().goal_text()
    }

    /// Whether the goal is met.
    #[getter]
    fn is_solved(&self) -> bool {
        self.any().has_goal() && self.any().is_solved(&self.any().start())
    }

    /// Whether the goal can be reached, as far as that is known without a search: True, False or None.
    #[getter]
    fn is_solvable(&self) -> Option<bool> {
        self.any().solvability(&self.any().start()).is_solvable
    }

    /// The length of a shortest solution, where a list or the library gives it; in the puzzle's own metric.
    #[getter]
    fn known_optimum(&self) -> Option<u64> {
        self.read.known_length.or_else(|| match self.any().known_optimum(self.any().metric())? {
            Known::Length(length) => Some(length),
            Known::Unsolvable => None,
        })
    }

    /// What is allowed but probably not meant.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.read.warnings.clone()
    }

    /// The label of each number in the arrays.
    #[getter]
    fn labels(&self) -> std::collections::BTreeMap<i32, String> {
        let scene = self.any().scene();
        let numbers = numbers(&scene);
        let named = scene.pieces.iter().zip(numbers);
        named.filter_map(|(piece, number)| Some((number, piece.as_ref()?.label.clone()))).collect()
    }

    /// The board as an array: 0 for an empty cell, -1 for a wall, otherwise the number of a tile or a piece.
    #[getter]
    fn board<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i32>>> {
        let scene = self.any().scene();
        as_array(py, &scene, &[self.any().start()])?.reshape([scene.rows, scene.cols])
    }

    #[pyo3(signature = (dtype = None, copy = None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let _ = copy;
        let board = self.board(py)?.into_any();
        match dtype {
            Some(dtype) => board.call_method1("astype", (dtype,)),
            None => Ok(board),
        }
    }

    /// The puzzle as text that can be read again, in one of the kind's forms or its own.
    #[pyo3(signature = (form = None))]
    fn text(&self, py: Python<'_>, form: Option<&str>) -> PyResult<String> {
        let form = form.map(slidewise_solve::form).transpose();
        let form = form.map_err(|error| bad_setting(py, "form", error))?;
        let text = self.any().text(&self.any().start(), form);
        text.map_err(|error| bad_setting(py, "form", error.0))
    }

    /// The steps that can be made, each as it is written.
    fn moves(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let written = |step| self.any().write_moves(&[step], &Writing::default());
        let steps = self.any().steps(&self.any().start()).into_iter();
        steps.map(written).collect::<Result<_, _>>().map_err(|refusal| refused(py, &refusal))
    }

    /// The puzzle after moves.
    #[pyo3(signature = (moves, *, notation = None))]
    fn after(&self, py: Python<'_>, moves: &str, notation: Option<&str>) -> PyResult<Self> {
        let mut at = self.any().start();
        for step in self.steps(py, moves, notation)? {
            // Each step was made when the moves were read.
            let _ = self.any().apply(&mut at, step);
        }
        Ok(Self::made(self.any().rest(&at)))
    }

    /// The board as an SVG picture; with moves, as one that moves.
    #[pyo3(
        signature = (moves = None, *, cell = Pixels(48), seconds = 0.5),
        text_signature = "($self, moves=None, *, cell=48, seconds=0.5)"
    )]
    fn svg(&self, py: Python<'_>, moves: Option<&str>, cell: Pixels, seconds: f64) -> PyResult<String> {
        if !(0.02..=60.0).contains(&seconds) {
            return Err(bad_setting(py, "seconds", "a move takes from 0.02 to 60 seconds"));
        }
        let look = look(py, cell.0)?;
        let drawn = match moves {
            None => still(&self.any().picture(&self.any().start()), &look),
            Some(moves) => {
                let positions = positions(self.any(), &self.steps(py, moves, None)?);
                animated(&self.any().scene(), &positions, &look, seconds)
            }
        };
        drawn.map_err(|undrawn| bad_setting(py, "cell", undrawn))
    }

    /// The board as a PNG picture.
    #[pyo3(signature = (*, cell = Pixels(48)), text_signature = "($self, *, cell=48)")]
    fn png(&self, py: Python<'_>, cell: Pixels) -> PyResult<Vec<u8>> {
        let drawn = png(&self.any().picture(&self.any().start()), &look(py, cell.0)?);
        drawn.map_err(|undrawn| bad_setting(py, "cell", undrawn))
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        self.svg(py, None, Pixels(48), 0.5)
    }

    fn __str__(&self) -> String {
        draw::draw(&self.any().picture(&self.any().start()))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let text = self.any().slug().map_or_else(|| self.line(), ToString::to_string);
        Ok(format!("Puzzle({})", quoted(py, &text)?))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Self>() else { return false };
        let other = other.get();
        self.kind() == other.kind() && renumbered(self.any()) == renumbered(other.any())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        renumbered(self.any()).position.hash(&mut hasher);
        hasher.finish()
    }

    /// What never changes is its own copy; the numbers of its pieces stay as they are.
    fn __copy__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: PyRef<'py, Self>, _memo: &Bound<'py, PyAny>) -> PyRef<'py, Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let (text, Reading { size, form, goal }) = self.again();
        let make = py.get_type::<Self>().getattr("_again")?;
        (make, (text, size, form, goal, self.read.id.clone(), self.read.known_length)).into_pyobject(py)
    }

    /// The puzzle that was written down so.
    #[expect(clippy::too_many_arguments, reason = "Python hands over one by one what `__reduce__` kept")]
    #[classmethod]
    fn _again(
        _cls: &Bound<'_, PyType>,
        py: Python<'_>,
        text: String,
        size: Option<(usize, usize)>,
        form: Option<&str>,
        goal: Option<String>,
        id: Option<String>,
        known_length: Option<u64>,
    ) -> PyResult<Self> {
        let form = form.map(slidewise_solve::form).transpose();
        let reading = Reading { size, goal, form: form.map_err(|error| bad_setting(py, "form", error))? };
        let read = read_one(&text, &reading).map_err(|error| unreadable(py, &error, &text))?;
        Ok(Self::new(Read { id, known_length, ..read }, Some(text), reading))
    }
}

/// The positions from the start on, one more than there are steps.
pub fn positions(puzzle: &AnyPuzzle, steps: &[PlainStep]) -> Vec<Position> {
    let mut at = puzzle.start();
    let mut positions = vec![at.clone()];
    for &step in steps {
        // Solutions are replayed before they are shown.
        let _ = puzzle.apply(&mut at, step);
        positions.push(at.clone());
    }
    positions
}
