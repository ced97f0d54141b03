//! Makes the page of results, `docs/results.md`, and its pictures from runs on this machine:
//!
//! ```sh
//! cargo run -p slidewise-lab --example results_page
//! ```
//!
//! Every sentence about a finding is checked against the rows it is about; a finding that does not hold ends the
//! program, and nothing is written.

use std::collections::HashMap;
use std::path::Path;
use std::{env, fs};

use slidewise_lab::experiment::{
    Ended, Experiment, Failed, Job, Listener, Loader, Row, Solving, Spec, contradictions, run, suites,
};
use slidewise_lab::report::{markdown, pictures};
use slidewise_lab::search::Cancel;
use slidewise_lab::solve::{self, Algorithm, Reading};
use slidewise_lab::summary::cells;
use slidewise_lab::svg;
use slidewise_lab::units::{grouped, three_figures};

type Finding = Result<Vec<String>, String>;

/// A suite with what it shows.
struct Section {
    suite: &'static str,
    heading: &'static str,
    runs: Option<u32>,
    pictures: &'static [&'static str],
    findings: fn(&[Row]) -> Finding,
}

const SECTIONS: [Section; 6] = [
    Section {
        suite: "greedy-vs-astar",
        heading: "Greedy search against A*",
        runs: None,
        pictures: &["nodes.svg", "nodes-by-length.svg"],
        findings: greedy_against_astar,
    },
    Section {
        suite: "heuristics",
        heading: "What a better estimate saves",
        runs: None,
        pictures: &["nodes.svg", "nodes-cactus.svg", "nodes-by-bound.svg"],
        findings: better_estimates,
    },
    Section {
        suite: "eight",
        heading: "Representations of the 8-puzzle",
        runs: Some(5),
        pictures: &["time.svg"],
        findings: representations,
    },
    Section {
        suite: "fifteen",
        heading: "Representations of the 15-puzzle",
        runs: Some(3),
        pictures: &["time.svg"],
        findings: nibbles_reach_further,
    },
    Section {
        suite: "dijkstra",
        heading: "Where search without an estimate ends",
        runs: None,
        pictures: &["nodes.svg"],
        findings: without_an_estimate,
    },
    Section {
        suite: "weights",
        heading: "Length for time",
        runs: None,
        pictures: &["nodes.svg", "nodes-scatter.svg"],
        findings: weights,
    },
];

fn main() -> Result<(), String> {
    let docs = env::args().nth(1).unwrap_or_else(|| "docs".into());
    let folder = Path::new(&docs).join("results");
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut page = INTRODUCTION.to_string();
    let mut files = vec![("eight-depths.svg".to_string(), states_per_depth()?)];
    for section in SECTIONS {
        let (text, mut drawn) = section_text(&section)?;
        page += &text;
        files.append(&mut drawn);
    }
    page += DEPTHS;
    files.push(("../results.md".into(), page));
    for (name, text) in files {
        fs::write(folder.join(&name), text).map_err(|error| format!("{name}: {error}"))?;
    }
    Ok(())
}

const INTRODUCTION: &str = "\
# Results

What courses about search report, found again by the suites that come with the program. This page is made by

    cargo run -p slidewise-lab --example results_page

which runs the suites, checks each sentence below against the rows that it is about, and writes the tables and the pictures.
Lengths and counts are the same on every machine; times are those of the machine named, which may have been busy, so that
sentences compare processor time. [counters.md](counters.md) says
what is counted. `slidewise bench --suite NAME --out DIR` gives the rows themselves.

";

const DEPTHS: &str = "\
## States per depth

The 181,440 positions of the 8-puzzle by their distance from one that is 31 moves from the goal: what a breadth-first search
has to look at.

![States per depth](results/eight-depths.svg)
";

