//! Endgame tables: the endings of a board with up to four pawns on it, by retrograde analysis.
//!
//! For each of the two sides the states are found from which it forces a win, ply by ply from the end: first those with a
//! move that wins at once, then those of the other side from which all moves lead to these, and so on. What is decided in
//! so many plies is known when the ply is done, so that distances are exact; what is never decided is a draw. A table is
//! made for the class of endings that is asked for, with the classes that captures and entries lead to.

mod bit_matrix;
mod class_table;
mod layout;
mod placements;
#[cfg(test)]
mod tests;
mod turn;
mod walk_lists;

use std::collections::BTreeMap;
use std::sync::Arc;

use engine::Value;
use rules::{BySeat, Seat};

use self::class_table::{Class, ClassTable, Force};
use self::layout::Layout;
use self::walk_lists::WalkLists;
use super::position::Katarenga;
use crate::terrain::Terrain;

/// The most pawns on the board.
const MAX_PAWNS: usize = 4;
/// The longest wins that are looked for: longer ones may end as draws, for want of a capture or an entry.
pub(super) const MAX_PLIES: u16 = 100;
/// States of a class that take as long, each ply, as a node of a search.
const STATES_PER_NODE: u64 = 2048;
/// Plies that take as long as it takes to make the tables.
const SETUP_PLIES: u64 = 4;

/// The tables of a class of endings on a board.
pub(super) struct EndgameTables {
    terrain: Terrain,
    /// Those in which each seat wins.
    wins: BySeat<Vec<ClassTable>>,
    /// Plies that are done.
    ply: u16,
    /// Whether longer distances decide nothing more.
    is_complete: bool,
}

impl EndgameTables {
    /// Whether there are tables for a position in which the game goes on: it has few enough pawns.
    pub(super) fn can_have(position: &Katarenga) -> bool {
        position.pawns.first.len() + position.pawns.second.len() <= MAX_PAWNS
    }

    /// The tables of the position's class, with nothing decided yet; `None` if it has too many pawns.
    pub(super) fn new(position: &Katarenga) -> Option<Self> {
        if !Self::can_have(position) {
            return None;
        }
        let classes = BySeat::from_fn(|winner| class(position, winner));
        let walks = Arc::new(WalkLists::new(&position.terrain));
        let mut layouts = BTreeMap::new();
        let mut layout = |pawns, others| {
            let new = || Arc::new(Layout::new(pawns, others, &walks));
            layouts.entry((pawns, others)).or_insert_with(new).clone()
        };
        let mut tables = |class: Class| {
            let classes = class.with_successors().into_iter();
            classes.map(|class| ClassTable::new(class, &mut layout)).collect()
        };
        Some(Self {
            terrain: position.terrain,
            wins: BySeat::from_fn(|winner| tables(classes[winner])),
            ply: 0,
            is_complete: false,
        })
    }

    /// Whether they have the position.
    pub(super) fn covers(&self, position: &Katarenga) -> bool {
        self.terrain == position.terrain && self.table(position, Seat::First).is_some()
    }

    /// Nodes of a search that take as long as to make them.
    pub(super) fn setup_nodes(position: &Katarenga) -> u64 {
        let classes =
            Seat::ALL.into_iter().flat_map(|seat| class(position, seat).with_successors());
        SETUP_PLIES * classes.map(|class| class.states() / STATES_PER_NODE).sum::<u64>()
    }

    /// Nodes of a search that take as long as a ply.
    pub(super) fn ply_nodes(&self) -> u64 {
        let tables = Seat::ALL.into_iter().flat_map(|seat| &self.wins[seat]);
        tables.map(|table| table.class.states() / STATES_PER_NODE).sum()
    }

    /// Plies that are done: all wins that take no more are known.
    pub(super) const fn plies(&self) -> u16 {
        self.ply
    }

    /// Decides the states with distances of a ply more. Returns whether there may be more to decide.
    pub(super) fn advance(&mut self) -> bool {
        if self.is_complete || self.ply == MAX_PLIES {
            return false;
        }
        self.ply += 1;
        for seat in Seat::ALL {
            let tables = &mut self.wins[seat];
            for at in 0..tables.len() {
                let (tables, successors) = tables.split_at_mut(at + 1);
                tables[at].step(self.ply, successors);
            }
        }
        let has_changed =
            |seat: Seat| self.wins[seat].iter().any(|table| table.has_changed(self.ply));
        self.is_complete = !Seat::ALL.into_iter().any(has_changed);
        !self.is_complete
    }

    /// The value of a position in which the game goes on, without its history, as far as it is known.
    pub(super) fn value(&self, position: &Katarenga) -> Option<Value> {
        let turn = position.turn;
        let pawns = |seat: Seat| position.pawns[seat].0;
        let own = self.table(position, turn)?;
        if let Some(plies) = own.plies_to_win(pawns(turn), pawns(!turn)) {
            return Some(Value::win_in(plies));
        }
        let other = self.table(position, !turn)?;
        let loss = other.plies_to_loss(pawns(!turn), pawns(turn)).map(Value::loss_in);
        loss.or(self.is_complete.then_some(Value::ZERO))
    }

    /// The table in which `winner` wins endings of the position's class.
    fn table(&self, position: &Katarenga, winner: Seat) -> Option<&ClassTable> {
        let class = class(position, winner);
        self.wins[winner].iter().find(|table| table.class == class)
    }
}

fn class(position: &Katarenga, winner: Seat) -> Class {
    let force = |seat: Seat| Force {
        pawns: position.pawns[seat].len(),
        camps: position.camps[seat].count(),
    };
    Class { winner, attack: force(winner), defence: force(!winner) }
}
