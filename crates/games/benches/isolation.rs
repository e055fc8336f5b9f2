//! What the solver of Isolation can do: the figures of `docs/benchmarks.md`.
//!
//! `cargo bench -p damier-games --bench isolation -- TASK [N]`, where the tasks are `boards` (N empty
//! boards by the mutual rules), `classic` (N positions of several sizes by the classic rules), `start`
//! (a second from the start, with alpha-beta and with the solver), `duel` (N games between the two at
//! equal time), `empty` (the empty board by the classic rules, on N threads) and `openings` (the first moves by the
//! classic rules on T1 and the box boards of seeds 0 to N - 1, written into FILE as they are solved:
//! `openings N FILE THREADS`, first until a winning one is known on every board; it goes on where FILE ends).

use std::fs;
use std::iter;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use damier_games::isolation::{
    Isolation, IsolationEngine, IsolationEvaluator, Openings, Rules, winning_first_moves, wins,
};
use damier_games::terrain::{BoardText, Terrain};
use engine::{AlphaBeta, GameEngine, Limits, Resources, Searcher};
use rules::{Line, Position, Seat, SplitMix64};

const T1: &str = "1 2 5 7";
const RULES: [(&str, Rules); 2] = [("classic", Rules::Classic), ("mutual", Rules::Mutual)];
/// A move's time in a duel.
const MOVE: Duration = Duration::from_millis(200);

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let number = args.get(1).and_then(|number| number.parse().ok());
    match args.first().map(String::as_str) {
        Some("boards") => boards(number.unwrap_or(1_000)),
        Some("classic") => classic(number.unwrap_or(100)),
        Some("start") => start(),
        Some("duel") => duel(number.unwrap_or(200)),
        Some("openings") => {
            let file = args.get(2).expect("a file");
            openings(number.unwrap_or(20), file, args.get(3).and_then(|it| it.parse().ok()));
        }
        Some("empty") => empty(number.unwrap_or(1) as usize),
        _ => {
            boards(number.unwrap_or(50));
            classic(20);
            start();
        }
    }
}

fn terrain(board: &str) -> Terrain {
    board.parse::<BoardText>().and_then(|board| board.terrain()).expect("a board")
}

/// The box board of a seed.
fn boxed(seed: u64) -> Terrain {
    BoardText::random(seed).terrain().expect("a whole board")
}

/// Times of a kind of question, in seconds.
#[derive(Default)]
struct Times(Vec<f64>);

impl Times {
    fn measure<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = work();
        self.0.push(start.elapsed().as_secs_f64());
        result
    }

    fn tell(&self) -> String {
        let worst = self.0.iter().copied().fold(0.0, f64::max);
        let mean = self.0.iter().sum::<f64>() / self.0.len().max(1) as f64;
        format!("mean {mean:.4} s, worst {worst:.4} s")
    }
}

/// Empty boards by the mutual rules, one thread, an empty table for each.
fn boards(count: u64) {
    let (mut who, mut all, mut first) = (Times::default(), Times::default(), 0);
    let mut starts = Vec::new();
    for seed in 0..count {
        let start = Isolation::new(boxed(seed), Rules::Mutual);
        let won = who.measure(|| wins(&start, Resources { threads: 1, table: 4 }));
        first += u32::from(won);
        if seed % 10 == 0 {
            let found = all.measure(|| winning_first_moves(&boxed(seed), &AtomicBool::new(false)));
            let found = found.expect("nobody stops it");
            assert_eq!(won, !found.is_empty(), "seed {seed}");
            starts.push(found.len());
        }
    }
    println!("mutual, {count} box boards from empty: {}; First wins {first}", who.tell());
    let most = starts.iter().max().expect("a board");
    println!("every first move, {} boards: {}; at most {most} win", starts.len(), all.tell());
}

/// A position with at most so many free squares, after random moves.
fn position(seed: u64, rules: Rules, free: usize) -> Isolation {
    let mut random = SplitMix64::new(seed);
    let mut position = Isolation::new(boxed(seed), rules);
    while position.count_moves() > free {
        let moves = position.legal_moves();
        position = position.play(moves[random.below(moves.len() as u64) as usize]);
    }
    position
}

/// Positions by the classic rules, one thread, an empty table for each.
fn classic(count: u64) {
    for free in [34, 38, 42, 46, 50] {
        let (mut times, mut won, mut squares) = (Times::default(), 0, 0);
        for seed in 0..count {
            let position = position(seed, Rules::Classic, free);
            squares += position.count_moves();
            won +=
                u32::from(times.measure(|| wins(&position, Resources { threads: 1, table: 16 })));
        }
        let mean = squares as f64 / count as f64;
        let told = times.tell();
        println!("classic, {count} positions, {free} free or fewer ({mean:.1}): {told}; won {won}");
    }
}

