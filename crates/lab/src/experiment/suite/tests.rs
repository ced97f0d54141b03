use super::*;
use crate::experiment::suites;

fn no_files(path: &str) -> Result<String, String> {
    Err(format!("{path}: no such file"))
}

fn parsed(text: &str) -> Result<Experiment, String> {
    read("suite.toml", text, &no_files).map_err(|error| error.0)
}

const SMALL: &str = r#"
name = "small"
puzzles = ["8 6 7/2 5 4/3 0 1", "1 2 3/4 5 6/7 0 8"]
time-limit = "2s"
node-limit = 1000

[[spec]]
algorithm = ["astar", "bfs"]
heuristic = ["misplaced", "manhattan"]
"#;

/// Its table of combinations.
const COMBINATIONS: &str = "algorithm = [\"astar\", \"bfs\"]\nheuristic = [\"misplaced\", \"manhattan\"]";

#[test]
fn a_suite_is_read() {
    let experiment = parsed(SMALL).unwrap();
    let specs: Vec<String> = experiment.specs.iter().map(ToString::to_string).collect();
    assert_eq!(specs, ["astar misplaced", "astar manhattan", "bfs"]);
    assert_eq!(experiment.instances.len(), 2);
    assert_eq!(experiment.limits.nodes, Some(1000));
    assert_eq!(experiment.pairs().len(), 6);
    assert_eq!((experiment.runs, experiment.warmup, experiment.best), (1, 0, false));
}

#[test]
fn mistakes_are_told_with_their_place_and_the_remedy() {
    let cases = [
        ("\"bfs\"]", "\"bsf\"]", "suite.toml:8:23: there is no algorithm \"bsf\"; did you mean \"bfs\"?"),
        (
            "\"manhattan\"",
            "\"manhatan\"",
            "suite.toml:9:27: there is no heuristic \"manhatan\"; did you mean",
        ),
        ("\"2s\"", "\"2 parsecs\"", "suite.toml:4:14: \"2 parsecs\" is not a time"),
        ("3 0 1\"", "3 0 3\"", "suite.toml:3:12: "),
        ("[[spec]]", "[[spec]]\nrepr = \"integers\"", "suite.toml:8:8: there is no representation"),
        ("[[spec]]", "[[spec]]\nweight = 0.5", "suite.toml:8:10: \"0.5\" is not a weight"),
        ("node-limit", "nodes-limit", "unknown field `nodes-limit`"),
        ("name = \"small\"", "name = ", "TOML parse error at line 2"),
        ("puzzles =", "files = [\"gone.txt\"]\npuzzles =", "suite.toml:3:10: gone.txt: no such file"),
        ("puzzles =", "goal = \"blank-lsat\"\npuzzles =", "suite.toml:3:8: there is no goal \"blank-lsat\""),
        ("[\"astar\", \"bfs\"]", "[]", "an empty list"),
        ("[\"astar\", \"bfs\"]", "\"bfs\"", "suite.toml:9:13: bfs uses no heuristic; use greedy,"),
        (
            "[[spec]]",
            "[[spec]]\nweight = 2",
            "suite.toml:8:10: astar takes no weight; use wastar, arastar, focal, ees, optimistic or dps",
        ),
        ("[[spec]]", "[[spec]]\nthreads = 2", "suite.toml:8:11: astar runs on one thread; use"),
        (COMBINATIONS, "algorithm = \"layered\"", "brick puzzles, not for tile puzzles"),
        (COMBINATIONS, "algorithm = \"anytime\"", "a time limit"),
    ];
    for (from, to, expected) in cases {
        let text = SMALL.replace(from, to);
        assert_ne!(text, SMALL, "{from}");
        let text = if expected == "a time limit" {
            text.replace("time-limit = \"2s\"\nnode-limit = 1000\n", "")
        } else {
            text
        };
        let error = parsed(&text).unwrap_err();
        assert!(error.contains(expected), "{from} -> {to}:\n{error}\nexpected {expected}");
    }
}

#[test]
fn a_goal_of_another_size_is_refused() {
    let text = SMALL.replace("time-limit", "goal = \"0 1/2 3\"\ntime-limit");
    assert!(parsed(&text).unwrap_err().contains("the goal is 2×2"));
    let random = "name = \"r\"\ngoal = \"0 1/2 3\"\n[[random]]\nsize = \"3x3\"\ncount = 1\n\
                  [[spec]]\nalgorithm = \"bfs\"";
    assert!(parsed(random).unwrap_err().starts_with("suite.toml:4:8: the goal is 2×2"));
}

#[test]
fn the_same_seed_draws_the_same_boards() {
    let text = |seed: u32| {
        format!(
            "name = \"r\"\nseed = {seed}\n[[random]]\nsize = \"3x3\"\ncount = 3\n[[spec]]\nalgorithm = \"bfs\""
        )
    };
    let written = |seed| write(&parsed(&text(seed)).unwrap());
    assert_eq!(written(1), written(1));
    assert_ne!(written(1), written(2));
}

/// What is written gives the same experiment: its text is the same again.
#[test]
fn every_suite_is_read_back_as_it_was_written() {
    for suite in suites::all() {
        let experiment = suite.read().unwrap_or_else(|error| panic!("{}: {error}", suite.name));
        assert_eq!(experiment.name, suite.name);
        assert!(!experiment.about.is_empty(), "{} says what it shows", suite.name);
        let text = write(&experiment);
        let again = parsed(&text).unwrap_or_else(|error| panic!("{}: {error}", suite.name));
        assert_eq!(write(&again), text, "{}", suite.name);
        let pairs = |experiment: &Experiment| format!("{:?}", experiment.pairs());
        assert_eq!(pairs(&again), pairs(&experiment), "{}", suite.name);
    }
}

