//! What the screens ask servers for: matches by links and codes, tables, opponents, the local network.

use std::time::Duration;

use client::{Destination, MatchEndpoint, Origin, new_secret};
use play::Command;
use rules::Text;
use texts::text;
use tui::{Effect, Message, Neighbour, NewTable, Seek};
use wire::SeatSecret;
use wire::http::{Created, Lobby, NewRoom, Pairing, PairingRequest, RoomCreated};

use super::super::online::running_server;
use super::player::{LoopStep, Player};
use super::remote::{FoundMatch, NetworkEvent, SeekState, notice, problem};
use crate::failure::Failure;
use crate::own_server::OwnServer;
use crate::{data, messages};

/// How often somebody who has waited longer is looked for.
const SEEK_RETRY_INTERVAL: Duration = Duration::from_secs(4);

impl Player<'_, '_> {
    /// The server that a text means; an empty one is the one of this machine, if it runs.
    fn origin(&self, server: &str) -> Result<Option<Origin>, Text> {
        if server.is_empty() {
            return Ok(running_server(self.folder.as_deref()));
        }
        match Destination::read(server) {
            Some(Destination::Server(origin) | Destination::Match { origin, .. }) => {
                Ok(Some(origin))
            }
            _ => Err(text!("play-no-place")),
        }
    }

    /// The same; the server of this machine is started if none runs.
    fn origin_or_own(&mut self, server: &str) -> Result<Origin, Text> {
        if let Some(origin) = self.origin(server)? {
            return Ok(origin);
        }
        let text = |failure: Failure| failure.text().unwrap_or_else(|| Text::new("", ""));
        let folder = data::create(self.folder.clone()).map_err(text)?;
        let own = OwnServer::start(&folder, self.context).map_err(text)?;
        let origin = Origin::loopback(own.address().port());
        self.desk.own_server = Some(own);
        Ok(origin)
    }

    /// Carries out what a screen asks of the network.
    pub(super) fn carry_out_online(&mut self, effect: Effect) -> LoopStep {
        let done = match effect {
            Effect::Connect { place, server } => self.connect_to_place(&place, &server),
            Effect::ListTables(server) => self.list_tables(&server),
            Effect::OpenTable(table) => self.open_table(*table),
            Effect::Seek(seek) => self.seek(&seek),
            Effect::Browse => return self.browse(),
            Effect::Join(name) => {
                self.desk.name.clone_from(&name);
                if let Some(game) = &mut self.desk.game {
                    game.join(&name);
                }
                Ok(())
            }
            Effect::Greet(greeting) => {
                if let Some(game) = &self.desk.game {
                    game.client().greet(greeting);
                }
                Ok(())
            }
            _ => Ok(()),
        };
        match done {
            Ok(()) => LoopStep::NOTHING,
            Err(text) => notice(text),
        }
    }

    /// Connects to what a text means; the tables of a server are listed.
    fn connect_to_place(&mut self, place: &str, server: &str) -> Result<(), Text> {
        match Destination::read(place).ok_or_else(|| text!("play-no-place"))? {
            Destination::Match { origin, id, seat } => {
                self.connect_to(MatchEndpoint { origin, id }, seat)
            }
            Destination::Server(origin) => self.list_tables(&origin.to_string()),
            Destination::Code(code) => {
                let origin = self.origin(server)?;
                let origin = origin.ok_or_else(|| text!("play-code-needs-server"))?;
                self.desk.ask(origin, |http| async move {
                    let found = http.get::<Created>(&format!("/api/codes/{code}")).await;
                    NetworkEvent::Found(match found {
                        Ok(Created { id }) => {
                            let origin = http.origin().clone();
                            Ok(FoundMatch::Table(MatchEndpoint { origin, id }, None))
                        }
                        Err(error) if error.is_not_found() => Err(text!("play-code-unknown")),
                        Err(error) => Err(problem(&error)),
                    })
                })
            }
        }
    }

    fn list_tables(&mut self, server: &str) -> Result<(), Text> {
        let origin = self.origin_or_own(server)?;
        self.desk.ask(origin, |http| async move {
            let lobby = http.get::<Lobby>("/api/rooms").await;
            let origin = http.origin().clone();
            NetworkEvent::Lobby(lobby.map(|lobby| (origin, lobby)).map_err(|it| problem(&it)))
        })
    }

