//! The directory where tables are kept between runs.

use std::env;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::build::{BuildError, BuildOptions, build};
use super::file::{self, FileError, Info};
use super::multi::{MultiTable, build_multi};
use super::pattern::Pattern;
use super::table::Table;

/// Ending of the names of table files.
const EXTENSION: &str = "pdb";

/// The variable that names the directory.
pub const VARIABLE: &str = "SLIDEWISE_CACHE";
/// What it says where tables are neither looked for nor kept.
pub const NOWHERE: &str = "-";

/// A directory of tables.
#[derive(Clone, Debug)]
pub struct Cache {
    dir: PathBuf,
}

/// Something that went wrong and that one can go on without.
#[derive(Debug)]
pub enum Warning {
    /// A file is not used.
    Unusable(PathBuf, FileError),
    /// A table could not be kept; it is used from memory.
    NotKept(PathBuf, io::Error),
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unusable(path, why) => write!(f, "{} is not used: {why}", path.display()),
            Self::NotKept(path, why) => {
                write!(f, "{} could not be written ({why}); the table is used from memory", path.display())
            }
        }
    }
}

impl Cache {
    /// The directory named by [`VARIABLE`], or the platform's place for caches. `None` if there is no such place, or if
    /// the variable is [`NOWHERE`].
    pub fn default_place() -> Option<Self> {
        let set = |name: &str| env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
        if set(VARIABLE).is_some_and(|dir| dir.as_os_str() == NOWHERE) {
            return None;
        }
        let home = || set("HOME");
        let platform = || {
            if cfg!(windows) {
                set("LOCALAPPDATA").map(|dir| dir.join("slidewise").join("cache"))
            } else if cfg!(target_os = "macos") {
                home().map(|dir| dir.join("Library/Caches/slidewise"))
            } else {
                let xdg = set("XDG_CACHE_HOME").filter(|dir| dir.is_absolute());
                xdg.or_else(|| home().map(|dir| dir.join(".cache"))).map(|dir| dir.join("slidewise"))
            }
        };
        set(VARIABLE).or_else(platform).map(Self::at)
    }

    /// The cache in a directory, which need not exist.
    pub fn at(dir: impl Into<PathBuf>) -> Self {
        Self { dir: dir.into() }
    }

    /// The directory.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// The file of a pattern's table, whether it exists or not.
    pub fn path(&self, pattern: &Pattern) -> PathBuf {
        self.named(pattern, "")
    }

    /// The file of a pattern's table in the multi-tile metric, whether it exists or not.
    pub fn multi_path(&self, pattern: &Pattern) -> PathBuf {
        self.named(pattern, "-multi")
    }

    fn named(&self, pattern: &Pattern, metric: &str) -> PathBuf {
        self.dir.join(format!("{}.{EXTENSION}", pattern.file_stem(metric)))
    }

    /// The table of a pattern, if it is kept and takes no more than so many bytes.
    pub fn find(&self, pattern: &Pattern, memory_limit: Option<u64>) -> Result<Option<Table>, FileError> {
        let path = self.path(pattern);
        let info = match file::info(&path) {
            Err(FileError::Io(why)) if why.kind() == io::ErrorKind::NotFound => return Ok(None),
            info => info?,
        };
        if info.pattern != *pattern {
            return Err(FileError::OtherPattern(info.pattern.to_string()));
        }
        let table = file::open(&path, memory_limit)?;
        // The file may be another one by now.
        if table.pattern() != pattern {
            return Err(FileError::OtherPattern(table.pattern().to_string()));
        }
        Ok(Some(table))
    }

    /// The table of a pattern in the multi-tile metric, if it is kept and takes no more than so many bytes.
    pub fn find_multi(
        &self,
        pattern: &Pattern,
        memory_limit: Option<u64>,
    ) -> Result<Option<MultiTable>, FileError> {
        match file::open_multi(&self.multi_path(pattern), memory_limit) {
            Err(FileError::Io(why)) if why.kind() == io::ErrorKind::NotFound => Ok(None),
            Ok(table) if table.pattern() != pattern => {
                Err(FileError::OtherPattern(table.pattern().to_string()))
            }
            found => found.map(Some),
        }
    }

