//! The distances of all matrices of one axis, found by their rank.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, OnceLock};

use super::lines::Contents;
use super::steps::Steps;

/// A matrix: the number of the content of each line, a byte each, line 0 lowest.
pub(super) type Matrix = u64;

/// More matrices than a table is built for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyStates;

impl fmt::Display for TooManyStates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the walking-distance table of this board would have more than {MAX_STATES} entries")
    }
}

impl std::error::Error for TooManyStates {}

/// Why there is no table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unbuilt {
    /// It would be too large.
    TooMany(TooManyStates),
    /// Building it was stopped.
    Interrupted,
}

impl fmt::Display for Unbuilt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooMany(reason) => reason.fmt(f),
            Self::Interrupted => write!(f, "the building of the walking-distance table was stopped"),
        }
    }
}

impl std::error::Error for Unbuilt {}

/// Asked now and then while a table is built, whether to go on.
pub(super) type GoOn<'a> = &'a mut dyn FnMut() -> bool;

/// Matrices between two questions whether to go on.
const CHECK_EVERY: usize = 1 << 14;

/// The largest table that is built: 5×5 has 65,650,495 entries.
const MAX_STATES: usize = 1 << 27;
const MAX_LINES: usize = 8;

/// One axis of a board: `lines` lines of `width` cells.
pub(super) struct Table {
    contents: Contents,
    ranking: Ranking,
    distances: Vec<u8>,
    lines: usize,
    /// The goal's matrix, and the line of the blank in it.
    goal: (Matrix, u8),
    /// The same table as a graph, if it is small; made when it is first asked for.
    steps: OnceLock<Option<Arc<Steps>>>,
}

const UNKNOWN: u8 = u8::MAX;
/// Larger distances (on very long, thin boards) are entered as this, which keeps the table consistent.
const FARTHEST: u8 = UNKNOWN - 1;

impl Table {
    /// How many matrices there are.
    pub(super) fn count(lines: usize, width: usize, blank_line: usize) -> Result<usize, TooManyStates> {
        Ok(Ranking::new(lines, width, blank_line)?.1.len)
    }

    /// Ranks all matrices and finds their distances by breadth-first search from the goal.
    pub(super) fn build(
        lines: usize,
        width: usize,
        blank_line: usize,
        multi: bool,
        go_on: GoOn<'_>,
    ) -> Result<Self, Unbuilt> {
        let (contents, ranking) = Ranking::new(lines, width, blank_line).map_err(Unbuilt::TooMany)?;
        let mut table = Self {
            distances: vec![UNKNOWN; ranking.len],
            contents,
            ranking,
            lines,
            goal: (0, blank_line as u8),
            steps: OnceLock::new(),
        };
        let tiles = (0..lines * width).filter(|&cell| cell != blank_line * width);
        table.goal.0 = table.matrix(tiles.map(|cell| (cell / width, cell / width)));
        table.fill(multi, go_on)?;
        Ok(table)
    }

    fn fill(&mut self, multi: bool, go_on: GoOn<'_>) -> Result<(), Unbuilt> {
        let rank = self.ranking.rank(self.goal.0);
        self.distances[rank] = 0;
        let mut layer = vec![self.goal];
        let mut distance: u8 = 0;
        let mut found = Vec::new();
        while !layer.is_empty() {
            distance = (distance + 1).min(FARTHEST);
            let mut next = Vec::new();
            for (i, (matrix, blank)) in layer.into_iter().enumerate() {
                if i % CHECK_EVERY == 0 && !go_on() {
                    return Err(Unbuilt::Interrupted);
                }
                for down in [false, true] {
                    self.neighbours(matrix, blank, down, multi, &mut found);
                    for (matrix, blank) in found.drain(..) {
                        let slot = &mut self.distances[self.ranking.rank(matrix)];
                        if *slot == UNKNOWN {
                            *slot = distance;
                            next.push((matrix, blank));
                        }
                    }
                }
            }
            layer = next;
        }
        Ok(())
    }

