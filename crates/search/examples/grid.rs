//! A way on a map of the MovingAI format, eight ways a step. √2 is 1414 where 1 is 1000: costs are whole numbers.
//!
//! `cargo run --example grid -- MAP` reads another map, and goes from its first free cell to its last.

use slidewise_search::*;

type Cell = (i16, i16);

/// The least cost of a way on a map without walls.
fn octile((r, c): Cell, (to_r, to_c): Cell) -> Cost {
    let (a, b) = (Cost::from(r.abs_diff(to_r)), Cost::from(c.abs_diff(to_c)));
    1000 * a.max(b) + 414 * a.min(b)
}

/// Draws the way.
pub fn main() {
    let text = match std::env::args().nth(1).filter(|name| name.ends_with(".map")) {
        Some(name) => std::fs::read_to_string(&name).expect("the map can be read"),
        None => include_str!("rooms.map").to_string(),
    };
    let mut rows: Vec<Vec<u8>> = text.lines().skip(4).map(|line| line.as_bytes().to_vec()).collect();
    let map = rows.clone();
    let cell = |(r, c): Cell| map.get(usize::try_from(r).ok()?)?.get(usize::try_from(c).ok()?);
    let is_free = |at: Cell| cell(at).is_some_and(|b| b".GS".contains(b));
    let cells = || (0..map.len() as i16).flat_map(|r| (0..map[r as usize].len() as i16).map(move |c| (r, c)));
    let free: Vec<Cell> = cells().filter(|&at| is_free(at)).collect();
    let (start, goal) = (free[0], free[free.len() - 1]);

    // A diagonal step must not cut a corner.
    let near = |&(r, c): &Cell| {
        let ways = (-1..=1).flat_map(|dr| (-1..=1).map(move |dc| (dr, dc))).filter(|&way| way != (0, 0));
        let open =
            ways.filter(|&(dr, dc)| [(r + dr, c), (r, c + dc), (r + dr, c + dc)].into_iter().all(is_free));
        let hop = |(dr, dc): Cell| ((r + dr, c + dc), if dr != 0 && dc != 0 { 1414 } else { 1000 });
        open.map(hop).collect::<Vec<_>>()
    };
    let grid = space(start, near, |&at| at == goal);
    let verdict = astar(&grid, &consistent(|&at: &Cell| octile(at, goal))).solve();
    println!("{verdict}");
    for (r, c) in verdict.solution().map_or(Vec::new(), |way| way.states(&grid)) {
        rows[r as usize][c as usize] = b'*';
    }
    rows.iter().for_each(|row| println!("{}", String::from_utf8_lossy(row)));
    assert_eq!(verdict.is_optimal(), dijkstra(&grid).solve().is_optimal());
}
