//! What an estimate of Katarenga is made of: terms that are counted for both sides, each with a weight.

#![cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "a function with target features is called")
)]
#![expect(
    clippy::inline_always,
    reason = "functions with target features do not inline others by themselves"
)]

use std::sync::Arc;

use arrayvec::ArrayVec;
use engine::Weight;
use rules::{Bitboard, BySeat, Seat, Square};

use super::position::{Katarenga, PAWNS, home_row};
use super::weights::WEIGHTS;
use crate::terrain::{ReachTable, Terrain};

/// Pawns on the board and in camps, one term for each number.
const STRENGTH: usize = 0;
/// A pawn in a camp.
const CAMP: usize = STRENGTH + PAWNS + 1;
/// A pawn by the colour of its square and by its row as its owner counts them.
const SQUARE: usize = CAMP + 1;
/// A pawn by its moves to the enemy's row, the last one for more.
const DISTANCE: usize = SQUARE + 4 * 8;
const DISTANCES: usize = 6;
/// A square from which a pawn's square is reached, on an empty board.
const EXPOSURE: usize = DISTANCE + DISTANCES;
/// A square that a pawn reaches, on an empty board.
const FREEDOM: usize = EXPOSURE + 1;
/// What each side needs to fill its camps with its nearest pawns: moves, the last term for more.
const NEED: SidedTerms = SidedTerms(FREEDOM + 1, NEEDS);
const NEEDS: usize = 12;
/// A pawn that can be taken at once, and not taken back.
const HANGING: SidedTerms = SidedTerms(NEED.0 + 2 * NEEDS, COUNT_TERMS);
/// Terms for one, two, three and more of something.
const COUNT_TERMS: usize = 3;
/// A pawn that can be taken at once, and taken back.
const GUARDED: SidedTerms = SidedTerms(HANGING.end(), COUNT_TERMS);
/// A pawn on the enemy's row that nobody can take, and one that somebody can.
const ARRIVED: SidedTerms = SidedTerms(GUARDED.end(), COUNT_TERMS);
const CAUGHT: SidedTerms = SidedTerms(ARRIVED.end(), COUNT_TERMS);
/// A pawn one move from the enemy's row that would be safe there, and one that would not.
const RUNNER: SidedTerms = SidedTerms(CAUGHT.end(), COUNT_TERMS);
const AWAITED: SidedTerms = SidedTerms(RUNNER.end(), COUNT_TERMS);
/// With one camp filled: a pawn that has arrived, and a runner.
const FINISH: SidedTerms = SidedTerms(AWAITED.end(), 2);
/// How many fewer moves than the opponent the side to move needs to fill its camps.
const RACE: usize = FINISH.end();
const RACES: usize = 9;
/// A move, and one to a square that the enemy does not reach.
const MOVE: usize = RACE + RACES;
const SAFE_MOVE: usize = MOVE + 1;
/// A square of the own row that own pawns reach.
const WATCHED: usize = SAFE_MOVE + 1;
/// The move itself.
const TEMPO: usize = WATCHED + 1;
/// How many terms there are.
pub(super) const TERMS: usize = TEMPO + 1;

/// Terms that differ between the side to move and the other, each of so many numbers.
#[derive(Clone, Copy)]
struct SidedTerms(usize, usize);

impl SidedTerms {
    const fn of(self, side: Perspective, number: usize) -> usize {
        self.0 + side.index * self.1 + number
    }

    /// The term for so many of it; none has no term.
    fn count(self, side: Perspective, count: usize, sink: &mut impl TermSink) {
        if count > 0 {
            sink.add(self.of(side, count.min(COUNT_TERMS) - 1), side.sign);
        }
    }

    const fn end(self) -> usize {
        self.0 + 2 * self.1
    }
}

/// A side with its index and sign in the evaluation.
#[derive(Clone, Copy)]
struct Perspective {
    seat: Seat,
    /// 0 for the side to move.
    index: usize,
    sign: i32,
}

/// Receiver of counted terms.
trait TermSink {
    fn add(&mut self, term: usize, count: i32);
    /// The terms of a pawn that depend on its square alone.
    fn add_square_terms(&mut self, evaluator: &BoardEvaluator, side: Perspective, square: Square);
}

/// Evaluator of one board: the weights, and what can be precomputed for its colours.
#[derive(Clone, Debug)]
pub(super) struct BoardEvaluator {
    terrain: Terrain,
    weights: Arc<[Weight]>,
    /// Moves to the enemy's row, on an empty board.
    pub(super) distances: BySeat<[u8; 64]>,
    /// What a pawn is worth for its square alone.
    squares: BySeat<[Weight; 64]>,
    reach: ReachTable,
}

