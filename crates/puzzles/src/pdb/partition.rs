//! A partition of the tiles into patterns whose values are added.

use std::collections::HashMap;
use std::fmt;

use super::pattern::{MAX_TILES, Pattern, PatternError, snake};
use super::symmetry::Symmetry;
use crate::text::number;

/// Tiles in groups, no tile in two. Tiles in no group count with their Manhattan distance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partition {
    patterns: Vec<Pattern>,
}

/// Why a text is not a partition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PartitionError {
    /// One of the groups cannot have a table.
    Pattern(PatternError),
    /// Neither sizes (`6-6-3`) nor a drawn board.
    Syntax(String),
    /// The sizes do not add up to the number of tiles.
    Sum {
        /// Tiles in the groups.
        given: usize,
        /// Tiles on the board.
        tiles: usize,
    },
    /// The drawing has another number of cells than the board.
    Cells {
        /// Cells drawn.
        given: usize,
        /// Cells of the board.
        cells: usize,
    },
    /// The drawing has a tile where the goal has its blank, or the blank elsewhere; the cell, from 0.
    Blank(usize),
}

impl fmt::Display for PartitionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pattern(why) => why.fmt(f),
            Self::Syntax(text) => {
                write!(
                    f,
                    "\"{text}\" is no partition: give sizes (6-6-3) or a drawn board (0aab/aabb/ccc./cccb)"
                )
            }
            Self::Sum { given, tiles } => {
                write!(f, "the groups have {}, the board has {tiles}", number(*given, "tile"))
            }
            Self::Cells { given, cells } => {
                write!(f, "the drawing has {}, the board has {cells}", number(*given, "cell"))
            }
            Self::Blank(cell) => {
                write!(f, "cell {cell}: the drawing must have `0` at the blank's goal cell, and nowhere else")
            }
        }
    }
}

impl std::error::Error for PartitionError {}

impl From<PatternError> for PartitionError {
    fn from(why: PatternError) -> Self {
        Self::Pattern(why)
    }
}

/// Partitions that were measured to be good, for the blank in the first cell.
const TUNED: &[(&str, usize, usize, &str)] = &[
    ("6-6-3", 4, 4, "0bbb/bbbc/aaac/aaac"),
    ("7-7-1", 4, 4, "0abc/aabb/aabb/aabb"),
    ("7-8", 4, 4, "0aaa/aaaa/bbbb/bbbb"),
    ("6-6-6-6", 5, 5, "0aabb/aaabb/ccabb/ccddd/ccddd"),
];

impl Partition {
    /// From groups of goal cells.
    pub fn new(
        rows: usize,
        cols: usize,
        blank_home: usize,
        groups: &[Vec<usize>],
    ) -> Result<Self, PartitionError> {
        let mut seen = 0u64;
        let mut patterns = Vec::new();
        for group in groups {
            let pattern = Pattern::new(rows, cols, blank_home, group.iter().copied())?;
            if seen & pattern.mask() != 0 {
                return Err(PatternError::Twice((seen & pattern.mask()).trailing_zeros() as usize).into());
            }
            seen |= pattern.mask();
            patterns.push(pattern);
        }
        Ok(Self { patterns })
    }

    /// From text: sizes (`6-6-3`), or the board drawn row by row with one letter a group, `0` for the blank and `.`
    /// for tiles in no group (`0acc/aabc/aabb/abbb`). Several drawings joined by `+` are the groups of all of them.
    pub fn parse(text: &str, rows: usize, cols: usize, blank_home: usize) -> Result<Self, PartitionError> {
        if text.contains('+') {
            let mut groups: Vec<Vec<usize>> = Vec::new();
            for one in text.split('+') {
                let drawn = Self::drawn(one, rows, cols, blank_home)?;
                groups.extend(
                    drawn.patterns.iter().map(|group| group.cells().iter().map(|&c| c.into()).collect()),
                );
            }
            return Self::new(rows, cols, blank_home, &groups);
        }
        let sizes: Option<Vec<usize>> = text.split('-').map(|s| s.trim().parse().ok()).collect();
        match sizes {
            Some(sizes) => Self::of_sizes(&sizes, rows, cols, blank_home),
            None => Self::drawn(text, rows, cols, blank_home),
        }
    }

    fn of_sizes(
        sizes: &[usize],
        rows: usize,
        cols: usize,
        blank_home: usize,
    ) -> Result<Self, PartitionError> {
        let (given, tiles) = (sizes.iter().sum::<usize>(), (rows * cols).saturating_sub(1));
        if let Some(&size) = sizes.iter().find(|&&s| s == 0 || s > MAX_TILES) {
            return Err(PatternError::Tiles(size).into());
        }
        if given != tiles {
            return Err(PartitionError::Sum { given, tiles });
        }
        let name: Vec<String> = sizes.iter().map(usize::to_string).collect();
        let name = name.join("-");
        let tuned = TUNED.iter().find(|&&(tuned, r, c, _)| tuned == name && (r, c) == (rows, cols));
        match tuned {
            Some((.., drawing)) => Self::adapted(drawing, rows, cols, blank_home),
            None => Self::cut(sizes, rows, cols, blank_home),
        }
    }

    /// A partition drawn for the blank in the first cell, for any goal cell of the blank: its mirror image where
    /// there is one, otherwise groups of the same sizes.
    pub fn adapted(
        drawing: &str,
        rows: usize,
        cols: usize,
        blank_home: usize,
    ) -> Result<Self, PartitionError> {
        let origin = Self::drawn(drawing, rows, cols, 0)?;
        let mut maps = Symmetry::all(rows, cols).into_iter().filter(|s| s.rows() == rows);
        match maps.find(|s| s.cell(0) == blank_home) {
            Some(map) => Ok(origin.image(&map)),
            None => {
                let sizes: Vec<usize> = origin.patterns.iter().map(Pattern::tiles).collect();
                Self::cut(&sizes, rows, cols, blank_home)
            }
        }
    }

