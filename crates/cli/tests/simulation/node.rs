//! A node of a site: its rooms, and what it has heard of the others.

use std::collections::{BTreeMap, BTreeSet};

use api::RoomDriver;
use play::{Player, Version};
use room::{Hearing, Input, Monotonic, Now, PeerView, SubscriberId};
use server::cluster::{Envelope, News, NodeId, Peers, RoomNews};
use store::{Arrival, Outage};

use crate::node_world::ClusterFlaw;

/// The shortest time without a heartbeat of any node that is an outage, in milliseconds.
pub(crate) const OUTAGE_MIN_MS: u64 = 6_000;

/// A node of a site.
pub(crate) struct Node {
    pub(crate) id: NodeId,
    pub(crate) rooms: BTreeMap<String, RoomDriver>,
    pub(crate) greeted: BTreeMap<SubscriberId, String>,
    pub(crate) outages: Vec<Outage>,
    pub(crate) running: bool,
    pub(crate) paused_until: u64,
    /// Until when nothing comes or goes by the bus.
    pub(crate) partitioned_until: u64,
    /// How often it has been started.
    pub(crate) life: u32,
    /// By how much its clock is wrong, in milliseconds, and by how much its estimate of the time of the store.
    pub(crate) skew_ms: i64,
    pub(crate) error_ms: i64,
    /// Beats since the start.
    pub(crate) beats: u64,
    /// Arrivals of players that are to be stored.
    pub(crate) arrivals: BTreeSet<Arrival>,
    peers: Peers,
    views: BTreeMap<String, PeerView>,
    announced: BTreeMap<String, RoomNews>,
    sequence: u64,
}

impl Node {
    pub(crate) fn new(id: NodeId) -> Self {
        Self {
            id,
            rooms: BTreeMap::new(),
            greeted: BTreeMap::new(),
            outages: Vec::new(),
            running: true,
            paused_until: 0,
            partitioned_until: 0,
            life: 0,
            skew_ms: 0,
            error_ms: 0,
            beats: 0,
            arrivals: BTreeSet::new(),
            peers: Peers::new(id),
            views: BTreeMap::new(),
            announced: BTreeMap::new(),
            sequence: 0,
        }
    }

    /// The process ends without a word.
    pub(crate) fn crash(&mut self) {
        self.rooms.clear();
        self.greeted.clear();
        self.views.clear();
        self.announced.clear();
        self.arrivals.clear();
        self.running = false;
        self.paused_until = 0;
        self.life += 1;
    }

    /// It starts again, as another node.
    pub(crate) fn restart(&mut self, id: NodeId, outages: Vec<Outage>) {
        (self.id, self.running, self.beats) = (id, true, 0);
        self.peers = Peers::new(id);
        self.outages = long(outages);
    }

    /// It is told to end.
    pub(crate) fn drain(&mut self) {
        self.peers.drain();
    }

    pub(crate) fn is_draining(&self) -> bool {
        self.peers.is_draining()
    }

    pub(crate) fn envelope(&mut self, news: News) -> Envelope {
        self.sequence += 1;
        Envelope { node: self.id, sequence: self.sequence, sent: 0, news }
    }

    /// What the others are told of a room, if it is new.
    pub(crate) fn announcement(&mut self, id: &str) -> Option<News> {
        let news = self.room_news(id)?;
        if self.announced.get(id).is_some_and(|known| !news.differs_from(known)) {
            return None;
        }
        self.announced.insert(id.to_owned(), news.clone());
        Some(News::Rooms { rooms: vec![news] })
    }

    /// What the others are told of all rooms.
    pub(crate) fn digest(&self) -> News {
        News::Rooms { rooms: self.rooms.keys().filter_map(|id| self.room_news(id)).collect() }
    }

    fn room_news(&self, id: &str) -> Option<RoomNews> {
        let room = self.rooms.get(id)?.room();
        let players = Player::ALL.map(|player| room.local_player(player));
        Some(RoomNews {
            id: id.to_owned(),
            version: room.session().version(),
            open: true,
            present: players.map(|player| player.present),
            left: players.map(|player| player.left),
            lag_ms: players.map(|player| player.lag_ms),
            watchers: room.local_watchers(),
            bound: Vec::new(),
            lobby: None,
            host: Vec::new(),
        })
    }

    /// Takes in news; the inputs of rooms that follow.
    pub(crate) fn hear(
        &mut self,
        envelope: Envelope,
        now: Monotonic,
        flaw: Option<ClusterFlaw>,
    ) -> Vec<(String, Input)> {
        let is_digest = matches!(&envelope.news, News::Rooms { rooms } if rooms.len() != 1);
        let changed = self.peers.hear(envelope, now);
        let mut inputs = self.view_changes(&changed, now, flaw);
        if flaw == Some(ClusterFlaw::TrustsNews) && is_digest {
            return inputs;
        }
        for id in changed {
            if let Some(version) = self.peers.version(&id) {
                inputs.extend(self.offer(&id, version));
            }
        }
        inputs
    }

    /// The input by which a room learns of a version that it lacks.
    pub(crate) fn offer(&self, id: &str, version: Version) -> Option<(String, Input)> {
        let room = self.rooms.get(id)?.room();
        (room.session().version() < version).then(|| (id.to_owned(), Input::NewVersion(version)))
    }

    /// What has changed for rooms with time.
    pub(crate) fn expire(
        &mut self,
        now: Monotonic,
        flaw: Option<ClusterFlaw>,
    ) -> Vec<(String, Input)> {
        self.peers.expire(now);
        let ids: Vec<_> = self.rooms.keys().cloned().collect();
        self.view_changes(&ids, now, flaw)
    }

    fn view_changes(
        &mut self,
        ids: &[String],
        now: Monotonic,
        flaw: Option<ClusterFlaw>,
    ) -> Vec<(String, Input)> {
        let mut inputs = Vec::new();
        for id in ids.iter().filter(|id| self.rooms.contains_key(*id)) {
            let view = self.view(id, now, flaw);
            if self.views.insert(id.clone(), view) != Some(view) {
                inputs.push((id.clone(), Input::Peers(view)));
            }
        }
        inputs
    }

    /// What a room has to know of the others.
    pub(crate) fn view(&self, id: &str, now: Monotonic, flaw: Option<ClusterFlaw>) -> PeerView {
        let mut view = self.peers.view(id, now);
        if flaw == Some(ClusterFlaw::TrustsSilence) {
            if view.hearing == Hearing::Interrupted {
                view.players = Default::default();
            }
            view.hearing = Hearing::Complete;
        }
        view
    }

    pub(crate) fn hearing(&self, now: Monotonic) -> Hearing {
        self.peers.hearing(now)
    }

    /// The process goes on after a pause; the inputs of rooms that follow before its clock does.
    pub(crate) fn resume(
        &mut self,
        outages: Vec<Outage>,
        now: Now,
        flaw: Option<ClusterFlaw>,
    ) -> Vec<(String, Input)> {
        self.peers.interrupt(self.sequence + 1);
        self.outages = long(outages);
        let ids: Vec<_> = self.rooms.keys().cloned().collect();
        let mut inputs = self.view_changes(&ids, now.monotonic, flaw);
        for outage in &self.outages {
            inputs.extend(ids.iter().map(|id| (id.clone(), Input::Outage(*outage))));
        }
        inputs
    }
}

fn long(mut outages: Vec<Outage>) -> Vec<Outage> {
    outages.retain(|outage| outage.ended.since(outage.began) >= OUTAGE_MIN_MS);
    outages
}
