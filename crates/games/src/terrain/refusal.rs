//! Why a pawn cannot make a move, in words.

use rules::{Bitboard, Square, Text};

use super::{Colour, Step, Terrain, rays};

impl Terrain {
    /// Why a pawn on `from` does not reach `to` with `pawns` on the board.
    pub(crate) fn why_out_of_reach(&self, Step { from, to }: Step, pawns: Bitboard) -> Text {
        let line = match self.colour(from) {
            Colour::Blue => {
                return Text::composed(
                    format!(
                        "the pawn on {from} cannot go to {to}: from blue it takes one step, like a king"
                    ),
                    format!(
                        "le pion en {from} ne peut pas aller en {to} : depuis le bleu, il fait un seul pas, comme un roi"
                    ),
                );
            }
            Colour::Green => {
                return Text::composed(
                    format!(
                        "the pawn on {from} cannot go to {to}: from green it jumps like a knight"
                    ),
                    format!(
                        "le pion en {from} ne peut pas aller en {to} : depuis le vert, il saute comme un cavalier"
                    ),
                );
            }
            Colour::Red => rays::rook(from, Bitboard::EMPTY),
            Colour::Yellow => rays::bishop(from, Bitboard::EMPTY),
        };
        if !line.has(to) {
            return self.why_not_in_line(from, to);
        }
        match self.stop(from, to, pawns) {
            Some(stop) if pawns.has(stop) => Text::composed(
                format!("the pawn on {from} cannot go to {to}: the pawn on {stop} is in the way"),
                format!(
                    "le pion en {from} ne peut pas aller en {to} : le pion en {stop} barre la route"
                ),
            ),
            Some(stop) => {
                let (en, fr) = match self.colour(from) {
                    Colour::Red => ("red", "rouge"),
                    _ => ("yellow", "jaune"),
                };
                Text::composed(
                    format!(
                        "the pawn on {from} cannot go to {to}: from {en} it stops at the next {en} square, {stop}"
                    ),
                    format!(
                        "le pion en {from} ne peut pas aller en {to} : depuis le {fr}, il s'arrête à la prochaine case {fr}, {stop}"
                    ),
                )
            }
            None => Text::composed(
                format!("the pawn on {from} cannot go to {to}"),
                format!("le pion en {from} ne peut pas aller en {to}"),
            ),
        }
    }

    fn why_not_in_line(&self, from: Square, to: Square) -> Text {
        let (en, fr) = match self.colour(from) {
            Colour::Red => {
                ("red it goes straight, like a rook", "le rouge, il va tout droit, comme une tour")
            }
            _ => (
                "yellow it goes diagonally, like a bishop",
                "le jaune, il va en diagonale, comme un fou",
            ),
        };
        Text::composed(
            format!("the pawn on {from} cannot go to {to}: from {en}"),
            format!("le pion en {from} ne peut pas aller en {to} : depuis {fr}"),
        )
    }

    /// The square between `from` and `to`, which are in line, where a pawn on the way from one to the other
    /// must stop.
    fn stop(&self, from: Square, to: Square, pawns: Bitboard) -> Option<Square> {
        let files = (to.file() as i8 - from.file() as i8).signum();
        let ranks = (to.rank() as i8 - from.rank() as i8).signum();
        let mut square = from.offset(files, ranks)?;
        while square != to {
            if pawns.has(square) || self.colour(square) == self.colour(from) {
                return Some(square);
            }
            square = square.offset(files, ranks)?;
        }
        None
    }
}
