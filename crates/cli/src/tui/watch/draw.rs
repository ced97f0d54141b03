//! Draws searches side by side, or one above the other in a narrow terminal.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Sparkline, Wrap};
use slidewise_solve::Puzzle;
use slidewise_solve::search::Proof;

use super::{Lane, Race};
use crate::render::reason;
use crate::tui::view::board::{self, Marks};
use crate::tui::view::theme::Theme;
use crate::tui::view::too_small;
use crate::units::{grouped, shown_bytes};

/// The smallest terminal in which there is something to see.
const SMALLEST: (u16, u16) = (30, 10);
/// From this width on, searches stand side by side.
const WIDE: u16 = 60;
/// Lines of a sparkline, its name included.
const SPARK: u16 = 3;

/// The keys.
const KEYS: [(&str, &str); 6] = [
    ("Space", "pause, go on"),
    ("r", "show the solutions again"),
    ("right", "one step of each search"),
    ("+, -", "faster, slower"),
    ("?", "these keys"),
    ("q, Esc", "quit"),
];

/// Draws a frame.
pub fn draw(frame: &mut Frame<'_>, race: &Race, theme: Theme) {
    let area = frame.area();
    if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
        return too_small(frame, area, SMALLEST);
    }
    let rows = [Constraint::Length(1), Constraint::Min(1), Constraint::Length(1)];
    let [header, body, footer] = Layout::vertical(rows).areas(area);
    frame.render_widget(headline(race, header.width, theme), header);
    frame.render_widget(Line::styled(footline(race), theme.dim()), footer);
    let shares = vec![Constraint::Fill(1); race.lanes.len()];
    let layout = if area.width >= WIDE { Layout::horizontal(shares) } else { Layout::vertical(shares) };
    for (lane, at) in race.lanes.iter().zip(layout.split(body).iter()) {
        one(frame, *at, lane, &*race.puzzle, theme);
    }
    if race.help {
        help(frame, area, theme);
    }
}

fn headline(race: &Race, width: u16, theme: Theme) -> Line<'static> {
    let state = match (race.is_over(), race.playing) {
        (true, _) => "over".to_string(),
        (false, true) => format!("{} a second", grouped(race.speed())),
        (false, false) => "paused".to_string(),
    };
    let left = " slidewise · watch";
    let used = left.chars().count() + state.chars().count() + 1;
    let gap = " ".repeat(usize::from(width).saturating_sub(used));
    Line::from(format!("{left}{gap}{state} ")).style(theme.bar())
}

/// The keys, or when all is over how the two compare.
fn footline(race: &Race) -> String {
    match (&race.lanes[..], race.is_over()) {
        ([a, b], true) => {
            let (more, less) =
                if a.search.stats().expanded >= b.search.stats().expanded { (a, b) } else { (b, a) };
            let (most, least) = (more.search.stats().expanded, less.search.stats().expanded.max(1));
            format!(
                " {}: {:.1} times fewer expansions   r replay   q quit",
                less.name,
                most as f64 / least as f64
            )
        }
        (_, true) => " r replay   q quit".to_string(),
        _ => " Space pause   → step   + - speed   ? keys   q quit".to_string(),
    }
}

fn one(frame: &mut Frame<'_>, area: Rect, lane: &Lane, puzzle: &dyn Puzzle, theme: Theme) {
    let fits = lane.name.chars().count() + 4 <= usize::from(area.width);
    let block = if fits { Block::bordered().title(format!(" {} ", lane.name)) } else { Block::bordered() };
    let inside = block.inner(area);
    frame.render_widget(block, area);
    let mut text = lines(lane, theme);
    if !fits {
        text.insert(0, Line::styled(lane.name.clone(), theme.strong()));
    }
    // What is too long for a line goes on in the next one.
    let needed = text.iter().map(|line| height(&line.to_string(), inside.width)).sum::<u16>();
    let paragraph = Paragraph::new(text).wrap(Wrap { trim: true });
    let sparks = if inside.height >= needed + 3 * SPARK { 2 } else { 0 };
    let rows = [
        Constraint::Length(needed.min(inside.height)),
        Constraint::Fill(1),
        Constraint::Length(sparks * SPARK),
    ];
    let [figures, position, series] = Layout::vertical(rows).areas(inside);
    frame.render_widget(paragraph, figures);
    if position.height >= 2 {
        board::draw(frame, position, &puzzle.picture(lane.position()), Marks::default(), theme);
    }
    if sparks > 0 {
        let name = if lane.view.f.is_some() { "f" } else { "g" };
        let [first, second] = Layout::vertical([Constraint::Fill(1); 2]).areas(series);
        spark(frame, first, "frontier", &lane.frontier.values, theme);
        spark(frame, second, name, &lane.f.values, theme);
    }
}

