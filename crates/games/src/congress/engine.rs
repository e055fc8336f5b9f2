//! The engine of Congress: alpha-beta with an evaluation of the distances and groups of the pawns, and a
//! quick test for moves that join them all.

use std::sync::Arc;

use engine::{
    AlphaBeta, CORRECTION_KEYS, Evaluator, Explainer, GameEngine, Levels, LinearEvaluator,
    MistakeContext, Provable, PuzzleProof, Puzzling, Resources, ReviewReason, SearchParams, Theme,
    ThreatReport, Value, ValueScale, Weight, correction_key,
};
use rules::{Bitboard, BySeat, Line};

use super::gathering_cache::GatheringCache;
use super::lambda_search::LambdaSearch;
use super::network::{self, HIDDEN};
use super::position::Congress;
use super::review;
use super::terms::{self, BoardEvaluator, Gathering, joining_places};
use super::threat_search::ThreatSearch;
use super::weights::WEIGHTS;
use crate::network::{Accumulator, BoardNetwork, on};
use crate::terrain::Step;

/// Own moves for which the time of a game clock should last at the start, and the fewest later. Half of the games are
/// over after 23, but those that are not last for some 25 more.
const MOVES_OF_A_GAME: u32 = 30;
const MIN_MOVES_TO_GO: u32 = 22;

/// Points of an advantage with an expected score of 73 %.
pub(super) const UNIT: i32 = 150;

/// The engine of Congress.
pub enum CongressEngine {}

impl GameEngine for CongressEngine {
    type Game = Congress;
    type Searcher = AlphaBeta<CongressEvaluator>;

    fn searcher(resources: Resources) -> Self::Searcher {
        AlphaBeta::new(CongressEvaluator::default(), resources)
    }
}

impl Levels for CongressEngine {}

impl Explainer for CongressEngine {
    fn explain(mistake: &MistakeContext<Congress>) -> Vec<ReviewReason> {
        review::explain(mistake)
    }
}

impl Provable for CongressEngine {
    type Identity = BySeat<Bitboard>;

    fn identity(position: &Congress) -> Self::Identity {
        position.pawns
    }
}

impl Puzzling for CongressEngine {
    const PROOF: PuzzleProof = PuzzleProof::ForcedWin { max_plies: 7, max_nodes: 1_000_000 };
    /// Short forced wins are seldom hard here.
    const GRADE_MAX_PERCENT: [usize; 6] = [20, 40, 60, 60, 60, 60];

    fn wins_at_once(position: &Congress) -> bool {
        can_join(position)
    }

    fn themes(solution: &MistakeContext<Congress>) -> Vec<Theme> {
        review::themes(solution)
    }
}

/// Whether the side to move can make one group of its pawns.
fn can_join(position: &Congress) -> bool {
    let pawns = position.pawns[position.turn];
    pawns.squares().any(|from| position.walks(from).meets(joining_places(pawns, from)))
}

/// The evaluation of Congress.
#[derive(Clone, Debug, Default)]
pub struct CongressEvaluator {
    /// Weights in training, in place of the usual ones.
    weights: Option<Arc<[Weight]>>,
    /// Tables of the board.
    board: Option<Arc<BoardEvaluator>>,
    /// The network for the board, unless weights are in training.
    network: Option<Arc<BoardNetwork<HIDDEN>>>,
    /// What was computed of the pawns of one side before, on this board.
    cache: GatheringCache,
    threat_search: ThreatSearch,
}

/// What is updated from position to position.
#[derive(Clone, Copy, Debug)]
pub struct CongressAccumulator {
    /// A move changes nothing for the pawns of the other side.
    gathering: BySeat<Gathering>,
    hidden: Accumulator<HIDDEN>,
}

impl Evaluator for CongressEvaluator {
    type Position = Congress;
    type Accumulator = CongressAccumulator;

