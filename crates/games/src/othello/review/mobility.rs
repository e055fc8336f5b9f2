//! Mobility, and the discs that give it to the opponent.

use engine::{MistakeContext, ReviewReason};
use rules::Seat;

use super::super::flips::moves;
use super::super::position::Othello;
use super::is_midgame;

/// Loss of mobility against the better move that is a reason: right after the move, and at the end of the lines.
const MIN_MOBILITY_LOSS: [i32; 2] = [4, 6];
/// Part of the loss right after the move that must remain at the end of the lines.
const MIN_LASTING_LOSS: i32 = 2;
/// Additional frontier discs that are a reason.
const MIN_FRONTIER_GAIN: i32 = 6;

/// Moves of `seat` and of the other side, whoever is to move.
fn mobility(position: &Othello, seat: Seat) -> [i32; 2] {
    let (own, enemy) = (position.discs(seat).0, position.discs(!seat).0);
    [moves(own, enemy), moves(enemy, own)].map(|places| places.count_ones() as i32)
}

/// Moves that `seat` has more than the other side.
fn freedom(position: &Othello, seat: Seat) -> i32 {
    let [own, enemy] = mobility(position, seat);
    own - enemy
}

/// How much freedom the line that was played lacks at its end.
fn lacks_later(mistake: &MistakeContext<Othello>) -> i32 {
    let seat = mistake.seat();
    freedom(mistake.better.last(), seat) - freedom(mistake.played.last(), seat)
}

/// The opponent has more moves to answer with than after the better move.
pub(super) fn answers_given(mistake: &MistakeContext<Othello>) -> Option<ReviewReason> {
    let opponent = !mistake.seat();
    let [answers, _] = mobility(mistake.played.first(), opponent);
    let [fewer, _] = mobility(mistake.better.first(), opponent);
    if !is_midgame(mistake)
        || answers - fewer < MIN_MOBILITY_LOSS[0]
        || lacks_later(mistake) < MIN_LASTING_LOSS
    {
        return None;
    }
    let better = mistake.better.moves[0];
    Some(ReviewReason::new(
        "lost-mobility",
        format!("Leaves the opponent {answers} moves to choose from; {better} leaves {fewer}."),
        format!(
            "Laisse à l'adversaire le choix entre {answers} coups ; {better} lui en laisse {fewer}."
        ),
    ))
}

/// After the answer, or at the end of the lines, the player has less freedom than after the better
/// move.
pub(super) fn mobility_lost(mistake: &MistakeContext<Othello>) -> Option<ReviewReason> {
    let (seat, played, better) = (mistake.seat(), &mistake.played, &mistake.better);
    if !is_midgame(mistake) || lacks_later(mistake) < MIN_LASTING_LOSS {
        return None;
    }
    let difference =
        |after: &Othello, instead: &Othello| freedom(instead, seat) - freedom(after, seat);
    let told = |after: &Othello, instead: &Othello, en: [String; 2], fr: [String; 2]| {
        let [own, enemy] = mobility(after, seat);
        let [own_better, enemy_better] = mobility(instead, seat);
        ReviewReason::new(
            "lost-mobility",
            format!(
                "Costs mobility, counted in possible moves: {own} to {enemy} {}, {own_better} to {enemy_better} {}.",
                en[0], en[1]
            ),
            format!(
                "Coûte de la mobilité, comptée en coups possibles : {own} contre {enemy} {}, {own_better} contre {enemy_better} {}.",
                fr[0], fr[1]
            ),
        )
    };
    if let (Some(after), Some(instead)) = (played.positions.get(1), better.positions.get(1))
        && difference(after, instead) >= MIN_MOBILITY_LOSS[0]
    {
        let words = [played.notation(1), better.notation(1)];
        return Some(told(
            after,
            instead,
            words.clone().map(|words| format!("after {words}")),
            words.map(|words| format!("après {words}")),
        ));
    }
    (lacks_later(mistake) >= MIN_MOBILITY_LOSS[1]).then(|| {
        let (count, m) = (played.moves.len(), better.moves[0]);
        told(
            played.last(),
            better.last(),
            [format!("after {count} moves of best play"), format!("with {m}")],
            [format!("au bout de {count} coups bien joués"), format!("avec {m}")],
        )
    })
}

/// Discs of `seat` that touch an empty square.
fn frontier(position: &Othello, seat: Seat) -> i32 {
    let empty = !(position.discs(Seat::First) | position.discs(Seat::Second));
    (position.discs(seat) & empty.around()).len() as i32
}

/// More discs of the player touch empty squares than after the better move, now and at the end of
/// the lines.
pub(super) fn frontier_opened(mistake: &MistakeContext<Othello>) -> Option<ReviewReason> {
    let (seat, played, better) = (mistake.seat(), &mistake.played, &mistake.better);
    let exposed = |position: &Othello| frontier(position, seat);
    let (now, instead) = (exposed(played.first()), exposed(better.first()));
    let later = exposed(played.last()) - exposed(better.last());
    if !is_midgame(mistake) || now - instead < MIN_FRONTIER_GAIN || later < 1 {
        return None;
    }
    let m = better.moves[0];
    Some(ReviewReason::new(
        "frontier",
        format!("Exposes discs: {now} touch empty squares, after {m} {instead}."),
        format!("Expose des pions : {now} touchent des cases vides, {instead} après {m}."),
    ))
}
