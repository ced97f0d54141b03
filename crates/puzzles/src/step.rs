//! Directions, and steps of pieces in them: what tiles and bricks, their notations and their games have in common.

/// The way something goes on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Towards the first row.
    Up,
    /// Towards the last row.
    Down,
    /// Towards the first column.
    Left,
    /// Towards the last column.
    Right,
}

impl Direction {
    /// All four, in the order in which they are tried.
    pub const ALL: [Self; 4] = [Self::Up, Self::Down, Self::Left, Self::Right];

    /// The other way.
    pub const fn opposite(self) -> Self {
        match self {
            Self::Up => Self::Down,
            Self::Down => Self::Up,
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }

    /// `U`, `D`, `L` or `R`.
    pub const fn letter(self) -> char {
        match self {
            Self::Up => 'U',
            Self::Down => 'D',
            Self::Left => 'L',
            Self::Right => 'R',
        }
    }

    /// `up`, `down`, `left` or `right`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Down => "down",
            Self::Left => "left",
            Self::Right => "right",
        }
    }
}

/// One step of one brick, as the course writes it: `(2,left)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// Index of the piece.
    pub piece: usize,
    /// The way it goes.
    pub direction: Direction,
}

impl Step {
    /// The step that takes this one back.
    pub const fn back(self) -> Self {
        Self { piece: self.piece, direction: self.direction.opposite() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_back_is_taken_back_by_the_step() {
        for direction in Direction::ALL {
            let step = Step { piece: 3, direction };
            assert_ne!(step.back(), step);
            assert_eq!((step.back().piece, step.back().back()), (3, step));
        }
    }
}
