//! The whole reachable space of a puzzle: how many positions, how far they lie, which start is the hardest.
//!
//! Two layered searches: one from the start over everything that can be reached, one from all goals among that.
//! Mirror images are not merged, so that counts are of real positions; how many there are up to mirror images is
//! counted beside. Memory: about four bytes a position, twice.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use slidewise_search::layered::{
    Advance, Frontier, KeyList, LayerFile, Options, Purpose, Reader, retrace_from,
};
use slidewise_search::{Meter, StateSpace, Stop};

use super::bits::Bits;
use super::codec::BrickKey;
use super::components::{Connectivity, connectivity};
use super::metric::Metric;
use super::puzzle::Puzzle;
use super::replay::Position;
use super::solution::Slide;
use super::space::BrickSpace;
use super::{WithSpace, with_space};

/// What there is to know about the space of a puzzle.
#[derive(Clone, Debug, Default)]
pub struct Explored {
    /// Positions reached.
    pub states: u64,
    /// Positions up to mirror images, where those can be reached too; equal to `states` without symmetry.
    pub up_to_mirror: u64,
    /// Positions that are goals.
    pub goals: u64,
    /// Positions by their distance from the start.
    pub by_depth: Vec<usize>,
    /// Pairs of positions that are one move apart.
    pub edges: u64,
    /// Positions with exactly one neighbour: the only move is back.
    pub dead_ends: u64,
    /// The most neighbours of a position.
    pub most_neighbours: u64,
    /// What is known about the way to the goal; nothing if no goal can be reached.
    pub to_goal: Option<ToGoal>,
    /// All arrangements of the pieces and their connected parts, if they were counted.
    pub connectivity: Option<Connectivity>,
    /// Keys that processes sent to each other, and the bytes that they took.
    pub sent: [u64; 2],
    /// Why it ended early. Then all counts are of what was reached until then.
    pub stopped: Option<Stop>,
    /// What went wrong with scratch files, or with one of several processes.
    pub trouble: Option<String>,
}

/// Distances to the goal over the whole space.
#[derive(Clone, Debug, Default)]
pub struct ToGoal {
    /// Positions by the length of their shortest solution.
    pub by_length: Vec<usize>,
    /// The length for the hardest starts.
    pub hardest_length: usize,
    /// How many starts are that hard.
    pub hardest_count: usize,
    /// Some of them, at most as many as asked for.
    pub hardest: Vec<Position>,
    /// A shortest solution of the first of them.
    pub solution: Vec<Slide>,
}

/// What to explore beside the counts.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// Hardest starts to be listed.
    pub hardest: usize,
    /// Arrangements of the pieces to look at in search of parts that cannot be reached; 0 for none.
    pub arrangements: usize,
}

impl Default for Wanted {
    fn default() -> Self {
        Self { hardest: 1, arrangements: 0 }
    }
}

/// Explores a puzzle in a metric. `meter` sets the limits and hears of progress: a bound with each layer.
pub fn explore(
    puzzle: &Puzzle,
    metric: Metric,
    wanted: Wanted,
    options: &Options,
    meter: &mut Meter<'_>,
) -> Explored {
    // Without a file nothing can fail.
    explore_kept(puzzle, metric, wanted, options, None, meter).unwrap_or_default()
}

/// Where the layers of an exploration are kept, and how often they are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keeping {
    /// The file.
    pub path: PathBuf,
    /// Time between two writes.
    pub every: Duration,
    /// What identifies puzzle, metric and program.
    pub what: String,
}

/// The same, with the layers that are complete in a file, if one is named: it goes on from what is there, with any
/// number of processes. The file stays at the end: whoever has put the answer where it cannot be lost may remove it.
pub fn explore_kept(
    puzzle: &Puzzle,
    metric: Metric,
    wanted: Wanted,
    options: &Options,
    keeping: Option<&Keeping>,
    meter: &mut Meter<'_>,
) -> io::Result<Explored> {
    let leads = options.crew.as_ref().is_none_or(|crew| crew.leads());
    let open = |keeping: &Keeping| LayerFile::open(&keeping.path, keeping.every, &keeping.what, leads);
    let kept = keeping.map(open).transpose()?;
    with_space(puzzle, metric, false, Explorer { puzzle, wanted, options, meter, kept, failed: None })
}

