//! How many endings of Katarenga the engine settles, and how soon: the figures of `docs/benchmarks.md`.
//!
//! `cargo bench -p damier-games --bench endings -- [GAMES] [NODES]` plays games of the engine against itself on
//! random boards of the box, takes the first position of each with four pawns on the board, and the first with three and
//! with two, and settles it on one thread: by alpha-beta alone within so many nodes, with an empty table, and by the
//! engine with its endgame tables, which are made anew for each position. Times are those of the release profile only with one
//! code generation unit.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use damier_games::katarenga::{Katarenga, KatarengaEngine, KatarengaEvaluator, Rules};
use damier_games::terrain::BoardText;
use engine::{AlphaBeta, GameEngine, Limits, ReportOf, Resources, Searcher, Value};
use rules::{Line, Position, SplitMix64};

/// Positions that a player of the games looks at for a move.
const GAME_NODES: u64 = 2_000;
/// Random plies at the start of a game.
const OPENING_PLIES: usize = 4;
const RESOURCES: Resources = Resources { threads: 1, table: 16 };
/// Time within which an ending should be settled.
const TIME_AIM: Duration = Duration::from_millis(50);

fn main() {
    let args: Vec<u64> = std::env::args().skip(1).filter_map(|arg| arg.parse().ok()).collect();
    let games = args.first().copied().unwrap_or(1_000);
    let nodes = args.get(1).copied().unwrap_or(100_000);
    let mut classes = BTreeMap::<String, Figures>::new();
    for line in (0..games).flat_map(endings) {
        let figures = Figures::of(&line, nodes);
        let (pawns, class) = (pawns(line.position()).len(), class(line.position()));
        for name in [format!("{pawns} pawns"), format!("{pawns} pawns: {class}")] {
            classes.entry(name).or_default().add(&figures);
        }
    }
    println!("camps filled are +; alpha-beta alone has {nodes} nodes; processor time in ms");
    println!(
        "{:18} {:>9} {:>10} {:>8} {:>12} {:>6} {:>6} {:>6} {:>6} {:>6}",
        "class",
        "positions",
        "alpha-beta",
        "settled",
        "within 50 ms",
        "draws",
        "plies",
        "mean",
        "drawn",
        "most"
    );
    for (class, figures) in classes {
        figures.print(&class);
    }
}

/// The endings of a game: where for the first time so few pawns are on the board.
fn endings(seed: u64) -> Vec<Line<Katarenga>> {
    let terrain = BoardText::random(seed).terrain().expect("a whole board");
    let mut line = Line::new(Katarenga::new(terrain, Rules::Classic));
    let mut player = alpha_beta(Resources { threads: 1, table: 1 });
    let (mut random, mut found, mut fewest) = (SplitMix64::new(seed), Vec::new(), 5);
    while line.outcome().is_none() {
        let position = *line.position();
        let pawns = pawns(&position).len();
        if pawns < fewest {
            found.push(Line::new(position));
            fewest = pawns;
        }
        let moves = position.legal_moves();
        let m = if line.plies() < OPENING_PLIES {
            moves[random.below(moves.len() as u64) as usize]
        } else {
            search(&mut player, &line, GAME_NODES).best_move().expect("a move")
        };
        line.play(m);
    }
    found
}

/// The engine without its tables.
fn alpha_beta(resources: Resources) -> AlphaBeta<KatarengaEvaluator> {
    AlphaBeta::new(KatarengaEvaluator::default(), resources)
}

fn search(
    searcher: &mut impl Searcher<Position = Katarenga>,
    line: &Line<Katarenga>,
    nodes: u64,
) -> ReportOf<Katarenga> {
    searcher.search(line, &Limits::nodes(nodes), &AtomicBool::new(false), &mut |_| ())
}

/// The pawns on the board.
fn pawns(position: &Katarenga) -> String {
    let text = position.to_string();
    let board = text.split(' ').next().expect("a board");
    board.chars().filter(|place| matches!(place, 'x' | 'o')).collect()
}

/// The pawns of the sides on the board, the more first, each with its camps: `2+ v 2`.
fn class(position: &Katarenga) -> String {
    let text = position.to_string();
    let camps = text.split(' ').nth(3).expect("the camps");
    let board = pawns(position);
    let side = |pawn| {
        let filled = "+".repeat(camps.matches(pawn).count());
        format!("{}{filled}", board.matches(pawn).count())
    };
    let mut sides = ['x', 'o'].map(side);
    sides.sort_unstable();
    format!("{} v {}", sides[1], sides[0])
}

/// Processor time of the thread, or time where that is not known.
fn processor_time() -> Duration {
    #[cfg(target_os = "linux")]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
    }
    #[cfg(not(target_os = "linux"))]
    {
        static START: std::sync::LazyLock<std::time::Instant> =
            std::sync::LazyLock::new(std::time::Instant::now);
        START.elapsed()
    }
}

/// What searches found.
#[derive(Default)]
struct Figures {
    positions: u32,
    /// Settled by alpha-beta alone.
    by_alpha_beta: u32,
    settled: u32,
    in_time: u32,
    draws: u32,
    /// The longest way to the end.
    plies: u16,
    spent: Duration,
    spent_on_draws: Duration,
    most: Duration,
}

impl Figures {
    fn of(line: &Line<Katarenga>, nodes: u64) -> Self {
        let settled = |report: &ReportOf<Katarenga>| {
            let best = report.lines.first().filter(|best| best.proof.is_proved());
            best.map(|best| best.value)
        };
        let by_alpha_beta = settled(&search(&mut alpha_beta(RESOURCES), line, nodes)).is_some();
        let mut searcher = KatarengaEngine::searcher(RESOURCES);
        let start = processor_time();
        let value = settled(&search(&mut searcher, line, 10 * nodes));
        let spent = processor_time().saturating_sub(start);
        let is_draw = value == Some(Value::ZERO);
        Self {
            positions: 1,
            by_alpha_beta: by_alpha_beta.into(),
            settled: value.is_some().into(),
            in_time: (value.is_some() && spent <= TIME_AIM).into(),
            draws: is_draw.into(),
            plies: value.and_then(Value::plies_to_end).unwrap_or(0),
            spent,
            spent_on_draws: if is_draw { spent } else { Duration::ZERO },
            most: spent,
        }
    }

    fn add(&mut self, other: &Self) {
        self.positions += other.positions;
        self.by_alpha_beta += other.by_alpha_beta;
        self.settled += other.settled;
        self.in_time += other.in_time;
        self.draws += other.draws;
        self.plies = self.plies.max(other.plies);
        self.spent += other.spent;
        self.spent_on_draws += other.spent_on_draws;
        self.most = self.most.max(other.most);
    }

    fn print(&self, class: &str) {
        let Self { positions, by_alpha_beta, settled, in_time, draws, plies, .. } = self;
        let share = |number: &u32| 100.0 * f64::from(*number) / f64::from(*positions);
        let ms =
            |time: Duration, number: u32| time.as_secs_f64() * 1000.0 / f64::from(number.max(1));
        println!(
            "{class:18} {positions:9} {:8.1} % {:6.1} % {:10.1} % {draws:6} {plies:6} {:6.1} {:6.1} {:6.1}",
            share(by_alpha_beta),
            share(settled),
            share(in_time),
            ms(self.spent, *positions),
            ms(self.spent_on_draws, *draws),
            ms(self.most, 1),
        );
    }
}
