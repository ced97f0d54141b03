//! A part of an experiment, for one of many machines: which runs fall to it, and where its place is told.
//!
//! Runs are put in the order of a hash of puzzle, combination and number of the run, and dealt out in turn. So a run
//! falls to the same shard however puzzles and combinations are ordered, easy and hard ones are mixed, and no shard has
//! more than one run more than another.

use std::fmt;
use std::str::FromStr;

use super::{Experiment, Pair};

/// The number of a shard, from 1, and how many there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shard {
    number: u32,
    of: u32,
}

/// More parts than this are a slip of the finger.
const MOST: u32 = 1_000_000;

impl Shard {
    /// Shard `number` of `of`, from 1.
    pub fn new(number: u32, of: u32) -> Result<Self, String> {
        match (number, of) {
            (_, 0) => Err("there must be at least one shard".into()),
            (_, MOST..) if of > MOST => Err(format!("{of} shards are more than {MOST}")),
            (0, _) => Err(format!("shards go from 1/{of} to {of}/{of}")),
            _ if number > of => {
                Err(format!("there is no shard {number} of {of}: they go from 1/{of} to {of}/{of}"))
            }
            _ => Ok(Self { number, of }),
        }
    }

    /// Its number, from 1.
    pub fn number(self) -> u32 {
        self.number
    }

    /// How many there are.
    pub fn of(self) -> u32 {
        self.of
    }

    /// The shard that a scheduler gave to this process, by its environment: array jobs of Slurm, HyperQueue and indexed
    /// jobs of Kubernetes. `of` is how many there are, which only Slurm tells.
    pub fn from_scheduler(
        of: Option<u32>,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, String> {
        let number = |name: &str| -> Result<Option<u32>, String> {
            let Some(text) = variable(name) else { return Ok(None) };
            text.parse().map(Some).map_err(|_| format!("{name} is \"{text}\", which is not a number"))
        };
        let missing = |name: &str| {
            format!("{name} tells which shard this is, but not how many there are: say so, as in auto/16")
        };
        if let Some(id) = number("SLURM_ARRAY_TASK_ID")? {
            let count = number("SLURM_ARRAY_TASK_COUNT")?;
            let (first, step) = (number("SLURM_ARRAY_TASK_MIN")?, number("SLURM_ARRAY_TASK_STEP")?);
            let of = match (of, count) {
                (Some(of), Some(count)) if of != count => {
                    return Err(format!("there are {count} tasks in the array, not {of}"));
                }
                (of, count) => of.or(count).ok_or_else(|| missing("SLURM_ARRAY_TASK_ID"))?,
            };
            let place = id.checked_sub(first.unwrap_or(1)).ok_or("SLURM_ARRAY_TASK_ID is below its least")?;
            return Self::new(place / step.unwrap_or(1).max(1) + 1, of);
        }
        if let Some(id) = number("HQ_TASK_ID")? {
            let of = of.ok_or_else(|| missing("HQ_TASK_ID"))?;
            return Self::new(id, of).map_err(|error| format!("HQ_TASK_ID is {id}: {error}"));
        }
        if let Some(index) = number("JOB_COMPLETION_INDEX")? {
            let of = of.ok_or_else(|| missing("JOB_COMPLETION_INDEX"))?;
            return Self::new(index.saturating_add(1), of)
                .map_err(|error| format!("JOB_COMPLETION_INDEX is {index}: {error}"));
        }
        Err("no scheduler tells which shard this is (SLURM_ARRAY_TASK_ID, HQ_TASK_ID, JOB_COMPLETION_INDEX): \
             name it, as in 3/16"
            .into())
    }
}

/// `3/16`.
impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let bad = || format!("\"{text}\" is no shard: write its number and how many there are, as in 3/16");
        let (number, of) = text.trim().split_once('/').ok_or_else(bad)?;
        let read = |part: &str| part.trim().parse().map_err(|_| bad());
        Self::new(read(number)?, read(of)?)
    }
}

/// The runs of an experiment that are made here, pair by pair; pairs without any are left out. A pair that cannot be
/// run has one, which says so.
pub(super) fn runs_of(experiment: &Experiment) -> Vec<(Pair, Vec<u32>)> {
    let with_runs = |pair: Pair| {
        let last = if pair.refusal.is_some() { 1 } else { experiment.runs };
        (pair, (1..=last).collect())
    };
    let mut all: Vec<(Pair, Vec<u32>)> = experiment.pairs().into_iter().map(with_runs).collect();
    let Some(shard) = experiment.shard else { return all };
    let mut order: Vec<(u64, usize, u32)> = Vec::new();
    for (at, (pair, runs)) in all.iter().enumerate() {
        let (name, spec) = (&experiment.instances[pair.instance].name, pair.spec.to_string());
        order.extend(runs.iter().map(|&run| (hash(name, &spec, run), at, run)));
    }
    // Two runs of the same hash would be in the order of the experiment; of 10⁵ runs, one in 10⁹ experiments has such.
    order.sort_unstable();
    all.iter_mut().for_each(|(_, runs)| runs.clear());
    let ours = order.iter().skip(shard.number as usize - 1).step_by(shard.of as usize);
    for &(_, at, run) in ours {
        all[at].1.push(run);
    }
    all.retain_mut(|(_, runs)| {
        runs.sort_unstable();
        !runs.is_empty()
    });
    all
}

