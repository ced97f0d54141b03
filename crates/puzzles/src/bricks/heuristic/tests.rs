//! Each promise of each heuristic, over whole reachable spaces, in every metric.

use slidewise_search::testing::{Distances, check_promises, check_updates};
use slidewise_search::{Heuristic, StateSpace};

use super::super::bits::Bits;
use super::super::codec::{BrickKey, State};
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
    let (_, goals) = spread(space, vec![space.pack(&space.start())]);
    assert!(!goals.is_empty(), "the puzzle must be solvable");
    spread(space, goals).0
}

/// Distances from the nearest of some positions, and the goals among all that can be reached.
fn spread<B: Bits, K: BrickKey>(space: &BrickSpace<B, K>, mut queue: Vec<K>) -> (Distances<K>, Vec<K>) {
    let mut known = Distances::<K>::default();
    known.extend(queue.iter().map(|&key| (key, 0)));
    let (mut goals, mut next, mut s) = (Vec::new(), 0, space.start());
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
    (known, goals)
}

/// The same as goal-blockers, with a flood for each piece of each position.
fn by_floods<B: Bits, K: BrickKey>(space: &BrickSpace<B, K>, distance: &Distance, s: &State<B>) -> u32 {
    let geometry = space.geometry();
    let mut least = u32::MAX;
    for (way, alternative) in geometry.goal.iter().enumerate() {
        let mut blockers = 0;
        for (c, class) in geometry.classes.iter().enumerate() {
            let named = alternative.needs.iter().flatten().any(|&(named, _)| named == c);
            for anchor in s.anchors[c].iter().filter(|_| !named) {
                let free = geometry.board & !class.masks[anchor];
                blockers += u32::from(alternative.needs.iter().any(|need| {
                    let &[(n, places)] = need.as_slice() else { return false };
                    let piece = &geometry.classes[n];
                    let fit = geometry.fitting(&piece.offsets, piece.valid, free);
                    piece.members.len() == 1
                        && (s.anchors[n] & places).is_empty()
                        && (geometry.flood(s.anchors[n], fit, piece.axis) & places).is_empty()
                }));
            }
        }
        least = least.min(distance.of_way(way, s).saturating_add(blockers));
    }
    least
}

/// The estimate towards the start against true distances from the start, which are the same: moves lead back.
fn check_towards_start<B: Bits, K: BrickKey>(space: &BrickSpace<B, K>) {
    let back = TowardsStart::new(space);
    let from_start = spread(space, vec![space.pack(&space.start())]).0;
    let mut s = space.start();
    let mut near = 0;
    for (key, &cost) in &from_start {
        space.unpack(key, &mut s);
        let told = back.estimate(space, &s);
        assert!(told <= cost, "{told} told of {cost}");
        near += u64::from(told > 0);
        for m in space.moves(&s, None) {
            let mut after = s.clone();
            space.apply(&mut after, m);
            assert!(back.estimate(space, &after).abs_diff(told) <= 1, "a move changes it by more than one");
        }
    }
    assert!(near as usize + 1 == from_start.len(), "it is 0 at the start only");
    check_updates(space, &back, 100, 1);
}

struct Check;

impl WithSpace for Check {
    type Out = [usize; 5];

    fn run<B: Bits, K: BrickKey>(self, space: &BrickSpace<B, K>) -> [usize; 5] {
        let costs = true_costs(space);
        let (distance, certain) = (Distance::new(space), GoalBlockers::new(space));
        let blockers = Blockers::new(space);
        let chained = ChainedBlockers::new(space);
        let groups = PieceGroups::new(space, &mut || true).expect("nobody stops it");
        check_promises(space, &chained, &costs);
        check_promises(space, &groups, &costs);
        check_towards_start(space);
        check_promises(space, &distance, &costs);
        check_promises(space, &certain, &costs);
        check_promises(space, &blockers, &costs);
        let each = [
            Estimate::Zero,
            Estimate::Distance(distance.clone()),
            Estimate::Blockers(blockers.clone()),
            Estimate::GoalBlockers(certain.clone()),
            Estimate::ChainedBlockers(chained.clone()),
            Estimate::Groups(groups.clone()),
            Estimate::largest(vec![
                Estimate::Groups(groups.clone()),
                Estimate::ChainedBlockers(chained.clone()),
            ]),
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
        let (mut more, mut exact) = (0, 0);
        for (key, &cost) in &costs {
            space.unpack(key, &mut s);
            let d = distance.init(space, &s);
            assert!(d <= certain.init(space, &s));
            let told = each.each_ref().map(|estimate| estimate.init(space, &s));
            let (c, g) = (chained.init(space, &s), groups.init(space, &s));
            assert_eq!(told, [0, d, blockers.init(space, &s), certain.init(space, &s), c, g, c.max(g)]);
            assert_eq!(certain.init(space, &s), by_floods(space, &distance, &s));
            assert!(c >= certain.init(space, &s) && g >= distance.init(space, &s).min(g));
            more += usize::from(c > certain.init(space, &s));
            exact += usize::from(u64::from(g) == cost);
            stronger += usize::from(certain.init(space, &s) > d);
            too_much += usize::from(u64::from(blockers.init(space, &s)) > cost);
        }
        [stronger, too_much, more, exact, costs.len()]
    }
}

#[test]
fn promises_hold_over_whole_spaces() {
    let mut sums = [0; 5];
    for text in PUZZLES {
        let puzzle = parse(text).unwrap_or_else(|e| panic!("{e}\n{text}")).puzzle;
        for metric in Metric::ALL {
            let seen = with_space(&puzzle, metric, false, Check);
            sums.iter_mut().zip(seen).for_each(|(sum, seen)| *sum += seen);
        }
    }
    assert!(sums[0] > 0, "goal-blockers is never stronger than distance");
    assert!(sums[2] > 0, "chained-blockers is never stronger than goal-blockers");
    assert!(sums[3] * 2 > sums[4], "tables of groups are mostly exact on boards as small as these");
    assert!(sums[1] > 0, "blockers is never too much, so its warning would be wrong");
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
