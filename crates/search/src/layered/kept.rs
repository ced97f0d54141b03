//! Layers in a file, so that what was killed goes on from those that were complete.
//!
//! The file only grows: records, each with a checksum, of which those count that are whole and come before the first
//! one that is not. So it is as good as it was last, whenever a process is killed. The keys of a layer are parts, in
//! any order, and a record behind them says that they are all. Of several processes the leader has the file; it asks
//! the others for what they have, and hands out what is in it: it does not matter how many there were.

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use web_time::Instant;

use super::frontier::Frontier;
use super::key::LayerKey;
use super::list::{KeyList, Reader};
use super::{Counts, Undirected};
use crate::peers::{Reading, Words};

/// What a record is: what is explored, keys of a layer, layers that are complete, what was counted.
const WHAT: u64 = 0;
const KEYS: u64 = 1;
const LAYERS: u64 = 2;
const COUNTED: u64 = 3;
/// What a file begins with; the last byte changes whenever an older program would read it wrongly.
const MAGIC: &[u8; 8] = b"SLWLAYR\x01";
/// Bytes of keys that are written or sent at once.
const TOGETHER: usize = 1 << 20;
/// A longer record is none.
const MOST: u64 = 1 << 30;

/// Layers of several frontiers in a file; of several processes those that do not lead have none of it.
#[derive(Debug)]
pub struct LayerFile {
    /// Nothing for those who do not lead.
    file: Option<File>,
    path: PathBuf,
    every: Duration,
    last: Instant,
    records: Vec<Record>,
}

/// Where a record is, and which frontier and layer its keys are of.
#[derive(Clone, Copy, Debug)]
struct Record {
    kind: u64,
    side: u64,
    depth: u64,
    start: u64,
    length: u64,
}

fn checksum(bytes: &[u8]) -> u64 {
    let mix = |sum: u64, word: u64| (sum ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
    let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte));
    bytes.chunks(8).fold(bytes.len() as u64, |sum, word| mix(sum, number(word)))
}

impl LayerFile {
    /// A file for what these words identify: a new one, or what there is of it. `leads` is whether this process has it.
    pub fn open(path: &Path, every: Duration, what: &str, leads: bool) -> io::Result<Self> {
        let mut kept =
            Self { file: None, path: path.into(), every, last: Instant::now(), records: Vec::new() };
        if leads {
            kept.begin(what).map_err(|error| kept.named(&error))?;
        }
        Ok(kept)
    }

    fn named(&self, error: &io::Error) -> io::Error {
        io::Error::new(error.kind(), format!("{}: {error}", self.path.display()))
    }

    fn begin(&mut self, what: &str) -> io::Result<()> {
        let options = OpenOptions::new().read(true).write(true).create(true).truncate(false).clone();
        let mut file = options.open(&self.path)?;
        let length = file.metadata()?.len();
        let mut magic = [0; MAGIC.len()];
        if length == 0 {
            file.write_all(MAGIC)?;
            self.file = Some(file);
            return self.append(WHAT, 0, 0, what.as_bytes());
        }
        let foreign = |why: &str| io::Error::new(io::ErrorKind::InvalidInput, why.to_string());
        if file.read_exact(&mut magic).is_err() || magic != *MAGIC {
            return Err(foreign("this is no file of layers"));
        }
        let (records, first, end) = read_records(&file)?;
        if first != what.as_bytes() {
            return Err(foreign("layers of another puzzle, metric or version are kept there"));
        }
        // What is behind that was being written when the process was killed.
        file.set_len(end)?;
        file.seek(SeekFrom::Start(end))?;
        (self.file, self.records) = (Some(file), records);
        Ok(())
    }

    fn append(&mut self, kind: u64, side: u64, depth: u64, bytes: &[u8]) -> io::Result<()> {
        let Some(file) = &mut self.file else { return Ok(()) };
        let head = [kind, side, depth, bytes.len() as u64].map(u64::to_le_bytes).concat();
        let whole = [&head[..], bytes].concat();
        let start = file.stream_position()? + head.len() as u64;
        file.write_all(&whole)?;
        file.write_all(&checksum(&whole).to_le_bytes())?;
        self.records.push(Record { kind, side, depth, start, length: bytes.len() as u64 });
        Ok(())
    }

    fn bytes_of(&mut self, record: Record) -> io::Result<Vec<u8>> {
        let Some(file) = &mut self.file else { return Ok(Vec::new()) };
        let mut bytes = vec![0; record.length as usize];
        file.seek(SeekFrom::Start(record.start))?;
        file.read_exact(&mut bytes)?;
        file.seek(SeekFrom::End(0))?;
        Ok(bytes)
    }

    fn numbers_of(&mut self, record: Record) -> io::Result<Vec<u64>> {
        Ok(Reading::new(&self.bytes_of(record)?).list())
    }

