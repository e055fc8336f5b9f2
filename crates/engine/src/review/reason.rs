//! The reasons that need no knowledge of a game: results that search has proved.

use rules::Text;

use super::grade::{margin, result};
use crate::{ThoughtLine, Verdict};

/// Why a move is blamed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReviewReason {
    /// A stable name for programs, such as `missed-win`.
    pub id: &'static str,
    /// The same for people, as a sentence or two.
    pub text: Text,
}

impl ReviewReason {
    /// A reason in words.
    pub const fn new(id: &'static str, en: String, fr: String) -> Self {
        Self { id, text: Text::composed(en, fr) }
    }
}

/// What the proofs say: a win missed, a win allowed, a result or a count given away.
pub(super) fn proved(best: &ThoughtLine, played: &ThoughtLine) -> Vec<ReviewReason> {
    let mut reasons = Vec::new();
    if let Verdict::Win { plies } = best.verdict
        && !matches!(played.verdict, Verdict::Win { .. })
    {
        reasons.push(missed_win(plies, &best.line));
    }
    if let Verdict::Loss { plies } = played.verdict
        && !matches!(best.verdict, Verdict::Loss { .. })
    {
        reasons.push(allowed_win(plies, &played.line));
    }
    if reasons.is_empty()
        && let (Some(from), Some(to)) = (result(best.verdict), result(played.verdict))
    {
        if to < from {
            reasons.push(changed_result(best.verdict, played.verdict));
        } else if margin(best.verdict) > margin(played.verdict) {
            reasons.push(lost_count(margin(best.verdict), margin(played.verdict)));
        }
    }
    reasons
}

/// The winner's own moves in so many plies, the last included.
const fn own_moves(plies: u16) -> u16 {
    plies.div_ceil(2)
}

fn missed_win(plies: u16, line: &[String]) -> ReviewReason {
    let (id, moves, first) = ("missed-win", own_moves(plies), &line[0]);
    if moves == 1 {
        return ReviewReason::new(
            id,
            format!("Missed a win on the spot: {first} wins."),
            format!("Victoire immédiate manquée : {first} gagne."),
        );
    }
    let rest = line[1..].join(" ");
    ReviewReason::new(
        id,
        format!("Missed a win in {moves} moves: {first}, then {rest}."),
        format!("Victoire en {moves} coups manquée : {first}, puis {rest}."),
    )
}

fn allowed_win(plies: u16, line: &[String]) -> ReviewReason {
    let (id, moves) = ("allowed-win", plies / 2);
    let rest = line[1..].join(" ");
    if moves == 1 {
        return ReviewReason::new(
            id,
            format!("Lets the opponent win at once with {rest}."),
            format!("Laisse l'adversaire gagner tout de suite par {rest}."),
        );
    }
    ReviewReason::new(
        id,
        format!("Lets the opponent win in {moves} moves: {rest}."),
        format!("Laisse l'adversaire gagner en {moves} coups : {rest}."),
    )
}

fn changed_result(best: Verdict, played: Verdict) -> ReviewReason {
    let id = match (result(best), result(played)) {
        (Some(1), Some(0)) => "win-to-draw",
        (Some(1), _) => "win-to-loss",
        _ => "draw-to-loss",
    };
    let (from, to) = (in_words(best), in_words(played));
    ReviewReason::new(
        id,
        format!("Turns {} into {}.", from.en, to.en),
        format!("Transforme {} en {}.", from.fr, to.fr),
    )
}

fn in_words(verdict: Verdict) -> Text {
    match (result(verdict), margin(verdict).abs()) {
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
