//! Nodes that are killed in the load test, one after the other, and started again.

use std::io;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use super::robots::KillTime;
use super::server_process::ServerProcess;
use crate::context::Context;

/// Time from a kill to the new start of the node.
const RESTART_DELAY: Duration = Duration::from_secs(1);
/// Time from one kill to the next: more than players need to go on elsewhere.
const KILL_INTERVAL: Duration = Duration::from_secs(5);

/// Kills nodes in turn, `kills` times, and starts each again.
pub(super) async fn kill_nodes(
    nodes: &mut [ServerProcess],
    kills: u16,
    killed: &KillTime,
    context: &Context<'_>,
) -> io::Result<()> {
    for number in 0..usize::from(kills) {
        let next = Instant::now() + KILL_INTERVAL;
        let node = number % nodes.len();
        killed.set();
        nodes[node].kill();
        tokio::time::sleep(RESTART_DELAY).await;
        nodes[node].start_again()?;
        tokio::time::sleep_until(next.into()).await;
        if context.stop.load(Relaxed) {
            break;
        }
    }
    Ok(())
}