    /// Cuts a snake through the rows into groups of these sizes, which keeps neighbours together.
    fn cut(sizes: &[usize], rows: usize, cols: usize, blank_home: usize) -> Result<Self, PartitionError> {
        let mut cells = (0..rows * cols).map(|number| snake(cols, number)).filter(|&c| c != blank_home);
        let groups: Vec<Vec<usize>> = sizes.iter().map(|&size| cells.by_ref().take(size).collect()).collect();
        Self::new(rows, cols, blank_home, &groups)
    }

    fn drawn(text: &str, rows: usize, cols: usize, blank_home: usize) -> Result<Self, PartitionError> {
        let cells: Vec<char> = text.chars().filter(|c| !c.is_whitespace() && *c != '/').collect();
        if !cells.iter().all(|c| c.is_ascii_alphabetic() || matches!(c, '0' | '.')) {
            return Err(PartitionError::Syntax(text.to_string()));
        }
        if cells.len() != rows * cols {
            return Err(PartitionError::Cells { given: cells.len(), cells: rows * cols });
        }
        let misplaced = (0..cells.len()).find(|&c| (cells[c] == '0') != (c == blank_home));
        if let Some(cell) = misplaced {
            return Err(PartitionError::Blank(cell));
        }
        let mut names: Vec<char> = cells.iter().copied().filter(char::is_ascii_alphabetic).collect();
        names.sort_unstable();
        names.dedup();
        let cells_of = |name: &char| (0..cells.len()).filter(|&c| cells[c] == *name).collect();
        let groups: Vec<Vec<usize>> = names.iter().map(cells_of).collect();
        Self::new(rows, cols, blank_home, &groups)
    }

    /// The groups.
    pub fn patterns(&self) -> &[Pattern] {
        &self.patterns
    }

    /// The partition seen through a symmetry.
    pub fn image(&self, symmetry: &Symmetry) -> Self {
        Self { patterns: self.patterns.iter().map(|p| p.image(symmetry)).collect() }
    }

    /// The different partitions that this one looks like in the mirrors that keep the blank's goal cell: itself first.
    pub(crate) fn views(&self) -> Vec<Self> {
        let Some(first) = self.patterns.first() else { return Vec::new() };
        let mut views: HashMap<Vec<u64>, usize> = HashMap::new();
        let mut out = Vec::new();
        for symmetry in Symmetry::fixing(first.rows(), first.cols(), first.blank_home()) {
            let view = self.image(&symmetry);
            let mut masks: Vec<u64> = view.patterns.iter().map(Pattern::mask).collect();
            masks.sort_unstable();
            if views.insert(masks, out.len()).is_none() {
                out.push(view);
            }
        }
        out
    }

    /// Lookups for a position: the groups in all views.
    pub fn lookups(&self) -> usize {
        self.views().len() * self.patterns.len()
    }

    /// The tables that the partition and its views need, each once.
    pub fn tables(&self) -> Vec<Pattern> {
        let mut tables: Vec<Pattern> = Vec::new();
        for pattern in &self.patterns {
            let (canonical, _) = pattern.canonical();
            if !tables.contains(&canonical) {
                tables.push(canonical);
            }
        }
        tables
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_drawings_are_read() {
        let sized = Partition::parse("6-6-3", 4, 4, 0).unwrap();
        assert_eq!(sized, Partition::parse("0bbb/bbbc/aaac/aaac", 4, 4, 0).unwrap());
        let tiles = |p: &Partition| p.patterns().iter().map(Pattern::tiles).collect::<Vec<_>>();
        assert_eq!(tiles(&sized), [6, 6, 3]);
        let last = Partition::parse("6-6-3", 4, 4, 15).unwrap();
        assert_eq!(last.tables(), sized.tables(), "the mirror image needs no other tables");
        let snail = Partition::parse("6-6-3", 4, 4, 9).unwrap();
        assert_eq!(tiles(&snail), [6, 6, 3]);
        let blocks = Partition::parse("6-6-6-6", 5, 5, 24).unwrap();
        assert_eq!(blocks.tables().len(), 2, "three of the four groups are mirror images");
        assert_eq!(blocks.views().len(), 2);
    }

    #[test]
    fn drawings_are_added_unless_they_share_a_tile() {
        let read = |text: &str| Partition::parse(text, 3, 3, 0);
        assert_eq!(read("0aa/a../...+0../.aa/bbb"), read("0aa/abb/ccc"));
        assert!(read("0aa/a../...+0.a/.aa/bbb").unwrap_err().to_string().contains("twice"));
    }

    #[test]
    fn nonsense_is_refused() {
        let why = |text: &str| Partition::parse(text, 3, 3, 0).unwrap_err().to_string();
        assert_eq!(why("4-5"), "the groups have 9 tiles, the board has 8");
        assert_eq!(why("9"), "a pattern has 1 to 8 tiles, not 9");
        assert_eq!(why("0aa/bb"), "the drawing has 5 cells, the board has 9");
        assert!(why("a0a/bbb/ccc").starts_with("cell 0: the drawing must have `0`"));
        assert!(why("6+2").contains("is no partition"));
        assert!(why("").contains("the drawing has 0 cells"));
    }
}
