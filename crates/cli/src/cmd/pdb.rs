//! `slidewise pdb`: builds, lists, proves and removes tables of pattern databases.

use std::collections::BTreeSet;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::{Args, Subcommand};
use slidewise_solve::machine;
use slidewise_solve::puzzles::pdb::{
    BuildError, BuildOptions, Cache, FileError, Flaw, MultiTable, Partition, Pattern, Progress, RECIPES,
    Recipe, Table, Warning, file, most_tiles,
};
use slidewise_solve::puzzles::tiles::Goal;
use slidewise_solve::search::Cancel;

use crate::args::{width, word};
use crate::complete;
use crate::error::Failure;
use crate::exit::Exit;
use crate::input;
use crate::render::{BAD, DIM, GOOD, WARN, styled};
use crate::units::{self, shown_bytes, shown_duration};

pub const EXAMPLES: &str = "\
Examples:
  slidewise pdb build 15-large                  used for every 4×4 board from then on
  slidewise pdb build --size 4x4 --partition 6-6-3
  slidewise pdb build --size 3x4 --partition aaab/aabb/bcc0
  slidewise pdb build --size 3x3 --metric multi --partition aaa/a../..0
  slidewise pdb list
  slidewise pdb verify";

/// What can be done with tables.
#[derive(Debug, Subcommand)]
pub enum PdbCommand {
    /// Build tables and keep them on disk
    Build(PdbBuildArgs),
    /// List the tables that have a name and those on disk
    List,
    /// Prove every entry of tables: all of those on disk, or those named
    Verify {
        /// Names of tables (see `slidewise pdb list`) or files
        #[arg(value_parser = word(), add = complete::tables())]
        names: Vec<String>,
        /// Give up on a table that takes more than this to prove: 2GiB, 500MB [default: three quarters of what is free]
        #[arg(long, value_name = "SIZE", value_parser = units::bytes)]
        memory_limit: Option<u64>,
    },
    /// Tell what a table file holds
    Info {
        /// The file
        file: PathBuf,
    },
    /// Remove tables from the disk
    Remove {
        /// Names of tables, or of files in the directory of tables
        #[arg(required = true, add = complete::tables())]
        names: Vec<String>,
    },
    /// Print the directory where tables are kept (SLIDEWISE_CACHE sets it; - for none)
    Path,
}

#[derive(Debug, Args)]
pub struct PdbBuildArgs {
    /// Tables with a name, such as 15-large
    #[arg(value_name = "NAME", conflicts_with = "partition", add = complete::tables())]
    pub name: Option<String>,
    /// Groups of tiles, as sizes (6-6-3) or drawn (0aab/aabb/bbcc)
    #[arg(long, value_name = "GROUPS")]
    pub partition: Option<String>,
    /// Rows x columns of the board for --partition
    #[arg(long, value_name = "RxC", value_parser = units::size, default_value = "4x4")]
    pub size: (usize, usize),
    /// What counts as one move; of the multi metric one drawn group at a time, as searches use it
    #[arg(long, value_name = "NAME", value_parser = ["single", "multi"], default_value = "single")]
    #[arg(requires = "partition")]
    pub metric: String,
    /// The goal; only where its blank is matters
    #[arg(long, value_name = "GOAL", default_value = "blank-last", allow_hyphen_values = true)]
    #[arg(add = complete::goals())]
    pub goal: String,
    /// Threads [default: all]
    #[arg(long, value_name = "N", value_parser = width)]
    pub threads: Option<usize>,
    /// Give up if building takes more than this: 2GiB, 500MB [default: three quarters of what is free]
    #[arg(long, value_name = "SIZE", value_parser = units::bytes)]
    pub memory_limit: Option<u64>,
}

/// Carries out one of the commands.
pub fn run(command: &PdbCommand, cancel: Cancel, out: &mut impl Write) -> Result<Exit, Failure> {
    let cache = || Cache::default_place().ok_or_else(no_place);
    match command {
        PdbCommand::Build(args) => build(args, &cache()?, &cancel, out),
        PdbCommand::List => list(&cache()?, out),
        PdbCommand::Path => {
            writeln!(out, "{}", cache()?.dir().display())?;
            Ok(Exit::Solved)
        }
        PdbCommand::Info { file } => info(file, out),
        PdbCommand::Verify { names, memory_limit } => {
            verify(names, allowed(*memory_limit), &cache()?, &cancel, out)
        }
        PdbCommand::Remove { names } => remove(names, &cache()?, out),
    }
}

