//! Korf and Felner's fifty 24-puzzles, one after the other, the easiest first, and the page about them,
//! `docs/korf24.md`:
//!
//! ```sh
//! cargo run --release -p slidewise-lab --example korf24 -- docs/results/korf24 BOARDS
//! ```
//!
//! BOARDS is how many are to be solved in all. What is solved is a line in `solved.jsonl` of that directory; what is
//! under way is kept there every ten seconds, and the same command goes on after Ctrl-C or a kill. The tables are
//! those of `slidewise pdb build 24-large`, or of the name in a third argument.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt::Write as _;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::Path;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use slidewise_lab::solve::search::{Cancel, Limits};
use slidewise_lab::solve::{self, Algorithm, Checkpoint, Reading, Solver, Spec, Watch, machine};
use slidewise_lab::units::{grouped, shown_duration};

/// Counts that others published for the same boards, by the columns of the list.
const LIST: &str = include_str!("../../puzzles/data/tiles/korf24-50-nodes.txt");
const BOARDS: &str = include_str!("../../puzzles/data/tiles/korf24-50.txt");

/// Columns of the list that are shown: which, and what they are.
const SHOWN: [(usize, &str); 5] = [
    (2, "6-6-6-6 (Korf & Felner 2002)"),
    (6, "9-9-6 (Döbbelin et al. 2013)"),
    (7, "several 9-9-6 and 8-8-8 (2013)"),
    (9, "small-compound (Clausecker & Reinefeld 2019)"),
    (10, "small-t, 14 heuristics (2019)"),
];
/// The column by which boards are ordered.
const EASY: usize = 9;

/// A board that is solved.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Done {
    board: u32,
    length: u64,
    expanded: u64,
    seconds: f64,
    tables: String,
    threads: usize,
}

fn main() -> Result<(), String> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [directory, wanted, rest @ ..] = &args[..] else {
        return Err("say where to keep the results, and how many boards: korf24 DIRECTORY BOARDS".into());
    };
    let wanted: usize = wanted.parse().map_err(|_| format!("{wanted} is not a number of boards"))?;
    let tables = rest.first().map_or("24-large", String::as_str);
    let (directory, published) = (Path::new(directory), published());
    fs::create_dir_all(directory).map_err(|error| format!("{}: {error}", directory.display()))?;
    let mut order: Vec<u32> = published.keys().copied().collect();
    order.sort_by_key(|board| published[board][EASY]);
    let mut done = read(directory)?;
    for board in order {
        if done.len() >= wanted {
            break;
        }
        if let Entry::Vacant(vacant) = done.entry(board) {
            let solved = solve(board, tables, directory)?;
            keep(directory, &solved)?;
            // The line is written, so what was under way is not needed any more.
            checkpoint(directory, board).remove().map_err(|error| error.to_string())?;
            vacant.insert(solved);
        }
        write_page(&done, &published)?;
    }
    write_page(&done, &published)
}

fn checkpoint(directory: &Path, board: u32) -> Checkpoint {
    Checkpoint::new(directory.join(format!("board-{board}.ckpt")))
}

/// The published counts of each board, all columns.
fn published() -> BTreeMap<u32, Vec<u64>> {
    let lines = LIST.lines().filter(|line| !line.starts_with('#'));
    let numbers =
        |line: &str| line.split_whitespace().filter_map(|word| word.parse().ok()).collect::<Vec<u64>>();
    lines.map(numbers).map(|row| (row[0] as u32, row)).collect()
}

/// What was solved in earlier runs. A line that a kill has cut off is left out.
fn read(directory: &Path) -> Result<BTreeMap<u32, Done>, String> {
    let text = fs::read_to_string(directory.join("solved.jsonl")).unwrap_or_default();
    let rows = text.lines().filter_map(|line| serde_json::from_str::<Done>(line).ok());
    Ok(rows.map(|row| (row.board, row)).collect())
}

fn keep(directory: &Path, done: &Done) -> Result<(), String> {
    let line = serde_json::to_string(done).map_err(|error| error.to_string())?;
    let file = OpenOptions::new().create(true).append(true).open(directory.join("solved.jsonl"));
    let written = file.and_then(|mut file| {
        writeln!(file, "{line}")?;
        file.sync_all()
    });
    written.map_err(|error| format!("{}: {error}", directory.display()))
}

