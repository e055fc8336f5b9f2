//! Ratings of players who have played each other, with their errors.

use super::POINTS_PER_LOGIT;
use super::bradley_terry::{BradleyTerryFit, Matrix, PairPoints, information, product};

/// Drawn games that every pair is given where scores alone do not suffice.
const PRIOR_DRAWS: f64 = 1.0;
/// Games that are added to those of a pair before its rate of draws is taken, so that a few draws prove nothing.
const DRAW_RATE_PRIOR_GAMES: f64 = 2.0;

/// Results of one player against another, both by their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PairScore {
    /// The player whose results they are.
    pub one: usize,
    /// The player who was met.
    pub other: usize,
    /// Wins of the one.
    pub wins: u32,
    /// Games that nobody won.
    pub draws: u32,
    /// Losses of the one.
    pub losses: u32,
}

/// Rating of a player among others.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TableRating {
    /// The rating; the mean of all is 0.
    pub rating: f64,
    /// Its standard error.
    pub error: f64,
}

/// Ratings of players by maximum likelihood, in the model of Bradley and Terry with a draw as half a win.
#[derive(Clone, PartialEq, Debug)]
pub struct RatingTable {
    /// Number of each player among those who are rated.
    rated: Vec<Option<usize>>,
    logits: Vec<f64>,
    covariance: Matrix,
    has_prior: bool,
}

impl RatingTable {
    /// Ratings of players `0..players`. Those who are not connected with the most players by games have none. Where
    /// somebody won or lost all games against the others, so that no rating is the likeliest, every pair that has
    /// played is given one drawn game more.
    pub fn new(players: usize, scores: &[PairScore]) -> Self {
        let rated = largest_component(players, scores);
        let members = rated.iter().flatten().count();
        let mut points: Vec<_> = scores.iter().filter_map(|score| score.points(&rated)).collect();
        let has_prior = !is_strongly_connected(members, &points);
        if has_prior {
            for pair in &mut points {
                pair.points += PRIOR_DRAWS / 2.0;
                pair.games += PRIOR_DRAWS;
            }
        }
        let draw_rates: Vec<_> =
            scores.iter().filter(|score| score.points(&rated).is_some()).collect();
        match BradleyTerryFit::new(members, &points) {
            Some(fit) if members > 1 => {
                let covariance = robust_covariance(&fit, &points, &draw_rates);
                Self { rated, logits: fit.logits, covariance, has_prior }
            }
            _ => Self {
                rated: vec![None; players],
                logits: Vec::new(),
                covariance: Vec::new(),
                has_prior: false,
            },
        }
    }

    /// The rating of a player.
    pub fn rating(&self, player: usize) -> Option<TableRating> {
        let index = self.rated[player]?;
        Some(TableRating {
            rating: self.logits[index] * POINTS_PER_LOGIT,
            error: self.covariance[index][index].max(0.0).sqrt() * POINTS_PER_LOGIT,
        })
    }

    /// Likelihood of superiority: the probability that one player is stronger than another.
    pub fn superiority(&self, one: usize, other: usize) -> Option<f64> {
        let (one, other) = (self.rated[one]?, self.rated[other]?);
        let difference = self.logits[one] - self.logits[other];
        let variance = BradleyTerryFit::difference_variance(&self.covariance, one, other);
        if difference == 0.0 || one == other {
            return Some(0.5);
        }
        Some(normal_distribution(difference / variance.max(1e-12).sqrt()))
    }

    /// Whether drawn games were added.
    pub const fn has_prior(&self) -> bool {
        self.has_prior
    }
}

impl PairScore {
    fn games(&self) -> f64 {
        f64::from(self.wins) + f64::from(self.draws) + f64::from(self.losses)
    }

    /// The same between players who are rated.
    fn points(&self, rated: &[Option<usize>]) -> Option<PairPoints> {
        let (one, other) = (rated[self.one]?, rated[self.other]?);
        let points = f64::from(self.wins) + f64::from(self.draws) / 2.0;
        let games = self.games();
        (one != other && games > 0.0).then_some(PairPoints { one, other, points, games })
    }
}

