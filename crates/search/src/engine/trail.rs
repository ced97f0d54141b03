//! The positions of a path, so that a search that stores nothing else does not go round in circles.

use crate::space::StateSpace;
use crate::store::hash;

/// The keys of the positions on a path, in order. Nothing at all in spaces that do not
/// [look back](StateSpace::LOOKS_BACK).
pub(super) struct Trail<P: StateSpace> {
    /// Compared first, and many at a time.
    hashes: Vec<u64>,
    keys: Vec<P::Key>,
}

impl<P: StateSpace> Trail<P> {
    pub(super) fn new() -> Self {
        Self { hashes: Vec::new(), keys: Vec::new() }
    }

    /// Begins anew with the positions on the way from the start along these moves, the last one included.
    pub(super) fn begin(&mut self, space: &P, way: &[P::Move]) {
        if !P::LOOKS_BACK {
            return;
        }
        self.hashes.clear();
        self.keys.clear();
        let mut state = space.start();
        self.push(space, &state);
        for &m in way {
            space.apply(&mut state, m);
            self.push(space, &state);
        }
    }

    /// Whether a position is on the path.
    #[inline]
    pub(super) fn contains(&self, space: &P, state: &P::State) -> bool {
        if !P::LOOKS_BACK {
            return false;
        }
        let key = space.pack(state);
        let hash = hash(&key);
        // In most spaces no hash is equal, and then this is one pass over numbers.
        self.hashes.contains(&hash) && self.keys.contains(&key)
    }

    /// Adds a position at the end.
    #[inline]
    pub(super) fn push(&mut self, space: &P, state: &P::State) {
        if P::LOOKS_BACK {
            let key = space.pack(state);
            self.hashes.push(hash(&key));
            self.keys.push(key);
        }
    }

    /// Takes the last position away.
    #[inline]
    pub(super) fn pop(&mut self) {
        if P::LOOKS_BACK {
            self.hashes.pop();
            self.keys.pop();
        }
    }
}
