//! The stored nodes: keys, parents and whatever an engine keeps with a node, in columns, found through an index.

use std::hash::Hash;

use super::hash::hash;
use super::index::{Found, Index, prefetch};
use crate::meter::{Meter, Stop};

/// A stored node. They are numbered in the order in which they were added.
pub(crate) type NodeId = u32;

/// By how much a full column grows: small ones double; large ones grow by a sixteenth, for the system moves
/// large blocks by remapping, so that slack costs more than growth.
pub(crate) fn growth(len: usize) -> usize {
    if len < 1 << 16 { len.max(256) } else { len / 16 }
}

/// Keys whose slots memory is asked for at a time, when all are put into a larger index.
const TOGETHER: usize = 16;
/// The parent of a node that has none.
const ROOT: u32 = u32::MAX >> 1;
/// The top bit of a parent says that the node was expanded.
const EXPANDED: u32 = 1 << 31;

/// From so many nodes on, a look at any of them is likely to wait for memory.
const FAR: usize = 1 << 15;

/// Nodes with keys `K` and values `V`, in two columns: what is looked at together lies together. A 15-puzzle node of A*
/// takes 16 bytes: a key of 8, a parent of 4, and a value of 4 (the estimate and the cost); its place in the index
/// takes 5.3 to 7.1 in a large search.
pub(crate) struct Graph<K, V> {
    keys: Vec<K>,
    rows: Vec<Row<V>>,
    index: Index,
    key_heap_bytes: u64,
}

/// What there is of a node beside its key.
struct Row<V> {
    /// The parent, and whether the node was expanded.
    parent: u32,
    value: V,
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
    slot: u32,
}

impl<K: Eq + Hash, V: Copy> Graph<K, V> {
    pub(crate) fn new(key_heap_bytes: usize) -> Self {
        Self {
            keys: Vec::new(),
            rows: Vec::new(),
            index: Index::new(),
            key_heap_bytes: key_heap_bytes as u64,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.keys.len()
    }

    /// Bytes in use, counting capacity that is reserved.
    pub(crate) fn bytes(&self) -> u64 {
        let row = size_of::<K>() + size_of::<Row<V>>();
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
        self.rows[id as usize].value
    }

    /// The value, to be changed.
    #[inline]
    pub(crate) fn value_mut(&mut self, id: NodeId) -> &mut V {
        &mut self.rows[id as usize].value
    }

    /// Whether memory is worth being asked in advance.
    #[inline]
    pub(crate) fn is_large(&self) -> bool {
        self.keys.len() >= FAR
    }

    /// Asks memory for a node that will be looked at soon.
    #[inline]
    pub(crate) fn prefetch(&self, id: NodeId) {
        prefetch(self.keys.as_ptr().wrapping_add(id as usize));
        prefetch(self.rows.as_ptr().wrapping_add(id as usize));
    }

    #[inline]
    pub(crate) fn parent(&self, id: NodeId) -> Option<NodeId> {
        let parent = self.rows[id as usize].parent & !EXPANDED;
        (parent != ROOT).then_some(parent)
    }

    /// Gives a node another parent; it counts as not expanded again.
    pub(crate) fn set_parent(&mut self, id: NodeId, parent: NodeId) {
        self.rows[id as usize].parent = parent;
    }

    /// Whether the node was expanded since it got its parent.
    #[inline]
    pub(crate) fn is_expanded(&self, id: NodeId) -> bool {
        self.rows[id as usize].parent & EXPANDED != 0
    }

    #[inline]
    pub(crate) fn set_expanded(&mut self, id: NodeId) {
        self.rows[id as usize].parent |= EXPANDED;
    }

    /// Announces that the key with this hash will be looked up soon: memory is then asked for several at a time.
    #[inline]
    pub(crate) fn announce(&self, hash: u64) {
        self.index.prefetch(hash);
    }

    /// After an announcement: asks memory for the node that is likely to have the key with this hash.
    #[inline]
    pub(crate) fn announce_node(&self, hash: u64) {
        if let Some(id) = self.index.likely(hash) {
            self.prefetch(id);
        }
    }

    /// Looks a key up.
    #[inline(always)]
    pub(crate) fn entry(&self, key: &K) -> Entry {
        self.entry_of(hash(key), key)
    }

    /// Looks a key up whose hash is known.
    #[inline(always)]
    pub(crate) fn entry_of(&self, hash: u64, key: &K) -> Entry {
        let is_at_hand = const { size_of::<K>() <= size_of::<u128>() && !std::mem::needs_drop::<K>() };
        match self.index.find(hash, is_at_hand, |id| self.keys.get(id as usize) == Some(key)) {
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
            if let Found::Vacant(slot) = self.index.find(vacant.hash, false, |_| false) {
                vacant.slot = slot;
            }
        }
        let id = self.keys.len() as NodeId;
        self.index.fill(vacant.slot, vacant.hash, id);
        self.keys.push(key);
        self.rows.push(Row { parent: parent.unwrap_or(ROOT), value });
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
            self.fill_index();
        }
        if self.keys.len() == self.keys.capacity() {
            let more = growth(self.keys.len());
            let row = size_of::<K>() + size_of::<Row<V>>();
            meter.reserve(self.bytes() + (more * row) as u64 + other_bytes)?;
            self.keys.reserve_exact(more);
            self.rows.reserve_exact(more);
        }
        Ok(())
    }

    /// Puts all keys into an empty index.
    fn fill_index(&mut self) {
        if !self.is_large() {
            (0..).zip(&self.keys).for_each(|(id, key)| self.index.add(hash(key), id));
            return;
        }
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

    fn filled(n: u64, limits: Limits) -> (Graph<u64, [u16; 2]>, Result<(), Stop>) {
        let mut observer = ();
        let mut meter = Meter::new(limits, Cancel::default(), &mut observer);
        let mut graph = Graph::new(0);
        for i in 0..n {
            let key = i.wrapping_mul(i) ^ (i << 40);
            if let Entry::Vacant(vacant) = graph.entry(&key)
                && let Err(stop) = graph.insert(vacant, key, None, [7; 2], &mut meter, || 0)
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
        for n in [400_000, 500_000, 600_000, 800_000] {
            let (graph, _) = filled(n, Limits::default());
            // 16 bytes, at most a sixteenth of slack, and 5.3 to 7.1 in the index.
            let per_node = graph.bytes() as f64 / n as f64;
            assert!((16.0 + 5.3..=16.0 * 1.063 + 7.12).contains(&per_node), "{per_node} bytes at {n}");
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
