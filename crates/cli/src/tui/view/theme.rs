//! Colours, or none. Without colours bold, dim and reversed characters say the same.

use ratatui::style::{Color, Modifier, Style};

/// How things look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    colour: bool,
}

/// Colours that stay apart for most eyes, on dark and light grounds; the same as in the texts of `solve`.
const PALETTE: [u8; 8] = crate::render::PIECE_COLOURS;

impl Theme {
    /// With colours or without.
    pub fn new(colour: bool) -> Self {
        Self { colour }
    }

    /// As the user wants it: none if `NO_COLOR` is set.
    pub fn from_environment() -> Self {
        Self::new(std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()))
    }

    fn coloured(self, style: Style, colour: Color) -> Style {
        if self.colour { style.fg(colour) } else { style }
    }

    /// A piece: one colour for each number, round and round.
    pub fn piece(self, number: usize) -> Style {
        self.coloured(Style::new(), Color::Indexed(PALETTE[number % PALETTE.len()]))
    }

    /// A piece in its place, or one that covers several cells: filled.
    pub fn filled(self, number: usize) -> Style {
        let style = Style::new().add_modifier(Modifier::BOLD);
        if self.colour {
            style.fg(Color::Black).bg(Color::Indexed(PALETTE[number % PALETTE.len()]))
        } else {
            style.add_modifier(Modifier::REVERSED)
        }
    }

    /// What a hint points at, or the cursor.
    pub fn pointed(self) -> Style {
        let style = Style::new().add_modifier(Modifier::BOLD | Modifier::REVERSED);
        self.coloured(style, Color::Yellow)
    }

    /// The line at the top.
    pub fn bar(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// A key's name.
    pub fn key(self) -> Style {
        self.coloured(Style::new().add_modifier(Modifier::BOLD), Color::Cyan)
    }

    /// What matters less.
    pub fn dim(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    /// What is well.
    pub fn good(self) -> Style {
        self.coloured(Style::new().add_modifier(Modifier::BOLD), Color::Green)
    }

    /// What is not.
    pub fn warn(self) -> Style {
        self.coloured(Style::new().add_modifier(Modifier::BOLD), Color::Yellow)
    }

    /// What stands out.
    pub fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }
}
