//! Integer buckets: a stack of nodes for each (f, g), in blocks from one pool, so that little is reserved that is not
//! used: a bit over four bytes an entry, and nothing is compared.

use super::Full;
use crate::meter::Stop;
use crate::space::Cost;
use crate::store::NodeId;

/// Entries in buckets.
pub(crate) struct Buckets {
    /// For each f, the number of its level plus one; 0 for none. Four bytes each, for weighted f are sparse.
    by_f: Vec<u32>,
    levels: Vec<Level>,
    free_levels: Vec<u32>,
    /// Stacks for which the levels have room.
    places: usize,
    pool: Pool,
    /// No entry has a lower f.
    least: usize,
    len: usize,
}

/// The entries of one f: a stack for each g from `first_g` on.
#[derive(Default)]
struct Level {
    first_g: Cost,
    stacks: Vec<Stack>,
    /// Stacks up to the last one with entries.
    top: usize,
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
    /// The place of g among the stacks, if there is room for it.
    #[inline]
    fn place(&mut self, g: Cost) -> Option<usize> {
        let at = g.wrapping_sub(self.first_g);
        if at < self.stacks.len() as u64 { Some(at as usize) } else { self.place_in_reserve(g) }
    }

    #[cold]
    fn place_in_reserve(&mut self, g: Cost) -> Option<usize> {
        if self.reach(g) > self.stacks.capacity() as u64 {
            return None;
        }
        self.make_place(g);
        Some((g - self.first_g) as usize)
    }

    /// How many stacks there are with a place for g.
    fn reach(&self, g: Cost) -> u64 {
        match self.stacks.len() as u64 {
            0 => 1,
            stacks if g < self.first_g => stacks + (self.first_g - g),
            stacks => stacks.max(g - self.first_g + 1),
        }
    }

    fn make_place(&mut self, g: Cost) {
        if self.stacks.is_empty() {
            self.first_g = g;
        }
        if g < self.first_g {
            let below = (self.first_g - g) as usize;
            self.stacks.splice(0..0, std::iter::repeat_n(Stack::EMPTY, below));
            self.top += if self.top > 0 { below } else { 0 };
            self.first_g = g;
        }
        let at = (g - self.first_g) as usize;
        if at >= self.stacks.len() {
            self.stacks.resize(at + 1, Stack::EMPTY);
        }
    }
}

