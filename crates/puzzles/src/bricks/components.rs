//! All arrangements of the pieces on the board, whether they can be reached or not, and the parts into which moves
//! divide them.

use slidewise_search::StateSpace;
use slidewise_search::layered::Undirected;

use super::bits::Bits;
use super::codec::{BrickKey, State};
use super::space::BrickSpace;

/// How the arrangements of the pieces hang together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Connectivity {
    /// Arrangements, equal pieces not told apart.
    pub arrangements: usize,
    /// Sets of arrangements that can be reached from each other, by size, the largest first.
    pub components: Vec<usize>,
}

/// Lists all arrangements and joins them by moves; `None` if there are more than `limit`.
pub(super) fn connectivity<B: Bits, K: BrickKey>(
    space: &BrickSpace<B, K>,
    limit: usize,
) -> Option<Connectivity> {
    let mut keys = Vec::new();
    each_arrangement(space, &mut |key| {
        keys.push(key);
        (keys.len() <= limit).then_some(())
    })?;
    keys.sort_unstable();
    let components = components(space, &keys);
    Some(Connectivity { arrangements: keys.len(), components })
}

/// Calls for each arrangement of the pieces, until it is told to end; `None` then.
pub(super) fn each_arrangement<B: Bits, K: BrickKey>(
    space: &BrickSpace<B, K>,
    found: &mut dyn FnMut(K) -> Option<()>,
) -> Option<()> {
    let anchors = vec![B::EMPTY; space.geometry().classes.len()];
    let mut state = State { free: space.geometry().board, anchors };
    place(space, &mut state, 0, 0, found)
}

/// The sizes of the parts into which moves divide these arrangements, sorted, which are all there are; the largest
/// first.
pub(super) fn components<B: Bits, K: BrickKey>(space: &BrickSpace<B, K>, keys: &[K]) -> Vec<usize> {
    let mut seen = vec![false; keys.len()];
    let mut components = Vec::new();
    for first in 0..keys.len() {
        if !seen[first] {
            components.push(flood(space, keys, &mut seen, first));
        }
    }
    components.sort_unstable_by(|a, b| b.cmp(a));
    components
}

/// Puts the pieces of `class` and all later ones wherever they fit, the next one of the class not before `from`.
fn place<B: Bits, K: BrickKey>(
    space: &BrickSpace<B, K>,
    s: &mut State<B>,
    class: usize,
    from: usize,
    found: &mut dyn FnMut(K) -> Option<()>,
) -> Option<()> {
    let Some(c) = space.geometry().classes.get(class) else {
        return found(space.pack(s));
    };
    if s.anchors[class].count() as usize == c.members.len() {
        return place(space, s, class + 1, 0, found);
    }
    for anchor in (c.valid & !B::below(from)).iter() {
        let mask = c.masks[anchor];
        if (mask & !s.free).is_empty() {
            s.free ^= mask;
            s.anchors[class] ^= B::cell(anchor);
            let done = place(space, s, class, anchor, found);
            s.free ^= mask;
            s.anchors[class] ^= B::cell(anchor);
            done?;
        }
    }
    Some(())
}

/// Marks all arrangements that can be reached from one, and counts them.
fn flood<B: Bits, K: BrickKey>(
    space: &BrickSpace<B, K>,
    keys: &[K],
    seen: &mut [bool],
    first: usize,
) -> usize {
    let mut stack = vec![first];
    let mut state = space.start();
    let mut size = 0;
    seen[first] = true;
    while let Some(i) = stack.pop() {
        size += 1;
        space.unpack(&keys[i], &mut state);
        space.neighbours(keys[i], &mut state, &mut |near, _| {
            if let Ok(j) = keys.binary_search(&near)
                && !std::mem::replace(&mut seen[j], true)
            {
                stack.push(j);
            }
        });
    }
    size
}
