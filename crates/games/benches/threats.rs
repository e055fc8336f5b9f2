//! How many forced wins of Congress the engine finds with and without its search of threats: the figures of
//! `docs/benchmarks.md`.
//!
//! `cargo bench -p damier-games --bench threats -- [GAMES]` plays games of the engine against itself on random boards of
//! the box, takes the positions 5, 7, 9 and 11 plies before the end of each, with the winner to move, and searches them
//! on one thread with an empty table.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use damier_games::congress::{Congress, CongressEvaluator};
use damier_games::terrain::BoardText;
use engine::{AlphaBeta, Evaluator, Limits, Resources, SearchParams, Searcher, Value};
use rules::{Line, Position, SplitMix64};

/// Positions that a player of the games looks at for a move.
const GAME_NODES: u64 = 3_000;
/// Random plies at the start of a game.
const OPENING_PLIES: usize = 2;
/// Plies before the end.
const DISTANCES: [usize; 4] = [5, 7, 9, 11];
const NODE_LIMITS: [u64; 3] = [1_000, 10_000, 100_000];
const TABLE_MIB: usize = 16;

fn main() {
    let games = std::env::args().skip(1).find_map(|arg| arg.parse().ok()).unwrap_or(250);
    let positions: Vec<_> = (0..games).flat_map(late_positions).collect();
    let with = CongressEvaluator::PARAMS;
    let without = SearchParams { threat_search: false, ..with };
    for nodes in NODE_LIMITS {
        let mut figures = Figures::default();
        for position in &positions {
            figures.add_threats(position.line.position(), position.distance, nodes);
        }
        figures.print("threats alone", nodes);
        for (name, params) in [("without threats", without), ("with threats", with)] {
            let mut figures = Figures::default();
            for position in &positions {
                figures.add_search(position, params, nodes);
            }
            figures.print(name, nodes);
        }
    }
}

/// A position of a game, so many plies before its end.
struct LatePosition {
    line: Line<Congress>,
    distance: usize,
}

/// The positions of a game before its end.
fn late_positions(seed: u64) -> Vec<LatePosition> {
    let terrain = BoardText::random(seed).terrain().expect("a whole board");
    let mut line = Line::new(Congress::new(terrain));
    let mut player = searcher(CongressEvaluator::PARAMS);
    let mut random = SplitMix64::new(seed);
    while line.outcome().is_none() {
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
    let is_won = line.outcome().is_some_and(|outcome| outcome.winner.is_some());
    let (plies, mut found) = (line.plies(), Vec::new());
    while is_won && line.undo().is_some() {
        let distance = plies - line.plies();
        if DISTANCES.contains(&distance) {
            found.push(LatePosition { line: Line::new(*line.position()), distance });
        }
    }
    found
}

fn searcher(params: SearchParams) -> AlphaBeta<CongressEvaluator> {
    let resources = Resources { threads: 1, table: TABLE_MIB };
    AlphaBeta::new(CongressEvaluator::default(), resources).with_params(params)
}

/// What searches found.
#[derive(Default)]
struct Figures {
    positions: u32,
    /// Wins by their distances in [`DISTANCES`].
    wins: [u32; 4],
    nodes: u64,
    spent: Duration,
}

impl Figures {
    fn add(&mut self, distance: usize, is_won: bool, nodes: u64, spent: Duration) {
        self.positions += 1;
        let index = DISTANCES.iter().position(|it| *it == distance).expect("a distance");
        self.wins[index] += u32::from(is_won);
        self.nodes += nodes;
        self.spent += spent;
    }

    fn add_search(&mut self, position: &LatePosition, params: SearchParams, nodes: u64) {
        let limits = Limits::nodes(nodes);
        let stop = AtomicBool::new(false);
        let report = searcher(params).search(&position.line, &limits, &stop, &mut |_| ());
        let best = &report.lines[0];
        let is_won = best.value > Value::ZERO && best.proof.is_proved();
        self.add(position.distance, is_won, report.nodes, report.time);
    }

    fn add_threats(&mut self, position: &Congress, distance: usize, nodes: u64) {
        let mut evaluator = CongressEvaluator::default();
        evaluator.prepare(position);
        let start = Instant::now();
        let report = evaluator.search_threats(position, nodes, &|| false);
        self.add(distance, report.win.is_some(), report.nodes, start.elapsed());
    }

    fn print(&self, name: &str, limit: u64) {
        let Self { positions, wins, nodes, spent } = self;
        let count = u64::from((*positions).max(1));
        println!(
            "{limit} nodes, {name}: {} of {positions} won, {wins:?} at {DISTANCES:?} plies; {} nodes, {:.2} ms on average",
            wins.iter().sum::<u32>(),
            nodes / count,
            spent.as_secs_f64() * 1000.0 / count as f64,
        );
    }
}
