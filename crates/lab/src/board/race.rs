//! Searches side by side as a film: each board shows what its search has in hand, all at the same number of expansions,
//! and the solution once there is one.

use slidewise_solve::stepping::{Progress, Stepping};
use slidewise_solve::{Position, Scene, SolveError};

use super::font::HEIGHT;
use super::raster::{Canvas, board_size, film};
use super::{Look, Undrawn};

/// Frames until the last search has ended; its solution comes after them.
const FRAMES: u64 = 120;
/// Hundredths of a second for a frame.
const PACE: u16 = 12;
/// Pixels between boards and around texts.
const GAP: usize = 12;
/// Pixels for a dot of a letter.
const DOT: usize = 2;

/// A search from its start to its end.
#[derive(Clone, Debug)]
pub struct Lane {
    name: String,
    /// What it had in hand after so many expansions, the first after none.
    seen: Vec<(u64, Position)>,
    /// Expansions in all.
    expanded: u64,
    /// The positions of its solution, from the start to the goal; empty if it found none.
    solution: Vec<Position>,
    /// What it came to.
    result: String,
}

impl Lane {
    /// Carries a search out and remembers what a film can show of it.
    pub fn record(mut search: Stepping) -> Result<Self, SolveError> {
        let mut seen = vec![(0, search.view().position)];
        let mut stride = 1;
        while search.step(stride)? == Progress::Running {
            seen.push((search.stats().expanded, search.view().position));
            // Twice as many as there are frames are enough: every second one goes.
            if seen.len() as u64 > 4 * FRAMES {
                let mut index = 0;
                seen.retain(|_| {
                    index += 1;
                    index % 2 == 1
                });
                stride *= 2;
            }
        }
        let (mut solution, mut result) = (Vec::new(), "no solution".to_string());
        if let Some((answer, way)) =
            search.answer().and_then(|answer| Some((answer, answer.solution.as_ref()?)))
        {
            let replayed = |made| search.puzzle().replay(&way.steps[..made]).ok();
            solution = (0..=way.steps.len()).filter_map(replayed).collect();
            result = answer.plan.metric.count(way.cost);
        }
        let name = search.plan().to_string().replace(" with ", " ");
        Ok(Self { name, seen, expanded: search.stats().expanded, solution, result })
    }

    /// What is shown after so many expansions of the longest search, and so many frames after this one's end.
    fn at(&self, expansions: u64, since: u64) -> &Position {
        if expansions >= self.expanded && !self.solution.is_empty() {
            return &self.solution[(since as usize).min(self.solution.len() - 1)];
        }
        let known = self.seen.partition_point(|&(expanded, _)| expanded <= expansions);
        &self.seen[known.max(1) - 1].1
    }

    fn lines(&self, expansions: u64) -> [String; 3] {
        let ended = expansions >= self.expanded;
        let expanded = format!("{} expanded", expansions.min(self.expanded));
        [self.name.clone(), expanded, if ended { self.result.clone() } else { String::new() }]
    }
}

/// The film, as GIF. All searches are of one puzzle.
pub fn race(scene: &Scene, lanes: &[Lane], look: &Look) -> Result<Vec<u8>, Undrawn> {
    let (width, height) = board_size(scene, look)?;
    let line = (HEIGHT + 4) * DOT;
    let most = lanes.iter().map(|lane| lane.expanded).max().unwrap_or(0);
    let reached = |frame: u64| most * frame.min(FRAMES) / FRAMES;
    // The first frame at which a search has ended.
    let end = |lane: &Lane| (0..FRAMES).find(|&frame| reached(frame) >= lane.expanded).unwrap_or(FRAMES);
    let frames = lanes.iter().map(|lane| end(lane) + lane.solution.len() as u64).max().unwrap_or(0);
    let letters = lanes.iter().flat_map(|lane| [lane.name.len(), lane.result.len(), 16]).max().unwrap_or(0);
    let wide = width.max(letters * 6 * DOT) + GAP;
    let size = (GAP + wide * lanes.len(), GAP + height + GAP + 3 * line);
    film(size, frames.max(FRAMES + 1) as usize, PACE, |frame, canvas: &mut Canvas| {
        let frame = frame as u64;
        for (number, lane) in lanes.iter().enumerate() {
            let left = GAP + number * wide;
            let shown = lane.at(reached(frame), frame.saturating_sub(end(lane)));
            canvas.board(scene, shown, look, (left, GAP));
            for (row, text) in lane.lines(reached(frame)).iter().enumerate() {
                canvas.text(text, (left, GAP + height + GAP + row * line), DOT);
            }
        }
    })
}
