//! What secrets and names amount to.

use play::SeatKey;
use sha2::{Digest, Sha256};
use wire::SeatSecret;

/// How many letters of a match's name are its code.
const CODE: usize = 6;

/// What the store keeps of a secret.
pub fn key(secret: &SeatSecret) -> SeatKey {
    SeatKey(Sha256::digest(secret.digits()).into())
}

/// The short code of a match: how its name begins.
pub fn code(id: &str) -> &str {
    id.get(..CODE).unwrap_or(id)
}
