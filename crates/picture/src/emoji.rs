//! Boards as lines of emoji, to be pasted where only text can be.

use rules::{CellIndex, Info, View};

use crate::geometry::{Geometry, is_gap};
use crate::palette::Rgb;
use crate::{Palette, PictureOptions};

/// Emoji of one colour.
struct EmojiColour {
    /// In degrees; `None` for greys.
    hue: Option<f64>,
    /// From 0 to 1, where colours are alike.
    lightness: f64,
    disc: char,
    square: char,
}

const fn hue(hue: f64, lightness: f64, disc: char, square: char) -> EmojiColour {
    EmojiColour { hue: Some(hue), lightness, disc, square }
}

const fn grey(lightness: f64, disc: char, square: char) -> EmojiColour {
    EmojiColour { hue: None, lightness, disc, square }
}

const EMOJI_COLOURS: [EmojiColour; 9] = [
    hue(0.0, 0.5, '🔴', '🟥'),
    hue(26.0, 0.55, '🟠', '🟧'),
    hue(48.0, 0.6, '🟡', '🟨'),
    hue(140.0, 0.5, '🟢', '🟩'),
    hue(212.0, 0.5, '🔵', '🟦'),
    hue(285.0, 0.5, '🟣', '🟪'),
    hue(26.0, 0.2, '🟤', '🟫'),
    grey(0.1, '⚫', '⬛'),
    grey(0.9, '⚪', '⬜'),
];

/// Wood, where the board has no square.
const GAP: char = '🟫';
/// An empty place beside the board.
const EMPTY_WELL: char = '⬛';
/// An empty square where nobody may play.
const FORBIDDEN: char = '❌';

impl EmojiColour {
    /// How unlike a colour is, in degrees.
    fn distance(&self, colour: Rgb) -> f64 {
        let lightness = (self.lightness - colour.lightness()).abs();
        match (self.hue, colour.hue()) {
            (Some(own), Some(other)) => {
                let apart = (own - other).abs();
                apart.min(360.0 - apart) + lightness * 40.0
            }
            (None, None) => lightness * 40.0,
            // No grey stands for a colour unless all colours are taken.
            _ => 1000.0 + lightness,
        }
    }
}

/// The discs that stand for the game's pieces, each for one.
pub fn piece_emoji(info: &Info, palette: Palette) -> Vec<char> {
    let mut free: Vec<&EmojiColour> = EMOJI_COLOURS.iter().collect();
    let discs = info.pieces.iter().map(|style| {
        let at = nearest(&free, Rgb(style.rgb).shown(palette));
        at.map_or(style.glyph, |at| free.remove(at).disc)
    });
    discs.collect()
}

fn nearest(colours: &[&EmojiColour], colour: Rgb) -> Option<usize> {
    let distance = |at: &usize| colours[*at].distance(colour);
    (0..colours.len()).min_by(|one, other| distance(one).total_cmp(&distance(other)))
}

/// The board of a view in lines of emoji.
pub fn emoji(info: &Info, view: &View, options: PictureOptions) -> String {
    let PictureOptions { palette, flipped, .. } = options;
    let geometry = Geometry::new(&view.board, flipped, info.look.falling);
    let discs = piece_emoji(info, palette);
    let all: Vec<_> = EMOJI_COLOURS.iter().collect();
    let square = |ground: u8| {
        let style = info.grounds.get(usize::from(ground));
        let colour = style.map(|style| Rgb(style.rgb).shown(palette));
        colour.and_then(|colour| nearest(&all, colour)).map_or(EMPTY_WELL, |at| all[at].square)
    };
    let mut cells: Vec<(CellIndex, char)> = Vec::new();
    for (index, cell) in geometry.cells() {
        let disc = cell.piece.and_then(|piece| discs.get(usize::from(piece)).copied());
        let sign = disc.unwrap_or_else(|| {
            if view.marks.forbidden.contains(&index) {
                FORBIDDEN
            } else if is_gap(cell) {
                GAP
            } else if geometry.is_detached(index) {
                EMPTY_WELL
            } else {
                cell.ground.map_or(EMPTY_WELL, square)
            }
        });
        cells.push((index, sign));
    }
    // In the order in which they are drawn.
    cells.sort_by(|one, other| {
        let [one, other] = [one, other].map(|(index, _)| geometry.at(*index));
        one.y.total_cmp(&other.y).then(one.x.total_cmp(&other.x))
    });
    let mut text = String::new();
    for row in cells.chunks(geometry.columns()) {
        text.extend(row.iter().map(|(_, sign)| sign));
        text.push('\n');
    }
    text
}
