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
    "A text or an array that is no puzzle. `line` and `column` say where, from 1; None if the whole is meant."
);
pyo3::create_exception!(
    slidewise,
    SettingError,
    PyValueError,
    "A setting that does not fit. `setting` is its name, `instead` a list of what would do."
);
pyo3::create_exception!(
    slidewise,
    MoveError,
    PyValueError,
    "Moves that cannot be read or made. `line` and `column` say where, from 1; None if that is not known."
);
pyo3::create_exception!(
    slidewise,
    InternalError,
    PyRuntimeError,
    "A mistake of slidewise itself: please report it."
);

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
