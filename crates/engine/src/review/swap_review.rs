//! The swap rule in a review: a first move is as good as it is fair, and the swap is graded like a
//! move.

use rules::Seat;

use super::{Grade, ReviewReason, ReviewedEntry};
use crate::{AnyLine, swap};

/// The expected score of First, from that of `seat`.
pub(super) const fn for_first(seat: Seat, chance: f32) -> f32 {
    match seat {
        Seat::First => chance,
        Seat::Second => 1.0 - chance,
    }
}

/// Reviews the first move of a game with the swap rule, among all `moves`, taking the swap into
/// account.
pub(super) fn review_first_move(entry: &mut ReviewedEntry, mut moves: Vec<AnyLine>) {
    moves.iter_mut().for_each(swap::expect_swap);
    let fairest = moves.iter().max_by(|a, b| a.sort_key().total_cmp(&b.sort_key())).cloned();
    let played = moves.into_iter().find(|line| line.notation == entry.played.notation);
    let (Some(fairest), Some(played)) = (fairest, played) else { return };
    let percent = percent(1.0 - played.chance);
    let swaps = played.moves.get(1).is_some_and(|second| second == rules::SWAP);
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
    grade(entry, fairest, played, reason);
}

/// Reviews the move of a player who could have swapped; `best` is the best move.
pub(super) fn review_declined_swap(entry: &mut ReviewedEntry, best: &AnyLine) {
    let swap = swap::swap_line(best);
    if swap.sort_key() > entry.best.sort_key() {
        let percent = percent(swap.chance);
        let reason = ReviewReason::new(
            "missed-swap",
            format!("Should have swapped: the other side may expect {percent} % of the points."),
            format!(
                "Il fallait échanger les places : l'autre camp peut espérer {percent} % des points."
            ),
        );
        let played = entry.played.clone();
        grade(entry, swap, played, reason);
    }
}

/// Reviews a swap, with `seat` to move and `best` the best move instead.
pub(super) fn review_swap(seat: Seat, best: &AnyLine, depth: u16) -> ReviewedEntry {
    let swap = swap::swap_line(best);
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
    if best.sort_key() > swap.sort_key() {
        let (percent, better) = (percent(best.chance), &best.notation);
        let reason = ReviewReason::new(
            "wrong-swap",
            format!("The swap takes the weaker side: {better} kept {percent} % of the points."),
            format!(
                "L'échange prend le camp le plus faible : {better} gardait {percent} % des points."
            ),
        );
        grade(&mut entry, best.clone(), swap, reason);
    }
    entry
}

/// Grades an entry by the line played and the best one.
fn grade(entry: &mut ReviewedEntry, best: AnyLine, played: AnyLine, reason: ReviewReason) {
    entry.loss = (best.chance - played.chance).max(0.0);
    entry.grade = if best.notation == played.notation {
        Grade::Best
    } else {
        Grade::of(entry.loss, best.value, played.value)
    };
    entry.reasons.clear();
    entry.reasons.extend(entry.grade.is_blame().then_some(reason));
    (entry.best, entry.played) = (best, played);
}

fn percent(chance: f32) -> u32 {
    (100.0 * chance).round() as u32
}
