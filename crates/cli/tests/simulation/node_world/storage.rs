//! What the nodes ask of the store, and who was there when.

use std::collections::BTreeMap;

use api::RoomDriver;
use play::{Event, Player, Version};
use room::{StoreReply, StoreRequest, SubscriberId};
use store::{Absence, Append, AppendOutcome, Arrival, Error};

use super::{Cluster, ClusterFlaw, Happening, TIME_ERROR_MS};
use crate::client::Client;
use crate::node::{Node, OUTAGE_MIN_MS};
use crate::server::{Span, Waiting, failed, grace_ms, settings};
use crate::world::scope;

/// How long a node that can be heard again may be unknown to other nodes, in milliseconds: until two rounds of news have
/// been sent, of which the first may be lost.
const NEWS_ROUNDS_MS: u64 = 7_000;
/// Milliseconds before arrivals are stored again that could not be.
const ARRIVALS_RETRY_MS: u64 = 500;

impl Cluster {
    pub(super) fn note_dead(&mut self) {
        let runs = |node: &Node| node.running && node.paused_until <= self.now;
        if !self.nodes.iter().any(runs) {
            self.dead_since.get_or_insert(self.now);
        }
    }

    pub(super) fn note_alive(&mut self) {
        if let Some(since) = self.dead_since.take()
            && self.now - since >= OUTAGE_MIN_MS
        {
            self.dead_ms += self.now - since;
            self.tally.outages += 1;
        }
    }

    /// Notes who follows which match now, on a node that others have had the time to hear.
    pub(super) fn note_presence(&mut self) {
        let active = self.active();
        for node in &self.nodes {
            let heard_since = node.partitioned_until.max(node.paused_until) + NEWS_ROUNDS_MS;
            if heard_since > self.now && heard_since > NEWS_ROUNDS_MS {
                continue;
            }
            for (subscriber, id) in &node.greeted {
                if let Some(scope) =
                    self.scopes.get(subscriber).filter(|_| self.is_known(*subscriber))
                {
                    self.last_present.insert((id.clone(), scope.clone()), active);
                }
            }
        }
    }

    /// Whether the store knows that the player behind a connection has come. From then on nobody may think otherwise.
    fn is_known(&self, subscriber: SubscriberId) -> bool {
        let node = self.homes[&subscriber];
        let Some((id, room)) = self.nodes[node]
            .greeted
            .get(&subscriber)
            .and_then(|id| Some((id, self.nodes[node].rooms.get(id)?.room())))
        else {
            return false;
        };
        let stored = room
            .holder(subscriber)
            .and_then(|player| self.arrived.get(&(node, id.clone(), player)).copied());
        stored.is_some_and(|at| at >= self.greeted_at[&subscriber])
    }

    /// A player has come to a node: the store is told soon.
    pub(super) fn arrive(&mut self, node: usize, id: &str, player: Player) {
        let arrival = Arrival { match_id: id.to_owned(), player };
        self.nodes[node].arrivals.insert(arrival);
        let (delay, life) = (self.delay(), self.nodes[node].life);
        self.after(delay, Happening::Arrives(node, life));
    }

    /// While no news go out, the store is told of all players who are here.
    pub(super) fn renew_arrivals(&mut self, node: usize) {
        let mut present = Vec::new();
        for (id, driver) in &self.nodes[node].rooms {
            let room = driver.room();
            let here = Player::ALL.into_iter().filter(|player| room.local_player(*player).present);
            present.extend(here.map(|player| (id.clone(), player)));
        }
        for (id, player) in present {
            self.arrive(node, &id, player);
        }
    }

    pub(super) fn store_arrivals(&mut self, node: usize, life: u32) {
        if life != self.nodes[node].life {
            return;
        }
        if self.chance(40) {
            return self.after(ARRIVALS_RETRY_MS, Happening::Arrives(node, life));
        }
        let at = self.time(node).wall;
        for arrival in std::mem::take(&mut self.nodes[node].arrivals) {
            self.server.store.record_arrival_now(&arrival, at);
            self.note_arrival(node, &arrival);
            self.arrived.insert((node, arrival.match_id, arrival.player), self.now);
        }
    }

