//! Why a move of Othello is a mistake: corners, passes, the last move, mobility, exposed discs.

mod corners;
mod mobility;
mod turns;

use engine::{MistakeContext, ReviewReason, Theme};
use rules::Seat;

use super::position::Othello;
use corners::{corner_given, corner_missed, risk_taken, takes_corner};
use mobility::{answers_given, frontier_opened, mobility_lost};
use turns::{forces_pass, keeps_last_move, parity_lost, pass_forced, pass_missed};

/// Fewest empty squares of the midgame; later only the disc count matters.
const MIDGAME_MIN_EMPTIES: usize = 14;

/// What the lines show, the most important first.
pub(super) fn explain(mistake: &MistakeContext<Othello>) -> Vec<ReviewReason> {
    let found = [
        corner_given(mistake),
        corner_missed(mistake),
        pass_forced(mistake),
        pass_missed(mistake),
        parity_lost(mistake),
        answers_given(mistake).or_else(|| mobility_lost(mistake)),
        risk_taken(mistake),
        frontier_opened(mistake),
    ];
    found.into_iter().flatten().take(2).collect()
}

/// What a puzzle's solution, the better line, turns on.
pub(super) fn themes(solution: &MistakeContext<Othello>) -> Vec<Theme> {
    let line = &solution.better;
    let found = [
        (takes_corner(line, 1)).then_some(Theme::Sacrifice),
        (takes_corner(line, 0) || takes_corner(line, 2)).then_some(Theme::Corner),
        forces_pass(solution).then_some(Theme::Pass),
        keeps_last_move(solution).then_some(Theme::Parity),
    ];
    found.into_iter().flatten().collect()
}

/// Whether moves count more than discs.
fn is_midgame(mistake: &MistakeContext<Othello>) -> bool {
    let discs = mistake.before.discs(Seat::First) | mistake.before.discs(Seat::Second);
    (!discs).len() >= MIDGAME_MIN_EMPTIES
        && !(mistake.played.proof.is_proved() && mistake.better.proof.is_proved())
}
