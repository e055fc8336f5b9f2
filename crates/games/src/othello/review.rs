//! Why a move of Othello is a mistake: corners, forced passes, the last move, mobility.

use engine::{Branch, Mistake, ReviewReason};
use rules::{Bitboard, Position, Seat, Square};

use super::flips::moves;
use super::position::{Move, Othello};

const CORNERS: [Square; 4] =
    [Square::new(0, 0), Square::new(7, 0), Square::new(0, 7), Square::new(7, 7)];
/// With fewer empty squares, what counts is the count.
const MIDGAME: usize = 14;
/// How far along a line a forced pass must come to be the reason, in plies.
const PASS_NEAR: usize = 8;
/// So much worse the difference of mobility must be right after the answer, and later on.
const MOBILITY: [i32; 2] = [5, 3];

/// What the lines show, the most important first.
pub(super) fn explain(mistake: &Mistake<Othello>) -> Vec<ReviewReason> {
    let found = [
        corner_given(mistake),
        corner_missed(mistake),
        pass_forced(mistake),
        pass_missed(mistake),
        parity_lost(mistake),
        mobility_lost(mistake),
    ];
    found.into_iter().flatten().take(2).collect()
}

/// Corners that `seat` has more than the other at the end of a line.
fn corner_lead(branch: &Branch<Othello>, seat: Seat) -> i32 {
    let corners: Bitboard = CORNERS.into_iter().collect();
    let count = |seat: Seat| (branch.last().discs(seat) & corners).len() as i32;
    count(seat) - count(!seat)
}

/// The opponent takes a corner on the line that was played, at once or whatever is done about it,
/// and not on the better one.
fn corner_given(mistake: &Mistake<Othello>) -> Option<ReviewReason> {
    let (seat, played, better) = (mistake.seat(), &mistake.played, &mistake.better);
    if corner_lead(played, seat) >= corner_lead(better, seat) {
        return None;
    }
    let takes = |branch: &Branch<Othello>, at: usize, corner: Square| {
        branch.moves.get(at) == Some(&Move::Disc(corner)) && branch.positions[at - 1].turn() != seat
    };
    let spared = |corner: Square| {
        !better.last().discs(!seat).has(corner) && !better.first().places().has(corner)
    };
    let at_once = CORNERS.into_iter().find(|&corner| takes(played, 1, corner) && spared(corner));
    if let Some(corner) = at_once {
        return Some(ReviewReason::new(
            "lost-corner",
            format!("Gives up the corner {corner}: the opponent takes it at once."),
            format!("Cède le coin {corner} : l'adversaire le prend tout de suite."),
        ));
    }
    let cannot_help = |corner: Square| {
        let answered = &played.positions[1];
        let open = |m: Move| answered.play(m).places().has(corner);
        answered.turn() == seat && answered.legal_moves().into_iter().all(open)
    };
    let corner = CORNERS
        .into_iter()
        .find(|&corner| takes(played, 3, corner) && spared(corner) && cannot_help(corner))?;
    let moves = played.words(1);
    Some(ReviewReason::new(
        "lost-corner",
        format!(
            "Gives up the corner {corner}: after {moves} nothing stops the opponent from taking it."
        ),
        format!(
            "Cède le coin {corner} : après {moves}, rien n'empêche l'adversaire de le prendre."
        ),
    ))
}

/// The better move takes a corner that the player does not get on the line that was played.
fn corner_missed(mistake: &Mistake<Othello>) -> Option<ReviewReason> {
    let (seat, Move::Disc(square)) = (mistake.seat(), mistake.better.moves[0]) else { return None };
    let misses = CORNERS.contains(&square) && !mistake.played.last().discs(seat).has(square);
    misses.then(|| {
        ReviewReason::new(
            "missed-corner",
            format!("Misses the corner {square}."),
            format!("Manque le coin {square}."),
        )
    })
}

