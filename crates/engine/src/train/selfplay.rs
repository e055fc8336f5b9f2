//! Games of the engine against itself.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rules::{BySeat, Game, Line, Position, Record, Seat, Setup, SplitMix64};

use super::{Lecture, Linear, Weight};
use crate::{Brain, Engine, Limits, Move, Resources};

/// Games begin with so many random moves, at least and at most.
const RANDOM: (u64, u64) = (2, 9);

/// An opening on a random board that is not over.
fn opening<G: Game>(random: &mut SplitMix64) -> Option<Line<G>> {
    loop {
        let rules = G::INFO.rule_sets.first().map(|rules| rules.id.to_owned());
        let setup = Setup { rules, board: None, seed: random.draw() };
        let mut line = Line::new(G::start(&setup).ok()?);
        for _ in 0..RANDOM.0 + random.below(RANDOM.1 - RANDOM.0 + 1) {
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

/// Plays a game to its end and returns First's score; `None` if it was stopped.
fn finish<B: Brain>(
    engines: &mut BySeat<Engine<B>>,
    line: &mut Line<B::Position>,
    nodes: u64,
    stop: &AtomicBool,
) -> Option<f32>
where
    B::Position: Game,
{
    let limits = Limits::nodes(nodes);
    loop {
        if let Some(outcome) = line.outcome() {
            return Some(score(outcome.winner));
        }
        let best: Option<Move<B>> =
            engines[line.position().turn()].search(line, &limits, stop, &mut |_| ()).best();
        if stop.load(Relaxed) {
            return None;
        }
        line.play(best?);
    }
}

fn score(winner: Option<Seat>) -> f32 {
    match winner {
        None => 0.5,
        Some(Seat::First) => 1.0,
        Some(Seat::Second) => 0.0,
    }
}

fn engine<B: Brain>(brain: B) -> Engine<B> {
    Engine::new(brain, Resources { threads: 1, table: 1 })
}

/// See [`Trainer::play`](super::Trainer::play).
pub(super) fn play<B: Linear>(
    weights: &[Weight],
    seed: u64,
    nodes: u64,
    stop: &AtomicBool,
) -> Option<Lecture>
where
    B::Position: Game,
{
    let mut line = opening::<B::Position>(&mut SplitMix64::new(seed))?;
    let random = line.plies();
    let mut engines = BySeat::from_fn(|_| engine(B::weighted(weights.into())));
    let score = finish(&mut engines, &mut line, nodes, stop)?;
    let mut record = Record::new(line.start().to_string());
    record.moves = line.moves().map(|m| m.to_string()).collect();
    Some(Lecture { record, random, score })
}

/// See [`Trainer::compare`](super::Trainer::compare).
pub(super) fn compare<B: Linear>(
    weights: &[Weight],
    seed: u64,
    nodes: u64,
    stop: &AtomicBool,
) -> Option<[f32; 2]>
where
    B::Position: Game,
{
    let begin = opening::<B::Position>(&mut SplitMix64::new(seed))?;
    let weights: Arc<[Weight]> = weights.into();
    let mut scores = [0.0; 2];
    for (seat, got) in Seat::ALL.into_iter().zip(&mut scores) {
        let mut engines = BySeat::from_fn(|other| {
            engine(if other == seat { B::weighted(weights.clone()) } else { B::default() })
        });
        let first = finish(&mut engines, &mut begin.clone(), nodes, stop)?;
        *got = if seat == Seat::First { first } else { 1.0 - first };
    }
    Some(scores)
}
