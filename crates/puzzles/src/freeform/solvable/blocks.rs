//! The board as a graph: its parts, the blocks that they are made of, and what kind of graph a block is.

use crate::freeform::grid::Grid;

/// The sets of cells that hang together.
pub(super) fn parts(grid: &Grid, near: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut seen = vec![false; grid.cells()];
    let mut all = Vec::new();
    for first in grid.open() {
        if std::mem::replace(&mut seen[first], true) {
            continue;
        }
        let mut part = vec![first];
        let mut done = 0;
        while let Some(&cell) = part.get(done) {
            done += 1;
            for &next in &near[cell] {
                if !std::mem::replace(&mut seen[next], true) {
                    part.push(next);
                }
            }
        }
        all.push(part);
    }
    all
}

/// A block: cells that no single cell takes apart, or two cells side by side.
pub(super) struct Block {
    /// The cell through which the root of the part is reached, or the root itself.
    pub entry: usize,
    /// All cells, the entry included.
    pub cells: Vec<usize>,
}

/// The blocks of the part around `root` (Hopcroft and Tarjan, Communications of the ACM 16, 1973).
pub(super) fn blocks(near: &[Vec<usize>], root: usize) -> Vec<Block> {
    let mut walk = Walk { near, depth: vec![0; near.len()], path: Vec::new(), found: Vec::new() };
    walk.visit(root, 1);
    walk.found
}

struct Walk<'a> {
    near: &'a [Vec<usize>],
    /// In the tree of the walk, from 1; 0 for cells not yet seen.
    depth: Vec<usize>,
    /// Cells whose block is not complete.
    path: Vec<usize>,
    found: Vec<Block>,
}

impl Walk<'_> {
    /// Walks on from a cell; returns the least depth that is seen from what hangs on it. A board has at most
    /// 256 cells, so the recursion is not deep.
    fn visit(&mut self, cell: usize, depth: usize) -> usize {
        self.depth[cell] = depth;
        let mut least = depth;
        let near = self.near;
        for &next in &near[cell] {
            if self.depth[next] > 0 {
                least = least.min(self.depth[next]);
                continue;
            }
            let from = self.path.len();
            self.path.push(next);
            let seen = self.visit(next, depth + 1);
            least = least.min(seen);
            if seen >= depth {
                let mut cells = self.path.split_off(from);
                cells.push(cell);
                self.found.push(Block { entry: cell, cells });
            }
        }
        least
    }
}

/// What kind of graph some cells are.
pub(super) enum Kind {
    /// One after the other, in this order.
    Row(Vec<usize>),
    /// A ring, in this order.
    Ring(Vec<usize>),
    /// Single cells take it apart.
    Loose,
    /// The exception to Wilson's theorem: a ring of six with a seventh cell between two opposite ones.
    Exception,
    /// No single cell takes it apart, and it is none of those above.
    Firm {
        /// Whether its cells can be coloured such that neighbours differ.
        chessboard: bool,
    },
}

/// The kind of graph that these cells, which hang together, are.
pub(super) fn block_kind(near: &[Vec<usize>], cells: &[usize]) -> Kind {
    let inside = Inside::new(near, cells);
    let degrees: Vec<usize> = cells.iter().map(|&cell| inside.near(cell).count()).collect();
    let edges = degrees.iter().sum::<usize>() / 2;
    let thin = degrees.iter().all(|&degree| degree <= 2);
    if thin && edges < cells.len() {
        let end = cells.iter().zip(&degrees).find(|&(_, &degree)| degree < 2);
        return Kind::Row(inside.walk(end.map_or(cells[0], |(&cell, _)| cell)));
    }
    if thin {
        return Kind::Ring(inside.walk(cells[0]));
    }
    // A part is firm if it is a single block; the block's own cells alone are what is walked.
    let own: Vec<Vec<usize>> = (0..near.len()).map(|cell| inside.near(cell).collect()).collect();
    if blocks(&own, cells[0]).len() > 1 {
        return Kind::Loose;
    }
    if is_exception(&inside, cells, &degrees) {
        return Kind::Exception;
    }
    Kind::Firm { chessboard: inside.is_chessboard(cells[0]) }
}

/// Three ways of one, two and two cells between the same two cells.
fn is_exception(inside: &Inside<'_>, cells: &[usize], degrees: &[usize]) -> bool {
    let mut sorted = degrees.to_vec();
    sorted.sort_unstable();
    if sorted != [2, 2, 2, 2, 2, 3, 3] {
        return false;
    }
    let hubs: Vec<usize> =
        cells.iter().zip(degrees).filter(|&(_, &d)| d == 3).map(|(&cell, _)| cell).collect();
    let is_hub = |cell: usize| hubs.contains(&cell);
    // With two hubs and no single cell that takes it apart, each way from one hub ends at the other.
    let mut lengths: Vec<usize> = inside
        .near(hubs[0])
        .map(|first| {
            let (mut before, mut at, mut length) = (hubs[0], first, 0);
            while !is_hub(at) {
                length += 1;
                let next = inside.near(at).find(|&next| next != before);
                (before, at) = (at, next.unwrap_or(hubs[1]));
            }
            length
        })
        .collect();
    lengths.sort_unstable();
    lengths == [1, 2, 2]
}

