//! Each promise of each heuristic, over whole reachable spaces, in every metric.

use slidewise_search::testing::{Distances, check_promises, check_updates};
use slidewise_search::{Heuristic, StateSpace};

use super::super::bits::Bits;
use super::super::codec::BrickKey;
use super::super::{BrickSpace, Metric, WithSpace, parse, with_space};
use super::*;

const PUZZLES: [&str; 7] = [
    // One piece, one place.
    "board:\n..Y.\nBBYY\n.GR.\n.GRR\ngoal:\nR...\nRR..\n....\n....\n",
    // Every piece named.
    "board:\nAB.\nCD.\ngoal:\nBA.\nCD.\n",
    // Shapes, and walls.
    "shapegoal: yes\nboard:\nAB#\nCD.\n...\ngoal:\n..#\n.AB\n.CD\n",
    // Alternatives, a gate, an empty cell.
    "board:\nAB.\nCD.\n.#.\ngoal:\n...\n..A\n_#.\ngoal:\n...\n...\n.#B\ngate:\n...\n...\n.#A\ngate:\n...\n...\n.#B\n",
    // Cars.
    "rush: yes\nboard:\n..B.C\nAAB.C\n...D.\nEE.D.\ngoal:\n.....\n...AA\n.....\n.....\n",
    // The course's level 1.
    "5,5,\n1,1,1,1,1,\n1,3,2,2,1,\n1,0,4,5,1,\n-1,0,6,7,1,\n1,1,1,1,1,\n",
    // A master that covers its goal cell from several places.
    "board:\nB.AA\nB.CD\ngoal:\n....\n.A..\n",
];

/// True costs of all positions from which a goal can be reached, found without the layered search.
fn true_costs<B: Bits, K: BrickKey>(space: &BrickSpace<B, K>) -> Distances<K> {
    let mut known = Distances::<K>::default();
    let mut queue = vec![space.pack(&space.start())];
    let mut goals = Vec::new();
    known.insert(queue[0], 0);
    let spread = |queue: &mut Vec<K>, known: &mut Distances<K>, goals: &mut Vec<K>| {
        let mut next = 0;
        let mut s = space.start();
        while let Some(&key) = queue.get(next) {
            next += 1;
            space.unpack(&key, &mut s);
            if space.is_goal(&s) {
                goals.push(key);
            }
            for m in space.moves(&s, None) {
                space.apply(&mut s, m);
                let there = space.pack(&s);
                if !known.contains_key(&there) {
                    known.insert(there, known[&key] + 1);
                    queue.push(there);
                }
                space.undo(&mut s, m);
            }
        }
    };
    spread(&mut queue, &mut known, &mut goals);
    assert!(!goals.is_empty(), "the puzzle must be solvable");
    let mut costs = Distances::<K>::default();
    costs.extend(goals.iter().map(|&key| (key, 0)));
    let mut queue = goals;
    spread(&mut queue, &mut costs, &mut Vec::new());
    costs
}

struct Check;

impl WithSpace for Check {
    type Out = (usize, usize);

    fn run<B: Bits, K: BrickKey>(self, space: &BrickSpace<B, K>) -> (usize, usize) {
        let costs = true_costs(space);
        let (distance, certain) = (Distance::new(space), GoalBlockers::new(space));
        let blockers = Blockers::new(space);
        check_promises(space, &distance, &costs);
        check_promises(space, &certain, &costs);
        check_promises(space, &blockers, &costs);
        let each = [
            Estimate::Zero,
            Estimate::Distance(distance.clone()),
            Estimate::Blockers(blockers.clone()),
            Estimate::GoalBlockers(certain.clone()),
        ];
        for estimate in &each {
            check_promises(space, estimate, &costs);
            check_updates(space, estimate, 200, 3);
        }
        assert_eq!(each[1].quality(space), distance.quality(space));
        assert_eq!(each[2].quality(space), blockers.quality(space));
        assert_eq!(each[3].quality(space), certain.quality(space));
        for seed in 0..3 {
            check_updates(space, &distance, 200, seed);
            check_updates(space, &certain, 200, seed);
            check_updates(space, &blockers, 200, seed);
        }
        let mut s = space.start();
        let mut stronger = 0;
        let mut too_much = 0;
        for (key, &cost) in &costs {
            space.unpack(key, &mut s);
            let d = distance.init(space, &s);
            assert!(d <= certain.init(space, &s));
            let told = each.each_ref().map(|estimate| estimate.init(space, &s));
            assert_eq!(told, [0, d, blockers.init(space, &s), certain.init(space, &s)]);
            stronger += usize::from(certain.init(space, &s) > d);
            too_much += usize::from(u64::from(blockers.init(space, &s)) > cost);
        }
        (stronger, too_much)
    }
}

#[test]
fn promises_hold_over_whole_spaces() {
    let mut sums = (0, 0);
    for text in PUZZLES {
        let puzzle = parse(text).unwrap_or_else(|e| panic!("{e}\n{text}")).puzzle;
        for metric in Metric::ALL {
            let (stronger, too_much) = with_space(&puzzle, metric, false, Check);
            sums = (sums.0 + stronger, sums.1 + too_much);
        }
    }
    assert!(sums.0 > 0, "goal-blockers is never stronger than distance");
    assert!(sums.1 > 0, "blockers is never too much, so its warning would be wrong");
}

#[test]
fn all_cars_in_the_way_are_counted() {
    let text = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM";
    let puzzle = parse(text).unwrap().puzzle;
    struct Start;
    impl WithSpace for Start {
        type Out = (u32, u32);
        fn run<B: Bits, K: BrickKey>(self, space: &BrickSpace<B, K>) -> (u32, u32) {
            let s = space.start();
            (Distance::new(space).init(space, &s), GoalBlockers::new(space).init(space, &s))
        }
    }
    assert_eq!(with_space(&puzzle, Metric::Steps, false, Start), (3, 4));
    assert_eq!(with_space(&puzzle, Metric::Lines, false, Start), (1, 2));
}
