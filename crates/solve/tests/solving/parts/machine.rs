//! What the machine says, against what its system says elsewhere.

use slidewise_solve::machine::resident;

#[test]
#[cfg(target_os = "linux")]
fn memory_in_use_is_what_the_status_says() {
    let now = resident().unwrap();
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    let said = line.trim().strip_suffix("kB").unwrap().trim().parse::<u64>().unwrap() * 1024;
    // Other tests come and go in the meantime.
    assert!(now > 0 && now.abs_diff(said) < said / 2, "{now} and {said}");
}