/// Some of the cells, and which are neighbours among them.
struct Inside<'a> {
    near: &'a [Vec<usize>],
    member: Vec<bool>,
}

impl<'a> Inside<'a> {
    fn new(near: &'a [Vec<usize>], cells: &[usize]) -> Self {
        let mut member = vec![false; near.len()];
        cells.iter().for_each(|&cell| member[cell] = true);
        Self { near, member }
    }

    fn near(&self, cell: usize) -> impl Iterator<Item = usize> + '_ {
        let near = if self.member[cell] { self.near[cell].as_slice() } else { &[] };
        near.iter().copied().filter(|&next| self.member[next])
    }

    /// The cells of a row or ring, one after the other.
    fn walk(&self, first: usize) -> Vec<usize> {
        let mut walked = vec![first];
        let mut at = first;
        while let Some(next) = self.near(at).find(|next| !walked.contains(next)) {
            walked.push(next);
            at = next;
        }
        walked
    }

    fn is_chessboard(&self, first: usize) -> bool {
        let mut colour = vec![None; self.near.len()];
        colour[first] = Some(false);
        let mut open = vec![first];
        while let Some(cell) = open.pop() {
            let other = colour[cell].map(|colour: bool| !colour);
            for next in self.near(cell) {
                if colour[next].is_none() {
                    colour[next] = other;
                    open.push(next);
                } else if colour[next] != other {
                    return false;
                }
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(cells: usize, edges: &[(usize, usize)]) -> Vec<Vec<usize>> {
        let mut near = vec![Vec::new(); cells];
        for &(a, b) in edges {
            near[a].push(b);
            near[b].push(a);
        }
        near
    }

    fn kind(near: &[Vec<usize>]) -> &'static str {
        match block_kind(near, &(0..near.len()).collect::<Vec<_>>()) {
            Kind::Row(_) => "row",
            Kind::Ring(_) => "ring",
            Kind::Loose => "loose",
            Kind::Exception => "exception",
            Kind::Firm { chessboard: true } => "chessboard",
            Kind::Firm { chessboard: false } => "firm",
        }
    }

    #[test]
    fn kinds_are_told_apart() {
        let ring = |n: usize| (0..n).map(|i| (i, (i + 1) % n)).collect::<Vec<_>>();
        assert_eq!(kind(&graph(1, &[])), "row");
        assert_eq!(kind(&graph(3, &[(0, 2), (2, 1)])), "row");
        assert_eq!(kind(&graph(5, &ring(5))), "ring");
        let with =
            |n: usize, cells: usize, more: &[(usize, usize)]| graph(cells, &[&ring(n)[..], more].concat());
        assert_eq!(kind(&with(4, 5, &[(0, 4)])), "loose");
        assert_eq!(kind(&with(6, 7, &[(0, 6), (6, 3)])), "exception");
        assert_eq!(kind(&with(6, 7, &[(0, 6), (6, 2)])), "chessboard");
        assert_eq!(kind(&with(6, 7, &[(0, 6), (6, 1)])), "firm");
        assert_eq!(kind(&with(6, 6, &[(0, 3)])), "chessboard");
        assert_eq!(kind(&with(7, 7, &[(0, 3)])), "firm");
        assert_eq!(kind(&with(4, 4, &[(0, 2)])), "firm");
    }

    #[test]
    fn blocks_know_where_the_root_lies() {
        // Two triangles and a tail: 0 1 2, 2 3 4, 4 5.
        let near = graph(6, &[(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 2), (4, 5)]);
        let found = |root| {
            let mut all: Vec<(usize, Vec<usize>)> = blocks(&near, root)
                .into_iter()
                .map(|mut block| {
                    block.cells.sort_unstable();
                    (block.entry, block.cells)
                })
                .collect();
            all.sort();
            all
        };
        assert_eq!(found(0), [(0, vec![0, 1, 2]), (2, vec![2, 3, 4]), (4, vec![4, 5])]);
        assert_eq!(found(5), [(2, vec![0, 1, 2]), (4, vec![2, 3, 4]), (5, vec![4, 5])]);
        assert_eq!(found(2), [(2, vec![0, 1, 2]), (2, vec![2, 3, 4]), (4, vec![4, 5])]);
    }
}
