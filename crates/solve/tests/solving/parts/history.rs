//! Moves that are made, taken back and made again.

use slidewise_solve::history::{Field, History};

/// A counter between 0 and 9.
struct Counter(i32);

impl Field for Counter {
    type Step = i32;
    type Refused = i32;

    fn make(&mut self, step: i32) -> Result<(), i32> {
        let next = self.0 + step;
        (0..10).contains(&next).then(|| self.0 = next).ok_or(next)
    }

    fn back(&self, step: i32) -> i32 {
        -step
    }
}

#[test]
fn moves_are_taken_back_and_made_again() {
    let mut game = History::new(Counter(0));
    game.make(&[1, 2]).unwrap();
    game.make(&[3]).unwrap();
    assert_eq!((game.field().0, game.at(), game.made()), (6, 2, vec![1, 2, 3]));
    game.go_to(1);
    assert_eq!((game.field().0, game.moves().len()), (3, 2));
    game.make(&[3]).unwrap();
    assert_eq!(game.moves().len(), 2, "the same move again forgets nothing");
    game.go_to(0);
    game.make(&[5]).unwrap();
    assert_eq!((game.field().0, game.moves().len()), (5, 1), "another move forgets what was taken back");
    game.go_to(7);
    assert_eq!(game.at(), 1);
}

#[test]
fn a_move_that_cannot_be_made_changes_nothing() {
    let mut game = History::new(Counter(0));
    assert_eq!(game.make(&[4, 4, 4]), Err(12));
    assert_eq!((game.field().0, game.at()), (0, 0));
    game.make(&[2]).unwrap();
    game.go_to(0);
    assert_eq!(game.load(&[vec![5], vec![7]]), Err((1, 12)));
    assert_eq!((game.field().0, game.at(), game.moves().len()), (0, 0, 1), "the game is as it was");
    game.load(&[vec![5], vec![4]]).unwrap();
    assert_eq!((game.field().0, game.at(), game.moves().len()), (0, 0, 2));
}

#[test]
fn a_dragged_piece_makes_one_move() {
    let mut game = History::new(Counter(5));
    game.extend(1).unwrap();
    game.extend(2).unwrap();
    assert_eq!((game.at(), game.moves().to_vec()), (1, vec![vec![1, 2]]));
    game.extend(-2).unwrap();
    game.extend(-1).unwrap();
    assert_eq!((game.field().0, game.at(), game.moves().len()), (5, 0, 0));
}
