//! Tiles on any board: their texts, and the plain board.

use slidewise_solve::Direction::{self, Down, Left, Right, Up};
use slidewise_solve::puzzles::random::Rng;
use slidewise_solve::{
    AnyPuzzle, Edit, GenerateError, Generating, Kind, Read, Reading, Refused, Setting, Step, Unreadable,
    Wanted, kinds, read, read_one,
};

fn freeform() -> &'static dyn Kind {
    kinds::find("freeform").unwrap()
}

fn read_with(text: &str, reading: Reading) -> Result<Read, Unreadable> {
    read_one(text, &reading)
}

fn puzzle(text: &str) -> AnyPuzzle {
    read_with(text, Reading::default()).unwrap_or_else(|error| panic!("{text}: {error}")).puzzle
}

fn line(puzzle: &AnyPuzzle) -> String {
    puzzle.line(&puzzle.start())
}

#[test]
fn one_puzzle_on_one_line_or_on_several() {
    let text =
        "name: Corner\ntiles:\n  1 2 3\n  4 # 5\n  6 7 .\ngoal:\n  . 1 2\n  4 # 3\n  6 7 5\nwrap: both\n";
    let read = read_with(text, Reading::default()).unwrap();
    assert_eq!((read.id.as_deref(), read.detected), (Some("Corner"), "freeform"));
    assert_eq!(read.puzzle.name(), Some("Corner"));
    assert_eq!(read.puzzle.text(&read.puzzle.start(), None).as_deref(), Ok(text));
    let short = puzzle("name: Corner; tiles: 1 2 3/4 # 5/6 7 .; goal: . 1 2/4 # 3/6 7 5; wrap: both");
    assert_eq!(short.text(&short.start(), Some("freeform")).as_deref(), Ok(text));
    assert!(short.text(&short.start(), Some("slash")).is_err());
    assert_eq!(line(&short), "1 2 3/4 # 5/6 7 .");
    assert_eq!(short.goal_text().as_deref(), Some(". 1 2/4 # 3/6 7 5"));
}

#[test]
fn the_example_of_the_form_is_one() {
    let form = &freeform().entry().forms[0];
    let read = read_with(form.guarantee, Reading { form: Some(form.name), ..Reading::default() }).unwrap();
    assert_eq!((read.detected, read.puzzle.kind().entry().name), (form.name, "freeform"));
}

#[test]
fn several_puzzles_in_one_text() {
    let text = "name: a\ntiles:\n1 .\n\nname: b\ntiles: 1 x:\n\ntiles: 2 .; wrap: rows\n";
    let items = read(text, &Reading::default());
    let found: Vec<_> = items.iter().map(|item| (item.line, item.result.is_ok())).collect();
    assert_eq!(found, [(1, true), (5, false), (8, true)]);
    let error = items[1].result.as_ref().unwrap_err();
    assert_eq!(
        (error.kind, error.place.map(|place| (place.line, place.column))),
        (Some("freeform"), Some((6, 10)))
    );
}

#[test]
fn goals_and_sizes_are_taken_where_the_text_says_nothing_else() {
    let goal = |goal: &str| Reading { goal: Some(goal.into()), ..Reading::default() };
    let read = read_with("tiles: 1 # 2/. 3 .; wrap: rows", goal("3 # ?/. 1 .")).unwrap().puzzle;
    assert_eq!(read.goal_text().as_deref(), Some("3 # ?/. 1 ."));
    assert!(read.scene().wraps_across && !read.scene().wraps_down);
    let refused = |text, reading| read_with(text, reading).unwrap_err().refused;
    assert_eq!(refused("tiles: 1 .; goal: . 1", goal(". 1")), Some(Setting::Goal));
    assert_eq!(refused("tiles: 1 .", goal("2 .")), Some(Setting::Goal));
    assert_eq!(refused("tiles: 1 .", goal(". 1; wrap: rows")), Some(Setting::Goal));
    let size = |rows, cols| Reading { size: Some((rows, cols)), ..Reading::default() };
    assert_eq!(refused("tiles: 1 .", size(2, 1)), Some(Setting::Size));
    assert!(read_with("tiles: 1 .", size(1, 2)).is_ok());
    let other = puzzle("tiles: 1 2/3 .").with_goal(&puzzle("tiles: 1 2/. 3").start(), "? ?\n? 1").unwrap();
    assert_eq!((line(&other), other.goal_text().unwrap()), ("1 2/. 3".into(), "? ?/? 1".into()));
}

