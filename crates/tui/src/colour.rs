//! Colours, as far as a terminal has them.

use ratatui::style::Color;

/// Colours that a terminal supports.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ColourDepth {
    /// None: everything is told by characters.
    None,
    /// The sixteen colours of ANSI.
    Ansi,
    /// The 256 colours of xterm.
    Palette,
    /// 24-bit colours.
    #[default]
    True,
}

impl ColourDepth {
    /// What the environment of a process says of its terminal.
    pub fn detect(env: &dyn Fn(&str) -> Option<String>) -> Self {
        let variable = |name| env(name).filter(|value| !value.is_empty());
        // Windows Terminal announces itself by a variable of its own; older consoles announce nothing.
        let shows_all = variable("COLORTERM").is_some_and(|it| it == "truecolor" || it == "24bit")
            || variable("WT_SESSION").is_some();
        match variable("TERM") {
            _ if variable("NO_COLOR").is_some() => Self::None,
            _ if shows_all => Self::True,
            Some(terminal) if terminal.contains("256") => Self::Palette,
            Some(terminal) if terminal != "dumb" => Self::Ansi,
            _ => Self::None,
        }
    }
}

/// A colour, 0xRRGGBB.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rgb(pub u32);

/// Brightness levels of xterm's colour cube.
const CUBE_LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];

/// Difference between the strongest and the weakest channel from which a colour is no grey.
const CHROMA_MIN: u8 = 64;

/// The sixteen colours of ANSI as xterm shows them, in the order of their codes.
const ANSI: [(Color, u32); 16] = [
    (Color::Black, 0x00_0000),
    (Color::Red, 0xcd_0000),
    (Color::Green, 0x00_8b00),
    (Color::Yellow, 0xcd_cd00),
    (Color::Blue, 0x00_00ee),
    (Color::Magenta, 0xcd_00cd),
    (Color::Cyan, 0x00_cdcd),
    (Color::Gray, 0xe5_e5e5),
    (Color::DarkGray, 0x7f_7f7f),
    (Color::LightRed, 0xff_5555),
    (Color::LightGreen, 0x55_ff55),
    (Color::LightYellow, 0xff_ff55),
    (Color::LightBlue, 0x5c_5cff),
    (Color::LightMagenta, 0xff_55ff),
    (Color::LightCyan, 0x55_ffff),
    (Color::White, 0xff_ffff),
];

impl Rgb {
    /// Black.
    pub const BLACK: Self = Self(0);
    /// White.
    pub const WHITE: Self = Self(0xff_ffff);

    /// Red, green and blue.
    const fn channels(self) -> [u8; 3] {
        let [_, red, green, blue] = self.0.to_be_bytes();
        [red, green, blue]
    }

    /// The colour mixed with `percent` of another.
    #[must_use]
    pub fn mixed(self, other: Self, percent: u32) -> Self {
        let mut rgb = 0;
        for (mine, theirs) in self.channels().into_iter().zip(other.channels()) {
            let sum = u32::from(mine) * (100 - percent) + u32::from(theirs) * percent;
            rgb = (rgb << 8) | (sum / 100);
        }
        Self(rgb)
    }

    /// Black or white, whichever has more contrast.
    #[must_use]
    pub fn ink(self) -> Self {
        let [red, green, blue] = self.channels().map(u32::from);
        if 3 * red + 6 * green + blue > 10 * 128 { Self::BLACK } else { Self::WHITE }
    }

    /// Its number among the 256 colours of xterm.
    pub fn palette_index(self) -> u8 {
        let [red, green, blue] = self.channels().map(nearest_level);
        16 + 36 * red + 6 * green + blue
    }

    fn is_grey(self) -> bool {
        let channels = self.channels();
        let (most, least) = (channels.into_iter().max(), channels.into_iter().min());
        most.zip(least).is_none_or(|(most, least)| most - least < CHROMA_MIN)
    }

    /// Index of the nearest of the sixteen colours. A pale colour is nearer to a grey than to any colour, and is none all
    /// the same: grounds are told apart by their colours. The darkest and the lightest may be black and white.
    fn nearest_ansi(self) -> usize {
        let distance = |index: &usize| -> u32 {
            let pairs = self.channels().into_iter().zip(Self(ANSI[*index].1).channels());
            pairs.map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
        };
        let fits = |index: &usize| {
            self.is_grey() || !matches!(ANSI[*index].0, Color::Gray | Color::DarkGray)
        };
        (0..ANSI.len()).filter(fits).min_by_key(distance).unwrap_or_default()
    }

    /// Code of the nearest of the sixteen colours as a foreground; that of a background is 10 more.
    pub fn ansi_code(self) -> u8 {
        let index = self.nearest_ansi() as u8;
        if index < 8 { 30 + index } else { 82 + index }
    }

    /// The nearest colour that a terminal has.
    pub fn on(self, depth: ColourDepth) -> Color {
        let [red, green, blue] = self.channels();
        match depth {
            ColourDepth::None => Color::Reset,
            ColourDepth::Ansi => ANSI[self.nearest_ansi()].0,
            ColourDepth::Palette => Color::Indexed(self.palette_index()),
            ColourDepth::True => Color::Rgb(red, green, blue),
        }
    }
}

fn nearest_level(brightness: u8) -> u8 {
    let distance = |level: &u8| CUBE_LEVELS[usize::from(*level)].abs_diff(brightness);
    (0..CUBE_LEVELS.len() as u8).min_by_key(distance).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colour_is_as_near_as_the_terminal_allows() {
        let yellow = Rgb(0xf2_c22e);
        assert_eq!(yellow.on(ColourDepth::True), Color::Rgb(242, 194, 46));
        assert_eq!(yellow.on(ColourDepth::Palette), Color::Indexed(214));
        assert_eq!(yellow.on(ColourDepth::Ansi), Color::Yellow);
        assert_eq!(yellow.on(ColourDepth::None), Color::Reset);
        assert_eq!((yellow.ink(), Rgb(0x1e_3fa8).ink()), (Rgb::BLACK, Rgb::WHITE));
        assert_eq!(Rgb::BLACK.mixed(Rgb::WHITE, 20), Rgb(0x33_3333));
    }

    #[test]
    fn colours_of_a_game_differ_in_sixteen() {
        for entry in games::CATALOGUE {
            let info = entry.game.info();
            // Also in the darker squares.
            for shade in [0, 10] {
                let codes = |styles: &[rules::Style]| -> Vec<u8> {
                    let rgb = |style: &rules::Style| Rgb(style.rgb).mixed(Rgb::BLACK, shade);
                    styles.iter().map(|style| rgb(style).ansi_code()).collect()
                };
                // Camps stand apart from the squares, and have the colours of their players.
                let squares = &info.grounds[..info.grounds.len().min(4)];
                for codes in [codes(squares), codes(info.pieces)] {
                    let mut different = codes.clone();
                    different.sort_unstable();
                    different.dedup();
                    assert_eq!(different.len(), codes.len(), "{} {shade}: {codes:?}", info.id);
                }
                // What has a colour is shown in one.
                let is_grey = |code: &u8| [30, 37, 90, 97].contains(code);
                for style in info.grounds.iter().filter(|style| !Rgb(style.rgb).is_grey()) {
                    let code = Rgb(style.rgb).mixed(Rgb::BLACK, shade).ansi_code();
                    assert!(!is_grey(&code), "{} {}: {code}", info.id, style.label.en);
                }
            }
        }
        assert_eq!((Rgb(0x00_8b00).ansi_code(), Rgb(0x5f_b36b).ansi_code()), (32, 92));
    }
}
