//! Time limits of the harness. They are long, because the machine may be busy with other work, and
//! shorter than the limit of a whole test in `cargo xtask test`.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

/// Limit of every wait for the browser, a page or a server.
pub const WAIT_TIMEOUT: Duration = Duration::from_mins(1);

/// The value of a future, or a panic that names what was waited for.
pub async fn within<T>(what: &str, future: impl Future<Output = T>) -> T {
    let limited = tokio::time::timeout(WAIT_TIMEOUT, future).await;
    limited.unwrap_or_else(|_| panic!("{}", exceeded(what)))
}

/// The next value of a channel. `None` if its sender is gone; a panic after the limit.
#[track_caller]
pub fn receive<T>(what: &str, receiver: &Receiver<T>) -> Option<T> {
    match receiver.recv_timeout(WAIT_TIMEOUT) {
        Ok(value) => Some(value),
        Err(RecvTimeoutError::Disconnected) => None,
        Err(RecvTimeoutError::Timeout) => panic!("{}", exceeded(what)),
    }
}

fn exceeded(what: &str) -> String {
    format!("waited {} s for {what}", WAIT_TIMEOUT.as_secs())
}
