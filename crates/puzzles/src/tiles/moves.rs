//! Moves without a board: what speed-solvers do with algorithms. A move is the way a tile goes; whether letters are
//! meant so or as the way of the blank makes no difference here, for all that is done is done to both alike.

use std::ops::Range;

use super::notation::{NotationError, letters};
use crate::step::Direction;

/// A sequence of moves, one cell each.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sequence {
    moves: Vec<Direction>,
}

/// How a sequence is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// One letter a move: `RRDLL`.
    Long,
    /// A letter and how often, if more than once: `R2DL2`.
    Short,
    /// One letter a move, with spaces: `R R D L L`.
    Spaces,
    /// Arrows: `→→↓←←`.
    Arrows,
    /// Words: `right right down left left`.
    Words,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Long, Self::Short, Self::Spaces, Self::Arrows, Self::Words];

    /// The name under which users ask for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Long => "long",
            Self::Short => "short",
            Self::Spaces => "spaces",
            Self::Arrows => "arrows",
            Self::Words => "words",
        }
    }
}

/// The line in which a sequence is reflected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mirror {
    /// Left and right are exchanged.
    LeftRight,
    /// Up and down are exchanged.
    UpDown,
    /// Rows and columns are exchanged.
    Transpose,
}

impl Mirror {
    /// The image of a direction.
    pub const fn image(self, direction: Direction) -> Direction {
        match (self, direction) {
            (Self::LeftRight, Direction::Left | Direction::Right)
            | (Self::UpDown, Direction::Up | Direction::Down) => direction.opposite(),
            (Self::LeftRight | Self::UpDown, direction) => direction,
            (Self::Transpose, Direction::Up) => Direction::Left,
            (Self::Transpose, Direction::Left) => Direction::Up,
            (Self::Transpose, Direction::Down) => Direction::Right,
            (Self::Transpose, Direction::Right) => Direction::Down,
        }
    }
}

impl Sequence {
    /// Reads letters, words or arrows, with counts and groups.
    pub fn parse(text: &str) -> Result<Self, NotationError> {
        let runs = letters::runs(text)?;
        let run = |run: &letters::Run| std::iter::repeat_n(run.direction, run.count);
        Ok(Self { moves: runs.iter().flat_map(run).collect() })
    }

    /// The moves.
    pub fn moves(&self) -> &[Direction] {
        &self.moves
    }

    /// What takes the sequence back.
    #[must_use]
    pub fn inverse(&self) -> Self {
        self.moves.iter().rev().map(|direction| direction.opposite()).collect()
    }

    /// The same without moves that are taken back at once, until there are none left.
    #[must_use]
    pub fn simplified(&self) -> Self {
        let mut kept: Vec<Direction> = Vec::new();
        for &direction in &self.moves {
            match kept.last() {
                Some(last) if *last == direction.opposite() => drop(kept.pop()),
                _ => kept.push(direction),
            }
        }
        Self { moves: kept }
    }

    /// The same on the board's mirror image.
    #[must_use]
    pub fn reflected(&self, mirror: Mirror) -> Self {
        self.moves.iter().map(|&direction| mirror.image(direction)).collect()
    }

    /// The same on the board turned clockwise by so many quarters.
    #[must_use]
    pub fn rotated(&self, quarters: u32) -> Self {
        let turned = |sequence: Self| sequence.reflected(Mirror::Transpose).reflected(Mirror::LeftRight);
        (0..quarters % 4).fold(self.clone(), |sequence, _| turned(sequence))
    }

    /// Some of the moves, as far as there are so many.
    #[must_use]
    pub fn slice(&self, range: Range<usize>) -> Self {
        let end = range.end.min(self.moves.len());
        self.moves[range.start.min(end)..end].iter().copied().collect()
    }

    /// This one, then another.
    #[must_use]
    pub fn then(&self, other: &Self) -> Self {
        self.moves.iter().chain(&other.moves).copied().collect()
    }

    /// The number of moves of one tile, and of pushes of a row or a part of it.
    pub fn lengths(&self) -> (usize, usize) {
        (self.moves.len(), self.moves.chunk_by(|a, b| a == b).count())
    }

