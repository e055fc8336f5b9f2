//! How everybody else reaches a room.

use ::room::{Input, Reader};
use play::SeatKey;
use tokio::sync::oneshot;

use super::Room;
use crate::channel::Sender;
use crate::socket_loop::Outbox;

/// How everybody else reaches a room.
#[derive(Clone)]
pub(crate) struct Handle {
    sender: Sender<Request>,
}

/// The room is closed; opened again, it goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Closed;

/// What a room is asked for. It is small, because every room has place for many of them.
pub(super) enum Request {
    /// Somebody wants to hear everything.
    Join(Box<Joins>),
    /// Something happens.
    Input(Box<Input>),
    /// The computer shall move, says this reader.
    MoveNow(Reader),
    /// Somebody wants to see something.
    Look(Box<dyn FnOnce(&Room) + Send>),
    /// The server ends.
    Close,
}

/// Somebody who wants to hear everything.
pub(super) struct Joins {
    pub(super) reader: Reader,
    pub(super) key: Option<SeatKey>,
    pub(super) queue: Outbox,
}

impl Handle {
    pub(super) const fn new(sender: Sender<Request>) -> Self {
        Self { sender }
    }

    /// `reader` wants to hear everything from now on, the present state first.
    pub(crate) async fn join(
        &self,
        reader: Reader,
        key: Option<SeatKey>,
        queue: Outbox,
    ) -> Result<(), Closed> {
        self.send(Request::Join(Box::new(Joins { reader, key, queue }))).await
    }

    /// Something happens.
    pub(crate) async fn input(&self, input: Input) -> Result<(), Closed> {
        self.send(Request::Input(Box::new(input))).await
    }

    /// The computer shall move.
    pub(crate) async fn move_now(&self, reader: Reader) -> Result<(), Closed> {
        self.send(Request::MoveNow(reader)).await
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
