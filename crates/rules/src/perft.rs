//! Perft: counts move sequences, the standard test of a move generator.

use crate::Position;

/// How many sequences of `depth` legal moves there are from `position`. A finished game has no
/// successors; draws by history are not applied.
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_moves() as u64,
        _ => position.legal_moves().into_iter().map(|m| perft(&position.play(m), depth - 1)).sum(),
    }
}

/// [`perft`] split by first move, in the order of the legal moves; nothing at depth 0.
pub fn divide<P: Position>(position: &P, depth: u32) -> Vec<(P::Move, u64)> {
    let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
    position.legal_moves().into_iter().map(|m| (m, perft(&position.play(m), rest))).collect()
}
