//! Secret of a seat.

use std::fmt;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// The secret of a seat: 128 bits that the client has drawn, as 32 hexadecimal digits. Whoever knows
/// it sits there. It is never shown, not even in logs.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(into = "String", try_from = "String")]
pub struct SeatSecret(String);

impl SeatSecret {
    /// The secret of these bits.
    pub fn new(bits: u128) -> Self {
        Self(format!("{bits:032x}"))
    }

    /// What is said of a text that is no secret.
    pub const REFUSAL: &str = "a seat's secret is 32 hexadecimal digits in lower case";

    pub fn digits(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for SeatSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SeatSecret(…)")
    }
}

impl From<SeatSecret> for String {
    fn from(secret: SeatSecret) -> Self {
        secret.0
    }
}

impl TryFrom<String> for SeatSecret {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let is_digit = |byte: &u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(byte);
        if text.len() == 32 && text.as_bytes().iter().all(is_digit) {
            return Ok(Self(text));
        }
        Err(Self::REFUSAL)
    }
}
