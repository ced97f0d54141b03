//! Positions as small integers.
//!
//! Each class has a field of bits in the key: the rank of the set of its anchors among all such sets, where anchors
//! are numbered among the valid ones. Klotski takes 32 bits. Pieces of one class are not told apart by this,
//! so keys are canonical; and as a move touches one class only, the key of a neighbour is the key of the
//! position with one field replaced.

use slidewise_search::layered::{Bytes, LayerKey};

use super::bits::Bits;
use super::geometry::{Class, Geometry};

/// A position, edited in place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State<B> {
    /// Cells that no piece covers.
    pub free: B,
    /// The anchors of each class.
    pub anchors: Vec<B>,
}

/// Where one class lies in a key.
#[derive(Clone, Debug)]
pub struct Field<K> {
    /// Members of the class.
    count: usize,
    /// Bits (bytes, for byte keys) below this field.
    shift: u32,
    /// The bits of the field; unused in byte keys.
    mask: K,
    /// Cells of the board.
    cells: usize,
    /// Binomials: `table[j * cells + anchor]` is the number of ways to choose `j + 1` of the valid anchors before
    /// this one, shifted to its place in the key. Nothing in byte keys.
    table: Vec<K>,
}

/// A key that fields can be written to and read from.
pub trait BrickKey: LayerKey {
    /// Lays out fields for classes with these numbers of members and valid anchors, the last as the most
    /// significant; `None` if they do not fit.
    fn layout(cells: usize, classes: &[(usize, Vec<usize>)]) -> Option<Vec<Field<Self>>>;
    /// The key with this field replaced by the anchors given, which ascend.
    fn with(self, field: &Field<Self>, anchors: impl Iterator<Item = usize>) -> Self;
    /// The anchors in a field, in any order; `valid` are those that there can be, ascending.
    fn each(&self, field: &Field<Self>, valid: &[u8], found: impl FnMut(usize));
    /// The first bit above a field; 0 for keys of bytes.
    fn end(_field: &Field<Self>) -> u32 {
        0
    }
    /// The value of a field, if it is small enough for a table.
    fn small(&self, field: &Field<Self>) -> usize;
    /// The number of values of a field, if a table of that length is worth having.
    fn ways(field: &Field<Self>, valid: usize) -> Option<usize>;
}

/// Sets of anchors are looked up rather than computed for fields of at most this many values.
const TABLE: usize = 1 << 14;

macro_rules! integer_key {
    ($int:ty) => {
        impl BrickKey for $int {
            fn layout(cells: usize, classes: &[(usize, Vec<usize>)]) -> Option<Vec<Field<Self>>> {
                let mut shift = 0;
                let mut fields = Vec::new();
                for (count, valid) in classes {
                    let bits = u128::BITS - (binomial(valid.len(), *count)? - 1).leading_zeros();
                    let mut table = vec![0; count * cells];
                    for (i, anchor) in valid.iter().enumerate() {
                        for j in 0..*count {
                            // Entries that overflow belong to sets that do not exist.
                            let ways = binomial(i, j + 1).and_then(|n| <$int>::try_from(n).ok());
                            table[j * cells + anchor] = ways.unwrap_or(0).unbounded_shl(shift);
                        }
                    }
                    let mask =
                        <$int>::MAX.unbounded_shr(<$int>::BITS.saturating_sub(bits)).unbounded_shl(shift);
                    fields.push(Field { count: *count, shift, mask, cells, table });
                    shift += bits;
                }
                (shift <= <$int>::BITS).then_some(fields)
            }

            #[inline]
            fn with(self, field: &Field<Self>, anchors: impl Iterator<Item = usize>) -> Self {
                let mut row = 0;
                let mut rank = 0;
                for anchor in anchors {
                    rank += field.table[row + anchor];
                    row += field.cells;
                }
                self & !field.mask | rank
            }

            fn each(&self, field: &Field<Self>, valid: &[u8], mut found: impl FnMut(usize)) {
                let mut rank = self & field.mask;
                let mut left = valid;
                for j in (0..field.count).rev() {
                    let row = &field.table[j * field.cells..][..field.cells];
                    // The last anchor whose ways do not exceed the rank; the first has none, so it ends there.
                    let at = left.iter().rposition(|&a| row[usize::from(a)] <= rank).unwrap_or(0);
                    let anchor = usize::from(left[at]);
                    rank -= row[anchor];
                    found(anchor);
                    left = &left[..at];
                }
            }

            fn end(field: &Field<Self>) -> u32 {
                <$int>::BITS - field.mask.leading_zeros()
            }

            #[inline]
            fn small(&self, field: &Field<Self>) -> usize {
                (self & field.mask).unbounded_shr(field.shift) as usize
            }

            fn ways(field: &Field<Self>, valid: usize) -> Option<usize> {
                binomial(valid, field.count).and_then(|n| usize::try_from(n).ok()).filter(|&n| n <= TABLE)
            }
        }
    };
}

integer_key!(u64);
integer_key!(u128);

/// One byte an anchor.
impl<const N: usize> BrickKey for Bytes<N> {
    fn layout(cells: usize, classes: &[(usize, Vec<usize>)]) -> Option<Vec<Field<Self>>> {
        let mut shift = classes.iter().map(|(count, _)| *count as u32).sum::<u32>();
        if shift as usize > N {
            return None;
        }
        let field = |(count, _): &(usize, Vec<usize>)| {
            shift -= *count as u32;
            Field { count: *count, shift, mask: Self::default(), cells, table: Vec::new() }
        };
        Some(classes.iter().map(field).collect())
    }

    fn with(mut self, field: &Field<Self>, anchors: impl Iterator<Item = usize>) -> Self {
        for (slot, anchor) in self.0[field.shift as usize..].iter_mut().zip(anchors) {
            *slot = anchor as u8;
        }
        self
    }

