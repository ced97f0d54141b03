//! Screens that are lists: the menu, the library, the best results.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};
use slidewise_solve::{Known, LibraryEntry, Metric, Puzzle};

use super::board::{self, Marks, middle};
use super::hits::Hits;
use super::theme::Theme;
use super::{WIDE, centred};
use crate::tui::model::Shared;
use crate::tui::model::library::{Level, Library};
use crate::tui::model::menu::{Entry, Menu};
use crate::tui::model::start::Start;
use crate::tui::scores::Kept;
use crate::tui::words;

/// Draws the menu.
pub fn menu(frame: &mut Frame<'_>, area: Rect, menu: &Menu, shared: &Shared, theme: Theme) -> Hits {
    let count = Entry::ALL.len() as u16;
    let title = area.height >= count + 9;
    let above = if title { 8 } else { 0 };
    let width = 50.min(area.width);
    let Some(place) = middle(area, width, count.min(area.height)) else { return Hits::default() };
    let place = Rect { y: place.y + above / 2, ..place };
    if title {
        let top = Rect { y: place.y.saturating_sub(above), height: above, ..area };
        emblem(frame, top, theme);
    }
    // In a low terminal the entries around the cursor are shown.
    let first = menu.at.saturating_sub(usize::from(place.height).saturating_sub(1));
    for (y, (i, entry)) in (place.y..place.bottom()).zip(Entry::ALL.into_iter().enumerate().skip(first)) {
        let (name, value) = entry.text(shared);
        let text = match value {
            Some(value) => format!("{name:<14} ◂ {value} ▸"),
            None => name.to_string(),
        };
        let (sign, style) = if i == menu.at { ("▸", theme.pointed()) } else { (" ", theme.strong()) };
        let line = Rect { y, height: 1, ..place };
        frame.render_widget(Line::from(vec![Span::raw(format!("{sign} ")), Span::styled(text, style)]), line);
    }
    Hits { board: None, list: Some((place, first)) }
}

/// A small solved board: the emblem of the game.
fn emblem(frame: &mut Frame<'_>, area: Rect, theme: Theme) {
    let letters = [["S", "L", "I", "D"], ["W", "I", "S", "E"]];
    let (width, height) = (6, 3);
    let Some(place) = middle(area, width * 4, height * 2) else { return };
    for (row, line) in (0..).zip(letters) {
        for (col, letter) in (0..).zip(line) {
            let style = if row == 0 { theme.filled(0) } else { theme.piece(1) };
            let at = Rect::new(place.x + col * width, place.y + row * height, width - 1, height);
            let text = format!("╭───╮\n│ {letter} │\n╰───╯");
            frame.render_widget(Paragraph::new(text).style(style), at);
        }
    }
}

/// Draws the library: names with the moves that they take at least and a mark on those that were solved, and the puzzle
/// under the cursor.
pub fn library(frame: &mut Frame<'_>, area: Rect, library: &Library, kept: &Kept, theme: Theme) -> Hits {
    let [names, preview] = if area.width >= WIDE {
        Layout::horizontal([Constraint::Length(40), Constraint::Fill(1)]).areas(area)
    } else {
        Layout::horizontal([Constraint::Fill(1), Constraint::Length(0)]).areas(area)
    };
    let is_searching = library.typing || !library.wanted.is_empty();
    let [search, names] =
        Layout::vertical([Constraint::Length(u16::from(is_searching)), Constraint::Fill(1)]).areas(names);
    let cursor = if library.typing { "▏" } else { "" };
    frame.render_widget(Line::styled(format!(" / {}{cursor}", library.wanted), theme.key()), search);
    if library.count() == 0 {
        frame.render_widget(centred("\nNo puzzle has such a name."), names);
    }
    let height = usize::from(names.height);
    let first = library.at.saturating_sub(height / 2).min(library.count().saturating_sub(height));
    for (y, (i, level)) in (names.y..names.bottom()).zip(library.levels().enumerate().skip(first)) {
        let place = Rect { y, height: 1, ..names };
        name(frame, place, level, i == library.at, kept, theme);
    }
    if let (Some(level), true) = (library.level(), preview.width > 0) {
        about(frame, preview, &level.entry, kept, theme);
    }
    Hits { board: None, list: Some((names, first)) }
}