/// FNV-1a (Fowler, Noll and Vo), its bits mixed once more as SplitMix64 does; the same on every machine and in every
/// version, or shards of one experiment would not fit together.
fn hash(instance: &str, spec: &str, run: u32) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let run = run.to_string();
    for part in [instance, spec, &run] {
        // No byte of a text is 0xff, so that parts do not run into each other.
        for byte in part.bytes().chain([0xff]) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    hash = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash = (hash ^ (hash >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    hash ^ (hash >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{Axes, Loader};
    use slidewise_solve::{Algorithm, Reading};
    use std::collections::HashSet;

    fn experiment(boards: &[&str], algorithms: &[Algorithm], runs: u32) -> Experiment {
        let mut loader = Loader::new(Reading::default());
        for board in boards {
            loader.add_text(Some(&format!("{board}.txt")), board).unwrap();
        }
        let axes = Axes { algorithms: algorithms.to_vec(), ..Axes::default() };
        let (instances, specs) = (loader.instances(), axes.product().unwrap());
        Experiment { instances, specs, runs, ..Experiment::named("shards") }
    }

    const BOARDS: [&str; 3] = ["123456708", "123456078", "123406758"];
    const SEARCHES: [Algorithm; 3] = [Algorithm::Bfs, Algorithm::Dijkstra, Algorithm::Dfs];

    fn keys(experiment: &Experiment, shard: Option<Shard>) -> HashSet<(String, String, u32)> {
        let experiment = Experiment { shard, ..experiment.clone() };
        let mut found = HashSet::new();
        for (pair, runs) in runs_of(&experiment) {
            for run in runs {
                let name = experiment.instances[pair.instance].name.clone();
                assert!(found.insert((name, pair.spec.to_string(), run)), "a run is there once");
            }
        }
        found
    }

    #[test]
    fn every_run_falls_to_one_shard_and_shards_are_of_one_size() {
        let experiment = experiment(&BOARDS, &SEARCHES, 7);
        let all = keys(&experiment, None);
        assert_eq!(all.len(), 63);
        for of in [1, 2, 5, 16, 63, 100] {
            let shards: Vec<_> =
                (1..=of).map(|n| keys(&experiment, Some(Shard::new(n, of).unwrap()))).collect();
            assert_eq!(shards.iter().map(HashSet::len).sum::<usize>(), 63);
            assert_eq!(shards.iter().flatten().cloned().collect::<HashSet<_>>(), all);
            let sizes = || shards.iter().map(HashSet::len);
            assert!(sizes().max().unwrap() - sizes().min().unwrap() <= 1, "{of}");
        }
    }

    #[test]
    fn the_order_of_puzzles_and_combinations_does_not_matter() {
        let mut boards = BOARDS;
        boards.reverse();
        let mut searches = SEARCHES;
        searches.reverse();
        let (one, other) = (experiment(&BOARDS, &SEARCHES, 4), experiment(&boards, &searches, 4));
        for n in 1..=5 {
            let shard = Some(Shard::new(n, 5).unwrap());
            assert_eq!(keys(&one, shard), keys(&other, shard));
        }
    }

    /// Shards that were made by an earlier version must fit.
    #[test]
    fn the_hash_never_changes() {
        assert_eq!(hash("", "", 0), 0xBF29_F4C7_9606_D8BF);
        assert_eq!(hash("3x3 #1", "astar manhattan", 1), 0x87EA_784F_2945_3C15);
        assert_ne!(hash("a", "b1", 1), hash("ab", "1", 1));
    }

    #[test]
    fn shards_are_written_as_they_are_read_and_mistakes_are_told() {
        assert_eq!("3/16".parse::<Shard>().unwrap().to_string(), "3/16");
        for (text, told) in [
            ("3", "as in 3/16"),
            ("x/2", "as in 3/16"),
            ("0/4", "from 1/4 to 4/4"),
            ("5/4", "no shard 5 of 4"),
            ("1/0", "at least one"),
            ("1/4000000000", "more than"),
            ("-1/4", "as in 3/16"),
        ] {
            let error = text.parse::<Shard>().unwrap_err();
            assert!(error.contains(told), "{text}: {error}");
        }
    }

    #[test]
    fn schedulers_tell_the_place() {
        let place = |of: Option<u32>, variables: &[(&str, &str)]| {
            let variable =
                |name: &str| variables.iter().find(|(is, _)| *is == name).map(|(_, value)| value.to_string());
            Shard::from_scheduler(of, variable).map(|shard| shard.to_string())
        };
        let slurm = |id, min, step| {
            [
                ("SLURM_ARRAY_TASK_ID", id),
                ("SLURM_ARRAY_TASK_COUNT", "4"),
                ("SLURM_ARRAY_TASK_MIN", min),
                ("SLURM_ARRAY_TASK_STEP", step),
            ]
        };
        assert_eq!(place(None, &slurm("0", "0", "1")).unwrap(), "1/4");
        assert_eq!(place(None, &slurm("4", "1", "1")).unwrap(), "4/4");
        assert_eq!(place(None, &slurm("7", "1", "2")).unwrap(), "4/4");
        assert!(place(Some(5), &slurm("1", "1", "1")).unwrap_err().contains("4 tasks in the array, not 5"));
        assert_eq!(place(Some(16), &[("HQ_TASK_ID", "16")]).unwrap(), "16/16");
        assert!(place(Some(16), &[("HQ_TASK_ID", "0")]).unwrap_err().contains("HQ_TASK_ID is 0"));
        assert!(place(None, &[("HQ_TASK_ID", "3")]).unwrap_err().contains("as in auto/16"));
        assert_eq!(place(Some(3), &[("JOB_COMPLETION_INDEX", "0")]).unwrap(), "1/3");
        assert!(place(Some(3), &[("JOB_COMPLETION_INDEX", "3")]).is_err());
        assert!(place(Some(3), &[]).unwrap_err().contains("no scheduler"));
        assert!(place(Some(3), &[("HQ_TASK_ID", "x")]).unwrap_err().contains("not a number"));
    }
}
