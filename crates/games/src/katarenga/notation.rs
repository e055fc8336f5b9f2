//! Position: pawns, side to move, terrain, camps, rule set:
//! `xxxxxxxx/8/8/8/8/8/8/oooooooo x YBGRRGBY/… --/-- classic`. The camps are First's goal camps left
//! and right, `/`, and Second's: `-` if empty, else the owner's letter. Move: `b2b5`; into a camp
//! `b8>l` or `b8>r`, read also as `b8:l`, which needs no quotes in a shell.

use std::fmt;
use std::str::FromStr;

use rules::{BySeat, Field, Fields, ParseError, Seat, Text};

use super::position::{Camps, Katarenga, Move, PAWNS, Rules, Side};
use crate::terrain::{PositionHeader, read_rule_set, write_header};

impl Side {
    /// `l` or `r`.
    pub(super) const fn letter(self) -> char {
        match self {
            Self::Left => 'l',
            Self::Right => 'r',
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Walk(step) => step.fmt(f),
            Self::Enter(from, side) => write!(f, "{from}>{}", side.letter()),
        }
    }
}

impl FromStr for Move {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let Some((from, camp)) = text.split_once(['>', ':']) else {
            return text.parse().map(Self::Walk);
        };
        let side = match camp {
            "l" | "L" => Side::Left,
            "r" | "R" => Side::Right,
            _ => {
                return Err(ParseError {
                    at: text.len() - camp.len()..text.len(),
                    text: Text::composed(
                        format!("the camps are >l (left) and >r (right), not '>{camp}'"),
                        format!("les camps sont >l (gauche) et >r (droite), pas « >{camp} »"),
                    ),
                });
            }
        };
        Ok(Self::Enter(from.parse()?, side))
    }
}

impl Rules {
    pub(super) const ALL: [Self; 2] = [Self::Classic, Self::Official];

    pub(super) const fn id(self) -> &'static str {
        match self {
            Self::Classic => "classic",
            Self::Official => "official",
        }
    }

    /// The rule set of that name, which is one of the game's.
    pub(super) fn named(id: &str) -> Self {
        Self::ALL.into_iter().find(|rules| rules.id() == id).unwrap_or(Self::Classic)
    }
}

impl fmt::Display for Katarenga {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_header(f, &self.pawns, self.turn, &self.terrain)?;
        for (seat, before) in Seat::ALL.into_iter().zip([" ", "/"]) {
            f.write_str(before)?;
            for side in Side::ALL {
                write!(
                    f,
                    "{}",
                    if self.camps[seat].is_filled(side) { seat.letter() } else { '-' }
                )?;
            }
        }
        write!(f, " {}", self.rules.id())
    }
}

impl FromStr for Katarenga {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut fields = Fields::new(text);
        let header = PositionHeader::read(&mut fields)?;
        let camps = match fields.clone().next() {
            Some(field) if field.text.contains('/') => {
                fields.next();
                read_camps(field)?
            }
            _ => BySeat::default(),
        };
        let rules = Rules::named(read_rule_set::<Self>(fields)?.id);
        let PositionHeader { pawns, turn, terrain, .. } = header;
        let position = Self { pawns, camps, terrain, turn, rules };
        position.check(&header)?;
        Ok(position)
    }
}

fn read_camps(field: Field<'_>) -> Result<BySeat<Camps>, ParseError> {
    let mut camps = BySeat::<Camps>::default();
    let shape: Vec<_> = field.parts().map(|part| part.text.chars().count()).collect();
    if shape != [2, 2] {
        return Err(field.error(Text::composed(
            format!("the camps are written as --/--, x's two and o's two, not '{}'", field.text),
            format!(
                "les camps s'écrivent --/--, les deux de x puis ceux de o, pas « {} »",
                field.text
            ),
        )));
    }
    for (seat, pair) in Seat::ALL.into_iter().zip(field.parts()) {
        for (side, (letter, place)) in Side::ALL.into_iter().zip(pair.chars()) {
            match Seat::from_letter(letter) {
                None if letter == '-' => {}
                Some(owner) if owner == seat => camps[seat].fill(side),
                Some(owner) => {
                    return Err(place.error(Text::composed(
                        format!("this goal camp is {seat}'s, so no pawn of {owner} can be in it"),
                        format!(
                            "ce camp est le but de {seat} : un pion {owner} ne peut pas y être"
                        ),
                    )));
                }
                None => {
                    return Err(place.error(Text::composed(
                        format!("a camp is -, x or o, not '{letter}'"),
                        format!("un camp s'écrit -, x ou o, pas « {letter} »"),
                    )));
                }
            }
        }
    }
    Ok(camps)
}

impl Katarenga {
    /// Refuses what no game can lead to.
    fn check(&self, header: &PositionHeader<'_>) -> Result<(), ParseError> {
        for seat in Seat::ALL {
            let count = self.strength(seat);
            if count > PAWNS {
                let (en, fr) = ("with those in camps, 8 at most", "avec ceux des camps, 8 au plus");
                return Err(header.pawn_error(seat, count, en, fr));
            }
        }
        if Seat::ALL.iter().all(|seat| self.strength(*seat) < 2) {
            return Err(header.rows.error(Text::new(
                "both sides have fewer than two pawns, so both would have lost",
                "les deux joueurs ont moins de deux pions : les deux auraient perdu",
            )));
        }
        if Seat::ALL.iter().all(|seat| self.camps[*seat].count() == 2) {
            return Err(header.rows.error(Text::new(
                "both sides have filled their camps, so both would have won",
                "les deux joueurs ont rempli leurs camps : les deux auraient gagné",
            )));
        }
        Ok(())
    }
}
