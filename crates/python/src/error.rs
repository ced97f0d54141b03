//! What is wrong, as Python exceptions. Bad texts and settings are `ValueError`s that know their place.

use pyo3::exceptions::{PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use slidewise_solve::record::ErrorRecord;
use slidewise_solve::survey::{SurveyError, Unsurveyed};
use slidewise_solve::{GenerateError, MovesError, Refusal, SolveError, Unreadable};

pyo3::create_exception!(
    slidewise,
    PuzzleError,
    PyValueError,
    "A text or an array that is no puzzle. `line` and `column` say where, from 1; None if the whole is meant.

>>> try:
...     slidewise.solve(\"1 2 3/4 5 6/7 7 0\")
... except slidewise.PuzzleError as error:
...     print(error.line, error.column)
1 15
"
);
pyo3::create_exception!(
    slidewise,
    SettingError,
    PyValueError,
    "A setting that does not fit. `setting` is its name, `instead` a list of what would do.

>>> try:
...     slidewise.solve(\"123456708\", algorithm=\"bfs\", heuristic=\"manhattan\")
... except slidewise.SettingError as error:
...     print(error.setting, \"astar\" in error.instead)
heuristic True
"
);
pyo3::create_exception!(
    slidewise,
    MoveError,
    PyValueError,
    "Moves that cannot be read or made. `line` and `column` say where, from 1; None if that is not known.

>>> try:
...     slidewise.Puzzle(\"123456708\").after(\"LL\")
... except slidewise.MoveError as error:
...     print(error.line, error.column)
1 2
"
);
pyo3::create_exception!(
    slidewise,
    InternalError,
    PyRuntimeError,
    "A mistake of slidewise itself: please report it. No `ValueError`, because no other input would help.

>>> issubclass(slidewise.InternalError, (RuntimeError, ValueError)), issubclass(slidewise.InternalError, ValueError)
(True, False)
"
);

/// The most letters of a value that a message quotes.
const QUOTED: usize = 200;

/// A value for a message. It may be of any size, and its own text may raise: then it is called by its type.
pub fn shown(value: &Bound<'_, PyAny>) -> String {
    let text = value.str().map(|text| text.to_string_lossy().into_owned());
    let text = text.or_else(|_| value.get_type().name().map(|name| format!("an object of type {name}")));
    let text = text.unwrap_or_else(|_| "what was given".to_string());
    match text.char_indices().nth(QUOTED) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// The exception for a text that is no puzzle; `text` is shown with a caret under the place.
pub fn unreadable(py: Python<'_>, error: &Unreadable, text: &str) -> PyErr {
    let record = ErrorRecord::from(error);
    let message = match &record.instead[..] {
        [] => error.explained(text),
        ways => format!("{}\nsay which: {}", error.explained(text), ways.join(" or ")),
    };
    let exception = match error.refused {
        Some(_) => SettingError::new_err(message),
        None => PuzzleError::new_err(message),
    };
    with_record(py, exception, record)
}

/// The exception for moves that cannot be read.
pub fn bad_moves(py: Python<'_>, error: &MovesError) -> PyErr {
    let (line, column) = (error.place.map(|place| place.line), error.place.map(|place| place.column));
    let record = ErrorRecord { message: error.message.clone(), line, column, ..ErrorRecord::default() };
    with_record(py, MoveError::new_err(error.message.clone()), record)
}

/// The exception for a setting that does not fit.
pub fn refused(py: Python<'_>, refusal: &Refusal) -> PyErr {
    with_record(py, SettingError::new_err(refusal.to_string()), refusal.into())
}

/// The exception for a value of a setting that means nothing.
pub fn bad_setting(py: Python<'_>, setting: &str, message: impl ToString) -> PyErr {
    let record = ErrorRecord { setting: Some(setting.to_string()), ..ErrorRecord::default() };
    with_record(py, SettingError::new_err(format!("{setting}: {}", message.to_string())), record)
}

/// The exception for a solve that gave no answer.
pub fn unsolved(py: Python<'_>, error: &SolveError) -> PyErr {
    match error {
        SolveError::Refused(refusal) => refused(py, refusal),
        SolveError::NoGoal => {
            with_record(py, PuzzleError::new_err(error.to_string()), ErrorRecord::default())
        }
        SolveError::NotASolution(_) => {
            with_record(py, MoveError::new_err(error.to_string()), ErrorRecord::default())
        }
        SolveError::NotKept(_) | SolveError::Unlike(_) => PyOSError::new_err(error.to_string()),
        SolveError::Interrupted(_) => PyRuntimeError::new_err(error.to_string()),
        SolveError::Refuted(_) => InternalError::new_err(error.to_string()),
    }
}

/// The exception for a space that was not looked at.
pub fn unsurveyed(py: Python<'_>, error: &SurveyError) -> PyErr {
    match error {
        SurveyError::Heuristic(error) => unsolved(py, error),
        SurveyError::Space(Unsurveyed::Stopped(_)) => PyRuntimeError::new_err(error.to_string()),
        SurveyError::Space(_) => PyValueError::new_err(error.to_string()),
    }
}

/// The exception for a random puzzle that cannot be made.
pub fn ungenerated(py: Python<'_>, error: &GenerateError) -> PyErr {
    match error {
        GenerateError::Refused(refusal) => refused(py, refusal),
        GenerateError::Goal(error) => unreadable(py, error, ""),
    }
}

/// Sets what programs read of an exception.
fn with_record(py: Python<'_>, exception: PyErr, record: ErrorRecord) -> PyErr {
    let value = exception.value(py);
    let set = || {
        value.setattr("line", record.line)?;
        value.setattr("column", record.column)?;
        value.setattr("setting", record.setting)?;
        value.setattr("instead", record.instead)
    };
    match set() {
        Ok(()) => exception,
        Err(error) => error,
    }
}
