//! Drain of a node that is about to end: it opens no more rooms, and its sockets are sent to other nodes.
//!
//! Each socket is closed at a random moment of the drain window with a close code of its own, by which clients know that
//! they may connect again at once. Rooms stay open until then, so that everything that comes in is still carried out.

use std::time::Duration;

use tokio::time::{sleep, timeout};

use crate::cluster::Nodes;
use crate::hub::Hub;
use crate::socket_limiter::SocketLimiter;

/// Maximum time a player whose socket was closed by the drain still counts as present: they are
/// about to reconnect to another node.
const RETURN_GRACE_MAX: Duration = Duration::from_secs(2);
/// Time after the drain window in which a node ends, whether all sockets are gone or not.
const DRAIN_OVERTIME: Duration = Duration::from_secs(10);
/// Time between two looks at the number of sockets.
const SOCKETS_CHECK_INTERVAL: Duration = Duration::from_millis(50);

/// Time for which somebody whose socket was closed within `window` counts as present.
pub(crate) fn return_grace(window: Duration) -> Duration {
    window.min(RETURN_GRACE_MAX)
}

/// Sends the sockets of a node elsewhere; returns when they are gone, or have had time enough.
pub(crate) async fn drain(nodes: &Nodes, hub: &Hub, sockets: &SocketLimiter) {
    let open = sockets.count();
    tracing::info!(sockets = open, "the node drains");
    nodes.drain();
    hub.drain();
    sockets.drain();
    if open == 0 {
        return;
    }
    let gone = async {
        while sockets.count() > 0 {
            sleep(SOCKETS_CHECK_INTERVAL).await;
        }
        sleep(return_grace(sockets.drain_window())).await;
    };
    if timeout(sockets.drain_window() + DRAIN_OVERTIME, gone).await.is_err() {
        tracing::warn!(sockets = sockets.count(), "the node ends before all sockets are gone");
    }
}
