//! The sequential probability ratio test: when enough games have been played to know.
//!
//! Two hypotheses are weighed after every pair of games: that the true score is `low`, and that it
//! is `high`. For each, the probabilities of win, draw and loss are those that explain the games
//! best among all that give this score; the logarithm of the ratio of what the two make of the games
//! decides, once it leaves Wald's bounds for an error of 5 % either way. Without draws this is the
//! classic test of a coin. (Van den Bergh, "The generalised maximum likelihood ratio for the
//! expectation value of a distribution", is the method of most engine testers.)

use std::str::FromStr;

use serde::Serialize;

use super::tally::Tally;

/// A test of two scores, both between 0 and 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Sprt {
    pub(crate) low: f64,
    pub(crate) high: f64,
}

/// What a test has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Decision {
    /// The score is the high one, or more.
    High,
    /// The score is the low one, or less.
    Low,
}

/// How often the test may err, either way.
const ERROR: f64 = 0.05;

/// What stands for a kind of result that has not occurred: it may, so its probability is not 0.
const TRACE: f64 = 1e-3;

impl Sprt {
    /// The ratio that decides, and its opposite that decides the other way.
    pub(crate) fn bound() -> f64 {
        ((1.0 - ERROR) / ERROR).ln()
    }

    /// The logarithm of how much better `high` explains the games than `low` does.
    pub(crate) fn ratio(self, tally: Tally) -> f64 {
        if tally.games() == 0 {
            return 0.0;
        }
        let outcomes = [(0.0, tally.losses), (0.5, tally.draws), (1.0, tally.wins)]
            .map(|(points, count)| (points, f64::from(count).max(TRACE)));
        let explained = |score: f64| {
            let tilt = tilt(&outcomes, score);
            let logarithm =
                |(points, count): (f64, f64)| -count * (1.0 + tilt * (points - score)).ln();
            outcomes.into_iter().map(logarithm).sum::<f64>()
        };
        explained(self.high) - explained(self.low)
    }

    pub(crate) fn decision(self, tally: Tally) -> Option<Decision> {
        match self.ratio(tally) {
            ratio if ratio >= Self::bound() => Some(Decision::High),
            ratio if ratio <= -Self::bound() => Some(Decision::Low),
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

    fn tally(wins: u32, draws: u32, losses: u32) -> Tally {
        Tally { wins, draws, losses }
    }

    #[test]
    fn without_draws_it_is_the_test_of_a_coin() {
        for (wins, losses) in [(10, 5), (30, 20), (3, 9)] {
            let coin = f64::from(wins) * 1.3_f64.ln() + f64::from(losses) * 0.7_f64.ln();
            assert!((TEST.ratio(tally(wins, 0, losses)) - coin).abs() < 0.01, "{wins} {losses}");
        }
    }

    #[test]
    fn draws_count_as_the_likeliest_probabilities_say() {
        // Found by trying 200,000 probabilities of a draw for each score.
        for (wins, draws, losses, ratio) in
            [(10, 20, 5, -0.225_861), (40, 20, 10, 8.640_809), (5, 30, 5, -6.081_691)]
        {
            assert!((TEST.ratio(tally(wins, draws, losses)) - ratio).abs() < 1e-6, "{ratio}");
        }
    }

    #[test]
    fn it_decides_as_soon_as_the_bound_is_passed() {
        assert!((Sprt::bound() - 2.944_439).abs() < 1e-6);
        assert_eq!(TEST.decision(tally(0, 0, 0)), None);
        assert_eq!(TEST.decision(tally(11, 0, 0)), None);
        assert_eq!(TEST.decision(tally(12, 0, 0)), Some(Decision::High));
        assert_eq!(TEST.decision(tally(0, 0, 8)), None);
        assert_eq!(TEST.decision(tally(0, 0, 9)), Some(Decision::Low));
        assert_eq!(TEST.decision(tally(0, 9, 0)), Some(Decision::Low));
        assert_eq!(TEST.decision(tally(31, 0, 31)), None);
        assert_eq!(TEST.decision(tally(32, 0, 32)), Some(Decision::Low));
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
