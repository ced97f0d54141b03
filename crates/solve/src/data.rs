//! The directory where what users make is kept between runs: learned tables, and what front ends keep there.

use std::env;
use std::path::PathBuf;

/// The variable that names the directory.
pub const VARIABLE: &str = "SLIDEWISE_DATA";

/// The directory named by [`VARIABLE`], or the platform's place for data. `None` if there is no such place.
pub fn directory() -> Option<PathBuf> {
    let set = |name: &str| env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    let home = || set("HOME");
    let platform = || {
        if cfg!(windows) {
            set("APPDATA").map(|dir| dir.join("slidewise"))
        } else if cfg!(target_os = "macos") {
            home().map(|dir| dir.join("Library/Application Support/slidewise"))
        } else {
            let xdg = set("XDG_DATA_HOME").filter(|dir| dir.is_absolute());
            xdg.or_else(|| home().map(|dir| dir.join(".local/share"))).map(|dir| dir.join("slidewise"))
        }
    };
    set(VARIABLE).or_else(platform)
}

/// Where the learned table for boards of a size is looked for, whether it is there or not.
pub fn learned_table(rows: usize, cols: usize) -> Option<PathBuf> {
    directory().map(|dir| dir.join("learned").join(format!("{rows}x{cols}.lrn")))
}
