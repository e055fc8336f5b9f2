//! Fair play: a player in a game against a person gets no engine help with that game.
//!
//! The rule binds the players of running games between people at two screens, and nobody else: a player is
//! known by profile and, beyond the opening, by network. It holds while a player follows the game and for a
//! while after; nobody is bound to a game that both have left. `elsewhere` is about games that are played on other
//! nodes of a site.

mod elsewhere;

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use ::room::Monotonic;
use play::{Kind, Match, Version};
use rules::{AnyGame, Live, Record};

use crate::tenant::Tenant;
use crate::visitor::VisitorId;
use elsewhere::BoundElsewhere;
pub(crate) use elsewhere::{helps_elsewhere, print};

/// Number of entries after which a position identifies one game. Earlier positions are common
/// openings and bind a player's profile, but not the network, which others may share.
const OPENING_ENTRIES: usize = 6;
/// Plies of [`Lookahead::TwoPlies`].
const LOOKAHEAD_PLIES: usize = 2;
/// Games from which on those that bind nobody any more are forgotten.
const TRACKED_GAMES_MIN: usize = 256;

/// Whether a match is played by two people at two screens, and not over.
pub(crate) fn is_between_people(current_match: &Match) -> bool {
    let start = current_match.start();
    let people = start.players.first.is_human() && start.players.second.is_human();
    current_match.end().is_none() && start.kind == Kind::Online && people
}

/// The running games between people, with the visitors who play them.
pub(crate) struct FairPlay {
    /// How long a player stays bound after leaving a game, in milliseconds.
    absence_ms: u64,
    games: Mutex<BoundGames>,
    /// What other nodes have told.
    elsewhere: Mutex<BoundElsewhere>,
}

#[derive(Default)]
struct BoundGames {
    by_match: HashMap<String, BoundGame>,
    /// The matches of each player.
    by_player: HashMap<PlayerKey, HashSet<String>>,
    /// Games at which those that bind nobody are forgotten next.
    sweep_at: usize,
}

/// Recognition of positions that follow from the current one, without the moves that lead there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lookahead {
    /// For matches, which lead from one position to the next.
    None,
    /// For questions, which may begin anywhere. Takes milliseconds.
    TwoPlies,
}

/// What a player is known by.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum PlayerKey {
    Profile(Arc<str>),
    Network(Tenant),
}

impl PlayerKey {
    fn of(visitor: &VisitorId) -> [Self; 2] {
        [Self::Profile(Arc::clone(&visitor.profile)), Self::Network(visitor.tenant)]
    }

    /// Entries of the record from which on the current position is bound.
    const fn min_entries(&self) -> usize {
        match self {
            Self::Profile(_) => 1,
            Self::Network(_) => OPENING_ENTRIES,
        }
    }
}

/// Running game between people.
struct BoundGame {
    version: Version,
    positions: Arc<GamePositions>,
    players: Vec<BoundPlayer>,
}

/// Visitor who has a seat.
struct BoundPlayer {
    visitor: VisitorId,
    /// When the restriction ends, in monotonic time; `None` while a connection of theirs follows
    /// the game.
    free_at: Option<Monotonic>,
}

impl BoundPlayer {
    fn new(visitor: &VisitorId) -> Self {
        Self { visitor: visitor.clone(), free_at: None }
    }

    fn is_bound(&self, now: Monotonic) -> bool {
        self.free_at.is_none_or(|free_at| now < free_at)
    }
}

impl BoundGame {
    fn is_live(&self, now: Monotonic) -> bool {
        self.players.iter().any(|player| player.is_bound(now))
    }

    fn binds(&self, key: &PlayerKey, now: Monotonic) -> bool {
        let is_theirs = |player: &&BoundPlayer| PlayerKey::of(&player.visitor).contains(key);
        self.players.iter().filter(is_theirs).any(|player| player.is_bound(now))
    }
}