impl BoardEvaluator {
    /// The evaluator of a board with those weights, or the built-in ones.
    pub(super) fn new(terrain: Terrain, weights: Option<Arc<[Weight]>>) -> Self {
        let mut evaluator = Self {
            terrain,
            weights: weights.unwrap_or_else(|| Arc::new(WEIGHTS)),
            distances: BySeat::from_fn(|seat| terrain.moves_to(home_row(!seat))),
            squares: BySeat::from_fn(|_| [Weight::default(); 64]),
            reach: ReachTable::new(&terrain),
        };
        evaluator.squares = BySeat::from_fn(|seat| {
            std::array::from_fn(|index| {
                let mut sum = WeightedSum { weights: &evaluator.weights, sum: Weight::default() };
                evaluator.add_square_terms(seat, Square::from_index(index as u8), |term, n| {
                    sum.add(term, n);
                });
                sum.sum
            })
        });
        evaluator
    }

    /// Whether it is the evaluator of that board.
    pub(super) fn is_of(&self, terrain: &Terrain) -> bool {
        self.terrain == *terrain
    }

    /// The terms of a pawn that depend on its square alone.
    fn add_square_terms(&self, seat: Seat, square: Square, mut add: impl FnMut(usize, i32)) {
        let row = if seat == Seat::First { 7 - square.rank() } else { square.rank() };
        let colour = usize::from(self.terrain.colour(square).index());
        let distance = usize::from(self.distances[seat][usize::from(square.index())]);
        add(SQUARE + colour * 8 + usize::from(row), 1);
        add(DISTANCE + distance.min(DISTANCES - 1), 1);
        add(EXPOSURE, self.terrain.reaching(square, Bitboard::EMPTY).len() as i32);
        add(FREEDOM, self.terrain.reach(square, Bitboard::EMPTY).len() as i32);
    }

    /// The estimate for the side to move, in points.
    #[inline]
    pub(super) fn points(&self, position: &Katarenga) -> i32 {
        #[cfg(target_arch = "x86_64")]
        if has_bit_counts() {
            // SAFETY: the processor has what the function needs.
            return unsafe { self.points_by_bit_counts(position) };
        }
        self.weighted_points(position)
    }

    /// [`Self::points`], compiled for processors that count bits with one instruction.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "popcnt,bmi1,lzcnt")]
    fn points_by_bit_counts(&self, position: &Katarenga) -> i32 {
        self.weighted_points(position)
    }

    #[inline(always)]
    fn weighted_points(&self, position: &Katarenga) -> i32 {
        let mut sum = WeightedSum { weights: &self.weights, sum: Weight::default() };
        self.count(position, &mut sum);
        sum.sum.blend(phase(position))
    }

    /// Tells every term with what the side to move has more of it.
    pub(super) fn terms(&self, position: &Katarenga, add: &mut dyn FnMut(usize, i32)) {
        self.count(position, &mut TermVisitor(add));
    }

    #[inline(always)]
    fn count(&self, position: &Katarenga, sink: &mut impl TermSink) {
        let reach = BySeat {
            first: SeatReach::of(&self.reach, position, Seat::First),
            second: SeatReach::of(&self.reach, position, Seat::Second),
        };
        let turn = position.turn;
        sink.add(TEMPO, 1);
        let own = Perspective { seat: turn, index: 0, sign: 1 };
        let own = self.side(position, &reach, own, sink);
        let other = Perspective { seat: !turn, index: 1, sign: -1 };
        let other = self.side(position, &reach, other, sink);
        let ahead = i32::from(other) - i32::from(own) + RACES as i32 / 2;
        sink.add(RACE + ahead.clamp(0, RACES as i32 - 1) as usize, 1);
    }

    /// Counts the terms of a side, and returns the moves that it needs to fill its camps.
    #[inline(always)]
    fn side(
        &self,
        position: &Katarenga,
        reach: &BySeat<SeatReach>,
        side: Perspective,
        sink: &mut impl TermSink,
    ) -> u8 {
        let Perspective { seat, sign, .. } = side;
        let pawns = position.pawns[seat];
        let (own, enemy) = (&reach[seat], reach[!seat].all);
        let goal = home_row(!seat);
        let camps = position.camps[seat].count();
        sink.add(STRENGTH + (pawns.len() + camps).min(PAWNS), sign);
        sink.add(CAMP, sign * camps as i32);

        let mut nearest = [9_u8; 2];
        let (mut moves, mut safe, mut runners, mut awaited) = (0, 0, 0_usize, 0_usize);
        for &(from, targets) in &own.pawns {
            sink.add_square_terms(self, side, from);
            let distance = self.distances[seat][usize::from(from.index())];
            if distance < nearest[0] {
                nearest = [distance, nearest[0]];
            } else if distance < nearest[1] {
                nearest[1] = distance;
            }
            let open = targets & !pawns;
            moves += open.len() as i32;
            safe += (open & !enemy).len() as i32;
            if distance == 1 && open.meets(goal) {
                if (open & goal & !enemy).is_empty() { awaited += 1 } else { runners += 1 }
            }
        }
        let need = match camps {
            0 => nearest[0] + nearest[1] + 2,
            _ => nearest[0] + 1,
        };
        sink.add(NEED.of(side, usize::from(need).min(NEEDS) - 1), sign);
        RUNNER.count(side, runners, sink);
        AWAITED.count(side, awaited, sink);
        sink.add(MOVE, sign * moves);
        sink.add(SAFE_MOVE, sign * safe);

        let hit = pawns & enemy;
        let hanging = hit & !goal & !own.all;
        let guarded = hit & !goal & own.all;
        let arrived = (pawns & goal & !enemy).len();
        HANGING.count(side, hanging.len(), sink);
        GUARDED.count(side, guarded.len(), sink);
        CAUGHT.count(side, (hit & goal).len(), sink);
        ARRIVED.count(side, arrived, sink);
        if camps == 1 {
            sink.add(FINISH.of(side, 0), sign * i32::from(arrived > 0));
            sink.add(FINISH.of(side, 1), sign * i32::from(runners > 0));
        }
        sink.add(WATCHED, sign * (home_row(seat) & own.all).len() as i32);
        need
    }
}

