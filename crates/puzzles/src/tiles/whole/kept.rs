//! A sweep over a whole space in a file, so that what was killed goes on where it was.
//!
//! Numbers of eight bytes (what is swept, the counts, the boards listed so far), then the words, then a checksum. The
//! file is written under another name and renamed when it is complete, so there is always a whole one. It may be
//! written between any two blocks of words: a board is then either expanded or not. What several processes have is one
//! file too, the same as that of one: rank 0 writes it, and hands out what is in it.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use super::share::Share;
use super::{Size, Sweep};
use crate::pdb::file::Checksum;

/// What a file begins with; the last byte changes whenever an older program would read it wrongly.
const MAGIC: u64 = u64::from_le_bytes(*b"SLWWHOL\x01");
/// Words that are read or written at a time; a multiple of what the checksum takes at once.
const TOGETHER: usize = 1 << 16;
/// Writing takes one part in so many of the time at most.
const SELDOM: u32 = 20;
/// No space has more layers.
const MOST_LAYERS: u64 = 1000;

/// Where a sweep is kept, and how often it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keeping {
    /// The file.
    pub path: PathBuf,
    /// Time between two writes, or more where writing takes long.
    pub every: Duration,
}

/// Why a file is not gone on from, or not written.
#[derive(Debug)]
pub enum KeepError {
    /// The system said no.
    Io(io::Error),
    /// It is no file of this kind, or damaged.
    Damaged,
    /// It is of another size, goal or metric.
    Other,
}

impl fmt::Display for KeepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Damaged => write!(f, "this is no whole space that was kept, or it is damaged"),
            Self::Other => write!(f, "boards of another size, goal or metric are kept there"),
        }
    }
}

impl std::error::Error for KeepError {}

impl From<io::Error> for KeepError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Self::Damaged,
            _ => Self::Io(error),
        }
    }
}

/// When a sweep is written next.
pub(super) struct Keeper<'a> {
    keeping: &'a Keeping,
    last: Instant,
    pause: Duration,
}

impl<'a> Keeper<'a> {
    pub(super) fn new(keeping: &'a Keeping) -> Self {
        Self { keeping, last: Instant::now(), pause: keeping.every }
    }

    pub(super) fn is_due(&self) -> bool {
        self.last.elapsed() >= self.pause
    }

    /// Puts what was kept in the place of a sweep that has not begun; whether there is anything.
    pub(super) fn read(
        &self,
        size: &Size,
        sweep: &mut Sweep,
        share: Option<&Share>,
    ) -> Result<bool, KeepError> {
        match share {
            Some(share) if !share.leads() => Ok(share.receive(sweep)?),
            share => read(&self.keeping.path, size, sweep, share),
        }
    }

    pub(super) fn write(
        &mut self,
        size: &Size,
        sweep: &Sweep,
        share: Option<&Share>,
    ) -> Result<(), KeepError> {
        let began = Instant::now();
        match share {
            Some(share) if !share.leads() => share.give(sweep)?,
            share => write(&self.keeping.path, size, sweep, share)?,
        }
        self.pause = self.keeping.every.max(began.elapsed() * SELDOM);
        self.last = Instant::now();
        Ok(())
    }
}

/// What is swept, in numbers.
fn of(size: &Size) -> [u64; 5] {
    [MAGIC, size.rows as u64, size.cols as u64, size.blank as u64, size.multi.into()]
}

/// Bytes that are summed up on their way.
struct Summed<T> {
    inner: T,
    sum: Checksum,
}

impl<W: Write> Summed<W> {
    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.sum.add(bytes);
        self.inner.write_all(bytes)
    }

    /// Numbers, as many as the checksum takes at once.
    fn put_numbers(&mut self, numbers: &[u64]) -> io::Result<()> {
        let mut bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        bytes.resize(bytes.len().next_multiple_of(Checksum::AT_ONCE), 0);
        self.put(&bytes)
    }
}

impl<R: Read> Summed<R> {
    fn take(&mut self, bytes: &mut [u8]) -> io::Result<()> {
        self.inner.read_exact(bytes)?;
        self.sum.add(bytes);
        Ok(())
    }

    fn take_numbers(&mut self, count: usize) -> io::Result<Vec<u64>> {
        let mut bytes = vec![0; (8 * count).next_multiple_of(Checksum::AT_ONCE)];
        self.take(&mut bytes)?;
        let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte));
        Ok(bytes.chunks(8).take(count).map(number).collect())
    }
}

/// Words as the bytes that stand for them.
pub(super) fn bytes_of(words: &[AtomicU32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.load(Ordering::Relaxed).to_le_bytes()).collect()
}

