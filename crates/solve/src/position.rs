//! Where the pieces of a puzzle are, whatever its kind.

/// The piece on each cell, row by row. Pieces are called by the numbers that [`crate::Step`] uses: a tile by what is
/// written on it, a brick by its index.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// One more than the number of the piece, 0 for none.
    cells: Box<[u16]>,
}

impl Position {
    /// From the piece on each cell. No puzzle has as many pieces as a `u16` has values.
    pub fn new(pieces: impl IntoIterator<Item = Option<usize>>) -> Self {
        let code = |piece: Option<usize>| {
            piece.map_or(0, |piece| u16::try_from(piece + 1).expect("a puzzle has fewer pieces than 65535"))
        };
        Self { cells: pieces.into_iter().map(code).collect() }
    }

    /// How many cells there are.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether there is no cell at all.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The piece on a cell; `None` if it is empty, or not on the board.
    pub fn piece(&self, cell: usize) -> Option<usize> {
        self.cells.get(cell).and_then(|&code| usize::from(code).checked_sub(1))
    }

    /// The piece on each cell.
    pub fn pieces(&self) -> impl Iterator<Item = Option<usize>> + '_ {
        self.cells.iter().map(|&code| usize::from(code).checked_sub(1))
    }

    /// The cells of a piece, ascending.
    pub fn cells_of(&self, piece: usize) -> Vec<usize> {
        (0..self.len()).filter(|&cell| self.piece(cell) == Some(piece)).collect()
    }

    /// Whether it has the same pieces, each on as many cells, on a board with as many cells.
    pub(crate) fn has_pieces_of(&self, other: &Self) -> bool {
        // Tiles are few, and most boards are asked about by the thousand: counted in place where that is possible.
        let mut counts = [0_i8; 128];
        let small =
            |cells: &[u16]| cells.len() <= 127 && cells.iter().all(|&code| usize::from(code) < counts.len());
        if self.len() != other.len() {
            return false;
        }
        if !small(&self.cells) || !small(&other.cells) {
            let sorted = |position: &Self| {
                let mut cells = position.cells.to_vec();
                cells.sort_unstable();
                cells
            };
            return sorted(self) == sorted(other);
        }
        self.cells.iter().for_each(|&code| counts[usize::from(code)] += 1);
        other.cells.iter().for_each(|&code| counts[usize::from(code)] -= 1);
        counts == [0; 128]
    }

    /// Exchanges what is on two cells.
    pub(crate) fn swap(&mut self, a: usize, b: usize) {
        self.cells.swap(a, b);
    }
}
