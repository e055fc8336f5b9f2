//! Sequential probability ratio test (SPRT): stops a duel as soon as its result is significant.
//!
//! Two hypotheses are weighed after every pair of games: that the true score is `low`, and that it
//! is `high`. For each, the probabilities of win, draw and loss are those that explain the games
//! best among all that give this score; the logarithm of the ratio of what the two make of the games
//! decides, once it leaves Wald's bounds for an error of 5 % either way. Without draws this is the
//! classic test of a coin. (Van den Bergh, "The generalised maximum likelihood ratio for the
//! expectation value of a distribution", is the method of most engine testers.)

use std::str::FromStr;

use serde::Serialize;

use super::win_draw_loss::WinDrawLoss;

/// Test of two hypotheses about the score, both between 0 and 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Sprt {
    pub(crate) low: f64,
    pub(crate) high: f64,
}

/// Decision of the test.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum SprtDecision {
    /// The score is `high` or more.
    High,
    /// The score is `low` or less.
    Low,
}

/// Error rate of the test, of both types.
const SPRT_ERROR_RATE: f64 = 0.05;

/// Count of a result that has not occurred yet, so that its probability is not 0.
const UNSEEN_RESULT_COUNT: f64 = 1e-3;

impl Sprt {
    /// Wald's upper bound; the lower one is its negative.
    pub(crate) fn bound() -> f64 {
        ((1.0 - SPRT_ERROR_RATE) / SPRT_ERROR_RATE).ln()
    }

    /// Logarithm of the likelihood ratio of `high` to `low`.
    pub(crate) fn log_likelihood_ratio(self, counts: WinDrawLoss) -> f64 {
        if counts.games() == 0 {
            return 0.0;
        }
        let outcomes = [(0.0, counts.losses), (0.5, counts.draws), (1.0, counts.wins)]
            .map(|(points, count)| (points, f64::from(count).max(UNSEEN_RESULT_COUNT)));
        let log_likelihood = |score: f64| {
            let tilt = tilt(&outcomes, score);
            let term = |(points, count): (f64, f64)| -count * (1.0 + tilt * (points - score)).ln();
            outcomes.into_iter().map(term).sum::<f64>()
        };
        log_likelihood(self.high) - log_likelihood(self.low)
    }

    pub(crate) fn decision(self, counts: WinDrawLoss) -> Option<SprtDecision> {
        match self.log_likelihood_ratio(counts) {
            ratio if ratio >= Self::bound() => Some(SprtDecision::High),
            ratio if ratio <= -Self::bound() => Some(SprtDecision::Low),
            _ => None,
        }
    }
}

/// The likeliest probabilities with the mean `score` are the observed frequencies, each divided by
/// 1 + tilt · (points − score): this finds that tilt, by halving, where the mean comes out right.
fn tilt(outcomes: &[(f64, f64)], score: f64) -> f64 {
    let excess = |tilt: f64| -> f64 {
        let part = |&(points, count): &(f64, f64)| {
            count * (points - score) / (1.0 + tilt * (points - score))
        };
        outcomes.iter().map(part).sum()
    };
    let (mut low, mut high) = (-1.0 / (1.0 - score), 1.0 / score);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if excess(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

/// `LOW,HIGH` in percent, or `HIGH` alone against 50.
impl FromStr for Sprt {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (low, high) = text.split_once(',').unwrap_or(("50", text));
        let percent = |text: &str| text.trim().trim_end_matches('%').trim_end().parse::<f64>();
        match (percent(low), percent(high)) {
            (Ok(low), Ok(high)) if 0.0 < low && low < high && high < 100.0 => {
                Ok(Self { low: low / 100.0, high: high / 100.0 })
            }
            _ => Err("two scores in percent were expected, the lower first, as in 50,65".into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEST: Sprt = Sprt { low: 0.5, high: 0.65 };

    fn counts(wins: u32, draws: u32, losses: u32) -> WinDrawLoss {
        WinDrawLoss { wins, draws, losses }
    }

    #[test]
    fn without_draws_it_is_the_test_of_a_coin() {
        for (wins, losses) in [(10, 5), (30, 20), (3, 9)] {
            let coin = f64::from(wins) * 1.3_f64.ln() + f64::from(losses) * 0.7_f64.ln();
            assert!(
                (TEST.log_likelihood_ratio(counts(wins, 0, losses)) - coin).abs() < 0.01,
                "{wins} {losses}"
            );
        }
    }

    #[test]
    fn draws_count_as_the_likeliest_probabilities_say() {
        // Found by trying 200,000 probabilities of a draw for each score.
        for (wins, draws, losses, ratio) in
            [(10, 20, 5, -0.225_861), (40, 20, 10, 8.640_809), (5, 30, 5, -6.081_691)]
        {
            assert!(
                (TEST.log_likelihood_ratio(counts(wins, draws, losses)) - ratio).abs() < 1e-6,
                "{ratio}"
            );
        }
    }

    #[test]
    fn it_decides_as_soon_as_the_bound_is_passed() {
        assert!((Sprt::bound() - 2.944_439).abs() < 1e-6);
        assert_eq!(TEST.decision(counts(0, 0, 0)), None);
        assert_eq!(TEST.decision(counts(11, 0, 0)), None);
        assert_eq!(TEST.decision(counts(12, 0, 0)), Some(SprtDecision::High));
        assert_eq!(TEST.decision(counts(0, 0, 8)), None);
        assert_eq!(TEST.decision(counts(0, 0, 9)), Some(SprtDecision::Low));
        assert_eq!(TEST.decision(counts(0, 9, 0)), Some(SprtDecision::Low));
        assert_eq!(TEST.decision(counts(31, 0, 31)), None);
        assert_eq!(TEST.decision(counts(32, 0, 32)), Some(SprtDecision::Low));
    }

    #[test]
    fn scores_are_read_in_percent() {
        assert_eq!("65".parse(), Ok(TEST));
        assert_eq!("50,65".parse(), Ok(TEST));
        assert_eq!(" 50 %, 65%".parse(), Ok(TEST));
        for wrong in ["", "x", "50", "65,50", "0,50", "50,100", "50,65,70", "nan", "-5,5"] {
            assert!(wrong.parse::<Sprt>().is_err(), "{wrong}");
        }
    }
}
