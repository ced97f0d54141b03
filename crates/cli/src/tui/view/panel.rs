//! Screens with a board: figures and words beside it, or under it in a narrow terminal.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};
use slidewise_solve::advice::Advised;
use slidewise_solve::{Scene, Wanted};

use super::board::{self, Marks};
use super::hits::Hits;
use super::theme::Theme;
use super::{PANEL, WIDE};
use crate::tui::model::Shared;
use crate::tui::model::editor::Editor;
use crate::tui::model::play::{Play, Won};
use crate::tui::model::text::TextBox;
use crate::tui::words;

/// A name and a value.
type Figure = (&'static str, String);

/// Draws a game.
pub fn play(frame: &mut Frame<'_>, area: Rect, play: &Play, shared: &Shared, theme: Theme) -> Hits {
    let figures = figures(play, shared);
    let (words, style) = words_of(play, theme);
    let [at, panel] = split(area, 2);
    if area.width >= WIDE {
        let width = figures.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        let mut lines: Vec<Line<'_>> = figures
            .into_iter()
            .map(|(name, value)| {
                Line::from(vec![
                    Span::styled(format!("{name:<width$}  "), theme.dim()),
                    Span::styled(value, theme.strong()),
                ])
            })
            .collect();
        lines.push(Line::default());
        lines.extend(goal_lines(&play.start.puzzle.scene(), panel, theme));
        lines.push(Line::default());
        lines.extend(words.lines().map(|line| Line::styled(line.to_string(), style)));
        frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }), panel);
    } else {
        let figures: Vec<String> = figures.iter().map(|(name, value)| format!("{name} {value}")).collect();
        let figures = Line::styled(figures.join(" · "), theme.strong());
        let words = words.replace('\n', " ");
        let lines = if words.is_empty() { vec![figures] } else { vec![Line::styled(words, style)] };
        frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: true }), panel);
    }
    let marks = match &play.playback {
        Some(_) => Marks::default(),
        None => Marks { chosen: play.chosen, hint: play.hint, ..Marks::default() },
    };
    let picture = play.start.puzzle.picture(play.shown().position());
    let grid = board::draw(frame, at, &picture, marks, theme);
    if let (Some(won), None) = (&play.won, &play.playback) {
        celebrate(frame, at, play, won, theme);
    }
    Hits { board: grid, list: None }
}

/// Says over the board that it is solved, where there is room for a sign and somebody has made a move.
fn celebrate(frame: &mut Frame<'_>, area: Rect, play: &Play, won: &Won, theme: Theme) {
    let moves = play.game.moves() as u64;
    if moves == 0 {
        return;
    }
    let stars = play.optimum().filter(|_| !play.helped).map(|optimum| words::stars(moves, optimum));
    let text = [
        stars.unwrap_or_default().chars().map(|star| format!(" {star} ")).collect(),
        "S O L V E D".to_string(),
        format!("{} in {}", play.start.puzzle.metric().count(moves), words::exact(won.time)),
        won.records.join(", "),
    ];
    let lines: Vec<Line<'_>> = text.into_iter().filter(|line| !line.is_empty()).map(Line::from).collect();
    let width = lines.iter().map(Line::width).max().unwrap_or(0) as u16 + 6;
    let height = lines.len() as u16 + 2;
    // Rows of the board are to be seen above and below it.
    let Some(place) = board::middle(area, width, height).filter(|_| area.height >= 2 * height) else {
        return;
    };
    frame.render_widget(Clear, place);
    frame.render_widget(Paragraph::new(lines).centered().block(Block::bordered()).style(theme.good()), place);
}

