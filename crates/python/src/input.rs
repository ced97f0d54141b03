//! From Python values to puzzles: texts, names, files, lists and arrays.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};
use slidewise_solve::puzzles::text::decode;
use slidewise_solve::{Item, Read, Reading, Unreadable, kinds, read, read_bytes};

use crate::background::caught;
use crate::error::unreadable;
use crate::puzzle::Puzzle;

/// More text than any list that makes sense; beyond it memory would be at risk.
const MAX_BYTES: u64 = 256 << 20;

/// Where a text came from: it is kept, because it makes the puzzle again in another process.
struct Source {
    text: Vec<u8>,
    file: Option<PathBuf>,
}

impl Source {
    /// The text that a value stands for.
    fn of(value: &Bound<'_, PyAny>) -> PyResult<Self> {
        let is_path = !value.is_instance_of::<PyString>() && value.hasattr("__fspath__")?;
        if is_path {
            return Self::in_file(value.extract()?);
        }
        let text = text_of(value)?;
        // Longer texts are no paths, and a text of several lines is a puzzle.
        let may_be_file = value.is_instance_of::<PyString>() && text.len() < 4096 && !text.contains('\n');
        if may_be_file && kinds::in_library(&text).is_none() && Path::new(&text).is_file() {
            return Self::in_file(text.into());
        }
        Ok(Self { text: text.into_bytes(), file: None })
    }

    fn in_file(file: PathBuf) -> PyResult<Self> {
        let mut text = Vec::new();
        File::open(&file)?.take(MAX_BYTES + 1).read_to_end(&mut text)?;
        if text.len() as u64 > MAX_BYTES {
            let message = format!("{}: more than {} MiB of text", file.display(), MAX_BYTES >> 20);
            return Err(PyValueError::new_err(message));
        }
        Ok(Self { text, file: Some(file) })
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

/// The text of a board: as it is, or made of the rows of a list or an array.
pub fn text_of(value: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(text.to_str()?.to_string());
    }
    if let Ok(puzzle) = value.cast::<Puzzle>() {
        return Ok(puzzle.get().line());
    }
    if let Ok(kind) = value.getattr("dtype").and_then(|dtype| dtype.getattr("kind")) {
        let kind: String = kind.extract()?;
        if kind != "i" && kind != "u" {
            return Err(PyTypeError::new_err("an array of whole numbers is expected, the blank 0"));
        }
        return text_of(&value.call_method0("tolist")?);
    }
    let rows: Vec<Bound<'_, PyAny>> = match (value.cast::<PyList>(), value.cast::<PyTuple>()) {
        (Ok(list), _) => list.iter().collect(),
        (_, Ok(tuple)) => tuple.iter().collect(),
        _ => {
            let given = value.get_type().name()?.to_string();
            let message =
                format!("a puzzle is a str, a path, a list of rows, an array or a Puzzle, not {given}");
            return Err(PyTypeError::new_err(message));
        }
    };
    let nested = rows.iter().any(|row| row.is_instance_of::<PyList>() || row.is_instance_of::<PyTuple>());
    let texts: Vec<String> =
        rows.iter().map(if nested { row_text } else { cell_text }).collect::<PyResult<_>>()?;
    Ok(texts.join(if nested { "/" } else { " " }))
}

fn row_text(row: &Bound<'_, PyAny>) -> PyResult<String> {
    let cells: PyResult<Vec<String>> = row.try_iter()?.map(|cell| cell_text(&cell?)).collect();
    Ok(cells?.join(" "))
}

fn cell_text(cell: &Bound<'_, PyAny>) -> PyResult<String> {
    let is_row = cell.is_instance_of::<PyList>() || cell.is_instance_of::<PyTuple>();
    if is_row {
        return Err(PyTypeError::new_err("a board has rows of cells, no deeper lists"));
    }
    match cell.is_none() {
        true => Ok("0".to_string()),
        false => Ok(cell.str()?.to_string()),
    }
}
