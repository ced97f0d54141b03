//! What random boards are to become: one of the goals with a name that their kind has, or a goal given as text.

use slidewise_solve::kinds;
use slidewise_solve::names::Entry;

/// The goals with a name, the usual one first.
fn named() -> &'static [Entry] {
    kinds::first().entry().goals
}

/// The place of a goal among those with a name; `None` for one that is given as text.
fn place(goal: Option<&str>) -> Option<usize> {
    goal.map_or(Some(0), |goal| named().iter().position(|entry| entry.is_called(goal)))
}

/// What a goal is called.
pub fn name(goal: Option<&str>) -> &'static str {
    place(goal).and_then(|at| named().get(at)).map_or("custom", |entry| entry.name)
}

/// Whether a goal has a name, and so fits boards of every size.
pub fn is_named(goal: Option<&str>) -> bool {
    place(goal).is_some()
}

/// The goal with a name before or after this one, round and round.
pub fn next(goal: Option<&str>, forwards: bool) -> Option<String> {
    let count = named().len().max(1);
    let step = if forwards { 1 } else { count - 1 };
    let at = (place(goal).unwrap_or(0) + step) % count;
    named().get(at).map(|entry| entry.name.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals_with_a_name_go_round() {
        assert_eq!((name(None), is_named(None)), ("blank-last", true));
        assert_eq!((name(Some("SNAIL")), is_named(Some("SNAIL"))), ("snail", true));
        assert_eq!((name(Some("1 2/0 3")), is_named(Some("1 2/0 3"))), ("custom", false));
        let there = next(None, true);
        assert_ne!(there.as_deref(), Some(name(None)));
        assert_eq!(next(there.as_deref(), false).as_deref(), Some(name(None)));
    }
}
