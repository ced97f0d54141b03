//! The commands of the sliding brick course, as functions: list the moves, apply one, compare, walk at random.
//! Printing and the normal form are in [`super::write`].

use std::fmt;

use super::puzzle::Puzzle;
use super::replay::Position;
use super::solution::Slide;
use super::write::{Unwritable, course, course_normal_form};
use crate::random::Rng;
use crate::step::Direction;

pub use crate::step::Step;

/// Why a text is not a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepError {
    /// Not of the form `(2,left)`.
    Form(String),
    /// No piece has this label.
    NoSuchPiece(String),
    /// Not `up`, `down`, `left` or `right`.
    Direction(String),
}

impl fmt::Display for StepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Form(text) => write!(f, "{text:?} is not a move: write it as (2,left)"),
            Self::NoSuchPiece(label) => write!(f, "there is no piece {label:?}"),
            Self::Direction(word) => write!(f, "{word:?} is no direction: use up, down, left or right"),
        }
    }
}

impl std::error::Error for StepError {}

/// The word for a direction.
pub const fn word(d: Direction) -> &'static str {
    d.word()
}

/// `(2,left)`.
pub fn step_text(puzzle: &Puzzle, step: &Step) -> String {
    format!("({},{})", puzzle.pieces()[step.piece].label, step.direction.word())
}

/// Reads `(2,left)`; spaces and capitals do not matter.
pub fn parse_step(puzzle: &Puzzle, text: &str) -> Result<Step, StepError> {
    let form = || StepError::Form(text.chars().take(40).collect());
    let inner = text.trim().strip_prefix('(').and_then(|t| t.strip_suffix(')')).ok_or_else(form)?;
    let (label, way) = inner.split_once(',').ok_or_else(form)?;
    let (label, way) = (label.trim(), way.trim());
    let piece = puzzle.pieces().iter().position(|p| p.label == label);
    let direction = Direction::ALL.into_iter().find(|&d| way.eq_ignore_ascii_case(d.word()));
    Ok(Step {
        piece: piece.ok_or_else(|| StepError::NoSuchPiece(label.chars().take(40).collect()))?,
        direction: direction.ok_or_else(|| StepError::Direction(way.chars().take(40).collect()))?,
    })
}

/// Every step that can be taken, piece by piece.
pub fn steps(puzzle: &Puzzle, position: &Position) -> Vec<Step> {
    let all = (0..puzzle.pieces().len())
        .flat_map(|piece| Direction::ALL.into_iter().map(move |direction| Step { piece, direction }));
    all.filter(|step| position.clone().step(puzzle, step.piece, step.direction).is_ok()).collect()
}

/// A solution taken apart into steps.
pub fn steps_of(slides: &[Slide]) -> Vec<Step> {
    let each = |slide: &Slide| {
        let piece = slide.piece;
        slide.path.clone().into_iter().map(move |direction| Step { piece, direction })
    };
    slides.iter().flat_map(each).collect()
}

/// Whether two positions are the same cell by cell, numbers included.
pub fn same(a: (&Puzzle, &Position), b: (&Puzzle, &Position)) -> Result<bool, Unwritable> {
    Ok(course(a.0, a.1)? == course(b.0, b.1)?)
}

/// Whether two positions have the same normal form.
pub fn same_normal_form(a: (&Puzzle, &Position), b: (&Puzzle, &Position)) -> Result<bool, Unwritable> {
    Ok(course_normal_form(a.0, a.1)? == course_normal_form(b.0, b.1)?)
}

