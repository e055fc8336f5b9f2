//! Colours of the terminal. They add escape sequences to a text and never change it.

use tui::{ColourDepth, Rgb};

use crate::board_picture::Script;
use crate::context::Context;

/// Colours of standard output.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ColorMode(ColourDepth);

impl ColorMode {
    /// No colours.
    #[cfg(test)]
    pub const NONE: Self = Self(ColourDepth::None);

    /// Colours that the terminal supports: none if standard output is none, or if `NO_COLOR` is set.
    pub fn on_terminal(context: &Context<'_>, script: Script) -> Self {
        Self(match script {
            Script::Unicode if context.terminal.out => ColourDepth::detect(context.env),
            _ => ColourDepth::None,
        })
    }

    /// Text on a background, 0xRRGGBB, in black or white, whichever has more contrast.
    pub fn on(self, background: u32, text: &str) -> String {
        let [_, red, green, blue] = background.to_be_bytes();
        let background = Rgb(background);
        let paper = match self.0 {
            ColourDepth::None => return text.to_owned(),
            ColourDepth::Ansi => (background.ansi_code() + 10).to_string(),
            ColourDepth::Palette => format!("48;5;{}", background.palette_index()),
            ColourDepth::True => format!("48;2;{red};{green};{blue}"),
        };
        let ink = if background.ink() == Rgb::BLACK { 30 } else { 97 };
        format!("\x1b[{ink};{paper}m{text}\x1b[0m")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colour_is_as_near_as_the_terminal_allows() {
        let on = |depth, background| ColorMode(depth).on(background, "x");
        assert_eq!(on(ColourDepth::None, 0x00ff_0000), "x");
        assert_eq!(on(ColourDepth::True, 0x00f2_c22e), "\x1b[30;48;2;242;194;46mx\x1b[0m");
        assert_eq!(on(ColourDepth::Palette, 0x00f2_c22e), "\x1b[30;48;5;214mx\x1b[0m");
        assert_eq!(on(ColourDepth::Palette, 0x001e_3fa8), "\x1b[97;48;5;25mx\x1b[0m");
        // Katarenga's green, on a terminal of sixteen colours.
        assert_eq!(on(ColourDepth::Ansi, 0x005f_b36b), "\x1b[30;102mx\x1b[0m");
        assert_eq!(on(ColourDepth::Ansi, 0x001e_3fa8), "\x1b[97;44mx\x1b[0m");
    }
}
