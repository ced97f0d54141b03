//! The second half of a layer: runs are merged, and what the last two layers hold is left out.
//!
//! In an undirected space a neighbour of layer d lies in layer d-1, d or d+1, so two layers are all that has to be
//! looked at.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::io;

use super::key::LayerKey;
use super::list::{Builder, Cursor, KeyList};

/// Sorted, distinct keys to be merged.
#[derive(Clone, Copy)]
pub(super) enum Run<'a, K> {
    /// Plain, in memory.
    Slice(&'a [K]),
    /// Packed.
    List(&'a KeyList<K>),
}

/// A half-open range of keys; `None` means no bound.
#[derive(Clone, Copy)]
pub(super) struct Range<K> {
    pub from: Option<K>,
    pub below: Option<K>,
}

enum Source<'a, K> {
    Slice(std::slice::Iter<'a, K>),
    List(Cursor<'a, K>),
}

impl<'a, K: LayerKey> Source<'a, K> {
    fn open(run: Run<'a, K>, range: Range<K>) -> io::Result<Self> {
        Ok(match run {
            Run::Slice(keys) => {
                let start = range.from.map_or(0, |from| keys.partition_point(|&k| k < from));
                let end = range.below.map_or(keys.len(), |below| keys.partition_point(|&k| k < below));
                Self::Slice(keys[start..end.max(start)].iter())
            }
            Run::List(list) => Self::List(Cursor::new(list, range.from, range.below)?),
        })
    }

    fn next(&mut self) -> io::Result<Option<K>> {
        match self {
            Self::Slice(keys) => Ok(keys.next().copied()),
            Self::List(cursor) => cursor.next(),
        }
    }
}

/// Keys that must not come through.
struct Sieve<'a, K> {
    cursor: Cursor<'a, K>,
    head: Option<K>,
}

impl<'a, K: LayerKey> Sieve<'a, K> {
    fn open(list: &'a KeyList<K>, range: Range<K>) -> io::Result<Self> {
        let mut cursor = Cursor::new(list, range.from, range.below)?;
        let head = cursor.next()?;
        Ok(Self { cursor, head })
    }

    /// Whether the sieve holds `key`. Keys must be asked for in ascending order.
    fn holds(&mut self, key: K) -> io::Result<bool> {
        while self.head.is_some_and(|head| head < key) {
            self.head = self.cursor.next()?;
        }
        Ok(self.head == Some(key))
    }
}

/// The keys of `runs` within `range` that no list in `known` holds.
pub(super) fn merge<K: LayerKey>(
    runs: &[Run<'_, K>],
    known: &[&KeyList<K>],
    range: Range<K>,
) -> io::Result<KeyList<K>> {
    let mut sources = runs.iter().map(|&run| Source::open(run, range)).collect::<io::Result<Vec<_>>>()?;
    let mut sieves = known.iter().map(|list| Sieve::open(list, range)).collect::<io::Result<Vec<_>>>()?;
    let mut builder = Builder::default();
    let mut offer = |key: K| -> io::Result<()> {
        for sieve in &mut sieves {
            if sieve.holds(key)? {
                return Ok(());
            }
        }
        builder.push(key);
        Ok(())
    };
    match sources.as_mut_slice() {
        [only] => {
            while let Some(key) = only.next()? {
                offer(key)?;
            }
        }
        [Source::Slice(a), Source::Slice(b)] => merge_two(a.as_slice(), b.as_slice(), offer)?,
        many => merge_many(many, offer)?,
    }
    Ok(builder.finish())
}

/// Offers the keys of two slices in ascending order, each once. Which of them is next cannot be foreseen, so it is
/// not asked with a branch.
fn merge_two<K: LayerKey>(a: &[K], b: &[K], mut offer: impl FnMut(K) -> io::Result<()>) -> io::Result<()> {
    let (mut i, mut j) = (0, 0);
    while let (Some(&left), Some(&right)) = (a.get(i), b.get(j)) {
        offer(left.min(right))?;
        i += usize::from(left <= right);
        j += usize::from(right <= left);
    }
    a[i..].iter().chain(&b[j..]).try_for_each(|&key| offer(key))
}

/// Offers the keys of all sources in ascending order, each once.
fn merge_many<K: LayerKey>(
    sources: &mut [Source<'_, K>],
    mut offer: impl FnMut(K) -> io::Result<()>,
) -> io::Result<()> {
    let mut heap = BinaryHeap::with_capacity(sources.len());
    for (i, source) in sources.iter_mut().enumerate() {
        heap.extend(source.next()?.map(|key| Reverse((key, i))));
    }
    let mut last = None;
    while let Some(mut top) = heap.peek_mut() {
        let Reverse((key, i)) = *top;
        if last != Some(key) {
            offer(key)?;
            last = Some(key);
        }
        match sources[i].next()? {
            Some(next) => *top = Reverse((next, i)),
            None => {
                std::collections::binary_heap::PeekMut::pop(top);
            }
        }
    }
    Ok(())
}

/// The first key that both lists hold.
pub(super) fn meet<K: LayerKey>(a: &KeyList<K>, b: &KeyList<K>) -> io::Result<Option<K>> {
    let everything = Range { from: None, below: None };
    let mut keys = Cursor::new(a, None, None)?;
    let mut sieve = Sieve::open(b, everything)?;
    while let Some(key) = keys.next()? {
        if sieve.holds(key)? {
            return Ok(Some(key));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(keys: impl IntoIterator<Item = u64>) -> KeyList<u64> {
        keys.into_iter().collect()
    }

    fn plain(list: &KeyList<u64>) -> Vec<u64> {
        let mut cursor = Cursor::new(list, None, None).unwrap();
        std::iter::from_fn(|| cursor.next().unwrap()).collect()
    }

    #[test]
    fn runs_are_joined_and_known_keys_left_out() {
        let packed = list((0..4000).map(|i| i * 3));
        let slice: Vec<u64> = (0..4000).map(|i| i * 2).collect();
        let (fives, sevens) = (list((0..3000).map(|i| i * 5)), list((0..3000).map(|i| i * 7)));
        let runs = [Run::List(&packed), Run::Slice(&slice)];
        let expected = |from: u64, below: u64| -> Vec<u64> {
            (from..below)
                .filter(|k| (k % 2 == 0 && *k < 8000) || (k % 3 == 0 && *k < 12000))
                .filter(|k| k % 5 != 0 && k % 7 != 0)
                .collect()
        };
        let whole = merge(&runs, &[&fives, &sevens], Range { from: None, below: None }).unwrap();
        assert_eq!(plain(&whole), expected(0, 12000));
        let part = merge(&runs, &[&fives, &sevens], Range { from: Some(1234), below: Some(7777) }).unwrap();
        assert_eq!(plain(&part), expected(1234, 7777));
        let other: Vec<u64> = (0..4000).map(|i| i * 3).collect();
        let slices = [Run::Slice(&other), Run::Slice(&slice)];
        for runs in [slices, [slices[1], slices[0]]] {
            let whole = merge(&runs, &[&fives, &sevens], Range { from: None, below: None }).unwrap();
            assert_eq!(plain(&whole), expected(0, 12000));
        }
        let one = merge(&runs[1..], &[&fives], Range { from: None, below: Some(10) }).unwrap();
        assert_eq!(plain(&one), [2, 4, 6, 8]);
    }

    #[test]
    fn lists_meet_at_the_first_common_key() {
        assert_eq!(meet(&list([1, 4, 9]), &list([2, 4, 9])).unwrap(), Some(4));
        assert_eq!(meet(&list([1, 3]), &list([2, 4])).unwrap(), None);
    }
}
