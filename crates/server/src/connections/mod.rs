//! TCP connections: accept loop, limits and timeouts.

mod activity;
mod limiter;
mod peer;
mod stream;

use std::convert::Infallible;
use std::future::poll_fn;
use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request};
use axum::http::StatusCode;
use axum::response::Response;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::yield_now;
use tokio::time::{Instant, sleep, sleep_until};

use crate::limits::Timeouts;
use activity::{Activity, ConnectionPhase};
pub(crate) use limiter::{ConnectionLimiter, Proxy};
pub(crate) use peer::{Peer, SharedAccess, access_ended};
use stream::ConnectionStream;

/// Head of a request at most, which is also the size of the buffer.
const HEAD_MAX_BYTES: usize = 16 << 10;
/// Backoff after an error of the listener, at first and at most.
const ACCEPT_BACKOFF_MIN: Duration = Duration::from_millis(5);
const ACCEPT_BACKOFF_MAX: Duration = Duration::from_millis(500);
/// Time between two log entries about such errors, which could otherwise fill a disk.
const ACCEPT_WARNING_INTERVAL: Duration = Duration::from_mins(1);
/// Response to a connection that is refused.
const REFUSAL: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nRetry-After: 5\r\n\
    Connection: close\r\n\r\n";

/// All connections of a server.
#[derive(Clone)]
pub(crate) struct Connections {
    pub(crate) limiter: Arc<ConnectionLimiter>,
    pub(crate) router: Router,
    pub(crate) timeouts: Timeouts,
}

impl Connections {
    /// Answers requests on `listener` until `shutdown` is ready, and then those that have begun. `access` is that of a
    /// listener by which the owner lets others in.
    pub(crate) async fn serve(
        self,
        listener: TcpListener,
        access: Option<SharedAccess>,
        shutdown: impl Future<Output = ()>,
    ) {
        let (open, closing) = watch::channel(());
        let (ended, running) = watch::channel(());
        let mut shutdown = pin!(shutdown);
        let mut backoff = ACCEPT_BACKOFF_MIN;
        let mut warned: Option<Instant> = None;
        loop {
            let accepted = tokio::select! {
                accepted = listener.accept() => accepted,
                () = &mut shutdown => break,
            };
            match accepted {
                Ok((stream, address)) => {
                    backoff = ACCEPT_BACKOFF_MIN;
                    let peer = Peer { address, access: access.clone() };
                    self.begin(stream, peer, closing.clone(), running.clone());
                    if self.limiter.is_crowded() {
                        // Lets the tasks of evicted connections close them.
                        yield_now().await;
                    }
                }
                // The peer has closed the connection already.
                Err(error) if is_peer_error(&error) => {}
                Err(error) => {
                    if warned.is_none_or(|at| at.elapsed() >= ACCEPT_WARNING_INTERVAL) {
                        tracing::warn!(%error, "a connection cannot be accepted");
                        warned = Some(Instant::now());
                    }
                    self.limiter.make_room();
                    sleep(backoff).await;
                    backoff = (backoff * 2).min(ACCEPT_BACKOFF_MAX);
                }
            }
        }
        drop((listener, open, closing, running));
        ended.closed().await;
    }

    /// Answers requests on `stream` in a task of its own, if there is a place for it.
    fn begin(
        &self,
        stream: TcpStream,
        peer: Peer,
        closing: watch::Receiver<()>,
        running: watch::Receiver<()>,
    ) {
        let Some((permit, activity)) = self.limiter.admit(peer.address.ip()) else {
            let _ = stream.try_write(REFUSAL);
            return;
        };
        peer.note_visit(stream.local_addr().ok());
        // Messages are small and must not be delayed by the algorithm of Nagle.
        let _ = stream.set_nodelay(true);
        let stream = ConnectionStream::new(stream, Arc::clone(&activity), permit);
        let connections = self.clone();
        tokio::spawn(async move {
            connections.respond_to_all(stream, &peer, &activity, closing).await;
            drop(running);
        });
    }

    /// Answers the requests of one connection.
    async fn respond_to_all(
        self,
        stream: ConnectionStream,
        peer: &Peer,
        activity: &Arc<Activity>,
        mut closing: watch::Receiver<()>,
    ) {
        let service = service_fn(|request| respond(&self.router, peer, activity, request));
        let connection = http1::Builder::new()
            .max_buf_size(HEAD_MAX_BYTES)
            .serve_connection(TokioIo::new(stream), service)
            .with_upgrades();
        let mut connection = pin!(connection);
        let mut timer = pin!(sleep(Duration::ZERO));
        let mut ends = false;
        loop {
            // The deadline changes only while the connection is polled.
            let served = poll_fn(|context| {
                if connection.as_mut().poll(context).is_ready() {
                    return Poll::Ready(());
                }
                let deadline = activity.deadline(&self.timeouts);
                let Some(deadline) = deadline else { return Poll::Pending };
                if timer.deadline() != deadline {
                    timer.as_mut().set(sleep_until(deadline));
                }
                timer.as_mut().poll(context).map(|()| self.limiter.timed_out())
            });
            tokio::select! {
                () = served => return,
                () = activity.evicted() => return,
                _ = closing.changed(), if !ends => ends = true,
            }
            connection.as_mut().graceful_shutdown();
        }
    }
}

/// Answers one request.
fn respond(
    router: &Router,
    peer: &Peer,
    activity: &Arc<Activity>,
    request: hyper::Request<Incoming>,
) -> impl Future<Output = Result<Response, Infallible>> + use<> {
    activity.enter(ConnectionPhase::Request);
    let mut request: Request = request.map(Body::new);
    request.extensions_mut().insert(ConnectInfo(peer.clone()));
    let responding = TowerToHyperService::new(router.clone()).call(request);
    let activity = Arc::clone(activity);
    async move {
        let response = responding.await?;
        let upgraded = response.status() == StatusCode::SWITCHING_PROTOCOLS;
        activity.enter(if upgraded { ConnectionPhase::Upgraded } else { ConnectionPhase::Idle });
        Ok(response)
    }
}

fn is_peer_error(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};

    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}
