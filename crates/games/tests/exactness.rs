//! What a search calls exact is so, however soon it was stopped, and its bounds contain the truth.

use std::sync::atomic::AtomicBool;

use damier_games::congress::CongressEvaluator;
use damier_games::connect_four::{ConnectFourEngine, ConnectFourEvaluator};
use damier_games::isolation::{IsolationEngine, IsolationEvaluator};
use damier_games::katarenga::KatarengaEvaluator;
use damier_games::othello::OthelloEngine;
use engine::{
    AlphaBeta, Evaluator, GameEngine, Limits, Proof, PvLine, Report, ReportOf, Resources, Searcher,
    Value,
};
use rules::{Game, Line, Position, Setup, SplitMix64};

const RESOURCES: Resources = Resources { threads: 1, table: 1 };
/// Node limits of short searches: from hardly any to many.
const SHORT_NODES: [u64; 6] = [50, 300, 1_000, 4_000, 15_000, 150_000];

/// Positions of random games that go on, as soon as they are late enough.
fn late_positions<G: Game>(
    seed: u64,
    count: usize,
    is_late: impl Fn(&Line<G>) -> bool,
) -> Vec<Line<G>> {
    let mut random = SplitMix64::new(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let rule_sets = G::INFO.rule_sets;
        let rules = rule_sets[random.below(rule_sets.len() as u64) as usize].id.to_owned();
        let setup = Setup { rules: Some(rules), board: None, seed: random.draw() };
        let mut line = Line::new(G::start(&setup).unwrap());
        while line.outcome().is_none() && !is_late(&line) {
            let moves = line.position().legal_moves();
            line.play(moves[random.below(moves.len() as u64) as usize]);
        }
        if line.outcome().is_none() {
            found.push(line);
        }
    }
    found
}

/// Every report of a search, the last included.
fn reports<S: Searcher>(
    searcher: &mut S,
    line: &Line<S::Position>,
    limits: &Limits,
) -> Vec<ReportOf<S::Position>> {
    let mut all = Vec::new();
    let last = searcher
        .search(line, limits, &AtomicBool::new(false), &mut |report| all.push(report.clone()));
    all.push(last);
    all
}

/// Whether a claim about a value can be true.
fn is_true(value: Value, proof: Proof, truth: Value) -> bool {
    match proof {
        Proof::None => true,
        Proof::Exact => value == truth,
        Proof::Winner if value > Value::ZERO => truth.is_decided() && truth >= value,
        Proof::Winner => truth.is_decided() && truth <= value,
    }
}

/// Checks all claims of a report against the values of all moves. The first line is a claim about the
/// position too. Returns how many claims were exact, and how many were bounds.
fn check<P: Position>(
    line: &Line<P>,
    report: &Report<P::Move>,
    truth: &[(P::Move, Value)],
) -> [usize; 2] {
    let value_of = |m: P::Move| truth.iter().find(|(it, _)| *it == m).expect("a legal move").1;
    let best = truth.iter().map(|(_, value)| *value).max().expect("a game goes on with moves");
    let mut counts = [0; 2];
    for (index, PvLine { moves, value, proof }) in report.lines.iter().enumerate() {
        let truth = value_of(moves[0]);
        let position = line.position();
        assert!(
            is_true(*value, *proof, truth),
            "{} {value} {proof:?}, not {truth}: {position}",
            moves[0]
        );
        assert!(
            index > 0 || is_true(*value, *proof, best),
            "position {value} {proof:?}, not {best}: {position}"
        );
        counts[0] += usize::from(*proof == Proof::Exact);
        counts[1] += usize::from(*proof == Proof::Winner);
    }
    counts
}

