//! A board as players say it: four quadrants, a seed, or all eight rows.
//!
//! `A Bf+90 C+180 D` lays quadrants top left, top right, bottom left and bottom right; `f` flips
//! (left for right), then `+90` and so on turn clockwise. A quadrant is a built-in name or its four
//! rows; `-` leaves its place empty while a board is put together. `seed:N` draws a box board.

use std::fmt;
use std::str::FromStr;

use rules::{Fields, ParseError, SplitMix64, Square, Text};

use super::sets::{box_tiles, find};
use super::{Colour, Quadrant, Terrain};

/// A board as a player chose it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BoardText {
    /// Four quadrants, top left, top right, bottom left, bottom right; `None` is still to choose.
    Tiles([Option<PlacedQuadrant>; 4]),
    /// The colours of all squares.
    Rows(Terrain),
}

/// A quadrant in its place on a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlacedQuadrant {
    /// What the player calls the quadrant: a built-in name, or its rows.
    pub name: String,
    /// The quadrant as it is drawn.
    pub quadrant: Quadrant,
    /// Whether it lies on its face, before it is turned.
    pub flipped: bool,
    /// How many quarters it is turned clockwise, less than 4.
    pub quarters: u8,
}

impl PlacedQuadrant {
    /// The quadrant as it lies.
    pub fn laid(&self) -> Quadrant {
        let side = if self.flipped { self.quadrant.flipped() } else { self.quadrant };
        side.turned(self.quarters)
    }
}

impl BoardText {
    /// The box board of a seed, one of 98,304. Which board a seed stands for never changes: the draws
    /// come from [`SplitMix64`], first the permutation of the tiles A B C D (for the places 3, 2, 1
    /// the one to exchange with, among those up to it), then for each place its side and its turn.
    pub fn random(seed: u64) -> Self {
        let mut random = SplitMix64::new(seed);
        let mut order = [0, 1, 2, 3];
        for place in (1..4).rev() {
            order.swap(place, random.below(place as u64 + 1) as usize);
        }
        Self::Tiles(order.map(|index: usize| {
            let tile = &box_tiles()[index];
            Some(PlacedQuadrant {
                name: tile.name.to_string(),
                quadrant: tile.rows.parse().ok()?,
                flipped: random.below(2) == 1,
                quarters: random.below(4) as u8,
            })
        }))
    }

    /// The colour of each square, as far as the board is put together.
    pub fn colour(&self, square: Square) -> Option<Colour> {
        match self {
            Self::Rows(terrain) => Some(terrain.colour(square)),
            Self::Tiles(places) => {
                let (column, row) = (square.file(), 7 - square.rank());
                let place = places[usize::from(row / 4 * 2 + column / 4)].as_ref()?;
                Some(place.laid().colour(column % 4, row % 4))
            }
        }
    }

    /// The finished board; an error if a place is still empty.
    pub fn terrain(&self) -> Result<Terrain, ParseError> {
        match self {
            Self::Rows(terrain) => Ok(*terrain),
            Self::Tiles([Some(a), Some(b), Some(c), Some(d)]) => {
                Ok(Terrain::from_quadrants(&[a, b, c, d].map(PlacedQuadrant::laid)))
            }
            Self::Tiles(_) => Err(ParseError::whole(
                &self.to_string(),
                Text::new(
                    "a place of the board is still empty",
                    "il manque un quadrant au plateau",
                ),
            )),
        }
    }
}

impl fmt::Display for BoardText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rows(terrain) => terrain.fmt(f),
            Self::Tiles(places) => {
                for (index, place) in places.iter().enumerate() {
                    if index > 0 {
                        f.write_str(" ")?;
                    }
                    match place {
                        None => f.write_str("-")?,
                        Some(placed) => placed.fmt(f)?,
                    }
                }
                Ok(())
            }
        }
    }
}

impl fmt::Display for PlacedQuadrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        if self.flipped {
            f.write_str("f")?;
        }
        match self.quarters {
            0 => Ok(()),
            quarters => write!(f, "+{}", u16::from(quarters) * 90),
        }
    }
}

impl FromStr for BoardText {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        if let Some((offset, seed)) =
            text.trim_start().strip_prefix("seed:").map(|seed| (text.len() - seed.len(), seed))
        {
            return seed.trim().parse().map(Self::random).map_err(|_| ParseError {
                at: offset..text.len(),
                text: Text::composed(
                    format!("a seed is a whole number, not '{}'", seed.trim()),
                    format!("une graine est un nombre entier, pas « {} »", seed.trim()),
                ),
            });
        }
        let fields: Vec<_> = Fields::new(text).collect();
        match fields[..] {
            [rows] if rows.text.matches('/').count() > 3 => {
                rows.text.parse().map(Self::Rows).map_err(|error| error.shifted(rows.at))
            }
            [a, b, c, d] => {
                let mut places = [const { None }; 4];
                for (place, field) in places.iter_mut().zip([a, b, c, d]) {
                    if field.text != "-" {
                        let placed =
                            field.text.parse().map_err(|e: ParseError| e.shifted(field.at))?;
                        *place = Some(placed);
                    }
                }
                Ok(Self::Tiles(places))
            }
            _ => Err(ParseError::whole(
                text,
                Text::composed(
                    format!(
                        "a board is four quadrants, a seed or eight rows, not '{}'",
                        text.trim()
                    ),
                    format!(
                        "un plateau, c'est quatre quadrants, une graine ou huit rangées, pas « {} »",
                        text.trim()
                    ),
                ),
            )),
        }
    }
}

impl FromStr for PlacedQuadrant {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let (side, turn) =
            text.split_once('+').map_or((text, None), |(side, turn)| (side, Some(turn)));
        let quarters = match turn {
            None | Some("0") => 0,
            Some("90") => 1,
            Some("180") => 2,
            Some("270") => 3,
            Some(turn) => {
                return Err(ParseError {
                    at: text.len() - turn.len()..text.len(),
                    text: Text::composed(
                        format!("a quadrant is turned by 90, 180 or 270 degrees, not '{turn}'"),
                        format!(
                            "un quadrant se tourne de 90, 180 ou 270 degrés, pas de « {turn} »"
                        ),
                    ),
                });
            }
        };
        let back = side.strip_suffix(['f', 'F']);
        let name = back.unwrap_or(side);
        let (name, quadrant) = match find(name) {
            Some(tile) => (tile.name.to_string(), tile.rows.parse()?),
            None if name.contains('/') => {
                let quadrant: Quadrant = name.parse()?;
                (quadrant.to_string(), quadrant)
            }
            None => {
                return Err(ParseError::whole(
                    name,
                    Text::composed(
                        format!("there is no quadrant '{name}'"),
                        format!("il n'y a pas de quadrant « {name} »"),
                    ),
                ));
            }
        };
        Ok(Self { name, quadrant, flipped: back.is_some(), quarters })
    }
}
