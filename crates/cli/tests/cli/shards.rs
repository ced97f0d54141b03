//! Experiments in parts: what each part runs, what they come to together, and scripts for schedulers.

use std::fs;

use serde_json::Value;

use crate::experiments::TempDir;
use crate::program::{Ran, command, ran, run};

/// Two random boards, two searches, three runs.
const WHAT: [&str; 13] = [
    "compare",
    "--random",
    "2",
    "--size",
    "3x3",
    "--seed",
    "4",
    "--algorithms",
    "greedy,astar",
    "--heuristics",
    "manhattan",
    "--runs",
    "3",
];

fn compare(more: &[&str]) -> Ran {
    run(&[&WHAT, more].concat())
}

/// The rows without what tells when, where and by which command each was made.
fn without_times(results: &str) -> Vec<Value> {
    let mut rows: Vec<Value> = serde_json::from_str(results).unwrap();
    for row in &mut rows {
        let row = row.as_object_mut().unwrap();
        row.retain(|name, _| !name.ends_with("_seconds") && name != "date" && name != "command");
    }
    rows
}

/// Lines of `results.csv` up to the first column that is a time.
fn untimed_lines(csv: &str) -> Vec<String> {
    let columns: Vec<&str> = csv.lines().next().unwrap().split(',').collect();
    let times = columns.iter().position(|column| *column == "wall_seconds").unwrap();
    csv.lines().map(|line| line.split(',').take(times).collect::<Vec<_>>().join(",")).collect()
}

#[test]
fn shards_together_are_what_one_run_gives() {
    let place = TempDir::new("shards");
    let at = |name: &str| place.0.join(name).to_str().unwrap().to_string();
    compare(&["--out", &at("one")]).ends_with(0);
    for number in 1..=5 {
        let name = format!("shards/{number}");
        compare(&["--shard", &format!("{number}/5"), "--out", &at(&name), "--summary"]).ends_with(0);
    }
    let shown = run(&["bench", "--merge", &at("shards"), "--out", &at("all")]).ends_with(0).stdout;
    assert!(shown.contains("summary, 3x3: median over 2 puzzles"), "{shown}");
    let [one, all] = ["one", "all"].map(|name| place.read(&format!("{name}/results.json")));
    assert_eq!(without_times(&one), without_times(&all));
    let [one, all] = ["one", "all"].map(|name| place.read(&format!("{name}/results.csv")));
    assert_eq!(untimed_lines(&one), untimed_lines(&all));
    assert_eq!(place.read("one/experiment.toml"), place.read("all/experiment.toml"));
    assert!(place.read("all/summary.md").contains("astar manhattan"));
    let again = run(&["bench", "--merge", &at("shards"), "--out", &at("all")]).ends_with(2);
    assert!(again.stderr.contains("has results already"), "{}", again.stderr);
}

#[test]
fn a_shard_goes_on_and_what_is_missing_is_named() {
    let place = TempDir::new("shards-missing");
    let at = |name: &str| place.0.join(name).to_str().unwrap().to_string();
    compare(&["--shard", "1/3", "--out", &at("1")]).ends_with(0);
    let whole = place.read("1/results.csv");
    let lines: Vec<&str> = whole.split_inclusive('\n').collect();
    assert_eq!(lines.len(), 1 + 4);
    fs::write(place.0.join("1/results.csv"), lines[..3].concat() + "compare,3x").unwrap();
    let merged = |out: &str| run(&["bench", "--merge", &at("1"), "--out", &at(out), "--json"]);
    let told = merged("all").ends_with(1).stderr;
    assert!(told.contains("10 of 12 runs are missing; there is nothing of 2/3, 3/3"), "{told}");
    assert!(told.contains("lacks 2 of its runs"), "{told}");
    assert!(!place.0.join("all").exists(), "nothing is written");
    let other = compare(&["--shard", "2/3", "--out", &at("1"), "--resume"]).ends_with(2).stderr;
    assert!(other.contains("has results of shard 1/3, not of shard 2/3"), "{other}");
    run(&["bench", "--out", &at("1"), "--resume"]).ends_with(0);
    assert_eq!(
        untimed_lines(&place.read("1/results.csv")),
        untimed_lines(&whole),
        "and no run of another shard"
    );
    let other_seed = [&WHAT[..5], &["--seed", "5"], &WHAT[7..]].concat();
    run(&[&other_seed, &["--shard", "2/3", "--out", &at("2")][..]].concat()).ends_with(0);
    let told = run(&["bench", "--merge", &at("1"), &at("2"), "--out", &at("all")]).ends_with(2).stderr;
    assert!(told.contains("do not belong together") && told.contains("seed = 5"), "{told}");
}