    /// The sequence as text.
    pub fn write(&self, format: Format) -> String {
        let arrow = |direction: &Direction| match direction {
            Direction::Up => '↑',
            Direction::Down => '↓',
            Direction::Left => '←',
            Direction::Right => '→',
        };
        let joined = |words: Vec<String>| words.join(" ");
        match format {
            Format::Long => self.moves.iter().map(|direction| direction.letter()).collect(),
            Format::Arrows => self.moves.iter().map(arrow).collect(),
            Format::Spaces => joined(self.moves.iter().map(|direction| direction.letter().into()).collect()),
            Format::Words => joined(self.moves.iter().map(|direction| direction.word().into()).collect()),
            Format::Short => {
                let run = |run: &[Direction]| match run.len() {
                    1 => run[0].letter().to_string(),
                    count => format!("{}{count}", run[0].letter()),
                };
                self.moves.chunk_by(|a, b| a == b).map(run).collect()
            }
        }
    }
}

impl FromIterator<Direction> for Sequence {
    fn from_iter<I: IntoIterator<Item = Direction>>(moves: I) -> Self {
        Self { moves: moves.into_iter().collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Rng;
    use crate::tiles::{Board, Goal, replay::Walker};

    fn sequence(text: &str) -> Sequence {
        Sequence::parse(text).unwrap()
    }

    #[test]
    fn sequences_are_read_and_written() {
        let moves = sequence("R2 d (L)2");
        let written: Vec<String> = Format::ALL.iter().map(|&format| moves.write(format)).collect();
        assert_eq!(written, ["RRDLL", "R2DL2", "R R D L L", "→→↓←←", "right right down left left"]);
        for text in written {
            assert_eq!(sequence(&text), moves, "{text}");
        }
        assert_eq!(moves.lengths(), (5, 3));
        assert_eq!(Sequence::parse("R2x").unwrap_err().place.column, 3);
    }

    #[test]
    fn sequences_are_changed_as_the_words_say() {
        let moves = sequence("ULDRRU");
        assert_eq!(moves.inverse(), sequence("DLLURD"));
        assert_eq!(moves.inverse().inverse(), moves);
        assert_eq!(moves.then(&moves.inverse()).simplified(), Sequence::default());
        assert_eq!(sequence("LURLDR").simplified(), sequence(""));
        assert_eq!(sequence("LURLDDR").simplified(), sequence("LDR"));
        assert_eq!(moves.reflected(Mirror::Transpose), sequence("LURDDL"));
        assert_eq!(moves.reflected(Mirror::LeftRight), sequence("URDLLU"));
        assert_eq!(moves.rotated(1), sequence("RULDDR"));
        assert_eq!(moves.rotated(4), moves);
        assert_eq!(moves.slice(1..3), sequence("LD"));
        assert_eq!(moves.slice(4..99), sequence("RU"));
        assert_eq!(moves.slice(9..12), Sequence::default());
    }

    /// What is simpler leads to the same board, and a mirror image to the mirror image.
    #[test]
    fn changed_sequences_lead_where_they_should() {
        let start = Goal::BlankLast.board(3, 3).unwrap();
        let mut rng = Rng::from_seed(1);
        let after = |board: &Board, moves: &Sequence| {
            let mut walker = Walker::new(board);
            moves.moves().iter().all(|&direction| walker.slide(direction).is_some()).then(|| walker.board())
        };
        let transposed = |board: &Board| {
            let cell = |i: usize| board.cells()[i % 3 * 3 + i / 3];
            Board::new(3, 3, (0..9).map(cell).collect()).unwrap()
        };
        let mut compared = 0;
        while compared < 200 {
            let moves: Sequence = (0..12).map(|_| Direction::ALL[rng.below(4)]).collect();
            let Some(end) = after(&start, &moves) else { continue };
            assert_eq!(after(&start, &moves.simplified()), Some(end.clone()));
            assert_eq!(after(&end, &moves.inverse()), Some(start.clone()));
            let image = after(&transposed(&start), &moves.reflected(Mirror::Transpose));
            assert_eq!(image, Some(transposed(&end)));
            compared += 1;
        }
    }
}
