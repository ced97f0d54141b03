//! Positions as small integers.
//!
//! Read row by row, a position is a sequence of symbols: at each cell not yet covered, either a piece of some class
//! has its first cell there, or the cell is empty. So a position is an arrangement of a multiset, and it is stored
//! class by class: which of the places left over by the classes before it are its own, as the rank of that
//! combination, in a field of bits of its own. Klotski takes 20 bits, Climb-12 30. The largest class is left out: it
//! gets what remains. Pieces of one class are not told apart by this, so keys are canonical.

use slidewise_search::layered::{Bytes, LayerKey};

use super::bits::Bits;
use super::geometry::Geometry;

/// A position, edited in place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State<B> {
    /// Cells that no piece covers.
    pub free: B,
    /// The anchors of all pieces.
    pub heads: B,
    /// The anchors of each class.
    pub anchors: Vec<B>,
}

/// Where one class lies in a key.
#[derive(Clone, Debug)]
pub struct Field<K> {
    /// Members of the class.
    count: usize,
    /// Places to choose from.
    places: usize,
    /// Bits (bytes, for byte keys) below this field.
    shift: u32,
    /// Bits of the field.
    bits: u32,
    /// Binomials: `table[j * places + i]` is the number of ways to choose `j + 1` of `i`.
    table: Vec<K>,
}

/// A key that fields can be written to and read from.
pub trait BrickKey: LayerKey {
    /// Lays out fields for classes of `counts` members among `places` symbols; `None` if they do not fit.
    fn layout(places: usize, counts: &[usize]) -> Option<Vec<Field<Self>>>;
    /// Writes the places of a class, ascending, numbered among those still open.
    fn put(&mut self, field: &Field<Self>, places: impl Iterator<Item = usize>);
    /// Reads them back.
    fn take(&self, field: &Field<Self>, places: &mut [u8]);
}

macro_rules! integer_key {
    ($int:ty) => {
        impl BrickKey for $int {
            fn layout(places: usize, counts: &[usize]) -> Option<Vec<Field<Self>>> {
                let mut shift = 0;
                let mut left = places;
                let mut fields = Vec::new();
                for &count in counts {
                    let ways = binomial(left, count)?;
                    let bits = u128::BITS - (ways - 1).leading_zeros();
                    let entry = |j, i| binomial(i, j + 1).and_then(|n| <$int>::try_from(n).ok());
                    let table: Option<Vec<$int>> = (0..count)
                        .flat_map(|j| (0..left).map(move |i| (j, i)))
                        .map(|(j, i)| entry(j, i))
                        .collect();
                    fields.push(Field { count, places: left, shift, bits, table: table? });
                    left -= count;
                    shift += bits;
                }
                (shift <= <$int>::BITS).then_some(fields)
            }

            #[inline]
            fn put(&mut self, field: &Field<Self>, places: impl Iterator<Item = usize>) {
                let mut row = 0;
                let mut rank = 0;
                for place in places {
                    rank += field.table[row + place];
                    row += field.places;
                }
                *self |= rank.unbounded_shl(field.shift);
            }

            #[inline]
            fn take(&self, field: &Field<Self>, places: &mut [u8]) {
                let all = <$int>::MAX.unbounded_shr(<$int>::BITS - field.bits);
                let mut rank = self.unbounded_shr(field.shift) & all;
                let mut place = field.places;
                for j in (0..field.count).rev() {
                    let row = &field.table[j * field.places..][..field.places];
                    // The largest place whose ways do not exceed the rank; place 0 has none, so it ends there.
                    place = row[..place].iter().rposition(|&ways| ways <= rank).unwrap_or(0);
                    rank -= row[place];
                    places[j] = place as u8;
                }
            }
        }
    };
}

integer_key!(u64);
integer_key!(u128);

/// One byte a place.
impl<const N: usize> BrickKey for Bytes<N> {
    fn layout(places: usize, counts: &[usize]) -> Option<Vec<Field<Self>>> {
        let mut left = places;
        let mut shift = 0;
        let mut fields = Vec::new();
        for &count in counts {
            fields.push(Field { count, places: left, shift, bits: 0, table: Vec::new() });
            left -= count;
            shift += count as u32;
        }
        (shift as usize <= N).then_some(fields)
    }

