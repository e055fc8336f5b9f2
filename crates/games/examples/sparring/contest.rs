//! Matches of two players on one thread, by its processor time: the load of the machine does not count.

use std::error::Error;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use damier_games::congress::{Congress, CongressEngine, CongressEvaluator};
use damier_games::engine::{
    AlphaBeta, Evaluator as _, GameEngine, Limits, MonotonicClock, PlayerClock, ReportOf,
    Resources, SearchParams, Searcher,
};
use damier_games::katarenga::{Katarenga, KatarengaEngine};
use damier_games::othello::{Othello, OthelloEngine};
use damier_games::rules::{Game, Line, Seat, Setup, SplitMix64};

use crate::answer;
use crate::partner::Partner;

/// Plies of a phase of the game, by which times are printed.
const PHASE_PLIES: usize = 4;

/// Nodes of the search by which an opening is found to be balanced.
const BALANCE_NODES: u64 = 50_000;

const USAGE: &str =
    "match katarenga|congress|othello PLAYER PLAYER GAMES SECONDS [SEED [OPENINGS]]";

/// Plays a match: `GAME PLAYER PLAYER GAMES SECONDS [SEED [OPENINGS]]`, where a player is `engine`,
/// `engine-without-threats` (Congress), `engine-without-book` or `partner` (not in Othello), each with so many seconds a move. `engine:4` has a
/// clock of four seconds for the game, and `engine:even` a fixed time a move with the same mean as the other player's.
/// Nothing of a clock is kept back for the transmission of moves, which takes no processor time, unless
/// `engine:4,overhead=0.1` says so.
/// Openings are so many random plies (`8:200`: after which a short search finds no advantage of more than 200 points),
/// or the lines of moves of a file; each is played twice with seats exchanged.
/// `engine:opening=10x12` has ten times the seconds for its moves in the first twelve plies, which its clock
/// (`engine:4,opening=10x12`) does not count: a stand-in for an opening book of that quality.
pub(crate) fn run(args: &[String]) -> Result<(), Box<dyn Error>> {
    let [game, first, second, games, seconds, rest @ ..] = args else { return Err(USAGE.into()) };
    let time = Duration::try_from_secs_f64(seconds.parse()?)?;
    let seed: u64 = rest.first().map_or(Ok(1), |seed| seed.parse())?;
    let openings = rest.get(1).map(|text| Openings::read(text)).transpose()?;
    let pairs = games.parse::<u64>()?.div_ceil(2);
    let names = [first.as_str(), second.as_str()];
    match game.as_str() {
        "katarenga" => {
            let engines: [(&str, MakeSearch<Katarenga>); 1] =
                [("engine", engine::<KatarengaEngine>)];
            Match { openings: openings.unwrap_or(Openings::random(2)), engines: &engines }
                .play(names, pairs, time, seed)
        }
        "congress" => {
            let others: [(&str, MakeSearch<Congress>); 2] = [
                ("engine", engine::<CongressEngine>),
                ("engine-without-threats", congress_without_threats),
            ];
            Match { openings: openings.unwrap_or(Openings::random(2)), engines: &others }
                .play(names, pairs, time, seed)
        }
        "othello" => {
            let engines: [(&str, MakeSearch<Othello>); 2] = [
                ("engine", engine::<OthelloEngine>),
                ("engine-without-book", othello_without_book),
            ];
            Match { openings: openings.unwrap_or(Openings::random(8)), engines: &engines }
                .play(names, pairs, time, seed)
        }
        _ => Err(USAGE.into()),
    }
}

/// Processor time of this thread.
#[cfg(target_os = "linux")]
fn thread_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// The wall clock where the system has no other.
#[cfg(not(target_os = "linux"))]
fn thread_time() -> Duration {
    MonotonicClock::default().now()
}

/// A search with its tables.
type Search<G> = Box<dyn FnMut(&Line<G>, &Limits) -> ReportOf<G>>;
type MakeSearch<G> = fn() -> Search<G>;

fn search_of<S: Searcher>(mut searcher: S) -> Search<S::Position> {
    Box::new(move |line, limits| {
        searcher.search(line, limits, &AtomicBool::new(false), &mut |_| ())
    })
}

fn engine<E: GameEngine>() -> Search<E::Game> {
    search_of(E::searcher(Resources::default()))
}

fn othello_without_book() -> Search<Othello> {
    search_of(OthelloEngine::searcher(Resources::default()).without_book())
}

fn congress_without_threats() -> Search<Congress> {
    let params = SearchParams { threat_search: false, ..CongressEvaluator::PARAMS };
    let alpha_beta = AlphaBeta::new(CongressEvaluator::default(), Resources::default());
    search_of(alpha_beta.with_params(params))
}

