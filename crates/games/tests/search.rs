//! The search of every game: right, repeatable, obedient.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use engine::{BestLine, Brain, Engine, Limits, Move, Report, Resources, Tuning, Value};
use games::congress::CongressBrain;
use games::connect_four::ConnectFourBrain;
use games::isolation::IsolationBrain;
use games::katarenga::KatarengaBrain;
use games::othello::OthelloBrain;
use rules::{Game, Line, Position, Setup, SplitMix64};

/// A brain with only those techniques that cannot change a value.
#[derive(Clone)]
struct Plain<B> {
    brain: B,
    tuning: Tuning,
}

impl<B: Brain> Default for Plain<B> {
    fn default() -> Self {
        let brain = B::default();
        let tuning = brain.tuning().clone().plain();
        Self { brain, tuning }
    }
}

impl<B: Brain> Brain for Plain<B> {
    type Position = B::Position;
    type Trace = B::Trace;

    fn prepare(&mut self, root: &B::Position) {
        self.brain.prepare(root);
    }

    fn trace(&self, position: &B::Position) -> B::Trace {
        self.brain.trace(position)
    }

    fn step(
        &self,
        trace: &B::Trace,
        before: &B::Position,
        m: Move<B>,
        after: &B::Position,
    ) -> B::Trace {
        self.brain.step(trace, before, m, after)
    }

    fn evaluate(&self, position: &B::Position, trace: &B::Trace) -> Value {
        self.brain.evaluate(position, trace)
    }

    fn priority(&self, position: &B::Position, m: Move<B>) -> i32 {
        self.brain.priority(position, m)
    }

    fn noisy(&self, position: &B::Position, m: Move<B>) -> bool {
        self.brain.noisy(position, m)
    }

    fn skip(&self, position: &B::Position, m: Move<B>) -> bool {
        self.brain.skip(position, m)
    }

    fn winning_move(&self, position: &B::Position, trace: &B::Trace) -> Option<Move<B>> {
        self.brain.winning_move(position, trace)
    }

    fn result(&self, position: &B::Position, outcome: &rules::Outcome) -> Value {
        self.brain.result(position, outcome)
    }

    fn tuning(&self) -> &Tuning {
        &self.tuning
    }
}

/// The obvious: every move, to the full depth, from scratch.
fn minimax<B: Brain>(brain: &B, line: &mut Line<B::Position>, depth: u16, ply: u16) -> Value {
    let position = *line.position();
    if let Some(outcome) = position.outcome() {
        return later(brain.result(&position, &outcome), ply);
    }
    if line.draw().is_some() {
        return Value::ZERO;
    }
    if depth == 0 {
        return brain.evaluate(&position, &brain.trace(&position));
    }
    let value = |m| {
        line.play(m);
        let value = -minimax(brain, line, depth - 1, ply + 1);
        line.undo();
        value
    };
    position.legal_moves().into_iter().map(value).max().expect("a game goes on with moves")
}

/// A win or loss that is `plies` further away.
fn later(value: Value, plies: u16) -> Value {
    match value.plies_to_end() {
        Some(end) if value > Value::ZERO => Value::win_in(end + plies),
        Some(end) => Value::loss_in(end + plies),
        None => value,
    }
}

/// Random positions of a game, each `plies` or more before the end of a random game.
fn positions<G: Game>(seed: u64, count: usize) -> impl Iterator<Item = Line<G>> {
    let mut random = SplitMix64::new(seed);
    (0..count).map(move |_| {
        loop {
            let rule_sets = G::INFO.rule_sets;
            let rules = rule_sets[random.below(rule_sets.len() as u64) as usize].id.to_owned();
            let setup = Setup { rules: Some(rules), board: None, seed: random.draw() };
            let mut position = G::start(&setup).unwrap();
            for _ in 0..random.below(60) {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position = position.play(moves[random.below(moves.len() as u64) as usize]);
            }
            if position.outcome().is_none() {
                return Line::new(position);
            }
        }
    })
}

fn search<B: Brain>(line: &Line<B::Position>, limits: &Limits) -> Report<Move<B>> {
    Engine::new(B::default(), Resources { threads: 1, table: 1 }).search(
        line,
        limits,
        &AtomicBool::new(false),
        &mut |_| {},
    )
}

