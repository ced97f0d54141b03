use super::*;
use crate::experiment::{Axes, Loader, Origin};
use slidewise_solve::{Algorithm, Reading, Refusal, Setting};

/// Gives what it is told, and notes what it was asked.
#[derive(Default)]
struct Mock {
    asked: Vec<String>,
    /// The pair that cannot be prepared.
    refuses: Option<&'static str>,
    /// Runs after which the flag is raised.
    cancel_after: Option<usize>,
    limits: Vec<Limits>,
}

impl Executor for Mock {
    fn prepare(&mut self, instance: &Instance, spec: &Spec, _: &Cancel) -> Result<Duration, SolveError> {
        let pair = format!("prepare {spec} on {}", instance.name);
        self.asked.push(pair.clone());
        match self.refuses {
            Some(refused) if pair.contains(refused) => Err(Refusal::new(Setting::Heuristic, "no").into()),
            _ => Ok(Duration::from_millis(5)),
        }
    }

    fn execute(
        &mut self,
        instance: &Instance,
        spec: &Spec,
        limits: Limits,
        seed: u64,
        cancel: &Cancel,
    ) -> Result<Measured, SolveError> {
        self.asked.push(format!("{spec} on {} seed {seed}", instance.name));
        self.limits.push(limits);
        let runs = self.asked.iter().filter(|asked| !asked.starts_with("prepare")).count();
        if self.cancel_after == Some(runs) {
            cancel.cancel();
        }
        let stopped = spec.how.algorithm == Some(Algorithm::Bfs) && instance.name == "2";
        let stats = Stats { expanded: 100 * runs as u64, ..Stats::default() };
        Ok(match stopped {
            true => Measured {
                verdict: "stopped",
                stopped_by: Some("time"),
                lower_bound: Some(17),
                stats,
                ..Measured::default()
            },
            false => {
                let (cost, moves) = (Some(20), Some("LURD".to_string()));
                Measured {
                    verdict: "solved",
                    cost,
                    moves,
                    proof: Some("optimal"),
                    stats,
                    ..Measured::default()
                }
            }
        })
    }
}

#[derive(Default)]
struct Notes {
    rows: Vec<Row>,
    begun: usize,
    full: bool,
}

impl Listener for Notes {
    fn begins(&mut self, job: Job<'_>) {
        assert!(job.done <= job.total);
        self.begun += 1;
    }

    fn done(&mut self, row: &Row) -> io::Result<()> {
        if self.full {
            return Err(io::Error::other("the disk is full"));
        }
        self.rows.push(row.clone());
        Ok(())
    }
}

fn experiment() -> Experiment {
    let mut loader = Loader::new(Reading::default());
    loader.add_text(None, "1 2 3/4 5 6/7 0 8").unwrap();
    loader.add_text(None, "1 2 3/4 5 6/0 7 8").unwrap();
    let axes = Axes { algorithms: vec![Algorithm::Bfs, Algorithm::Dijkstra], ..Axes::default() };
    let (instances, specs) = (loader.instances(), axes.product().unwrap());
    Experiment { instances, specs, runs: 2, warmup: 1, seed: 9, ..Experiment::named("mock") }
}

fn go(experiment: &Experiment, mock: &mut Mock, kept: &mut Vec<Row>) -> (Result<Ended, Failed>, Notes) {
    let mut notes = Notes::default();
    let ended = run(experiment, mock, &Cancel::default(), kept, &mut notes);
    (ended, notes)
}

#[test]
fn everything_is_prepared_before_the_first_run_and_warm_up_is_dropped() {
    let (mut mock, mut kept) = (Mock::default(), Vec::new());
    let (ended, notes) = go(&experiment(), &mut mock, &mut kept);
    assert!(matches!(ended, Ok(Ended::Complete)));
    let prepared = mock.asked.iter().take_while(|asked| asked.starts_with("prepare")).count();
    assert_eq!(prepared, 4, "{:?}", mock.asked);
    assert_eq!(mock.asked.len(), 4 + 4 * 3, "one to warm up and two that count");
    assert_eq!(kept, notes.rows);
    let keys: Vec<(String, String, u32)> = kept.iter().map(Row::key).collect();
    assert_eq!(keys.len(), 8);
    assert_eq!(keys[1], ("1".to_string(), "bfs".to_string(), 2));
    assert_eq!(kept[0].expanded, 200, "the first run was to warm up");
    assert!(kept.iter().all(|row| row.seed == 9 && row.setup_seconds == 0.005));
}

