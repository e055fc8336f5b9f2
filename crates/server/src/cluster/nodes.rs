//! This node among those of a site: what it tells the others, and what it makes of their news.
//!
//! Rooms announce their state to [`Nodes`], which sends it at once if it has changed, and all of it from time to
//! time. What others say goes to the rooms as [`Input::Peers`] and [`Input::NewVersion`], and to the lobby. Versions
//! that no news have told are found in the store by [`poll_versions`].

use std::collections::{BTreeSet, HashMap};
use std::io;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use ::room::{Hearing, Input, Monotonic, PeerView, TimeSource};
use play::{Player, Version};
use store::{Arrival, Outage, Store};
use tokio::sync::{Notify, mpsc};
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};

use super::news::room_messages;
use super::{Bus, Envelope, News, NodeId, Peers, RoomNews};
use crate::hub::Service;
use crate::lobby::LobbyEntry;
use crate::room::Handle;
use crate::time::NodeClock;

/// Time between two heartbeats.
const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(1);
/// How many heartbeats go by until all rooms are announced again.
const ROOMS_ANNOUNCED_EVERY: u64 = 3;
/// News that may wait to be sent; more are lost, and repaired by the next announcement of all rooms.
const NEWS_QUEUE_MAX: usize = 4096;
/// Time in which NATS must take news.
const PUBLISH_TIMEOUT: Duration = Duration::from_millis(500);
/// Time between two questions to the store for the versions of all open rooms while no news come in.
const DEAF_POLL_INTERVAL: Duration = Duration::from_millis(1_500);
/// While news come in, every so many of these intervals is used.
const HEARING_POLL_EVERY: u64 = 3;
/// Ids in one question for versions.
const POLL_MAX_IDS: usize = 1_000;
/// Arrivals in one change of the store.
const ARRIVALS_PER_CHANGE: usize = 100;
/// Time before arrivals are stored again that could not be.
const ARRIVALS_RETRY_DELAY: Duration = Duration::from_millis(500);
/// Time between two looks at the clock, which stands still after a pause.
const CLOCK_WATCH_INTERVAL: Duration = Duration::from_millis(250);
/// Time between two measurements of the time of the store.
const TIME_MEASURE_INTERVAL: Duration = Duration::from_secs(20);
/// Offset that is taken as wrong by the network if the measurement is not surer than that.
const TIME_UNCERTAINTY_MAX: Duration = Duration::from_millis(250);
/// The shortest time without a heartbeat of any node that is an outage, in milliseconds.
pub(crate) const OUTAGE_MIN_MS: u64 = 6_000;
/// How long ago an outage ended that open rooms may not know of, in milliseconds.
const OUTAGE_RECENT_MS: u64 = 120_000;
/// Time that the store has to say whether there was an outage.
const OUTAGE_CHECK_TIMEOUT: Duration = Duration::from_secs(5);

/// Time for the store to answer a node that starts, and the time between two questions.
const STORE_ANSWER_TIMEOUT: Duration = Duration::from_mins(1);
const STORE_RETRY_DELAY: Duration = Duration::from_millis(500);

/// Time in which the last news must be sent when the node ends.
const LEAVE_TIMEOUT: Duration = Duration::from_millis(250);

/// This node among those of a site.
pub(crate) struct Nodes {
    id: NodeId,
    pub(crate) clock: Arc<NodeClock>,
    outgoing: mpsc::Sender<News>,
    /// Number of the next news.
    next_sequence: AtomicU64,
    peers: Mutex<Peers>,
    local: Mutex<HashMap<String, LocalRoom>>,
    /// Arrivals of players here that the store does not know yet.
    arrivals: Mutex<BTreeSet<Arrival>>,
    arrivals_due: Notify,
    figures: NodeFigures,
}

/// Counters of what passes between nodes.
#[derive(Default)]
pub(crate) struct NodeFigures {
    pub(crate) sent: AtomicU64,
    pub(crate) lost: AtomicU64,
    pub(crate) received: AtomicU64,
    pub(crate) unknown: AtomicU64,
    /// Milliseconds that the last news of another node were under way.
    pub(crate) lag_ms: AtomicU64,
    pub(crate) polled: AtomicU64,
    pub(crate) found: AtomicU64,
}

