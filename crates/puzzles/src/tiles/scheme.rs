//! Groups of cells by which tiles are coloured, or made alike: rows, columns, fringe, checkerboard.

/// Which cells belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scheme {
    /// Each row.
    Rows,
    /// Each column.
    Columns,
    /// The first row with the first column, then of what is left the same again: the order in which many solve.
    Fringe,
    /// Dark and light.
    Checkerboard,
}

impl Scheme {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Rows, Self::Columns, Self::Fringe, Self::Checkerboard];

    /// The name under which users ask for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rows => "rows",
            Self::Columns => "columns",
            Self::Fringe => "fringe",
            Self::Checkerboard => "checkerboard",
        }
    }

    /// The number of the group of a cell, from 0.
    pub const fn group(self, row: usize, col: usize) -> usize {
        match self {
            Self::Rows => row,
            Self::Columns => col,
            Self::Fringe => {
                if row < col {
                    row
                } else {
                    col
                }
            }
            Self::Checkerboard => (row + col) % 2,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_belong_together_as_the_names_say() {
        let drawn = |scheme: Scheme| {
            let row = |row| (0..3).map(|col| scheme.group(row, col).to_string()).collect::<String>();
            (0..3).map(row).collect::<Vec<_>>().join("/")
        };
        assert_eq!(Scheme::ALL.map(drawn), ["000/111/222", "012/012/012", "000/011/012", "010/101/010"]);
    }
}
