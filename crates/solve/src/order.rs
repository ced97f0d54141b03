//! The order in which a depth-first search tries the moves of a position.

use std::fmt;
use std::str::FromStr;

use slidewise_puzzles::step::Direction;

/// The four ways that the blank may go, in the order in which they are tried: `URDL`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveOrder([Direction; 4]);

/// A text that is no order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadOrder(String);

impl MoveOrder {
    /// The numbers of the ways in [`Direction::ALL`].
    pub fn numbers(self) -> [u8; 4] {
        let number = |way: Direction| (0_u8..).zip(Direction::ALL).find(|(_, one)| *one == way);
        self.0.map(|way| number(way).map_or(0, |(number, _)| number))
    }
}

impl FromStr for MoveOrder {
    type Err = BadOrder;

    fn from_str(text: &str) -> Result<Self, BadOrder> {
        let bad = || BadOrder(text.to_string());
        let way = |c: char| {
            Direction::ALL.into_iter().find(|way| way.letter() == c.to_ascii_uppercase()).ok_or_else(bad)
        };
        let ways = text.trim().chars().map(way).collect::<Result<Vec<_>, _>>()?;
        let has_all = Direction::ALL.iter().all(|way| ways.contains(way));
        <[Direction; 4]>::try_from(ways).ok().filter(|_| has_all).map(Self).ok_or_else(bad)
    }
}

impl fmt::Display for MoveOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|way| write!(f, "{}", way.letter()))
    }
}

impl fmt::Display for BadOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\" is not an order of moves: write U, R, D and L, each once, as in URDL", self.0)
    }
}

impl std::error::Error for BadOrder {}