/// What counts as a move may hang on the form of a text, which is kept as far as that goes.
#[test]
fn puzzles_of_every_form_are_written_so_that_they_count_the_same() {
    let puzzles = ["IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM", "4,3,\\n1,1,1,1,\\n-1,2,0,1,\\n1,1,1,1,\\n"];
    for puzzle in puzzles {
        let text = format!("name = \"one\"\npuzzles = [\"{puzzle}\"]\n[[spec]]\nalgorithm = \"bfs\"");
        let experiment = parsed(&text).unwrap();
        let again = parsed(&write(&experiment)).unwrap();
        let metric = |experiment: &Experiment| experiment.instances[0].puzzle.metric().name();
        assert_eq!(metric(&again), metric(&experiment), "{}", write(&experiment));
    }
}

#[test]
fn random_puzzles_may_begin_with_one_that_is_given() {
    let text = "name = \"r\"\ngoal = \"snail\"\n[[random]]\nfrom = \"klotski\"\nscramble = 20\ncount = 2\n\
                [[spec]]\nalgorithm = \"bfs\"";
    let experiment = parsed(text).unwrap();
    let names: Vec<&str> = experiment.instances.iter().map(|instance| instance.name.as_str()).collect();
    assert_eq!(names, ["klotski #1", "klotski #2"]);
    assert!(
        parsed(&text.replace("20", "20\nkind = \"brick\"")).unwrap_err().contains("did you mean \"bricks\"?")
    );
    assert!(parsed(&text.replace("klotski", "euler-766")).unwrap_err().contains("has no goal"));
}

/// What a table of the file is said to know by the parser itself, when it meets a key that it does not know.
fn known_to_the_parser(table: &keys::TableEntry) -> Vec<String> {
    let least: String = match table.name {
        "" => "nonsense = 1".to_string(),
        _ => format!("name = \"x\"\n{}\nnonsense = 1", table.heading()),
    };
    let error = parsed(&least).unwrap_err();
    let (_, list) = error.split_once("expected one of ").unwrap_or_else(|| panic!("{error}"));
    let mut names: Vec<String> = list.split('`').skip(1).step_by(2).map(str::to_string).collect();
    names.sort();
    names
}

#[test]
fn every_key_is_explained_and_nothing_else() {
    for table in keys::TABLES {
        let mut explained: Vec<String> = keys::of_table(table.name).map(|key| key.name.to_string()).collect();
        if table.name.is_empty() {
            let tables = keys::TABLES.iter().filter(|table| !table.name.is_empty());
            explained.extend(tables.map(|table| table.name.to_string()));
        }
        explained.sort();
        assert_eq!(explained, known_to_the_parser(table), "{}", table.name);
    }
}

#[test]
fn what_is_required_is_missed() {
    let whole = "name = \"x\"\n[[random]]\ncount = 1\n[[puzzle]]\nboard = \"1 2 3/4 5 6/7 0 8\"\n\
                 [[spec]]\nalgorithm = \"bfs\"\n[published]\nsource = \"here\"\n";
    parsed(whole).unwrap();
    for key in keys::KEYS.iter().filter(|key| key.required) {
        let without: String = whole
            .split_inclusive('\n')
            .filter(|line| !line.starts_with(&format!("{} =", key.name)))
            .collect();
        assert!(
            parsed(&without).unwrap_err().contains(&format!("missing field `{}`", key.name)),
            "{without}"
        );
    }
    let left_out = |key: &&keys::Key| !key.required;
    for key in keys::KEYS.iter().filter(left_out) {
        assert!(!whole.contains(&format!("\n{} =", key.name)), "{} can be left out", key.name);
    }
}

#[test]
fn the_example_is_an_experiment() {
    let experiment = parsed(EXAMPLE).unwrap();
    assert_eq!((experiment.instances.len(), experiment.specs.len(), experiment.runs), (7, 5, 3));
}

#[test]
fn a_puzzle_needs_no_name() {
    let text = "name = \"n\"\n[[puzzle]]\nboard = \"1 2 3/4 5 6/7 0 8\"\n[[puzzle]]\nboard = \"klotski\"\n\
                [[spec]]\nalgorithm = \"bfs\"";
    let experiment = parsed(text).unwrap();
    let names: Vec<&str> = experiment.instances.iter().map(|instance| instance.name.as_str()).collect();
    assert_eq!(names, ["1", "klotski"]);
}

/// The page and the schema are made of the same table as the help text. `SLIDEWISE_BLESS=1` writes them anew.
#[test]
fn the_page_and_the_schema_are_up_to_date() {
    let docs = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    // A packaged crate has no docs beside it.
    if !docs.is_dir() {
        return;
    }
    let bless = std::env::var_os("SLIDEWISE_BLESS").is_some();
    let check = |file: &str, made: String| {
        let path = docs.join(file);
        if bless {
            std::fs::write(&path, &made).unwrap();
        }
        assert_eq!(std::fs::read_to_string(&path).unwrap(), made, "{file}: SLIDEWISE_BLESS=1 writes it anew");
    };
    check("schema/experiment.json", format!("{:#}\n", keys::schema()));
    let page = std::fs::read_to_string(docs.join("experiments.md")).unwrap();
    let (head, _) = page.split_once("## An example\n").expect("the page shows the example");
    check(
        "experiments.md",
        format!("{head}## An example\n\n```toml\n{EXAMPLE}```\n\n## Every key\n\n{}", keys::page()),
    );
}