    fn put(&mut self, field: &Field<Self>, places: impl Iterator<Item = usize>) {
        for (slot, place) in self.0[field.shift as usize..].iter_mut().zip(places) {
            *slot = place as u8;
        }
    }

    fn take(&self, field: &Field<Self>, places: &mut [u8]) {
        places.copy_from_slice(&self.0[field.shift as usize..][..field.count]);
    }
}

/// Ways to choose `k` of `n`; `None` if there are more than fit 128 bits.
fn binomial(n: usize, k: usize) -> Option<u128> {
    if k > n {
        return Some(0);
    }
    (0..k.min(n - k)).try_fold(1u128, |ways, i| Some(ways.checked_mul((n - i) as u128)? / (i as u128 + 1)))
}

/// What a field holds: a class, or the empty cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// The anchors of this class.
    Class(usize),
    /// The cells that no piece covers.
    Empty,
}

/// Packs and unpacks the positions of one puzzle.
#[derive(Clone, Debug)]
pub struct Codec<K> {
    fields: Vec<(Group, Field<K>)>,
    /// The group that needs no field.
    rest: Group,
    symbols: usize,
}

impl<K: BrickKey> Codec<K> {
    /// The layout for a puzzle; `None` if its positions do not fit the key.
    pub fn new<B: Bits>(geometry: &Geometry<B>, free: usize) -> Option<Self> {
        let mut groups: Vec<(Group, usize)> = geometry
            .classes
            .iter()
            .enumerate()
            .map(|(c, class)| (Group::Class(c), class.members.len()))
            .collect();
        let pieces: usize = groups.iter().map(|(_, n)| n).sum();
        groups.push((Group::Empty, free));
        groups.sort_by_key(|(_, count)| *count);
        let (rest, _) = groups.pop()?;
        let counts: Vec<usize> = groups.iter().map(|(_, n)| *n).collect();
        let fields = K::layout(pieces + free, &counts)?;
        Some(Self {
            fields: groups.into_iter().map(|(g, _)| g).zip(fields).collect(),
            rest,
            symbols: pieces + free,
        })
    }

    /// The key of the position in which each group takes the cells that `of` says, `all` together.
    #[inline]
    pub fn pack<B: Bits>(&self, all: B, of: impl Fn(Group) -> B) -> K {
        let mut key = K::default();
        let mut open = all;
        for (group, field) in &self.fields {
            let own = of(*group);
            key.put(field, own.iter().map(|cell| (open & B::below(cell)).count() as usize));
            open &= !own;
        }
        key
    }

    /// Makes `into` the position with this key.
    pub fn unpack<B: Bits>(&self, key: &K, geometry: &Geometry<B>, into: &mut State<B>) {
        let mut symbols = [self.rest; 256];
        self.read_symbols(key, &mut symbols);
        into.anchors.fill(B::EMPTY);
        into.free = B::EMPTY;
        into.heads = B::EMPTY;
        let mut uncovered = geometry.board;
        for &symbol in &symbols[..self.symbols] {
            let first = uncovered.first();
            let bit = B::cell(first);
            match symbol {
                Group::Empty => {
                    into.free |= bit;
                    uncovered &= !bit;
                }
                Group::Class(class) => {
                    into.anchors[class] |= bit;
                    into.heads |= bit;
                    uncovered &= !geometry.classes[class].masks[first];
                }
            }
        }
    }

    /// Writes the symbols of each field to their places.
    fn read_symbols(&self, key: &K, symbols: &mut [Group; 256]) {
        let mut open: [u8; 256] = std::array::from_fn(|i| i as u8);
        let mut left = self.symbols;
        let mut chosen = [0u8; 256];
        for (group, field) in &self.fields {
            let chosen = &mut chosen[..field.count];
            key.take(field, chosen);
            let Some(&first) = chosen.first() else { continue };
            let mut write = usize::from(first);
            let mut upcoming = chosen.iter().map(|&p| usize::from(p)).peekable();
            for read in usize::from(first)..left {
                if upcoming.next_if_eq(&read).is_some() {
                    symbols[open[read] as usize] = *group;
                } else {
                    open[write] = open[read];
                    write += 1;
                }
            }
            left = write;
        }
    }
}
