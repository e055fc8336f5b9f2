//! The fields that the position texts of the family share.

use std::fmt;

use rules::{
    Bitboard, BySeat, Field, Fields, Game, ParseError, RuleSet, Seat, Setup, Text, read_rows,
    read_seat, write_rows,
};

use super::Terrain;
use crate::board_8x8::reading_order;

/// The first three fields: pawns, side to move, terrain.
pub(crate) struct PositionHeader<'a> {
    /// The field of the pawns, for errors about them.
    pub(crate) rows: Field<'a>,
    pub(crate) pawns: BySeat<Bitboard>,
    /// The field of the side to move.
    pub(crate) side: Field<'a>,
    pub(crate) turn: Seat,
    pub(crate) terrain: Terrain,
}

impl<'a> PositionHeader<'a> {
    pub(crate) fn read(fields: &mut Fields<'a>) -> Result<Self, ParseError> {
        let rows = fields.expect("eight rows of pawns", "les huit rangées de pions")?;
        let cells = read_rows(rows, 8, 8)?;
        let side = fields.expect("the side to move, x or o,", "le trait, x ou o")?;
        let turn = read_seat(side)?;
        let colours = fields.expect("the colours of the board", "les couleurs du plateau")?;
        let terrain = colours.text.parse().map_err(|e: ParseError| e.shifted(colours.at))?;
        let pawns = BySeat::from_fn(|seat| {
            reading_order()
                .zip(&cells)
                .filter(|&(_, cell)| *cell == Some(seat))
                .map(|(s, _)| s)
                .collect()
        });
        Ok(Self { rows, pawns, side, turn, terrain })
    }

    /// Refuses a number of pawns that cannot be.
    pub(crate) fn pawn_error(&self, seat: Seat, count: usize, en: &str, fr: &str) -> ParseError {
        self.rows.error(Text::composed(
            format!("{count} pawns of {seat}: {en}"),
            format!("{count} pions {seat} : {fr}"),
        ))
    }
}

/// Writes what [`PositionHeader`] reads.
pub(crate) fn write_header(
    f: &mut fmt::Formatter<'_>,
    pawns: &BySeat<Bitboard>,
    turn: Seat,
    terrain: &Terrain,
) -> fmt::Result {
    let pawn = |square| Seat::ALL.into_iter().find(|&seat| pawns[seat].has(square));
    write_rows(f, 8, reading_order().map(pawn))?;
    write!(f, " {turn} {terrain}")
}

/// Reads the last field, the rule set, which may be missing.
pub(crate) fn read_rule_set<G: Game>(
    mut fields: Fields<'_>,
) -> Result<&'static RuleSet, ParseError> {
    let field = fields.next();
    let rules = field.map(|field| field.text.to_owned());
    let rule_set = G::rule_set(&Setup { rules, ..Setup::default() })
        .map_err(|e| e.error.shifted(field.map_or(0, |field| field.at)))?;
    fields.end()?;
    Ok(rule_set)
}
