//! Time management of Othello: from some number of empty squares on the game is solved at once, and all moves
//! after that take no time. So the clock is shared among the moves before, with a part kept for the solution, and the
//! last of these moves get more than the first: time is worth most where a search comes near the end of the game.

use std::time::Duration;

use engine::{Limits, TimeManager};

/// Part of the remaining time that is kept for the solution of the endgame: one of so many.
const SOLUTION_TIME_DIVISOR: u32 = 8;
/// Empty squares of a position that is solved in [`BASE_SOLUTION_TIME`] on one core, and growth of the time with each
/// empty square more, in tenths.
const BASE_SOLUTION_EMPTIES: u32 = 14;
const BASE_SOLUTION_TIME: Duration = Duration::from_micros(400);
const SOLUTION_GROWTH_TENTHS: u32 = 23;
/// Moves that the time is shared among for each one before the solution, in tenths. More than one of them leave more
/// time to the later moves.
const SHARES_OF_A_MOVE_TENTHS: u32 = 16;
/// Least number of moves that the time is shared among: a solution may take longer than expected.
const MIN_MOVES_TO_GO: u32 = 3;

/// Starts the time of a search in a position with so many empty squares.
pub(super) fn start(limits: &Limits, empties: u32) -> TimeManager {
    let remaining = limits.clock.map_or(Duration::ZERO, |clock| clock.remaining);
    TimeManager::with_moves_to_go(limits, moves_to_go(empties, remaining), empties.div_ceil(2))
}

/// Number of moves that the time is shared among: own ones until the game is solved, this one included, each of them
/// counted as more than one.
fn moves_to_go(empties: u32, remaining: Duration) -> u32 {
    let solvable = solvable_empties(remaining / SOLUTION_TIME_DIVISOR);
    let moves = empties.saturating_sub(solvable).div_ceil(2);
    (moves * SHARES_OF_A_MOVE_TENTHS / 10 + 1).max(MIN_MOVES_TO_GO)
}

/// Empty squares of a position that is solved within a time.
fn solvable_empties(limit: Duration) -> u32 {
    let (mut empties, mut time) = (BASE_SOLUTION_EMPTIES, BASE_SOLUTION_TIME);
    while time <= limit && empties < 64 {
        time = time * SOLUTION_GROWTH_TENTHS / 10;
        empties += 1;
    }
    empties - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_lasts_until_the_game_is_solved() {
        let seconds = Duration::from_secs;
        assert_eq!(solvable_empties(Duration::ZERO), 13);
        assert_eq!(solvable_empties(seconds(1)), 23);
        assert_eq!(moves_to_go(60, seconds(8)), 31);
        assert_eq!(moves_to_go(30, seconds(8)), 7);
        assert_eq!(moves_to_go(12, seconds(8)), MIN_MOVES_TO_GO);
        assert!(moves_to_go(60, seconds(800)) < moves_to_go(60, seconds(8)));
        assert!(solvable_empties(Duration::MAX / 40) <= 64);
    }
    #[test]
    fn the_last_moves_before_the_solution_get_more_time_than_the_first() {
        let mut remaining = Duration::from_secs(8);
        let mut shares = Vec::new();
        for empties in (26..=60).rev().step_by(2) {
            shares.push(remaining / moves_to_go(empties, remaining));
            remaining -= shares[shares.len() - 1];
        }
        let (first, last) = (shares[0], shares[shares.len() - 1]);
        assert!(last > first * 3 / 2 && last < first * 4, "{shares:?}");
        assert!(remaining > Duration::from_secs(1), "{remaining:?} is left for the solution");
    }
}
