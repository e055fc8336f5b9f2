//! Matches at servers, on the full screen: connections, requests and what comes of them.

use std::sync::mpsc::Sender;
use std::time::Duration;

use client::{HttpClient, MatchEndpoint, Network, Origin, RequestError, Trust};
use play::{Command, Kind, TimeControl, Who};
use rules::{BySeat, Record, Text};
use server::Qr;
use tui::Message;
use wire::http::{Created, Hint, Lan, Lobby, NewMatch, Pairing, PairingRequest};
use wire::{SeatSecret, Thinking};

use super::super::online::{RemoteMatch, RemoteNews, SeatFolder, lobby};
use super::super::repl_command::ReplCommand;
use super::LoopInput;
use super::engine_thread::EngineJob;
use super::player::{LoopExit, LoopStep, Player};
use crate::own_server::OwnServer;
use crate::{lan, messages};

/// How often the list of neighbours is looked at while it is shown.
const NEIGHBOURS_INTERVAL: Duration = Duration::from_secs(1);

/// What a request or a connection has brought.
pub(super) enum NetworkEvent {
    /// There is news of the match.
    News,
    /// Where a match is, or why there is none.
    Found(Result<FoundMatch, Text>),
    /// A table of somebody else, who waits for any opponent.
    Paired(Result<(MatchEndpoint, SeatSecret, Pairing), Text>),
    /// The tables of a server.
    Lobby(Result<(Origin, Lobby), Text>),
    /// Addresses by which others reach the server of the match.
    Addresses(Vec<String>),
    /// A hint.
    Hint(Result<Hint, Text>),
}

/// A match that a server has.
pub(super) enum FoundMatch {
    /// Of the own data folder: the owner at the same machine plays without a secret.
    Own(MatchEndpoint),
    /// At a table, with the secret of a seat there.
    Table(MatchEndpoint, Option<SeatSecret>),
}

/// A search for any opponent, while its table waits.
pub(super) struct SeekState {
    pub(super) request: PairingRequest,
    pub(super) origin: Origin,
    pub(super) retry_at: Duration,
}

/// Connections to servers.
pub(super) struct RemoteDesk {
    inputs: Sender<LoopInput>,
    network: Option<Network>,
    pub(super) seats: SeatFolder,
    /// The match that is shown, or about to be.
    pub(super) game: Option<RemoteMatch>,
    /// Name under which the user sits down as soon as the table is known.
    pub(super) joins_as: Option<String>,
    pub(super) seek: Option<SeekState>,
    /// Name of the user at tables.
    pub(super) name: String,
    pub(super) own_server: Option<OwnServer>,
    pub(super) browser: Option<server::LanBrowser>,
    pub(super) browsed_at: Duration,
}

impl RemoteDesk {
    pub(super) fn new(inputs: Sender<LoopInput>, seats: SeatFolder, name: String) -> Self {
        Self {
            inputs,
            network: None,
            seats,
            game: None,
            joins_as: None,
            seek: None,
            name,
            own_server: None,
            browser: None,
            browsed_at: Duration::ZERO,
        }
    }

    fn network(&mut self) -> Result<&Network, Text> {
        if self.network.is_none() {
            let started = Network::start(Trust::default());
            self.network = Some(started.map_err(|error| messages::reason(&error))?);
        }
        self.network.as_ref().ok_or_else(|| Text::new("", ""))
    }

    /// Asks a server beside the screen; the result comes in through the loop.
    pub(super) fn ask<F>(
        &mut self,
        origin: Origin,
        work: impl FnOnce(HttpClient) -> F,
    ) -> Result<(), Text>
    where
        F: Future<Output = NetworkEvent> + Send + 'static,
    {
        let inputs = self.inputs.clone();
        let network = self.network()?;
        let work = work(network.http(origin));
        network.spawn(async move {
            let event = work.await;
            let _ = inputs.send(LoopInput::Network(event));
        });
        Ok(())
    }

    /// Connects to a match, in place of the last one.
    pub(super) fn connect(
        &mut self,
        endpoint: MatchEndpoint,
        secret: Option<SeatSecret>,
        entropy: u64,
    ) -> Result<(), Text> {
        let outbox = Box::new(self.seats.outbox(&endpoint, secret.as_ref()));
        let inputs = self.inputs.clone();
        let wake = move || {
            let _ = inputs.send(LoopInput::Network(NetworkEvent::News));
        };
        let client = self.network()?.connect(endpoint, secret.clone(), outbox, entropy, wake);
        self.game = Some(RemoteMatch::new(client, self.seats.clone(), secret));
        Ok(())
    }