/// A room that is open here.
struct LocalRoom {
    handle: Handle,
    news: RoomNews,
    /// What the room knows of other nodes.
    view: PeerView,
}

impl Nodes {
    /// A node, and the news that it wants to send.
    pub(crate) fn new(id: u64, clock: Arc<NodeClock>) -> (Self, mpsc::Receiver<News>) {
        let (outgoing, queue) = mpsc::channel(NEWS_QUEUE_MAX);
        let id = NodeId(id);
        let nodes = Self {
            id,
            clock,
            outgoing,
            next_sequence: AtomicU64::new(1),
            peers: Mutex::new(Peers::new(id)),
            local: Mutex::default(),
            arrivals: Mutex::default(),
            arrivals_due: Notify::new(),
            figures: NodeFigures::default(),
        };
        (nodes, queue)
    }

    pub(crate) const fn figures(&self) -> &NodeFigures {
        &self.figures
    }

    /// How many nodes are alive, this one included.
    pub(crate) fn live_nodes(&self) -> usize {
        self.peers().live_nodes()
    }

    /// Whether news come in.
    pub(crate) fn hearing(&self) -> Hearing {
        self.peers().hearing(self.now())
    }

    /// Whether this node does what is not about a match, such as retention.
    pub(crate) fn leads(&self, task: &str) -> bool {
        self.peers().leads(task)
    }

    /// What the room of a match that is about to be opened here has to know.
    pub(crate) fn view(&self, id: &str) -> PeerView {
        self.peers().view(id, self.now())
    }

    /// A room has been opened, or its state may have changed: others are told if it has.
    pub(crate) fn announce(&self, news: RoomNews, handle: Option<&Handle>) {
        let mut local = self.local();
        match (local.get_mut(&news.id), handle) {
            (Some(room), _) => {
                if !news.differs_from(&room.news) {
                    room.news.lag_ms = news.lag_ms;
                    return;
                }
                room.news = news.clone();
            }
            (None, Some(handle)) => {
                let (handle, view) = (handle.clone(), self.view(&news.id));
                local.insert(news.id.clone(), LocalRoom { handle, news: news.clone(), view });
            }
            (None, None) => return,
        }
        drop(local);
        self.send(News::Rooms { rooms: vec![news] });
    }

    /// A room is closed.
    pub(crate) fn retract(&self, id: &str, version: Version) {
        if self.local().remove(id).is_some() {
            self.send(News::Rooms { rooms: vec![RoomNews::closed(id.to_owned(), version)] });
        }
    }

    /// A player has come to a match here: the store is told, so that no other node takes the player for absent.
    pub(crate) fn arrived(&self, id: &str, player: Player) {
        self.arrivals().insert(Arrival { match_id: id.to_owned(), player });
        self.arrivals_due.notify_one();
    }

    /// While no news go out, the store is told of all players who are here.
    fn renew_arrivals(&self) {
        for (id, room) in &*self.local() {
            for player in
                Player::ALL.into_iter().filter(|player| room.news.present[*player as usize])
            {
                self.arrived(id, player);
            }
        }
    }

    fn arrivals(&self) -> MutexGuard<'_, BTreeSet<Arrival>> {
        self.arrivals.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells the other nodes something. It may be lost.
    pub(crate) fn send(&self, news: News) {
        if self.outgoing.try_send(news).is_err() {
            self.figures.lost.fetch_add(1, Relaxed);
        }
    }

    /// From now on everything that must happen once is left to others.
    pub(crate) fn drain(&self) {
        self.peers().drain();
        self.send(News::Alive { draining: true });
        self.update_views();
    }

    fn heartbeat(&self) -> News {
        News::Alive { draining: self.peers().is_draining() }
    }

