//! The distances of all matrices of one axis, found by their rank.

use std::collections::HashMap;
use std::fmt;
use std::hash::BuildHasherDefault;
use std::sync::Arc;

use slidewise_search::KeyHasher;

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

/// A matrix of the layer in work.
struct Reached {
    matrix: Matrix,
    /// The line of the blank.
    blank: u8,
    /// Its number in the graph of steps, if there is one.
    number: u16,
}

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
    /// The same table as a graph of single steps, if it is small and for these.
    steps: Option<Arc<Steps>>,
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
            steps: None,
        };
        let tiles = (0..lines * width).filter(|&cell| cell != blank_line * width);
        table.goal.0 = table.matrix(tiles.map(|cell| (cell / width, cell / width)));
        table.fill(multi, go_on)?;
        Ok(table)
    }

    fn fill(&mut self, multi: bool, go_on: GoOn<'_>) -> Result<(), Unbuilt> {
        let mut steps = if multi { None } else { Steps::new(self.distances.len(), self.lines) };
        let start = self.ranking.rank(self.goal.0);
        self.distances[start] = 0;
        let number = steps.as_mut().map_or(0, |steps| steps.add(start));
        let mut layer = vec![Reached { matrix: self.goal.0, blank: self.goal.1, number }];
        let mut distance: u8 = 0;
        let mut found = Vec::new();
        while !layer.is_empty() {
            let here = distance;
            distance = (distance + 1).min(FARTHEST);
            let mut next = Vec::new();
            for (i, Reached { matrix, blank, number }) in layer.into_iter().enumerate() {
                if i % CHECK_EVERY == 0 && !go_on() {
                    return Err(Unbuilt::Interrupted);
                }
                for down in [false, true] {
                    self.neighbours(matrix, blank, down, multi, &mut found);
                    for (goal, matrix, blank) in found.drain(..) {
                        let there = self.ranking.rank(matrix);
                        let known = self.distances[there];
                        if known == UNKNOWN {
                            self.distances[there] = distance;
                            let number = steps.as_mut().map_or(0, |steps| steps.add(there));
                            next.push(Reached { matrix, blank, number });
                        }
                        if let Some(steps) = &mut steps {
                            // What is nearer was reached before.
                            steps.enter((number, down, goal.into()), there, known < here);
                        }
                    }
                }
            }
            layer = next;
        }
        self.steps = steps.map(Arc::new);
        Ok(())
    }

    /// The matrices one move away with the blank going one way, with the line of the blank and the goal line of the
    /// tile that moved last: any tile of the next line comes into the blank's line. With `multi` the blank may go on.
    fn neighbours(
        &self,
        matrix: Matrix,
        blank: u8,
        down: bool,
        multi: bool,
        found: &mut Vec<(u8, Matrix, u8)>,
    ) {
        let Some(next) = (if down { blank.checked_add(1) } else { blank.checked_sub(1) }) else { return };
        if usize::from(next) >= self.lines {
            return;
        }
        let mut goals = self.contents.goals(line_of(matrix, next.into()));
        while goals != 0 {
            let goal = goals.trailing_zeros() as u8;
            goals &= goals - 1;
            let after = self.carried(matrix, goal.into(), next.into(), blank.into());
            found.push((goal, after, next));
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

    /// The table as a graph of single steps, if it is small and for these.
    pub(super) fn steps(&self) -> Option<Arc<Steps>> {
        self.steps.clone()
    }

    pub(super) fn rank(&self, matrix: Matrix) -> usize {
        self.ranking.rank(matrix)
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

#[derive(Clone, Copy)]
struct Step {
    before: u32,
    next: u32,
}

impl Step {
    /// No matrix has this content after this remainder.
    const NONE: Self = Self { before: 0, next: u32::MAX };
}

/// Tiles of each goal line not yet placed, a byte each. The top bit says that the blank was placed; counts are below
/// 128, for a matrix has a byte for the number of a line's content.
type Remainder = u64;

const BLANK_DONE: Remainder = 1 << 63;
/// The top bit of each byte.
const TOPS: u64 = 0x8080_8080_8080_8080;

/// Remainders by number, in the order in which they were met.
type Numbers = HashMap<Remainder, u32, BuildHasherDefault<KeyHasher>>;

impl Ranking {
    fn new(lines: usize, width: usize, blank_line: usize) -> Result<(Contents, Self), TooManyStates> {
        if lines > MAX_LINES {
            return Err(TooManyStates);
        }
        let contents = Contents::new(lines, width).ok_or(TooManyStates)?;
        let tiles = |line: usize| (width - usize::from(line == blank_line)) as u64;
        let all = (0..lines).map(|line| tiles(line) << (8 * line)).sum();
        let (mut levels, last) = ways(&contents, lines, all);
        let len = count_upwards(&contents, &mut levels, &last)?;
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

/// For each line, which remainder follows which with each content; and the remainders behind the last line.
fn ways(contents: &Contents, lines: usize, all: Remainder) -> (Vec<Vec<Step>>, Vec<Remainder>) {
    let each: Vec<(u64, bool)> = (0..contents.len())
        .map(|content| {
            let counts = contents.counts(content).iter().rev();
            (counts.fold(0, |packed, &count| packed << 8 | u64::from(count)), contents.has_blank(content))
        })
        .collect();
    let mut levels = Vec::with_capacity(lines);
    let mut reached = vec![all];
    for _ in 0..lines {
        let mut numbers = Numbers::default();
        let mut next = Vec::new();
        let mut level = Vec::with_capacity(reached.len() * each.len());
        for &left in &reached {
            level.extend(each.iter().map(|&(content, has_blank)| {
                let Some(rest) = placed(left, content, has_blank) else { return Step::NONE };
                let number = *numbers.entry(rest).or_insert_with(|| {
                    next.push(rest);
                    next.len() as u32 - 1
                });
                Step { before: 0, next: number }
            }));
        }
        levels.push(level);
        reached = next;
    }
    (levels, reached)
}

/// What is left when the next line has this content, if it can.
#[inline]
fn placed(left: Remainder, content: u64, has_blank: bool) -> Option<Remainder> {
    let (tiles, blank_done) = (left & !BLANK_DONE, left & BLANK_DONE != 0);
    // No byte borrows from the next: its top bit is still there.
    let rest = (tiles | TOPS) - content;
    if rest & TOPS != TOPS || has_blank && blank_done {
        return None;
    }
    Some(rest & !TOPS | if blank_done || has_blank { BLANK_DONE } else { 0 })
}

/// From the last line up: how many completions each remainder has, hence what comes before each content. How many
/// there are in all.
fn count_upwards(
    contents: &Contents,
    levels: &mut [Vec<Step>],
    last: &[Remainder],
) -> Result<usize, TooManyStates> {
    let mut completions: Vec<u64> = last.iter().map(|&rest| u64::from(rest == BLANK_DONE)).collect();
    for level in levels.iter_mut().rev() {
        let mut counts = Vec::with_capacity(level.len() / contents.len());
        for steps in level.chunks_exact_mut(contents.len()) {
            let mut count = 0;
            for step in steps.iter_mut().filter(|step| step.next != u32::MAX) {
                step.before = count as u32;
                count += completions[step.next as usize];
            }
            if count > MAX_STATES as u64 {
                return Err(TooManyStates);
            }
            counts.push(count);
        }
        completions = counts;
    }
    Ok(completions[0] as usize)
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
