//! What counts as one.

use std::fmt;
use std::str::FromStr;

use crate::step::Step;

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

    /// The length of a way in this metric: steps that follow each other and make one move count once.
    pub fn length(self, steps: &[Step]) -> usize {
        self.split(steps).count()
    }

    /// A way cut into what this metric counts as one.
    pub fn split(self, steps: &[Step]) -> impl Iterator<Item = &[Step]> {
        steps.chunk_by(move |a, b| match self {
            Self::Steps => false,
            Self::Lines => a == b,
            Self::Moves => a.piece == b.piece,
        })
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::step::Direction::{Down, Left};

    #[test]
    fn steps_that_make_one_move_count_once() {
        let way = [(0, Left), (0, Left), (0, Down), (1, Down), (0, Down)];
        let steps: Vec<Step> = way.into_iter().map(|(piece, direction)| Step { piece, direction }).collect();
        assert_eq!(Metric::ALL.map(|metric| metric.length(&steps)), [5, 4, 3]);
        assert_eq!(Metric::ALL.map(|metric| metric.length(&[])), [0, 0, 0]);
    }
}
