//! What is saved of a search as text: numbers with spaces between them, in one order for writing and reading. The page
//! is to be small, and reading by names takes ten times the code. Subtrees that are half done are not written: a part
//! of an iteration is whole ones.

use slidewise_solve::search::Stats;
use slidewise_solve::search::engine::Saved;
use slidewise_solve::search::engine::saved::{Numbers, SavedUnit};

/// As text.
pub fn text(saved: &Saved) -> String {
    let mut numbers = Written(String::new());
    let Stats { expanded, generated, reopened, peak_bytes } = saved.stats;
    let counts = [expanded, generated, reopened, peak_bytes];
    let head = [saved.bound, saved.in_hand.into(), saved.last, saved.spent, saved.step, saved.near];
    head.into_iter().chain(counts).for_each(|number| numbers.put(number));
    numbers.put(saved.by_left.len() as u64);
    saved.by_left.iter().for_each(|&number| numbers.put(number));
    numbers.ways(saved.found.as_ref());
    for first in &saved.firsts {
        numbers.put(first.as_ref().map_or(0, |(number, _)| *number as u64));
        numbers.ways(first.as_ref().map(|(_, way)| way));
    }
    numbers.put(saved.units.len() as u64);
    for SavedUnit { way, f, nearest, before, spent, .. } in &saved.units {
        [*f, *nearest, *before, *spent].into_iter().for_each(|number| numbers.put(number));
        numbers.way(way);
    }
    numbers.0
}

/// From text; `None` if it is none.
pub fn read(text: &str) -> Option<Saved> {
    let mut numbers = Read(text.split(' '));
    let [bound, in_hand, last, spent, step, near] = numbers.some()?;
    let [expanded, generated, reopened, peak_bytes] = numbers.some()?;
    let by_left = (0..numbers.count()?).map(|_| numbers.next()).collect::<Option<_>>()?;
    let found = numbers.ways()?;
    let mut first = || Some((numbers.count()?, numbers.ways()?));
    let firsts = [first()?, first()?].map(|(number, way)| way.map(|way| (number, way)));
    let count = numbers.count()?;
    let unit = |_| {
        let [f, nearest, before, spent] = numbers.some()?;
        Some(SavedUnit { way: numbers.way()?, f, nearest, before, spent, part: None })
    };
    let units = (0..count).map(unit).collect::<Option<_>>()?;
    let stats = Stats { expanded, generated, reopened, peak_bytes };
    let in_hand = in_hand != 0;
    let is_all = numbers.0.next().is_none();
    is_all.then_some(Saved { stats, bound, in_hand, last, spent, step, near, by_left, found, firsts, units })
}

struct Written(String);

impl Written {
    fn put(&mut self, number: u64) {
        if !self.0.is_empty() {
            self.0.push(' ');
        }
        self.0.push_str(&number.to_string());
    }

    fn way(&mut self, way: &Numbers) {
        self.put(way.len() as u64);
        way.iter().for_each(|&number| self.put(number.into()));
    }

    /// One or none.
    fn ways(&mut self, way: Option<&Numbers>) {
        self.put(way.is_some().into());
        way.into_iter().for_each(|way| self.way(way));
    }
}

struct Read<'t>(std::str::Split<'t, char>);

impl Read<'_> {
    fn next(&mut self) -> Option<u64> {
        self.0.next()?.parse().ok()
    }

    fn some<const N: usize>(&mut self) -> Option<[u64; N]> {
        let mut numbers = [0; N];
        for number in &mut numbers {
            *number = self.next()?;
        }
        Some(numbers)
    }

    /// How many follow.
    fn count(&mut self) -> Option<usize> {
        self.next()?.try_into().ok()
    }

    fn way(&mut self) -> Option<Numbers> {
        (0..self.count()?).map(|_| self.next()?.try_into().ok()).collect()
    }

    fn ways(&mut self) -> Option<Option<Numbers>> {
        match self.next()? {
            0 => Some(None),
            1 => self.way().map(Some),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let unit = |f| SavedUnit { way: vec![0, 2, 1], f, nearest: 3, before: 7, spent: 5, part: None };
        let saved = Saved {
            stats: Stats { expanded: 12, generated: 34, reopened: 0, peak_bytes: u64::MAX },
            bound: 40,
            in_hand: true,
            last: 9,
            spent: 8,
            step: 2,
            near: 6,
            by_left: vec![0, 5, 0],
            found: Some(vec![1, 0]),
            firsts: [None, Some((3, vec![]))],
            units: vec![unit(38), unit(42)],
        };
        assert_eq!(read(&text(&saved)), Some(saved.clone()));
        let bare = Saved { found: None, firsts: [None, None], units: Vec::new(), in_hand: false, ..saved };
        assert_eq!(read(&text(&bare)), Some(bare));
        for wrong in ["", "1", "1 2 3 x", "-1 0"] {
            assert_eq!(read(wrong), None);
        }
    }
}
