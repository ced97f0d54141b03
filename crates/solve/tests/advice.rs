//! Advice for players: a way to the goal, kept true while they play. (Not beside the code: a unit test that searches
//! would have every search compiled a second time.)

use std::time::Duration;

use slidewise_lab::advice::Advised;
use slidewise_lab::game::{Game, Puzzle};
use slidewise_lab::{Lab, Watch};
use slidewise_puzzles::bricks::{Metric, library};
use slidewise_puzzles::random::Rng;
use slidewise_puzzles::tiles::{Goal, TilePuzzle};
use slidewise_search::{Cancel, Limits};

fn advise(puzzle: &Puzzle) -> Advised {
    let watch = Watch { limits: Limits::default(), cancel: Cancel::default(), observer: &mut () };
    Lab::new().advise(puzzle, Duration::from_secs(1), watch)
}

fn tiles(board: &str) -> Puzzle {
    Puzzle::Tiles(TilePuzzle::towards(board.parse().unwrap(), &Goal::BlankLast).unwrap())
}

/// Plays the advice; the length of the way.
fn followed(puzzle: Puzzle) -> usize {
    let Advised::Way(advice) = advise(&puzzle) else { panic!("there is a way") };
    let mut game = Game::new(puzzle);
    advice.steps.iter().for_each(|&step| game.step(step).unwrap());
    assert!(game.is_solved() && advice.is_optimal());
    assert_eq!(game.moves(), advice.cost as usize);
    game.moves()
}

#[test]
fn advice_leads_to_the_goal() {
    assert_eq!(followed(tiles("8 6 7/2 5 4/3 0 1")), 31);
    for (metric, length) in [(Metric::Steps, 116), (Metric::Lines, 90), (Metric::Moves, 81)] {
        let puzzle = Box::new(library::get("klotski").unwrap().parse().unwrap().puzzle);
        assert_eq!(followed(Puzzle::Bricks { puzzle, metric }), length);
    }
}

/// Whatever is played, the advice stays a way to the goal, and its bound true.
#[test]
fn advice_outlives_steps_beside_the_way() {
    let klotski = Box::new(library::get("course-level-2").unwrap().parse().unwrap().puzzle);
    let all = [tiles("8 6 7/2 5 4/3 0 1"), Puzzle::Bricks { puzzle: klotski, metric: Metric::Moves }];
    for puzzle in all {
        let Advised::Way(mut advice) = advise(&puzzle) else { panic!("there is a way") };
        let mut game = Game::new(puzzle.clone());
        let mut rng = Rng::from_seed(4);
        for _ in 0..12 {
            let steps = game.steps();
            let step = steps[rng.below(steps.len())];
            game.step(step).unwrap();
            advice = advice.after(step, &puzzle);
            let mut end = game.clone();
            advice.steps.iter().for_each(|&step| end.step(step).unwrap());
            assert!(end.is_solved());
            let Advised::Way(best) = advise(&game.rest()) else { panic!("there is a way back") };
            assert!(advice.lower_bound <= best.cost && best.cost <= advice.cost);
        }
    }
}

#[test]
fn there_may_be_no_way() {
    assert_eq!(advise(&tiles("1 2 3/4 5 6/8 7 0")), Advised::Unsolvable);
    let puzzle = Box::new(library::get("euler-766").unwrap().parse().unwrap().puzzle);
    let advised = advise(&Puzzle::Bricks { puzzle, metric: Metric::Moves });
    assert!(matches!(advised, Advised::Impossible(_)), "{advised:?}");
}
