//! Colours: lighter, darker, and easy to tell apart.

use std::fmt;

use crate::{Palette, Theme};

/// Colour, 0xRRGGBB.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Rgb(pub(crate) u32);

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:06x}", self.0)
    }
}

impl Rgb {
    /// Red, green and blue, from 0 to 255.
    pub(crate) fn channels(self) -> [f64; 3] {
        [16, 8, 0].map(|shift| f64::from((self.0 >> shift) & 0xff))
    }

    /// Between two colours: 0 is this one, 1 the other.
    pub(crate) fn mix(self, other: Self, share: f64) -> Self {
        let (own, others) = (self.channels(), other.channels());
        let mixed = own.into_iter().zip(others).map(|(a, b)| (a + (b - a) * share).round() as u32);
        Self(mixed.fold(0, |rgb, channel| rgb << 8 | channel))
    }

    pub(crate) fn lighter(self, share: f64) -> Self {
        self.mix(Self(0x00ff_faf0), share)
    }

    pub(crate) fn darker(self, share: f64) -> Self {
        self.mix(Self(0x0014_0c06), share)
    }

    /// Relative luminance, from 0 to 1, as WCAG measures it.
    pub(crate) fn luminance(self) -> f64 {
        let [red, green, blue] = self.channels().map(|value| {
            let share = value / 255.0;
            if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// The colour in a palette.
    pub(crate) fn shown(self, palette: Palette) -> Self {
        match palette {
            Palette::Usual => self,
            Palette::Distinct => self.distinct(),
        }
    }

    /// The hue in degrees; `None` for greys.
    pub(crate) fn hue(self) -> Option<f64> {
        let [red, green, blue] = self.channels().map(|value| value / 255.0);
        let (most, least) = (red.max(green).max(blue), red.min(green).min(blue));
        let spread = most - least;
        if spread < 0.16 {
            return None;
        }
        let is = |channel: f64| (most - channel).abs() < f64::EPSILON;
        let sector = if is(red) {
            (green - blue) / spread
        } else if is(green) {
            2.0 + (blue - red) / spread
        } else {
            4.0 + (red - green) / spread
        };
        Some((sector * 60.0 + 360.0) % 360.0)
    }

    /// The middle of the brightest and the darkest channel, from 0 to 1.
    pub(crate) fn lightness(self) -> f64 {
        let [red, green, blue] = self.channels();
        (red.max(green).max(blue) + red.min(green).min(blue)) / 510.0
    }

    /// The colour that people who see fewer colours tell apart from the others; greys stay as they are.
    fn distinct(self) -> Self {
        let Some(hue) = self.hue() else { return self };
        let distance = |row: &&(f64, Self, Self)| (row.0 - hue).abs();
        let nearest = DISTINCT.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)));
        let deep = self.lightness() < 0.5;
        nearest.map_or(self, |&(_, dark, bright)| if deep { dark } else { bright })
    }
}

/// After Okabe and Ito: hue of the usual colour, then the colour for deep and for bright shades.
const DISTINCT: [(f64, Rgb, Rgb); 6] = [
    (8.0, Rgb(0x00b8_4300), Rgb(0x00ee_8443)),
    (48.0, Rgb(0x00f0_c808), Rgb(0x00f7_e463)),
    (140.0, Rgb(0x0000_735a), Rgb(0x002f_ae8c)),
    (212.0, Rgb(0x0000_4b8f), Rgb(0x005c_b6ec)),
    (300.0, Rgb(0x008f_3f73), Rgb(0x00d4_92b8)),
    (368.0, Rgb(0x00b8_4300), Rgb(0x00ee_8443)),
];

/// Colours of a theme.
pub(crate) struct ThemeColours {
    pub(crate) page: Rgb,
    pub(crate) page_edge: Rgb,
    pub(crate) wood: Rgb,
    pub(crate) wood_light: Rgb,
    pub(crate) wood_dark: Rgb,
    pub(crate) grain: Rgb,
    pub(crate) inlay: Rgb,
}

impl Theme {
    pub(crate) const fn colours(self) -> ThemeColours {
        match self {
            Self::Light => ThemeColours {
                page: Rgb(0x00f4_ebdb),
                page_edge: Rgb(0x00ea_d9bd),
                wood: Rgb(0x0082_532e),
                wood_light: Rgb(0x00a0_6c3f),
                wood_dark: Rgb(0x005f_3a1d),
                grain: Rgb(0x003c_220e),
                inlay: Rgb(0x00e3_bf7c),
            },
            Self::Dark => ThemeColours {
                page: Rgb(0x0024_1b15),
                page_edge: Rgb(0x0017_110d),
                wood: Rgb(0x006a_4325),
                wood_light: Rgb(0x0083_5633),
                wood_dark: Rgb(0x004a_2c16),
                grain: Rgb(0x0024_130a),
                inlay: Rgb(0x00d9_b26b),
            },
        }
    }
}
