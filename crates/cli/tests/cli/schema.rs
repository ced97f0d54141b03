//! Every `--json` against the JSON Schema in `docs/schema`.

use boon::{Compiler, SchemaIndex, Schemas};
use serde_json::Value;

use slidewise_lab::experiment::suites;

use crate::program::{TempFile, feed, run};

const FREEFORM: &str = "tiles: 1 2 2/3 # 4/5 . 6; goal: 1 2 2/3 # 4/5 ? ?";

struct Schema {
    schemas: Schemas,
    compiler: Compiler,
}

impl Schema {
    fn new() -> Self {
        let text = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/schema/slidewise.json");
        let text = std::fs::read_to_string(text).unwrap();
        let mut compiler = Compiler::new();
        compiler.add_resource("schema.json", serde_json::from_str(&text).unwrap()).unwrap();
        Self { schemas: Schemas::new(), compiler }
    }

    fn check(&mut self, what: &str, lines: &[Value]) {
        let place = format!("schema.json#/$defs/{what}");
        let index: SchemaIndex = self.compiler.compile(&place, &mut self.schemas).unwrap();
        assert!(!lines.is_empty(), "{what}: nothing was printed");
        for line in lines {
            if let Err(error) = self.schemas.validate(line, index) {
                panic!("{what}: {line}\n{error:#}");
            }
        }
    }
}

#[test]
fn answers_are_as_the_schema_says() {
    let mut schema = Schema::new();
    let six = run(&["generate", "--size", "6x6", "--seed", "1"]).stdout;
    let batch = format!(
        "867254301\nklotski\n{FREEFORM}\neuler-766\nnonsense\n1 2 3/4 5 6/8 7 0\n{}\n\
         IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM\n",
        six.trim()
    );
    for args in [
        &["--json"][..],
        &["--json", "--all-optimal", "--max-solutions", "3"],
        &["--json", "-a", "astar", "-H", "distance", "--node-limit", "500"],
        &["--json", "-a", "wastar", "-w", "2", "--node-limit", "500"],
        &["--json", "--moves", "numbers", "-a", "greedy", "--node-limit", "2000"],
        &["--json", "--progress", "--time-limit", "200ms"],
    ] {
        let lines = feed(args, batch.as_bytes()).json_lines();
        let (events, records): (Vec<Value>, Vec<Value>) =
            lines.into_iter().partition(|line| line.get("event").is_some());
        assert_eq!(records.len(), 8, "{args:?}");
        schema.check("record", &records);
        if args.contains(&"--progress") {
            schema.check("event", &events);
        }
    }
    let shortened = run(&["shorten", "123456708", "RLL", "--time-limit", "1s", "--json"]).json_lines();
    schema.check("record", &shortened);
}

#[test]
fn other_commands_are_as_the_schema_says() {
    let mut schema = Schema::new();
    for (what, args) in [
        ("check", &["check", "867254301", "klotski", FREEFORM, "1 2 3/4 5 6/8 7 0", "--json"][..]),
        ("record", &["check", "1 2 3/4 5 5", "--json"]),
        ("verification", &["verify", "123456708", "L", "--json"]),
        ("verification", &["verify", "123456708", "LX", "--json"]),
        ("verification", &["verify", "rush-hour-1", "A R", "--json"]),
        ("exploration", &["explore", "rush-hour-1", "--json"]),
        ("exploration", &["explore", "1 2 3/4 5 0", FREEFORM, "--json"]),
        ("audit", &["audit", "--all", "--size", "2x3", "--json"]),
        ("audit", &["audit", "--all", "--puzzle", FREEFORM, "--json"]),
        ("trace_step", &["trace", "867254301", "--format", "jsonl", "--steps", "20"]),
        ("trace_step", &["trace", "klotski", "-a", "bfs", "--format", "jsonl", "--steps", "20"]),
        (
            "run",
            &[
                "compare",
                "123456708",
                "klotski",
                FREEFORM,
                "--json",
                "--node-limit",
                "500",
                "-a",
                "bfs,astar",
            ],
        ),
        ("design", &["design", "board:\nAB.\n...\ngoal:\n...\n..A\n", "--json"]),
        ("design", &["design", "klotski", "--samples", "2", "--json"]),
        ("list", &["list", "--json"]),
    ] {
        schema.check(what, &run(args).json_lines());
    }
}

/// What the program writes as an experiment is as the schema for editors says, and mistakes are not.
#[test]
fn experiments_are_as_their_schema_says() {
    let text = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/schema/experiment.json");
    let mut compiler = Compiler::new();
    let schema = serde_json::from_str(&std::fs::read_to_string(text).unwrap()).unwrap();
    compiler.add_resource("experiment.json", schema).unwrap();
    let mut schemas = Schemas::new();
    let index = compiler.compile("experiment.json", &mut schemas).unwrap();
    let is_valid = |text: &str| {
        let value: Value = toml::from_str(text).unwrap();
        schemas.validate(&value, index).map_err(|error| format!("{error:#}"))
    };
    let mut texts: Vec<String> = suites::all().map(|suite| suite.text.to_string()).collect();
    texts.push(run(&["bench", "--example"]).ends_with(0).stdout);
    for text in &texts {
        is_valid(text).unwrap_or_else(|error| panic!("{text}\n{error}"));
    }
    let example = &texts[texts.len() - 1];
    for (from, to) in [
        ("runs = 3", "rums = 3"),
        ("runs = 3", "runs = \"three\""),
        ("name = \"example\"", ""),
        ("count = 5", ""),
        ("[\"astar\", \"ida\"]", "[]"),
    ] {
        let wrong = example.replacen(from, to, 1);
        assert_ne!(&wrong, example, "{from}");
        assert!(is_valid(&wrong).is_err(), "{from} -> {to}");
        let file = TempFile::new("wrong-experiment.toml", wrong.as_bytes());
        run(&["bench", file.path()]).ends_with(2);
    }
}
