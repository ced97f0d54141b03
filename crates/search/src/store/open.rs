//! The open list: lowest f first, among equals highest g first, among equals the newest.
//!
//! Integer buckets while the costs lie close together, a heap once they do not: what is seen
//! decides, the order is the same, and no memory is taken without asking. A node whose cost falls is pushed again; the
//! caller drops the older entry when it comes up with a cost that is no longer the node's.

mod buckets;
mod heap;

use super::graph::NodeId;
use crate::meter::Stop;
use crate::space::Cost;
use buckets::Buckets;
use heap::Heap;

/// Entries (f, g, node), popped in order.
pub(crate) enum Open {
    Buckets(Buckets),
    Heap(Heap),
}

/// There is no room for an entry: [`Open::grow`] makes some.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Full;

impl Open {
    pub(crate) fn new() -> Self {
        Self::Buckets(Buckets::new())
    }

    /// Entries, including those that are out of date.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Buckets(buckets) => buckets.len(),
            Self::Heap(heap) => heap.len(),
        }
    }

    pub(crate) fn bytes(&self) -> u64 {
        match self {
            Self::Buckets(buckets) => buckets.bytes(),
            Self::Heap(heap) => heap.bytes(),
        }
    }

    /// Adds an entry, if there is room for it.
    #[inline]
    pub(crate) fn push(&mut self, f: Cost, g: Cost, node: NodeId) -> Result<(), Full> {
        match self {
            Self::Buckets(buckets) => buckets.push(f, g, node),
            Self::Heap(heap) => heap.push(f, g, node),
        }
    }

    /// Makes room for an entry, or does not, if `ask` refuses the bytes that the list would take on the way.
    #[cold]
    #[inline(never)]
    pub(crate) fn grow(
        &mut self,
        f: Cost,
        g: Cost,
        ask: &mut dyn FnMut(u64) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        match self {
            Self::Buckets(buckets) if buckets.suit(f, g) => buckets.grow(f, g, ask),
            Self::Buckets(buckets) => {
                let room = buckets.len() + buckets.len() / 4 + 1;
                ask(buckets.bytes() + Heap::bytes_for(room))?;
                let mut heap = Heap::with_room(room);
                for (f, g, node) in buckets.drain() {
                    _ = heap.push(f, g, node);
                }
                *self = Self::Heap(heap);
                Ok(())
            }
            Self::Heap(heap) => heap.grow(ask),
        }
    }

    /// The next entry.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<(Cost, Cost, NodeId)> {
        match self {
            Self::Buckets(buckets) => buckets.pop(),
            Self::Heap(heap) => heap.pop(),
        }
    }

    /// The next entry, which stays.
    pub(crate) fn first(&mut self) -> Option<(Cost, Cost, NodeId)> {
        match self {
            Self::Buckets(buckets) => buckets.first(),
            Self::Heap(heap) => heap.first(),
        }
    }

    /// A node that is likely to be the next, if nothing is pushed.
    #[inline]
    pub(crate) fn upcoming(&self) -> Option<NodeId> {
        match self {
            Self::Buckets(buckets) => buckets.upcoming(),
            Self::Heap(heap) => heap.first().map(|(_, _, node)| node),
        }
    }

    /// All entries, in no order.
    pub(crate) fn iter(&self) -> Box<dyn Iterator<Item = (Cost, NodeId)> + '_> {
        match self {
            Self::Buckets(buckets) => Box::new(buckets.iter()),
            Self::Heap(heap) => Box::new(heap.iter()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn push(open: &mut Open, f: Cost, g: Cost, node: NodeId) {
        while open.push(f, g, node).is_err() {
            open.grow(f, g, &mut |_| Ok(())).unwrap();
        }
    }

    #[test]
    fn low_f_then_high_g_then_the_newest() {
        // The last scale is too wide for buckets.
        for scale in [1, 1_000_000_000] {
            let mut open = Open::new();
            for (f, g, node) in [(5, 1, 0), (3, 0, 1), (5, 4, 2), (5, 4, 3), (3, 2, 4), (5, 2, 5)] {
                push(&mut open, f * scale, g * scale, node);
            }
            let first = open.pop();
            assert_eq!(first, Some((3 * scale, 2 * scale, 4)));
            push(&mut open, 2 * scale, 9 * scale, 6);
            push(&mut open, 5 * scale, 2 * scale, 7);
            let rest: Vec<_> = std::iter::from_fn(|| open.pop()).collect();
            let expected = [(2, 9, 6), (3, 0, 1), (5, 4, 3), (5, 4, 2), (5, 2, 7), (5, 2, 5), (5, 1, 0)];
            assert_eq!(rest, expected.map(|(f, g, node)| (f * scale, g * scale, node)));
            assert_eq!(open.len(), 0);
            assert_eq!(matches!(open, Open::Heap(_)), scale > 1);
        }
    }

    /// Against a sorted list, over pushes and pops in many blocks, and over the change to a heap on the way.
    #[test]
    fn keeps_its_order_over_many_blocks_and_into_a_heap() {
        for heap_from in [u32::MAX, 10_000] {
            let mut open = Open::new();
            let mut model: Vec<(Cost, i64, i64)> = Vec::new(); // f, -g, -time: the least comes first
            let mut state = 1u64;
            for time in 0..20_000 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let (mut f, g) = ((state >> 40) % 5, (state >> 50) % 4);
                if time > heap_from && (state >> 33).is_multiple_of(3) {
                    f += 1 << 40;
                }
                if state >> 62 != 0 || model.is_empty() {
                    push(&mut open, f, g, time);
                    model.push((f, -(g as i64), -i64::from(time)));
                } else {
                    let at = (0..model.len()).min_by_key(|&i| model[i]).unwrap();
                    let (f, g, time) = model.swap_remove(at);
                    assert_eq!(open.first(), Some((f, -g as Cost, -time as u32)));
                    assert_eq!(open.pop(), Some((f, -g as Cost, -time as u32)));
                }
                if time % 4_000 == 0 {
                    assert_eq!(open.iter().count(), model.len());
                }
            }
            assert_eq!(open.len(), model.len());
            assert_eq!(matches!(open, Open::Heap(_)), heap_from < 20_000);
        }
    }

    /// What is asked for is never less than what there is then, and what is refused is not taken.
    #[test]
    fn asks_before_it_grows() {
        for scale in [1, 3, 10_000] {
            let mut open = Open::new();
            let mut allowed = 0;
            let mut refused = false;
            let mut state = 1u64;
            'pushing: for node in 0..200_000 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let (f, g) = ((state >> 40) % 50 * scale, (state >> 50) % 40 * scale);
                while open.push(f, g, node).is_err() {
                    let mut ask = |bytes: u64| {
                        if bytes > 700_000 {
                            return Err(Stop::Memory);
                        }
                        allowed = bytes;
                        Ok(())
                    };
                    if open.grow(f, g, &mut ask).is_err() {
                        refused = true;
                        break 'pushing;
                    }
                    assert!(open.bytes() <= allowed, "{} of {allowed} bytes", open.bytes());
                }
            }
            assert!(refused && open.len() > 10_000, "{} entries at scale {scale}", open.len());
        }
    }
}
