//! Tables as files.
//!
//! A page of header (magic, version, board, goal cell of the blank, order of entries, tiles, length,
//! checksums), then the entries as they are in memory. It is written under a temporary name and renamed when it is
//! complete: a killed build leaves no table, and of two builders one wins with the same bytes.
//!
//! No table is used unchecked: every byte is read and summed up before the first search, and some of the entries are
//! looked at (`spot`); of a small table all are proven, for that takes no longer. What is then used is our own copy, so
//! that nothing that happens to the file later can matter. Each process has its own; that is the price.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use super::build::BuildOptions;
use super::layout::Layout;
use super::memory::Bytes;
use super::multi::{self, MultiTable};
use super::pattern::{MAX_TILES, Pattern};
use super::spot;
use super::table::Table;

const MAGIC: [u8; 8] = *b"\x89SLWPDB\n";
/// Changes whenever entries would be read wrongly by an older program.
pub const VERSION: u32 = 4;
/// Tables with no more bytes of entries are proven when they are opened, which takes milliseconds. A few wrong bits of
/// a larger one are found by [`Table::verify`] only.
const PROVEN: u64 = 16 << 10;
/// Entries begin with a page.
const HEADER: usize = 4096;
/// Bytes of the header before its own checksum.
const SUMMED: usize = MAGIC.len() + 4 + 3 + 2 + MAX_TILES + 16;
/// Entries by permutation, then by set of cells and region of the blank; cells along a snake.
const ORDER: u8 = 3;
/// Junctions of the columns, then of the rows; in the multi-tile metric.
const JUNCTIONS: u8 = 4;

/// Why a file is not used.
#[derive(Debug)]
pub enum FileError {
    /// The system said no.
    Io(io::Error),
    /// It does not begin like a table.
    Foreign,
    /// Written by another version of the format.
    Version(u32),
    /// It says things of itself that cannot be.
    Header(&'static str),
    /// Bytes are missing or left over.
    Length {
        /// What the header asks for.
        expected: u64,
        /// What there is.
        found: u64,
    },
    /// The entries are not those that were written.
    Checksum,
    /// The checksum matches, but what was written is no table of distances.
    Entries,
    /// It takes more memory than there may be.
    Memory {
        /// Bytes that it takes.
        needed: u64,
        /// Bytes allowed.
        limit: u64,
    },
    /// A good table, but of another pattern; which one.
    OtherPattern(String),
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(why) => why.fmt(f),
            Self::Foreign => write!(f, "not a pattern table"),
            Self::Version(v) => write!(f, "format version {v}, this program reads {VERSION}: build it again"),
            Self::Header(what) => write!(f, "damaged header: {what}"),
            Self::Length { expected, found } => {
                write!(f, "truncated or overlong: {found} bytes instead of {expected}")
            }
            Self::Checksum => write!(f, "damaged: the checksum does not match; remove it and build it again"),
            Self::Entries => write!(f, "its entries are no distances; remove it and build it again"),
            Self::Memory { needed, limit } => {
                write!(
                    f,
                    "it takes {} MB of memory, the limit is {} MB",
                    needed / 1_000_000,
                    limit / 1_000_000
                )
            }
            Self::OtherPattern(found) => write!(f, "a table of another pattern: {found}"),
        }
    }
}

impl std::error::Error for FileError {}

impl From<io::Error> for FileError {
    fn from(why: io::Error) -> Self {
        Self::Io(why)
    }
}

/// What a file says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info {
    /// The tiles.
    pub pattern: Pattern,
    /// Whether distances are counted in the multi-tile metric.
    pub multi: bool,
    /// Bytes of entries.
    pub data_bytes: u64,
    /// The checksum of the entries.
    pub checksum: u64,
}

impl Info {
    fn of(pattern: &Pattern, multi: bool, bytes: &[u8]) -> Self {
        let (data_bytes, checksum) = (bytes.len() as u64, Checksum::of(bytes));
        Self { pattern: pattern.clone(), multi, data_bytes, checksum }
    }

