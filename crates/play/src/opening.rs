//! Opening of a match between people at different screens.

use std::fmt;

use rules::BySeat;
use serde::{Deserialize, Serialize};

use crate::{Player, TimeControl, Who};

/// Opening of a match that waits for its players.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opening {
    /// The game's id.
    pub game: String,
    /// The rule set's name; `None` is the usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// The position from which it starts; `None` if the players lay the board together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Whether the swap rule is in use.
    #[serde(default)]
    pub swap: bool,
    #[serde(default)]
    pub time: TimeControl,
    /// Who may find it.
    pub listing: Listing,
    /// Whether it is a seek: it waits for any opponent of quick pairing, and closes when its host goes.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub seek: bool,
    /// Who has opened it.
    pub host: Player,
    /// Who sits in seats First and Second already.
    pub players: BySeat<Option<SeatHolder>>,
}

/// Who may find a match.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema, ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Listing {
    /// Everybody: it is in the lobby.
    Public,
    /// Anyone with the link.
    Unlisted,
}

/// Holder of a seat.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatHolder {
    /// Who it is.
    pub who: Who,
    /// Hash of the seat's secret; the computer has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<SeatKey>,
}

/// SHA-256 of a seat's secret: enough to verify the secret, useless to anyone else.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct SeatKey(pub [u8; 32]);

impl fmt::Display for SeatKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for SeatKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, ..] = self.0;
        write!(f, "SeatKey({a:02x}{b:02x}…)")
    }
}

impl From<SeatKey> for String {
    fn from(key: SeatKey) -> Self {
        key.to_string()
    }
}

impl TryFrom<String> for SeatKey {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        const WRONG: &str = "a seat's key is 64 hexadecimal digits";
        let digits = text.as_bytes();
        if digits.len() != 64 {
            return Err(WRONG);
        }
        let mut key = [0; 32];
        for (byte, pair) in key.iter_mut().zip(digits.chunks_exact(2)) {
            let digit = |digit: u8| char::from(digit).to_digit(16).ok_or(WRONG);
            *byte = (digit(pair[0])? << 4 | digit(pair[1])?) as u8;
        }
        Ok(Self(key))
    }
}
