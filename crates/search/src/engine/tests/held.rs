//! What stands for something else does all that it does: engines that are owned or have other types, heuristics that
//! are borrowed or put together. A method that has a default is easily forgotten there.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

use super::super::*;
use super::toys;
use crate::any::{AnyHeuristic, AnyMove, AnySpace, Pair, ToAnyMove, retyped};
use crate::closures::guess;
use crate::heuristic::{Blind, Max, Quality};
use crate::space::Reversible;
use crate::verdict::{Weight, verify};

/// What was called.
type Calls = Arc<Mutex<Vec<&'static str>>>;

/// An engine that does nothing but note what is asked of it, and has a way of its own to do everything.
struct Noting<P: StateSpace> {
    calls: Calls,
    start: P::Key,
}

impl<P: StateSpace> Noting<P> {
    fn new(space: &P, calls: &Calls) -> Self {
        Self { calls: Arc::clone(calls), start: space.pack(&space.start()) }
    }

    fn note(&self, call: &'static str) {
        self.calls.lock().unwrap().push(call);
    }
}

impl<P: StateSpace<Key: Sync>> Engine<P> for Noting<P> {
    fn step(&mut self, _: &mut Meter<'_>) -> ControlFlow<Verdict<P::Move>> {
        self.note("step");
        ControlFlow::Break(Verdict::Unsolvable)
    }
    fn view(&self) -> View<P::Key> {
        self.note("view");
        let position = self.start.clone();
        View { position, parent: None, g: 0, h: None, bound: None, frontier: 0, stored: 0 }
    }
    fn waiting(&self, _: usize) -> Vec<Waiting<P::Key>> {
        self.note("waiting");
        Vec::new()
    }
    fn run_to(&mut self, _: u64, _: &mut Meter<'_>) -> ControlFlow<Verdict<P::Move>> {
        self.note("run_to");
        ControlFlow::Break(Verdict::Unsolvable)
    }
    fn iterate_to(&mut self, _: u64, _: &mut Meter<'_>) -> ControlFlow<Verdict<P::Move>> {
        self.note("iterate_to");
        ControlFlow::Break(Verdict::Unsolvable)
    }
    fn save(&self, _: &Stats) -> Option<Saved> {
        self.note("save");
        None
    }
    fn restore(&mut self, _: &Saved) -> Result<(), NotOfThisSearch> {
        self.note("restore");
        Ok(())
    }
}

/// Asks an engine for everything.
fn ask<P: StateSpace>(engine: &mut impl Engine<P>, saved: &Saved) {
    let mut nobody = ();
    let mut meter = Meter::new(Limits::default(), Cancel::default(), &mut nobody);
    assert!(engine.step(&mut meter).is_break());
    assert!(engine.run_to(9, &mut meter).is_break());
    assert!(engine.iterate_to(9, &mut meter).is_break());
    assert!(engine.waiting(1).is_empty());
    assert_eq!(engine.view().stored, 0);
    assert_eq!(engine.save(&Stats::default()), None);
    assert_eq!(engine.restore(saved), Ok(()));
}

const ASKED: [&str; 7] = ["step", "run_to", "iterate_to", "waiting", "view", "save", "restore"];

/// Numbers up to 99, by one or by ten in either direction; the goal is 37.
#[derive(Clone)]
struct Counting;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct By(i8);

impl ToAnyMove for By {
    fn to_any(self) -> AnyMove {
        AnyMove(u32::from(self.0 as u8))
    }
    fn from_any(m: AnyMove) -> Self {
        Self(m.0 as u8 as i8)
    }
}

impl StateSpace for Counting {
    type State = u8;
    type Key = u8;
    type Move = By;
    type Moves = std::vec::IntoIter<By>;
    fn start(&self) -> u8 {
        0
    }
    fn is_goal(&self, s: &u8) -> bool {
        *s == 37
    }
    fn moves(&self, s: &u8, _: Option<By>) -> Self::Moves {
        let fits = |by: &By| s.checked_add_signed(by.0).is_some_and(|n| n < 100);
        [1, -1, 10, -10].map(By).into_iter().filter(fits).collect::<Vec<_>>().into_iter()
    }
    fn cost(&self, _: By) -> Cost {
        1
    }
    fn apply(&self, s: &mut u8, m: By) {
        *s = s.wrapping_add_signed(m.0);
    }
    fn undo(&self, s: &mut u8, m: By) {
        *s = s.wrapping_sub_signed(m.0);
    }
    fn pack(&self, s: &u8) -> u8 {
        *s
    }
    fn unpack(&self, k: &u8, into: &mut u8) {
        *into = *k;
    }
}