fn search_is_minimax<B: Brain>(count: usize, depth: u16)
where
    B::Position: Game,
{
    for mut line in positions::<B::Position>(2026, count) {
        let depth = if line.position().count_moves() > 40 { depth - 1 } else { depth };
        let mut plain = Plain::<B>::default();
        plain.prepare(line.position());
        let report = search::<Plain<B>>(&line, &Limits::depth(depth));
        let expected = minimax(&plain, &mut line, report.depth, 0);
        let BestLine { moves, value, .. } = &report.lines[0];
        assert_eq!(*value, expected, "depth {} of {}", report.depth, line.position());
        line.play(moves[0]);
        let reached = later(-minimax(&plain, &mut line, report.depth - 1, 0), 0);
        assert_eq!(one_ply_later(reached), expected, "{} after {line:?}", moves[0]);
    }
}

fn one_ply_later(value: Value) -> Value {
    later(value, 1)
}

#[test]
fn search_finds_what_minimax_finds() {
    search_is_minimax::<ConnectFourBrain>(200, 4);
    search_is_minimax::<OthelloBrain>(150, 3);
    search_is_minimax::<KatarengaBrain>(100, 3);
    search_is_minimax::<CongressBrain>(60, 3);
    search_is_minimax::<IsolationBrain>(200, 3);
}

#[test]
#[ignore = "slow"]
fn search_finds_what_minimax_finds_on_thousands_of_positions() {
    let games: [fn(); 5] = [
        || search_is_minimax::<ConnectFourBrain>(2_000, 5),
        || search_is_minimax::<OthelloBrain>(1_000, 4),
        || search_is_minimax::<KatarengaBrain>(1_000, 3),
        || search_is_minimax::<CongressBrain>(1_000, 3),
        || search_is_minimax::<IsolationBrain>(1_000, 3),
    ];
    std::thread::scope(|scope| {
        for game in games {
            scope.spawn(game);
        }
    });
}

fn every_move_has_its_minimax_value<B: Brain>(count: usize, depth: u16)
where
    B::Position: Game,
{
    for mut line in positions::<B::Position>(77, count) {
        let mut plain = Plain::<B>::default();
        plain.prepare(line.position());
        let all = Limits { lines: 128, ..Limits::depth(depth) };
        let report = search::<Plain<B>>(&line, &all);
        let moves = line.position().legal_moves();
        assert_eq!(report.lines.len(), moves.len());
        for best in &report.lines {
            line.play(best.moves[0]);
            let value = one_ply_later(-minimax(&plain, &mut line, report.depth - 1, 0));
            line.undo();
            assert_eq!(best.value, value, "{} in {}", best.moves[0], line.position());
        }
        assert!(report.lines.is_sorted_by(|a, b| a.value >= b.value));
    }
}

#[test]
fn several_lines_have_their_minimax_values() {
    every_move_has_its_minimax_value::<ConnectFourBrain>(150, 4);
    every_move_has_its_minimax_value::<OthelloBrain>(100, 3);
    every_move_has_its_minimax_value::<KatarengaBrain>(60, 2);
    every_move_has_its_minimax_value::<CongressBrain>(60, 2);
    every_move_has_its_minimax_value::<IsolationBrain>(60, 2);
}

/// The positions of a game in which every fourth move is random and the others look a ply ahead.
fn sensible_game<B: Brain>(seed: u64) -> Vec<B::Position>
where
    B::Position: Game,
{
    let mut random = SplitMix64::new(seed);
    let setup = Setup { rules: None, board: None, seed };
    let mut line = Line::new(B::Position::start(&setup).unwrap());
    let mut positions = Vec::new();
    while line.outcome().is_none() {
        positions.push(*line.position());
        let moves = line.position().legal_moves();
        let m = match random.below(4) {
            0 => moves[random.below(moves.len() as u64) as usize],
            _ => search::<B>(&line, &Limits::depth(1)).best().unwrap(),
        };
        line.play(m);
    }
    positions
}

/// A winning move is one, all are seen that end the game for a reason among `reasons`, and a threat is a
/// winning move of the other side.
fn wins_at_once_are_seen<B: Brain>(games: u64, reasons: &[&str])
where
    B::Position: Game,
{
    let mut seen = [0; 2];
    for position in (1..=games).flat_map(sensible_game::<B>) {
        let mut brain = B::default();
        brain.prepare(&position);
        let wins = |position: &B::Position, m: Move<B>| {
            let outcome = position.play(m).outcome();
            outcome.is_some_and(|outcome| {
                outcome.winner == Some(position.turn()) && reasons.contains(&outcome.reason.id)
            })
        };
        let any =
            |position: &B::Position| position.legal_moves().into_iter().any(|m| wins(position, m));
        let found = brain.winning_move(&position, &brain.trace(&position));
        assert_eq!(found.is_some(), any(&position), "{position}");
        assert!(found.is_none_or(|m| position.is_legal(m) && wins(&position, m)), "{position}");
        seen[0] += usize::from(found.is_some());
        if let Some(other) = position.null() {
            let threatened = brain.is_threatened(&position, &brain.trace(&position));
            assert_eq!(threatened, any(&other), "{position}");
            seen[1] += usize::from(threatened);
        }
    }
    assert!(seen.iter().all(|&seen| seen > 0), "{seen:?}");
}

