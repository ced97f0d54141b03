//! Puzzles as text again, in the form that [`super::parse`](mod@super::parse) reads.

use super::board::Position;
use super::puzzle::{GoalCell, Puzzle};

/// A puzzle that starts from this position, on several lines with the cells in columns.
pub fn text(puzzle: &Puzzle, position: &Position) -> String {
    let mut out = String::new();
    for (key, value) in sections(puzzle, position) {
        out += key;
        match value {
            Value::Line(value) => out += &format!(" {value}\n"),
            Value::Cells(cells) => {
                let width = cells.iter().map(|cell| cell.chars().count()).max().unwrap_or(1);
                out.push('\n');
                for row in cells.chunks(puzzle.cols()) {
                    let padded: Vec<String> = row.iter().map(|cell| format!("{cell:>width$}")).collect();
                    out += &format!("  {}\n", padded.join(" "));
                }
            }
        }
    }
    out
}

/// The same on one line, without an end of line.
pub fn line(puzzle: &Puzzle, position: &Position) -> String {
    let part = |(key, value): (&str, Value)| match value {
        Value::Line(value) => format!("{key} {value}"),
        Value::Cells(cells) => {
            let rows: Vec<String> = cells.chunks(puzzle.cols()).map(|row| row.join(" ")).collect();
            format!("{key} {}", rows.join("/"))
        }
    };
    let parts: Vec<String> = sections(puzzle, position).into_iter().map(part).collect();
    parts.join("; ")
}

enum Value {
    Line(String),
    Cells(Vec<String>),
}

fn sections(puzzle: &Puzzle, position: &Position) -> Vec<(&'static str, Value)> {
    let mut all = Vec::new();
    let name = one_line(&puzzle.about.name);
    if !name.is_empty() {
        all.push(("name:", Value::Line(name)));
    }
    all.extend(puzzle.about.notes.iter().map(|note| ("note:", Value::Line(one_line(note)))));
    let on = |cell: usize| match position.cells().get(cell).copied().flatten() {
        _ if puzzle.walls()[cell] => "#",
        Some(tile) => puzzle.tiles().get(tile).map_or(".", |tile| &tile.label),
        None => ".",
    };
    let wanted = |cell: usize| match &puzzle.goal()[cell] {
        _ if puzzle.walls()[cell] => "#",
        GoalCell::Any => "?",
        GoalCell::Blank => ".",
        GoalCell::Label(label) => label,
    };
    let cells = 0..puzzle.walls().len();
    all.push(("tiles:", Value::Cells(cells.clone().map(|cell| on(cell).into()).collect())));
    all.push(("goal:", Value::Cells(cells.map(|cell| wanted(cell).into()).collect())));
    let wrap = match (puzzle.wraps_rows(), puzzle.wraps_cols()) {
        (true, true) => "both",
        (true, false) => "rows",
        (false, true) => "columns",
        (false, false) => return all,
    };
    all.push(("wrap:", Value::Line(wrap.into())));
    all
}

/// What would end the line or the section becomes something else.
fn one_line(text: &str) -> String {
    let safe = |c: char| match c {
        ';' => ',',
        c if c.is_control() => ' ',
        c => c,
    };
    text.trim().chars().map(safe).collect::<String>().trim().into()
}

#[cfg(test)]
mod tests {
    use super::super::{parse, testing};
    use super::*;
    use crate::random::Rng;

    #[test]
    fn cells_stand_in_columns() {
        let puzzle = parse("name: N; tiles: 1 10/# .; goal: ? 1/# .; wrap: rows").unwrap().puzzle;
        let start = Position::start(&puzzle);
        assert_eq!(
            text(&puzzle, &start),
            "name: N\ntiles:\n   1 10\n   #  .\ngoal:\n  ? 1\n  # .\nwrap: rows\n"
        );
        assert_eq!(line(&puzzle, &start), "name: N; tiles: 1 10/# .; goal: ? 1/# .; wrap: rows");
    }

    #[test]
    fn what_is_written_is_read_again() {
        let mut rng = Rng::from_seed(5);
        for _ in 0..2000 {
            let mut puzzle = testing::random_puzzle(&mut rng, 30);
            puzzle.about.name = ["", "A name", " b: c // d "][rng.below(3)].trim().into();
            puzzle.about.notes = vec!["x".into(); rng.below(3)];
            let start = Position::start(&puzzle);
            for written in [text(&puzzle, &start), line(&puzzle, &start)] {
                let read = parse(&written).unwrap();
                // Tiles are numbered as they are read, so they are compared by what is written of them.
                assert_eq!(
                    line(&read.puzzle, &Position::start(&read.puzzle)),
                    line(&puzzle, &start),
                    "{written}"
                );
                assert_eq!(read.puzzle.grid(), puzzle.grid());
                assert_eq!(read.puzzle.goal(), puzzle.goal());
                assert_eq!(read.puzzle.about, puzzle.about);
                assert!(read.goal_given);
            }
        }
    }

    #[test]
    fn a_name_cannot_break_the_text() {
        let mut puzzle = parse("tiles: 1 .").unwrap().puzzle;
        puzzle.about.name = "a; tiles: 2 .\nwrap: x".into();
        let read = parse(&text(&puzzle, &Position::start(&puzzle))).unwrap().puzzle;
        assert_eq!(read.about.name, "a, tiles: 2 . wrap: x");
        // Found by fuzzing: characters that cannot be written are no name.
        puzzle.about.name = "\u{1e}\u{1e}".into();
        assert_eq!(line(&puzzle, &Position::start(&puzzle)), "tiles: 1 .; goal: 1 .");
    }
}
