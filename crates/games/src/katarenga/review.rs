//! Why a move of Katarenga is a mistake: pawns that reach the enemy's row, camps, pawns lost.

#[cfg(test)]
mod tests;

use engine::{EvaluatedLine, MistakeContext, ReviewReason, Theme};
use rules::{Position, Seat, Square};

use super::position::{Katarenga, Move, home_row};
use crate::terrain::Step;

/// Plies of a line within which an event is a reason.
const REASON_MAX_PLIES: usize = 6;

/// What the lines show, the most important first.
pub(super) fn explain(mistake: &MistakeContext<Katarenga>) -> Vec<ReviewReason> {
    let found = [
        arrival_allowed(mistake).or_else(|| camp_allowed(mistake)),
        arrival_missed(mistake).or_else(|| camp_missed(mistake)),
        pawn_lost(mistake),
        pawn_missed(mistake),
    ];
    found.into_iter().flatten().take(2).collect()
}

/// What a puzzle's solution, the better line, turns on.
pub(super) fn themes(solution: &MistakeContext<Katarenga>) -> Vec<Theme> {
    let (seat, line) = (solution.seat(), &solution.better);
    let takes = |at: usize| (at < line.moves.len()).then(|| taken(solution, line, at)).flatten();
    let given = takes(1).is_some_and(|square| takes(2) != Some(square));
    let found = [
        given.then_some(Theme::Sacrifice),
        arrival(solution, line, seat).map(|_| Theme::Breakthrough),
        entry(solution, line, seat).map(|_| Theme::CampRace),
        takes(0).map(|_| Theme::Capture),
    ];
    found.into_iter().flatten().collect()
}

/// The position before the move with that number of a branch.
fn before(
    mistake: &MistakeContext<Katarenga>,
    branch: &EvaluatedLine<Katarenga>,
    at: usize,
) -> Katarenga {
    at.checked_sub(1).map_or(mistake.before, |last| branch.positions[last])
}

/// The square where the move with that number takes a pawn.
fn taken(
    mistake: &MistakeContext<Katarenga>,
    branch: &EvaluatedLine<Katarenga>,
    at: usize,
) -> Option<Square> {
    let position = before(mistake, branch, at);
    match branch.moves[at] {
        Move::Walk(Step { to, .. }) => position.pawns[!position.turn].has(to).then_some(to),
        Move::Enter(..) => None,
    }
}

/// The first move along a branch with which `seat` takes a pawn, and where.
fn capture(
    mistake: &MistakeContext<Katarenga>,
    branch: &EvaluatedLine<Katarenga>,
    seat: Seat,
) -> Option<(usize, Square)> {
    (0..branch.moves.len().min(REASON_MAX_PLIES))
        .filter(|&at| before(mistake, branch, at).turn == seat)
        .find_map(|at| Some((at, taken(mistake, branch, at)?)))
}

/// The first move along a branch with which a pawn of `seat` enters a camp, and from where.
fn entry(
    mistake: &MistakeContext<Katarenga>,
    branch: &EvaluatedLine<Katarenga>,
    seat: Seat,
) -> Option<(usize, Square)> {
    (0..branch.moves.len().min(REASON_MAX_PLIES))
        .filter(|&at| before(mistake, branch, at).turn == seat)
        .find_map(|at| match branch.moves[at] {
            Move::Enter(from, _) => Some((at, from)),
            Move::Walk(_) => None,
        })
}

/// Whether the side to move can take the pawn on a square.
fn can_take(position: &Katarenga, square: Square) -> bool {
    position.pawns[position.turn].squares().any(|from| position.walks(from).has(square))
}

