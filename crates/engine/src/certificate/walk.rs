//! The walk through all games that a strategy allows.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rules::{Draws, Position};

use super::{CertificateError, Goal, Provable, ResultClaim};

/// Plies of the longest game that is followed: no game of the catalogue is nearly as long without repeating itself.
const GAME_MAX_PLIES: u16 = 500;

/// Why a strategy does not prove its claim.
pub(super) enum WalkFault {
    /// No move came.
    Source(CertificateError),
    /// The game ends here, and not as is claimed.
    Refuted(String),
    /// This position comes again, so that the game may be drawn.
    Repeated(String),
    /// A game lasts too long.
    TooLong(u16),
    /// The walk was stopped.
    Stopped,
}

impl WalkFault {
    /// As an error about the move of that number; `stopped` if the walk was.
    pub(super) fn error(
        self,
        line: Option<u64>,
        number: u64,
        stopped: CertificateError,
    ) -> CertificateError {
        match self {
            Self::Source(error) => error,
            Self::Refuted(position) => CertificateError::refuted(line, number, &position),
            Self::Repeated(position) => CertificateError::repeated(line, number, &position),
            Self::TooLong(plies) => CertificateError::too_long(line, number, plies),
            Self::Stopped => stopped,
        }
    }
}

/// Where the moves of the prover come from.
pub(super) type MoveSource<'a, P> =
    dyn FnMut(&P) -> Result<<P as Position>::Move, CertificateError> + 'a;

/// The walk through all games that a strategy allows, depth first: the replies in the order of their notation, byte
/// by byte. A position with the prover to move that has been met before is not entered again.
pub(super) struct StrategyWalk<'a, E: Provable> {
    claim: ResultClaim,
    stop: &'a AtomicBool,
    /// Longest game from each position with the prover to move; `None` while the walk is below it.
    heights: HashMap<E::Identity, Option<u16>>,
}

impl<'a, E: Provable> StrategyWalk<'a, E> {
    pub(super) fn new(claim: ResultClaim, stop: &'a AtomicBool) -> Self {
        Self { claim, stop, heights: HashMap::new() }
    }

    /// Walks from a position; the length of the longest game in plies if every one ends as is claimed.
    pub(super) fn run(
        &mut self,
        position: &E::Game,
        source: &mut MoveSource<'_, E::Game>,
    ) -> Result<u16, WalkFault> {
        let height = self.visit(position, 0, source)?;
        let Draws { quiet_plies, total_plies, .. } = E::Game::DRAWS;
        let limit = quiet_plies.into_iter().chain(total_plies).min();
        match limit {
            Some(limit) if height > limit && self.claim.goal != Goal::Draw => {
                Err(WalkFault::TooLong(height))
            }
            _ => Ok(height),
        }
    }

    /// The longest game from a position. As long as no position is below itself, none can come twice in a game.
    fn visit(
        &mut self,
        position: &E::Game,
        ply: u16,
        source: &mut MoveSource<'_, E::Game>,
    ) -> Result<u16, WalkFault> {
        if let Some(outcome) = position.outcome() {
            let refuted = || WalkFault::Refuted(position.to_string());
            return self.claim.holds(&outcome).then_some(0).ok_or_else(refuted);
        }
        if ply == GAME_MAX_PLIES {
            return Err(WalkFault::TooLong(ply));
        }
        if position.turn() != self.claim.seat {
            return self.visit_replies(position, ply, source);
        }
        let identity = E::identity(position);
        match self.heights.get(&identity) {
            Some(Some(height)) => return Ok(*height),
            // A game that comes back here is drawn in the end.
            Some(None) if self.claim.goal == Goal::Draw => return Ok(0),
            Some(None) => return Err(WalkFault::Repeated(position.to_string())),
            None => {}
        }
        if self.stop.load(Relaxed) {
            return Err(WalkFault::Stopped);
        }
        let m = source(position).map_err(WalkFault::Source)?;
        self.heights.insert(identity, None);
        let height = 1 + self.visit(&position.play(m), ply + 1, source)?;
        self.heights.insert(E::identity(position), Some(height));
        Ok(height)
    }

    fn visit_replies(
        &mut self,
        position: &E::Game,
        ply: u16,
        source: &mut MoveSource<'_, E::Game>,
    ) -> Result<u16, WalkFault> {
        let mut replies: Vec<_> =
            position.legal_moves().into_iter().map(|m| (m.to_string(), m)).collect();
        replies.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
        let mut height = 0;
        for (_, reply) in replies {
            height = height.max(self.visit(&position.play(reply), ply + 1, source)?);
        }
        Ok(1 + height)
    }
}
