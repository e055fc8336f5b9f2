//! Handle of a room actor.

use std::time::Instant;

use ::room::{Input, SubscriberId};
use api::RoomClosed;
use tokio::sync::oneshot;

use super::RoomActor;
use crate::channel::Sender;
use crate::socket_loop::Outbox;
use crate::visitor::VisitorId;

/// Handle of a room actor, which is cheap to copy.
#[derive(Clone)]
pub(crate) struct Handle {
    sender: Sender<Request>,
}

/// A request to a room actor.
pub(super) enum Request {
    /// Send what the room has for this subscriber to this outbox.
    Connect(SubscriberId, VisitorId, Outbox),
    /// Handle an input, which came in then.
    Input(Input, Instant),
    /// Have the engine answer, which a player on another node wants.
    Hurry,
    /// Have a look at the room.
    Look(Box<dyn FnOnce(&RoomActor) + Send>),
    /// Close the room, because the server ends.
    Close,
}

impl Handle {
    pub(super) const fn new(sender: Sender<Request>) -> Self {
        Self { sender }
    }

    /// Gives the room the outbox of a visitor's connection, before its first message.
    pub(crate) async fn connect(
        &self,
        subscriber: SubscriberId,
        visitor: VisitorId,
        outbox: Outbox,
    ) -> Result<(), RoomClosed> {
        self.send(Request::Connect(subscriber, visitor, outbox)).await
    }

    /// Has the room handle an input.
    pub(crate) async fn input(&self, input: Input) -> Result<(), RoomClosed> {
        self.send(Request::Input(input, Instant::now())).await
    }

    /// Has the room handle an input, unless too many wait; whether it will.
    pub(crate) fn try_input(&self, input: Input) -> bool {
        self.sender.try_send(Request::Input(input, Instant::now())).is_ok()
    }

    /// Has the engine answer with what it has found so far.
    pub(crate) fn try_hurry(&self) {
        // Whoever wants that asks again.
        let _ = self.sender.try_send(Request::Hurry);
    }

    /// What `look` returns for the room.
    pub(crate) async fn look<T: Send + 'static>(
        &self,
        look: impl FnOnce(&RoomActor) -> T + Send + 'static,
    ) -> Result<T, RoomClosed> {
        let (reply, seen) = oneshot::channel();
        let look = Box::new(move |room: &RoomActor| {
            // Nobody may wait for it any more.
            let _ = reply.send(look(room));
        });
        self.send(Request::Look(look)).await?;
        seen.await.map_err(|_| RoomClosed)
    }

    /// Closes the room and waits until it has.
    pub(crate) async fn close(&self) {
        let _ = self.send(Request::Close).await;
        self.sender.closed().await;
    }

    /// Whether the room takes no requests any more.
    pub(crate) fn is_closed(&self) -> bool {
        self.sender.is_closed()
    }

    /// Waits until the room takes no requests any more.
    #[cfg(test)]
    pub(crate) async fn closed(&self) {
        self.sender.closed().await;
    }

    async fn send(&self, request: Request) -> Result<(), RoomClosed> {
        self.sender.send(request).await.map_err(|_| RoomClosed)
    }
}
