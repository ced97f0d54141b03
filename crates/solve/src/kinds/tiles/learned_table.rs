//! Learned tables of the user's: files by name, and those in the directory for data, which are used by themselves.

use std::fs;
use std::path::Path;

use slidewise_puzzles::tiles::heuristic::Learned;
use slidewise_puzzles::tiles::heuristic::learned::MAX_CELLS;

use crate::data;

/// A larger file is no table: those for the largest boards have a few million numbers.
const MAX_BYTES: u64 = 64 << 20;

/// Reads a table, or says what is wrong with it.
pub(super) fn read(file: &Path) -> Result<Learned, String> {
    let size = fs::metadata(file).map_err(|error| error.to_string())?.len();
    if size > MAX_BYTES {
        return Err(format!("{size} bytes are too many for a learned table"));
    }
    let bytes = fs::read(file).map_err(|error| error.to_string())?;
    Learned::from_bytes(&bytes).map_err(|error| error.to_string())
}

/// The table for boards of a size in the directory for data: none, the table, or why it cannot be used.
pub(super) fn kept((rows, cols): (usize, usize)) -> Option<Result<Learned, String>> {
    let file = data::learned_table(rows, cols).filter(|file| file.exists())?;
    let table = read(&file).and_then(|table| match table.size() == (rows, cols) {
        true => Ok(table),
        false => Err(format!("this table is for {}×{} boards", table.size().0, table.size().1)),
    });
    Some(table.map_err(|reason| format!("{} is not used: {reason}", file.display())))
}

/// The sizes for which there are tables in the directory for data.
pub(super) fn kept_sizes() -> Vec<(usize, usize)> {
    let directory = data::learned_table(1, 1).and_then(|file| Some(file.parent()?.to_path_buf()));
    let entries = directory.and_then(|dir| fs::read_dir(dir).ok()).into_iter().flatten().flatten();
    let size = |entry: fs::DirEntry| {
        let name = entry.file_name().into_string().ok()?;
        let (rows, cols) = name.strip_suffix(".lrn")?.split_once('x')?;
        let (rows, cols): (usize, usize) = (rows.parse().ok()?, cols.parse().ok()?);
        (rows.checked_mul(cols)? <= MAX_CELLS).then_some((rows, cols))
    };
    entries.filter_map(size).collect()
}
