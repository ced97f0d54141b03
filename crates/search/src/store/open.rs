//! The open list: integer buckets, lowest f first, among equals highest g first, among equals the newest.
//!
//! Each (f, g) has a stack of nodes in blocks from one pool, so that little is reserved that is not used: a bit over
//! four bytes an entry. A node whose cost falls is pushed again; the caller drops the older entry when it comes up
//! with a cost that is no longer the node's.

use super::graph::NodeId;
use crate::space::Cost;

/// Entries (f, g, node), popped in order.
pub(crate) struct Open {
    /// For each f, the number of its level plus one; 0 for none. Four bytes each, for weighted f are sparse.
    by_f: Vec<u32>,
    levels: Vec<Level>,
    free_levels: Vec<u32>,
    pool: Pool,
    /// No entry has a lower f.
    least: usize,
    len: usize,
}

/// The entries of one f: a stack for each g from `first_g` on. The last one is never empty.
#[derive(Default)]
struct Level {
    first_g: Cost,
    stacks: Vec<Stack>,
}

/// Nodes of equal f and g, the newest on top.
#[derive(Clone)]
struct Stack {
    /// The block on top, or none.
    top: u32,
    /// Entries in that block; a stack without blocks counts as full, so that the first entry takes one.
    filled: u32,
}

impl Stack {
    const EMPTY: Self = Self { top: NO_BLOCK, filled: BLOCK as u32 };
}

impl Level {
    /// The place of g among the stacks.
    #[inline]
    fn place(&mut self, g: Cost) -> usize {
        match g.checked_sub(self.first_g) {
            Some(at) if (at as usize) < self.stacks.len() => at as usize,
            _ => self.make_place(g),
        }
    }

    #[cold]
    fn make_place(&mut self, g: Cost) -> usize {
        if self.stacks.is_empty() {
            self.first_g = g;
        } else if g < self.first_g {
            let lower = (self.first_g - g) as usize;
            self.stacks.splice(0..0, std::iter::repeat_n(Stack::EMPTY, lower));
            self.first_g = g;
        }
        let at = (g - self.first_g) as usize;
        if at >= self.stacks.len() {
            self.stacks.resize(at + 1, Stack::EMPTY);
        }
        at
    }
}

/// Entries in a block; with the link a block takes 256 bytes.
const BLOCK: usize = 63;
const NO_BLOCK: u32 = u32::MAX;

struct Block {
    nodes: [NodeId; BLOCK],
    /// The block below, or the next free one.
    below: u32,
}

/// Blocks, in use or free.
struct Pool {
    blocks: Vec<Block>,
    free: u32,
}

impl Pool {
    /// A block on top of `below`.
    fn take(&mut self, below: u32) -> u32 {
        if self.free != NO_BLOCK {
            let block = self.free;
            self.free = self.blocks[block as usize].below;
            self.blocks[block as usize].below = below;
            return block;
        }
        if self.blocks.len() == self.blocks.capacity() {
            self.blocks.reserve_exact(self.blocks.len() / 8 + 16);
        }
        self.blocks.push(Block { nodes: [0; BLOCK], below });
        self.blocks.len() as u32 - 1
    }

    /// Takes the top entry off a stack that is not empty.
    #[inline]
    fn pop(&mut self, stack: &mut Stack) -> NodeId {
        let block = &mut self.blocks[stack.top as usize];
        stack.filled -= 1;
        let node = block.nodes[stack.filled as usize];
        if stack.filled == 0 {
            let below = std::mem::replace(&mut block.below, self.free);
            self.free = stack.top;
            *stack = Stack { top: below, filled: BLOCK as u32 };
        }
        node
    }
}

impl Open {
    pub(crate) fn new() -> Self {
        Self {
            by_f: Vec::new(),
            levels: Vec::new(),
            free_levels: Vec::new(),
            pool: Pool { blocks: Vec::new(), free: NO_BLOCK },
            least: 0,
            len: 0,
        }
    }