/// Whether the processor counts bits with one instruction.
#[cfg(target_arch = "x86_64")]
#[inline]
fn has_bit_counts() -> bool {
    is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("lzcnt")
}

/// How much of the game is still ahead, by the pawns on the board.
pub(super) fn phase(position: &Katarenga) -> i32 {
    Weight::PHASE_MAX * (position.pawns.first | position.pawns.second).len() as i32
        / (2 * PAWNS as i32)
}

/// Where the pawns of a seat can go, squares of own pawns included: these are guarded.
struct SeatReach {
    all: Bitboard,
    pawns: ArrayVec<(Square, Bitboard), PAWNS>,
}

impl SeatReach {
    #[inline(always)]
    fn of(table: &ReachTable, position: &Katarenga, seat: Seat) -> Self {
        let all = position.pawns.first | position.pawns.second;
        let mut found = Self { all: Bitboard::EMPTY, pawns: ArrayVec::new() };
        for from in position.pawns[seat] {
            let targets = table.reach(from, all);
            found.all |= targets;
            found.pawns.push((from, targets));
        }
        found
    }
}

/// Weighted sum of terms: the evaluation.
struct WeightedSum<'a> {
    weights: &'a [Weight],
    sum: Weight,
}

impl TermSink for WeightedSum<'_> {
    #[inline]
    fn add(&mut self, term: usize, count: i32) {
        self.sum.add(self.weights[term], count);
    }

    #[inline]
    fn add_square_terms(&mut self, evaluator: &BoardEvaluator, side: Perspective, square: Square) {
        self.sum.add(evaluator.squares[side.seat][usize::from(square.index())], side.sign);
    }
}

/// Calls a function for each term, for training.
struct TermVisitor<'a>(&'a mut dyn FnMut(usize, i32));

impl TermSink for TermVisitor<'_> {
    fn add(&mut self, term: usize, count: i32) {
        (self.0)(term, count);
    }

    fn add_square_terms(&mut self, evaluator: &BoardEvaluator, side: Perspective, square: Square) {
        evaluator
            .add_square_terms(side.seat, square, |term, count| (self.0)(term, side.sign * count));
    }
}

/// The name of a term, for the file of weights.
pub(super) fn name(term: usize) -> String {
    const NAMES: [(usize, &str); 20] = [
        (STRENGTH, "strength"),
        (CAMP, "camp"),
        (SQUARE, "square"),
        (DISTANCE, "distance"),
        (EXPOSURE, "exposure"),
        (FREEDOM, "freedom"),
        (NEED.0, "need"),
        (HANGING.0, "hanging"),
        (GUARDED.0, "guarded"),
        (ARRIVED.0, "arrived"),
        (CAUGHT.0, "caught"),
        (RUNNER.0, "runner"),
        (AWAITED.0, "awaited"),
        (FINISH.0, "finish"),
        (RACE, "race"),
        (MOVE, "move"),
        (SAFE_MOVE, "safe move"),
        (WATCHED, "watched"),
        (TEMPO, "tempo"),
        (TERMS, ""),
    ];
    engine::term_name(&NAMES, term)
}

#[cfg(test)]
mod tests {
    use rules::{Game as _, Line, Position as _, Setup, SplitMix64};

    use super::*;

    #[test]
    fn every_processor_has_the_same_estimates() {
        for seed in 0..10 {
            let mut random = SplitMix64::new(seed);
            let setup = Setup { rules: None, board: None, seed };
            let mut line = Line::new(Katarenga::start(&setup).expect("a random board"));
            let evaluator = BoardEvaluator::new(line.position().terrain, None);
            while line.outcome().is_none() {
                let position = line.position();
                assert_eq!(evaluator.points(position), evaluator.weighted_points(position));
                let moves = position.legal_moves();
                line.play(moves[random.below(moves.len() as u64) as usize]);
            }
        }
    }
}
