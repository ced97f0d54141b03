//! A puzzle being played.

use slidewise_solve::Direction::{Down, Left, Right, Up};
use slidewise_solve::game::{Game, scrambled};
use slidewise_solve::puzzles::random::Rng;
use slidewise_solve::{Metric, Reading, Refused, Step, read_one};

fn game(text: &str) -> Game {
    Game::new(read_one(text, &Reading::default()).unwrap().puzzle)
}

fn board(game: &Game) -> String {
    game.puzzle().line(game.position())
}

#[test]
fn tiles_slide_and_come_back() {
    let mut game = game("1 2 3/4 5 6/0 7 8");
    assert_eq!(game.towards(Right), None);
    game.step(game.towards(Left).unwrap()).unwrap();
    assert_eq!(game.step(Step { piece: 7, direction: Left }), Err(Refused::NotInLine));
    game.step(Step { piece: 8, direction: Left }).unwrap();
    assert!(game.is_solved());
    assert_eq!(game.moves(), 2);
    game.undo();
    assert_eq!((board(&game).as_str(), game.can_redo()), ("1 2 3/4 5 6/7 0 8", true));
    game.redo();
    assert!(game.is_solved());
    game.restart();
    assert_eq!((board(&game).as_str(), game.moves()), ("1 2 3/4 5 6/0 7 8", 0));
    game.step(game.towards(Down).unwrap()).unwrap();
    assert!(!game.can_redo(), "a new way drops the old one");
    assert_eq!(game.undo().map(|step| step.piece), Some(4));
    assert_eq!(game.undo(), None);
}

#[test]
fn a_whole_row_can_be_pushed() {
    let mut game = game("1 2 3/4 5 6/0 7 8");
    game.press(8).unwrap();
    assert!(game.is_solved() && game.moves() == 2);
    game.press(2).unwrap();
    assert_eq!(board(&game), "1 2 0/4 5 3/7 8 6");
    assert_eq!(game.press(4), Err(Refused::NotInLine));
    assert_eq!(game.press(2), Err(Refused::NotInLine), "the gap itself");
}

#[test]
fn bricks_count_in_their_metrics() {
    let mut game = game("course-bricks-1");
    let there = game.steps()[0];
    [there, there.back(), there].into_iter().for_each(|step| game.step(step).unwrap());
    let metrics = game.puzzle().kind().entry().metrics;
    let lengths: Vec<usize> = metrics.iter().map(|m| game.puzzle().length(Metric(m), &game.done())).collect();
    assert_eq!(lengths, [3, 3, 1]);
}

#[test]
fn a_scrambled_puzzle_is_another_position_of_the_same_one() {
    let puzzle = game("klotski").puzzle().clone();
    let line = |seed| {
        let new = scrambled(&puzzle, None, &mut Rng::from_seed(seed));
        (new.line(&new.start()), new.is_solved(&new.start()))
    };
    assert_eq!(line(1), line(1));
    assert_ne!(line(1), line(2));
    assert!((0..20).all(|seed| !line(seed).1));
    let stuck = game("board:\nA\ngoal:\nA\n").puzzle().clone();
    let still = scrambled(&stuck, None, &mut Rng::from_seed(1));
    assert_eq!(still.start(), stuck.start(), "nothing can move");
}

#[test]
fn the_rest_of_a_game_is_a_puzzle() {
    let mut game = game("klotski");
    game.step(game.steps()[0]).unwrap();
    let rest = Game::new(game.rest());
    assert_eq!(rest.position(), game.position());
    assert!(game.step(Step { piece: 99, direction: Up }).is_err());
    assert_eq!(game.puzzle().slug(), Some("klotski"));
    assert_eq!(rest.puzzle().slug(), None, "what is published is about another start");
}
