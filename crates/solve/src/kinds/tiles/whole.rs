//! The whole space of a board: all boards of its size that can be reached, by two bits each.

use std::sync::Arc;

use slidewise_puzzles::tiles::solvable::check;
use slidewise_puzzles::tiles::whole::{KeepError, Keeping, Whole, whole_by_crew, whole_kept};
use slidewise_puzzles::tiles::{Shape, TilePuzzle};
use slidewise_search::{Crew, Meter};

use super::{Tiles, is_multi};
use crate::checkpoint::Checkpoint;
use crate::explore::{Explored, Exploring, ToGoal};
use crate::position::Position;
use crate::refusal::{Refusal, Setting, SolveError};
use crate::survey::SurveyError;

/// Counts all boards, kept in a file if one is named, or together with other processes. `None` for boards whose space
/// is not counted in this way, or not kept: there is one file, so the start must be a goal but for the names of the
/// tiles.
pub(super) fn explore(
    tiles: &Tiles,
    what: &Exploring,
    checkpoint: Option<&Checkpoint>,
    crew: Option<&Arc<Crew>>,
    meter: &mut Meter<'_>,
) -> Result<Option<Explored>, SurveyError> {
    let puzzle = &tiles.puzzle;
    let (rows, cols) = (puzzle.start().rows(), puzzle.start().cols());
    let multi = is_multi(what.metric);
    // With its tiles called otherwise, the start is a goal with the blank where it is.
    let (start, goal) = (puzzle.start().blank(), puzzle.goal().blank());
    if checkpoint.is_some() && start != goal {
        return Ok(None);
    }
    let keeping = checkpoint.map(|file| Keeping { path: file.path().into(), every: file.interval() });
    let from = |blank: usize, meter: &mut Meter<'_>| {
        let (shape, keeping) = (Shape::new(rows, cols, blank), keeping.as_ref());
        let found = match crew {
            Some(crew) => whole_by_crew(&shape, multi, what.hardest, keeping, crew, meter),
            None => whole_kept(&shape, multi, what.hardest, what.threads, keeping, meter),
        };
        found.map_err(|error| {
            let file = keeping.map(|kept| format!("{}: ", kept.path.display())).unwrap_or_default();
            let text = format!("{file}{error}");
            SurveyError::from(match error {
                KeepError::Io(_) => SolveError::NotKept(text),
                _ => Refusal::new(Setting::Checkpoint, text).into(),
            })
        })
    };
    let Some(around_start) = from(start, meter)? else { return Ok(None) };
    let around_goal = match check(puzzle.start(), puzzle.goal()).is_solvable() {
        true if around_start.stopped.is_some() => None,
        true if start == goal => Some(around_start.clone()),
        true => from(goal, meter)?,
        false => None,
    };
    let degrees = || (0..rows * cols).map(|blank| degree(rows, cols, blank, multi));
    let states: u64 = around_start.by_distance.iter().sum();
    let orders = states / (rows * cols) as u64;
    let stopped = around_start.stopped.or(around_goal.as_ref().and_then(|found| found.stopped));
    let both = [Some(&around_start), around_goal.as_ref().filter(|_| start != goal)];
    let sent = [0, 1].map(|which| both.into_iter().flatten().map(|found| found.sent[which]).sum());
    Ok(Some(Explored {
        states,
        up_to_mirror: states,
        goals: around_goal.is_some().into(),
        by_depth: sizes(&around_start),
        edges: if stopped.is_none() { orders * degrees().sum::<u64>() / 2 } else { 0 },
        dead_ends: 0,
        most_neighbours: degrees().max().unwrap_or(0),
        to_goal: around_goal.filter(|found| found.stopped.is_none()).map(|found| to_goal(puzzle, &found)),
        arrangements: None,
        sent,
        stopped,
        trouble: None,
    }))
}

fn sizes(found: &Whole) -> Vec<usize> {
    found.by_distance.iter().map(|&n| n as usize).collect()
}

fn to_goal(puzzle: &TilePuzzle, found: &Whole) -> ToGoal {
    let goal = puzzle.goal().cells();
    let shown = |labels: &Vec<u16>| {
        let tile = |&label: &u16| Some(usize::from(goal[usize::from(label)])).filter(|&tile| tile != 0);
        Position::new(labels.iter().map(tile))
    };
    let by_length = sizes(found);
    ToGoal {
        hardest_length: by_length.len() - 1,
        hardest_count: by_length.last().copied().unwrap_or(0),
        by_length,
        hardest: found.farthest.iter().map(shown).collect(),
        solution: Vec::new(),
    }
}

/// Moves with the blank on a cell.
fn degree(rows: usize, cols: usize, blank: usize, multi: bool) -> u64 {
    let beside = |at: usize, length: usize| match multi {
        true => length - 1,
        false => usize::from(at > 0) + usize::from(at + 1 < length),
    };
    (beside(blank / cols, rows) + beside(blank % cols, cols)) as u64
}
