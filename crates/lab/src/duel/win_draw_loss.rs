//! Wins, draws and losses: score, confidence interval and Elo difference.

use std::ops::{Add, Range};

use serde::Serialize;

/// Result of a game for the player whose score is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GameResult {
    Win,
    Draw,
    Loss,
}

/// Counts of a player's results.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub(crate) struct WinDrawLoss {
    pub(crate) wins: u32,
    pub(crate) draws: u32,
    pub(crate) losses: u32,
}

/// Quantile of the normal distribution for a two-sided confidence of 95 %.
const WILSON_Z_95: f64 = 1.959_964;

impl WinDrawLoss {
    pub(crate) fn count(&mut self, result: GameResult) {
        match result {
            GameResult::Win => self.wins += 1,
            GameResult::Draw => self.draws += 1,
            GameResult::Loss => self.losses += 1,
        }
    }

    pub(crate) const fn games(self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Points per game, with half a point for a draw; one half without games.
    pub(crate) fn score(self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => (f64::from(self.wins) + f64::from(self.draws) / 2.0) / f64::from(games),
        }
    }

    /// The usual notation of chess: `+2 =1 -1`.
    pub(crate) fn notation(self) -> String {
        format!("+{} ={} -{}", self.wins, self.draws, self.losses)
    }

    /// Wilson's score interval (JASA 1927) at 95 % confidence, which holds for few games and for scores
    /// near 0 and 1. With draws it is wider than necessary.
    pub(crate) fn interval(self) -> Range<f64> {
        let games = f64::from(self.games());
        if games == 0.0 {
            return 0.0..1.0;
        }
        let score = self.score();
        let weight = WILSON_Z_95 * WILSON_Z_95 / games;
        let centre = (score + weight / 2.0) / (1.0 + weight);
        let spread = (score * (1.0 - score) * weight + weight * weight / 4.0).sqrt();
        let half = spread / (1.0 + weight);
        // Without rounding, the ends of a perfect score would miss 0 and 1 by a hair.
        let [low, high] = [centre - half, centre + half].map(|end| (end * 1e9).round() / 1e9);
        low..high
    }
}

impl Add for WinDrawLoss {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }
}

/// Elo difference at which a score is expected; infinite at 0 and 1.
pub(crate) fn elo(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(value: f64, expected: f64) -> bool {
        (value - expected).abs() < 5e-5
    }

    #[test]
    fn draws_are_half_points() {
        let mut counts = WinDrawLoss::default();
        assert!(near(counts.score(), 0.5));
        for result in [GameResult::Win, GameResult::Draw, GameResult::Loss, GameResult::Win] {
            counts.count(result);
        }
        assert_eq!(counts, WinDrawLoss { wins: 2, draws: 1, losses: 1 });
        assert!(near(counts.score(), 0.625));
    }

    #[test]
    fn intervals_are_those_of_the_literature() {
        // Newcombe, Statistics in Medicine 1998, table I, method 3.
        for (wins, games, low, high) in
            [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611)]
        {
            let interval = WinDrawLoss { wins, draws: 0, losses: games - wins }.interval();
            assert!(near(interval.start, low) && near(interval.end, high), "{interval:?}");
        }
        assert_eq!(WinDrawLoss { wins: 9, draws: 0, losses: 0 }.interval().end.to_string(), "1");
        assert_eq!(WinDrawLoss::default().interval(), 0.0..1.0);
    }

    #[test]
    fn elo_follows_the_logistic_curve() {
        assert!(near(elo(0.5), 0.0));
        assert!(near(elo(10.0 / 11.0), 400.0));
        assert!((elo(0.65) - 107.538).abs() < 1e-3);
        assert!(elo(1.0).is_infinite() && elo(1.0) > 0.0);
        assert!(elo(0.0).is_infinite() && elo(0.0) < 0.0);
    }
}
