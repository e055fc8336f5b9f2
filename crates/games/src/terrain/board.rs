//! The colours of the 64 squares, and how they make pawns move.

use std::fmt;
use std::str::FromStr;

use rules::{Bitboard, BySeat, Field, ParseError, Seat, SplitMix64, Square, Symmetry, Text, Tile};

use super::sets::box_tiles;
use super::{Colour, Quadrant, rays};
use crate::board_8x8::reading_order;

/// The colours of a board, and how a pawn moves on each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terrain {
    /// The squares of each colour, in the order of [`Colour::ALL`].
    squares: [Bitboard; 4],
    /// A hash of the colours.
    key: u64,
}

const _: () = assert!(size_of::<Terrain>() == 40);

impl Terrain {
    /// The board whose squares have the colours that `colour` says.
    pub fn from_fn(colour: impl Fn(Square) -> Colour) -> Self {
        let mut squares = [Bitboard::EMPTY; 4];
        for square in Square::all() {
            squares[usize::from(colour(square).index())] |= square;
        }
        let [yellow, green, blue, _] = squares.map(|set| set.0);
        let key = SplitMix64::mix(SplitMix64::mix(SplitMix64::mix(yellow) ^ green) ^ blue);
        Self { squares, key }
    }

    /// The board made of four quadrants: top left, top right, bottom left, bottom right.
    pub fn from_quadrants(quadrants: &[Quadrant; 4]) -> Self {
        Self::from_fn(|square| {
            let (column, row) = (square.file(), 7 - square.rank());
            quadrants[usize::from(row / 4 * 2 + column / 4)].colour(column % 4, row % 4)
        })
    }

    /// Whether a symmetry maps the board onto itself.
    pub(crate) fn is_symmetric_under(&self, symmetry: Symmetry) -> bool {
        self.squares.iter().all(|&set| symmetry.keeps(set))
    }

    /// The board with every square where a symmetry moves it.
    pub(crate) fn image(&self, symmetry: Symmetry) -> Self {
        let squares = self.squares.map(|set| symmetry.set(set));
        let find =
            |square| Colour::ALL.into_iter().find(|c| squares[usize::from(c.index())].has(square));
        Self::from_fn(|square| find(square).unwrap_or(Colour::Red))
    }

    /// The squares of each colour, in the order of [`Colour::ALL`].
    pub(crate) fn planes(&self) -> [u64; 4] {
        self.squares.map(|set| set.0)
    }

    /// The four quadrants that make the board, in the same order.
    pub fn quadrants(&self) -> [Quadrant; 4] {
        [(0, 0), (4, 0), (0, 4), (4, 4)].map(|(left, top)| {
            Quadrant::from_fn(|column, row| self.colour(Square::new(left + column, 7 - top - row)))
        })
    }

    /// The colour of a square.
    #[inline]
    pub const fn colour(&self, square: Square) -> Colour {
        let [yellow, green, blue, _] = self.squares;
        if yellow.has(square) {
            Colour::Yellow
        } else if green.has(square) {
            Colour::Green
        } else if blue.has(square) {
            Colour::Blue
        } else {
            Colour::Red
        }
    }

    /// A hash of the board with its pawns, the side to move and whatever else a game adds.
    #[inline]
    pub(crate) fn key(&self, pawns: &BySeat<Bitboard>, turn: Seat, extra: u64) -> u64 {
        let red = SplitMix64::mix(self.key ^ pawns.first.0);
        let both = SplitMix64::mix(red ^ pawns.second.0);
        both ^ SplitMix64::mix(extra << 1 | u64::from(turn.index()))
    }

    /// Every square that a pawn on `from` reaches with `pawns` on the board: the empty ones, and
    /// on each ray the first pawn met, of either seat.
    #[inline]
    pub fn reach(&self, from: Square, pawns: Bitboard) -> Bitboard {
        let [yellow, _, _, red] = self.squares;
        match self.colour(from) {
            Colour::Yellow => rays::bishop(from, yellow | pawns),
            Colour::Green => rays::knight(from),
            Colour::Blue => rays::king(from),
            Colour::Red => rays::rook(from, red | pawns),
        }
    }