    /// The matrices one move away with the blank going one way: any tile of the next line comes into the blank's
    /// line. With `multi` the blank may go on.
    fn neighbours(&self, matrix: Matrix, blank: u8, down: bool, multi: bool, found: &mut Vec<(Matrix, u8)>) {
        let Some(next) = (if down { blank.checked_add(1) } else { blank.checked_sub(1) }) else { return };
        if usize::from(next) >= self.lines {
            return;
        }
        let content = line_of(matrix, next.into());
        for goal in (0..self.lines).filter(|&goal| self.contents.has(content, goal)) {
            let after = self.carried(matrix, goal, next.into(), blank.into());
            found.push((after, next));
            if multi {
                self.neighbours(after, next, down, multi, found);
            }
        }
    }

    /// The matrix of tiles given as (line, goal line).
    pub(super) fn matrix(&self, tiles: impl Iterator<Item = (usize, usize)>) -> Matrix {
        let mut counts = [[0; MAX_LINES]; MAX_LINES];
        for (line, goal) in tiles {
            counts[line][goal] += 1;
        }
        let numbers = counts[..self.lines].iter().map(|line| self.contents.number(&line[..self.lines]));
        numbers.rev().fold(0, |matrix, number| matrix << 8 | Matrix::from(number.unwrap_or(0)))
    }

    /// The matrix after a tile of goal line `goal` goes from line `from` to line `to`.
    #[inline]
    pub(super) fn carried(&self, matrix: Matrix, goal: usize, from: usize, to: usize) -> Matrix {
        let leaves = line_of(matrix, from);
        let enters = line_of(matrix, to);
        let change = Matrix::from(leaves ^ self.contents.without(leaves, goal)) << (8 * from)
            | Matrix::from(enters ^ self.contents.with(enters, goal)) << (8 * to);
        matrix ^ change
    }

    /// The table as a graph of single steps, unless it is too large.
    pub(super) fn steps(&self) -> Option<Arc<Steps>> {
        self.steps.get_or_init(|| Steps::new(self).map(Arc::new)).clone()
    }

    pub(super) fn lines(&self) -> usize {
        self.lines
    }

    pub(super) fn distances(&self) -> &[u8] {
        &self.distances
    }

    /// The goal's matrix, and the line of the blank in it.
    pub(super) fn goal(&self) -> (Matrix, u8) {
        self.goal
    }

    pub(super) fn rank(&self, matrix: Matrix) -> usize {
        self.ranking.rank(matrix)
    }

    /// Whether a line with this content has a tile of goal line `goal`.
    pub(super) fn has(&self, content: u8, goal: usize) -> bool {
        self.contents.has(content, goal)
    }

    /// Moves from the matrix to the goal's.
    #[inline]
    pub(super) fn distance(&self, matrix: Matrix) -> u8 {
        self.distances[self.ranking.rank(matrix)]
    }
}

#[inline]
pub(super) fn line_of(matrix: Matrix, line: usize) -> u8 {
    (matrix >> (8 * line)) as u8
}

/// Numbers the matrices without gaps: line by line, what matters of the lines before is only how many tiles of each
/// goal line are left, and whether the blank was among them.
struct Ranking {
    /// One for each line: by remainder and content, how many matrices come before, and the next remainder.
    levels: Vec<Vec<Step>>,
    contents: usize,
    len: usize,
}

#[derive(Clone, Copy, Default)]
struct Step {
    before: u32,
    next: u32,
}

/// Tiles of each goal line not yet placed, a byte each, and whether the blank was placed.
type Remainder = (u64, bool);

impl Ranking {
    fn new(lines: usize, width: usize, blank_line: usize) -> Result<(Contents, Self), TooManyStates> {
        if lines > MAX_LINES {
            return Err(TooManyStates);
        }
        let contents = Contents::new(lines, width).ok_or(TooManyStates)?;
        let tiles = |line: usize| (width - usize::from(line == blank_line)) as u64;
        let all = (0..lines).map(|line| tiles(line) << (8 * line)).sum();
        let reached = remainders(&contents, lines, (all, false));
        let (levels, len) = count_upwards(&contents, &reached)?;
        let ranking = Self { levels, contents: contents.len(), len };
        Ok((contents, ranking))
    }

