//! Several nodes of one site.

use play::Player;
use serde_json::json;
use server::MemoryBus;
use store::Memory;
use wire::SERVICE_RESTART_CODE;
use wire::http::Lobby;

use crate::client::{Socket, get};
use crate::online::{ANA, BO, secret, table};
use crate::running::Running;
use crate::time_limit;

/// Three nodes, with Ana on the first, Bo on the second and somebody who watches on the third.
struct Site {
    bus: MemoryBus,
    nodes: [Running; 3],
    id: String,
    ana: Socket,
    bo: Socket,
    eve: Socket,
}

impl Site {
    fn start() -> Self {
        let (data, bus) = (Memory::default(), MemoryBus::default());
        let nodes = [(); 3].map(|()| Running::node(&data, &bus));
        let id = table(nodes[0].address, &json!({})).id;
        let ana = Socket::open_as(nodes[0].address, &id, &secret(ANA));
        let mut bo = Socket::open_as(nodes[1].address, &id, &secret(BO));
        let eve = Socket::open(nodes[2].address, &id);
        bo.join("Bo").unwrap();
        let mut site = Self { bus, nodes, id, ana, bo, eve };
        for socket in [&mut site.ana, &mut site.bo, &mut site.eve] {
            socket.wait(|state| {
                let is_there = |player: &wire::PlayerState| player.gone.is_none();
                state.to_move.is_some() && state.players.iter().all(is_there)
            });
        }
        site
    }

    /// A move, which everybody sees.
    fn play(&mut self, player: Player, notation: &str) {
        let mover = if player == Player::One { &mut self.ana } else { &mut self.bo };
        mover.wait(|state| state.to_move == Some(player));
        mover.play(player, notation).unwrap();
        let moves = mover.wait(|state| state.to_move != Some(player)).record.moves.clone();
        for socket in [&mut self.ana, &mut self.bo, &mut self.eve] {
            socket.wait(|state| state.record.moves == moves);
        }
    }
}

#[test]
fn players_and_watchers_sit_on_three_nodes() {
    let mut site = Site::start();
    for node in &site.nodes {
        let listed = || {
            let lobby: Lobby = get(node.address, "/api/rooms").json();
            lobby.rooms.iter().any(|room| room.id == site.id && room.watchers == 1).then_some(())
        };
        time_limit::wait_for("the match in the lobby of every node", listed);
    }
    site.play(Player::One, "4");
    site.play(Player::Two, "5");
    // What no news tell is found in the store.
    site.bus.cut(true);
    site.play(Player::One, "4");
    site.play(Player::Two, "5");
    site.bus.cut(false);
    site.play(Player::One, "4");
}

#[test]
fn a_node_that_drains_sends_its_players_elsewhere() {
    let mut site = Site::start();
    site.play(Player::One, "4");
    let [first, second, third] = site.nodes;
    let draining = std::thread::spawn(move || drop(first));
    // The connection is closed, and the seat is held on another node.
    assert_eq!(site.ana.close_code(), Some(SERVICE_RESTART_CODE));
    site.ana = Socket::open_as(second.address, &site.id, &secret(ANA));
    draining.join().unwrap();
    site.nodes = [Running::node(&Memory::default(), &MemoryBus::default()), second, third];
    site.play(Player::Two, "5");
    site.play(Player::One, "4");
    assert_eq!(site.eve.state.record.moves, ["4", "5", "4"]);
}

#[test]
fn nobody_is_gone_who_moves_to_another_node() {
    let mut site = Site::start();
    let [first, second, third] = site.nodes;
    let draining = std::thread::spawn(move || drop(first));
    assert_eq!(site.ana.close_code(), Some(SERVICE_RESTART_CODE));
    site.ana = Socket::open_as(second.address, &site.id, &secret(ANA));
    site.ana.play(Player::One, "4").unwrap();
    draining.join().unwrap();
    // Whatever Bo has been shown until the move: Ana was there.
    while site.bo.state.record.moves.is_empty() {
        site.bo.next().expect("the next state");
        assert_eq!(site.bo.state.players[0].gone, None);
    }
    drop((second, third));
}
