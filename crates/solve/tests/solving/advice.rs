//! Advice for players: a way to the goal, kept true while they play. (Not beside the code: a unit test that searches
//! would have every search compiled a second time.)

use std::time::Duration;

use slidewise_solve::advice::{Advised, advise as ask};
use slidewise_solve::game::Game;
use slidewise_solve::puzzles::random::Rng;
use slidewise_solve::search::{Cancel, Limits};
use slidewise_solve::{AnyPuzzle, Reading, Solver, Watch, read_one};

fn puzzle(text: &str) -> AnyPuzzle {
    read_one(text, &Reading::default()).unwrap().puzzle
}

fn advise(puzzle: &AnyPuzzle) -> Advised {
    let watch = Watch { limits: Limits::default(), cancel: Cancel::default(), observer: &mut () };
    ask(&Solver::new(), &**puzzle, Duration::from_secs(1), watch)
}

/// Plays the advice; the length of the way.
fn followed(puzzle: &AnyPuzzle) -> usize {
    let Advised::Way(advice) = advise(puzzle) else { panic!("there is a way") };
    let mut game = Game::new(puzzle.clone());
    advice.steps.iter().for_each(|&step| game.step(step).unwrap());
    assert!(game.is_solved() && advice.is_optimal());
    assert_eq!(game.moves(), advice.cost as usize);
    game.moves()
}

#[test]
fn advice_leads_to_the_goal() {
    assert_eq!(followed(&puzzle("8 6 7/2 5 4/3 0 1")), 31);
    assert_eq!(followed(&puzzle("klotski")), 81);
    assert_eq!(followed(&puzzle("rush-hour-1")), 8);
}

/// Whatever is played, the advice stays a way to the goal, and its bound true.
#[test]
fn advice_outlives_steps_beside_the_way() {
    for puzzle in [puzzle("8 6 7/2 5 4/3 0 1"), puzzle("course-level-2")] {
        let Advised::Way(mut advice) = advise(&puzzle) else { panic!("there is a way") };
        let mut game = Game::new(puzzle.clone());
        let mut rng = Rng::from_seed(4);
        for _ in 0..12 {
            let steps = game.steps();
            let step = steps[rng.below(steps.len())];
            game.step(step).unwrap();
            advice = advice.after(step, &*puzzle);
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
    assert_eq!(advise(&puzzle("1 2 3/4 5 6/8 7 0")), Advised::Unsolvable);
    let advised = advise(&puzzle("euler-766"));
    assert!(matches!(advised, Advised::Impossible(_)), "{advised:?}");
}