    /// Takes in news.
    fn hear(&self, service: &Service, envelope: Envelope) {
        if envelope.node != self.id {
            self.figures.received.fetch_add(1, Relaxed);
            let lag_ms = self.clock.now().wall.0.saturating_sub(envelope.sent);
            self.figures.lag_ms.store(lag_ms, Relaxed);
            self.pass_on(&envelope.news);
            if let News::Rooms { rooms } = &envelope.news {
                service.fair_play.hear(rooms, self.now());
            }
        }
        let changed = self.peers().hear(envelope, self.now());
        self.update(service, &changed);
    }

    /// Gives news that are about one moment to the room.
    fn pass_on(&self, news: &News) {
        match news {
            News::Greeted { id, player, greeting } => {
                let (player, greeting) = (*player, *greeting);
                self.tell(id, Input::Greeted { player, greeting });
            }
            News::MoveNow { id } => {
                if let Some(room) = self.local().get(id) {
                    room.handle.try_hurry();
                }
            }
            News::Alive { .. } | News::Leaving | News::Rooms { .. } => {}
        }
    }

    /// Tells lobby and rooms what has changed of these matches.
    fn update(&self, service: &Service, ids: &[String]) {
        for id in ids {
            let (entry, version) = {
                let peers = self.peers();
                (peers.lobby_entry(id), peers.version(id))
            };
            let entry = entry.map(|(summary, host)| LobbyEntry { summary, host });
            service.lobby.set_remote(id, entry);
            self.update_view(id);
            if let Some(version) = version {
                self.offer_version(id, version);
            }
        }
    }

    fn update_view(&self, id: &str) {
        let view = self.view(id);
        if let Some(room) = self.local().get_mut(id)
            && room.view != view
            && room.handle.try_input(Input::Peers(view))
        {
            room.view = view;
        }
    }

    /// Tells all rooms what has changed with time: nodes that are dead, or not heard.
    fn update_views(&self) {
        let ids: Vec<_> = self.local().keys().cloned().collect();
        for id in ids {
            self.update_view(&id);
        }
    }

    /// Has a room load what it lacks; whether it lacks anything.
    fn offer_version(&self, id: &str, version: Version) -> bool {
        let local = self.local();
        let Some(room) = local.get(id).filter(|room| room.news.version < version) else {
            return false;
        };
        room.handle.try_input(Input::NewVersion(version));
        true
    }

    fn tell(&self, id: &str, input: Input) {
        if let Some(room) = self.local().get(id) {
            room.handle.try_input(input);
        }
    }

    fn now(&self) -> Monotonic {
        self.clock.now().monotonic
    }

