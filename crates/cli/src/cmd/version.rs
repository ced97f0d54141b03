//! `slidewise --version --verbose`: what a report of a fault needs to say about the program and the machine.

use std::ffi::OsString;
use std::io::Write;

use slidewise_solve::puzzles::pdb::Cache;
use slidewise_solve::{data, machine};

use crate::error::Failure;
use crate::exit::Exit;
use crate::units;

/// The commit that the program was built from, `unknown` where nobody told.
pub const COMMIT: &str = env!("SLIDEWISE_COMMIT");

/// Whether the version is asked for with all that belongs to it, in either order.
pub fn is_asked_for(args: &[OsString]) -> bool {
    let is = |arg: &OsString, names: &[&str]| arg.to_str().is_some_and(|arg| names.contains(&arg));
    let version = |arg| is(arg, &["--version", "-V"]);
    let verbose = |arg| is(arg, &["--verbose"]);
    matches!(args, [_, a, b] if version(a) && verbose(b) || verbose(a) && version(b))
}

pub fn run(out: &mut impl Write) -> Result<Exit, Failure> {
    let features = if cfg!(feature = "page") { "page" } else { "none" };
    let build = if cfg!(debug_assertions) { "with assertions" } else { "release" };
    writeln!(out, "slidewise {}", env!("CARGO_PKG_VERSION"))?;
    writeln!(out, "commit:    {COMMIT}")?;
    writeln!(out, "build:     {build}, features: {features}")?;
    writeln!(out, "machine:   {}", machine::description())?;
    writeln!(out, "processor: {}", instructions())?;
    if let Some(bytes) = machine::free_memory() {
        writeln!(out, "memory:    {} free", units::shown_bytes(bytes))?;
    }
    writeln!(out, "tables:    {}", tables())?;
    let data = data::directory().map_or("no directory".to_string(), |dir| dir.display().to_string());
    writeln!(out, "data:      {data}")?;
    Ok(Exit::Solved)
}

/// The instructions beyond the usual ones that searches and tables use where the processor has them.
fn instructions() -> String {
    #[cfg(target_arch = "x86_64")]
    {
        let known = [
            ("bmi1", is_x86_feature_detected!("bmi1")),
            ("bmi2", is_x86_feature_detected!("bmi2")),
            ("popcnt", is_x86_feature_detected!("popcnt")),
            ("avx2", is_x86_feature_detected!("avx2")),
        ];
        let has: Vec<&str> = known.iter().filter(|(_, there)| *there).map(|(name, _)| *name).collect();
        if has.is_empty() { "no instructions of use".to_string() } else { has.join(", ") }
    }
    #[cfg(not(target_arch = "x86_64"))]
    "no special instructions are used".to_string()
}

/// The directory of pattern databases and what lies in it.
fn tables() -> String {
    let Some(cache) = Cache::default_place() else {
        return "no directory".to_string();
    };
    let found = cache.list().map(|files| files.len());
    match found {
        Ok(count) => format!("{count} in {}", cache.dir().display()),
        Err(error) => format!("{} cannot be read: {error}", cache.dir().display()),
    }
}
