//! Mirror images that cannot be told apart: turns and reflections that map walls, gates, goal and the set of
//! shapes onto themselves. A position and its image are equally far from the goal, so one key serves both.

use super::bits::Bits;
use super::geometry::{Alternative, Geometry};

/// One reflection or turn, as it acts on positions.
#[derive(Clone, Debug)]
pub(super) struct Symmetry {
    /// The class whose image is this class.
    source: Vec<usize>,
    /// The image of each class.
    target: Vec<usize>,
    /// For each class (before the map): the anchor of the image of the piece at each anchor.
    anchors: Vec<Vec<u8>>,
}

impl Symmetry {
    /// The anchors of a class in the image of a position.
    #[inline]
    pub(super) fn image<B: Bits>(&self, anchors: &[B], class: usize) -> B {
        let source = self.source[class];
        self.map(source, anchors[source])
    }

    /// The class whose image is this class.
    #[inline]
    pub(super) fn target(&self, class: usize) -> usize {
        self.target[class]
    }

    /// The anchors of the images of pieces of this class.
    #[inline]
    pub(super) fn map<B: Bits>(&self, class: usize, anchors: B) -> B {
        let map = &self.anchors[class];
        anchors.iter().fold(B::EMPTY, |set, anchor| set | B::cell(map[anchor].into()))
    }
}

/// The symmetries of a puzzle, the identity left out.
pub(super) fn find<B: Bits>(geometry: &Geometry<B>, height: usize) -> Vec<Symmetry> {
    (1..8).filter_map(|map| Symmetry::new(geometry, height, map)).collect()
}

/// Where `cell` goes: bit 0 of `map` flips columns, bit 1 flips rows, bit 2 then swaps rows and columns.
fn mapped(cell: usize, width: usize, height: usize, map: usize) -> usize {
    let (mut r, mut c) = (cell / width, cell % width);
    if map & 1 != 0 {
        c = width - 1 - c;
    }
    if map & 2 != 0 {
        r = height - 1 - r;
    }
    if map & 4 != 0 { c * width + r } else { r * width + c }
}

impl Symmetry {
    fn new<B: Bits>(geometry: &Geometry<B>, height: usize, map: usize) -> Option<Self> {
        let width = geometry.width;
        if map & 4 != 0 && width != height {
            return None;
        }
        let cell = |cell: usize| mapped(cell, width, height, map);
        let set = |s: B| B::of(s.iter().map(cell));
        if set(geometry.board) != geometry.board {
            return None;
        }
        let count = geometry.classes.len();
        let mut source = vec![usize::MAX; count];
        let mut target = vec![usize::MAX; count];
        let mut anchors = Vec::new();
        for (c, class) in geometry.classes.iter().enumerate() {
            let places: Vec<(usize, B)> = class.valid.iter().map(|a| (a, set(class.masks[a]))).collect();
            let fits = |t: &usize| {
                let other = &geometry.classes[*t];
                source[*t] == usize::MAX
                    && other.members.len() == class.members.len()
                    && other.valid.count() == class.valid.count()
                    && places.iter().all(|(_, image)| other.masks[image.first()] == *image)
                    && same_steps(geometry, c, *t, map, cell)
            };
            // The class itself first: the goal may tell two classes of the same shape apart.
            let to = std::iter::once(c).chain(0..count).find(fits)?;
            source[to] = c;
            target[c] = to;
            let mut row = vec![0; height * width];
            for (anchor, image) in places {
                row[anchor] = image.first() as u8;
            }
            anchors.push(row);
        }
        let found = Self { source, target, anchors };
        found.keeps_goal(&geometry.goal, set).then_some(found)
    }

    fn keeps_goal<B: Bits>(&self, goal: &[Alternative<B>], set: impl Fn(B) -> B) -> bool {
        let image = |a: &Alternative<B>| {
            let option = |&(class, anchors): &(usize, B)| (self.target[class], self.map(class, anchors));
            let needs = a.needs.iter().map(|need| need.iter().map(option).collect()).collect();
            Alternative { needs, empty: set(a.empty) }
        };
        goal.iter().all(|a| goal.iter().any(|b| same(&image(a), b)))
    }
}

/// Whether steps of class `c` are mapped to steps of class `t`: axes may lock one but not the other.
fn same_steps<B: Bits>(
    geometry: &Geometry<B>,
    c: usize,
    t: usize,
    map: usize,
    cell: impl Fn(usize) -> usize,
) -> bool {
    let (class, other) = (&geometry.classes[c], &geometry.classes[t]);
    let image_of_anchor = |a: usize| B::of(class.masks[a].iter().map(&cell)).first();
    // Up, down, left, right: flipping columns swaps the last two, flipping rows the first two.
    (0..4).all(|d| {
        let flipped = if d < 2 { d ^ (map >> 1 & 1) } else { d ^ (map & 1) };
        let direction = if map & 4 != 0 { flipped ^ 2 } else { flipped };
        B::of(class.steps[d].from.iter().map(image_of_anchor)) == other.steps[direction].from
    })
}

/// Equality up to the order of needs and options.
fn same<B: Bits>(a: &Alternative<B>, b: &Alternative<B>) -> bool {
    let covers = |x: &[(usize, B)], y: &[(usize, B)]| x.len() == y.len() && x.iter().all(|o| y.contains(o));
    a.empty == b.empty
        && a.needs.len() == b.needs.len()
        && a.needs.iter().all(|x| b.needs.iter().any(|y| covers(x, y)))
        && b.needs.iter().all(|x| a.needs.iter().any(|y| covers(x, y)))
}
