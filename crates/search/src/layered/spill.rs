//! A scratch file for what memory cannot hold. It is removed when the last list in it is dropped.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// An append-only file that threads share.
#[derive(Debug)]
pub(super) struct SpillFile {
    path: PathBuf,
    file: Mutex<File>,
}

/// Tells the files of one process apart.
static SERIAL: AtomicU64 = AtomicU64::new(0);

impl SpillFile {
    /// A new, empty file in `dir`.
    pub(super) fn create(dir: &Path) -> io::Result<Self> {
        let serial = SERIAL.fetch_add(1, Ordering::Relaxed);
        let path = dir.join(format!("slidewise-{}-{serial}.layers", std::process::id()));
        let file = OpenOptions::new().read(true).write(true).create_new(true).open(&path)?;
        Ok(Self { path, file: Mutex::new(file) })
    }

    /// Writes `bytes` at the end and returns where they start.
    pub(super) fn append(&self, bytes: &[u8]) -> io::Result<u64> {
        let mut file =
            self.file.lock().map_err(|_| io::Error::other("another thread failed in this file"))?;
        let start = file.seek(SeekFrom::End(0))?;
        file.write_all(bytes)?;
        Ok(start)
    }

    /// Fills `into` from `start` on.
    pub(super) fn read(&self, start: u64, into: &mut [u8]) -> io::Result<()> {
        let mut file =
            self.file.lock().map_err(|_| io::Error::other("another thread failed in this file"))?;
        file.seek(SeekFrom::Start(start))?;
        file.read_exact(into)
    }
}

impl Drop for SpillFile {
    fn drop(&mut self) {
        // Nothing can be done about a scratch file that will not go away.
        let _ = std::fs::remove_file(&self.path);
    }
}
