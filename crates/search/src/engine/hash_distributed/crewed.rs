//! HDA* by processes: each has the positions that are its own by their hash, so that memory adds up.
//!
//! - *How*: in rounds. In a round a process expands what it has, sends what belongs to others, and takes in what has
//!   come. The leader ends a round by saying that it is done, and so does a process whose memory is full; who hears
//!   that says the same, after all that it has sent. When all have said so nothing is under way, and all tell each
//!   other the least f that they have left. If none is below the best solution, the search has ended.
//! - *When a round ends* does not matter for what is proven: if it was too soon, there is another one. The leader ends
//!   it when all have told that they have nothing to do and as many parcels were taken in as were sent, when a limit
//!   comes, and now and then for the lower bound to be told.
//! - *A position* is sent as its key and its cost, with the number that its parent has where it comes from: about 14
//!   bytes for a board of 16 cells. Its owner estimates it, if it is new.
//! - *The way* to the goal is put together by all, one process after the other telling its part.
//! - *Memory*: that of HDA*, and eight bytes for each position that came from elsewhere.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use web_time::Instant;

use super::part::{Arrival, Part, Setting};
use crate::any::{AnyKey, ToAnyKey};
use crate::engine::path::moves_along;
use crate::engine::{End, Engine, Unsuited, View, Waiting};
use crate::heuristic::Heuristic;
use crate::meter::{Event, Meter, Stats, Stop};
use crate::peers::{Crew, Parcels, Reading, Words};
use crate::space::{Cost, StateSpace, UNCOUNTED};
use crate::store::NodeId;
use crate::verdict::{Solution, Verdict};

/// What a parcel has: positions; the cost of a solution; and, for the leader, what a process has done.
const POSITIONS: u64 = 0;
const BEST: u64 = 1;
const STATE: u64 = 2;

/// Where a position came from: from here, or from elsewhere.
const PLACES: usize = 2;

/// Expansions between two looks at what has come.
const SLICE: u64 = 64;
/// Slices after which all that there is for others is sent.
const ROUND: u64 = 16;
/// Positions after which they are sent.
const FULL: usize = 128;
/// What a position takes on its way, about.
const BYTES: usize = 16;
/// How long a process that has nothing to do waits for a message before it looks at its clock.
const WAIT: Duration = Duration::from_millis(5);
/// How often a process tells what it has done.
const REPORT: Duration = Duration::from_millis(20);
/// How often the processes come together for the lower bound to be told.
const TOGETHER: Duration = Duration::from_secs(2);
/// How long the leader waits for the others once it is to stop.
const PATIENCE: Duration = Duration::from_secs(5);

/// HDA* by processes, each with the positions that are its own by their hash. It works in rounds, which end for all at
/// the same time, and a step is a round; the guarantee is that of [`HashDistributed`](super::HashDistributed).
pub struct HashDistributedByCrew<'s, P: StateSpace, H: Heuristic<P>> {
    owner: Owner<'s, P, H>,
    parcels: Parcels,
    begun: bool,
    told: Option<Cost>,
    /// For the leader: the best solution, and what its goal cost.
    solution: Option<(Cost, Solution<P::Move>)>,
    end: End<P::Move>,
}

/// What one process has.
struct Owner<'s, P: StateSpace, H: Heuristic<P>> {
    setting: Setting<'s, P, H>,
    part: Part<P, H>,
    /// The cost of the best solution that it has heard of.
    best: AtomicU64,
    /// Ranks and nodes of parents that others have.
    elsewhere: Vec<(u32, NodeId)>,
    arrivals: Vec<Arrival<P::Key>>,
    /// Parcels of positions sent and taken in.
    counts: [u64; 2],
    /// For the leader: those of the others while they have nothing to do, and what they have done.
    idle: Vec<Option<[u64; 2]>>,
    done: Stats,
    /// Why what has come could not be taken in.
    trouble: Option<Stop>,
}

/// What a process tells at the end of a round.
struct Summary {
    least: Cost,
    goal: Cost,
    node: NodeId,
    stops: bool,
    uncounted: bool,
    stats: Stats,
}

