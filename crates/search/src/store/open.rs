//! The open list: integer buckets, lowest f first, among equals highest g first, among equals the newest.
//!
//! A node whose cost falls is pushed again; the caller drops the older entry when it comes up with a cost that is
//! no longer the node's.

use super::graph::NodeId;
use crate::space::Cost;

/// Entries (f, g, node), popped in order.
pub(crate) struct Open {
    /// For each f, the number of its level plus one; 0 for none. Four bytes each, for weighted f are sparse.
    by_f: Vec<u32>,
    levels: Vec<Level>,
    free_levels: Vec<u32>,
    /// Emptied stacks, kept so that a search in balance allocates nothing.
    spare: Vec<Vec<NodeId>>,
    /// No entry has a lower f.
    least: usize,
    len: usize,
    /// Bytes in stacks, kept up as they grow.
    stack_bytes: usize,
}

/// The entries of one f: a stack for each g, by rising g.
#[derive(Default)]
struct Level {
    stacks: Vec<(Cost, Vec<NodeId>)>,
}

impl Open {
    pub(crate) fn new() -> Self {
        Self {
            by_f: Vec::new(),
            levels: Vec::new(),
            free_levels: Vec::new(),
            spare: Vec::new(),
            least: 0,
            len: 0,
            stack_bytes: 0,
        }
    }

    /// Entries, including those that are out of date.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn bytes(&self) -> u64 {
        (self.stack_bytes + self.by_f.capacity() * size_of::<u32>()) as u64
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
        let stacks = &mut self.levels[level].stacks;
        // New entries are nearly always among the highest g, so the place is looked for from the end.
        let above = stacks.iter().rposition(|&(other, _)| other <= g);
        let at = match above {
            Some(i) if stacks[i].0 == g => i,
            _ => {
                let at = above.map_or(0, |i| i + 1);
                stacks.insert(at, (g, self.spare.pop().unwrap_or_default()));
                at
            }
        };
        let stack = &mut stacks[at].1;
        let before = stack.capacity();
        stack.push(node);
        self.stack_bytes += (stack.capacity() - before) * size_of::<NodeId>();
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
                let stacks = &mut self.levels[number as usize - 1].stacks;
                if let Some((g, stack)) = stacks.last_mut() {
                    let g = *g;
                    if let Some(node) = stack.pop() {
                        self.len -= 1;
                        return Some((self.least as u32, g, node));
                    }
                    let (_, empty) = stacks.pop().expect("looked at just now");
                    self.keep_spare(empty);
                    continue;
                }
                self.by_f[self.least] = 0;
                self.free_levels.push(number - 1);
            }
            self.least += 1;
        }
    }

    fn keep_spare(&mut self, stack: Vec<NodeId>) {
        if self.spare.len() < 64 {
            self.spare.push(stack);
        } else {
            self.stack_bytes -= stack.capacity() * size_of::<NodeId>();
        }
    }

    /// All entries, in no order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Cost, NodeId)> + '_ {
        let stacks = self.levels.iter().flat_map(|level| &level.stacks);
        stacks.flat_map(|(g, stack)| stack.iter().map(move |&node| (*g, node)))
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
}
