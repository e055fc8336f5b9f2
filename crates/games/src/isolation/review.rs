//! Why a placement of Isolation is a mistake: who takes the last safe square, once those that are
//! left no longer depend on each other.

use engine::{EvaluatedLine, MistakeContext, ReviewReason, Theme};
use rules::{Bitboard, Game, Position, Seat, Square, Text};

use super::position::{Isolation, Place};

/// Most moves of a line that are listed; longer lines are counted only.
const LISTED_MAX_MOVES: usize = 6;

/// What the lines show.
pub(super) fn explain(mistake: &MistakeContext<Isolation>) -> Vec<ReviewReason> {
    let seat = mistake.seat();
    let played = Settled::of(&mistake.played).filter(|settled| settled.last != seat);
    let better = Settled::of(&mistake.better).filter(|settled| settled.last == seat);
    let id = if played.is_some() { "last-square" } else { "missed-last-square" };
    let settled: Vec<Settled> = [played, better].into_iter().flatten().collect();
    let told: Vec<Text> =
        settled.iter().enumerate().map(|(index, settled)| settled.told(index > 0)).collect();
    if told.is_empty() {
        return Vec::new();
    }
    let joined = |text: fn(&Text) -> &str| told.iter().map(text).collect::<Vec<_>>().join(" ");
    vec![ReviewReason::new(id, joined(|text| &text.en), joined(|text| &text.fr))]
}

/// What a puzzle's solution, the better line, turns on.
pub(super) fn themes(solution: &MistakeContext<Isolation>) -> Vec<Theme> {
    let is_cut = regions(solution.better.first()) > regions(&solution.before);
    is_cut.then_some(Theme::Cut).into_iter().collect()
}

/// Sets of free squares that do not depend on each other: a pawn in one closes no square of another.
fn regions(position: &Isolation) -> usize {
    let closed_by = |square: Square| position.free() & !position.play(Place(square)).free();
    let mut left = position.free();
    let mut regions = 0;
    while let Some(first) = left.first() {
        let mut region = Bitboard::of(first);
        loop {
            let depends = |&square: &Square| region.has(square) || closed_by(square).meets(region);
            let near = region.squares().fold(region, |set, square| set | closed_by(square));
            let grown =
                position.free().squares().filter(depends).fold(near, |set, square| set | square);
            if grown == region {
                break;
            }
            region = grown;
        }
        left &= !region;
        regions += 1;
    }
    regions
}

/// A position of a line from which on no safe square depends on another: every one that is left
/// will be taken, one a turn.
struct Settled {
    /// The moves that lead there.
    moves: Vec<String>,
    /// The safe squares that are left.
    left: Vec<String>,
    /// Who takes the last one, or has placed last if there is none.
    last: Seat,
}

impl Settled {
    /// The first such position of a line.
    fn of(branch: &EvaluatedLine<Isolation>) -> Option<Self> {
        let closes_only_itself = |position: &Isolation, square: Square| {
            position.play(Place(square)).free() == position.free() & !Bitboard::of(square)
        };
        let independent = |position: &Isolation| {
            position.free().squares().all(|square| closes_only_itself(position, square))
        };
        let at = branch.positions.iter().position(independent)?;
        let position = &branch.positions[at];
        let left = position.free();
        let last = if left.len() % 2 == 1 { position.turn() } else { !position.turn() };
        Some(Self {
            moves: branch.moves[..=at].iter().map(ToString::to_string).collect(),
            left: left.squares().map(|square| square.to_string()).collect(),
            last,
        })
    }

    /// The same in words, with fewer of them if it is told `again`.
    fn told(&self, again: bool) -> Text {
        let after = if self.moves.len() <= LISTED_MAX_MOVES {
            let moves = self.moves.join(" ");
            Text::composed(format!("After {moves}"), format!("Après {moves}"))
        } else {
            let count = self.moves.len();
            Text::composed(
                format!("After {count} best moves"),
                format!("Au bout de {count} meilleurs coups"),
            )
        };
        let winner = &Isolation::INFO.seats[usize::from(self.last.index())];
        let squares = self.left.join(" ");
        let (en, fr) = match self.left.len() {
            0 => (
                format!("no safe square is left: {} has placed last", winner.en),
                format!("il ne reste aucune case sûre : {} a posé en dernier", winner.fr),
            ),
            1 => (
                format!("{squares} is the only safe square left, and {} takes it", winner.en),
                format!("{squares} est la seule case sûre qui reste, et {} la prend", winner.fr),
            ),
            count if again => (
                format!("{count} are left ({squares}): {} takes the last one", winner.en),
                format!("il en reste {count} ({squares}) : {} prend la dernière", winner.fr),
            ),
            count => (
                format!(
                    "{count} safe squares are left that do not disturb each other ({squares}): {} takes the last one",
                    winner.en
                ),
                format!(
                    "il reste {count} cases sûres qui ne se gênent pas ({squares}) : {} prend la dernière",
                    winner.fr
                ),
            ),
        };
        Text::composed(format!("{}, {en}.", after.en), format!("{}, {fr}.", after.fr))
    }
}
