//! What a visitor has made of puzzles: results, ratings and the streak of days.

use std::collections::{HashMap, HashSet};

use engine::{LevelRating, PlayerRating, RatedGame};
use play::Time;
use store::PuzzleResult;
use wire::http::{PuzzleRating, PuzzleState};

use super::library::day_of;
use crate::context::Context;
use crate::error::Error;
use crate::figures::{after_break, points};

/// Standard error of the rating of a puzzle: it is measured by levels, not by people.
const PUZZLE_RATING_ERROR: f64 = 100.0;

/// Results of a visitor at puzzles.
pub(crate) struct PuzzleProgress {
    /// The oldest first.
    results: Vec<PuzzleResult>,
    by_puzzle: HashMap<String, usize>,
    now: Time,
}

impl PuzzleProgress {
    /// Loads the results of the visitor.
    pub(crate) async fn load(context: &impl Context) -> Result<Self, Error> {
        let results = context.store().puzzle_results(context.profile()).await?;
        Ok(Self::new(results, context.now().wall))
    }

    fn new(results: Vec<PuzzleResult>, now: Time) -> Self {
        let by_puzzle = results.iter().zip(0..).map(|(one, index)| (one.puzzle.clone(), index));
        Self { by_puzzle: by_puzzle.collect(), results, now }
    }

    /// What the visitor has made of a puzzle.
    pub(crate) fn state(&self, puzzle: &str) -> PuzzleState {
        let result = self.by_puzzle.get(puzzle).and_then(|index| self.results.get(*index));
        match result {
            None => PuzzleState::New,
            Some(result) if result.is_won => PuzzleState::Won,
            Some(result) if result.is_solved => PuzzleState::Solved,
            Some(_) => PuzzleState::Failed,
        }
    }

    /// Whether the visitor has solved a puzzle.
    pub(crate) fn is_solved(&self, puzzle: &str) -> bool {
        matches!(self.state(puzzle), PuzzleState::Solved | PuzzleState::Won)
    }

    /// The rating at the puzzles of a game, each of which is a rating period of its own, as is each week between them.
    pub(crate) fn rating(&self, game: &str) -> PlayerRating {
        let mut rating = PlayerRating::default();
        let mut last = None;
        for result in self.of(game) {
            let opponent =
                LevelRating { rating: f64::from(result.rating), error: PUZZLE_RATING_ERROR };
            let score = f64::from(u8::from(result.is_won));
            rating = after_break(rating, last, result.at).after(&[RatedGame { opponent, score }]);
            last = Some(result.at);
        }
        after_break(rating, last, self.now)
    }

    /// The same to be shown; `None` without a result.
    pub(crate) fn rating_info(&self, game: &str) -> Option<PuzzleRating> {
        let puzzles = self.of(game).count() as u32;
        let won = self.of(game).filter(|result| result.is_won).count() as u32;
        let rating = self.rating(game);
        let info = PuzzleRating {
            rating: points(rating.rating),
            error: points(2.0 * rating.deviation),
            puzzles,
            won,
        };
        (puzzles > 0).then_some(info)
    }

    /// Days in a row whose puzzle was solved, up to this day, or to the last if this one's is still to be solved.
    pub(crate) fn streak(&self) -> u32 {
        let days: HashSet<u32> = self.results.iter().filter_map(|result| result.day).collect();
        let today = day_of(self.now);
        let last = if days.contains(&today) { Some(today) } else { today.checked_sub(1) };
        let Some(last) = last else { return 0 };
        (0..=last).rev().take_while(|day| days.contains(day)).count() as u32
    }

    fn of(&self, game: &str) -> impl Iterator<Item = &PuzzleResult> {
        self.results.iter().filter(move |result| result.game == game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY_MS: u64 = 24 * 60 * 60 * 1000;

    fn result(puzzle: &str, day: u64, is_won: bool, rating: u32) -> PuzzleResult {
        PuzzleResult {
            puzzle: puzzle.to_owned(),
            game: "a-game".to_owned(),
            at: Time(day * DAY_MS),
            is_won,
            is_solved: true,
            rating,
            day: Some(day as u32),
        }
    }

    #[test]
    fn a_streak_ends_with_a_day_that_is_left_out() {
        let days = |days: &[u64], now: u64| {
            let results = days.iter().map(|day| result(&day.to_string(), *day, true, 1500));
            PuzzleProgress::new(results.collect(), Time(now * DAY_MS + 5)).streak()
        };
        assert_eq!(days(&[], 30), 0);
        assert_eq!(days(&[30], 30), 1);
        assert_eq!(days(&[28, 29], 30), 2);
        assert_eq!(days(&[28, 29, 30], 30), 3);
        assert_eq!(days(&[27, 28], 30), 0);
        assert_eq!(days(&[25, 27, 28, 29], 30), 3);
        assert_eq!(days(&[0], 0), 1);
    }

    #[test]
    fn a_puzzle_solved_at_once_raises_the_rating_and_a_failed_one_lowers_it() {
        let rating = |results| PuzzleProgress::new(results, Time(9 * DAY_MS)).rating("a-game");
        let usual = PlayerRating::default().rating;
        assert!(rating(vec![result("p", 9, true, 1500)]).rating > usual);
        assert!(rating(vec![result("p", 9, false, 1500)]).rating < usual);
        let progress = PuzzleProgress::new(vec![result("p", 9, false, 1500)], Time(9 * DAY_MS));
        assert_eq!(progress.state("p"), PuzzleState::Solved);
        assert_eq!(
            progress.rating_info("a-game").map(|info| (info.puzzles, info.won)),
            Some((1, 0))
        );
        assert_eq!(progress.rating_info("another-game"), None);
    }
}