/// The two frontiers of an exploration.
const FROM_START: u64 = 0;
const FROM_GOALS: u64 = 1;

struct Explorer<'a, 'm> {
    puzzle: &'a Puzzle,
    wanted: Wanted,
    options: &'a Options,
    meter: &'a mut Meter<'m>,
    kept: Option<LayerFile>,
    /// Why nothing more can be kept.
    failed: Option<io::Error>,
}

impl WithSpace for Explorer<'_, '_> {
    type Out = io::Result<Explored>;

    fn run<B: Bits, K: BrickKey>(mut self, space: &BrickSpace<B, K>) -> io::Result<Explored> {
        let mut explored = Explored::default();
        explored.stopped = self.everything(space, &mut explored).err();
        explored.trouble = self.options.trouble.told();
        if explored.stopped.is_none() && self.wanted.arrangements > 0 && self.speaks() {
            explored.connectivity = connectivity(space, self.wanted.arrangements);
        }
        self.failed.map_or(Ok(explored), Err)
    }
}

impl Explorer<'_, '_> {
    /// Whether this process has an answer to give.
    fn speaks(&self) -> bool {
        self.options.crew.as_ref().is_none_or(|crew| crew.leads())
    }

    /// What all processes have counted together; what one has counted if there is only one.
    fn sums(&self, own: &[u64]) -> Result<Vec<u64>, Stop> {
        match &self.options.crew {
            Some(crew) => crew.sums(own, &mut || self.meter.check_clock()),
            None => Ok(own.to_vec()),
        }
    }

    fn everything<B: Bits, K: BrickKey>(
        &mut self,
        space: &BrickSpace<B, K>,
        explored: &mut Explored,
    ) -> Result<(), Stop> {
        let known = self.kept.as_mut().map_or(Ok(None), |kept| kept.counted(FROM_START));
        let known = known.map_err(|error| self.unkept(&error))?;
        let known = self.told(known.unwrap_or_default())?;
        let goals = match &known[..] {
            [] => self.around_the_start(space, explored)?,
            known => {
                explored.recall(known);
                Vec::new()
            }
        };
        if explored.goals > 0 {
            let mut back = Frontier::new(space, goals, Purpose::Layers, self.options);
            if !self.go_on(&mut back, FROM_GOALS)? {
                back.count_sources(self.meter)?;
                self.keep(&mut back, FROM_GOALS)?;
            }
            if let Some(kept) = self.kept.as_mut().filter(|_| known.is_empty()) {
                // Of the frontier around the start nothing but this is needed any more.
                let counted = kept.count(FROM_START, &explored.numbers());
                counted.map_err(|error| self.unkept(&error))?;
            }
            self.make_all(&mut back, FROM_GOALS)?;
            let sent = back.sent();
            explored.sent = [explored.sent[0] + sent[0], explored.sent[1] + sent[1]];
            explored.to_goal = Some(self.hardest(space, &back).map_err(|error| self.why(&error))?);
        }
        let sent = self.sums(&explored.sent)?;
        explored.sent = [sent[0], sent[1]];
        Ok(())
    }

    /// Everything around the start; the goals among what this process has of it.
    fn around_the_start<B: Bits, K: BrickKey>(
        &mut self,
        space: &BrickSpace<B, K>,
        explored: &mut Explored,
    ) -> Result<Vec<K>, Stop> {
        let start = space.pack(&space.start());
        let mut front = Frontier::new(space, vec![start], Purpose::Counts, self.options);
        if !self.go_on(&mut front, FROM_START)? {
            front.count_sources(self.meter)?;
        }
        let ended = self.make_all(&mut front, FROM_START);
        explored.by_depth = front.sizes().to_vec();
        explored.states = explored.by_depth.iter().map(|&n| n as u64).sum();
        explored.up_to_mirror = explored.states;
        explored.sent = front.sent();
        let mirrored = if ended.is_ok() { self.up_to_mirror(space, &front)? } else { None };
        explored.up_to_mirror = mirrored.unwrap_or(explored.states);
        let mut counts = front.into_counts();
        counts.goals.sort_unstable();
        let own = [counts.goals.len() as u64, counts.neighbours, counts.dead_ends];
        // A search that was stopped has nobody to ask any more.
        let sums = if ended.is_ok() { self.sums(&own)? } else { own.to_vec() };
        explored.goals = sums[0];
        explored.edges = sums[1] / 2;
        explored.dead_ends = sums[2];
        explored.most_neighbours = self.most(counts.most_neighbours, ended.is_ok())?;
        ended.map(|()| counts.goals)
    }

