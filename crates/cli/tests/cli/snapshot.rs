//! Expected texts, kept in files.

use insta::Settings;

/// Compares a text with `snapshots/<name>.snap`, times masked; with `INSTA_UPDATE=always`, writes it instead.
#[track_caller]
pub fn assert_snapshot(name: &str, text: &str) {
    let mut settings = Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.bind(|| insta::assert_snapshot!(name, without_times(text)));
}

/// `0.012 s` becomes `# s`: no two runs take equally long. Time for tables is told only where it was long,
/// which on a busy machine it always may be.
pub fn without_times(text: &str) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    let is_unit = |word: &str| {
        word.strip_prefix('s').is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric()))
    };
    let mask = |(i, word): (usize, &&str)| {
        let is_time = word.parse::<f64>().is_ok() && words.get(i + 1).is_some_and(|next| is_unit(next));
        if is_time { "#".to_string() } else { word.to_string() }
    };
    words.iter().enumerate().map(mask).collect::<Vec<_>>().join(" ").replace(" (and # s for tables)", "")
}

#[test]
fn times_are_masked_and_nothing_else() {
    assert_eq!(without_times("1 KiB, 0.012 s\n3 steps 7 s."), "1 KiB, # s\n3 steps # s.");
}