/// Solves a board, from where an earlier run was.
fn solve(board: u32, tables: &str, directory: &Path) -> Result<Done, String> {
    let line = BOARDS.lines().find(|line| line.split_whitespace().next() == Some(&board.to_string()));
    let text: Vec<&str> = line.ok_or("no such board")?.split_whitespace().skip(2).collect();
    let reading = Reading { goal: Some("blank-first".into()), ..Reading::default() };
    let read = solve::read_one(&text.join(" "), &reading).map_err(|error| error.to_string())?;
    let solver = Solver::new().keeping_in(checkpoint(directory, board));
    let heuristic = format!("pdb:{tables}").parse().map_err(|error| format!("{error}"))?;
    let threads = machine::threads();
    let spec = Spec {
        algorithm: Some(Algorithm::Ida),
        heuristic: Some(heuristic),
        threads: Some(threads),
        ..Spec::default()
    };
    eprintln!("board {board} …");
    let watch = Watch { limits: Limits::default(), cancel: Cancel::default(), observer: &mut () };
    let answer = read.puzzle.solve(&solver, &spec, watch).map_err(|error| error.to_string())?;
    answer.warnings.iter().for_each(|warning| eprintln!("note: {warning}"));
    let length = answer.cost().filter(|_| answer.is_optimal()).ok_or("no optimal solution")?;
    let before = solver.checkpoint().map_or(Duration::ZERO, |file| file.time_before());
    let seconds = (before + answer.elapsed).as_secs_f64();
    let expanded = answer.stats.expanded;
    eprintln!("board {board}: {length} moves, {} expansions, {seconds:.1} s", grouped(expanded));
    Ok(Done { board, length, expanded, seconds, tables: tables.into(), threads })
}

/// Writes the page about what is solved so far.
fn write_page(done: &BTreeMap<u32, Done>, published: &BTreeMap<u32, Vec<u64>>) -> Result<(), String> {
    let mut page = String::from(
        "# Korf and Felner's fifty 24-puzzles\n\nEvery row is a proof of optimality by IDA*. The boards with the \
         lowest published counts are solved first. Beside the\nexpansions are those that others published for the \
         same board. Times are those of the machines on which the boards were\nsolved, which may have been busy: of \
         the clock; of one thread, measured earlier, processor time with the reading of\nthe tables. With the tables \
         that `slidewise pdb build 24-large` makes (1.24 GB), one board is\n\n    slidewise solve --goal blank-first -a ida -H pdb:24-large --checkpoint \
         FILE BOARD\n\nand\n\n    cargo run --release -p slidewise-lab --example korf24 -- docs/results/korf24 \
         50\n\ngoes on with the boards that are not here yet and writes this page anew. It keeps what it does in that \
         directory, and\ngoes on from there after Ctrl-C or a kill.\n\n",
    );
    let heads = SHOWN.map(|(_, name)| name).join(" | ");
    let _ = writeln!(page, "| board | moves | expansions | time | tables | {heads} |");
    let _ = writeln!(page, "|--:|--:|--:|--:|:--|{}", "--:|".repeat(SHOWN.len()));
    let cells = |of: &dyn Fn(usize) -> u64| SHOWN.map(|(column, _)| grouped(of(column))).join(" | ");
    for (board, row) in done {
        let known = published.get(board).ok_or("a board that is not in the list")?;
        if row.length != known[1] {
            return Err(format!("board {board}: {} moves, and the list says {}", row.length, known[1]));
        }
        let time = shown_duration(Duration::from_secs_f64(row.seconds));
        let (expanded, others) = (grouped(row.expanded), cells(&|column| known[column]));
        let Done { length, tables, threads, .. } = row;
        let threads = if *threads == 1 { String::from("1 thread") } else { format!("{threads} threads") };
        let _ =
            writeln!(page, "| {board} | {length} | {expanded} | {time} | {tables}, {threads} | {others} |");
    }
    let sum = |of: &dyn Fn(&u32, &Done) -> u64| done.iter().map(|(board, row)| of(board, row)).sum::<u64>();
    let (expanded, moves) = (grouped(sum(&|_, row| row.expanded)), sum(&|_, row| row.length));
    let time = shown_duration(Duration::from_secs_f64(done.values().map(|row| row.seconds).sum()));
    let others = cells(&|column| sum(&|board, _| published[board][column]));
    let _ = writeln!(page, "| **{}** | {moves} | {expanded} | {time} | | {others} |", done.len());
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/korf24.md");
    fs::write(&path, page).map_err(|error| format!("{}: {error}", path.display()))
}
