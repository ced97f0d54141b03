//! The blocks world: a hand takes one block at a time, from the top of a tower to the top of another or to the table.

use slidewise_search::*;

/// What each block stands on: another block, or the table.
type World = [u8; BLOCKS];

const BLOCKS: usize = 7;
const TABLE: u8 = u8::MAX;

/// Towers, each from the bottom to the top.
fn towers(towers: &[&str]) -> World {
    let mut world = [TABLE; BLOCKS];
    for pair in towers.iter().flat_map(|tower| tower.as_bytes().windows(2)) {
        world[usize::from(pair[1] - b'a')] = pair[0] - b'a';
    }
    world
}

/// Every block on top of a tower, put on every other and on the table.
fn moves(world: &World) -> Vec<(World, Cost)> {
    let clear: Vec<u8> = (0..BLOCKS as u8).filter(|block| !world.contains(block)).collect();
    let mut next = Vec::new();
    for &block in &clear {
        for &to in clear.iter().chain(&[TABLE]).filter(|&&to| to != block && to != world[usize::from(block)])
        {
            let mut after = *world;
            after[usize::from(block)] = to;
            next.push((after, 1));
        }
    }
    next
}

/// Whether a block must be taken at least once: it stands on the wrong thing, or on something that must be taken.
fn is_misplaced(world: &World, goal: &World, block: u8) -> bool {
    let (on, wanted) = (world[usize::from(block)], goal[usize::from(block)]);
    on != wanted || (on != TABLE && is_misplaced(world, goal, on))
}

/// Builds one tower out of two.
pub fn main() {
    let (start, goal) = (towers(&["abcd", "efg"]), towers(&["gadbecf"]));
    let world = space(start, moves, |world: &World| *world == goal).least_cost(1);
    let left =
        |world: &World| (0..BLOCKS as u8).filter(|&block| is_misplaced(world, &goal, block)).count() as Cost;
    let verdict = astar(&world, &consistent(left)).solve();
    println!("{verdict}");
    let solution = verdict.solution().expect("any tower can be built");
    for hop in &solution.moves {
        let block = (0..BLOCKS).find(|&b| hop.from[b] != hop.to[b]).expect("one block is moved");
        let name =
            |b: u8| if b == TABLE { "the table".to_string() } else { char::from(b'a' + b).to_string() };
        println!("{} to {}", name(block as u8), name(hop.to[block]));
    }
    assert!(verdict.is_optimal() && bfs(&world).solve().is_optimal());
}