/// Lines that a text takes when it is wrapped between words.
fn height(text: &str, width: u16) -> u16 {
    let (mut lines, mut used) = (1, 0);
    for word in text.split_whitespace().map(|word| word.chars().count()) {
        if used > 0 && used + 1 + word > usize::from(width) {
            (lines, used) = (lines + 1, 0);
        }
        used += word + usize::from(used > 0);
    }
    lines
}

fn spark(frame: &mut Frame<'_>, area: Rect, name: &str, values: &[u64], theme: Theme) {
    let most = values.iter().max().copied().unwrap_or(0);
    let [head, line] = Layout::vertical([Constraint::Length(1), Constraint::Fill(1)]).areas(area);
    frame.render_widget(Line::styled(format!("{name}, up to {}", grouped(most)), theme.dim()), head);
    // All of the run: where there are more values than columns, some are left out.
    let width = usize::from(line.width).max(1);
    let step = values.len().div_ceil(width).max(1);
    let shown: Vec<u64> = values.iter().copied().step_by(step).collect();
    frame.render_widget(Sparkline::default().data(&shown).style(theme.piece(0)), line);
}

fn lines(lane: &Lane, theme: Theme) -> Vec<Line<'static>> {
    let (view, stats) = (&lane.view, lane.search.stats());
    let or_none = |value: Option<u64>| value.map_or("-".to_string(), |value| value.to_string());
    let f = view.f.map_or("-".to_string(), |f| format!("{}", (f * 100.0).round() / 100.0));
    let rate = stats.expanded as f64 / lane.search.elapsed().as_secs_f64().max(1e-6);
    let figure = |name: &'static str, value: String| {
        [Span::styled(format!("{name} "), theme.dim()), Span::styled(format!("{value}  "), theme.strong())]
    };
    let line = |figures: Vec<[Span<'static>; 2]>| Line::from(figures.concat());
    vec![
        line(vec![
            figure("g", view.g.to_string()),
            figure("h", or_none(view.h)),
            figure("f", f),
            figure("bound", or_none(view.bound)),
        ]),
        line(vec![
            figure("frontier", grouped(view.frontier as u64)),
            figure("closed", grouped(view.closed)),
            figure("in", shown_bytes(stats.peak_bytes)),
        ]),
        line(vec![figure("expanded", grouped(stats.expanded)), figure("a second", grouped(rate as u64))]),
        outcome(lane, theme),
    ]
}

/// How it ended, once it has.
fn outcome(lane: &Lane, theme: Theme) -> Line<'static> {
    if let Some(failure) = &lane.failure {
        return Line::styled(failure.clone(), theme.warn());
    }
    let Some(answer) = lane.search.answer() else { return Line::styled("searching …", theme.dim()) };
    match (&answer.solution, answer.stopped_by) {
        (Some(way), _) => {
            let proof = match way.proof {
                Proof::Optimal => "optimal".to_string(),
                Proof::Within(weight) => format!("within {weight} of the optimum"),
                Proof::None => "not proven".to_string(),
            };
            Line::styled(format!("solved in {}, {proof}", answer.plan.metric.count(way.cost)), theme.good())
        }
        (None, Some(why)) => Line::styled(format!("stopped: {}", reason(why)), theme.warn()),
        (None, None) => Line::styled("unsolvable", theme.warn()),
    }
}

fn help(frame: &mut Frame<'_>, area: Rect, theme: Theme) {
    frame.render_widget(Clear, area);
    let lines: Vec<Line<'_>> = KEYS
        .iter()
        .map(|(key, what)| {
            Line::from(vec![Span::styled(format!(" {key:<8}"), theme.key()), Span::raw(*what)])
        })
        .collect();
    let block = Block::bordered().title(" Keys (any key closes this) ");
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }).block(block), area);
}
