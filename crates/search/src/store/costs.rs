//! A column of costs: two bytes each while they fit, four from then on.

use super::graph::growth;
use crate::space::Cost;

/// Costs by node number.
pub(crate) enum Costs {
    Narrow(Vec<u16>),
    Wide(Vec<Cost>),
}

impl Costs {
    pub(crate) fn new() -> Self {
        Self::Narrow(Vec::new())
    }

    #[inline]
    pub(crate) fn get(&self, id: u32) -> Cost {
        match self {
            Self::Narrow(costs) => costs[id as usize].into(),
            Self::Wide(costs) => costs[id as usize],
        }
    }

    #[inline]
    pub(crate) fn set(&mut self, id: u32, cost: Cost) {
        match self {
            Self::Narrow(costs) => match u16::try_from(cost) {
                Ok(narrow) => costs[id as usize] = narrow,
                Err(_) => {
                    self.widen();
                    self.set(id, cost);
                }
            },
            Self::Wide(costs) => costs[id as usize] = cost,
        }
    }

    /// Adds the cost of the next node.
    #[inline]
    pub(crate) fn push(&mut self, cost: Cost) {
        match self {
            Self::Narrow(costs) => match u16::try_from(cost) {
                Ok(narrow) => push_tight(costs, narrow),
                Err(_) => {
                    self.widen();
                    self.push(cost);
                }
            },
            Self::Wide(costs) => push_tight(costs, cost),
        }
    }

    #[cold]
    fn widen(&mut self) {
        if let Self::Narrow(costs) = self {
            *self = Self::Wide(costs.iter().map(|&c| c.into()).collect());
        }
    }

    pub(crate) fn bytes(&self) -> u64 {
        match self {
            Self::Narrow(costs) => (costs.capacity() * size_of::<u16>()) as u64,
            Self::Wide(costs) => (costs.capacity() * size_of::<Cost>()) as u64,
        }
    }
}

/// Pushes with the growth of the graph's columns.
#[inline]
fn push_tight<T>(column: &mut Vec<T>, value: T) {
    if column.len() == column.capacity() {
        column.reserve_exact(growth(column.len()));
    }
    column.push(value);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_survive_widening() {
        let mut costs = Costs::new();
        costs.push(3);
        costs.push(65_535);
        costs.push(65_536);
        costs.set(0, 1_000_000);
        assert_eq!([0, 1, 2].map(|id| costs.get(id)), [1_000_000, 65_535, 65_536]);
    }
}
