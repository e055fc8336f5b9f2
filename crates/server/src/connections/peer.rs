//! Peer of a connection.

use std::future::pending;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use tokio::sync::watch;

/// Other end of a connection.
#[derive(Clone, Debug)]
pub(crate) struct Peer {
    /// Its address.
    pub(crate) address: SocketAddr,
    /// Access by LAN sharing; `None` for connections of the server's first listener.
    pub(crate) access: Option<SharedAccess>,
}

impl Peer {
    /// Notes that another machine has reached the listener of LAN sharing, which has the address `local`.
    pub(super) fn note_visit(&self, local: Option<SocketAddr>) {
        let Some(access) = &self.access else { return };
        if local.is_none_or(|local| local.ip() != self.address.ip()) {
            access.reached.store(true, Relaxed);
        }
    }
}

/// Access of connections that come by LAN sharing. It ends when sharing does.
#[derive(Clone, Debug)]
pub(crate) struct SharedAccess {
    /// Never has a value: the sender is dropped when sharing ends.
    ended: watch::Receiver<()>,
    /// Whether another machine has come.
    reached: Arc<AtomicBool>,
}

impl SharedAccess {
    /// An access that lasts until the sender is dropped.
    pub(crate) fn new() -> (watch::Sender<()>, Self) {
        let (end, ended) = watch::channel(());
        (end, Self { ended, reached: Arc::default() })
    }

    /// Whether another machine has come.
    pub(crate) fn is_reached(&self) -> bool {
        self.reached.load(Relaxed)
    }

    /// Waits until sharing ends.
    pub(crate) async fn ended(&mut self) {
        while self.ended.changed().await.is_ok() {}
    }
}

/// Waits until sharing ends; for ever where a connection did not come by it.
pub(crate) async fn access_ended(access: &mut Option<SharedAccess>) {
    match access {
        Some(access) => access.ended().await,
        None => pending().await,
    }
}