/// The reverse.
pub(super) fn put_words(words: &[AtomicU32], bytes: &[u8]) {
    for (word, bytes) in words.iter().zip(bytes.chunks_exact(4)) {
        let value = bytes.iter().rev().fold(0, |value, &byte| value << 8 | u32::from(byte));
        word.store(value, Ordering::Relaxed);
    }
}

fn write(path: &Path, size: &Size, sweep: &Sweep, share: Option<&Share>) -> Result<(), KeepError> {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    // Always the same, so that what a killed process leaves is overwritten by the next.
    name.push(".tmp");
    let fresh = path.with_file_name(name);
    let listed =
        share.map_or_else(|| Ok(sweep.listed.clone()), |share| share.listed_by_all(&sweep.listed))?;
    let written = File::create(&fresh).and_then(|file| {
        let mut to = Summed { inner: BufWriter::new(file), sum: Checksum::default() };
        to.put_numbers(&of(size))?;
        let counts = [sweep.layer, sweep.done, sweep.found, sweep.expanded];
        let lengths = [sweep.by_distance.len() as u64, listed.len() as u64];
        to.put_numbers(&[&counts[..], &lengths[..]].concat())?;
        to.put_numbers(&sweep.by_distance)?;
        let numbers = listed.iter().map(|&(pair, blank)| u64::from(pair) << 8 | u64::from(blank));
        to.put_numbers(&numbers.collect::<Vec<_>>())?;
        let all = share.map_or(sweep.words.len(), Share::all);
        for first in (0..all).step_by(TOGETHER) {
            let range = first..(first + TOGETHER).min(all);
            match share {
                Some(share) => to.put(&share.fetch(range, &sweep.words)?)?,
                None => to.put(&bytes_of(&sweep.words[range]))?,
            }
        }
        let Summed { mut inner, sum } = to;
        inner.write_all(&sum.end().to_le_bytes())?;
        inner.into_inner().map_err(|error| error.into_error())?.sync_all()
    });
    share.iter().for_each(|share| share.end_giving());
    let renamed = written.and_then(|()| fs::rename(&fresh, path));
    if renamed.is_err() {
        let _ = fs::remove_file(&fresh);
    }
    Ok(renamed?)
}

fn read(path: &Path, size: &Size, sweep: &mut Sweep, share: Option<&Share>) -> Result<bool, KeepError> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            share.map_or(Ok(()), |share| share.announce(&[]))?;
            return Ok(false);
        }
        Err(error) => return Err(error.into()),
    };
    let mut from = Summed { inner: BufReader::new(file), sum: Checksum::default() };
    let (what, here) = (from.take_numbers(5)?, of(size));
    if what != here {
        return Err(if what[0] == MAGIC { KeepError::Other } else { KeepError::Damaged });
    }
    let head = from.take_numbers(6)?;
    let (layers, listed) = (head[4], head[5]);
    if layers == 0 || layers > MOST_LAYERS || listed > super::LISTED {
        return Err(KeepError::Damaged);
    }
    let by_distance = from.take_numbers(layers as usize)?;
    let listed = from.take_numbers(listed as usize)?;
    share.map_or(Ok(()), |share| share.announce(&[&head[..4], &by_distance[..]].concat()))?;
    let (mut bytes, all) = (vec![0; 4 * TOGETHER], share.map_or(sweep.words.len(), Share::all));
    for first in (0..all).step_by(TOGETHER) {
        let range = first..(first + TOGETHER).min(all);
        let bytes = &mut bytes[..4 * range.len()];
        from.take(bytes)?;
        match share {
            Some(share) => share.hand_out(range, bytes, &sweep.words)?,
            None => put_words(&sweep.words[range], bytes),
        }
    }
    share.iter().for_each(|share| share.go_on());
    let mut sum = [0; 8];
    from.inner.read_exact(&mut sum)?;
    let is_end = from.inner.read(&mut [0])? == 0;
    let listed = listed.iter().map(|&number| ((number >> 8) as u32, number as u8));
    let listed: Vec<(u32, u8)> = listed.collect();
    if from.sum.end() != u64::from_le_bytes(sum) || !is_end {
        return Err(KeepError::Damaged);
    }
    let [layer, done, found, expanded] = [head[0], head[1], head[2], head[3]];
    let is_board =
        |&(pair, blank): &(u32, u8)| (pair as usize) < all && usize::from(blank) < size.rows * size.cols;
    if done > layer || by_distance.last() != Some(&layer) || !listed.iter().all(is_board) {
        return Err(KeepError::Damaged);
    }
    (sweep.layer, sweep.done, sweep.found, sweep.expanded) = (layer, done, found, expanded);
    (sweep.by_distance, sweep.listed) = (by_distance, listed);
    Ok(true)
}
