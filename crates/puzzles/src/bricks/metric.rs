//! What counts as one.

use std::fmt;
use std::str::FromStr;

/// What a solution's length counts. Published figures are often in another metric than people think.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Metric {
    /// One piece by one cell.
    Steps,
    /// One piece in one straight line, any distance.
    Lines,
    /// One piece along any path, until another piece moves.
    #[default]
    Moves,
}

impl Metric {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Steps, Self::Lines, Self::Moves];

    /// The name under which users ask for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Steps => "steps",
            Self::Lines => "lines",
            Self::Moves => "moves",
        }
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The name is none of those in [`Metric::ALL`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownMetric(pub String);

impl fmt::Display for UnknownMetric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown metric {:?}: use steps, lines or moves", self.0)
    }
}

impl std::error::Error for UnknownMetric {}

impl FromStr for Metric {
    type Err = UnknownMetric;
    fn from_str(name: &str) -> Result<Self, UnknownMetric> {
        Self::ALL.into_iter().find(|m| m.name() == name).ok_or_else(|| UnknownMetric(name.into()))
    }
}
