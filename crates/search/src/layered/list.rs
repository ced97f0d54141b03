//! A sorted list of keys, each stored as the difference to the one before: half of what a plain array takes, or
//! less. Blocks of [`BLOCK`] keys can be read on their own, so that threads share a list,
//! a key is looked up by bisection, and a list on disk is read piece by piece.

use std::io;
use std::sync::Arc;

use super::key::LayerKey;
use super::spill::SpillFile;

/// Keys per block: the first is stored whole in the index (about 2% on top), the others as differences.
const BLOCK: usize = 512;

/// Sorted, distinct keys.
#[derive(Debug)]
pub struct KeyList<K> {
    len: usize,
    blocks: Vec<Block<K>>,
    bytes: u64,
    data: Data,
}

#[derive(Clone, Copy, Debug)]
struct Block<K> {
    first: K,
    /// Where the differences start, in bytes from the beginning of the list.
    start: u64,
    /// Keys in the blocks before this one.
    before: usize,
}

#[derive(Debug)]
enum Data {
    Memory(Vec<u8>),
    Disk { file: Arc<SpillFile>, start: u64 },
}

/// Buffers for reading blocks, kept between calls.
#[derive(Debug)]
pub struct Reader<K> {
    /// The keys of the block read last.
    pub keys: Vec<K>,
    raw: Vec<u8>,
}

impl<K> Default for Reader<K> {
    fn default() -> Self {
        Self { keys: Vec::new(), raw: Vec::new() }
    }
}

impl<K: LayerKey> KeyList<K> {
    /// Number of keys.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether it has no keys.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Number of blocks.
    pub fn blocks(&self) -> usize {
        self.blocks.len()
    }

    /// Bytes in memory; what is on disk does not count.
    pub fn memory(&self) -> u64 {
        let data = match &self.data {
            Data::Memory(bytes) => bytes.capacity() as u64,
            Data::Disk { .. } => 0,
        };
        data + (self.blocks.capacity() * size_of::<Block<K>>()) as u64
    }

    /// Keys in the blocks before this one.
    pub(super) fn before(&self, block: usize) -> usize {
        self.blocks.get(block).map_or(self.len, |b| b.before)
    }

    /// The first key of a block, if there is such a block.
    pub(super) fn first_of(&self, block: usize) -> Option<K> {
        self.blocks.get(block).map(|b| b.first)
    }

    /// The last block that may hold `key`: its first key is not larger. 0 if there is none.
    pub(super) fn block_of(&self, key: K) -> usize {
        self.blocks.partition_point(|b| b.first <= key).saturating_sub(1)
    }

    /// Reads one block into `reader.keys`.
    pub fn read(&self, block: usize, reader: &mut Reader<K>) -> io::Result<()> {
        self.read_while(block, reader, |_| true)
    }

    /// Reads the keys of a block one by one as long as `go_on` says so of the last one.
    #[inline]
    fn read_while(&self, block: usize, reader: &mut Reader<K>, go_on: impl Fn(K) -> bool) -> io::Result<()> {
        let Block { first, start, before } = self.blocks[block];
        let end = self.blocks.get(block + 1).map_or(self.bytes, |next| next.start);
        let mut bytes = match &self.data {
            Data::Memory(all) => &all[start as usize..end as usize],
            Data::Disk { file, start: base } => {
                reader.raw.resize((end - start) as usize, 0);
                file.read(base + start, &mut reader.raw)?;
                reader.raw.as_slice()
            }
        };
        reader.keys.clear();
        reader.keys.push(first);
        let mut previous = first;
        for _ in before + 1..self.before(block + 1) {
            if !go_on(previous) {
                break;
            }
            previous = K::read_after(previous, &mut bytes);
            reader.keys.push(previous);
        }
        Ok(())
    }

    /// Whether `key` is in the list.
    pub fn contains(&self, key: K, reader: &mut Reader<K>) -> io::Result<bool> {
        if self.is_empty() {
            return Ok(false);
        }
        self.read_while(self.block_of(key), reader, |last| last < key)?;
        Ok(reader.keys.last() == Some(&key))
    }

    /// Puts `next`, whose keys are all larger, behind this list. Both must be in memory.
    pub(super) fn append(&mut self, next: Self) {
        let (Data::Memory(mine), Data::Memory(theirs)) = (&mut self.data, &next.data) else {
            unreachable!("only lists that were just built are joined");
        };
        mine.extend_from_slice(theirs);
        let (bytes, len) = (self.bytes, self.len);
        let moved = |b: &Block<K>| Block { start: b.start + bytes, before: b.before + len, ..*b };
        self.blocks.extend(next.blocks.iter().map(moved));
        self.len += next.len;
        self.bytes += next.bytes;
    }

    /// Moves the keys to disk. Only the index stays in memory.
    pub(super) fn spill(&mut self, file: &Arc<SpillFile>) -> io::Result<()> {
        if let Data::Memory(bytes) = &self.data {
            let start = file.append(bytes)?;
            self.data = Data::Disk { file: Arc::clone(file), start };
        }
        Ok(())
    }