#[test]
fn moves_that_win_at_once_are_seen() {
    wins_at_once_are_seen::<KatarengaBrain>(60, &["camps", "elimination"]);
    wins_at_once_are_seen::<CongressBrain>(60, &["connected"]);
}

/// With every technique on, what is called exact must be true.
fn what_is_proved_is_true<B: Brain>(count: usize)
where
    B::Position: Game,
{
    let mut proved = 0;
    for line in positions::<B::Position>(5, count) {
        let report = search::<B>(&line, &Limits::nodes(20_000));
        let best = &report.lines[0];
        if !best.exact {
            continue;
        }
        proved += 1;
        // A plain search that may take its time must agree about who wins.
        let plain = search::<Plain<B>>(&line, &Limits::nodes(200_000));
        if plain.lines[0].exact {
            let sign = |value: Value| value.cmp(&Value::ZERO);
            assert_eq!(sign(best.value), sign(plain.lines[0].value), "{}", line.position());
        }
        for (at, &m) in best.moves.iter().enumerate() {
            let mut played = line.clone();
            best.moves[..at].iter().for_each(|&m| played.play(m));
            assert!(played.position().is_legal(m), "{m} at {at} of {best:?}");
        }
    }
    assert!(proved > 0, "none of {count}");
}

#[test]
fn what_is_called_exact_is_so() {
    what_is_proved_is_true::<ConnectFourBrain>(60);
    what_is_proved_is_true::<OthelloBrain>(40);
    what_is_proved_is_true::<IsolationBrain>(40);
    what_is_proved_is_true::<KatarengaBrain>(60);
}

#[test]
fn one_thread_gives_the_same_answer_twice() {
    for line in positions::<<KatarengaBrain as Brain>::Position>(3, 5) {
        let once = search::<KatarengaBrain>(&line, &Limits::nodes(30_000));
        let twice = search::<KatarengaBrain>(&line, &Limits::nodes(30_000));
        assert_eq!((once.lines, once.nodes, once.depth), (twice.lines, twice.nodes, twice.depth));
    }
}

#[test]
fn a_stopped_search_ends_and_still_has_a_move() {
    let line = positions::<<CongressBrain as Brain>::Position>(4, 1).next().unwrap();
    let stop = AtomicBool::new(true);
    let resources = Resources { threads: 2, table: 1 };
    let mut engine = Engine::new(CongressBrain::default(), resources);
    let report = engine.search(&line, &Limits::default(), &stop, &mut |_| {});
    assert!(report.best().is_some_and(|m| line.position().is_legal(m)));
    assert!(report.nodes < 10_000, "{} nodes", report.nodes);

    stop.store(false, Ordering::Relaxed);
    let mut reports = 0;
    let report = engine.search(&line, &Limits::default(), &stop, &mut |_| {
        reports += 1;
        stop.store(reports == 3, Ordering::Relaxed);
    });
    assert_eq!((reports, report.depth), (3, 3));
}

#[test]
fn nodes_and_time_bound_a_search() {
    let line = positions::<<KatarengaBrain as Brain>::Position>(6, 1).next().unwrap();
    let report = search::<KatarengaBrain>(&line, &Limits::nodes(5_000));
    assert!(report.nodes <= 5_000 + 1, "{}", report.nodes);
    // Othello's own search looks up now and then only.
    let line = positions::<<OthelloBrain as Brain>::Position>(6, 1).next().unwrap();
    let report = search::<OthelloBrain>(&line, &Limits::nodes(50_000));
    assert!(report.nodes <= 60_000, "{}", report.nodes);
    let start = Instant::now();
    search::<OthelloBrain>(&line, &Limits::time(Duration::from_millis(30)));
    assert!(start.elapsed() < Duration::from_secs(20), "a generous bound, for busy machines");
}
