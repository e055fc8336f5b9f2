//! Match state: applies events in order and checks commands against the result.

use std::error::Error;
use std::fmt;

use rules::{AnyGame, Ending, Live, Record, SWAP, Seat, Text};
use serde::{Deserialize, Serialize};

use crate::{Claim, Clock, Command, Event, Kind, Offer, Player, Refusal, Start, Time, Who};

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

/// State of a match to which it goes back after a preview.
pub(crate) struct MatchUndo {
    /// Entries that no event takes back.
    kept: usize,
    /// The entries after these.
    entries: Vec<String>,
    undone: Vec<String>,
    offers: [Option<Player>; Offer::ALL.len()],
    clock: Option<Clock>,
    end: Option<End>,
    rematch: Option<String>,
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

    /// Events resulting from a command by `by` at `now`, of which `lag` milliseconds were network
    /// delay.
    pub fn decide(
        &self,
        by: Player,
        command: &Command,
        now: Time,
        lag: u64,
    ) -> Result<Vec<Event>, Refusal> {
        let at = now;
        match command {
            Command::Undo => return self.undo_target(by).map(|to| vec![Event::Undone { to, at }]),
            Command::Redo => return self.redo_target(by).map(|to| vec![Event::Redone { to, at }]),
            Command::Offer { offer: Offer::Rematch }
            | Command::Accept { offer: Offer::Rematch }
            | Command::Decline { offer: Offer::Rematch } => {
                return self.rematch_event(by, command).map(|event| vec![event]);
            }
            _ if self.end.is_some() => return Err(Refusal::OVER),
            _ => {}
        }
        let event = match command {
            Command::Move { notation } => {
                if self.to_move() != Some(by) {
                    return Err(Refusal::NOT_YOUR_TURN);
                }
                let notation = self.live.judge(notation)?;
                let seat = self.seat(by);
                let lag = self.clock.map_or(0, |clock| clock.forgiven(seat, lag));
                Event::Moved { notation, at, lag }
            }
            Command::Resign => Event::Resigned { by, at },
            Command::Abort if self.may_abort() => Event::Aborted { at },
            Command::Abort => return Err(Refusal::TOO_LATE),
            Command::Offer { offer } => match self.offered(*offer) {
                Some(other) if other == by => return Err(Refusal::OFFERED_ALREADY),
                Some(_) => self.agree(by, *offer, at)?,
                None => self.make_offer(by, *offer, at)?,
            },
            Command::Accept { offer } => self.agree(by, *offer, at)?,
            Command::Decline { offer } if self.offered(*offer).is_some() => {
                Event::Declined { offer: *offer }
            }
            Command::Decline { .. } => return Err(Refusal::NO_SUCH_OFFER),
            Command::Claim { claim } => self.abandoned(by.other(), *claim, at)?,
            Command::Undo
            | Command::Redo
            | Command::Lay { .. }
            | Command::Confirm
            | Command::Invite { .. }
            | Command::Leave => return Err(Refusal::NOT_ALLOWED),
        };
        Ok(vec![event])
    }

    /// When the running clock will have lost on time, given a network delay of `lag` milliseconds.
    pub fn flag_falls_at(&self, lag: u64) -> Option<Time> {
        let falls_at = self.clock?.flag_falls_at(lag)?;
        self.end.is_none().then_some(falls_at)
    }

    /// Event that the passing of time alone has caused: a clock has run down. `lag` is that of the
    /// player whose clock runs.
    pub fn tick(&self, now: Time, lag: u64) -> Option<Event> {
        let at = self.flag_falls_at(lag).filter(|at| *at <= now)?;
        let player = self.player(self.clock?.running()?);
        Some(Event::Flagged { player, at })
    }

