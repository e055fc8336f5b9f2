//! Result of a duel so far, as text and as JSON.

use std::time::Duration;

use rules::{BySeat, Text};
use serde::Serialize;
use texts::text;

use super::arena::{Arena, DuelGame, seat};
use super::contestant::Contestant;
use super::sprt::{Sprt, SprtDecision};
use super::win_draw_loss::{GameResult, WinDrawLoss, elo};
use crate::external::FaultKind;
use crate::messages;

/// Result of a duel so far, for the first of the two players.
pub(crate) struct DuelResult {
    /// By the seat that the player had.
    by_seat: BySeat<WinDrawLoss>,
    /// Mistakes by which games were lost, of both players.
    faults: [FaultCounts; 2],
    sprt: Option<Sprt>,
    decision: Option<SprtDecision>,
    /// Time that both players have taken, and the games in which it was measured.
    time_used: [Duration; 2],
    timed_games: u32,
}

/// How often a player has lost by a mistake of each kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub(crate) struct FaultCounts {
    pub(crate) crashed: u32,
    pub(crate) illegal: u32,
    pub(crate) overtime: u32,
}

impl FaultCounts {
    pub(crate) fn count(&mut self, kind: FaultKind) {
        match kind {
            FaultKind::Crash => self.crashed += 1,
            FaultKind::Illegal => self.illegal += 1,
            FaultKind::Overtime => self.overtime += 1,
        }
    }

    pub(crate) const fn total(self) -> u32 {
        self.crashed + self.illegal + self.overtime
    }
}

impl DuelResult {
    pub(crate) fn new(sprt: Option<Sprt>) -> Self {
        Self {
            by_seat: BySeat::default(),
            faults: Default::default(),
            sprt,
            decision: None,
            time_used: Default::default(),
            timed_games: 0,
        }
    }

    /// Adds a game. The test is updated after whole pairs only, so that both seats have the same weight.
    pub(crate) fn add(&mut self, played: &DuelGame) {
        self.by_seat[seat(played.number)].count(played.result());
        if let Some(kind) = played.kind {
            let loser = usize::from(played.result() == GameResult::Win);
            self.faults[loser].count(kind);
        }
        if let Some(times) = played.time_used {
            self.timed_games += 1;
            self.time_used.iter_mut().zip(times).for_each(|(sum, time)| *sum += time);
        }
        if played.number % 2 == 1 {
            self.decision = self.sprt.and_then(|sprt| sprt.decision(self.total()));
        }
    }

    /// Counts of all games.
    pub(crate) fn total(&self) -> WinDrawLoss {
        let BySeat { first, second } = self.by_seat;
        first + second
    }

    /// Whether the duel of so many games is over.
    pub(crate) fn is_over(&self, games: u32) -> bool {
        self.decision.is_some() || self.total().games() >= games
    }

    /// Whether there is no test, or the player has passed it.
    pub(crate) fn is_passed(&self) -> bool {
        self.sprt.is_none() || self.decision == Some(SprtDecision::High)
    }

    /// Mean time of a game in seconds, for each player, where one of them has a clock.
    fn seconds_per_game(&self, arena: &Arena) -> Option<[f64; 2]> {
        let is_measured = arena.referee.has_clock() && self.timed_games > 0;
        let mean = |time: Duration| time.as_secs_f64() / f64::from(self.timed_games);
        is_measured.then(|| self.time_used.map(mean))
    }

    /// The result in one line, for the progress bar.
    pub(crate) fn summary(&self) -> String {
        let all = self.total();
        format!("{}  {:.1} %", all.notation(), 100.0 * all.score())
    }

    /// The result as text, line by line.
    pub(crate) fn lines(&self, arena: &Arena) -> Vec<Text> {
        let all = self.total();
        let [one, other] = arena.players.each_ref().map(Contestant::id);
        let mut lines = vec![
            text!(
                "duel-title",
                game = &arena.referee.entry.game.info().title,
                one = &one,
                other = &other
            ),
            text!(
                "duel-tally",
                games = all.games(),
                wins = all.wins,
                draws = all.draws,
                losses = all.losses
            ),
        ];
        if all.games() > 0 {
            let BySeat { first, second } = self.by_seat.map(WinDrawLoss::notation);
            lines.push(text!("duel-seats", first = &first, second = &second));
            let interval = all.interval();
            lines.push(messages::duel::score(all.score(), interval.start, interval.end));
            let [low, high] = [interval.start, interval.end].map(elo);
            lines.push(messages::duel::elo(elo(all.score()), low, high));
        }
        if let Some([time, other_time]) = self.seconds_per_game(arena) {
            lines.push(messages::duel::time_used(&one, time, &other, other_time));
        }
        for (player, counts) in [&one, &other].into_iter().zip(self.faults) {
            if counts.total() > 0 {
                lines.push(messages::duel::faults(player, counts));
            }
        }
        if let Some(sprt) = self.sprt {
            let answer = match self.decision {
                Some(SprtDecision::High) => messages::duel::yes(sprt.high),
                Some(SprtDecision::Low) => messages::duel::no(sprt.high),
                None => messages::duel::undecided(sprt.low, sprt.high),
            };
            lines.push(messages::duel::sprt(
                &answer,
                sprt.log_likelihood_ratio(all),
                Sprt::bound(),
            ));
        }
        lines
    }

    /// The result as JSON.
    pub(crate) fn json(&self, arena: &Arena) -> DuelJson {
        let all = self.total();
        let interval = all.interval();
        DuelJson {
            game: arena.referee.entry.game.info().id,
            players: arena.players.each_ref().map(Contestant::id),
            seed: arena.seed,
            games: all.games(),
            tally: all,
            seats: self.by_seat,
            score: rounded(all.score()),
            score_interval: [interval.start, interval.end].map(rounded),
            elo: rounded(elo(all.score())),
            elo_interval: [interval.start, interval.end].map(|score| rounded(elo(score))),
            faults: self.faults.iter().any(|counts| counts.total() > 0).then_some(self.faults),
            seconds_per_game: self.seconds_per_game(arena).map(|times| times.map(rounded)),
            sprt: self.sprt.map(|sprt| SprtJson {
                low: sprt.low,
                high: sprt.high,
                ratio: rounded(sprt.log_likelihood_ratio(all)),
                bound: rounded(Sprt::bound()),
                decision: self.decision,
            }),
        }
    }
}

/// JSON of the result. Elo is null where it is infinite.
#[derive(Serialize)]
pub(crate) struct DuelJson {
    game: &'static str,
    players: [String; 2],
    seed: u64,
    games: u32,
    #[serde(flatten)]
    tally: WinDrawLoss,
    seats: BySeat<WinDrawLoss>,
    score: f64,
    score_interval: [f64; 2],
    elo: f64,
    elo_interval: [f64; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    faults: Option<[FaultCounts; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds_per_game: Option<[f64; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<SprtJson>,
}

#[derive(Serialize)]
struct SprtJson {
    low: f64,
    high: f64,
    ratio: f64,
    bound: f64,
    decision: Option<SprtDecision>,
}

/// Rounds to four decimals.
pub(crate) fn rounded(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}