    fn peers(&self) -> MutexGuard<'_, Peers> {
        self.peers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn local(&self) -> MutexGuard<'_, HashMap<String, LocalRoom>> {
        self.local.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Sends what waits in the queue.
pub(crate) async fn send_news(nodes: Arc<Nodes>, bus: Bus, mut queue: mpsc::Receiver<News>) {
    while let Some(news) = queue.recv().await {
        let sequence = nodes.next_sequence.fetch_add(1, Relaxed);
        let envelope = Envelope { node: nodes.id, sequence, sent: nodes.clock.now().wall.0, news };
        let counter = match timeout(PUBLISH_TIMEOUT, bus.publish(&envelope)).await {
            Ok(Ok(())) => &nodes.figures.sent,
            Ok(Err(_)) | Err(_) => &nodes.figures.lost,
        };
        counter.fetch_add(1, Relaxed);
    }
}

/// Receives the news of others, and subscribes again if that ends.
pub(crate) async fn receive_news(service: Arc<Service>, nodes: Arc<Nodes>, bus: Bus) {
    loop {
        match bus.subscribe().await {
            Ok(mut news) => {
                while let Some(received) = news.next().await {
                    match received {
                        Ok(envelope) => nodes.hear(&service, envelope),
                        Err(error) => {
                            nodes.figures.unknown.fetch_add(1, Relaxed);
                            tracing::warn!(%error, "news that this version does not understand");
                        }
                    }
                }
            }
            Err(error) => tracing::warn!(%error, "no subscription to the news of other nodes"),
        }
        sleep(HEARTBEAT_INTERVAL).await;
    }
}

/// Sends heartbeats, announces all rooms from time to time, and forgets nodes that are silent.
pub(crate) async fn keep_alive(service: Arc<Service>, nodes: Arc<Nodes>) {
    let mut ticks = interval(HEARTBEAT_INTERVAL);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    for count in 0_u64.. {
        ticks.tick().await;
        nodes.send(nodes.heartbeat());
        if count % ROOMS_ANNOUNCED_EVERY == 0 {
            let rooms: Vec<_> = nodes.local().values().map(|room| room.news.clone()).collect();
            for news in room_messages(rooms) {
                nodes.send(news);
            }
        }
        let expired = nodes.peers().expire(nodes.now());
        nodes.update(&service, &expired);
        nodes.update_views();
    }
}

/// Asks the store for the versions of all open rooms, in one question for a thousand of them: what no news have told
/// is found here, within seconds.
pub(crate) async fn poll_versions(service: Arc<Service>, nodes: Arc<Nodes>) {
    for count in 0_u64.. {
        sleep(DEAF_POLL_INTERVAL).await;
        if nodes.hearing() == Hearing::Interrupted {
            nodes.renew_arrivals();
        } else if count % HEARING_POLL_EVERY != 0 {
            continue;
        }
        let ids: Vec<_> = nodes.local().keys().cloned().collect();
        for ids in ids.chunks(POLL_MAX_IDS) {
            nodes.figures.polled.fetch_add(1, Relaxed);
            let Ok(versions) = service.store.versions(ids.to_vec()).await else { break };
            for (id, version) in versions {
                if nodes.offer_version(&id, version) {
                    nodes.figures.found.fetch_add(1, Relaxed);
                }
            }
        }
    }
}

/// Stores the arrivals of players, all that wait together, and again those that could not be stored.
pub(crate) async fn record_arrivals(service: Arc<Service>, nodes: Arc<Nodes>) {
    loop {
        nodes.arrivals_due.notified().await;
        let due = Vec::from_iter(std::mem::take(&mut *nodes.arrivals()));
        let at = nodes.clock.now().wall;
        for due in due.chunks(ARRIVALS_PER_CHANGE) {
            if let Err(error) = service.store.record_arrivals(due.to_vec(), at).await {
                tracing::warn!(%error, "arrivals of players cannot be stored");
                nodes.arrivals().extend(due.iter().cloned());
            }
        }
        if !nodes.arrivals().is_empty() {
            sleep(ARRIVALS_RETRY_DELAY).await;
            nodes.arrivals_due.notify_one();
        }
    }
}

/// Measures the time of the store now and then.
pub(crate) async fn keep_time(service: Arc<Service>, clock: Arc<NodeClock>) {
    loop {
        sleep(TIME_MEASURE_INTERVAL).await;
        match service.store.time_offset(|| clock.since_start()).await {
            Ok(offset) if offset.uncertainty <= TIME_UNCERTAINTY_MAX => {
                clock.set_offset(offset.millis);
            }
            Ok(_) => {}
            Err(error) => tracing::warn!(%error, "the time of the store cannot be measured"),
        }
    }
}

/// Notices that the process was paused. Before its clock goes on, rooms know that what they have heard is old, and of
/// the outage, if no other node was there either.
pub(crate) async fn watch_clock(service: Arc<Service>, nodes: Arc<Nodes>) {
    let mut ticks = interval(CLOCK_WATCH_INTERVAL);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        if !nodes.clock.is_held() {
            continue;
        }
        tracing::warn!("the process was paused");
        let next = nodes.next_sequence.load(Relaxed);
        nodes.peers().interrupt(next);
        nodes.update_views();
        let check = service.store.record_join(nodes.clock.present(), OUTAGE_MIN_MS);
        match timeout(OUTAGE_CHECK_TIMEOUT, check).await {
            Ok(Ok(outages)) => credit(&service, &nodes, outages),
            Ok(Err(error)) => tracing::error!(%error, "nobody knows whether other nodes ran"),
            Err(_) => tracing::error!("nobody knows in time whether other nodes ran"),
        }
        nodes.clock.release();
    }
}