    const SCALE: ValueScale = ValueScale::new(UNIT);
    const PARAMS: SearchParams = SearchParams {
        null_move_reduction: Some(2),
        quiescence_plies: 1,
        futility_margin: Some(UNIT / 2),
        correction_percent: 90,
        threat_search: true,
        evaluation_cache_entries: 1 << 14,
        ..SearchParams::new(&Self::SCALE)
    };

    const HAS_TACTICAL_MOVES: bool = false;

    fn prepare(&mut self, root: &Congress) {
        if !self.board.as_ref().is_some_and(|board| board.is_of(&root.terrain)) {
            self.board = Some(Arc::new(BoardEvaluator::new(root.terrain, self.weights.clone())));
            self.cache.clear();
            self.threat_search.clear();
            let has_network = self.weights.is_none();
            self.network = has_network.then(|| Arc::new(network::of_board(&root.terrain)));
        }
    }

    fn accumulator(&self, position: &Congress) -> CongressAccumulator {
        let none = || BySeat::from_fn(|_| [0; HIDDEN]);
        let places = network::places(position);
        let network = self.network.as_ref();
        CongressAccumulator {
            gathering: BySeat::from_fn(|seat| self.gathering(position.pawns[seat])),
            hidden: network.map_or_else(none, |network| network.accumulator(&places)),
        }
    }

    #[inline]
    fn update(
        &self,
        accumulator: &CongressAccumulator,
        before: &Congress,
        Step { from, to }: Step,
        after: &Congress,
    ) -> CongressAccumulator {
        let turn = before.turn;
        let mut updated = *accumulator;
        updated.gathering[turn] = self.gathering(after.pawns[turn]);
        if let Some(network) = &self.network {
            network.remove_pawn(&mut updated.hidden, turn, on(from));
            network.add_pawn(&mut updated.hidden, turn, on(to));
        }
        updated
    }

    /// It does not depend on the side to move.
    #[inline]
    fn update_null(&self, accumulator: &CongressAccumulator, _: &Congress) -> CongressAccumulator {
        *accumulator
    }

    fn evaluate(&self, position: &Congress, accumulator: &CongressAccumulator) -> Value {
        let board = self.board.as_ref();
        let terms = board.map_or(0, |board| board.points(position, &accumulator.gathering));
        let network = self.network.as_ref();
        let hidden = &accumulator.hidden;
        Value::estimate(terms + network.map_or(0, |it| it.points(hidden, position.turn)))
    }

    fn winning_move(&self, position: &Congress, accumulator: &CongressAccumulator) -> Option<Step> {
        joining_move(position, &accumulator.gathering[position.turn])
    }

    fn is_threatened(&self, position: &Congress, accumulator: &CongressAccumulator) -> bool {
        joining_move(position, &accumulator.gathering[!position.turn]).is_some()
    }

    fn search_threats(
        &self,
        position: &Congress,
        node_limit: u64,
        interrupt: &dyn Fn() -> bool,
    ) -> ThreatReport<Step> {
        let direct = self.threat_search.search(position, node_limit);
        if direct.win.is_some() || !direct.is_complete {
            return direct;
        }
        let left = node_limit - direct.nodes;
        let report = LambdaSearch::new(&self.threat_search, *position, left).search(interrupt);
        ThreatReport { nodes: direct.nodes + report.nodes, ..report }
    }

    /// The pawns of each seat, with the side to move.
    #[inline]
    fn correction_keys(&self, position: &Congress) -> [u64; CORRECTION_KEYS] {
        let key = |pawns: Bitboard| correction_key(pawns.0, position.turn.index().into());
        [key(position.pawns.first), key(position.pawns.second)]
    }

    fn moves_to_go(&self, line: &Line<Congress>) -> u32 {
        MOVES_OF_A_GAME.saturating_sub(line.plies() as u32 / 2).max(MIN_MOVES_TO_GO)
    }
}

impl CongressEvaluator {
    fn gathering(&self, pawns: Bitboard) -> Gathering {
        let Some(board) = &self.board else { return Gathering::NONE };
        self.cache.get_or_insert_with(pawns, || board.gathering(pawns))
    }