/// One line of the library.
fn name(frame: &mut Frame<'_>, place: Rect, level: &Level, is_chosen: bool, kept: &Kept, theme: Theme) {
    let [left, right] = Layout::horizontal([Constraint::Fill(1), Constraint::Length(7)]).areas(place);
    let (sign, style) =
        if is_chosen { ("▸", theme.pointed()) } else { (" ", ratatui::style::Style::new()) };
    let line = Line::from(vec![Span::raw(format!(" {sign} ")), Span::styled(level.entry.title, style)]);
    frame.render_widget(line, left);
    let mark = if kept.best.contains_key(level.entry.title) { "✓" } else { " " };
    let optimum = level.optimum.map_or(String::new(), |optimum| optimum.to_string());
    frame.render_widget(Line::styled(format!("{optimum:>4} {mark} "), theme.dim()), right);
}

/// The puzzle, its name in English, what is to be done, who made it, its shortest solutions, and one's own best.
fn about(frame: &mut Frame<'_>, area: Rect, entry: &LibraryEntry, kept: &Kept, theme: Theme) {
    let Ok(start) = Start::from_library(entry) else { return };
    let [drawing, text] = Layout::vertical([Constraint::Fill(1), Constraint::Length(6)]).areas(area);
    let puzzle = &start.puzzle;
    board::draw(frame, drawing, &puzzle.picture(&puzzle.start()), Marks::default(), theme);
    let english = entry.english.map(ToString::to_string);
    let designer = entry.designer.map(|name| format!("by {name}"));
    let best = kept.best.get(entry.title).map(|best| {
        format!("best: {}, {}", words::exact(words::time(best.seconds)), puzzle.metric().count(best.moves))
    });
    let task = puzzle.scene().task();
    let lines = [english, task, shortest(&**puzzle), designer, best].into_iter().flatten();
    let lines = lines.collect::<Vec<_>>().join("\n");
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: true }), text);
}

/// How long the shortest solutions are, in each metric, as far as that is published.
fn shortest(puzzle: &dyn Puzzle) -> Option<String> {
    if !puzzle.has_goal() {
        return Some("nothing to reach: for wandering about".to_string());
    }
    let known = |metric: Metric| match puzzle.known_optimum(metric)? {
        Known::Length(length) => Some(metric.count(length)),
        Known::Unsolvable => Some(format!("unsolvable in {}", metric.name())),
    };
    let lengths: Vec<String> = puzzle.kind().entry().metrics.iter().map(Metric).filter_map(known).collect();
    (!lengths.is_empty()).then(|| format!("shortest: {}", lengths.join(", ")))
}

/// Draws the best results.
pub fn scores(frame: &mut Frame<'_>, area: Rect, kept: &Kept, theme: Theme) -> Hits {
    if kept.best.is_empty() {
        frame.render_widget(
            centred("\nNothing yet: solve a random board or a brick puzzle without help."),
            area,
        );
        return Hits::default();
    }
    let head = format!("{:<30}{:>6}{:>12}{:>8}{:>10}", "puzzle", "games", "time", "moves", "optimum");
    let line = |(name, best): (&String, &crate::tui::scores::Best)| {
        let above = best.above_optimum.map_or("?".to_string(), |n| format!("+{n}"));
        let name: String = name.chars().take(29).collect();
        let time = words::exact(words::time(best.seconds));
        Line::raw(format!("{name:<30}{:>6}{time:>12}{:>8}{above:>10}", best.games, best.moves))
    };
    let lines: Vec<Line<'_>> =
        std::iter::once(Line::styled(head, theme.strong())).chain(kept.best.iter().map(line)).collect();
    frame.render_widget(Paragraph::new(lines), area);
    Hits::default()
}
