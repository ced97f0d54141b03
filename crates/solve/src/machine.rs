//! What this machine has to spare.

use std::fs;
use std::sync::OnceLock;
use std::time::Duration;
#[cfg(unix)]
use std::{cell::RefCell, os::unix::fs::FileExt};

/// Bytes of memory that are free for a new program, if the system tells: the least of what the kernel says is
/// available and what is left of the control group's limit.
pub fn free_memory() -> Option<u64> {
    let available = kernel_available();
    match (available, group_left()) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

/// What of that is used where no limit is given: three quarters.
pub fn free_share() -> Option<u64> {
    free_memory().map(|free| free / 4 * 3)
}

/// Bytes of memory that this process occupies now, its program included; `None` where the system does not tell. Asked
/// in every solve: the system writes one line for it, where `status` would take ten microseconds, and the file stays
/// open.
#[cfg(unix)]
pub fn resident() -> Option<u64> {
    /// The file, and the process that it tells of: one that is forked has to open its own.
    type Kept = Option<(u32, fs::File)>;
    thread_local! {
        static STATM: RefCell<Kept> = const { RefCell::new(None) };
    }
    let read = |kept: &RefCell<Kept>| -> Option<u64> {
        let mut kept = kept.borrow_mut();
        let process = std::process::id();
        if kept.as_ref().is_none_or(|(of, _)| *of != process) {
            *kept = Some((process, fs::File::open("/proc/self/statm").ok()?));
        }
        let mut line = [0; 128];
        let length = kept.as_ref()?.1.read_at(&mut line, 0).ok()?;
        let pages: u64 = str::from_utf8(&line[..length]).ok()?.split(' ').nth(1)?.parse().ok()?;
        Some(pages * rustix::param::page_size() as u64)
    };
    // A thread that ends has no file any more.
    STATM.try_with(read).ok().flatten()
}

/// Bytes of memory that this process occupies now, its program included; `None` where the system does not tell.
#[cfg(not(unix))]
pub fn resident() -> Option<u64> {
    None
}

/// The most bytes that this process has occupied so far; `None` where the system does not tell.
pub fn peak_resident() -> Option<u64> {
    kibibytes("/proc/self/status", "VmHWM:")
}

/// What is left of a limit on the memory of the process. Where the system does not tell what is in use, all of it is.
pub(crate) fn left_of(limit: u64) -> u64 {
    limit.saturating_sub(resident().unwrap_or(0))
}

/// Threads that can run at once; 1 if the system does not tell. It is asked once: on Linux that reads four files, which
/// takes longer than to solve a small puzzle.
pub fn threads() -> usize {
    static THREADS: OnceLock<usize> = OnceLock::new();
    *THREADS.get_or_init(|| std::thread::available_parallelism().map_or(1, usize::from))
}

/// Processor time that this process has used so far, on all threads; `None` where the system does not tell.
#[cfg(unix)]
pub fn cpu_time() -> Option<Duration> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Some(Duration::new(time.tv_sec.try_into().ok()?, time.tv_nsec.try_into().ok()?))
}

/// Processor time that this process has used so far, on all threads; `None` where the system does not tell.
#[cfg(not(unix))]
pub fn cpu_time() -> Option<Duration> {
    None
}

/// The processor, the number of threads and the system, in a line: `AMD EPYC 7763, 2 threads, linux x86_64`.
pub fn description() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    let model = model.map_or("unknown processor", |(_, name)| name.trim());
    let count = match threads() {
        1 => "1 thread".to_string(),
        n => format!("{n} threads"),
    };
    format!("{model}, {count}, {} {}", std::env::consts::OS, std::env::consts::ARCH)
}

fn kernel_available() -> Option<u64> {
    kibibytes("/proc/meminfo", "MemAvailable:")
}

/// The bytes in a line of one of the kernel's files that begins like this.
fn kibibytes(file: &str, name: &str) -> Option<u64> {
    let text = fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}

fn group_left() -> Option<u64> {
    let read = |name: &str| -> Option<u64> {
        fs::read_to_string(format!("/sys/fs/cgroup/{name}")).ok()?.trim().parse().ok()
    };
    Some(read("memory.max")?.saturating_sub(read("memory.current")?))
}
