//! Wins that the search of threats claims in Congress are wins, by the rules alone.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use damier_games::CATALOGUE;
use damier_games::congress::{Congress, CongressEngine, CongressEvaluator};
use engine::{AlphaBeta, Evaluator, Limits, Prover, Resources, Searcher, check_certificate};
use rules::{Game, Line, Position, Setup, SplitMix64};

const GAMES: u64 = 24;
/// Nodes of a move of the games, and of a search of threats.
const GAME_NODES: u64 = 400;
const THREAT_NODES: u64 = 3_000;
/// Random plies at the start of a game.
const OPENING_PLIES: usize = 4;
/// Plies before the end of a game from which positions are taken.
const LAST_PLIES: usize = 12;

/// The last positions of a game of the engine against itself, on a random board.
fn last_positions(seed: u64) -> Vec<Congress> {
    let setup = Setup { seed, ..Setup::default() };
    let mut line = Line::new(Congress::start(&setup).expect("a board"));
    let resources = Resources { threads: 1, table: 1 };
    let mut player = AlphaBeta::new(CongressEvaluator::default(), resources);
    let mut random = SplitMix64::new(seed);
    let mut positions = Vec::new();
    while line.outcome().is_none() {
        positions.push(*line.position());
        let moves = line.position().legal_moves();
        let m = if line.plies() < OPENING_PLIES {
            moves[random.below(moves.len() as u64) as usize]
        } else {
            let limits = Limits::nodes(GAME_NODES);
            let report = player.search(&line, &limits, &AtomicBool::new(false), &mut |_| ());
            report.best_move().expect("a move")
        };
        line.play(m);
    }
    positions.split_off(positions.len().saturating_sub(LAST_PLIES))
}

/// The winning line that the search of threats claims.
fn claimed(position: &Congress) -> Option<Vec<<Congress as Position>::Move>> {
    CongressEvaluator::default().search_threats(position, THREAT_NODES, &|| false).win
}

/// Whether the side to move wins within so many plies against all replies, by the rules alone. The claim only says which
/// move is tried first.
fn wins_within(position: &Congress, plies: usize, known: &mut HashMap<u64, usize>) -> bool {
    if known.get(&position.key()).is_some_and(|won| *won <= plies) {
        return true;
    }
    let first = claimed(position).and_then(|line| line.first().copied());
    let others = position.legal_moves().into_iter().filter(|m| Some(*m) != first);
    let wins = first.into_iter().chain(others).any(|m| {
        let after = position.play(m);
        match after.outcome() {
            Some(outcome) => outcome.winner == Some(position.turn()),
            None => plies > 2 && loses_within(&after, plies - 1, known),
        }
    });
    if wins {
        known.insert(position.key(), plies);
    }
    wins
}

fn loses_within(position: &Congress, plies: usize, known: &mut HashMap<u64, usize>) -> bool {
    position.legal_moves().into_iter().all(|reply| {
        let after = position.play(reply);
        after.outcome().is_none() && wins_within(&after, plies - 1, known)
    })
}

/// They take as long as is claimed, or less.
#[test]
fn claimed_wins_are_wins() {
    let mut lengths = HashMap::<usize, usize>::new();
    for position in (0..GAMES).flat_map(last_positions) {
        let Some(line) = claimed(&position) else { continue };
        let mut played = Line::new(position);
        for &m in &line {
            assert!(played.position().is_legal(m), "{position}: {line:?}");
            played.play(m);
        }
        let winner = played.outcome().and_then(|outcome| outcome.winner);
        assert_eq!(winner, Some(position.turn()), "{position}: {line:?}");
        assert!(wins_within(&position, line.len(), &mut HashMap::new()), "{position}: {line:?}");
        *lengths.entry(line.len()).or_default() += 1;
    }
    // Wins by direct threats and by quiet moves, short and long.
    let count = |least: usize| lengths.iter().filter(|it| *it.0 >= least).map(|it| it.1).sum();
    let counts: [usize; 3] = [3, 5, 7].map(count);
    assert!(counts[0] >= 30 && counts[1] >= 15 && counts[2] >= 4, "{lengths:?}");
}

/// The engine's answer, move by move, is a strategy that a certificate proves.
#[test]
fn claimed_wins_have_certificates() {
    let prover = Prover::of::<CongressEngine>();
    let stop = AtomicBool::new(false);
    let won = (100..)
        .flat_map(last_positions)
        .filter(|position| claimed(position).is_some_and(|line| (7..=11).contains(&line.len())));
    for position in won.take(2) {
        let made = prover.prove(&position.to_string(), Resources::default(), &stop, &mut |_| {});
        let mut text = Vec::new();
        made.expect("a certificate").write(&mut text).expect("memory");
        let checked =
            check_certificate(CATALOGUE, &mut &*text, &stop, &mut |_| {}).expect("a proof");
        let claims: Vec<_> = checked.claims.iter().map(|it| it.claim.seat).collect();
        assert_eq!(claims, [position.turn()], "{position}");
    }
}
