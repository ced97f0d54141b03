//! From Python values to puzzles: texts, names, files, lists and arrays.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyList, PyString, PyTuple};
use slidewise_solve::puzzles::text::decode;
use slidewise_solve::{Item, Read, Reading, Unreadable, kinds, read, read_bytes};

use crate::background::caught;
use crate::error::{shown, unreadable};
use crate::puzzle::Puzzle;
use crate::shared::check_room;

/// More text than any list that makes sense; beyond it memory would be at risk.
const MAX_BYTES: u64 = 256 << 20;

/// After how many puzzles of an iterator it is seen whether it goes on too long, and the bytes that one may take.
const OFTEN: usize = 4096;
const ROUGHLY: usize = 16 << 10;

/// Where a text came from: it is kept, because it makes the puzzle again in another process.
struct Source {
    text: Vec<u8>,
    file: Option<PathBuf>,
    /// Its size, if it was given as rows and the text alone could mean another.
    size: Option<(usize, usize)>,
}

impl Source {
    /// The text that a value stands for.
    fn of(value: &Bound<'_, PyAny>) -> PyResult<Self> {
        let is_path = !value.is_instance_of::<PyString>() && value.hasattr("__fspath__")?;
        if is_path {
            return Self::in_file(value.extract()?);
        }
        let Board { text, size } = board_of(value)?;
        // Longer texts are no paths, and a text of several lines is a puzzle.
        let may_be_file = value.is_instance_of::<PyString>() && text.len() < 4096 && !text.contains('\n');
        if may_be_file && kinds::in_library(&text).is_none() && Path::new(&text).is_file() {
            return Self::in_file(text.into());
        }
        Ok(Self { text: text.into_bytes(), file: None, size })
    }

    fn in_file(file: PathBuf) -> PyResult<Self> {
        let mut text = Vec::new();
        File::open(&file)?.take(MAX_BYTES + 1).read_to_end(&mut text)?;
        if text.len() as u64 > MAX_BYTES {
            let message = format!("{}: more than {} MiB of text", file.display(), MAX_BYTES >> 20);
            return Err(PyValueError::new_err(message));
        }
        Ok(Self { text, file: Some(file), size: None })
    }

    fn items(&self, reading: &Reading) -> PyResult<Vec<Item>> {
        caught(|| match decode(&self.text) {
            Ok(text) => read(text, reading),
            Err(_) => read_bytes(&self.text, reading),
        })
    }

    /// The exception for something in it that is no puzzle.
    fn bad(&self, py: Python<'_>, error: Unreadable) -> PyErr {
        let text = decode(&self.text).unwrap_or_default();
        let is_word = !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '-');
        match kinds::nearly_in_library(text).filter(|_| is_word && self.file.is_none()) {
            Some(name) => {
                let message = format!("there is no puzzle or file \"{text}\"; did you mean \"{name}\"?");
                unreadable(py, &Unreadable::new(message), "")
            }
            None => unreadable(py, &error, text),
        }
    }

    /// The text to make one of its puzzles of again: its own, if it is the only one.
    fn again(&self, count: usize) -> Option<String> {
        (count == 1).then(|| String::from_utf8_lossy(&self.text).into_owned())
    }
}

/// The one puzzle that a value stands for.
pub fn puzzle(value: &Bound<'_, PyAny>, reading: &Reading) -> PyResult<Puzzle> {
    if let Ok(puzzle) = value.cast::<Puzzle>() {
        return puzzle.get().reread(value.py(), reading);
    }
    let source = Source::of(value)?;
    let reading = &Reading { size: reading.size.or(source.size), ..reading.clone() };
    let mut items = source.items(reading)?;
    if items.len() != 1 {
        let message = format!("there are {} puzzles; give one, or use solve_many or read", items.len());
        return Err(unreadable(value.py(), &Unreadable::new(message), ""));
    }
    let read = items.remove(0).result.map_err(|error| source.bad(value.py(), error))?;
    Ok(Puzzle::new(read, source.again(1), reading.clone()))
}

/// All puzzles that a value stands for: those of a text or a file, or one for each item of a list or an array.
pub fn puzzles(value: &Bound<'_, PyAny>, reading: &Reading) -> PyResult<Vec<Puzzle>> {
    let is_text = value.is_instance_of::<PyString>() || value.hasattr("__fspath__")?;
    if value.is_instance_of::<Puzzle>() {
        return Ok(vec![puzzle(value, reading)?]);
    }
    if !is_text {
        let each = |(index, item): (usize, PyResult<Bound<'_, PyAny>>)| {
            // Iterators that never end are easily made.
            if index % OFTEN == OFTEN - 1 {
                value.py().check_signals()?;
                check_room(OFTEN, ROUGHLY)?;
            }
            puzzle(&item?, reading).map_err(|error| numbered(value.py(), index, error))
        };
        return value.try_iter()?.enumerate().map(each).collect();
    }
    let source = Source::of(value)?;
    let items = source.items(reading)?;
    let count = items.len();
    let each = |item: Item| {
        let read: Read = item.result.map_err(|error| source.bad(value.py(), error))?;
        Ok(Puzzle::new(read, source.again(count), reading.clone()))
    };
    items.into_iter().map(each).collect()
}

