//! How a duel stands, in words and in JSON.

use rules::{BySeat, Text};
use serde::Serialize;

use super::arena::{Arena, Played, seat};
use super::contestant::Contestant;
use super::sprt::{Decision, Sprt};
use super::tally::{Tally, elo};
use crate::words;

/// How a duel stands for the first of the two players.
pub(crate) struct Standing {
    /// By the seat that the player had.
    tallies: BySeat<Tally>,
    sprt: Option<Sprt>,
    decision: Option<Decision>,
}

impl Standing {
    pub(crate) fn new(sprt: Option<Sprt>) -> Self {
        Self { tallies: BySeat::default(), sprt, decision: None }
    }

    /// Adds a game. The test looks at whole pairs only, so that neither seat weighs more.
    pub(crate) fn add(&mut self, played: &Played) {
        self.tallies[seat(played.number)].count(played.points());
        if played.number % 2 == 1 {
            self.decision = self.sprt.and_then(|sprt| sprt.decision(self.all()));
        }
    }

    /// All games together.
    pub(crate) fn all(&self) -> Tally {
        let BySeat { first, second } = self.tallies;
        first + second
    }

    /// Whether there is nothing left to play of so many games.
    pub(crate) fn is_over(&self, games: u32) -> bool {
        self.decision.is_some() || self.all().games() >= games
    }

    /// Whether nothing was asked of the player, or it has been shown.
    pub(crate) fn is_good(&self) -> bool {
        self.sprt.is_none() || self.decision == Some(Decision::High)
    }

    /// The standing in a few signs.
    pub(crate) fn in_short(&self) -> String {
        let all = self.all();
        format!("{}  {:.1} %", all.in_short(), 100.0 * all.score())
    }

    /// The result, line by line.
    pub(crate) fn lines(&self, arena: &Arena) -> Vec<Text> {
        let all = self.all();
        let [one, other] = arena.players.each_ref().map(Contestant::id);
        let mut lines = vec![
            words::duel::title(&arena.entry.game.info().title, &one, &other),
            words::duel::tally(all.games(), all.wins, all.draws, all.losses),
        ];
        if all.games() > 0 {
            let BySeat { first, second } = self.tallies.map(Tally::in_short);
            lines.push(words::duel::seats(&first, &second));
            let interval = all.interval();
            lines.push(words::duel::score(all.score(), interval.start, interval.end));
            let [low, high] = [interval.start, interval.end].map(elo);
            lines.push(words::duel::elo(elo(all.score()), low, high));
        }
        if let Some(sprt) = self.sprt {
            let answer = match self.decision {
                Some(Decision::High) => words::duel::yes(sprt.high),
                Some(Decision::Low) => words::duel::no(sprt.high),
                None => words::duel::undecided(sprt.low, sprt.high),
            };
            lines.push(words::duel::sprt(&answer, sprt.ratio(all), Sprt::bound()));
        }
        lines
    }

    /// The result as plain data.
    pub(crate) fn json(&self, arena: &Arena) -> Json {
        let all = self.all();
        let interval = all.interval();
        Json {
            game: arena.entry.game.info().id,
            players: arena.players.each_ref().map(Contestant::id),
            seed: arena.seed,
            games: all.games(),
            tally: all,
            seats: self.tallies,
            score: rounded(all.score()),
            score_interval: [interval.start, interval.end].map(rounded),
            elo: rounded(elo(all.score())),
            elo_interval: [interval.start, interval.end].map(|score| rounded(elo(score))),
            sprt: self.sprt.map(|sprt| SprtJson {
                low: sprt.low,
                high: sprt.high,
                ratio: rounded(sprt.ratio(all)),
                bound: rounded(Sprt::bound()),
                decision: self.decision,
            }),
        }
    }
}

/// The result as plain data. Elo is null where it is infinite.
#[derive(Serialize)]
pub(crate) struct Json {
    game: &'static str,
    players: [String; 2],
    seed: u64,
    games: u32,
    #[serde(flatten)]
    tally: Tally,
    seats: BySeat<Tally>,
    score: f64,
    score_interval: [f64; 2],
    elo: f64,
    elo_interval: [f64; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<SprtJson>,
}

#[derive(Serialize)]
struct SprtJson {
    low: f64,
    high: f64,
    ratio: f64,
    bound: f64,
    decision: Option<Decision>,
}

/// With four decimals, which say all that there is to say.
fn rounded(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}
