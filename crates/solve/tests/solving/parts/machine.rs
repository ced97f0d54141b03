//! What the machine says, against what its system says elsewhere.

#[test]
#[cfg(target_os = "linux")]
fn memory_in_use_is_what_the_status_says() {
    let both = || (slidewise_solve::machine::resident().unwrap(), resident_by_status());
    // Other tests come and go between the two looks, but not every time.
    let tries: Vec<(u64, u64)> = std::iter::repeat_with(both).take(1000).collect();
    assert!(tries.iter().any(|(now, said)| now.abs_diff(*said) < said / 10), "{:?}", tries[0]);
}

#[cfg(target_os = "linux")]
fn resident_by_status() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().strip_suffix("kB").unwrap().trim().parse::<u64>().unwrap() * 1024
}
