//! Reasons that need no knowledge of a game: proved results.

use std::borrow::Cow;

use rules::{Position, Seat, Text};

use super::MistakeContext;
use super::grade::{INACCURACY_LOSS, delay, margin, result};
use crate::{AnyValue, Bound};

/// The reason of a grade, or another remark on a move.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ReviewReason {
    /// A stable name for programs, such as `missed-win`.
    pub id: Cow<'static, str>,
    /// The same for people: a sentence about the move.
    pub text: Text,
}

/// The most moves of a line in a sentence.
const SENTENCE_MAX_MOVES: usize = 9;
/// Moves by which a loss must come sooner to be mentioned although the game was lost anyway.
const QUICKER_LOSS_MOVES: u16 = 2;

impl ReviewReason {
    /// A reason in words.
    pub const fn new(id: &'static str, en: String, fr: String) -> Self {
        Self { id: Cow::Borrowed(id), text: Text::composed(en, fr) }
    }
}

/// The reasons that follow from proved values: a win missed or allowed, a result or a count given away.
pub(super) fn proved<P: Position>(
    mistake: &MistakeContext<P>,
    better: AnyValue,
    played: AnyValue,
) -> Vec<ReviewReason> {
    let first = mistake.better.notation(0);
    let mut reasons = Vec::new();
    match (better, played) {
        (AnyValue::Win { plies, bound }, AnyValue::Win { plies: slower, .. }) => {
            // One win on the spot is as quick as another, and all others are slower.
            let told = slower > plies && (plies == 1 || delay(better, played) >= INACCURACY_LOSS);
            reasons.extend(told.then(|| slower_win(&Distance { plies, bound }, &first)));
        }
        (AnyValue::Loss { plies: later, bound }, AnyValue::Loss { plies, .. }) => {
            let sooner = plies == 2 && later >= plies + 2 * QUICKER_LOSS_MOVES;
            let told = sooner || delay(better, played) >= INACCURACY_LOSS;
            reasons.extend(told.then(|| quicker_loss(&Distance { plies: later, bound }, &first)));
            reasons.extend((told && unanswered(mistake)).then(ReviewReason::unanswered_threat));
        }
        _ => {
            if let AnyValue::Win { plies, bound } = better {
                reasons.push(missed_win(&Distance { plies, bound }, &told(&mistake.better.moves)));
            }
            if let AnyValue::Loss { plies, bound } = played {
                reasons.push(allowed_win(
                    &Distance { plies, bound },
                    &told(&mistake.played.moves[1..]),
                ));
                reasons.extend(unanswered(mistake).then(ReviewReason::unanswered_threat));
            }
        }
    }
    if let (Some(from), Some(to)) = (result(better), result(played)) {
        // From a win to a loss, that has been said with the ways there.
        if to < from && reasons.len() < 2 {
            reasons.push(changed_result(better, played));
        } else if to == from && margin(better) > margin(played) {
            reasons.push(lost_count(margin(better), margin(played)));
        }
    }
    reasons
}

/// A distance to the end, or a bound on it.
struct Distance {
    plies: u16,
    bound: Bound,
}

impl Distance {
    /// Whether the winner needs a single move.
    const fn is_one_move(&self) -> bool {
        self.plies <= 2
    }

    /// The winner's own moves, the last included, in words.
    fn moves(&self) -> Text {
        let moves = self.plies.div_ceil(2);
        if self.bound == Bound::Exact {
            Text::composed(format!("{moves} moves"), format!("{moves} coups"))
        } else {
            Text::composed(format!("at most {moves} moves"), format!("{moves} coups au plus"))
        }
    }
}

/// The end of a sentence with those moves, the first ones if there are many.
fn told<M: ToString>(moves: &[M]) -> String {
    let words: Vec<_> = moves.iter().take(SENTENCE_MAX_MOVES).map(ToString::to_string).collect();
    words.join(" ") + if moves.len() > SENTENCE_MAX_MOVES { " …" } else { "." }
}

/// Whether the move by which the opponent wins at once would have won already, had it been the
/// opponent's turn.
fn unanswered<P: Position>(mistake: &MistakeContext<P>) -> bool {
    let Some(&answer) = mistake.played.moves.get(1) else { return false };
    let wins = |position: P, by: Seat| {
        position.is_legal(answer)
            && position.play(answer).outcome().is_some_and(|outcome| outcome.winner == Some(by))
    };
    let opponent = !mistake.seat();
    wins(*mistake.played.first(), opponent)
        && mistake.before.null().is_some_and(|null| wins(null, opponent))
}

