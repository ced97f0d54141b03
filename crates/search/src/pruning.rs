//! Knowledge of which sequences of moves a tree search need not make.

use crate::space::StateSpace;

/// Reads the moves of a path and says where it need not be followed.
///
/// Law: if there is a solution, some cheapest solution is accepted from its first move to its last.
pub trait Pruner<P: StateSpace>: Send + Sync {
    /// What is remembered of the moves so far.
    type Past: Copy + Send + Sync;

    /// Before the first move.
    fn start(&self) -> Self::Past;
    /// After `m`, or `None` if paths that go on with it need not be searched.
    fn after(&self, p: &P, past: Self::Past, m: P::Move) -> Option<Self::Past>;
}

/// Accepts everything.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoPruning;

impl<P: StateSpace> Pruner<P> for NoPruning {
    type Past = ();
    fn start(&self) {}
    #[inline]
    fn after(&self, _: &P, _: (), _: P::Move) -> Option<()> {
        Some(())
    }
}
