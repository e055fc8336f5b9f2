//! Position: pawns, side to move, terrain, rule set. Move: the square, `c4`.

use std::fmt;
use std::str::FromStr;

use rules::{Bitboard, Fields, ParseError, Seat, Square, Text};

use super::position::{Isolation, Place, Rules};
use crate::terrain::{PositionHeader, read_rule_set, write_header};

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Place {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        text.parse().map(Self)
    }
}

impl Rules {
    const ALL: [Self; 2] = [Self::Classic, Self::Mutual];

    const fn id(self) -> &'static str {
        match self {
            Self::Classic => "classic",
            Self::Mutual => "mutual",
        }
    }

    /// The rule set of that name, which is one of the game's.
    pub(super) fn named(id: &str) -> Self {
        Self::ALL.into_iter().find(|rules| rules.id() == id).unwrap_or(Self::Classic)
    }
}

impl fmt::Display for Isolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_header(f, &self.pawns, self.turn, &self.terrain)?;
        write!(f, " {}", self.rules.id())
    }
}

impl FromStr for Isolation {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut fields = Fields::new(text);
        let header = PositionHeader::read(&mut fields)?;
        let rules = Rules::named(read_rule_set::<Self>(fields)?.id);
        let PositionHeader { rows, pawns, side, turn, terrain } = header;
        let (x, o) = (pawns.first.len(), pawns.second.len());
        if x != o && x != o + 1 {
            return Err(rows.error(Text::composed(
                format!("pawns: {x} of x and {o} of o, but x starts: it has as many or one more"),
                format!(
                    "pions : {x} de x et {o} de o, mais x commence : il en a autant ou un de plus"
                ),
            )));
        }
        if turn != if x == o { Seat::First } else { Seat::Second } {
            return Err(side.error(Text::composed(
                format!("pawns: {x} of x and {o} of o, so it is {}'s turn", !turn),
                format!("pions : {x} de x et {o} de o, donc le trait est à {}", !turn),
            )));
        }
        let position = Self::with_pawns(pawns, turn, terrain, rules);
        match position.quarrel() {
            None => Ok(position),
            Some((a, b)) => Err(rows.error(Text::composed(
                format!("the pawn on {a} attacks the one on {b}, and no game leads to that"),
                format!("le pion en {a} attaque celui en {b} : aucune partie ne mène là"),
            ))),
        }
    }
}

impl Isolation {
    /// Two pawns, the second attacked by the first, that no game can have placed so. A pawn attacks
    /// only pawns older than itself, so the newest is attacked by none: taking those away again and
    /// again must clear the board. In `mutual` no pawn attacks another at all.
    fn quarrel(&self) -> Option<(Square, Square)> {
        let all = self.occupied();
        let mut left = all;
        while !left.is_empty() {
            let attacks = |from: Square| self.terrain.reach(from, all) & left;
            let attacked = left.squares().fold(Bitboard::EMPTY, |set, from| set | attacks(from));
            if attacked == left || self.rules == Rules::Mutual && !attacked.is_empty() {
                return left.squares().find_map(|from| Some((from, attacks(from).first()?)));
            }
            left = attacked;
        }
        None
    }
}
