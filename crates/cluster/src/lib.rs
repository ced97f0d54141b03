//! Processes of slidewise that `mpirun` started: how they reach each other, begin together and end together.
//!
//! Without the feature `mpi` nothing here needs MPI: a program can only tell that it was started by one ([`launched`]).
//! What the processes say to each other is the business of [`slidewise_search::peers`].

#[cfg(any(feature = "mpi", test))]
mod card;
#[cfg(feature = "mpi")]
mod session;

#[cfg(feature = "mpi")]
pub use session::Session;

/// How a launcher of MPI has started this process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Launched {
    /// The number of this process.
    pub rank: usize,
    /// How many there are.
    pub size: usize,
}

/// What launchers call the number of a process and how many there are: Open MPI, MPICH and Intel MPI, MVAPICH.
const NAMES: [[&str; 2]; 3] = [
    ["OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"],
    ["PMI_RANK", "PMI_SIZE"],
    ["MV2_COMM_WORLD_RANK", "MV2_COMM_WORLD_SIZE"],
];

/// How this process was started, if it is one of several; by the environment, before MPI is begun with.
pub fn launched(variable: impl Fn(&str) -> Option<String>) -> Option<Launched> {
    let number = |name: &str| variable(name).and_then(|text| text.trim().parse::<usize>().ok());
    let found =
        NAMES.iter().find_map(|[rank, size]| Some(Launched { rank: number(rank)?, size: number(size)? }));
    found.filter(|launched| launched.size > 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn launchers_are_known_by_their_variables() {
        let with = |set: &'static [(&str, &str)]| {
            launched(|name| set.iter().find(|(known, _)| *known == name).map(|(_, value)| value.to_string()))
        };
        assert_eq!(with(&[]), None);
        assert_eq!(with(&[("OMPI_COMM_WORLD_RANK", "0"), ("OMPI_COMM_WORLD_SIZE", "1")]), None);
        let third = Some(Launched { rank: 2, size: 4 });
        assert_eq!(with(&[("OMPI_COMM_WORLD_RANK", "2"), ("OMPI_COMM_WORLD_SIZE", "4")]), third);
        assert_eq!(with(&[("PMI_RANK", "2"), ("PMI_SIZE", "4")]), third);
        assert_eq!(with(&[("PMI_RANK", "two"), ("PMI_SIZE", "4")]), None);
    }
}
