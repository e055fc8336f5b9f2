//! The classic computer players that games share: one that plays at random, and plain minimax.
//!
//! They are yardsticks of strength, so what they answer must never change: it depends on the record
//! and the seed alone, as long as no limit and nobody stops them.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use engine::{Judge, Limits, Opponent, Stopwatch, Thinker, Thought, ThoughtLine, Verdict, WIN};
use rules::{Game, MoveList, Position, Record, ReplayError, Seat, Session, SplitMix64, Text};

/// Scale of the logistic win probability in points: a lead of this wins about 73 of 100 games. Only evaluation bars
/// use it.
const WIN_PROBABILITY_SCALE: f32 = 50.0;

/// Nodes between two checks of time and stop flag.
const POLL_INTERVAL_NODES: u64 = 4096;

/// The player of uniformly random legal moves.
pub(crate) const fn random<G: Game>() -> Opponent {
    Opponent::new("random", Text::new("Random", "Hasard"), |seed| {
        Box::new(RandomPlayer::<G> { seed, game: PhantomData })
    })
}

/// The player who searches `DEPTH` plies deep, 1 to 8, named after that.
pub(crate) const fn minimax<J: Judge, const DEPTH: u16>() -> Opponent {
    const NAMES: [(&str, &str); 8] = [
        ("minimax:1", "Minimax 1"),
        ("minimax:2", "Minimax 2"),
        ("minimax:3", "Minimax 3"),
        ("minimax:4", "Minimax 4"),
        ("minimax:5", "Minimax 5"),
        ("minimax:6", "Minimax 6"),
        ("minimax:7", "Minimax 7"),
        ("minimax:8", "Minimax 8"),
    ];
    let (id, title) = NAMES[DEPTH as usize - 1];
    Opponent::of_depth(id, Text::new(title, title), DEPTH, minimax_player::<J, DEPTH>)
}

/// A minimax player of `DEPTH` plies, at least one.
pub(crate) fn minimax_player<J: Judge, const DEPTH: u16>(_: u64) -> Box<dyn Thinker> {
    const { assert!(DEPTH > 0) };
    Box::new(MinimaxPlayer::<J> { depth: DEPTH, judge: PhantomData })
}

/// Uniformly random moves.
struct RandomPlayer<G> {
    seed: u64,
    game: PhantomData<fn() -> G>,
}

impl<G: Game> Thinker for RandomPlayer<G> {
    fn think(
        &mut self,
        record: &Record,
        _: &Limits,
        _: &AtomicBool,
        _: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, ReplayError> {
        let session = Session::<G>::replay(record)?;
        if session.line().outcome().is_some() {
            return Ok(Thought::default());
        }
        let moves = session.line().position().legal_moves();
        let entries = record.moves.len() as u64;
        let mut random = SplitMix64::new(self.seed ^ SplitMix64::mix(entries + 1));
        let drawn = moves[random.below(moves.len() as u64) as usize];
        Ok(Thought { choice: Some(drawn.to_string()), ..Thought::default() })
    }
}

/// Fixed-depth minimax.
struct MinimaxPlayer<J> {
    depth: u16,
    judge: PhantomData<fn() -> J>,
}

impl<J: Judge> Thinker for MinimaxPlayer<J> {
    fn think(
        &mut self,
        record: &Record,
        limits: &Limits,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, ReplayError> {
        let session = Session::<J::Game>::replay(record)?;
        if session.line().outcome().is_some() {
            return Ok(Thought::default());
        }
        let position = session.line().position();
        let depth = limits.depth.map_or(self.depth, |depth| depth.clamp(1, self.depth));
        let stopwatch = Stopwatch::start(limits);
        let mut search = MinimaxSearch::<J> {
            seat: position.turn(),
            limits,
            stop,
            stopwatch: &stopwatch,
            nodes: 0,
            judge: J::new(position),
        };
        let moves = position.legal_moves();
        let mut thought = Thought::default();
        let mut values = Vec::with_capacity(moves.len());
        for &m in &moves {
            let Some(value) = search.value(&position.play(m), depth - 1, -WIN, WIN) else { break };
            // Best first; behind its equals, so that the first best move stays in front.
            let place = values.partition_point(|&other| other >= value);
            values.insert(place, value);
            thought.moves.insert(place, thought_line(m.to_string(), value));
            thought.nodes = search.nodes;
            thought.time = stopwatch.elapsed();
            if place == 0 {
                thought.choice = Some(m.to_string());
                watch(&thought);
            }
        }
        if values.len() == moves.len() {
            thought.depth = depth;
        } else if values.is_empty() {
            thought.choice = moves.first().map(ToString::to_string);
        }
        thought.nodes = search.nodes;
        thought.time = stopwatch.elapsed();
        Ok(thought)
    }
}

/// A move and its value. The points are the player's own, so a win is an estimate as well: its
/// distance is not known.
fn thought_line(notation: String, value: i32) -> ThoughtLine {
    let chance = match value {
        WIN => 1.0,
        value if value == -WIN => 0.0,
        value => 1.0 / (1.0 + (-(value as f32) / WIN_PROBABILITY_SCALE).exp()),
    };
    let line = vec![notation.clone()];
    ThoughtLine { notation, chance, verdict: Verdict::Estimate { points: value }, line }
}

/// Alpha-beta search with the result of plain minimax.
struct MinimaxSearch<'a, J> {
    /// The player that searches: all scores are from its view.
    seat: Seat,
    limits: &'a Limits,
    stop: &'a AtomicBool,
    stopwatch: &'a Stopwatch,
    nodes: u64,
    judge: J,
}

impl<J: Judge> MinimaxSearch<'_, J> {
    /// Fail-hard alpha-beta: the minimax value clamped to the window from `low` to `high`; `None` if the search is
    /// stopped.
    ///
    /// The full window from -WIN to WIN gives exactly the value of plain minimax. The root searches each of its
    /// moves with it, and so chooses as plain minimax does.
    fn value(
        &mut self,
        position: &J::Game,
        depth: u16,
        mut low: i32,
        mut high: i32,
    ) -> Option<i32> {
        if self.must_stop() {
            return None;
        }
        self.nodes += 1;
        let moves = if depth == 0 { MoveList::new() } else { position.legal_moves() };
        if moves.is_empty() {
            return Some(self.judge.score(position, self.seat).clamp(low, high));
        }
        let own = position.turn() == self.seat;
        for m in moves {
            let value = self.value(&position.play(m), depth - 1, low, high)?;
            if own {
                low = value;
            } else {
                high = value;
            }
            if low >= high {
                break;
            }
        }
        Some(if own { low } else { high })
    }

    /// Whether a limit is reached or a stop is requested; time and stop flag are polled.
    fn must_stop(&self) -> bool {
        let polls = self.nodes.is_multiple_of(POLL_INTERVAL_NODES);
        self.limits.nodes.is_some_and(|limit| self.nodes >= limit)
            || polls && (self.stop.load(Relaxed) || self.stopwatch.is_over())
    }
}
