//! Frames as they are seen, at three sizes. `INSTA_UPDATE=always cargo test -p slidewise` writes them anew,
//! to be looked at before they are committed.

use insta::Settings;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::KeyCode;

use super::*;
use crate::tui::model::tests::{answered, from_library, model, own, play, press, types};

const SIZES: [(u16, u16); 3] = [(80, 24), (40, 12), (120, 40)];

fn drawn(model: &Model, (width, height): (u16, u16)) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal
        .draw(|frame| {
            draw(frame, model, Theme::new(false));
        })
        .unwrap();
    let buffer = terminal.backend().buffer();
    let line =
        |y: u16| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_string();
    (0..height).map(line).collect::<Vec<_>>().join("\n") + "\n"
}

#[track_caller]
fn assert_snapshots(name: &str, model: &Model) {
    let mut settings = Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.bind(|| {
        for size in SIZES {
            insta::assert_snapshot!(format!("{name}-{}x{}", size.0, size.1), drawn(model, size));
        }
    });
}

#[test]
fn a_game_of_tiles() {
    let mut model = model(Some(own("5 1 2 3/9 6 7 4/13 10 0 8/14 15 11 12")));
    assert_snapshots("thinking", &model);
    answered(&mut model);
    types(&mut model, "t");
    assert_snapshots("hint", &model);
    types(&mut model, "v");
    press(&mut model, KeyCode::Right);
    assert_snapshots("solution", &model);
}

#[test]
fn a_game_of_bricks() {
    let mut model = model(Some(from_library("klotski")));
    answered(&mut model);
    assert_snapshots("klotski", &model);
}

/// How the inside of a brick and the line above it look.
fn style_of(model: &Model, piece: usize, theme: Theme, size: (u16, u16)) -> [ratatui::style::Style; 2] {
    let mut terminal = Terminal::new(TestBackend::new(size.0, size.1)).unwrap();
    let mut hits = Hits::default();
    terminal.draw(|frame| hits = draw(frame, model, theme)).unwrap();
    let grid = hits.board.unwrap();
    let cell = play(model).game.position().cells_of(piece)[0];
    let (x, y) = (
        grid.area.x + (cell % grid.cols) as u16 * grid.cell_width + grid.cell_width / 2,
        grid.area.y + (cell / grid.cols) as u16 * grid.cell_height,
    );
    let inside = y + u16::from(grid.cell_height > 1);
    [inside, y].map(|y| terminal.backend().buffer()[(x, y)].style())
}

/// The red car is red, chosen or not; the chosen one has a ring, or where there is no room for it no ground.
#[test]
fn the_chosen_brick_keeps_its_colour() {
    let mut model = model(Some(from_library("rush-hour-1")));
    answered(&mut model);
    let scene = play(&model).game.puzzle().scene();
    let main = scene.pieces.iter().position(|piece| piece.as_ref().is_some_and(|piece| piece.main)).unwrap();
    let other = (main + 1) % scene.pieces.len();
    let red = ratatui::style::Color::Indexed(crate::render::MAIN_COLOUR);
    let mut look = |chosen: usize, theme: Theme, size: (u16, u16)| {
        let Screen::Play(play) = &mut model.screen else { panic!("no game is on") };
        play.chosen = Some(chosen);
        style_of(&model, main, theme, size)
    };
    for size in [(80, 24), (120, 40)] {
        let ([inside, above], [plain, line]) =
            (look(main, Theme::new(true), size), look(other, Theme::new(true), size));
        assert_eq!([inside.bg, plain.bg], [Some(red); 2]);
        assert_ne!(above, line, "the chosen one has a ring");
        assert_ne!(look(main, Theme::new(false), size)[0], look(other, Theme::new(false), size)[0]);
    }
    let small = look(main, Theme::new(true), (40, 12))[0];
    assert_eq!(small.fg, Some(red), "one letter a cell");
    assert_ne!(small, look(other, Theme::new(true), (40, 12))[0]);
}

#[test]
fn pieces_of_one_cell_stand_apart_and_open_goals_are_seen() {
    let model = model(Some(own("board:\nA..\nB..\ngoal:\n..A\n...\n")));
    let frame = drawn(&model, (80, 24));
    assert!(frame.contains("╭──") && frame.lines().skip(1).any(|line| line.contains('·')), "{frame}");
    let all = drawn(&self::model(Some(own("1 2 3/4 5 6/0 7 8"))), (80, 24));
    assert!(!all.lines().skip(1).any(|line| line.contains('·')), "the goal is about all of them\n{all}");
}

#[test]
fn the_cursor_of_the_editor_is_seen_beside_holes() {
    let mut model = model(Some(own("tiles: 1 2 3/4 # ./5 6 7\ngoal: 1 2 3/4 # 5/6 7 .")));
    types(&mut model, "e l");
    let Screen::Editor(_) = &model.screen else { panic!("no editor is open") };
    for size in SIZES {
        let mut terminal = Terminal::new(TestBackend::new(size.0, size.1)).unwrap();
        let mut hits = Hits::default();
        terminal.draw(|frame| hits = draw(frame, &model, Theme::new(true))).unwrap();
        let grid = hits.board.unwrap();
        let pointed = |cell: u16| {
            let (x, y) =
                (grid.area.x + cell * grid.cell_width + 1, grid.area.y + u16::from(grid.cell_height > 1));
            terminal.backend().buffer()[(x, y)].modifier.contains(ratatui::style::Modifier::REVERSED)
        };
        assert_eq!([pointed(0), pointed(1), pointed(2)], [true, true, false], "held, and under the cursor");
    }
}

#[test]
fn a_game_that_is_won() {
    let mut model = model(Some(own("1 2 3/4 5 6/0 7 8")));
    answered(&mut model);
    types(&mut model, "hh");
    assert_snapshots("won", &model);
}

#[test]
fn what_is_around_the_game() {
    let mut model = model(None);
    assert_snapshots("menu", &model);
    types(&mut model, "?");
    assert_snapshots("help", &model);
    types(&mut model, " b");
    assert_snapshots("library", &model);
    press(&mut model, KeyCode::Esc);
    types(&mut model, "e2");
    assert_snapshots("editor", &model);
    press(&mut model, KeyCode::Esc);
    types(&mut model, "oa");
    press(&mut model, KeyCode::Right);
    types(&mut model, "b");
    press(&mut model, KeyCode::Right);
    types(&mut model, "#");
    press(&mut model, KeyCode::Tab);
    types(&mut model, "b");
    assert_snapshots("painter", &model);
    press(&mut model, KeyCode::Esc);
    types(&mut model, "p1 2 3/4 5 6/7 8 8");
    assert_snapshots("text", &model);
}

#[test]
fn what_does_not_fit_is_said() {
    let rows = |row: usize| (30 * row..30 * row + 30).map(|n| n.to_string()).collect::<Vec<_>>().join(" ");
    let large = (0..30).map(rows).collect::<Vec<_>>().join("/");
    let model = model(Some(own(&large)));
    assert!(drawn(&model, (80, 24)).contains("This needs 150×32 characters"), "{}", drawn(&model, (80, 24)));
    assert!(drawn(&model, (150, 32)).contains("899"));
    assert!(drawn(&model, (20, 5)).contains("This needs 30×10"));
    assert_eq!(drawn(&model, (1, 1)).trim(), "T");
}
