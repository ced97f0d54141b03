//! A position drawn in box characters: lines between pieces, walls hatched, each piece labelled in its first cell.

use std::collections::{HashMap, HashSet};

use crate::picture::{Picture, Wanted};

/// The inside of a cell in characters, lines not counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellSize {
    /// Characters across; three or more, so that labels fit.
    pub width: usize,
    /// Rows.
    pub height: usize,
}

impl CellSize {
    /// The smallest that shows everything; what texts use.
    pub const SMALLEST: Self = Self { width: 3, height: 1 };
}

/// One character of a drawing, and whose it is, for those who colour it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glyph {
    /// The character.
    pub character: char,
    /// What it belongs to.
    pub owner: Owner,
}

/// What a character of a drawing belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The inside of this piece.
    Piece(usize),
    /// A wall.
    Wall,
    /// An empty cell.
    Empty,
    /// A line.
    Line,
}

/// A drawing of the smallest size in which all labels can be read, row by row.
pub fn glyphs(picture: &Picture) -> Vec<Vec<Glyph>> {
    glyphs_sized(picture, CellSize { width: smallest_width(picture), ..CellSize::SMALLEST })
}

/// A drawing with cells of this size, row by row.
pub fn glyphs_sized(picture: &Picture, size: CellSize) -> Vec<Vec<Glyph>> {
    let drawing = Drawing::new(picture, size);
    let (across, down) = (size.width + 1, size.height + 1);
    let scene = &picture.scene;
    let glyph = |row: usize, col: usize| match (row % down, col % across) {
        (y, x) if y > 0 && x > 0 => drawing.inside(row / down * scene.cols + col / across, x, y),
        (y, x) => {
            let (row, col) = (row / down * 2 + usize::from(y > 0), col / across * 2 + usize::from(x > 0));
            drawing.line(row, col)
        }
    };
    let width = scene.cols * across;
    (0..=scene.rows * down).map(|row| (0..=width).map(|col| glyph(row, col)).collect()).collect()
}

/// A drawing without colours, each row with a line end.
pub fn draw(picture: &Picture) -> String {
    let mut text = String::new();
    for row in glyphs(picture) {
        let line: String = row.iter().map(|glyph| glyph.character).collect();
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// Tiles have a space on each side of their numbers; other labels may fill their cells.
fn smallest_width(picture: &Picture) -> usize {
    let longest = picture.pieces().map(|(_, piece)| piece.label.chars().count()).max().unwrap_or(1);
    let beside = if picture.is_grid_of_tiles() { 2 } else { 0 };
    CellSize::SMALLEST.width.max(longest + beside)
}

/// A picture with what is looked up for every character.
struct Drawing<'p> {
    picture: &'p Picture,
    size: CellSize,
    /// Numbers stand to the right of their cells.
    right: bool,
    /// The cell in which the label of each piece stands.
    labelled: HashMap<usize, usize>,
    /// Cells that some goal asks a piece to cover.
    goal: HashSet<usize>,
}

impl<'p> Drawing<'p> {
    fn new(picture: &'p Picture, size: CellSize) -> Self {
        let scene = &picture.scene;
        let mut labelled = HashMap::new();
        for (cell, piece) in picture.position.pieces().enumerate() {
            if let Some(piece) = piece {
                labelled.entry(piece).or_insert(cell);
            }
        }
        let is_wanted = |wanted: &Wanted| matches!(wanted, Wanted::Piece(_) | Wanted::Like(_));
        let cells = |goal: &Vec<Wanted>| -> Vec<usize> {
            (0..goal.len()).filter(|&cell| is_wanted(&goal[cell])).collect()
        };
        // Where the goal is about all pieces, dots would say nothing.
        let goal = match picture.is_grid_of_tiles() {
            true => HashSet::new(),
            false => std::iter::once(&scene.goal).chain(&scene.other_goals).flat_map(cells).collect(),
        };
        Self { picture, size, right: picture.is_grid_of_tiles(), labelled, goal }
    }

    /// A character inside a cell: the label in the first cell of a piece, a dot on an empty goal cell.
    fn inside(&self, cell: usize, x: usize, y: usize) -> Glyph {
        let CellSize { width, height } = self.size;
        // Labels and marks stand in the middle row, around the middle column.
        let within = if y == height.div_ceil(2) { x } else { 0 };
        match self.picture.position.piece(cell) {
            Some(piece) => {
                let label = self.picture.label(piece);
                let here = self.labelled.get(&piece) == Some(&cell);
                let shown = within.checked_sub(self.first(label, width)).and_then(|i| label.chars().nth(i));
                Glyph { character: shown.filter(|_| here).unwrap_or(' '), owner: Owner::Piece(piece) }
            }
            None if self.picture.scene.walls[cell] => Glyph { character: '▒', owner: Owner::Wall },
            None => {
                let middle = 2 + width.saturating_sub(3) / 2;
                let mark = within == middle && self.goal.contains(&cell);
                Glyph { character: if mark { '·' } else { ' ' }, owner: Owner::Empty }
            }
        }
    }

    /// The column inside a cell in which a label begins. What does not fit is cut.
    fn first(&self, label: &str, width: usize) -> usize {
        let length = label.chars().count();
        match (self.right, length) {
            (true, _) => width.saturating_sub(length).max(1),
            (false, ..=2) => 2 + width.saturating_sub(3) / 2,
            (false, _) => 1 + width.saturating_sub(length) / 2,
        }
    }
}

/// What lies on a cell, as far as lines are concerned: they separate different things.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Content {
    Outside,
    Wall,
    Empty,
    Piece(usize),
}