    fn encode(&self) -> Vec<u8> {
        let mut header = Vec::with_capacity(HEADER);
        header.extend(MAGIC);
        header.extend(VERSION.to_le_bytes());
        let p = &self.pattern;
        header.extend([p.rows() as u8, p.cols() as u8, p.blank_home() as u8]);
        header.extend([if self.multi { JUNCTIONS } else { ORDER }, p.tiles() as u8]);
        let mut cells = [0; MAX_TILES];
        cells[..p.tiles()].copy_from_slice(p.cells());
        header.extend(cells);
        header.extend(self.data_bytes.to_le_bytes());
        header.extend(self.checksum.to_le_bytes());
        let own = Checksum::of(&header);
        header.extend(own.to_le_bytes());
        header.resize(HEADER, 0);
        header
    }

    fn decode(header: &[u8]) -> Result<Self, FileError> {
        let mut rest = header.strip_prefix(&MAGIC).ok_or(FileError::Foreign)?;
        let mut take = |n: usize| rest.split_off(..n).ok_or(FileError::Header("it is too short"));
        let version = number(take(4)?) as u32;
        if version != VERSION {
            return Err(FileError::Version(version));
        }
        let (board, kind) = (take(3)?, take(2)?);
        let cells = take(MAX_TILES)?;
        let (data_bytes, sum, own) = (number(take(8)?), number(take(8)?), number(take(8)?));
        if Checksum::of(&header[..SUMMED]) != own {
            return Err(FileError::Header("its checksum does not match"));
        }
        let multi = match kind[0] {
            ORDER => false,
            JUNCTIONS => true,
            _ => return Err(FileError::Header("unknown order of entries")),
        };
        let tiles = cells.get(..kind[1].into()).ok_or(FileError::Header("too many tiles"))?;
        let places = tiles.iter().map(|&c| usize::from(c));
        let pattern = Pattern::new(board[0].into(), board[1].into(), board[2].into(), places)
            .map_err(|_| FileError::Header("impossible pattern"))?;
        if pattern.cells() != tiles || cells[tiles.len()..].iter().chain(rest).any(|&byte| byte != 0) {
            return Err(FileError::Header("it is not as it is written"));
        }
        Ok(Self { pattern, multi, data_bytes, checksum: sum })
    }
}

fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |n, &b| n << 8 | u64::from(b))
}

/// Where systems can keep a file in huge pages, they do so for what one call writes to a whole one.
const HUGE_PAGE: usize = 2 << 20;

/// Writes a table; the file appears complete or not at all.
pub fn write(table: &Table, path: &Path) -> io::Result<()> {
    write_bytes(&Info::of(table.pattern(), false, table.bytes()), table.bytes(), path)
}

/// Whether all entries of a table are proven when it is opened. Not on the page: it has its tables from itself, and the
/// proof would be a large part of what it loads.
fn is_proven(info: &Info) -> bool {
    cfg!(not(target_family = "wasm")) && info.data_bytes <= PROVEN
}

/// The same for a table in the multi-tile metric.
pub fn write_multi(table: &MultiTable, path: &Path) -> io::Result<()> {
    write_bytes(&Info::of(table.pattern(), true, table.bytes()), table.bytes(), path)
}

fn write_bytes(info: &Info, bytes: &[u8], path: &Path) -> io::Result<()> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}-{}.tmp", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed)));
    let temporary = Temporary(path.with_file_name(name));
    let mut file = File::create_new(&temporary.0)?;
    let mut first = info.encode();
    let (beside, rest) = bytes.split_at(bytes.len().min(HUGE_PAGE - HEADER));
    first.extend(beside);
    file.write_all(&first)?;
    file.write_all(rest)?;
    file.sync_all()?;
    drop(file);
    fs::rename(&temporary.0, path)
}

/// A file that is removed at the end, unless it has been renamed by then.
struct Temporary(PathBuf);

impl Drop for Temporary {
    fn drop(&mut self) {
        // It is gone when all went well.
        let _ = fs::remove_file(&self.0);
    }
}

/// A table as the bytes of its file, for those who have no files.
pub fn to_bytes(table: &Table) -> Vec<u8> {
    let mut bytes = Info::of(table.pattern(), false, table.bytes()).encode();
    bytes.extend(table.bytes());
    bytes
}

/// What a file says of itself, without its entries.
pub fn info(path: &Path) -> Result<Info, FileError> {
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    header(&mut file, length)
}

/// Reads the header, and looks whether the file, which has `found` bytes, is as long as it asks for.
fn header(file: &mut dyn Read, found: u64) -> Result<Info, FileError> {
    let mut header = Vec::with_capacity(HEADER);
    file.take(HEADER as u64).read_to_end(&mut header)?;
    let info = Info::decode(&header)?;
    let expected = info.data_bytes.saturating_add(HEADER as u64);
    if found != expected {
        return Err(FileError::Length { expected, found });
    }
    Ok(info)
}

