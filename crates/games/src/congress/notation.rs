//! Position: pawns, side to move, terrain, rule set. Move: `b2b5`.

use std::fmt;
use std::str::FromStr;

use rules::{Fields, Game, ParseError, Seat, Text};

use super::position::{Congress, PAWNS};
use crate::terrain::{PositionHeader, read_rule_set, write_header};

impl fmt::Display for Congress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_header(f, &self.pawns, self.turn, &self.terrain)?;
        write!(f, " {}", Self::INFO.rule_sets[0].id)
    }
}

impl FromStr for Congress {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut fields = Fields::new(text);
        let header = PositionHeader::read(&mut fields)?;
        read_rule_set::<Self>(fields)?;
        let PositionHeader { pawns, turn, terrain, .. } = header;
        for seat in Seat::ALL {
            if pawns[seat].len() != PAWNS {
                let (en, fr) = ("each side always has 8", "chaque joueur en a toujours 8");
                return Err(header.pawn_error(seat, pawns[seat].len(), en, fr));
            }
        }
        let position = Self { pawns, terrain, turn };
        if position.is_connected(turn) {
            return Err(header.rows.error(if position.is_connected(!turn) {
                Text::new(
                    "both sides are connected, so both would have won",
                    "les deux joueurs sont reliés : les deux auraient gagné",
                )
            } else {
                Text::composed(
                    format!("{turn} is connected already, so it is not to move"),
                    format!("{turn} est déjà relié : le trait ne peut pas être à lui"),
                )
            }));
        }
        Ok(position)
    }
}
