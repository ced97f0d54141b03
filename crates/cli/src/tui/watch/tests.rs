//! Searches in lockstep.

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use slidewise_solve::search::Limits;
use slidewise_solve::{Algorithm, Reading, Solver, Spec, read_one};

use super::*;

fn race(algorithms: &[Algorithm]) -> Race {
    let puzzle = read_one("8 6 7/2 5 4/3 0 1", &Reading::default()).unwrap().puzzle;
    let solver = Solver::new();
    let lane = |&algorithm: &Algorithm| {
        let spec = Spec { algorithm: Some(algorithm), ..Spec::default() };
        let search = puzzle.open(&solver, &spec, Limits::default(), Cancel::default()).unwrap();
        Lane::new(format!("{algorithm:?}"), search)
    };
    let lanes = algorithms.iter().map(lane).collect();
    Race::new(puzzle, lanes)
}

fn expanded(race: &Race) -> Vec<u64> {
    race.lanes.iter().map(|lane| lane.search.stats().expanded).collect()
}

fn press(race: &mut Race, code: KeyCode) -> bool {
    race.key(KeyEvent::new(code, KeyModifiers::NONE))
}

#[test]
fn searches_go_in_lockstep() {
    let mut race = race(&[Algorithm::Astar, Algorithm::Bfs]);
    race.tick(Duration::from_secs(1), || true);
    assert_eq!(expanded(&race), [race.speed(), race.speed()], "a second at this speed");
    press(&mut race, KeyCode::Char(' '));
    race.tick(Duration::from_secs(9), || true);
    let before = expanded(&race)[0];
    press(&mut race, KeyCode::Right);
    assert_eq!(expanded(&race), [before + 1, before + 1], "paused, but for one step");
    assert_ne!(race.lanes[1].view.position, race.puzzle.start(), "it is under way");
}

#[test]
fn one_that_has_ended_waits_for_the_other() {
    let mut race = race(&[Algorithm::Greedy, Algorithm::Astar]);
    (0..10).for_each(|_| assert!(press(&mut race, KeyCode::Char('+'))));
    let mut second = 0;
    while !race.is_over() {
        second += 1;
        race.tick(Duration::from_secs(second), || true);
        assert!(second < 1000);
    }
    let counts = expanded(&race);
    race.tick(Duration::from_secs(second + 1), || true);
    press(&mut race, KeyCode::Right);
    assert_eq!(expanded(&race), counts);
    assert_eq!(race.lanes[1].search.answer().and_then(|answer| answer.cost()), Some(31));
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
    terminal.draw(|frame| draw::draw(frame, &race, Theme::new(true))).unwrap();
    let seen: String = terminal.backend().buffer().content().iter().map(|cell| cell.symbol()).collect();
    assert!(
        seen.contains("solved in 31 moves, optimal") && seen.contains("times fewer expansions"),
        "{seen}"
    );
}

#[test]
fn the_interface_comes_first() {
    let mut race = race(&[Algorithm::Bfs]);
    (0..10).for_each(|_| assert!(press(&mut race, KeyCode::Up)));
    let mut turns = 3;
    race.tick(Duration::from_secs(1), || {
        turns -= 1;
        turns >= 0
    });
    assert_eq!(expanded(&race), [3 * TURN]);
}

#[test]
fn every_size_is_drawn_and_keys_end_it() {
    let mut race = race(&[Algorithm::Ida, Algorithm::Beam]);
    race.tick(Duration::from_secs(1), || true);
    for (width, height) in [(80, 24), (40, 12), (120, 40), (30, 10), (5, 2)] {
        for help in [false, true] {
            race.help = help;
            let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
            terminal.draw(|frame| draw::draw(frame, &race, Theme::new(false))).unwrap();
        }
    }
    assert!(press(&mut race, KeyCode::Char('q')), "the first key closes the help");
    assert!(!press(&mut race, KeyCode::Char('q')));
    assert!(!race.key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL)));
}

#[test]
fn samples_keep_the_whole_run() {
    let mut samples = Samples::default();
    (0..10_000).for_each(|n| samples.push(n));
    assert!(samples.values.len() <= SAMPLES && samples.values.len() > SAMPLES / 4);
    assert!(samples.values.is_sorted() && samples.values[0] == 0 && *samples.values.last().unwrap() > 9_900);
}