/// Tells open rooms of recent outages. One that another node has told them of changes nothing.
fn credit(service: &Service, nodes: &Nodes, outages: Vec<Outage>) {
    let outages = long_outages(outages);
    let now = nodes.clock.present();
    for outage in outages.iter().filter(|outage| now.since(outage.ended) < OUTAGE_RECENT_MS) {
        for room in nodes.local().values() {
            room.handle.try_input(Input::Outage(*outage));
        }
    }
    service.replace_outages(outages);
}

/// The outages of a site with several nodes. A store that had one server before may have shorter ones.
pub(crate) fn long_outages(mut outages: Vec<Outage>) -> Vec<Outage> {
    outages.retain(|outage| outage.ended.since(outage.began) >= OUTAGE_MIN_MS);
    outages
}

/// Asks the store again while it fails, but not for ever: a node that starts while its database restarts waits for it.
pub(crate) async fn ask_until_answered<T, F>(mut ask: impl FnMut() -> F) -> Result<T, store::Error>
where
    F: Future<Output = Result<T, store::Error>>,
{
    let began = Instant::now();
    loop {
        match ask().await {
            Err(error) if error.is_retryable() && began.elapsed() < STORE_ANSWER_TIMEOUT => {
                tracing::warn!(%error, "the store is asked again");
                sleep(STORE_RETRY_DELAY).await;
            }
            answered => return answered,
        }
    }
}

/// A node that has joined a site and does not take part yet.
pub(crate) struct JoinedNode {
    nodes: Arc<Nodes>,
    bus: Bus,
    queue: mpsc::Receiver<News>,
}

impl JoinedNode {
    /// Joins a site with the time of its store.
    pub(crate) async fn join(id: u64, bus: Bus, store: &Store) -> io::Result<Self> {
        let clock = Arc::new(NodeClock::start());
        let offset = ask_until_answered(|| store.time_offset(|| clock.since_start())).await;
        let offset = offset.map_err(io::Error::other)?;
        clock.set_offset(offset.millis);
        let (nodes, queue) = Nodes::new(id, clock);
        Ok(Self { nodes: Arc::new(nodes), bus, queue })
    }

    pub(crate) fn clock(&self) -> Arc<NodeClock> {
        Arc::clone(&self.nodes.clock)
    }

    pub(crate) fn nodes(&self) -> Arc<Nodes> {
        Arc::clone(&self.nodes)
    }

    /// Starts to tell and to hear.
    pub(crate) fn start(self, service: &Arc<Service>) -> NodeTasks {
        let Self { nodes, bus, queue } = self;
        let (service, shared) = (|| Arc::clone(service), || Arc::clone(&nodes));
        let mut tasks = JoinSet::new();
        tasks.spawn(receive_news(service(), shared(), bus.clone()));
        tasks.spawn(keep_alive(service(), shared()));
        tasks.spawn(poll_versions(service(), shared()));
        tasks.spawn(record_arrivals(service(), shared()));
        tasks.spawn(keep_time(service(), Arc::clone(&nodes.clock)));
        tasks.spawn(watch_clock(service(), shared()));
        let sender = tokio::spawn(send_news(shared(), bus, queue));
        NodeTasks { nodes, sender, tasks }
    }
}

/// Tasks of a node that takes part in a site.
pub(crate) struct NodeTasks {
    nodes: Arc<Nodes>,
    sender: JoinHandle<()>,
    tasks: JoinSet<()>,
}

impl NodeTasks {
    pub(crate) fn nodes(&self) -> &Nodes {
        &self.nodes
    }

    /// Says goodbye and ends.
    pub(crate) async fn leave(mut self) {
        self.tasks.shutdown().await;
        self.nodes.send(News::Leaving);
        // The queue is empty when there is room for all that it can hold.
        let _ = timeout(LEAVE_TIMEOUT, self.nodes.outgoing.reserve_many(NEWS_QUEUE_MAX)).await;
        self.sender.abort();
    }
}
