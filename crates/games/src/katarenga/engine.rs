//! The engine of Katarenga: alpha-beta with an evaluation of pawns, camps, distances to the enemy's row
//! and hanging pawns, to which a small network adds.

use std::sync::Arc;

use engine::{
    CORRECTION_KEYS, Evaluator, Explainer, GameEngine, Levels, LinearEvaluator, MistakeContext,
    Provable, PuzzleProof, Puzzling, Resources, ReviewReason, SearchParams, Theme, Value,
    ValueScale, Weight, correction_key,
};
use rules::{Bitboard, BySeat, Line, MoveList, Position, Square};

use super::network::{self, HIDDEN};
use super::position::{Camps, Katarenga, Move, Side, home_row};
use super::review;
use super::searcher::KatarengaSearcher;
use super::terms::{self, BoardEvaluator};
use super::weights::WEIGHTS;
use crate::network::{Accumulator, BoardNetwork};
use crate::terrain::Step;

/// Own moves for which the time of a game clock should last at the start, and the fewest later. Half of the games are over
/// after 23.
const MOVES_OF_A_GAME: u32 = 24;
const MIN_MOVES_TO_GO: u32 = 11;

/// Points of an advantage with an expected score of 73 %.
pub(super) const UNIT: i32 = 150;

/// The engine of Katarenga.
pub enum KatarengaEngine {}

impl GameEngine for KatarengaEngine {
    type Game = Katarenga;
    type Searcher = KatarengaSearcher;

    fn searcher(resources: Resources) -> Self::Searcher {
        KatarengaSearcher::new(resources)
    }
}

impl Levels for KatarengaEngine {}

impl Explainer for KatarengaEngine {
    fn explain(mistake: &MistakeContext<Katarenga>) -> Vec<ReviewReason> {
        review::explain(mistake)
    }
}

impl Provable for KatarengaEngine {
    type Identity = (BySeat<Bitboard>, BySeat<Camps>);

    fn identity(position: &Katarenga) -> Self::Identity {
        (position.pawns, position.camps)
    }
}

impl Puzzling for KatarengaEngine {
    const PROOF: PuzzleProof = PuzzleProof::ForcedWin { max_plies: 9, max_nodes: 1_000_000 };

    fn wins_at_once(position: &Katarenga) -> bool {
        winning_move(position).is_some()
    }

    fn themes(solution: &MistakeContext<Katarenga>) -> Vec<Theme> {
        review::themes(solution)
    }
}

/// The evaluation of Katarenga.
#[derive(Clone, Debug, Default)]
pub struct KatarengaEvaluator {
    /// Weights in training, in place of the usual ones.
    weights: Option<Arc<[Weight]>>,
    /// Tables of the board.
    board: Option<Arc<BoardEvaluator>>,
    /// The network for the board, unless weights are in training.
    network: Option<Arc<BoardNetwork<HIDDEN>>>,
}

impl Evaluator for KatarengaEvaluator {
    type Position = Katarenga;
    type Accumulator = Accumulator<HIDDEN>;

    const SCALE: ValueScale = ValueScale::new(UNIT);
    const PARAMS: SearchParams = SearchParams {
        aspiration_window: UNIT,
        null_move_reduction: Some(2),
        futility_margin: Some(UNIT / 2),
        futility_max_depth: 6,
        correction_percent: 90,
        evaluation_cache_entries: 1 << 14,
        ..SearchParams::new(&Self::SCALE)
    };

    fn prepare(&mut self, root: &Katarenga) {
        if !self.board.as_ref().is_some_and(|board| board.is_of(&root.terrain)) {
            self.board = Some(Arc::new(BoardEvaluator::new(root.terrain, self.weights.clone())));
            let has_network = self.weights.is_none();
            self.network = has_network.then(|| Arc::new(network::of_board(&root.terrain)));
        }
    }

    fn accumulator(&self, position: &Katarenga) -> Accumulator<HIDDEN> {
        let none = || BySeat::from_fn(|_| [0; HIDDEN]);
        let places = network::places(position);
        self.network.as_ref().map_or_else(none, |network| network.accumulator(&places))
    }

    #[inline]
    fn update(
        &self,
        accumulator: &Accumulator<HIDDEN>,
        before: &Katarenga,
        m: Move,
        _: &Katarenga,
    ) -> Accumulator<HIDDEN> {
        match &self.network {
            Some(network) => network::update(network, accumulator, before, m),
            None => *accumulator,
        }
    }

    /// It does not depend on the side to move.
    #[inline]
    fn update_null(&self, accumulator: &Accumulator<HIDDEN>, _: &Katarenga) -> Accumulator<HIDDEN> {
        *accumulator
    }