    #[inline]
    fn rank(&self, matrix: Matrix) -> usize {
        let mut rank = 0;
        let mut remainder = 0;
        for (line, level) in self.levels.iter().enumerate() {
            let step = level[remainder * self.contents + usize::from(line_of(matrix, line))];
            rank += step.before;
            remainder = step.next as usize;
        }
        rank as usize
    }
}

/// The remainders that can occur before each line, numbered.
fn remainders(contents: &Contents, lines: usize, all: Remainder) -> Vec<HashMap<Remainder, usize>> {
    let mut reached = vec![HashMap::from([(all, 0)])];
    for line in 0..lines {
        let mut next = HashMap::new();
        for remainder in reached[line].keys() {
            for content in 0..contents.len() {
                if let Some(rest) = placed(contents, remainder, content) {
                    let number = next.len();
                    next.entry(rest).or_insert(number);
                }
            }
        }
        reached.push(next);
    }
    reached
}

/// What is left when the next line has this content, if it can.
fn placed(contents: &Contents, &(left, blank_done): &Remainder, content: usize) -> Option<Remainder> {
    let has_blank = contents.has_blank(content);
    if has_blank && blank_done {
        return None;
    }
    let mut rest = left;
    for (line, &count) in contents.counts(content).iter().enumerate() {
        if line_of(left, line) < count {
            return None;
        }
        rest -= u64::from(count) << (8 * line);
    }
    Some((rest, blank_done || has_blank))
}

/// From the last line up: how many completions each remainder has, hence what comes before each content.
fn count_upwards(
    contents: &Contents,
    reached: &[HashMap<Remainder, usize>],
) -> Result<(Vec<Vec<Step>>, usize), TooManyStates> {
    let lines = reached.len() - 1;
    let mut levels = vec![Vec::new(); lines];
    let mut completions: Vec<u64> = vec![0; reached[lines].len()];
    for (remainder, &number) in &reached[lines] {
        completions[number] = u64::from(*remainder == (0, true));
    }
    for line in (0..lines).rev() {
        let mut level = vec![Step::default(); reached[line].len() * contents.len()];
        let mut counts = vec![0; reached[line].len()];
        for (remainder, &number) in &reached[line] {
            for content in 0..contents.len() {
                let Some(rest) = placed(contents, remainder, content) else { continue };
                let next = reached[line + 1][&rest];
                let step = &mut level[number * contents.len() + content];
                *step = Step { before: counts[number] as u32, next: next as u32 };
                counts[number] += completions[next];
            }
            if counts[number] > MAX_STATES as u64 {
                return Err(TooManyStates);
            }
        }
        levels[line] = level;
        completions = counts;
    }
    Ok((levels, completions[0] as usize))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_known_numbers_of_matrices() {
        assert_eq!(Table::count(3, 3, 2), Ok(105));
        assert_eq!(Table::count(4, 4, 3), Ok(24_964));
        assert_eq!(Table::count(4, 4, 0), Ok(24_964));
        assert_eq!(Table::count(5, 5, 4), Ok(65_650_495));
        assert_eq!(Table::count(6, 6, 5), Err(TooManyStates));
        assert_eq!(Table::count(100, 100, 99), Err(TooManyStates));
    }

    #[test]
    fn every_matrix_has_a_rank_of_its_own_and_is_reached() {
        for (lines, width, blank) in [(3, 3, 2), (4, 4, 0), (4, 4, 2), (2, 5, 1), (5, 2, 3)] {
            for multi in [false, true] {
                let table = Table::build(lines, width, blank, multi, &mut || true).unwrap();
                assert!(table.distances.iter().all(|&d| d != UNKNOWN));
            }
        }
    }

    #[test]
    fn building_can_be_stopped() {
        assert_eq!(Table::build(4, 4, 0, false, &mut || false).err(), Some(Unbuilt::Interrupted));
    }
}
