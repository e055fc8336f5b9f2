//! Finds the match that the arguments of the line mode mean, and plays it.

use std::time::{Duration, Instant};

use client::{
    Destination, HttpClient, MatchEndpoint, Network, Origin, RequestError, Trust, new_secret,
};
use rules::Text;
use server::Qr;
use texts::text;
use tui::NewTable;
use wire::SeatSecret;
use wire::http::{Created, Lan, Lobby, NewMatch, NewRoom, RoomCreated};

use super::remote_repl::RemoteRepl;
use super::{OwnMatches, ReplExit, SeatFolder, lobby, running_server};
use crate::board_picture::Script;
use crate::context::Context;
use crate::failure::Failure;
use crate::own_server::OwnServer;
use crate::play::console::Console;
use crate::{data, lan, messages};

/// Matches, line by line.
pub(in super::super) struct LineMode {
    network: Network,
    seats: SeatFolder,
    folder: Option<std::path::PathBuf>,
    /// Ends with the match.
    own_server: Option<OwnServer>,
    own: OwnMatches,
}

impl LineMode {
    pub(in super::super) fn new(folder: Option<std::path::PathBuf>) -> Result<Self, Failure> {
        let network = Network::start(Trust::default());
        let network = network.map_err(|error| Failure::failed(messages::reason(&error)))?;
        let seats = SeatFolder::new(folder.as_deref());
        // Moves must not depend on how fast the machine is.
        let own = OwnMatches::new(folder.clone(), None, Duration::ZERO);
        Ok(Self { network, seats, folder, own_server: None, own })
    }

    /// Waits for the answer of a server.
    fn wait<T>(&self, work: impl Future<Output = Result<T, RequestError>>) -> Result<T, Failure> {
        match self.network.block_on(work) {
            Some(answer) => answer.map_err(|error| Failure::failed(error.text())),
            None => Err(Failure::failed(Text::new("", ""))),
        }
    }

    fn http(&self, origin: &Origin) -> HttpClient {
        self.network.http(origin.clone())
    }

    /// Goes to what a link, a code or an address means.
    pub(in super::super) fn connect(
        &self,
        place: &str,
        server: &str,
        console: &mut Console<'_, '_>,
    ) -> Result<(), Failure> {
        let no_place = || Failure::wrong(text!("play-no-place"));
        match Destination::read(place).ok_or_else(no_place)? {
            Destination::Match { origin, id, seat } => {
                self.play(MatchEndpoint { origin, id }, seat, console)
            }
            Destination::Server(origin) => self.choose_table(&origin, console),
            Destination::Code(code) => {
                let origin = match Destination::read(server) {
                    Some(Destination::Server(origin) | Destination::Match { origin, .. }) => {
                        Some(origin)
                    }
                    _ => running_server(self.folder.as_deref()),
                };
                let origin =
                    origin.ok_or_else(|| Failure::wrong(text!("play-code-needs-server")))?;
                let http = self.http(&origin);
                let found =
                    self.network.block_on(http.get::<Created>(&format!("/api/codes/{code}")));
                match found {
                    Some(Ok(Created { id })) => {
                        self.play(MatchEndpoint { origin, id }, None, console)
                    }
                    Some(Err(error)) if error.is_not_found() => {
                        Err(Failure::failed(text!("play-code-unknown")))
                    }
                    Some(Err(error)) => Err(Failure::failed(error.text())),
                    None => Ok(()),
                }
            }
        }
    }

    /// Lists the tables of a server, and goes to the one that is chosen.
    fn choose_table(&self, origin: &Origin, console: &mut Console<'_, '_>) -> Result<(), Failure> {
        let found = self.wait(self.http(origin).get::<Lobby>("/api/rooms"))?;
        let tables = lobby::tables(origin, &found, console.context);
        if tables.is_empty() {
            console.say(&text!("tui-online-no-tables"))?;
            return Ok(());
        }
        for (table, number) in tables.iter().zip(1_usize..) {
            let (game, players) = (&table.game, table.players.as_str());
            console.say(&text!("play-table-row", number, game, players))?;
        }
        console.say(&text!("play-ask-table"))?;
        let Some(line) = console.ask()? else { return Ok(()) };
        let number = line.trim().parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        match number.and_then(|number| tables.get(number)) {
            Some(table) => self.connect(&table.link, "", console),
            None => Ok(()),
        }
    }