/// Reads a table and checks all of it, if it takes no more than so many bytes.
pub fn open(path: &Path, memory_limit: Option<u64>) -> Result<Table, FileError> {
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    single(&mut file, length, memory_limit)
}

/// Reads a table from the bytes of a file and checks all of it.
pub fn from_bytes(mut bytes: &[u8]) -> Result<Table, FileError> {
    let length = bytes.len() as u64;
    single(&mut bytes, length, None)
}

fn single(file: &mut dyn Read, length: u64, memory_limit: Option<u64>) -> Result<Table, FileError> {
    let (info, data) = read(file, length, memory_limit, false, |pattern| Layout::of(pattern).bytes())?;
    let is_proven = is_proven(&info);
    let layout = Layout::of(&info.pattern);
    let table = Table::new(info.pattern, layout, data);
    let passes = match is_proven {
        true => table.verify(&mut BuildOptions::quiet(1)).is_ok(),
        false => spot::passes(&table, info.checksum),
    };
    if passes { Ok(table) } else { Err(FileError::Entries) }
}

/// The same for a table in the multi-tile metric.
pub fn open_multi(path: &Path, memory_limit: Option<u64>) -> Result<MultiTable, FileError> {
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    let (info, data) = read(&mut file, length, memory_limit, true, MultiTable::length)?;
    let is_proven = is_proven(&info);
    let table = MultiTable::from_bytes(info.pattern, data).ok_or(FileError::Header("too many tiles"))?;
    let passes = match is_proven {
        true => table.verify(&mut BuildOptions::quiet(1)).is_ok(),
        false => multi::passes(&table, info.checksum),
    };
    if passes { Ok(table) } else { Err(FileError::Entries) }
}

/// Reads the entries of a table, whose length must be that of its pattern, and sums them up.
fn read(
    file: &mut dyn Read,
    found: u64,
    memory_limit: Option<u64>,
    multi: bool,
    length: impl FnOnce(&Pattern) -> u64,
) -> Result<(Info, Bytes), FileError> {
    let info = header(file, found)?;
    if info.multi != multi {
        let metric = if info.multi { "multi" } else { "single" };
        return Err(FileError::OtherPattern(format!("{} in the {metric} metric", info.pattern)));
    }
    if let Some(limit) = memory_limit.filter(|&limit| info.data_bytes > limit) {
        return Err(FileError::Memory { needed: info.data_bytes, limit });
    }
    if length(&info.pattern) != info.data_bytes {
        return Err(FileError::Header("the length does not fit the pattern"));
    }
    let mut sum = Checksum::default();
    let data = Bytes::try_filled(info.data_bytes as usize, |data| {
        for block in data.chunks_mut(BLOCK) {
            file.read_exact(block)?;
            sum.add(block);
        }
        Ok::<(), io::Error>(())
    })?;
    if sum.end() == info.checksum { Ok((info, data)) } else { Err(FileError::Checksum) }
}

/// The checksum of some bytes: against accidents, not against malice.
pub fn checksum(bytes: &[u8]) -> u64 {
    Checksum::of(bytes)
}

/// Bytes that are read at a time, so that they are summed up while they are in a near cache; whole words for all lanes.
const BLOCK: usize = 1 << 18;

/// Independent lanes of a checksum.
const LANES: usize = 4;

/// A checksum at the speed of memory: four independent lanes of multiply and rotate over words of eight bytes.
/// Against accidents, not against malice.
pub(crate) struct Checksum {
    lanes: [u64; LANES],
    tail: Vec<u8>,
    length: u64,
}

impl Default for Checksum {
    fn default() -> Self {
        Self { lanes: [1, 2, 3, 4], tail: Vec::new(), length: 0 }
    }
}

impl Checksum {
    /// Bytes that it takes at once.
    pub(crate) const AT_ONCE: usize = 8 * LANES;

    fn of(bytes: &[u8]) -> u64 {
        let mut sum = Self::default();
        sum.add(bytes);
        sum.end()
    }

    /// Adds bytes; of all parts but the last in whole words for all lanes.
    pub(crate) fn add(&mut self, bytes: &[u8]) {
        let mut chunks = bytes.chunks_exact(Self::AT_ONCE);
        for chunk in &mut chunks {
            for (lane, word) in self.lanes.iter_mut().zip(chunk.chunks_exact(8)) {
                *lane = Self::mix(*lane, number(word));
            }
        }
        self.tail.extend(chunks.remainder());
        self.length += bytes.len() as u64;
    }