impl<'s, P: StateSpace<Key: ToAnyKey>, H: Heuristic<P>> HashDistributedByCrew<'s, P, H> {
    /// A search that has not begun. All processes of the crew are to make the same.
    pub fn new(space: &'s P, heuristic: &'s H, crew: Arc<Crew>) -> Result<Self, Unsuited> {
        if !heuristic.quality(space).admissible {
            return Err(Unsuited::Inadmissible);
        }
        let setting = Setting { space, heuristic, parts: crew.size(), places: PLACES };
        let owner = Owner {
            setting,
            part: Part::new(setting, crew.rank(), 0),
            best: AtomicU64::new(Cost::MAX),
            elsewhere: Vec::new(),
            arrivals: Vec::new(),
            counts: [0; 2],
            idle: vec![None; crew.size()],
            done: Stats::default(),
            trouble: None,
        };
        let parcels = Parcels::new(crew);
        Ok(Self { owner, parcels, begun: false, told: None, solution: None, end: End::default() })
    }

    fn leads(&self) -> bool {
        self.parcels.crew().leads()
    }

    /// Takes in what has come.
    fn take_in(&mut self, wait: Duration, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let owner = &mut self.owner;
        let taken = self.parcels.take_in(wait, &mut |bytes| {
            owner.take(bytes, meter);
            Ok(())
        });
        taken.map_err(|_| self.parcels.why())
    }

    /// Sends what there is for others, if it is at least so many positions.
    fn post(&mut self, least: usize) {
        let rank = self.parcels.crew().rank();
        for to in 0..self.owner.part.outbox.len() {
            let batch = &mut self.owner.part.outbox[to];
            if batch.len() < least.max(1) {
                continue;
            }
            let mut message = Words::with_room(BYTES * batch.len());
            message.push(POSITIONS);
            message.push(rank as u64);
            let things = batch.len() as u64;
            for position in batch.drain(..) {
                write_key(&position.key.to_any(), &mut message);
                message.push(position.g);
                // What others are told of a node is its number here.
                message.push(u64::from(self.owner.setting.place(position.origin).1));
            }
            self.owner.counts[0] += 1;
            self.parcels.send(to, things, &message.into_bytes());
        }
        self.owner.part.has_full_batch = false;
    }

    fn post_best(&self, best: Cost) {
        let mut message = Words::default();
        message.push(BEST);
        message.push(best);
        let (crew, bytes) = (self.parcels.crew(), message.into_bytes());
        (0..crew.size()).filter(|&to| to != crew.rank()).for_each(|to| self.parcels.send(to, 0, &bytes));
    }

    /// Tells the leader what was done, and whether there is anything left to do here.
    fn report(&mut self, is_idle: bool, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let rank = self.parcels.crew().rank();
        let told = is_idle.then_some(self.owner.counts);
        if self.leads() {
            self.owner.idle[rank] = told;
            return meter.absorb(std::mem::take(&mut self.owner.done));
        }
        if std::mem::replace(&mut self.owner.idle[rank], told) == told && meter.stats.expanded == 0 {
            return Ok(());
        }
        let stats = std::mem::take(&mut meter.stats);
        let mut message = Words::default();
        message.push(STATE);
        message.push(rank as u64);
        message.push(is_idle.into());
        self.owner.counts.into_iter().for_each(|count| message.push(count));
        message.stats(&stats);
        self.parcels.send(0, 0, &message.into_bytes());
        Ok(())
    }

    /// Whether all have told that they have nothing to do, and nothing seems to be under way.
    fn seems_ended(&self) -> bool {
        let all: Option<Vec<[u64; 2]>> = self.owner.idle.iter().copied().collect();
        all.is_some_and(|all| {
            all.iter().map(|counts| counts[0]).sum::<u64>() == all.iter().map(|counts| counts[1]).sum()
        })
    }

