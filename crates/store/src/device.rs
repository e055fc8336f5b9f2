//! Devices of a profile, and the link by which one more comes to it.

use play::{SeatKey, Time};
use serde::{Deserialize, Serialize};

/// The most devices of a profile beside the one that it was made on.
pub const DEVICES_MAX: usize = 10;

/// Link by which one more device comes to a profile, once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ProfileLink {
    pub profile: String,
    /// SHA-256 of the secret in the link.
    pub key: SeatKey,
    /// When it ends.
    pub expires: Time,
}

/// Device that came to a profile by a link.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Device {
    /// SHA-256 of the secret in its cookie.
    pub key: SeatKey,
    /// When it came.
    pub added: Time,
}
