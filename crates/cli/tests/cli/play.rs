//! The game, played in a pseudo-terminal as people play it.

use std::path::PathBuf;

use slidewise_solve::puzzles::random::Rng;
use slidewise_solve::puzzles::tiles::{Goal, generate};

use crate::pty::Pty;

const PROGRAM: &str = env!("CARGO_BIN_EXE_slidewise");
const SIZE: (u16, u16) = (24, 80);
/// Two tiles go left, and it is solved.
const NEAR: &str = "1 2 3/4 5 6/0 7 8";
const LEFT: &str = "\x1b[D";
const ESCAPE: &str = "\x1b";

/// A directory of its own for what a game keeps.
struct Data(PathBuf);

impl Data {
    fn new(name: &str) -> Self {
        let dir = std::env::temp_dir().join(format!("slidewise-play-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&dir).unwrap();
        Self(dir)
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for Data {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn started(data: &Data, args: &[&str]) -> Pty {
    let env = [("SLIDEWISE_DATA", data.path()), ("SLIDEWISE_CACHE", data.path())];
    Pty::start(PROGRAM, args, &env, SIZE)
}

/// Quits and looks at what is left.
#[track_caller]
fn quit(mut game: Pty) {
    game.send("q");
    assert_eq!(game.ends(), 0);
    game.is_given_back();
}

#[test]
fn moves_undo_hint_and_solution() {
    let data = Data::new("moves");
    let mut game = started(&data, &["play", NEAR]);
    game.sees("from here  2");
    game.send(LEFT);
    game.sees("from here  1");
    game.sees("moves      1");
    game.send("u");
    game.sees("from here  2");
    game.send("t");
    game.sees("Slide 7 left: the goal is 2");
    game.send("v");
    game.sees("step 2 of 2");
    game.sees("There it is.");
    game.send(LEFT);
    game.sees("step 1 of 2, paused");
    game.send(ESCAPE);
    game.sees("from here  2");
    game.send("hh");
    game.sees("Solved in 2 moves, the");
    game.sees("With help");
    game.send("r");
    game.sees("from here  2");
    quit(game);
}

#[test]
fn the_menu_leads_everywhere() {
    let data = Data::new("menu");
    let mut game = started(&data, &["play"]);
    game.sees("Random board   ◂ 4×4 ▸");
    game.send("-");
    game.sees("Random board   ◂ 3×5 ▸");
    game.send("b");
    game.sees("shortest: 116 steps, 90 lines, 81 moves");
    game.send("\r");
    game.sees("optimum    81");
    game.send(ESCAPE);
    game.sees("Paste or type a puzzle");
    game.send("e");
    game.sees("solvable");
    game.send("2");
    game.sees("unsolvable");
    game.send("x");
    game.waits("it is repaired", |screen| !screen.contents().contains("unsolvable"));
    game.send("?");
    game.sees("pick up, exchange");
    game.send(" ");
    game.send(ESCAPE);
    game.sees("Best results");
    // A paste goes to the text, wherever it is made.
    game.send("\x1b[200~1 2 3\r4 5 6\r0 7 8\x1b[201~");
    game.sees("3×3, own board: solvable");
    game.send("\r");
    game.sees("from here  2");
    quit(game);
}

#[test]
fn bricks_are_painted_scrambled_and_played() {
    let data = Data::new("bricks");
    let mut game = started(&data, &["play"]);
    game.sees("Paint bricks of your own");
    game.send("o");
    game.sees("painting the board");
    game.send("----<<a");
    game.sees("goal");
    game.send("\t\x1b[C ");
    game.sees("solvable: 1 move at least");
    game.send("\r");
    game.sees("optimum    1");
    game.send("\x1b[C");
    game.sees("Solved in 1 move, the");
    game.send(ESCAPE);
    game.sees("Best results");
    game.send("br");
    game.sees("scrambled Klotski");
    game.waits("the optimum is known", |screen| {
        let contents = screen.contents();
        let after = contents.split("optimum    ").nth(1).and_then(|rest| rest.chars().next());
        after.is_some_and(|first| first.is_ascii_digit())
    });
    quit(game);
}

#[test]
fn a_click_pushes_a_row_and_a_drag_moves_a_piece() {
    let data = Data::new("mouse");
    let mut game = started(&data, &["play", NEAR]);
    let (row, col) = game.place_of("  8  ");
    game.send(&format!("\x1b[<0;{col};{row}M\x1b[<0;{col};{row}m"));
    game.sees("Solved in 2 moves, the");
    quit(game);

    let mut game = started(&data, &["play", "board:\nA..\ngoal:\n..A\n"]);
    // The piece and the dot stand alone in their cells; the sentence that tells the goal and the headline have both
    // too.
    let (row, col) = game.place_of("  A  ");
    let (_, to) = game.place_of("   ·");
    game.send(&format!("\x1b[<0;{col};{row}M\x1b[<32;{to};{row}M\x1b[<0;{to};{row}m"));
    game.sees("Solved in 1 move");
    quit(game);
}

#[test]
fn a_hint_comes_at_once_on_a_large_board() {
    let data = Data::new("large");
    let env = [("SLIDEWISE_DATA", data.path()), ("SLIDEWISE_CACHE", data.path())];
    let mut game = Pty::start(PROGRAM, &["play", "--size", "10x10", "--seed", "1"], &env, (34, 110));
    game.sees("Random board");
    game.send("\r");
    game.sees("seed 1, board 1");
    game.send("t");
    // A way, and a bound that shows that a shorter one is still looked for.
    game.sees("the shortest way");
    game.sees("takes fewer than");
    quit(game);
}

#[test]
fn the_size_may_change_at_any_time() {
    let data = Data::new("size");
    let mut game = started(&data, &["play", NEAR]);
    game.sees("from here  2");
    game.resize(5, 20);
    game.sees("This needs 30×10");
    game.resize(12, 40);
    game.sees("from here 2");
    game.resize(40, 120);
    game.sees("from here  2");
    quit(game);
}

#[test]
fn results_are_kept_and_a_broken_file_is_set_aside() {
    let data = Data::new("kept");
    let file = data.0.join("scores.json");
    std::fs::write(&file, "{").unwrap();
    let goal = Goal::BlankLast.board(1, 2).unwrap();
    let unsolved = |seed: &u64| generate::uniform(&goal, &mut Rng::from_seed(*seed)) != goal;
    let seed = (0..).find(unsolved).unwrap().to_string();
    let mut game = started(&data, &["play", "--size", "1x2", "--seed", &seed]);
    game.sees("scores.json.broken");
    game.send("\r");
    game.sees("optimum    1");
    game.send(LEFT);
    game.sees("Solved in 1 move, the");
    quit(game);
    let kept = std::fs::read_to_string(&file).unwrap();
    assert!(
        kept.contains(&format!("\"1×2, seed {seed}, board 1\"")) && kept.contains("\"games\": 1"),
        "{kept}"
    );
    assert_eq!(std::fs::read_to_string(data.0.join("scores.json.broken")).unwrap(), "{");
}

/// A window that is closed leaves no program behind that reads from nothing for ever.
#[test]
fn a_terminal_that_goes_away_ends_the_game() {
    let data = Data::new("gone");
    for _ in 0..4 {
        let mut game = Pty::start(PROGRAM, &["play"], &[("SLIDEWISE_DATA", data.path())], SIZE);
        game.sees("quit");
        game.hang_up();
        game.ends();
    }
}

#[test]
fn ctrl_c_leaves_the_terminal_as_it_was() {
    let data = Data::new("ctrl-c");
    for args in ["play", "watch 867254301"] {
        // The shell asks the terminal after the program has ended.
        let script = format!("\"$0\" {args}; echo \"code $?\"; stty -a; echo the end");
        let env = [("SLIDEWISE_DATA", data.path())];
        let mut shell = Pty::start("sh", &["-c", &script, PROGRAM], &env, SIZE);
        shell.waits("the game is drawn", |screen| {
            screen.alternate_screen() && screen.contents().contains("quit")
        });
        shell.send("\x03");
        shell.sees("the end");
        shell.is_given_back();
        let contents = shell.with_screen(vt100::Screen::contents);
        assert!(contents.contains("code 0"), "{contents}");
        for flag in ["icanon", "echo", "isig"] {
            let word = |word: &str| contents.split([' ', ';', '\n']).any(|other| other == word);
            assert!(word(flag) && !word(&format!("-{flag}")), "{flag}\n{contents}");
        }
    }
}

#[test]
fn a_signal_leaves_the_terminal_as_it_was() {
    let data = Data::new("signal");
    let mut game = started(&data, &["play", NEAR]);
    game.sees("from here  2");
    let kill = std::process::Command::new("kill").arg(game.pid().to_string()).status();
    assert!(kill.unwrap().success());
    assert_eq!(game.ends(), 0);
    game.is_given_back();
}

#[test]
fn no_color_means_none() {
    let data = Data::new("colour");
    let coloured = |screen: &vt100::Screen| {
        let (rows, cols) = (screen.size().0.get(), screen.size().1.get());
        let plain = |cell: &vt100::Cell| {
            cell.fgcolor() == vt100::Color::Default && cell.bgcolor() == vt100::Color::Default
        };
        (0..rows).any(|row| (0..cols).any(|col| screen.cell(row, col).is_some_and(|cell| !plain(cell))))
    };
    for args in [&["play", NEAR][..], &["play", "klotski"], &["watch", "867254301"]] {
        let env = [("SLIDEWISE_DATA", data.path()), ("NO_COLOR", "1")];
        let game = Pty::start(PROGRAM, args, &env, SIZE);
        game.sees("quit");
        assert!(!game.with_screen(coloured), "{args:?}");
    }
    let game = started(&data, &["play", NEAR]);
    game.waits("colours are seen", coloured);
}

#[test]
fn two_searches_are_watched() {
    let data = Data::new("watch");
    let mut race = started(&data, &["watch", "867254301", "-a", "astar", "--against", "ida"]);
    race.sees("astar with combined");
    race.sees("ida with combined");
    race.send(" ");
    race.sees("paused");
    race.send("+++++");
    race.send(" ");
    race.waits("both are solved", |screen| {
        screen.contents().matches("solved in 31 moves, optimal").count() == 2
    });
    race.sees("times fewer expansions");
    quit(race);
}

#[test]
fn watching_goes_step_by_step() {
    let data = Data::new("steps");
    let mut race = started(&data, &["watch", "klotski", "-a", "bfs"]);
    race.sees("a second");
    race.send(" ");
    race.sees("paused");
    let expanded = |screen: &vt100::Screen| {
        let contents = screen.contents();
        let after = contents.split("expanded ").nth(1)?.to_string();
        after.split(' ').next()?.replace(',', "").parse::<u64>().ok()
    };
    let before = race.with_screen(expanded).expect("a number of expansions is shown");
    race.send("\x1b[C");
    race.waits("one more", |screen| expanded(screen) == Some(before + 1));
    race.resize(12, 40);
    race.waits("it is drawn anew", |screen| expanded(screen) == Some(before + 1));
    quit(race);
}

#[test]
fn nonsense_is_told_before_the_screen_is_taken() {
    let data = Data::new("nonsense");
    for (args, message) in [
        (&["play", "1 2 3/4 5 6/7 8 8"][..], "stands twice"),
        (&["play", "--size", "0x4"], "not supported"),
        (&["play", "--size", "3x3", "--goal", "1 2/3 0"], "the goal is 2×2"),
        (&["watch"], "name a puzzle to watch"),
        (&["watch", "867254301", "-a", "bfs", "-H", "manhattan"], "bfs uses no heuristic"),
        (&["watch", "867254301", "-a", "anytime"], "cannot be followed step by step"),
        (&["watch", "klotski", "-H", "manhattan"], "have no heuristic manhattan"),
    ] {
        let mut program = started(&data, args);
        program.sees(message);
        assert!(matches!(program.ends(), 2 | 3), "{args:?}");
        program.is_given_back();
    }
}

#[test]
fn a_terminal_that_shows_ascii_only_gets_no_more() {
    let data = Data::new("ascii");
    for args in [&["play", "klotski"][..], &["play"], &["watch", "867254301"]] {
        let env = [("SLIDEWISE_DATA", data.path()), ("LC_ALL", "C")];
        let game = Pty::start(PROGRAM, args, &env, SIZE);
        game.sees("quit");
        let contents = game.with_screen(vt100::Screen::contents);
        assert!(contents.is_ascii() && contents.contains('+'), "{contents}");
    }
}

#[test]
fn a_dumb_terminal_gets_the_dialogue() {
    let data = Data::new("dumb");
    let env = [("SLIDEWISE_DATA", data.path()), ("TERM", "dumb")];
    let mut game = Pty::start(PROGRAM, &["play"], &env, SIZE);
    game.sees("Type 0 to enter a puzzle");
    game.send("x\n");
    game.sees("is neither 0 nor 1");
    assert!(!game.with_screen(vt100::Screen::alternate_screen));
}

/// In a shell with job control: the game stops, the shell has the terminal, and `fg` brings a clean screen back.
#[test]
fn ctrl_z_suspends_and_fg_goes_on() {
    let data = Data::new("suspend");
    let env = [("SLIDEWISE_DATA", data.path()), ("PS1", "$ ")];
    let mut shell = Pty::start("bash", &["--norc", "--noprofile", "-i"], &env, SIZE);
    shell.send(&format!("'{PROGRAM}' play '{NEAR}'\n"));
    shell.sees("from here  2");
    shell.send("\x1a");
    shell.waits("the shell has the terminal", |screen| !screen.alternate_screen());
    shell.send("echo back in the $((20 + 22))\n");
    shell.sees("back in the 42");
    shell.send("fg\n");
    shell.waits("the game is drawn again", |screen| {
        screen.alternate_screen() && screen.contents().contains("from here  2")
    });
    shell.send("q");
    shell.waits("it has ended", |screen| !screen.alternate_screen());
    shell.send("exit\n");
    assert_eq!(shell.ends(), 0);
}

#[test]
fn puzzles_are_found_by_name_and_by_difficulty() {
    let data = Data::new("library");
    let mut game = started(&data, &["play"]);
    game.sees("Random board");
    game.send("b/quzz\r");
    game.sees("1 of 1");
    game.sees("Bring");
    game.send(ESCAPE);
    game.sees("of 42");
    game.send("oG");
    game.send(ESCAPE);
    game.sees("Random board");
    quit(game);
}

#[test]
fn a_solution_is_shown_up_to_the_goal_when_a_search_ends() {
    let data = Data::new("replay");
    let race = started(&data, &["watch", NEAR, "-a", "astar"]);
    race.sees("solved in 2 moves");
    race.waits("the goal is shown", |screen| {
        let contents: String = screen.contents().split_whitespace().collect();
        contents.contains("│7││8│")
    });
    quit(race);
}