    fn each(&self, field: &Field<Self>, _: &[u8], found: impl FnMut(usize)) {
        self.0[field.shift as usize..][..field.count].iter().map(|&a| usize::from(a)).for_each(found);
    }

    fn small(&self, _: &Field<Self>) -> usize {
        0
    }

    fn ways(_: &Field<Self>, _: usize) -> Option<usize> {
        None
    }
}

/// Ways to choose `k` of `n`; `None` if there are more than fit 128 bits.
fn binomial(n: usize, k: usize) -> Option<u128> {
    if k > n {
        return Some(0);
    }
    (0..k.min(n - k)).try_fold(1u128, |ways, i| Some(ways.checked_mul((n - i) as u128)? / (i as u128 + 1)))
}

/// Packs and unpacks the positions of one puzzle.
#[derive(Clone, Debug)]
pub(super) struct Codec<B, K> {
    classes: Vec<ClassCode<B, K>>,
    /// The class whose field is the most significant.
    top: usize,
}

#[derive(Clone, Debug)]
struct ClassCode<B, K> {
    field: Field<K>,
    valid: Vec<u8>,
    /// The set of anchors for each value of the field, with the cells covered from there, if there are few.
    sets: Vec<(B, B)>,
}

impl<B: Bits, K: BrickKey> Codec<B, K> {
    /// The layout for a puzzle; `None` if its positions do not fit the key.
    pub(super) fn new(geometry: &Geometry<B>, cells: usize) -> Option<Self> {
        let mut sizes: Vec<(usize, Vec<usize>)> = Vec::with_capacity(geometry.classes.len());
        for class in &geometry.classes {
            sizes.push((class.members.len(), class.valid.iter().collect()));
        }
        let order = single_pieces_last(&sizes);
        let top = *order.last()?;
        let mut classes: Vec<Option<ClassCode<B, K>>> = vec![None; sizes.len()];
        for (&class, field) in order.iter().zip(K::layout(cells, &ordered(&sizes, &order))?) {
            let valid = &sizes[class].1;
            let sets = K::ways(&field, valid.len())
                .map_or(Vec::new(), |ways| all_sets(&geometry.classes[class], valid, ways));
            classes[class] = Some(ClassCode { field, valid: as_bytes(valid), sets });
        }
        let classes = classes.into_iter().flatten().collect();
        Some(Self { classes, top })
    }

    /// The class whose field is the most significant.
    #[inline]
    pub(super) fn top(&self) -> usize {
        self.top
    }

    /// The bits that keys take; 0 for keys of bytes.
    pub(super) fn key_bits(&self) -> u32 {
        self.classes.iter().map(|class| K::end(&class.field)).max().unwrap_or(0)
    }

    /// A key in which all fields but the top one are 0.
    #[inline]
    pub(super) fn top_only(&self, anchors: B) -> K {
        self.with(K::default(), self.top, anchors)
    }

    /// The key with the field of one class replaced.
    #[inline]
    pub(super) fn with(&self, key: K, class: usize, anchors: B) -> K {
        key.with(&self.classes[class].field, anchors.iter())
    }

    /// The key of the position with these anchors.
    #[inline]
    pub(super) fn pack(&self, anchors: impl Fn(usize) -> B) -> K {
        (0..self.classes.len()).fold(K::default(), |key, class| self.with(key, class, anchors(class)))
    }

    /// Makes `into` the position with this key.
    pub(super) fn unpack(&self, key: &K, geometry: &Geometry<B>, into: &mut State<B>) {
        into.free = geometry.board;
        for ((code, class), anchors) in self.classes.iter().zip(&geometry.classes).zip(&mut into.anchors) {
            let (set, covered) = match code.sets.get(key.small(&code.field)) {
                Some(known) => *known,
                None => {
                    let set = set_of(key, code);
                    (set, class.covered(set))
                }
            };
            *anchors = set;
            into.free ^= covered;
        }
    }
}

/// The classes in the order of their fields. A single piece on top: where it lies often decides alone which of two
/// mirror images is smaller.
fn single_pieces_last(sizes: &[(usize, Vec<usize>)]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..sizes.len()).collect();
    order.sort_by_key(|&class| std::cmp::Reverse(sizes[class].0));
    order
}

fn ordered(sizes: &[(usize, Vec<usize>)], order: &[usize]) -> Vec<(usize, Vec<usize>)> {
    order.iter().map(|&class| sizes[class].clone()).collect()
}

fn as_bytes(anchors: &[usize]) -> Vec<u8> {
    anchors.iter().map(|&anchor| anchor as u8).collect()
}

fn set_of<B: Bits, K: BrickKey>(key: &K, code: &ClassCode<B, K>) -> B {
    let mut set = B::EMPTY;
    key.each(&code.field, &code.valid, |anchor| set |= B::cell(anchor));
    set
}

/// Every set of anchors in the order of ranks, with the cells covered. Sets of pieces that overlap are never asked for.
fn all_sets<B: Bits>(class: &Class<B>, valid: &[usize], ways: usize) -> Vec<(B, B)> {
    let mut sets = Vec::with_capacity(ways);
    let mut chosen: Vec<usize> = (0..class.members.len()).collect();
    loop {
        let set = B::of(chosen.iter().map(|&i| valid[i]));
        sets.push((set, class.covered(set)));
        // The next combination: the first index that can go up does, those below restart.
        let Some(up) = (0..chosen.len()).find(|&i| {
            let limit = chosen.get(i + 1).copied().unwrap_or(valid.len());
            chosen[i] + 1 < limit
        }) else {
            return sets;
        };
        chosen[up] += 1;
        (0..up).for_each(|i| chosen[i] = i);
    }
}
