//! Glicko-2 (Mark Glickman, "Example of the Glicko-2 system", 2022): the rating of a player with its error.
//!
//! Its opponents here are levels, whose strength is fixed, so that only one side of each game is rated.

use std::f64::consts::PI;

use super::{LevelRating, NORMAL_LEVEL_RATING, POINTS_PER_LOGIT};

/// Deviation of a player of whom nothing is known.
const NEW_DEVIATION: f64 = 350.0;
/// Volatility of a player of whom nothing is known.
const NEW_VOLATILITY: f64 = 0.06;
/// The system constant τ, which limits how fast the volatility changes.
const SYSTEM_CONSTANT: f64 = 0.5;
/// Precision of the volatility.
const VOLATILITY_TOLERANCE: f64 = 1e-6;
/// Steps in search of the volatility at most; about ten are needed.
const VOLATILITY_STEPS_MAX: u32 = 100;

/// Rating of a player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PlayerRating {
    /// On the scale of [`NORMAL_LEVEL_RATING`](crate::NORMAL_LEVEL_RATING).
    pub rating: f64,
    /// The rating deviation: the true strength is within twice as much with 95 % confidence.
    pub deviation: f64,
    /// How erratic the player's results are.
    pub volatility: f64,
}

/// Result of a game against an opponent whose rating is known.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RatedGame {
    /// Rating that counts as exact but for its error.
    pub opponent: LevelRating,
    /// 1 for a win, 0.5 for a draw, 0 for a loss.
    pub score: f64,
}

/// A player of whom nothing is known.
impl Default for PlayerRating {
    fn default() -> Self {
        Self { rating: NORMAL_LEVEL_RATING, deviation: NEW_DEVIATION, volatility: NEW_VOLATILITY }
    }
}

impl PlayerRating {
    /// The rating after a rating period with these games.
    #[must_use]
    pub fn after(self, games: &[RatedGame]) -> Self {
        let mu = (self.rating - NORMAL_LEVEL_RATING) / POINTS_PER_LOGIT;
        let phi = self.deviation / POINTS_PER_LOGIT;
        let (mut information, mut surprise) = (0.0, 0.0);
        for game in games {
            let (g, expected) = expectation(mu, game.opponent);
            information += g * g * expected * (1.0 - expected);
            surprise += g * (game.score - expected);
        }
        if information == 0.0 {
            return self.after_idle_period();
        }
        let variance = 1.0 / information;
        let volatility = new_volatility(self.volatility, phi, variance, variance * surprise);
        let idle_phi = phi.hypot(volatility);
        let phi = 1.0 / (1.0 / (idle_phi * idle_phi) + information).sqrt();
        let mu = mu + phi * phi * surprise;
        Self {
            rating: mu * POINTS_PER_LOGIT + NORMAL_LEVEL_RATING,
            deviation: (phi * POINTS_PER_LOGIT).min(NEW_DEVIATION),
            volatility,
        }
    }

    /// The rating after a rating period without a game: less is known of the player.
    #[must_use]
    pub fn after_idle_period(self) -> Self {
        let deviation = self.deviation.hypot(self.volatility * POINTS_PER_LOGIT);
        Self { deviation: deviation.min(NEW_DEVIATION), ..self }
    }

    /// The expected score against an opponent, 0 to 1.
    pub fn expected_score(self, opponent: LevelRating) -> f64 {
        expectation((self.rating - NORMAL_LEVEL_RATING) / POINTS_PER_LOGIT, opponent).1
    }
}

/// The weight of an opponent whose rating has an error, and the expected score against it.
fn expectation(mu: f64, opponent: LevelRating) -> (f64, f64) {
    let opponent_mu = (opponent.rating - NORMAL_LEVEL_RATING) / POINTS_PER_LOGIT;
    let opponent_phi = opponent.error / POINTS_PER_LOGIT;
    let g = 1.0 / (1.0 + 3.0 * opponent_phi * opponent_phi / (PI * PI)).sqrt();
    (g, 1.0 / (1.0 + (-g * (mu - opponent_mu)).exp()))
}