/// Checks what short searches say against `truth`: with one line and with all of them.
fn short_searches_are_true<S: Searcher>(
    lines: &[Line<S::Position>],
    searcher: impl Fn() -> S,
    truth: impl Fn(&Line<S::Position>) -> Vec<(<S::Position as Position>::Move, Value)>,
) -> [usize; 2] {
    let mut counts = [0; 2];
    for line in lines {
        let truth = truth(line);
        for nodes in SHORT_NODES {
            for count in [1, usize::MAX] {
                let limits = Limits { lines: count, ..Limits::nodes(nodes) };
                for report in reports(&mut searcher(), line, &limits) {
                    let [exact, bounds] = check(line, &report, &truth);
                    counts = [counts[0] + exact, counts[1] + bounds];
                }
            }
        }
    }
    counts
}

/// The values of all moves by a search without limits that proves them all.
fn long_search<E: GameEngine>(line: &Line<E::Game>) -> Vec<(<E::Game as Position>::Move, Value)> {
    let limits = Limits { lines: usize::MAX, ..Limits::default() };
    let report = E::searcher(RESOURCES).search(line, &limits, &AtomicBool::new(false), &mut |_| {});
    assert!(report.lines.iter().all(|line| line.proof == Proof::Exact), "{}", line.position());
    report.lines.iter().map(|line| (line.moves[0], line.value)).collect()
}

#[test]
fn short_searches_of_isolation_are_true() {
    let lines = late_positions::<<IsolationEngine as GameEngine>::Game>(1, 40, |line| {
        line.position().count_moves() <= 20
    });
    let truth = long_search::<IsolationEngine>;
    let [exact, bounds] =
        short_searches_are_true(&lines, || IsolationEngine::searcher(RESOURCES), truth);
    assert!(exact > 1000 && bounds > 1000, "{exact} {bounds}");
    let plain = || AlphaBeta::new(IsolationEvaluator, RESOURCES);
    let [exact, bounds] = short_searches_are_true(&lines, plain, truth);
    assert!(exact > 1000 && bounds > 10, "{exact} {bounds}");
}

#[test]
fn short_searches_of_connect_four_are_true() {
    let lines = late_positions(2, 40, |line| line.plies() >= 22);
    let truth = long_search::<ConnectFourEngine>;
    let [exact, _] =
        short_searches_are_true(&lines, || ConnectFourEngine::searcher(RESOURCES), truth);
    assert!(exact > 1000, "{exact}");
    let plain = || AlphaBeta::new(ConnectFourEvaluator, RESOURCES);
    let [exact, bounds] = short_searches_are_true(&lines, plain, truth);
    assert!(exact > 1000 && bounds > 50, "{exact} {bounds}");
}

#[test]
fn short_searches_of_othello_are_true() {
    let lines = late_positions(3, 20, |line| line.plies() >= 48);
    let truth = long_search::<OthelloEngine>;
    let [exact, _] = short_searches_are_true(&lines, || OthelloEngine::searcher(RESOURCES), truth);
    assert!(exact > 300, "{exact}");
    let ends = late_positions(4, 20, |line| line.plies() >= 54);
    let by_definition = |line: &Line<_>| -> Vec<_> {
        let value = |m| {
            let mut line = line.clone();
            line.play(m);
            (m, Value::estimate(-100 * best_count(&mut line)))
        };
        line.position().legal_moves().into_iter().map(value).collect()
    };
    let searcher = || OthelloEngine::searcher(RESOURCES);
    let [exact, _] = short_searches_are_true(&ends, searcher, by_definition);
    assert!(exact > 100, "{exact}");
}

/// The final count of a game of Othello for the side to move, by definition.
fn best_count(line: &mut Line<<OthelloEngine as GameEngine>::Game>) -> i32 {
    let position = *line.position();
    if let Some(outcome) = position.outcome() {
        let margin = i32::from(outcome.margin.unwrap_or_default());
        return match outcome.winner {
            None => 0,
            Some(winner) if winner == position.turn() => margin,
            Some(_) => -margin,
        };
    }
    let after = |m| {
        line.play(m);
        let value = -best_count(line);
        line.undo();
        value
    };
    position.legal_moves().into_iter().map(after).max().expect("a game goes on with moves")
}

