//! What the rest of the server is told of a room: lobby, fair play, metrics, other nodes.

use std::collections::BTreeSet;
use std::sync::Arc;

use ::room::SubscriberId;
use api::{Effect, OpenRoom};
use play::Player;

use super::RoomActor;
use crate::cluster::{News, Nodes, RoomNews, VisitorPrint};
use crate::fair_play::{is_between_people, print};
use crate::lobby::LobbyEntry;
use crate::metrics::UnstoredRoom;
use crate::tenant::Tenant;

impl RoomActor {
    /// Tells everybody of effects that are about to be carried out.
    pub(super) fn observe(&mut self, effects: &[Effect]) {
        if effects.iter().any(|effect| matches!(effect, Effect::Changed)) {
            self.service.lobby.set(self.room().id(), self.lobby_entry());
            self.publish();
        }
        if let Some(nodes) = &self.service.nodes {
            self.tell_nodes(nodes, effects);
        }
    }

    /// Tells everybody that the room is closed.
    pub(super) fn leave(&self) {
        self.service.lobby.set(self.room().id(), None);
        if let Some(nodes) = &self.service.nodes {
            nodes.retract(self.room().id(), self.room().session().version());
        }
        if self.clock_runs {
            self.service.metrics.clock_runs(false);
        }
    }

    /// What other nodes are told of the room.
    pub(super) fn room_news(&self) -> RoomNews {
        let players = Player::ALL.map(|player| self.room().local_player(player));
        let summary = self.room().summary();
        RoomNews {
            id: self.room().id().to_owned(),
            version: self.room().session().version(),
            open: true,
            present: players.map(|player| player.present),
            left: players.map(|player| player.left),
            lag_ms: players.map(|player| player.lag_ms),
            watchers: self.room().local_watchers(),
            bound: self.bound_players(),
            host: summary.as_ref().map(|_| self.host_tenant().fingerprints()).unwrap_or_default(),
            lobby: summary.map(Box::new),
        }
    }

    fn lobby_entry(&self) -> Option<LobbyEntry> {
        let summary = self.room().summary()?;
        Some(LobbyEntry { summary, host: self.host_tenant().fingerprints() })
    }

    /// The tenant by whom a public table is counted: its host, or whoever else plays there.
    fn host_tenant(&self) -> Tenant {
        let host = self.room().session().opening().map(|opening| opening.host);
        let seated = self.visitors.iter().filter_map(|(subscriber, visitor)| {
            let player = self.room().holder(*subscriber)?;
            Some((Some(player) != host, visitor.tenant))
        });
        seated.min().map_or(self.commander.tenant, |(_, tenant)| tenant)
    }

    /// The players of a game between people who are here.
    fn bound_players(&self) -> Vec<VisitorPrint> {
        if !self.current_match().is_some_and(is_between_people) {
            return Vec::new();
        }
        let players = self.visitors.iter().filter(|(one, _)| self.room().holder(**one).is_some());
        let prints: BTreeSet<_> = players.map(|(_, visitor)| print(visitor)).collect();
        prints.into_iter().collect()
    }

    /// Tells other nodes what is new.
    fn tell_nodes(&self, nodes: &Nodes, effects: &[Effect]) {
        for effect in effects {
            match effect {
                Effect::Greeted { player, greeting } => {
                    let (id, player, greeting) = (self.room().id().to_owned(), *player, *greeting);
                    nodes.send(News::Greeted { id, player, greeting });
                }
                Effect::Arrived(player) => nodes.arrived(self.room().id(), *player),
                Effect::HurrySearch if self.search.is_none() => {
                    nodes.send(News::MoveNow { id: self.room().id().to_owned() });
                }
                _ => {}
            }
        }
        nodes.announce(self.room_news(), None);
    }

    /// Updates what the rest of the server knows of the match.
    pub(super) fn publish(&mut self) {
        self.publish_players();
        let runs = self.room().has_running_clock();
        if runs != self.clock_runs {
            self.clock_runs = runs;
            self.service.metrics.clock_runs(runs);
        }
        if self.room().is_unstored() != self.unstored.is_some() {
            let count = || UnstoredRoom::new(Arc::clone(&self.service.metrics));
            self.unstored = self.room().is_unstored().then(count);
        }
    }

    /// Tells fair play who plays which game.
    pub(super) fn publish_players(&self) {
        let Some(current_match) = self.current_match() else { return };
        let has_seat = |subscriber: &SubscriberId| self.room().holder(*subscriber).is_some();
        let players = self.visitors.iter().filter(|(subscriber, _)| has_seat(subscriber));
        let players: Vec<_> = players.map(|(_, visitor)| visitor).collect();
        let (id, game) = (self.room().id(), self.room().game());
        self.service.fair_play.update(
            id,
            game,
            current_match,
            &players,
            self.service.time.now().monotonic,
        );
    }
}