    pub(crate) fn end(self) -> u64 {
        let tail = self.tail.iter().fold(self.length, |h, &b| Self::mix(h, b.into()));
        self.lanes.into_iter().fold(tail, Self::mix)
    }

    fn mix(h: u64, word: u64) -> u64 {
        (h ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29)
    }
}

#[cfg(test)]
mod tests {
    use super::super::build::build;
    use super::*;

    fn table() -> Table {
        let pattern = Pattern::new(3, 3, 0, [1, 2, 4]).unwrap();
        build(&pattern, &mut BuildOptions::quiet(1)).unwrap()
    }

    fn scratch(name: &str) -> PathBuf {
        let dir = std::env::temp_dir().join(format!("slidewise-file-{}-{name}", std::process::id()));
        fs::create_dir_all(&dir).unwrap();
        dir
    }

    #[test]
    fn what_is_written_is_read() {
        let (dir, table) = (scratch("read"), table());
        let path = dir.join("t.pdb");
        write(&table, &path).unwrap();
        let again = open(&path, None).unwrap();
        assert_eq!(again.bytes(), table.bytes());
        assert_eq!(again.pattern(), table.pattern());
        assert_eq!(fs::read_dir(&dir).unwrap().count(), 1, "no temporary file is left");
        let bytes = to_bytes(&table);
        assert_eq!(bytes, fs::read(&path).unwrap(), "bytes are those of a file");
        assert_eq!(from_bytes(&bytes).unwrap().bytes(), table.bytes());
        assert!(matches!(from_bytes(&bytes[..bytes.len() - 1]), Err(FileError::Length { .. })));
        fs::remove_dir_all(dir).unwrap();
    }

    #[test]
    fn damaged_files_are_refused() {
        let (dir, table) = (scratch("damaged"), table());
        let path = dir.join("t.pdb");
        write(&table, &path).unwrap();
        let good = fs::read(&path).unwrap();
        let opened = |bytes: &[u8]| {
            fs::write(&path, bytes).unwrap();
            open(&path, None).map(|_| ()).unwrap_err().to_string()
        };
        assert!(opened(b"hello").contains("not a pattern table"));
        assert!(opened(b"").contains("not a pattern table"));
        assert!(opened(&good[..good.len() - 1]).contains("truncated"));
        assert!(opened(&good[..20]).contains("too short"));
        assert!(opened(&[&good[..], b"x"].concat()).contains("overlong"));
        for at in 8..HEADER {
            let mut bad = good.clone();
            bad[at] ^= 1;
            assert!(!opened(&bad).is_empty(), "header byte {at}");
        }
        for at in HEADER..good.len() {
            let mut bad = good.clone();
            bad[at] ^= 16;
            assert!(opened(&bad).contains("checksum"), "byte {at}");
        }
        fs::remove_dir_all(dir).unwrap();
    }

    /// A file whose checksums were made right for what is in it.
    fn forged(mut table_file: Vec<u8>) -> Vec<u8> {
        let sum = Checksum::of(&table_file[HEADER..]);
        table_file[SUMMED - 8..SUMMED].copy_from_slice(&sum.to_le_bytes());
        let own = Checksum::of(&table_file[..SUMMED]);
        table_file[SUMMED..SUMMED + 8].copy_from_slice(&own.to_le_bytes());
        table_file
    }

    #[test]
    fn forged_files_are_refused() {
        let (dir, table) = (scratch("forged"), table());
        let path = dir.join("t.pdb");
        write(&table, &path).unwrap();
        let good = fs::read(&path).unwrap();
        assert_eq!(forged(good.clone()), good);
        let opened = |change: &dyn Fn(&mut Vec<u8>)| {
            let mut bytes = good.clone();
            change(&mut bytes);
            fs::write(&path, forged(bytes)).unwrap();
            open(&path, None).map(|_| ()).unwrap_err().to_string()
        };
        let cells = SUMMED - 16 - MAX_TILES;
        for change in [
            (&|f: &mut Vec<u8>| f.swap(cells, cells + 1)) as &dyn Fn(&mut Vec<u8>),
            &|f| f[cells] = 9,
            &|f| f[cells] = f[cells + 1],
            &|f| f[cells] = 0,
            &|f| f[cells - 1] = 200,
            &|f| f[cells + 5] = 1,
        ] {
            assert!(opened(change).starts_with("damaged header"), "{}", opened(change));
        }
        let no_distances = "its entries are no distances; remove it and build it again";
        assert_eq!(opened(&|f| f[HEADER..].fill(0)), no_distances);
        assert_eq!(opened(&|f| f[HEADER..].fill(0xFF)), no_distances);
        assert_eq!(opened(&|f| f[HEADER..].reverse()), no_distances);
        assert_eq!(opened(&|f| f[cells + 2] = 5), no_distances, "another pattern of as many tiles");
        fs::remove_dir_all(dir).unwrap();
    }

