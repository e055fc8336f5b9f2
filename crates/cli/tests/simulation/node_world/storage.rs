//! What the nodes ask of the store, and who was there when.

use play::{Event, Version};
use room::{StoreReply, StoreRequest};
use store::Error;

use super::{Cluster, ClusterFlaw, Happening};
use crate::client::Client;
use crate::node::{Node, OUTAGE_MIN_MS};
use crate::server::{Span, Waiting, failed, grace_ms};
use crate::world::scope;

/// How long a connection, or a node that can be heard again, may be unknown to other nodes, in milliseconds: until two
/// rounds of news have been sent, of which the first may be lost.
const NEWS_ROUNDS_MS: u64 = 7_000;

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
                let is_known = self.greeted_at[subscriber] + NEWS_ROUNDS_MS <= self.now;
                if let Some(scope) = self.scopes.get(subscriber).filter(|_| is_known) {
                    self.last_present.insert((id.clone(), scope.clone()), active);
                }
            }
        }
    }

    /// Nobody may claim anything of a player who was there, or not gone for long enough.
    fn judge_claim(&mut self, node: usize, id: &str, events: &[Event]) {
        let [Event::Abandoned { by, .. }] = events else { return };
        self.note_presence();
        let active = self.active();
        let Some(room) = self.nodes[node].rooms.get(id) else { return };
        let session = room.session();
        let time = session.current_match().map(|playing| playing.start().time);
        let is_gone =
            |client: &&mut Client| session.holder(&room::key(&client.secret)) == Some(*by);
        let Some(client) = self.clients.iter_mut().find(is_gone) else { return };
        let present = self.last_present.get(&(id.to_owned(), scope(&client.secret)));
        let gone_ms = active - present.copied().unwrap_or(0);
        if !client.has_left(id) && gone_ms < grace_ms(time) {
            client.wrong = Some(format!("{id}: {by:?} was gone for {gone_ms} ms only"));
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
            self.judge_claim(node, id, &append.events);
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
        let fails = self.chance(40);
        let forgets = is_append && self.chance(50);
        let failure = failed(&waiting.request);
        let reply = if fails { failure.clone() } else { self.server.perform(&waiting) };
        let conflict = matches!(reply, StoreReply::Appended(Err(Error::Conflict { .. })));
        self.tally.conflicts += usize::from(conflict);
        let (delay, id) = (self.delay(), waiting.id);
        let reply = if forgets { failure } else { reply };
        self.after(delay, Happening::Answers { node, life, id, reply });
    }
}