impl Drawing<'_> {
    /// What lies on a cell; row and column 0 lie above and left of the board.
    fn content(&self, row: usize, col: usize) -> Content {
        let scene = &self.picture.scene;
        let (Some(row), Some(col)) = (row.checked_sub(1), col.checked_sub(1)) else {
            return Content::Outside;
        };
        if row >= scene.rows || col >= scene.cols {
            return Content::Outside;
        }
        let cell = row * scene.cols + col;
        match self.picture.position.piece(cell) {
            Some(piece) => Content::Piece(piece),
            None if scene.walls[cell] => Content::Wall,
            None => Content::Empty,
        }
    }

    /// A character of a line: which of its four arms separate two different things. Rows and columns count lines (even)
    /// and what is between them (odd). Where nothing is separated, it belongs to what lies on all sides.
    fn line(&self, row: usize, col: usize) -> Glyph {
        let content = |row, col| self.content(row, col);
        let (r, c) = (row / 2, col / 2);
        let glyph = |character: char| {
            let owner = match (character, content(r + 1, c + 1)) {
                (' ', Content::Piece(piece)) => Owner::Piece(piece),
                _ => Owner::Line,
            };
            Glyph { character, owner }
        };
        if row % 2 == 1 {
            return glyph(if content(r + 1, c) == content(r + 1, c + 1) { ' ' } else { '│' });
        }
        if !col.is_multiple_of(2) {
            return glyph(if content(r, c + 1) == content(r + 1, c + 1) { ' ' } else { '─' });
        }
        let (above_left, above_right) = (content(r, c), content(r, c + 1));
        let (below_left, below_right) = (content(r + 1, c), content(r + 1, c + 1));
        let up = above_left != above_right;
        let down = below_left != below_right;
        let left = above_left != below_left;
        let right = above_right != below_right;
        glyph(match (up, down, left, right) {
            (false, false, false, false) => ' ',
            (true, true, false, false) => '│',
            (false, false, true, true) => '─',
            (false, true, false, true) => '┌',
            (false, true, true, false) => '┐',
            (true, false, false, true) => '└',
            (true, false, true, false) => '┘',
            (true, true, false, true) => '├',
            (true, true, true, false) => '┤',
            (false, true, true, true) => '┬',
            (true, false, true, true) => '┴',
            (true, true, true, true) => '┼',
            // One arm alone cannot be: walking around a corner, things change an even number of times or never.
            (true, ..) | (_, true, ..) => '│',
            _ => '─',
        })
    }
}
