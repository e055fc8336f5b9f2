//! The classic computer players that games share: one that plays at random, and plain minimax.
//!
//! They are yardsticks of strength, so what they answer must never change: it depends on the record
//! and the seed alone, as long as no limit and nobody stops them.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use engine::{
    AnyLine, AnyReport, AnySearcher, AnyValue, CLASSIC_WIN, ClassicEvaluator, Limits, Opponent,
    TimeManager,
};
use rules::{Game, LiveGame, MoveList, Position, Record, ReplayError, Seat, SplitMix64, Text};

/// Points of an advantage with an expected score of 73 %. Only evaluation bars use it.
const CLASSIC_UNIT: f32 = 50.0;

/// Nodes between two checks of the stop flag and the time.
const STOP_CHECK_NODES: u64 = 4096;

/// The player who makes a uniformly random legal move.
pub(crate) const fn random<G: Game>() -> Opponent {
    Opponent::new("random", Text::new("Random", "Hasard"), |seed| {
        Box::new(RandomPlayer::<G> { seed, game: PhantomData })
    })
}

/// The player who searches `DEPTH` plies deep, 1 to 8, named after that.
pub(crate) const fn minimax<C: ClassicEvaluator, const DEPTH: u16>() -> Opponent {
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
    Opponent::of_depth(id, Text::new(title, title), DEPTH, minimax_player::<C, DEPTH>)
}

/// Makes a player who searches `DEPTH` plies deep, at least one.
pub(crate) fn minimax_player<C: ClassicEvaluator, const DEPTH: u16>(
    _: u64,
) -> Box<dyn AnySearcher> {
    const { assert!(DEPTH > 0) };
    Box::new(MinimaxPlayer::<C> { depth: DEPTH, evaluator: PhantomData })
}

/// Uniformly random moves.
struct RandomPlayer<G> {
    seed: u64,
    game: PhantomData<fn() -> G>,
}

impl<G: Game> AnySearcher for RandomPlayer<G> {
    fn search(
        &mut self,
        record: &Record,
        _: &Limits,
        _: &AtomicBool,
        _: &mut dyn FnMut(&AnyReport),
    ) -> Result<AnyReport, ReplayError> {
        let live = LiveGame::<G>::replay(record)?;
        if live.line().outcome().is_some() {
            return Ok(AnyReport::default());
        }
        let moves = live.line().position().legal_moves();
        let entries = record.moves.len() as u64;
        let mut random = SplitMix64::new(self.seed ^ SplitMix64::mix(entries + 1));
        let drawn = moves[random.below(moves.len() as u64) as usize];
        Ok(AnyReport { choice: Some(drawn.to_string()), ..AnyReport::default() })
    }
}

/// Fixed-depth minimax.
struct MinimaxPlayer<C> {
    depth: u16,
    evaluator: PhantomData<fn() -> C>,
}

impl<C: ClassicEvaluator> AnySearcher for MinimaxPlayer<C> {
    fn search(
        &mut self,
        record: &Record,
        limits: &Limits,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&AnyReport),
    ) -> Result<AnyReport, ReplayError> {
        let live = LiveGame::<C::Game>::replay(record)?;
        if live.line().outcome().is_some() {
            return Ok(AnyReport::default());
        }
        let position = live.line().position();
        let depth = limits.depth.map_or(self.depth, |depth| depth.clamp(1, self.depth));
        let time = TimeManager::start(limits);
        let mut search = MinimaxSearch::<C> {
            seat: position.turn(),
            limits,
            stop,
            time: &time,
            nodes: 0,
            evaluator: C::new(position),
        };
        let moves = position.legal_moves();
        let mut report = AnyReport::default();
        let mut values = Vec::with_capacity(moves.len());
        for &m in &moves {
            let Some(value) = search.value(&position.play(m), depth - 1, -CLASSIC_WIN, CLASSIC_WIN)
            else {
                break;
            };
            // Best first; behind its equals, so that the first best move stays in front.
            let place = values.partition_point(|&other| other >= value);
            values.insert(place, value);
            report.lines.insert(place, any_line(m.to_string(), value));
            report.nodes = search.nodes;
            report.time = time.elapsed();
            if place == 0 {
                report.choice = Some(m.to_string());
                watch(&report);
            }
        }
        if values.len() == moves.len() {
            report.depth = depth;
        } else if values.is_empty() {
            report.choice = moves.first().map(ToString::to_string);
        }
        report.nodes = search.nodes;
        report.time = time.elapsed();
        Ok(report)
    }
}

/// A move and its value. The points are the player's own, so a win is an estimate as well: its
/// distance is not known.
fn any_line(notation: String, value: i32) -> AnyLine {
    let chance = match value {
        CLASSIC_WIN => 1.0,
        value if value == -CLASSIC_WIN => 0.0,
        value => 1.0 / (1.0 + (-(value as f32) / CLASSIC_UNIT).exp()),
    };
    let moves = vec![notation.clone()];
    AnyLine { notation, chance, value: AnyValue::Estimate { points: value }, moves }
}

/// Alpha-beta search with the result of plain minimax.
struct MinimaxSearch<'a, C> {
    /// The player that searches: all scores are from its view.
    seat: Seat,
    limits: &'a Limits,
    stop: &'a AtomicBool,
    time: &'a TimeManager,
    nodes: u64,
    evaluator: C,
}

impl<C: ClassicEvaluator> MinimaxSearch<'_, C> {
    /// Fail-hard alpha-beta: the minimax value clamped to the window from `low` to `high`; `None` if the search is
    /// stopped.
    ///
    /// The full window from `-CLASSIC_WIN` to `CLASSIC_WIN` gives exactly the value of plain minimax. The root
    /// searches each of its moves with it, and so chooses as plain minimax does.
    fn value(
        &mut self,
        position: &C::Game,
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
            return Some(self.evaluator.score(position, self.seat).clamp(low, high));
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

    /// Whether the limits are reached or the stop flag is raised; time and flag are checked now and then.
    fn must_stop(&self) -> bool {
        let is_check = self.nodes.is_multiple_of(STOP_CHECK_NODES);
        self.limits.nodes.is_some_and(|limit| self.nodes >= limit)
            || is_check && (self.stop.load(Relaxed) || self.time.is_over())
    }
}
