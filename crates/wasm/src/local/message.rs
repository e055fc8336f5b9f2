//! Messages between the core and its host. Long or opaque parts come beside them as bytes: bodies, messages of sockets,
//! work of engines. The host passes these on as they are; numbers in them may be larger than those of JavaScript.

use serde::{Deserialize, Serialize};

/// A message of the host.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ToCore {
    /// A request; its body comes beside it. Answered with [`FromCore::Response`].
    Request {
        /// Its number.
        request: u64,
        /// Its method.
        method: String,
        /// Path and query.
        url: String,
        /// Value of the `Accept-Language` header.
        #[serde(default)]
        accept_language: String,
        /// Value of the `If-None-Match` header.
        #[serde(default)]
        if_none_match: String,
    },
    /// Nobody waits for the response any more.
    Cancel {
        /// Number of the request.
        request: u64,
    },
    /// A socket is to be opened. Answered with [`FromCore::SocketOpened`] or [`FromCore::SocketClosed`].
    OpenSocket {
        /// Its number.
        socket: u64,
        /// Its path.
        path: String,
    },
    /// A message of a socket, whose text comes beside it.
    SocketMessage {
        /// Number of the socket.
        socket: u64,
    },
    /// A socket was closed.
    CloseSocket {
        /// Its number.
        socket: u64,
    },
    /// An update of work of engines, which comes beside it: a [`WorkUpdate`](work::WorkUpdate).
    WorkUpdate {
        /// Number of the work.
        work: u64,
    },
    /// Work of engines has ended. Its [`CoreReply`](crate::CoreReply) comes beside it; nothing if it was broken off.
    WorkEnded {
        /// Number of the work.
        work: u64,
    },
    /// A transaction has ended.
    TransactionEnded {
        /// Its number.
        transaction: u64,
        /// Why it was aborted; `None` if it is complete.
        failure: Option<StorageFailure>,
    },
    /// A data file, whose bytes come beside it: none if it cannot be had.
    DataLoaded {
        /// Its name.
        name: String,
    },
    /// The time has come that the core wanted to be woken at.
    Wake,
}

/// Why a transaction was aborted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StorageFailure {
    /// Whether there is no room for more.
    pub is_full: bool,
    /// What the browser says.
    pub why: String,
}

/// A message to the host.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum FromCore {
    /// The response to a request; its body comes beside it.
    Response {
        /// Number of the request.
        request: u64,
        /// Its status.
        status: u16,
        /// Its headers.
        headers: Vec<(String, String)>,
    },
    /// A socket is open.
    SocketOpened {
        /// Its number.
        socket: u64,
    },
    /// A message of a socket, whose text comes beside it.
    SocketMessage {
        /// Number of the socket.
        socket: u64,
    },
    /// A socket is closed, or could not be opened.
    SocketClosed {
        /// Its number.
        socket: u64,
        /// Code of the event.
        code: u16,
    },
    /// Engines are to do work: the [`CoreRequest`](crate::CoreRequest) beside it.
    StartWork {
        /// Its number.
        work: u64,
    },
    /// Work is to end with what it has found so far.
    StopWork {
        /// Its number.
        work: u64,
    },
    /// A data file is needed. Answered with [`ToCore::DataLoaded`].
    LoadData {
        /// Its name.
        name: String,
    },
    /// A transaction is to be carried out durably, or not at all. Answered with [`ToCore::TransactionEnded`].
    Transaction {
        /// Its number.
        transaction: u64,
        /// Rows to be written, by their keys.
        put: Vec<(String, String)>,
        /// Keys of rows to be deleted.
        delete: Vec<String>,
    },
}
