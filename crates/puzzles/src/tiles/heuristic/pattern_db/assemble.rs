//! From partitions and tables to a heuristic.

use std::sync::Arc;

use super::super::super::shape::Shape;
use super::{Lookup, PatternDb};
use crate::pdb::Access;
use crate::pdb::Partition;
use crate::pdb::Pattern;
use crate::pdb::Table;

impl<const L: usize, const S: usize> PatternDb<L, S> {
    /// The heuristic of `partitions` and of all that they look like in mirrors. `table` is asked for the table of
    /// each pattern, which is always a canonical one. `None` if there is no room for them.
    pub fn of<E>(
        shape: &Shape,
        partitions: &[Partition],
        mut table: impl FnMut(&Pattern) -> Result<Arc<Table>, E>,
    ) -> Result<Option<Self>, E> {
        let mut views: Vec<Vec<Lookup>> = Vec::new();
        for view in partitions.iter().flat_map(Partition::views) {
            views.push(view.patterns().iter().map(|p| lookup(p, &mut table)).collect::<Result<_, E>>()?);
        }
        Ok(Self::new(shape, views))
    }
}

fn lookup<E>(
    pattern: &Pattern,
    table: &mut impl FnMut(&Pattern) -> Result<Arc<Table>, E>,
) -> Result<Lookup, E> {
    let (canonical, symmetry) = pattern.canonical();
    let access = Access::new(table(&canonical)?, &symmetry);
    let mut labels = pattern.cells().to_vec();
    labels.sort_unstable_by_key(|&label| access.number(label.into()));
    Ok(Lookup { access, labels })
}
