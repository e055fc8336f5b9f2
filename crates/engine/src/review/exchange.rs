//! The swap rule in a review: a first move is as good as it is fair, and to swap is a choice like
//! any other.

use rules::Seat;

use super::{Grade, ReviewReason, ReviewedEntry};
use crate::{ThoughtLine, swap};

/// A score that `seat` expects, as First sees it.
pub(super) const fn for_first(seat: Seat, chance: f32) -> f32 {
    match seat {
        Seat::First => chance,
        Seat::Second => 1.0 - chance,
    }
}

/// Judges the first move of a game with the swap rule again, among all `moves` and with the swap
/// in view.
pub(super) fn foresee(entry: &mut ReviewedEntry, mut moves: Vec<ThoughtLine>) {
    moves.iter_mut().for_each(swap::expect);
    let fairest = moves.iter().max_by(|a, b| a.worth().total_cmp(&b.worth())).cloned();
    let played = moves.into_iter().find(|line| line.notation == entry.played.notation);
    let (Some(fairest), Some(played)) = (fairest, played) else { return };
    let percent = percent(1.0 - played.chance);
    let swaps = played.line.get(1).is_some_and(|second| second == rules::SWAP);
    let better = &fairest.notation;
    let reason = if swaps {
        ReviewReason::new(
            "unfair-start",
            format!(
                "Too strong a first move: the opponent swaps and may expect {percent} % of the points. {better} is fairer."
            ),
            format!(
                "Premier coup trop fort : l'adversaire échange les places et peut espérer {percent} % des points. {better} est plus équilibré."
            ),
        )
    } else {
        ReviewReason::new(
            "unfair-start",
            format!(
                "Too weak a first move: the opponent has no need to swap and may expect {percent} % of the points. {better} is fairer."
            ),
            format!(
                "Premier coup trop faible : l'adversaire n'a pas besoin d'échanger les places et peut espérer {percent} % des points. {better} est plus équilibré."
            ),
        )
    };
    judge(entry, fairest, played, reason);
}

/// Judges the move of a player who might have swapped; `best` is the best move.
pub(super) fn offer(entry: &mut ReviewedEntry, best: &ThoughtLine) {
    let swap = swap::instead_of(best);
    if swap.worth() > entry.best.worth() {
        let percent = percent(swap.chance);
        let reason = ReviewReason::new(
            "missed-swap",
            format!("Should have swapped: the other side may expect {percent} % of the points."),
            format!(
                "Il fallait échanger les places : l'autre camp peut espérer {percent} % des points."
            ),
        );
        let played = entry.played.clone();
        judge(entry, swap, played, reason);
    }
}

/// The entry of a player who swapped, with `seat` to move and `best` the best move instead.
pub(super) fn made(seat: Seat, best: &ThoughtLine, depth: u16) -> ReviewedEntry {
    let swap = swap::instead_of(best);
    let chance = for_first(seat, best.chance);
    let mut entry = ReviewedEntry {
        index: 0,
        seat,
        player: seat,
        before: chance,
        after: chance,
        played: swap.clone(),
        best: swap.clone(),
        loss: 0.0,
        grade: Grade::Best,
        reasons: Vec::new(),
        depth,
    };
    if best.worth() > swap.worth() {
        let (percent, better) = (percent(best.chance), &best.notation);
        let reason = ReviewReason::new(
            "wrong-swap",
            format!("The swap takes the weaker side: {better} kept {percent} % of the points."),
            format!(
                "L'échange prend le camp le plus faible : {better} gardait {percent} % des points."
            ),
        );
        judge(&mut entry, best.clone(), swap, reason);
    }
    entry
}

/// Gives an entry what its player chose and could have chosen.
fn judge(entry: &mut ReviewedEntry, best: ThoughtLine, played: ThoughtLine, reason: ReviewReason) {
    entry.loss = (best.chance - played.chance).max(0.0);
    entry.grade = if best.notation == played.notation {
        Grade::Best
    } else {
        Grade::of(entry.loss, best.verdict, played.verdict)
    };
    entry.reasons.clear();
    entry.reasons.extend(entry.grade.is_blame().then_some(reason));
    (entry.best, entry.played) = (best, played);
}

fn percent(chance: f32) -> u32 {
    (100.0 * chance).round() as u32
}