/// Entries in a block; with the link a block takes 256 bytes.
const BLOCK: usize = 63;
const NO_BLOCK: u32 = u32::MAX;
/// So many places for f and g are worth it in any case: less than a megabyte.
const FEW_PLACES: u64 = 1 << 16;
/// With more, so many entries for each hundred of them.
const ENTRIES_PER_100_PLACES: u64 = 25;

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
    /// A block on top of `below`, if there is one.
    #[inline]
    fn take(&mut self, below: u32) -> Option<u32> {
        if self.free != NO_BLOCK {
            let block = self.free;
            self.free = self.blocks[block as usize].below;
            self.blocks[block as usize].below = below;
            return Some(block);
        }
        if self.blocks.len() == self.blocks.capacity() {
            return None;
        }
        self.blocks.push(Block { nodes: [0; BLOCK], below });
        Some(self.blocks.len() as u32 - 1)
    }

    fn is_empty(&self) -> bool {
        self.free == NO_BLOCK && self.blocks.len() == self.blocks.capacity()
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

impl Buckets {
    pub(super) fn new() -> Self {
        Self {
            by_f: Vec::new(),
            levels: Vec::new(),
            free_levels: Vec::new(),
            places: 0,
            pool: Pool { blocks: Vec::new(), free: NO_BLOCK },
            least: 0,
            len: 0,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn bytes(&self) -> u64 {
        let blocks = self.pool.blocks.capacity() * size_of::<Block>();
        let levels = self.levels.capacity() * size_of::<Level>() + self.places * size_of::<Stack>();
        let numbers = (self.by_f.capacity() + self.free_levels.capacity()) * size_of::<u32>();
        (blocks + levels + numbers) as u64
    }

    /// Whether an entry more would leave the buckets well filled.
    pub(super) fn suit(&self, f: Cost, g: Cost) -> bool {
        let more_for_f = f.saturating_sub(self.by_f.len() as u64);
        let more_for_g = match self.level(f) {
            Some(level) => level.reach(g) - level.stacks.len() as u64,
            None => 1,
        };
        let places = (self.by_f.len() + self.places) as u64;
        let places = places.saturating_add(more_for_f).saturating_add(more_for_g);
        places <= FEW_PLACES || self.len as u64 >= (places / 100).saturating_mul(ENTRIES_PER_100_PLACES)
    }

    fn level(&self, f: Cost) -> Option<&Level> {
        let number = *self.by_f.get(usize::try_from(f).ok()?)?;
        self.levels.get((number as usize).wrapping_sub(1))
    }

    #[inline]
    pub(super) fn push(&mut self, f: Cost, g: Cost, node: NodeId) -> Result<(), Full> {
        let place = usize::try_from(f).map_err(|_| Full)?;
        let number = match *self.by_f.get(place).ok_or(Full)? {
            0 => self.reuse_level(place)?,
            number => number,
        };
        let level = &mut self.levels[number as usize - 1];
        let at = level.place(g).ok_or(Full)?;
        level.top = level.top.max(at + 1);
        let stack = &mut level.stacks[at];
        if stack.filled as usize == BLOCK {
            let top = self.pool.take(stack.top).ok_or(Full)?;
            (stack.top, stack.filled) = (top, 0);
        }
        self.pool.blocks[stack.top as usize].nodes[stack.filled as usize] = node;
        stack.filled += 1;
        self.len += 1;
        self.least = self.least.min(place);
        Ok(())
    }

    /// Gives an f that has none a level that is free; its number plus one.
    #[cold]
    fn reuse_level(&mut self, f: usize) -> Result<u32, Full> {
        let level = self.free_levels.pop().ok_or(Full)?;
        self.levels[level as usize].stacks.clear();
        self.by_f[f] = level + 1;
        Ok(level + 1)
    }

    /// Makes all the room that an entry needs.
    pub(super) fn grow(
        &mut self,
        f: Cost,
        g: Cost,
        ask: &mut dyn FnMut(u64) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let f = f as usize;
        if f >= self.by_f.len() {
            let more = f + 1 - self.by_f.len();
            let more = more.max(self.by_f.len().clamp(64, 4096));
            ask(self.bytes() + (more * size_of::<u32>()) as u64)?;
            self.by_f.reserve_exact(more);
            self.by_f.resize(f + 1, 0);
        }
        if self.by_f[f] == 0 && self.reuse_level(f).is_err() {
            self.new_level(f, ask)?;
        }
        let number = self.by_f[f] as usize - 1;
        let level = &self.levels[number];
        let (before, wanted) = (level.stacks.capacity(), level.reach(g) as usize);
        if wanted > before {
            let room = wanted.max(before + before / 2).max(16);
            // The old stacks are there until the new ones are filled.
            ask(self.bytes() + (room * size_of::<Stack>()) as u64)?;
            let level = &mut self.levels[number];
            level.stacks.reserve_exact(room - level.stacks.len());
            self.places += level.stacks.capacity() - before;
        }
        if self.pool.is_empty() {
            let more = self.pool.blocks.len() / 16 + 16;
            ask(self.bytes() + (more * size_of::<Block>()) as u64)?;
            self.pool.blocks.reserve_exact(more);
        }
        Ok(())
    }

    fn new_level(&mut self, f: usize, ask: &mut dyn FnMut(u64) -> Result<(), Stop>) -> Result<(), Stop> {
        if self.levels.len() == self.levels.capacity() {
            let more = self.levels.len().max(16);
            // Each level has a number that may be noted as free.
            let row = size_of::<Level>() + size_of::<u32>();
            ask(self.bytes() + (more * row) as u64)?;
            self.levels.reserve_exact(more);
            self.free_levels.reserve_exact(self.levels.capacity());
        }
        self.levels.push(Level::default());
        self.by_f[f] = self.levels.len() as u32;
        Ok(())
    }

    /// The next entry.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<(Cost, Cost, NodeId)> {
        if self.len == 0 {
            return None;
        }
        loop {
            let number = self.by_f[self.least];
            if number != 0 {
                let level = &mut self.levels[number as usize - 1];
                if let Some(at) = level.top.checked_sub(1) {
                    let g = level.first_g + at as Cost;
                    let stack = &mut level.stacks[at];
                    let node = self.pool.pop(stack);
                    if stack.top == NO_BLOCK {
                        let filled = level.stacks[..at].iter().rposition(|stack| stack.top != NO_BLOCK);
                        level.top = filled.map_or(0, |last| last + 1);
                    }
                    self.len -= 1;
                    return Some((self.least as Cost, g, node));
                }
                self.by_f[self.least] = 0;
                self.free_levels.push(number - 1);
            }
            self.least += 1;
        }
    }

    /// The next entry, which stays.
    pub(super) fn first(&mut self) -> Option<(Cost, Cost, NodeId)> {
        if self.len == 0 {
            return None;
        }
        loop {
            let number = self.by_f[self.least];
            if number != 0 {
                let level = &self.levels[number as usize - 1];
                if let Some(at) = level.top.checked_sub(1) {
                    let (g, stack) = (level.first_g + at as Cost, &level.stacks[at]);
                    let node = self.pool.blocks[stack.top as usize].nodes[stack.filled as usize - 1];
                    return Some((self.least as Cost, g, node));
                }
                self.by_f[self.least] = 0;
                self.free_levels.push(number - 1);
            }
            self.least += 1;
        }
    }

    /// The next entry, if it has the f of the one popped last.
    #[inline]
    pub(super) fn upcoming(&self) -> Option<NodeId> {
        let number = *self.by_f.get(self.least)? as usize;
        let level = self.levels.get(number.wrapping_sub(1))?;
        let stack = level.stacks.get(level.top.wrapping_sub(1))?;
        let block = self.pool.blocks.get(stack.top as usize)?;
        block.nodes.get((stack.filled as usize).wrapping_sub(1)).copied()
    }

    /// All entries with their f, and of each bucket the oldest first.
    pub(super) fn drain(&self) -> impl Iterator<Item = (Cost, Cost, NodeId)> + '_ {
        let levels = self.by_f.iter().enumerate().filter(|&(_, &number)| number != 0);
        levels.flat_map(move |(f, &number)| {
            let level = &self.levels[number as usize - 1];
            (level.first_g..).zip(&level.stacks).flat_map(move |(g, stack)| {
                let mut nodes: Vec<NodeId> = self.nodes(stack).collect();
                nodes.reverse();
                nodes.into_iter().map(move |node| (f as Cost, g, node))
            })
        })
    }

    /// The nodes of a stack, the newest first.
    fn nodes<'a>(&'a self, stack: &Stack) -> impl Iterator<Item = NodeId> + 'a {
        let top = (stack.top != NO_BLOCK).then_some((stack.top, stack.filled));
        let blocks = std::iter::successors(top, |&(block, _)| {
            let below = self.pool.blocks[block as usize].below;
            (below != NO_BLOCK).then_some((below, BLOCK as u32))
        });
        blocks.flat_map(|(block, filled)| {
            self.pool.blocks[block as usize].nodes[..filled as usize].iter().rev().copied()
        })
    }

    /// All entries, in no order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Cost, NodeId)> + '_ {
        let stacks = self.levels.iter().flat_map(|level| (level.first_g..).zip(&level.stacks));
        stacks.flat_map(move |(g, stack)| self.nodes(stack).map(move |node| (g, node)))
    }
}
