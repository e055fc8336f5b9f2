//! Static evaluation of Connect Four: open lines and threats, and the rows on which threats count.

use engine::{Evaluator, SearchParams, Value, ValueScale};
use rules::{Position, Seat};

use super::position::{BOARD, Column, ConnectFour, DIRECTIONS, ODD_ROWS};
use super::solver::threats;

/// Points of an advantage with an expected score of 73 %.
const UNIT: i32 = 100;
/// Points of a line of four cells that can still be filled.
const OPEN_LINE: i32 = 6;
/// Points of a cell that would complete a line.
const THREAT: i32 = 30;
/// Points of a threat on a row that comes to its owner at the end: odd rows to First, even ones to
/// Second (zugzwang control).
const GOOD_ROW: i32 = 30;

/// The evaluation of Connect Four, for searches that the solver cannot finish.
#[derive(Clone, Debug, Default)]
pub struct ConnectFourEvaluator;

impl Evaluator for ConnectFourEvaluator {
    type Position = ConnectFour;
    type Accumulator = ();

    const SCALE: ValueScale = ValueScale::new(UNIT);
    const PARAMS: SearchParams = SearchParams {
        full_depth_moves: Some(3),
        quiescence_plies: 0,
        ..SearchParams::new(&Self::SCALE)
    };

    fn accumulator(&self, _: &ConnectFour) {}

    fn evaluate(&self, position: &ConnectFour, (): &()) -> Value {
        let turn = position.turn();
        Value::estimate(prospects(position, turn) - prospects(position, !turn))
    }

    /// The middle first.
    fn move_priority(&self, _: &ConnectFour, column: Column) -> i32 {
        let from_middle = i32::from(column.index()) - 3;
        4 * (3 - from_middle.abs())
    }
}

/// Points of the open lines and threats of a side.
fn prospects(position: &ConnectFour, seat: Seat) -> i32 {
    let own = position.discs(seat);
    let free = BOARD & !position.discs(!seat);
    let open: u32 = DIRECTIONS
        .iter()
        .map(|&(step, _)| {
            (free & free >> step & free >> (2 * step) & free >> (3 * step)).count_ones()
        })
        .sum();
    let threats = threats(own, free & !own);
    let good_rows = match seat {
        Seat::First => ODD_ROWS,
        Seat::Second => !ODD_ROWS,
    };
    OPEN_LINE * open as i32
        + THREAT * threats.count_ones() as i32
        + GOOD_ROW * (threats & good_rows).count_ones() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threats_are_the_cells_that_win() {
        let mut random = rules::SplitMix64::new(4);
        for _ in 0..2000 {
            let mut position = ConnectFour::EMPTY;
            while position.outcome().is_none() {
                let threats = threats(position.discs(position.turn()), BOARD);
                for column in position.legal_moves() {
                    let after = position.play(column);
                    let landed = after.discs(position.turn()) & !position.discs(position.turn());
                    let wins = after.outcome().is_some_and(|outcome| outcome.winner.is_some());
                    assert_eq!(threats & landed != 0, wins, "{column} in {position}");
                }
                let moves = position.legal_moves();
                position = position.play(moves[random.below(moves.len() as u64) as usize]);
            }
        }
    }
}
