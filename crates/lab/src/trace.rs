//! A search written down expansion by expansion, as a list and as a tree.
//!
//! It is stepped with [`slidewise_solve::stepping`]; what costs time here is to copy positions and to put the
//! frontier in order.

use std::collections::HashMap;

use slidewise_solve::stepping::{Progress, Stepping, View, Waiting};
use slidewise_solve::{Position, SolveError};

/// What a search did, up to its end or to the number of steps asked for.
#[derive(Clone, Debug)]
pub struct Trace {
    /// The expansions, in order.
    pub steps: Vec<Step>,
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

/// Follows a search for at most `steps` expansions, with at most `waiting` positions of the frontier at each.
pub fn trace(search: &mut Stepping, steps: usize, waiting: usize) -> Result<Trace, SolveError> {
    let mut trace = Trace { steps: Vec::new(), cut: false };
    let mut expanded_at: HashMap<Position, usize> = HashMap::new();
    let mut seen = 0;
    loop {
        if trace.steps.len() == steps {
            trace.cut = search.answer().is_none();
            return Ok(trace);
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
            return Ok(trace);
        }
    }
}
