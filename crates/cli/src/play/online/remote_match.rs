//! A match at a server, without its screen.

use std::time::Duration;

use client::{ConnectionStatus, MatchClient, News, Scheme};
use engine::Entry;
use play::{Command, Kind, Offer, Player, RefusalCode, Version, Who};
use rules::{BySeat, Lang, Record, Seat, Text};
use texts::text;
use tui::{Clocks, ConnectionState, MatchSnapshot, ServerSnapshot, TableSnapshot};
use wire::{CommandId, Greeting, MatchState, SeatSecret, Thinking, ToServer};

use super::kept::{gives_move, kept_text};
use super::known_match::{KnownMatch, index};
use super::seat_folder::SeatFolder;
use crate::blocking_store::find_entry;
use crate::context::Context;

/// How long a greeting is shown.
const SPEECH_DURATION: Duration = Duration::from_secs(6);
/// Most greetings that wait to be said.
const SPEECH_MAX: usize = 16;
/// Time without an answer after which the user is told that a command waits, although the connection works.
const ANSWER_LATE: Duration = Duration::from_millis(700);
/// Most entries of a record that are shown.
const ENTRIES_MAX: usize = 20_000;

/// What has happened to a match at a server.
pub(in super::super) enum RemoteNews {
    /// It is known now.
    Opened,
    /// Something of it is different.
    Changed,
    /// A command was refused, or the connection has something to say.
    Notice(Text),
    /// The server says something that nobody has asked for.
    Remark(Text),
    /// Progress of the computer.
    Thinking(Thinking),
    /// The players play again, in this match.
    Rematch(String),
    /// There is nothing to show, because of this.
    Failed(Text),
}

/// A match at a server.
pub(in super::super) struct RemoteMatch {
    client: MatchClient,
    seats: SeatFolder,
    secret: Option<SeatSecret>,
    /// `None` until the server has said what the match is.
    known: Option<KnownMatch>,
    status: ConnectionStatus,
    lag: Option<Duration>,
    /// What players have said last, and until when it is shown.
    said: [Option<(Greeting, Duration)>; 2],
    /// Addresses by which others reach the server; its own if there are none.
    addresses: Vec<String>,
    /// When absences were looked at last.
    checked_at: Duration,
    /// How many commands have no answer yet.
    unanswered: usize,
    /// These commands, and those that an earlier run has left, as far as the connection has said.
    pending: Vec<ToServer>,
    /// Since when there are any.
    pending_since: Duration,
    /// Version of the match after the last command that was carried out.
    applied: Version,
    /// What others have said, until it is taken.
    speech: Vec<Text>,
}

impl RemoteMatch {
    pub(in super::super) fn new(
        client: MatchClient,
        seats: SeatFolder,
        secret: Option<SeatSecret>,
    ) -> Self {
        Self {
            client,
            seats,
            secret,
            known: None,
            status: ConnectionStatus::Connecting,
            lag: None,
            said: [None; 2],
            addresses: Vec::new(),
            checked_at: Duration::ZERO,
            unanswered: 0,
            pending: Vec::new(),
            pending_since: Duration::ZERO,
            applied: Version(0),
            speech: Vec::new(),
        }
    }

    pub(in super::super) const fn client(&self) -> &MatchClient {
        &self.client
    }

    pub(in super::super) const fn secret(&self) -> Option<&SeatSecret> {
        self.secret.as_ref()
    }

    /// Addresses by which others reach the server.
    pub(in super::super) fn set_addresses(&mut self, addresses: Vec<String>) {
        self.addresses = addresses;
    }

    pub(in super::super) fn entry(&self) -> Option<&Entry> {
        Some(&self.known.as_ref()?.entry)
    }

    pub(in super::super) fn state(&self) -> Option<&MatchState> {
        Some(&self.known.as_ref()?.state)
    }

    pub(in super::super) fn record(&self) -> Option<&Record> {
        Some(&self.state()?.record)
    }

    pub(in super::super) const fn status(&self) -> &ConnectionStatus {
        &self.status
    }

    /// Whether an engine may help: not while people at different screens play.
    pub(in super::super) fn may_help(&self) -> bool {
        self.state().is_some_and(|state| {
            let people =
                state.players.iter().filter(|player| matches!(player.who, Some(Who::Human { .. })));
            state.kind == Kind::Local && !state.watching
                || state.end.is_some()
                || people.count() < 2
        })
    }

    /// Takes what the connection has brought.
    pub(in super::super) fn take_news(
        &mut self,
        now: Duration,
        context: &Context<'_>,
    ) -> Vec<RemoteNews> {
        let mut told = Vec::new();
        for news in self.client.take_news() {
            self.receive(news, now, context, &mut told);
        }
        told
    }

