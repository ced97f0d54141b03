//! The directory of an experiment: `results.csv` and `results.json` grow by every run, so that nothing that
//! was measured is lost; the summary and the pictures are made of them. `experiment.toml` says exactly what
//! was run, repeats it with `slidewise bench`, and tells whether a directory belongs to an experiment that is
//! to go on. `shard` says which part of it the directory has, where it has only a part.

use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::{csv, latex, markdown, pictures};
use crate::experiment::{Experiment, Row, Shard, suite};
use crate::summary::{cells, groups};

use slidewise_solve::record::VERSION;

/// Where the results of an experiment are kept.
pub struct Folder {
    path: PathBuf,
    csv: File,
    json: File,
}

/// Why results cannot be kept in a directory.
#[derive(Debug)]
pub enum FolderError {
    /// It has results already, and they are not to be resumed.
    HasResults(PathBuf),
    /// Its results are of another experiment.
    OtherExperiment {
        /// The file that describes the experiment.
        file: PathBuf,
        /// The first line of it that differs.
        there: String,
        /// What it is here.
        here: String,
    },
    /// Its results are of another part of the experiment.
    OtherShard {
        /// The file that names the part.
        file: PathBuf,
        /// The part whose results are there.
        there: Option<Shard>,
        /// The part that is to be run.
        here: Option<Shard>,
    },
    /// Its results were made by another version of the program, or from another commit.
    OtherProgram {
        /// The file of results.
        file: PathBuf,
        /// What made them.
        there: String,
        /// What is to go on.
        here: String,
    },
    /// A file of results cannot be understood.
    Unreadable {
        /// The file.
        file: PathBuf,
        /// What is wrong, with its line.
        reason: String,
    },
    /// The system refuses.
    Io {
        /// The file or directory.
        file: PathBuf,
        /// Why.
        error: io::Error,
    },
}

impl fmt::Display for FolderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::HasResults(path) => {
                write!(f, "{} has results already: resume them, or name another directory", path.display())
            }
            Self::OtherExperiment { file, there, here } => {
                let file = file.display();
                write!(f, "{file} is of another experiment: there it says `{there}`, here `{here}`; ")?;
                write!(f, "name another directory")
            }
            Self::OtherShard { file, there, here } => {
                let named = |shard: &Option<Shard>| {
                    shard.map_or("the whole experiment".to_string(), |shard| format!("shard {shard}"))
                };
                let directory = file.parent().unwrap_or(file).display();
                let (there, here) = (named(there), named(here));
                write!(f, "{directory} has results of {there}, not of {here}; name another directory")
            }
            Self::OtherProgram { file, there, here } => {
                write!(f, "{} has results of {there}, and this is {here}: ", file.display())?;
                write!(f, "go on with that one, or name another directory")
            }
            Self::Unreadable { file, reason } => write!(f, "{}: {reason}", file.display()),
            Self::Io { file, error } => write!(f, "{}: {error}", file.display()),
        }
    }
}

impl std::error::Error for FolderError {}

fn failed(file: &Path, error: io::Error) -> FolderError {
    FolderError::Io { file: file.to_path_buf(), error }
}

/// An error with the file that it is about.
fn named(file: &Path, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", file.display()))
}

const RESULTS: &str = "results.csv";
const OBJECTS: &str = "results.json";
const EXPERIMENT: &str = "experiment.toml";
const SHARD: &str = "shard";
/// What stands for a commit that nobody told.
const UNKNOWN: &str = "unknown";

