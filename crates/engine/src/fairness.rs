//! Fairness of a board: who wins on it, if that can be proved, or the results of self-play.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use rules::{Record, Seat, Setup, SetupError, SplitMix64, Text, read_decimal};

use crate::{AnyReport, AnyValue, Entry, Limits, Resources};

/// Plies at the beginning of a trial game that are drawn at random among good moves.
const OPENING_PLIES: usize = 6;
/// Number of best moves that an opening move is drawn from.
const OPENING_CANDIDATES: usize = 6;
/// The greatest loss of an opening move, in expected score.
const OPENING_TOLERANCE: f32 = 0.05;
/// Limits of a proof: a solver needs less, and other searches end here.
const PROOF_NODES: u64 = 1_000_000;
const PROOF_TIME: Duration = Duration::from_secs(5);
/// Nodes of an estimate: some hundredths of a second.
const ESTIMATE_NODES: u64 = 20_000;
/// The lead of a side in an estimate that is worth a warning, in expected score.
const WARNING_MIN_LEAD: f64 = 0.18;
/// The quantile of the normal distribution for a confidence interval of 95 %.
const Z_95: f64 = 1.959_964;

/// Games of the engine against itself on a board, every second one on its half turn: there First sits
/// where Second does on the board.
pub struct Trial {
    entry: Entry,
    starts: [String; 2],
}

/// A game of a trial.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TrialGame {
    /// Whether the board was rotated by 180°.
    pub turned: bool,
    /// What First got: 1, one half or 0.
    pub score: f32,
    /// How long it was.
    pub plies: u32,
}

impl Trial {
    /// The trial of a set-up.
    pub fn new(entry: Entry, setup: &Setup) -> Result<Self, SetupError> {
        let start = entry.game.start(setup)?;
        let turned = match entry.game.half_turn(setup)? {
            Some(turned) => entry.game.start(&turned)?,
            None => start.clone(),
        };
        Ok(Self { entry, starts: [start, turned] })
    }

    /// The trial of a start position alone, for an [estimate](Self::estimate): its half turn is not known.
    pub fn from_start(entry: Entry, start: String) -> Self {
        Self { entry, starts: [start.clone(), start] }
    }

    /// Who wins on the board with the best play, if the engine has a solver that can tell.
    pub fn proof(&self, stop: &AtomicBool) -> Option<Seat> {
        let record = Record::new(self.starts[0].clone());
        let limits =
            Limits { nodes: Some(PROOF_NODES), time: Some(PROOF_TIME), ..Limits::default() };
        let mut analyst = self.entry.analyst(Resources { threads: 1, table: 64 });
        let report = analyst.search(&record, &limits, stop, &mut |_| ()).ok()?;
        match report.lines.first()?.value {
            AnyValue::Win { .. } => Some(Seat::First),
            AnyValue::Loss { .. } => Some(Seat::Second),
            AnyValue::Exact { .. } | AnyValue::Estimate { .. } => None,
        }
    }

    /// First's expected score on the board as it lies, from one short search: a warning, not a measure.
    /// `None` where a solver can tell who wins, which says little about people, or the search was stopped.
    pub fn estimate(&self, stop: &AtomicBool) -> Option<f64> {
        let record = Record::new(self.starts[0].clone());
        let mut analyst = self.entry.analyst(Resources { threads: 1, table: 4 });
        let limits = Limits::nodes(ESTIMATE_NODES);
        let report = analyst.search(&record, &limits, stop, &mut |_| ()).ok()?;
        let best = report.lines.first().filter(|_| !stop.load(Relaxed))?;
        (!best.value.is_proved()).then_some(best.chance.into())
    }

    /// Plays the game of a number with so many positions a move; the same number gives the same
    /// game. `None` if it was stopped.
    pub fn play(&self, number: u32, nodes: u64, stop: &AtomicBool) -> Option<TrialGame> {
        let turned = number % 2 == 1;
        let mut random = SplitMix64::new(SplitMix64::mix(u64::from(number) + 1));
        let mut live =
            self.entry.game.open(&Record::new(self.starts[usize::from(turned)].clone())).ok()?;
        let mut analyst = self.entry.analyst(Resources { threads: 1, table: 1 });
        loop {
            let plies = live.record().moves.len();
            if let Some(ending) = live.outcome() {
                let score = match ending.winner {
                    None => 0.5,
                    Some(Seat::First) => 1.0,
                    Some(Seat::Second) => 0.0,
                };
                return Some(TrialGame { turned, score, plies: plies as u32 });
            }
            let lines = if plies < OPENING_PLIES { OPENING_CANDIDATES } else { 1 };
            let limits = Limits { nodes: Some(nodes), lines, ..Limits::default() };
            let report = analyst.search(live.record(), &limits, stop, &mut |_| ()).ok()?;
            if stop.load(Relaxed) {
                return None;
            }
            let chosen = draw(&report, &mut random)?;
            live.play(&chosen).ok()?;
        }
    }
}