    fn receive(
        &mut self,
        news: News,
        now: Duration,
        context: &Context<'_>,
        told: &mut Vec<RemoteNews>,
    ) {
        match news {
            News::State(state) => self.receive_state(*state, now, context, told),
            News::Status(status) => {
                self.status = status;
                match (&self.known, &self.status) {
                    (Some(_), _) => told.push(RemoteNews::Changed),
                    (None, ConnectionStatus::Closed(text)) => {
                        told.push(RemoteNews::Failed(text.clone()));
                    }
                    (None, ConnectionStatus::Lost(Some(text))) => {
                        told.push(RemoteNews::Notice(text.clone()));
                    }
                    (None, _) => {}
                }
            }
            News::Applied(id, version) => {
                self.unanswered = self.unanswered.saturating_sub(1);
                self.applied = self.applied.max(version);
                self.settle(&id);
            }
            News::Refused { command, code, text } => {
                let Some(command) = command else { return told.push(RemoteNews::Remark(text)) };
                self.unanswered = self.unanswered.saturating_sub(1);
                if let Some(id) = command.command_id() {
                    self.settle(id);
                }
                told.push(RemoteNews::Notice(match (command, code) {
                    (ToServer::Command { command: Command::Undo, .. }, RefusalCode::NoSuchMove) => {
                        text!("play-nothing-to-undo")
                    }
                    (_, RefusalCode::Stale) if self.is_local() => {
                        text!("play-elsewhere")
                    }
                    _ => text,
                }));
            }
            News::Pending(pending) => {
                if self.pending.is_empty() {
                    self.pending_since = now;
                }
                self.pending = pending;
                // While the connection works, this is shown only when the answer is late.
                if self.known.is_some() && self.status != ConnectionStatus::Open {
                    told.push(RemoteNews::Changed);
                }
            }
            News::Greeted(player, greeting) => {
                self.hear(player, greeting);
                self.said[index(player)] = Some((greeting, now + SPEECH_DURATION));
                told.push(RemoteNews::Changed);
            }
            News::Thinking(thinking) => told.push(RemoteNews::Thinking(thinking)),
            News::Lag(lag) => {
                self.lag = Some(lag);
                if self.known.is_some() {
                    told.push(RemoteNews::Changed);
                }
            }
            News::SharingEnded => {
                told.push(RemoteNews::Notice(text!("play-sharing-ended")));
            }
        }
    }

    /// A command has its answer.
    fn settle(&mut self, id: &CommandId) {
        self.pending.retain(|message| message.command_id() != Some(id));
    }

    /// What waits for its answer, in words. What was given just now is left out while the connection works.
    pub(in super::super) fn kept(&self, now: Duration) -> Vec<Text> {
        let is_late = now >= self.pending_since + ANSWER_LATE;
        let is_open = self.status == ConnectionStatus::Open;
        let shown = self.pending.iter().filter(|_| is_late || !is_open);
        let mut texts: Vec<_> = shown.map(kept_text).collect();
        texts.dedup();
        texts
    }

    /// Remembers what somebody else has said.
    fn hear(&mut self, player: Player, greeting: Greeting) {
        let Some(known) = self.known.as_ref().filter(|known| known.state.you != Some(player))
        else {
            return;
        };
        if self.speech.len() < SPEECH_MAX {
            let name = known.seat_player(known.seat_of(player)).name;
            let words = tui::greeting_text(greeting);
            self.speech.push(text!("play-says", name = &name, words = &words));
        }
    }

    /// Takes what others have said.
    pub(in super::super) fn take_speech(&mut self) -> Vec<Text> {
        std::mem::take(&mut self.speech)
    }

    /// Whether a command has no answer yet, or what it has changed is not known yet.
    pub(in super::super) fn is_answering(&self) -> bool {
        self.unanswered > 0 || self.state().is_none_or(|state| state.version < self.applied)
    }

    /// How to go back to the match, if it goes on.
    pub(in super::super) fn how_to_return(&self) -> Option<Text> {
        let state = self.state().filter(|state| state.end.is_none() && !state.watching)?;
        let endpoint = self.client.endpoint();
        let how = match (state.kind, state.you) {
            (Kind::Local, _) => text!("play-how-to-resume", id = &endpoint.id),
            (Kind::Online, Some(_)) => {
                let link = endpoint.origin.match_link(&endpoint.id);
                text!("play-how-to-return", link)
            }
            (Kind::Online, None) => return None,
        };
        // What waits is sent when the match is opened again.
        let said = self.pending.iter().map(kept_text).chain([how]);
        said.reduce(|all, one| {
            let join = |lang| format!("{} {}", all.get(lang), one.get(lang));
            Text::composed(join(Lang::En), join(Lang::Fr))
        })
    }

