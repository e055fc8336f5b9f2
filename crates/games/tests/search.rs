//! The search of every game: right, repeatable, obedient.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use damier_games::congress::{CongressEngine, CongressEvaluator};
use damier_games::connect_four::{ConnectFourEngine, ConnectFourEvaluator};
use damier_games::isolation::{IsolationEngine, IsolationEvaluator};
use damier_games::katarenga::{KatarengaEngine, KatarengaEvaluator};
use damier_games::othello::OthelloEngine;
use engine::{
    AlphaBeta, Evaluator, GameEngine, Limits, MonotonicClock, MoveOf, PlayerClock, PvLine,
    ReportOf, Resources, Searcher, Value,
};
use rules::{Game, Line, Position, Setup, SplitMix64};

const RESOURCES: Resources = Resources { threads: 1, table: 1 };

/// The obvious: every move, to the full depth, from scratch.
fn minimax<E: Evaluator>(
    evaluator: &E,
    line: &mut Line<E::Position>,
    depth: u16,
    ply: u16,
) -> Value {
    let position = *line.position();
    if let Some(outcome) = position.outcome() {
        return later(E::SCALE.terminal_value(position.turn(), &outcome), ply);
    }
    if line.draw().is_some() {
        return Value::ZERO;
    }
    if depth == 0 {
        return evaluator.evaluate(&position, &evaluator.accumulator(&position));
    }
    let value = |m| {
        line.play(m);
        let value = -minimax(evaluator, line, depth - 1, ply + 1);
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

/// The engine of a game, as it is.
fn search<E: GameEngine>(line: &Line<E::Game>, limits: &Limits) -> ReportOf<E::Game> {
    E::searcher(RESOURCES).search(line, limits, &AtomicBool::new(false), &mut |_| {})
}

/// Alpha-beta with only those techniques that cannot change a value.
fn plain_search<E: Evaluator + Default>(
    line: &Line<E::Position>,
    limits: &Limits,
) -> ReportOf<E::Position> {
    AlphaBeta::new(E::default(), RESOURCES).with_params(E::PARAMS.without_selectivity()).search(
        line,
        limits,
        &AtomicBool::new(false),
        &mut |_| {},
    )
}

/// The evaluator of a game, prepared for a board.
fn prepared<E: Evaluator + Default>(position: &E::Position) -> E {
    let mut evaluator = E::default();
    evaluator.prepare(position);
    evaluator
}

fn search_is_minimax<E: Evaluator + Default>(count: usize, depth: u16)
where
    E::Position: Game,
{
    for mut line in positions::<E::Position>(2026, count) {
        let depth = if line.position().count_moves() > 40 { depth - 1 } else { depth };
        let evaluator: E = prepared(line.position());
        let report = plain_search::<E>(&line, &Limits::depth(depth));
        let expected = minimax(&evaluator, &mut line, report.depth, 0);
        let PvLine { moves, value, .. } = &report.lines[0];
        assert_eq!(*value, expected, "depth {} of {}", report.depth, line.position());
        line.play(moves[0]);
        let reached = later(-minimax(&evaluator, &mut line, report.depth - 1, 0), 0);
        assert_eq!(one_ply_later(reached), expected, "{} after {line:?}", moves[0]);
    }
}

fn one_ply_later(value: Value) -> Value {
    later(value, 1)
}

#[test]
fn search_finds_what_minimax_finds() {
    search_is_minimax::<ConnectFourEvaluator>(200, 4);
    search_is_minimax::<KatarengaEvaluator>(100, 3);
    search_is_minimax::<CongressEvaluator>(60, 3);
    search_is_minimax::<IsolationEvaluator>(200, 3);
}

fn search_is_minimax_in_all_games(count: usize) {
    let games: [fn(usize); 4] = [
        |count| search_is_minimax::<ConnectFourEvaluator>(2 * count, 5),
        |count| search_is_minimax::<KatarengaEvaluator>(count, 3),
        |count| search_is_minimax::<CongressEvaluator>(count, 3),
        |count| search_is_minimax::<IsolationEvaluator>(count, 3),
    ];
    std::thread::scope(|scope| {
        for game in games {
            scope.spawn(move || game(count));
        }
    });
}

#[test]
#[ignore = "slow"]
fn search_finds_what_minimax_finds_on_hundreds_of_positions() {
    search_is_minimax_in_all_games(250);
}

#[test]
#[ignore = "soak"]
fn search_finds_what_minimax_finds_on_thousands_of_positions() {
    search_is_minimax_in_all_games(2_000);
}

fn every_move_has_its_minimax_value<E: Evaluator + Default>(count: usize, depth: u16)
where
    E::Position: Game,
{
    for mut line in positions::<E::Position>(77, count) {
        let evaluator: E = prepared(line.position());
        let all = Limits { lines: 128, ..Limits::depth(depth) };
        let report = plain_search::<E>(&line, &all);
        let moves = line.position().legal_moves();
        assert_eq!(report.lines.len(), moves.len());
        for best in &report.lines {
            line.play(best.moves[0]);
            let value = one_ply_later(-minimax(&evaluator, &mut line, report.depth - 1, 0));
            line.undo();
            assert_eq!(best.value, value, "{} in {}", best.moves[0], line.position());
        }
        assert!(report.lines.is_sorted_by(|a, b| a.value >= b.value));
    }
}

#[test]
fn several_lines_have_their_minimax_values() {
    every_move_has_its_minimax_value::<ConnectFourEvaluator>(150, 4);
    every_move_has_its_minimax_value::<KatarengaEvaluator>(60, 2);
    every_move_has_its_minimax_value::<CongressEvaluator>(60, 2);
    every_move_has_its_minimax_value::<IsolationEvaluator>(60, 2);
}

/// The positions of a game in which every fourth move is random and the others look a ply ahead.
fn sensible_game<G: GameEngine>(seed: u64) -> Vec<G::Game> {
    let mut random = SplitMix64::new(seed);
    let setup = Setup { rules: None, board: None, seed };
    let mut line = Line::new(G::Game::start(&setup).unwrap());
    let mut positions = Vec::new();
    while line.outcome().is_none() {
        positions.push(*line.position());
        let moves = line.position().legal_moves();
        let m = match random.below(4) {
            0 => moves[random.below(moves.len() as u64) as usize],
            _ => search::<G>(&line, &Limits::depth(1)).best_move().unwrap(),
        };
        line.play(m);
    }
    positions
}

/// A winning move is one, all are seen that end the game for a reason among `reasons`, and a threat is a
/// winning move of the other side.
fn wins_at_once_are_seen<G, E>(games: u64, reasons: &[&str])
where
    G: GameEngine<Game = E::Position>,
    E: Evaluator<Position: Game> + Default,
{
    let mut seen = [0; 2];
    for position in (1..=games).flat_map(sensible_game::<G>) {
        let evaluator: E = prepared(&position);
        let accumulator = evaluator.accumulator(&position);
        let wins = |position: &E::Position, m: MoveOf<E>| {
            let outcome = position.play(m).outcome();
            outcome.is_some_and(|outcome| {
                outcome.winner == Some(position.turn()) && reasons.contains(&outcome.reason.id)
            })
        };
        let any =
            |position: &E::Position| position.legal_moves().into_iter().any(|m| wins(position, m));
        let found = evaluator.winning_move(&position, &accumulator);
        assert_eq!(found.is_some(), any(&position), "{position}");
        assert!(found.is_none_or(|m| position.is_legal(m) && wins(&position, m)), "{position}");
        seen[0] += usize::from(found.is_some());
        if let Some(other) = position.null() {
            let threatened = evaluator.is_threatened(&position, &accumulator);
            assert_eq!(threatened, any(&other), "{position}");
            seen[1] += usize::from(threatened);
        }
    }
    assert!(seen.iter().all(|&seen| seen > 0), "{seen:?}");
}

#[test]
fn moves_that_win_at_once_are_seen() {
    wins_at_once_are_seen::<KatarengaEngine, KatarengaEvaluator>(60, &["camps", "elimination"]);
    wins_at_once_are_seen::<CongressEngine, CongressEvaluator>(60, &["connected"]);
}

/// With every technique on, what is called exact must be true.
fn what_is_proved_is_true<G, E>(count: usize)
where
    G: GameEngine<Game = E::Position>,
    E: Evaluator<Position: Game> + Default,
{
    let mut proved = 0;
    for line in positions::<E::Position>(5, count) {
        let report = search::<G>(&line, &Limits::nodes(20_000));
        let best = &report.lines[0];
        if !best.proof.is_proved() {
            continue;
        }
        proved += 1;
        // A plain search that may take its time must agree about who wins.
        let plain = plain_search::<E>(&line, &Limits::nodes(200_000));
        if plain.lines[0].proof.is_proved() {
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
    what_is_proved_is_true::<ConnectFourEngine, ConnectFourEvaluator>(60);
    what_is_proved_is_true::<IsolationEngine, IsolationEvaluator>(40);
    what_is_proved_is_true::<KatarengaEngine, KatarengaEvaluator>(60);
}

#[test]
fn one_thread_gives_the_same_answer_twice() {
    for line in positions::<<KatarengaEngine as GameEngine>::Game>(3, 5) {
        let once = search::<KatarengaEngine>(&line, &Limits::nodes(30_000));
        let twice = search::<KatarengaEngine>(&line, &Limits::nodes(30_000));
        assert_eq!((once.lines, once.nodes, once.depth), (twice.lines, twice.nodes, twice.depth));
    }
}

#[test]
fn a_stopped_search_ends_and_still_has_a_move() {
    let line = positions::<<CongressEngine as GameEngine>::Game>(4, 1).next().unwrap();
    let stop = AtomicBool::new(true);
    let resources = Resources { threads: 2, table: 1 };
    let mut searcher = CongressEngine::searcher(resources);
    let report = searcher.search(&line, &Limits::default(), &stop, &mut |_| {});
    assert!(report.best_move().is_some_and(|m| line.position().is_legal(m)));
    assert!(report.nodes < 10_000, "{} nodes", report.nodes);

    stop.store(false, Ordering::Relaxed);
    let mut reports = 0;
    let report = searcher.search(&line, &Limits::default(), &stop, &mut |_| {
        reports += 1;
        stop.store(reports == 3, Ordering::Relaxed);
    });
    assert_eq!((reports, report.depth), (3, 3));
}

#[test]
fn nodes_and_time_bound_a_search() {
    let line = positions::<<KatarengaEngine as GameEngine>::Game>(6, 1).next().unwrap();
    let report = search::<KatarengaEngine>(&line, &Limits::nodes(5_000));
    assert!(report.nodes <= 5_000 + 1, "{}", report.nodes);
    // Othello's own search looks up now and then only.
    let line = positions::<<OthelloEngine as GameEngine>::Game>(6, 1).next().unwrap();
    let report = search::<OthelloEngine>(&line, &Limits::nodes(50_000));
    assert!(report.nodes <= 60_000, "{}", report.nodes);
    let start = Instant::now();
    search::<OthelloEngine>(&line, &Limits::time(Duration::from_millis(30)));
    assert!(start.elapsed() < Duration::from_secs(20), "a generous bound, for busy machines");
}

/// Readings of the clock below.
static CLOCK_READINGS: AtomicU64 = AtomicU64::new(0);

/// A clock that goes on by a millisecond whenever it is read: time passes as the search goes on, whatever the speed of
/// the machine.
fn read_clock() -> Duration {
    Duration::from_millis(CLOCK_READINGS.fetch_add(1, Ordering::Relaxed))
}

fn a_clock_is_kept_by<E: GameEngine>() {
    for line in positions::<E::Game>(7, 3) {
        for remaining in [Duration::from_millis(100), Duration::from_secs(1)] {
            let clock = PlayerClock { remaining, increment: Duration::ZERO };
            let measured_by = MonotonicClock::new(read_clock);
            let limits = Limits { clock: Some(clock), measured_by, ..Limits::default() };
            let started = read_clock();
            let report = search::<E>(&line, &limits);
            let used = read_clock().saturating_sub(started);
            assert!(!report.lines.is_empty());
            assert!(used < remaining, "{}: {used:?} of {remaining:?}", E::Game::INFO.id);
        }
    }
}

/// A clock lasts for one move less after each own move, down to the least.
fn a_clock_lasts_for_fewer_moves_as_a_game_goes_on<E: Evaluator + Default>()
where
    E::Position: Game,
{
    let mut random = SplitMix64::new(1);
    let setup = Setup { rules: None, board: None, seed: 1 };
    let mut line = Line::new(E::Position::start(&setup).expect("a random board"));
    let evaluator: E = prepared(line.position());
    let first = evaluator.moves_to_go(&line);
    let mut least = first;
    while line.outcome().is_none() && line.plies() < 80 {
        let left = evaluator.moves_to_go(&line);
        let own_moves = line.plies() as u32 / 2;
        assert!(left == first.saturating_sub(own_moves) || left == least, "{left} of {first}");
        assert!((1..=least).contains(&left), "{left} after {least}");
        least = left;
        let moves = line.position().legal_moves();
        line.play(moves[random.below(moves.len() as u64) as usize]);
    }
    assert!(line.plies() >= 8 && least + 3 < first, "{least} of {first}");
}

#[test]
fn clocks_of_games_without_a_fixed_length_last_for_fewer_moves_as_they_go_on() {
    a_clock_lasts_for_fewer_moves_as_a_game_goes_on::<CongressEvaluator>();
    a_clock_lasts_for_fewer_moves_as_a_game_goes_on::<KatarengaEvaluator>();
}

#[test]
fn engines_keep_within_their_clocks() {
    a_clock_is_kept_by::<CongressEngine>();
    a_clock_is_kept_by::<ConnectFourEngine>();
    a_clock_is_kept_by::<IsolationEngine>();
    a_clock_is_kept_by::<KatarengaEngine>();
    a_clock_is_kept_by::<OthelloEngine>();
}
