//! Every engine says in its documentation what it guarantees, how it breaks ties, what becomes of positions that are
//! met again, what it stores and where it comes from; and that is documentation which is rendered.

use std::fs;
use std::path::Path;

#[test]
fn every_engine_says_what_it_guarantees() {
    let engines = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/engine");
    let list = fs::read_to_string(engines.with_extension("rs")).unwrap();
    let (mut checked, mut missing) = (0, Vec::new());
    for file in fs::read_dir(&engines).unwrap().map(|file| file.unwrap().path()) {
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        let Ok(source) = fs::read_to_string(&file) else { continue };
        // What holds another engine has its guarantee.
        if name == "owned" || !source.contains("> Engine<P> for ") && name != "parallel" {
            continue;
        }
        checked += 1;
        let is_public = list.lines().any(|line| line == format!("pub mod {name};"));
        let docs: Vec<&str> = source
            .lines()
            .map(str::trim_start)
            .filter(|line| line.starts_with("///") || is_public && line.starts_with("//!"))
            .collect();
        let docs = docs.join(" ");
        let says = |any: &[&str]| any.iter().any(|word| docs.contains(&format!("*{word}*")));
        let years = (1950..2030).any(|year: u32| docs.contains(&year.to_string()));
        for (what, is_there) in [
            ("a guarantee", says(&["Guarantee"])),
            ("ties", says(&["Ties", "Order"])),
            ("duplicates", says(&["Duplicates", "duplicates", "Reopening"])),
            ("memory", says(&["Memory"])),
            ("where it comes from", years),
        ] {
            if !is_there {
                missing.push(format!("{name} does not name {what}"));
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
    assert!(checked >= 20, "{checked} engines");
}