/// Who chooses the moves of a player, in one game.
enum Chooser<G: Game> {
    Engine(MakeSearch<G>, Search<G>),
    Partner(Partner),
}

enum TimeControl {
    /// A fixed time for each move.
    Move(Duration),
    /// A fixed time for each move with the same mean as the other player's.
    Even(Duration),
    /// A time for the game, and what is left of it.
    Clock(Duration, Duration),
}

/// A longer time for the first moves of a game, whatever the clock.
#[derive(Clone, Copy)]
struct OpeningTime {
    /// Plies of the game that count as its opening.
    plies: usize,
    /// The time of a move.
    time: Duration,
}

impl OpeningTime {
    /// Reads `10x12`: ten times the usual time in the first twelve plies.
    fn read(text: &str, usual: Duration) -> Result<Self, Box<dyn Error>> {
        let (factor, plies) = text.split_once('x').ok_or("expected opening=FACTORxPLIES")?;
        Ok(Self { plies: plies.parse()?, time: usual * factor.parse()? })
    }
}

/// A player, and the sums of its searches.
struct Player<G: Game> {
    chooser: Chooser<G>,
    time: TimeControl,
    /// Time that is kept back from a clock for each move to come.
    move_overhead: Duration,
    opening: Option<OpeningTime>,
    moves: u64,
    depth: u64,
    nodes: u64,
    spent: Duration,
    /// Moves after which a clock had run out.
    late: u64,
    /// Number and time of the moves by phase of the game.
    phases: Vec<(u32, Duration)>,
}

impl<G: Game> Player<G> {
    /// Begins a game.
    fn begin(&mut self) {
        match &mut self.chooser {
            Chooser::Engine(make, search) => *search = make(),
            Chooser::Partner(partner) => *partner = Partner::new(thread_time),
        }
        if let TimeControl::Clock(whole, remaining) = &mut self.time {
            *remaining = *whole;
        }
    }

    fn choose(&mut self, line: &Line<G>) -> Option<G::Move> {
        let start = thread_time();
        let opening = self.opening.filter(|opening| line.plies() < opening.plies);
        let (m, depth, nodes) = match (&mut self.chooser, &self.time) {
            (Chooser::Engine(_, search), time) => {
                let limits = match (opening, time) {
                    (Some(OpeningTime { time, .. }), _)
                    | (None, &(TimeControl::Move(time) | TimeControl::Even(time))) => {
                        Limits::time(time)
                    }
                    (None, &TimeControl::Clock(_, remaining)) => {
                        let clock = PlayerClock { remaining, increment: Duration::ZERO };
                        let move_overhead = Some(self.move_overhead);
                        Limits { clock: Some(clock), move_overhead, ..Limits::default() }
                    }
                };
                let measured_by = MonotonicClock::new(thread_time);
                let report = search(line, &Limits { measured_by, ..limits });
                (report.best_move()?, u64::from(report.depth), report.nodes)
            }
            (Chooser::Partner(partner), TimeControl::Move(time)) if opening.is_none() => {
                let moves: Vec<String> = line.moves().map(|m| m.to_string()).collect();
                let game = format!("fen {} moves {}", line.start(), moves.join(" "));
                let chosen = answer(partner, &game, *time)?;
                (chosen.best.text().parse().ok()?, chosen.depth as u64, chosen.nodes)
            }
            (Chooser::Partner(_), _) => return None,
        };
        if opening.is_some() {
            return Some(m);
        }
        self.moves += 1;
        self.depth += depth;
        self.nodes += nodes;
        let spent = thread_time().saturating_sub(start);
        self.spent += spent;
        let phase = line.plies() / PHASE_PLIES;
        if phase >= self.phases.len() {
            self.phases.resize(phase + 1, (0, Duration::ZERO));
        }
        let (moves, time) = &mut self.phases[phase];
        *moves += 1;
        *time += spent;
        if let TimeControl::Clock(_, remaining) = &mut self.time {
            self.late += u64::from(spent > *remaining);
            *remaining = remaining.saturating_sub(spent);
        }
        Some(m)
    }

    /// The mean time of a move, in seconds.
    fn mean_time(&self) -> f64 {
        self.spent.as_secs_f64() / self.moves.max(1) as f64
    }

    /// Brings the mean time nearer to that of the other player, if that is wanted.
    fn adjust(&mut self, mean_time: f64) {
        let factor = (mean_time / self.mean_time()).sqrt();
        if let TimeControl::Even(time) = &mut self.time {
            *time = time.mul_f64(factor);
        }
    }