    /// Every square from which a pawn would reach `to` with `pawns` on the board. Seen from `to`, a
    /// rook or bishop comes from the first square of its colour on a ray, if no pawn stands before it.
    #[inline]
    pub(crate) fn reaching(&self, to: Square, pawns: Bitboard) -> Bitboard {
        let [yellow, green, blue, red] = self.squares;
        rays::bishop(to, yellow | pawns) & yellow
            | rays::knight(to) & green
            | rays::king(to) & blue
            | rays::rook(to, red | pawns) & red
    }

    /// Whether the board can be laid with the four tiles of the box, each used once.
    pub fn is_box(&self) -> bool {
        let fits = self.quadrants().map(|quadrant| {
            let variants = quadrant.variants();
            let is_tile =
                |tile: &Tile| tile.rows.parse().is_ok_and(|tile| variants.contains(&tile));
            box_tiles().iter().map(is_tile).collect::<Vec<_>>()
        });
        assign(&fits, &[])
    }
}

/// Whether the quadrants from the place `used.len()` on can each take a tile of their own.
fn assign(fits: &[Vec<bool>; 4], used: &[usize]) -> bool {
    let Some(tiles) = fits.get(used.len()) else { return true };
    let free = (0..tiles.len()).filter(|tile| tiles[*tile] && !used.contains(tile));
    free.into_iter().any(|tile| assign(fits, &[used, &[tile]].concat()))
}

/// Eight rows from the top, `/` between.
impl fmt::Display for Terrain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in reading_order() {
            if square.file() == 0 && square.rank() < 7 {
                f.write_str("/")?;
            }
            write!(f, "{}", self.colour(square))?;
        }
        Ok(())
    }
}

impl FromStr for Terrain {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let colours = read_colours(Field { text, at: 0 }, 8)?;
        Ok(Self::from_fn(|square| colours[usize::from((7 - square.rank()) * 8 + square.file())]))
    }
}

/// Reads `size` rows of as many colours, the top one first.
pub(super) fn read_colours(field: Field<'_>, size: usize) -> Result<Vec<Colour>, ParseError> {
    let squares = read_squares(field, size)?;
    let colour = |(index, colour): (usize, Option<Colour>)| {
        colour.ok_or_else(|| {
            let (column, number) = (index % size + 1, index / size + 1);
            // A slash before every row but the first.
            let at = field.at + index + index / size;
            ParseError {
                at: at..at + 1,
                text: Text::composed(
                    format!("square {column} of row {number} from the top has no colour"),
                    format!(
                        "la case {column} de la rangée {number} depuis le haut n'a pas de couleur"
                    ),
                ),
            }
        })
    };
    squares.into_iter().enumerate().map(colour).collect()
}

/// Reads `size` rows of as many squares, the top one first; one without a colour is `None`.
pub(super) fn read_squares(
    field: Field<'_>,
    size: usize,
) -> Result<Vec<Option<Colour>>, ParseError> {
    let rows = field.parts().count();
    if rows != size {
        return Err(field.error(Text::composed(
            format!("rows of colours: {rows} instead of {size}"),
            format!("rangées de couleurs : {rows} au lieu de {size}"),
        )));
    }
    let mut squares = Vec::with_capacity(size * size);
    for (number, row) in (1..).zip(field.parts()) {
        let width = row.text.chars().count();
        if width != size {
            return Err(row.error(Text::composed(
                format!("squares of row {number} from the top: {width} instead of {size}"),
                format!("cases de la rangée {number} depuis le haut : {width} au lieu de {size}"),
            )));
        }
        for (letter, place) in row.chars() {
            let colour = Colour::from_letter(letter);
            if colour.is_none() && !matches!(letter, '.' | '-' | '_' | '?') {
                return Err(place.error(Text::composed(
                    format!("'{letter}' is no colour: yellow is Y, green G, blue B, red R"),
                    format!(
                        "« {letter} » n'est pas une couleur : jaune Y, vert G, bleu B, rouge R"
                    ),
                )));
            }
            squares.push(colour);
        }
    }
    Ok(squares)
}