impl Folder {
    /// Makes the directory ready before the first run, and gives the rows that are there already. Without
    /// `resume` there must be none; with it, they must be of the same experiment and the same program. What is there
    /// is replaced as a whole or not at all, whenever the process ends.
    pub fn open(path: &Path, experiment: &Experiment, resume: bool) -> Result<(Self, Vec<Row>), FolderError> {
        fs::create_dir_all(path).map_err(|error| failed(path, error))?;
        let [results, objects, description] = [RESULTS, OBJECTS, EXPERIMENT].map(|name| path.join(name));
        let kept = match (has_rows(&results)?, resume) {
            (true, false) => return Err(FolderError::HasResults(path.to_path_buf())),
            (true, true) => {
                same_experiment(&description, experiment)?;
                same_shard(path, experiment.shard)?;
                rows_of(path)?
            }
            (false, _) => {
                no_objects(&objects)?;
                // Somebody's own experiment, which happens to have this name.
                if description.exists() {
                    same_experiment(&description, experiment)?;
                }
                Vec::new()
            }
        };
        same_program(&results, &kept, experiment)?;
        replace(&description, &suite::write(experiment))?;
        if let Some(shard) = experiment.shard {
            replace(&path.join(SHARD), &format!("{shard}\n"))?;
        }
        replace(&results, &(csv::header() + &kept.iter().map(csv::line).collect::<String>()))?;
        replace(&objects, &array(&kept))?;
        let append = |file: &Path| OpenOptions::new().append(true).open(file).map_err(|e| failed(file, e));
        let update = |file: &Path| OpenOptions::new().write(true).open(file).map_err(|e| failed(file, e));
        let folder = Self { path: path.to_path_buf(), csv: append(&results)?, json: update(&objects)? };
        Ok((folder, kept))
    }

    /// The directory of an experiment whose runs were all made elsewhere. There must be no results in it.
    pub fn of_rows(path: &Path, experiment: &Experiment, rows: &[Row]) -> Result<Self, FolderError> {
        let (mut folder, _) = Self::open(path, experiment, false)?;
        let text: String = rows.iter().map(csv::line).collect();
        folder.csv.write_all(text.as_bytes()).map_err(|error| failed(&path.join(RESULTS), error))?;
        let objects = path.join(OBJECTS);
        fs::write(&objects, array(rows)).map_err(|error| failed(&objects, error))?;
        Ok(folder)
    }

    /// Adds a run. Both files are complete again when this returns.
    pub fn add(&mut self, row: &Row) -> io::Result<()> {
        self.csv
            .write_all(csv::line(row).as_bytes())
            .map_err(|error| named(&self.path.join(RESULTS), error))?;
        self.add_object(row).map_err(|error| named(&self.path.join(OBJECTS), error))
    }

    fn add_object(&mut self, row: &Row) -> io::Result<()> {
        let end = self.json.seek(SeekFrom::End(-(CLOSE.len() as i64)))?;
        let comma = if end > OPEN.len() as u64 { ",\n" } else { "" };
        self.json.write_all(format!("{comma}{}{CLOSE}", object(row)).as_bytes())
    }

    /// Writes the summary and the pictures of these rows. `pair` names the two combinations that are set against each
    /// other, if not the first two.
    pub fn summarise(
        &self,
        experiment: &Experiment,
        rows: &[Row],
        pair: Option<(&str, &str)>,
    ) -> io::Result<()> {
        let groups = groups(&cells(rows));
        for (name, picture) in pictures::all(&experiment.name, rows, pair) {
            self.write(&name, &picture)?;
        }
        self.write("summary.csv", &csv::summary(&groups))?;
        self.write("summary.tex", &latex::tables(experiment, rows))?;
        self.write("summary.md", &markdown::page(experiment, rows, pair))
    }

    fn write(&self, name: &str, text: &str) -> io::Result<()> {
        let path = self.path.join(name);
        fs::write(&path, text).map_err(|error| named(&path, error))
    }

