//! What this machine has to spare.

use std::fs;

/// Bytes of memory that are free for a new program, if the system tells: the least of what the kernel says is
/// available and what is left of the control group's limit.
pub fn free_memory() -> Option<u64> {
    let available = kernel_available();
    match (available, group_left()) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

/// Threads that can run at once; 1 if the system does not tell.
pub fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn kernel_available() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}

fn group_left() -> Option<u64> {
    let read = |name: &str| -> Option<u64> {
        fs::read_to_string(format!("/sys/fs/cgroup/{name}")).ok()?.trim().parse().ok()
    };
    Some(read("memory.max")?.saturating_sub(read("memory.current")?))
}