    fn print(&self, name: &str) {
        let moves = self.moves.max(1) as f64;
        println!(
            "{name}: {:.1} plies, {:.2} ms a move, {:.2} M nodes a second, {} moves after the clock had run out",
            self.depth as f64 / moves,
            1000.0 * self.mean_time(),
            self.nodes as f64 / self.spent.as_secs_f64() / 1e6,
            self.late
        );
        let phases = self.phases.iter().enumerate().filter(|(_, (moves, _))| *moves > 0);
        let phases = phases.map(|(phase, &(moves, time))| {
            let mean = 1000.0 * time.as_secs_f64() / f64::from(moves);
            format!("{}: {mean:.1}", phase * PHASE_PLIES)
        });
        println!("  ms a move from ply {}", phases.collect::<Vec<_>>().join(", "));
    }
}

/// How the games of a match begin.
enum Openings {
    /// So many random plies, after which a short search finds no advantage of more points.
    Random { plies: usize, max_points: Option<i32> },
    /// Lines of moves, one after the other.
    Lines(Vec<String>),
}

impl Openings {
    const fn random(plies: usize) -> Self {
        Self::Random { plies, max_points: None }
    }

    /// Reads a number of plies, one with the greatest advantage (`8:200`), or a file with a line of moves for each
    /// opening.
    fn read(text: &str) -> Result<Self, Box<dyn Error>> {
        if let Ok(plies) = text.parse() {
            return Ok(Self::random(plies));
        }
        if let Some((plies, points)) = text.split_once(':') {
            return Ok(Self::Random { plies: plies.parse()?, max_points: Some(points.parse()?) });
        }
        let file = std::fs::read_to_string(text).map_err(|error| format!("{text}: {error}"))?;
        let lines: Vec<_> = file.lines().map(str::to_owned).collect();
        if lines.is_empty() {
            Err(format!("{text} is empty").into())
        } else {
            Ok(Self::Lines(lines))
        }
    }
}

/// The matches of a game: its openings, and the engines by name.
struct Match<'a, G: Game> {
    openings: Openings,
    engines: &'a [(&'static str, MakeSearch<G>)],
}

impl<G: Game> Match<'_, G> {
    /// Plays pairs of games from the same openings with seats exchanged, on random boards, and prints the score of the
    /// first player.
    fn play(
        &self,
        names: [&str; 2],
        pairs: u64,
        time: Duration,
        seed: u64,
    ) -> Result<(), Box<dyn Error>> {
        let mut players = [self.player(names[0], time)?, self.player(names[1], time)?];
        let mut score = Score::default();
        for number in 0..pairs {
            let opening = self.opening(seed + number)?;
            let games = Seat::ALL.map(|seat| play_game(&mut players, opening.clone(), seat));
            score.add([games[0].ok_or("no move")?, games[1].ok_or("no move")?]);
            let means = [players[1].mean_time(), players[0].mean_time()];
            players.iter_mut().zip(means).for_each(|(player, other)| player.adjust(other));
            if (number + 1) % 10 == 0 || number + 1 == pairs {
                println!("{}", score.text());
            }
        }
        println!("{}", score.lengths());
        for (player, name) in players.iter().zip(names) {
            player.print(name);
        }
        Ok(())
    }

    fn player(&self, text: &str, time: Duration) -> Result<Player<G>, Box<dyn Error>> {
        let (name, control) = text.split_once(':').unwrap_or((text, ""));
        let (mut time_control, mut opening) = (TimeControl::Move(time), None);
        let mut move_overhead = Duration::ZERO;
        for option in control.split(',').filter(|option| !option.is_empty()) {
            if let Some(text) = option.strip_prefix("opening=") {
                opening = Some(OpeningTime::read(text, time)?);
            } else if let Some(text) = option.strip_prefix("overhead=") {
                move_overhead = Duration::try_from_secs_f64(text.parse()?)?;
            } else if option == "even" {
                time_control = TimeControl::Even(time);
            } else {
                let whole = Duration::try_from_secs_f64(option.parse()?)?;
                time_control = TimeControl::Clock(whole, whole);
            }
        }
        let chooser = match self.engines.iter().find(|(engine, _)| *engine == name) {
            Some((_, make)) => Chooser::Engine(*make, make()),
            None if name == "partner" => Chooser::Partner(Partner::new(thread_time)),
            None => return Err(format!("no player is called {name}").into()),
        };
        Ok(Player {
            chooser,
            time: time_control,
            move_overhead,
            opening,
            moves: 0,
            depth: 0,
            nodes: 0,
            spent: Duration::ZERO,
            late: 0,
            phases: Vec::new(),
        })
    }

    /// A random board, after random plies that leave the game going on, or after the moves of a line.
    fn opening(&self, seed: u64) -> Result<Line<G>, Box<dyn Error>> {
        let mut random = SplitMix64::new(seed);
        let (random_plies, max_points) = match &self.openings {
            Openings::Random { plies, max_points } => (*plies, *max_points),
            Openings::Lines(lines) => {
                let setup = Setup { seed: random.draw(), ..Setup::default() };
                let mut line = Line::new(G::start(&setup)?);
                for text in lines[seed as usize % lines.len()].split_whitespace() {
                    let m = text.parse().ok().filter(|m| line.position().legal_moves().contains(m));
                    line.play(m.ok_or_else(|| format!("{text} is no legal move"))?);
                }
                return Ok(line);
            }
        };
        let mut search = max_points.map(|_| self.engines[0].1());
        let mut is_level = |line: &Line<G>| {
            let report = search.as_mut().map(|search| search(line, &Limits::nodes(BALANCE_NODES)));
            let points = report.map_or(0, |report| report.lines[0].value.points().abs());
            max_points.is_none_or(|max_points| points <= max_points)
        };
        loop {
            let setup = Setup { seed: random.draw(), ..Setup::default() };
            let mut line = Line::new(G::start(&setup)?);
            while line.plies() < random_plies && line.outcome().is_none() {
                let moves = line.position().legal_moves();
                line.play(moves[random.below(moves.len() as u64) as usize]);
            }
            if line.outcome().is_none() && is_level(&line) {
                return Ok(line);
            }
        }
    }
}