/// The memory that may be used: what is asked for, or three quarters of what is free.
fn allowed(memory_limit: Option<u64>) -> Option<u64> {
    memory_limit.or_else(machine::free_share)
}

fn no_place() -> Failure {
    let text = "no directory for tables is known: set SLIDEWISE_CACHE to one";
    Failure::Io(io::Error::other(text))
}

/// The patterns that the arguments ask for, of a recipe or of a partition of a board, and whether they are for the
/// multi metric.
fn patterns(args: &PdbBuildArgs) -> Result<(Vec<Pattern>, bool), Failure> {
    let usage = |error: &dyn std::fmt::Display| Failure::Usage(error.to_string());
    let blank_home = |rows: usize, cols: usize| -> Result<usize, Failure> {
        let goal = goal(&args.goal)?.board(rows, cols).map_err(|error| usage(&error))?;
        if (goal.rows(), goal.cols()) == (rows, cols) {
            return Ok(goal.blank());
        }
        Err(Failure::Usage(format!("--goal is {}×{}, not {rows}×{cols}", goal.rows(), goal.cols())))
    };
    match (&args.name, &args.partition) {
        (Some(name), None) => {
            let recipe = Recipe::find(name).ok_or_else(|| {
                let names: Vec<&str> = RECIPES.iter().map(|recipe| recipe.name).collect();
                Failure::Usage(format!("there are no tables \"{name}\"; there are {}", names.join(", ")))
            })?;
            let tables =
                recipe.tables(blank_home(recipe.rows, recipe.cols)?).map_err(|error| usage(&error))?;
            Ok((tables, recipe.is_multi()))
        }
        (None, Some(partition)) => {
            let ((rows, cols), multi) = (args.size, args.metric == "multi");
            if rows * cols > most_cells(multi) {
                let most = units::number(most_cells(multi), "cell");
                let text =
                    format!("--size: no search uses tables of boards of more than {most} in this metric");
                return Err(Failure::Usage(text));
            }
            let partition = Partition::parse(partition, rows, cols, blank_home(rows, cols)?);
            let tables = partition.map_err(|error| usage(&error))?.tables();
            if multi {
                one_group(&tables, rows, cols)?;
            }
            Ok((tables, multi))
        }
        _ => Err(Failure::Usage("name tables (see `slidewise pdb list`) or give a --partition".into())),
    }
}

/// Cells of the largest boards for whose tables there are searches: packed states hold no more.
const fn most_cells(multi: bool) -> usize {
    if multi { 16 } else { 25 }
}

/// In the multi metric a push may move tiles of several groups, so that their values are not added.
fn one_group(tables: &[Pattern], rows: usize, cols: usize) -> Result<(), Failure> {
    let most = if rows.min(cols) < 2 { 0 } else { most_tiles(rows, cols) };
    let why = match tables {
        [pattern] if pattern.tiles() <= most => return Ok(()),
        [_] => format!("on this board a group has {} at most", units::number(most, "tile")),
        _ => {
            "in the multi metric values are not added: draw one group, as in aaa./a.../.../... for 4x4".into()
        }
    };
    Err(Failure::Usage(format!("--partition: {why}")))
}

fn build(args: &PdbBuildArgs, cache: &Cache, cancel: &Cancel, out: &mut impl Write) -> Result<Exit, Failure> {
    let (patterns, multi) = patterns(args)?;
    cache.check_writable().map_err(|error| not_kept(cache.dir(), &error))?;
    for (i, pattern) in patterns.iter().enumerate() {
        let started = Instant::now();
        let label = format!("table {}/{}: {pattern}", i + 1, patterns.len());
        let mut bar = Bar::new(&label);
        let mut show = |progress: Progress| bar.show(progress);
        let mut options = BuildOptions {
            threads: args.threads.unwrap_or_else(machine::threads),
            memory_limit: allowed(args.memory_limit),
            cancel: cancel.clone(),
            progress: Some(&mut show),
        };
        let mut warnings = Vec::new();
        let mut warn = |warning| warnings.push(warning);
        let built = match multi {
            false => cache.get(pattern, &mut options, &mut warn).map(|table| table.bytes().len()),
            true => cache.get_multi(pattern, true, &mut options, &mut warn).map(|table| table.bytes().len()),
        };
        bar.clear();
        for warning in &warnings {
            match warning {
                Warning::NotKept(path, error) => return Err(not_kept(path, error)),
                warning => tell!("{} {warning}", styled(WARN, "note:")),
            }
        }
        match built {
            Ok(bytes) => {
                let size = shown_bytes(bytes as u64);
                writeln!(out, "{label}: {size}, {}", shown_duration(started.elapsed()))?;
                out.flush()?;
            }
            Err(BuildError::Cancelled) => {
                writeln!(out, "{}", styled(WARN, "stopped on request; finished tables are kept"))?;
                return Ok(Exit::Stopped);
            }
            Err(error @ BuildError::Memory { .. }) => {
                writeln!(out, "{}", styled(WARN, format!("{label}: {error}")))?;
                return Ok(Exit::Stopped);
            }
        }
    }
    writeln!(out, "kept in {}", cache.dir().display())?;
    Ok(Exit::Solved)
}