    /// How to go back to the match that is shown, if it goes on.
    pub(super) fn how_to_return(&self) -> Option<Text> {
        self.game.as_ref()?.how_to_return()
    }

    /// The program goes on after it was stopped: checks the connection at once.
    pub(super) fn wake(&self) {
        if let Some(game) = &self.game {
            game.client().wake();
        }
    }

    pub(super) fn close(&mut self) {
        (self.game, self.joins_as, self.seek) = (None, None, None);
    }
}

pub(super) fn notice(text: Text) -> LoopStep {
    LoopStep::Tell(vec![Message::Notice(vec![text])])
}

pub(super) fn problem(error: &RequestError) -> Text {
    error.text()
}

/// The QR code of a link, in half blocks.
fn qr_lines(link: &str) -> Vec<String> {
    Qr::new(link).map(|code| lan::half_blocks(&code)).unwrap_or_default()
}

impl Player<'_, '_> {
    /// Connects to a match, with the seat that is known there or a new secret.
    pub(super) fn connect_to(
        &mut self,
        endpoint: MatchEndpoint,
        seat: Option<SeatSecret>,
    ) -> Result<(), Text> {
        let secret = self.desk.seats.secret_for(&endpoint, seat);
        let secret = secret.map_err(|error| messages::reason(&error))?;
        let entropy = self.random.draw();
        self.close();
        self.desk.connect(endpoint, Some(secret), entropy)
    }

    /// Goes on with a match of the own data folder, through its server.
    pub(super) fn connect_to_own(&mut self, origin: Origin, id: String) -> LoopStep {
        let entropy = self.random.draw();
        self.close();
        match self.desk.connect(MatchEndpoint { origin, id }, None, entropy) {
            Ok(()) => LoopStep::NOTHING,
            Err(text) => notice(text),
        }
    }

    /// Begins a match of the own data folder, through its server.
    pub(super) fn start_at(&mut self, origin: Origin, new: NewMatch) -> LoopStep {
        let asked = self.desk.ask(origin, |http| async move {
            let created = http.post::<Created>("/api/matches", &new).await;
            let origin = http.origin().clone();
            NetworkEvent::Found(match created {
                Ok(Created { id }) => Ok(FoundMatch::Own(MatchEndpoint { origin, id })),
                Err(error) => Err(problem(&error)),
            })
        });
        asked.map_or_else(notice, |()| LoopStep::NOTHING)
    }

    /// Takes what a request or a connection has brought.
    pub(super) fn receive_network(&mut self, event: NetworkEvent) -> LoopStep {
        let done = match event {
            NetworkEvent::News => return self.receive_news(),
            NetworkEvent::Found(Ok(FoundMatch::Own(MatchEndpoint { origin, id }))) => {
                return self.connect_to_own(origin, id);
            }
            NetworkEvent::Found(Ok(FoundMatch::Table(endpoint, seat))) => {
                self.connect_to(endpoint, seat)
            }
            NetworkEvent::Paired(Ok((endpoint, seat, pairing))) => {
                self.receive_pairing(endpoint, seat, &pairing)
            }
            NetworkEvent::Lobby(Ok((origin, lobby))) => {
                let tables = lobby::tables(&origin, &lobby, self.context);
                return LoopStep::Tell(vec![Message::Lobby(tables)]);
            }
            NetworkEvent::Hint(Ok(hint)) => {
                let advice = hint.notation.as_deref().map(messages::play::advise);
                return advice.map_or(LoopStep::NOTHING, notice);
            }
            NetworkEvent::Addresses(addresses) => {
                if let Some(game) = &mut self.desk.game {
                    game.set_addresses(addresses);
                }
                return LoopStep::Tell(self.remote_changed().into_iter().collect());
            }
            NetworkEvent::Found(Err(text))
            | NetworkEvent::Paired(Err(text))
            | NetworkEvent::Lobby(Err(text))
            | NetworkEvent::Hint(Err(text)) => Err(text),
        };
        match done {
            Ok(()) => LoopStep::NOTHING,
            Err(text) => notice(text),
        }
    }

    fn remote_changed(&self) -> Option<Message> {
        let snapshot = self.desk.game.as_ref()?.snapshot(self.elapsed(), &qr_lines)?;
        Some(Message::Changed(Box::new(snapshot)))
    }

