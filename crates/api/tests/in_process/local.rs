//! A context without a server: one visitor, a store in memory, rooms and engines in the same task. It is what an
//! adapter for a browser has to have, and nothing more.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex as StdMutex, MutexGuard, PoisonError};

use api::{
    AnalysisJob, Analyst, Backfill, Body, Context, DriverInput, Effect, Ending, Error, Games,
    Method, OpenError, OpenRoom, PictureKey, Request, Resource, ReviewCache, RoomClosed,
    RoomConnection, RoomDriver, SliceNews, WorkBudget, call_store, find_route, routes,
};
use bytes::Bytes;
use engine::{DataFile, Entry, Resources};
use futures_util::TryStreamExt;
use futures_util::lock::Mutex;
use play::{SeatKey, Time};
use room::{Input, Monotonic, Now, Room, Settings, SubscriberId};
use rules::Live;
use serde_json::Value;
use store::{LOCAL, Memory, Owner, Store};
use wire::{FromAnalyst, ToClient};
use work::{KeptSearchers, WorkPriority, WorkRequest, WorkResult, WorkUpdate};

use crate::puzzles::PUZZLES;
use crate::tic_tac_toe::TicTacToeEngine;

/// The program without a server.
#[derive(Clone)]
pub(crate) struct Local(Arc<LocalState>);

struct LocalState {
    games: Games,
    store: Store,
    backfill: Backfill,
    rooms: Mutex<HashMap<String, LocalRoom>>,
    reviews: ReviewCache,
    entropy: AtomicU64,
    clock: AtomicU64,
}

impl Local {
    /// One with an empty store.
    pub(crate) fn new() -> Self {
        Self::with_puzzles(&PUZZLES)
    }

    /// The same with these puzzles.
    pub(crate) fn with_puzzles(puzzles: &'static DataFile) -> Self {
        let (store, actor) = store::channel(Memory::default());
        tokio::spawn(actor.run_in_task());
        Self(Arc::new(LocalState {
            games: Games::new(Arc::new([Entry::of::<TicTacToeEngine>().with_puzzles(puzzles)])),
            store,
            backfill: Backfill::default(),
            rooms: Mutex::default(),
            reviews: ReviewCache::default(),
            entropy: AtomicU64::new(0),
            clock: AtomicU64::new(1_700_000_000_000),
        }))
    }

    /// The response to a request: its status and its body.
    pub(crate) async fn ask(&self, method: Method, url: &str, body: &str) -> (u16, String) {
        let routes = routes::<Self>();
        let (path, query) = url.split_once('?').unwrap_or((url, ""));
        let response = match find_route(&routes, method, path) {
            Some((route, params)) => {
                let request = Request {
                    params,
                    query: query.to_owned(),
                    body: Bytes::from(body.to_owned()),
                    ..Request::default()
                };
                route.handle(self.clone(), request).await
            }
            None => Err(Error::NotFound),
        };
        let response = response.unwrap_or_else(|error| error.response());
        let body = match response.body {
            Body::Bytes(bytes) => bytes.to_vec(),
            Body::Resource(resource) => self.resource(resource).expect("a resource").to_vec(),
            Body::Stream(parts) => {
                parts.try_collect::<Vec<_>>().await.expect("a whole body").concat()
            }
        };
        (response.status, String::from_utf8(body).expect("a text"))
    }

    /// The JSON of a response that succeeds.
    pub(crate) async fn json(&self, method: Method, url: &str, body: &str) -> Value {
        let (status, body) = self.ask(method, url, body).await;
        assert_eq!(status, 200, "{url}: {body}");
        serde_json::from_str(&body).expect("JSON")
    }

