use super::super::{Wanted, explore, library, parse};
use super::*;
use crate::random::Rng;
use slidewise_search::layered::Options;
use slidewise_search::{Cancel, Limits, Meter};

fn puzzle(text: &str) -> Puzzle {
    parse(text).unwrap().puzzle
}

fn rectangles(shapes: &[(usize, usize)]) -> Vec<Rectangle> {
    shapes.iter().map(|&(rows, cols)| Rectangle { rows, cols }).collect()
}

const ENOUGH: Bounds<'static> = Bounds { most: 1_000_000, go_on: &|| true };

fn klotski() -> Puzzle {
    puzzle(library::get("klotski").unwrap().text)
}

/// What a whole exploration from one start finds is what the survey around it finds.
#[test]
fn surveys_around_a_start_agree_with_exploring() {
    for name in ["klotski", "dad-s-puzzler", "thinkfun-01"] {
        let Some(entry) = library::get(name) else { continue };
        let puzzle = puzzle(entry.text);
        for metric in [Metric::Steps, Metric::Lines, Metric::Moves] {
            let mut unseen = ();
            let mut meter = Meter::new(Limits::default(), Cancel::default(), &mut unseen);
            let explored = explore(&puzzle, metric, Wanted::default(), &Options::default(), &mut meter);
            let surveyed = survey_around(&puzzle, metric, &ENOUGH).unwrap();
            assert_eq!(surveyed.placements, explored.states, "{name}");
            let (hardest, to_goal) = (surveyed.hardest.unwrap(), explored.to_goal.unwrap());
            assert_eq!(hardest.length, to_goal.hardest_length as u64, "{name}");
            assert_eq!(hardest.count, to_goal.hardest_count as u64, "{name}");
        }
    }
}

/// 65,880 placements of Klotski's pieces are known, in 898 parts; the survey has the part of the start in it.
#[test]
fn all_placements_of_klotski() {
    let found = survey(&klotski(), Metric::Moves, &ENOUGH).unwrap();
    assert_eq!((found.placements, found.parts), (65_880, Some(898)));
    let around = survey_around(&klotski(), Metric::Moves, &ENOUGH).unwrap();
    assert!(found.solvable > around.solvable);
    let (all, part) = (found.hardest.unwrap(), around.hardest.unwrap());
    assert!(all.length >= part.length);
    assert!(all.up_to_mirror <= all.count && found.up_to_mirror * 2 >= found.placements);
    // The hardest start is one: solved by itself, it takes as long.
    let solved = survey_around(&all.start, Metric::Moves, &ENOUGH).unwrap();
    assert_eq!(solved.hardest.unwrap().length, all.length);
}

/// The sets of the catalogue of 4×5 layouts: up to seven dominoes, any number of single cells, two cells empty at
/// least.
#[test]
fn the_sets_of_the_huarong_dao_catalogue() {
    let frame = Frame::new(&klotski(), rectangles(&[(2, 1), (1, 2), (1, 1)]), 0..=20, 2..=20).unwrap();
    let sets = frame.sets().unwrap();
    assert_eq!(sets.len(), 204);
    let placed = sets.iter().filter(|set| frame.puzzle(set).is_ok()).count();
    assert_eq!(placed, 203);
}

/// A few sets of that catalogue, counted by plain recursion over cells.
#[test]
fn placements_are_counted_as_by_hand() {
    let frame = Frame::new(&klotski(), rectangles(&[(2, 1), (1, 2), (1, 1)]), 0..=3, 0..=20).unwrap();
    for set in frame.sets().unwrap() {
        let found = frame
            .puzzle(&set)
            .map_or(0, |puzzle| survey(&puzzle, Metric::Steps, &ENOUGH).unwrap().placements);
        assert_eq!(found, by_cells(0, [false; 20], 1, [set[0], set[1], set[2]]), "{set:?}");
    }
}

