//! For terminals that show ASCII only: a frame with every other character replaced by one that looks like it.

use ratatui::buffer::Buffer;

/// Whether the locale has nothing but ASCII. One that is not set says nothing; most terminals have more.
pub fn is_wanted() -> bool {
    let set = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set).is_some_and(|locale| is_ascii(&locale))
}

fn is_ascii(locale: &str) -> bool {
    matches!(locale, "C" | "POSIX") || locale.to_ascii_uppercase().ends_with("ASCII")
}

/// Replaces what is not ASCII.
pub fn translate(buffer: &mut Buffer) {
    for cell in &mut buffer.content {
        if let Some(character) = cell.symbol().chars().next().filter(|c| !c.is_ascii()) {
            cell.set_char(like(character));
        }
    }
}

/// The ASCII character that looks most like one that the game draws.
fn like(character: char) -> char {
    match character {
        '─' | '━' => '-',
        '│' | '┃' | '▏' => '|',
        '╭' | '╮' | '╰' | '╯' | '┌'..='╋' => '+',
        '▲' | '↑' => '^',
        '▼' | '↓' => 'v',
        '◀' | '◂' | '←' => '<',
        '▶' | '▸' | '→' => '>',
        '·' | '•' | '…' => '.',
        '▒' | '█' | '▇' | '▆' | '▅' => '#',
        '▁'..='▄' => '_',
        '×' => 'x',
        '★' => '*',
        '☆' => '.',
        '✓' => '+',
        _ => '?',
    }
}

#[cfg(test)]
mod tests {
    use ratatui::layout::Rect;
    use ratatui::style::Style;

    use super::*;

    #[test]
    fn a_frame_in_ascii() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 16, 1));
        buffer.set_string(0, 0, "╭─╮│▸4×4·▒▲ 曹", Style::new());
        translate(&mut buffer);
        let line: String = buffer.content.iter().map(|cell| cell.symbol()).collect();
        assert_eq!(line.trim_end(), "+-+|>4x4.#^ ?");
    }

    #[test]
    fn locales() {
        assert!(is_ascii("C") && is_ascii("POSIX") && is_ascii("en_US.US-ASCII"));
        assert!(!is_ascii("C.UTF-8") && !is_ascii("de_DE.ISO-8859-1") && !is_ascii("en_GB.utf8"));
    }
}
