//! How a picture is drawn.

/// The least and the greatest length of the longer side of a PNG.
pub const PNG_MIN_PIXELS: u32 = 32;
/// See [`PNG_MIN_PIXELS`].
pub const PNG_MAX_PIXELS: u32 = 2048;

/// How a picture is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PictureOptions {
    /// The colours of the wood and the background.
    pub theme: Theme,
    /// The colours of pieces and squares.
    pub palette: Palette,
    /// What is drawn around the board.
    pub shape: Shape,
    /// Whether the squares are labelled.
    pub coordinates: bool,
    /// Whether the board is seen from the other side.
    pub flipped: bool,
}

impl Default for PictureOptions {
    fn default() -> Self {
        Self {
            theme: Theme::Light,
            palette: Palette::Usual,
            shape: Shape::Board,
            coordinates: true,
            flipped: false,
        }
    }
}

/// Theme of the page.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Theme {
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

impl Theme {
    pub const ALL: [Self; 2] = [Self::Light, Self::Dark];

    /// The name in links and commands.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
}

/// Colours of pieces and squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Palette {
    /// Those of the game.
    Usual,
    /// Those that people who see fewer colours tell apart.
    Distinct,
}

impl Palette {
    pub const ALL: [Self; 2] = [Self::Usual, Self::Distinct];

    /// The name in links and commands.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Usual => "usual",
            Self::Distinct => "distinct",
        }
    }
}

/// Outline of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shape {
    /// The board with its frame; transparent around it.
    Board,
    /// The board in the middle of a card of 1200 by 630, as previews of links show it.
    Card,
}

impl Shape {
    pub const ALL: [Self; 2] = [Self::Board, Self::Card];

    /// The name in links and commands.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Board => "board",
            Self::Card => "card",
        }
    }
}
