//! The keys, over everything else.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph};

use super::WIDE;
use super::theme::Theme;
use crate::tui::model::keys::TABLE;
use crate::tui::model::{Model, Screen};

/// Draws the table of keys: all of it, or in a small terminal those that matter here.
pub fn draw(frame: &mut Frame<'_>, area: Rect, model: &Model, theme: Theme) {
    frame.render_widget(Clear, area);
    let block = Block::bordered().title(" Keys (any key closes this) ");
    let inside = block.inner(area);
    frame.render_widget(block, area);
    if area.width >= WIDE && area.height >= 22 {
        let [left, right] = Layout::horizontal([Constraint::Length(44), Constraint::Fill(1)]).areas(inside);
        let two = |a, b| Paragraph::new([group(a, theme), vec![Line::default()], group(b, theme)].concat());
        frame.render_widget(two(0, 3), left);
        frame.render_widget(two(1, 2), right);
        return;
    }
    let which = match &model.screen {
        Screen::Play(play) if play.playback.is_some() => 1,
        Screen::Editor(_) => 2,
        Screen::Painter(_) => 3,
        _ => 0,
    };
    // Without its title a group just fits into the smallest terminals.
    let lines = group(which, theme).into_iter().skip(usize::from(inside.height < 11));
    frame.render_widget(Paragraph::new(lines.collect::<Vec<_>>()), inside);
}

fn group(which: usize, theme: Theme) -> Vec<Line<'static>> {
    let (title, keys) = TABLE[which];
    let width = keys.iter().map(|(key, _)| key.chars().count()).max().unwrap_or(0);
    let line = |&(key, what): &(&'static str, &'static str)| {
        Line::from(vec![Span::styled(format!(" {key:<width$}  "), theme.key()), Span::raw(what)])
    };
    std::iter::once(Line::styled(format!(" {title}"), theme.strong())).chain(keys.iter().map(line)).collect()
}
