//! The contents of one line: how many of its tiles belong to each line. Numbered, so that a matrix is one byte a line.

/// All contents that a line of `width` cells can have, with and without the blank in it.
pub(super) struct Contents {
    /// Counts by goal line, by number.
    counts: Vec<Vec<u8>>,
    /// Number after a tile of a goal line comes in or goes out; `NONE` where it cannot.
    with: Vec<u8>,
    without: Vec<u8>,
    /// The goal lines of which there are tiles, a bit each, by number.
    goals: Vec<u8>,
    lines: usize,
    width: usize,
}

const NONE: u8 = u8::MAX;

impl Contents {
    /// `None` if they cannot be numbered in a byte.
    pub(super) fn new(lines: usize, width: usize) -> Option<Self> {
        let mut counts = Vec::new();
        for tiles in [width - 1, width] {
            extend(&mut counts, &mut vec![0; lines], 0, tiles);
            if counts.len() >= usize::from(NONE) {
                return None;
            }
        }
        let number = |wanted: &[u8]| counts.iter().position(|c| c == wanted).map_or(NONE, |i| i as u8);
        let changed = |by: i8| {
            let all = counts.iter().flat_map(|content| (0..lines).map(move |goal| (content, goal)));
            let after = all.map(|(content, goal)| {
                let mut other = content.clone();
                other[goal] = other[goal].checked_add_signed(by)?;
                Some(number(&other))
            });
            after.map(|number| number.unwrap_or(NONE)).collect()
        };
        let bits =
            |counts: &Vec<u8>| (0..lines).fold(0, |bits, line| bits | u8::from(counts[line] > 0) << line);
        let goals = counts.iter().map(bits).collect();
        Some(Self { with: changed(1), without: changed(-1), goals, counts, lines, width })
    }

    pub(super) fn len(&self) -> usize {
        self.counts.len()
    }

    pub(super) fn counts(&self, number: usize) -> &[u8] {
        &self.counts[number]
    }

    pub(super) fn number(&self, counts: &[u8]) -> Option<u8> {
        self.counts.iter().position(|c| c == counts).map(|i| i as u8)
    }

    /// Whether the blank is in a line with this content.
    pub(super) fn has_blank(&self, number: usize) -> bool {
        self.counts[number].iter().map(|&n| usize::from(n)).sum::<usize>() < self.width
    }

    /// The content with one tile of goal line `goal` more.
    #[inline]
    pub(super) fn with(&self, number: u8, goal: usize) -> u8 {
        self.with[usize::from(number) * self.lines + goal]
    }

    /// The content with one tile of goal line `goal` less.
    #[inline]
    pub(super) fn without(&self, number: u8, goal: usize) -> u8 {
        self.without[usize::from(number) * self.lines + goal]
    }

    /// The goal lines of which a content has tiles, a bit each.
    #[inline]
    pub(super) fn goals(&self, number: u8) -> u8 {
        self.goals[usize::from(number)]
    }
}

/// Adds every way to spread `left` tiles over the goal lines from `line` on.
fn extend(all: &mut Vec<Vec<u8>>, counts: &mut Vec<u8>, line: usize, left: usize) {
    if all.len() > usize::from(NONE) {
        return;
    }
    if line + 1 == counts.len() {
        counts[line] = left as u8;
        all.push(counts.clone());
        return;
    }
    for here in 0..=left {
        counts[line] = here as u8;
        extend(all, counts, line + 1, left - here);
    }
}
