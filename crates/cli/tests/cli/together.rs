//! The program started many times at once, as `mpirun` does it. What they do together `.ci/mpi` tests; here is what a
//! program does that was built without MPI.

use std::time::Instant;

use crate::program::{Ran, command, ran};

const BOARD: &str = "1 2 3/4 5 6/0 7 8";

fn as_one_of_four(rank: &str, args: &[&str]) -> Ran {
    let started = Instant::now();
    let variables = [("OMPI_COMM_WORLD_RANK", rank), ("OMPI_COMM_WORLD_SIZE", "4")];
    let child = command(args).envs(variables).spawn().expect("the program starts");
    ran(child.wait_with_output().expect("the program runs"), started)
}

#[cfg(not(feature = "mpi"))]
#[test]
fn without_mpi_it_says_so_once_instead_of_running_many_times() {
    let first = as_one_of_four("0", &["solve", BOARD]);
    assert_eq!((first.code, first.stdout.as_str()), (2, ""));
    assert!(first.stderr.contains("4 of this program were started at once"), "{}", first.stderr);
    assert!(first.stderr.contains("--features mpi"), "{}", first.stderr);
    let second = as_one_of_four("1", &["solve", BOARD]);
    assert_eq!((second.code, second.stdout.as_str(), second.stderr.as_str()), (2, "", ""));
}

#[test]
fn one_of_several_prints_what_is_not_about_puzzles() {
    assert!(as_one_of_four("0", &["--version"]).stdout.starts_with("slidewise"));
    assert_eq!(as_one_of_four("3", &["--version"]).stdout, "");
    assert_eq!(as_one_of_four("3", &["solve", "--no-such-option"]).stderr, "");
}

#[test]
fn one_process_alone_is_none_of_several() {
    let started = Instant::now();
    let variables = [("OMPI_COMM_WORLD_RANK", "0"), ("OMPI_COMM_WORLD_SIZE", "1")];
    let child = command(&["solve", BOARD, "--quiet"]).envs(variables).spawn().expect("the program starts");
    assert_eq!(ran(child.wait_with_output().expect("the program runs"), started).code, 0);
}
