//! Which keys do what: the table that the help shows, and the keys that are directions.

use ratatui::crossterm::event::KeyCode;
use slidewise_solve::Direction;

/// Keys and what they do, in groups.
pub const TABLE: &[(&str, &[(&str, &str)])] = &[
    (
        "Play",
        &[
            ("arrows hjkl wasd", "slide"),
            ("mouse", "click, or drag"),
            ("Tab, A-Z 0-9", "choose a piece"),
            ("u, y", "undo, redo"),
            ("r", "start again"),
            ("t", "hint, and why"),
            ("v", "show the solution"),
            ("m", "arrows: tile or gap"),
            ("n, e", "another; edit this"),
            ("Esc, q", "menu; quit"),
        ],
    ),
    (
        "Solution",
        &[
            ("Space", "pause, go on"),
            ("left, right", "a step back or on"),
            ("+, -", "faster, slower"),
            ("Enter", "play on from here"),
            ("Esc", "back to your game"),
        ],
    ),
    (
        "Editor",
        &[
            ("arrows", "go to a cell"),
            ("0-9", "the tile for this cell"),
            ("Space", "pick up, exchange"),
            ("x", "make it solvable"),
            ("+, -, g", "size; goal"),
            ("Enter", "play it"),
        ],
    ),
    (
        "Bricks",
        &[
            ("A-Z 0-9", "paint a piece"),
            ("Space, Shift-arrows", "paint on with it"),
            (".  #", "empty; wall"),
            ("Tab", "the goal, the board"),
            ("+ - < >", "rows; columns"),
            ("*", "along their length"),
            ("Enter", "play it"),
        ],
    ),
];

/// The direction that a key means: arrows, and the letters of vi and of many games.
pub fn direction(code: KeyCode) -> Option<Direction> {
    match code {
        KeyCode::Up | KeyCode::Char('k' | 'w') => Some(Direction::Up),
        KeyCode::Down | KeyCode::Char('j' | 's') => Some(Direction::Down),
        KeyCode::Left | KeyCode::Char('h' | 'a') => Some(Direction::Left),
        KeyCode::Right | KeyCode::Char('l' | 'd') => Some(Direction::Right),
        _ => None,
    }
}
