//! A server inside another command, on the data folder: `damier play --open-table` without a server elsewhere.

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::Path;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use server::App;
use store::{REOPEN_TIMEOUT, Sqlite};
use texts::text;
use tokio::sync::oneshot;
use tokio::time::timeout;

use crate::context::Context;
use crate::failure::Failure;
use crate::location::Location;
use crate::serve::{DEFAULT_PORT, think_threads};
use crate::server_lock::ServerLock;
use crate::{data, messages, platform};

/// How long the store may take to close.
const STORE_CLOSE_TIMEOUT: Duration = Duration::from_secs(5);

/// A server that runs on a thread until this is dropped. Others on the network reach it.
pub(crate) struct OwnServer {
    address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl OwnServer {
    /// Starts a server on a data folder that no other server has.
    pub(crate) fn start(folder: &Path, context: &Context<'_>) -> Result<Self, Failure> {
        let failed = |error: &dyn std::fmt::Display| {
            Failure::failed(text!("serve-failed", error = error.to_string()))
        };
        let usual = SocketAddr::from((Ipv4Addr::UNSPECIFIED, DEFAULT_PORT));
        let any = SocketAddr::from((Ipv4Addr::UNSPECIFIED, 0));
        let listener = TcpListener::bind(usual).or_else(|_| TcpListener::bind(any));
        let listener = listener
            .map_err(|error| Failure::failed(messages::serve::no_listener(usual, &error)))?;
        let address = listener.local_addr().map_err(|error| failed(&error))?;
        let lock = ServerLock::acquire(folder, Some(address))?;
        listener.set_nonblocking(true).map_err(|error| failed(&error))?;
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
        let runtime = runtime.map_err(|error| failed(&error))?;
        let file = folder.join(data::DATABASE_FILE);
        let backend = runtime.block_on(Sqlite::open(&file));
        let backend = backend.map_err(|error| Failure::failed(data::unusable(&file, &error)))?;
        let (store, actor) = store::channel(backend);
        let app = App {
            think_threads: think_threads(None),
            name: platform::machine_name(context.env),
            data: Location::Folder(folder.to_owned()).id(),
            ..App::new(context.catalogue.into(), store.clone())
        };
        let (stop, stopped) = oneshot::channel();
        let thread = thread::Builder::new().name("own server".to_owned()).spawn(move || {
            runtime.block_on(async move {
                let _lock = lock;
                let actor = tokio::spawn(actor.with_reopen_timeout(REOPEN_TIMEOUT).run());
                let Ok(listener) = tokio::net::TcpListener::from_std(listener) else { return };
                let shutdown = async {
                    let _ = stopped.await;
                };
                let _ = server::serve(listener, app, shutdown).await;
                store.close().await;
                let _ = timeout(STORE_CLOSE_TIMEOUT, actor).await;
            });
        });
        let thread = thread.map_err(|error| failed(&error))?;
        Ok(Self { address, stop: Some(stop), thread: Some(thread) })
    }

    /// Where it listens.
    pub(crate) const fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Drop for OwnServer {
    fn drop(&mut self) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