    fn receive_state(
        &mut self,
        state: MatchState,
        now: Duration,
        context: &Context<'_>,
        told: &mut Vec<RemoteNews>,
    ) {
        let Some(entry) = find_entry(context, &state.game) else {
            told.push(RemoteNews::Failed(text!("play-unknown-game")));
            return;
        };
        if !is_showable(&entry, &state) {
            told.push(RemoteNews::Failed(text!("play-unreadable-state")));
            return;
        }
        if let Some(secret) = self.secret.as_ref().filter(|_| state.you.is_some()) {
            self.seats.keep(self.client.endpoint(), secret, state.you, state.end.is_some());
        }
        let rematch = state.online.as_ref().and_then(|online| online.rematch.clone());
        let had_rematch = self.known.as_ref().is_none_or(|known| {
            known.state.online.as_ref().is_some_and(|online| online.rematch.is_some())
        });
        told.push(if self.known.is_some() { RemoteNews::Changed } else { RemoteNews::Opened });
        self.known = Some(KnownMatch { entry, state, at: now });
        if let Some(id) = rematch.filter(|_| !had_rematch) {
            told.push(RemoteNews::Rematch(id));
        }
    }

    /// When something of the match is to be shown otherwise: somebody is missed from then on, or an answer is late.
    pub(in super::super) fn wakes_in(&self, now: Duration) -> Option<Duration> {
        let known = self.known.as_ref()?;
        let missed = known.state.players.iter().filter_map(|player| known.missed_from(player));
        let late = (!self.pending.is_empty()).then(|| self.pending_since + ANSWER_LATE);
        let due = missed.chain(late).filter(|from| *from > self.checked_at);
        due.map(|from| from.saturating_sub(now)).min()
    }

    /// Whether something of that has happened since the last call.
    pub(in super::super) fn take_due(&mut self, now: Duration) -> bool {
        let is_due = self.wakes_in(now).is_some_and(|wait| wait.is_zero());
        self.checked_at = now;
        is_due
    }

    /// The player for whom a command is given.
    fn giver(&self, command: &Command) -> Option<Player> {
        let state = self.state()?;
        if state.kind == Kind::Online {
            return state.you;
        }
        let is_human = |player: &Player| {
            let who = state.players.iter().find(|one| one.player == *player);
            who.is_some_and(|one| matches!(one.who, Some(Who::Human { .. })))
        };
        let answerer = state.offers.iter().find(|one| one.offer == Offer::Draw);
        let answerer = answerer.map(|offer| offer.by.other()).filter(is_human);
        let mover = state.to_move.filter(is_human);
        let anybody = || Player::ALL.into_iter().find(is_human);
        match command {
            Command::Accept { .. } | Command::Decline { .. } => answerer.or_else(anybody),
            _ => mover.or_else(anybody),
        }
    }

    /// Gives a command of a person at this terminal. An error if nobody here plays.
    pub(in super::super) fn give(&mut self, command: &Command) -> Result<(), Text> {
        let state = self.state().ok_or_else(|| text!("tui-connecting"))?;
        if state.watching || state.kind == Kind::Online && state.you.is_none() {
            return Err(text!("tui-you-watch"));
        }
        let by = self.giver(command).ok_or_else(|| text!("play-computers-only"))?;
        if matches!(command, Command::Move { .. }) && self.pending.iter().any(gives_move) {
            return Err(text!("tui-move-waits"));
        }
        let version = matches!(command, Command::Move { .. } | Command::Undo | Command::Redo)
            .then_some(state.version)
            .filter(|version| *version != Version(0));
        let is_gathering = state.online.as_ref().is_some_and(|online| online.gathering.is_some());
        self.client.command(by, command.clone(), version);
        self.unanswered += 1;
        if is_gathering && *command == Command::Leave {
            self.seats.forget(self.client.endpoint());
        }
        Ok(())
    }

    /// Sits down.
    pub(in super::super) fn join(&mut self, name: &str) {
        if let Some(secret) = &self.secret {
            // From now on the commands of the seat are stored, this one among them.
            self.seats.keep(self.client.endpoint(), secret, None, false);
        }
        self.client.join(None, name);
        self.unanswered += 1;
    }

    /// Where the players of a rematch sit: each in the other's place.
    pub(in super::super) fn keep_rematch_seat(&self, id: &str) {
        let (Some(secret), Some(you)) = (&self.secret, self.state().and_then(|state| state.you))
        else {
            return;
        };
        let mut endpoint = self.client.endpoint().clone();
        id.clone_into(&mut endpoint.id);
        self.seats.keep(&endpoint, secret, Some(you.other()), false);
    }

