//! Games in which puzzles are looked for.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rules::{Game, Line, LiveGame, Position, Record, Setup, SplitMix64};

use super::{PuzzleProof, Puzzling};
use crate::{Limits, Searcher};

/// The fewest and the most random moves at the beginning of a game of self-play.
const OPENING_PLIES: (u64, u64) = (2, 8);
/// Limits of a search of self-play: games with mistakes have puzzles in them.
const SELF_PLAY_DEPTH: u16 = 6;
const SELF_PLAY_NODES: u64 = 3_000;
/// Positions at the end of a game that are looked at for forced wins.
const FORCED_WIN_POSITIONS: usize = 24;
/// One move of so many is random in self-play.
const RANDOM_MOVE_SHARE: u64 = 8;

/// Games in which puzzles are looked for.
#[derive(Clone, Copy, Debug)]
pub enum PuzzleSource<'a> {
    /// Games of the engine against itself, weak and with random moves.
    SelfPlay,
    /// Games of random moves alone.
    Random,
    /// Games that somebody has played.
    Records(&'a [Record]),
}

impl PuzzleSource<'_> {
    /// The game with that number; `None` after the last one, or if it was stopped. A record that is not of this game
    /// is empty.
    pub(super) fn game<E: Puzzling>(
        &self,
        searcher: &mut E::Searcher,
        seed: u64,
        index: u64,
        stop: &AtomicBool,
    ) -> Option<Vec<E::Game>> {
        let mut random = SplitMix64::new(SplitMix64::mix(seed) ^ SplitMix64::mix(!index));
        let mut positions = match self {
            Self::SelfPlay => self_play::<E>(searcher, &mut random, stop)?,
            Self::Random => {
                let mut line = Line::new(start::<E>(&mut random)?);
                while line.outcome().is_none() && !stop.load(Relaxed) {
                    play_random(&mut line, &mut random);
                }
                positions(&line)
            }
            Self::Records(records) => {
                let record = records.get(usize::try_from(index).ok()?)?;
                let game = LiveGame::<E::Game>::replay(record);
                game.map_or_else(|_| Vec::new(), |game| positions(game.line()))
            }
        };
        if matches!(E::PROOF, PuzzleProof::ForcedWin { .. }) {
            positions.drain(..positions.len().saturating_sub(FORCED_WIN_POSITIONS));
        }
        Some(positions)
    }
}

fn start<E: Puzzling>(random: &mut SplitMix64) -> Option<E::Game> {
    let rules = E::RULE_SETS.get(random.below(E::RULE_SETS.len().max(1) as u64) as usize);
    let rules = rules.copied().or_else(|| Some(E::Game::INFO.rule_sets.first()?.id));
    let setup =
        Setup { rules: rules.map(str::to_owned), board: None, seed: random.below(E::BOARDS) };
    E::Game::start(&setup).ok()
}

fn play_random<P: Position>(line: &mut Line<P>, random: &mut SplitMix64) {
    let moves = line.position().legal_moves();
    line.play(moves[random.below(moves.len() as u64) as usize]);
}

fn self_play<E: Puzzling>(
    searcher: &mut E::Searcher,
    random: &mut SplitMix64,
    stop: &AtomicBool,
) -> Option<Vec<E::Game>> {
    let mut line = Line::new(start::<E>(random)?);
    let opening = OPENING_PLIES.0 + random.below(OPENING_PLIES.1 - OPENING_PLIES.0 + 1);
    let limits =
        Limits { depth: Some(SELF_PLAY_DEPTH), nodes: Some(SELF_PLAY_NODES), ..Limits::default() };
    searcher.clear();
    while line.outcome().is_none() {
        if (line.plies() as u64) < opening || random.below(RANDOM_MOVE_SHARE) == 0 {
            play_random(&mut line, random);
            continue;
        }
        let report = searcher.search(&line, &limits, stop, &mut |_| ());
        if stop.load(Relaxed) {
            return None;
        }
        line.play(report.best_move()?);
    }
    Some(positions(&line))
}

/// The positions of a game in which it goes on.
fn positions<P: Position>(line: &Line<P>) -> Vec<P> {
    let mut position = *line.start();
    let mut positions = vec![position];
    for m in line.moves() {
        position = position.play(m);
        positions.push(position);
    }
    positions.retain(|position| position.outcome().is_none());
    positions
}