#[test]
fn the_scene_tells_equal_tiles_from_single_ones() {
    let scene = puzzle("tiles: A A 1/# . 2; goal: 1 A ?/# . A; wrap: columns").scene();
    let like = || Wanted::Like("A".into());
    let expected = [Wanted::Piece(2), like(), Wanted::Any, Wanted::Any, Wanted::Empty, like()];
    assert_eq!(scene.goal, expected);
    assert_eq!(scene.walls, [false, false, false, true, false, false]);
    assert!(scene.wraps_down && !scene.wraps_across);
    let main: Vec<bool> = scene.pieces.iter().flatten().map(|piece| piece.main).collect();
    assert_eq!(main, [true, true, true, false], "the goal says nothing of 2");
    assert!(puzzle("tiles: 1 2 .").scene().pieces.iter().flatten().all(|piece| !piece.main));
}

fn pressed(text: &str, cell: usize) -> Result<Vec<(usize, Direction)>, Refused> {
    let puzzle = puzzle(text);
    let steps = puzzle.press(&puzzle.start(), cell)?;
    assert!(puzzle.replay(&steps).is_ok());
    Ok(steps.into_iter().map(|step| (step.piece, step.direction)).collect())
}

#[test]
fn pressing_slides_into_a_gap_or_pushes_a_line() {
    let one = "tiles: 1 2 3/4 # 5/6 7 .";
    assert_eq!(pressed(one, 5), Ok(vec![(4, Down)]));
    assert_eq!(pressed(one, 2), Ok(vec![(4, Down), (2, Down)]));
    assert_eq!(pressed(one, 6), Ok(vec![(6, Right), (5, Right)]));
    assert_eq!(pressed(one, 0), Err(Refused::Stuck(0)));
    assert_eq!(pressed(one, 8), Err(Refused::NoSuchPiece), "the gap itself");
    assert_eq!(pressed(one, 4), Err(Refused::NoSuchPiece), "a wall");
    assert_eq!(pressed(one, 99), Err(Refused::NoSuchPiece));
    assert_eq!(pressed("tiles: 1 # 2 .", 0), Err(Refused::Stuck(0)), "a wall is in the way");
    let two = "tiles: 1 2 ./3 . 4";
    assert_eq!(pressed(two, 1), Err(Refused::SeveralWays(1)));
    assert_eq!(pressed(two, 0), Err(Refused::Stuck(0)), "with several gaps nothing is pushed");
    assert_eq!(pressed(two, 3), Ok(vec![(2, Right)]));
}

#[test]
fn pressing_goes_the_shorter_way_around() {
    let ring = "tiles: 1 2 3 4 .; wrap: rows";
    assert_eq!(pressed(ring, 0), Ok(vec![(0, Left)]));
    assert_eq!(pressed(ring, 1), Ok(vec![(0, Left), (1, Left)]));
    assert_eq!(pressed(ring, 2), Ok(vec![(3, Right), (2, Right)]));
    assert_eq!(pressed("tiles: 1 2 3 .; wrap: rows", 1), Err(Refused::SeveralWays(1)));
    assert_eq!(
        pressed("tiles: 1 2/3 .; wrap: both", 1).map(|steps| steps.len()),
        Ok(1),
        "both ways are the same"
    );
    assert_eq!(
        pressed("tiles: 1 2 3/4 5 .; wrap: rows", 0),
        Err(Refused::Stuck(0)),
        "a full row goes nowhere"
    );
}

#[test]
fn a_direction_means_a_step_if_one_tile_can_go_there() {
    let towards = |text: &str| {
        let puzzle = puzzle(text);
        Direction::ALL.map(|direction| puzzle.towards(&puzzle.start(), direction).map(|step| step.piece))
    };
    assert_eq!(towards("tiles: 1 2 3/4 # 5/6 7 ."), [None, Some(4), None, Some(6)]);
    assert_eq!(towards("tiles: 1 2 3/4 # 5/6 7 .; wrap: both"), [Some(2), Some(4), Some(5), Some(6)]);
    assert_eq!(towards("tiles: 1 2/. ."), [None; 4].map(|_: Option<usize>| None), "two can go down");
}

