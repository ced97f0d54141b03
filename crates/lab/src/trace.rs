//! A search written down expansion by expansion, as a list and as a tree with its leaves: what waits, and the goal.
//!
//! It is stepped with [`slidewise_solve::stepping`]; what costs time here is to copy positions and to put the
//! frontier in order.

use std::collections::{HashMap, HashSet};

use slidewise_solve::search::Cost;
use slidewise_solve::stepping::{Progress, Stepping, View, Waiting};
use slidewise_solve::{Algorithm, Metric, Position, Puzzle, SolveError, Step as PlainStep};

/// What a search did, up to its end or to the number of steps asked for.
#[derive(Clone, Debug)]
pub struct Trace {
    /// The expansions, in order.
    pub steps: Vec<Step>,
    /// What waits to be expanded at the end.
    pub frontier: Vec<Leaf>,
    /// The goal that was found, unless it is one of the steps.
    pub goal: Option<Leaf>,
    /// Whether the search went on beyond the last one.
    pub cut: bool,
}

/// One expansion; a whole layer of a beam.
#[derive(Clone, Debug)]
pub struct Step {
    /// The step that expanded the position before this one; `None` for a root.
    pub parent: Option<usize>,
    /// What the search had in hand after it.
    pub view: View,
    /// Expansions so far.
    pub expanded: u64,
    /// Positions made so far.
    pub generated: u64,
    /// What was to be expanded next, the first few.
    pub waiting: Vec<Waiting>,
}

/// A position that was reached and not expanded.
#[derive(Clone, Debug)]
pub struct Leaf {
    /// The step that expanded the position before this one.
    pub parent: Option<usize>,
    /// The position.
    pub position: Position,
    /// The cost of the way to it.
    pub g: Cost,
    /// The estimate from there, for searches that have one.
    pub h: Option<Cost>,
    /// What positions are taken in the order of.
    pub f: Option<f64>,
}

/// Follows a search for at most `steps` expansions, with at most `waiting` positions of the frontier at each.
pub fn trace(search: &mut Stepping, steps: usize, waiting: usize) -> Result<Trace, SolveError> {
    let mut trace = Trace { steps: Vec::new(), frontier: Vec::new(), goal: None, cut: false };
    let mut expanded_at: HashMap<Position, usize> = HashMap::new();
    let mut seen = 0;
    loop {
        if trace.steps.len() == steps {
            trace.cut = search.answer().is_none();
            return Ok(with_leaves(trace, search, &expanded_at));
        }
        let progress = search.step(1)?;
        let stats = search.stats();
        // The last step may find the goal without an expansion.
        if stats.expanded > seen {
            seen = stats.expanded;
            let view = search.view();
            // An iteration begins anew at the start, which has no parent; others have been expanded before.
            let parent = view.parent.as_ref().and_then(|parent| expanded_at.get(parent).copied());
            expanded_at.insert(view.position.clone(), trace.steps.len());
            let (expanded, generated) = (stats.expanded, stats.generated);
            let waiting = search.waiting(waiting);
            trace.steps.push(Step { parent, view, expanded, generated, waiting });
        }
        if progress == Progress::Finished {
            return Ok(with_leaves(trace, search, &expanded_at));
        }
    }
}

/// Adds what was reached and not expanded.
fn with_leaves(mut trace: Trace, search: &Stepping, expanded_at: &HashMap<Position, usize>) -> Trace {
    let place = |parent: &Option<Position>| expanded_at.get(parent.as_ref()?).copied();
    trace.goal = goal(search, expanded_at);
    let is_goal = |position: &Position| trace.goal.as_ref().is_some_and(|goal| goal.position == *position);
    let leaf = |Waiting { position, parent, g, h, f }: Waiting| {
        let parent = place(&parent);
        (!is_goal(&position)).then_some(Leaf { parent, position, g, h, f })
    };
    trace.frontier = search.waiting(usize::MAX).into_iter().filter_map(leaf).collect();
    trace
}

/// The end of the solution, below the position before it.
fn goal(search: &Stepping, expanded_at: &HashMap<Position, usize>) -> Option<Leaf> {
    let (answer, puzzle) = (search.answer()?, search.puzzle());
    let way = answer.solution.as_ref()?;
    let mut at = puzzle.start();
    let mut last_expanded = None;
    for &step in &way.steps {
        last_expanded = expanded_at.get(&at).copied().or(last_expanded);
        // The answer was replayed before.
        puzzle.apply(&mut at, step).ok()?;
    }
    let has_estimates = search.view().h.is_some();
    let h = has_estimates.then_some(0);
    let f =
        has_estimates.then(|| if answer.plan.algorithm == Algorithm::Greedy { 0.0 } else { way.cost as f64 });
    let leaf = Leaf { parent: last_expanded, g: way.cost, h, f, position: at };
    (!expanded_at.contains_key(&leaf.position)).then_some(leaf)
}

/// The move that leads from one position to another, as steps; `None` if there is none. Pieces of the same shape may
/// have changed their numbers on the way, for searches take them for the same.
pub fn move_between(
    puzzle: &dyn Puzzle,
    metric: Metric,
    from: &Position,
    to: &Position,
) -> Option<Vec<PlainStep>> {
    let mut seen = HashSet::from([from.clone()]);
    let mut open: Vec<(Position, Vec<PlainStep>)> = vec![(from.clone(), Vec::new())];
    let mut alike = None;
    while let Some((at, steps)) = open.pop() {
        for step in puzzle.steps(&at) {
            if steps.last().is_some_and(|last| !puzzle.is_one_move(metric, last, &step)) {
                continue;
            }
            let mut next = at.clone();
            if puzzle.apply(&mut next, step).is_err() || !seen.insert(next.clone()) {
                continue;
            }
            let way: Vec<PlainStep> = steps.iter().copied().chain([step]).collect();
            if next == *to {
                return Some(way);
            }
            if alike.is_none() && covers_alike(&next, to) {
                alike = Some(way.clone());
            }
            open.push((next, way));
        }
    }
    alike
}

/// Whether two positions look the same but for the numbers of their pieces.
fn covers_alike(a: &Position, b: &Position) -> bool {
    let mut names: HashMap<usize, usize> = HashMap::new();
    let mut taken = HashSet::new();
    a.pieces().zip(b.pieces()).all(|pair| match pair {
        (None, None) => true,
        (Some(one), Some(other)) => match names.get(&one) {
            Some(&known) => known == other,
            None => names.insert(one, other).is_none() && taken.insert(other),
        },
        _ => false,
    })
}
