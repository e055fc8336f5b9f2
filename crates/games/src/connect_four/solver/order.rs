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

/// Above any cell: what came before the first move.
pub(super) const NO_CELL: u32 = 48;
const CELLS: usize = 49;

/// How often a disc on a cell has refuted what came before, for each side, and how often it has refuted
/// a disc on another cell.
pub(super) struct History {
    cells: [[i32; CELLS]; 2],
    replies: Box<[[[i32; CELLS]; CELLS]]>,
}

/// The scale of history: a cell that always refutes comes near it.
const HISTORY_UNIT: i32 = 1024;
const HISTORY_STEP: i32 = 32;

impl History {
    pub(super) fn new() -> Self {
        Self { cells: [[0; CELLS]; 2], replies: vec![[[0; CELLS]; CELLS]; 2].into() }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.cells = [[0; CELLS]; 2];
        self.replies.fill([[0; CELLS]; CELLS]);
    }

    #[inline(always)]
    fn of(&self, discs: i32, cell: u32) -> i32 {
        self.cells[discs as usize & 1][cell as usize]
    }

    #[inline(always)]
    fn reply(&self, discs: i32, last: u32, cell: u32) -> i32 {
        self.replies[discs as usize & 1][last as usize][cell as usize]
    }

    /// A disc on `cell` refuted the position with so many discs that came from a disc on `last`; others
    /// before it did not.
    pub(super) fn learn(
        &mut self,
        discs: i32,
        last: u32,
        cell: u32,
        in_vain: &(impl Iterator<Item = u32> + Clone),
    ) {
        let side = discs as usize & 1;
        for list in [&mut self.cells[side], &mut self.replies[side][last as usize]] {
            for cell in in_vain.clone() {
                let value = &mut list[cell as usize];
                *value -= (*value >> 5) + HISTORY_STEP;
            }
            let value = &mut list[cell as usize];
            *value += HISTORY_STEP - (*value >> 5);
        }
    }
}

/// What it adds that a move was found good for something before.
pub(super) const KNOWN_GOOD: i32 = 40;

/// What makes a move promising, fitted to the numbers of positions visited.
struct Weights {
    /// Threats that can be reached, on the next cells but one, on the next but two, and on rows that
    /// come to their owner.
    threats: i32,
    next_threats: i32,
    later_threats: i32,
    good_threats: i32,
    /// The threats of the other side on rows that come to it.
    good_enemy_threats: i32,
    lines: i32,
    history: i32,
    replies: i32,
    /// Forced moves behind it.
    forced: i32,
    /// The other side had to answer, and there are choices again.
    again: i32,
    own_choices: i32,
    enemy_choices: i32,
}

/// For a side that plays to win.
const ATTACK: Weights = Weights {
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
/// For a side that plays not to lose.
const DEFENCE: Weights = Weights {
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

/// A position in which a side needs a score, and the cell of the move that led there.
#[derive(Clone, Copy)]
pub(super) struct Task<'a> {
    pub(super) node: &'a Node,
    pub(super) goal: i32,
    pub(super) last: u32,
}

/// How promising it is to play on `cell`, from where forced moves lead to `child`, in which there are
/// `choices` moves.
#[inline(always)]
pub(super) fn promise(
    task: Task<'_>,
    cell: u32,
    child: &Node,
    choices: u64,
    history: &History,
) -> i32 {
    let Task { node, goal, last } = task;
    let weights = if goal > 0 { &ATTACK } else { &DEFENCE };
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
    let learnt = weights.history * history.of(node.discs, cell)
        + weights.replies * history.reply(node.discs, last, cell);
    weights.threats * count(useful)
        + weights.next_threats * count(useful & landings << 1)
        + weights.later_threats * count(useful & landings << 2)
        + weights.good_threats * count(useful & good)
        - weights.good_enemy_threats * count(useful_for_other & good_for_other)
        + weights.lines * i32::from(LINES[cell as usize])
        + learnt / HISTORY_UNIT
        + weights.forced * (moved_on - 1)
        + if again {
            weights.again + weights.own_choices * choices
        } else {
            -weights.enemy_choices * choices
        }
}
