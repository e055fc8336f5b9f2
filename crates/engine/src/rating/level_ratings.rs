//! Ratings of the levels of a game, from the scores of games between them.

use super::bradley_terry::{BradleyTerryFit, PairPoints};
use super::{NORMAL_LEVEL_RATING, POINTS_PER_LOGIT};
use crate::Level;

/// Levels of a game.
const LEVELS: usize = Level::ALL.len();
/// Distance from `normal`, in logits, beyond which the scores do not say how strong a level is.
const RATING_MAX_LOGITS: f64 = 15.0;

/// Rating of a level.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LevelRating {
    /// On the scale of [`NORMAL_LEVEL_RATING`](crate::NORMAL_LEVEL_RATING).
    pub rating: f64,
    /// Its standard error.
    pub error: f64,
}

impl LevelRating {
    /// The rating and twice its standard error, in whole points: as it is shown.
    pub fn points(self) -> (i32, i32) {
        (self.rating.round() as i32, (2.0 * self.error).round() as i32)
    }
}

/// Ratings of the levels of a game that have been measured.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LevelRatings([Option<LevelRating>; LEVELS]);

impl LevelRatings {
    /// The ratings under which these scores are likeliest by the model of Bradley and Terry, a draw being half a win.
    /// A line is `difficult normal 88 4 8`: two levels and the wins, draws and losses of the first; lines that begin with
    /// `#` are comments. A level without a line has no rating. `None` if a line cannot be read, there is none, or the
    /// scores do not suffice: because levels were not compared with the others, or won or lost every game.
    pub fn read(scores: &str) -> Option<Self> {
        let lines = scores.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let scores = lines.map(read_score).collect::<Option<Vec<_>>>()?;
        if scores.is_empty() { None } else { estimate(&scores) }
    }

    /// The rating of a level, if it has been measured.
    pub fn of(&self, level: Level) -> Option<LevelRating> {
        self.0[level as usize]
    }

    /// The rating of the level of that name.
    pub fn find(&self, id: &str) -> Option<LevelRating> {
        Level::ALL.into_iter().find(|level| level.id() == id).and_then(|level| self.of(level))
    }
}

/// Reads a line; levels are their numbers.
fn read_score(line: &str) -> Option<PairPoints> {
    let mut words = line.split_whitespace();
    let mut level = || {
        let id = words.next()?;
        Level::ALL.iter().position(|level| level.id() == id)
    };
    let (one, other) = (level()?, level()?);
    let numbers = words.map(|word| word.parse::<u32>().ok()).collect::<Option<Vec<_>>>()?;
    let [wins, draws, losses] = numbers[..] else { return None };
    let points = f64::from(wins) + f64::from(draws) / 2.0;
    let games = f64::from(wins.checked_add(draws)?.checked_add(losses)?);
    (one != other && games > 0.0).then_some(PairPoints { one, other, points, games })
}