/// The first pawn of `seat` that comes to the other's home row along a branch, cannot be taken
/// there at once, and enters a camp from there: the move that brings it, and the square.
fn arrival(
    mistake: &MistakeContext<Katarenga>,
    branch: &EvaluatedLine<Katarenga>,
    seat: Seat,
) -> Option<(usize, Square)> {
    let (entered, from) = entry(mistake, branch, seat)?;
    let at = (0..entered).rev().find(|&at| {
        reached(branch.moves[at], seat) == Some(from) && branch.positions[at].turn != seat
    })?;
    (!can_take(&branch.positions[at], from)).then_some((at, from))
}

/// The square of the other's home row that a pawn of `seat` comes to from elsewhere.
fn reached(m: Move, seat: Seat) -> Option<Square> {
    let Move::Walk(Step { from, to }) = m else { return None };
    let row = home_row(!seat);
    (row.has(to) && !row.has(from)).then_some(to)
}

/// Whether a pawn of `seat` comes to the other's home row along a branch and cannot be taken there
/// at once.
fn arrives(branch: &EvaluatedLine<Katarenga>, seat: Seat) -> bool {
    branch.moves.iter().zip(&branch.positions).any(|(&m, after)| {
        after.turn != seat && reached(m, seat).is_some_and(|square| !can_take(after, square))
    })
}

/// Camps that `seat` has filled more than the other at the end of a branch.
fn camps(branch: &EvaluatedLine<Katarenga>, seat: Seat) -> i32 {
    let camps = &branch.last().camps;
    camps[seat].count() as i32 - camps[!seat].count() as i32
}

/// Whether the player has fewer camps to show at the end of the branch played than of the better.
fn loses_camps(mistake: &MistakeContext<Katarenga>) -> bool {
    camps(&mistake.played, mistake.seat()) < camps(&mistake.better, mistake.seat())
}

fn arrival_allowed(mistake: &MistakeContext<Katarenga>) -> Option<ReviewReason> {
    let (opponent, played) = (!mistake.seat(), &mistake.played);
    let (at, square) = arrival(mistake, played, opponent)?;
    if arrives(&mistake.better, opponent) || !loses_camps(mistake) {
        return None;
    }
    let (en, fr) = if at == 1 {
        let m = played.moves[1];
        (
            format!("Lets a pawn reach {square} ({m})"),
            format!("Laisse un pion atteindre {square} ({m})"),
        )
    } else {
        let moves = played.notation(at);
        (
            format!("Lets a pawn reach {square} after {moves}"),
            format!("Laisse un pion atteindre {square} après {moves}"),
        )
    };
    Some(ReviewReason::new(
        "allowed-home-row",
        format!("{en}: nothing can take it there, and it enters a camp."),
        format!("{fr} : rien ne peut l'y prendre, et il entre dans un camp."),
    ))
}

/// A pawn enters a camp that was on the home row already, or could be taken on its way.
fn camp_allowed(mistake: &MistakeContext<Katarenga>) -> Option<ReviewReason> {
    let (opponent, played) = (!mistake.seat(), &mistake.played);
    let (at, square) = entry(mistake, played, opponent)?;
    let spared = entry(mistake, &mistake.better, opponent).is_none();
    if !spared || arrives(&mistake.better, opponent) || !loses_camps(mistake) {
        return None;
    }
    let better = mistake.better.moves[0];
    if taken(mistake, &mistake.better, 0) == Some(square) {
        return Some(ReviewReason::new(
            "allowed-camp",
            format!("Lets the pawn on {square} into a camp: {better} takes it."),
            format!("Laisse le pion {square} entrer dans un camp : {better} le prend."),
        ));
    }
    let moves = played.notation(at);
    Some(ReviewReason::new(
        "allowed-camp",
        format!("Lets a pawn into a camp: {moves}."),
        format!("Laisse un pion entrer dans un camp : {moves}."),
    ))
}

