//! Move ordering: threats, mobility, and the history heuristic.

use super::bitboards::EVEN_ROWS;
use super::node::ConnectFourNode;
use crate::connect_four::position::ODD_ROWS;

/// Number of lines of four through a cell, by its bit.
const LINES_THROUGH_CELL: [i8; 49] = {
    let halves = [[3, 4, 5, 7], [4, 6, 8, 10], [5, 8, 11, 13]];
    let mut lines = [0; 49];
    let mut cell = 0;
    while cell < 49 {
        let (column, row) = (cell / 7, cell % 7);
        if row < 6 {
            let from_edge = if column < 4 { column } else { 6 - column };
            lines[cell] = halves[if row < 3 { row } else { 5 - row }][from_edge];
        }
        cell += 1;
    }
    lines
};

/// Index of the last move at the root, where there is none. It has an entry of its own in the history tables, so
/// that lookups need no branch.
pub(super) const NO_LAST_CELL: u32 = 48;
const HISTORY_CELLS: usize = 49;

/// History heuristic: how often a disc on a cell has caused a cutoff, by side, and the same by the cell of the
/// previous move (countermove history).
pub(super) struct History {
    cells: [[i32; HISTORY_CELLS]; 2],
    replies: Box<[[[i32; HISTORY_CELLS]; HISTORY_CELLS]]>,
}

/// Limit of a history value: a cell that always causes a cutoff comes near it.
const HISTORY_MAX: i32 = 1024;
const HISTORY_STEP: i32 = 32;

impl History {
    pub(super) fn new() -> Self {
        Self {
            cells: [[0; HISTORY_CELLS]; 2],
            replies: vec![[[0; HISTORY_CELLS]; HISTORY_CELLS]; 2].into(),
        }
    }

    /// Clears all values.
    pub(super) fn clear(&mut self) {
        self.cells = [[0; HISTORY_CELLS]; 2];
        self.replies.fill([[0; HISTORY_CELLS]; HISTORY_CELLS]);
    }

    #[inline(always)]
    fn cell(&self, discs: i32, cell: u32) -> i32 {
        self.cells[discs as usize & 1][cell as usize]
    }

    #[inline(always)]
    fn reply(&self, discs: i32, last: u32, cell: u32) -> i32 {
        self.replies[discs as usize & 1][last as usize][cell as usize]
    }

    /// Rewards a cell that caused a cutoff after a disc on `last`, and penalises those tried before it.
    pub(super) fn update(
        &mut self,
        discs: i32,
        last: u32,
        cell: u32,
        failed_cells: &(impl Iterator<Item = u32> + Clone),
    ) {
        let side = discs as usize & 1;
        for list in [&mut self.cells[side], &mut self.replies[side][last as usize]] {
            for cell in failed_cells.clone() {
                let value = &mut list[cell as usize];
                *value -= (*value >> 5) + HISTORY_STEP;
            }
            let value = &mut list[cell as usize];
            *value += HISTORY_STEP - (*value >> 5);
        }
    }
}

/// Bonus of a move whose table entry has raised its lower bound.
pub(super) const HASH_BOUND_BONUS: i32 = 40;

/// Weights of move ordering, tuned on node counts.
struct OrderingWeights {
    /// Useful threats: all, one and two above a landing cell, and on rows of the owner's zugzwang parity.
    threats: i32,
    next_threats: i32,
    later_threats: i32,
    good_threats: i32,
    /// Opponent's threats on rows of its zugzwang parity.
    good_enemy_threats: i32,
    lines: i32,
    history: i32,
    replies: i32,
    /// Forced moves after the move.
    forced: i32,
    /// The same side has the next choice, as the opponent's reply was forced.
    again: i32,
    own_choices: i32,
    enemy_choices: i32,
}

/// Weights when a win is searched for.
const ATTACK_WEIGHTS: OrderingWeights = OrderingWeights {
    threats: 30,
    next_threats: 150,
    later_threats: 42,
    good_threats: 36,
    good_enemy_threats: 13,
    lines: 10,
    history: 20,
    replies: 32,
    forced: -17,
    again: 22,
    own_choices: 5,
    enemy_choices: 20,
};
/// Weights when a loss is to be avoided.
const DEFENCE_WEIGHTS: OrderingWeights = OrderingWeights {
    threats: 30,
    next_threats: 152,
    later_threats: 50,
    good_threats: 36,
    good_enemy_threats: -17,
    lines: 10,
    history: 24,
    replies: 0,
    forced: 15,
    again: 30,
    own_choices: 5,
    enemy_choices: 20,
};

/// Null window search of a node: whether its score is at least `beta`.
#[derive(Clone, Copy)]
pub(super) struct NullWindow<'a> {
    pub(super) node: &'a ConnectFourNode,
    pub(super) beta: i32,
    /// Cell of the previous move.
    pub(super) last: u32,
}

/// Ordering score of a move to `cell`, after which forced moves lead to `child` with the moves `choices`.
#[inline(always)]
pub(super) fn ordering_score(
    window: NullWindow<'_>,
    cell: u32,
    child: &ConnectFourNode,
    choices: u64,
    history: &History,
) -> i32 {
    let NullWindow { node, beta, last } = window;
    let weights = if beta > 0 { &ATTACK_WEIGHTS } else { &DEFENCE_WEIGHTS };
    let plies = child.discs - node.discs;
    let again = plies & 1 == 0;
    let (own, other) = if again {
        (child.own_threats, child.other_threats)
    } else {
        (child.other_threats, child.own_threats)
    };
    // Zugzwang parity: at the end First gets the odd rows and Second the even ones.
    let (good, good_for_other) =
        if node.discs & 1 == 0 { (ODD_ROWS, EVEN_ROWS) } else { (EVEN_ROWS, ODD_ROWS) };
    let landings = child.landings();
    let count = |cells: u64| cells.count_ones() as i32;
    // A threat directly above one of the opponent's is never reached.
    let useful = own & !(other << 1);
    let useful_for_other = other & !(own << 1);
    let choices = count(choices);
    let history_score = weights.history * history.cell(node.discs, cell)
        + weights.replies * history.reply(node.discs, last, cell);
    weights.threats * count(useful)
        + weights.next_threats * count(useful & landings << 1)
        + weights.later_threats * count(useful & landings << 2)
        + weights.good_threats * count(useful & good)
        - weights.good_enemy_threats * count(useful_for_other & good_for_other)
        + weights.lines * i32::from(LINES_THROUGH_CELL[cell as usize])
        + history_score / HISTORY_MAX
        + weights.forced * (plies - 1)
        + if again {
            weights.again + weights.own_choices * choices
        } else {
            -weights.enemy_choices * choices
        }
}