/// Maximum likelihood; `normal` has a fixed rating without an error.
fn estimate(scores: &[PairPoints]) -> Option<LevelRatings> {
    let is_measured = |level: usize| scores.iter().any(|it| it.one == level || it.other == level);
    let measured: Vec<_> = (0..LEVELS).filter(|&level| is_measured(level)).collect();
    let number = |level: usize| measured.iter().position(|one| *one == level);
    let mut numbered = Vec::with_capacity(scores.len());
    for score in scores {
        let (one, other) = (number(score.one)?, number(score.other)?);
        numbered.push(PairPoints { one, other, ..*score });
    }
    let fit = BradleyTerryFit::new(measured.len(), &numbered)?;
    let fixed = number(Level::Normal as usize)?;
    if fit.logits.iter().any(|logit| (logit - fit.logits[fixed]).abs() > RATING_MAX_LOGITS) {
        return None;
    }
    let rating = |index: usize| {
        let variance = BradleyTerryFit::difference_variance(&fit.covariance, index, fixed);
        LevelRating {
            rating: NORMAL_LEVEL_RATING
                + (fit.logits[index] - fit.logits[fixed]) * POINTS_PER_LOGIT,
            error: if index == fixed { 0.0 } else { variance.sqrt() * POINTS_PER_LOGIT },
        }
    };
    Some(LevelRatings(std::array::from_fn(|level| number(level).map(rating))))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHAIN: &str = "# a comment
easy very-easy 75 0 25
normal easy 60 0 40
difficult normal 50 0 50
expert difficult 90 2 8

maximum expert 70 10 20";

    #[test]
    fn a_chain_of_pairs_gives_the_sum_of_their_differences() {
        let ratings = LevelRatings::read(CHAIN).expect("ratings");
        let elo = |score: f64| (score / (1.0 - score)).ln() * POINTS_PER_LOGIT;
        let of = |level| ratings.of(level).unwrap().rating;
        assert!((of(Level::Normal) - NORMAL_LEVEL_RATING).abs() < 1e-9);
        assert!((of(Level::Easy) - (1500.0 - elo(0.6))).abs() < 1e-6);
        assert!((of(Level::VeryEasy) - (1500.0 - elo(0.6) - elo(0.75))).abs() < 1e-6);
        assert!((of(Level::Difficult) - 1500.0).abs() < 1e-6);
        assert!((of(Level::Maximum) - (1500.0 + elo(0.91) + elo(0.75))).abs() < 1e-6);
        // Errors add up with the distance from `normal`.
        let error = |level| ratings.of(level).unwrap().error;
        let easy = POINTS_PER_LOGIT / (100.0 * 0.6 * 0.4_f64).sqrt();
        assert!((error(Level::Easy) - easy).abs() < 1e-6);
        let next = POINTS_PER_LOGIT / (100.0 * 0.75 * 0.25_f64).sqrt();
        assert!((error(Level::VeryEasy) - easy.hypot(next)).abs() < 1e-6);
        assert!(error(Level::Normal) < 1e-9);
        assert_eq!(ratings.find("easy"), ratings.of(Level::Easy));
        assert_eq!(ratings.find("minimax:4"), None);
    }

    #[test]
    fn more_games_make_the_error_smaller() {
        let more = format!("{CHAIN}\ndifficult easy 62 0 38\n");
        let (one, two) = (LevelRatings::read(CHAIN).unwrap(), LevelRatings::read(&more).unwrap());
        for level in [Level::Easy, Level::Difficult] {
            assert!(two.of(level).unwrap().error < one.of(level).unwrap().error);
        }
    }

    #[test]
    fn a_level_that_was_not_measured_has_no_rating() {
        let some = CHAIN.replace("maximum expert 70 10 20", "");
        let (all, some) = (LevelRatings::read(CHAIN).unwrap(), LevelRatings::read(&some).unwrap());
        assert_eq!(some.of(Level::Maximum), None);
        assert_eq!(some.find("maximum"), None);
        let (one, other) = (all.of(Level::Expert).unwrap(), some.of(Level::Expert).unwrap());
        assert!((one.rating - other.rating).abs() < 1e-6 && (one.error - other.error).abs() < 1e-6);
    }

    #[test]
    fn scores_that_do_not_suffice_give_none() {
        for (line, other) in [
            // Not measured, won throughout, damaged.
            ("normal easy 60 0 40\n", ""),
            ("normal easy 60 0 40", "normal easy 100 0 0"),
            ("normal easy 60 0 40", "normal easy 60 40"),
            ("normal easy 60 0 40", "normal hard 60 0 40"),
            ("normal easy 60 0 40", "normal normal 60 0 40"),
            ("normal easy 60 0 40", "normal easy 0 0 0"),
        ] {
            let scores = CHAIN.replace(line, other);
            assert_ne!(scores, CHAIN);
            assert_eq!(LevelRatings::read(&scores), None, "{other}");
        }
        assert_eq!(LevelRatings::read(""), None);
    }
}