    /// The table of a pattern in the multi-tile metric: from its file, or built and, if `keep`, kept. Trouble with
    /// files is told to `warn`, and the table is used from memory.
    pub fn get_multi(
        &self,
        pattern: &Pattern,
        keep: bool,
        options: &mut BuildOptions<'_>,
        warn: &mut dyn FnMut(Warning),
    ) -> Result<MultiTable, BuildError> {
        let path = self.multi_path(pattern);
        match self.find_multi(pattern, options.memory_limit) {
            Ok(Some(table)) => return Ok(table),
            Ok(None) => {}
            Err(why) => warn(Warning::Unusable(path.clone(), why)),
        }
        let table = build_multi(pattern, options)?;
        let kept = || fs::create_dir_all(&self.dir).and_then(|()| file::write_multi(&table, &path));
        if keep && let Err(why) = kept() {
            warn(Warning::NotKept(path, why));
        }
        Ok(table)
    }

    /// Keeps a table.
    pub fn keep(&self, table: &Table) -> io::Result<PathBuf> {
        fs::create_dir_all(&self.dir)?;
        let path = self.path(table.pattern());
        file::write(table, &path)?;
        Ok(path)
    }

    /// Whether tables can be kept there: the directory can be made, and a file in it.
    pub fn check_writable(&self) -> io::Result<()> {
        fs::create_dir_all(&self.dir)?;
        let probe = self.dir.join(format!(".probe-{}", std::process::id()));
        fs::write(&probe, b"probe")?;
        fs::remove_file(probe)
    }

    /// The table of a pattern: from its file, or built and kept. Trouble with files is told to `warn`, and the table
    /// is used from memory.
    pub fn get(
        &self,
        pattern: &Pattern,
        options: &mut BuildOptions<'_>,
        warn: &mut dyn FnMut(Warning),
    ) -> Result<Table, BuildError> {
        match self.find(pattern, options.memory_limit) {
            Ok(Some(table)) => return Ok(table),
            Ok(None) => {}
            Err(why) => warn(Warning::Unusable(self.path(pattern), why)),
        }
        let table = build(pattern, options)?;
        if let Err(why) = self.keep(&table) {
            warn(Warning::NotKept(self.path(pattern), why));
        }
        Ok(table)
    }

    /// All table files with what they say of themselves, by name.
    pub fn list(&self) -> io::Result<Vec<(PathBuf, Result<Info, FileError>)>> {
        let entries = match fs::read_dir(&self.dir) {
            Err(why) if why.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let mut paths = entries.map(|e| e.map(|e| e.path())).collect::<io::Result<Vec<_>>>()?;
        paths.retain(|p| p.extension().is_some_and(|e| e == EXTENSION));
        paths.sort();
        Ok(paths.into_iter().map(|path| (file::info(&path), path)).map(|(info, path)| (path, info)).collect())
    }

    /// Removes the file of a pattern's table; whether there was one.
    pub fn remove(&self, pattern: &Pattern) -> io::Result<bool> {
        match fs::remove_file(self.path(pattern)) {
            Err(why) if why.kind() == io::ErrorKind::NotFound => Ok(false),
            done => done.map(|()| true),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scratch(name: &str) -> Cache {
        Cache::at(env::temp_dir().join(format!("slidewise-cache-{}-{name}", std::process::id())))
    }

    #[test]
    fn a_table_is_built_once_and_then_found() {
        let cache = scratch("once");
        let pattern = Pattern::new(3, 3, 0, [1, 2, 4]).unwrap();
        assert!(cache.list().unwrap().is_empty());
        let mut warn = |w: Warning| panic!("{w}");
        let built = cache.get(&pattern, &mut BuildOptions::quiet(1), &mut warn).unwrap();
        let limit = Some(built.bytes().len() as u64);
        let mut no_time = BuildOptions { memory_limit: limit, ..BuildOptions::quiet(1) };
        let found = cache.get(&pattern, &mut no_time, &mut warn).unwrap();
        assert_eq!(found.bytes(), built.bytes());
        assert_eq!(cache.list().unwrap().len(), 1);
        assert!(cache.remove(&pattern).unwrap());
        assert!(!cache.remove(&pattern).unwrap());
        fs::remove_dir_all(cache.dir()).unwrap();
    }

    #[test]
    fn trouble_with_files_is_a_warning() {
        let cache = scratch("trouble");
        let pattern = Pattern::new(3, 3, 0, [1, 2, 4]).unwrap();
        // A directory stands where the file should: it can be neither read nor replaced.
        fs::create_dir_all(cache.path(&pattern).join("inside")).unwrap();
        let mut warnings = Vec::new();
        let mut warn = |w: Warning| warnings.push(w.to_string());
        let table = cache.get(&pattern, &mut BuildOptions::quiet(1), &mut warn).unwrap();
        assert_eq!(table.pattern(), &pattern);
        assert_eq!(warnings.len(), 2, "{warnings:?}");
        fs::remove_dir_all(cache.dir()).unwrap();
    }
}
