//! Why a move of Othello is a mistake: corners, forced passes, the last move, mobility, exposed discs.

use engine::{Branch, Mistake, ReviewReason};
use rules::{Bitboard, Position, Seat, Square};

use super::flips::moves;
use super::position::{Move, Othello};

const CORNERS: [Square; 4] =
    [Square::new(0, 0), Square::new(7, 0), Square::new(0, 7), Square::new(7, 7)];
/// How far along a line something must happen to be the reason, in plies.
const NEAR: usize = 8;
/// With fewer empty squares, what counts is the count.
const MIDGAME: usize = 14;
/// So many moves fewer than after the better move are a reason, right after it and at the end of
/// the lines.
const MOBILITY: [i32; 2] = [4, 6];
/// What is missing right after the move must still be so at the end of the lines, to this extent.
const STILL: i32 = 2;
/// How far along a line a pass must come to be the reason, in plies.
const PASS_NEAR: usize = 6;
/// So many more exposed discs are a reason.
const FRONTIER: i32 = 6;

/// What the lines show, the most important first.
pub(super) fn explain(mistake: &Mistake<Othello>) -> Vec<ReviewReason> {
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

/// Corners that `seat` has more than the other at the end of a line.
fn corner_lead(branch: &Branch<Othello>, seat: Seat) -> i32 {
    let corners: Bitboard = CORNERS.into_iter().collect();
    let count = |seat: Seat| (branch.last().discs(seat) & corners).len() as i32;
    count(seat) - count(!seat)
}

/// The first corner that `seat` takes along a line before `end`, and when, the first move left out.
fn corner_taken(branch: &Branch<Othello>, seat: Seat, end: usize) -> Option<(usize, Square)> {
    (1..branch.moves.len().min(end)).find_map(|at| match branch.moves[at] {
        Move::Disc(square) if CORNERS.contains(&square) => {
            (branch.positions[at - 1].turn() == seat).then_some((at, square))
        }
        _ => None,
    })
}

/// The opponent takes a corner on the line that was played, and not on the better one.
fn corner_given(mistake: &Mistake<Othello>) -> Option<ReviewReason> {
    let (seat, played, better) = (mistake.seat(), &mistake.played, &mistake.better);
    let (at, corner) = corner_taken(played, !seat, 6)?;
    let spared = !better.last().discs(!seat).has(corner) && !better.first().places().has(corner);
    if !spared || corner_lead(played, seat) >= corner_lead(better, seat) {
        return None;
    }
    let cannot_help = || {
        let before = &played.positions[at - 2];
        let open = |m: Move| before.play(m).places().has(corner);
        before.turn() == seat && before.legal_moves().into_iter().all(open)
    };
    let (en, fr) = if at == 1 {
        let missed = better.moves[0] == Move::Disc(corner);
        return Some(corner_left(corner, missed));
    } else if cannot_help() {
        let moves = played.words(at - 2);
        (
            format!("after {moves} nothing stops the opponent from taking it"),
            format!("après {moves}, rien n'empêche l'adversaire de le prendre"),
        )
    } else if at == 3 {
        let moves = played.words(at);
        (format!("it falls after {moves}"), format!("il tombe après {moves}"))
    } else {
        return None;
    };
    Some(ReviewReason::new(
        "lost-corner",
        format!("Gives up the corner {corner}: {en}."),
        format!("Cède le coin {corner} : {fr}."),
    ))
}

/// The opponent takes a corner at once, which the better move may take itself.
fn corner_left(corner: Square, missed: bool) -> ReviewReason {
    let (en, fr) = if missed {
        (
            format!("Leaves the corner {corner} to the opponent instead of taking it."),
            format!("Laisse le coin {corner} à l'adversaire au lieu de le prendre."),
        )
    } else {
        (
            format!("Gives up the corner {corner}: the opponent takes it at once."),
            format!("Cède le coin {corner} : l'adversaire le prend tout de suite."),
        )
    };
    ReviewReason::new("lost-corner", en, fr)
}

/// The better line wins a corner that the player does not get on the line that was played.
fn corner_missed(mistake: &Mistake<Othello>) -> Option<ReviewReason> {
    let (seat, played, better) = (mistake.seat(), &mistake.played, &mistake.better);
    let missed = |corner: Square| {
        let (own, enemy) = (played.last().discs(seat), played.last().discs(!seat));
        let later = own | Bitboard(moves(own.0, enemy.0));
        !later.has(corner) && played.moves.get(1) != Some(&Move::Disc(corner))
    };
    let id = "missed-corner";
    if let Move::Disc(corner) = better.moves[0]
        && CORNERS.contains(&corner)
        && missed(corner)
    {
        return Some(ReviewReason::new(
            id,
            format!("Misses the corner {corner}."),
            format!("Manque le coin {corner}."),
        ));
    }
    let (at, corner) = corner_taken(better, seat, 3)?;
    if !missed(corner) || corner_lead(played, seat) >= corner_lead(better, seat) {
        return None;
    }
    let moves = better.words(at);
    Some(ReviewReason::new(
        id,
        format!("Misses the corner {corner}: {moves}."),
        format!("Manque le coin {corner} : {moves}."),
    ))
}

/// Where `seat` first has to pass along a line.
fn pass(branch: &Branch<Othello>, seat: Seat) -> Option<usize> {
    (1..branch.moves.len())
        .find(|&at| branch.moves[at] == Move::Pass && branch.positions[at - 1].turn() == seat)
}

/// The player has to pass on the line that was played, and not on the better one.
fn pass_forced(mistake: &Mistake<Othello>) -> Option<ReviewReason> {
    let seat = mistake.seat();
    let at = pass(&mistake.played, seat).filter(|&at| at < PASS_NEAR)?;
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

/// The opponent has to pass on the better line, and not on the one that was played.
fn pass_missed(mistake: &Mistake<Othello>) -> Option<ReviewReason> {
    let opponent = !mistake.seat();
    let at = pass(&mistake.better, opponent).filter(|&at| at < PASS_NEAR)?;
    if pass(&mistake.played, opponent).is_some() {
        return None;
    }
    let moves = mistake.better.words(at - 1);
    Some(ReviewReason::new(
        "missed-pass",
        format!("After {moves} the opponent has to pass."),
        format!("Après {moves}, l'adversaire doit passer."),
    ))
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

/// The square diagonally next to each corner.
const DIAGONALS: [(Square, Square); 4] = [
    (Square::new(1, 1), CORNERS[0]),
    (Square::new(6, 1), CORNERS[1]),
    (Square::new(1, 6), CORNERS[2]),
    (Square::new(6, 6), CORNERS[3]),
];

/// The first disc that `seat` puts diagonally next to an empty corner along a line: when, where, and
/// the corner.
fn risky(mistake: &Mistake<Othello>, branch: &Branch<Othello>) -> Option<(usize, Square, Square)> {
    let seat = mistake.seat();
    (0..branch.moves.len().min(NEAR)).find_map(|at| {
        let Move::Disc(square) = branch.moves[at] else { return None };
        let (_, corner) = DIAGONALS.into_iter().find(|(diagonal, _)| *diagonal == square)?;
        let after = &branch.positions[at];
        (after.turn() != seat && after.disc(corner).is_none()).then_some((at, square, corner))
    })
}

/// The player puts a disc diagonally next to an empty corner on the line that was played, and not
/// on the better one.
fn risk_taken(mistake: &Mistake<Othello>) -> Option<ReviewReason> {
    let (at, square, corner) = risky(mistake, &mistake.played)?;
    if !is_midgame(mistake) || risky(mistake, &mistake.better).is_some() {
        return None;
    }
    let (en, fr) = if at == 0 {
        (
            format!("Puts a disc on {square}, next to the empty corner {corner}."),
            format!("Pose un pion en {square}, à côté du coin vide {corner}."),
        )
    } else {
        let moves = mistake.played.words(at - 1);
        (
            format!(
                "Runs out of safe squares: after {moves} the best is {square}, next to the empty corner {corner}."
            ),
            format!(
                "Manque de cases sûres : après {moves}, le mieux est {square}, à côté du coin vide {corner}."
            ),
        )
    };
    Some(ReviewReason::new("unsafe-square", en, fr))
}

/// Whether moves count more than discs.
fn is_midgame(mistake: &Mistake<Othello>) -> bool {
    let discs = mistake.before.discs(Seat::First) | mistake.before.discs(Seat::Second);
    (!discs).len() >= MIDGAME && !(mistake.played.exact && mistake.better.exact)
}

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
fn lacks_later(mistake: &Mistake<Othello>) -> i32 {
    let seat = mistake.seat();
    freedom(mistake.better.last(), seat) - freedom(mistake.played.last(), seat)
}

/// The opponent has more moves to answer with than after the better move.
fn answers_given(mistake: &Mistake<Othello>) -> Option<ReviewReason> {
    let opponent = !mistake.seat();
    let [answers, _] = mobility(mistake.played.first(), opponent);
    let [fewer, _] = mobility(mistake.better.first(), opponent);
    if !is_midgame(mistake) || answers - fewer < MOBILITY[0] || lacks_later(mistake) < STILL {
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
fn mobility_lost(mistake: &Mistake<Othello>) -> Option<ReviewReason> {
    let (seat, played, better) = (mistake.seat(), &mistake.played, &mistake.better);
    if !is_midgame(mistake) || lacks_later(mistake) < STILL {
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
        && difference(after, instead) >= MOBILITY[0]
    {
        let words = [played.words(1), better.words(1)];
        return Some(told(
            after,
            instead,
            words.clone().map(|words| format!("after {words}")),
            words.map(|words| format!("après {words}")),
        ));
    }
    (lacks_later(mistake) >= MOBILITY[1]).then(|| {
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
fn frontier_opened(mistake: &Mistake<Othello>) -> Option<ReviewReason> {
    let (seat, played, better) = (mistake.seat(), &mistake.played, &mistake.better);
    let exposed = |position: &Othello| frontier(position, seat);
    let (now, instead) = (exposed(played.first()), exposed(better.first()));
    let later = exposed(played.last()) - exposed(better.last());
    if !is_midgame(mistake) || now - instead < FRONTIER || later < 1 {
        return None;
    }
    let m = better.moves[0];
    Some(ReviewReason::new(
        "frontier",
        format!("Exposes discs: {now} touch empty squares, after {m} {instead}."),
        format!("Expose des pions : {now} touchent des cases vides, {instead} après {m}."),
    ))
}
