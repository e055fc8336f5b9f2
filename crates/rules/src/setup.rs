//! What players choose before a game starts.

use serde::{Deserialize, Serialize};

/// The choices from which a game starts. The default is the usual game.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Setup {
    /// The rule set's name; `None` is the usual one.
    pub rules: Option<String>,
    /// The board, in the words of a game that has several; `None` draws one from `seed`.
    pub board: Option<String>,
    /// What a random board is drawn from.
    pub seed: u64,
}
