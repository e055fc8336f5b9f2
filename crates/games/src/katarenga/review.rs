//! Why a move of Katarenga is a mistake: pawns lost, and pawns that reach the enemy's row.

use engine::{Branch, Mistake, ReviewReason};
use rules::{Position, Seat, Square};

use super::position::{Katarenga, Move, home_row};
use crate::terrain::Step;

/// How far along a line something must happen to be the reason, in plies.
const NEAR: usize = 4;

/// What the lines show, the most important first.
pub(super) fn explain(mistake: &Mistake<Katarenga>) -> Vec<ReviewReason> {
    let found = [
        entry_allowed(mistake).or_else(|| arrival_allowed(mistake)),
        pawn_lost(mistake),
        arrival_missed(mistake),
        pawn_missed(mistake),
    ];
    found.into_iter().flatten().take(2).collect()
}

/// The position before the move with that number of a branch.
fn before(mistake: &Mistake<Katarenga>, branch: &Branch<Katarenga>, at: usize) -> Katarenga {
    at.checked_sub(1).map_or(mistake.before, |last| branch.positions[last])
}

/// The square where the move with that number takes a pawn.
fn taken(mistake: &Mistake<Katarenga>, branch: &Branch<Katarenga>, at: usize) -> Option<Square> {
    let position = before(mistake, branch, at);
    match branch.moves[at] {
        Move::Walk(Step { to, .. }) => position.pawns[!position.turn].has(to).then_some(to),
        Move::Enter(..) => None,
    }
}

/// A pawn on the other side's home row that can no longer be taken there.
struct Arrival {
    /// The move that brings it there.
    at: usize,
    square: Square,
}

/// The first pawn of `seat` that comes to the other's home row along a line and cannot be taken
/// there at once.
fn arrival(branch: &Branch<Katarenga>, seat: Seat) -> Option<Arrival> {
    (0..branch.moves.len().min(NEAR)).find_map(|at| {
        let after = &branch.positions[at];
        let Move::Walk(Step { to, .. }) = branch.moves[at] else { return None };
        let comes = after.turn != seat && home_row(!seat).has(to);
        (comes && after.outcome().is_none() && !can_take(after, to))
            .then_some(Arrival { at, square: to })
    })
}

/// Whether the side to move can take the pawn on a square.
fn can_take(position: &Katarenga, square: Square) -> bool {
    let takes = |from: Square| position.walks(from).has(square);
    position.pawns[position.turn].squares().any(takes)
}

/// Whether a pawn of `seat` enters a camp along the line.
fn enters(branch: &Branch<Katarenga>, seat: Seat) -> bool {
    branch.last().camps[seat].count() > branch.first().camps[seat].count()
}

fn arrival_allowed(mistake: &Mistake<Katarenga>) -> Option<ReviewReason> {
    let opponent = !mistake.seat();
    let Arrival { at, square } = arrival(&mistake.played, opponent)?;
    if arrival(&mistake.better, opponent).is_some() || !enters(&mistake.played, opponent) {
        return None;
    }
    let m = mistake.played.moves[at];
    Some(ReviewReason::new(
        "allowed-home-row",
        format!(
            "Lets a pawn reach {square} with {m}: nothing can take it there, and it enters a camp."
        ),
        format!(
            "Laisse un pion atteindre {square} par {m} : rien ne peut l'y prendre, et il entre dans un camp."
        ),
    ))
}

fn entry_allowed(mistake: &Mistake<Katarenga>) -> Option<ReviewReason> {
    let Some(&Move::Enter(square, _)) = mistake.played.moves.get(1) else { return None };
    if taken(mistake, &mistake.better, 0) != Some(square) {
        return None;
    }
    let better = mistake.better.moves[0];
    Some(ReviewReason::new(
        "allowed-camp",
        format!("Lets the pawn on {square} into a camp: {better} takes it."),
        format!("Laisse entrer dans un camp le pion {square} : {better} le prend."),
    ))
}

fn arrival_missed(mistake: &Mistake<Katarenga>) -> Option<ReviewReason> {
    let seat = mistake.seat();
    let Arrival { at: 0, square } = arrival(&mistake.better, seat)? else { return None };
    if arrival(&mistake.played, seat).is_some() || !enters(&mistake.better, seat) {
        return None;
    }
    let better = mistake.better.moves[0];
    Some(ReviewReason::new(
        "missed-home-row",
        format!(
            "With {better} a pawn reaches {square}, where nothing can take it, and enters a camp."
        ),
        format!(
            "Par {better}, un pion atteint {square}, où rien ne peut le prendre, et entre dans un camp."
        ),
    ))
}

/// How many pawns `seat` has more than the other, camps included.
fn lead(position: &Katarenga, seat: Seat) -> i32 {
    position.strength(seat) as i32 - position.strength(!seat) as i32
}

/// The least that `seat` leads by at the end of a line, before and after the last move: an exchange
/// may be unfinished there.
fn worst_lead(branch: &Branch<Katarenga>, seat: Seat) -> i32 {
    let last = branch.positions.iter().rev().take(2);
    last.map(|position| lead(position, seat)).min().unwrap_or_default()
}

/// The most that `seat` leads by at the end of a line.
fn best_lead(branch: &Branch<Katarenga>, seat: Seat) -> i32 {
    -worst_lead(branch, !seat)
}

fn pawn_lost(mistake: &Mistake<Katarenga>) -> Option<ReviewReason> {
    let (seat, played) = (mistake.seat(), &mistake.played);
    let at = [1, 3]
        .into_iter()
        .find(|&at| at < played.moves.len() && taken(mistake, played, at).is_some())?;
    let square = taken(mistake, played, at)?;
    let now = lead(&mistake.before, seat);
    if best_lead(played, seat) >= now || worst_lead(&mistake.better, seat) < now {
        return None;
    }
    let id = "lost-pawn";
    if at == 3 {
        let moves = played.words(3);
        return Some(ReviewReason::new(
            id,
            format!("Loses a pawn: {moves}."),
            format!("Perd un pion : {moves}."),
        ));
    }
    let answer = played.moves[1];
    let attacked = mistake.before.null().is_some_and(|null| can_take(&null, square));
    Some(if attacked && mistake.before.pawns[seat].has(square) {
        ReviewReason::new(
            id,
            format!("Leaves the pawn on {square} to be taken by {answer}."),
            format!("Laisse prendre le pion {square} par {answer}."),
        )
    } else {
        ReviewReason::new(
            id,
            format!("Loses the pawn on {square}: {answer} takes it."),
            format!("Perd le pion {square} : {answer} le prend."),
        )
    })
}

fn pawn_missed(mistake: &Mistake<Katarenga>) -> Option<ReviewReason> {
    let seat = mistake.seat();
    let square = taken(mistake, &mistake.better, 0)?;
    let now = lead(&mistake.before, seat);
    if worst_lead(&mistake.better, seat) <= now || best_lead(&mistake.played, seat) > now {
        return None;
    }
    let better = mistake.better.moves[0];
    Some(ReviewReason::new(
        "missed-pawn",
        format!("Misses the pawn on {square}: {better} takes it."),
        format!("Manque le pion {square} : {better} le prend."),
    ))
}
