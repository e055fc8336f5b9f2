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

/// A colour, 0xRRGGBB.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rgb(pub u32);

/// Brightness levels of xterm's colour cube.
const CUBE_LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];

/// The sixteen colours of ANSI as xterm shows them.
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

    fn nearest_ansi(self) -> Color {
        let distance = |(_, rgb): &&(Color, u32)| -> u32 {
            let pairs = self.channels().into_iter().zip(Self(*rgb).channels());
            pairs.map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
        };
        ANSI.iter().min_by_key(distance).map_or(Color::Reset, |(colour, _)| *colour)
    }

    /// The nearest colour that a terminal has.
    pub fn on(self, depth: ColourDepth) -> Color {
        let [red, green, blue] = self.channels();
        match depth {
            ColourDepth::None => Color::Reset,
            ColourDepth::Ansi => self.nearest_ansi(),
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
}