#[test]
fn a_run_that_hits_its_limit_does_not_stop_the_others() {
    let (mut mock, mut kept) = (Mock::default(), Vec::new());
    go(&experiment(), &mut mock, &mut kept).0.unwrap();
    let stopped: Vec<&Row> = kept.iter().filter(|row| row.verdict == "stopped").collect();
    assert_eq!(stopped.len(), 2);
    assert_eq!((stopped[0].lower_bound, stopped[0].cost), (Some(17), None));
    assert_eq!(kept.last().unwrap().spec, "dijkstra");
}

#[test]
fn what_is_kept_is_not_run_again() {
    let experiment = experiment();
    let mut all = Vec::new();
    go(&experiment, &mut Mock::default(), &mut all).0.unwrap();
    let mut kept: Vec<Row> = all[..5].to_vec();
    let mut mock = Mock::default();
    let (_, notes) = go(&experiment, &mut mock, &mut kept);
    assert_eq!(notes.rows.len(), 3);
    let keys = |rows: &[Row]| rows.iter().map(Row::key).collect::<Vec<_>>();
    assert_eq!(keys(&kept), keys(&all));
    let mut mock = Mock::default();
    go(&experiment, &mut mock, &mut kept).0.unwrap();
    assert!(mock.asked.is_empty(), "nothing is left to do");
}

#[test]
fn what_cannot_be_run_gives_a_row_that_says_so() {
    let (mut mock, mut kept) = (Mock { refuses: Some("dijkstra on 2"), ..Mock::default() }, Vec::new());
    let (ended, notes) = go(&experiment(), &mut mock, &mut kept);
    assert!(matches!(ended, Ok(Ended::Complete)));
    let refused: Vec<&Row> = notes.rows.iter().filter(|row| row.is_unsupported()).collect();
    assert_eq!(refused.len(), 1, "one row, not one a run");
    assert_eq!((refused[0].instance.as_str(), refused[0].error.as_deref()), ("2", Some("no")));
    assert_eq!(kept.len(), 7);
    let mut again = Mock { refuses: Some("dijkstra on 2"), ..Mock::default() };
    go(&experiment(), &mut again, &mut kept).0.unwrap();
    assert!(again.asked.is_empty(), "it is not tried again");
}

#[test]
fn a_combination_that_is_for_no_puzzle_does_not_end_the_others() {
    let (mut mock, mut kept) = (Mock { refuses: Some("dijkstra"), ..Mock::default() }, Vec::new());
    assert!(matches!(go(&experiment(), &mut mock, &mut kept).0, Ok(Ended::Complete)));
    let refused = |row: &&Row| row.is_unsupported();
    assert_eq!(kept.iter().filter(refused).map(|row| row.spec.as_str()).collect::<Vec<_>>(), ["dijkstra"; 2]);
    assert_eq!(kept.iter().filter(|row| row.spec == "bfs" && !row.is_unsupported()).count(), 4);
}

#[test]
fn an_experiment_of_which_nothing_can_be_run_fails_before_the_first_run() {
    let mut mock = Mock { refuses: Some(""), ..Mock::default() };
    let (ended, notes) = go(&experiment(), &mut mock, &mut Vec::new());
    assert!(matches!(ended, Err(Failed::Invalid(Invalid(text))) if text == "bfs: no"));
    assert!(notes.rows.is_empty());
    let nothing = Experiment { specs: Vec::new(), ..experiment() };
    assert!(matches!(go(&nothing, &mut mock, &mut Vec::new()).0, Err(Failed::Invalid(_))));
}

/// The searches of one kind do not go with the other; each pair that does not fit is a row.
#[test]
fn puzzles_of_several_kinds_share_an_experiment() {
    let mut loader = Loader::new(Reading::default());
    loader.add_text(None, "1 2 3/4 5 6/7 0 8").unwrap();
    loader.add_text(None, "klotski").unwrap();
    let axes = Axes {
        algorithms: vec![Algorithm::Bfs, Algorithm::Astar],
        heuristics: vec!["manhattan".parse().unwrap(), "distance".parse().unwrap()],
        ..Axes::default()
    };
    let (instances, specs) = (loader.instances(), axes.product().unwrap());
    let experiment = Experiment { instances, specs, ..Experiment::named("both") };
    let mut kept = Vec::new();
    go(&experiment, &mut Mock::default(), &mut kept).0.unwrap();
    let refused: Vec<(&str, &str)> =
        kept.iter().filter(|row| row.is_unsupported()).map(|row| (&*row.instance, &*row.spec)).collect();
    assert_eq!(refused, [("1", "astar distance"), ("klotski", "astar manhattan")]);
    assert_eq!((kept.len(), experiment.runs_in_all()), (6, 6));
    let reason = kept[2].error.as_deref().unwrap();
    assert!(reason.contains("have no heuristic distance; use"), "{reason}");
    assert!(kept.iter().all(|row| row.start.is_some()));
}