    /// What was counted of a frontier that has come to its end, if it has.
    pub fn counted(&mut self, side: u64) -> io::Result<Option<Vec<u64>>> {
        let found = self.records.iter().rfind(|record| record.kind == COUNTED && record.side == side);
        let Some(&record) = found else { return Ok(None) };
        let numbers = self.numbers_of(record).map_err(|error| self.named(&error))?;
        Ok(Some(numbers))
    }

    /// Keeps what was counted of a frontier that has come to its end.
    pub fn count(&mut self, side: u64, numbers: &[u64]) -> io::Result<()> {
        let mut bytes = Words::default();
        bytes.list(numbers.iter().copied());
        let written = self.append(COUNTED, side, 0, &bytes.into_bytes()).and_then(|()| self.sync());
        written.map_err(|error| self.named(&error))
    }

    fn sync(&mut self) -> io::Result<()> {
        self.last = Instant::now();
        self.file.as_ref().map_or(Ok(()), File::sync_data)
    }

    /// Whether it is time to keep the layers that are not there yet.
    pub fn is_due(&self) -> bool {
        self.last.elapsed() >= self.every
    }

    /// How many layers of a frontier there are.
    fn layers(&self, side: u64) -> u64 {
        let complete = self.records.iter().rfind(|record| record.kind == LAYERS && record.side == side);
        complete.map_or(0, |record| record.depth + 1)
    }
}

/// The records that are whole, the bytes of the first, and where the last of them ends.
fn read_records(file: &File) -> io::Result<(Vec<Record>, Vec<u8>, u64)> {
    let mut from = BufReader::with_capacity(TOGETHER, file);
    let (mut records, mut first, mut end) = (Vec::new(), Vec::new(), from.stream_position()?);
    let mut head = [0; 32];
    while from.read_exact(&mut head).is_ok() {
        let number = |at: usize| u64::from_le_bytes(std::array::from_fn(|byte| head[8 * at + byte]));
        let [kind, side, depth, length] = [0, 1, 2, 3].map(number);
        if length > MOST {
            break;
        }
        let (mut bytes, mut sum) = (vec![0; 32 + length as usize], [0; 8]);
        bytes[..32].copy_from_slice(&head);
        if from.read_exact(&mut bytes[32..]).is_err()
            || from.read_exact(&mut sum).is_err()
            || sum != checksum(&bytes).to_le_bytes()
        {
            break;
        }
        if records.is_empty() {
            first = bytes[32..].to_vec();
        }
        records.push(Record { kind, side, depth, start: end + 32, length });
        end += 40 + length;
    }
    Ok((records, first, end))
}

/// The keys of a list in parts of some size.
fn each_part<K: LayerKey>(
    list: &KeyList<K>,
    part: &mut dyn FnMut(Vec<u8>) -> io::Result<()>,
) -> io::Result<()> {
    let (mut reader, mut bytes, mut last) = (Reader::default(), Vec::new(), K::default());
    for block in 0..list.blocks() {
        list.read(block, &mut reader)?;
        for &key in &reader.keys {
            key.write_after(last, &mut bytes);
            last = key;
        }
        if bytes.len() >= TOGETHER {
            part(std::mem::take(&mut bytes))?;
            last = K::default();
        }
    }
    if bytes.is_empty() { Ok(()) } else { part(bytes) }
}

fn keys_in<K: LayerKey>(mut bytes: &[u8]) -> impl Iterator<Item = K> {
    let mut last = K::default();
    std::iter::from_fn(move || {
        (!bytes.is_empty()).then(|| {
            last = K::read_after(last, &mut bytes);
            last
        })
    })
}