/// Says which of many is wrong. The exception keeps its type and what it knows.
fn numbered(py: Python<'_>, index: usize, error: PyErr) -> PyErr {
    // A note is a nicety of Python 3.11; older ones do without.
    let _ = error.value(py).call_method1("add_note", (format!("in puzzle {index} of the list, from 0"),));
    error
}

/// A board as text.
struct Board {
    text: String,
    /// The size of a board of one row, whose text could be one column as well.
    size: Option<(usize, usize)>,
}

impl From<String> for Board {
    fn from(text: String) -> Self {
        Self { text, size: None }
    }
}

/// The text of a board: as it is, or made of the rows of a list or an array.
pub fn text_of(value: &Bound<'_, PyAny>) -> PyResult<String> {
    board_of(value).map(|board| board.text)
}

fn board_of(value: &Bound<'_, PyAny>) -> PyResult<Board> {
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(text.to_str()?.to_string().into());
    }
    if let Ok(puzzle) = value.cast::<Puzzle>() {
        return Ok(puzzle.get().line().into());
    }
    if let Ok(kind) = value.getattr("dtype").and_then(|dtype| dtype.getattr("kind")) {
        let kind: String = kind.extract()?;
        if kind != "i" && kind != "u" {
            return Err(PyTypeError::new_err("an array of whole numbers is expected, the blank 0"));
        }
        return board_of(&value.call_method0("tolist")?);
    }
    match (value.cast::<PyList>(), value.cast::<PyTuple>()) {
        (Ok(list), _) => of_rows(list.iter().map(as_plain).collect::<PyResult<_>>()?),
        (_, Ok(tuple)) => of_rows(tuple.iter().map(as_plain).collect::<PyResult<_>>()?),
        // Data frames and tensors.
        _ if value.hasattr("__array__")? => board_of(&value.call_method0("__array__")?),
        _ => {
            let given = value.get_type().name()?.to_string();
            let message =
                format!("a puzzle is a str, a path, a list of rows, an array or a Puzzle, not {given}");
            Err(PyTypeError::new_err(message))
        }
    }
}

/// A row that is an array as a list; everything else as it is.
fn as_plain(row: Bound<'_, PyAny>) -> PyResult<Bound<'_, PyAny>> {
    let is_plain = row.is_instance_of::<PyInt>() || row.is_instance_of::<PyList>() || row.is_none();
    match !is_plain && row.hasattr("tolist")? {
        true => row.call_method0("tolist"),
        false => Ok(row),
    }
}

fn of_rows(rows: Vec<Bound<'_, PyAny>>) -> PyResult<Board> {
    let is_row = |row: &Bound<'_, PyAny>| row.is_instance_of::<PyList>() || row.is_instance_of::<PyTuple>();
    if !rows.iter().any(is_row) {
        let cells: Vec<String> = rows.iter().map(cell_text).collect::<PyResult<_>>()?;
        return Ok(cells.join(" ").into());
    }
    if !rows.iter().all(is_row) {
        return Err(PyTypeError::new_err("a board has rows of cells, but not all of these are rows"));
    }
    let size = match &rows[..] {
        [row] => Some((1, row.len()?)),
        _ => None,
    };
    let texts: Vec<String> = rows.iter().map(row_text).collect::<PyResult<_>>()?;
    Ok(Board { text: texts.join("/"), size })
}

fn row_text(row: &Bound<'_, PyAny>) -> PyResult<String> {
    let cells: PyResult<Vec<String>> = row.try_iter()?.map(|cell| cell_text(&cell?)).collect();
    Ok(cells?.join(" "))
}

fn cell_text(cell: &Bound<'_, PyAny>) -> PyResult<String> {
    if cell.is_instance_of::<PyList>() || cell.is_instance_of::<PyTuple>() {
        let message = "a board has rows of cells, no deeper lists; solve_many takes many boards";
        return Err(PyTypeError::new_err(message));
    }
    if cell.is_none() {
        return Ok("0".to_string());
    }
    // Whole numbers of any type are those that can be an index.
    if cell.is_instance_of::<PyInt>() || cell.is_instance_of::<PyString>() || cell.hasattr("__index__")? {
        return Ok(cell.str()?.to_string());
    }
    let given = cell.get_type().name()?.to_string();
    Err(PyTypeError::new_err(format!("a cell is a whole number or None, not {} ({given})", shown(cell))))
}
