//! A scratch file for what memory cannot hold. Where the system allows it, it has no name as soon as it is open: so it
//! is gone when the process is, however that ends.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// What went wrong with scratch files, in words: a search ends by the memory limit then, and this is why.
#[derive(Clone, Debug, Default)]
pub struct Trouble(Arc<Mutex<Option<String>>>);

impl Trouble {
    /// The first that is noted stays.
    pub fn note(&self, what: impl std::fmt::Display) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_with(|| what.to_string());
    }

    /// What all processes have agreed on takes the place of what this one has noted.
    pub fn replace(&self, what: String) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(what);
    }

    /// What was noted, if anything was.
    pub fn told(&self) -> Option<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// An append-only file that threads share.
#[derive(Debug)]
pub(super) struct SpillFile {
    path: PathBuf,
    file: Mutex<File>,
    /// Whether it still has its name.
    is_named: bool,
    trouble: Trouble,
}

/// Tells the files of one process apart.
static SERIAL: AtomicU64 = AtomicU64::new(0);

impl SpillFile {
    /// A new, empty file in `dir`.
    pub(super) fn create(dir: &Path, trouble: &Trouble) -> io::Result<Self> {
        let serial = SERIAL.fetch_add(1, Ordering::Relaxed);
        let path = dir.join(format!("slidewise-{}-{serial}.layers", std::process::id()));
        let opened = OpenOptions::new().read(true).write(true).create_new(true).open(&path);
        let file = opened.map_err(|error| noted(trouble, &path, error))?;
        let is_named = cfg!(not(unix)) || fs::remove_file(&path).is_err();
        Ok(Self { path, file: Mutex::new(file), is_named, trouble: trouble.clone() })
    }

    /// Writes `bytes` at the end and returns where they start.
    pub(super) fn append(&self, bytes: &[u8]) -> io::Result<u64> {
        self.with(|file| {
            let start = file.seek(SeekFrom::End(0))?;
            file.write_all(bytes)?;
            Ok(start)
        })
    }

    /// Fills `into` from `start` on.
    pub(super) fn read(&self, start: u64, into: &mut [u8]) -> io::Result<()> {
        self.with(|file| {
            file.seek(SeekFrom::Start(start))?;
            file.read_exact(into)
        })
    }

    fn with<T>(&self, work: impl FnOnce(&mut File) -> io::Result<T>) -> io::Result<T> {
        let locked = self.file.lock().map_err(|_| io::Error::other("another thread failed in this file"));
        locked.and_then(|mut file| work(&mut file)).map_err(|error| noted(&self.trouble, &self.path, error))
    }
}

/// An error that is remembered, with the file that it is of.
fn noted(trouble: &Trouble, path: &Path, error: io::Error) -> io::Error {
    trouble.note(format!("scratch file {}: {error}", path.display()));
    error
}

impl Drop for SpillFile {
    fn drop(&mut self) {
        if self.is_named {
            // Nothing can be done about a scratch file that will not go away.
            let _ = fs::remove_file(&self.path);
        }
    }
}
