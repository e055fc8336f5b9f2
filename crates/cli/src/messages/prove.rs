//! Messages of `damier prove`.

use engine::{Goal, ProvedClaim, ResultClaim};
use rules::Text;
use texts::text;

/// Error: there is nothing to prove.
pub(crate) fn game_missing() -> Text {
    text("prove-game-missing", &[])
}

/// Error: the game has no certificates.
pub(crate) fn no_certificates(game: &str) -> Text {
    text("prove-no-certificates", &[("game", game.into())])
}

/// Size of a strategy so far.
pub(crate) fn moves(moves: u64) -> Text {
    text("prove-moves", &[("moves", moves.into())])
}

/// The certificate is true.
pub(crate) fn valid() -> Text {
    text("prove-valid", &[])
}

/// What is proved.
pub(crate) fn claim(proved: &ProvedClaim) -> Text {
    let &ProvedClaim { claim: ResultClaim { seat, goal }, plies, moves } = proved;
    let (id, margin) = match goal {
        Goal::Win => ("prove-win", 0),
        Goal::Draw => ("prove-draw", 0),
        Goal::Margin(margin) => ("prove-margin", margin),
    };
    let (number, margin) =
        (("number", seat.number().into()), ("margin", format!("{margin:+}").into()));
    text(id, &[number, margin, ("plies", plies.into()), ("moves", moves.into())])
}

/// Error: the certificate is refused, and where.
pub(crate) fn refused(file: &str, line: u64, why: &Text) -> Text {
    let line = ("line", line.into());
    text("prove-refused", &[("file", file.into()), line, ("why", why.into())])
}
