//! What players choose before a game starts.

use serde::{Deserialize, Serialize};

/// The choices from which a game starts. The default is the usual game.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema, ts_rs::TS))]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "schema", ts(optional_fields = nullable))]
pub struct Setup {
    /// The rule set's name, one of the game's; `None` is the usual one.
    pub rules: Option<String>,
    /// The board, in the words of a game that has several; `None` draws one from `seed`.
    pub board: Option<String>,
    /// What a random board is drawn from.
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<_>"))]
    pub seed: u64,
}
