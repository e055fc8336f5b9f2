//! Position: eight rows from the top, `x` for Black and `o` for White, and the side to move,
//! `8/8/8/3ox3/3xo3/8/8/8 x`. Move: the square, `d3`, or a pass, `--`.
//!
//! The board may also come as 64 squares in a line, as files of test positions write it:
//! `---------------------------OX------XO--------------------------- X;`. There `*` is Black as
//! well, and whatever follows a semicolon is left unread.

use std::fmt;
use std::str::FromStr;

use rules::{
    Bitboard, BySeat, Field, Fields, ParseError, Position, Seat, Square, Text, read_rows,
    read_seat, write_rows,
};

use super::position::{CENTRE, Move, Othello};

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Disc(square) => square.fmt(f),
            Self::Pass => f.write_str("--"),
        }
    }
}

impl FromStr for Move {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let passes = ["--", "pass", "passe", "pa", "ps"];
        if passes.iter().any(|pass| text.eq_ignore_ascii_case(pass)) {
            return Ok(Self::Pass);
        }
        text.parse().map(Self::Disc).map_err(|ParseError { at, .. }| ParseError {
            at,
            text: Text::composed(
                format!("'{text}' is no move: a move is a square, a1 to h8, or -- to pass"),
                format!(
                    "« {text} » n'est pas un coup : jouez une case, de a1 à h8, ou -- pour passer"
                ),
            ),
        })
    }
}

impl fmt::Display for Othello {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_rows(f, 8, Square::all().map(|square| self.disc(square)))?;
        write!(f, " {}", self.turn())
    }
}

impl FromStr for Othello {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut fields = Fields::new(text);
        let board = fields.expect("eight rows of discs", "les huit rangées")?;
        let cells = if board.text.contains('/') {
            read_rows(board, 8, 8)?
        } else {
            fields = Fields::new(text.split(';').next().unwrap_or_default());
            read_line(fields.expect("64 squares", "les 64 cases")?)?
        };
        let turn = read_seat(fields.expect("the side to move, x or o,", "le trait, x ou o")?)?;
        fields.end()?;

        let mut discs = BySeat::<Bitboard>::default();
        for (square, cell) in Square::all().zip(cells) {
            if let Some(seat) = cell {
                discs[seat] |= square;
            }
        }
        check_discs(discs.first | discs.second)
            .map_err(|(square, text)| place(board, square).error(text))?;
        Ok(Self::from_discs(discs, turn))
    }
}

/// Reads 64 squares in a line, one character each.
fn read_line(field: Field<'_>) -> Result<Vec<Option<Seat>>, ParseError> {
    let found = field.text.chars().count();
    if found != 64 {
        return Err(field.error(Text::composed(
            format!("a board is 8 rows with / between, or 64 squares in a line, not {found}"),
            format!("il faut 8 rangées séparées par /, ou une ligne de 64 cases et non {found}"),
        )));
    }
    field
        .chars()
        .map(|(char, place)| match char {
            '.' | '-' | '_' => Ok(None),
            '*' => Ok(Some(Seat::First)),
            _ => Seat::from_letter(char).map(Some).ok_or_else(|| {
                place.error(Text::composed(
                    format!("'{char}' is neither x, o nor - for an empty square"),
                    format!("« {char} » n'est ni x, ni o, ni - pour une case vide"),
                ))
            }),
        })
        .collect()
}

/// Makes sure that a game can have put discs there: beginning with the four in the centre, each
/// next to an earlier one. Else tells the square that shows the contrary.
fn check_discs(discs: Bitboard) -> Result<(), (Square, Text)> {
    if let Some(hole) = (CENTRE & !discs).first() {
        return Err((
            hole,
            Text::composed(
                format!("{hole} is empty, but the four squares in the centre never are"),
                format!("{hole} est vide, or les quatre cases du centre ne le sont jamais"),
            ),
        ));
    }
    match (discs & !discs.reached_from(CENTRE, Bitboard::around)).first() {
        None => Ok(()),
        Some(far) => Err((
            far,
            Text::composed(
                format!("the disc on {far} is cut off: no chain of discs joins it to the centre"),
                format!(
                    "le pion en {far} est isolé : aucune chaîne de pions ne le relie au centre"
                ),
            ),
        )),
    }
}

/// The character of `board` that stands for `square`.
fn place(board: Field<'_>, square: Square) -> Field<'_> {
    let mut squares = 0;
    board
        .chars()
        .find(|&(char, _)| {
            squares += match char {
                '/' => 0,
                _ => char.to_digit(10).unwrap_or(1),
            };
            squares > square.index().into()
        })
        .map_or(board, |(_, place)| place)
}