impl FairPlay {
    /// Players are bound for so long after they have left their game.
    pub(crate) fn new(absence: Duration) -> Self {
        let absence_ms = absence.as_millis() as u64;
        Self { absence_ms, games: Mutex::default(), elsewhere: Mutex::default() }
    }

    /// Takes the state of a match and the visitors with a seat who follow it at `now`, a monotonic time.
    pub(crate) fn update(
        &self,
        id: &str,
        game: &'static dyn AnyGame,
        current_match: &Match,
        present: &[&VisitorId],
        now: Monotonic,
    ) {
        let mut games = self.lock();
        if !is_between_people(current_match) {
            return games.remove(id);
        }
        let version = current_match.version();
        let positions = match games.by_match.get(id) {
            Some(known) if known.version == version => Arc::clone(&known.positions),
            _ => Arc::new(GamePositions::new(game, current_match.live().record().clone())),
        };
        let mut players = games.take(id).map_or_else(Vec::new, |known| known.players);
        for player in &mut players {
            let is_present = present.contains(&&player.visitor);
            let free_at = player.free_at.unwrap_or(Monotonic(now.0 + self.absence_ms));
            player.free_at = (!is_present).then_some(free_at);
        }
        players.retain(|player| player.is_bound(now));
        for visitor in present {
            if players.iter().all(|player| player.visitor != **visitor) {
                players.push(BoundPlayer::new(visitor));
            }
        }
        if !players.is_empty() {
            games.put(id, BoundGame { version, positions, players });
            games.sweep(now);
        }
    }

    /// Whether a match is a running game between people that one of its players has followed lately.
    pub(crate) fn is_live(&self, id: &str, now: Monotonic) -> bool {
        self.lock().by_match.get(id).is_some_and(|game| game.is_live(now))
    }

    /// Whether help with the last position of `live` is help in a game that `visitor` plays.
    pub(crate) fn forbids(
        &self,
        visitor: &VisitorId,
        game: &dyn AnyGame,
        live: &dyn Live,
        lookahead: Lookahead,
        now: Monotonic,
    ) -> bool {
        let bound = self.bound_positions(visitor, game.info().id, now);
        if bound.is_empty() {
            return false;
        }
        let asked = positions_of(live);
        bound
            .iter()
            .any(|(positions, min_entries)| positions.contain(&asked, *min_entries, lookahead))
    }

    /// The games that bind a visitor, each with the entries from which on it does.
    fn bound_positions(
        &self,
        visitor: &VisitorId,
        game: &str,
        now: Monotonic,
    ) -> Vec<(Arc<GamePositions>, usize)> {
        let games = self.lock();
        let mut bound = Vec::new();
        for key in PlayerKey::of(visitor) {
            let ids = games.by_player.get(&key).into_iter().flatten();
            let found = ids.filter_map(|id| games.by_match.get(id));
            let found = found.filter(|found| found.positions.game.info().id == game);
            let found = found.filter(|found| found.binds(&key, now));
            bound.extend(found.map(|found| (Arc::clone(&found.positions), key.min_entries())));
        }
        bound
    }

    fn lock(&self) -> MutexGuard<'_, BoundGames> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl BoundGames {
    fn put(&mut self, id: &str, game: BoundGame) {
        for key in game.players.iter().flat_map(|player| PlayerKey::of(&player.visitor)) {
            self.by_player.entry(key).or_default().insert(id.to_owned());
        }
        self.by_match.insert(id.to_owned(), game);
    }

    fn take(&mut self, id: &str) -> Option<BoundGame> {
        let game = self.by_match.remove(id)?;
        for key in game.players.iter().flat_map(|player| PlayerKey::of(&player.visitor)) {
            if let Some(ids) = self.by_player.get_mut(&key) {
                ids.remove(id);
                if ids.is_empty() {
                    self.by_player.remove(&key);
                }
            }
        }
        Some(game)
    }