    fn evaluate(&self, position: &Katarenga, accumulator: &Accumulator<HIDDEN>) -> Value {
        let terms = self.term_points(position);
        let network = self.network.as_ref();
        Value::estimate(terms + network.map_or(0, |it| it.points(accumulator, position.turn)))
    }

    fn move_priority(&self, position: &Katarenga, m: Move) -> i32 {
        match m {
            Move::Enter(..) => 64,
            Move::Walk(step) => {
                let Some(board) = &self.board else { return 0 };
                let at = |seat, square: Square| {
                    i32::from(board.distances[seat][usize::from(square.index())])
                };
                let progress = 8 * (at(position.turn, step.from) - at(position.turn, step.to));
                if position.resets(m) {
                    let danger = 4 - at(!position.turn, step.to).min(4);
                    let is_free = !is_guarded(position, step.to);
                    progress + 16 * danger + 48 * i32::from(is_free)
                } else {
                    progress
                }
            }
        }
    }

    fn is_tactical(&self, position: &Katarenga, m: Move) -> bool {
        position.resets(m)
    }

    /// The two camps are equivalent.
    fn is_redundant(&self, position: &Katarenga, m: Move) -> bool {
        let left_is_free = !position.camps[position.turn].is_filled(Side::Left);
        matches!(m, Move::Enter(_, Side::Right)) && left_is_free
    }

    fn winning_move(&self, position: &Katarenga, _: &Accumulator<HIDDEN>) -> Option<Move> {
        winning_move(position)
    }

    fn is_threatened(&self, position: &Katarenga, _: &Accumulator<HIDDEN>) -> bool {
        position.null().is_some_and(|other| winning_move(&other).is_some())
    }

    /// The pawns of each seat, with the side to move and the number of filled camps.
    #[inline]
    fn correction_keys(&self, position: &Katarenga) -> [u64; CORRECTION_KEYS] {
        let Katarenga { pawns, camps, turn, .. } = position;
        let camps = (camps.first.count() + 3 * camps.second.count()) as u64;
        let key = |pawns: Bitboard| correction_key(pawns.0, 2 * camps + u64::from(turn.index()));
        [key(pawns.first), key(pawns.second)]
    }

    fn tactical_moves(&self, position: &Katarenga) -> MoveList<Move> {
        let (turn, pawns) = (position.turn, &position.pawns);
        let enemy = pawns[!turn];
        let mut moves = MoveList::new();
        for from in pawns[turn] {
            let to = (position.walks(from) & enemy).squares();
            moves.extend(to.map(|to| Move::Walk(Step { from, to })));
        }
        let side = Side::ALL.into_iter().find(|&side| !position.camps[turn].is_filled(side));
        let arrived = pawns[turn] & home_row(!turn);
        if let Some(side) = side {
            moves.extend(arrived.squares().map(|from| Move::Enter(from, side)));
        }
        moves
    }

    fn moves_to_go(&self, line: &Line<Katarenga>) -> u32 {
        MOVES_OF_A_GAME.saturating_sub(line.plies() as u32 / 2).max(MIN_MOVES_TO_GO)
    }
}

impl KatarengaEvaluator {
    /// The sum of the terms alone, in points.
    pub(super) fn term_points(&self, position: &Katarenga) -> i32 {
        self.board.as_ref().map_or(0, |board| board.points(position))
    }
}

impl LinearEvaluator for KatarengaEvaluator {
    const WEIGHTS: &'static [Weight] = &WEIGHTS;

    fn weighted(weights: Arc<[Weight]>) -> Self {
        Self { weights: Some(weights), ..Self::default() }
    }

    fn term_name(term: usize) -> String {
        terms::name(term)
    }

    fn terms(&self, position: &Katarenga, add: &mut dyn FnMut(usize, i32)) -> i32 {
        if let Some(board) = &self.board {
            board.terms(position, add);
        }
        terms::phase(position)
    }
}

/// Whether the other side could take back what the side to move takes on a square.
fn is_guarded(position: &Katarenga, square: Square) -> bool {
    let enemy = position.pawns[!position.turn];
    let pawns = enemy | position.pawns[position.turn];
    position.terrain.reaching(square, pawns).meets(enemy)
}

/// A move that ends the game with a win.
#[inline]
fn winning_move(position: &Katarenga) -> Option<Move> {
    let (turn, pawns) = (position.turn, &position.pawns);
    if position.camps[turn].count() == 1
        && let Some(from) = (pawns[turn] & home_row(!turn)).first()
    {
        let free = |side: &&Side| !position.camps[turn].is_filled(**side);
        return Side::ALL.iter().find(free).map(|&side| Move::Enter(from, side));
    }
    if position.has_more_than(!turn, 2) {
        return None;
    }
    pawns[turn].squares().find_map(|from| {
        let to = (position.walks(from) & pawns[!turn]).first()?;
        Some(Move::Walk(Step { from, to }))
    })
}
