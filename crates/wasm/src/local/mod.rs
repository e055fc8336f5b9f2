//! The program without a server: requests and sockets of the page, rooms, the store and the queue of the engines, in one
//! thread.
//!
//! The host passes what happens to [`CoreProcess::receive`] and does what [`CoreHost::send`] is told. Nothing here waits:
//! a task that needs something goes on when the host brings it.

mod analyst;
mod context;
mod data_loads;
mod executor;
mod message;
mod pool;
mod rooms;
mod row_log;
mod sockets;
#[cfg(test)]
mod tests;
mod timers;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use api::{
    Backfill, Body, Context, Error, Games, Method, Request, Response, ReviewCache, Route,
    find_route, routes,
};
use bytes::Bytes;
use futures_util::TryStreamExt;
use futures_util::future::{AbortHandle, Abortable};
use room::Now;
use store::{Backend, Memory, RowBackend, Store};
use tokio::sync::mpsc;

use data_loads::DataLoads;
use executor::{Executor, Spawner};
pub use message::{FromCore, StorageFailure, ToCore};
use pool::Pool;
use rooms::Rooms;
use row_log::{HostLog, Transactions};
use timers::Timers;

/// Host of the program: a Worker of the page, node, or a test.
pub trait CoreHost: Send + Sync + 'static {
    /// Reads the clocks.
    fn now(&self) -> Now;

    /// Draws random bits that nobody can foresee.
    fn random(&self) -> u128;

    /// Takes a message, and the bytes that belong to it.
    fn send(&self, message: &FromCore, data: &[u8]);
}

/// The program, which runs when the host calls it.
pub struct CoreProcess {
    core: Core,
    executor: Executor,
}

/// What tasks and handlers share. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Core(Arc<CoreState>);

struct CoreState {
    host: Arc<dyn CoreHost>,
    games: Games,
    store: Store,
    backfill: Backfill,
    reviews: ReviewCache,
    rooms: Rooms,
    routes: Vec<Route<Core>>,
    sockets: Mutex<HashMap<u64, mpsc::UnboundedSender<String>>>,
    requests: Mutex<HashMap<u64, AbortHandle>>,
    pool: Pool,
    transactions: Transactions,
    data_loads: DataLoads,
    timers: Timers,
    spawner: Spawner,
}

impl CoreProcess {
    /// A program with so many engines that stores nothing: all is gone with it.
    pub fn in_memory(host: Arc<dyn CoreHost>, engines: usize) -> Self {
        Self::with(host, engines, Memory::default(), Transactions::default())
    }

    /// A program with so many engines and these rows, by their keys. The host stores what changes in them. Returns
    /// the keys of rows that cannot be read, too.
    pub fn open(
        host: Arc<dyn CoreHost>,
        engines: usize,
        rows: Vec<(String, String)>,
    ) -> Result<(Self, Vec<String>), store::Error> {
        let transactions = Transactions::default();
        let log = HostLog { host: Arc::clone(&host), transactions: transactions.clone() };
        let backend = RowBackend::open(rows, log)?;
        let unreadable = backend.unreadable().to_vec();
        Ok((Self::with(host, engines, backend, transactions), unreadable))
    }

    fn with(
        host: Arc<dyn CoreHost>,
        engines: usize,
        backend: impl Backend,
        transactions: Transactions,
    ) -> Self {
        let (store, actor) = store::channel(backend);
        let spawner = Spawner::default();
        spawner.spawn(async move {
            let _ = actor.run_in_task().await;
        });
        let core = Core(Arc::new(CoreState {
            pool: Pool::new(Arc::clone(&host), engines),
            host,
            games: Games::new(games::CATALOGUE.into()),
            store,
            backfill: Backfill::default(),
            reviews: ReviewCache::default(),
            rooms: Rooms::default(),
            routes: routes(),
            sockets: Mutex::default(),
            requests: Mutex::default(),
            transactions,
            data_loads: DataLoads::default(),
            timers: Timers::default(),
            spawner,
        }));
        Self { core, executor: Executor::default() }
    }

    /// Takes in a message and does everything that follows. Returns after how many milliseconds the core wants a
    /// [`ToCore::Wake`].
    pub fn receive(&mut self, message: ToCore, data: Vec<u8>) -> Option<u64> {
        self.core.receive(message, data);
        let core = &self.core;
        core.timers().advance(core.now().monotonic);
        core.wake_rooms();
        self.executor.run(&core.0.spawner);
        let next = [core.timers().next(), core.next_room_wake()];
        let now = core.now().monotonic;
        next.into_iter().flatten().min().map(|at| at.since(now))
    }
}