#[test]
fn a_scheduler_tells_the_place() {
    let place = TempDir::new("shards-auto");
    let run_with = |variables: &[(&str, &str)], shard: &str| {
        let mut command =
            command(&[&WHAT[..], &["--shard", shard, "--out", place.path(), "--json"]].concat());
        for name in ["SLURM_ARRAY_TASK_ID", "HQ_TASK_ID", "JOB_COMPLETION_INDEX"] {
            command.env_remove(name);
        }
        let started = std::time::Instant::now();
        ran(command.envs(variables.iter().copied()).output().unwrap(), started)
    };
    let told = run_with(&[], "auto").ends_with(2).stderr;
    assert!(told.contains("no scheduler tells which shard this is"), "{told}");
    assert!(run_with(&[("HQ_TASK_ID", "3")], "auto").ends_with(2).stderr.contains("as in auto/16"));
    assert_eq!(run_with(&[("HQ_TASK_ID", "3")], "auto/4").ends_with(0).json_lines().len(), 3);
    assert_eq!(place.read("shard"), "3/4\n");
}

#[cfg(unix)]
#[test]
fn a_script_for_a_scheduler_runs_every_shard() {
    use std::os::unix::fs::PermissionsExt;
    let place = TempDir::new("shards it's submitted");
    let at = place.0.join("results of mine");
    let out = at.to_str().unwrap();
    let submit = ["--submit", "slurm", "--jobs", "400", "--out", out];
    let said = compare(&submit).ends_with(0).stdout;
    assert!(said.contains("12 jobs of at most 1 run\n"), "{said}");
    assert!(said.contains("to submit it:     sbatch '"), "{said}");
    // In place of Slurm: one task after another.
    let bin = place.0.join("bin");
    fs::create_dir_all(&bin).unwrap();
    let sbatch = "#!/bin/sh\nfor i in $(seq 1 12); do\n  SLURM_ARRAY_TASK_ID=$i SLURM_ARRAY_TASK_COUNT=12 \
                  SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_STEP=1 bash \"$1\" || exit 1\ndone\necho Submitted 7\n";
    fs::write(bin.join("sbatch"), sbatch).unwrap();
    fs::set_permissions(bin.join("sbatch"), fs::Permissions::from_mode(0o755)).unwrap();
    let with_path = |path: String| {
        let mut command = command(&[&WHAT[..], &submit, &["--now"]].concat());
        ran(command.env("PATH", path).output().unwrap(), std::time::Instant::now())
    };
    let path = std::env::var("PATH").unwrap_or_default();
    let said = with_path(format!("{}:{path}", bin.display())).ends_with(0).stdout;
    assert!(said.contains("Submitted 7\n") && said.contains("slidewise bench --merge '"), "{said}");
    let [shards, all] = ["shards", "all"].map(|name| at.join(name).to_str().unwrap().to_string());
    assert_eq!(
        run(&["bench", "--merge", &shards, "--out", &all, "--json"]).ends_with(0).json_lines().len(),
        12
    );
    let nowhere = with_path("/nowhere".into()).ends_with(1).stderr;
    assert!(nowhere.contains("nothing is submitted"), "{nowhere}");
}

#[test]
fn options_that_do_not_go_together_are_refused() {
    for (more, told) in [
        (&["--shard", "1/2"][..], "--out"),
        (&["--shard", "3/2", "--out", "x"], "no shard 3 of 2"),
        (&["--submit", "slurm", "--out", "x"], "--jobs"),
        (&["--submit", "pbs", "--jobs", "2", "--out", "x"], "slurm, hyperqueue"),
        (&["--now"], "--submit"),
        (&["--submit", "slurm", "--jobs", "0", "--out", "x"], "0"),
    ] {
        let said = compare(more).ends_with(2).stderr;
        assert!(said.contains(told), "{more:?}: {said}");
    }
    let said = run(&["bench", "--merge", "a", "--suite", "eight", "--out", "x"]).ends_with(2).stderr;
    assert!(said.contains("cannot be used with"), "{said}");
    let said = run(&["bench", "--merge", "/nowhere/at/all", "--out", "x"]).ends_with(1).stderr;
    assert!(said.contains("/nowhere/at/all"), "{said}");
}