    /// Works until somebody ends the round; why, if it was for a reason.
    fn work(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let began = Instant::now();
        let (mut reported, mut is_idle, mut slices) = (began, false, 0);
        self.owner.idle.fill(None);
        loop {
            self.take_in(if is_idle { WAIT } else { Duration::ZERO }, meter)?;
            self.owner.trouble.take().map_or(Ok(()), Err)?;
            if self.parcels.is_ending() {
                return Ok(());
            }
            let known = self.owner.best.load(Ordering::Relaxed);
            let worked = self.owner.expand(meter);
            let best = self.owner.best.load(Ordering::Relaxed);
            if best < known {
                self.post_best(best);
            }
            is_idle = !worked?;
            slices += 1;
            self.post(if is_idle || slices % ROUND == 0 { 1 } else { FULL });
            if is_idle || reported.elapsed() >= REPORT {
                reported = Instant::now();
                self.report(is_idle, meter)?;
                if self.leads() && (self.seems_ended() || began.elapsed() >= TOGETHER) {
                    return Ok(());
                }
            }
        }
    }

    /// A round, and what all come to in it; the verdict if it was the last.
    fn round(&mut self, meter: &mut Meter<'_>) -> Result<Option<Verdict<P::Move>>, Stop> {
        if !self.begun {
            self.begun = true;
            self.owner.begin(meter)?;
        }
        let mut why = self.work(meter).err();
        if self.parcels.is_over() {
            return Err(Stop::Cancelled);
        }
        self.post(1);
        self.parcels.say_done();
        let mut asked = None;
        while !self.parcels.all_are_done() {
            patience(&mut asked, meter)?;
            self.take_in(WAIT, meter)?;
        }
        why = why.or(self.owner.trouble.take());
        let leads = self.leads();
        let own = self.owner.summary(why.is_some(), leads, meter);
        let crew = self.parcels.crew();
        let told = crew.gather(own, &mut || patience(&mut asked, meter))?;
        self.parcels.next_layer();
        let all: Vec<Summary> = told.iter().map(|bytes| Summary::read(bytes)).collect();
        self.together(&all, why, meter)
    }

    /// What follows from what all have told; all come to the same.
    fn together(
        &mut self,
        all: &[Summary],
        why: Option<Stop>,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Verdict<P::Move>>, Stop> {
        let best = all.iter().map(|one| one.goal).min().unwrap_or(Cost::MAX);
        let least = all.iter().map(|one| one.least).min().unwrap_or(Cost::MAX).min(best);
        let is_news = self.solution.as_ref().map_or(best < Cost::MAX, |(known, _)| best < *known);
        if is_news {
            self.find_way(all, best, least, meter)?;
        }
        if self.leads() {
            let (done, peak) =
                all[1..].iter().fold((Stats::default(), all[0].stats.peak_bytes), |sum, one| {
                    let peak_bytes = 0;
                    (sum.0.plus(&Stats { peak_bytes, ..one.stats }), sum.1 + one.stats.peak_bytes)
                });
            // What was done is counted; whether it was too much the next round will tell.
            _ = meter.absorb(done.plus(&std::mem::take(&mut self.owner.done)));
            meter.stats.peak_bytes = meter.stats.peak_bytes.max(peak);
            if least < UNCOUNTED && self.told.is_none_or(|told| least > told) {
                self.told = Some(least);
                meter.tell(Event::Bound(least));
            }
        }
        let stops = all.iter().any(|one| one.stops);
        if least < best.min(UNCOUNTED) && !stops {
            return Ok(None);
        }
        if least < best.min(UNCOUNTED) {
            return Err(why.unwrap_or(Stop::Memory));
        }
        match self.solution.take() {
            Some((_, solution)) => {
                let Solution { moves, cost, .. } = solution;
                Ok(Some(Verdict::Solved(Solution::bounded(moves, cost, cost))))
            }
            None if all.iter().any(|one| one.uncounted) => Err(Stop::Cost),
            None => Ok(Some(Verdict::Unsolvable)),
        }
    }

    /// The moves to the best goal, which all put together.
    fn find_way(
        &mut self,
        all: &[Summary],
        best: Cost,
        least: Cost,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        let first = all.iter().position(|one| one.goal == best).unwrap_or(0);
        let (mut keys, mut asked) = (Vec::new(), None);
        let mut at = Some((first, all[first].node));
        while let Some((rank, node)) = at {
            let is_here = rank == self.parcels.crew().rank();
            let own = if is_here { self.owner.chain(node).into_bytes() } else { Vec::new() };
            let told = self.parcels.crew().gather(own, &mut || patience(&mut asked, meter))?;
            let mut chain = Reading::new(&told[rank]);
            for _ in 0..chain.next() {
                keys.push(P::Key::from_any(&read_key(&mut chain)));
            }
            at = match chain.next() {
                0 => None,
                rank => Some((rank as usize - 1, chain.next() as NodeId)),
            };
        }
        keys.reverse();
        let (moves, cost) = moves_along(self.owner.setting.space, keys.iter().skip(1));
        let solution = Solution::bounded(moves, cost, least.min(cost));
        if self.leads() {
            meter.tell_solution(&solution);
        }
        self.solution = Some((best, solution));
        Ok(())
    }

    fn stopped(&mut self, why: Stop) -> Verdict<P::Move> {
        let lower_bound = self.told.unwrap_or(0);
        Verdict::Stopped { why, best: self.solution.take().map(|(_, solution)| solution), lower_bound }
    }
}

/// Whether the leader is to wait on, once a limit asks it to stop: the others have a while to come together.
fn patience(asked: &mut Option<Instant>, meter: &Meter<'_>) -> Result<(), Stop> {
    match meter.check_clock() {
        Err(why) if asked.get_or_insert_with(Instant::now).elapsed() > PATIENCE => Err(why),
        _ => Ok(()),
    }
}

impl<P: StateSpace<Key: ToAnyKey>, H: Heuristic<P>> Owner<'_, P, H> {
    /// What is held beside the positions.
    fn bytes_beside(&self) -> u64 {
        (self.elsewhere.capacity() * size_of::<(u32, NodeId)>()) as u64
    }

