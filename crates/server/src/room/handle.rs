//! How everybody else reaches a room.

use axum::extract::ws::Utf8Bytes;
use play::{Command, Player, Version};
use tokio::sync::{mpsc, oneshot};
use wire::CommandId;

use super::Room;

/// How everybody else reaches a room.
#[derive(Clone)]
pub(crate) struct Handle {
    sender: mpsc::Sender<Request>,
}

/// The room is closed; opened again, it goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Closed;

pub(super) enum Request {
    /// Somebody wants to hear everything.
    Join(Subscriber),
    /// Somebody has gone.
    Leave(u64),
    /// A client's command.
    Order(Order),
    /// The computer shall move.
    MoveNow,
    /// Somebody wants to see something.
    Look(Box<dyn FnOnce(&Room) + Send>),
    /// The server ends.
    Close,
}

/// A client's command.
pub(crate) struct Order {
    /// Which subscriber gives it, and gets the answer.
    pub(crate) from: u64,
    pub(crate) id: CommandId,
    pub(crate) player: Player,
    pub(crate) command: Command,
    pub(crate) version: Option<Version>,
}

/// Somebody who hears everything.
pub(super) struct Subscriber {
    pub(super) id: u64,
    queue: mpsc::Sender<Utf8Bytes>,
}

impl Subscriber {
    /// Whether the message is on its way: the queue of one who does not read is full.
    pub(super) fn tell(&self, message: &Utf8Bytes) -> bool {
        self.queue.try_send(message.clone()).is_ok()
    }
}

impl Handle {
    pub(super) const fn new(sender: mpsc::Sender<Request>) -> Self {
        Self { sender }
    }

    /// `id` wants to hear everything from now on, the present state first.
    pub(crate) async fn join(&self, id: u64, queue: mpsc::Sender<Utf8Bytes>) -> Result<(), Closed> {
        self.send(Request::Join(Subscriber { id, queue })).await
    }

    /// `id` has gone.
    pub(crate) async fn leave(&self, id: u64) -> Result<(), Closed> {
        self.send(Request::Leave(id)).await
    }

    /// Carry this out.
    pub(crate) async fn order(&self, order: Order) -> Result<(), Closed> {
        self.send(Request::Order(order)).await
    }

    /// The computer shall move.
    pub(crate) async fn move_now(&self) -> Result<(), Closed> {
        self.send(Request::MoveNow).await
    }

    /// What `look` sees in the room.
    pub(crate) async fn look<T: Send + 'static>(
        &self,
        look: impl FnOnce(&Room) -> T + Send + 'static,
    ) -> Result<T, Closed> {
        let (reply, seen) = oneshot::channel();
        let look = Box::new(move |room: &Room| {
            // Who does not wait any more need not be told.
            let _ = reply.send(look(room));
        });
        self.send(Request::Look(look)).await?;
        seen.await.map_err(|_| Closed)
    }

    /// The server ends.
    pub(crate) async fn close(&self) {
        let _ = self.send(Request::Close).await;
        self.sender.closed().await;
    }

    /// Whether nothing can be asked for any more.
    pub(crate) fn is_closed(&self) -> bool {
        self.sender.is_closed()
    }

    /// Waits until nothing can be asked for any more.
    #[cfg(test)]
    pub(crate) async fn closed(&self) {
        self.sender.closed().await;
    }

    async fn send(&self, request: Request) -> Result<(), Closed> {
        self.sender.send(request).await.map_err(|_| Closed)
    }
}
