//! The model, key by key.

use ratatui::crossterm::event::{MouseButton, MouseEventKind};
use ratatui::layout::Rect;
use slidewise_solve::advice::{Advised, advise};
use slidewise_solve::search::{Cancel, Limits};
use slidewise_solve::{Direction, Reading, Solver, Watch, kinds, read_one};

use super::*;
use crate::tui::view::hits::Grid;

pub fn model(first: Option<Start>) -> Model {
    Model::new(Kept::default(), None, (3, 3), 1, first)
}

pub fn own(text: &str) -> Start {
    Start::own(read_one(text, &Reading::default()).unwrap().puzzle)
}

pub fn from_library(slug: &str) -> Start {
    Start::from_library(&kinds::in_library(slug).unwrap()).unwrap()
}

pub fn press(model: &mut Model, code: KeyCode) {
    model.event(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
}

pub fn types(model: &mut Model, keys: &str) {
    keys.chars().for_each(|key| press(model, KeyCode::Char(key)));
}

pub fn play(model: &Model) -> &Play {
    match &model.screen {
        Screen::Play(play) => play,
        _ => panic!("no game is on"),
    }
}

/// Answers every question of the model that was not taken back, as the worker would; the other effects.
pub fn answered(model: &mut Model) -> Vec<Effect> {
    let solver = Solver::new();
    let mut others = Vec::new();
    loop {
        let effects = model.take_effects();
        if effects.is_empty() {
            return others;
        }
        for effect in &effects {
            match effect {
                Effect::Ask(question) if !effects.contains(&Effect::Cancel(question.job)) => {
                    let watch =
                        Watch { limits: Limits::default(), cancel: Cancel::default(), observer: &mut () };
                    let advised = advise(&solver, &*question.puzzle, Duration::from_millis(50), watch);
                    model.answer(Reply { job: question.job, advised, is_last: true });
                }
                Effect::Ask(_) | Effect::Cancel(_) => {}
                other => others.push(other.clone()),
            }
        }
    }
}

fn board(model: &Model) -> String {
    let game = play(model).shown();
    game.puzzle().line(game.position())
}

fn here(model: &Model) -> u64 {
    let advice = play(model).guide.here().expect("a way is known");
    assert!(advice.is_optimal());
    advice.cost
}

#[test]
fn arrows_and_letters_move_the_tile_or_the_gap() {
    let mut model = model(Some(own("1 2 3/4 0 5/6 7 8")));
    for (code, moved) in [
        (KeyCode::Left, "1 2 3/4 5 0/6 7 8"),
        (KeyCode::Char('l'), "1 2 3/4 0 5/6 7 8"),
        (KeyCode::Char('w'), "1 2 3/4 7 5/6 0 8"),
        (KeyCode::Down, "1 2 3/4 0 5/6 7 8"),
    ] {
        press(&mut model, code);
        assert_eq!(board(&model), moved);
    }
    types(&mut model, "m");
    assert!(model.take_effects().contains(&Effect::KeepArrows(true)));
    press(&mut model, KeyCode::Left);
    assert_eq!(board(&model), "1 2 3/0 4 5/6 7 8");
    press(&mut model, KeyCode::Left);
    assert_eq!(board(&model), "1 2 3/0 4 5/6 7 8", "the gap is at the edge");
}

#[test]
fn undo_redo_and_restart() {
    let mut model = model(Some(own("1 2 3/4 0 5/6 7 8")));
    types(&mut model, "hku");
    assert_eq!(board(&model), "1 2 3/4 5 0/6 7 8");
    types(&mut model, "y");
    assert_eq!(board(&model), "1 2 3/4 5 8/6 7 0");
    types(&mut model, "r");
    assert_eq!((board(&model).as_str(), play(&model).game.moves()), ("1 2 3/4 0 5/6 7 8", 0));
    types(&mut model, "yy");
    assert_eq!(board(&model), "1 2 3/4 5 8/6 7 0");
    types(&mut model, "uuu");
    assert_eq!(play(&model).note, "nothing to undo");
}

#[test]
fn the_optimum_follows_the_game() {
    let mut model = model(Some(own("8 6 7/2 5 4/3 0 1")));
    types(&mut model, "t");
    assert_eq!(play(&model).note, "looking for the way …", "nothing is known yet");
    answered(&mut model);
    assert_eq!((play(&model).optimum(), here(&model)), (Some(31), 31));
    let hint = play(&model).hint.expect("the hint came when the answer did");
    assert!(play(&model).note.contains("the goal is 31 moves away, and then 30"), "{}", play(&model).note);
    // Following the way needs no search; leaving it does.
    let key = |direction| match direction {
        Direction::Up => KeyCode::Up,
        Direction::Down => KeyCode::Down,
        Direction::Left => KeyCode::Left,
        Direction::Right => KeyCode::Right,
    };
    press(&mut model, key(hint.direction));
    assert_eq!((here(&model), model.take_effects()), (30, vec![]));
    press(&mut model, key(hint.direction.opposite()));
    assert!(!play(&model).guide.here().unwrap().is_optimal());
    press(&mut model, key(hint.direction));
    let effects = model.take_effects();
    assert!(matches!(&effects[..], [Effect::Ask(a), Effect::Cancel(b), Effect::Ask(_)] if a.job == *b));
    model.answer(Reply { job: 999, advised: Advised::Unsolvable, is_last: true });
    assert_eq!(play(&model).optimum(), Some(31), "an answer to someone else's question");
}

#[test]
fn a_way_that_is_not_proven_is_shown_as_such() {
    let mut model = model(Some(own("24 23 22 21 20/19 18 17 16 15/14 13 12 11 10/9 8 7 6 5/4 3 2 1 0")));
    answered(&mut model);
    types(&mut model, "t");
    assert!(play(&model).note.contains("the shortest way known takes"), "{}", play(&model).note);
    assert_eq!(play(&model).optimum(), None);
}

#[test]
fn an_unsolvable_board_has_no_hint() {
    let mut model = model(Some(own("1 2 3/4 5 6/8 7 0")));
    answered(&mut model);
    types(&mut model, "v");
    assert_eq!(play(&model).note, "there is no solution");
    assert!(play(&model).playback.is_none());
}

#[test]
fn a_game_without_help_is_kept() {
    let start =
        Start { origin: start::Origin::Random, title: "3×3".to_string(), ..own("1 2 3/4 5 6/0 7 8") };
    let mut model = model(Some(start.clone()));
    answered(&mut model);
    model.tick(Duration::from_secs(5));
    press(&mut model, KeyCode::Left);
    model.tick(Duration::from_secs(12));
    press(&mut model, KeyCode::Left);
    let score =
        Score { kind: "3×3".to_string(), seconds: 7.0, moves: 2, above_optimum: Some(0), same_board: false };
    assert_eq!(answered(&mut model), [Effect::Keep(score)]);
    assert_eq!(play(&model).time(Duration::from_secs(99)), Duration::from_secs(7), "the clock stands");
    press(&mut model, KeyCode::Right);
    assert!(play(&model).game.is_solved(), "the game is over");
    types(&mut model, "n");
    assert!(!play(&model).game.is_solved() && play(&model).start.title == "3×3");

    let mut helped = self::model(Some(start));
    answered(&mut helped);
    types(&mut helped, "thh");
    assert!(play(&helped).won.is_some());
    assert_eq!(answered(&mut helped), []);
}

#[test]
fn the_solution_is_shown_and_taken_over() {
    let mut model = model(Some(own("1 2 3/4 5 6/0 7 8")));
    answered(&mut model);
    types(&mut model, "v");
    assert!(model.is_lively());
    types(&mut model, " ");
    press(&mut model, KeyCode::Right);
    assert_eq!(board(&model), "1 2 3/4 5 6/7 0 8");
    press(&mut model, KeyCode::Esc);
    assert_eq!(board(&model), "1 2 3/4 5 6/0 7 8", "back where the player was");
    types(&mut model, "v");
    press(&mut model, KeyCode::Right);
    press(&mut model, KeyCode::Enter);
    assert_eq!((board(&model).as_str(), play(&model).game.moves()), ("1 2 3/4 5 6/7 0 8", 1));
    assert!(play(&model).playback.is_none());
}

#[test]
fn pieces_are_chosen_and_slid() {
    let mut model = model(Some(from_library("klotski")));
    let scene = play(&model).start.puzzle.scene();
    let (count, labels): (usize, Vec<&str>) =
        (scene.pieces.len(), (0..scene.pieces.len()).map(|piece| scene.label(piece)).collect());
    for (i, label) in labels.iter().enumerate() {
        types(&mut model, label);
        assert_eq!(play(&model).chosen, Some(i));
    }
    press(&mut model, KeyCode::Tab);
    assert_eq!(play(&model).chosen, Some(0), "after the last comes the first of {count}");
    press(&mut model, KeyCode::BackTab);
    assert_eq!(play(&model).chosen, Some(count - 1));
    let step = play(&model).game.steps()[0];
    types(&mut model, labels[step.piece]);
    answered(&mut model);
    assert_eq!(play(&model).optimum(), Some(81));
    types(&mut model, "t");
    let hinted = play(&model).hint.unwrap();
    assert_eq!(play(&model).chosen, Some(hinted.piece), "an arrow is enough to follow");
}

#[test]
fn a_piece_follows_the_mouse() {
    let mut model = model(None);
    model.paste("board:\nA..\n...\ngoal:\n...\n..A\n");
    press(&mut model, KeyCode::Enter);
    let area = Rect::new(0, 0, 13, 5);
    model.hits = Hits { board: Some(Grid { area, cell_width: 4, cell_height: 2, cols: 3 }), list: None };
    let mut mouse = |kind, column, row| {
        model.event(&Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
    };
    mouse(MouseEventKind::Down(MouseButton::Left), 1, 1);
    mouse(MouseEventKind::Drag(MouseButton::Left), 9, 1);
    mouse(MouseEventKind::Drag(MouseButton::Left), 9, 3);
    mouse(MouseEventKind::Up(MouseButton::Left), 9, 3);
    let game = &play(&model).game;
    assert_eq!((game.is_solved(), game.done().len(), game.moves()), (true, 3, 1));
}

#[test]
fn a_click_moves_what_can_go_one_way_and_says_what_is_in_the_way() {
    let mut model = model(Some(own("board:\nA.B\nCCC\ngoal:\n.A.\n...\n")));
    let area = Rect::new(0, 0, 13, 5);
    model.hits = Hits { board: Some(Grid { area, cell_width: 4, cell_height: 2, cols: 3 }), list: None };
    let click = |model: &mut Model, down: (u16, u16), up: (u16, u16)| {
        for (kind, (column, row)) in
            [(MouseEventKind::Down(MouseButton::Left), down), (MouseEventKind::Up(MouseButton::Left), up)]
        {
            model.event(&Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
        }
    };
    click(&mut model, (1, 3), (1, 3));
    assert_eq!(play(&model).note, "C cannot move");
    press(&mut model, KeyCode::Up);
    assert_eq!(play(&model).note, "A is in the way");
    click(&mut model, (9, 1), (1, 1));
    assert_eq!(board(&model), "A.B/CCC", "the button was let go elsewhere");
    assert_eq!(play(&model).chosen, Some(1));
    click(&mut model, (9, 1), (9, 1));
    assert_eq!(board(&model), "AB./CCC");
    click(&mut model, (5, 1), (5, 1));
    click(&mut model, (1, 1), (1, 1));
    assert_eq!((play(&model).game.done().len(), play(&model).won.is_some()), (3, true));
}

#[test]
fn with_several_gaps_a_piece_is_chosen_where_a_direction_is_not_enough() {
    let mut model = model(Some(own("tiles: 1 . 2/. 3 4\ngoal: . . 1/2 3 4")));
    press(&mut model, KeyCode::Left);
    assert_eq!(board(&model), "1 . 2/. 3 4", "2 and 3 could go");
    assert!(play(&model).note.contains("several"), "{}", play(&model).note);
    press(&mut model, KeyCode::Up);
    assert_eq!(board(&model), "1 3 2/. . 4");
    types(&mut model, "u3h");
    assert_eq!((board(&model).as_str(), play(&model).chosen), ("1 . 2/3 . 4", None));
    answered(&mut model);
    types(&mut model, "t");
    let hint = play(&model).hint.unwrap();
    press(&mut model, [KeyCode::Up, KeyCode::Down, KeyCode::Left, KeyCode::Right][hint.direction as usize]);
    assert_eq!(play(&model).game.done().last(), Some(&hint), "an arrow is enough to follow");
}

#[test]
fn a_push_that_solves_is_one_game() {
    let start =
        Start { origin: start::Origin::Random, title: "3×3".to_string(), ..own("1 2 3/4 5 6/0 7 8") };
    let mut model = model(Some(start));
    answered(&mut model);
    let area = Rect::new(0, 0, 9, 3);
    model.hits = Hits { board: Some(Grid { area, cell_width: 3, cell_height: 1, cols: 3 }), list: None };
    let kind = MouseEventKind::Down(MouseButton::Left);
    model.event(&Event::Mouse(MouseEvent { kind, column: 0, row: 0, modifiers: KeyModifiers::NONE }));
    assert_eq!(play(&model).game.moves(), 2, "a tile in the gap's column comes down, and those below it");
    types(&mut model, "uu");
    model.event(&Event::Mouse(MouseEvent { kind, column: 4, row: 0, modifiers: KeyModifiers::NONE }));
    assert_eq!(play(&model).note, "only tiles in line with the gap can move");
    model.event(&Event::Mouse(MouseEvent { kind, column: 7, row: 2, modifiers: KeyModifiers::NONE }));
    assert!(matches!(&answered(&mut model)[..], [Effect::Keep(score)] if score.moves == 2));
}

#[test]
fn every_puzzle_of_the_library_can_be_played() {
    for (_, entry) in kinds::library() {
        let start = Start::from_library(&entry).unwrap();
        let mut model = model(Some(start));
        let step = play(&model).game.steps().first().copied();
        if let (Some(step), None) = (step, &play(&model).won) {
            let Screen::Play(play) = &mut model.screen else { panic!("a game is on") };
            play.chosen = Some(step.piece);
            let key = ['k', 'j', 'h', 'l'][step.direction as usize];
            types(&mut model, &key.to_string());
            assert_eq!(self::play(&model).game.done(), [step], "{}", entry.slug);
        }
    }
}

#[test]
fn the_editor_keeps_a_board_a_board() {
    let mut model = model(None);
    types(&mut model, "e");
    let editor = |model: &Model| match &model.screen {
        Screen::Editor(editor) => {
            (editor.puzzle.line(&editor.puzzle.start()), editor.solvability().is_solvable == Some(true))
        }
        _ => panic!("no editor is open"),
    };
    assert_eq!(editor(&model), ("1 2 3/4 5 6/7 8 0".to_string(), true));
    types(&mut model, "2");
    assert_eq!(editor(&model), ("2 1 3/4 5 6/7 8 0".to_string(), false));
    types(&mut model, "x");
    assert!(editor(&model).1);
    types(&mut model, " jj ");
    assert_eq!(editor(&model).0, "7 2 3/4 5 6/1 8 0");
    types(&mut model, "9");
    assert_eq!(editor(&model).0, "7 2 3/4 5 6/1 8 0", "there is no tile 9");
    types(&mut model, "+");
    assert_eq!(editor(&model).0, "1 2 3 4/5 6 7 8/9 10 11 0");
    types(&mut model, "10");
    assert_eq!(editor(&model).0, "10 2 3 4/5 6 7 8/9 1 11 0", "two digits make one number");
    types(&mut model, "g");
    assert_eq!(model.shared.goal.as_deref(), Some("blank-first"));
    press(&mut model, KeyCode::Enter);
    assert_eq!(board(&model), "10 2 3 4/5 6 7 8/9 1 11 0");
}

#[test]
fn bricks_begin_scrambled_if_one_likes() {
    let mut model = model(None);
    types(&mut model, "br");
    let first = play(&model).start.clone();
    assert!(first.title.starts_with("scrambled Klotski"), "{}", first.title);
    assert_ne!(first.puzzle.start(), from_library("klotski").puzzle.start());
    answered(&mut model);
    assert!(play(&model).optimum().is_some(), "it can be solved");
    types(&mut model, "n");
    let second = &play(&model).start;
    assert_eq!(second.title, first.title);
    assert_ne!(second.puzzle.start(), first.puzzle.start(), "another position each time");
}

#[test]
fn text_is_read_as_it_is_typed() {
    let mut model = model(None);
    types(&mut model, "p");
    let text = |model: &Model| match &model.screen {
        Screen::Text(text) => (text.read.clone(), text.verdict.clone()),
        _ => panic!("no text is open"),
    };
    types(&mut model, "1 2 3/4 5 6/7 8 8");
    assert!(text(&model).0.unwrap().unwrap_err().contains("tile 8 stands twice"));
    press(&mut model, KeyCode::Backspace);
    types(&mut model, "0");
    assert_eq!(text(&model).1, "solvable");
    model.event(&Event::Key(KeyEvent::new(KeyCode::Char('u'), KeyModifiers::CONTROL)));
    assert!(text(&model).0.is_none());
    model.paste("board:\r\nAB.\r\ngoal:\r\nBA.\r\n");
    assert_eq!(text(&model).1, "solvable? …");
    answered(&mut model);
    assert!(text(&model).1.starts_with("unsolvable"), "{}", text(&model).1);
    model.event(&Event::Key(KeyEvent::new(KeyCode::Char('u'), KeyModifiers::CONTROL)));
    types(&mut model, "klotski");
    answered(&mut model);
    assert_eq!(text(&model).1, "solvable: 81 moves at least");
    press(&mut model, KeyCode::Enter);
    assert!(play(&model).start.title.starts_with("Klotski"));
    assert!(play(&model).start.kind().is_some(), "by name it is the same puzzle as in the list");
}

#[test]
fn leaving_a_game_stops_its_searches() {
    let mut model = model(Some(own("8 6 7/2 5 4/3 0 1")));
    let asked = model.take_effects();
    press(&mut model, KeyCode::Esc);
    let stopped = model.take_effects();
    assert!(matches!((&asked[..], &stopped[..]), ([Effect::Ask(a)], [Effect::Cancel(b)]) if a.job == *b));
    types(&mut model, "q");
    assert_eq!(model.take_effects(), [Effect::Quit]);
}

#[test]
fn control_c_ends_it_everywhere() {
    for keys in ["", "n", "b", "p", "e", "o", "n?", "nv"] {
        let mut model = model(None);
        types(&mut model, keys);
        answered(&mut model);
        model.event(&Event::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL)));
        assert_eq!(model.take_effects(), [Effect::Quit], "{keys}");
    }
}

/// Any keys in any order: nothing panics, and what is drawn fits.
#[test]
fn random_keys_never_panic() {
    let mut rng = Rng::from_seed(9);
    let mut model = model(None);
    let codes = [
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::Left,
        KeyCode::Right,
        KeyCode::Enter,
        KeyCode::Esc,
        KeyCode::Tab,
        KeyCode::BackTab,
        KeyCode::Backspace,
        KeyCode::Home,
        KeyCode::End,
        KeyCode::PageDown,
    ];
    for n in 0..6000_u64 {
        let code = match rng.below(3) {
            0 => codes[rng.below(codes.len())],
            _ => KeyCode::Char(char::from(32 + rng.below(95) as u8)),
        };
        press(&mut model, code);
        model.tick(Duration::from_millis(n * 20));
        if rng.below(20) == 0 {
            let (column, row) = (rng.below(80) as u16, rng.below(24) as u16);
            let kind = match rng.below(3) {
                0 => MouseEventKind::Down(MouseButton::Left),
                1 => MouseEventKind::Drag(MouseButton::Left),
                _ => MouseEventKind::ScrollDown,
            };
            model.event(&Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
        }
        if rng.below(10) == 0 {
            let size = [(80, 24), (40, 12), (120, 40), (10, 3), (31, 11)][rng.below(5)];
            let mut terminal =
                ratatui::Terminal::new(ratatui::backend::TestBackend::new(size.0, size.1)).unwrap();
            let theme = crate::tui::view::theme::Theme::new(n % 2 == 0);
            terminal.draw(|frame| model.hits = crate::tui::view::draw(frame, &model, theme)).unwrap();
        }
        // Searches of large boards would take too long here; what they may answer, a refusal stands for.
        for effect in model.take_effects() {
            if let Effect::Ask(question) = effect {
                let advised = Advised::Stopped(slidewise_solve::search::Stop::Time);
                model.answer(Reply { job: question.job, advised, is_last: true });
            }
        }
    }
}