/// Layouts of a 4×5 board, decided cell by cell: so many squares, upright and lying dominoes, and single cells.
fn by_cells(cell: usize, taken: [bool; 20], squares: usize, left: [usize; 3]) -> u64 {
    if cell == 20 {
        return u64::from(squares == 0 && left == [0; 3]);
    }
    if taken[cell] {
        return by_cells(cell + 1, taken, squares, left);
    }
    let mut count = by_cells(cell + 1, taken, squares, left);
    let shapes: [&[usize]; 4] = [&[0, 1, 4, 5], &[0, 4], &[0, 1], &[0]];
    for (kind, shape) in shapes.iter().enumerate() {
        let (mut taken, mut squares, mut left) = (taken, squares, left);
        let stock = if kind == 0 { &mut squares } else { &mut left[kind - 1] };
        let wide = shape.contains(&1);
        let fits = shape.iter().all(|o| cell + o < 20 && !taken[cell + o]) && !(wide && cell % 4 == 3);
        if *stock == 0 || !fits {
            continue;
        }
        *stock -= 1;
        shape.iter().for_each(|o| taken[cell + o] = true);
        count += by_cells(cell + 1, taken, squares, left);
    }
    count
}

/// Samples of Rush Hour are puzzles with so many cars on their lines, and the same seed gives the same ones.
#[test]
fn rush_hour_is_sampled() {
    let empty = puzzle("ooooooooooooAAoooooooooooooooooooooo");
    let cars = rectangles(&[(1, 2), (2, 1), (1, 3), (3, 1)]);
    let frame = Frame::new(&empty, cars, 8..=8, 0..=36).unwrap();
    let draw = |seed| {
        let mut rng = Rng::from_seed(seed);
        (0..30).filter_map(|_| frame.sample(&mut rng)).collect::<Vec<_>>()
    };
    assert_eq!(draw(1), draw(1));
    assert_ne!(draw(1), draw(2));
    assert!(draw(1).len() > 5);
    let mut solvable = 0;
    for puzzle in draw(1) {
        assert_eq!(puzzle.pieces().len(), 9);
        assert!(puzzle.pieces().iter().all(|piece| piece.axis.is_some()));
        let found = survey_around(&puzzle, Metric::Lines, &ENOUGH).unwrap();
        solvable += u64::from(found.hardest.is_some());
    }
    assert!(solvable > 0);
}

/// What is picked is as hard as was wished, has one shortest solution, and no piece is idle in it.
#[test]
fn starts_are_picked_by_wish() {
    let (klotski, mut rng) = (klotski(), Rng::from_seed(5));
    let wish = Wish { least: 20, most: 30, one_way: false, no_idle: true };
    let picked = pick(&klotski, Metric::Moves, &wish, &mut rng, &ENOUGH).unwrap().unwrap();
    let mut unseen = ();
    let mut meter = Meter::new(Limits::default(), Cancel::default(), &mut unseen);
    let solved = super::super::solve(&picked, Metric::Moves, &Options::default(), &mut meter);
    let solution = solved.verdict.solution().unwrap();
    assert!((20..=30).contains(&solution.cost));
    let none = Wish { least: 500, most: 600, ..wish };
    assert_eq!(pick(&klotski, Metric::Moves, &none, &mut rng, &ENOUGH), Ok(None));
    let easy = Wish { least: 3, most: 9, one_way: true, no_idle: false };
    let picked = pick(&klotski, Metric::Steps, &easy, &mut rng, &ENOUGH).unwrap().unwrap();
    let length = survey_around(&picked, Metric::Steps, &ENOUGH).unwrap();
    assert!(length.hardest.unwrap().length > 9);
}

#[test]
fn bounds_end_a_survey() {
    let few = Bounds { most: 1000, go_on: &|| true };
    assert_eq!(survey(&klotski(), Metric::Steps, &few), Err(Unfinished::TooMany));
    assert_eq!(survey_around(&klotski(), Metric::Steps, &few), Err(Unfinished::TooMany));
    let cut = Bounds { most: 1_000_000, go_on: &|| false };
    assert_eq!(survey(&klotski(), Metric::Steps, &cut), Err(Unfinished::Ended));
    assert_eq!(survey_around(&klotski(), Metric::Steps, &cut), Err(Unfinished::Ended));
}
