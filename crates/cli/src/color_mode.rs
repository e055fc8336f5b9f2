//! Colours of the terminal. They add escape sequences to a text and never change it.

use tui::Rgb;

use crate::board_picture::Script;
use crate::context::Context;

/// Colours that the terminal supports.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ColorMode {
    /// No colours.
    None,
    /// The 256 colours of xterm, which nearly all terminals support.
    Palette,
    /// 24-bit colours.
    True,
}

impl ColorMode {
    /// Colours of standard output: none if it is no terminal, or if `NO_COLOR` is set.
    pub(crate) fn on_terminal(context: &Context<'_>, script: Script) -> Self {
        let variable = |name| (context.env)(name).filter(|value| !value.is_empty());
        let unwanted = variable("NO_COLOR").is_some() || script == Script::Ascii;
        if unwanted || !context.terminal.out {
            return Self::None;
        }
        let shows_all = variable("COLORTERM").is_some_and(|it| it == "truecolor" || it == "24bit");
        // Windows Terminal announces itself by a variable of its own; older consoles announce nothing.
        if shows_all || variable("WT_SESSION").is_some() {
            return Self::True;
        }
        match variable("TERM") {
            Some(terminal) if terminal != "dumb" => Self::Palette,
            _ => Self::None,
        }
    }

    /// Text on a background, 0xRRGGBB, in black or white, whichever has more contrast.
    pub(crate) fn on(self, background: u32, text: &str) -> String {
        let [_, red, green, blue] = background.to_be_bytes();
        let colour = match self {
            Self::None => return text.to_owned(),
            Self::Palette => format!("5;{}", Rgb(background).palette_index()),
            Self::True => format!("2;{red};{green};{blue}"),
        };
        let ink = if Rgb(background).ink() == Rgb::BLACK { 30 } else { 97 };
        format!("\x1b[{ink};48;{colour}m{text}\x1b[0m")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colour_is_as_near_as_the_terminal_allows() {
        assert_eq!(ColorMode::None.on(0x00ff_0000, "x"), "x");
        assert_eq!(ColorMode::True.on(0x00f2_c22e, "x"), "\x1b[30;48;2;242;194;46mx\x1b[0m");
        assert_eq!(ColorMode::Palette.on(0x00f2_c22e, "x"), "\x1b[30;48;5;214mx\x1b[0m");
        assert_eq!(ColorMode::Palette.on(0x001e_3fa8, "x"), "\x1b[97;48;5;25mx\x1b[0m");
    }
}
