//! A server within a program: its only visitor is the program itself, over streams in memory.
//!
//! It plays and stores like any other, by the same routes and rooms, but nobody else reaches it, and it leaves no trace
//! beside matches: it has no listener and no page, and writes no heartbeat, because another server on the same file would
//! take the time between two heartbeats for an outage.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use tokio::io::{DuplexStream, duplex};
use tokio::sync::mpsc;

use crate::blocking::BlockingPool;
use crate::connections::Peer;
use crate::engine_pool::EnginePool;
use crate::hub::{Hub, Service};
use crate::lan::Lan;
use crate::{App, AppState, http, origin_check};

/// Bytes on the way in each direction of a stream.
const STREAM_BUFFER_BYTES: usize = 64 << 10;

/// The handle of an embedded server.
#[derive(Clone)]
pub struct Embedded {
    streams: mpsc::UnboundedSender<DuplexStream>,
    hub: Arc<Hub>,
}

impl Embedded {
    /// Opens a stream; an error if the server has ended.
    pub fn open(&self) -> io::Result<DuplexStream> {
        let (near, far) = duplex(STREAM_BUFFER_BYTES);
        self.streams.send(far).map_err(|_| io::ErrorKind::ConnectionRefused)?;
        Ok(near)
    }

    /// Closes a match that its players have left, so that its clocks stand still until somebody comes back.
    pub async fn leave(&self, id: &str) {
        self.hub.close_room(id).await;
    }
}

/// A server that answers requests over streams in memory until `shutdown` is ready; then all rooms are closed.
pub fn embedded(
    app: App,
    shutdown: impl Future<Output = ()> + Send,
) -> (Embedded, impl Future<Output = ()> + Send) {
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
    let pool = EnginePool::new(app.think_threads, Arc::clone(&app.catalogue));
    let blocking = BlockingPool::start(app.limits.work_timeout);
    let (catalogue, store) = (Arc::clone(&app.catalogue), app.store.clone());
    let time = Arc::clone(&app.time);
    let service = Service::new(catalogue, store, pool.clone(), blocking.clone(), &app.limits, time);
    let origin = origin_check(&app, address);
    let lan = Arc::new(Lan::new(address, app.lan_addresses, String::new()));
    let (shared, _) = AppState::new(app, Arc::new(service), lan);
    let (streams, received) = mpsc::unbounded_channel();
    let embedded = Embedded { streams, hub: Arc::clone(&shared.hub) };
    let router = http::router(shared, origin);
    let hub = Arc::clone(&embedded.hub);
    let server = async move {
        accept(received, router, address, shutdown).await;
        pool.close();
        blocking.close();
        hub.close().await;
    };
    (embedded, server)
}

async fn accept(
    mut streams: mpsc::UnboundedReceiver<DuplexStream>,
    router: Router,
    address: SocketAddr,
    shutdown: impl Future<Output = ()>,
) {
    let mut shutdown = std::pin::pin!(shutdown);
    loop {
        tokio::select! {
            stream = streams.recv() => {
                let Some(stream) = stream else { return };
                tokio::spawn(respond_to_all(stream, router.clone(), address));
            }
            () = &mut shutdown => return,
        }
    }
}

/// Answers the requests of one stream.
async fn respond_to_all(stream: DuplexStream, router: Router, address: SocketAddr) {
    let service = TowerToHyperService::new(router);
    let respond = service_fn(|request: hyper::Request<Incoming>| {
        let mut request: Request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(Peer { address, access: None }));
        service.call(request)
    });
    let connection = http1::Builder::new().serve_connection(TokioIo::new(stream), respond);
    // The program has dropped its end.
    let _ = connection.with_upgrades().await;
}