    /// Makes all layers, and keeps those that are complete now and then.
    fn make_all<B: Bits, K: BrickKey>(
        &mut self,
        front: &mut Frontier<'_, BrickSpace<B, K>>,
        side: u64,
    ) -> Result<(), Stop> {
        loop {
            match front.advance(0, self.meter) {
                Ok(Advance::Layer) => {}
                Ok(_) => return Ok(()),
                Err(stop) => {
                    // Several processes are somewhere in the middle of a layer.
                    if self.options.crew.is_none() {
                        self.keep(front, side)?;
                    }
                    return Err(stop);
                }
            }
            if let Some(kept) = &self.kept {
                let is_due = u64::from(self.speaks() && kept.is_due());
                if self.sums(&[is_due])?[0] > 0 {
                    self.keep(front, side)?;
                }
            }
        }
    }

    fn keep<B: Bits, K: BrickKey>(
        &mut self,
        front: &mut Frontier<'_, BrickSpace<B, K>>,
        side: u64,
    ) -> Result<(), Stop> {
        let Some(kept) = &mut self.kept else { return Ok(()) };
        let done = front.keep(kept, side);
        done.map_err(|error| self.unkept(&error))
    }

    fn go_on<B: Bits, K: BrickKey>(
        &mut self,
        front: &mut Frontier<'_, BrickSpace<B, K>>,
        side: u64,
    ) -> Result<bool, Stop> {
        let Some(kept) = &mut self.kept else { return Ok(false) };
        let went = front.go_on_from(kept, side);
        went.map_err(|error| self.unkept(&error))
    }

    /// The file failed this process; or another one, which has ended all.
    fn unkept(&mut self, error: &io::Error) -> Stop {
        if error.kind() != io::ErrorKind::Interrupted {
            self.failed = Some(io::Error::new(error.kind(), error.to_string()));
        }
        Stop::Cancelled
    }

    /// Numbers that the leader has, told to all.
    fn told(&self, own: Vec<u64>) -> Result<Vec<u64>, Stop> {
        let Some(crew) = self.options.crew.as_ref().filter(|_| self.kept.is_some()) else { return Ok(own) };
        let all = crew.numbers(&own, &mut || self.meter.check_clock())?;
        Ok(all.into_iter().next().unwrap_or_default())
    }

    /// The largest of a number of all processes.
    fn most(&self, own: u64, ask: bool) -> Result<u64, Stop> {
        let Some(crew) = self.options.crew.as_ref().filter(|_| ask) else { return Ok(own) };
        let all = crew.gather(own.to_le_bytes().to_vec(), &mut || self.meter.check_clock())?;
        Ok(all
            .iter()
            .filter_map(|bytes| Some(u64::from_le_bytes(bytes[..].try_into().ok()?)))
            .max()
            .unwrap_or(own))
    }

    /// What an error means of reading layers: that they were lost, or that it was to stop.
    fn why(&self, error: &io::Error) -> Stop {
        match error.kind() {
            io::ErrorKind::Interrupted => self.meter.check_clock().err().unwrap_or(Stop::Cancelled),
            _ => Stop::Memory,
        }
    }

    fn hardest<B: Bits, K: BrickKey>(
        &self,
        space: &BrickSpace<B, K>,
        back: &Frontier<'_, BrickSpace<B, K>>,
    ) -> io::Result<ToGoal> {
        let depth = back.depth();
        let keys = self.first_keys(back)?;
        let mut state = space.start();
        let hardest = keys.iter().map(|key| {
            space.unpack(key, &mut state);
            space.position(self.puzzle, &state)
        });
        // One is needed for its solution, whether it is asked for or not.
        let hardest: Vec<Position> = hardest.take(self.wanted.hardest).collect();
        let path = back.path_to_source(keys[0], depth)?;
        space.unpack(&keys[0], &mut state);
        let moves = retrace_from(space, state.clone(), &path);
        let moves = moves.ok_or_else(|| io::Error::other("the layers do not connect"))?;
        Ok(ToGoal {
            by_length: back.sizes().to_vec(),
            hardest_length: depth,
            hardest_count: back.sizes()[depth],
            hardest,
            solution: space.slides_from(&state, &moves),
        })
    }