    fn remove(&mut self, id: &str) {
        self.take(id);
    }

    /// Forgets the games that bind nobody any more, each time that their number has doubled.
    fn sweep(&mut self, now: Monotonic) {
        if self.by_match.len() < self.sweep_at.max(TRACKED_GAMES_MIN) {
            return;
        }
        let ended = self.by_match.iter().filter(|(_, game)| !game.is_live(now));
        for id in ended.map(|(id, _)| id.clone()).collect::<Vec<_>>() {
            self.remove(&id);
        }
        self.sweep_at = 2 * self.by_match.len();
    }
}

/// Positions of a running game, found when somebody asks for the first time.
struct GamePositions {
    game: &'static dyn AnyGame,
    record: Record,
    /// The game, and the same game on the board mirrored and turned.
    images: OnceLock<Vec<ImagePositions>>,
}

/// Positions of a game, or of one of its mirror images.
struct ImagePositions {
    record: Record,
    /// The positions so far, in their order.
    played: Vec<String>,
    /// What may come within the lookahead.
    following: OnceLock<HashSet<String>>,
}

impl ImagePositions {
    fn new(live: &dyn Live) -> Self {
        let (record, played) = (live.record().clone(), positions_of(live));
        Self { record, played, following: OnceLock::new() }
    }

    fn following(&self, game: &dyn AnyGame) -> &HashSet<String> {
        self.following.get_or_init(|| {
            let mut positions = HashSet::new();
            if let Ok(mut live) = game.open(&self.record) {
                add_following(live.as_mut(), LOOKAHEAD_PLIES, &mut positions);
            }
            positions
        })
    }
}

impl GamePositions {
    const fn new(game: &'static dyn AnyGame, record: Record) -> Self {
        Self { game, record, images: OnceLock::new() }
    }

    /// Whether one of the positions that are `asked` about is the current one or follows from it, or whether the
    /// last of them is an earlier one beyond the opening, whose lines may lead here. The current position counts
    /// after `min_entries`.
    fn contain(&self, asked: &[String], min_entries: usize, lookahead: Lookahead) -> bool {
        if self.record.moves.len() < min_entries {
            return false;
        }
        let Some(last) = asked.last() else { return false };
        self.images().iter().any(|image| {
            let earlier = image.played.get(OPENING_ENTRIES..).unwrap_or_default();
            image.played.last().is_some_and(|current| asked.contains(current))
                || earlier.contains(last)
                || lookahead == Lookahead::TwoPlies
                    && asked.iter().any(|position| image.following(self.game).contains(position))
        })
    }

    fn images(&self) -> &[ImagePositions] {
        self.images.get_or_init(|| {
            let Ok(live) = self.game.open(&self.record) else { return Vec::new() };
            let mirrored = live.mirrored();
            let mirrored = mirrored.iter().filter_map(|record| self.game.open(record).ok());
            let images = mirrored.map(|image| ImagePositions::new(image.as_ref()));
            std::iter::once(ImagePositions::new(live.as_ref())).chain(images).collect()
        })
    }
}

/// All positions of a game in their order.
fn positions_of(live: &dyn Live) -> Vec<String> {
    let mut live = live.boxed_clone();
    let entries = live.record().moves.len();
    let mut positions = vec![live.position()];
    for at in (0..entries).rev() {
        live.truncate(at);
        positions.push(live.position());
    }
    positions.reverse();
    positions
}

/// Adds the positions that may come within so many plies.
fn add_following(live: &mut dyn Live, plies: usize, positions: &mut HashSet<String>) {
    if plies == 0 || live.outcome().is_some() {
        return;
    }
    let entries = live.record().moves.len();
    for (notation, _) in live.divide(1) {
        if live.play(&notation).is_ok() {
            positions.insert(live.position());
            add_following(live, plies - 1, positions);
            live.truncate(entries);
        }
    }
}

#[cfg(test)]
mod tests;
