//! Puzzles as environments: one puzzle of any kind, and many tile boards that are stepped together.

use numpy::{
    PyArray1, PyArray2, PyArray3, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray1, PyReadwriteArray3,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use slidewise_solve::puzzles::random::Rng;
use slidewise_solve::puzzles::tiles::Board;
use slidewise_solve::puzzles::tiles::generate::{scramble, uniform};
use slidewise_solve::{Direction, Position};

use crate::actions::Actions;
use crate::error::PuzzleError;
use crate::estimates::{board_of, check_scramble, unsolved_board};
use crate::input;
use crate::puzzle::{Puzzle, as_array};
use crate::shared;

/// A puzzle in play.
#[pyclass(module = "slidewise._slidewise", name = "Game", skip_from_py_object)]
#[derive(Clone)]
pub struct Game {
    puzzle: Puzzle,
    actions: Actions,
    at: Position,
}

#[pymethods]
impl Game {
    #[new]
    fn new(puzzle: &Bound<'_, Puzzle>) -> Self {
        let puzzle = puzzle.get().clone();
        let (actions, at) = (Actions::of(puzzle.any()), puzzle.any().start());
        Self { puzzle, actions, at }
    }

    /// How many actions there are.
    #[getter]
    fn actions(&self) -> usize {
        self.actions.count()
    }

    /// The board.
    #[getter]
    fn board<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i32>>> {
        let scene = self.puzzle.any().scene();
        as_array(py, &scene, std::slice::from_ref(&self.at))?.reshape([scene.rows, scene.cols])
    }

    /// Which actions can be made.
    #[getter]
    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        PyArray1::from_vec(py, self.actions.mask(&self.at))
    }

    /// Whether the goal is met.
    #[getter]
    fn is_solved(&self) -> bool {
        self.puzzle.any().is_solved(&self.at)
    }

    /// What is left of the puzzle.
    #[getter]
    fn rest(&self) -> Puzzle {
        Puzzle::made(self.puzzle.any().rest(&self.at))
    }

    /// The metric in which each action costs 1; None if there is none.
    #[getter]
    fn metric(&self) -> Option<&'static str> {
        self.actions.metric()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    /// Makes an action; False, and nothing happens, if it cannot be made.
    fn step(&mut self, action: usize) -> bool {
        let step = self.actions.step(&self.at, action);
        step.is_some_and(|step| self.puzzle.any().apply(&mut self.at, step).is_ok())
    }

    /// The board as pixels: rows, columns, red, green and blue.
    fn pixels<'py>(&self, py: Python<'py>, cell: usize) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let look = slidewise_lab::board::Look { cell, ..Default::default() };
        let drawn = slidewise_lab::board::png(&self.puzzle.any().picture(&self.at), &look);
        let bytes = drawn.map_err(|undrawn| PyValueError::new_err(undrawn.to_string()))?;
        let bad = |error: png::DecodingError| PyValueError::new_err(error.to_string());
        let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().map_err(bad)?;
        let (width, height) = (reader.info().width as usize, reader.info().height as usize);
        let mut pixels = vec![0; width * height * 3];
        reader.next_frame(&mut pixels).map_err(bad)?;
        PyArray1::from_vec(py, pixels).reshape([height, width, 3])
    }
}

/// Many tile boards of one size on their way to one goal, stepped together.
#[pyclass(module = "slidewise._slidewise", name = "TileBoards", skip_from_py_object)]
#[derive(Clone)]
pub struct TileBoards {
    goal: Board,
    boards: Vec<Board>,
    rngs: Vec<Rng>,
    scramble: Option<usize>,
}

impl TileBoards {
    fn fresh(goal: &Board, moves: Option<usize>, rng: &mut Rng) -> Board {
        // A board that is solved from the start is no episode.
        unsolved_board(goal, rng, |rng| match moves {
            Some(moves) => scramble(goal, moves, rng),
            None => uniform(goal, rng),
        })
    }

    fn show(&self, index: usize, out: &mut [u8]) {
        out.iter_mut().zip(self.boards[index].cells()).for_each(|(cell, &tile)| *cell = tile as u8);
    }
}

