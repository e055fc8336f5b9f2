//! Forced wins within a number of plies, by an exhaustive search (mate search).
//!
//! All moves of both sides are searched without static evaluation, so that both answers are proofs: that a win can be
//! forced within so many plies, and that none can. Only the board counts: a quickest win repeats no position, so draws
//! by repetition change nothing.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rules::{Position, Seat};

use super::Puzzling;

/// Nodes between two looks at the stop flag.
const STOP_CHECK_NODES: u64 = 1024;

type MoveOf<E> = <<E as crate::GameEngine>::Game as Position>::Move;

/// What is known of a position with the attacker to move.
struct KnownBounds<M> {
    /// The attacker wins within so many plies; `u16::MAX` if that is unknown.
    wins_within: u16,
    /// It does not win within so many.
    fails_within: u16,
    best: Option<M>,
}

/// A search for forced wins of one side. Every answer is `None` when the node limit is reached or `stop` is raised.
pub(super) struct ForcedWinSearch<'a, E: Puzzling> {
    attacker: Seat,
    /// Positions with the attacker to move. The board and the rule set do not change, so the identity is exact.
    known: HashMap<E::Identity, KnownBounds<MoveOf<E>>>,
    /// The reply that last escaped, by remaining plies: it is tried first.
    escapes: Vec<Option<MoveOf<E>>>,
    pub(super) nodes: u64,
    pub(super) node_limit: u64,
    stop: &'a AtomicBool,
}

impl<'a, E: Puzzling> ForcedWinSearch<'a, E> {
    pub(super) fn new(attacker: Seat, node_limit: u64, stop: &'a AtomicBool) -> Self {
        let (known, escapes) = (HashMap::new(), Vec::new());
        Self { attacker, known, escapes, nodes: 0, node_limit, stop }
    }

    /// Plies of the quickest win that can be forced, with the attacker to move: `Some(None)` if it takes more than
    /// `most`.
    #[expect(clippy::option_option, reason = "outside: whether the search was completed")]
    pub(super) fn distance(&mut self, position: &E::Game, most: u16) -> Option<Option<u16>> {
        for plies in (1..=most).step_by(2) {
            if self.wins_within(position, plies)? {
                return Some(Some(plies));
            }
        }
        Some(None)
    }

    /// Whether the attacker, to move, can force a win within so many plies.
    pub(super) fn wins_within(&mut self, position: &E::Game, plies: u16) -> Option<bool> {
        if plies == 0 || position.outcome().is_some() {
            return Some(position.outcome().is_some_and(|it| it.winner == Some(self.attacker)));
        }
        if E::wins_at_once(position) {
            return Some(true);
        }
        if plies < 3 {
            return Some(false);
        }
        self.count_node()?;
        let identity = E::identity(position);
        let known = self.known.get(&identity);
        if let Some(known) = known {
            if known.wins_within <= plies {
                return Some(true);
            }
            if known.fails_within >= plies {
                return Some(false);
            }
        }
        let best = known.and_then(|known| known.best);
        let mut moves = position.legal_moves();
        promote::<E>(&mut moves, best);
        let mut winning = None;
        for m in moves {
            if self.loses_within(&position.play(m), plies - 1)? {
                winning = Some(m);
                break;
            }
        }
        let known = self.known.entry(identity).or_insert(KnownBounds {
            wins_within: u16::MAX,
            fails_within: 0,
            best: None,
        });
        if winning.is_some() {
            known.wins_within = known.wins_within.min(plies);
            known.best = winning;
        } else {
            known.fails_within = known.fails_within.max(plies);
        }
        Some(winning.is_some())
    }

    /// Whether the defender, to move, loses within so many plies, whatever it plays.
    pub(super) fn loses_within(&mut self, position: &E::Game, plies: u16) -> Option<bool> {
        if plies == 0 || position.outcome().is_some() {
            return Some(position.outcome().is_some_and(|it| it.winner == Some(self.attacker)));
        }
        self.count_node()?;
        let index = usize::from(plies);
        if self.escapes.len() <= index {
            self.escapes.resize(index + 1, None);
        }
        let mut moves = position.legal_moves();
        promote::<E>(&mut moves, self.escapes[index]);
        for m in moves {
            if !self.wins_within(&position.play(m), plies - 1)? {
                self.escapes[index] = Some(m);
                return Some(false);
            }
        }
        Some(true)
    }

    fn count_node(&mut self) -> Option<()> {
        self.nodes += 1;
        let stopped = self.nodes.is_multiple_of(STOP_CHECK_NODES) && self.stop.load(Relaxed);
        (!stopped && self.nodes <= self.node_limit).then_some(())
    }
}

/// Puts a move first, if it is among them.
fn promote<E: Puzzling>(moves: &mut rules::MoveList<MoveOf<E>>, m: Option<MoveOf<E>>) {
    if let Some(at) = m.and_then(|m| moves.iter().position(|&it| it == m)) {
        moves.swap(0, at);
    }
}