impl ReviewReason {
    /// The opponent threatened to win at once, and the move did nothing about it.
    pub fn unanswered_threat() -> Self {
        Self::new(
            "unanswered-threat",
            "The threat was there already and had to be stopped.".to_owned(),
            "La menace existait déjà : il fallait la parer.".to_owned(),
        )
    }
}

fn missed_win(distance: &Distance, line: &str) -> ReviewReason {
    let (id, moves) = ("missed-win", distance.moves());
    if distance.is_one_move() {
        return ReviewReason::new(
            id,
            format!("Misses a win on the spot: {line}"),
            format!("Manque une victoire immédiate : {line}"),
        );
    }
    ReviewReason::new(
        id,
        format!("Misses a win in {}: {line}", moves.en),
        format!("Manque une victoire en {} : {line}", moves.fr),
    )
}

fn allowed_win(distance: &Distance, line: &str) -> ReviewReason {
    let (id, moves) = ("allowed-win", distance.moves());
    if line == "." {
        return ReviewReason::new(
            id,
            format!("Lets the opponent win in {}.", moves.en),
            format!("Laisse l'adversaire gagner en {}.", moves.fr),
        );
    }
    if distance.is_one_move() {
        return ReviewReason::new(
            id,
            format!("Lets the opponent win at once with {line}"),
            format!("Laisse l'adversaire gagner tout de suite par {line}"),
        );
    }
    ReviewReason::new(
        id,
        format!("Lets the opponent win in {}: {line}", moves.en),
        format!("Laisse l'adversaire gagner en {} : {line}", moves.fr),
    )
}

fn slower_win(distance: &Distance, better: &str) -> ReviewReason {
    let (id, moves) = ("slower-win", distance.moves());
    if distance.is_one_move() {
        return ReviewReason::new(
            id,
            format!("Still wins, but {better} wins on the spot."),
            format!("Gagne encore, mais {better} gagne tout de suite."),
        );
    }
    ReviewReason::new(
        id,
        format!("Still wins, but {better} wins in {}.", moves.en),
        format!("Gagne encore, mais {better} gagne en {}.", moves.fr),
    )
}

fn quicker_loss(distance: &Distance, better: &str) -> ReviewReason {
    let (id, moves) = ("quicker-loss", distance.moves());
    if distance.bound != Bound::Exact {
        return ReviewReason::new(
            id,
            format!("Lost in any case, but {better} seems to hold out longer: {}.", moves.en),
            format!(
                "Perdu de toute façon, mais {better} semble résister plus longtemps : {}.",
                moves.fr
            ),
        );
    }
    ReviewReason::new(
        id,
        format!("Lost in any case, but {better} holds out for {}.", moves.en),
        format!("Perdu de toute façon, mais {better} résiste {}.", moves.fr),
    )
}

fn changed_result(better: AnyValue, played: AnyValue) -> ReviewReason {
    let id = match (result(better), result(played)) {
        (Some(1), Some(0)) => "win-to-draw",
        (Some(1), _) => "win-to-loss",
        _ => "draw-to-loss",
    };
    let (from, to) = (in_words(better), in_words(played));
    ReviewReason::new(
        id,
        format!("Turns {} into {}.", from.en, to.en),
        format!("Transforme {} en {}.", from.fr, to.fr),
    )
}

fn in_words(value: AnyValue) -> Text {
    match (result(value), margin(value).abs()) {
        (Some(1), 0) => Text::new("a win", "une victoire"),
        (Some(1), by) => Text::composed(format!("a win by {by}"), format!("une victoire de {by}")),
        (Some(0), _) => Text::new("a draw", "un match nul"),
        (_, 0) => Text::new("a loss", "une défaite"),
        (_, by) => Text::composed(format!("a loss by {by}"), format!("une défaite de {by}")),
    }
}

fn lost_count(from: i32, to: i32) -> ReviewReason {
    let id = "count-lost";
    if to > 0 {
        ReviewReason::new(
            id,
            format!("Wins by {to} instead of {from}."),
            format!("Gagne de {to} au lieu de {from}."),
        )
    } else {
        let (from, to) = (from.abs(), to.abs());
        ReviewReason::new(
            id,
            format!("Loses by {to} instead of {from}."),
            format!("Perd de {to} au lieu de {from}."),
        )
    }
}
