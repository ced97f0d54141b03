//! Designs kept as they are made: what [`slidewise_solve::design()`] finds, in memory and in a file that a later run
//! goes on from.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::json;
use slidewise_solve::search::{Cancel, Limits, Meter};
use slidewise_solve::{
    Designed, Designing, JobLimits, Metric, Puzzle, Refusal, Setting, Spec, design, machine,
};

/// What a run may use.
#[derive(Clone, Debug, Default)]
pub struct Means {
    /// Ends it.
    pub cancel: Cancel,
    /// Threads; all, if it is left open.
    pub threads: Option<usize>,
    /// Ends it too.
    pub time: Option<Duration>,
    /// Bytes for all threads together; three quarters of what is free, if it is left open.
    pub memory: Option<u64>,
}

/// Where results are kept.
#[derive(Clone, Debug)]
pub struct Place {
    /// The file: one JSON object a line.
    pub path: PathBuf,
    /// Whether to go on from what it has. If not, there must be no such file.
    pub resume: bool,
}

/// What came of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ended {
    /// What is done, by the number of the job; with what the file had.
    pub done: BTreeMap<u64, Designed>,
    /// How many jobs are left.
    pub left: u64,
}

impl Ended {
    /// How many of those that are done would be finished with more memory.
    pub fn unfinished(&self) -> u64 {
        self.done.values().filter(|designed| designed.needs_memory()).count() as u64
    }
}

