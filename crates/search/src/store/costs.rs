//! A column of costs: two bytes each while they fit, then four, then eight.

use super::graph::growth;
use crate::space::{Cost, UNCOUNTED};

/// Costs by node number.
pub(crate) enum Costs {
    Two(Vec<u16>),
    Four(Vec<u32>),
    Eight(Vec<Cost>),
}

/// A cost that does not fit: the column is to be [widened](Costs::widen) first, or it cannot be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooNarrow;

impl Costs {
    pub(crate) fn new() -> Self {
        Self::Two(Vec::new())
    }

    #[inline(always)]
    pub(crate) fn get(&self, id: u32) -> Cost {
        match self {
            Self::Two(costs) => costs[id as usize].into(),
            Self::Four(costs) => costs[id as usize].into(),
            Self::Eight(costs) => costs[id as usize],
        }
    }

    #[inline]
    pub(crate) fn set(&mut self, id: u32, cost: Cost) -> Result<(), TooNarrow> {
        match self {
            Self::Two(costs) => costs[id as usize] = narrow(cost)?,
            Self::Four(costs) => costs[id as usize] = narrow(cost)?,
            Self::Eight(costs) => costs[id as usize] = cost,
        }
        Ok(())
    }

    /// Adds the cost of the next node.
    #[inline(always)]
    pub(crate) fn push(&mut self, cost: Cost) -> Result<(), TooNarrow> {
        match self {
            Self::Two(costs) if cost <= u16::MAX.into() && costs.len() < costs.capacity() => {
                costs.push(cost as u16);
                Ok(())
            }
            Self::Four(costs) if cost <= u32::MAX.into() && costs.len() < costs.capacity() => {
                costs.push(cost as u32);
                Ok(())
            }
            _ => self.push_wide(cost),
        }
    }

    #[inline(never)]
    fn push_wide(&mut self, cost: Cost) -> Result<(), TooNarrow> {
        match self {
            Self::Two(costs) => push_tight(costs, narrow(cost)?),
            Self::Four(costs) => push_tight(costs, narrow(cost)?),
            Self::Eight(_) if cost >= UNCOUNTED => return Err(TooNarrow),
            Self::Eight(costs) => push_tight(costs, cost),
        }
        Ok(())
    }

    /// Adds a cost that cannot be counted, as [`UNCOUNTED`], to a column that was widened for it.
    pub(crate) fn push_uncounted(&mut self) {
        if let Self::Eight(costs) = self {
            push_tight(costs, UNCOUNTED);
        }
    }

    /// Bytes that there are while the column is widened: the old one and the new.
    pub(crate) fn bytes_to_widen(&self, cost: Cost) -> u64 {
        let wide = if u32::try_from(cost).is_ok() { size_of::<u32>() } else { size_of::<Cost>() };
        self.bytes() + (self.len() * wide) as u64
    }

    /// Makes room for a cost of this size.
    #[cold]
    pub(crate) fn widen(&mut self, cost: Cost) {
        let all = (0..self.len() as u32).map(|id| self.get(id));
        *self = match u32::try_from(cost) {
            Ok(_) => Self::Four(all.map(|cost| cost as u32).collect()),
            Err(_) => Self::Eight(all.collect()),
        };
    }

    fn len(&self) -> usize {
        match self {
            Self::Two(costs) => costs.len(),
            Self::Four(costs) => costs.len(),
            Self::Eight(costs) => costs.len(),
        }
    }

    pub(crate) fn bytes(&self) -> u64 {
        let bytes = match self {
            Self::Two(costs) => costs.capacity() * size_of::<u16>(),
            Self::Four(costs) => costs.capacity() * size_of::<u32>(),
            Self::Eight(costs) => costs.capacity() * size_of::<Cost>(),
        };
        bytes as u64
    }
}

#[inline]
fn narrow<T: TryFrom<Cost>>(cost: Cost) -> Result<T, TooNarrow> {
    T::try_from(cost).map_err(|_| TooNarrow)
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
        let all = [3, 65_535, 65_536, 1_000_000, u64::from(u32::MAX), 1 << 40];
        for cost in all {
            if costs.push(cost).is_err() {
                costs.widen(cost);
                assert_eq!(costs.push(cost), Ok(()));
            }
        }
        assert_eq!([0, 1, 2, 3, 4, 5].map(|id| costs.get(id)), all);
        assert_eq!(costs.set(0, 1 << 50), Ok(()));
        assert_eq!(costs.get(0), 1 << 50);
    }
}
