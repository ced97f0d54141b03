//! Tells the program the commit that it is built from, and with the feature `page` puts the built page
//! (`crates/web/www/dist`) into it: a list of its files.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=SLIDEWISE_COMMIT");
    println!("cargo:rustc-env=SLIDEWISE_COMMIT={}", commit().unwrap_or_else(|| "unknown".to_string()));
    if std::env::var_os("CARGO_FEATURE_PAGE").is_none() {
        return;
    }
    let root = PathBuf::from(var("CARGO_MANIFEST_DIR")).join("../web/www/dist");
    println!("cargo:rerun-if-changed={}", root.display());
    let mut files = Vec::new();
    collect(&root, &root, &mut files);
    if !files.iter().any(|(name, _)| name == "index.html") {
        panic!("the page is not built: run `npm ci && npm run build` in crates/web/www first");
    }
    files.sort();
    let entry = |(name, path): &(String, PathBuf)| format!("    ({name:?}, include_bytes!({path:?})),\n");
    let list: String = files.iter().map(entry).collect();
    let text = format!("const FILES: &[(&str, &[u8])] = &[\n{list}];\n");
    fs::write(Path::new(&var("OUT_DIR")).join("page.rs"), text).expect("OUT_DIR can be written to");
}

/// The commit, as those who build it say, as a packaged crate says, or as git says of a release build. A build for
/// development does not ask git, for it would have to be made again after every commit.
fn commit() -> Option<String> {
    if let Some(said) = std::env::var("SLIDEWISE_COMMIT").ok().filter(|said| !said.is_empty()) {
        return Some(said);
    }
    if let Ok(packaged) = fs::read_to_string(".cargo_vcs_info.json") {
        let (_, rest) = packaged.split_once("\"sha1\": \"")?;
        return rest.split_once('"').map(|(sha, _)| sha.to_string());
    }
    if var("PROFILE") != "release" {
        return None;
    }
    let git = |args: &[&str]| {
        let output = Command::new("git").args(args).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        output.status.success().then(|| text.trim().to_string())
    };
    // Somebody else's repository may hold a copy of this crate.
    if git(&["rev-parse", "--show-prefix"])? != "crates/cli/" {
        return None;
    }
    // The log of HEAD grows with every commit and every change of branch.
    let log = git(&["rev-parse", "--git-path", "logs/HEAD"]).filter(|log| Path::new(log).is_file())?;
    println!("cargo:rerun-if-changed={log}");
    git(&["rev-parse", "HEAD"])
}

fn var(name: &str) -> String {
    std::env::var(name).expect("cargo sets it")
}

/// The files under a directory, by the names that the page uses.
fn collect(root: &Path, directory: &Path, files: &mut Vec<(String, PathBuf)>) {
    let Ok(entries) = fs::read_dir(directory) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            collect(root, &path, files);
        } else if let Some(name) = path.strip_prefix(root).ok().and_then(Path::to_str) {
            files.push((name.replace('\\', "/"), path.canonicalize().unwrap_or(path.clone())));
        }
    }
}
