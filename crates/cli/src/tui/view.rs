//! Draws the model. Every frame is drawn from nothing but the model, and tells where things are for the mouse.

pub mod ascii;
pub mod board;
pub mod help;
pub mod hits;
pub mod lists;
pub mod painter;
pub mod panel;
pub mod theme;

use ratatui::Frame;
use ratatui::layout::{Alignment, Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};

use self::hits::Hits;
use self::theme::Theme;
use super::model::{Model, Screen, Shared};
use super::words;

/// The smallest terminal in which there is something to see.
const SMALLEST: (u16, u16) = (30, 10);
/// From this width on, figures stand beside the board, not under it.
const WIDE: u16 = 64;
/// Width of what stands beside the board.
const PANEL: u16 = 30;

/// Draws a frame.
pub fn draw(frame: &mut Frame<'_>, model: &Model, theme: Theme) -> Hits {
    let area = frame.area();
    if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
        too_small(frame, area, SMALLEST);
        return Hits::default();
    }
    let rows = [Constraint::Length(1), Constraint::Min(1), Constraint::Length(1)];
    let [header, body, footer] = Layout::vertical(rows).areas(area);
    frame.render_widget(headline(model, header.width, theme), header);
    frame.render_widget(keys_line(model, footer.width, theme), footer);
    let body = with_notice(frame, body, &model.shared, theme);
    let hits = match &model.screen {
        Screen::Menu(menu) => lists::menu(frame, body, menu, &model.shared, theme),
        Screen::Library(library) => lists::library(frame, body, library, &model.shared.kept, theme),
        Screen::Scores => lists::scores(frame, body, &model.shared.kept, theme),
        Screen::Text(text) => panel::text(frame, body, text, theme),
        Screen::Editor(editor) => panel::editor(frame, body, editor, theme),
        Screen::Painter(painter) => painter::draw(frame, body, painter, theme),
        Screen::Play(play) => panel::play(frame, body, play, &model.shared, theme),
    };
    if model.help {
        help::draw(frame, area, model, theme);
    }
    hits
}

/// Says what is needed, and what there is.
pub fn too_small(frame: &mut Frame<'_>, area: Rect, needed: (u16, u16)) {
    let text = format!(
        "This needs {}×{} characters; the terminal has {}×{}.",
        needed.0,
        needed.1,
        frame.area().width,
        frame.area().height
    );
    frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
}

fn headline(model: &Model, width: u16, theme: Theme) -> Line<'static> {
    let (title, right) = match &model.screen {
        Screen::Menu(_) => ("slide and be wise".to_string(), String::new()),
        Screen::Library(library) => {
            let at = (library.at + 1).min(library.count());
            ("brick puzzles".to_string(), format!("{at} of {}", library.count()))
        }
        Screen::Text(_) => ("a puzzle as text".to_string(), String::new()),
        Screen::Editor(_) => ("a board of your own".to_string(), String::new()),
        Screen::Painter(_) => ("bricks of your own".to_string(), String::new()),
        Screen::Scores => ("best results, without help".to_string(), String::new()),
        Screen::Play(play) => (play.start.title.clone(), words::clock(play.time(model.shared.now))),
    };
    // The clock is seen, however long the title is.
    let room = usize::from(width).saturating_sub(right.chars().count() + 3);
    let left: String = format!(" slidewise · {title}").chars().take(room).collect();
    let used = left.chars().count() + right.chars().count() + 1;
    let gap = " ".repeat(usize::from(width).saturating_sub(used));
    Line::from(format!("{left}{gap}{right} ")).style(theme.bar())
}

/// The keys that matter most here, as many as there is room for.
fn keys_line(model: &Model, width: u16, theme: Theme) -> Line<'static> {
    let keys: &[(&str, &str)] = match &model.screen {
        Screen::Menu(_) => {
            &[("↑↓", "choose"), ("←→", "change"), ("Enter", "go"), ("?", "keys"), ("q", "quit")]
        }
        Screen::Library(library) if library.typing => {
            &[("A-Z", "look for a name"), ("Enter", "done"), ("Esc", "all")]
        }
        Screen::Library(_) => &[
            ("↑↓", "choose"),
            ("Enter", "play"),
            ("/", "search"),
            ("o", "order"),
            ("r", "scrambled"),
            ("Esc", "menu"),
        ],
        Screen::Text(_) => &[("Enter", "play"), ("Ctrl-U", "clear"), ("Esc", "menu")],
        Screen::Scores => &[("Esc", "menu"), ("q", "quit")],
        Screen::Editor(_) => {
            &[("0-9", "number"), ("Space", "swap"), ("Enter", "play"), ("?", "keys"), ("Esc", "menu")]
        }
        Screen::Painter(_) => {
            &[("A-Z", "paint"), ("Tab", "goal"), ("Enter", "play"), ("?", "keys"), ("Esc", "menu")]
        }
        Screen::Play(play) if play.playback.is_some() => {
            &[("Space", "pause"), ("←→", "step"), ("+-", "speed"), ("Esc", "back"), ("?", "keys")]
        }
        Screen::Play(play) if play.won.is_some() => {
            &[("n", "another"), ("r", "again"), ("Esc", "menu"), ("q", "quit")]
        }
        Screen::Play(_) => {
            &[("t", "hint"), ("v", "solve"), ("u", "undo"), ("?", "keys"), ("Esc", "menu"), ("q", "quit")]
        }
    };
    let mut left = usize::from(width);
    let fits = |(key, what): &&(&str, &str)| {
        let needed = key.chars().count() + what.chars().count() + 3;
        let fits = needed <= left;
        left = if fits { left - needed } else { 0 };
        fits
    };
    let spans = keys.iter().take_while(fits).flat_map(|(key, what)| {
        [Span::styled(format!(" {key} "), theme.key()), Span::styled(format!("{what} "), theme.dim())]
    });
    Line::from(spans.collect::<Vec<_>>())
}

/// A word about trouble, above everything else; the rest of the area.
fn with_notice(frame: &mut Frame<'_>, area: Rect, shared: &Shared, theme: Theme) -> Rect {
    let Some(notice) = &shared.notice else { return area };
    let lines = (notice.chars().count() as u16).div_ceil(area.width.max(1)).clamp(1, 3);
    let [top, rest] = Layout::vertical([Constraint::Length(lines), Constraint::Min(1)]).areas(area);
    frame.render_widget(Paragraph::new(notice.as_str()).style(theme.warn()).wrap(Wrap { trim: true }), top);
    rest
}

/// A text in the middle of a line.
pub fn centred(text: impl Into<String>) -> Paragraph<'static> {
    Paragraph::new(text.into()).alignment(Alignment::Center).wrap(Wrap { trim: true })
}

#[cfg(test)]
mod tests;
