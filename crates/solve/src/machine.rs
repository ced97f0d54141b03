//! What this machine has to spare.

use std::fs;
use std::time::Duration;

/// Bytes of memory that are free for a new program, if the system tells: the least of what the kernel says is
/// available and what is left of the control group's limit.
pub fn free_memory() -> Option<u64> {
    let available = kernel_available();
    match (available, group_left()) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

/// Bytes of memory that this process occupies now, its program included; `None` where the system does not tell.
pub fn resident() -> Option<u64> {
    kibibytes("/proc/self/status", "VmRSS:")
}

/// The most bytes that this process has occupied so far; `None` where the system does not tell.
pub fn peak_resident() -> Option<u64> {
    kibibytes("/proc/self/status", "VmHWM:")
}

/// What is left of a limit on the memory of the process. Where the system does not tell what is in use, all of it is.
pub(crate) fn left_of(limit: u64) -> u64 {
    limit.saturating_sub(resident().unwrap_or(0))
}

/// Threads that can run at once; 1 if the system does not tell.
pub fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
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
