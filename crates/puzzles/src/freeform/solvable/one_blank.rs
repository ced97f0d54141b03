//! One blank: the part is taken apart into blocks, and each is decided alone.

use std::collections::HashSet;

use super::blocks::{Block, Kind, block_kind, blocks};
use super::order::fits_around;
use super::reason::{Obstacle, Proof};
use super::{Part, suits};

/// Decides a part with one blank. It ends where the goal says, or on one of the cells that are open in the
/// goal.
pub(super) fn check(part: &Part<'_>) -> Result<Proof, Obstacle> {
    let with = |wanted: Option<u8>| part.cells.iter().copied().filter(move |&cell| part.goal[cell] == wanted);
    let mut ends: Vec<usize> = with(Some(0)).collect();
    if ends.is_empty() {
        ends = with(None).collect();
    }
    let mut obstacle = Obstacle::EveryEnd { ends: ends.len() };
    for &end in &ends {
        match ending_at(part, end) {
            Ok(proof) => return Ok(proof),
            Err(found) if ends.len() == 1 => obstacle = found,
            Err(_) => {}
        }
    }
    Err(obstacle)
}

/// Decides a part whose blank ends on a given cell: brings it there by any way, and looks at each block from
/// there.
fn ending_at(part: &Part<'_>, end: usize) -> Result<Proof, Obstacle> {
    let now = with_blank_at(part, end);
    let all = blocks(part.near, end);
    let count = all.len();
    let mut proof = Proof::Blocks { blocks: count };
    for block in &all {
        let found = check_block(part, &now, block)?;
        if count == 1 {
            proof = found;
        }
    }
    Ok(proof)
}

/// The classes after the blank has gone to a cell by a shortest way.
fn with_blank_at(part: &Part<'_>, end: usize) -> Vec<u8> {
    let mut now = part.now.to_vec();
    let Some(&blank) = part.cells.iter().find(|&&cell| now[cell] == 0) else { return now };
    // The way back from the end, so that it can be followed from the blank.
    let mut towards = vec![None; now.len()];
    towards[end] = Some(end);
    let mut queue = vec![end];
    let mut done = 0;
    while let Some(&cell) = queue.get(done) {
        done += 1;
        for &next in &part.near[cell] {
            if towards[next].is_none() {
                towards[next] = Some(cell);
                queue.push(next);
            }
        }
    }
    let mut at = blank;
    while let Some(next) = towards[at].filter(|&next| next != at) {
        now.swap(at, next);
        at = next;
    }
    now
}

/// Decides a block with the blank on its entry, where it comes in and goes out again. (What lies on the entry
/// while the blank is elsewhere belongs to the block through which the blank comes.)
fn check_block(part: &Part<'_>, now: &[u8], block: &Block) -> Result<Proof, Obstacle> {
    let cells: Vec<usize> = block.cells.iter().copied().filter(|&cell| cell != block.entry).collect();
    if let Some(cell) = lacking(part, now, &cells) {
        let (row, column) = part.puzzle.grid().place(cell);
        return Err(Obstacle::Passage { row, column });
    }
    match block_kind(part.near, &block.cells) {
        // Two cells: the tile that the blank moves comes back with it, and what it must be was checked above.
        Kind::Row(_) | Kind::Loose => Ok(Proof::Order),
        Kind::Ring(ring) => {
            let tiles: Vec<u8> =
                ring.iter().filter(|&&cell| cell != block.entry).map(|&cell| now[cell]).collect();
            let wanted = |&cell: &usize| if cell == block.entry { Some(0) } else { part.goal[cell] };
            let goal: Vec<Option<u8>> = ring.iter().map(wanted).collect();
            if fits_around(&tiles, &goal) { Ok(Proof::Order) } else { Err(Obstacle::Order { ring: true }) }
        }
        Kind::Exception => by_trying(part, &block.cells, now, Some(block.entry)),
        Kind::Firm { chessboard: false } => Ok(Proof::Everything),
        Kind::Firm { chessboard: true } => parity(part, now, &cells),
    }
}

/// A cell that wants a class of which these cells do not have enough.
fn lacking(part: &Part<'_>, now: &[u8], cells: &[usize]) -> Option<usize> {
    let mut left = [0_usize; 256];
    cells.iter().for_each(|&cell| left[usize::from(now[cell])] += 1);
    cells.iter().copied().find(|&cell| {
        let Some(class) = part.goal[cell] else { return false };
        let left = &mut left[usize::from(class)];
        let short = *left == 0;
        *left = left.saturating_sub(1);
        short
    })
}

/// Decides a chessboard block by parity. The cells are those without the entry, and have what the goal wants.
fn parity(part: &Part<'_>, now: &[u8], cells: &[usize]) -> Result<Proof, Obstacle> {
    let mut seen = [false; 256];
    let repeated = cells.iter().any(|&cell| std::mem::replace(&mut seen[usize::from(now[cell])], true));
    let open = cells.iter().filter(|&&cell| part.goal[cell].is_none()).count();
    if repeated || open > 1 {
        return Ok(Proof::Spare);
    }
    // A single open cell gets the one tile that is not wanted elsewhere.
    let named = |class: u8| cells.iter().any(|&cell| part.goal[cell] == Some(class));
    let rest = cells.iter().map(|&cell| now[cell]).find(|&class| !named(class));
    let mut order: Vec<Option<u8>> = cells.iter().map(|&cell| Some(now[cell])).collect();
    let mut swaps = 0;
    for place in 0..order.len() {
        let wanted = part.goal[cells[place]].or(rest);
        if order[place] != wanted {
            let other = order.iter().position(|&class| class == wanted).unwrap_or(place);
            order.swap(place, other);
            swaps += 1;
        }
    }
    if swaps % 2 == 0 { Ok(Proof::Parity) } else { Err(Obstacle::Parity { swaps }) }
}

/// Decides the seven cells of the exception by trying: 5040 positions at most. With an `entry`,
/// that is where the blank comes in and must go out again.
pub(super) fn by_trying(
    part: &Part<'_>,
    cells: &[usize],
    now: &[u8],
    entry: Option<usize>,
) -> Result<Proof, Obstacle> {
    let place = |cell: usize| cells.iter().position(|&c| c == cell);
    let near: Vec<Vec<usize>> =
        cells.iter().map(|&cell| part.near[cell].iter().filter_map(|&next| place(next)).collect()).collect();
    let wanted = |cell: usize| if entry == Some(cell) { Some(0) } else { part.goal[cell] };
    let meets = |order: &[u8]| order.iter().zip(cells).all(|(&class, &cell)| suits(wanted(cell), class));
    let start: Vec<u8> = cells.iter().map(|&cell| if entry == Some(cell) { 0 } else { now[cell] }).collect();
    let mut seen = HashSet::from([start.clone()]);
    let mut open = vec![start];
    while let Some(order) = open.pop() {
        if meets(&order) {
            return Ok(Proof::Tried);
        }
        for (blank, _) in order.iter().enumerate().filter(|&(_, &class)| class == 0) {
            for &from in &near[blank] {
                let mut next = order.clone();
                next.swap(blank, from);
                if seen.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
    }
    Err(Obstacle::Tried)
}
