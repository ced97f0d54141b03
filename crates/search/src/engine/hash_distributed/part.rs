//! One owner's share of the positions: a store and an open list of its own, and what it has for others.

use std::sync::atomic::{AtomicU64, Ordering};

use super::super::behind::{behind, estimated};
use super::super::reached::Reached;
use crate::heuristic::Heuristic;
use crate::meter::{Meter, Stop};
use crate::space::{Cost, DEAD_END, StateSpace, UNCOUNTED, after, through};
use crate::store::{Entry, NodeId, Open, hash};

/// What all parts know.
pub(super) struct Setting<'s, P, H> {
    pub(super) space: &'s P,
    pub(super) heuristic: &'s H,
    /// How many parts there are.
    pub(super) parts: usize,
    /// How many of them a parent may be in: the numbers of nodes are told apart by it.
    pub(super) places: usize,
}

impl<P, H> Clone for Setting<'_, P, H> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P, H> Copy for Setting<'_, P, H> {}

/// Which of so many parts a position belongs to, by the low bits of its hash. The high ones say where it lies in the
/// index of its part: if they said the owner as well, a part would have to keep all it has in some of its slots.
#[inline]
fn owner(hash: u64, parts: usize) -> usize {
    (((hash & 0xFFFF) * parts as u64) >> 16) as usize
}

impl<P: StateSpace, H: Heuristic<P>> Setting<'_, P, H> {
    /// The part to which a position belongs.
    #[inline]
    pub(super) fn owner(&self, hash: u64) -> usize {
        owner(hash, self.parts)
    }

    /// A node of any place as one number; no greater than a graph takes as a parent.
    #[inline]
    pub(super) fn origin(&self, place: usize, node: NodeId) -> Result<NodeId, Stop> {
        let origin = u64::from(node) * self.places as u64 + place as u64;
        if origin < u64::from(u32::MAX >> 1) { Ok(origin as NodeId) } else { Err(Stop::Memory) }
    }

    /// The place and the node behind such a number.
    pub(super) fn place(&self, origin: NodeId) -> (usize, NodeId) {
        (origin as usize % self.places, origin / self.places as NodeId)
    }
}

/// A position on its way to the part that owns it.
pub(super) struct Message<K, T> {
    pub(super) key: K,
    pub(super) partial: T,
    pub(super) g: Cost,
    /// Where it was reached from.
    pub(super) origin: NodeId,
}

/// Where the start was reached from.
const NONE: NodeId = NodeId::MAX;

/// A position that another process has reached, with the number that its parent has there.
pub(super) struct Arrival<K> {
    pub(super) key: K,
    pub(super) hash: u64,
    pub(super) g: Cost,
    pub(super) parent: NodeId,
}

/// Positions on their way from one part to another.
pub(super) type Batch<P, H> = Vec<Message<<P as StateSpace>::Key, <H as Heuristic<P>>::Partial>>;

/// A position behind a move, before it is looked up.
struct Child<P: StateSpace> {
    via: P::Move,
    key: P::Key,
    hash: u64,
}

/// The positions of one owner.
pub(super) struct Part<P: StateSpace, H: Heuristic<P>> {
    pub(super) number: usize,
    /// Where its own nodes are.
    place: usize,
    pub(super) reached: Reached<P::Key, H::Partial>,
    pub(super) open: Open,
    state: P::State,
    children: Vec<Child<P>>,
    hashes: Vec<u64>,
    /// The position taken up last.
    pub(super) current: NodeId,
    /// What others own, by owner.
    pub(super) outbox: Vec<Batch<P, H>>,
    /// Whether a batch is large enough to be sent.
    pub(super) has_full_batch: bool,
    /// The cheapest goal found here, with its cost then.
    pub(super) goal: Option<(Cost, NodeId)>,
    /// The least f of what could not be stored.
    lost: Cost,
}