    /// Entries, including those that are out of date.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn bytes(&self) -> u64 {
        let blocks = self.pool.blocks.capacity() * size_of::<Block>();
        (blocks + self.by_f.capacity() * size_of::<u32>()) as u64
    }

    #[inline]
    pub(crate) fn push(&mut self, f: u32, g: Cost, node: NodeId) {
        let f = f as usize;
        if f >= self.by_f.len() {
            self.by_f.resize(f + 1, 0);
        }
        let level = match self.by_f[f] {
            0 => self.new_level(f),
            number => number as usize - 1,
        };
        let level = &mut self.levels[level];
        let at = level.place(g);
        let stack = &mut level.stacks[at];
        if stack.filled as usize == BLOCK {
            stack.top = self.pool.take(stack.top);
            stack.filled = 0;
        }
        self.pool.blocks[stack.top as usize].nodes[stack.filled as usize] = node;
        stack.filled += 1;
        self.len += 1;
        self.least = self.least.min(f);
    }

    #[cold]
    fn new_level(&mut self, f: usize) -> usize {
        let level = self.free_levels.pop().unwrap_or_else(|| {
            self.levels.push(Level::default());
            self.levels.len() as u32 - 1
        });
        self.by_f[f] = level + 1;
        level as usize
    }

    /// The next entry.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<(u32, Cost, NodeId)> {
        if self.len == 0 {
            return None;
        }
        loop {
            let number = self.by_f[self.least];
            if number != 0 {
                let level = &mut self.levels[number as usize - 1];
                let stacks = level.stacks.len() as Cost;
                if let Some(stack) = level.stacks.last_mut() {
                    let g = level.first_g + stacks - 1;
                    let node = self.pool.pop(stack);
                    if stack.top == NO_BLOCK {
                        let filled = level.stacks.iter().rposition(|stack| stack.top != NO_BLOCK);
                        level.stacks.truncate(filled.map_or(0, |last| last + 1));
                    }
                    self.len -= 1;
                    return Some((self.least as u32, g, node));
                }
                self.by_f[self.least] = 0;
                self.free_levels.push(number - 1);
            }
            self.least += 1;
        }
    }

    /// Shows all entries, in no order: g and node. The visitor's type is forgotten, so that this is compiled once and
    /// not for each search.
    pub(crate) fn each(&self, visit: &mut dyn FnMut(Cost, NodeId)) {
        for level in &self.levels {
            for (g, stack) in (level.first_g..).zip(&level.stacks) {
                let (mut top, mut filled) = (stack.top, stack.filled);
                while top != NO_BLOCK {
                    let block = &self.pool.blocks[top as usize];
                    block.nodes[..filled as usize].iter().for_each(|&node| visit(g, node));
                    (top, filled) = (block.below, BLOCK as u32);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn low_f_then_high_g_then_the_newest() {
        let mut open = Open::new();
        for (f, g, node) in [(5, 1, 0), (3, 0, 1), (5, 4, 2), (5, 4, 3), (3, 2, 4), (5, 2, 5)] {
            open.push(f, g, node);
        }
        let first = open.pop();
        assert_eq!(first, Some((3, 2, 4)));
        open.push(2, 9, 6);
        open.push(5, 2, 7);
        let rest: Vec<_> = std::iter::from_fn(|| open.pop()).collect();
        assert_eq!(rest, [(2, 9, 6), (3, 0, 1), (5, 4, 3), (5, 4, 2), (5, 2, 7), (5, 2, 5), (5, 1, 0)]);
        assert_eq!(open.len(), 0);
    }

    /// Against a sorted list, over pushes and pops in many blocks.
    #[test]
    fn keeps_its_order_over_many_blocks() {
        let mut open = Open::new();
        let mut model: Vec<(u32, i64, i64)> = Vec::new(); // f, -g, -time: the least comes first
        let mut state = 1u64;
        for time in 0..20_000 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let (f, g) = ((state >> 40) as u32 % 5, (state >> 50) as u32 % 4);
            if state >> 62 != 0 || model.is_empty() {
                open.push(f, g, time);
                model.push((f, -i64::from(g), -i64::from(time)));
            } else {
                let at = (0..model.len()).min_by_key(|&i| model[i]).unwrap();
                let (f, g, time) = model.swap_remove(at);
                assert_eq!(open.pop(), Some((f, -g as u32, -time as u32)));
            }
            if time % 4_000 == 0 {
                let mut seen = 0;
                open.each(&mut |_, _| seen += 1);
                assert_eq!(seen, model.len());
            }
        }
        assert_eq!(open.len(), model.len());
    }
}
