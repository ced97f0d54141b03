//! The program started many times at once, by `mpirun`: one of them speaks, all of them search.

use slidewise_cluster::{Launched, launched};
use slidewise_solve::search::Crew;

use crate::args::Command;
use crate::error::Failure;

/// How this process was started, if it is one of several.
pub fn started() -> Option<Launched> {
    launched(|name| std::env::var(name).ok())
}

/// Whether this is one of several processes and not the one that speaks.
pub fn helps() -> bool {
    started().is_some_and(|launched| launched.rank > 0)
}

/// Why several processes cannot do this together; each would do all of it.
pub fn refusal(launched: Launched, command: &Command) -> Option<String> {
    let size = launched.size;
    if cfg!(not(feature = "mpi")) {
        return Some(format!(
            "{size} of this program were started at once, which was built without MPI: each would do all of the work. \
             Build it with `cargo install --path crates/cli --features mpi`, or start one"
        ));
    }
    match command {
        Command::Solve(_) | Command::Explore(_) | Command::Bench(_) | Command::Compare(_) => None,
        _ => Some(format!(
            "{size} of this program were started at once, which only `solve`, `explore`, `bench` and `compare` are \
             for: start one"
        )),
    }
}

/// Refuses what only one process can do.
pub fn only_one(crew: Option<&Crew>, option: &str) -> Result<(), Failure> {
    match crew {
        Some(crew) => {
            Err(Failure::Usage(format!("{option} is for one process, and {} were started", crew.size())))
        }
        None => Ok(()),
    }
}
