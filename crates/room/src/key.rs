//! Seat keys and room codes.

use play::SeatKey;
use sha2::{Digest, Sha256};
use wire::SeatSecret;

/// Letters of a match's id that are its code.
const ROOM_CODE_LEN: usize = 6;

/// Seat key of a secret: the hash that the store keeps.
pub fn key(secret: &SeatSecret) -> SeatKey {
    SeatKey(Sha256::digest(secret.digits()).into())
}

/// Room code of a match: the first letters of its id.
pub fn code(id: &str) -> &str {
    id.get(..ROOM_CODE_LEN).unwrap_or(id)
}
