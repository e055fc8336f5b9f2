//! The event loop of every WebSocket: receives messages, sends those of the outbox, and keeps the
//! heartbeat. What the messages mean is the business of a [`SocketHandler`].

mod heartbeat;

use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use futures_util::SinkExt;
use serde::Serialize;
use tokio::task::AbortHandle;
use tokio::time::timeout;
use wire::SERVICE_RESTART_CODE;

use crate::channel::{Receiver, Sender, channel};
use crate::socket_limiter::{MessageVerdict, PermitEnd, SocketPermit};
use heartbeat::Heartbeat;

/// Read buffer of a socket: small, because there are thousands of sockets.
const SOCKET_READ_BUFFER_BYTES: usize = 1 << 10;
/// Write buffer of a socket.
const SOCKET_WRITE_BUFFER_BYTES: usize = 1 << 10;
/// Time in which the client must take what is sent at once.
const SOCKET_SEND_TIMEOUT: Duration = Duration::from_secs(10);

/// Time in which a client that was sent to another node must have closed its end.
const CLOSING_HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(1);

/// Close code of a socket whose client came by LAN sharing, which the owner has ended.
const SHARING_ENDED_CODE: u16 = 4001;

/// Close code of a socket whose visitor the operator keeps out: a policy, as the standard calls it.
const BLOCKED_CODE: u16 = 1008;

/// The application's side of a socket.
pub(crate) trait SocketHandler: Send + 'static {
    /// Handles a message; `None` stands for a binary one, which no protocol here has.
    fn receive(&mut self, text: Option<&str>) -> impl Future<Output = SocketReply> + Send;

    /// Takes a new estimate of the round-trip time in milliseconds.
    fn latency_changed(&mut self, millis: u64) -> impl Future<Output = ()> + Send {
        let _ = millis;
        std::future::ready(())
    }

    /// Cleans up after the socket has closed.
    fn closed(&mut self) -> impl Future<Output = ()> + Send {
        std::future::ready(())
    }
}

/// Reply of a handler to a message.
pub(crate) enum SocketReply {
    /// Send this message.
    Send(Utf8Bytes),
    /// Send nothing; replies may come through the outbox.
    None,
    /// Close the socket.
    Close,
}

/// Sending end of a socket's queue of messages. A client that is too slow for them is disconnected.
pub(crate) type Outbox = Sender<Utf8Bytes>;

/// Size limits of a socket.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SocketLimits {
    /// The largest message from the client, in bytes.
    pub(crate) message_max_bytes: usize,
    /// Messages to the client that may wait in the outbox.
    pub(crate) outbox_messages: usize,
}

/// Upgrades a request to a WebSocket and runs its loop in a task of its own, so that the memory of
/// the HTTP connection is freed.
pub(crate) fn serve_socket<H: SocketHandler>(
    upgrade: WebSocketUpgrade,
    limits: SocketLimits,
    permit: SocketPermit,
    handler: impl FnOnce(Outbox) -> H + Send + 'static,
) -> Response {
    let upgrade = upgrade
        .read_buffer_size(SOCKET_READ_BUFFER_BYTES)
        .write_buffer_size(SOCKET_WRITE_BUFFER_BYTES)
        .max_message_size(limits.message_max_bytes)
        .max_frame_size(limits.message_max_bytes);
    upgrade.on_upgrade(move |socket| {
        let (sender, outbox) = channel(limits.outbox_messages);
        tokio::spawn(run(Box::new(socket), Box::new(handler(sender)), outbox, permit));
        std::future::ready(())
    })
}

