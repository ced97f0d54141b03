//! An engine together with the space, the heuristic and the plan that it borrows.

use self_cell::self_cell;

use crate::erased::{Going, Search};
use crate::plan::Plan;
use crate::refusal::SolveError;

/// What an engine borrows.
pub(super) struct Borrowed {
    pub(super) search: Box<dyn Search>,
    pub(super) plan: Plan,
}

self_cell!(
    /// The things that an engine borrows, and the engine.
    pub(super) struct Held {
        owner: Borrowed,
        #[covariant]
        dependent: Going,
    }
);

impl Held {
    /// Begins a search.
    pub(super) fn begin(search: Box<dyn Search>, plan: Plan) -> Result<Self, SolveError> {
        Self::try_new(Borrowed { search, plan }, |borrowed| borrowed.search.begin(&borrowed.plan))
    }
}