    fn open_table(&mut self, table: NewTable) -> Result<(), Text> {
        let origin = self.origin_or_own(&table.server)?;
        let seat = new_secret().map_err(|error| messages::reason(&error))?;
        let mut setup = table.start.setup;
        if table.lay_board {
            setup.board = None;
        }
        let room = NewRoom {
            game: table.start.entry.game.info().id.to_owned(),
            setup: Some(setup),
            lay_board: table.lay_board,
            swap: table.start.swap,
            time: table.start.time,
            listing: table.listing,
            side: table.side,
            name: self.desk.name.clone(),
            seat: seat.clone(),
        };
        self.desk.ask(origin, |http| async move {
            let created = http.post::<RoomCreated>("/api/rooms", &room).await;
            let origin = http.origin().clone();
            NetworkEvent::Found(match created {
                Ok(RoomCreated { id, .. }) => {
                    Ok(FoundMatch::Table(MatchEndpoint { origin, id }, Some(seat)))
                }
                Err(error) => Err(problem(&error)),
            })
        })
    }

    fn seek(&mut self, seek: &Seek) -> Result<(), Text> {
        let origin = self.origin_or_own(&seek.server)?;
        let seat = new_secret().map_err(|error| messages::reason(&error))?;
        let request = PairingRequest {
            game: seek.game.to_owned(),
            time: seek.time,
            name: self.desk.name.clone(),
            seat,
            own: None,
            seats: None,
        };
        self.pair(origin, request)
    }

    pub(super) fn pair(&mut self, origin: Origin, mut request: PairingRequest) -> Result<(), Text> {
        // The page in a browser of this machine has the same profile, and is somebody else all the same.
        if origin == Origin::loopback(origin.port) {
            request.seats = Some(self.desk.seats.matches_at(&origin));
        }
        self.desk.seek = Some(SeekState {
            request: request.clone(),
            origin: origin.clone(),
            retry_at: self.elapsed() + SEEK_RETRY_INTERVAL,
        });
        self.desk.ask(origin, |http| async move {
            let paired = http.post::<Pairing>("/api/pairing", &request).await;
            let origin = http.origin().clone();
            NetworkEvent::Paired(match paired {
                Ok(pairing) => {
                    let endpoint = MatchEndpoint { origin, id: pairing.id.clone() };
                    Ok((endpoint, request.seat, pairing))
                }
                Err(error) => Err(problem(&error)),
            })
        })
    }

    /// Sits down at the table of somebody who waits, or waits at an own one.
    pub(super) fn receive_pairing(
        &mut self,
        endpoint: MatchEndpoint,
        seat: SeatSecret,
        pairing: &Pairing,
    ) -> Result<(), Text> {
        let Some(mut seek) = self.desk.seek.take() else { return Ok(()) };
        if seek.request.own.as_ref() == Some(&pairing.id) {
            self.desk.seek = Some(seek);
            return Ok(());
        }
        if seek.request.own.is_some()
            && let Some(game) = &mut self.desk.game
        {
            // The own table is closed before another is joined.
            let _ = game.give(&Command::Leave);
        }
        self.desk.seats.keep(&endpoint, &seat, None, false);
        let entropy = self.random.draw();
        self.close();
        self.desk.connect(endpoint, Some(seat), entropy)?;
        if pairing.waiting {
            seek.request.own = Some(pairing.id.clone());
            self.desk.seek = Some(seek);
        } else {
            self.desk.joins_as = Some(self.desk.name.clone());
        }
        Ok(())
    }

    fn browse(&mut self) -> LoopStep {
        if self.desk.browser.is_none() {
            match server::LanBrowser::start() {
                Ok(browser) => self.desk.browser = Some(browser),
                Err(error) => {
                    let reason = error.to_string();
                    return notice(messages::reason(&std::io::Error::other(reason)));
                }
            }
        }
        self.desk.browsed_at = self.elapsed();
        LoopStep::Tell(self.neighbours().into_iter().collect())
    }

    /// The servers that were found on the local network.
    pub(super) fn neighbours(&self) -> Option<Message> {
        let found = self.desk.browser.as_ref()?.neighbours();
        let row = |one: wire::http::Neighbour| Neighbour { name: one.name, url: one.url };
        Some(Message::Neighbours(found.into_iter().map(row).collect()))
    }
}