fn section_text(section: &Section) -> Result<(String, Vec<(String, String)>), String> {
    eprintln!("{}", section.suite);
    let mut experiment =
        suites::find(section.suite).and_then(|suite| suite.read()).map_err(|error| error.to_string())?;
    experiment.runs = section.runs.unwrap_or(experiment.runs);
    experiment.warmup = experiment.warmup.min(1);
    let rows = rows(&experiment)?;
    let mut text = format!("## {}\n\n{} (`{}`).\n\n", section.heading, experiment.about, section.suite);
    for sentence in (section.findings)(&rows)? {
        text += &format!("- {sentence}\n");
    }
    text += &format!("\n{}\n\n", rows.first().map_or("", |row| row.machine.as_str()));
    text += &markdown::summaries(&experiment, &rows).replace("\n## ", "\n### ").replacen("## ", "### ", 1);
    let mut files = Vec::new();
    for (name, picture) in pictures::all(section.suite, &rows, None) {
        if section.pictures.contains(&name.as_str()) {
            let file = format!("{}-{name}", section.suite);
            text += &format!("![{}: {}](results/{file})\n\n", section.suite, name.trim_end_matches(".svg"));
            files.push((file, picture));
        }
    }
    Ok((text, files))
}

struct Quiet;

impl Listener for Quiet {
    fn begins(&mut self, _: Job<'_>) {}

    fn done(&mut self, _: &Row) -> std::io::Result<()> {
        Ok(())
    }
}

fn rows(experiment: &Experiment) -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    match run(experiment, &mut Solving::new(()), &Cancel::default(), &mut rows, &mut Quiet) {
        Ok(Ended::Complete) => {}
        Ok(Ended::Cancelled) => return Err("cancelled".into()),
        Err(Failed::Invalid(error) | Failed::Broken(error)) => return Err(error.to_string()),
        Err(Failed::Io(error)) => return Err(error.to_string()),
    }
    match contradictions(&rows).first() {
        Some(text) => Err(text.clone()),
        None => Ok(rows),
    }
}

/// The sentence, if it is true.
fn holds(truth: bool, sentence: String) -> Result<String, String> {
    if truth { Ok(sentence) } else { Err(format!("this does not hold here: {sentence}")) }
}

fn totals(rows: &[Row], value: impl Fn(&Row) -> u64) -> HashMap<String, u64> {
    let mut totals = HashMap::new();
    for row in rows {
        *totals.entry(row.spec.clone()).or_default() += value(row);
    }
    totals
}

fn length(row: &Row) -> u64 {
    row.cost.map_or(0, u64::from)
}

fn ratio(a: u64, b: u64) -> String {
    three_figures(a as f64 / b.max(1) as f64)
}

fn greedy_against_astar(rows: &[Row]) -> Finding {
    let (lengths, expanded) = (totals(rows, length), totals(rows, |row| row.expanded));
    let heuristics = ["misplaced", "manhattan", "max(misplaced,manhattan)"];
    let of = |algorithm: &str| heuristics.map(|heuristic| lengths[&format!("{algorithm} {heuristic}")]);
    let (astar, greedy) = (of("astar"), of("greedy"));
    let [misplaced, manhattan, both] = heuristics.map(|heuristic| expanded[&format!("astar {heuristic}")]);
    Ok(vec![
        holds(
            astar.iter().all(|total| *total == astar[0]),
            format!(
                "A* with misplaced, Manhattan and their maximum finds equal lengths: {} moves over all boards.",
                astar[0]
            ),
        )?,
        holds(
            greedy.iter().all(|total| *total > astar[0]),
            format!("Greedy search finds longer ones with each of them: {greedy:?} moves."),
        )?,
        holds(
            manhattan < misplaced && manhattan == both,
            format!(
                "Manhattan dominates misplaced: {} positions against {}, and their maximum expands the same as Manhattan alone.",
                grouped(manhattan),
                grouped(misplaced)
            ),
        )?,
    ])
}

fn better_estimates(rows: &[Row]) -> Finding {
    let expanded = totals(rows, |row| row.expanded);
    let mut sentences = Vec::new();
    for algorithm in ["astar", "ida"] {
        let of = |heuristic: &str| expanded[&format!("{algorithm} {heuristic}")];
        let (manhattan, conflict, walking) = (of("manhattan"), of("linear-conflict"), of("walking-distance"));
        sentences.push(holds(
            conflict < manhattan && walking < manhattan && of("combined") <= conflict.min(walking),
            format!(
                "{algorithm}: of the {} positions with Manhattan, linear conflict leaves {}, walking distance {}, the best of both {}.",
                grouped(manhattan),
                grouped(conflict),
                grouped(walking),
                grouped(of("combined"))
            ),
        )?);
    }
    Ok(sentences)
}

