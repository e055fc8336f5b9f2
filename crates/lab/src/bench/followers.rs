//! Followers of the lobby in the load test.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use tokio::task::JoinSet;

use super::socket::MatchSocket;

/// Clients that follow the list of public games, and count the bytes of what they are sent.
pub(crate) struct LobbyFollowers {
    bytes: Arc<AtomicU64>,
    _tasks: JoinSet<()>,
}

impl LobbyFollowers {
    /// Opens so many sockets.
    pub(crate) async fn start(
        address: SocketAddr,
        followers: u16,
        whole_lists: bool,
    ) -> io::Result<Self> {
        let path = if whole_lists { "/api/rooms/socket" } else { "/api/rooms/socket?changes=true" };
        let bytes = Arc::new(AtomicU64::new(0));
        let mut tasks = JoinSet::new();
        for _ in 0..followers {
            let mut socket = MatchSocket::open(address, path).await?;
            // What each begins with is not counted.
            socket.receive().await?;
            let bytes = Arc::clone(&bytes);
            tasks.spawn(async move {
                while let Ok(message) = socket.receive().await {
                    bytes.fetch_add(message.len() as u64, Relaxed);
                }
            });
        }
        Ok(Self { bytes, _tasks: tasks })
    }

    /// Bytes that all of them have been sent so far.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes.load(Relaxed)
    }
}
