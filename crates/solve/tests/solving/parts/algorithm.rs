//! Names of algorithms.

use slidewise_solve::Algorithm;

#[test]
fn a_typing_error_gets_the_nearest_name() {
    assert_eq!(Algorithm::find("astr").unwrap_err().nearest, Some("astar"));
    assert_eq!(Algorithm::find("IDA*"), Ok(Algorithm::Ida));
}

#[test]
fn no_name_means_two_algorithms() {
    let mut all: Vec<&str> =
        Algorithm::ALL.iter().flat_map(|algorithm| algorithm.entry().entry.names()).collect();
    let count = all.len();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), count);
}