/// Where the player has to pass along a line.
fn pass(branch: &Branch<Othello>, seat: Seat) -> Option<usize> {
    (1..branch.moves.len())
        .find(|&at| branch.moves[at] == Move::Pass && branch.positions[at - 1].turn() == seat)
}

fn pass_forced(mistake: &Mistake<Othello>) -> Option<ReviewReason> {
    let seat = mistake.seat();
    let at = pass(&mistake.played, seat).filter(|&at| at <= PASS_NEAR)?;
    if pass(&mistake.better, seat).is_some() {
        return None;
    }
    let moves = mistake.played.words(at - 1);
    Some(ReviewReason::new(
        "forced-pass",
        format!("Runs out of moves: after {moves} nothing is left but to pass."),
        format!("Manque de coups : après {moves}, il ne reste qu'à passer."),
    ))
}

fn pass_missed(mistake: &Mistake<Othello>) -> Option<ReviewReason> {
    let passes = |branch: &Branch<Othello>| branch.moves.get(1) == Some(&Move::Pass);
    let better = mistake.better.moves[0];
    (passes(&mistake.better) && !passes(&mistake.played)).then(|| {
        ReviewReason::new(
            "missed-pass",
            format!("After {better} the opponent has to pass."),
            format!("Après {better}, l'adversaire doit passer."),
        )
    })
}

/// Who puts the last disc on the board, if the line leads to the end.
fn last_disc(mistake: &Mistake<Othello>, branch: &Branch<Othello>) -> Option<Seat> {
    branch.outcome?;
    let at = branch.moves.iter().rposition(|&m| m != Move::Pass)?;
    let before = at.checked_sub(1).map_or(&mistake.before, |last| &branch.positions[last]);
    Some(before.turn())
}

/// With best play to the end, the opponent makes the last move, which the better move keeps.
fn parity_lost(mistake: &Mistake<Othello>) -> Option<ReviewReason> {
    let (seat, better) = (mistake.seat(), mistake.better.moves[0]);
    let exact = mistake.played.exact && mistake.better.exact;
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

/// Moves of `seat` and of the other side, whoever is to move.
fn mobility(position: &Othello, seat: Seat) -> [i32; 2] {
    let (own, enemy) = (position.discs(seat).0, position.discs(!seat).0);
    [moves(own, enemy), moves(enemy, own)].map(|places| places.count_ones() as i32)
}

/// After the answers there are fewer moves, and the opponent has more, than after the better move;
/// further along the lines it is still so.
fn mobility_lost(mistake: &Mistake<Othello>) -> Option<ReviewReason> {
    let (seat, played, better) = (mistake.seat(), &mistake.played, &mistake.better);
    let empty = !(mistake.before.discs(seat) | mistake.before.discs(!seat));
    if empty.len() < MIDGAME || mistake.played.exact {
        return None;
    }
    let difference = |branch: &Branch<Othello>, at: usize| {
        let [own, enemy] = mobility(branch.positions.get(at)?, seat);
        Some(own - enemy)
    };
    let worse = |at: usize| Some(difference(better, at)? - difference(played, at)?);
    // The last position of both lines in which the player is to move again.
    let later = (played.positions.len().min(better.positions.len()) / 2 * 2).checked_sub(1)?;
    if worse(1)? < MOBILITY[0] || worse(later)? < MOBILITY[1] {
        return None;
    }
    let ([own, enemy], [own_better, enemy_better]) =
        (mobility(&played.positions[1], seat), mobility(&better.positions[1], seat));
    let (words, better_words) = (played.words(1), better.words(1));
    Some(ReviewReason::new(
        "lost-mobility",
        format!(
            "Costs mobility: after {words} there are {own} moves against {enemy}, after {better_words} {own_better} against {enemy_better}."
        ),
        format!(
            "Coûte de la mobilité : après {words}, {own} coups possibles contre {enemy} ; après {better_words}, {own_better} contre {enemy_better}."
        ),
    ))
}
