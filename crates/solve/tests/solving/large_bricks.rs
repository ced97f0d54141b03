//! Brick puzzles whose spaces no exhaustive search can hold.

use slidewise_solve::puzzles::bricks::library;
use slidewise_solve::search::{Cancel, Limits};
use slidewise_solve::{Algorithm, Answer, AnyPuzzle, Reading, Solver, Spec, Watch, read, solves};

/// 12×12 cells with 19 pieces; the square is to cross the board.
const LARGE: &str = "\
board:
AA..BBBB....
AA..C...DDD.
EE..C...F...
EE..C.GGF.HH
....C.GGF.HH
II.JJJ..F...
II....KK..L.
..MMM.KK..L.
..N.....O.L.
PPN.QQQ.O...
PPN.....ORR.
....SSS..RR.
goal:
............
............
............
............
............
............
............
............
............
............
..........AA
..........AA
";

fn puzzle(text: &str) -> AnyPuzzle {
    let mut items = read(text, &Reading::default());
    items.remove(0).result.unwrap().puzzle
}

fn klotski() -> AnyPuzzle {
    puzzle(library::get("klotski").unwrap().text)
}

fn solved(puzzle: &AnyPuzzle, spec: &Spec, nodes: u64, memory: u64) -> Answer {
    let limits = Limits { nodes: Some(nodes), memory: Some(memory), time: None };
    let watch = Watch { limits, cancel: Cancel::default(), observer: &mut () };
    puzzle.solve(&Solver::new(), spec, watch).unwrap()
}

/// Everything left open, the large one is given to anytime search and gets a solution and a bound; Klotski is solved
/// exhaustively as before, unless the memory is too small for its space.
#[test]
fn what_cannot_be_held_is_solved_all_the_same() {
    let large = puzzle(LARGE);
    let answer = solved(&large, &Spec::default(), 1_500, 4 << 30);
    assert_eq!(answer.plan.algorithm, Algorithm::Anytime);
    let way = answer.solution.unwrap();
    assert_eq!(solves(&*large, &way.steps), Ok(()));
    let bound = answer.lower_bound.unwrap();
    assert!((1..=way.cost).contains(&bound), "{bound} and {}", way.cost);
    let klotski = klotski();
    let answer = solved(&klotski, &Spec::default(), 1_000_000, 4 << 30);
    assert_eq!((answer.plan.algorithm, answer.solution.unwrap().cost), (Algorithm::Layered, 81));
}

/// On a space that can be held, anytime search ends with the optimum and its proof.
#[test]
fn anytime_search_ends_at_the_optimum() {
    let spec = Spec { algorithm: Some(Algorithm::Anytime), ..Spec::default() };
    let answer = solved(&klotski(), &spec, 3_000_000, 4 << 30);
    assert_eq!(answer.solution.unwrap().cost, 81);
    assert_eq!(answer.lower_bound, Some(81));
}