    /// Takes news of the match at the server.
    fn receive_news(&mut self) -> LoopStep {
        let now = self.elapsed();
        let Some(game) = &mut self.desk.game else { return LoopStep::NOTHING };
        let news = game.take_news(now, self.context);
        let (mut messages, mut notices) = (Vec::new(), Vec::new());
        let mut is_changed = false;
        for one in news {
            match one {
                RemoteNews::Opened => messages.extend(self.remote_opened()),
                RemoteNews::Changed => is_changed = true,
                RemoteNews::Notice(text) => notices.push(text),
                RemoteNews::Thinking(thinking) => messages.extend(self.remote_thinking(thinking)),
                RemoteNews::Rematch(id) => return self.follow_rematch(&id),
                RemoteNews::Failed(text) => {
                    self.desk.close();
                    return notice(text);
                }
            }
        }
        if is_changed {
            messages.extend(self.remote_changed());
        }
        if !notices.is_empty() {
            messages.push(Message::Notice(notices));
        }
        LoopStep::Tell(messages)
    }

    /// The match is known: shows it, and sits down if that was asked for.
    fn remote_opened(&mut self) -> Option<Message> {
        let game = self.desk.game.as_mut()?;
        let is_stranger = game.state()?.you.is_none();
        if let Some(name) = self.desk.joins_as.take().filter(|_| is_stranger) {
            game.join(&name);
        }
        let state = game.state()?;
        let origin = game.client().endpoint().origin.clone();
        let is_own =
            origin.dialled_host().parse().is_ok_and(|ip: std::net::IpAddr| ip.is_loopback());
        if state.kind == Kind::Online && is_own {
            let _ = self.desk.ask(origin, |http| async move {
                let lan = http.get::<Lan>("/api/lan").await;
                NetworkEvent::Addresses(lan.map(|lan| lan.addresses).unwrap_or_default())
            });
        }
        let snapshot = self.desk.game.as_ref()?.snapshot(self.elapsed(), &qr_lines)?;
        Some(Message::Opened(Box::new(snapshot)))
    }

    /// How deep the computer has searched.
    fn remote_thinking(&self, thinking: Thinking) -> Option<Message> {
        let game = self.desk.game.as_ref()?;
        let record = game.record()?.clone();
        let is_current = game.state()?.version == thinking.version && !self.is_analysing;
        let report = engine::AnyReport { depth: thinking.depth, ..engine::AnyReport::default() };
        is_current.then(|| Message::Report(Box::new((record, report))))
    }

    /// Goes to the match in which the players play again.
    fn follow_rematch(&mut self, id: &str) -> LoopStep {
        let Some(game) = &self.desk.game else { return LoopStep::NOTHING };
        game.keep_rematch_seat(id);
        let mut endpoint = game.client().endpoint().clone();
        id.clone_into(&mut endpoint.id);
        let secret = game.secret().cloned();
        match self.connect_to(endpoint, secret) {
            Ok(()) => LoopStep::NOTHING,
            Err(text) => notice(text),
        }
    }

    /// When something at the servers is to be done or shown.
    pub(super) fn remote_wakes_in(&self) -> Option<Duration> {
        let now = self.elapsed();
        let game = self.desk.game.as_ref().and_then(|game| game.wakes_in(now));
        let seek = self.desk.seek.as_ref().map(|seek| seek.retry_at.saturating_sub(now));
        let browser = self
            .desk
            .browser
            .as_ref()
            .map(|_| (self.desk.browsed_at + NEIGHBOURS_INTERVAL).saturating_sub(now));
        game.into_iter().chain(seek).chain(browser).min()
    }

    /// Time has passed.
    pub(super) fn tick_remote(&mut self) -> LoopStep {
        let now = self.elapsed();
        if let Some(seek) = self.desk.seek.take_if(|seek| seek.retry_at <= now) {
            let game = self.desk.game.as_ref().and_then(RemoteMatch::state);
            let is_waiting = game.is_none_or(|state| {
                let online = state.online.as_ref();
                state.end.is_none() && online.is_some_and(|online| online.gathering.is_some())
            });
            if is_waiting && let Err(text) = self.pair(seek.origin, seek.request) {
                return notice(text);
            }
        }
        let mut messages = Vec::new();
        if self.desk.browser.is_some() && self.desk.browsed_at + NEIGHBOURS_INTERVAL <= now {
            self.desk.browsed_at = now;
            messages.extend(self.neighbours());
        }
        let is_due = self.desk.game.as_mut().is_some_and(|game| game.take_due(now));
        messages.extend(is_due.then(|| self.remote_changed()).flatten());
        LoopStep::Tell(messages)
    }

