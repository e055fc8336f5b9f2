//! Games between people that are played on other nodes of a site.
//!
//! The store knows which running matches a profile plays, and their moves, so that no loss of news lets anybody be
//! helped. What it does not know, the networks of the players and whether somebody still follows a quiet game, nodes tell
//! each other: each mention binds for as long as a player who has left is bound, and while news do not come in every
//! unfinished match of a profile counts as followed.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, MutexGuard, PoisonError};

use ::room::{Hearing, Monotonic};
use api::{Error, WorkBudget};
use play::{Event, MatchSession};
use rules::{AnyGame, Live, Record};
use store::{MatchFilter, OpponentKind, PageRequest};

use super::{FairPlay, GamePositions, Lookahead, OPENING_ENTRIES, is_between_people, positions_of};
use crate::blocking::WorkClass;
use crate::cluster::{RoomNews, VisitorPrint, fingerprint};
use crate::hub::Service;
use crate::tenant::Tenant;
use crate::visitor::VisitorId;

/// Unfinished matches of a profile that are looked at, the last changed first.
const MATCHES_MAX: u32 = 64;
/// Matches from which on those that bind nobody any more are forgotten.
const TRACKED_MATCHES_MIN: usize = 256;

/// Players of games on other nodes.
#[derive(Default)]
pub(super) struct BoundElsewhere {
    by_match: HashMap<String, BTreeMap<VisitorPrint, Monotonic>>,
    /// Matches at which those that bind nobody are forgotten next.
    sweep_at: usize,
}

/// Running game that may bind a visitor.
pub(crate) struct GameElsewhere {
    events: Vec<Event>,
    /// Entries of the record from which on it does.
    min_entries: usize,
}

/// What a visitor is known by on other nodes.
pub(crate) fn print(visitor: &VisitorId) -> VisitorPrint {
    let network = match visitor.tenant {
        Tenant::Local => "local".to_owned(),
        Tenant::Remote(network) => network.to_string(),
        Tenant::Rooms => "rooms".to_owned(),
    };
    VisitorPrint { profile: fingerprint(&visitor.profile), network: fingerprint(&network) }
}

impl FairPlay {
    /// Takes in who plays on another node.
    pub(crate) fn hear(&self, rooms: &[RoomNews], now: Monotonic) {
        let mut elsewhere = self.elsewhere();
        let free_at = now.after(self.absence_ms);
        for RoomNews { id, bound, .. } in rooms.iter().filter(|room| !room.bound.is_empty()) {
            let players = elsewhere.by_match.entry(id.clone()).or_default();
            players.extend(bound.iter().map(|print| (*print, free_at)));
        }
        if elsewhere.by_match.len() >= elsewhere.sweep_at.max(TRACKED_MATCHES_MIN) {
            elsewhere.by_match.retain(|_, players| {
                players.retain(|_, free_at| now < *free_at);
                !players.is_empty()
            });
            elsewhere.sweep_at = 2 * elsewhere.by_match.len();
        }
    }

    /// Whether a player of a match was on another node lately.
    pub(crate) fn is_followed_elsewhere(&self, id: &str, now: Monotonic) -> bool {
        let elsewhere = self.elsewhere();
        let players = elsewhere.by_match.get(id);
        players.is_some_and(|players| players.values().any(|free_at| now < *free_at))
    }

    /// The matches of a visitor on other nodes, with the entries from which on each binds.
    fn matches_elsewhere(&self, visitor: &VisitorId, now: Monotonic) -> Vec<(String, usize)> {
        let asks = print(visitor);
        let mut found = Vec::new();
        for (id, players) in &self.elsewhere().by_match {
            let bound = players.iter().filter(|(_, free_at)| now < **free_at);
            let min_entries = bound.filter_map(|(print, _)| match print {
                print if print.profile == asks.profile => Some(1),
                print if print.network == asks.network => Some(OPENING_ENTRIES),
                _ => None,
            });
            found.extend(min_entries.min().map(|min_entries| (id.clone(), min_entries)));
        }
        found
    }

    fn elsewhere(&self) -> MutexGuard<'_, BoundElsewhere> {
        self.elsewhere.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl GameElsewhere {
    /// Whether help with the last position of `live` is help in this game.
    fn forbids(&self, game: &'static dyn AnyGame, live: &dyn Live, lookahead: Lookahead) -> bool {
        let id = game.info().id;
        let find = |other: &str| (other == id).then_some(game);
        let Ok(session) = MatchSession::replay(find, &self.events) else { return false };
        let current_match = session.current_match().filter(|playing| is_between_people(playing));
        current_match.is_some_and(|playing| {
            let positions = GamePositions::new(game, playing.live().record().clone());
            positions.contain(&positions_of(live), self.min_entries, lookahead)
        })
    }
}

impl Service {
    /// The running games between people that may bind a visitor who asks for help in a game, wherever they are played.
    /// None where this is the only node, which knows them all.
    pub(crate) async fn games_elsewhere(
        &self,
        visitor: &VisitorId,
        game: &str,
    ) -> Result<Vec<GameElsewhere>, Error> {
        let Some(nodes) = &self.nodes else { return Ok(Vec::new()) };
        let now = self.time.now();
        let mut matches: BTreeMap<String, usize> =
            self.fair_play.matches_elsewhere(visitor, now.monotonic).into_iter().collect();
        let running = MatchFilter {
            game: Some(game.to_owned()),
            opponent: Some(OpponentKind::Online),
            finished: Some(false),
            ..MatchFilter::default()
        };
        let is_deaf = nodes.hearing() == Hearing::Interrupted;
        let first = PageRequest::first(MATCHES_MAX);
        for listed in self.store.find_matches(&*visitor.profile, running, first).await? {
            let is_quiet = now.wall.since(listed.changed) >= self.fair_play.absence_ms;
            if is_deaf || !is_quiet {
                matches.insert(listed.id, 1);
            }
        }
        let mut games = Vec::new();
        for (id, min_entries) in matches {
            match self.store.load(id).await {
                Ok(events) => games.push(GameElsewhere { events, min_entries }),
                Err(store::Error::NotFound) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(games)
    }

    /// Whether help with the last position of `live` is help in one of these games.
    pub(crate) fn is_bound_elsewhere(
        games: &[GameElsewhere],
        game: &'static dyn AnyGame,
        live: &dyn Live,
        lookahead: Lookahead,
    ) -> bool {
        games.iter().any(|bound| bound.forbids(game, live, lookahead))
    }
}

/// Whether a move of the computer at the end of a record would help a visitor in a game on any node. If nobody can say
/// so, it might.
pub(crate) async fn helps_elsewhere(
    service: Arc<Service>,
    visitor: VisitorId,
    game: &'static dyn AnyGame,
    record: Record,
) -> bool {
    let games = match service.games_elsewhere(&visitor, game.info().id).await {
        Ok(games) if games.is_empty() => return false,
        Ok(games) => games,
        Err(error) => {
            tracing::warn!(?error, "nobody knows whether a move helps a player");
            return true;
        }
    };
    let check = move |_: &dyn WorkBudget| {
        let live = game.open(&record).map_err(Error::failed)?;
        Ok(Service::is_bound_elsewhere(&games, game, live.as_ref(), Lookahead::None))
    };
    service.blocking.run(WorkClass::new(Tenant::Rooms, 0), check).await.unwrap_or(true)
}
