//! Tables in the terminal: aligned, coloured, and without their least columns where the terminal is narrow.

use std::fmt::Write;

use slidewise_lab::report::table::{Column, Mark, Table, Text};

use crate::render::{BAD, DIM, GOOD, styled};

/// Between two columns.
const GAP: usize = 2;
/// Names are not cut shorter than this.
const LEAST_NAME: usize = 12;

/// Columns of the terminal; `None` for a pipe, which takes any width.
pub fn room() -> Option<usize> {
    terminal_size::terminal_size().map(|(width, _)| usize::from(width.0))
}

/// The table as text that fits into `room` columns. What had to go is told below it.
pub fn drawn(table: &Table, room: Option<usize>) -> String {
    let (mut columns, mut rows) = (table.columns.clone(), table.rows.clone());
    let mut left_out: Vec<&str> = Vec::new();
    let too_wide = |columns: &[Column], rows: &[Vec<Text>]| {
        room.is_some_and(|room| {
            widths(columns, rows).iter().sum::<usize>() + GAP * (columns.len() - 1) > room
        })
    };
    while too_wide(&columns, &rows) {
        let least = columns.iter().enumerate().filter(|(_, c)| c.dispensable > 0);
        let Some((i, _)) = least.max_by_key(|(_, c)| c.dispensable) else { break };
        left_out.push(columns.remove(i).title);
        for row in &mut rows {
            row.remove(i);
        }
    }
    if let (Some(room), true) = (room, too_wide(&columns, &rows)) {
        shorten_names(&columns, &mut rows, room);
    }
    let mut text = lines(&columns, &rows);
    left_out.retain(|title| !title.is_empty());
    if !left_out.is_empty() {
        let note = format!("(a wider terminal shows {} too)", left_out.join(", "));
        let _ = writeln!(text, "{}", styled(DIM, note));
    }
    text
}

fn widths(columns: &[Column], rows: &[Vec<Text>]) -> Vec<usize> {
    let width = |i: usize| {
        let cells = rows.iter().map(|row| row[i].text.chars().count());
        cells.max().unwrap_or(0).max(columns[i].title.chars().count())
    };
    (0..columns.len()).map(width).collect()
}

/// The names in the first column get what the others leave.
fn shorten_names(columns: &[Column], rows: &mut [Vec<Text>], room: usize) {
    let others: usize = widths(columns, rows)[1..].iter().map(|width| width + GAP).sum();
    let left = room.saturating_sub(others).max(LEAST_NAME);
    for row in rows {
        let name = &mut row[0].text;
        if name.chars().count() > left {
            *name = name.chars().take(left - 1).chain(['…']).collect();
        }
    }
}

fn lines(columns: &[Column], rows: &[Vec<Text>]) -> String {
    let widths = widths(columns, rows);
    let padded = |text: &str, i: usize| {
        let spaces = " ".repeat(widths[i] - text.chars().count());
        if columns[i].right { spaces + text } else { text.to_string() + &spaces }
    };
    let gap = " ".repeat(GAP);
    let titles: Vec<String> = columns.iter().enumerate().map(|(i, column)| padded(column.title, i)).collect();
    let mut text = styled(DIM, titles.join(&gap).trim_end()) + "\n";
    for row in rows {
        let cells: Vec<String> = row
            .iter()
            .enumerate()
            .map(|(i, cell)| match cell.mark {
                Mark::Plain => padded(&cell.text, i),
                Mark::Best => styled(GOOD, padded(&cell.text, i)),
                Mark::Bad => styled(BAD, padded(&cell.text, i)),
            })
            .collect();
        text += cells.join(&gap).trim_end();
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Text {
        Text { text: text.into(), mark: Mark::Plain }
    }

    fn table() -> Table {
        let column = |title, right, dispensable| Column { title, right, dispensable };
        Table {
            columns: vec![column("name", false, 0), column("× best", true, 2), column("time", true, 1)],
            rows: vec![
                vec![text("astar max(misplaced,manhattan)"), text("1.00"), text("12.3 µs")],
                vec![text("bfs"), text("2.50"), text("1.00 s")],
            ],
        }
    }

    fn plain(room: Option<usize>) -> String {
        anstream::adapter::strip_str(&drawn(&table(), room)).to_string()
    }

    #[test]
    fn columns_are_aligned() {
        let expected = "\
name                            × best     time
astar max(misplaced,manhattan)    1.00  12.3 µs
bfs                               2.50   1.00 s
";
        assert_eq!(plain(None), expected);
        assert_eq!(plain(Some(47)), expected);
    }

    #[test]
    fn a_narrow_terminal_gets_what_matters_most() {
        let narrow = plain(Some(40));
        assert!(narrow.starts_with("name                               time\n"), "{narrow}");
        assert!(narrow.ends_with("(a wider terminal shows × best too)\n"), "{narrow}");
        let narrower = plain(Some(20));
        assert!(narrower.contains("astar max(misplaced…"), "{narrower}");
        for line in narrower.lines().take(3) {
            assert!(line.chars().count() <= 20, "{line}");
        }
    }
}