    /// What is in use is what was checked.
    #[test]
    fn a_file_that_is_cut_off_or_overwritten_later_does_not_matter() {
        let pattern = Pattern::new(4, 4, 0, [1, 2, 4, 5, 6, 8, 9]).unwrap();
        let table = build(&pattern, &mut BuildOptions::quiet(2)).unwrap();
        let dir = scratch("cut");
        let path = dir.join("t.pdb");
        write(&table, &path).unwrap();
        let opened = open(&path, None).unwrap();
        File::options().write(true).open(&path).unwrap().set_len(100).unwrap();
        assert!(opened.bytes() == table.bytes());
        assert!(open(&path, None).is_err());
        fs::remove_dir_all(dir).unwrap();
    }

    #[test]
    fn tables_in_the_multi_metric_are_kept_as_well() {
        let dir = scratch("multi");
        let path = dir.join("t.pdb");
        let pattern = multi::nearest(4, 4, 15, 4).unwrap();
        let table = multi::build_multi(&pattern, &mut BuildOptions::quiet(2)).unwrap();
        write_multi(&table, &path).unwrap();
        let again = open_multi(&path, None).unwrap();
        assert!(again.bytes() == table.bytes() && again.pattern() == &pattern);
        assert!(open(&path, None).is_err_and(|error| error.to_string().contains("in the multi metric")));
        let good = fs::read(&path).unwrap();
        let opened = |change: &dyn Fn(&mut [u8])| {
            let mut bytes = good.clone();
            change(&mut bytes[HEADER..]);
            fs::write(&path, forged(bytes)).unwrap();
            open_multi(&path, None).map(|_| ()).unwrap_err().to_string()
        };
        let no_distances = "its entries are no distances; remove it and build it again";
        assert_eq!(opened(&|data| data.fill(0)), no_distances);
        assert_eq!(opened(&|data| data.fill(0x55)), no_distances);
        assert_eq!(opened(&|data| data.reverse()), no_distances);
        assert_eq!(opened(&|data| data.iter_mut().step_by(7).for_each(|byte| *byte ^= 0x18)), no_distances);
        fs::write(&path, &good[..good.len() - 3]).unwrap();
        assert!(matches!(open_multi(&path, None), Err(FileError::Length { .. })));
        fs::remove_dir_all(dir).unwrap();
    }

    /// Of a small table not one wrong entry gets by.
    #[test]
    fn a_small_table_in_the_multi_metric_is_proven() {
        let dir = scratch("proven");
        let path = dir.join("t.pdb");
        let table =
            multi::build_multi(&multi::nearest(3, 3, 8, 4).unwrap(), &mut BuildOptions::quiet(1)).unwrap();
        write_multi(&table, &path).unwrap();
        let good = fs::read(&path).unwrap();
        assert!((good.len() - HEADER) as u64 <= PROVEN && open_multi(&path, None).is_ok());
        let (mut changed, mut refused) = (0, 0);
        for at in (HEADER..good.len()).step_by(53) {
            let mut bad = good.clone();
            bad[at] ^= 1;
            fs::write(&path, forged(bad)).unwrap();
            changed += 1;
            refused += u32::from(open_multi(&path, None).is_err());
        }
        assert_eq!(refused, changed);
        fs::remove_dir_all(dir).unwrap();
    }

    #[test]
    fn memory_is_limited() {
        let (dir, table) = (scratch("limited"), table());
        let path = dir.join("t.pdb");
        write(&table, &path).unwrap();
        assert!(matches!(open(&path, Some(10)), Err(FileError::Memory { limit: 10, .. })));
        fs::remove_dir_all(dir).unwrap();
    }
}