/// One of the moves that are about as good as the best.
fn draw(report: &AnyReport, random: &mut SplitMix64) -> Option<String> {
    let best = report.lines.first()?;
    let good =
        report.lines.iter().take_while(|line| line.chance >= best.chance - OPENING_TOLERANCE);
    let good: Vec<_> = good.collect();
    Some(good.get(random.below(good.len() as u64) as usize).unwrap_or(&best).notation.clone())
}

/// The side that an [estimate](Trial::estimate) of First's score favours so much that players are warned,
/// with its expected score.
pub fn favoured(estimate: f64) -> Option<(Seat, f64)> {
    match estimate - 0.5 {
        lead if lead >= WARNING_MIN_LEAD => Some((Seat::First, estimate)),
        lead if lead <= -WARNING_MIN_LEAD => Some((Seat::Second, 1.0 - estimate)),
        _ => None,
    }
}

/// What the games of a trial say.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Fairness {
    /// Games on the board, and on its half turn.
    pub games: [u32; 2],
    /// First's points in them.
    pub points: [f64; 2],
    /// The sum of the squares of these points, game by game.
    squares: f64,
    /// Plies of all games.
    pub plies: u64,
}

/// A board that has been measured.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SurveyedBoard {
    /// The seed that it is drawn from.
    pub seed: u64,
    /// First's share of the points.
    pub score: f64,
    /// How far the true share may be from that, 95 times in 100.
    pub error: f64,
    /// The mean length of a game, in plies.
    pub length: f64,
    /// First's share on the board as it lies, and on its half turn.
    pub parts: [f64; 2],
}

impl SurveyedBoard {
    /// Reads a line of a survey; `None` for one that is a remark or the name of a winner.
    pub(crate) fn read(line: &str) -> Option<Self> {
        let mut fields = line.split('\t');
        let seed = fields.next()?.strip_prefix("seed:")?.parse().ok()?;
        let mut number = || read_decimal(fields.next()?);
        let (score, error, length) = (number()? / 100.0, number()? / 100.0, number()?);
        let parts = [number()? / 100.0, number()? / 100.0];
        Some(Self { seed, score, error, length, parts })
    }

    /// Whether neither side is better off on the board as it lies.
    pub fn is_fair(&self) -> bool {
        is_fair(self.parts[0])
    }
}

/// Whether First's share of the points on a board as it lies is near enough to one half.
fn is_fair(share: f64) -> bool {
    // Shares of a survey are rounded.
    (share - 0.5).abs() <= FAIR_MAX_LEAD + 1e-9
}

/// How a board treats the two sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Balance {
    /// Too few games to tell.
    Open,
    /// Neither side is better off.
    Fair,
    /// A side is a little better off.
    Slight(Seat),
    /// A side is clearly better off.
    Clear(Seat),
    /// A side wins nearly always.
    Lopsided(Seat),
    /// A side wins with the best play: that is proved.
    Won(Seat),
}

/// A board is fair if First's score on it, as it lies, is within so much of one half.
const FAIR_MAX_LEAD: f64 = 0.10;
const SLIGHT_MAX_LEAD: f64 = 0.18;
const CLEAR_MAX_LEAD: f64 = 0.35;

impl Fairness {
    /// Adds a game.
    pub fn add(&mut self, game: TrialGame) {
        let score = f64::from(game.score);
        self.games[usize::from(game.turned)] += 1;
        self.points[usize::from(game.turned)] += score;
        self.squares += score * score;
        self.plies += u64::from(game.plies);
    }

    /// Whether neither side is better off on the board as it lies.
    pub fn is_fair(&self) -> bool {
        is_fair(self.parts()[0])
    }

    /// How many games there are.
    pub const fn all(&self) -> u32 {
        self.games[0] + self.games[1]
    }

    /// First's share of the points, one half if nothing is known.
    pub fn score(&self) -> f64 {
        match self.all() {
            0 => 0.5,
            games => (self.points[0] + self.points[1]) / f64::from(games),
        }
    }

