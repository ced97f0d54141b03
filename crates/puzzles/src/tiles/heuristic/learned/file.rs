//! The file of a learned table: a header, one byte for each class of pairs, and a checksum.
//!
//! | bytes | content |
//! |---|---|
//! | 8 | `SLIDELRN` |
//! | 2 | version, 1 |
//! | 1, 1 | rows, columns |
//! | 1 | which goals it serves: 0, any |
//! | 1 | kind of move: 0, single steps |
//! | 2 | what a correction of one move counts |
//! | 4 | number of classes |
//! | … | the corrections, signed |
//! | 8 | FNV-1a of all before |
//!
//! Numbers are little-endian.

use std::fmt;

use super::{Learned, MAX_CELLS};

const MAGIC: &[u8; 8] = b"SLIDELRN";
const VERSION: u16 = 1;
const HEADER: usize = 20;

/// Why bytes are not a learned table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileError {
    /// They do not begin like one.
    NotATable,
    /// Written by a newer program.
    Version(u16),
    /// For a size of board, a set of goals or a metric that this program does not know.
    Unsupported {
        /// Rows of the board.
        rows: u8,
        /// Columns of the board.
        cols: u8,
    },
    /// The length does not fit the header.
    Length {
        /// Bytes that the header asks for.
        expected: usize,
        /// Bytes found.
        found: usize,
    },
    /// The content was changed after it was written.
    Checksum,
    /// The number of classes is not that of the board.
    Classes {
        /// Classes of pairs on such a board.
        expected: usize,
        /// Those in the file.
        found: usize,
    },
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotATable => write!(f, "this is not a learned table"),
            Self::Version(version) => {
                write!(f, "the table has version {version}; this program reads version {VERSION}")
            }
            Self::Unsupported { rows, cols } => {
                write!(f, "the table is for {rows}×{cols} boards of a kind that this program does not know")
            }
            Self::Length { expected, found } => {
                write!(f, "the table should have {expected} bytes and has {found}: was it cut off?")
            }
            Self::Checksum => write!(f, "the table's checksum is wrong: its content was damaged"),
            Self::Classes { expected, found } => {
                write!(f, "the table should have {expected} corrections for its board and has {found}")
            }
        }
    }
}

impl std::error::Error for FileError {}

impl Learned {
    /// The table as a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let weights = self.weights();
        let mut bytes = Vec::with_capacity(HEADER + weights.len() + 8);
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        bytes.extend_from_slice(&[self.rows as u8, self.cols as u8, 0, 0]);
        bytes.extend_from_slice(&(self.unit as u16).to_le_bytes());
        bytes.extend_from_slice(&(weights.len() as u32).to_le_bytes());
        bytes.extend(weights.iter().map(|&weight| weight as u8));
        let sum = checksum(&bytes);
        bytes.extend_from_slice(&sum.to_le_bytes());
        bytes
    }

    /// The table in a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, FileError> {
        if bytes.len() < HEADER + 8 || !bytes.starts_with(MAGIC) {
            return Err(FileError::NotATable);
        }
        let version = u16::from_le_bytes([bytes[8], bytes[9]]);
        if version != VERSION {
            return Err(FileError::Version(version));
        }
        let [rows, cols, goals, metric] = [bytes[10], bytes[11], bytes[12], bytes[13]];
        let unit = u16::from_le_bytes([bytes[14], bytes[15]]);
        let count = u32::from_le_bytes([bytes[16], bytes[17], bytes[18], bytes[19]]) as usize;
        let cells = usize::from(rows) * usize::from(cols);
        if goals != 0 || metric != 0 || unit == 0 || rows < 2 || cols < 2 || cells > MAX_CELLS {
            return Err(FileError::Unsupported { rows, cols });
        }
        let expected = HEADER + count + 8;
        if bytes.len() != expected {
            return Err(FileError::Length { expected, found: bytes.len() });
        }
        let (content, sum) = bytes.split_at(bytes.len() - 8);
        if checksum(content).to_le_bytes() != sum {
            return Err(FileError::Checksum);
        }
        let weights: Vec<i8> = content[HEADER..].iter().map(|&byte| byte as i8).collect();
        Self::from_weights(rows.into(), cols.into(), unit.into(), &weights)
            .map_err(|expected| FileError::Classes { expected, found: count })
    }
}

/// FNV-1a, 64 bits (Fowler, Noll and Vo): against damage, not against intent.
pub(super) fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
