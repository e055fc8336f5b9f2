//! Who has to pass, and who makes the last move.

use engine::{EvaluatedLine, MistakeContext, ReviewReason};
use rules::{Position, Seat};

use super::super::position::{Move, Othello};

/// Plies of a line within which a pass is a reason.
const REASON_MAX_PLIES: usize = 6;

/// Where `seat` first has to pass along a line.
fn pass(branch: &EvaluatedLine<Othello>, seat: Seat) -> Option<usize> {
    (1..branch.moves.len())
        .find(|&at| branch.moves[at] == Move::Pass && branch.positions[at - 1].turn() == seat)
}

/// The player has to pass on the line that was played, and not on the better one.
pub(super) fn pass_forced(mistake: &MistakeContext<Othello>) -> Option<ReviewReason> {
    let seat = mistake.seat();
    let at = pass(&mistake.played, seat).filter(|&at| at < REASON_MAX_PLIES)?;
    if pass(&mistake.better, seat).is_some() {
        return None;
    }
    let moves = mistake.played.notation(at - 1);
    Some(ReviewReason::new(
        "forced-pass",
        format!("Runs out of moves: after {moves} nothing is left but to pass."),
        format!("Manque de coups : après {moves}, il ne reste qu'à passer."),
    ))
}

/// The opponent has to pass on the better line, and not on the one that was played.
pub(super) fn pass_missed(mistake: &MistakeContext<Othello>) -> Option<ReviewReason> {
    let opponent = !mistake.seat();
    let at = pass(&mistake.better, opponent).filter(|&at| at < REASON_MAX_PLIES)?;
    if pass(&mistake.played, opponent).is_some() {
        return None;
    }
    let moves = mistake.better.notation(at - 1);
    Some(ReviewReason::new(
        "missed-pass",
        format!("After {moves} the opponent has to pass."),
        format!("Après {moves}, l'adversaire doit passer."),
    ))
}

/// Whether the opponent has to pass soon on the better line.
pub(super) fn forces_pass(mistake: &MistakeContext<Othello>) -> bool {
    pass(&mistake.better, !mistake.seat()).is_some_and(|at| at < REASON_MAX_PLIES)
}

/// Whether the player makes the last move on the better line, and not on the one that was played.
pub(super) fn keeps_last_move(mistake: &MistakeContext<Othello>) -> bool {
    let seat = mistake.seat();
    last_disc(mistake, &mistake.better) == Some(seat)
        && last_disc(mistake, &mistake.played) == Some(!seat)
}

/// Who puts the last disc on the board, if the line leads to the end.
fn last_disc(mistake: &MistakeContext<Othello>, branch: &EvaluatedLine<Othello>) -> Option<Seat> {
    branch.outcome?;
    let at = branch.moves.iter().rposition(|&m| m != Move::Pass)?;
    let before = at.checked_sub(1).map_or(&mistake.before, |last| &branch.positions[last]);
    Some(before.turn())
}

/// With best play to the end, the opponent makes the last move, which the better move keeps.
pub(super) fn parity_lost(mistake: &MistakeContext<Othello>) -> Option<ReviewReason> {
    let (seat, better) = (mistake.seat(), mistake.better.moves[0]);
    let exact = mistake.played.proof.is_proved() && mistake.better.proof.is_proved();
    let lost = last_disc(mistake, &mistake.played) == Some(!seat)
        && last_disc(mistake, &mistake.better) == Some(seat);
    (exact && lost).then(|| {
        ReviewReason::new(
            "lost-parity",
            format!("Gives up parity: the opponent makes the last move of the game; {better} keeps it."),
            format!("Cède la parité : l'adversaire joue le dernier coup de la partie ; {better} le garde."),
        )
    })
}
