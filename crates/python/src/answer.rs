//! An answer as a Python value: immutable, comparable, and as good in another process.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::OnceLock;

use numpy::PyArray3;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};
use pythonize::pythonize;
use slidewise_lab::board::{Look, animated};
use slidewise_solve::record::MoveRecord;
use slidewise_solve::{Answer as Solved, Position, Record, Step as PlainStep, Writing};

use crate::error::{InternalError, bad_setting, refused};
use crate::puzzle::{Pixels, Puzzle, as_array, positions, quoted};

/// One move: a piece and the way it goes, one letter a cell.
///
/// >>> slidewise.solve("1 2 3/4 5 6/0 7 8", metric="multi")[0]
/// Step(piece='7', path='LL')
#[pyclass(frozen, eq, hash, get_all, module = "slidewise", name = "Step", skip_from_py_object)]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// The label of the piece; of the first that goes, where several are pushed together.
    piece: String,
    /// The way: `U`, `D`, `L`, `R`, one letter a cell.
    path: String,
}

#[pymethods]
impl Step {
    #[new]
    fn new(piece: String, path: String) -> Self {
        Self { piece, path }
    }

    #[classattr]
    fn __match_args__() -> (&'static str, &'static str) {
        ("piece", "path")
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Step(piece={}, path={})", quoted(py, &self.piece)?, quoted(py, &self.path)?))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        (py.get_type::<Self>(), (&self.piece, &self.path)).into_pyobject(py)
    }
}

impl From<&MoveRecord> for Step {
    fn from(record: &MoveRecord) -> Self {
        Self { piece: record.piece.clone(), path: record.path.clone() }
    }
}

/// How a puzzle came out: a value that compares, hashes and pickles. It iterates as its steps, and is true if there is
/// a solution.
///
/// >>> answer = slidewise.solve("1 2 3/4 0 6/7 5 8")
/// >>> answer.cost, answer.moves, answer.proof
/// (2, 'UL', 'optimal')
/// >>> [step.piece for step in answer], answer.states().shape
/// (['5', '8'], (3, 3, 3))
/// >>> answer.written("numbers"), answer.to_dict()["lower_bound"]
/// ('5 8', 2)
#[pyclass(frozen, module = "slidewise", name = "Answer", skip_from_py_object)]
pub struct Answer {
    puzzle: Puzzle,
    solved: Option<Solved>,
    /// What is known as data; made when it is first asked for.
    record: OnceLock<Record>,
}

impl Answer {
    /// An answer that has just been found.
    pub fn new(puzzle: Puzzle, solved: Solved) -> Self {
        Self { puzzle, solved: Some(solved), record: OnceLock::new() }
    }

    /// With an estimate that has no name in the registry.
    pub fn by(self, py: Python<'_>, heuristic: Option<String>) -> PyResult<Self> {
        let record = Record { heuristic, ..self.record(py)?.clone() };
        Ok(Self { record: OnceLock::from(record), ..self })
    }

    /// With the cost of the solution that was to be shortened.
    pub fn shortened_from(self, py: Python<'_>, cost: u64) -> PyResult<Self> {
        let record = Record { given_cost: Some(cost), ..self.record(py)?.clone() };
        Ok(Self { record: OnceLock::from(record), ..self })
    }

    fn record(&self, py: Python<'_>) -> PyResult<&Record> {
        if let Some(record) = self.record.get() {
            return Ok(record);
        }
        let solved =
            self.solved.as_ref().ok_or_else(|| InternalError::new_err("an answer without a record"))?;
        let record =
            Record::of(&**self.puzzle.any(), solved, None).map_err(|refusal| refused(py, &refusal))?;
        let mut record = record.read_as(&self.puzzle.read).at(1, "python");
        record.warnings.extend(solved.warnings.iter().cloned());
        record.detected = record.detected.filter(|detected| !detected.is_empty());
        Ok(self.record.get_or_init(|| record))
    }

    /// The steps by one cell each.
    fn plain_steps(&self, py: Python<'_>) -> PyResult<Option<Vec<PlainStep>>> {
        if let Some(solved) = &self.solved {
            return Ok(solved.solution.as_ref().map(|way| way.steps.clone()));
        }
        let record = self.record(py)?;
        let convention = record.move_convention.as_deref();
        record.moves.as_ref().map(|moves| self.puzzle.steps(py, moves, convention)).transpose()
    }

