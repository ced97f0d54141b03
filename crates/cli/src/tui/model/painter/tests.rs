//! The editor for bricks, key by key.

use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Rect;
use slidewise_solve::AnyPuzzle;

use super::super::tests::{answered, from_library, model, play, press, types};
use super::super::{Model, Screen};
use super::Painter;
use crate::tui::view::hits::Grid;

fn painter(model: &Model) -> &Painter {
    match &model.screen {
        Screen::Painter(painter) => painter,
        _ => panic!("nothing is painted"),
    }
}

#[test]
fn bricks_are_painted_and_judged_at_once() {
    let mut model = model(None);
    types(&mut model, "o---<");
    assert_eq!((painter(&model).rows, painter(&model).cols), (2, 3));
    types(&mut model, "a");
    model.event(&Event::Key(KeyEvent::new(KeyCode::Down, KeyModifiers::SHIFT)));
    press(&mut model, KeyCode::Right);
    types(&mut model, "#");
    assert_eq!(painter(&model).text.text, "board:\nA..\nA#.\n");
    answered(&mut model);
    assert!(painter(&model).text.verdict.contains("goal"), "{}", painter(&model).text.verdict);
    press(&mut model, KeyCode::Tab);
    types(&mut model, ".");
    press(&mut model, KeyCode::Right);
    types(&mut model, "a");
    press(&mut model, KeyCode::Up);
    types(&mut model, " ");
    answered(&mut model);
    assert!(painter(&model).text.verdict.starts_with("unsolvable"), "the wall is in the way");
    press(&mut model, KeyCode::Tab);
    press(&mut model, KeyCode::Left);
    press(&mut model, KeyCode::Down);
    press(&mut model, KeyCode::Backspace);
    answered(&mut model);
    assert_eq!(painter(&model).text.verdict, "solvable: 1 move at least");
    press(&mut model, KeyCode::Enter);
    types(&mut model, "ll");
    assert!(play(&model).won.is_some());
}

#[test]
fn what_is_no_puzzle_yet_is_said_and_not_played() {
    let mut model = model(None);
    types(&mut model, "oa");
    press(&mut model, KeyCode::Tab);
    types(&mut model, "b");
    let why = painter(&model).text.read.clone().unwrap().unwrap_err();
    assert!(why.contains('B'), "there is no such piece: {why}");
    press(&mut model, KeyCode::Enter);
    assert_eq!(painter(&model).brush, 'B', "the editor stays");
    types(&mut model, "?");
    assert!(model.help);
}

#[test]
fn a_game_of_bricks_is_edited() {
    let mut model = model(Some(from_library("course-bricks-1")));
    let before = play(&model).start.puzzle.clone();
    types(&mut model, "e");
    let text = match &model.screen {
        Screen::Painter(painter) => painter.text.read.clone(),
        Screen::Text(text) => text.read.clone(),
        _ => panic!("no editor is open"),
    };
    let after = text.unwrap().unwrap().puzzle;
    let counted = |puzzle: AnyPuzzle| (puzzle.scene().pieces.len(), puzzle.scene().gates.len());
    assert!(after.has_goal());
    assert_eq!(counted(after), counted(before));
    let mut model = super::super::tests::model(Some(from_library("klotski")));
    types(&mut model, "e");
    assert_eq!((painter(&model).rows, painter(&model).cols), (5, 4));
    press(&mut model, KeyCode::Enter);
    answered(&mut model);
    assert_eq!(play(&model).optimum(), Some(81), "nothing was lost");
}

#[test]
fn the_mouse_paints() {
    let mut model = model(None);
    types(&mut model, "o");
    let grid = Grid { area: Rect::new(0, 0, 8, 5), cell_width: 2, cell_height: 1, cols: 4 };
    model.hits.board = Some(grid);
    let at = |kind, column| MouseEvent { kind, column, row: 1, modifiers: KeyModifiers::NONE };
    model.event(&Event::Mouse(at(MouseEventKind::Down(MouseButton::Left), 0)));
    model.event(&Event::Mouse(at(MouseEventKind::Drag(MouseButton::Left), 2)));
    model.event(&Event::Mouse(at(MouseEventKind::Moved, 4)));
    assert!(painter(&model).text.text.contains("\nAA..\n"), "{}", painter(&model).text.text);
    model.event(&Event::Mouse(at(MouseEventKind::Down(MouseButton::Right), 0)));
    assert!(painter(&model).text.text.contains("\n.A..\n"), "{}", painter(&model).text.text);
}