#[test]
fn steps_that_cannot_be_made_say_why() {
    let puzzle = puzzle("tiles: 1 2 ./# 3 .");
    let refused = |piece, direction| {
        let mut at = puzzle.start();
        let refused = puzzle.apply(&mut at, Step { piece, direction }).unwrap_err();
        assert_eq!(at, puzzle.start());
        refused
    };
    assert_eq!(refused(0, Up), Refused::Wall);
    assert_eq!(refused(0, Down), Refused::Wall);
    assert_eq!(refused(0, Right), Refused::Piece(1));
    assert_eq!(refused(9, Left), Refused::NoSuchPiece);
}

#[test]
fn editors_exchange_cells_and_repair_boards() {
    let puzzle = puzzle("tiles: 2 1 3/4 5 6/7 8 .");
    let start = puzzle.start();
    let edited = |edit| puzzle.edited(&start, edit);
    assert_eq!(edited(Edit::Swap(0, 8)).map(|new| line(&new)).as_deref(), Some(". 1 3/4 5 6/7 8 2"));
    assert!(edited(Edit::Swap(0, 9)).is_none());
    let repaired = edited(Edit::Repair).unwrap();
    assert_eq!(repaired.solvability(&repaired.start()).is_solvable, Some(true));
    let again = repaired.edited(&repaired.start(), Edit::Repair).unwrap();
    assert_eq!(line(&again), line(&repaired), "what can be solved stays as it is");
    let walled = self::puzzle("tiles: 1 # .; goal: . # 1");
    assert!(walled.edited(&walled.start(), Edit::Swap(0, 1)).is_none());
    assert!(walled.edited(&walled.start(), Edit::Repair).is_none(), "no exchange of two tiles helps");
}

#[test]
fn random_puzzles_are_as_they_were_wished_for() {
    let make = |wish: &Generating, seed| freeform().generate(wish, &mut Rng::from_seed(seed));
    let wish = Generating { size: Some((3, 3)), blanks: Some(3), ..Generating::default() };
    let made = make(&wish, 1).unwrap();
    assert_eq!((made.size(), made.start().pieces().flatten().count()), ((3, 3), 6));
    assert_eq!(made.solvability(&made.start()).is_solvable, Some(true));
    assert_eq!(line(&made), line(&make(&wish, 1).unwrap()));
    assert_ne!(line(&made), line(&make(&wish, 2).unwrap()));
    let near = make(&Generating { scramble: Some(0), ..wish.clone() }, 1).unwrap();
    assert!(near.is_solved(&near.start()));
    let goal = Generating { goal: Some("3 2 1/? ? ?/? ? ?".into()), ..wish.clone() };
    assert_eq!(make(&goal, 1).unwrap().goal_text().as_deref(), Some("3 2 1/? ? ?/? ? ?"));
    let from = Generating { from: Some(puzzle("tiles: 1 1 2/# . 3; wrap: both")), ..Generating::default() };
    let made = make(&from, 1).unwrap();
    assert_eq!((made.goal_text(), made.size()), (from.from.as_ref().unwrap().goal_text(), (2, 3)));
    assert!(make(&Generating::default(), 1).is_ok());
    let refused = |wish: Generating| match make(&wish, 1) {
        Err(GenerateError::Refused(refusal)) => refusal.setting,
        other => panic!("{other:?}"),
    };
    assert_eq!(refused(Generating { size: Some((100, 100)), ..Generating::default() }), Setting::Size);
    assert_eq!(
        refused(Generating { size: Some((2, 2)), blanks: Some(4), ..Generating::default() }),
        Setting::Size
    );
    assert_eq!(refused(Generating { goal: Some("1 2".into()), ..wish }), Setting::Goal);
    assert_eq!(refused(Generating { size: Some((2, 2)), ..from }), Setting::Size);
}