/// Why a run gave nothing.
#[derive(Debug)]
pub enum Failed {
    /// The puzzle cannot be designed in this way.
    Refused(Refusal),
    /// The file is of another design.
    OtherDesign(String),
    /// The file cannot be read or written.
    Io(io::Error),
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(refusal) => write!(f, "{refusal}"),
            Self::OtherDesign(text) => f.write_str(text),
            Self::Io(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for Failed {}

impl From<Refusal> for Failed {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

/// The metrics to look at: the one that is named, or each in turn.
pub fn metrics(puzzle: &dyn Puzzle, named: Option<&'static str>) -> Result<Vec<Metric>, Refusal> {
    match named {
        Some(_) => Ok(vec![Spec { metric: named, ..Spec::default() }.metric_of(puzzle)?]),
        None => Ok(puzzle.kind().entry().metrics.iter().map(Metric).collect()),
    }
}

/// Their numbers are listed before the first begins.
const MOST_JOBS: u64 = 10_000_000;

/// Designs on the board of a puzzle. `progress` is told how many jobs of how many are done.
pub fn run(
    puzzle: &dyn Puzzle,
    what: &Designing,
    place: Option<&Place>,
    means: &Means,
    mut progress: impl FnMut(u64, u64),
) -> Result<Ended, Failed> {
    let designer = puzzle.design(what)?;
    let total = designer.jobs();
    if total > MOST_JOBS {
        let reason = format!("a design in {total} parts is more than can be kept: {MOST_JOBS} are the most");
        return Err(Refusal::new(Setting::Pieces, reason).into());
    }
    let mut kept = place.map_or_else(|| Ok(Kept::default()), |place| Kept::open(place, puzzle, what))?;
    kept.done.retain(|&job, _| job < total);
    // What memory ended is done again: there may be more of it.
    let is_done = |job: &u64| kept.done.get(job).is_some_and(|designed| !designed.needs_memory());
    let jobs: Vec<u64> = (0..total).filter(|job| !is_done(job)).collect();
    let memory = means.memory.or_else(machine::free_share).unwrap_or(u64::MAX);
    let limits = Limits { time: means.time, ..Limits::default() };
    let cancel = Meter::new(limits, means.cancel.clone(), &mut ()).timed_cancel();
    let mut failed = None;
    progress(kept.done.len() as u64, total);
    let job_limits = JobLimits { cancel: cancel.clone(), memory };
    design(&*designer, &jobs, means.threads.unwrap_or_else(machine::threads), &job_limits, |designed| {
        if let Err(error) = kept.add(designed) {
            failed = Some(error);
            cancel.cancel();
        }
        progress(kept.done.len() as u64, total);
    });
    match failed {
        Some(error) => Err(error),
        None => Ok(Ended { left: total - kept.done.len() as u64, done: kept.done }),
    }
}

/// What was found, in memory and in a file.
#[derive(Default)]
struct Kept {
    done: BTreeMap<u64, Designed>,
    file: Option<(PathBuf, File)>,
}

impl Kept {
    fn open(place: &Place, puzzle: &dyn Puzzle, what: &Designing) -> Result<Self, Failed> {
        let (path, header) = (&place.path, header(puzzle, what));
        if !place.resume {
            let mut file = OpenOptions::new().write(true).create_new(true).open(path).map_err(at(path))?;
            writeln!(file, "{header}").map_err(at(path))?;
            return Ok(Self { done: BTreeMap::new(), file: Some((path.clone(), file)) });
        }
        let mut lines = BufReader::new(File::open(path).map_err(at(path))?).split(b'\n');
        let first = lines.next().transpose().map_err(at(path))?.unwrap_or_default();
        let length = std::fs::metadata(path).map_err(at(path))?.len();
        if header.as_bytes().starts_with(&first) && length < header.len() as u64 {
            // The disk was full before the first line was there.
            std::fs::write(path, format!("{header}\n")).map_err(at(path))?;
        } else if first != header.as_bytes() {
            let first = String::from_utf8_lossy(&first);
            let text = format!("{} is of another design: {first}", path.display());
            return Err(Failed::OtherDesign(text));
        }
        let mut done = BTreeMap::new();
        for line in lines {
            // A line that was cut off when the process ended, in the middle of a character perhaps, is done again.
            if let Ok(designed) = serde_json::from_slice::<Designed>(&line.map_err(at(path))?) {
                done.insert(designed.job, designed);
            }
        }
        let mut file = OpenOptions::new().append(true).open(path).map_err(at(path))?;
        writeln!(file).map_err(at(path))?;
        Ok(Self { done, file: Some((path.clone(), file)) })
    }

    fn add(&mut self, designed: Designed) -> Result<(), Failed> {
        if let Some((path, file)) = &mut self.file {
            writeln!(file, "{}", json!(designed)).map_err(at(path))?;
        }
        self.done.insert(designed.job, designed);
        Ok(())
    }
}

/// The first line of a file: what is designed, so that nothing else is added to it.
fn header(puzzle: &dyn Puzzle, what: &Designing) -> String {
    let range = |(least, most): (usize, usize)| match most {
        usize::MAX => format!("{least}.."),
        _ => format!("{least}..{most}"),
    };
    let metrics: Vec<&str> = what.metrics.iter().map(|metric| metric.name()).collect();
    json!({
        "design": puzzle.line(&puzzle.start()), "add": what.shapes, "pieces": range(what.pieces),
        "empty": range(what.empty), "samples": what.samples, "seed": what.seed, "any_goal": what.any_goal,
        "metrics": metrics,
    })
    .to_string()
}

fn at(path: &Path) -> impl Fn(io::Error) -> Failed {
    let path = path.display().to_string();
    move |error| Failed::Io(io::Error::new(error.kind(), format!("{path}: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use slidewise_solve::{AnyPuzzle, Reading, read_one};
    use std::fs;

    fn klotski() -> AnyPuzzle {
        read_one("klotski", &Reading::default()).unwrap().puzzle
    }

    fn singles(least_empty: usize) -> Designing {
        Designing {
            shapes: vec![(1, 1)],
            pieces: (0, usize::MAX),
            empty: (least_empty, usize::MAX),
            samples: None,
            seed: 0,
            any_goal: false,
            metrics: metrics(&*klotski(), Some("moves")).unwrap(),
        }
    }

    #[test]
    fn a_file_that_was_cut_off_is_gone_on_with() {
        let path = std::env::temp_dir().join(format!("slidewise-design-{}.jsonl", std::process::id()));
        let go = |what: &Designing, resume| {
            let place = Place { path: path.clone(), resume };
            run(&*klotski(), what, Some(&place), &Means::default(), |_, _| ())
        };
        let whole = go(&singles(14), false).unwrap();
        assert_eq!((whole.left, whole.done.len()), (0, 3));
        assert!(matches!(go(&singles(14), false), Err(Failed::Io(_))), "it is not overwritten");
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, &text[..text.len() - 30]).unwrap();
        assert_eq!(go(&singles(14), true).unwrap(), whole);
        // Half a character, and a job that there is not.
        let stray = text.lines().nth(1).unwrap().replace("\"job\":0", "\"job\":77");
        assert!(stray.contains("77"), "{stray}");
        fs::write(&path, [text.as_bytes(), b"{\"set\":\"\xe2\x82\n", stray.as_bytes()].concat()).unwrap();
        assert_eq!(go(&singles(14), true).unwrap(), whole);
        assert!(matches!(go(&singles(13), true), Err(Failed::OtherDesign(_))));
        fs::remove_file(&path).unwrap();
    }

    /// A set that memory ended is not done: it is said, kept, and done again when there is more.
    #[test]
    fn what_memory_ended_is_done_again() {
        let path = std::env::temp_dir().join(format!("slidewise-design-memory-{}.jsonl", std::process::id()));
        let go = |memory, resume| {
            let place = Place { path: path.clone(), resume };
            let means = Means { memory, threads: Some(1), ..Means::default() };
            run(&*klotski(), &singles(14), Some(&place), &means, |_, _| ()).unwrap()
        };
        let (little, still) = (go(Some(1000), false), go(Some(1000), true));
        assert_eq!((little.left, little.unfinished() > 0), (0, true), "{little:?}");
        assert_eq!(little, still);
        let all = go(None, true);
        assert_eq!((all.left, all.unfinished(), all.done.len()), (0, 0, 3));
        assert_eq!(go(Some(1000), true), all, "what is finished stays");
        // The disk was full when the first line was written.
        fs::write(&path, "{\"add\"").unwrap();
        assert_eq!(go(None, true), all);
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn more_parts_than_can_be_listed_are_refused() {
        let what = Designing { samples: Some(u64::MAX), ..singles(14) };
        let refused = run(&*klotski(), &what, None, &Means::default(), |_, _| ());
        assert!(matches!(refused, Err(Failed::Refused(_))));
    }

    #[test]
    fn what_is_left_is_told() {
        let means = Means::default();
        means.cancel.cancel();
        let ended = run(&*klotski(), &singles(14), None, &means, |_, _| ()).unwrap();
        assert_eq!(ended.left + ended.done.len() as u64, 3);
        assert!(ended.left > 0);
    }
}
