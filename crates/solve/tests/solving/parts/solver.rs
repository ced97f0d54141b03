//! Tables of a solver.

use slidewise_solve::{Reading, Solver, Spec, read_one};

#[test]
fn tables_go_from_one_solver_to_another() {
    let puzzle = read_one("1 2 3/4 5 6/0 7 8", &Reading::default()).unwrap().puzzle;
    let spec = Spec { heuristic: Some("pdb".parse().unwrap()), ..Spec::default() };
    let first = Solver::new();
    assert_eq!(first.table_names(), Vec::<String>::new());
    let answer = first.solve(&*puzzle, &spec).unwrap();
    assert_eq!(answer.cost(), Some(2));
    let names = first.table_names();
    assert!(!names.is_empty());
    let second = Solver::new();
    for name in &names {
        second.add_table(&first.table(name).unwrap()).unwrap();
    }
    let sorted = |mut names: Vec<String>| {
        names.sort();
        names
    };
    assert_eq!(sorted(second.table_names()), sorted(names));
    assert_eq!(second.solve(&*puzzle, &spec).unwrap().cost(), Some(2));
    assert!(second.add_table(b"no table").is_err());
    assert_eq!(second.table("no name"), None);
}
