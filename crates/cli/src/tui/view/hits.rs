//! Where things were drawn, so that the mouse can find them.

use ratatui::layout::{Position, Rect};

/// What the last frame showed that can be clicked.
#[derive(Clone, Debug, Default)]
pub struct Hits {
    /// The board.
    pub board: Option<Grid>,
    /// The list of a menu: where it is, and the entry on its first line.
    pub list: Option<(Rect, usize)>,
}

/// A board on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// All of it, frame and lines included.
    pub area: Rect,
    /// Columns of the screen from one cell of the board to the next.
    pub cell_width: u16,
    /// Rows of the screen from one cell of the board to the next.
    pub cell_height: u16,
    /// Columns of the board.
    pub cols: usize,
}

impl Grid {
    /// The cell of the board at a place on the screen.
    pub fn cell_at(&self, column: u16, row: u16) -> Option<usize> {
        if !self.area.contains(Position::new(column, row)) {
            return None;
        }
        // The last line of a drawing with lines belongs to the last cells.
        let rows = usize::from(self.area.height / self.cell_height);
        let row = usize::from((row - self.area.y) / self.cell_height).min(rows.saturating_sub(1));
        let col = usize::from((column - self.area.x) / self.cell_width).min(self.cols - 1);
        Some(row * self.cols + col)
    }
}

impl Hits {
    /// The cell of the board at a place on the screen.
    pub fn cell_at(&self, column: u16, row: u16) -> Option<usize> {
        self.board?.cell_at(column, row)
    }

    /// The entry of the list at a place on the screen.
    pub fn entry_at(&self, column: u16, row: u16) -> Option<usize> {
        let (area, first) = self.list?;
        area.contains(Position::new(column, row)).then(|| first + usize::from(row - area.y))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_on_the_screen_are_cells() {
        let area = Rect::new(10, 5, 13, 7);
        let hits = Hits { board: Some(Grid { area, cell_width: 4, cell_height: 2, cols: 3 }), list: None };
        assert_eq!(hits.cell_at(10, 5), Some(0));
        assert_eq!(hits.cell_at(14, 5), Some(1));
        assert_eq!(hits.cell_at(22, 11), Some(8), "the last line belongs to the last cell");
        assert_eq!(hits.cell_at(9, 5), None);
        assert_eq!(hits.cell_at(10, 12), None);
        assert_eq!(Hits::default().cell_at(0, 0), None);
    }
}