/// The volatility after a rating period, by the Illinois variant of regula falsi (step 5).
fn new_volatility(volatility: f64, phi: f64, variance: f64, delta: f64) -> f64 {
    let start = (volatility * volatility).ln();
    let f = |x: f64| {
        let spread = phi * phi + variance + x.exp();
        x.exp() * (delta * delta - spread) / (2.0 * spread * spread)
            - (x - start) / (SYSTEM_CONSTANT * SYSTEM_CONSTANT)
    };
    let mut a = start;
    let surplus = delta * delta - phi * phi - variance;
    let mut b = if surplus > 0.0 {
        surplus.ln()
    } else {
        let mut b = start - SYSTEM_CONSTANT;
        while f(b) < 0.0 {
            b -= SYSTEM_CONSTANT;
        }
        b
    };
    let (mut f_a, mut f_b) = (f(a), f(b));
    for _ in 0..VOLATILITY_STEPS_MAX {
        if (b - a).abs() <= VOLATILITY_TOLERANCE {
            break;
        }
        let c = a + (a - b) * f_a / (f_b - f_a);
        let f_c = f(c);
        if f_c * f_b <= 0.0 {
            (a, f_a) = (b, f_b);
        } else {
            f_a /= 2.0;
        }
        (b, f_b) = (c, f_c);
    }
    (a / 2.0).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(rating: f64, error: f64, score: f64) -> RatedGame {
        RatedGame { opponent: LevelRating { rating, error }, score }
    }

    #[test]
    fn the_published_example_comes_out() {
        let player = PlayerRating { rating: 1500.0, deviation: 200.0, volatility: 0.06 };
        let games = [game(1400.0, 30.0, 1.0), game(1550.0, 100.0, 0.0), game(1700.0, 300.0, 0.0)];
        let after = player.after(&games);
        assert!((after.rating - 1464.06).abs() < 0.01, "{after:?}");
        assert!((after.deviation - 151.52).abs() < 0.01, "{after:?}");
        assert!((after.volatility - 0.059_99).abs() < 0.000_01, "{after:?}");
    }

    #[test]
    fn a_win_raises_a_loss_lowers_and_both_make_surer() {
        for rating in [700.0, 1500.0, 2600.0] {
            let player = PlayerRating::default();
            let [won, drawn, lost] =
                [1.0, 0.5, 0.0].map(|score| player.after(&[game(rating, 50.0, score)]));
            assert!(lost.rating < drawn.rating && drawn.rating < won.rating);
            assert!(lost.rating < player.rating && player.rating < won.rating);
            assert!([won, drawn, lost].iter().all(|after| after.deviation < player.deviation));
        }
    }

    #[test]
    fn results_and_sides_are_symmetric() {
        let player = PlayerRating::default();
        let won = player.after(&[game(1700.0, 40.0, 1.0)]);
        let lost = player.after(&[game(1300.0, 40.0, 0.0)]);
        assert!((won.rating + lost.rating - 3000.0).abs() < 1e-6);
        assert!((won.deviation - lost.deviation).abs() < 1e-9);
    }

    #[test]
    fn a_steady_player_is_found_whatever_the_level() {
        // The strength at which the expected score against the level is three quarters.
        for level in [900.0, 1500.0, 2400.0] {
            let mut player = PlayerRating::default();
            for number in 0..400 {
                player = player.after(&[game(level, 20.0, f64::from(u8::from(number % 4 != 0)))]);
            }
            let truth = level + 3_f64.ln() * POINTS_PER_LOGIT;
            assert!((player.rating - truth).abs() < 2.0 * player.deviation, "{level}: {player:?}");
            assert!(player.deviation < 80.0, "{player:?}");
        }
    }

    #[test]
    fn nothing_is_known_again_of_who_stays_away() {
        let mut player = PlayerRating::default().after(&[game(1500.0, 30.0, 1.0); 20]);
        assert_eq!(player.after(&[]), player.after_idle_period());
        for _ in 0..5000 {
            player = player.after_idle_period();
        }
        assert!((player.deviation - NEW_DEVIATION).abs() < 1e-9);
    }

    #[test]
    fn extreme_results_stay_finite() {
        let mut player = PlayerRating::default();
        for number in 0..3000 {
            let opponent = if number % 7 == 0 { 100.0 } else { 4000.0 };
            player = player.after(&[game(opponent, 350.0, f64::from(number % 2))]);
            assert!(player.rating.is_finite() && player.deviation > 0.0, "{player:?}");
            assert!(player.volatility > 0.0 && player.volatility < 2.0, "{player:?}");
        }
    }
}