/// Covariance that takes into account that draws vary less than wins and losses: the sandwich estimator.
fn robust_covariance(
    fit: &BradleyTerryFit,
    points: &[PairPoints],
    scores: &[&PairScore],
) -> Matrix {
    let mut scores = scores.iter();
    let variance = information(&fit.logits, points, |expected, _| {
        let draw_rate = scores
            .next()
            .map_or(0.0, |score| f64::from(score.draws) / (score.games() + DRAW_RATE_PRIOR_GAMES));
        (expected * (1.0 - expected) - draw_rate / 4.0).max(0.0)
    });
    product(&product(&fit.covariance, &variance), &fit.covariance)
}

/// Numbers of the players within the largest set that is connected by games.
fn largest_component(players: usize, scores: &[PairScore]) -> Vec<Option<usize>> {
    let mut component: Vec<_> = (0..players).collect();
    for score in scores.iter().filter(|score| score.games() > 0.0) {
        let (from, to) = (component[score.other], component[score.one]);
        for member in &mut component {
            if *member == from {
                *member = to;
            }
        }
    }
    let size = |id: usize| component.iter().filter(|member| **member == id).count();
    let largest = (0..players).max_by_key(|&id| (size(id), std::cmp::Reverse(id)));
    let mut next = 0;
    let number = |member: &usize| {
        (Some(*member) == largest).then(|| {
            next += 1;
            next - 1
        })
    };
    component.iter().map(number).collect()
}

/// Whether everybody has points against somebody who has points against somebody … else: then, and only then, there
/// is a maximum (Ford, American Mathematical Monthly 1957).
fn is_strongly_connected(players: usize, scores: &[PairPoints]) -> bool {
    let reaches_all = |is_edge: &dyn Fn(usize, usize) -> bool| {
        let mut reached = vec![false; players];
        let mut open = vec![0];
        while let Some(one) = open.pop() {
            if players > 0 && !std::mem::replace(&mut reached[one], true) {
                open.extend((0..players).filter(|&other| is_edge(one, other)));
            }
        }
        reached.into_iter().all(|reached| reached)
    };
    let beats = |one: usize, other: usize| {
        scores.iter().any(|score| {
            (score.one == one && score.other == other && score.points > 0.0)
                || (score.one == other && score.other == one && score.points < score.games)
        })
    };
    reaches_all(&beats) && reaches_all(&|one, other| beats(other, one))
}

