//! A file in which a long search is kept while it runs, so that what was killed goes on where it was.
//!
//! Three lines: what is searched and how (as JSON), the state of the search (as JSON), and a checksum of both. The file
//! is written under another name and renamed when it is complete, so there is always a whole one. It fits the same
//! puzzle, the same search and tables with the same values, on any number of threads; anything else is refused.

use std::fs::{self, File};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use slidewise_puzzles::pdb::file::checksum;
use slidewise_search::engine::Saved;
use slidewise_search::{Heuristic, Meter, StateSpace, Stats};

use crate::plan::Plan;
use crate::puzzle::Puzzle;
use crate::record::{Record, VERSION};
use crate::refusal::{Refusal, Setting, SolveError};
use crate::units::{grouped, shown_duration};

/// What the first line calls itself.
const FORMAT: &str = "slidewise checkpoint";
/// Changes whenever an older program would read a file wrongly.
const FORMAT_VERSION: u32 = 1;
/// How often the file is written: no more than this, and a slice of work, is ever lost.
const EVERY: Duration = Duration::from_secs(10);
/// How long the search goes on before it is looked at again.
const SLICE: Duration = Duration::from_millis(500);
/// Expansions of the first slice.
const FIRST_SLICE: u64 = 10_000;

/// A file for one search.
#[derive(Debug)]
pub struct Checkpoint {
    path: PathBuf,
    every: Duration,
    notes: Mutex<Vec<String>>,
    /// Time that earlier runs took.
    before: Mutex<Duration>,
}

/// Where a search is kept: what a plan has of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Kept {
    file: Arc<Checkpoint>,
    puzzle: String,
    search: String,
}

/// Two are the same that write the same file.
impl PartialEq for Checkpoint {
    fn eq(&self, other: &Self) -> bool {
        self.path == other.path
    }
}

impl Eq for Checkpoint {}

/// The first line.
#[derive(Debug, Serialize, Deserialize)]
struct Head {
    format: String,
    format_version: u32,
    program: String,
    puzzle: serde_json::Value,
    search: String,
    /// What the heuristic says of some positions.
    estimates: u64,
    /// Time that all runs took so far.
    seconds: f64,
}

impl Checkpoint {
    /// A search is kept in this file, and goes on from it if it is there.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into(), every: EVERY, notes: Mutex::default(), before: Mutex::default() }
    }

    /// The same, written more or less often.
    #[must_use]
    pub fn every(self, every: Duration) -> Self {
        Self { every, ..self }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the file can be written: told before hours of search, not after them.
    pub fn check_writable(&self) -> io::Result<()> {
        let is_dir = self.path.is_dir().then(|| io::Error::other("this is a directory"));
        let fresh = self.fresh();
        let probed = || File::create(&fresh)?.write_all(b"probe").and_then(|()| fs::remove_file(&fresh));
        is_dir.map_or_else(probed, Err).map_err(|error| {
            // It is there only if it could be made.
            let _ = fs::remove_file(&fresh);
            io::Error::new(
                error.kind(),
                format!("{}: {error}; nothing can be kept there", self.path.display()),
            )
        })
    }

    /// The name under which the file is written: always the same, so that what a killed process leaves is overwritten
    /// by the next.
    fn fresh(&self) -> PathBuf {
        let mut name = self.path.file_name().unwrap_or_default().to_os_string();
        name.push(".tmp");
        self.path.with_file_name(name)
    }

    /// Time between two writes.
    pub(crate) fn interval(&self) -> Duration {
        self.every
    }

    /// The time that earlier runs took with what is gone on with.
    pub fn time_before(&self) -> Duration {
        *self.before.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Removes the file: what was kept has come to its end.
    pub fn remove(&self) -> io::Result<()> {
        // What a killed process may have left.
        let _ = fs::remove_file(self.fresh());
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            removed => removed,
        }
    }

    fn note(&self, text: String) {
        self.notes.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push(text);
    }

    /// What is to be told about it.
    pub(crate) fn take_notes(&self) -> Vec<String> {
        std::mem::take(&mut *self.notes.lock().unwrap_or_else(|poisoned| poisoned.into_inner()))
    }

    fn refused(&self, reason: impl std::fmt::Display) -> SolveError {
        let path = self.path.display();
        let reason = format!("{path}: {reason}; remove the file, or name another one");
        Refusal::new(Setting::Checkpoint, reason).into()
    }

    /// What was kept of the search that `head` describes; `None` if there is no file yet.
    fn read(&self, head: &Head) -> Result<Option<(Saved, Duration)>, SolveError> {
        let text = match fs::read_to_string(&self.path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(self.refused(error)),
        };
        let found = checked(&text).map_err(|reason| self.refused(reason))?;
        let [first, second] = found;
        let there: Head = serde_json::from_str(first).map_err(|error| self.refused(error))?;
        if let Some(what) = differs(&there, head) {
            return Err(self.refused(what));
        }
        let time = Duration::try_from_secs_f64(there.seconds).unwrap_or_default();
        let saved = serde_json::from_str(second).map_err(|error| self.refused(error))?;
        Ok(Some((saved, time)))
    }

    /// Puts a state in the place of the last one; the file is whole at every moment.
    fn write(&self, head: &Head, saved: &Saved) -> io::Result<()> {
        let mut text = format!("{}\n{}\n", serde_json::to_string(head)?, serde_json::to_string(saved)?);
        let sum = checksum(text.as_bytes());
        text += &format!("{sum:016x}\n");
        let fresh = self.fresh();
        let written = File::create(&fresh).and_then(|mut file| {
            file.write_all(text.as_bytes())?;
            file.sync_all()
        });
        let renamed = written.and_then(|()| fs::rename(&fresh, &self.path));
        if renamed.is_err() {
            let _ = fs::remove_file(&fresh);
        }
        renamed
    }
}

