//! Which search is meant where a spec leaves it open: options that belong to one search mean that search, whatever
//! suits the size.

use slidewise_solve::search::Weight;
use slidewise_solve::{Algorithm, Reading, Solver, Spec, WeightChoice, read_one};

fn chosen(text: &str, spec: Spec) -> Algorithm {
    let puzzle = read_one(text, &Reading::default()).unwrap().puzzle;
    spec.plan(&Solver::new(), &*puzzle).unwrap().algorithm
}

#[test]
fn an_option_may_say_which_search_is_meant_for_tiles() {
    let algorithm = |side: usize, spec: Spec| {
        let numbers: Vec<String> = (0..side * side).map(|tile| tile.to_string()).collect();
        let rows: Vec<String> = numbers.chunks(side).map(|row| row.join(" ")).collect();
        chosen(&rows.join("/"), spec)
    };
    let open = Spec::default;
    assert_eq!(algorithm(3, open()), Algorithm::Astar);
    assert_eq!(algorithm(4, open()), Algorithm::Ida);
    assert_eq!(algorithm(5, open()), Algorithm::Anytime);
    assert_eq!(algorithm(5, Spec { weight: Some(WeightChoice::Auto), ..open() }), Algorithm::Wastar);
    assert_eq!(algorithm(5, Spec { depth_limit: Some(90), ..open() }), Algorithm::Ida);
    assert_eq!(algorithm(5, Spec { beam_width: Some(10), ..open() }), Algorithm::Beam);
}

#[test]
fn an_option_may_say_which_search_is_meant_for_tiles_on_any_board() {
    let (small, large) = ("tiles: 1 2 3 4/5 6 7 8/9 10 11 .", "tiles: 1 2 3 4/5 6 7 8/9 10 11 12/13 # . .");
    let open = Spec::default;
    assert_eq!(chosen(small, open()), Algorithm::Astar);
    assert_eq!(chosen(large, open()), Algorithm::Arastar);
    let holes = "tiles: 1 2 3 4 5/6 # 7 # 8/9 10 11 12 13/14 # 15 # 16/17 18 19 20 .";
    assert_eq!(chosen(holes, open()), Algorithm::Anytime);
    assert_eq!(chosen("tiles: A A A A/B B B B/C C C C/. . . .", open()), Algorithm::Astar);
    assert_eq!(chosen(small, Spec { weight: Some(WeightChoice::Auto), ..open() }), Algorithm::Wastar);
    assert_eq!(chosen(small, Spec { bound: Some(Weight::ONE), ..open() }), Algorithm::Arastar);
    assert_eq!(chosen(large, Spec { depth_limit: Some(9), ..open() }), Algorithm::Ida);
    assert_eq!(chosen(large, Spec { keep_every: Some(9), ..open() }), Algorithm::Layered);
}
