//! Retrograde analysis of a class of endings: the states in which one side forces a win.

use std::sync::Arc;

use rules::Seat;

use super::super::position::home_row;
use super::layout::Layout;
use super::placements;
use super::turn::{Entry, Role, Turn};

/// Pawns of a side on the board and in camps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Force {
    pub(super) pawns: usize,
    pub(super) camps: usize,
}

impl Force {
    /// What is left after the loss of a pawn; `None` if that loses the game.
    fn after_loss(self) -> Option<Self> {
        let Self { pawns, camps } = self;
        (pawns + camps > 2).then(|| Self { pawns: pawns - 1, camps })
    }

    /// What is left after a pawn enters a camp; `None` if that wins the game.
    fn after_entry(self) -> Option<Self> {
        let Self { pawns, camps } = self;
        (camps == 0).then(|| Self { pawns: pawns - 1, camps: 1 })
    }
}

/// A class of endings, for the question whether one of the sides, the attack, forces a win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Class {
    pub(super) winner: Seat,
    pub(super) attack: Force,
    pub(super) defence: Force,
}

impl Class {
    /// This class and all that captures and entries lead to, those with most pawns first.
    pub(super) fn with_successors(self) -> Vec<Self> {
        let mut classes = vec![self];
        let mut at = 0;
        while let Some(class) = classes.get(at) {
            let next = [
                class.after_attack_captures(),
                class.after_attack_enters(),
                class.after_defence_captures(),
                class.after_defence_enters(),
            ];
            for class in next.into_iter().flatten() {
                if !classes.contains(&class) {
                    classes.push(class);
                }
            }
            at += 1;
        }
        classes.sort_by_key(|class| std::cmp::Reverse(class.attack.pawns + class.defence.pawns));
        classes
    }

    /// Placements of the pawns: states with one side to move.
    pub(super) const fn states(self) -> u64 {
        (placements::count(self.attack.pawns) * placements::count(self.defence.pawns)) as u64
    }

    fn after_attack_captures(self) -> Option<Self> {
        Some(Self { defence: self.defence.after_loss()?, ..self })
    }

    fn after_attack_enters(self) -> Option<Self> {
        Some(Self { attack: self.attack.after_entry()?, ..self })
    }

    fn after_defence_captures(self) -> Option<Self> {
        Some(Self { attack: self.attack.after_loss()?, ..self })
    }

    fn after_defence_enters(self) -> Option<Self> {
        Some(Self { defence: self.defence.after_entry()?, ..self })
    }
}

/// The states of a class in which the attack forces a win, with the plies to the end.
pub(super) struct ClassTable {
    pub(super) class: Class,
    /// The attack is to move.
    attack: Turn,
    /// The defence is to move.
    defence: Turn,
}

impl ClassTable {
    /// A table with nothing decided. `layout` has the layout for so many pawns to move against so many.
    pub(super) fn new(class: Class, layout: &mut dyn FnMut(usize, usize) -> Arc<Layout>) -> Self {
        let Class { winner, attack, defence } = class;
        let attack_layout = layout(attack.pawns, defence.pawns);
        let defence_layout = layout(defence.pawns, attack.pawns);
        let captures_win = class.after_attack_captures().is_none();
        let goal = |seat: Seat| home_row(!seat).0;
        Self {
            class,
            attack: Turn::new(Role::Attack, &attack_layout, goal(winner), captures_win),
            defence: Turn::new(Role::Defence, &defence_layout, goal(!winner), false),
        }
    }

    /// Finds the states that are decided in so many plies. All that are decided in fewer are known, and no more of the
    /// classes that follow, `successors`.
    pub(super) fn step(&mut self, ply: u16, successors: &[Self]) {
        let Self { class, attack, defence } = self;
        let find =
            |class: Option<Class>| successors.iter().find(|table| Some(table.class) == class);
        if ply.is_multiple_of(2) {
            if let Some(table) = find(class.after_defence_captures()) {
                defence.merge_captures(&table.attack);
            }
            let entered = find(class.after_defence_enters());
            defence.step(ply, entered.map_or(Entry::Wins, |table| Entry::GoesOn(&table.defence)));
            attack.merge(defence);
        } else {
            if let Some(table) = find(class.after_attack_captures()) {
                attack.merge_captures(&table.defence);
            }
            let entered = find(class.after_attack_enters());
            attack.step(ply, entered.map_or(Entry::Wins, |table| Entry::GoesOn(&table.attack)));
            defence.merge(attack);
        }
    }

    /// Whether the last step, that of a ply, has decided any state.
    pub(super) fn has_changed(&self, ply: u16) -> bool {
        if ply.is_multiple_of(2) { self.defence.is_fresh() } else { self.attack.is_fresh() }
    }

    /// Plies until the attack, to move, wins, if it is known to.
    pub(super) fn plies_to_win(&self, attackers: u64, defenders: u64) -> Option<u16> {
        self.attack.plies(attackers, defenders)
    }

    /// Plies until the defence, to move, has lost, if it is known to.
    pub(super) fn plies_to_loss(&self, attackers: u64, defenders: u64) -> Option<u16> {
        self.defence.plies(defenders, attackers)
    }
}
