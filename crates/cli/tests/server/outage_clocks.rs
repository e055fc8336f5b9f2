//! Commands that were given while the server was away, in matches with clocks.

use play::{Command, Offer, Player, RefusalCode, Version};
use serde_json::json;
use wire::{CommandId, ToServer};

use crate::client::{Socket, computer, create_with, human};
use crate::online::{ANA, BO, pair, secret};
use crate::program::Program;
use crate::running::Folder;

/// Three minutes and two seconds for each move.
fn blitz() -> serde_json::Value {
    json!({ "kind": "game", "total": 180_000, "increment": 2_000 })
}

fn play(notation: &str) -> Command {
    Command::Move { notation: notation.to_owned() }
}

/// A command with a name of its own, as a client keeps it: meant for that version.
fn kept(player: Player, command: Command, version: Version) -> ToServer {
    let id = CommandId(format!("kept {command:?}"));
    ToServer::Command { id, player, command, version: Some(version) }
}

/// Ends the program as one is ended: in good order, or by the system.
fn end(program: Program, signal: &str) {
    program.signal(signal);
    program.end();
}

#[test]
fn a_command_given_while_the_server_was_away_counts_in_a_match_between_people() {
    for (signal, command) in [
        ("-KILL", play("5")),
        ("-TERM", play("5")),
        ("-KILL", Command::Offer { offer: Offer::Draw }),
        ("-KILL", Command::Resign),
    ] {
        let folder = Folder::new("away-between-people");
        let program = Program::serve(&folder);
        let (id, mut ana, mut bo) = pair(program.address, &json!({ "time": blitz() }));
        ana.play(Player::One, "4").unwrap();
        let seen = bo.wait(|state| state.to_move == Some(Player::Two)).version;
        end(program, signal);
        let program = Program::serve(&folder);
        let mut bo = Socket::open_as(program.address, &id, &secret(BO));
        let order = kept(Player::Two, command.clone(), seen);
        let applied = bo.order(&order);
        assert_eq!(applied, Ok(Version(seen.0 + 2)), "{signal} {command:?}: after the credit");
        // The answer is lost with another outage: sent again, it is carried out once.
        end(program, signal);
        let program = Program::serve(&folder);
        let mut bo = Socket::open_as(program.address, &id, &secret(BO));
        assert_eq!(bo.order(&order), applied, "{signal} {command:?}");
        assert!(bo.state.record.moves.len() <= 2);
        // What comes when the other has moved on is too late.
        if command == play("5") {
            let mut ana = Socket::open_as(program.address, &id, &secret(ANA));
            ana.play(Player::One, "4").unwrap();
            let late = kept(Player::Two, play("6"), seen);
            assert_eq!(bo.order(&late), Err(RefusalCode::Stale));
        }
    }
}

#[test]
fn a_move_made_while_the_server_was_away_counts_against_the_computer() {
    for signal in ["-KILL", "-TERM"] {
        let folder = Folder::new("away-from-the-computer");
        let program = Program::serve(&folder);
        let players = json!({ "first": human(), "second": computer("very-easy") });
        let wanted = json!({ "game": "connect-four", "players": players, "time": blitz() });
        let id = create_with(program.address, &wanted);
        let mut socket = Socket::open(program.address, &id);
        socket.play(Player::One, "4").unwrap();
        let state = socket.wait(|state| state.record.moves.len() == 2);
        let (seen, choice) = (state.version, state.view.choices[0].notation.clone());
        end(program, signal);
        let program = Program::serve(&folder);
        let mut socket = Socket::open(program.address, &id);
        let order = kept(Player::One, play(&choice), seen);
        assert_eq!(socket.order(&order), Ok(Version(seen.0 + 2)), "{signal}");
        let moves = &socket.wait(|state| state.record.moves.len() == 4).record.moves;
        assert_eq!(moves[2], choice);
        assert!(socket.order(&order).is_ok(), "the same again");
    }
}