impl<P: StateSpace, H: Heuristic<P>> Part<P, H> {
    pub(super) fn new(setting: Setting<'_, P, H>, number: usize, place: usize) -> Self {
        Self {
            number,
            place,
            reached: Reached::new(setting.space.key_heap_bytes()),
            open: Open::new(),
            state: setting.space.start(),
            children: Vec::new(),
            hashes: Vec::new(),
            current: 0,
            outbox: (0..setting.parts).map(|_| Vec::new()).collect(),
            has_full_batch: false,
            goal: None,
            lost: Cost::MAX,
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        self.reached.bytes() + self.open.bytes()
    }

    pub(super) fn h(&self, setting: Setting<'_, P, H>, node: NodeId) -> Cost {
        setting.heuristic.value(self.reached.partial(node))
    }

    fn f(&self, setting: Setting<'_, P, H>, node: NodeId) -> Cost {
        through(self.reached.cost(node), self.h(setting, node))
    }

    /// Takes in the position from which the search starts.
    pub(super) fn begin(&mut self, setting: Setting<'_, P, H>, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let (key, partial) =
            (setting.space.pack(&self.state), setting.heuristic.init(setting.space, &self.state));
        let entry = self.reached.graph.entry(&key);
        self.store(setting, entry, Message { key, partial, g: 0, origin: NONE }, Cost::MAX, 0, meter)
    }

    /// The least f of what is here, or was here and is lost. It may be that of an entry that is out of date.
    pub(super) fn least_f(&mut self, setting: Setting<'_, P, H>) -> Cost {
        let waiting = self.open.first().map_or(Cost::MAX, |(f, _, _)| f);
        let is_in_hand = self.reached.len() > 0 && !self.reached.graph.is_expanded(self.current);
        let in_hand = if is_in_hand { self.f(setting, self.current) } else { Cost::MAX };
        waiting.min(in_hand).min(self.lost)
    }

    /// Expands the first position that may lead to a solution below `best`; whether there was one. `others` is what is
    /// stored elsewhere and counts too.
    // Never inlined, so that each compiled search has one: `crates/cli/tests/engines.rs` counts them.
    #[inline(never)]
    pub(super) fn advance(
        &mut self,
        setting: Setting<'_, P, H>,
        best: &AtomicU64,
        others: u64,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stop> {
        while let Some((f, g, node)) = self.open.pop() {
            if f >= best.load(Ordering::Relaxed) {
                // Nothing behind it is cheaper.
                self.open = Open::new();
                return Ok(false);
            }
            if !self.reached.is_live(node, g) {
                continue;
            }
            if self.reached.graph.is_large()
                && let Some(next) = self.open.upcoming()
            {
                self.reached.graph.prefetch(next);
            }
            self.current = node;
            setting.space.unpack(self.reached.graph.key(node), &mut self.state);
            if setting.space.is_goal(&self.state) {
                self.reached.graph.set_expanded(node);
                self.goal = Some((g, node));
                best.fetch_min(g, Ordering::Relaxed);
                continue;
            }
            meter.expand()?;
            self.expand(setting, node, best.load(Ordering::Relaxed), others, meter)?;
            // Not before it is: where the search stops, the lower bound counts what it has in hand.
            self.reached.graph.set_expanded(node);
            return Ok(true);
        }
        Ok(false)
    }

    #[inline]
    fn expand(
        &mut self,
        setting: Setting<'_, P, H>,
        node: NodeId,
        best: Cost,
        others: u64,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        let (g, partial) = (self.reached.cost(node), self.reached.partial(node));
        let origin = setting.origin(self.place, node)?;
        let came_from = self.parent_here(setting, node);
        let mut children = std::mem::take(&mut self.children);
        let ask_ahead = self.reached.graph.is_large();
        for via in setting.space.moves(&self.state, None) {
            let key = behind(setting.space, &mut self.state, via, |next| setting.space.pack(next));
            let hash = hash(&key);
            if ask_ahead && setting.owner(hash) == self.number {
                self.reached.graph.announce(hash);
            }
            children.push(Child { via, key, hash });
        }
        if ask_ahead {
            for child in children.iter().filter(|child| setting.owner(child.hash) == self.number) {
                self.reached.graph.announce_node(child.hash);
            }
        }
        meter.stats.generated += children.len() as u64;
        let mut done = Ok(());
        for Child { via, key, hash } in children.drain(..) {
            if came_from.as_ref() == Some(&key) {
                continue;
            }
            let g = after(g, setting.space.cost(via));
            let owner = setting.owner(hash);
            if owner != self.number {
                let partial = estimated(setting.space, setting.heuristic, &mut self.state, partial, via);
                let message = Message { key, partial, g, origin };
                if self.is_wanted(setting, &message, best) {
                    self.outbox[owner].push(message);
                    self.has_full_batch |= self.outbox[owner].len() >= super::FULL;
                }
                continue;
            }
            let entry = self.reached.graph.entry_of(hash, &key);
            if !self.is_cheaper(&entry, g) {
                continue;
            }
            let partial = estimated(setting.space, setting.heuristic, &mut self.state, partial, via);
            let message = Message { key, partial, g, origin };
            done = self.store(setting, entry, message, best, others, meter);
            if done.is_err() {
                break;
            }
        }
        self.children = children;
        done
    }

    /// The key of the position before this one, if it is here: going straight back is the commonest duplicate.
    #[inline]
    fn parent_here(&self, setting: Setting<'_, P, H>, node: NodeId) -> Option<P::Key> {
        let (place, parent) = setting.place(self.reached.graph.parent(node)?);
        (place == self.place).then(|| self.reached.graph.key(parent).clone())
    }

    /// Whether a position may lead to a solution below `best`.
    #[inline]
    fn is_wanted(
        &mut self,
        setting: Setting<'_, P, H>,
        message: &Message<P::Key, H::Partial>,
        best: Cost,
    ) -> bool {
        let f = through(message.g, setting.heuristic.value(message.partial));
        self.reached.uncounted |= f >= UNCOUNTED && f != DEAD_END;
        f < best.min(UNCOUNTED)
    }

    /// Takes in what others have reached. What cannot be stored is noted.
    pub(super) fn take_in(
        &mut self,
        setting: Setting<'_, P, H>,
        batch: &mut Batch<P, H>,
        best: &AtomicU64,
        others: u64,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        let mut hashes = std::mem::take(&mut self.hashes);
        hashes.clear();
        for message in batch.iter() {
            let hash = hash(&message.key);
            self.reached.graph.announce(hash);
            hashes.push(hash);
        }
        for &hash in &hashes {
            self.reached.graph.announce_node(hash);
        }
        let best = best.load(Ordering::Relaxed);
        let mut done = Ok(());
        for (message, &hash) in batch.drain(..).zip(&hashes) {
            let entry = self.reached.graph.entry_of(hash, &message.key);
            if !self.is_cheaper(&entry, message.g) {
                continue;
            }
            let f = through(message.g, setting.heuristic.value(message.partial));
            if done.is_ok() {
                done = self.store(setting, entry, message, best, others, meter);
            }
            if done.is_err() {
                self.lost = self.lost.min(f);
            }
        }
        self.hashes = hashes;
        done
    }

    /// Takes in what other processes have reached, of which they tell no estimates. `origin` gives a parent that is
    /// elsewhere its number here. What cannot be stored is noted.
    pub(super) fn take_arrivals(
        &mut self,
        setting: Setting<'_, P, H>,
        arrivals: &mut Vec<Arrival<P::Key>>,
        origin: &mut dyn FnMut(NodeId) -> Result<NodeId, Stop>,
        (best, others): (Cost, u64),
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        for arrival in arrivals.iter() {
            self.reached.graph.announce(arrival.hash);
        }
        for arrival in arrivals.iter() {
            self.reached.graph.announce_node(arrival.hash);
        }
        let mut done = Ok(());
        for Arrival { key, hash, g, parent } in arrivals.drain(..) {
            let entry = self.reached.graph.entry_of(hash, &key);
            if !self.is_cheaper(&entry, g) {
                continue;
            }
            let partial = match entry {
                Entry::Known(known) => self.reached.partial(known),
                Entry::Vacant(_) => {
                    setting.space.unpack(&key, &mut self.state);
                    setting.heuristic.init(setting.space, &self.state)
                }
            };
            let message = Message { key, partial, g, origin: NONE };
            if !self.is_wanted(setting, &message, best) {
                continue;
            }
            if done.is_ok() {
                let stored =
                    |origin| self.store(setting, entry, Message { origin, ..message }, best, others, meter);
                done = origin(parent).and_then(stored);
            }
            if done.is_err() {
                self.lost = self.lost.min(through(g, setting.heuristic.value(partial)));
            }
        }
        done
    }

    /// Whether a way of this cost is news of a position.
    #[inline]
    fn is_cheaper(&self, entry: &Entry, g: Cost) -> bool {
        match entry {
            Entry::Known(known) => g < self.reached.cost(*known),
            Entry::Vacant(_) => true,
        }
    }

    /// Stores a position that belongs here, or the cheaper way to it.
    #[inline]
    fn store(
        &mut self,
        setting: Setting<'_, P, H>,
        entry: Entry,
        message: Message<P::Key, H::Partial>,
        best: Cost,
        others: u64,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        if !self.is_wanted(setting, &message, best) {
            return Ok(());
        }
        let Message { key, partial, g, origin } = message;
        let node = match entry {
            Entry::Known(known) => {
                meter.stats.reopened += u64::from(self.reached.graph.is_expanded(known));
                self.reached.lower(known, origin, g);
                known
            }
            Entry::Vacant(vacant) => {
                let open = &self.open;
                let origin = (origin != NONE).then_some(origin);
                let others = || others + open.bytes();
                self.reached.add((vacant, key), origin, partial, g, meter, others)?
            }
        };
        let f = through(g, setting.heuristic.value(partial));
        if self.open.push(f, g, node).is_err() {
            self.grow_open((f, g, node), others, meter)?;
        }
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn grow_open(
        &mut self,
        (f, g, node): (Cost, Cost, NodeId),
        others: u64,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        let others = others + self.reached.bytes();
        while self.open.push(f, g, node).is_err() {
            if let Err(stop) = self.open.grow(f, g, &mut |bytes| meter.reserve(others + bytes)) {
                self.lost = self.lost.min(f);
                return Err(stop);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// The keys of each owner begin everywhere in an index of any size, as those of a single owner would.
    #[test]
    fn owners_share_no_bits_with_the_index() {
        let keys: Vec<u64> = (0..1 << 17).map(|i: u64| hash(&((i * i) ^ (i << 40)))).collect();
        for parts in [2, 3, 8] {
            for number in 0..parts {
                let own: Vec<u64> =
                    keys.iter().copied().filter(|&hash| owner(hash, parts) == number).collect();
                let share = own.len() as f64 * parts as f64 / keys.len() as f64;
                assert!((0.95..1.05).contains(&share), "part {number} of {parts} has {share} of its share");
                for bits in [12, 14, 15, 16, 18, 20, 24, 30] {
                    let homes: HashSet<u64> = own.iter().map(|hash| hash >> (64 - bits)).collect();
                    let slots = (1u64 << bits) as f64;
                    let by_chance = slots * (1.0 - (-(own.len() as f64) / slots).exp());
                    let ratio = homes.len() as f64 / by_chance;
                    assert!((0.97..1.03).contains(&ratio), "part {number} of {parts}, {bits} bits: {ratio}");
                }
            }
        }
    }
}