#[pymethods]
impl TileBoards {
    /// Boards that are all solved. `goal` is any puzzle whose board is the one to be reached.
    #[new]
    fn new(py: Python<'_>, count: usize, goal: &Bound<'_, PyAny>, scramble: Option<usize>) -> PyResult<Self> {
        let puzzle = input::puzzle(goal, &Default::default())?;
        let goal = board_of(&puzzle)?;
        check_scramble(py, scramble)?;
        let cells = goal.cells().len();
        if cells > 256 {
            return Err(PuzzleError::new_err("boards of up to 256 cells can be stepped together"));
        }
        // A board on the heap, what is kept beside it, and the arrays that show it.
        shared::check_room(count, 8 * cells + 256)?;
        let rngs = (0..count as u64).map(Rng::from_seed).collect();
        Ok(Self { boards: vec![goal.clone(); count], goal, rngs, scramble })
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    /// Gives each board a seed of its own; what has none stays as it is.
    fn seed(&mut self, seeds: Vec<Option<u64>>) -> PyResult<()> {
        if seeds.len() != self.rngs.len() {
            let message = format!("there are {} boards and {} seeds", self.rngs.len(), seeds.len());
            return Err(PyValueError::new_err(message));
        }
        for (rng, seed) in self.rngs.iter_mut().zip(seeds) {
            if let Some(seed) = seed {
                *rng = Rng::from_seed(seed);
            }
        }
        Ok(())
    }

    /// New random boards where the mask says so.
    fn reset(
        &mut self,
        wanted: PyReadonlyArray1<'_, bool>,
        mut out: PyReadwriteArray3<'_, u8>,
    ) -> PyResult<()> {
        let cells = self.goal.cells().len();
        let (wanted, out) = (wanted.as_slice()?, out.as_slice_mut()?);
        if wanted.len() != self.boards.len() || out.len() != cells * self.boards.len() {
            return Err(PyValueError::new_err("the arrays do not have as many boards"));
        }
        for (index, shown) in out.chunks_exact_mut(cells).enumerate().filter(|(index, _)| wanted[*index]) {
            self.boards[index] = Self::fresh(&self.goal, self.scramble, &mut self.rngs[index]);
            self.show(index, shown);
        }
        Ok(())
    }

    /// Makes an action on each board and enters the boards, whether they are solved and whether the action could be
    /// made. An action that cannot be made changes nothing.
    fn step(
        &mut self,
        py: Python<'_>,
        actions: PyReadonlyArray1<'_, i64>,
        mut out: PyReadwriteArray3<'_, u8>,
        mut solved: PyReadwriteArray1<'_, bool>,
        mut legal: PyReadwriteArray1<'_, bool>,
    ) -> PyResult<()> {
        let cells = self.goal.cells().len();
        let (count, actions, out) = (self.boards.len(), actions.as_slice()?, out.as_slice_mut()?);
        let (solved, legal) = (solved.as_slice_mut()?, legal.as_slice_mut()?);
        if [actions.len(), solved.len(), legal.len()] != [count; 3] || out.len() != cells * count {
            return Err(PyValueError::new_err("the arrays do not have as many boards"));
        }
        if let Some(bad) = actions.iter().find(|action| !(0..4).contains(*action)) {
            return Err(PyValueError::new_err(format!("an action is 0, 1, 2 or 3, not {bad}")));
        }
        let (boards, goal) = (&mut self.boards, &self.goal);
        py.detach(|| {
            let shown = out.chunks_exact_mut(cells).zip(solved).zip(legal);
            for ((board, &action), ((shown, solved), legal)) in boards.iter_mut().zip(actions).zip(shown) {
                let before = board.blank();
                *legal = board.slide(Direction::ALL[action as usize]).is_some();
                if *legal {
                    let after = board.blank();
                    (shown[before], shown[after]) = (board.cells()[before] as u8, 0);
                    // The last step to the goal puts the blank where it belongs.
                    *solved = after == goal.blank() && board == goal;
                } else {
                    *solved = board == goal;
                }
            }
        });
        Ok(())
    }

    /// Which actions can be made on each board.
    fn masks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<bool>>> {
        let mut masks = Vec::with_capacity(4 * self.boards.len());
        for board in &self.boards {
            // A tile that goes up comes from below the blank.
            let from = |direction: Direction| board.neighbour(board.blank(), direction.opposite()).is_some();
            masks.extend(Direction::ALL.map(from));
        }
        PyArray1::from_vec(py, masks).reshape([self.boards.len(), 4])
    }

    /// One of the boards as a puzzle.
    fn puzzle(&self, py: Python<'_>, index: usize) -> PyResult<Puzzle> {
        let board = self.boards.get(index).ok_or_else(|| PyValueError::new_err("there is no such board"))?;
        let text = |board: &Board| {
            let rows = board.cells().chunks(board.cols());
            let row = |row: &[u16]| row.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
            rows.map(row).collect::<Vec<_>>().join("/")
        };
        let reading = slidewise_solve::Reading { goal: Some(text(&self.goal)), ..Default::default() };
        let source = text(board);
        let read = slidewise_solve::read_one(&source, &reading);
        let read = read.map_err(|error| crate::error::unreadable(py, &error, &source))?;
        Ok(Puzzle::new(read, Some(source), reading))
    }
}
