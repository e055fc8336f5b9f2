//! What a server lists, as rows of the screens.

use client::Origin;
use play::Who;
use rules::Seat;
use tui::LobbyTable;
use wire::http::{Lobby, RoomSummary, Stage};

use super::known_match::shown_name;
use crate::blocking_store::find_entry;
use crate::context::Context;

/// Tables that are shown at most.
const TABLES_MAX: usize = 100;

/// The tables of a lobby whose games this program knows.
pub(in super::super) fn tables(
    origin: &Origin,
    lobby: &Lobby,
    context: &Context<'_>,
) -> Vec<LobbyTable> {
    let row = |room: &RoomSummary| {
        let entry = find_entry(context, &room.game)?;
        let name = |seat: Seat| match &room.players[seat] {
            Some(Who::Human { name }) => shown_name(name),
            Some(Who::Computer { opponent, .. }) => shown_name(opponent),
            None => "…".to_owned(),
        };
        let names = [name(Seat::First), name(Seat::Second)];
        Some(LobbyTable {
            link: origin.match_link(&room.id),
            game: entry.game.info().title.clone(),
            players: names
                .map(|name| if name.is_empty() { "?".to_owned() } else { name })
                .join(" – "),
            time: room.time,
            is_open: room.stage == Stage::Open,
        })
    };
    lobby.rooms.iter().take(TABLES_MAX).filter_map(row).collect()
}