/// Distribution function of the standard normal distribution, to 1e-7 (Abramowitz and Stegun 26.2.17).
fn normal_distribution(x: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.231_641_9 * x.abs());
    let density = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    let tail = [1.330_274_429, -1.821_255_978, 1.781_477_937, -0.356_563_782, 0.319_381_530]
        .into_iter()
        .fold(0.0, |sum, coefficient| (sum + coefficient) * t);
    if x >= 0.0 { 1.0 - density * tail } else { density * tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(one: usize, other: usize, [wins, draws, losses]: [u32; 3]) -> PairScore {
        PairScore { one, other, wins, draws, losses }
    }

    fn ratings(players: usize, scores: &[PairScore]) -> Vec<f64> {
        let table = RatingTable::new(players, scores);
        (0..players).map(|player| table.rating(player).expect("a rating").rating).collect()
    }

    fn near(one: f64, other: f64, tolerance: f64) -> bool {
        (one - other).abs() < tolerance
    }

    #[test]
    fn three_wins_of_four_are_odds_of_three_to_one() {
        let table = RatingTable::new(2, &[score(0, 1, [3, 0, 1])]);
        let [one, other] = [0, 1].map(|player| table.rating(player).expect("a rating"));
        assert!(near(one.rating - other.rating, 400.0 * 3_f64.log10(), 1e-6));
        assert!(near(one.rating, -other.rating, 1e-9));
        // The variance of the difference is 1 / (4 · ¾ · ¼) logits; each has half the difference.
        let error = (4.0_f64 / 3.0).sqrt() / 2.0 * POINTS_PER_LOGIT;
        assert!(near(one.error, error, 1e-6) && near(other.error, error, 1e-6));
        // log 3 in units of its error.
        let ahead = 3_f64.ln() / (4.0_f64 / 3.0).sqrt();
        let los = table.superiority(0, 1).unwrap();
        assert!(near(los, normal_distribution(ahead), 1e-9) && near(los, 0.8293, 1e-3), "{los}");
        assert!(near(table.superiority(1, 0).unwrap(), 1.0 - los, 1e-6));
        assert!(!table.has_prior());
    }

    #[test]
    fn equal_scores_are_equal_ratings() {
        let scores = [score(0, 1, [5, 2, 3]), score(1, 2, [5, 2, 3]), score(2, 0, [5, 2, 3])];
        assert!(ratings(3, &scores).into_iter().all(|rating| near(rating, 0.0, 1e-6)));
        let table = RatingTable::new(2, &[score(0, 1, [0, 10, 0])]);
        assert!(near(table.rating(0).unwrap().rating, 0.0, 1e-9));
        assert!(near(table.superiority(0, 1).unwrap(), 0.5, 1e-9));
    }

    #[test]
    fn draws_are_half_points_and_make_surer() {
        let decided = RatingTable::new(2, &[score(0, 1, [60, 0, 40])]);
        let drawn = RatingTable::new(2, &[score(0, 1, [40, 40, 20])]);
        let of = |table: &RatingTable| table.rating(0).unwrap();
        assert!(near(of(&decided).rating, of(&drawn).rating, 1e-6));
        assert!(of(&drawn).error < of(&decided).error);
    }

    #[test]
    fn a_chain_adds_up_and_the_mean_is_zero() {
        let all = ratings(3, &[score(0, 1, [10, 0, 1]), score(1, 2, [3, 0, 1])]);
        assert!(near(all[0] - all[1], 400.0, 1e-6));
        assert!(near(all[1] - all[2], 400.0 * 3_f64.log10(), 1e-6));
        assert!(near(all.iter().sum(), 0.0, 1e-6));
    }

    #[test]
    fn who_wins_all_is_given_a_draw() {
        let table = RatingTable::new(2, &[score(0, 1, [9, 0, 0])]);
        assert!(table.has_prior());
        // 9½ of 10.
        let expected = 400.0 * 19_f64.log10() / 2.0;
        assert!(near(table.rating(0).unwrap().rating, expected, 1e-6));
        let more = RatingTable::new(2, &[score(0, 1, [90, 0, 0])]);
        assert!(more.rating(0).unwrap().rating > table.rating(0).unwrap().rating);
        // Two groups, of which one always wins.
        let groups = [score(0, 1, [1, 0, 1]), score(2, 3, [1, 0, 1]), score(0, 2, [4, 0, 0])];
        assert!(RatingTable::new(4, &groups).has_prior());
    }

    #[test]
    fn who_has_not_played_the_others_has_no_rating() {
        let table = RatingTable::new(4, &[score(0, 2, [2, 0, 1]), score(1, 3, [0, 0, 0])]);
        assert!(table.rating(0).is_some() && table.rating(2).is_some());
        assert_eq!(table.rating(1), None);
        assert_eq!(table.superiority(0, 3), None);
        for players in 0..3 {
            let empty = RatingTable::new(players, &[]);
            assert!((0..players).all(|player| empty.rating(player).is_none()));
        }
    }

    #[test]
    fn the_normal_distribution_is_that_of_tables() {
        for (x, p) in [(0.0, 0.5), (1.0, 0.841_344_7), (-1.96, 0.024_997_9), (3.0, 0.998_650_1)] {
            assert!(near(normal_distribution(x), p, 1e-6), "{x}");
        }
    }
}