    /// Has the room of a match handle an input, and everything that follows from it.
    async fn input(&self, id: &str, input: Input) {
        let mut rooms = self.0.rooms.lock().await;
        let open = rooms.get_mut(id).expect("an open room");
        let mut effects: VecDeque<_> =
            open.driver.handle(DriverInput::Room(input), self.now()).into();
        while let Some(effect) = effects.pop_front() {
            let input = match effect {
                Effect::Send { to, message } => {
                    for subscriber in to {
                        open.sent.lock().expect("messages").push((subscriber, message.clone()));
                    }
                    continue;
                }
                Effect::Store(request) => {
                    let reply = call_store(self.0.store.clone(), request).await;
                    DriverInput::Room(Input::Stored(reply))
                }
                Effect::Search { version, request } => {
                    let (WorkResult::Report(report), _) = self.run_elsewhere(&request) else {
                        panic!("no report")
                    };
                    DriverInput::SearchEnded(version, Some(report))
                }
                _ => continue,
            };
            effects.extend(open.driver.handle(input, self.now()));
        }
    }

    /// Has work done as by a worker: all that is sent there and back is text. Its result, and what it found on the way.
    fn run_elsewhere(&self, request: &WorkRequest) -> (WorkResult, Vec<WorkUpdate>) {
        let sent = serde_json::to_string(request).expect("plain data");
        let request: WorkRequest = serde_json::from_str(&sent).expect("the same data");
        let (catalogue, mut updates) = (self.0.games.catalogue(), Vec::new());
        let mut on_update = |update| updates.push(update);
        let (available, stop) = (Resources { threads: 1, table: 8 }, AtomicBool::new(false));
        let kept = &mut KeptSearchers::default();
        let result = work::run(kept, catalogue, &request, available, &stop, &mut on_update);
        let result = result.expect("a result");
        request.check_result(catalogue, &result).expect("a right result");
        let check = |update| request.check_update(catalogue, update).expect("a right update");
        updates.iter().for_each(check);
        (result, updates)
    }
}

/// Open room of a match.
struct LocalRoom {
    driver: RoomDriver,
    sent: Arc<StdMutex<Vec<(SubscriberId, ToClient)>>>,
}

/// Work that may take as long as it likes.
struct NoDeadline;

impl WorkBudget for NoDeadline {
    fn check(&self) -> Result<(), Error> {
        Ok(())
    }
}

impl Context for Local {
    fn games(&self) -> &Games {
        &self.0.games
    }

    fn store(&self) -> &Store {
        &self.0.store
    }

    fn backfill(&self) -> &Backfill {
        &self.0.backfill
    }

    fn now(&self) -> Now {
        let millis = self.0.clock.fetch_add(1, Relaxed);
        Now { wall: Time(millis), monotonic: Monotonic(millis) }
    }

    fn random(&self) -> Result<u128, Error> {
        Ok(u128::from(self.0.entropy.fetch_add(0x9e37_79b9_7f4a_7c15, Relaxed)))
    }

    fn resource(&self, resource: Resource) -> Result<Bytes, Error> {
        Ok(resource.encode(&self.0.games, "0")?.into())
    }

    fn is_owner(&self) -> bool {
        false
    }

    fn profile(&self) -> &str {
        LOCAL
    }

    fn device(&self) -> Option<SeatKey> {
        None
    }

    fn owner(&self) -> Owner {
        LOCAL.into()
    }

    fn expired_cookie(&self) -> Option<String> {
        None
    }

    fn check_effort(&self) -> Result<(), Error> {
        Ok(())
    }

    fn check_write(&self) -> Result<(), Error> {
        Ok(())
    }

    async fn check_fair_play(&self, _: Entry, live: Box<dyn Live>) -> Result<Box<dyn Live>, Error> {
        Ok(live)
    }

