//! Sockets: each has a task that handles its messages in their order.

use api::{
    AnalysisReply, AnalysisSession, Context, MatchClient, MatchReply, MessageVerdict,
    answer_question,
};
use futures_util::future::{AbortHandle, Abortable};
use percent_encoding::percent_decode_str;
use room::SubscriberId;
use serde::Serialize;
use tokio::sync::mpsc;

use super::Core;
use super::analyst::LocalAnalyst;
use super::message::FromCore;
use super::rooms::LocalConnection;

/// Code of a socket that is closed without a closing handshake, as of one that cannot be opened.
const ABNORMAL_CLOSURE_CODE: u16 = 1006;

type Inbox = mpsc::UnboundedReceiver<String>;

/// Functions of sockets.
impl Core {
    /// Opens a socket, or says that it cannot be opened.
    pub(super) fn open_socket(&self, socket: u64, path: &str) {
        let (sender, inbox) = mpsc::unbounded_channel();
        self.sockets().insert(socket, sender);
        let path: Vec<_> = path.split('/').collect();
        match path[..] {
            ["", "api", "matches", id, "socket"] => {
                let id = percent_decode_str(id).decode_utf8_lossy().into_owned();
                self.spawn(serve_match(self.clone(), socket, id, inbox));
            }
            ["", "api", "analysis", "socket"] => {
                self.spawn(serve_analysis(self.clone(), socket, inbox));
            }
            _ => self.close_socket(socket),
        }
    }

    /// Takes in a message of a socket.
    pub(super) fn socket_message(&self, socket: u64, text: String) {
        if let Some(inbox) = self.sockets().get(&socket) {
            let _ = inbox.send(text);
        }
    }

    /// Takes in that a socket was closed: its task ends after what has come before.
    pub(super) fn socket_closed(&self, socket: u64) {
        self.sockets().remove(&socket);
    }

    /// Closes a socket, unless it is closed already.
    pub(super) fn close_socket(&self, socket: u64) {
        if self.sockets().remove(&socket).is_some() {
            self.send(&FromCore::SocketClosed { socket, code: ABNORMAL_CLOSURE_CODE }, &[]);
        }
    }

    /// Sends a message to a socket.
    pub(super) fn send_socket_message(&self, socket: u64, message: &impl Serialize) {
        self.send_socket_text(socket, &serde_json::to_vec(message).unwrap_or_default());
    }

    /// Sends a text to a socket.
    pub(super) fn send_socket_text(&self, socket: u64, text: &[u8]) {
        self.send(&FromCore::SocketMessage { socket }, text);
    }
}

/// Serves the socket of a match.
async fn serve_match(core: Core, socket: u64, id: String, mut inbox: Inbox) {
    if core.open_room(&id).await.is_err() {
        return core.close_socket(socket);
    }
    core.send(&FromCore::SocketOpened { socket }, &[]);
    let subscriber = SubscriberId(socket);
    let room = LocalConnection { core: core.clone(), id: id.clone(), subscriber };
    let mut client = MatchClient::new(core.clone(), room, id, subscriber);
    while let Some(text) = inbox.recv().await {
        match client.receive(Some(&text), MessageVerdict::Allowed).await {
            MatchReply::Send(message) => core.send_socket_message(socket, &message),
            MatchReply::None => {}
            MatchReply::Close => core.close_socket(socket),
        }
    }
    client.closed().await;
}

/// Serves a socket of analysis. It has one question at a time.
async fn serve_analysis(core: Core, socket: u64, mut inbox: Inbox) {
    core.send(&FromCore::SocketOpened { socket }, &[]);
    let mut session = AnalysisSession::default();
    let mut current: Option<AbortHandle> = None;
    while let Some(text) = inbox.recv().await {
        let stop = |current: &mut Option<AbortHandle>| {
            if let Some(task) = current.take() {
                task.abort();
            }
        };
        match session.receive(Some(&text), MessageVerdict::Allowed, core.now().wall) {
            AnalysisReply::Send(message) => core.send_socket_message(socket, &message),
            AnalysisReply::Stop => stop(&mut current),
            AnalysisReply::Answer(scope, question) => {
                stop(&mut current);
                let analyst = LocalAnalyst { core: core.clone(), socket };
                let answer = answer_question(core.clone(), analyst, scope, question);
                let (abort, registration) = AbortHandle::new_pair();
                current = Some(abort);
                core.spawn(async move {
                    let _ = Abortable::new(answer, registration).await;
                });
            }
            AnalysisReply::Close => core.close_socket(socket),
        }
    }
    if let Some(task) = current {
        task.abort();
    }
}
