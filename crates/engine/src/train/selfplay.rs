//! Self-play.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rules::{BySeat, Game, Line, Position, Record, Seat, Setup, SplitMix64};

use super::{LinearEvaluator, SelfPlayGame, Weight};
use crate::{AlphaBeta, Evaluator, Limits, Resources, Searcher};

/// The fewest and the most random moves at the beginning of a game.
const OPENING_PLIES: (u64, u64) = (2, 9);

/// A random opening on a random board, in which the game goes on.
fn opening<G: Game>(random: &mut SplitMix64) -> Option<Line<G>> {
    loop {
        let rules = G::INFO.rule_sets.first().map(|rules| rules.id.to_owned());
        let setup = Setup { rules, board: None, seed: random.draw() };
        let mut line = Line::new(G::start(&setup).ok()?);
        for _ in 0..OPENING_PLIES.0 + random.below(OPENING_PLIES.1 - OPENING_PLIES.0 + 1) {
            let moves = line.position().legal_moves();
            if line.outcome().is_some() {
                break;
            }
            line.play(moves[random.below(moves.len() as u64) as usize]);
        }
        if line.outcome().is_none() {
            return Some(line);
        }
    }
}

/// Plays a game to its end and returns First's score and the value of each move; `None` if it was stopped.
fn finish<E: Evaluator>(
    searchers: &mut BySeat<AlphaBeta<E>>,
    line: &mut Line<E::Position>,
    nodes: u64,
    stop: &AtomicBool,
) -> Option<(f32, Vec<i32>)>
where
    E::Position: Game,
{
    let limits = Limits::nodes(nodes);
    let mut values = Vec::new();
    loop {
        if let Some(outcome) = line.outcome() {
            return Some((score(outcome.winner), values));
        }
        let searcher = &mut searchers[line.position().turn()];
        let report = searcher.search(line, &limits, stop, &mut |_| ());
        if stop.load(Relaxed) {
            return None;
        }
        values.push(report.lines.first()?.value.points());
        line.play(report.best_move()?);
    }
}

fn score(winner: Option<Seat>) -> f32 {
    match winner {
        None => 0.5,
        Some(Seat::First) => 1.0,
        Some(Seat::Second) => 0.0,
    }
}

fn searcher<E: Evaluator>(evaluator: E) -> AlphaBeta<E> {
    AlphaBeta::new(evaluator, Resources { threads: 1, table: 1 })
}

/// See [`Trainer::play`](super::Trainer::play).
pub(super) fn play<E: LinearEvaluator>(
    weights: &[Weight],
    seed: u64,
    nodes: u64,
    stop: &AtomicBool,
) -> Option<SelfPlayGame>
where
    E::Position: Game,
{
    let mut line = opening::<E::Position>(&mut SplitMix64::new(seed))?;
    let random = line.plies();
    let mut searchers = BySeat::from_fn(|_| searcher(E::weighted(weights.into())));
    let (score, values) = finish(&mut searchers, &mut line, nodes, stop)?;
    let mut record = Record::new(line.start().to_string());
    record.moves = line.moves().map(|m| m.to_string()).collect();
    Some(SelfPlayGame { record, random, score, values })
}

/// See [`Trainer::compare`](super::Trainer::compare).
pub(super) fn compare<E: LinearEvaluator>(
    weights: &[Weight],
    seed: u64,
    nodes: u64,
    stop: &AtomicBool,
) -> Option<[f32; 2]>
where
    E::Position: Game,
{
    let begin = opening::<E::Position>(&mut SplitMix64::new(seed))?;
    let weights: Arc<[Weight]> = weights.into();
    let mut scores = [0.0; 2];
    for (seat, score) in Seat::ALL.into_iter().zip(&mut scores) {
        let mut searchers = BySeat::from_fn(|other| {
            let old = || E::weighted(E::WEIGHTS.into());
            searcher(if other == seat { E::weighted(weights.clone()) } else { old() })
        });
        let (first, _) = finish(&mut searchers, &mut begin.clone(), nodes, stop)?;
        *score = if seat == Seat::First { first } else { 1.0 - first };
    }
    Some(scores)
}
