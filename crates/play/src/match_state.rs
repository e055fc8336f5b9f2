//! Match state: what the events so far have led to.
//!
//! `decide` says which events follow from a command, `apply` applies events, `preview` takes applied ones back.

mod apply;
mod decide;
mod preview;

use std::error::Error;
use std::fmt;

use rules::{AnyGame, Ending, Live, Record, Seat, Text};
use serde::{Deserialize, Serialize};

use crate::{Claim, Clock, Command, Event, Kind, Offer, Player, Start, Who};
pub(crate) use preview::MatchUndo;

/// Number of events in a match.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema, ts_rs::TS))]
#[serde(transparent)]
pub struct Version(pub u64);

/// How a match ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// By the rules of the game.
    Rules(Ending),
    /// By agreement, as a draw.
    Agreed,
    /// The player gave up.
    Resigned(Player),
    /// The player's time ran out.
    Flagged(Player),
    /// A player left and the other claimed the game.
    Abandoned(Player, Claim),
    /// Aborted before it really began; counts as no result.
    Aborted,
}

/// A match as it stands.
pub struct Match {
    start: Start,
    live: Box<dyn Live>,
    /// Entries taken back that can be played again, the next one last.
    undone: Vec<String>,
    /// Who has made each of the offers.
    offers: [Option<Player>; Offer::ALL.len()],
    clock: Option<Clock>,
    end: Option<End>,
    /// The match in which the players play again.
    rematch: Option<String>,
    /// The record file the match was imported from, if it says more than the events do.
    imported_record: Option<String>,
    version: Version,
}

/// An event that does not follow from the match so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EventError {
    /// The event at fault.
    pub version: Version,
    /// What is wrong with it.
    pub text: Text,
}

impl fmt::Display for EventError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "event {}: {}", self.version.0, self.text)
    }
}

impl Error for EventError {}

impl EventError {
    pub(crate) fn no_game(game: &str) -> Self {
        let text = Text::composed(
            format!("there is no game '{game}'"),
            format!("il n'y a pas de jeu « {game} »"),
        );
        Self { version: Version(1), text }
    }
}

impl Clone for Match {
    fn clone(&self) -> Self {
        Self {
            start: self.start.clone(),
            live: self.live.boxed_clone(),
            undone: self.undone.clone(),
            offers: self.offers,
            clock: self.clock,
            end: self.end.clone(),
            rematch: self.rematch.clone(),
            imported_record: self.imported_record.clone(),
            version: self.version,
        }
    }
}
impl Match {
    /// The match that the events tell of; the first of them is [`Event::Started`].
    pub fn replay(
        find: impl Fn(&str) -> Option<&'static dyn AnyGame>,
        events: &[Event],
    ) -> Result<Self, EventError> {
        let wrong = |version, text| EventError { version: Version(version), text };
        let Some((Event::Started { start, .. }, rest)) = events.split_first() else {
            let text =
                Text::new("a match begins with its start", "une partie commence par son début");
            return Err(wrong(1, text));
        };
        let game = find(&start.game).ok_or_else(|| EventError::no_game(&start.game))?;
        let mut found = Self::begin(game, start, Version(1))?;
        for event in rest {
            found.apply(event)?;
        }
        Ok(found)
    }

    /// A match that starts this way; `version` counts its events so far, including the start.
    pub(crate) fn begin(
        game: &'static dyn AnyGame,
        start: &Start,
        version: Version,
    ) -> Result<Self, EventError> {
        let record = Record { start: start.position.clone(), swap: start.swap, moves: Vec::new() };
        let live = game.open(&record);
        let live = live.map_err(|error| EventError { version, text: error.text() })?;
        let mut found = Self {
            start: start.clone(),
            live,
            undone: Vec::new(),
            offers: [None; Offer::ALL.len()],
            clock: Clock::new(start.time),
            end: None,
            rematch: None,
            imported_record: None,
            version,
        };
        found.end = found.end_by_rules();
        Ok(found)
    }

    /// From what it started.
    pub const fn start(&self) -> &Start {
        &self.start
    }

    /// The game as it stands.
    pub fn live(&self) -> &dyn Live {
        self.live.as_ref()
    }

    /// How many events it has had.
    pub const fn version(&self) -> Version {
        self.version
    }

    /// The clocks, if it is played with any.
    pub const fn clock(&self) -> Option<&Clock> {
        self.clock.as_ref()
    }

    /// How it ended.
    pub const fn end(&self) -> Option<&End> {
        self.end.as_ref()
    }

    /// Who made that pending offer.
    pub const fn offered(&self, offer: Offer) -> Option<Player> {
        self.offers[offer as usize]
    }

    /// The name of the match in which the players play again.
    pub fn rematch(&self) -> Option<&str> {
        self.rematch.as_deref()
    }

    /// The record file that the match was read from, where that says more than the events.
    pub fn imported_record(&self) -> Option<&str> {
        self.imported_record.as_deref()
    }

    /// Whether this command of `by` completes a rematch agreement. The computer always agrees.
    pub(crate) fn agrees_on_rematch(&self, by: Player, command: &Command) -> bool {
        let offered = self.offered(Offer::Rematch) == Some(by.other());
        let agreed = match command {
            Command::Offer { offer: Offer::Rematch } => offered || !self.who(by.other()).is_human(),
            Command::Accept { offer: Offer::Rematch } => offered,
            _ => false,
        };
        agreed && self.may_play_again()
    }

    fn may_play_again(&self) -> bool {
        self.start.kind == Kind::Online && self.end.is_some() && self.rematch.is_none()
    }

    /// How many undone entries can be played again.
    pub const fn redoable(&self) -> usize {
        self.undone.len()
    }

    /// Where a player sits.
    pub fn seat(&self, player: Player) -> Seat {
        let seat = player.first_seat();
        if self.live.swapped() { !seat } else { seat }
    }

    /// Who sits there.
    pub fn player(&self, seat: Seat) -> Player {
        if self.seat(Player::One) == seat { Player::One } else { Player::Two }
    }

    /// Who a player is.
    pub fn who(&self, player: Player) -> &Who {
        &self.start.players[player.first_seat()]
    }

    /// Whose turn it is; `None` after the end.
    pub fn to_move(&self) -> Option<Player> {
        match self.end {
            Some(_) => None,
            None => Some(self.player(self.live.turn())),
        }
    }

    /// Who has won; `None` for a draw, and before the end.
    pub fn winner(&self) -> Option<Player> {
        match self.end.as_ref()? {
            End::Rules(ending) => ending.winner.map(|seat| self.player(seat)),
            End::Resigned(player) | End::Flagged(player) | End::Abandoned(player, Claim::Win) => {
                Some(player.other())
            }
            End::Agreed | End::Aborted | End::Abandoned(_, Claim::Draw) => None,
        }
    }

    /// Entries of the record.
    fn entries(&self) -> usize {
        self.live.record().moves.len()
    }

    /// Whether a player may call the game off: only before the second move.
    pub fn may_abort(&self) -> bool {
        self.end.is_none() && self.plies() < 2
    }

    fn plies(&self) -> usize {
        self.entries() - usize::from(self.live.swapped())
    }

    fn end_by_rules(&self) -> Option<End> {
        self.live.outcome().map(End::Rules)
    }
}