    /// Whether the keys are on disk.
    pub fn is_on_disk(&self) -> bool {
        matches!(self.data, Data::Disk { .. })
    }
}

/// Builds a list from keys in ascending order.
#[derive(Debug)]
pub(super) struct Builder<K> {
    blocks: Vec<Block<K>>,
    bytes: Vec<u8>,
    len: usize,
    previous: K,
}

impl<K: LayerKey> Default for Builder<K> {
    fn default() -> Self {
        Self { blocks: Vec::new(), bytes: Vec::new(), len: 0, previous: K::default() }
    }
}

impl<K: LayerKey> Builder<K> {
    /// Adds a key larger than all before it.
    pub(super) fn push(&mut self, key: K) {
        if self.len.is_multiple_of(BLOCK) {
            self.blocks.push(Block { first: key, start: self.bytes.len() as u64, before: self.len });
        } else {
            debug_assert!(self.previous < key, "keys must ascend");
            key.write_after(self.previous, &mut self.bytes);
        }
        self.previous = key;
        self.len += 1;
    }

    /// The list.
    pub(super) fn finish(mut self) -> KeyList<K> {
        self.bytes.shrink_to_fit();
        self.blocks.shrink_to_fit();
        KeyList {
            len: self.len,
            blocks: self.blocks,
            bytes: self.bytes.len() as u64,
            data: Data::Memory(self.bytes),
        }
    }
}

impl<K: LayerKey> FromIterator<K> for KeyList<K> {
    /// The keys must come in ascending order.
    fn from_iter<I: IntoIterator<Item = K>>(keys: I) -> Self {
        let mut builder = Builder::default();
        for key in keys {
            builder.push(key);
        }
        builder.finish()
    }
}

/// Walks through the keys of a list that lie below a bound, in order.
pub(super) struct Cursor<'a, K> {
    list: &'a KeyList<K>,
    reader: Reader<K>,
    block: usize,
    at: usize,
    below: Option<K>,
}

impl<'a, K: LayerKey> Cursor<'a, K> {
    /// At the first key that is not smaller than `from` (`None`: the first of all), until `below` is reached.
    pub(super) fn new(list: &'a KeyList<K>, from: Option<K>, below: Option<K>) -> io::Result<Self> {
        let block = from.map_or(0, |key| list.block_of(key));
        let mut cursor = Self { list, reader: Reader::default(), block, at: 0, below };
        if block < list.blocks() {
            list.read(block, &mut cursor.reader)?;
            if let Some(from) = from {
                cursor.at = cursor.reader.keys.partition_point(|&key| key < from);
            }
        }
        Ok(cursor)
    }

    /// The next key.
    pub(super) fn next(&mut self) -> io::Result<Option<K>> {
        while self.at >= self.reader.keys.len() {
            self.block += 1;
            if self.block >= self.list.blocks() {
                return Ok(None);
            }
            self.list.read(self.block, &mut self.reader)?;
            self.at = 0;
        }
        let key = self.reader.keys[self.at];
        if self.below.is_some_and(|end| key >= end) {
            return Ok(None);
        }
        self.at += 1;
        Ok(Some(key))
    }
}

#[cfg(test)]
mod tests {
    use super::super::spill::Trouble;
    use super::*;

    fn keys() -> Vec<u64> {
        (0..5000u64).map(|i| i * i * 7 + i).collect()
    }

    fn all(list: &KeyList<u64>, from: Option<u64>, below: Option<u64>) -> Vec<u64> {
        let mut cursor = Cursor::new(list, from, below).unwrap();
        std::iter::from_fn(|| cursor.next().unwrap()).collect()
    }

    #[test]
    fn keys_come_back_in_memory_and_from_disk() {
        let mut list: KeyList<u64> = keys().into_iter().collect();
        assert_eq!(all(&list, None, None), keys());
        assert!(list.memory() < 3 * 5000);
        let file = Arc::new(SpillFile::create(&std::env::temp_dir(), &Trouble::default()).unwrap());
        list.spill(&file).unwrap();
        assert!(list.is_on_disk());
        assert_eq!(all(&list, None, None), keys());
        assert!(list.contains(keys()[4321], &mut Reader::default()).unwrap());
        assert!(!list.contains(keys()[4321] + 1, &mut Reader::default()).unwrap());
    }

    #[test]
    fn a_cursor_keeps_to_its_range() {
        let list: KeyList<u64> = keys().into_iter().collect();
        let (from, below) = (keys()[700], keys()[1900]);
        assert_eq!(all(&list, Some(from), Some(below)), &keys()[700..1900]);
        assert_eq!(all(&list, Some(from - 1), Some(below + 1)), &keys()[700..1901]);
        assert_eq!(all(&list, Some(u64::MAX), None), []);
        assert_eq!(all(&KeyList::from_iter([]), Some(3), None), []);
    }

    #[test]
    fn lists_are_joined() {
        let mut joined: KeyList<u64> = keys()[..900].iter().copied().collect();
        joined.append(keys()[900..].iter().copied().collect());
        assert_eq!(all(&joined, None, None), keys());
        assert_eq!(all(&joined, Some(keys()[899]), Some(keys()[902])), &keys()[899..902]);
    }
}