/// The result of the first player, which sits at `seat`.
fn play_game<G: Game>(
    players: &mut [Player<G>; 2],
    mut line: Line<G>,
    seat: Seat,
) -> Option<GameResult> {
    players.iter_mut().for_each(Player::begin);
    loop {
        if let Some(outcome) = line.outcome() {
            let half_points = outcome.winner.map_or(1, |winner| 2 * u32::from(winner == seat));
            let margin = f64::from(outcome.margin.unwrap_or(0)) * (f64::from(half_points) - 1.0);
            return Some(GameResult { half_points, margin, plies: line.plies() });
        }
        let player = &mut players[usize::from(line.position().turn() != seat)];
        let m = player.choose(&line)?;
        line.play(m);
    }
}

/// The result of a game for the first player.
#[derive(Clone, Copy)]
struct GameResult {
    half_points: u32,
    /// By how much it won or, below zero, lost; 0 in games that do not count.
    margin: f64,
    /// Length of the game.
    plies: usize,
}

/// Results of the first player.
#[derive(Default)]
struct Score {
    /// Losses, draws, wins.
    games: [u32; 3],
    /// Half points and mean margin of each pair.
    pairs: Vec<(u32, f64)>,
    /// Lengths of the games in plies.
    plies: Vec<usize>,
}

impl Score {
    fn add(&mut self, pair: [GameResult; 2]) {
        for game in pair {
            self.games[game.half_points as usize] += 1;
            self.plies.push(game.plies);
        }
        let [one, other] = pair;
        let margin = f64::midpoint(one.margin, other.margin);
        self.pairs.push((one.half_points + other.half_points, margin));
    }

    /// The length of games: the plies that tenths of them do not exceed.
    fn lengths(&self) -> String {
        let mut plies = self.plies.clone();
        plies.sort_unstable();
        let tenths = (1..=10).filter_map(|tenth| {
            let at = (plies.len() * tenth).div_ceil(10).checked_sub(1)?;
            Some(plies[at].to_string())
        });
        format!("plies of a game, by tenths: {}", tenths.collect::<Vec<_>>().join(" "))
    }

    /// The errors are twice the standard errors of the means of pairs.
    fn text(&self) -> String {
        let [losses, draws, wins] = self.games;
        let (share, share_error) =
            mean_and_error(self.pairs.iter().map(|&(half_points, _)| f64::from(half_points) / 4.0));
        let (margin, margin_error) = mean_and_error(self.pairs.iter().map(|&(_, margin)| margin));
        let count = |is: fn(u32) -> bool| self.pairs.iter().filter(|pair| is(pair.0)).count();
        let margin = if self.pairs.iter().any(|pair| pair.1 != 0.0) {
            format!("; margin {margin:+.2} ± {margin_error:.2}")
        } else {
            String::new()
        };
        format!(
            "{wins} wins, {draws} draws, {losses} losses: {:.1} ± {:.1} %; pairs {} won, {} even, {} lost{margin}",
            100.0 * share,
            100.0 * share_error,
            count(|half_points| half_points > 2),
            count(|half_points| half_points == 2),
            count(|half_points| half_points < 2),
        )
    }
}

/// The mean of some numbers, and twice its standard error.
fn mean_and_error(numbers: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let count = numbers.clone().count() as f64;
    let mean = numbers.clone().sum::<f64>() / count;
    let squares: f64 = numbers.map(|x| (x - mean).powi(2)).sum();
    (mean, 2.0 * squares.sqrt() / count)
}
