//! `slidewise solve`: reads puzzles, solves them, shows the answers in the order of the input.

use std::cell::Cell;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use slidewise_solve::search::{Cancel, Crew, Limits, Proof};
use slidewise_solve::{
    AllOptimal, Answer, Checkpoint, Outcome, Read, Record, Refusal, Setting, SolveError, Solver, Spec,
    Unreadable, WantedOptima, Watch, machine,
};

use super::course::as_course;
use crate::args::SolveArgs;
use crate::error::Failure;
use crate::exit::Exit;
use crate::input::{self, Source};
use crate::progress::{Reporter, Spinner};
use crate::render::{self, BAD, DIM, WARN, styled};
use crate::together;
use crate::units::number;

/// Solves everything that the arguments name; the highest exit code wins.
pub fn run(
    args: &SolveArgs,
    crew: Option<Arc<Crew>>,
    cancel: Cancel,
    out: &mut (impl Write + Send),
) -> Result<Exit, Failure> {
    let reading = args.input.reading();
    let sources = input::sources(&args.input.puzzle)?;
    let jobs: Vec<Job<'_>> = sources
        .iter()
        .flat_map(|source| source.items(&reading).into_iter().map(move |item| (source, item)))
        .enumerate()
        .map(|(at, (source, item))| Job {
            index: at + 1,
            place: source.place(item.line),
            source,
            read: item.result,
        })
        .collect();
    let session = Session {
        args,
        spec: args.search.spec(),
        limits: limits(args, crew.as_ref()),
        solver: match crew {
            Some(crew) => solver(args, jobs.len())?.sharing_with(crew),
            None => solver(args, jobs.len())?,
        },
        cancel,
        count: jobs.len(),
        stopped: Cell::new(false),
    };
    let exit = match &jobs[..] {
        [one] => session.one(one, out)?,
        many => session.batch(many, out)?,
    };
    out.flush()?;
    // Only now the answer is where it cannot be lost.
    if let (Some(file), Exit::Solved | Exit::Unsolvable, false) =
        (session.solver.checkpoint(), exit, session.stopped.get())
        && !together::helps()
    {
        file.remove()?;
    }
    Ok(exit)
}

/// A solver that keeps what the arguments ask for.
fn solver(args: &SolveArgs, puzzles: usize) -> Result<Solver, Failure> {
    let solver = Solver::new().keeping_small_tables().spilling_to(std::env::temp_dir());
    match &args.checkpoint {
        None => Ok(solver),
        Some(file) if puzzles == 1 => Ok(solver.keeping_in(checkpoint(file, args.checkpoint_every)?)),
        Some(_) => {
            let reason = format!("--checkpoint keeps one search, and there are {puzzles} puzzles");
            Err(Failure::Usage(reason))
        }
    }
}

/// A file that is written so often, if it can be written.
pub(super) fn checkpoint(file: &Path, every: Option<Duration>) -> Result<Checkpoint, Failure> {
    let checkpoint = Checkpoint::new(file);
    // Rank 0 writes it, and the others may be on computers that have no such directory.
    if !together::helps() {
        checkpoint.check_writable()?;
    }
    Ok(match every {
        Some(every) => checkpoint.every(every),
        None => checkpoint,
    })
}

/// What the search may use.
fn limits(args: &SolveArgs, crew: Option<&Arc<Crew>>) -> Limits {
    // What is free is free for all processes of this computer.
    let here = crew.map_or(1, |crew| crew.on_host() as u64);
    let free = || machine::free_share().map(|share| share / here);
    Limits { nodes: args.node_limit, time: args.time_limit, memory: args.memory_limit.or_else(free) }
}

/// One of the puzzles.
struct Job<'s> {
    /// Its place among all of them, from 1.
    index: usize,
    /// Where it came from.
    place: String,
    source: &'s Source,
    read: Result<Read, Unreadable>,
}

/// What all puzzles have in common.
struct Session<'a> {
    args: &'a SolveArgs,
    spec: Spec,
    limits: Limits,
    solver: Solver,
    cancel: Cancel,
    count: usize,
    /// Whether a limit or a request ended a search, so that there is more to be done.
    stopped: Cell<bool>,
}

