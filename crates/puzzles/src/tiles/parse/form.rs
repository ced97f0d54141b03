//! The forms in which a board may be written.

/// A way of writing a tile board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// Rows separated by slashes.
    Slash,
    /// All numbers in one list; line ends mean nothing.
    Numbers,
    /// One line a row.
    Rows,
    /// The side of a square board on a line of its own, then the rows (Princeton course, 42-school).
    SizeLine,
    /// One digit a cell, up to nine cells.
    Digits,
    /// One character a cell, counting 0 … 9 A … Z; ten cells or more.
    Base36,
    /// One letter a cell, `a` for tile 1, and a mark for the blank.
    Letters,
    /// A JSON array, flat or of rows.
    Json,
    /// Rows in brackets, as Python, NumPy and MATLAB print them.
    Brackets,
    /// Width x height, a colon, and the numbers.
    GameId,
    /// One line of a table: an id, perhaps the optimal length, and the tiles.
    Instance,
    /// Cells between vertical lines.
    Drawn,
}

impl Form {
    /// All of them, in the order in which they are listed.
    pub const ALL: [Self; 12] = [
        Self::Slash,
        Self::Numbers,
        Self::Rows,
        Self::SizeLine,
        Self::Digits,
        Self::Base36,
        Self::Letters,
        Self::Json,
        Self::Brackets,
        Self::GameId,
        Self::Instance,
        Self::Drawn,
    ];

    /// The name under which users ask for it and in which it is reported.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Slash => "slash",
            Self::Numbers => "numbers",
            Self::Rows => "rows",
            Self::SizeLine => "size-line",
            Self::Digits => "digits",
            Self::Base36 => "base36",
            Self::Letters => "letters",
            Self::Json => "json",
            Self::Brackets => "brackets",
            Self::GameId => "game-id",
            Self::Instance => "instance",
            Self::Drawn => "drawn",
        }
    }

    /// The form with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|form| form.name() == name)
    }

    /// What it is, in a few words.
    pub const fn description(self) -> &'static str {
        match self {
            Self::Slash => "rows separated by slashes or semicolons",
            Self::Numbers => "a list of numbers separated by spaces, commas, tabs or line ends",
            Self::Rows => "one line a row",
            Self::SizeLine => "the side on a line of its own, then the rows (Princeton course, 42-school)",
            Self::Digits => "one digit a cell, run together, up to nine cells",
            Self::Base36 => "one hexadecimal or base-36 digit a cell, run together, ten cells or more",
            Self::Letters => "one letter a cell, a for tile 1, a dot for the blank",
            Self::Json => "a JSON array, flat or of rows",
            Self::Brackets => "rows in brackets, as Python, NumPy and MATLAB print them",
            Self::GameId => "width x height (in this order, as Simon Tatham's puzzles), a colon, the numbers",
            Self::Instance => "one line of a table: an id, perhaps the optimal length, the tiles",
            Self::Drawn => "a drawn board, its cells between vertical lines",
        }
    }

    /// A board written in it.
    pub const fn example(self) -> &'static str {
        match self {
            Self::Slash => "1 2 3/4 5 6/7 8 0",
            Self::Numbers => "14,13,15,7,11,12,9,5,6,0,2,1,4,8,10,3",
            Self::Rows => "1 2 3\n4 5 0",
            Self::SizeLine => "3\n 0 1 3 # a comment\n 4 2 5\n 7 8 6",
            Self::Digits => "812043765",
            Self::Base36 => "FE169B4C0A73D852",
            Self::Letters => "abce.fdgh",
            Self::Json => "[[1,2],[3,0]]",
            Self::Brackets => "((1, 2), (3, None))",
            Self::GameId => "3x2:1,2,3,4,5,0",
            Self::Instance => "1 57 14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3",
            Self::Drawn => "+---+---+\n| 1 | 2 |\n+---+---+\n| 3 |   |\n+---+---+",
        }
    }
}
