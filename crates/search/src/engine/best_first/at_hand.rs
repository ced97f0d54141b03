//! Expansion while all that is stored is at hand in a processor's caches: each successor is looked up as soon as it is
//! made, for there is no memory to be asked in advance, and to put successors aside would cost a fifth of a search.

use super::BestFirst;
use crate::engine::behind::behind;
use crate::heuristic::Heuristic;
use crate::meter::{Meter, Stop};
use crate::space::{StateSpace, after};
use crate::store::{NodeId, hash};

use super::Child;

impl<P: StateSpace, H: Heuristic<P>> BestFirst<'_, P, H> {
    /// Takes in what the moves of the position on the board, `node`, lead to.
    #[inline]
    pub(super) fn expand_at_hand(&mut self, node: NodeId, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let (g, partial) = (self.reached.cost(node), self.reached.partial(node));
        let graph = &self.reached.graph;
        let parent_key = graph.parent(node).map(|parent| graph.key(parent).clone());
        let mut moves = self.space.moves(&self.state, None);
        let (mut generated, mut done) = (0, Ok(()));
        while let Some(via) = moves.next() {
            generated += 1;
            let key = behind(self.space, &mut self.state, via, |next| self.space.pack(next));
            // Going straight back is the commonest duplicate, and this test spares its look-up.
            if parent_key.as_ref() == Some(&key) {
                continue;
            }
            let child = Child { via, hash: hash(&key), key };
            done = self.reach(child, node, after(g, self.space.cost(via)), partial, meter);
            if done.is_err() {
                // The others count as made: they are where there are more positions.
                generated += moves.by_ref().count() as u64;
                break;
            }
        }
        meter.stats.generated += generated;
        done
    }
}
