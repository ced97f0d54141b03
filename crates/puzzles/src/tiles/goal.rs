//! The boards that people want to reach.

use super::board::{Board, BoardError, check_size};

/// What a board is to be turned into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// 1 2 3 … with the blank in the last cell; what most players mean.
    BlankLast,
    /// The blank in the first cell, then 1 2 3 …; Korf's tables and much of the literature.
    BlankFirst,
    /// 1 2 3 … in a clockwise spiral from the first cell, the blank at its inner end; the 42-school goal.
    Snail,
    /// Any other board.
    Custom(Board),
}

impl Goal {
    /// The goals that have a name.
    pub const NAMED: [Self; 3] = [Self::BlankLast, Self::BlankFirst, Self::Snail];

    /// The name under which users ask for it.
    pub fn name(&self) -> &'static str {
        match self {
            Self::BlankLast => "blank-last",
            Self::BlankFirst => "blank-first",
            Self::Snail => "snail",
            Self::Custom(_) => "custom",
        }
    }

    /// The goal with this name, in any case.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::NAMED.into_iter().find(|goal| goal.name().eq_ignore_ascii_case(name.trim()))
    }

    /// The goal board for this size. A custom goal keeps its own size, which the caller compares.
    pub fn board(&self, rows: usize, cols: usize) -> Result<Board, BoardError> {
        check_size(rows, cols)?;
        let n = (rows * cols) as u16;
        match self {
            Self::BlankLast => Board::new(rows, cols, (1..n).chain([0]).collect()),
            Self::BlankFirst => Board::new(rows, cols, (0..n).collect()),
            Self::Snail => Board::new(rows, cols, spiral(rows, cols)),
            Self::Custom(board) => Ok(board.clone()),
        }
    }
}

/// 1, 2, 3 … clockwise and inwards from the first cell, 0 at the end.
fn spiral(rows: usize, cols: usize) -> Vec<u16> {
    let mut cells = vec![0; rows * cols];
    let (mut top, mut left, mut bottom, mut right) = (0, 0, rows, cols);
    let mut path = Vec::with_capacity(rows * cols);
    while top < bottom && left < right {
        path.extend((left..right).map(|c| (top, c)));
        path.extend((top + 1..bottom).map(|r| (r, right - 1)));
        if bottom - top > 1 {
            path.extend((left..right - 1).rev().map(|c| (bottom - 1, c)));
        }
        if right - left > 1 {
            path.extend((top + 1..bottom - 1).rev().map(|r| (r, left)));
        }
        (top, left, bottom, right) = (top + 1, left + 1, bottom - 1, right - 1);
    }
    for (i, &(r, c)) in path[..path.len() - 1].iter().enumerate() {
        cells[r * cols + c] = i as u16 + 1;
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(goal: &Goal, rows: usize, cols: usize) -> String {
        goal.board(rows, cols).unwrap().to_string()
    }

    #[test]
    fn the_snail_winds_inwards() {
        assert_eq!(drawn(&Goal::Snail, 4, 4), "1 2 3 4/12 13 14 5/11 0 15 6/10 9 8 7");
        assert_eq!(drawn(&Goal::Snail, 3, 3), "1 2 3/8 0 4/7 6 5");
        assert_eq!(drawn(&Goal::Snail, 2, 3), "1 2 3/0 5 4");
        assert_eq!(drawn(&Goal::Snail, 1, 4), "1 2 3 0");
        assert_eq!(drawn(&Goal::Snail, 4, 1), "1/2/3/0");
        assert_eq!(drawn(&Goal::Snail, 3, 2), "1 2/0 3/5 4");
    }

    #[test]
    fn the_others_count_row_by_row() {
        assert_eq!(drawn(&Goal::BlankLast, 2, 3), "1 2 3/4 5 0");
        assert_eq!(drawn(&Goal::BlankFirst, 2, 3), "0 1 2/3 4 5");
    }
}
