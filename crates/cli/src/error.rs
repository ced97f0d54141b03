//! What ends a command early.

use std::fmt;
use std::io;

use slidewise_solve::{GenerateError, Refusal, SolveError};

use crate::exit::Exit;

/// A reason to stop, with the code to stop with.
#[derive(Debug)]
pub enum Failure {
    /// The command line makes no sense.
    Usage(String),
    /// The text of a puzzle makes no sense; what to show, place included.
    BadText(String),
    /// Reading or writing failed.
    Io(io::Error),
    /// A bug of ours, found by our own checks.
    Internal(String),
}

impl Failure {
    /// The exit code. A reader that closed the pipe has what it wanted.
    pub fn exit(&self) -> Exit {
        match self {
            Self::Usage(_) => Exit::Usage,
            Self::BadText(_) => Exit::BadText,
            Self::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Solved,
            Self::Io(_) | Self::Internal(_) => Exit::Other,
        }
    }

    /// Whether there is anything to tell the user.
    pub fn is_silent(&self) -> bool {
        matches!(self, Self::Io(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(text) | Self::BadText(text) | Self::Internal(text) => f.write_str(text),
            Self::Io(error) => write!(f, "{error}"),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        Self::Usage(refusal.to_string())
    }
}

impl From<SolveError> for Failure {
    fn from(error: SolveError) -> Self {
        match error {
            SolveError::Refuted(_) => Self::Internal(error.to_string()),
            SolveError::NoGoal => Self::BadText(format!("{error}; `slidewise explore` counts its positions")),
            SolveError::NotKept(text) => Self::Io(io::Error::other(text)),
            SolveError::NotASolution(_) => Self::BadText(error.to_string()),
            SolveError::Refused(_) | SolveError::Interrupted(_) | SolveError::Unlike(_) => {
                Self::Usage(error.to_string())
            }
        }
    }
}

impl From<GenerateError> for Failure {
    fn from(error: GenerateError) -> Self {
        Self::Usage(error.to_string())
    }
}
