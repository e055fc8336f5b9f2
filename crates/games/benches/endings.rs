//! How many endings of Katarenga the engine settles: the figures of `docs/benchmarks.md`.
//!
//! `cargo bench -p damier-games --bench endings -- [GAMES] [NODES]` plays games of the engine against itself on
//! random boards of the box, takes the first position of each with four pawns on the board, and the first with three, and
//! searches it on one thread with an empty table.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use damier_games::katarenga::{Katarenga, KatarengaEngine, Rules};
use damier_games::terrain::BoardText;
use engine::{GameEngine, Limits, Resources, Searcher};
use rules::{Line, Position, SplitMix64};

/// Positions that a player of the games looks at for a move.
const GAME_NODES: u64 = 2_000;
/// Random plies at the start of a game.
const OPENING_PLIES: usize = 4;
const RESOURCES: Resources = Resources { threads: 1, table: 16 };

fn main() {
    let args: Vec<u64> = std::env::args().skip(1).filter_map(|arg| arg.parse().ok()).collect();
    let games = args.first().copied().unwrap_or(1_000);
    let nodes = args.get(1).copied().unwrap_or(100_000);
    let endings: Vec<_> = (0..games).flat_map(endings).collect();
    for pawns in [4, 3] {
        let mut figures = Figures::default();
        for line in endings.iter().filter(|line| pawns_on_board(line.position()) == pawns) {
            figures.add(line, nodes);
        }
        figures.print(pawns, nodes);
    }
}

/// The endings of a game: where for the first time so few pawns are on the board.
fn endings(seed: u64) -> Vec<Line<Katarenga>> {
    let terrain = BoardText::random(seed).terrain().expect("a whole board");
    let mut line = Line::new(Katarenga::new(terrain, Rules::Classic));
    let mut player = KatarengaEngine::searcher(Resources { threads: 1, table: 1 });
    let (mut random, mut found, mut fewest) = (SplitMix64::new(seed), Vec::new(), 5);
    while line.outcome().is_none() {
        let position = *line.position();
        let pawns = pawns_on_board(&position);
        if pawns < fewest {
            found.push(Line::new(position));
            fewest = pawns;
        }
        let moves = position.legal_moves();
        let m = if line.plies() < OPENING_PLIES {
            moves[random.below(moves.len() as u64) as usize]
        } else {
            let limits = Limits { nodes: Some(GAME_NODES), ..Limits::default() };
            let report = player.search(&line, &limits, &AtomicBool::new(false), &mut |_| ());
            report.best_move().expect("a move")
        };
        line.play(m);
    }
    found
}

fn pawns_on_board(position: &Katarenga) -> usize {
    let text = position.to_string();
    let board = text.split(' ').next().expect("a board");
    board.chars().filter(|place| matches!(place, 'x' | 'o')).count()
}

/// What searches found.
#[derive(Default)]
struct Figures {
    positions: u32,
    settled: u32,
    nodes: u64,
    spent: Duration,
}

impl Figures {
    fn add(&mut self, line: &Line<Katarenga>, nodes: u64) {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let mut searcher = KatarengaEngine::searcher(RESOURCES);
        let report = searcher.search(line, &limits, &AtomicBool::new(false), &mut |_| ());
        self.positions += 1;
        let is_settled = report.lines.first().is_some_and(|line| line.proof.is_proved());
        self.settled += u32::from(is_settled);
        self.nodes += report.nodes;
        self.spent += report.time;
    }

    fn print(&self, pawns: usize, limit: u64) {
        let Self { positions, settled, nodes, spent } = self;
        let share = 100.0 * f64::from(*settled) / f64::from((*positions).max(1));
        let number = u64::from((*positions).max(1));
        println!(
            "{pawns} pawns: {settled} of {positions} positions settled within {limit} nodes ({share:.1} %); {} nodes, {:.1} ms on \
             average",
            nodes / number,
            spent.as_secs_f64() * 1000.0 / number as f64,
        );
    }
}
