//! The real program, killed in the middle of load: what it has acknowledged is there.

use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex};
use std::thread;

use play::Player;
use serde_json::json;
use wire::{MatchState, SeatSecret, ToClient, ToServer};

use crate::client::{Socket, fresh, get};
use crate::online::table;
use crate::program::{Program, verify};
use crate::running::Folder;

/// How many games are played at once.
const GAMES: usize = 12;
/// After how many acknowledged moves the program is killed.
const KILL_AFTER_MOVES: usize = 200;

/// A game, and the moves of it that were acknowledged.
type Acknowledged = Arc<Mutex<Vec<(String, Vec<String>)>>>;

/// Plays games one after the other until the server is gone.
fn play(
    program: &Program,
    number: usize,
    all: &Acknowledged,
    count: &Sender<()>,
    stop: &AtomicBool,
) {
    let address = program.address;
    while !stop.load(SeqCst) {
        let secrets = [1, 2].map(|seat| SeatSecret::new((number * 2 + seat) as u128));
        let id = table(address, &json!({ "game": "othello", "seat": secrets[0], "time": { "kind": "game", "total": 600_000, "increment": 0 } })).id;
        let mut sockets = secrets.map(|secret| Socket::open_as(address, &id, &secret));
        sockets[1].join("Bo").unwrap();
        let at = {
            let mut all = all.lock().unwrap();
            all.push((id, Vec::new()));
            all.len() - 1
        };
        loop {
            let played = [(0, Player::One), (1, Player::Two)].map(|(seat, player)| {
                let socket = &mut sockets[seat];
                while socket.state.to_move != Some(player) && socket.state.end.is_none() {
                    socket.next()?;
                }
                let choices = &socket.state.view.choices;
                let choice = choices.get(number % choices.len().max(1))?.notation.clone();
                let message = ToServer::Command {
                    id: fresh(),
                    player,
                    command: play::Command::Move { notation: choice.clone() },
                    version: Some(socket.state.version),
                };
                socket.send_lossy(&message);
                let version = loop {
                    match socket.next()? {
                        ToClient::Applied { version, .. } => break version,
                        ToClient::State(_) => {}
                        other => panic!("{other:?}"),
                    }
                };
                all.lock().unwrap()[at].1.push(choice);
                // Nobody counts any more once the program is killed.
                let _ = count.send(());
                while socket.state.version < version {
                    socket.next()?;
                }
                Some(())
            });
            if played.iter().any(Option::is_none) {
                break;
            }
        }
        if sockets[0].state.end.is_none() && sockets[1].state.end.is_none() {
            return; // the server is gone
        }
    }
}

fn kill_under_load(rounds: usize) {
    let folder = Folder::new("killed-under-load");
    let all: Acknowledged = Arc::default();
    for round in 0..rounds {
        let program = Program::serve(&folder);
        let (count, counted) = mpsc::channel();
        let stop = AtomicBool::new(false);
        thread::scope(|scope| {
            for number in 0..GAMES {
                let (program, all, stop) = (&program, &all, &stop);
                let count = count.clone();
                scope.spawn(move || play(program, number, all, &count, stop));
            }
            drop(count);
            assert_eq!(
                counted.iter().take(KILL_AFTER_MOVES).count(),
                KILL_AFTER_MOVES,
                "the players gave up"
            );
            stop.store(true, SeqCst);
            // At once, by the system: nothing can be put in order any more.
            let id = program.id().to_string();
            assert!(Command::new("kill").args(["-KILL", &id]).status().unwrap().success());
        });
        drop(program);
        let program = Program::serve(&folder);
        let all = all.lock().unwrap();
        for (id, moves) in all.iter() {
            let state = get(program.address, &format!("/api/matches/{id}")).json::<MatchState>();
            assert!(
                state.record.moves.starts_with(moves),
                "round {round}, {id}: acknowledged {moves:?}, stored {:?}",
                state.record.moves
            );
            // At most one more was on its way.
            assert!(state.record.moves.len() <= moves.len() + 1, "round {round}, {id}");
        }
        drop(program);
        verify("--data", folder.path());
    }
    let acknowledged: usize = all.lock().unwrap().iter().map(|(_, moves)| moves.len()).sum();
    println!("{rounds} kills, {acknowledged} acknowledged moves, none lost");
}

#[cfg(unix)]
#[test]
fn what_was_acknowledged_survives_a_kill_under_load() {
    kill_under_load(2);
}

#[cfg(unix)]
#[test]
#[ignore = "soak"]
fn what_was_acknowledged_survives_twenty_kills_under_load() {
    kill_under_load(20);
}