impl Reversible for Counting {
    fn goals(&self) -> Option<Vec<u8>> {
        Some(vec![37])
    }
    fn inverse(&self, m: By) -> By {
        By(-m.0)
    }
}

/// What a search has saved that was broken off.
fn saved() -> Saved {
    let mut nobody = ();
    let mut meter = Meter::new(Limits::default(), Cancel::default(), &mut nobody);
    let mut search = Deepening::<_, _>::new(&Counting, &Blind, DeepeningOptions::default());
    assert!(search.run_to(100, &mut meter).is_continue());
    search.save(&meter.stats).expect("it is under way")
}

#[test]
fn owned_engines_are_asked_for_everything() {
    let calls = Calls::default();
    let (space, blind) = (Arc::new(Counting), Arc::new(Blind));
    let mut engine = Owned::new(space, blind, |space, _| Box::new(Noting::new(space, &calls)));
    ask(&mut engine, &saved());
    assert_eq!(*calls.lock().unwrap(), ASKED);
}

#[test]
fn retyped_engines_are_asked_for_everything() {
    let calls = Calls::default();
    let space = AnySpace::new(Arc::new(Pair { space: Counting, heuristic: Blind }));
    let mut engine = retyped::<Counting>(Box::new(Noting::new(&space, &calls)));
    ask(&mut engine, &saved());
    assert_eq!(*calls.lock().unwrap(), ASKED);
}

/// An iteration ends where it does in an engine that is not held, and what was saved is gone on with.
#[test]
fn iterations_of_held_engines_end() {
    fn iterated<P: StateSpace>(engine: &mut impl Engine<P>) -> Vec<u64> {
        let mut nobody = ();
        let mut meter = Meter::new(Limits::default(), Cancel::default(), &mut nobody);
        let mut ends = Vec::new();
        while engine.iterate_to(u64::MAX, &mut meter).is_continue() {
            ends.push(meter.stats.expanded);
        }
        ends
    }
    let plain = iterated(&mut Deepening::<_, _>::new(&Counting, &Blind, DeepeningOptions::default()));
    assert!(plain.len() > 5, "{plain:?}");
    let mut owned = Owned::new(Arc::new(Counting), Arc::new(Blind), |space, blind| {
        Box::new(Deepening::<_, _>::new(space, blind, DeepeningOptions::default()))
    });
    assert_eq!(iterated(&mut owned), plain);
    let space = AnySpace::new(Arc::new(Pair { space: Counting, heuristic: Blind }));
    let deepening = Deepening::<_, _>::new(&space, &AnyHeuristic, DeepeningOptions::default());
    let mut engine = retyped::<Counting>(Box::new(deepening));
    assert_eq!(iterated(&mut engine), plain);
    let deepening = Deepening::<_, _>::new(&space, &AnyHeuristic, DeepeningOptions::default());
    let mut engine = retyped::<Counting>(Box::new(deepening));
    assert_eq!(engine.restore(&saved()), Ok(()));
    assert_eq!(engine.solve().solution().map(|solution| solution.cost), Some(7));
}

/// A goal is found by a space without types also where the estimate is above 0 there.
#[test]
fn goals_of_spaces_without_types_are_found() {
    let wrong = guess(|n: &u8| Cost::from(n / 10) + 2);
    let space = AnySpace::new(Arc::new(Pair { space: Counting, heuristic: wrong }));
    let limits = Limits { nodes: Some(200_000), ..Limits::default() };
    for (name, mut engine) in toys::all_engines(&space, &AnyHeuristic) {
        let verdict = engine.solve_within(limits);
        let Some(solution) = verdict.solution() else {
            assert!(toys::LOCAL.contains(&name), "{name}: {verdict}");
            continue;
        };
        assert_eq!(verify(&space, solution), Ok(()), "{name}");
    }
}