/// The processor time of each representation over all pairs, the median of each.
fn times(rows: &[Row]) -> HashMap<String, f64> {
    let mut by_repr: HashMap<String, f64> = HashMap::new();
    for cell in cells(rows) {
        let time = cell.cpu.map_or(cell.wall.median, |cpu| cpu.median);
        *by_repr.entry(cell.row.repr.unwrap_or_default()).or_default() += time;
    }
    by_repr
}

fn representations(rows: &[Row]) -> Finding {
    let times = times(rows);
    let slower = |repr: &str| times["string"] / times[repr];
    let counts = totals(rows, |row| row.expanded);
    let same = ["bfs", "dfs", "iterative-deepening", "astar manhattan"].iter().all(|algorithm| {
        let of = |repr: &str| counts[&format!("{algorithm} {repr}")];
        of("string") == of("nibble") && of("integer") == of("nibble") && of("bytes") == of("nibble")
    });
    Ok(vec![
        holds(same, "Every representation expands the same positions; only the time differs.".into())?,
        holds(
            slower("integer") > 1.5 && slower("nibble") > 1.5,
            format!(
                "Strings take {} times as long as integers and {} times as long as nibbles, of processor time.",
                three_figures(slower("integer")),
                three_figures(slower("nibble"))
            ),
        )?,
    ])
}

fn nibbles_reach_further(rows: &[Row]) -> Finding {
    let times = times(rows);
    let refused: Spec =
        solve::Spec { algorithm: Some(Algorithm::Bfs), repr: Some("integer"), ..Default::default() }.into();
    let mut loader = Loader::new(Reading::default());
    loader.add_text(None, "1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15").map_err(|error| error.to_string())?;
    let experiment =
        Experiment { instances: loader.instances(), specs: vec![refused], ..Experiment::named("integers") };
    let reason = self::rows(&experiment).err().unwrap_or_default();
    Ok(vec![
        holds(
            times["string"] > 1.2 * times["nibble"],
            format!(
                "Nibbles extend to 4×4: 16 cells fit into one word of 64 bits, and strings take {} times as long.",
                three_figures(times["string"] / times["nibble"])
            ),
        )?,
        holds(
            reason.contains("up to 9 cells"),
            "Integers of decimal digits do not: ten digits name ten tiles.".into(),
        )?,
    ])
}

fn without_an_estimate(rows: &[Row]) -> Finding {
    let solved = |group: &str, spec: &str| {
        rows.iter().filter(|row| row.group == group && row.spec == spec && row.has_solution()).count()
    };
    let counts = ["2x2", "3x3", "3x4", "4x4"].map(|group| solved(group, "dijkstra"));
    Ok(vec![holds(
        counts[1] == 5 && counts[3] == 0,
        format!(
            "Dijkstra is impractical beyond 3×3: with a million expansions it solves {}, {}, {} and {} of five boards of 2×2, \
             3×3, 3×4 and 4×4.",
            counts[0], counts[1], counts[2], counts[3]
        ),
    )?])
}

fn weights(rows: &[Row]) -> Finding {
    let (lengths, expanded) = (totals(rows, length), totals(rows, |row| row.expanded));
    let (optimal, all) = (lengths["astar manhattan"], expanded["astar manhattan"]);
    let sentence = |weight: &str| {
        let spec = format!("wastar manhattan weight {weight}");
        let longer = 100.0 * (lengths[&spec] as f64 / optimal as f64 - 1.0);
        holds(
            lengths[&spec] >= optimal && expanded[&spec] < all,
            format!(
                "Weight {weight}: {longer:.1} % longer for {} times fewer positions.",
                ratio(all, expanded[&spec])
            ),
        )
    };
    ["1.2", "1.5", "2", "3", "5"].into_iter().map(sentence).collect()
}

/// The positions of the 8-puzzle by depth, as a breadth-first search of the farthest board meets them.
fn states_per_depth() -> Result<String, String> {
    let mut loader = Loader::new(Reading::default());
    loader.add_text(None, "8 6 7/2 5 4/3 0 1").map_err(|error| error.to_string())?;
    let specs = vec![Algorithm::Bfs.into()];
    let experiment = Experiment { instances: loader.instances(), specs, ..Experiment::named("depths") };
    let rows = rows(&experiment)?;
    let counts: Vec<usize> = rows[0].bounds().iter().map(|(_, expanded)| *expanded as usize).collect();
    Ok(svg::bars("8-puzzle: positions by distance from the farthest start", "depth", "positions", &counts))
}
