//! The stored nodes: keys, parents and whatever an engine keeps with a node, in columns, found through an index.

use std::hash::Hash;

use super::hash::hash;
use super::index::{Found, Index};
use crate::meter::{Meter, Stop};

/// A stored node. They are numbered in the order in which they were added.
pub(crate) type NodeId = u32;

/// By how much a full column grows: small ones double; large ones grow by an eighth, for the system moves large
/// blocks by remapping, so that slack costs more than growth.
pub(super) fn growth(len: usize) -> usize {
    if len < 1 << 16 { len.max(256) } else { len / 8 }
}

/// Keys whose slots memory is asked for at a time, when all are put into a larger index.
const TOGETHER: usize = 16;
/// The parent of a node that has none.
const ROOT: u32 = u32::MAX >> 1;
/// The top bit of a parent says that the node was expanded.
const EXPANDED: u32 = 1 << 31;

/// Nodes with keys `K` and values `V`. A 15-puzzle node with a key of 8 bytes, a parent of 4, a value of 2 and a
/// cost of 2 (kept beside it) takes 16 bytes, and its place in the index 5.7 to 8.
pub(crate) struct Graph<K, V> {
    keys: Vec<K>,
    parents: Vec<u32>,
    values: Vec<V>,
    index: Index,
    key_heap_bytes: u64,
}

/// What the graph holds under a key.
pub(crate) enum Entry {
    /// The node with that key.
    Known(NodeId),
    /// None yet; hand this back to [`Graph::insert`].
    Vacant(Vacant),
}

/// The place for a key that is not there. Valid until the next insertion.
pub(crate) struct Vacant {
    hash: u64,
    slot: usize,
}

