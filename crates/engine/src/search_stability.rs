//! Stability of a search: how its best move and value have changed from iteration to iteration.

/// Time factor right after a change of the best move, what each iteration without one takes off, and the least.
const CHANGED_FACTOR: f32 = 1.45;
const STABLE_STEP: f32 = 0.15;
const STABLE_MIN_FACTOR: f32 = 0.6;
/// Time factor added for each point of expected score that the value has fallen, and the most of it.
const FALLING_FACTOR: f32 = 5.0;
const FALLING_MAX: f32 = 0.6;

/// How the best move and its value have changed from iteration to iteration, for
/// [`TimeManager`](crate::TimeManager): a search that finds the same again and again may end early, one whose
/// value falls or whose best move has just changed gets more time.
#[derive(Clone, Debug)]
pub struct SearchStability {
    /// Number of root moves.
    root_moves: usize,
    best_move: Option<u16>,
    /// Iterations since the best move changed.
    unchanged: u16,
    /// Running mean of the expected score, before the last iteration.
    mean_score: Option<f32>,
    /// How far the last iteration fell below the mean before it.
    fall: f32,
}

impl SearchStability {
    /// A search of so many root moves, before its first iteration.
    pub const fn new(root_moves: usize) -> Self {
        Self { root_moves, best_move: None, unchanged: 0, mean_score: None, fall: 0.0 }
    }

    /// Adds a completed iteration: the best move by its number, and its expected score from 0 to 1.
    pub fn add(&mut self, best_move: u16, expected_score: f32) {
        let is_same = self.best_move.replace(best_move) == Some(best_move);
        self.unchanged = if is_same { self.unchanged.saturating_add(1) } else { 0 };
        let mean = self.mean_score.unwrap_or(expected_score);
        self.fall = (mean - expected_score).max(0.0);
        self.mean_score = Some(f32::midpoint(mean, expected_score));
    }

    /// Whether there is one move only, so that no time need be spent on it.
    pub(crate) const fn is_forced(&self) -> bool {
        self.root_moves <= 1
    }

    /// Time that the search should take, in optimum times.
    pub(crate) fn time_factor(&self) -> f32 {
        let stable = CHANGED_FACTOR - STABLE_STEP * f32::from(self.unchanged);
        stable.max(STABLE_MIN_FACTOR) + (FALLING_FACTOR * self.fall).min(FALLING_MAX)
    }
}