    /// The directory.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// Whether a directory has results of an experiment.
pub fn has_results(path: &Path) -> bool {
    path.join(RESULTS).is_file() && path.join(EXPERIMENT).is_file()
}

/// Makes a directory with the description of an experiment and no results, for runs that are made elsewhere.
pub fn describe(path: &Path, experiment: &Experiment) -> Result<(), FolderError> {
    fs::create_dir_all(path).map_err(|error| failed(path, error))?;
    let description = description(path);
    match (has_results(path), description.exists()) {
        (true, _) => Err(FolderError::HasResults(path.to_path_buf())),
        (_, true) => same_experiment(&description, experiment),
        _ => fs::write(&description, suite::write(experiment)).map_err(|error| failed(&description, error)),
    }
}

/// The file that describes the experiment of a directory.
pub fn description(path: &Path) -> PathBuf {
    path.join(EXPERIMENT)
}

/// The part of the experiment that a directory has; all of it if that is not said.
pub fn shard_of(path: &Path) -> Result<Option<Shard>, FolderError> {
    let file = path.join(SHARD);
    match fs::read_to_string(&file) {
        Ok(text) => text.parse().map(Some).map_err(|reason| FolderError::Unreadable { file, reason }),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(failed(&file, error)),
    }
}

/// The rows of a directory, without a last line that a crash left unfinished.
pub fn rows_of(path: &Path) -> Result<Vec<Row>, FolderError> {
    let file = path.join(RESULTS);
    let text = fs::read_to_string(&file).map_err(|error| failed(&file, error))?;
    csv::read(whole_lines(&text)).map_err(|reason| FolderError::Unreadable { file, reason })
}

const OPEN: &str = "[\n";
const CLOSE: &str = "\n]\n";

/// The rows as a JSON array, one object a line, that ends in [`CLOSE`].
fn array(rows: &[Row]) -> String {
    let objects: Vec<String> = rows.iter().map(object).collect();
    format!("{OPEN}{}{CLOSE}", objects.join(",\n"))
}

fn object(row: &Row) -> String {
    serde_json::to_string(row).expect("a row has only texts and finite numbers")
}

/// Results of another experiment must not be mixed with these.
fn same_experiment(description: &Path, experiment: &Experiment) -> Result<(), FolderError> {
    let before = fs::read_to_string(description).map_err(|error| failed(description, error))?;
    match first_difference(&before, &suite::write(experiment)) {
        Some((there, here)) => {
            Err(FolderError::OtherExperiment { file: description.to_path_buf(), there, here })
        }
        None => Ok(()),
    }
}

/// The first lines in which two descriptions differ.
pub(super) fn first_difference(one: &str, other: &str) -> Option<(String, String)> {
    if one == other {
        return None;
    }
    let (a, b) = one.lines().zip(other.lines()).find(|(a, b)| a != b).unwrap_or(("fewer lines", "more"));
    Some((a.to_string(), b.to_string()))
}

/// Results of another part must not be mixed with these.
fn same_shard(path: &Path, here: Option<Shard>) -> Result<(), FolderError> {
    let there = shard_of(path)?;
    match there == here {
        true => Ok(()),
        false => Err(FolderError::OtherShard { file: path.join(SHARD), there, here }),
    }
}

/// Puts a text in place of a file: beside it first, so that there is always the old one or the new one.
fn replace(file: &Path, text: &str) -> Result<(), FolderError> {
    if fs::read(file).is_ok_and(|there| there == text.as_bytes()) {
        return Ok(());
    }
    let mut beside = file.as_os_str().to_owned();
    beside.push(".new");
    let beside = PathBuf::from(beside);
    let written = fs::write(&beside, text).and_then(|()| fs::rename(&beside, file));
    written.map_err(|error| {
        // What is half written is of no use; that it cannot be removed changes nothing.
        let _ = fs::remove_file(&beside);
        failed(file, error)
    })
}

/// Rows of different programs must not stand in one table. Where the commit is not told, the version decides.
fn same_program(file: &Path, kept: &[Row], experiment: &Experiment) -> Result<(), FolderError> {
    let here = experiment.origin.commit.as_deref().filter(|&commit| commit != UNKNOWN);
    let differs = |row: &&Row| {
        let there = row.commit.as_deref().filter(|&commit| commit != UNKNOWN);
        row.version != VERSION || there.zip(here).is_some_and(|(there, here)| there != here)
    };
    let Some(other) = kept.iter().find(differs) else { return Ok(()) };
    let named = |version: &str, commit: Option<&str>| {
        format!("slidewise {version} (commit {})", commit.unwrap_or(UNKNOWN))
    };
    Err(FolderError::OtherProgram {
        file: file.to_path_buf(),
        there: named(&other.version, other.commit.as_deref()),
        here: named(VERSION, here),
    })
}

/// Whether a file has a whole line behind the names of the columns: on a disk that was full there may be none. A file
/// that never had these columns is somebody else's.
fn has_rows(file: &Path) -> Result<bool, FolderError> {
    match fs::read_to_string(file) {
        Ok(text) if text.matches('\n').count() > 1 => Ok(true),
        Ok(text)
            if csv::header().starts_with(&text)
                || csv::read(whole_lines(&text)).is_ok_and(|rows| rows.is_empty()) =>
        {
            Ok(false)
        }
        Ok(_) => Err(FolderError::Unreadable {
            file: file.to_path_buf(),
            reason: "this is no results.csv of slidewise; name another directory".to_string(),
        }),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(failed(file, error)),
    }
}

/// Objects without the rows that belong to them are not overwritten.
fn no_objects(file: &Path) -> Result<(), FolderError> {
    let empty = (OPEN.len() + CLOSE.len()) as u64;
    match fs::metadata(file) {
        Ok(data) if data.len() > empty => Err(FolderError::Unreadable {
            file: file.to_path_buf(),
            reason: format!("it has results that are not in {RESULTS}; name another directory"),
        }),
        _ => Ok(()),
    }
}

/// Without a last line that a crash left unfinished.
fn whole_lines(text: &str) -> &str {
    text.rfind('\n').map_or("", |end| &text[..=end])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A directory that is gone when the test is over.
    struct Temporary(PathBuf);

    impl Temporary {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("slidewise-lab-{}-{name}", std::process::id()));
            let _ = fs::remove_dir_all(&path);
            Self(path)
        }
    }

    impl Drop for Temporary {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn row(run: u32) -> Row {
        Row { instance: "a".into(), spec: "bfs".into(), run, version: VERSION.into(), ..Row::default() }
    }

    #[test]
    fn every_run_is_on_disk_at_once_and_read_back() {
        let place = Temporary::new("rows");
        let experiment = Experiment::named("one");
        let (mut folder, kept) = Folder::open(&place.0, &experiment, false).unwrap();
        assert!(kept.is_empty());
        for run in 1..=3 {
            folder.add(&row(run)).unwrap();
            let text = fs::read_to_string(place.0.join(RESULTS)).unwrap();
            assert_eq!(csv::read(&text).unwrap().len(), run as usize);
            let objects = fs::read_to_string(place.0.join(OBJECTS)).unwrap();
            let objects: Vec<Row> = serde_json::from_str(&objects).unwrap();
            assert_eq!(objects.last(), Some(&row(run)));
        }
        drop(folder);
        let refused = Folder::open(&place.0, &experiment, false).err();
        assert!(matches!(refused, Some(FolderError::HasResults(_))));
        // A crash in the middle of a line.
        let mut file = OpenOptions::new().append(true).open(place.0.join(RESULTS)).unwrap();
        file.write_all(b"one,a,til").unwrap();
        let (mut folder, kept) = Folder::open(&place.0, &experiment, true).unwrap();
        assert_eq!(kept, [row(1), row(2), row(3)]);
        folder.add(&row(4)).unwrap();
        let objects = fs::read_to_string(place.0.join(OBJECTS)).unwrap();
        assert_eq!(serde_json::from_str::<Vec<Row>>(&objects).unwrap().len(), 4);
    }

    /// A disk that was full when the first lines were written leaves nothing that is in the way.
    #[test]
    fn a_file_without_a_row_has_no_results() {
        let place = Temporary::new("torn");
        let experiment = Experiment::named("one");
        let header = csv::header();
        let in_a_row = format!("{header}one,a,til");
        for (resume, torn) in [
            (false, &header[..20]),
            (true, &header[..20]),
            (false, &header),
            (false, &in_a_row),
            (true, &in_a_row),
        ] {
            Folder::open(&place.0, &experiment, resume).unwrap();
            fs::write(place.0.join(RESULTS), torn).unwrap();
            let (mut folder, kept) = Folder::open(&place.0, &experiment, resume).unwrap();
            assert!(kept.is_empty());
            folder.add(&row(1)).unwrap();
            assert_eq!(rows_of(&place.0).unwrap(), [row(1)]);
            fs::remove_dir_all(&place.0).unwrap();
        }
    }

    #[test]
    fn another_experiment_is_not_resumed() {
        let place = Temporary::new("other");
        let experiment = Experiment::named("one");
        Folder::open(&place.0, &experiment, false).unwrap().0.add(&row(1)).unwrap();
        let other = Experiment { seed: 7, ..Experiment::named("one") };
        let error = Folder::open(&place.0, &other, true).err().unwrap().to_string();
        assert!(error.contains("`seed = 0`, here `seed = 7`"), "{error}");
    }

    /// What cannot be gone on with is refused, and stays as it is.
    #[test]
    fn what_cannot_be_resumed_is_kept() {
        let place = Temporary::new("kept");
        let experiment = Experiment::named("one");
        let results = place.0.join(RESULTS);
        Folder::open(&place.0, &experiment, false).unwrap().0.add(&row(1)).unwrap();
        let good = fs::read_to_string(&results).unwrap();
        let refused = |text: &str, resume: bool| {
            fs::write(&results, text).unwrap();
            let error = Folder::open(&place.0, &experiment, resume).err().unwrap().to_string();
            assert_eq!(fs::read_to_string(&results).unwrap(), text, "{error}");
            error
        };
        let older = Row { version: "0.0.9".into(), commit: Some("abc".into()), ..row(2) };
        let error = refused(&(good.clone() + &csv::line(&older)), true);
        assert!(error.contains("slidewise 0.0.9 (commit abc)") && error.contains(VERSION), "{error}");
        let error = refused(&good.replace(",1,", ",one,"), true);
        assert!(error.contains("results.csv"), "{error}");
        assert!(refused("day;sold\n", true).contains("no results.csv of slidewise"));
        assert!(refused("my notes", false).contains("no results.csv of slidewise"));
        // The objects alone are left.
        fs::remove_file(&results).unwrap();
        assert!(Folder::open(&place.0, &experiment, true).is_err());
        let objects = fs::read_to_string(place.0.join(OBJECTS)).unwrap();
        assert_eq!(serde_json::from_str::<Vec<Row>>(&objects).unwrap(), [row(1)]);
    }

    /// The commits are compared where both are known.
    #[test]
    fn results_of_another_commit_are_not_resumed() {
        let place = Temporary::new("commit");
        let of = |commit: &str| {
            let mut experiment = Experiment::named("one");
            experiment.origin.commit = Some(commit.to_string());
            experiment
        };
        let made = Row { commit: Some("abc".into()), ..row(1) };
        Folder::open(&place.0, &of("abc"), false).unwrap().0.add(&made).unwrap();
        assert_eq!(Folder::open(&place.0, &of("abc"), true).unwrap().1, [made]);
        let error = Folder::open(&place.0, &of("def"), true).err().unwrap().to_string();
        assert!(error.contains("commit abc") && error.contains("commit def"), "{error}");
        assert!(Folder::open(&place.0, &of(UNKNOWN), true).is_ok());
    }

    /// An experiment that somebody wrote is not replaced by what it comes to.
    #[test]
    fn an_experiment_of_ones_own_is_not_overwritten() {
        let place = Temporary::new("own");
        fs::create_dir_all(&place.0).unwrap();
        let own = "# mine\nname = \"other\"\n";
        fs::write(place.0.join(EXPERIMENT), own).unwrap();
        let refused = Folder::open(&place.0, &Experiment::named("one"), false).err();
        assert!(matches!(refused, Some(FolderError::OtherExperiment { .. })));
        assert_eq!(fs::read_to_string(place.0.join(EXPERIMENT)).unwrap(), own);
    }

    #[test]
    fn a_file_that_cannot_be_written_is_named() {
        let place = Temporary::new("named");
        let experiment = Experiment::named("one");
        let (folder, _) = Folder::open(&place.0, &experiment, false).unwrap();
        fs::create_dir(place.0.join("summary.md")).unwrap();
        let error = folder.summarise(&experiment, &[row(1)], None).unwrap_err().to_string();
        assert!(error.contains("summary.md: "), "{error}");
    }

    #[test]
    fn another_part_of_the_experiment_is_not_resumed() {
        let place = Temporary::new("shard");
        let part = |text: &str| Experiment { shard: Some(text.parse().unwrap()), ..Experiment::named("one") };
        Folder::open(&place.0, &part("2/3"), false).unwrap().0.add(&row(1)).unwrap();
        assert_eq!(Folder::open(&place.0, &part("2/3"), true).unwrap().1, [row(1)]);
        let told =
            |experiment: &Experiment| Folder::open(&place.0, experiment, true).err().unwrap().to_string();
        assert!(told(&part("1/3")).contains("has results of shard 2/3, not of shard 1/3"));
        assert!(told(&Experiment::named("one")).contains("not of the whole experiment"));
    }

    #[test]
    fn a_directory_that_cannot_be_made_is_told() {
        let place = Temporary::new("file");
        fs::write(&place.0, "a file").unwrap();
        let error = Folder::open(&place.0, &Experiment::named("one"), false).err().unwrap().to_string();
        assert!(error.contains("slidewise-lab-"), "{error}");
        fs::remove_file(&place.0).unwrap();
    }
}
