//! With the feature `page`, puts the built page (`crates/web/www/dist`) into the program: a list of its files.

use std::fs;
use std::path::{Path, PathBuf};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
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
