//! Colours, or none. Without colours bold, dim and reversed characters say the same.

use ratatui::style::{Color, Modifier, Style};
use slidewise_solve::Scene;

use crate::render::{MAIN_COLOUR, PIECE_COLOURS};

/// Which colours are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Ground {
    /// Those for a light ground if the terminal says that it has one (COLORFGBG), else those for a dark one
    #[default]
    Auto,
    /// Bright colours
    Dark,
    /// Dark colours
    Light,
}

/// How things look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    colour: bool,
    light: bool,
}

/// Colours for a light ground, in the order of those for a dark one.
const ON_LIGHT: [u8; 8] = [25, 130, 28, 127, 55, 30, 94, 240];
/// The colour of the main piece there.
const MAIN_ON_LIGHT: u8 = 160;

impl Theme {
    /// With colours or without, for a dark ground.
    pub fn new(colour: bool) -> Self {
        Self { colour, light: false }
    }

    /// As the user wants it: no colours if `NO_COLOR` is set.
    pub fn from_environment(ground: Ground) -> Self {
        let colour = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        let light = match ground {
            Ground::Auto => std::env::var("COLORFGBG").is_ok_and(|colours| is_light(&colours)),
            Ground::Dark => false,
            Ground::Light => true,
        };
        Self { light, ..Self::new(colour) }
    }

    /// One of the colours that stay apart for most eyes.
    fn of_piece(self, number: usize) -> Color {
        let palette = if self.light { ON_LIGHT } else { PIECE_COLOURS };
        Color::Indexed(palette[number % palette.len()])
    }

    /// Something filled with a colour, and what is written on it.
    fn on(self, ground: Color) -> Style {
        let style = Style::new().add_modifier(Modifier::BOLD);
        match self.colour {
            true => style.fg(if self.light { Color::White } else { Color::Black }).bg(ground),
            false => style.add_modifier(Modifier::REVERSED),
        }
    }

    fn coloured(self, style: Style, colour: Color) -> Style {
        if self.colour { style.fg(colour) } else { style }
    }

    /// A colour for words: the terminal's own on a dark ground, a dark one on a light ground.
    fn accent(self, dark: Color, light: u8) -> Color {
        if self.light { Color::Indexed(light) } else { dark }
    }

    /// A piece: one colour for each number, round and round.
    pub fn piece(self, number: usize) -> Style {
        self.coloured(Style::new(), self.of_piece(number))
    }

    /// A piece in its place: filled.
    pub fn filled(self, number: usize) -> Style {
        self.on(self.of_piece(number))
    }

    /// A piece that covers several cells; one that the goal is about has a colour of its own.
    pub fn brick(self, scene: &Scene, piece: usize) -> Style {
        self.on(self.of_brick(scene, piece))
    }

    fn of_brick(self, scene: &Scene, piece: usize) -> Color {
        let is_main = scene.pieces.get(piece).and_then(Option::as_ref).is_some_and(|piece| piece.main);
        match (is_main, self.light) {
            (false, _) => self.of_piece(piece),
            (true, true) => Color::Indexed(MAIN_ON_LIGHT),
            (true, false) => Color::Indexed(MAIN_COLOUR),
        }
    }

    /// The brick that keys move, inside its [ring](Theme::pointed): it keeps its colour. Without colours all others are
    /// reversed, so this one is not.
    pub fn chosen(self, scene: &Scene, piece: usize) -> Style {
        if self.colour { self.brick(scene, piece) } else { self.hollow(scene, piece) }
    }

    /// The brick that keys move where there is no room for a ring: the others are filled.
    pub fn hollow(self, scene: &Scene, piece: usize) -> Style {
        let style = Style::new().add_modifier(Modifier::BOLD | Modifier::UNDERLINED);
        self.coloured(style, self.of_brick(scene, piece))
    }

    /// What a hint points at, the cursor, or the ring around the brick that keys move.
    pub fn pointed(self) -> Style {
        let style = Style::new().add_modifier(Modifier::BOLD | Modifier::REVERSED);
        self.coloured(style, self.accent(Color::Yellow, 130))
    }

    /// The line at the top.
    pub fn bar(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// A key's name.
    pub fn key(self) -> Style {
        self.coloured(Style::new().add_modifier(Modifier::BOLD), self.accent(Color::Cyan, 24))
    }

    /// What matters less.
    pub fn dim(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    /// What is well.
    pub fn good(self) -> Style {
        self.coloured(Style::new().add_modifier(Modifier::BOLD), self.accent(Color::Green, 22))
    }

    /// What is not.
    pub fn warn(self) -> Style {
        self.coloured(Style::new().add_modifier(Modifier::BOLD), self.accent(Color::Yellow, 130))
    }

    /// What stands out.
    pub fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }
}

/// Whether a terminal that names its colours so, `0;15` for black on white, has a light ground.
fn is_light(colours: &str) -> bool {
    matches!(colours.rsplit(';').next(), Some("7" | "15"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_tells_its_ground() {
        assert!(is_light("0;15") && is_light("0;default;7"));
        assert!(!is_light("15;0") && !is_light("") && !is_light("15;default"));
    }
}
