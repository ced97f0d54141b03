//! What the feature `serde` writes, it reads again.
#![cfg(feature = "serde")]

use std::fmt::Debug;
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use slidewise_search::any::{AnyKey, AnyMove};
use slidewise_search::engine::{
    BeamOptions, BestFirst, Choice, Climb, ClimbingOptions, Cooling, Deepening, DeepeningOptions, Learning,
    Meeting, MonteCarlo, Order, Saved,
};
use slidewise_search::{
    Blind, Cancel, Engine, Event, Limits, Meter, Proof, Quality, Solution, StateSpace, Stats, Stop, Verdict,
    Weight, astar, cloned_space, space,
};

fn again<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) -> String {
    let text = serde_json::to_string(value).unwrap();
    assert_eq!(&serde_json::from_str::<T>(&text).unwrap(), value, "{text}");
    text
}

fn numbers() -> impl StateSpace<Key = u32, Move = slidewise_search::closures::Hop<u32>> {
    space(1, |&n: &u32| [(n + 3, 1), (n * 2, 1)].into_iter().filter(|&(n, _)| n <= 50), |&n| n == 50)
}

#[test]
fn options_are_read_again() {
    let limits = Limits { nodes: Some(u64::MAX), time: Some(Duration::from_millis(1500)), memory: None };
    assert!(again(&limits).contains("18446744073709551615"));
    let weight = Weight::new(3, 2).unwrap();
    assert_eq!(again(&weight), "[3,2]");
    again(&[Order::ASTAR, Order::Greedy, Order::Weighted(weight)]);
    again(&BeamOptions { time: Some(Duration::from_secs(2)), ..BeamOptions::width(100) });
    again(&DeepeningOptions::LOOKING_AHEAD);
    again(&[Climb::First, Climb::Steepest, Climb::Random].map(|climb| ClimbingOptions {
        climb,
        restarts: 7,
        seed: u64::MAX,
    }));
    again(&Cooling::seeded(5));
    again(&[Learning::Best, Learning::Second]);
    again(&[Choice::Focal, Choice::Ees, Choice::Optimistic, Choice::DynamicPotential]);
    again(&[Meeting::Nbs, Meeting::Mm, Meeting::Bae, Meeting::Dvcbs]);
    again(&[Quality::CONSISTENT, Quality::NONE]);
}

#[test]
fn verdicts_with_moves_are_read_again() {
    let numbers = numbers();
    let verdict = astar(&numbers, &Blind).solve();
    assert!(verdict.is_optimal());
    again(&verdict);
    let words =
        cloned_space(String::new(), |word: &String| vec![(format!("{word}a"), 2)], |word| word == "aaa");
    again(&BestFirst::new(&words, &Blind, Order::ASTAR).solve());
    for why in [
        Stop::Nodes,
        Stop::Time,
        Stop::Memory,
        Stop::Depth,
        Stop::Width,
        Stop::Cancelled,
        Stop::Stuck,
        Stop::Cost,
    ] {
        let best = verdict.solution().cloned();
        again(&Verdict::Stopped { why, best, lower_bound: 3 });
    }
    again(&Verdict::<AnyMove>::Unsolvable);
    let proof = Proof::Within(Weight::new(5, 4).unwrap());
    again(&Solution { moves: vec![AnyMove(7)], cost: 9, proof, lower_bound: 8 });
}

#[test]
fn what_is_watched_is_read_again() {
    again(&[Event::Tick, Event::Bound(4), Event::Improved(9), Event::Share { done: 1, of: 3 }]);
    again(&Stats { expanded: 1, generated: 2, reopened: 3, peak_bytes: 4 });
    let numbers = numbers();
    let mut nobody = ();
    let mut meter = Meter::new(Limits::default(), Cancel::default(), &mut nobody);
    let mut search = MonteCarlo::new(&numbers, &Blind, 1);
    assert!(search.run_to(5, &mut meter).is_continue());
    again(&search.view());
    assert!(search.waiting(10).len() > 1);
    again(&search.waiting(10));
    again(&[AnyKey::Words([1, u64::MAX]), AnyKey::Bytes([1, 2, 3].into())]);
}

/// A search that was written goes on from what is read.
#[test]
fn searches_are_read_again() {
    let numbers = numbers();
    let begin = || Deepening::<_, _>::new(&numbers, &Blind, DeepeningOptions::default());
    let mut nobody = ();
    let mut meter = Meter::new(Limits::default(), Cancel::default(), &mut nobody);
    let mut search = begin();
    assert!(search.run_to(9, &mut meter).is_continue());
    let saved = search.save(&meter.stats).expect("it is under way");
    let read: Saved = serde_json::from_str(&again(&saved)).unwrap();
    let mut later = begin();
    later.restore(&read).unwrap();
    assert_eq!(later.solve(), search.run(&mut meter));
}

#[test]
fn weights_below_one_are_refused() {
    for wrong in ["[1,2]", "[0,0]", "[3,0]", "[-3,2]", "[3]"] {
        assert!(serde_json::from_str::<Weight>(wrong).is_err(), "{wrong}");
    }
}