impl Core {
    fn shared(&self) -> &CoreState {
        &self.0
    }

    fn pool(&self) -> &Pool {
        &self.0.pool
    }

    fn timers(&self) -> &Timers {
        &self.0.timers
    }

    fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        self.0.spawner.spawn(task);
    }

    fn send(&self, message: &FromCore, data: &[u8]) {
        self.0.host.send(message, data);
    }

    fn sockets(&self) -> MutexGuard<'_, HashMap<u64, mpsc::UnboundedSender<String>>> {
        self.0.sockets.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn requests(&self) -> MutexGuard<'_, HashMap<u64, AbortHandle>> {
        self.0.requests.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn receive(&self, message: ToCore, data: Vec<u8>) {
        match message {
            ToCore::Request { request, method, url, accept_language, if_none_match } => {
                let (path, query) = url.split_once('?').unwrap_or((&url, ""));
                let asked = Request {
                    params: Vec::new(),
                    query: query.to_owned(),
                    accept_language,
                    if_none_match,
                    body: data.into(),
                };
                self.request(request, &method, path, asked);
            }
            ToCore::Cancel { request } => {
                if let Some(task) = self.requests().remove(&request) {
                    task.abort();
                }
            }
            ToCore::OpenSocket { socket, path } => self.open_socket(socket, &path),
            ToCore::SocketMessage { socket } => {
                self.socket_message(socket, String::from_utf8(data).unwrap_or_default());
            }
            ToCore::CloseSocket { socket } => self.socket_closed(socket),
            ToCore::WorkUpdate { work } => {
                if let Ok(update) = serde_json::from_slice(&data) {
                    self.pool().update(work, update);
                }
            }
            ToCore::WorkEnded { work } => {
                self.pool().ended(work, serde_json::from_slice(&data).ok());
            }
            ToCore::TransactionEnded { transaction, failure } => {
                self.0.transactions.ended(transaction, failure);
            }
            ToCore::DataLoaded { name } => self.data_loaded(&name, data),
            ToCore::Wake => {}
        }
    }

    /// Answers a request, in a task of its own.
    fn request(&self, number: u64, method: &str, path: &str, request: Request) {
        let (core, method, path) = (self.clone(), read_method(method), path.to_owned());
        let (abort, registration) = AbortHandle::new_pair();
        self.requests().insert(number, abort);
        let task = async move {
            let response = core.respond(method, &path, request).await;
            let response = response.unwrap_or_else(|error| error.response());
            core.requests().remove(&number);
            let Response { status, headers, body } = response;
            let headers =
                headers.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
            let body = match body {
                Body::Bytes(bytes) => bytes,
                // It was collected; a resource was not found.
                Body::Stream(_) | Body::Resource(_) => Bytes::new(),
            };
            core.send(&FromCore::Response { request: number, status, headers }, &body);
        };
        self.spawn(async move {
            let _ = Abortable::new(task, registration).await;
        });
    }

    async fn respond(
        &self,
        method: Option<Method>,
        path: &str,
        request: Request,
    ) -> Result<Response, Error> {
        let method = method.ok_or(Error::NotFound)?;
        let (route, params) = find_route(&self.0.routes, method, path).ok_or(Error::NotFound)?;
        if request.body.len() > route.body_max_bytes {
            return Err(Error::TooLarge);
        }
        let request = Request { params, ..request };
        let mut response = route.handle(self.clone(), request.clone()).await;
        while let Err(Error::MissingData(name)) = response {
            if !self.load_data(name).await {
                break;
            }
            response = route.handle(self.clone(), request.clone()).await;
        }
        let response = response?;
        match response.body {
            Body::Stream(parts) => {
                let parts = parts.try_collect::<Vec<_>>().await?;
                Ok(Response { body: Body::Bytes(parts.concat().into()), ..response })
            }
            Body::Resource(_) => Err(Error::NotFound),
            Body::Bytes(_) => Ok(response),
        }
    }
}

fn read_method(method: &str) -> Option<Method> {
    match method {
        "GET" => Some(Method::Get),
        "POST" => Some(Method::Post),
        "PUT" => Some(Method::Put),
        "DELETE" => Some(Method::Delete),
        _ => None,
    }
}