fn arrival_missed(mistake: &MistakeContext<Katarenga>) -> Option<ReviewReason> {
    let (seat, better) = (mistake.seat(), &mistake.better);
    let (at, square) = arrival(mistake, better, seat)?;
    let misses = entry(mistake, &mistake.played, seat).is_none();
    if !misses || arrives(&mistake.played, seat) || !loses_camps(mistake) {
        return None;
    }
    let moves = better.notation(at);
    Some(ReviewReason::new(
        "missed-home-row",
        format!(
            "With {moves} a pawn reaches {square}: nothing can take it there, and it enters a camp."
        ),
        format!(
            "Par {moves}, un pion atteint {square} : rien ne peut l'y prendre, et il entre dans un camp."
        ),
    ))
}

fn camp_missed(mistake: &MistakeContext<Katarenga>) -> Option<ReviewReason> {
    let (seat, better) = (mistake.seat(), &mistake.better);
    let (at, _) = entry(mistake, better, seat)?;
    if entry(mistake, &mistake.played, seat).is_some() || !loses_camps(mistake) {
        return None;
    }
    let moves = better.notation(at);
    Some(ReviewReason::new(
        "missed-camp",
        format!("Misses a camp: {moves}."),
        format!("Manque un camp : {moves}."),
    ))
}

/// How many pawns `seat` has more than the other, camps included.
fn lead(position: &Katarenga, seat: Seat) -> i32 {
    position.strength(seat) as i32 - position.strength(!seat) as i32
}

/// The least that `seat` leads by at the end of a branch, before and after its last move: an
/// exchange may be unfinished there.
fn worst_lead(branch: &EvaluatedLine<Katarenga>, seat: Seat) -> i32 {
    let last = branch.positions.iter().rev().take(2);
    last.map(|position| lead(position, seat)).min().unwrap_or_default()
}

/// The most that `seat` leads by there.
fn best_lead(branch: &EvaluatedLine<Katarenga>, seat: Seat) -> i32 {
    -worst_lead(branch, !seat)
}

fn pawn_lost(mistake: &MistakeContext<Katarenga>) -> Option<ReviewReason> {
    let (seat, played) = (mistake.seat(), &mistake.played);
    let (at, square) = capture(mistake, played, !seat)?;
    let now = lead(&mistake.before, seat);
    if best_lead(played, seat) >= now || worst_lead(&mistake.better, seat) < now {
        return None;
    }
    let id = "lost-pawn";
    if at > 1 {
        let moves = played.notation(at);
        return Some(ReviewReason::new(
            id,
            format!("Loses a pawn: {moves}."),
            format!("Perd un pion : {moves}."),
        ));
    }
    let exchange = (1..played.moves.len())
        .take_while(|&at| taken(mistake, played, at) == Some(square))
        .last()
        .unwrap_or(1);
    if exchange > 1 {
        let moves = played.moves[1..=exchange].iter().map(ToString::to_string);
        let moves = moves.collect::<Vec<_>>().join(" ");
        return Some(ReviewReason::new(
            id,
            format!("Loses a pawn in the exchange on {square}: {moves}."),
            format!("Perd un pion dans l'échange en {square} : {moves}."),
        ));
    }
    let answer = played.moves[1];
    let stood = mistake.before.pawns[seat].has(square);
    let attacked = mistake.before.null().is_some_and(|null| can_take(&null, square));
    Some(if stood && attacked {
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

fn pawn_missed(mistake: &MistakeContext<Katarenga>) -> Option<ReviewReason> {
    let (seat, better) = (mistake.seat(), &mistake.better);
    let (at, square) = capture(mistake, better, seat)?;
    let now = lead(&mistake.before, seat);
    if worst_lead(better, seat) <= now || best_lead(&mistake.played, seat) > now {
        return None;
    }
    let moves = better.notation(at);
    let id = "missed-pawn";
    Some(if at == 0 {
        ReviewReason::new(
            id,
            format!("Misses the pawn on {square}: {moves} takes it."),
            format!("Manque le pion {square} : {moves} le prend."),
        )
    } else {
        ReviewReason::new(
            id,
            format!("Misses a pawn: {moves}."),
            format!("Manque un pion : {moves}."),
        )
    })
}