    /// Whoever the store knows to have come was there, whatever becomes of the node.
    fn note_arrival(&mut self, node: usize, Arrival { match_id, player }: &Arrival) {
        let Node { rooms, greeted, .. } = &self.nodes[node];
        let Some(room) = rooms.get(match_id).map(RoomDriver::room) else { return };
        let mut arrived = Vec::new();
        for (subscriber, id) in greeted {
            let is_there = id == match_id && room.holder(*subscriber) == Some(*player);
            if let Some(scope) = self.scopes.get(subscriber).filter(|_| is_there) {
                arrived.push((id.clone(), scope.clone()));
            }
        }
        let active = self.active();
        self.last_arrival.extend(arrived.into_iter().map(|key| (key, active)));
    }

    /// Nobody may claim anything of a player who was there, or not gone for long enough, nor free the seat of one.
    fn judge_claim(&mut self, node: usize, append: &Append) {
        let Some(room) = self.nodes[node].rooms.get(&append.match_id) else { return };
        let Some(Absence { player, .. }) = append.absence else { return };
        let session = room.room().session();
        let time = session.current_match().map(|playing| playing.start().time);
        let grace = if time.is_some() { grace_ms(time) } else { settings().gone_before_start_ms };
        let is_gone = |client: &&Client| session.holder(&room::key(&client.secret)) == Some(player);
        let Some(index) = self.clients.iter().position(|client| is_gone(&client)) else { return };
        self.tally.claims += 1;
        self.note_presence();
        let (active, client) = (self.active(), &self.clients[index]);
        let key = (append.match_id.clone(), scope(&client.secret));
        let gone_ms = |since: &BTreeMap<(String, String), u64>| {
            active - since.get(&key).copied().unwrap_or(0)
        };
        let gone = if client.has_left(&append.match_id) {
            // Whoever has left and come back has that much time at least.
            let least = settings().gone_after_leaving_ms;
            (gone_ms(&self.last_arrival), grace.min(least))
        } else {
            (gone_ms(&self.last_present).min(gone_ms(&self.last_arrival)), grace)
        };
        if gone.0 + 2 * TIME_ERROR_MS < gone.1 {
            let wrong = format!("{}: {player:?} was gone for {} ms only", key.0, gone.0);
            self.clients[index].wrong = Some(wrong);
        }
    }

    pub(super) fn ask(&mut self, node: usize, id: &str, request: StoreRequest) {
        let mut command = None;
        let now = self.active();
        let mut active = Span { from: now, to: now };
        if let StoreRequest::Append(append) = &request {
            command.clone_from(&append.idempotency_key);
            let at = append.events.iter().find_map(Event::at);
            let key = (node, id.to_owned(), append.expected_version, at);
            active.to = *self.decided.entry(key).or_insert(active.to);
            let received = command.as_ref().and_then(|command| self.received.get(command));
            active.from = received.copied().unwrap_or(active.to);
        }
        self.tally.tails += usize::from(matches!(request, StoreRequest::LoadTail { .. }));
        self.number += 1;
        let (number, delay) = (self.number, self.delay());
        let waiting = Waiting { id: id.to_owned(), request, command, told: false, active };
        self.waiting.insert(number, (node, self.nodes[node].life, waiting));
        self.after(delay, Happening::Stores(number));
    }

    pub(super) fn store(&mut self, number: u64) {
        let Some((node, life, mut waiting)) = self.waiting.remove(&number) else { return };
        let is_append = matches!(waiting.request, StoreRequest::Append(_));
        if let StoreRequest::Append(append) = &mut waiting.request
            && self.flaw == Some(ClusterFlaw::NoFence)
        {
            append.expected_version = Version(self.server.version(&waiting.id));
        }
        let mut absence = None;
        if let StoreRequest::Append(append) = &mut waiting.request {
            absence = append.absence;
            append.absence.take_if(|_| self.flaw == Some(ClusterFlaw::IgnoresArrivals));
        }
        let fails = self.chance(40);
        let forgets = is_append && self.chance(50);
        let failure = failed(&waiting.request);
        let reply = if fails { failure.clone() } else { self.server.perform(&waiting) };
        let conflict = matches!(reply, StoreReply::Appended(Err(Error::Conflict { .. })));
        self.tally.conflicts += usize::from(conflict);
        self.tally.claims_refused +=
            usize::from(matches!(reply, StoreReply::Appended(Err(Error::Present { .. }))));
        if let (StoreRequest::Append(append), StoreReply::Appended(Ok(AppendOutcome::Stored(_)))) =
            (&waiting.request, &reply)
        {
            let append = Append { absence, ..(**append).clone() };
            self.judge_claim(node, &append);
        }
        let (delay, id) = (self.delay(), waiting.id);
        let reply = if forgets { failure } else { reply };
        self.after(delay, Happening::Answers { node, life, id, reply });
    }
}