    /// Begins with the start, if it belongs here.
    fn begin(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let start = self.setting.space.pack(&self.setting.space.start());
        match self.setting.owner(crate::store::hash(&start)) == self.part.number {
            true => self.part.begin(self.setting, meter),
            false => Ok(()),
        }
    }

    /// A slice of expansions; whether there were that many to be made.
    fn expand(&mut self, meter: &mut Meter<'_>) -> Result<bool, Stop> {
        let beside = self.bytes_beside();
        for _ in 0..SLICE {
            if !self.part.advance(self.setting, &self.best, beside, meter)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn take(&mut self, bytes: &[u8], meter: &mut Meter<'_>) {
        let mut parcel = Reading::new(bytes);
        match parcel.next() {
            POSITIONS => {
                self.counts[1] += 1;
                self.take_positions(&mut parcel, meter);
            }
            BEST => _ = self.best.fetch_min(parcel.next(), Ordering::Relaxed),
            _ => {
                let (rank, is_idle) = (parcel.next() as usize, parcel.next() == 1);
                let counts = [parcel.next(), parcel.next()];
                self.idle[rank] = is_idle.then_some(counts);
                self.done = self.done.plus(&Stats { peak_bytes: 0, ..parcel.stats() });
            }
        }
    }

    fn take_positions(&mut self, parcel: &mut Reading<'_>, meter: &mut Meter<'_>) {
        let rank = parcel.next() as u32;
        let mut arrivals = std::mem::take(&mut self.arrivals);
        while !parcel.is_empty() {
            let key = P::Key::from_any(&read_key(parcel));
            let (hash, g) = (crate::store::hash(&key), parcel.next());
            arrivals.push(Arrival { key, hash, g, parent: parcel.next() as NodeId });
        }
        let known = (self.best.load(Ordering::Relaxed), self.bytes_beside());
        let (setting, elsewhere) = (self.setting, &mut self.elsewhere);
        let mut origin = |parent| {
            elsewhere.push((rank, parent));
            setting.origin(1, (elsewhere.len() - 1) as NodeId)
        };
        let taken = self.part.take_arrivals(setting, &mut arrivals, &mut origin, known, meter);
        self.trouble = self.trouble.or(taken.err());
        self.arrivals = arrivals;
    }

    fn summary(&mut self, stops: bool, leads: bool, meter: &mut Meter<'_>) -> Vec<u8> {
        let peak_bytes = self.part.bytes() + self.bytes_beside();
        // The leader's are on its meter.
        let done = if leads { Stats::default() } else { std::mem::take(&mut meter.stats) };
        let stats = Stats { peak_bytes, ..done };
        let goal = self.part.goal;
        let mut message = Words::default();
        message.push(self.part.least_f(self.setting));
        message.push(goal.map_or(Cost::MAX, |(cost, _)| cost));
        message.push(goal.map_or(0, |(_, node)| node.into()));
        message.push(stops.into());
        message.push(self.part.reached.uncounted.into());
        message.stats(&stats);
        message.into_bytes()
    }

    /// The keys from a node back to where they come from elsewhere, or to the start, and who has what is before them.
    fn chain(&self, node: NodeId) -> Words {
        let (mut nodes, mut before) = (vec![node], None);
        while let Some(origin) = self.part.reached.graph.parent(nodes[nodes.len() - 1]) {
            match self.setting.place(origin) {
                (0, node) => nodes.push(node),
                (_, index) => {
                    before = Some(self.elsewhere[index as usize]);
                    break;
                }
            }
        }
        let mut message = Words::default();
        message.push(nodes.len() as u64);
        for node in nodes {
            write_key(&self.part.reached.graph.key(node).to_any(), &mut message);
        }
        match before {
            None => message.push(0),
            Some((rank, node)) => {
                message.push(u64::from(rank) + 1);
                message.push(node.into());
            }
        }
        message
    }
}

impl Summary {
    fn read(bytes: &[u8]) -> Self {
        let mut told = Reading::new(bytes);
        Self {
            least: told.next(),
            goal: told.next(),
            node: told.next() as NodeId,
            stops: told.next() == 1,
            uncounted: told.next() == 1,
            stats: told.stats(),
        }
    }
}

/// Bytes of a key that is no more than two words.
const WORDS: usize = 16;

fn write_key(key: &AnyKey, to: &mut Words) {
    match key {
        AnyKey::Words([low, high]) => {
            let both = u128::from(*low) | u128::from(*high) << 64;
            let used = WORDS - both.leading_zeros() as usize / 8;
            to.push(used as u64);
            to.raw(&both.to_le_bytes()[..used]);
        }
        AnyKey::Bytes(bytes) => {
            to.push((WORDS + 1 + bytes.len()) as u64);
            to.raw(bytes);
        }
    }
}

fn read_key(from: &mut Reading<'_>) -> AnyKey {
    let length = from.next() as usize;
    if length > WORDS {
        return AnyKey::Bytes(from.raw(length - WORDS - 1).into());
    }
    let mut both = [0; WORDS];
    let used = from.raw(length);
    both[..used.len()].copy_from_slice(used);
    let both = u128::from_le_bytes(both);
    AnyKey::Words([both as u64, (both >> 64) as u64])
}

impl<P: StateSpace<Key: ToAnyKey>, H: Heuristic<P>> Engine<P> for HashDistributedByCrew<'_, P, H> {
    fn step(&mut self, meter: &mut Meter<'_>) -> ControlFlow<Verdict<P::Move>> {
        if self.end.is_there() {
            return self.end.again();
        }
        match self.round(meter) {
            Ok(None) => ControlFlow::Continue(()),
            Ok(Some(verdict)) => self.end.note(verdict),
            Err(why) => {
                let verdict = self.stopped(why);
                self.end.note(verdict)
            }
        }
    }

    fn view(&self) -> View<P::Key> {
        let (setting, part) = (self.owner.setting, &self.owner.part);
        if part.reached.len() == 0 {
            return View::of_start(setting.space, setting.heuristic);
        }
        View {
            position: part.reached.graph.key(part.current).clone(),
            parent: None,
            g: part.reached.cost(part.current),
            h: Some(part.h(setting, part.current)),
            bound: self.told,
            frontier: part.open.len(),
            stored: part.reached.len(),
        }
    }

    fn waiting(&self, most: usize) -> Vec<Waiting<P::Key>> {
        self.view().waiting(most)
    }
}