/// At most `n` random steps, each equally likely among those that can be taken; it ends early when the puzzle is
/// solved or nothing can move. Returns the steps and where they lead.
pub fn random_walk(
    puzzle: &Puzzle,
    mut position: Position,
    n: usize,
    random: &mut Rng,
) -> (Vec<Step>, Position) {
    let mut taken = Vec::new();
    while taken.len() < n && !position.is_solved(puzzle) {
        let mut choices = steps(puzzle, &position);
        if choices.is_empty() {
            break;
        }
        let step = choices.swap_remove(random.below(choices.len()));
        if position.step(puzzle, step.piece, step.direction).is_err() {
            break;
        }
        taken.push(step);
    }
    (taken, position)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bricks::{library, parse};

    fn level(text: &str) -> (Puzzle, Position) {
        let puzzle = parse(text).unwrap().puzzle;
        let position = Position::start(&puzzle);
        (puzzle, position)
    }

    #[test]
    fn print_gives_the_text_back() {
        for entry in library::entries().filter(|e| e.slug.starts_with("course")) {
            let (puzzle, position) = level(entry.text);
            assert_eq!(
                course(&puzzle, &position).unwrap().trim_end(),
                entry.text.trim_end(),
                "{}",
                entry.slug
            );
        }
    }

    #[test]
    fn bricks_are_numbered_as_they_appear() {
        let (puzzle, position) = level(library::get("course-not-normalized").unwrap().text);
        let normal = course_normal_form(&puzzle, &position).unwrap();
        let expected = "6,8,\n1,1,1,1,1,1,\n1,3,2,2,4,1,\n1,5,2,2,6,1,\n1,7,7,8,8,1,\n1,9,9,10,10,1,\n\
                        1,0,0,0,0,1,\n1,0,0,0,0,1,\n1,1,-1,-1,1,1,\n";
        assert_eq!(normal, expected);
        let (other, there) = level(&normal);
        assert_eq!(course_normal_form(&other, &there).unwrap(), normal);
        assert_eq!(same((&puzzle, &position), (&other, &there)), Ok(false));
        assert_eq!(same_normal_form((&puzzle, &position), (&other, &there)), Ok(true));
    }

    #[test]
    fn moves_are_listed_read_and_applied() {
        let (puzzle, mut position) = level(library::get("course-level-0").unwrap().text);
        let texts =
            |p: &Position| steps(&puzzle, p).iter().map(|s| step_text(&puzzle, s)).collect::<Vec<_>>();
        assert_eq!(texts(&position), ["(2,left)", "(3,left)"]);
        let step = parse_step(&puzzle, " ( 3 , LEFT ) ").unwrap();
        position.step(&puzzle, step.piece, step.direction).unwrap();
        assert_eq!(
            course(&puzzle, &position).unwrap(),
            "5,4,\n1,-1,-1,1,1,\n1,3,0,4,1,\n1,0,2,2,1,\n1,1,1,1,1,\n"
        );
        assert_eq!(parse_step(&puzzle, "3,left"), Err(StepError::Form("3,left".into())));
        assert_eq!(parse_step(&puzzle, "(9,left)"), Err(StepError::NoSuchPiece("9".into())));
        assert_eq!(parse_step(&puzzle, "(3,away)"), Err(StepError::Direction("away".into())));
    }

    #[test]
    fn the_goal_stays_when_the_master_leaves_it() {
        let (puzzle, mut position) = level("3,2,\n2,-1,0,\n1,1,3,\n");
        for (direction, row) in
            [(Direction::Right, "0,2,0,"), (Direction::Right, "0,-1,2,"), (Direction::Left, "0,2,0,")]
        {
            position.step(&puzzle, 0, direction).unwrap();
            assert!(course(&puzzle, &position).unwrap().contains(row), "{row}");
        }
        assert!(position.is_solved(&puzzle));
    }

    #[test]
    fn a_walk_is_legal_and_can_be_repeated() {
        let (puzzle, start) = level(library::get("course-level-1").unwrap().text);
        let walk = |seed| random_walk(&puzzle, start.clone(), 200, &mut Rng::from_seed(seed));
        assert_eq!(walk(7), walk(7));
        let (taken, end) = walk(7);
        let mut position = start.clone();
        for step in taken {
            position.step(&puzzle, step.piece, step.direction).unwrap();
        }
        assert_eq!(position, end);
        assert_eq!(random_walk(&puzzle, start.clone(), 0, &mut Rng::from_seed(1)).1, start);
    }
}