/// What became of the wish for all shortest solutions.
enum Optima {
    /// There was none, or the puzzle has no solution yet.
    Unasked,
    /// The solution that was found may not be one of them.
    Unproven,
    Found(AllOptimal),
}

/// What became of a puzzle.
enum Done<'j> {
    Answer(&'j Read, Box<Answer>, Optima),
    /// It cannot be solved in the way asked for.
    Unsupported(&'j Read, Refusal),
    /// It is no puzzle, or has nothing to solve.
    Invalid(Unreadable),
}

impl Session<'_> {
    fn solve<'j>(&self, job: &'j Job<'_>, out: &mut (impl Write + Send)) -> Result<Done<'j>, Failure> {
        let read = match &job.read {
            Ok(read) => read,
            Err(error) => return Ok(Done::Invalid(error.clone())),
        };
        for warning in &read.warnings {
            note(warning);
        }
        if let Err(refusal) = self.check_output(read) {
            return Ok(Done::Unsupported(read, refusal));
        }
        let (spinner, progress) = Spinner::start(!(self.args.quiet || self.args.progress));
        let mut reporter = Reporter::new(progress, self.args.reports(), job.index, out, &self.cancel);
        let watch = Watch { limits: self.limits, cancel: self.cancel.clone(), observer: &mut reporter };
        let answer = read.puzzle.solve(&self.solver, &self.spec, watch);
        drop(spinner);
        reporter.end()?;
        match answer {
            Ok(answer) => {
                answer.warnings.iter().for_each(|warning| note(warning));
                self.stopped.set(self.stopped.get() || answer.stopped_by.is_some());
                let all = self.all_optimal(read, &answer)?;
                Ok(Done::Answer(read, Box::new(answer), all))
            }
            Err(SolveError::Refused(refusal)) => Ok(Done::Unsupported(read, refusal)),
            Err(error @ SolveError::NoGoal) => {
                let kind = Some(read.puzzle.kind().entry().name);
                Ok(Done::Invalid(Unreadable { kind, ..Unreadable::new(Failure::from(error).to_string()) }))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Whether the answer can be written in the way asked for; told before any work is done.
    fn check_output(&self, read: &Read) -> Result<(), Refusal> {
        let Some(asked) = self.args.moves else { return Ok(()) };
        let kind = read.puzzle.kind().entry();
        if kind.conventions.iter().any(|entry| entry.name == asked) {
            return Ok(());
        }
        let reason = format!("moves of {} are not written as {asked}", kind.plural);
        Err(Refusal::new(Setting::Moves, reason).instead(kind.conventions.iter().map(|entry| entry.name)))
    }

    /// All shortest solutions, if they are asked for and the one that was found is the shortest.
    fn all_optimal(&self, read: &Read, answer: &Answer) -> Result<Optima, Failure> {
        let (true, Some(way)) = (self.args.all.all_optimal, &answer.solution) else {
            return Ok(Optima::Unasked);
        };
        if way.proof != Proof::Optimal {
            return Ok(Optima::Unproven);
        }
        let (spinner, mut progress) = Spinner::start(!self.args.quiet);
        let limits = answer.left_of(self.limits);
        let watch = Watch { limits, cancel: self.cancel.clone(), observer: &mut progress };
        let (max, keep) = self.args.all.wanted();
        let wanted = WantedOptima { metric: answer.plan.metric, cost: way.cost, max, keep };
        let all = read.puzzle.all_optimal(&self.solver, wanted, watch);
        drop(spinner);
        Ok(Optima::Found(all?))
    }

    fn one(&self, job: &Job<'_>, out: &mut (impl Write + Send)) -> Result<Exit, Failure> {
        let course = self.args.input.form.format == Some("course");
        if let (Ok(read), false) = (&job.read, self.args.json || self.args.quiet || course) {
            write!(out, "{}", render::drawing(&read.puzzle.picture(&read.puzzle.start())))?;
            writeln!(out, "{}", render::headline(read))?;
            out.flush()?;
        }
        let done = self.solve(job, out)?;
        if self.args.json || self.args.quiet {
            return self.machine_readable(job, &done, out);
        }
        match &done {
            Done::Invalid(error) => return Err(input::bad(job.source, error)),
            Done::Unsupported(_, refusal) => return Err(refusal.clone().into()),
            Done::Answer(read, answer, _) if course => as_course(&*read.puzzle, answer, out)?,
            Done::Answer(read, answer, all) => {
                render::answer(out, &*read.puzzle, answer, self.args.moves)?;
                self.optima(all, read, answer, out)?;
                compare_with_list(read, answer);
                if self.args.steps {
                    render::steps(out, &*read.puzzle, answer)?;
                }
            }
        }
        Ok(exit_of(&done))
    }

    fn batch(&self, jobs: &[Job<'_>], out: &mut (impl Write + Send)) -> Result<Exit, Failure> {
        let mut highest = Exit::Solved;
        let mut summary = Summary::default();
        let mut seen = 0;
        for job in jobs {
            let done = self.solve(job, out)?;
            seen += 1;
            highest = highest.max(exit_of(&done));
            if self.args.json || self.args.quiet {
                self.machine_readable(job, &done, out)?;
            } else {
                self.batch_entry(job, &done, out)?;
                summary.add(&done);
            }
            out.flush()?;
            if self.cancel.is_cancelled() {
                break;
            }
        }
        if !(self.args.json || self.args.quiet) {
            writeln!(out, "{}", summary.text(self.count))?;
        }
        if seen < jobs.len() {
            out.flush()?;
            note(&format!("stopped after {seen} of {}", number(self.count, "puzzle")));
            highest = highest.max(Exit::Stopped);
        }
        Ok(highest)
    }

    fn batch_entry(&self, job: &Job<'_>, done: &Done<'_>, out: &mut impl Write) -> Result<(), Failure> {
        let name = |read: &Read| read.id.as_ref().map(|id| format!(" \"{id}\"")).unwrap_or_default();
        let head = |name: String| styled(DIM, format!("[{}/{}{name}]", job.index, self.count));
        match done {
            Done::Answer(read, answer, all) => {
                let line = render::batch_line(&*read.puzzle, answer, self.args.moves)?;
                writeln!(out, "{} {line}", head(name(read)))?;
                self.optima(all, read, answer, out)?;
                if self.args.steps {
                    render::steps(out, &*read.puzzle, answer)?;
                }
                compare_with_list(read, answer);
            }
            Done::Unsupported(read, refusal) => {
                writeln!(out, "{} {}: {refusal}", head(name(read)), styled(BAD, "not supported"))?;
            }
            Done::Invalid(error) => {
                let what = styled(BAD, "not a puzzle");
                writeln!(out, "{} {}: {what}", head(String::new()), job.place)?;
                out.flush()?;
                tell!("{}", job.source.explain(error));
            }
        }
        Ok(())
    }

    /// All shortest solutions, for people.
    fn optima(
        &self,
        optima: &Optima,
        read: &Read,
        answer: &Answer,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        match optima {
            Optima::Unasked => Ok(()),
            Optima::Unproven => {
                out.flush()?;
                note(UNPROVEN);
                Ok(())
            }
            Optima::Found(all) => self.args.all.text(all, &*read.puzzle, answer, self.args.moves, out),
        }
    }

    fn machine_readable(
        &self,
        job: &Job<'_>,
        done: &Done<'_>,
        out: &mut impl Write,
    ) -> Result<Exit, Failure> {
        if self.args.json {
            writeln!(out, "{}", self.record(job, done)?.to_json())?;
            return Ok(exit_of(done));
        }
        match done {
            Done::Answer(_, _, Optima::Unproven) => nothing(UNPROVEN, out)?,
            Done::Answer(read, answer, Optima::Found(all)) => {
                self.args.all.quiet(all, &*read.puzzle, answer, self.args.moves, out)?;
            }
            Done::Answer(read, answer, Optima::Unasked) => match &answer.solution {
                Some(way) => {
                    let moves = render::written(&*read.puzzle, answer, &way.steps, self.args.moves)?;
                    writeln!(out, "{moves}")?;
                }
                None => nothing(&render::verdict(&*read.puzzle, answer), out)?,
            },
            Done::Unsupported(_, refusal) => nothing(&refusal.to_string(), out)?,
            Done::Invalid(error) => nothing(&job.source.explain(error), out)?,
        }
        Ok(exit_of(done))
    }

    fn record(&self, job: &Job<'_>, done: &Done<'_>) -> Result<Record, Failure> {
        let record = match done {
            Done::Invalid(error) => Record::invalid(error),
            Done::Unsupported(read, refusal) => Record::unsupported(&*read.puzzle, refusal).read_as(read),
            Done::Answer(read, answer, all) => {
                let mut record = Record::of(&*read.puzzle, answer, self.args.moves)?.read_as(read);
                record.warnings.extend(answer.warnings.iter().cloned());
                record.process_peak_bytes = machine::peak_resident();
                match all {
                    Optima::Unasked => {}
                    Optima::Unproven => {
                        record.optimal_complete = Some(false);
                        record.warnings.push(UNPROVEN.to_owned());
                    }
                    Optima::Found(all) => {
                        self.args.all.enter(all, &*read.puzzle, answer, self.args.moves, &mut record)?;
                    }
                }
                record
            }
        };
        Ok(record.at(job.index, &job.place))
    }
}

const UNPROVEN: &str = "the solution is not proven optimal, so the shortest ones cannot be listed; \
     leave --algorithm out, or give it more time";

/// An empty line keeps the answers of a batch in step with its puzzles.
fn nothing(reason: &str, out: &mut impl Write) -> Result<(), Failure> {
    writeln!(out)?;
    out.flush()?;
    tell!("{reason}");
    Ok(())
}

/// Something that is worth a word and changes nothing.
fn note(text: &str) {
    if together::helps() {
        return;
    }
    tell!("{} {text}", styled(WARN, "note:"));
}

/// A list may say what the optimum is; a proof to the contrary is worth a word.
fn compare_with_list(read: &Read, answer: &Answer) {
    let (Some(claimed), Some(way)) = (read.known_length, &answer.solution) else { return };
    if way.proof == Proof::Optimal && way.cost != claimed && answer.plan.metric == read.puzzle.metric() {
        note(&format!("the list says {claimed}, but the optimum is {} here", way.cost));
    }
}

fn exit_of(done: &Done<'_>) -> Exit {
    match done {
        Done::Answer(_, _, Optima::Unproven) => Exit::Stopped,
        Done::Answer(_, _, Optima::Found(all)) if all.stopped.is_some() => Exit::Stopped,
        Done::Invalid(error) if error.refused.is_none() => Exit::BadText,
        Done::Invalid(_) | Done::Unsupported(..) => Exit::Usage,
        Done::Answer(_, answer, _) => match answer.outcome {
            Outcome::Solved => Exit::Solved,
            Outcome::Unsolvable => Exit::Unsolvable,
            Outcome::Stopped => Exit::Stopped,
        },
    }
}

/// What a batch came to.
#[derive(Default)]
struct Summary {
    seen: usize,
    solved: usize,
    optimal: usize,
    cost: u64,
    expanded: u64,
    seconds: f64,
}

impl Summary {
    fn add(&mut self, done: &Done<'_>) {
        self.seen += 1;
        let Done::Answer(_, answer, _) = done else { return };
        self.expanded += answer.stats.expanded;
        self.seconds += answer.elapsed.as_secs_f64();
        if let Some(way) = &answer.solution {
            self.solved += 1;
            self.optimal += usize::from(way.proof == Proof::Optimal);
            self.cost += way.cost;
        }
    }

    fn text(&self, count: usize) -> String {
        let Self { seen, solved, optimal, seconds, .. } = self;
        let all = number(count, "puzzle");
        let puzzles = if *seen < count { format!("{seen} of {all}") } else { all };
        if *solved == 0 {
            return format!("{puzzles}: none solved");
        }
        let mean = self.cost as f64 / *solved as f64;
        let expanded = crate::units::grouped(self.expanded);
        format!(
            "{puzzles}: {solved} solved, {optimal} of them optimally; mean length {mean:.2}; \
             {expanded} expanded, {seconds:.3} s in all"
        )
    }
}