/// The first two of three lines, if the third is their checksum.
fn checked(text: &str) -> Result<[&str; 2], String> {
    if !text.starts_with('{') || !text.lines().next().is_some_and(|line| line.contains(FORMAT)) {
        return Err("this is no checkpoint".into());
    }
    let damaged = || "the checkpoint is damaged: its checksum does not match".to_string();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let [first, second, sum] = lines[..] else { return Err(damaged()) };
    let summed = checksum(&text.as_bytes()[..first.len() + second.len()]);
    if sum != format!("{summed:016x}\n") {
        return Err(damaged());
    }
    Ok([first, second])
}

/// In what a checkpoint does not fit.
fn differs(there: &Head, here: &Head) -> Option<String> {
    if there.format != here.format || there.format_version != here.format_version {
        return Some(format!("a checkpoint of another format ({})", there.format_version));
    }
    if there.program != here.program {
        return Some(format!("a checkpoint of version {}, this is {}", there.program, here.program));
    }
    if there.puzzle != here.puzzle {
        return Some("a checkpoint of another puzzle".into());
    }
    if there.search != here.search {
        return Some(format!("a checkpoint of another search ({}, not {})", there.search, here.search));
    }
    (there.estimates != here.estimates).then(|| "a checkpoint of a search with other tables".into())
}

impl Kept {
    /// What identifies a puzzle and a plan for it.
    pub(crate) fn new(file: Arc<Checkpoint>, puzzle: &dyn Puzzle, plan: &Plan) -> Self {
        Self { file, puzzle: Record::of_puzzle(puzzle).to_json(), search: in_words(plan) }
    }
}

/// All that decides what a search expands.
pub(crate) fn in_words(plan: &Plan) -> String {
    format!(
        "{plan}, {} metric, positions as {}, {}{}",
        plan.metric.name(),
        plan.repr.unwrap_or("they come"),
        plan.depth_limit.map(|limit| format!("no deeper than {limit}, ")).unwrap_or_default(),
        if plan.look_ahead { "looking ahead" } else { "not looking ahead" },
    )
}

/// A number that tells what a heuristic says of positions in a space: those of a walk that is always the same.
pub(crate) fn estimates<P: StateSpace, H: Heuristic<P>>(space: &P, heuristic: &H) -> u64 {
    let (mut state, mut via, mut sum) = (space.start(), None, 0_u64);
    for turn in 0..100 {
        sum = sum.wrapping_mul(31).wrapping_add(heuristic.estimate(space, &state));
        let count = space.moves(&state, via).count();
        let Some(m) = space.moves(&state, via).nth((turn * 7 + sum as usize % 5) % count.max(1)) else {
            break;
        };
        space.apply(&mut state, m);
        via = Some(m);
    }
    sum
}

