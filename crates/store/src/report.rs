//! Reports of names to the operator, and who is behind them.

use play::{Player, Time};
use serde::{Deserialize, Serialize};

/// Reports that are kept; a new one takes the place of the oldest.
pub const REPORTS_MAX: usize = 2000;
/// Reports of one network that are kept: no more are taken.
pub const REPORTS_OF_NETWORK_MAX: usize = 50;

/// Name that a visitor has reported.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Report {
    /// When.
    pub at: Time,
    /// The match in which it was seen.
    pub match_id: String,
    /// The player.
    pub player: Player,
    /// The name.
    pub name: String,
    /// The profile of the visitor.
    pub reporter: String,
    /// The network that the report comes from, as a key for counting; `None` at the server's own machine.
    pub network: Option<String>,
}

/// Who plays in a match, as the operator can know them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Participant {
    /// The profile.
    pub profile: String,
    /// The key of the network that their settings, or the match, came from, if that is known.
    pub network: Option<String>,
}
