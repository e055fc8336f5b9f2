//! How screens look: what the terminal can show, and what its user likes.

use std::borrow::Cow;

use ratatui::style::{Color, Modifier, Style};
use rules::Style as PieceStyle;

use crate::colour::{ColourDepth, Rgb};

/// Characters that a terminal shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Charset {
    /// Blocks, lines and glyphs.
    #[default]
    Unicode,
    /// Nothing but ASCII.
    Ascii,
}

impl Charset {
    /// Characters of the locale that the environment of a process names: the first of `LC_ALL`, `LC_CTYPE` and `LANG`
    /// that is set decides, and has UTF-8 only if it says so. Without any, nothing is known to be missing.
    pub fn detect(env: &dyn Fn(&str) -> Option<String>) -> Self {
        let locales = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter();
        let locale = locales.filter_map(env).find(|locale| !locale.is_empty());
        let is_utf8 = |locale: String| {
            let locale = locale.to_ascii_lowercase();
            locale.contains("utf-8") || locale.contains("utf8")
        };
        if locale.is_none_or(is_utf8) { Self::Unicode } else { Self::Ascii }
    }
}

/// Background of the terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// Light characters on a dark background.
    #[default]
    Dark,
    /// Dark characters on a light background.
    Light,
}

/// Whether pieces are seen to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Motion {
    /// They are where they are.
    Off,
    /// They fall and slide.
    #[default]
    On,
}

/// How screens look.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Look {
    /// Colours.
    pub depth: ColourDepth,
    /// Characters.
    pub charset: Charset,
    /// Background.
    pub theme: Theme,
    /// Motion of pieces.
    pub motion: Motion,
}

impl Look {
    /// What the environment of a process says of its terminal.
    pub fn detect(env: &dyn Fn(&str) -> Option<String>, charset: Charset) -> Self {
        let variable = |name| env(name).filter(|value| !value.is_empty());
        let depth = match charset {
            Charset::Ascii => ColourDepth::None,
            Charset::Unicode => ColourDepth::detect(env),
        };
        // "15;0" is white on black; 7 and 15 are the light backgrounds.
        let background = variable("COLORFGBG");
        let background = background.as_deref().and_then(|it| it.rsplit(';').next());
        let theme = if matches!(background, Some("7" | "15")) { Theme::Light } else { Theme::Dark };
        Self { depth, charset, theme, motion: Motion::default() }
    }

    /// Whether squares are filled with colours.
    pub(crate) const fn has_colours(self) -> bool {
        !matches!(self.depth, ColourDepth::None)
    }

    pub(crate) const fn is_ascii(self) -> bool {
        matches!(self.charset, Charset::Ascii)
    }

    /// A character, or its replacement where only ASCII is shown.
    pub(crate) const fn char(self, unicode: char, ascii: char) -> char {
        if self.is_ascii() { ascii } else { unicode }
    }

    /// The sign of a piece or a ground.
    pub(crate) const fn sign(self, style: &PieceStyle) -> char {
        self.char(style.glyph, style.letter)
    }

    /// Text of a screen.
    pub(crate) fn text(self, text: &str) -> Cow<'_, str> {
        if self.is_ascii() { Cow::Owned(texts::ascii(text)) } else { Cow::Borrowed(text) }
    }

    pub(crate) fn colour(self, rgb: Rgb) -> Color {
        rgb.on(self.depth)
    }

    /// Colour of what is pointed at.
    pub(crate) const fn accent_rgb(self) -> Rgb {
        match self.theme {
            Theme::Dark => Rgb(0xff_d75f),
            Theme::Light => Rgb(0xaf_5f00),
        }
    }

    /// Headings, and what is chosen.
    pub(crate) fn accent(self) -> Style {
        let style = Style::new().add_modifier(Modifier::BOLD);
        if self.has_colours() { style.fg(self.colour(self.accent_rgb())) } else { style }
    }

    /// What matters less.
    pub(crate) fn dim(self) -> Style {
        if self.has_colours() { Style::new().fg(Color::DarkGray) } else { Style::new() }
    }

    /// Dark on light, as QR codes are printed; without colours as the terminal has it.
    pub(crate) fn paper(self) -> Style {
        if self.has_colours() {
            Style::new().fg(Color::Black).bg(Color::White)
        } else {
            Style::new()
        }
    }

    /// What is chosen of a list.
    pub(crate) const CHOSEN: Style = Style::new().add_modifier(Modifier::REVERSED);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn detect(variables: &[(&str, &str)]) -> Look {
        let env = |name: &str| {
            variables.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
        };
        Look::detect(&env, Charset::Unicode)
    }

    #[test]
    fn the_locale_says_which_characters_there_are() {
        for (variables, charset) in [
            (&[] as &[(&str, &str)], Charset::Unicode),
            (&[("LC_ALL", "C")], Charset::Ascii),
            (&[("LC_ALL", "POSIX"), ("LANG", "fr_FR.UTF-8")], Charset::Ascii),
            (&[("LC_ALL", "C.UTF-8"), ("LC_CTYPE", "C")], Charset::Unicode),
            (&[("LC_ALL", ""), ("LC_CTYPE", "C"), ("LANG", "en_US.UTF-8")], Charset::Ascii),
            (&[("LC_CTYPE", "UTF-8"), ("LANG", "C")], Charset::Unicode),
            (&[("LANG", "fr_FR.utf8@euro")], Charset::Unicode),
            (&[("LANG", "fr_FR.ISO-8859-1")], Charset::Ascii),
            (&[("LC_MESSAGES", "C"), ("LANG", "fr_FR.UTF-8")], Charset::Unicode),
        ] {
            let env = |name: &str| {
                variables.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
            };
            assert_eq!(Charset::detect(&env), charset, "{variables:?}");
        }
    }

    #[test]
    fn the_environment_says_what_the_terminal_can_show() {
        assert_eq!(detect(&[("TERM", "xterm-256color")]).depth, ColourDepth::Palette);
        assert_eq!(detect(&[("TERM", "linux")]).depth, ColourDepth::Ansi);
        let both = [("TERM", "xterm-256color"), ("COLORTERM", "truecolor")];
        assert_eq!(detect(&both).depth, ColourDepth::True);
        assert_eq!(detect(&[both[1], ("NO_COLOR", "1")]).depth, ColourDepth::None);
        assert_eq!(detect(&[both[1], ("NO_COLOR", "")]).depth, ColourDepth::True);
        assert_eq!(detect(&[("COLORFGBG", "0;15")]).theme, Theme::Light);
        assert_eq!(detect(&[("COLORFGBG", "15;default;0")]).theme, Theme::Dark);
    }
}
