//! Why a move of Congress is a mistake: groups that are broken or not joined, and the race to be
//! together first.

use std::collections::HashSet;

use engine::{EvaluatedLine, MistakeContext, ReviewReason, Theme, Value};
use rules::{Bitboard, Position, Seat, Text};

use super::position::{Congress, groups};

/// Most moves of one side alone that are searched for a win.
const WIN_SEARCH_MAX_MOVES: u16 = 4;
/// Most moves to a win of one side alone that count as a threat.
const THREAT_MAX_MOVES: u16 = 3;

/// What the lines show, the most important first.
pub(super) fn explain(mistake: &MistakeContext<Congress>) -> Vec<ReviewReason> {
    let own = [group_lost(mistake), tempo_lost(mistake)];
    let enemy = [race_lost(mistake), square_left(mistake)];
    let missed = mistake.better.proof.is_proved() && mistake.better.value > Value::ZERO;
    let found = if missed { [own, enemy] } else { [enemy, own] };
    found.into_iter().flatten().flatten().take(2).collect()
}

/// What a puzzle's solution, the better line, turns on.
pub(super) fn themes(solution: &MistakeContext<Congress>) -> Vec<Theme> {
    let (seat, first) = (solution.seat(), solution.better.first());
    let joins = groups(first.pawns[seat]) < groups(solution.before.pawns[seat]);
    let opponent_needs =
        [&solution.before, first].map(|it| moves_alone(it, !seat).unwrap_or(u16::MAX));
    let found = [
        (opponent_needs[1] > opponent_needs[0]).then_some(Theme::Block),
        (opponent_needs[0] <= THREAT_MAX_MOVES).then_some(Theme::Race),
        joins.then_some(Theme::Connection),
    ];
    found.into_iter().flatten().collect()
}

/// How many moves `seat` would need to join all its pawns if the other side stood still; `None` if
/// more than [`WIN_SEARCH_MAX_MOVES`].
fn moves_alone(position: &Congress, seat: Seat) -> Option<u16> {
    let mut ring = vec![position.pawns[seat]];
    let mut seen: HashSet<u64> = HashSet::new();
    for moves in 0..=WIN_SEARCH_MAX_MOVES {
        if ring.iter().any(|&pawns| groups(pawns) == 1) {
            return Some(moves);
        }
        if moves == WIN_SEARCH_MAX_MOVES {
            break;
        }
        let mut next = Vec::new();
        for pawns in ring {
            let mut standing = *position;
            standing.pawns[seat] = pawns;
            for from in pawns {
                for to in standing.walks(from) {
                    let moved = pawns ^ Bitboard::of(from) ^ to;
                    if seen.insert(moved.0) {
                        next.push(moved);
                    }
                }
            }
        }
        ring = next;
    }
    None
}

/// The position after the answer, where the player is to move again, unless the game is over.
fn answered(branch: &EvaluatedLine<Congress>) -> Option<&Congress> {
    branch.positions.get(1).filter(|position| position.outcome().is_none())
}

/// So many moves to being together, or more than [`WIN_SEARCH_MAX_MOVES`], in words.
fn in_words(moves: Option<u16>) -> Text {
    match moves {
        Some(1) => Text::new("1 move", "1 coup"),
        Some(moves) => Text::composed(format!("{moves} moves"), format!("{moves} coups")),
        None => Text::composed(
            format!("at least {} moves", WIN_SEARCH_MAX_MOVES + 1),
            format!("au moins {} coups", WIN_SEARCH_MAX_MOVES + 1),
        ),
    }
}

/// The opponent is nearer to being together after this move than after the better one.
fn race_lost(mistake: &MistakeContext<Congress>) -> Option<ReviewReason> {
    let opponent = !mistake.seat();
    let (after, instead) = (answered(&mistake.played)?, answered(&mistake.better)?);
    let needs = moves_alone(after, opponent).filter(|&moves| moves <= THREAT_MAX_MOVES)?;
    let otherwise = moves_alone(instead, opponent);
    if otherwise.is_some_and(|otherwise| otherwise <= needs) {
        return None;
    }
    let (played, better) = (mistake.played.notation(1), mistake.better.notation(1));
    let (needs, otherwise) = (in_words(Some(needs)), in_words(otherwise));
    Some(ReviewReason::new(
        "race-lost",
        format!(
            "After {played} the opponent is {} from joining all pawns; after {better}, {}.",
            needs.en, otherwise.en
        ),
        format!(
            "Après {played}, l'adversaire est à {} de réunir ses pions ; après {better}, à {}.",
            needs.fr, otherwise.fr
        ),
    ))
}

/// The opponent joins groups on the square that the better move takes.
fn square_left(mistake: &MistakeContext<Congress>) -> Option<ReviewReason> {
    let opponent = !mistake.seat();
    let (answer, better) = (mistake.played.moves.get(1)?, mistake.better.moves[0]);
    let before = groups(mistake.played.first().pawns[opponent]);
    let after = groups(answered(&mistake.played)?.pawns[opponent]);
    if answer.to != better.to || after == 1 || after >= before {
        return None;
    }
    let square = better.to;
    Some(ReviewReason::new(
        "square-left",
        format!(
            "Leaves {square} to the opponent: {answer} brings it from {before} groups to {after}."
        ),
        format!(
            "Laisse {square} à l'adversaire : {answer} le fait passer de {before} groupes à {after}."
        ),
    ))
}

/// The move breaks a group, or does not join those that the better move joins.
fn group_lost(mistake: &MistakeContext<Congress>) -> Option<ReviewReason> {
    let count = |position: &Congress| groups(position.pawns[mistake.seat()]);
    let (before, after) = (count(&mistake.before), count(mistake.played.first()));
    let (instead, better) = (count(mistake.better.first()), mistake.better.moves[0]);
    let lasts = count(mistake.played.last()) >= count(mistake.better.last());
    if instead >= after || instead == 1 || !lasts {
        return None;
    }
    Some(if after > before {
        ReviewReason::new(
            "broken-connection",
            format!("Breaks a connection: {after} groups; {better} leaves {instead}."),
            format!("Rompt une liaison : {after} groupes ; {better} en laisse {instead}."),
        )
    } else {
        ReviewReason::new(
            "missed-connection",
            format!("Misses a connection: {better} leaves {instead} groups instead of {after}."),
            format!("Manque une liaison : {better} laisse {instead} groupes au lieu de {after}."),
        )
    })
}

/// The player is further from being together after this move than after the better one.
fn tempo_lost(mistake: &MistakeContext<Congress>) -> Option<ReviewReason> {
    let seat = mistake.seat();
    let (after, instead) = (answered(&mistake.played)?, answered(&mistake.better)?);
    let otherwise = moves_alone(instead, seat).filter(|&moves| moves <= THREAT_MAX_MOVES)?;
    let needs = moves_alone(after, seat);
    if needs.is_some_and(|needs| needs <= otherwise) {
        return None;
    }
    let (played, better) = (mistake.played.notation(1), mistake.better.notation(1));
    let (needs, otherwise) = (in_words(needs), in_words(Some(otherwise)));
    Some(ReviewReason::new(
        "tempo-lost",
        format!(
            "After {played} it takes {} to join all pawns; after {better}, {}.",
            needs.en, otherwise.en
        ),
        format!(
            "Après {played}, il faut {} pour réunir ses pions ; après {better}, {}.",
            needs.fr, otherwise.fr
        ),
    ))
}