/// An engine that is run a while at a time, whose types need not be known for that.
pub(crate) trait InSlices {
    /// Goes on until so many expansions are on the meter.
    fn run_to(&mut self, expansions: u64, meter: &mut Meter<'_>) -> ControlFlow<Ending>;
    /// What is to be kept of it, if it can be.
    fn save(&self, stats: &Stats) -> Option<Saved>;
    /// Goes on from what was kept.
    fn restore(&mut self, saved: &Saved) -> Result<(), String>;
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// By a limit: it could go on.
    Stopped,
    /// With all that it had to do.
    Done,
}

/// Runs a search to its end, and keeps it on the way. It goes on from what was kept, of which `begin`
/// is told.
pub(crate) fn run_kept(
    engine: &mut dyn InSlices,
    kept: &Kept,
    estimates: u64,
    begin: &dyn Fn(Option<&Saved>),
    meter: &mut Meter<'_>,
) -> Result<(), SolveError> {
    let checkpoint = &*kept.file;
    let mut head = Head {
        format: FORMAT.into(),
        format_version: FORMAT_VERSION,
        program: VERSION.into(),
        puzzle: serde_json::from_str(&kept.puzzle).unwrap_or_default(),
        search: kept.search.clone(),
        estimates,
        seconds: 0.0,
    };
    let mut before = Duration::ZERO;
    let found = checkpoint.read(&head)?;
    if let Some((saved, time)) = &found {
        let time = *time;
        engine.restore(saved).map_err(|error| checkpoint.refused(error))?;
        meter.go_on_from(&saved.stats);
        before = time;
        let (expanded, time) = (grouped(saved.stats.expanded), shown_duration(time));
        let path = checkpoint.path.display();
        checkpoint.note(format!("went on from {path} after {expanded} expansions in {time}"));
    }
    *checkpoint.before.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = before;
    let mut trouble = None;
    let mut keep = |engine: &dyn InSlices, meter: &Meter<'_>| {
        let Some(saved) = engine.save(&meter.stats) else { return Ok(()) };
        head.seconds = (before + meter.elapsed()).as_secs_f64();
        checkpoint.write(&head, &saved)
    };
    // Whether the file can be written is known before hours of work.
    keep(engine, meter).map_err(|error| checkpoint.refused(error))?;
    begin(found.as_ref().map(|(saved, _)| saved));
    let ending = in_slices(engine, meter, SLICE.min(checkpoint.every), &mut |engine, meter, last| {
        if meter.elapsed().saturating_sub(*last) >= checkpoint.every {
            trouble = keep(engine, meter).err();
            *last = meter.elapsed();
        }
    });
    if ending == Ending::Stopped {
        trouble = keep(engine, meter).err();
        if trouble.is_none() {
            checkpoint.note(format!("kept in {}: the same command goes on", checkpoint.path.display()));
        }
    }
    if let Some(error) = trouble {
        checkpoint.note(format!("{} could not be written: {error}", checkpoint.path.display()));
    }
    Ok(())
}

/// What is done between two slices, with when it was last done something about, by the meter's clock: the standard one
/// does not go everywhere.
type Between<'b> = &'b mut dyn FnMut(&dyn InSlices, &Meter<'_>, &mut Duration);

/// Runs a search to its end, a moment at a time.
fn in_slices(
    engine: &mut dyn InSlices,
    meter: &mut Meter<'_>,
    moment: Duration,
    between: Between<'_>,
) -> Ending {
    let (mut slice, mut last) = (FIRST_SLICE, meter.elapsed());
    loop {
        let (began, before) = (meter.elapsed(), meter.stats.expanded);
        if let ControlFlow::Break(ending) = engine.run_to(before.saturating_add(slice), meter) {
            return ending;
        }
        let took = meter.elapsed().saturating_sub(began).as_secs_f64().max(1e-6);
        let rate = (meter.stats.expanded - before) as f64 / took;
        slice = ((rate * moment.as_secs_f64()) as u64).clamp(FIRST_SLICE / 10, 4 * slice);
        between(engine, meter, &mut last);
    }
}

/// Runs a search to its end, which tells now and then how far it is.
pub(crate) fn run_telling(engine: &mut dyn InSlices, meter: &mut Meter<'_>) {
    in_slices(engine, meter, SLICE, &mut |_, _, _| ());
}

/// How long an iteration will still take, by how much of it is done; `None` while that says little.
pub fn time_left(done: u64, of: u64, elapsed: Duration) -> Option<String> {
    let share = done as f64 / of.max(1) as f64;
    let is_telling = share > 0.02 && elapsed > Duration::from_secs(2);
    is_telling.then(|| shown_duration(elapsed.mul_f64((1.0 - share) / share)))
}