    /// The positions after each move, that before the first one included; only the start without a solution.
    fn positions(&self, py: Python<'_>) -> PyResult<Vec<Position>> {
        let all = positions(self.puzzle.any(), &self.plain_steps(py)?.unwrap_or_default());
        let lengths = self.record(py)?.steps.iter().flatten().map(|step| step.path.len());
        let ends = lengths.scan(0, |made, length| {
            *made += length;
            Some(*made)
        });
        Ok([0].into_iter().chain(ends).filter_map(|at| all.get(at).cloned()).collect())
    }

    /// What decides whether two answers are the same: all but how long it took and what was in use meanwhile.
    fn essence(&self, py: Python<'_>) -> PyResult<Record> {
        let record = self.record(py)?.clone();
        let (seconds, setup_seconds, process_peak_bytes, peak_bytes) = (0.0, 0.0, None, 0);
        Ok(Record { seconds, setup_seconds, process_peak_bytes, peak_bytes, ..record })
    }
}

/// Getters of the record.
macro_rules! known {
    ($($(#[$doc:meta])* $name:ident: $kind:ty;)*) => {
        #[pymethods]
        impl Answer {
            $($(#[$doc])* #[getter] fn $name(&self, py: Python<'_>) -> PyResult<$kind> {
                Ok(self.record(py)?.$name.clone())
            })*
        }
    };
}

known! {
    /// `solved`, `unsolvable` or `stopped`.
    verdict: String;
    /// What ended the search before its natural end: `time`, `nodes`, `memory`, `cancel`, …
    stopped_by: Option<String>;
    /// The cost of the solution in the metric; None without one.
    cost: Option<u64>;
    /// The moves as people write them; None without a solution.
    moves: Option<String>;
    /// `optimal`, `within` (the weight) or `none`; None without a solution.
    proof: Option<String>;
    /// No solution costs less; None if there is none.
    lower_bound: Option<u64>;
    /// The search.
    algorithm: Option<String>;
    /// The estimate; None for a search without one.
    heuristic: Option<String>;
    /// The weight of the estimate, for searches that weight it.
    weight: Option<f64>;
    /// How positions were kept, where there is a choice.
    repr: Option<String>;
    /// What counted as a move.
    metric: Option<String>;
    /// Threads at work.
    threads: usize;
    /// Positions whose moves were looked at.
    expanded: u64;
    /// Moves made by the search.
    generated: u64;
    /// Positions expanded again because a cheaper way to them was found.
    reopened: u64;
    /// Bytes in the search's stores at their fullest.
    peak_bytes: u64;
    /// Time of the search.
    seconds: f64;
    /// Time for tables before the search.
    setup_seconds: f64;
    /// What is odd or went wrong without changing the answer.
    warnings: Vec<String>;
    /// The cost of the solution that was to be shortened.
    given_cost: Option<u64>;
    /// The optimal length that the puzzle's list claims.
    known_optimum: Option<u64>;
}

#[pymethods]
impl Answer {
    /// The puzzle.
    #[getter]
    fn puzzle(&self) -> Puzzle {
        self.puzzle.clone()
    }

    /// Whether there is a solution.
    #[getter]
    fn solved(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.record(py)?.cost.is_some())
    }

    /// Whether there is a solution that is proven to be shortest.
    #[getter]
    fn optimal(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.record(py)?.proof.as_deref() == Some("optimal"))
    }

    /// The moves one by one.
    #[getter]
    fn steps(&self, py: Python<'_>) -> PyResult<Vec<Step>> {
        Ok(self.record(py)?.steps.iter().flatten().map(Step::from).collect())
    }

    /// The positions from the start to the goal as one array, one more than there are moves.
    fn states<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<i32>>> {
        as_array(py, &self.puzzle.any().scene(), &self.positions(py)?)
    }

    /// The moves in another notation, or with equal ones that follow each other written once.
    #[pyo3(signature = (notation = None, *, runs = false))]
    fn written(&self, py: Python<'_>, notation: Option<&str>, runs: bool) -> PyResult<Option<String>> {
        let Some(steps) = self.plain_steps(py)? else { return Ok(None) };
        let puzzle = self.puzzle.any();
        let known = puzzle.kind().entry().metrics.iter().map(slidewise_solve::Metric);
        let metric = self.record(py)?.metric.clone();
        let metric = known.into_iter().find(|one| Some(one.name()) == metric.as_deref());
        let conventions = puzzle.kind().entry().conventions;
        if let Some(name) = notation.filter(|name| conventions.iter().all(|entry| entry.name != *name)) {
            let names: Vec<&str> = conventions.iter().map(|entry| entry.name).collect();
            let message = format!("there is no notation \"{name}\" here; there are {}", names.join(", "));
            return Err(bad_setting(py, "notation", message));
        }
        let writing = Writing { convention: notation, runs, metric };
        puzzle.write_moves(&steps, &writing).map(Some).map_err(|refusal| refused(py, &refusal))
    }

    /// Everything as a dict: what `slidewise solve --json` prints.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(pythonize(py, self.record(py)?)?)
    }

    /// The solution as an SVG picture that moves.
    #[pyo3(
        signature = (*, cell = Pixels(48), seconds = 0.5),
        text_signature = "($self, *, cell=48, seconds=0.5)"
    )]
    fn svg(&self, py: Python<'_>, cell: Pixels, seconds: f64) -> PyResult<String> {
        if !(0.02..=60.0).contains(&seconds) {
            return Err(bad_setting(py, "seconds", "a move takes from 0.02 to 60 seconds"));
        }
        let (scene, look) = (self.puzzle.any().scene(), Look { cell: cell.0, ..Look::default() });
        let drawn = animated(&scene, &self.positions(py)?, &look, seconds);
        drawn.map_err(|undrawn| bad_setting(py, "cell", undrawn))
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.record(py)?.steps.as_ref().map_or(0, Vec::len))
    }

    fn __bool__(&self, py: Python<'_>) -> PyResult<bool> {
        self.solved(py)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.steps(py)?.into_pyobject(py)?.try_iter()?.into_any())
    }

    fn __getitem__<'py>(&self, py: Python<'py>, index: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.steps(py)?.into_pyobject(py)?.get_item(index)
    }

    fn __reversed__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let steps: Vec<Step> = self.steps(py)?.into_iter().rev().collect();
        Ok(steps.into_pyobject(py)?.try_iter()?.into_any())
    }

    /// What never changes is its own copy.
    fn __copy__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: PyRef<'py, Self>, _memo: &Bound<'py, PyAny>) -> PyRef<'py, Self> {
        slf
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let record = self.record(py)?;
        let bound = record.lower_bound.map_or(String::new(), |bound| format!(", lower_bound={bound}"));
        let by = record.algorithm.as_deref().unwrap_or_default();
        Ok(match (record.cost, &record.stopped_by) {
            (Some(cost), _) => {
                let proof = record.proof.as_deref().unwrap_or_default();
                format!(
                    "Answer(cost={cost}, proof='{proof}', algorithm='{by}', expanded={})",
                    record.expanded
                )
            }
            (None, Some(stop)) => format!("Answer('{}', stopped_by='{stop}'{bound})", record.verdict),
            (None, None) => format!("Answer('{}')", record.verdict),
        })
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Self>() else { return Ok(false) };
        Ok(self.essence(py)? == other.get().essence(py)?)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<u64> {
        let record = self.record(py)?;
        let mut hasher = DefaultHasher::new();
        (self.puzzle.line(), &record.verdict, record.cost, &record.moves).hash(&mut hasher);
        Ok(hasher.finish())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let make = py.get_type::<Self>().getattr("_again")?;
        (make, (self.puzzle.clone(), self.record(py)?.to_json())).into_pyobject(py)
    }

    /// The answer that was written down so.
    #[classmethod]
    fn _again(_cls: &Bound<'_, PyType>, puzzle: &Bound<'_, Puzzle>, record: &str) -> PyResult<Self> {
        let record: Record = serde_json::from_str(record).map_err(|error| {
            pyo3::exceptions::PyValueError::new_err(format!("this is no answer: {error}"))
        })?;
        Ok(Self { puzzle: puzzle.get().clone(), solved: None, record: OnceLock::from(record) })
    }

    /// What a notebook shows.
    fn _repr_mimebundle_<'py>(
        slf: &Bound<'py, Self>,
        include: Option<Bound<'py, PyAny>>,
        exclude: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let _ = (include, exclude);
        let bundle = PyDict::new(slf.py());
        bundle.set_item("text/plain", slf.repr()?)?;
        let html = slf.py().import("slidewise._notebook")?.call_method1("answer", (slf,))?;
        bundle.set_item("text/html", html)?;
        Ok(bundle)
    }
}
