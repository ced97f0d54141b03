//! A text taken apart: sections and their rows, each with its place. Lines and `;` separate pieces; what
//! begins with `//` is left out to the end of its line.

/// The name of a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    Name,
    Note,
    Tiles,
    Goal,
    Wrap,
    /// A word before a colon that is no section.
    Unknown,
}

impl Key {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Note => "note",
            Self::Tiles => "tiles",
            Self::Goal => "goal",
            Self::Wrap => "wrap",
            Self::Unknown => "",
        }
    }

    fn of(word: &str) -> Self {
        let known = [Self::Name, Self::Note, Self::Tiles, Self::Goal, Self::Wrap];
        known.into_iter().find(|key| word.eq_ignore_ascii_case(key.name())).unwrap_or(Self::Unknown)
    }
}

/// A section's beginning, or more rows of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece<'t> {
    pub line: usize,
    /// The section that begins here.
    pub key: Option<Key>,
    /// The first word, with its place: what an error about the piece points at.
    pub head: Token<'t>,
    /// What follows the colon, or all of it.
    pub text: &'t str,
    /// The column of `text`.
    pub column: usize,
}

/// A word with its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'t> {
    pub text: &'t str,
    pub line: usize,
    pub column: usize,
}

/// All pieces that are not empty.
pub(super) fn pieces(text: &str) -> Vec<Piece<'_>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut all = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let mut column = 1;
        for part in line.split(';') {
            if part.trim_start().starts_with("//") {
                break;
            }
            if !part.trim().is_empty() {
                all.push(piece(part, i + 1, column));
            }
            column += part.chars().count() + 1;
        }
    }
    all
}

fn piece(part: &str, line: usize, column: usize) -> Piece<'_> {
    let indent = part.chars().take_while(|c| c.is_whitespace()).count();
    let body = part.trim_start();
    let head = |text| Token { text, line, column: column + indent };
    match body.split_once(':') {
        Some((word, rest)) if is_word(word.trim_end()) => {
            let column = column + indent + word.chars().count() + 1;
            Piece {
                line,
                key: Some(Key::of(word.trim_end())),
                head: head(word.trim_end()),
                text: rest,
                column,
            }
        }
        _ => {
            let first = body.split_whitespace().next().unwrap_or_default();
            Piece { line, key: None, head: head(first), text: part, column }
        }
    }
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.chars().all(char::is_alphabetic)
}

/// The words of a text that begins at this place.
pub(super) fn tokens(text: &str, line: usize, column: usize) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    let mut start = None;
    for (at, (i, c)) in (column..).zip(text.char_indices()) {
        match (c.is_whitespace(), start) {
            (false, None) => start = Some((i, at)),
            (true, Some((from, column))) => {
                found.push(Token { text: &text[from..i], line, column });
                start = None;
            }
            _ => {}
        }
    }
    if let Some((from, column)) = start {
        found.push(Token { text: &text[from..], line, column });
    }
    found
}