/// Plies to which wins and losses are found by definition.
const BRUTE_FORCE_PLIES: u16 = 5;

/// Whether the side to move wins within so many plies, by definition.
fn wins_within<P: Position>(line: &mut Line<P>, plies: u16) -> bool {
    let turn = line.position().turn();
    if let Some(outcome) = line.outcome() {
        return outcome.winner == Some(turn);
    }
    plies > 0
        && line.position().legal_moves().into_iter().any(|m| after(line, m, plies, loses_within))
}

/// Whether the side to move loses within so many plies, by definition.
fn loses_within<P: Position>(line: &mut Line<P>, plies: u16) -> bool {
    let turn = line.position().turn();
    if let Some(outcome) = line.outcome() {
        return outcome.winner == Some(!turn);
    }
    plies > 0
        && line.position().legal_moves().into_iter().all(|m| after(line, m, plies, wins_within))
}

fn after<P: Position>(
    line: &mut Line<P>,
    m: P::Move,
    plies: u16,
    ends: fn(&mut Line<P>, u16) -> bool,
) -> bool {
    line.play(m);
    let result = ends(line, plies - 1);
    line.undo();
    result
}

/// The last positions of so many games of alpha-beta against itself, after random openings.
fn near_ends<E>(seed: u64, count: usize) -> Vec<Line<E::Position>>
where
    E: Evaluator<Position: Game> + Default,
{
    let mut found = Vec::new();
    for mut line in late_positions::<E::Position>(seed, count, |line| line.plies() >= 10) {
        let mut searcher = AlphaBeta::new(E::default(), RESOURCES);
        while line.outcome().is_none() {
            let report =
                searcher.search(&line, &Limits::nodes(600), &AtomicBool::new(false), &mut |_| {});
            if report.lines[0].value.is_decided() {
                found.push(line.clone());
            }
            line.play(report.best_move().expect("a game goes on with moves"));
        }
    }
    found
}

/// Checks the claims of alpha-beta about wins and losses in a few plies by definition.
fn near_ends_are_true<E>(seed: u64, count: usize)
where
    E: Evaluator<Position: Game> + Default,
{
    let lines = near_ends::<E>(seed, count);
    let mut counts = [0; 2];
    for line in lines {
        for (nodes, count) in [(300, usize::MAX), (3_000, 1), (20_000, usize::MAX)] {
            let limits = Limits { lines: count, ..Limits::nodes(nodes) };
            for report in reports(&mut AlphaBeta::new(E::default(), RESOURCES), &line, &limits) {
                for (index, found) in report.lines.iter().enumerate() {
                    let Some(plies) =
                        found.value.plies_to_end().filter(|&it| it <= BRUTE_FORCE_PLIES)
                    else {
                        continue;
                    };
                    let is_win = found.value > Value::ZERO;
                    let (m, ends) =
                        (found.moves[0], if is_win { loses_within } else { wins_within });
                    let mut line = line.clone();
                    let context =
                        format!("{m} {} {:?}: {}", found.value, found.proof, line.position());
                    assert!(
                        found.proof.is_proved() && after(&mut line, m, plies, ends),
                        "{context}"
                    );
                    if found.proof == Proof::Exact {
                        assert!(plies < 2 || !after(&mut line, m, plies - 1, ends), "{context}");
                        assert!(
                            index > 0 || !is_win || !wins_within(&mut line, plies - 1),
                            "{context}"
                        );
                    }
                    if index == 0 && !is_win {
                        assert!(loses_within(&mut line, plies), "{context}");
                    }
                    counts[usize::from(found.proof == Proof::Winner)] += 1;
                }
            }
        }
    }
    assert!(counts[0] > 20, "{counts:?}");
}

#[test]
fn near_ends_of_katarenga_and_congress_are_true() {
    near_ends_are_true::<KatarengaEvaluator>(5, 6);
    near_ends_are_true::<CongressEvaluator>(6, 4);
}