    /// Links to the match, the likeliest first.
    pub(in super::super) fn links(&self) -> Vec<String> {
        let endpoint = self.client.endpoint();
        if self.addresses.is_empty() {
            return vec![endpoint.origin.match_link(&endpoint.id)];
        }
        let link =
            |address: &String| format!("{}/m/{}", address.trim_end_matches('/'), endpoint.id);
        self.addresses.iter().take(3).map(link).collect()
    }

    fn is_local(&self) -> bool {
        self.state().is_some_and(|state| state.kind == Kind::Local)
    }

    /// Whether another program has the match.
    pub(in super::super) fn is_elsewhere(&self) -> bool {
        self.client.endpoint().origin.scheme != Scheme::Embedded
    }

    /// The match as a screen shows it at `now`; `None` until it is known.
    pub(in super::super) fn snapshot(
        &self,
        now: Duration,
        qr: &dyn Fn(&str) -> Vec<String>,
    ) -> Option<MatchSnapshot> {
        let known = self.known.as_ref()?;
        let state = &known.state;
        let draw = state.offers.iter().find(|one| one.offer == Offer::Draw);
        let clocks = state.clock.map(|clock| Clocks {
            left: clock.left.map(Duration::from_millis),
            running: clock.running.filter(|_| state.end.is_none()),
            at: known.at,
        });
        Some(MatchSnapshot {
            game: known.entry.game,
            record: state.record.clone(),
            view: known.view(),
            seats: BySeat::from_fn(|seat| known.seat_player(seat)),
            clocks,
            draw_offer: draw.map(|offer| known.seat_of(offer.by)),
            redoable: state.redoable,
            server: self.is_elsewhere().then(|| ServerSnapshot {
                connection: match &self.status {
                    ConnectionStatus::Open => ConnectionState::Open,
                    ConnectionStatus::Connecting => ConnectionState::Connecting,
                    ConnectionStatus::Lost(reason) => ConnectionState::Lost(reason.clone()),
                    ConnectionStatus::Closed(reason) => ConnectionState::Closed(reason.clone()),
                },
                lag: self.lag,
                kept: self.kept(now),
                is_unstored: state.unstored,
                table: self.table(known, now, qr).map(Box::new),
            }),
        })
    }

    fn table(
        &self,
        known: &KnownMatch,
        now: Duration,
        qr: &dyn Fn(&str) -> Vec<String>,
    ) -> Option<TableSnapshot> {
        let state = &known.state;
        let online = state.online.as_ref()?;
        let by_player = |seat: Seat| known.player_in(seat);
        let links = self.links();
        let is_waiting =
            state.players.iter().any(|player| player.who.is_none()) && state.end.is_none();
        let offers = state.offers.iter().filter(|one| one.offer != Offer::Draw);
        let code: String =
            online.code.chars().filter(char::is_ascii_alphanumeric).take(12).collect();
        let code = match code.to_ascii_uppercase() {
            code if code.len() == 6 => format!("{}-{}", &code[..3], &code[3..]),
            code => code,
        };
        Some(TableSnapshot {
            you: state.you.map(|you| known.seat_of(you)),
            is_host: state.you == Some(online.host),
            code,
            qr: links.first().filter(|_| is_waiting).map(|link| qr(link)).unwrap_or_default(),
            links,
            watchers: online.watchers,
            offers: offers.map(|one| (one.offer, known.seat_of(one.by))).collect(),
            may_abort: state.may_abort,
            absent: BySeat::from_fn(|seat| {
                let player = by_player(seat)?;
                known.missed_from(player).filter(|from| *from <= now)?;
                known.waited_until(player)
            }),
            said: BySeat::from_fn(|seat| self.said[index(by_player(seat)?.player)]),
            gathering: known.gathering(),
        })
    }
}

/// Whether a screen can show the state: a server may send anything.
fn is_showable(entry: &Entry, state: &MatchState) -> bool {
    let is_gathering = state.online.as_ref().is_some_and(|online| online.gathering.is_some());
    let is_empty = state.view.board.cells.is_empty();
    let has_both =
        Player::ALL.iter().all(|player| state.players.iter().any(|one| one.player == *player))
            && Seat::ALL.iter().all(|seat| state.players.iter().any(|one| one.seat == *seat));
    has_both
        && state.record.moves.len() <= ENTRIES_MAX
        && (is_gathering && is_empty || client::is_drawable(entry.game.info(), &state.view))
}