    async fn run_blocking<T: Send + 'static>(
        &self,
        _: usize,
        work: impl FnOnce(&Games, &dyn WorkBudget) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        work(&self.0.games, &NoDeadline)
    }

    async fn run_engine(
        &self,
        _: WorkPriority,
        request: WorkRequest,
    ) -> Result<(WorkResult, Vec<WorkUpdate>), Error> {
        Ok(self.run_elsewhere(&request))
    }

    async fn look<T: Send + 'static>(
        &self,
        id: &str,
        look: impl FnOnce(&dyn OpenRoom) -> T + Clone + Send + 'static,
    ) -> Result<T, OpenError> {
        let mut rooms = self.0.rooms.lock().await;
        if !rooms.contains_key(id) {
            let events = self.0.store.load(id).await.map_err(|error| match error {
                store::Error::NotFound => OpenError::NotFound,
                error => OpenError::failed(error),
            })?;
            let games = Arc::new(self.0.games.clone());
            let settings = Settings::default();
            let now = self.now();
            let (room, outputs) = Room::open(id.to_owned(), &events, games, settings, &[], now)
                .map_err(OpenError::failed)?;
            let entry = self.0.games.entry(room.game().info().id).ok_or(OpenError::NotFound)?;
            let (driver, _) = RoomDriver::new(room, entry, None, outputs, now);
            rooms.insert(id.to_owned(), LocalRoom { driver, sent: Arc::default() });
        }
        Ok(look(&rooms[id].driver))
    }

    async fn close_room(&self, id: &str) {
        self.0.rooms.lock().await.remove(id);
    }

    fn png(&self, _: PictureKey, _: &str, _: u32, _: &dyn WorkBudget) -> Result<Bytes, Error> {
        Err(Error::NotFound)
    }
}

/// Connection to a room.
pub(crate) struct LocalConnection {
    local: Local,
    id: String,
    sent: Arc<StdMutex<Vec<(SubscriberId, ToClient)>>>,
}

impl LocalConnection {
    /// The room of a match, opened if it is not open.
    pub(crate) async fn open(local: &Local, id: &str) -> Self {
        local.look(id, |_: &dyn OpenRoom| ()).await.expect("a room");
        let sent = Arc::clone(&local.0.rooms.lock().await[id].sent);
        Self { local: local.clone(), id: id.to_owned(), sent }
    }

    /// What the room has sent, which others may take out.
    pub(crate) fn sent(&self) -> Arc<StdMutex<Vec<(SubscriberId, ToClient)>>> {
        Arc::clone(&self.sent)
    }
}

impl RoomConnection for LocalConnection {
    async fn connect(&mut self) -> Result<(), RoomClosed> {
        Ok(())
    }

    async fn input(&self, input: Input) -> Result<(), RoomClosed> {
        self.local.input(&self.id, input).await;
        Ok(())
    }

    async fn look<T: Send + 'static>(
        &self,
        look: impl FnOnce(&dyn OpenRoom) -> T + Send + 'static,
    ) -> Result<T, RoomClosed> {
        Ok(look(&self.local.0.rooms.lock().await[&self.id].driver))
    }
}

/// Analyst whose analyses run in one slice.
#[derive(Clone)]
pub(crate) struct LocalAnalyst {
    local: Local,
    sent: Arc<StdMutex<Vec<FromAnalyst>>>,
}

impl LocalAnalyst {
    pub(crate) fn new(local: &Local) -> Self {
        Self { local: local.clone(), sent: Arc::default() }
    }

    /// Takes out what has been sent.
    pub(crate) fn take(&self) -> Vec<FromAnalyst> {
        std::mem::take(&mut *self.messages())
    }

    fn messages(&self) -> MutexGuard<'_, Vec<FromAnalyst>> {
        self.sent.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Analyst for LocalAnalyst {
    type Job = OneSlice;

    fn reviews(&self) -> &ReviewCache {
        &self.local.0.reviews
    }

    fn start(&self) -> Option<OneSlice> {
        Some(OneSlice { local: self.local.clone(), news: None })
    }

    async fn send(&self, message: &FromAnalyst) {
        self.messages().push(message.clone());
    }
}

/// An analysis whose slice ends as soon as it has begun.
pub(crate) struct OneSlice {
    local: Local,
    news: Option<SliceNews>,
}

impl AnalysisJob for OneSlice {
    fn start_slice(&mut self, request: WorkRequest) -> Result<(), Error> {
        let (result, updates) = self.local.run_elsewhere(&request);
        self.news = Some(SliceNews { updates, end: Some((Some(result), Ending::Complete)) });
        Ok(())
    }

    async fn next(&mut self, _: bool) -> SliceNews {
        self.news.take().expect("a slice")
    }
}
