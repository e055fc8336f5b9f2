//! Memory of a connection and of an idle game.

use std::io;
use std::net::SocketAddr;

use rules::{AnyGame, Record, Setup, SplitMix64};
use serde_json::json;
use wire::SeatSecret;
use wire::http::{Created, RoomCreated};

use super::robots::watch;
use super::server_process::{ServerParts, ServerProcess};
use super::socket::{MatchSocket, http_request};

/// Sockets by which the memory of a connection is measured; all watch one game.
const MEMORY_TEST_SOCKETS: usize = 480;
/// Games by which the memory of an idle game is measured.
const MEMORY_TEST_GAMES: usize = 2000;
/// Games that are opened before, so that one-time allocations and the page caches of the store, which are
/// bounded, are not counted.
const MEMORY_TEST_WARMUP_GAMES: usize = 1000;
/// Moves made in each of these games.
const MEMORY_TEST_MOVES: usize = 10;

/// Memory of a connection and of an idle game, in bytes. Each is measured on a server of its own, because
/// freed memory stays with the allocator.
pub(super) async fn memory(game: &'static dyn AnyGame) -> io::Result<(Option<i64>, Option<i64>)> {
    Ok((memory_of_sockets(game).await?, memory_of_games(game).await?))
}

/// Memory of a connection that watches a game.
async fn memory_of_sockets(game: &'static dyn AnyGame) -> io::Result<Option<i64>> {
    let server = ServerProcess::start(&ServerParts::default())?;
    let address = server.address;
    let id = open_room(address, game).await?;
    // The first socket pays for one-time allocations.
    let mut sockets: Vec<MatchSocket> = vec![watch(address, &id).await?];
    let before = server.memory();
    for _ in 0..MEMORY_TEST_SOCKETS {
        sockets.push(watch(address, &id).await?);
    }
    Ok(each(server.memory(), before, MEMORY_TEST_SOCKETS))
}

/// Memory of a game in progress whose room is open.
async fn memory_of_games(game: &'static dyn AnyGame) -> io::Result<Option<i64>> {
    let server = ServerProcess::start(&ServerParts::default())?;
    let address = server.address;
    let mut random = SplitMix64::new(1);
    let mut ids = Vec::new();
    for _ in 0..MEMORY_TEST_WARMUP_GAMES + MEMORY_TEST_GAMES {
        ids.push(create_local_match(address, game, &mut random).await?);
    }
    let look =
        async |id: &String| http_request(address, "GET", &format!("/api/matches/{id}"), "").await;
    let (warmup, measured) = ids.split_at(MEMORY_TEST_WARMUP_GAMES);
    for id in warmup {
        look(id).await?;
    }
    let before = server.memory();
    for id in measured {
        look(id).await?;
    }
    Ok(each(server.memory(), before, MEMORY_TEST_GAMES))
}

fn each(after: Option<i64>, before: Option<i64>, count: usize) -> Option<i64> {
    Some((after? - before?) / count as i64)
}

/// Creates a local match in which some moves have been made.
async fn create_local_match(
    address: SocketAddr,
    game: &'static dyn AnyGame,
    random: &mut SplitMix64,
) -> io::Result<String> {
    let setup = Setup { seed: 1, ..Setup::default() };
    let start = game.start(&setup).map_err(io::Error::other)?;
    let mut live = game.open(&Record::new(start)).map_err(io::Error::other)?;
    while live.record().moves.len() < MEMORY_TEST_MOVES && live.outcome().is_none() {
        let choices = live.view().choices;
        let choice = &choices[random.below(choices.len() as u64) as usize];
        live.play(&choice.notation).map_err(io::Error::other)?;
    }
    let human = json!({ "type": "human", "name": "" });
    let request = json!({
        "game": game.info().id,
        "record": live.record(),
        "players": { "first": human, "second": human },
    });
    let response = http_request(address, "POST", "/api/matches", &request.to_string()).await?;
    Ok(serde_json::from_str::<Created>(&response)?.id)
}

/// Opens a room in which the second seat stays free.
async fn open_room(address: SocketAddr, game: &'static dyn AnyGame) -> io::Result<String> {
    let request = json!({
        "game": game.info().id,
        "setup": { "seed": 1 },
        "listing": "unlisted",
        "seat": SeatSecret::new(7),
    });
    let response = http_request(address, "POST", "/api/rooms", &request.to_string()).await?;
    Ok(serde_json::from_str::<RoomCreated>(&response)?.id)
}
