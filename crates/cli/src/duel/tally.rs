//! Wins, draws and losses, and how much they tell.

use std::ops::{Add, Range};

use serde::Serialize;

/// How a game ended for the player whose score is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Points {
    Win,
    Draw,
    Loss,
}

/// The games of a player so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub(crate) struct Tally {
    pub(crate) wins: u32,
    pub(crate) draws: u32,
    pub(crate) losses: u32,
}

/// The normal quantile that leaves 95 % between its two signs.
const Z: f64 = 1.959_964;

impl Tally {
    pub(crate) fn count(&mut self, points: Points) {
        match points {
            Points::Win => self.wins += 1,
            Points::Draw => self.draws += 1,
            Points::Loss => self.losses += 1,
        }
    }

    pub(crate) const fn games(self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Points per game, a draw being half of one; one half where nothing is known.
    pub(crate) fn score(self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => (f64::from(self.wins) + f64::from(self.draws) / 2.0) / f64::from(games),
        }
    }

    /// It as players of chess write it.
    pub(crate) fn in_short(self) -> String {
        format!("+{} ={} -{}", self.wins, self.draws, self.losses)
    }

    /// Where the true score lies with 95 % confidence, by Wilson's interval (JASA 1927), which is
    /// sound for few games and for scores near 0 and 1. Draws make it wider than it need be.
    pub(crate) fn interval(self) -> Range<f64> {
        let games = f64::from(self.games());
        if games == 0.0 {
            return 0.0..1.0;
        }
        let score = self.score();
        let weight = Z * Z / games;
        let centre = (score + weight / 2.0) / (1.0 + weight);
        let spread = (score * (1.0 - score) * weight + weight * weight / 4.0).sqrt();
        let half = spread / (1.0 + weight);
        // Without rounding, the ends of a perfect score would miss 0 and 1 by a hair.
        let [low, high] = [centre - half, centre + half].map(|end| (end * 1e9).round() / 1e9);
        low..high
    }
}

impl Add for Tally {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }
}

/// The difference in Elo points for which a score is expected; infinite at 0 and 1.
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
        let mut tally = Tally::default();
        assert!(near(tally.score(), 0.5));
        for points in [Points::Win, Points::Draw, Points::Loss, Points::Win] {
            tally.count(points);
        }
        assert_eq!(tally, Tally { wins: 2, draws: 1, losses: 1 });
        assert!(near(tally.score(), 0.625));
    }

    #[test]
    fn intervals_are_those_of_the_literature() {
        // Newcombe, Statistics in Medicine 1998, table I, method 3.
        for (wins, games, low, high) in
            [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611)]
        {
            let interval = Tally { wins, draws: 0, losses: games - wins }.interval();
            assert!(near(interval.start, low) && near(interval.end, high), "{interval:?}");
        }
        assert_eq!(Tally { wins: 9, draws: 0, losses: 0 }.interval().end.to_string(), "1");
        assert_eq!(Tally::default().interval(), 0.0..1.0);
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