    /// The first keys of the last layer, as many as are asked for and at least one.
    fn first_keys<B: Bits, K: BrickKey>(&self, back: &Frontier<'_, BrickSpace<B, K>>) -> io::Result<Vec<K>> {
        let wanted = self.wanted.hardest.max(1);
        let mut keys: Vec<K> = Vec::new();
        let read = each_key(back.last(), |key| {
            if keys.len() < wanted {
                keys.push(key);
            }
        });
        let Some(crew) = &self.options.crew else { return read.map(|()| keys) };
        let mut own = Vec::new();
        let mut last = K::default();
        for &key in &keys {
            key.write_after(last, &mut own);
            last = key;
        }
        let gone = |_| io::Error::from(io::ErrorKind::Interrupted);
        let own = read.map(|()| own).map_err(|error| error.to_string());
        let all = crew.gather_all(own, &mut || self.meter.check_clock()).map_err(gone)?;
        let all = all.map_err(|reason| {
            self.options.trouble.replace(reason.clone());
            io::Error::other(reason)
        })?;
        keys.clear();
        for mut bytes in all.iter().map(Vec::as_slice) {
            last = K::default();
            while !bytes.is_empty() {
                last = K::read_after(last, &mut bytes);
                keys.push(last);
            }
        }
        keys.sort_unstable();
        keys.truncate(wanted);
        Ok(keys)
    }

    /// Counts the positions whose key is the least among their images that can be reached. A symmetry that maps one
    /// reachable position to another maps all; one that does not, none. `None` if a layer was given up or cannot be
    /// read.
    fn up_to_mirror<B: Bits, K: BrickKey>(
        &self,
        space: &BrickSpace<B, K>,
        front: &Frontier<'_, BrickSpace<B, K>>,
    ) -> Result<Option<u64>, Stop> {
        let mut reader = Reader::default();
        let (mut found, mut unread) = (Vec::new(), 0);
        for image in space.images(&space.start()) {
            let mut there = 0;
            for depth in 0..=front.depth() {
                match front.layer(depth).map(|layer| layer.contains(image, &mut reader)) {
                    Some(Ok(is_there)) => there |= u64::from(is_there),
                    Some(Err(_)) | None => unread += 1,
                }
            }
            found.push(there);
        }
        let reachable = self.sums(&found)?;
        let mut count = 0;
        let mut state = space.start();
        for layer in (0..=front.depth()).filter_map(|depth| front.layer(depth)) {
            let read = each_key(layer, |key| {
                space.unpack(&key, &mut state);
                let images = space.images(&state).zip(&reachable);
                count += u64::from(images.filter(|(_, there)| **there > 0).all(|(image, _)| key <= image));
            });
            unread += u64::from(read.is_err());
        }
        let sums = self.sums(&[count, unread])?;
        Ok((sums[1] == 0).then_some(sums[0]))
    }
}

impl Explored {
    /// What was counted around the start.
    fn numbers(&self) -> Vec<u64> {
        let Self { states, up_to_mirror, goals, edges, dead_ends, most_neighbours, .. } = *self;
        let sizes = self.by_depth.iter().map(|&size| size as u64);
        [states, up_to_mirror, goals, edges, dead_ends, most_neighbours].into_iter().chain(sizes).collect()
    }

    fn recall(&mut self, numbers: &[u64]) {
        if let Some((&[states, up_to_mirror, goals, edges, dead_ends, most_neighbours], sizes)) =
            numbers.split_first_chunk()
        {
            let by_depth = sizes.iter().map(|&size| size as usize).collect();
            let counted = Self { states, up_to_mirror, goals, edges, dead_ends, by_depth, ..Self::default() };
            *self = Self { most_neighbours, ..counted };
        }
    }
}

fn each_key<K: BrickKey>(list: &KeyList<K>, mut visit: impl FnMut(K)) -> io::Result<()> {
    let mut reader = Reader::default();
    for block in 0..list.blocks() {
        list.read(block, &mut reader)?;
        reader.keys.iter().for_each(|&key| visit(key));
    }
    Ok(())
}