/// A second from the start of T1.
fn start() {
    for (name, rules) in RULES {
        let line = Line::new(Isolation::new(terrain(T1), rules));
        let resources = Resources { threads: 1, table: 64 };
        let alpha_beta = AlphaBeta::new(IsolationEvaluator, resources);
        second(&format!("{name}, alpha-beta"), alpha_beta, &line);
        second(&format!("{name}, solver"), IsolationEngine::searcher(resources), &line);
    }
}

fn second(name: &str, mut searcher: impl Searcher<Position = Isolation>, line: &Line<Isolation>) {
    let limits = Limits { lines: 1, ..Limits::time(Duration::from_secs(1)) };
    let report = searcher.search(line, &limits, &AtomicBool::new(false), &mut |_| {});
    let seconds = report.time.as_secs_f64();
    let speed = report.nodes as f64 / seconds;
    let (best, depth) = (&report.lines[0], report.depth);
    println!("{name}: depth {depth}, {speed:.0} nodes/s, {seconds:.2} s, {}", best.value);
}

/// Games between the solver and plain alpha-beta, in pairs on the same empty board.
fn duel(games: u64) {
    for (name, rules) in RULES {
        let (next, won) = (AtomicU64::new(0), AtomicU64::new(0));
        thread::scope(|scope| {
            for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
                scope.spawn(|| {
                    while let Some(number) = claim(&next, games) {
                        won.fetch_add(u64::from(is_won(number, rules)), Relaxed);
                    }
                });
            }
        });
        let won = won.into_inner();
        println!("{name}, solver against alpha-beta, {MOVE:?} a move: {won} of {games} games");
    }
}

/// The next game that nobody plays yet.
fn claim(next: &AtomicU64, end: u64) -> Option<u64> {
    Some(next.fetch_add(1, Relaxed)).filter(|&number| number < end)
}

/// Whether the solver wins a game. It has the first move of every other game.
fn is_won(number: u64, rules: Rules) -> bool {
    let resources = Resources { threads: 1, table: 16 };
    let mut solver = IsolationEngine::searcher(resources);
    let mut alpha_beta = AlphaBeta::new(IsolationEvaluator, resources);
    let mut line = Line::new(Isolation::new(boxed(number / 2), rules));
    let seat = if number.is_multiple_of(2) { Seat::First } else { Seat::Second };
    let (limits, stop) = (Limits::time(MOVE), AtomicBool::new(false));
    while line.outcome().is_none() {
        let report = if line.position().turn() == seat {
            solver.search(&line, &limits, &stop, &mut |_| {})
        } else {
            alpha_beta.search(&line, &limits, &stop, &mut |_| {})
        };
        line.play(report.best_move().expect("a game goes on with moves"));
    }
    line.outcome().and_then(|outcome| outcome.winner) == Some(seat)
}

/// The first moves by the classic rules on T1 and the box boards of so many seeds. The file is written after each.
fn openings(seeds: u64, file: &str, threads: Option<usize>) {
    let text = fs::read_to_string(file).unwrap_or_default();
    let mut all: Vec<Openings> =
        text.lines().map(|line| line.parse().expect("a line of openings")).collect();
    let seeds = (0..seeds).map(BoardText::random);
    for board in iter::once(T1.parse().expect("a board")).chain(seeds) {
        if all.iter().all(|known| *known.board() != board) {
            all.push(Openings::new(board).expect("a whole board"));
        }
    }
    let resources = Resources { threads: threads.unwrap_or(1), table: 1 << 10 };
    // Who wins on every board comes before all first moves of any.
    let number = all.len();
    let passes = [false, true].into_iter();
    for (is_whole, index) in
        passes.flat_map(|is_whole| (0..number).map(move |index| (is_whole, index)))
    {
        let mut board = all[index].clone();
        let line = |openings: &Openings| format!("{openings}\n");
        let (before, after) = (&all[..index], &all[index + 1..]);
        let write = |now: &Openings| {
            let lines = before.iter().chain([now]).chain(after).filter(|it| it.solved() > 0);
            // A run that is killed while it writes leaves the file as it was.
            let unfinished = format!("{file}.new");
            fs::write(&unfinished, lines.map(line).collect::<String>()).expect("a file to write");
            fs::rename(unfinished, file).expect("a file to replace");
        };
        board.solve(is_whole, resources, &write);
        let (name, winning) = (board.board(), board.winning());
        println!("classic, {name}: {} first moves solved, {winning} win", board.solved());
        all[index] = board;
    }
}

/// The empty board of T1 by the classic rules.
fn empty(threads: usize) {
    let start = Isolation::new(terrain(T1), Rules::Classic);
    let mut times = Times::default();
    let won = times.measure(|| wins(&start, Resources { threads, table: 1 << 10 }));
    println!("classic, T1 from empty, {threads} threads: First wins: {won}; {}", times.tell());
}