    /// How far the true score may be from that, 95 times in 100.
    pub fn error(&self) -> f64 {
        let games = f64::from(self.all());
        if games == 0.0 {
            return 0.5;
        }
        // As if two more games had been drawn apart: few games that all end alike prove little.
        let spread = (self.squares + 1.0) / (games + 2.0) - self.score().powi(2);
        Z_95 * (spread.max(0.25 / games) / games).sqrt().min(0.5 / Z_95)
    }

    /// First's score on the board as it lies, and on its half turn: far apart where one end of the
    /// board is better than the other, whoever begins.
    pub fn parts(&self) -> [f64; 2] {
        [0, 1].map(|part| match self.games[part] {
            0 => 0.5,
            games => self.points[part] / f64::from(games),
        })
    }

    /// The mean length of a game, in plies.
    pub fn length(&self) -> f64 {
        self.plies as f64 / f64::from(self.all().max(1))
    }

    /// What that says of the board as it lies, where First sits at its top.
    pub fn balance(&self) -> Balance {
        let lead = self.parts()[0] - 0.5;
        let better = if lead > 0.0 { Seat::First } else { Seat::Second };
        let error = Z_95 * 0.5 / f64::from(self.games[0].max(1)).sqrt();
        match lead.abs() {
            _ if error > 0.25 => Balance::Open,
            lead if lead <= FAIR_MAX_LEAD => Balance::Fair,
            lead if lead <= SLIGHT_MAX_LEAD => Balance::Slight(better),
            lead if lead <= CLEAR_MAX_LEAD => Balance::Clear(better),
            _ => Balance::Lopsided(better),
        }
    }
}

impl Balance {
    /// The verdict in words, for a game whose seats have these names.
    pub fn text(self, seats: &[Text; 2]) -> Text {
        let name = |seat: Seat| &seats[usize::from(seat.index())];
        let said = |seat: Seat, en: &str, fr: &str| {
            let name = name(seat);
            Text::composed(en.replace("{}", &name.en), fr.replace("{}", &name.fr))
        };
        match self {
            Self::Open => Text::new("too few games to tell", "trop peu de parties pour le dire"),
            Self::Fair => Text::new("a fair board", "un plateau équitable"),
            Self::Slight(seat) => said(seat, "slightly better for {}", "un peu meilleur pour {}"),
            Self::Clear(seat) => said(seat, "clearly better for {}", "nettement meilleur pour {}"),
            Self::Lopsided(seat) => {
                said(seat, "{} wins nearly always", "{} gagne presque toujours")
            }
            Self::Won(seat) => said(
                seat,
                "{} wins with the best play: this is proved",
                "{} gagne avec le meilleur jeu : c'est prouvé",
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fairness(scores: &[f32]) -> Fairness {
        let mut fairness = Fairness::default();
        for (number, &score) in scores.iter().enumerate() {
            fairness.add(TrialGame { turned: number % 2 == 1, score, plies: 30 });
        }
        fairness
    }

    #[test]
    fn verdicts_need_games_and_a_lead() {
        assert_eq!(Fairness::default().balance(), Balance::Open);
        assert_eq!(fairness(&[1.0, 1.0]).balance(), Balance::Open);
        let even: Vec<f32> = (0..100).map(|number| (number / 2 % 2) as f32).collect();
        assert_eq!(fairness(&even).balance(), Balance::Fair);
        // One end of the board wins, whoever begins: on average that looks fair, and is not.
        let ends: Vec<f32> = (0..100).map(|number| (number % 2) as f32).collect();
        assert_eq!(fairness(&ends).balance(), Balance::Lopsided(Seat::Second));
        assert_eq!(fairness(&[1.0; 100]).balance(), Balance::Lopsided(Seat::First));
        let behind: Vec<f32> = (0..100).map(|number| f32::from(u8::from(number < 30))).collect();
        assert_eq!(fairness(&behind).balance(), Balance::Clear(Seat::Second));
    }

    #[test]
    fn the_error_is_that_of_the_mean() {
        let even: Vec<f32> = (0..100).map(|number| (number % 2) as f32).collect();
        let fairness = fairness(&even);
        assert!((fairness.score() - 0.5).abs() < 1e-9);
        assert!((fairness.error() - 0.098).abs() < 0.002, "{}", fairness.error());
        assert!((fairness.length() - 30.0).abs() < 1e-9);
    }
}