/// A table that was built for nothing.
fn not_kept(path: &Path, error: &io::Error) -> Failure {
    let text =
        format!("{}: {error}; nothing is kept there: SLIDEWISE_CACHE names the directory", path.display());
    Failure::Io(io::Error::new(error.kind(), text))
}

/// A line on standard error that says how far a build is; only in a terminal.
struct Bar<'a> {
    label: &'a str,
    started: Instant,
    shown: Option<Instant>,
    terminal: bool,
}

impl<'a> Bar<'a> {
    fn new(label: &'a str) -> Self {
        Self { label, started: Instant::now(), shown: None, terminal: io::stderr().is_terminal() }
    }

    fn show(&mut self, progress: Progress) {
        let recent = self.shown.is_some_and(|at| at.elapsed() < Duration::from_millis(200));
        if !self.terminal || recent {
            return;
        }
        self.shown = Some(Instant::now());
        let part = progress.done as f64 / progress.total.max(1) as f64;
        let elapsed = self.started.elapsed();
        let left = if part > 0.01 { elapsed.mul_f64((1.0 - part).max(0.0) / part) } else { Duration::ZERO };
        let filled = (part * 30.0).clamp(0.0, 30.0) as usize;
        let bar = format!("{}{}", "#".repeat(filled), ".".repeat(30 - filled));
        let text = format!("[{bar}] {:3.0} %  {} left  {}", 100.0 * part, shown_duration(left), self.label);
        // An error means that nobody looks.
        let _ = write!(io::stderr(), "\r\x1b[K{text}");
    }