async fn run(
    mut socket: Box<WebSocket>,
    mut handler: Box<impl SocketHandler>,
    mut outbox: Receiver<Utf8Bytes>,
    mut permit: SocketPermit,
) {
    let mut heartbeat = Heartbeat::start();
    let mut close_frame = None;
    loop {
        let message = tokio::select! {
            message = outbox.recv() => match message {
                Some(message) => Message::Text(message),
                // All senders are gone: the room has dropped a slow client, or nobody will send.
                None => break,
            },
            received = socket.recv() => {
                let Some(Ok(received)) = received else { break };
                heartbeat.received();
                match handle(&mut *handler, &mut heartbeat, &mut permit, &received).await {
                    SocketReply::Send(reply) => Message::Text(reply),
                    SocketReply::None => continue,
                    SocketReply::Close => break,
                }
            }
            ping = heartbeat.next_ping() => match ping {
                Some(ping) => ping,
                None => break,
            },
            end = permit.expired() => match end {
                PermitEnd::SharingEnded => {
                    let reason = "the owner lets others in no longer".into();
                    close_frame = Some(CloseFrame { code: SHARING_ENDED_CODE, reason });
                    break;
                }
                PermitEnd::Blocked => {
                    let reason = "the operator of this server keeps you out".into();
                    close_frame = Some(CloseFrame { code: BLOCKED_CODE, reason });
                    break;
                }
                PermitEnd::Drained => {
                    send_elsewhere(socket).await;
                    let grace = permit.return_grace();
                    drop(permit);
                    return wait_for_return(*handler, outbox, grace).await;
                }
            },
        };
        if !send_with_outbox(&mut socket, message, &mut outbox).await {
            break;
        }
    }
    Box::pin(handler.closed()).await;
    let _ = timeout(SOCKET_SEND_TIMEOUT, socket.send(Message::Close(close_frame))).await;
    drop(permit);
}

/// Tells a client to connect again, to another node, and waits for its answer: a connection that is closed while
/// messages come in may lose what was sent last.
async fn send_elsewhere(mut socket: Box<WebSocket>) {
    let reason = "connect again, to another node".into();
    let close = Message::Close(Some(CloseFrame { code: SERVICE_RESTART_CODE, reason }));
    let closing = async {
        if socket.send(close).await.is_ok() {
            while let Some(Ok(_)) = socket.recv().await {}
        }
    };
    let _ = timeout(CLOSING_HANDSHAKE_TIMEOUT, closing).await;
}

/// Cleans up after a socket whose client was sent to another node. Until the client has come back there it counts as
/// connected.
async fn wait_for_return(
    mut handler: impl SocketHandler,
    mut outbox: Receiver<Utf8Bytes>,
    grace: Duration,
) {
    let unread = async { while outbox.recv().await.is_some() {} };
    let _ = timeout(grace, unread).await;
    handler.closed().await;
}

/// Handles one frame. The futures of the handler are boxed: they are large, and exist only while a
/// message is handled.
async fn handle(
    handler: &mut impl SocketHandler,
    heartbeat: &mut Heartbeat,
    permit: &mut SocketPermit,
    received: &Message,
) -> SocketReply {
    match received {
        Message::Text(text) => Box::pin(handler.receive(Some(text))).await,
        Message::Binary(_) => Box::pin(handler.receive(None)).await,
        Message::Pong(payload) => match heartbeat.pong(payload) {
            Some(millis) => {
                Box::pin(handler.latency_changed(millis)).await;
                SocketReply::None
            }
            None => limit_control_frame(permit),
        },
        Message::Ping(_) => limit_control_frame(permit),
        Message::Close(_) => SocketReply::Close,
    }
}

/// Ends the connection of a client that does not stop sending control frames.
fn limit_control_frame(permit: &mut SocketPermit) -> SocketReply {
    match permit.check_control_frame() {
        MessageVerdict::Abusive => SocketReply::Close,
        MessageVerdict::Allowed | MessageVerdict::Throttled => SocketReply::None,
    }
}

/// Sends a message and everything that waits in the outbox with one flush: a reply and the changes
/// that follow from it share a packet. Returns whether the client has taken them in time.
async fn send_with_outbox(
    socket: &mut WebSocket,
    first: Message,
    outbox: &mut Receiver<Utf8Bytes>,
) -> bool {
    let sending = async {
        socket.feed(first).await?;
        while let Some(next) = outbox.try_recv() {
            socket.feed(Message::Text(next)).await?;
        }
        socket.flush().await
    };
    matches!(timeout(SOCKET_SEND_TIMEOUT, sending).await, Ok(Ok(())))
}

/// Encodes a message as JSON.
pub(crate) fn encode(message: &impl Serialize) -> Utf8Bytes {
    // Serialising plain data with string keys does not fail.
    serde_json::to_string(message).unwrap_or_default().into()
}

/// Handle of a task that is aborted when the handle is dropped.
pub(crate) struct AbortOnDrop(pub(crate) AbortHandle);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}
