//! What happens to nodes: they crash, are paused, cut off, or told to end.

use super::{Cluster, FAULTS_MS, Happening, NODES};
use room::SubscriberId;
use server::cluster::{News, NodeId};

use crate::node::OUTAGE_MIN_MS;

/// Time over which a node that drains closes its sockets, and then waits, in milliseconds.
const DRAIN_WINDOW_MS: u64 = 2_000;
const RETURN_GRACE_MS: u64 = 1_000;

impl Cluster {
    /// Crashes, pauses or cuts off a node.
    pub(super) fn disturb(&mut self, node: usize) {
        if self.chance(4) {
            // Nobody is there for longer than a node needs to start.
            let running = (0..NODES).filter(|node| self.nodes[*node].running).collect::<Vec<_>>();
            return running.into_iter().for_each(|node| self.crash(node, OUTAGE_MIN_MS + 500));
        }
        if self.chance(25) {
            return self.crash(node, 100);
        }
        if self.chance(25) && !self.nodes[node].is_draining() {
            return self.drain(node);
        }
        if self.chance(25) {
            self.tally.pauses += 1;
            self.note_presence();
            let pause = (2_500 + self.random.below(9_000)).min(FAULTS_MS - self.now);
            self.nodes[node].paused_until = self.now + pause;
            let life = self.nodes[node].life;
            self.note_dead();
            self.after(pause, Happening::Resumes(node, life));
        }
        if self.chance(30) {
            self.tally.partitions += 1;
            self.note_presence();
            self.nodes[node].partitioned_until = self.now + 500 + self.random.below(9_000);
        }
    }

    /// A node is told to end: its clients go to other nodes, one after the other.
    fn drain(&mut self, node: usize) {
        self.tally.drains += 1;
        self.nodes[node].drain();
        self.publish(node, News::Alive { draining: true });
        for client in 0..self.clients.len() {
            let subscriber = self.clients[client].subscriber;
            if let Some(subscriber) = subscriber.filter(|it| self.homes[it] == node) {
                let delay = self.random.below(DRAIN_WINDOW_MS);
                self.after(delay, Happening::Leaves(client, subscriber));
            }
        }
        let life = self.nodes[node].life;
        self.after(DRAIN_WINDOW_MS + RETURN_GRACE_MS, Happening::Drained(node, life));
    }

    /// A client is sent to another node, and counts as connected until it is there.
    pub(super) fn move_on(&mut self, client: usize, subscriber: SubscriberId) {
        if self.clients[client].subscriber != Some(subscriber) {
            return;
        }
        self.clients[client].subscriber = None;
        let (node, id) = (self.homes[&subscriber], self.clients[client].id.clone());
        self.after(RETURN_GRACE_MS, Happening::Gone(node, subscriber, id));
        self.after(1, Happening::Acts(client));
    }

    /// A node that was told to end does so, and another takes its place.
    pub(super) fn end_drained(&mut self, node: usize, life: u32) {
        if life == self.nodes[node].life && self.nodes[node].running {
            self.publish(node, News::Leaving);
            self.crash(node, 100);
        }
    }

    /// A node ends without a word, and is away for so many milliseconds at least.
    pub(super) fn crash(&mut self, node: usize, away_min_ms: u64) {
        self.tally.crashes += 1;
        self.note_presence();
        let numbers: Vec<_> = self.waiting.keys().copied().collect();
        for number in numbers {
            if self.waiting[&number].0 == node && self.random.below(2) == 0 {
                self.waiting.remove(&number);
            }
        }
        self.closed.extend(self.nodes[node].greeted.keys().copied());
        self.nodes[node].crash();
        self.note_dead();
        for client in &mut self.clients {
            self.closed.extend(client.subscriber.take_if(|it| self.homes[it] == node));
        }
        let away = away_min_ms + self.random.below(9_000);
        self.after(away, Happening::Restarts(node));
    }

    pub(super) fn restart(&mut self, node: usize) {
        self.number += 1;
        let outages = self.server.store.record_start_now(self.time(node).wall, OUTAGE_MIN_MS);
        self.nodes[node].restart(NodeId(self.number), outages);
        self.note_alive();
    }

    pub(super) fn resume(&mut self, node: usize) {
        let now = self.time(node);
        let outages = self.server.store.record_start_now(now.wall, OUTAGE_MIN_MS);
        self.note_alive();
        let inputs = self.nodes[node].resume(outages, now, self.flaw);
        self.inputs(node, inputs);
    }
}
