//! Time limits of the harness.

pub use testkit::time_limit::{WAIT_TIMEOUT, receive};

/// The value of a future, or a panic that names what was waited for.
pub async fn within<T>(what: &str, future: impl Future<Output = T>) -> T {
    let limited = tokio::time::timeout(WAIT_TIMEOUT, future).await;
    limited.unwrap_or_else(|_| panic!("waited {} s for {what}", WAIT_TIMEOUT.as_secs()))
}
