//! The program started many times at once, by `mpirun`: one of them speaks, all of them search.

use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, set_hook};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

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

/// Waits until the one that speaks has said what all have come to: as soon as one process ends with an error, `mpirun`
/// ends the others.
pub fn let_it_be_said() {
    std::thread::sleep(Duration::from_secs(1));
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

/// What a bug of ours said of itself.
static BUG: Mutex<Option<String>> = Mutex::new(None);

/// Carries out a command; a bug in it is a reason to end like any other. Otherwise the process would be gone, with the
/// others waiting for it and nobody to say why.
#[cfg_attr(not(any(feature = "mpi", test)), expect(dead_code))]
pub fn whatever_happens<T>(command: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    let note = |info: &PanicHookInfo<'_>| {
        BUG.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(info.to_string());
    };
    set_hook(Box::new(note));
    catch_unwind(AssertUnwindSafe(command)).unwrap_or_else(|_| {
        let what = BUG.lock().unwrap_or_else(PoisonError::into_inner).take().unwrap_or_default();
        Err(Failure::Internal(format!("{what}\nplease report this as a bug")))
    })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bug_is_a_failure_with_its_own_words() {
        let none: Vec<u8> = Vec::new();
        let ended = whatever_happens(|| Ok(none[std::env::args().count() + 7]));
        let Err(Failure::Internal(said)) = ended else { panic!("it must fail") };
        assert!(said.contains("together.rs") && said.contains("the len is 0"), "{said}");
        assert!(said.ends_with("please report this as a bug"), "{said}");
        // What comes after it has words of its own.
        let Err(Failure::Internal(said)) = whatever_happens(|| -> Result<(), _> { panic!("another") }) else {
            panic!("it must fail")
        };
        assert!(said.contains("another"), "{said}");
    }
}