impl<K: Eq + Hash, V: Copy> Graph<K, V> {
    pub(crate) fn new(key_heap_bytes: usize) -> Self {
        Self {
            keys: Vec::new(),
            parents: Vec::new(),
            values: Vec::new(),
            index: Index::new(),
            key_heap_bytes: key_heap_bytes as u64,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.keys.len()
    }

    /// Bytes in use, counting capacity that is reserved.
    pub(crate) fn bytes(&self) -> u64 {
        let row = size_of::<K>() + size_of::<u32>() + size_of::<V>();
        self.keys.capacity() as u64 * row as u64
            + self.keys.len() as u64 * self.key_heap_bytes
            + self.index.bytes()
    }

    #[inline]
    pub(crate) fn key(&self, id: NodeId) -> &K {
        &self.keys[id as usize]
    }

    #[inline]
    pub(crate) fn value(&self, id: NodeId) -> V {
        self.values[id as usize]
    }

    #[inline]
    pub(crate) fn parent(&self, id: NodeId) -> Option<NodeId> {
        let parent = self.parents[id as usize] & !EXPANDED;
        (parent != ROOT).then_some(parent)
    }

    /// Gives a node another parent; it counts as not expanded again.
    pub(crate) fn set_parent(&mut self, id: NodeId, parent: NodeId) {
        self.parents[id as usize] = parent;
    }

    /// Whether the node was expanded since it got its parent.
    #[inline]
    pub(crate) fn is_expanded(&self, id: NodeId) -> bool {
        self.parents[id as usize] & EXPANDED != 0
    }

    #[inline]
    pub(crate) fn set_expanded(&mut self, id: NodeId) {
        self.parents[id as usize] |= EXPANDED;
    }

    /// Announces that a key will be looked up soon: memory is then asked for several at a time.
    #[inline]
    pub(crate) fn announce(&self, key: &K) {
        self.index.prefetch(hash(key));
    }

    /// Looks a key up.
    #[inline]
    pub(crate) fn entry(&self, key: &K) -> Entry {
        let hash = hash(key);
        match self.index.find(hash, |id| self.keys[id as usize] == *key) {
            Found::At(id) => Entry::Known(id),
            Found::Vacant(slot) => Entry::Vacant(Vacant { hash, slot }),
        }
    }

    /// Adds a node at the place that `entry` found. `other_bytes` is what the engine uses beside this graph.
    #[inline]
    pub(crate) fn insert(
        &mut self,
        mut vacant: Vacant,
        key: K,
        parent: Option<NodeId>,
        value: V,
        meter: &mut Meter<'_>,
        other_bytes: impl Fn() -> u64,
    ) -> Result<NodeId, Stop> {
        if self.keys.len() == self.keys.capacity() || self.index.is_full() {
            self.grow(meter, other_bytes())?;
            if let Found::Vacant(slot) = self.index.find(vacant.hash, |_| false) {
                vacant.slot = slot;
            }
        }
        let id = self.keys.len() as NodeId;
        self.index.fill(vacant.slot, vacant.hash, id);
        self.keys.push(key);
        self.parents.push(parent.unwrap_or(ROOT));
        self.values.push(value);
        Ok(id)
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, meter: &mut Meter<'_>, other_bytes: u64) -> Result<(), Stop> {
        if self.keys.len() >= ROOT as usize {
            return Err(Stop::Memory);
        }
        if self.index.is_full() {
            meter.reserve(self.bytes() - self.index.bytes() + self.index.larger_bytes() + other_bytes)?;
            self.index.start_larger();
            let mut id = 0;
            for keys in self.keys.chunks(TOGETHER) {
                let mut hashes = [0; TOGETHER];
                for (hashed, key) in hashes.iter_mut().zip(keys) {
                    *hashed = hash(key);
                    self.index.prefetch(*hashed);
                }
                for &hash in &hashes[..keys.len()] {
                    self.index.add(hash, id);
                    id += 1;
                }
            }
        }
        if self.keys.len() == self.keys.capacity() {
            let more = growth(self.keys.len());
            let row = size_of::<K>() + size_of::<u32>() + size_of::<V>();
            meter.reserve(self.bytes() + (more * row) as u64 + other_bytes)?;
            self.keys.reserve_exact(more);
            self.parents.reserve_exact(more);
            self.values.reserve_exact(more);
        }
        Ok(())
    }

    /// The nodes from the root to `id`, root first.
    pub(crate) fn path(&self, id: NodeId) -> Vec<NodeId> {
        let mut path = vec![id];
        let mut at = id;
        while let Some(parent) = self.parent(at) {
            path.push(parent);
            at = parent;
        }
        path.reverse();
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meter::{Cancel, Limits};

    fn filled(n: u64, limits: Limits) -> (Graph<u64, u16>, Result<(), Stop>) {
        let mut observer = ();
        let mut meter = Meter::new(limits, Cancel::default(), &mut observer);
        let mut graph = Graph::new(0);
        for i in 0..n {
            let key = i.wrapping_mul(i) ^ (i << 40);
            if let Entry::Vacant(vacant) = graph.entry(&key)
                && let Err(stop) = graph.insert(vacant, key, None, 7, &mut meter, || 0)
            {
                return (graph, Err(stop));
            }
        }
        (graph, Ok(()))
    }

    #[test]
    fn every_key_is_found_again_and_no_other() {
        let (graph, done) = filled(200_000, Limits::default());
        assert_eq!(done, Ok(()));
        assert_eq!(graph.len(), 200_000);
        for i in 0..200_000u64 {
            let key = i.wrapping_mul(i) ^ (i << 40);
            assert!(matches!(graph.entry(&key), Entry::Known(id) if u64::from(id) == i));
        }
        assert!(matches!(graph.entry(&3), Entry::Vacant(_)));
    }

    #[test]
    fn a_stored_node_is_small() {
        for n in [100_000, 200_000, 300_000, 400_000] {
            let (graph, _) = filled(n, Limits::default());
            // 14 bytes here and 2 for the cost make 16; at most an eighth of slack; 5.7 to 8 in the index.
            let per_node = graph.bytes() as f64 / n as f64;
            assert!((14.0 + 5.7..=14.0 * 1.126 + 8.01).contains(&per_node), "{per_node} bytes at {n}");
        }
    }

    #[test]
    fn growth_stops_at_the_memory_limit() {
        let limits = Limits { memory: Some(1 << 20), ..Limits::default() };
        let (graph, done) = filled(1_000_000, limits);
        assert_eq!(done, Err(Stop::Memory));
        assert!(graph.bytes() <= 1 << 20);
        assert!(graph.len() > 20_000);
    }
}
