//! Which move to try first.

use super::bits::EVEN_ROWS;
use super::node::Node;
use crate::connect_four::position::ODD_ROWS;

/// How many lines of four run through a cell, by its bit.
const LINES: [i8; 49] = {
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

/// How often a disc on a cell has refuted what came before, for each side.
pub(super) struct History([[i32; 49]; 2]);

/// The scale of history: a cell that always refutes comes near it.
const HISTORY_UNIT: i32 = 1024;
const HISTORY_STEP: i32 = 32;

impl History {
    pub(super) const fn new() -> Self {
        Self([[0; 49]; 2])
    }

    #[inline(always)]
    const fn of(&self, discs: i32, cell: u32) -> i32 {
        self.0[discs as usize & 1][cell as usize]
    }

    /// A disc on `cell` refuted the position with so many discs, others before it did not.
    pub(super) fn learn(&mut self, discs: i32, cell: u32, in_vain: impl Iterator<Item = u32>) {
        let side = &mut self.0[discs as usize & 1];
        for cell in in_vain {
            let value = &mut side[cell as usize];
            *value -= (*value >> 5) + HISTORY_STEP;
        }
        let value = &mut side[cell as usize];
        *value += HISTORY_STEP - (*value >> 5);
    }
}

/// What it adds that a move was found good for something before.
pub(super) const KNOWN_GOOD: i32 = 40;

/// How promising it is to play on `cell` in `node`, from where forced moves lead to `child`, in which
/// there are `choices` moves.
#[inline(always)]
pub(super) fn promise(
    node: &Node,
    cell: u32,
    child: &Node,
    choices: u64,
    _goal: i32,
    history: &History,
) -> i32 {
    let moved_on = child.discs - node.discs;
    let again = moved_on & 1 == 0;
    let (own, other) = if again {
        (child.own_threats, child.other_threats)
    } else {
        (child.other_threats, child.own_threats)
    };
    // Zugzwang: at the end First gets the odd rows and Second the even ones.
    let (good, good_for_other) =
        if node.discs & 1 == 0 { (ODD_ROWS, EVEN_ROWS) } else { (EVEN_ROWS, ODD_ROWS) };
    let landings = child.landings();
    let count = |cells: u64| cells.count_ones() as i32;
    // A threat above one of the other side will not be reached.
    let useful = own & !(other << 1);
    let useful_for_other = other & !(own << 1);
    let choices = count(choices);
    30 * count(useful)
        + 120 * count(useful & landings << 1)
        + 50 * count(useful & landings << 2)
        + 20 * count(useful & good)
        + 50 * count(own & good & !(other >> 1))
        - 6 * count(useful_for_other)
        - 15 * count(useful_for_other & good_for_other)
        - 3 * count(useful_for_other & landings << 1)
        + 10 * i32::from(LINES[cell as usize])
        + 20 * history.of(node.discs, cell) / HISTORY_UNIT
        + 15 * (moved_on - 1)
        + if again { 30 + 5 * choices } else { -20 * choices }
}