    /// Applies an event.
    pub fn apply(&mut self, event: &Event) -> Result<(), EventError> {
        let version = Version(self.version.0 + 1);
        let wrong = |text| Err(EventError { version, text });
        match event {
            Event::Started { .. }
            | Event::Opened { .. }
            | Event::Joined { .. }
            | Event::Left { .. }
            | Event::Laid { .. }
            | Event::Confirmed { .. } => {
                return wrong(Text::new(
                    "a match starts once",
                    "une partie ne commence qu'une fois",
                ));
            }
            Event::Moved { notation, at, lag } => {
                let mover = self.live.turn();
                if let Err(refusal) = self.live.play(notation) {
                    return wrong(refusal.text);
                }
                self.undone.clear();
                self.forget_offers_to(mover);
                self.end = self.end_by_rules();
                if let Some(clock) = &mut self.clock {
                    if notation == SWAP {
                        clock.exchange(*at);
                    } else {
                        clock.moved(mover, *at, *lag);
                    }
                }
                self.stop_clock_at_end(*at);
            }
            Event::Undone { to, at } => self.go_back(*to, *at, RedoStack::Extend),
            Event::TakenBack { to, at } => self.go_back(*to, *at, RedoStack::Clear),
            Event::Redone { to, at } => {
                let swapped = self.live.swapped();
                while self.entries() < *to {
                    let Some(entry) = self.undone.pop() else {
                        return wrong(Refusal::NOTHING_TO_REDO.text);
                    };
                    if let Err(refusal) = self.live.play(&entry) {
                        return wrong(refusal.text);
                    }
                }
                self.end = self.end_by_rules();
                self.hand_clock(*at, swapped);
            }
            Event::Offered { by, offer } => self.offers[*offer as usize] = Some(*by),
            Event::Declined { offer } => self.offers[*offer as usize] = None,
            Event::DrawAgreed { at } => self.finish(End::Agreed, *at),
            Event::Resigned { by, at } => self.finish(End::Resigned(*by), *at),
            Event::Flagged { player, at } => self.finish(End::Flagged(*player), *at),
            Event::Abandoned { by, claim, at } => self.finish(End::Abandoned(*by, *claim), *at),
            Event::Rematched { id, .. } => {
                self.rematch = Some(id.clone());
                self.offers = [None; Offer::ALL.len()];
            }
            Event::Aborted { at } => self.finish(End::Aborted, *at),
            Event::Imported { record, clocks, at } => {
                self.imported_record.clone_from(record);
                if let Some(clock) = &mut self.clock {
                    clock.import(*clocks, *at);
                }
            }
            Event::Resumed { from, at } => {
                if let Some(clock) = &mut self.clock {
                    clock.skip(*from, *at);
                }
            }
        }
        self.version = version;
        Ok(())
    }

    /// The present state, to go back to after these events.
    pub(crate) fn undo_point(&self, events: &[Event]) -> MatchUndo {
        let shortest = events.iter().filter_map(|event| match event {
            Event::Undone { to, .. } | Event::TakenBack { to, .. } => Some(*to),
            _ => None,
        });
        let kept = shortest.fold(self.entries(), usize::min);
        MatchUndo {
            kept,
            entries: self.live.record().moves[kept..].to_vec(),
            undone: self.undone.clone(),
            offers: self.offers,
            clock: self.clock,
            end: self.end.clone(),
            rematch: self.rematch.clone(),
            version: self.version,
        }
    }

