//! Requests to the core and its replies.

use rules::{Record, Text, View};
use serde::{Deserialize, Serialize};
use work::{WorkRequest, WorkResult};

/// A request.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum CoreRequest {
    /// Which games are there?
    Games,
    /// Loads a data file, whose bytes come beside the request.
    LoadData {
        /// Name of the file.
        name: String,
    },
    /// Replays a record.
    Open {
        /// Id of the game.
        game: String,
        /// The game so far.
        record: Record,
    },
    /// Does work of engines: the move of an opponent, a search, a review, a trial, a tree. Updates are a
    /// [`WorkUpdate`](work::WorkUpdate) each.
    Run {
        /// The work.
        request: WorkRequest,
    },
}

/// A reply.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum CoreReply {
    /// The games, in the order of the menus.
    Games {
        /// All of them.
        games: Vec<GameSummary>,
    },
    /// The data file is there.
    Loaded,
    /// The record.
    Opened(Box<OpenedRecord>),
    /// The result of work.
    Result {
        /// The result.
        result: WorkResult,
    },
    /// The request is not carried out.
    Failed {
        /// Why.
        error: CoreError,
    },
}

/// A game, as far as a program must know it to ask for more.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameSummary {
    /// Its id.
    pub id: String,
    /// Its name.
    pub title: Text,
    /// Ids of its computer players.
    pub opponents: Vec<String>,
    /// Data that its engine needs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<DataInfo>,
}

/// A data file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DataInfo {
    /// Its name.
    pub name: String,
    /// Whether it is there.
    pub is_loaded: bool,
}

/// A record that was replayed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct OpenedRecord {
    /// The game so far, in exact notation.
    pub record: Record,
    /// The position at its end.
    pub position: String,
    /// The picture, and the legal moves.
    pub view: View,
}

/// Why a request is not carried out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "code", rename_all = "kebab-case")]
pub enum CoreError {
    /// It cannot be read, or asks for too much.
    BadRequest {
        /// Why.
        why: String,
    },
    /// There is no such game.
    UnknownGame {
        /// The id.
        game: String,
    },
    /// The record cannot be replayed.
    BadRecord {
        /// Why.
        why: String,
    },
    /// The engine needs a data file that is to be loaded first.
    MissingData {
        /// Its name.
        name: String,
    },
    /// There is no such data file, or these are not its bytes.
    BadData {
        /// Its name.
        name: String,
    },
}
