//! Matches at servers, on the full screen: connections, requests and what comes of them.

use std::collections::VecDeque;
use std::sync::mpsc::Sender;
use std::time::Duration;

use client::{HttpClient, MatchEndpoint, Network, Origin, RequestError, Trust};
use play::{Command, Kind, TimeControl, Who};
use rules::{BySeat, Record, Text};
use server::Qr;
use texts::text;
use tui::{Effect, Message};
use wire::http::{Created, Hint, Lan, Lobby, NewMatch, Pairing, PairingRequest};
use wire::{SeatSecret, Thinking};

use super::super::online::{RemoteMatch, RemoteNews, SeatFolder, lobby, read_moves};
use super::super::repl_command::ReplCommand;
use super::super::save::save;
use super::LoopInput;
use super::player::{LoopExit, LoopStep, Player};
use crate::embedded_server::EmbeddedServer;
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

/// What a match of the own data folder is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MatchPurpose {
    /// A person plays it, and it is stored.
    Play,
    /// Computers play it.
    Watch,
    /// Its game is analysed.
    Analyse,
}

/// A match that a server has.
pub(super) enum FoundMatch {
    /// Of the own data folder: the owner at the same machine plays without a secret.
    Own(MatchEndpoint, MatchPurpose),
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
    /// Whether its game is analysed, and nobody plays it.
    is_analysis: bool,
    /// Moves of one line that are still to be given, and why those behind them are not.
    queued: VecDeque<String>,
    refusal: Option<Text>,
    /// Lines of moves that were typed before there was an answer to those before them.
    typed_ahead: VecDeque<String>,
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
            is_analysis: false,
            queued: VecDeque::new(),
            refusal: None,
            typed_ahead: VecDeque::new(),
            joins_as: None,
            seek: None,
            name,
            own_server: None,
            browser: None,
            browsed_at: Duration::ZERO,
        }
    }

    pub(super) fn network(&mut self) -> Result<&mut Network, Text> {
        let network = match self.network.take() {
            Some(network) => network,
            None => Network::start(Trust::default()).map_err(|error| messages::reason(&error))?,
        };
        Ok(self.network.insert(network))
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

    /// The program goes on after it was stopped: checks the connection at once.
    pub(super) fn wake(&self) {
        if let Some(game) = &self.game {
            game.client().wake();
        }
    }

    pub(super) fn close(&mut self) {
        (self.game, self.joins_as, self.seek) = (None, None, None);
        (self.queued, self.refusal) = (VecDeque::new(), None);
        self.typed_ahead.clear();
        self.is_analysis = false;
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

    /// The server of the own matches.
    pub(super) fn own_origin(&mut self, is_stored: bool) -> Result<Origin, Text> {
        let network = self.desk.network()?;
        let origin = self.own.origin(is_stored, network, self.context);
        origin.map_err(|failure| failure.text().unwrap_or_else(|| Text::new("", "")))
    }

    /// Shows a match of the own data folder.
    pub(super) fn connect_to_own(
        &mut self,
        origin: Origin,
        id: String,
        purpose: MatchPurpose,
    ) -> LoopStep {
        let entropy = self.random.draw();
        self.close();
        if let Some(embedded) = self.own.embedded(&origin).filter(|_| purpose != MatchPurpose::Play)
        {
            embedded.hold(&id);
        }
        let connected = self.desk.connect(MatchEndpoint { origin, id }, None, entropy);
        self.desk.is_analysis = purpose == MatchPurpose::Analyse;
        connected.map_or_else(notice, |()| LoopStep::NOTHING)
    }

    /// Begins a match of the own data folder at its server.
    pub(super) fn start_at(
        &mut self,
        origin: Origin,
        new: NewMatch,
        purpose: MatchPurpose,
    ) -> LoopStep {
        let asked = self.desk.ask(origin, |http| async move {
            let created = http.post::<Created>("/api/matches", &new).await;
            let origin = http.origin().clone();
            NetworkEvent::Found(match created {
                Ok(Created { id }) => Ok(FoundMatch::Own(MatchEndpoint { origin, id }, purpose)),
                Err(error) => Err(problem(&error)),
            })
        });
        asked.map_or_else(notice, |()| LoopStep::NOTHING)
    }

    /// Takes what a request or a connection has brought.
    pub(super) fn receive_network(&mut self, event: NetworkEvent) -> LoopStep {
        let done = match event {
            NetworkEvent::News => return self.receive_news(),
            NetworkEvent::Found(Ok(FoundMatch::Own(MatchEndpoint { origin, id }, purpose))) => {
                return self.connect_to_own(origin, id, purpose);
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
                let advice =
                    hint.notation.as_deref().map(|entry| text!("play-advice", move = entry));
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
                RemoteNews::Notice(text) => {
                    self.desk.queued.clear();
                    self.desk.typed_ahead.clear();
                    notices.push(text);
                }
                RemoteNews::Remark(text) => notices.push(text),
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
        notices.extend(self.give_queued().err());
        let embedded = self.own.embedded(&Origin::embedded());
        notices.extend(embedded.and_then(EmbeddedServer::take_warning));
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
        let snapshot = Box::new(self.desk.game.as_ref()?.snapshot(self.elapsed(), &qr_lines)?);
        let opened = if self.desk.is_analysis { Message::Analysing } else { Message::Opened };
        Some(opened(snapshot))
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

    /// Gives a command in the match.
    pub(super) fn give(&mut self, command: &Command) -> LoopStep {
        let Some(game) = &mut self.desk.game else { return LoopStep::NOTHING };
        match game.give(command) {
            Ok(()) => LoopStep::NOTHING,
            Err(text) => notice(text),
        }
    }

    /// A hint of the server: it remembers that the player was helped.
    pub(super) fn ask_for_hint(&mut self) -> LoopStep {
        let Some(game) = &self.desk.game else { return LoopStep::NOTHING };
        if !game.may_help() {
            return notice(text!("tui-no-analysis"));
        }
        let MatchEndpoint { origin, id } = game.client().endpoint().clone();
        let asked = self.desk.ask(origin, |http| async move {
            let path = format!("/api/matches/{id}/hint");
            let hint = http.post::<Hint>(&path, &serde_json::json!({})).await;
            NetworkEvent::Hint(hint.map_err(|error| problem(&error)))
        });
        asked.map_or_else(notice, |()| LoopStep::NOTHING)
    }

    /// Gives the next move of the lines that were typed, or says why there are no more.
    fn give_queued(&mut self) -> Result<(), Text> {
        let Some(game) = self.desk.game.as_mut().filter(|game| !game.is_answering()) else {
            return Ok(());
        };
        if self.desk.queued.is_empty()
            && self.desk.refusal.is_none()
            && let (Some(state), Some(entry)) = (game.state(), game.entry())
            && let Some(typed) = self.desk.typed_ahead.pop_front()
        {
            let players = state.players.iter();
            let people = players.filter(|one| matches!(one.who, Some(Who::Human { .. }))).count();
            let (moves, refusal) = read_moves(&typed, entry.game, state, people);
            (self.desk.queued, self.desk.refusal) = (moves.into(), refusal);
        }
        if let Some(notation) = self.desk.queued.pop_front() {
            return game.give(&Command::Move { notation });
        }
        let Some(refusal) = self.desk.refusal.take() else { return Ok(()) };
        self.desk.typed_ahead.clear();
        Err(refusal)
    }

    /// Carries out a line that was typed.
    pub(super) fn line(&mut self, line: &str) -> LoopStep {
        let Some(game) = &self.desk.game else { return LoopStep::NOTHING };
        let (Some(state), Some(entry)) = (game.state(), game.entry()) else {
            return LoopStep::NOTHING;
        };
        let is_table = state.kind == Kind::Online;
        match ReplCommand::parse(line) {
            ReplCommand::Empty | ReplCommand::Help => LoopStep::NOTHING,
            ReplCommand::Quit => LoopStep::Exit(LoopExit::Quit),
            ReplCommand::Undo if is_table => {
                self.give(&Command::Offer { offer: play::Offer::Takeback })
            }
            ReplCommand::Undo => self.give(&Command::Undo),
            ReplCommand::Redo => self.give(&Command::Redo),
            ReplCommand::Resign => self.give(&Command::Resign),
            ReplCommand::Draw => self.give(&Command::Offer { offer: play::Offer::Draw }),
            ReplCommand::Hint => self.carry_out(Effect::Hint),
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
            ReplCommand::Save(file) => notice(save(state, &file, self.context.now)),
            ReplCommand::Play(typed) if !is_table => {
                self.desk.typed_ahead.push_back(typed);
                self.give_queued().map_or_else(notice, |()| LoopStep::NOTHING)
            }
            ReplCommand::Play(notation) => {
                let notation = notation.split_whitespace().collect();
                self.give(&Command::Move { notation })
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
