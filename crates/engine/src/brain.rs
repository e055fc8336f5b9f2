//! What the search must be told to play one game well.

use std::sync::atomic::AtomicBool;

use rules::{Line, Outcome, Position};

use crate::{Level, Limits, Mistake, Report, Resources, ReviewReason, Skill, Value};

/// The move type of a brain's game.
pub type Move<B> = <<B as Brain>::Position as Position>::Move;

/// What the search must be told to play one game well. A brain is a value: two of them can duel.
/// Large tables are shared (`&'static` or `Arc`), since every thread has a clone.
pub trait Brain: Clone + Default + Send + 'static {
    /// The game's positions.
    type Position: Position;
    /// Features that are carried from position to position; `()` where there are none.
    type Trace: Copy;

    /// The rule sets by which the highest level is proved to play perfectly: it is called so in them.
    const PERFECT: &'static [&'static str] = &[];

    /// Hears what it may use of the machine. Called once, before anything is asked.
    fn equip(&mut self, resources: Resources) {
        let _ = resources;
    }

    /// Forgets what it has found so far.
    fn forget(&mut self) {}

    /// Makes the tables that this board needs. Called once before a search.
    fn prepare(&mut self, root: &Self::Position) {
        let _ = root;
    }

    /// The features of a position, from scratch.
    fn trace(&self, position: &Self::Position) -> Self::Trace;

    /// The features after a move.
    fn step(
        &self,
        trace: &Self::Trace,
        before: &Self::Position,
        m: Move<Self>,
        after: &Self::Position,
    ) -> Self::Trace {
        let _ = (trace, before, m);
        self.trace(after)
    }

    /// An estimate for the side to move of a game that is not over.
    fn evaluate(&self, position: &Self::Position, trace: &Self::Trace) -> Value;

    /// How promising a move is before anything is known of it: higher is tried earlier. 64 weighs as
    /// much as a move that has refuted everything so far.
    fn priority(&self, position: &Self::Position, m: Move<Self>) -> i32 {
        let _ = (position, m);
        0
    }

    /// Whether a move changes so much that no estimate should be made before it is tried.
    fn noisy(&self, position: &Self::Position, m: Move<Self>) -> bool {
        let _ = (position, m);
        false
    }

    /// Whether another legal move is always exactly as good, so that this one need not be tried.
    fn skip(&self, position: &Self::Position, m: Move<Self>) -> bool {
        let _ = (position, m);
        false
    }

    /// A move that ends the game with a win, if there is one and that is quick to see.
    fn winning_move(&self, position: &Self::Position, trace: &Self::Trace) -> Option<Move<Self>> {
        let _ = (position, trace);
        None
    }

    /// Whether the other side would win at once if it were to move, as far as that is quick to see.
    fn is_threatened(&self, position: &Self::Position, trace: &Self::Trace) -> bool {
        let _ = (position, trace);
        false
    }

    /// What a finished game is worth to the side to move: a loss or a win here and now, unless the
    /// game counts.
    fn result(&self, position: &Self::Position, outcome: &Outcome) -> Value {
        match outcome.winner {
            None => Value::ZERO,
            Some(winner) if winner == position.turn() => Value::win_in(0),
            Some(_) => Value::loss_in(0),
        }
    }

    /// The expected score, 0 to 1, of the side that the value is for: what an evaluation bar shows.
    fn chance(&self, value: Value) -> f32 {
        match value.plies_to_end() {
            Some(_) => f32::from(u8::from(value > Value::ZERO)),
            None => 1.0 / (1.0 + (-(value.points() as f32) / self.tuning().unit as f32).exp()),
        }
    }

    /// An exact answer from a solver, where the game has one. It has its share of the limits, and
    /// answers `None` when it cannot tell within them.
    fn solve(
        &mut self,
        line: &Line<Self::Position>,
        limits: &Limits,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Report<Move<Self>>),
    ) -> Option<Report<Move<Self>>> {
        let _ = (line, limits, stop, watch);
        None
    }

    /// What the game's own knowledge says of a mistake, if the positions along its two lines show it;
    /// the most important first. What is proved has been said already.
    fn explain(&self, mistake: &Mistake<Self::Position>) -> Vec<ReviewReason> {
        let _ = mistake;
        Vec::new()
    }

    /// Adds what the brain knows for certain, and a level of play would know too, to what the level has
    /// found. The best line comes first again.
    fn refine(
        &mut self,
        level: Level,
        line: &Line<Self::Position>,
        report: &mut Report<Move<Self>>,
    ) {
        let _ = (level, line, report);
    }

    /// How a level of play is made of this brain: see [`Skill::usual`].
    fn skill(&self, level: Level) -> Skill {
        Skill::usual(level)
    }

    /// The numbers that the search uses for this game.
    fn tuning(&self) -> &Tuning;
}

/// The numbers that the search uses for a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tuning {
    /// An advantage that wins about 73 games in 100, in points: the unit of the brain's estimates.
    pub unit: i32,
    /// What one counted thing is worth in [`Brain::result`], in points, in a game that counts.
    pub count: i32,
    /// Half the width of the first aspiration window.
    pub window: i32,
    /// How much shallower a null move is searched; `None` if passing may be a relief in this game.
    pub null_move: Option<u16>,
    /// How many moves are searched in full before late ones are reduced; `None` for no reductions.
    pub late_moves: Option<usize>,
    /// Whether a deeper result from the table may stand for a shallower one.
    pub deeper_is_better: bool,
    /// How many plies of noisy moves are tried after the last full ply.
    pub quiescence: u16,
    /// Whether a threat to win at once is searched one ply deeper.
    pub threats: bool,
    /// How far below what is needed an estimate may be, for each ply left, before quiet moves are
    /// given up near the end of a line; `None` to give none up.
    pub futility: Option<i32>,
}

impl Tuning {
    /// Every technique, for a brain with that unit.
    pub const fn new(unit: i32) -> Self {
        Self {
            unit,
            count: 1,
            window: unit / 4,
            null_move: None,
            late_moves: Some(4),
            deeper_is_better: true,
            quiescence: 8,
            threats: true,
            futility: None,
        }
    }

    /// Only what cannot change a value: the search then finds what plain minimax finds.
    #[must_use]
    pub const fn plain(self) -> Self {
        Self {
            null_move: None,
            late_moves: None,
            deeper_is_better: false,
            quiescence: 0,
            threats: false,
            futility: None,
            ..self
        }
    }
}
