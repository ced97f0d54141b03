use std::path::Path;

use super::*;
use crate::experiment::{Axes, Loader};
use crate::report::folder::Folder;
use slidewise_solve::{Algorithm, Reading};

/// A directory that is gone when the test is over.
struct Temporary(PathBuf);

impl Temporary {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("slidewise-merge-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn folder(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn experiment() -> Experiment {
    let mut loader = Loader::new(Reading::default());
    for board in ["123456708", "123456078", "123406758"] {
        loader.add_text(None, board).unwrap();
    }
    let axes = Axes { algorithms: vec![Algorithm::Bfs, Algorithm::Dijkstra], ..Axes::default() };
    let (instances, specs) = (loader.instances(), axes.product().unwrap());
    Experiment { instances, specs, runs: 3, ..Experiment::named("merged") }
}

/// What a run of the whole, or of a shard, gives: the moves are kept where run 1 of the same pair is not at hand.
fn rows(experiment: &Experiment) -> Vec<Row> {
    let mut rows = Vec::new();
    for (pair, runs) in experiment.runs_of_pairs() {
        for &run in &runs {
            let row = Row {
                instance: experiment.instances[pair.instance].name.clone(),
                spec: pair.spec.to_string(),
                run,
                seed: experiment.seed,
                version: "1".into(),
                moves: (run == 1 || runs[0] != 1).then(|| "LURD".to_string()),
                ..Row::default()
            };
            rows.push(row);
        }
    }
    rows
}

fn write(path: &Path, experiment: &Experiment, rows: &[Row]) {
    Folder::of_rows(path, experiment, rows).unwrap();
}

fn shard(number: u32, of: u32) -> Experiment {
    Experiment { shard: Some(Shard::new(number, of).unwrap()), ..experiment() }
}

fn shards(place: &Temporary, of: u32) -> Vec<PathBuf> {
    (1..=of)
        .map(|number| {
            let path = place.folder(&format!("shard-{number}"));
            write(&path, &shard(number, of), &rows(&shard(number, of)));
            path
        })
        .collect()
}

fn told(paths: &[PathBuf]) -> String {
    match merge(paths) {
        Ok(_) => panic!("it is not refused"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn shards_in_any_order_give_what_one_run_gives() {
    for of in [1, 2, 5, 40] {
        let place = Temporary::new(&format!("whole-{of}"));
        let mut paths = shards(&place, of);
        let merged = merge(&paths).unwrap();
        assert_eq!(merged.rows, rows(&experiment()), "{of}");
        assert!(merged.duplicates.is_empty());
        paths.reverse();
        assert_eq!(merge(&paths).unwrap().rows, merged.rows);
        assert_eq!(
            merge(std::slice::from_ref(&place.0)).unwrap().rows,
            merged.rows,
            "the directory that has them all"
        );
    }
}

#[test]
fn a_run_that_is_there_twice_counts_once() {
    let place = Temporary::new("twice");
    let mut paths = shards(&place, 3);
    paths.push(paths[1].clone());
    let merged = merge(&paths).unwrap();
    assert_eq!(merged.rows, rows(&experiment()));
    assert_eq!(merged.duplicates.len(), 6);
}

#[test]
fn what_is_missing_is_named() {
    let place = Temporary::new("missing");
    let paths = shards(&place, 4);
    let error = told(&[paths[0].clone(), paths[3].clone()]);
    assert!(error.contains("there is nothing of 2/4, 3/4"), "{error}");
    assert!(error.starts_with("9 of 18 runs") || error.starts_with("8 of 18 runs"), "{error}");
    let half = place.folder("half");
    write(&half, &shard(1, 4), &rows(&shard(1, 4))[..1]);
    let error = told(&[half, paths[1].clone(), paths[2].clone(), paths[3].clone()]);
    assert!(error.contains("half lacks 4 of its runs") && !error.contains("nothing of"), "{error}");
}

#[test]
fn what_does_not_belong_together_is_refused() {
    let place = Temporary::new("different");
    let paths = shards(&place, 2);
    let other = |name: &str, experiment: Experiment, change: fn(Row) -> Row| {
        let rows: Vec<Row> = rows(&experiment).into_iter().map(change).collect();
        write(&place.folder(name), &experiment, &rows);
        told(&[paths[0].clone(), place.folder(name)])
    };
    let seed = other("seed", Experiment { seed: 7, ..shard(2, 2) }, |row| row);
    assert!(seed.contains("`seed = 0`, the other `seed = 7`"), "{seed}");
    let version = other("version", shard(2, 2), |row| Row { version: "2".into(), ..row });
    assert!(
        version.contains("by version 1 of commit unknown") && version.contains("by version 2"),
        "{version}"
    );
    let commit = other("commit", shard(2, 2), |row| Row { commit: Some("abc".into()), ..row });
    assert!(commit.contains("commit abc"), "{commit}");
    let foreign = other("foreign", shard(2, 2), |row| Row { instance: "9".into(), ..row });
    assert!(foreign.contains("on 9 is no run of the experiment"), "{foreign}");
    let empty = place.folder("empty");
    fs::create_dir_all(&empty).unwrap();
    assert!(told(&[empty]).contains("no results"));
    assert!(told(&[place.folder("gone")]).contains("gone"));
}

#[test]
fn what_cannot_be_run_is_told_once_and_by_all() {
    let place = Temporary::new("refused");
    let refuse = |row: Row| match row.spec == "bfs" {
        true => Row { run: 1, verdict: Row::UNSUPPORTED.into(), error: Some("no".into()), ..row },
        false => row,
    };
    let paths: Vec<PathBuf> = (1..=2)
        .map(|number| {
            let mut rows: Vec<Row> = rows(&shard(number, 2)).into_iter().map(refuse).collect();
            rows.dedup_by_key(|row| row.key());
            let path = place.folder(&number.to_string());
            write(&path, &shard(number, 2), &rows);
            path
        })
        .collect();
    let merged = merge(&paths).unwrap();
    assert_eq!(merged.rows.iter().filter(|row| row.is_unsupported()).count(), 3);
    assert_eq!(merged.rows.len(), 3 + 9);
    assert!(merged.duplicates.is_empty());
    let could = place.folder("could");
    write(&could, &shard(2, 2), &rows(&shard(2, 2)));
    let error = told(&[paths[0].clone(), could]);
    assert!(error.contains("only one could run bfs on") && error.ends_with("the other: no"), "{error}");
}
