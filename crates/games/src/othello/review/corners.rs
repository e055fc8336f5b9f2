//! Corners, and the squares that give them away.

use engine::{EvaluatedLine, MistakeContext, ReviewReason};
use rules::{Bitboard, Position, Seat, Square};

use super::super::flips::moves;
use super::super::position::{Move, Othello};
use super::is_midgame;

const CORNERS: [Square; 4] =
    [Square::new(0, 0), Square::new(7, 0), Square::new(0, 7), Square::new(7, 7)];
/// Plies of a line within which a risk is a reason.
const REASON_MAX_PLIES: usize = 8;

/// Corners that `seat` has more than the other at the end of a line.
fn corner_lead(branch: &EvaluatedLine<Othello>, seat: Seat) -> i32 {
    let corners: Bitboard = CORNERS.into_iter().collect();
    let count = |seat: Seat| (branch.last().discs(seat) & corners).len() as i32;
    count(seat) - count(!seat)
}

/// The first corner that `seat` takes along a line before `end`, and when, the first move left out.
fn corner_taken(
    branch: &EvaluatedLine<Othello>,
    seat: Seat,
    end: usize,
) -> Option<(usize, Square)> {
    (1..branch.moves.len().min(end)).find_map(|at| match branch.moves[at] {
        Move::Disc(square) if CORNERS.contains(&square) => {
            (branch.positions[at - 1].turn() == seat).then_some((at, square))
        }
        _ => None,
    })
}

/// Whether the move with that number of a line takes a corner.
pub(super) fn takes_corner(branch: &EvaluatedLine<Othello>, at: usize) -> bool {
    matches!(branch.moves.get(at), Some(Move::Disc(square)) if CORNERS.contains(square))
}

/// The opponent takes a corner on the line that was played, and not on the better one.
pub(super) fn corner_given(mistake: &MistakeContext<Othello>) -> Option<ReviewReason> {
    let (seat, played, better) = (mistake.seat(), &mistake.played, &mistake.better);
    let (at, corner) = corner_taken(played, !seat, 6)?;
    let spared = !better.last().discs(!seat).has(corner) && !better.first().places().has(corner);
    if !spared || corner_lead(played, seat) >= corner_lead(better, seat) {
        return None;
    }
    let cannot_help = || {
        let before = &played.positions[at - 2];
        let open = |m: Move| before.play(m).places().has(corner);
        before.turn() == seat && before.legal_moves().into_iter().all(open)
    };
    let (en, fr) = if at == 1 {
        let missed = better.moves[0] == Move::Disc(corner);
        return Some(corner_left(corner, missed));
    } else if cannot_help() {
        let moves = played.notation(at - 2);
        (
            format!("after {moves} nothing stops the opponent from taking it"),
            format!("après {moves}, rien n'empêche l'adversaire de le prendre"),
        )
    } else if at == 3 {
        let moves = played.notation(at);
        (format!("it falls after {moves}"), format!("il tombe après {moves}"))
    } else {
        return None;
    };
    Some(ReviewReason::new(
        "lost-corner",
        format!("Gives up the corner {corner}: {en}."),
        format!("Cède le coin {corner} : {fr}."),
    ))
}

/// The opponent takes a corner at once, which the better move may take itself.
fn corner_left(corner: Square, missed: bool) -> ReviewReason {
    let (en, fr) = if missed {
        (
            format!("Leaves the corner {corner} to the opponent instead of taking it."),
            format!("Laisse le coin {corner} à l'adversaire au lieu de le prendre."),
        )
    } else {
        (
            format!("Gives up the corner {corner}: the opponent takes it at once."),
            format!("Cède le coin {corner} : l'adversaire le prend tout de suite."),
        )
    };
    ReviewReason::new("lost-corner", en, fr)
}

/// The better line wins a corner that the player does not get on the line that was played.
pub(super) fn corner_missed(mistake: &MistakeContext<Othello>) -> Option<ReviewReason> {
    let (seat, played, better) = (mistake.seat(), &mistake.played, &mistake.better);
    let missed = |corner: Square| {
        let (own, enemy) = (played.last().discs(seat), played.last().discs(!seat));
        let later = own | Bitboard(moves(own.0, enemy.0));
        !later.has(corner) && played.moves.get(1) != Some(&Move::Disc(corner))
    };
    let id = "missed-corner";
    if let Move::Disc(corner) = better.moves[0]
        && CORNERS.contains(&corner)
        && missed(corner)
    {
        return Some(ReviewReason::new(
            id,
            format!("Misses the corner {corner}."),
            format!("Manque le coin {corner}."),
        ));
    }
    let (at, corner) = corner_taken(better, seat, 3)?;
    if !missed(corner) || corner_lead(played, seat) >= corner_lead(better, seat) {
        return None;
    }
    let moves = better.notation(at);
    Some(ReviewReason::new(
        id,
        format!("Misses the corner {corner}: {moves}."),
        format!("Manque le coin {corner} : {moves}."),
    ))
}

/// The square diagonally next to each corner.
const DIAGONALS: [(Square, Square); 4] = [
    (Square::new(1, 1), CORNERS[0]),
    (Square::new(6, 1), CORNERS[1]),
    (Square::new(1, 6), CORNERS[2]),
    (Square::new(6, 6), CORNERS[3]),
];

/// The first disc that `seat` puts diagonally next to an empty corner along a line: when, where, and
/// the corner.
fn risky(
    mistake: &MistakeContext<Othello>,
    branch: &EvaluatedLine<Othello>,
) -> Option<(usize, Square, Square)> {
    let seat = mistake.seat();
    (0..branch.moves.len().min(REASON_MAX_PLIES)).find_map(|at| {
        let Move::Disc(square) = branch.moves[at] else { return None };
        let (_, corner) = DIAGONALS.into_iter().find(|(diagonal, _)| *diagonal == square)?;
        let after = &branch.positions[at];
        (after.turn() != seat && after.disc(corner).is_none()).then_some((at, square, corner))
    })
}

/// The player puts a disc diagonally next to an empty corner on the line that was played, and not
/// on the better one.
pub(super) fn risk_taken(mistake: &MistakeContext<Othello>) -> Option<ReviewReason> {
    let (at, square, corner) = risky(mistake, &mistake.played)?;
    if !is_midgame(mistake) || risky(mistake, &mistake.better).is_some() {
        return None;
    }
    let (en, fr) = if at == 0 {
        (
            format!("Puts a disc on {square}, next to the empty corner {corner}."),
            format!("Pose un pion en {square}, à côté du coin vide {corner}."),
        )
    } else {
        let moves = mistake.played.notation(at - 1);
        (
            format!(
                "Runs out of safe squares: after {moves} the best is {square}, next to the empty corner {corner}."
            ),
            format!(
                "Manque de cases sûres : après {moves}, le mieux est {square}, à côté du coin vide {corner}."
            ),
        )
    };
    Some(ReviewReason::new("unsafe-square", en, fr))
}