    /// The sum of the terms alone, in points.
    pub(super) fn term_points(&self, position: &Congress) -> i32 {
        let gathering = position.pawns.map(|pawns| self.gathering(pawns));
        self.board.as_ref().map_or(0, |board| board.points(position, &gathering))
    }
}

impl LinearEvaluator for CongressEvaluator {
    const WEIGHTS: &'static [Weight] = &WEIGHTS;

    fn weighted(weights: Arc<[Weight]>) -> Self {
        Self { weights: Some(weights), ..Self::default() }
    }

    fn term_name(term: usize) -> String {
        terms::name(term)
    }

    fn terms(&self, position: &Congress, add: &mut dyn FnMut(usize, i32)) -> i32 {
        self.board.as_ref().map_or(0, |board| board.terms(position, add))
    }
}

/// A move after which all pawns of a side are one group.
#[inline]
fn joining_move(position: &Congress, gathering: &Gathering) -> Option<Step> {
    gathering.joiners.squares().find_map(|from| {
        let places = joining_places(gathering.pawns, from);
        let to = (places & position.walks(from)).first()?;
        Some(Step { from, to })
    })
}

#[cfg(test)]
mod tests {
    use rules::{Game as _, Position as _, Seat, Setup, SplitMix64, Square};

    use super::*;
    use crate::congress::position::group;

    /// Positions with the pawns of both sides nearly together: groups of eight of which one or two have left.
    fn near_ends(seed: u64) -> Option<Congress> {
        let mut random = SplitMix64::new(seed);
        let setup = Setup { rules: None, board: None, seed: random.draw() };
        let mut position = Congress::start(&setup).ok()?;
        position.pawns = BySeat::from_fn(|_| Bitboard::EMPTY);
        let mut draw = |from: Bitboard| {
            let squares: Vec<Square> = from.squares().collect();
            Bitboard::of(squares[random.below(squares.len() as u64) as usize])
        };
        for seat in Seat::ALL {
            let mut pawns = draw(!position.pawns[!seat]);
            while pawns.len() < 6 + usize::from(seed.is_multiple_of(2)) {
                let free = pawns.beside() & !pawns & !position.pawns[!seat];
                if free.is_empty() {
                    return None;
                }
                pawns |= draw(free);
            }
            while pawns.len() < 8 {
                pawns |= draw(!pawns & !position.pawns[!seat]);
            }
            position.pawns[seat] = pawns;
        }
        position.outcome().is_none().then_some(position)
    }

    #[test]
    fn joining_moves_are_found_where_there_are_any() {
        let mut found = [0; 2];
        for position in (0..3000).filter_map(near_ends) {
            let mut evaluator = CongressEvaluator::default();
            evaluator.prepare(&position);
            let m = evaluator.winning_move(&position, &evaluator.accumulator(&position));
            let joins = |m: &Step| {
                let pawns = position.play(*m).pawns[position.turn];
                group(pawns) == pawns
            };
            let any = position.legal_moves().iter().any(joins);
            assert_eq!(m.is_some(), any, "{position}");
            assert!(m.is_none_or(|m| position.is_legal(m) && joins(&m)), "{position}");
            assert_eq!(can_join(&position), any, "{position}");
            found[usize::from(any)] += 1;
        }
        assert!(found.iter().all(|&count| count > 100), "{found:?}");
    }

    #[test]
    fn the_estimate_is_the_weighted_sum_of_the_terms() {
        for position in (0..300).filter_map(near_ends) {
            let mut evaluator = CongressEvaluator::default();
            evaluator.prepare(&position);
            let mut sum = Weight::default();
            let phase =
                evaluator.terms(&position, &mut |term, count| sum.add(WEIGHTS[term], count));
            assert_eq!(evaluator.term_points(&position), sum.blend(phase), "{position}");
        }
    }
}
