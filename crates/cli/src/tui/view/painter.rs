//! The editor for bricks: the grid that is painted on, and what it says.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Wrap};

use super::board::middle;
use super::hits::{Grid, Hits};
use super::panel::split;
use super::theme::Theme;
use super::too_small;
use crate::tui::model::painter::{Layer, Painter};

/// Widths and heights of a cell, from large to small.
const SIZES: [(u16, u16); 3] = [(6, 3), (4, 2), (2, 1)];

/// Draws the editor.
pub fn draw(frame: &mut Frame<'_>, area: Rect, painter: &Painter, theme: Theme) -> Hits {
    let [at, panel] = split(area, 3);
    let layer = match painter.layer {
        Layer::Board => "board (Tab: the goal)",
        Layer::Goal => "goal (Tab: the board)",
    };
    let rush = if painter.rush { ", pieces go along their length" } else { "" };
    let (words, style) = verdict(painter, theme);
    let lines = vec![
        Line::styled(format!("painting the {layer}"), theme.strong()),
        Line::styled(format!("with {}{rush}", painter.brush), theme.dim()),
        Line::styled(words, style),
    ];
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: true }), panel);
    let (rows, cols) = (painter.rows as u16, painter.cols as u16);
    let size = SIZES.into_iter().find_map(|(width, height)| {
        middle(at, cols * width, rows * height).map(|place| (place, width, height))
    });
    let Some((place, cell_width, cell_height)) = size else {
        let (beside, above) = (frame.area().width - at.width, frame.area().height - at.height);
        too_small(frame, at, (cols * 2 + beside, rows + above));
        return Hits::default();
    };
    let grid = Grid { area: place, cell_width, cell_height, cols: painter.cols };
    cells(frame, &grid, painter, theme);
    Hits { board: Some(grid), list: None }
}

fn cells(frame: &mut Frame<'_>, grid: &Grid, painter: &Painter, theme: Theme) {
    let width = usize::from(grid.cell_width);
    for cell in 0..painter.rows * painter.cols {
        let (mark, style) = look(painter, cell, theme);
        let here = cell == painter.cursor;
        let style = if here { theme.pointed() } else { style };
        // Without colours a piece looks like the cursor, so that has a sign of its own.
        let mark = match (here, width > 2) {
            (true, true) => format!("[{mark}]"),
            (true, false) => format!("{mark}‹"),
            (false, _) => mark.to_string(),
        };
        let (row, col) = ((cell / painter.cols) as u16, (cell % painter.cols) as u16);
        let (x, y) = (grid.area.x + col * grid.cell_width, grid.area.y + row * grid.cell_height);
        for line in 0..grid.cell_height {
            let inside = if line == (grid.cell_height - 1) / 2 { mark.as_str() } else { "" };
            let text = if width > 2 { format!("{inside:^width$}") } else { format!("{inside:<width$}") };
            frame.buffer_mut().set_stringn(x, y + line, text, width, style);
        }
    }
}

/// What is painted; under an empty goal the board can be seen through.
fn look(painter: &Painter, cell: usize, theme: Theme) -> (char, Style) {
    match (painter.cell(painter.layer, cell), painter.cell(Layer::Board, cell)) {
        (Some('#'), _) => ('▒', theme.dim()),
        (Some(mark), _) => (mark, theme.filled(mark as usize)),
        (None, Some(below)) => (if below == '#' { '▒' } else { below.to_ascii_lowercase() }, theme.dim()),
        (None, None) => ('·', theme.dim()),
    }
}

/// The first line of an error, without its line and column: they are those of a text that nobody sees here.
fn without_place(why: &str) -> String {
    let first = why.lines().next().unwrap_or_default();
    let is_place = |place: &str| place.chars().all(|c| c.is_ascii_digit() || c == ':');
    first.split_once(' ').filter(|(place, _)| is_place(place)).map_or(first, |(_, rest)| rest).to_string()
}

/// What is wrong, or whether it can be solved.
fn verdict(painter: &Painter, theme: Theme) -> (String, Style) {
    match &painter.text.read {
        None => {
            ("Type a letter: it paints a piece here. Shift and an arrow paint on.".to_string(), theme.dim())
        }
        Some(Err(why)) => (without_place(why), theme.warn()),
        Some(Ok(_)) if !painter.has_goal() => {
            ("Now the goal: Tab, and paint where a piece is to go.".to_string(), theme.dim())
        }
        Some(Ok(_)) => (painter.text.verdict.clone(), theme.good()),
    }
}