/// Walking distance has no table for 6×6; the rest of the comparison goes on.
#[test]
fn a_heuristic_that_no_puzzle_can_have_is_a_row() {
    let mut loader = Loader::new(Reading::default());
    let board =
        "1 2 3 4 5 6/7 8 9 10 11 12/13 14 15 16 17 18/19 20 21 22 23 24/25 26 27 28 29 30/31 32 33 34 0 35";
    loader.add_text(None, board).unwrap();
    let heuristics = ["manhattan", "walking-distance"].map(|name| name.parse().unwrap()).to_vec();
    let axes = Axes { algorithms: vec![Algorithm::Astar], heuristics, ..Axes::default() };
    let (instances, specs) = (loader.instances(), axes.product().unwrap());
    let experiment = Experiment { instances, specs, ..Experiment::named("six") };
    experiment.check().unwrap();
    let mut kept = Vec::new();
    go(&experiment, &mut Mock::default(), &mut kept).0.unwrap();
    assert_eq!(kept.iter().map(Row::is_unsupported).collect::<Vec<_>>(), [false, true]);
}

#[test]
fn moves_are_kept_once_and_every_run_has_its_origin() {
    let (mut mock, mut kept) = (Mock::default(), Vec::new());
    let origin = Origin { command: Some("typed".into()), commit: Some("abc".into()) };
    go(&Experiment { origin, ..experiment() }, &mut mock, &mut kept).0.unwrap();
    let moves: Vec<Option<&str>> = kept.iter().map(|row| row.moves.as_deref()).take(2).collect();
    assert_eq!(moves, [Some("LURD"), None], "the second run found the same");
    for row in &kept {
        assert_eq!((row.command.as_deref(), row.commit.as_deref()), (Some("typed"), Some("abc")));
        let date = row.date.as_deref().unwrap();
        assert!(
            date.len() == "2026-11-18T09:30:00Z".len() && date.starts_with("20") && date.ends_with('Z'),
            "{date}"
        );
    }
}

#[test]
fn several_threads_are_for_searches_that_can_use_them() {
    let mut loader = Loader::new(Reading::default());
    loader.add_text(None, "1 2 3/4 5 6/7 0 8").unwrap();
    let axes = |algorithms: &[Algorithm]| Axes {
        algorithms: algorithms.to_vec(),
        heuristics: vec!["manhattan".parse().unwrap()],
        threads: vec![1, 2],
        ..Axes::default()
    };
    let instances = loader.instances();
    let of = |algorithms: &[Algorithm]| Experiment {
        instances: instances.clone(),
        specs: axes(algorithms).product().unwrap(),
        ..Experiment::named("threads")
    };
    let names: Vec<String> =
        of(&[Algorithm::Astar, Algorithm::Ida]).pairs().iter().map(|pair| pair.spec.to_string()).collect();
    assert_eq!(names, ["astar manhattan", "ida manhattan", "ida manhattan threads 2"]);
    let refusal = axes(&[Algorithm::Astar]).product().unwrap_err();
    assert_eq!(refusal.reason, "astar runs on one thread");
}

#[test]
fn a_run_that_was_cancelled_does_not_count() {
    let (mut mock, mut kept) = (Mock { cancel_after: Some(3), ..Mock::default() }, Vec::new());
    let ended = go(&experiment(), &mut mock, &mut kept).0;
    assert!(matches!(ended, Ok(Ended::Cancelled)));
    assert_eq!(kept.len(), 1, "one to warm up, one that counts, one that was cut short");
}

#[test]
fn results_that_cannot_be_kept_end_the_experiment() {
    let mut notes = Notes { full: true, ..Notes::default() };
    let ended = run(&experiment(), &mut Mock::default(), &Cancel::default(), &mut Vec::new(), &mut notes);
    assert!(matches!(ended, Err(Failed::Io(error)) if error.to_string() == "the disk is full"));
}

#[test]
fn a_combination_may_have_a_time_limit_of_its_own() {
    let mut experiment = experiment();
    experiment.limits = Limits { time: Some(Duration::from_secs(9)), nodes: Some(7), memory: None };
    experiment.specs[1].time_limit = Some(Duration::from_secs(1));
    let mut mock = Mock::default();
    go(&experiment, &mut mock, &mut Vec::new()).0.unwrap();
    let seconds: Vec<u64> =
        mock.limits.iter().step_by(3).map(|limits| limits.time.unwrap().as_secs()).collect();
    assert_eq!(seconds, [9, 1, 9, 1]);
    assert!(mock.limits.iter().all(|limits| limits.nodes == Some(7)));
}