impl<P: Undirected> Frontier<'_, P> {
    /// Keeps the layers that are not in the file yet. All processes come together for it, if there are several.
    pub fn keep(&mut self, to: &mut LayerFile, side: u64) -> io::Result<()> {
        let known = self.told(&[to.layers(side)])?.first().map_or(0, |&layers| layers as usize);
        let all = self.all_counts()?;
        for depth in known..=self.depth() {
            self.keep_layer(to, side, depth)?;
        }
        self.come_together();
        let sizes: Vec<u64> = self.sizes()[known..].iter().map(|&size| size as u64).collect();
        let mut numbers = Words::default();
        numbers.list([&all[..], &sizes].concat().into_iter());
        let written =
            to.append(LAYERS, side, self.depth() as u64, &numbers.into_bytes()).and_then(|()| to.sync());
        written.map_err(|error| to.named(&error))
    }

    fn keep_layer(&self, to: &mut LayerFile, side: u64, depth: usize) -> io::Result<()> {
        let empty = KeyList::from_iter([]);
        let layer = self.layer(depth).unwrap_or(&empty);
        let Some(parcels) = self.parcels() else {
            return each_part(layer, &mut |bytes| to.append(KEYS, side, depth as u64, &bytes))
                .map_err(|error| to.named(&error));
        };
        if !parcels.crew().leads() {
            each_part(layer, &mut |bytes| {
                parcels.wait_for_one()?;
                parcels.send_beside(0, &bytes);
                Ok(())
            })?;
            parcels.wait_for_one()?;
            parcels.send_beside(0, &[]);
            return Ok(());
        }
        each_part(layer, &mut |bytes| to.append(KEYS, side, depth as u64, &bytes))
            .map_err(|error| to.named(&error))?;
        for other in 1..parcels.crew().size() {
            loop {
                // One part at a time is asked for, so that no more is under way.
                parcels.send_beside(other, &[]);
                let bytes = parcels.wait_for_one()?;
                if bytes.is_empty() {
                    break;
                }
                to.append(KEYS, side, depth as u64, &bytes).map_err(|error| to.named(&error))?;
            }
        }
        Ok(())
    }

    /// Puts the layers that were kept in the place of the sources; whether there are any.
    pub fn go_on_from(&mut self, from: &mut LayerFile, side: u64) -> io::Result<bool> {
        let numbers = self.told(&from.kept_numbers(side)?)?;
        let [neighbours, dead_ends, most_neighbours, sizes @ ..] = &numbers[..] else { return Ok(false) };
        if sizes.is_empty() {
            return Ok(false);
        }
        let mut layers: Vec<KeyList<P::Key>> = Vec::new();
        let mut keys = Vec::new();
        let mut take = |depth: usize, bytes: &[u8]| {
            if depth > layers.len() {
                layers.push(sorted(&mut keys));
            }
            keys.extend(keys_in::<P::Key>(bytes));
        };
        match self.parcels().filter(|parcels| !parcels.crew().leads()) {
            Some(parcels) => loop {
                let bytes = parcels.wait_for_one()?;
                let Some((depth, bytes)) = bytes.split_first_chunk::<8>() else { break };
                take(u64::from_le_bytes(*depth) as usize, bytes);
                parcels.send_beside(0, &[]);
            },
            None => self.hand_out(from, side, sizes.len(), &mut take).map_err(|error| from.named(&error))?,
        }
        while layers.len() < sizes.len() {
            layers.push(sorted(&mut keys));
        }
        self.come_together();
        let leads = self.parcels().is_none_or(|parcels| parcels.crew().leads());
        let mut before = Counts::default();
        if leads {
            let most_neighbours = *most_neighbours;
            before = Counts { neighbours: *neighbours, dead_ends: *dead_ends, most_neighbours, ..before };
        }
        self.replace(layers, sizes.iter().map(|&size| size as usize).collect(), before)
    }

    /// For the leader: gives what is in the file to those to whom it belongs.
    fn hand_out(
        &self,
        from: &mut LayerFile,
        side: u64,
        layers: usize,
        take: &mut dyn FnMut(usize, &[u8]),
    ) -> io::Result<()> {
        let records = from.records.clone();
        let of_it =
            |record: &&Record| record.kind == KEYS && record.side == side && record.depth < layers as u64;
        for &record in records.iter().filter(of_it) {
            let (bytes, depth) = (from.bytes_of(record)?, record.depth as usize);
            let Some(parcels) = self.parcels() else {
                take(depth, &bytes);
                continue;
            };
            let mut parts = vec![(Vec::new(), P::Key::default()); parcels.crew().size()];
            for key in keys_in::<P::Key>(&bytes) {
                let (bytes, last) = &mut parts[self.owner(key)];
                key.write_after(*last, bytes);
                *last = key;
            }
            take(depth, &parts[0].0);
            for (other, (bytes, _)) in parts.iter().enumerate().skip(1) {
                parcels.send_beside(other, &[&record.depth.to_le_bytes()[..], bytes].concat());
                parcels.wait_for_one()?;
            }
        }
        if let Some(parcels) = self.parcels() {
            (1..parcels.crew().size()).for_each(|other| parcels.send_beside(other, &[]));
        }
        Ok(())
    }
}

fn sorted<K: LayerKey>(keys: &mut Vec<K>) -> KeyList<K> {
    keys.sort_unstable();
    keys.dedup();
    std::mem::take(keys).into_iter().collect()
}

impl LayerFile {
    /// What is told beside the keys of the layers of a frontier: what was counted before the last, and all sizes.
    fn kept_numbers(&mut self, side: u64) -> io::Result<Vec<u64>> {
        let (mut counts, mut sizes) = (vec![0; 3], Vec::new());
        let records = self.records.clone();
        for &record in records.iter().filter(|record| record.kind == LAYERS && record.side == side) {
            let numbers = self.numbers_of(record).map_err(|error| self.named(&error))?;
            let damaged = || io::Error::other("a record cannot be read");
            let (own, more) = numbers.split_at_checked(3).ok_or_else(damaged)?;
            counts = own.to_vec();
            sizes.extend_from_slice(more);
        }
        Ok([counts, sizes].concat())
    }
}