    /// Goes on with a match of the own data folder, whose record has so many entries.
    pub(in super::super) fn play_own(
        &mut self,
        id: String,
        entries: usize,
        console: &mut Console<'_, '_>,
    ) -> Result<ReplExit, Failure> {
        let origin = self.own.origin(true, &mut self.network, console.context)?;
        self.follow(MatchEndpoint { origin, id }, None, Vec::new(), Some(entries), console)
    }

    /// Begins a match of the own data folder.
    pub(in super::super) fn start_own(
        &mut self,
        new: &NewMatch,
        is_stored: bool,
        console: &mut Console<'_, '_>,
    ) -> Result<ReplExit, Failure> {
        let origin = self.own.origin(is_stored, &mut self.network, console.context)?;
        let Created { id } = self.wait(self.http(&origin).post("/api/matches", new))?;
        if let Some(embedded) = self.own.embedded(&origin).filter(|_| !is_stored) {
            embedded.hold(&id);
        }
        let begun = new.record.as_ref().map(|record| record.moves.len());
        self.follow(MatchEndpoint { origin, id }, None, Vec::new(), begun, console)
    }

    /// Opens a table and waits there for somebody.
    pub(in super::super) fn open_table(
        &mut self,
        table: NewTable,
        name: &str,
        console: &mut Console<'_, '_>,
    ) -> Result<(), Failure> {
        let origin = self.server(&table.server, console.context)?;
        let seat = new_secret().map_err(|error| Failure::failed(messages::reason(&error)))?;
        let room = NewRoom {
            game: table.start.entry.game.info().id.to_owned(),
            setup: Some(table.start.setup),
            lay_board: table.lay_board,
            swap: table.start.swap,
            time: table.start.time,
            listing: table.listing,
            side: table.side,
            name: name.to_owned(),
            seat: seat.clone(),
        };
        let http = self.http(&origin);
        let RoomCreated { id, .. } = self.wait(http.post::<RoomCreated>("/api/rooms", &room))?;
        let addresses = self.wait(http.get::<Lan>("/api/lan")).map(|lan| lan.addresses);
        let addresses = addresses.unwrap_or_default();
        let endpoint = MatchEndpoint { origin, id };
        self.seats.keep(&endpoint, &seat, None, false);
        if console.context.terminal.out
            && console.script == Script::Unicode
            && let Some(address) = addresses.first()
            && let Some(code) =
                Qr::new(&format!("{}/m/{}", address.trim_end_matches('/'), endpoint.id))
        {
            for line in lan::half_blocks(&code) {
                console.print_line(&line)?;
            }
        }
        self.follow(endpoint, Some(&seat), addresses, None, console).map(drop)
    }

    /// The server that a text means; the one of this machine is started if none runs.
    fn server(&mut self, server: &str, context: &Context<'_>) -> Result<Origin, Failure> {
        if !server.is_empty() {
            return match Destination::read(server) {
                Some(Destination::Server(origin) | Destination::Match { origin, .. }) => Ok(origin),
                _ => Err(Failure::wrong(text!("play-no-place"))),
            };
        }
        if let Some(origin) = running_server(self.folder.as_deref()) {
            return Ok(origin);
        }
        let folder = data::create(self.folder.clone())?;
        let own = self.own_server.insert(OwnServer::start(&folder, context)?);
        Ok(Origin::loopback(own.address().port()))
    }

    fn play(
        &self,
        endpoint: MatchEndpoint,
        seat: Option<SeatSecret>,
        console: &mut Console<'_, '_>,
    ) -> Result<(), Failure> {
        let secret = self.seats.secret_for(&endpoint, seat);
        let secret = secret.map_err(|error| Failure::failed(messages::reason(&error)))?;
        self.follow(endpoint, Some(&secret), Vec::new(), None, console).map(drop)
    }

    fn follow(
        &self,
        endpoint: MatchEndpoint,
        secret: Option<&SeatSecret>,
        addresses: Vec<String>,
        begun: Option<usize>,
        console: &mut Console<'_, '_>,
    ) -> Result<ReplExit, Failure> {
        let (network, seats) = (&self.network, self.seats.clone());
        let (embedded, started) = (self.own.embedded(&endpoint.origin), Instant::now());
        let mut repl = RemoteRepl { console, network, seats, addresses, embedded, begun, started };
        repl.run(endpoint, secret)
    }
}