/// What is to be reached: a sentence where the goal is about some pieces, a small picture where it is about all.
pub fn goal_lines(scene: &Scene, room: Rect, theme: Theme) -> Vec<Line<'static>> {
    if let Some(task) = scene.task() {
        return vec![Line::styled(task, theme.strong())];
    }
    let width = scene.pieces.iter().flatten().map(|piece| piece.label.chars().count()).max().unwrap_or(1) + 1;
    let fits = scene.cols * width <= usize::from(room.width) && scene.rows + 12 <= usize::from(room.height);
    if !fits || scene.goal.iter().all(|wanted| *wanted == Wanted::Any) {
        return Vec::new();
    }
    let cell = |cell: usize| match &scene.goal[cell] {
        _ if scene.walls[cell] => "#",
        Wanted::Piece(piece) => scene.label(*piece),
        Wanted::Like(label) => label,
        Wanted::Empty => "",
        Wanted::Any => "?",
    };
    let row = |row: usize| {
        let cells = (row * scene.cols..(row + 1) * scene.cols).map(|at| format!("{:>width$}", cell(at)));
        Line::styled(cells.collect::<String>(), theme.dim())
    };
    std::iter::once(Line::styled("goal", theme.strong())).chain((0..scene.rows).map(row)).collect()
}

/// Board, and beside or under it what is said about it.
pub fn split(area: Rect, lines: u16) -> [Rect; 2] {
    if area.width >= WIDE {
        let [board, panel] = Layout::horizontal([Constraint::Fill(1), Constraint::Length(PANEL)]).areas(area);
        let [_, panel] = Layout::vertical([Constraint::Length(1), Constraint::Fill(1)]).areas(panel);
        [board, panel]
    } else {
        Layout::vertical([Constraint::Fill(1), Constraint::Length(lines)]).areas(area)
    }
}

fn figures(play: &Play, shared: &Shared) -> Vec<Figure> {
    let puzzle = &play.start.puzzle;
    let mut figures = vec![(words::unit(&**puzzle), play.game.moves().to_string())];
    if let Some(playback) = &play.playback {
        let (at, of) = playback.progress();
        let state = if playback.playing { "" } else { ", paused" };
        figures.push(("solution", format!("step {at} of {of}{state}")));
        figures.push(("speed", format!("{} a second", playback.speed())));
        return figures;
    }
    figures.push(("optimum", optimum(play, shared)));
    if let (Some(here), None) = (play.guide.here(), &play.won) {
        let value = match here.is_optimal() {
            true => here.cost.to_string(),
            false => format!("{} to {}", here.lower_bound, here.cost),
        };
        let more = if play.guide.is_thinking() && !here.is_optimal() { " …" } else { "" };
        figures.push(("from here", format!("{value}{more}")));
        if let (Some(optimum), true) = (play.optimum(), here.is_optimal()) {
            let way = [play.game.done(), here.steps.clone()].concat();
            let detour = (puzzle.length(puzzle.metric(), &way) as u64).saturating_sub(optimum);
            figures.push(("detour", if detour == 0 { "none".to_string() } else { format!("+{detour}") }));
        }
    }
    figures.push(("time", words::clock(play.time(shared.now))));
    if let Some(best) = play.start.kind().and_then(|kind| shared.kept.best.get(&kind)) {
        let moves = play.start.is_repeatable.then(|| format!(", {}", puzzle.metric().count(best.moves)));
        figures.push(("best", words::exact(words::time(best.seconds)) + &moves.unwrap_or_default()));
    }
    if play.by_direction {
        let moved = if shared.kept.arrows_move_gap { "the gap" } else { "the tile" };
        figures.push(("arrows", moved.to_string()));
    }
    figures
}

/// The optimum of the start, as far as it is known.
fn optimum(play: &Play, shared: &Shared) -> String {
    match (play.guide.start(), play.guide.thinking_for(shared.now)) {
        (Some(Advised::Way(advice)), _) if advice.is_optimal() => advice.cost.to_string(),
        (Some(Advised::Way(advice)), _) => format!("{} to {}", advice.lower_bound, advice.cost),
        (Some(Advised::Unsolvable), _) => "none: unsolvable".to_string(),
        (Some(Advised::Stopped(_)), _) => "not found".to_string(),
        (Some(Advised::Impossible(_)), _) => "none".to_string(),
        (None, Some(time)) => format!("… {} s", time.as_secs()),
        (None, None) => "?".to_string(),
    }
}

