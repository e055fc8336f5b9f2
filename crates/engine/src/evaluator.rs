//! Game knowledge that the generic alpha-beta search needs.

use rules::{Line, MoveList, Position};

use crate::correction_history::CORRECTION_KEYS;
use crate::time_manager::DEFAULT_MOVES_TO_GO;
use crate::{Value, ValueScale};

/// The move type of an evaluator's game.
pub type MoveOf<E> = <<E as Evaluator>::Position as Position>::Move;

/// Game knowledge for [`AlphaBeta`](crate::AlphaBeta): static evaluation, move ordering and the moves
/// that quiescence search looks at. Every search thread has a clone, so large tables are shared
/// (`&'static` or `Arc`).
pub trait Evaluator: Clone + Send + 'static {
    /// The game's positions.
    type Position: Position;
    /// Features that are updated incrementally from position to position; `()` where there are none.
    type Accumulator: Copy;

    /// What the values of the evaluation mean.
    const SCALE: ValueScale;
    /// The parameters of the search for this game.
    const PARAMS: SearchParams;
    /// Whether any move is ever tactical; where none is, quiescence search lists no moves.
    const HAS_TACTICAL_MOVES: bool = true;

    /// Builds the tables that this board needs. Called once before each search.
    fn prepare(&mut self, root: &Self::Position) {
        let _ = root;
    }

    /// The features of a position, from scratch.
    fn accumulator(&self, position: &Self::Position) -> Self::Accumulator;

    /// The features after a move.
    fn update(
        &self,
        accumulator: &Self::Accumulator,
        before: &Self::Position,
        m: MoveOf<Self>,
        after: &Self::Position,
    ) -> Self::Accumulator {
        let _ = (accumulator, before, m);
        self.accumulator(after)
    }

    /// The features after a null move, which leads to `null`.
    fn update_null(
        &self,
        accumulator: &Self::Accumulator,
        null: &Self::Position,
    ) -> Self::Accumulator {
        let _ = accumulator;
        self.accumulator(null)
    }

    /// The static evaluation, for the side to move, of a game that is not over.
    fn evaluate(&self, position: &Self::Position, accumulator: &Self::Accumulator) -> Value;

    /// Static move ordering score: higher is tried earlier. 64 weighs as much as the highest history
    /// score.
    fn move_priority(&self, position: &Self::Position, m: MoveOf<Self>) -> i32 {
        let _ = (position, m);
        0
    }

    /// Whether a move changes the evaluation so much that quiescence search must try it: a capture,
    /// for example.
    fn is_tactical(&self, position: &Self::Position, m: MoveOf<Self>) -> bool {
        let _ = (position, m);
        false
    }

    /// The tactical moves of a position that are not redundant.
    fn tactical_moves(&self, position: &Self::Position) -> MoveList<MoveOf<Self>> {
        let is_candidate =
            |m: &MoveOf<Self>| self.is_tactical(position, *m) && !self.is_redundant(position, *m);
        position.legal_moves().into_iter().filter(is_candidate).collect()
    }

    /// Whether another legal move always has exactly the same value, so that this one need not be
    /// searched.
    fn is_redundant(&self, position: &Self::Position, m: MoveOf<Self>) -> bool {
        let _ = (position, m);
        false
    }

    /// A move that ends the game with a win, where a quick test finds one.
    fn winning_move(
        &self,
        position: &Self::Position,
        accumulator: &Self::Accumulator,
    ) -> Option<MoveOf<Self>> {
        let _ = (position, accumulator);
        None
    }

    /// Whether the other side would win at once if it were to move, as far as a quick test can tell.
    fn is_threatened(&self, position: &Self::Position, accumulator: &Self::Accumulator) -> bool {
        let _ = (position, accumulator);
        false
    }

    /// Searches threats alone for a win by force of the side to move, until the node limit is reached or `interrupt`
    /// says so.
    fn search_threats(
        &self,
        position: &Self::Position,
        node_limit: u64,
        interrupt: &dyn Fn() -> bool,
    ) -> ThreatReport<MoveOf<Self>> {
        let _ = (position, node_limit, interrupt);
        ThreatReport { win: None, nodes: 0, is_complete: true }
    }

    /// Keys by which the errors of static evaluations are collected: positions with an equal key have something in
    /// common on which the error may depend.
    fn correction_keys(&self, position: &Self::Position) -> [u64; CORRECTION_KEYS] {
        let _ = position;
        [0; CORRECTION_KEYS]
    }

    /// Own moves, this one included, for which the time of a game clock should last.
    fn moves_to_go(&self, line: &Line<Self::Position>) -> u32 {
        let _ = line;
        DEFAULT_MOVES_TO_GO
    }
}

/// The result of a search of threats alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ThreatReport<M> {
    /// A forced win, if one is found: its line against the longest defence, so that no defence lasts longer.
    pub win: Option<Vec<M>>,
    /// Positions that the search visited.
    pub nodes: u64,
    /// Whether more nodes would change nothing.
    pub is_complete: bool,
}

/// Parameters of the alpha-beta search for a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchParams {
    /// Half the width of the first aspiration window, in points.
    pub aspiration_window: i32,
    /// Depth reduction of the null move search, in plies; `None` where passing may be an advantage
    /// (zugzwang).
    pub null_move_reduction: Option<u16>,
    /// Number of moves that are searched at full depth before late move reductions begin; `None` for
    /// no reductions.
    pub full_depth_moves: Option<usize>,
    /// Whether a transposition table entry of a greater depth may stand for a shallower search.
    pub accepts_deeper_entries: bool,
    /// Depth limit of quiescence search, in plies.
    pub quiescence_plies: u16,
    /// Whether a threat to win at once extends the search by a ply.
    pub threat_extension: bool,
    /// Futility margin for each ply that is left, in points; `None` for no futility pruning.
    pub futility_margin: Option<i32>,
    /// Remaining depth up to which futility pruning is used, in plies.
    pub futility_max_depth: i32,
    /// Share of the mean errors of similar positions that corrects a static evaluation, in percent: 0 for no correction.
    pub correction_percent: i32,
    /// Whether threats alone are searched for a forced win before each iteration.
    pub threat_search: bool,
    /// Entries of the cache of static evaluations, a power of two, or 0 for none: it pays where an evaluation takes much
    /// longer than a lookup, and should fit into the processor's second-level cache at 16 bytes an entry.
    pub evaluation_cache_entries: usize,
}

impl SearchParams {
    /// The usual parameters for evaluations on that scale.
    pub const fn new(scale: &ValueScale) -> Self {
        Self {
            aspiration_window: scale.unit / 4,
            null_move_reduction: None,
            full_depth_moves: Some(4),
            accepts_deeper_entries: true,
            quiescence_plies: 8,
            threat_extension: true,
            futility_margin: None,
            futility_max_depth: 3,
            correction_percent: 0,
            threat_search: false,
            evaluation_cache_entries: 0,
        }
    }

    /// Without every technique that can change a value: the search then finds the minimax value.
    #[must_use]
    pub const fn without_selectivity(self) -> Self {
        Self {
            null_move_reduction: None,
            full_depth_moves: None,
            accepts_deeper_entries: false,
            quiescence_plies: 0,
            threat_extension: false,
            futility_margin: None,
            correction_percent: 0,
            threat_search: false,
            ..self
        }
    }
}