    fn clear(&self) {
        if self.shown.is_some() {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

fn list(cache: &Cache, out: &mut impl Write) -> Result<Exit, Failure> {
    writeln!(out, "{}", styled(GOOD, "tables that can be built by name"))?;
    for recipe in RECIPES {
        writeln!(out, "  {:<10} {}", recipe.name, recipe.summary)?;
    }
    writeln!(out, "\n{}", styled(GOOD, format!("in {}", cache.dir().display())))?;
    let files = cache.list()?;
    if files.is_empty() {
        writeln!(out, "  nothing yet")?;
    }
    for (path, info) in files {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        match info {
            Ok(info) => {
                let metric = if info.multi { "  multi metric" } else { "" };
                writeln!(out, "  {name}  {}  {}{metric}", info.pattern, shown_bytes(info.data_bytes))?;
            }
            Err(error) => writeln!(out, "  {name}  {} {error}", styled(BAD, "unusable:"))?,
        }
    }
    Ok(Exit::Solved)
}

fn info(path: &Path, out: &mut impl Write) -> Result<Exit, Failure> {
    let info = file::info(path).map_err(|error| Failure::BadText(format!("{}: {error}", path.display())))?;
    writeln!(out, "pattern   {}", info.pattern)?;
    writeln!(out, "metric    {}", if info.multi { "multi" } else { "single" })?;
    writeln!(out, "entries   {}", shown_bytes(info.data_bytes))?;
    writeln!(out, "checksum  {:016x}", info.checksum)?;
    Ok(Exit::Solved)
}

/// The files of the tables of a recipe, for a blank that belongs in either corner.
fn files_of(recipe: &Recipe, cache: &Cache) -> Vec<PathBuf> {
    let corners = [0, recipe.rows * recipe.cols - 1];
    let tables = corners.iter().filter_map(|&home| recipe.tables(home).ok()).flatten();
    let path = |p: Pattern| if recipe.is_multi() { cache.multi_path(&p) } else { cache.path(&p) };
    let files: BTreeSet<PathBuf> = tables.map(path).collect();
    files.into_iter().collect()
}

fn verify(
    names: &[String],
    memory_limit: Option<u64>,
    cache: &Cache,
    cancel: &Cancel,
    out: &mut impl Write,
) -> Result<Exit, Failure> {
    let mut files = Vec::new();
    for name in names {
        match Recipe::find(name).map(|recipe| files_of(recipe, cache)) {
            None => files.push(input::path_of(name)),
            Some(tables) => {
                let before = files.len();
                files.extend(tables.into_iter().filter(|path| path.is_file()));
                if files.len() == before {
                    return Err(Failure::Usage(format!(
                        "the tables {name} are not on disk: `slidewise pdb build {name}` makes them"
                    )));
                }
            }
        }
    }
    if names.is_empty() {
        files.extend(cache.list()?.into_iter().map(|(path, _)| path));
    }
    let mut exit = Exit::Solved;
    for path in &files {
        let shown = path.display();
        let table = match AnyTable::open(path, memory_limit) {
            Ok(table) => table,
            Err(error @ FileError::Memory { .. }) => {
                writeln!(out, "{shown}: {}", styled(WARN, format!("not verified: {error}")))?;
                exit = exit.max(Exit::Stopped);
                continue;
            }
            Err(error) => {
                writeln!(out, "{shown}: {} {error}", styled(BAD, "unusable:"))?;
                exit = exit.max(Exit::BadText);
                continue;
            }
        };
        let label = format!("proving {}", path.file_name().unwrap_or_default().to_string_lossy());
        let mut bar = Bar::new(&label);
        let mut show = |progress: Progress| bar.show(progress);
        let proof = table.verify(&mut BuildOptions {
            cancel: cancel.clone(),
            memory_limit,
            progress: Some(&mut show),
            ..BuildOptions::quiet(machine::threads())
        });
        bar.clear();
        match proof {
            Ok(()) => writeln!(out, "{shown}: {}", styled(GOOD, "every entry proven"))?,
            Err(Flaw::Unfinished(why)) => {
                writeln!(out, "{shown}: {}", styled(WARN, format!("not verified: {why}")))?;
                exit = exit.max(Exit::Stopped);
            }
            Err(flaw) => {
                writeln!(out, "{shown}: {}", styled(BAD, flaw))?;
                exit = exit.max(Exit::BadText);
            }
        }
        out.flush()?;
    }
    if files.is_empty() {
        writeln!(out, "{}", styled(DIM, "no tables to verify"))?;
    }
    Ok(exit)
}

/// A table of either metric.
enum AnyTable {
    Single(Table),
    Multi(MultiTable),
}

impl AnyTable {
    fn open(path: &Path, memory_limit: Option<u64>) -> Result<Self, FileError> {
        match file::info(path)?.multi {
            false => file::open(path, memory_limit).map(Self::Single),
            true => file::open_multi(path, memory_limit).map(Self::Multi),
        }
    }

    /// Proves all entries; the table itself is in memory too.
    fn verify(&self, options: &mut BuildOptions<'_>) -> Result<(), Flaw> {
        let bytes = match self {
            Self::Single(table) => table.bytes().len(),
            Self::Multi(table) => table.bytes().len(),
        };
        options.memory_limit = options.memory_limit.map(|limit| limit.saturating_sub(bytes as u64));
        match self {
            Self::Single(table) => table.verify(options),
            Self::Multi(table) => table.verify(options),
        }
    }
}

/// Removes tables by recipe, or files of the cache by name.
fn remove(names: &[String], cache: &Cache, out: &mut impl Write) -> Result<Exit, Failure> {
    let missing =
        |name: &str| Failure::Usage(format!("there are no tables \"{name}\" in {}", cache.dir().display()));
    for name in names {
        let in_cache = cache.dir().join(name);
        let wanted: Vec<PathBuf> = match Recipe::find(name) {
            Some(recipe) => files_of(recipe, cache),
            // Only what lies in the cache itself may be removed, whatever the name says.
            None if in_cache.parent() == Some(cache.dir()) && in_cache.is_file() => vec![in_cache],
            None => return Err(missing(name)),
        };
        let mut removed = 0;
        for path in wanted {
            match std::fs::remove_file(&path) {
                Ok(()) => {
                    writeln!(out, "removed {}", path.display())?;
                    removed += 1;
                }
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => {
                    return Err(io::Error::new(error.kind(), format!("{}: {error}", path.display())).into());
                }
            }
        }
        if removed == 0 {
            return Err(missing(name));
        }
    }
    Ok(Exit::Solved)
}

/// A goal by name, or a board.
fn goal(text: &str) -> Result<Goal, Failure> {
    if let Some(goal) = Goal::from_name(text) {
        return Ok(goal);
    }
    text.parse().map(Goal::Custom).map_err(|error| Failure::Usage(format!("--goal: {error}")))
}