fn words_of(play: &Play, theme: Theme) -> (String, ratatui::style::Style) {
    match (&play.playback, &play.won) {
        (Some(playback), _) if playback.game.is_solved() => ("There it is.".to_string(), theme.good()),
        (Some(_), _) => (String::new(), theme.dim()),
        (None, Some(won)) => (won_words(play, won), theme.good()),
        (None, None) => (play.note.clone(), theme.warn()),
    }
}

fn won_words(play: &Play, won: &Won) -> String {
    let moves = play.game.moves() as u64;
    let mut text = match play.optimum() {
        Some(optimum) if !play.helped => format!("{}\n", words::stars(moves, optimum)),
        _ => String::new(),
    };
    text += &format!("Solved in {}", play.start.puzzle.metric().count(moves));
    text += &match play.optimum() {
        Some(optimum) if optimum == moves => ", the optimum!".to_string(),
        Some(optimum) => format!("; the optimum is {optimum}."),
        None => ".".to_string(),
    };
    if play.helped {
        text += " With help, so it is not kept.";
    } else if !won.records.is_empty() {
        text += &format!(" New: {}.", won.records.join(", "));
    }
    text += &format!("\nTime {}.", words::exact(won.time));
    text
}

/// Draws the editor.
pub fn editor(frame: &mut Frame<'_>, area: Rect, editor: &Editor, theme: Theme) -> Hits {
    let [at, panel] = split(area, 3);
    let solvability = editor.solvability();
    let (word, style) = match solvability.is_solvable {
        Some(true) => ("solvable".to_string(), theme.good()),
        Some(false) => (format!("unsolvable (x repairs it): {}", solvability.why), theme.warn()),
        None => (solvability.why, theme.dim()),
    };
    let mut lines = vec![Line::styled(word, style)];
    if !editor.typed.is_empty() {
        lines.push(Line::raw(format!("{}_", editor.typed)));
    }
    if area.width >= WIDE {
        lines.push(Line::default());
        lines.extend(goal_lines(&editor.puzzle.scene(), panel, theme));
    }
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: true }), panel);
    let picture = editor.puzzle.picture(&editor.puzzle.start());
    let marks = Marks { cursor: Some(editor.cursor), held: editor.held, ..Marks::default() };
    Hits { board: board::draw(frame, at, &picture, marks, theme), list: None }
}

/// Draws a puzzle as text, and as it is understood.
pub fn text(frame: &mut Frame<'_>, area: Rect, text: &TextBox, theme: Theme) -> Hits {
    let [top, bottom] = Layout::vertical([Constraint::Fill(1), Constraint::Length(3)]).areas(area);
    let [left, right] = match area.width >= WIDE {
        true => Layout::horizontal([Constraint::Fill(1); 2]).areas(top),
        false => Layout::horizontal([Constraint::Fill(1), Constraint::Length(0)]).areas(top),
    };
    let block = Block::bordered().title(" paste or type; any form ");
    let inside = block.inner(left);
    frame.render_widget(block, left);
    let lines: Vec<&str> = text.text.split('\n').collect();
    let first = lines.len().saturating_sub(inside.height.into());
    let shown = lines[first..].join("\n") + "▏";
    frame.render_widget(Paragraph::new(shown).wrap(Wrap { trim: false }), inside);
    let (words, style) = match &text.read {
        None => (
            "Rows by slash, drawn boards, hexadecimal, JSON; letter grids, Rush Hour, …".to_string(),
            theme.dim(),
        ),
        Some(Err(why)) => (why.clone(), theme.warn()),
        Some(Ok(start)) => (format!("{}: {}", start.title, text.verdict), theme.good()),
    };
    frame.render_widget(Paragraph::new(words).style(style).wrap(Wrap { trim: false }), bottom);
    if let (Some(Ok(start)), true) = (&text.read, right.width > 0) {
        let picture = start.puzzle.picture(&start.puzzle.start());
        board::draw(frame, right, &picture, Marks::default(), theme);
    }
    Hits::default()
}