    /// Goes back to a state from which events have been applied.
    pub(crate) fn go_to(&mut self, undo: MatchUndo) {
        let MatchUndo { kept, entries, undone, offers, clock, end, rematch, version } = undo;
        self.live.truncate(kept);
        for entry in &entries {
            // They were legal before.
            let _ = self.live.play(entry);
        }
        (self.undone, self.offers, self.clock) = (undone, offers, clock);
        (self.end, self.rematch, self.version) = (end, rematch, version);
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

    /// Whose turn it was after `entries` entries: each ply changes the turn, and a swap changes the
    /// seats.
    fn owner(&self, entries: usize) -> Player {
        let swapped = self.live.swapped();
        let swap_then = swapped && entries >= 2;
        let plies_since = (self.entries() - entries) - usize::from(swapped && !swap_then);
        let turn = self.live.turn();
        let seat = if plies_since.is_multiple_of(2) { turn } else { !turn };
        let began = if swap_then { !seat } else { seat };
        if began == Seat::First { Player::One } else { Player::Two }
    }

    /// Number of entries left after `by` undoes a move: back to that player's last turn. Two
    /// players on one screen undo one entry at a time.
    fn undo_target(&self, by: Player) -> Result<usize, Refusal> {
        // Without time left, nobody could continue.
        let is_final = matches!(self.end, Some(End::Aborted | End::Flagged(_)));
        if self.start.kind != Kind::Local || is_final {
            return Err(Refusal::NOT_ALLOWED);
        }
        let alone = Player::ALL.iter().all(|player| self.who(*player).is_human());
        let mut earlier = (0..self.entries()).rev();
        earlier.find(|entries| alone || self.owner(*entries) == by).ok_or(Refusal::NOTHING_TO_UNDO)
    }

    fn redo_target(&self, by: Player) -> Result<usize, Refusal> {
        if self.start.kind != Kind::Local {
            return Err(Refusal::NOT_ALLOWED);
        }
        let all = self.entries() + self.undone.len();
        if self.undone.is_empty() {
            return Err(Refusal::NOTHING_TO_REDO);
        }
        let alone = Player::ALL.iter().all(|player| self.who(*player).is_human());
        let next = self.entries() + if alone || self.to_move() != Some(by) { 1 } else { 2 };
        Ok(next.min(all))
    }

    /// What an agreement on `offer` leads to, if the other player has offered it.
    fn agree(&self, by: Player, offer: Offer, at: Time) -> Result<Event, Refusal> {
        let Some(other) = self.offered(offer).filter(|other| *other != by) else {
            return Err(Refusal::NO_SUCH_OFFER);
        };
        match offer {
            Offer::Draw => Ok(Event::DrawAgreed { at }),
            Offer::Takeback => {
                let to = self.last_turn(other).ok_or(Refusal::NOTHING_TO_UNDO)?;
                Ok(Event::TakenBack { to, at })
            }
            Offer::Rematch => Err(Refusal::NOT_ALLOWED),
        }
    }

    /// An offer that has not been made yet. The computer lets everybody take back.
    fn make_offer(&self, by: Player, offer: Offer, at: Time) -> Result<Event, Refusal> {
        match offer {
            Offer::Draw => {}
            Offer::Takeback if self.start.kind == Kind::Local => return Err(Refusal::NOT_ALLOWED),
            Offer::Takeback => {
                let to = self.last_turn(by).ok_or(Refusal::NOTHING_TO_UNDO)?;
                if !self.who(by.other()).is_human() {
                    return Ok(Event::TakenBack { to, at });
                }
            }
            Offer::Rematch => return Err(Refusal::NOT_ALLOWED),
        }
        Ok(Event::Offered { by, offer })
    }

    /// What a command about a rematch leads to, short of an agreement: that makes another match.
    fn rematch_event(&self, by: Player, command: &Command) -> Result<Event, Refusal> {
        let offer = Offer::Rematch;
        if !self.may_play_again() {
            return Err(Refusal::NOT_ALLOWED);
        }
        match (command, self.offered(offer)) {
            (Command::Offer { .. }, None) => Ok(Event::Offered { by, offer }),
            (Command::Offer { .. }, Some(_)) => Err(Refusal::OFFERED_ALREADY),
            (Command::Decline { .. }, Some(_)) => Ok(Event::Declined { offer }),
            _ => Err(Refusal::NO_SUCH_OFFER),
        }
    }

    /// `by` has left, and the other player claims the game. Leaving before the game has really
    /// begun costs nothing.
    fn abandoned(&self, by: Player, claim: Claim, at: Time) -> Result<Event, Refusal> {
        if self.start.kind != Kind::Online || !self.who(by).is_human() {
            return Err(Refusal::NOT_ALLOWED);
        }
        Ok(if self.may_abort() {
            Event::Aborted { at }
        } else {
            Event::Abandoned { by, claim, at }
        })
    }

    /// Entries at the last earlier turn of a player.
    fn last_turn(&self, player: Player) -> Option<usize> {
        (0..self.entries()).rev().find(|entries| self.owner(*entries) == player)
    }

    /// An offer lapses when its recipient moves instead of replying.
    fn forget_offers_to(&mut self, mover: Seat) {
        let mover = self.player(mover);
        for offer in &mut self.offers {
            offer.take_if(|by| *by != mover);
        }
    }

    fn go_back(&mut self, to: usize, at: Time, redo_stack: RedoStack) {
        let taken = self.live.record().moves.get(to..).unwrap_or_default().to_vec();
        let swapped = self.live.swapped();
        self.live.truncate(to);
        match redo_stack {
            RedoStack::Extend => self.undone.extend(taken.into_iter().rev()),
            RedoStack::Clear => self.undone.clear(),
        }
        self.offers = [None; Offer::ALL.len()];
        self.end = self.end_by_rules();
        self.hand_clock(at, swapped);
    }

    /// The record has become shorter or longer: `swapped` says who sat where before.
    fn hand_clock(&mut self, at: Time, swapped: bool) {
        let turn = self.live.turn();
        let runs = self.entries() > 0 && self.end.is_none();
        if let Some(clock) = &mut self.clock {
            if swapped != self.live.swapped() {
                clock.exchange(at);
            }
            if runs {
                clock.hand_to(turn, at);
            } else {
                clock.stop(at);
            }
        }
    }

    fn stop_clock_at_end(&mut self, at: Time) {
        if let (Some(clock), Some(_)) = (&mut self.clock, &self.end) {
            clock.stop(at);
        }
    }

    fn finish(&mut self, end: End, at: Time) {
        self.end = Some(end);
        self.offers = [None; Offer::ALL.len()];
        self.stop_clock_at_end(at);
    }
}

/// Effect of an undo on the redo stack.
#[derive(Clone, Copy)]
enum RedoStack {
    Extend,
    Clear,
}
