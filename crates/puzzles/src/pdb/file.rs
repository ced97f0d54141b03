//! Tables as files.
//!
//! A page of header (magic, version, board, goal cell of the blank, order of entries, tiles, length,
//! checksums), then the entries as they are in memory, so that a file is mapped and not read. It is written
//! under a temporary name and renamed when it is complete: a killed build leaves no table, and of two
//! builders one wins with the same bytes.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use super::layout::Layout;
use super::memory::Bytes;
use super::pattern::{MAX_TILES, Pattern};
use super::table::Table;

const MAGIC: [u8; 8] = *b"\x89SLWPDB\n";
/// Changes whenever entries would be read wrongly by an older program.
pub const VERSION: u32 = 4;
/// Entries begin with a page.
const HEADER: usize = 4096;
/// Entries by permutation, then by set of cells and region of the blank; cells along a snake.
const ORDER: u8 = 3;

/// How much of a file is looked at before it is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Check {
    /// The header and the length. Quick for any size.
    Header,
    /// Every byte against the checksum.
    All,
}

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
    /// Bytes of entries.
    pub data_bytes: u64,
    /// The checksum of the entries.
    pub checksum: u64,
}

impl Info {
    fn of(table: &Table) -> Self {
        Self {
            pattern: table.pattern().clone(),
            data_bytes: table.bytes().len() as u64,
            checksum: checksum(table.bytes()),
        }
    }

    fn encode(&self) -> Vec<u8> {
        let mut header = Vec::with_capacity(HEADER);
        header.extend(MAGIC);
        header.extend(VERSION.to_le_bytes());
        let p = &self.pattern;
        header.extend([p.rows() as u8, p.cols() as u8, p.blank_home() as u8]);
        header.extend([ORDER, p.tiles() as u8]);
        let mut cells = [0; MAX_TILES];
        cells[..p.tiles()].copy_from_slice(p.cells());
        header.extend(cells);
        header.extend(self.data_bytes.to_le_bytes());
        header.extend(self.checksum.to_le_bytes());
        let own = checksum(&header);
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
        if checksum(&header[..MAGIC.len() + 4 + 3 + 2 + MAX_TILES + 16]) != own {
            return Err(FileError::Header("its checksum does not match"));
        }
        if kind[0] != ORDER {
            return Err(FileError::Header("unknown order of entries"));
        }
        let tiles = cells.get(..kind[1].into()).ok_or(FileError::Header("too many tiles"))?;
        let cells = tiles.iter().map(|&c| usize::from(c));
        let pattern = Pattern::new(board[0].into(), board[1].into(), board[2].into(), cells)
            .map_err(|_| FileError::Header("impossible pattern"))?;
        Ok(Self { pattern, data_bytes, checksum: sum })
    }
}

fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |n, &b| n << 8 | u64::from(b))
}

/// Where systems can keep a file in huge pages, they do so for what one call writes to a whole one.
const HUGE_PAGE: usize = 2 << 20;

/// Writes a table; the file appears complete or not at all.
pub fn write(table: &Table, path: &Path) -> io::Result<()> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}-{}.tmp", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed)));
    let temporary = Temporary(path.with_file_name(name));
    let mut file = File::create_new(&temporary.0)?;
    let mut first = Info::of(table).encode();
    let (beside, rest) = table.bytes().split_at(table.bytes().len().min(HUGE_PAGE - HEADER));
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

/// What a file says of itself, without its entries.
pub fn info(path: &Path) -> Result<Info, FileError> {
    use io::Read;
    let mut header = Vec::with_capacity(HEADER);
    let file = File::open(path)?;
    let found = file.metadata()?.len();
    file.take(HEADER as u64).read_to_end(&mut header)?;
    let info = Info::decode(&header)?;
    let expected = info.data_bytes.saturating_add(HEADER as u64);
    if found != expected {
        return Err(FileError::Length { expected, found });
    }
    Ok(info)
}

/// Opens a table by mapping its file, which must not be changed in place as long as the table is used:
/// [`write()`] replaces files as a whole, and so should anyone else.
pub fn open(path: &Path, check: Check) -> Result<Table, FileError> {
    let info = info(path)?;
    let layout = Layout::of(&info.pattern);
    if layout.bytes() != info.data_bytes {
        return Err(FileError::Header("the length does not fit the pattern"));
    }
    let data = Bytes::map(&File::open(path)?, HEADER)?;
    // The file may have been replaced since it was looked at.
    if data.len() as u64 != info.data_bytes {
        let found = (data.len() + HEADER) as u64;
        return Err(FileError::Length { expected: info.data_bytes + HEADER as u64, found });
    }
    if check == Check::All && checksum(&data) != info.checksum {
        return Err(FileError::Checksum);
    }
    Ok(Table::new(info.pattern, layout, data))
}

/// A checksum at the speed of memory: four independent lanes of multiply and rotate over words of eight bytes.
/// Against accidents, not against malice.
fn checksum(bytes: &[u8]) -> u64 {
    const LANES: usize = 4;
    let mix = |h: u64, word: u64| (h ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
    let mut lanes = [1u64, 2, 3, 4];
    let mut chunks = bytes.chunks_exact(8 * LANES);
    for chunk in &mut chunks {
        for (lane, word) in lanes.iter_mut().zip(chunk.chunks_exact(8)) {
            *lane = mix(*lane, number(word));
        }
    }
    let tail = chunks.remainder().iter().fold(bytes.len() as u64, |h, &b| mix(h, b.into()));
    lanes.into_iter().fold(tail, mix)
}

#[cfg(test)]
mod tests {
    use super::super::build::{BuildOptions, build};
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
        let again = open(&path, Check::All).unwrap();
        assert_eq!(again.bytes(), table.bytes());
        assert_eq!(again.pattern(), table.pattern());
        assert_eq!(fs::read_dir(&dir).unwrap().count(), 1, "no temporary file is left");
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
            open(&path, Check::All).map(|_| ()).unwrap_err().to_string()
        };
        assert!(opened(b"hello").contains("not a pattern table"));
        assert!(opened(b"").contains("not a pattern table"));
        assert!(opened(&good[..good.len() - 1]).contains("truncated"));
        assert!(opened(&good[..20]).contains("too short"));
        assert!(opened(&[&good[..], b"x"].concat()).contains("overlong"));
        for at in 8..MAGIC.len() + 4 + 3 + 2 + MAX_TILES + 24 {
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
}