/// A heuristic with a way of its own to do everything.
struct Own;

impl Heuristic<Counting> for Own {
    type Partial = u8;
    const ZERO_AT_GOALS: bool = false;
    fn init(&self, _: &Counting, s: &u8) -> u8 {
        *s
    }
    fn update(&self, _: &Counting, _: u8, _: By, after: &u8) -> u8 {
        100 + after
    }
    fn foresee(&self, _: &Counting, old: u8, _: By, _: &u8) -> u8 {
        200 + old
    }
    fn value(&self, v: u8) -> Cost {
        v.into()
    }
    fn quality(&self, _: &Counting) -> Quality {
        Quality { admissible: true, consistent: false }
    }
    fn rank(&self, v: u8) -> u32 {
        1000 + u32::from(v)
    }
    fn estimate(&self, _: &Counting, s: &u8) -> Cost {
        5000 + Cost::from(*s)
    }
}

/// Every engine can be sent and shown: those of the list by their type, and the others here.
#[test]
fn engines_can_be_sent_and_shown() {
    fn shown<T: Send + fmt::Debug>(engine: &T) -> String {
        format!("{engine:?}")
    }
    let (space, blind) = (Counting, Blind);
    let all = [
        shown(&Bidirectional::new(&space, &blind, &blind, Meeting::Nbs).expect("goals are listed")),
        shown(&Bounded::new(&space, &blind, Choice::Focal, Weight::ONE)),
        shown(&BreadthFirst::from_both_ends(&space).expect("goals are listed")),
        shown(&Deepening::<_, _>::new(&space, &blind, DeepeningOptions::default())),
        shown(&MonteCarlo::new(&space, &blind, 1)),
        shown(&HillClimbing::new(
            &space,
            &blind,
            ClimbingOptions { climb: Climb::First, restarts: 0, seed: 0 },
        )),
    ];
    assert!(all.iter().all(|shown| shown.contains("stored: ")), "{all:?}");
    let any = AnySpace::new(Arc::new(Pair { space, heuristic: blind }));
    assert_eq!(format!("{any:?}"), "AnySpace(Words([0, 0]))");
    assert_eq!(format!("{:?}", any.start()), "AnyState(Words([0, 0]))");
    // To go on elsewhere.
    let moved = toys::all_engines(&any, &AnyHeuristic);
    std::thread::scope(|scope| {
        for (name, mut engine) in moved {
            let limits = Limits { nodes: Some(100), ..Limits::default() };
            let ended = scope.spawn(move || engine.solve_within(limits));
            let verdict = ended.join().unwrap();
            assert!(verdict.lower_bound() <= Some(7), "{name}: {verdict}");
        }
    });
}

#[test]
fn held_heuristics_say_the_same() {
    fn said<H: Heuristic<Counting, Partial = u8>>(h: &H) -> (bool, [u64; 6], Quality) {
        let (space, m) = (Counting, By(1));
        let all = [
            h.init(&space, &7).into(),
            h.update(&space, 7, m, &8).into(),
            h.foresee(&space, 7, m, &7).into(),
            h.value(9),
            h.rank(9).into(),
            h.estimate(&space, &7),
        ];
        (H::ZERO_AT_GOALS, all, h.quality(&space))
    }
    let plain = said(&Own);
    assert_eq!(plain.1, [7, 108, 207, 9, 1009, 5007]);
    assert_eq!(said(&&Own), plain);
    assert_eq!(said(&Box::new(Own)), plain);
    assert_eq!(said(&Arc::new(Own)), plain);
    // Of two, each is asked in its own way.
    let both = Max(Own, Blind);
    assert_eq!(both.update(&Counting, (7, ()), By(1), &8).0, 108);
    assert_eq!(both.foresee(&Counting, (7, ()), By(1), &7).0, 207);
    assert_eq!(both.estimate(&Counting, &7), 5007);
    const { assert!(!<Max<Own, Blind> as Heuristic<Counting>>::ZERO_AT_GOALS) }
}