    /// Gives a command in the match at the server.
    pub(super) fn give_remote(&mut self, command: &Command) -> LoopStep {
        let Some(game) = &mut self.desk.game else { return LoopStep::NOTHING };
        match game.give(command) {
            Ok(()) => LoopStep::NOTHING,
            Err(text) => notice(text),
        }
    }

    /// A hint of the server: it remembers that the player was helped.
    pub(super) fn remote_hint(&mut self) -> LoopStep {
        let Some(game) = &self.desk.game else { return LoopStep::NOTHING };
        if !game.may_help() {
            return notice(texts::text("tui-no-analysis", &[]));
        }
        let MatchEndpoint { origin, id } = game.client().endpoint().clone();
        let asked = self.desk.ask(origin, |http| async move {
            let path = format!("/api/matches/{id}/hint");
            let hint = http.post::<Hint>(&path, &serde_json::json!({})).await;
            NetworkEvent::Hint(hint.map_err(|error| problem(&error)))
        });
        asked.map_or_else(notice, |()| LoopStep::NOTHING)
    }

    /// Starts a job of the analyst on the match at the server.
    pub(super) fn analyse_remote(&mut self, job: EngineJob, record: Record) {
        let game = self.desk.game.as_ref().filter(|game| game.may_help());
        let Some(entry) = game.and_then(RemoteMatch::entry).copied() else { return };
        self.analysed = record;
        self.analyst.start(entry, self.analysed.clone(), job);
    }

    /// Carries out a line that was typed in a match at a server.
    pub(super) fn remote_line(&mut self, line: &str) -> LoopStep {
        let Some(game) = &self.desk.game else { return LoopStep::NOTHING };
        let (Some(state), Some(entry)) = (game.state(), game.entry()) else {
            return LoopStep::NOTHING;
        };
        let is_table = state.kind == Kind::Online;
        match ReplCommand::parse(line) {
            ReplCommand::Empty | ReplCommand::Help => LoopStep::NOTHING,
            ReplCommand::Quit => LoopStep::Exit(LoopExit::Quit),
            ReplCommand::Undo if is_table => {
                self.give_remote(&Command::Offer { offer: play::Offer::Takeback })
            }
            ReplCommand::Undo => self.give_remote(&Command::Undo),
            ReplCommand::Redo => self.give_remote(&Command::Redo),
            ReplCommand::Resign => self.give_remote(&Command::Resign),
            ReplCommand::Draw => self.give_remote(&Command::Offer { offer: play::Offer::Draw }),
            ReplCommand::Hint => self.remote_hint(),
            ReplCommand::Moves => {
                let moves: Vec<_> =
                    state.view.choices.iter().map(|choice| choice.notation.as_str()).collect();
                let moves = moves.join(" ");
                notice(Text::composed(moves.clone(), moves))
            }
            ReplCommand::Position => {
                let live = entry.game.open(&state.record);
                let position = live.map(|live| live.position()).unwrap_or_default();
                notice(Text::composed(position.clone(), position))
            }
            ReplCommand::Save(_) => notice(texts::text("play-kept-by-server", &[])),
            ReplCommand::Play(notation) => {
                let notation = notation.split_whitespace().collect();
                self.give_remote(&Command::Move { notation })
            }
        }
    }
}

/// A match of people and computers at one screen, for a server.
pub(super) fn local_match(new: &tui::NewMatch, seeds: &mut dyn FnMut() -> u64) -> NewMatch {
    let mut who = |seat| match new.players[seat] {
        Some(opponent) => Who::Computer { opponent: opponent.id.to_owned(), seed: seeds() },
        None => Who::Human { name: String::new() },
    };
    NewMatch {
        game: new.entry.game.info().id.to_owned(),
        setup: Some(new.setup.clone()),
        record: None,
        swap: new.swap,
        players: BySeat { first: who(rules::Seat::First), second: who(rules::Seat::Second) },
        time: new.time,
        seat: None,
    }
}

/// The same for the game of a record.
pub(in super::super) fn match_of_record(
    game: &str,
    record: &Record,
    players: BySeat<Who>,
) -> NewMatch {
    NewMatch {
        game: game.to_owned(),
        setup: None,
        record: Some(record.clone()),
        swap: record.swap,
        players,
        time: TimeControl::None,
        seat: None,
    }
}
