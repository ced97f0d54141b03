//! The program `slidewise`: what was typed becomes a plan, the lab carries it out, the result is rendered.

/// Says something on standard error. That nobody can be told is no reason to fail.
macro_rules! tell {
    ($($text:tt)*) => {{
        let _ = std::io::Write::write_fmt(
            &mut anstream::stderr(),
            format_args!("{}\n", format_args!($($text)*)),
        );
    }};
}

mod args;
mod cmd;
mod complete;
mod error;
mod exit;
mod input;
mod plain;
mod progress;
mod render;
mod replay_link;
mod table;
mod together;
mod tui;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;
use std::sync::Arc;

use clap::FromArgMatches;
use slidewise_cluster::Launched;
use slidewise_solve::search::{Cancel, Crew};
pub(crate) use slidewise_solve::units;

use args::{Cli, Command};
use error::Failure;
use exit::Exit;

fn main() -> ExitCode {
    // Where a shell asks for completions, they are all that is printed.
    clap_complete::CompleteEnv::with_factory(args::command).var(complete::VARIABLE).complete();
    let typed: Vec<_> = std::env::args_os().collect();
    if cmd::version::is_asked_for(&typed) {
        return if together::helps() { Exit::Solved.into() } else { ended(cmd::version::run) };
    }
    let typed = args::normalised(typed);
    let matches = match args::command().try_get_matches_from(typed) {
        Ok(matches) => matches,
        Err(error) => return usage_error(&error),
    };
    let cli = match Cli::from_arg_matches(&matches) {
        Ok(cli) => cli,
        Err(error) => return usage_error(&error),
    };
    match together::started() {
        Some(launched) => one_of_several(launched, cli),
        None => ended(|out| run(cli, None, out)),
    }
}

/// What one of several processes does that were started at once.
fn one_of_several(launched: Launched, cli: Cli) -> ExitCode {
    if let Some(reason) = together::refusal(launched, &cli.command) {
        return failed(&Failure::Usage(reason));
    }
    #[cfg(feature = "mpi")]
    match slidewise_cluster::Session::begin(slidewise_solve::record::VERSION) {
        Err(reason) => failed(&Failure::Usage(reason)),
        Ok(session) => {
            let crew = Some(Arc::clone(session.crew()));
            if session.crew().leads() {
                let ended = together::whatever_happens(|| with_output(|out| run(cli, crew, out)));
                let exit = ended.unwrap_or_else(|failure| {
                    failed(&failure);
                    failure.exit()
                });
                session.end(exit as u8, None)
            }
            // What helpers have to say they say to rank 0.
            match together::whatever_happens(|| run(cli, crew, &mut io::sink())) {
                Ok(exit) => session.end(exit as u8, None),
                Err(failure) => session.end(failure.exit() as u8, Some(failure.to_string())),
            }
        }
    }
    #[cfg(not(feature = "mpi"))]
    unreachable!("without MPI several processes are refused");
}

/// Carries out a command, writes what it has to say, and gives the code to exit with.
fn ended(command: impl FnOnce(&mut Output) -> Result<Exit, Failure>) -> ExitCode {
    match with_output(command) {
        Ok(exit) => exit.into(),
        Err(failure) => failed(&failure),
    }
}

/// Standard output.
type Output = BufWriter<anstream::AutoStream<io::Stdout>>;

fn with_output(command: impl FnOnce(&mut Output) -> Result<Exit, Failure>) -> Result<Exit, Failure> {
    let mut out = BufWriter::new(anstream::stdout());
    command(&mut out).and_then(|exit| Ok(out.flush().map(|()| exit)?))
}

/// Says what went wrong, if this is the process that speaks.
fn failed(failure: &Failure) -> ExitCode {
    if together::helps() {
        together::let_it_be_said();
    } else if !failure.is_silent() {
        tell!("{} {failure}", render::styled(render::BAD, "error:"));
    }
    failure.exit().into()
}

/// Help and version are asked for and go to standard output; the rest is a mistake.
fn usage_error(error: &clap::Error) -> ExitCode {
    let print = || error.print().and_then(|()| io::stdout().flush());
    let printed = match together::helps() {
        true => {
            together::let_it_be_said();
            Ok(())
        }
        false => print(),
    };
    match printed {
        _ if error.use_stderr() => Exit::Usage.into(),
        Ok(()) => Exit::Solved.into(),
        Err(error) => failed(&error.into()),
    }
}

fn run(cli: Cli, crew: Option<Arc<Crew>>, out: &mut (impl Write + Send)) -> Result<Exit, Failure> {
    match cli.command {
        Command::Solve(args) => cmd::solve::run(&args, crew, cancel_on_interrupt()?, out),
        Command::Check(args) => cmd::check::run(&args, &cancel_on_interrupt()?, out),
        Command::Compare(args) => cmd::compare::run(&args, crew, cancel_on_interrupt()?, out),
        Command::Bench(args) => cmd::bench::run(&args, crew, cancel_on_interrupt()?, out),
        Command::Verify(args) => cmd::verify::run(&args, out),
        Command::Shorten(args) => cmd::shorten::run(&args, cancel_on_interrupt()?, out),
        Command::Train(args) => cmd::train::run(&args, &cancel_on_interrupt()?, out),
        Command::Generate(args) => cmd::generate::run(&args, out),
        Command::Moves(command) => cmd::moves::run(&command, out),
        Command::Scramble(args) => cmd::scramble::run(&args, out),
        Command::CompareToOptimum(args) => cmd::above::run(&args, &cancel_on_interrupt()?, out),
        Command::Relabel(args) => cmd::relabel::run(&args, out),
        Command::Render(args) => cmd::render::run(&args, cancel_on_interrupt()?, out),
        Command::Show(args) => cmd::show::run(&args, out),
        Command::Design(args) => cmd::design::run(&args, cancel_on_interrupt()?, out),
        Command::Explore(args) => cmd::explore::run(&args, crew, cancel_on_interrupt()?, out),
        Command::Audit(args) => cmd::audit::run(&args, cancel_on_interrupt()?, out),
        Command::Play(args) => cmd::play::run(&args, cancel_on_interrupt()?, out),
        Command::Watch(args) => cmd::watch::run(&args, &cancel_on_interrupt()?),
        Command::Trace(args) => cmd::trace::run(&args, cancel_on_interrupt()?, out),
        Command::Pdb(command) => cmd::pdb::run(&command, cancel_on_interrupt()?, out),
        Command::Course(command) => cmd::course::run(&command, out),
        Command::List(args) => cmd::list::run(&args, out),
        Command::Serve(args) => cmd::serve::run(&args, out),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            complete::script(shell, &mut script)?;
            out.write_all(&script)?;
            Ok(Exit::Solved)
        }
        Command::Man(args) => cmd::man::run(&args, out),
    }
}

/// Ctrl-C asks the search to end with what it has; a second one ends the program.
fn cancel_on_interrupt() -> Result<Cancel, Failure> {
    let cancel = Cancel::default();
    let flag = cancel.clone();
    ctrlc::set_handler(move || {
        // The one that leads hears of it too, and ends all of them.
        if together::helps() {
            return;
        }
        if flag.is_cancelled() {
            std::process::exit(i32::from(Exit::Stopped as u8));
        }
        flag.cancel();
        tui::end_if_stuck();
    })
    .map_err(|error| Failure::Io(io::Error::other(error)))?;
    Ok(cancel)
}
