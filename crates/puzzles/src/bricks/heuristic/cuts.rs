//! Which pieces cut a piece that the goal names off from its places, each of them alone on the board with it.
//!
//! What a piece cuts off depends on where it lies and on nothing else, so it is worked out once for each place and then
//! looked up: a position is asked about millions of times, and there are a few thousand places.

use std::sync::OnceLock;

use super::super::bits::{Bits, Wide};
use super::super::codec::{BrickKey, State};
use super::super::space::BrickSpace;

/// For each alternative of the goal the needs that one piece alone can meet.
#[derive(Clone, Debug)]
pub(super) struct Cuts {
    ways: Vec<Way>,
}

#[derive(Clone, Debug)]
struct Way {
    needs: Vec<Need>,
    /// Classes that the alternative names, which are not counted as blockers.
    named: Vec<bool>,
}

#[derive(Clone, Debug)]
struct Need {
    /// The number of the need, and the class of the piece that it names.
    number: usize,
    class: usize,
    /// By class and anchor of another piece: the anchors from which the named one cannot reach its places.
    cut_off: Vec<Vec<OnceLock<Wide>>>,
}

/// A piece that has to move: a need is not met, and it cuts the named piece off.
#[derive(Clone, Copy, Debug)]
pub(super) struct Blocker {
    pub(super) class: usize,
    pub(super) anchor: usize,
    /// Which of the needs of the way.
    need: usize,
}

impl Cuts {
    pub(super) fn new<B: Bits, K: BrickKey>(space: &BrickSpace<B, K>) -> Self {
        let geometry = space.geometry();
        let mut ways = Vec::new();
        for alternative in &geometry.goal {
            let mut named = vec![false; geometry.classes.len()];
            alternative.needs.iter().flatten().for_each(|&(class, _)| named[class] = true);
            let mut needs = Vec::new();
            for (number, need) in alternative.needs.iter().enumerate() {
                // A need that several pieces could meet proves nothing about any of them.
                if let &[(class, _)] = need.as_slice()
                    && geometry.classes[class].members.len() == 1
                {
                    let places =
                        |other: &super::super::geometry::Class<B>| vec![OnceLock::new(); other.masks.len()];
                    let cut_off = geometry.classes.iter().map(places).collect();
                    needs.push(Need { number, class, cut_off });
                }
            }
            ways.push(Way { needs, named });
        }
        Self { ways }
    }

    /// How many alternatives there are.
    pub(super) fn ways(&self) -> usize {
        self.ways.len()
    }

    /// Whether an alternative names a class.
    pub(super) fn is_named(&self, way: usize, class: usize) -> bool {
        self.ways[way].named[class]
    }

    /// From where the named piece of a need is cut off by a piece of this class at this anchor.
    fn cut_off<B: Bits, K: BrickKey>(
        &self,
        space: &BrickSpace<B, K>,
        way: usize,
        need: usize,
        class: usize,
        anchor: usize,
    ) -> &Wide {
        let need = &self.ways[way].needs[need];
        need.cut_off[class][anchor].get_or_init(|| {
            let geometry = space.geometry();
            let named = &geometry.classes[need.class];
            let places = geometry.goal[way].needs[need.number][0].1;
            let rest = geometry.board & !geometry.classes[class].masks[anchor];
            let fit = geometry.fitting(&named.offsets, named.valid, rest);
            // Steps can be taken back: what the places cannot reach does not reach them.
            let reached = geometry.flood(places & fit, fit, named.axis);
            Wide::of((named.valid & !reached).iter())
        })
    }

    /// Calls for every piece, not named itself, that cuts a named piece off.
    pub(super) fn each<B: Bits, K: BrickKey>(
        &self,
        space: &BrickSpace<B, K>,
        s: &State<B>,
        way: usize,
        mut found: impl FnMut(Blocker),
    ) {
        let Way { needs, named } = &self.ways[way];
        let all = &space.geometry().goal[way].needs;
        let is_open = |need: &Need| (s.anchors[need.class] & all[need.number][0].1).is_empty();
        if !needs.iter().any(is_open) {
            return;
        }
        for (class, anchors) in s.anchors.iter().enumerate().filter(|&(class, _)| !named[class]) {
            for anchor in anchors.iter() {
                let cuts = |&number: &usize| {
                    let need = &needs[number];
                    let cut_off = || self.cut_off(space, way, number, class, anchor);
                    is_open(need) && cut_off().has(s.anchors[need.class].first())
                };
                if let Some(need) = (0..needs.len()).find(cuts) {
                    found(Blocker { class, anchor, need });
                }
            }
        }
    }

    /// From how many places a piece of this class cuts a named piece off from where that starts.
    pub(super) fn places_in_the_way<B: Bits, K: BrickKey>(
        &self,
        space: &BrickSpace<B, K>,
        class: usize,
    ) -> usize {
        let start = slidewise_search::StateSpace::start(space);
        let valid = space.geometry().classes[class].valid;
        let mut count = 0;
        for (number, way) in self.ways.iter().enumerate() {
            for (need, named) in way.needs.iter().enumerate() {
                let at = start.anchors[named.class].first();
                let cuts = |&anchor: &usize| self.cut_off(space, number, need, class, anchor).has(at);
                count += valid.iter().filter(cuts).count();
            }
        }
        count
    }

    /// Whether a blocker would cut off the same at another anchor. As long as it stays among such anchors, the named
    /// piece stays where it is cut off: it cannot slip past while the blocker goes to and fro.
    pub(super) fn cuts_alike<B: Bits, K: BrickKey>(
        &self,
        space: &BrickSpace<B, K>,
        way: usize,
        blocker: Blocker,
        anchor: usize,
    ) -> bool {
        let Blocker { class, need, .. } = blocker;
        let at = |anchor| self.cut_off(space, way, need, class, anchor);
        at(anchor) == at(blocker.anchor)
    }
}
