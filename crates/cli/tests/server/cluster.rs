//! A cluster of real parts: three servers on one PostgreSQL and one NATS, each of which is killed, restarted or paused in the
//! middle of a game.

use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use play::Player;
use serde_json::json;
use testkit::{NatsServer, PostgresServer, PostgresSettings};

use crate::client::{Socket, order};
use crate::online::{ANA, BO, secret, table};
use crate::program::Program;

/// Time for which a node is paused.
const PAUSE: Duration = Duration::from_secs(10);

/// Two players and a watcher, who may be on any node.
struct Cluster {
    nodes: Vec<Program>,
    nats: NatsServer,
    postgres: PostgresServer,
    database: String,
    id: String,
    /// Moves that were acknowledged.
    acknowledged: Vec<String>,
    ana: Socket,
    bo: Socket,
    eve: Socket,
}

/// Command of a node.
pub(crate) fn node_command(database: &str, nats: &NatsServer) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
    command.args(["serve", "--listen", "127.0.0.1:0", "--think-threads", "1"]);
    command.env("LC_ALL", "C").env("DAMIER_DATABASE", database).env("DAMIER_NATS", nats.url());
    command.stdout(Stdio::piped());
    command
}

pub(crate) fn node(database: &str, nats: &NatsServer) -> Program {
    Program::spawn(node_command(database, nats))
}

impl Cluster {
    fn start() -> Self {
        let postgres = PostgresServer::start_own(PostgresSettings::default());
        let database = postgres.create_database();
        let nats = NatsServer::start_own(&[]);
        let nodes: Vec<_> = (0..3).map(|_| node(&database, &nats)).collect();
        let id = table(nodes[0].address, &json!({})).id;
        let ana = Socket::open_as(nodes[0].address, &id, &secret(ANA));
        let mut bo = Socket::open_as(nodes[1].address, &id, &secret(BO));
        let eve = Socket::open(nodes[2].address, &id);
        bo.join("Bo").unwrap();
        let acknowledged = Vec::new();
        Self { nodes, nats, postgres, database, id, acknowledged, ana, bo, eve }
    }

    fn sockets(&mut self) -> [&mut Socket; 3] {
        [&mut self.ana, &mut self.bo, &mut self.eve]
    }

    /// The player to move, as the watcher sees it, with their socket.
    fn mover(&mut self) -> (Player, &mut Socket) {
        let to_move = self.eve.wait(|state| state.to_move.is_some()).to_move.unwrap();
        let socket = if to_move == Player::One { &mut self.ana } else { &mut self.bo };
        socket.wait(|state| state.to_move == Some(to_move));
        (to_move, socket)
    }

    /// Plays a move, with something done between sending it and its answer. Everybody sees it.
    fn play_while(&mut self, act: impl FnOnce(&mut PostgresServer, &mut NatsServer)) {
        let (player, socket) = self.mover();
        let notation = socket.state.view.choices[0].notation.clone();
        let sent = order(player, play::Command::Move { notation: notation.clone() });
        socket.send(&sent);
        act(&mut self.postgres, &mut self.nats);
        let socket = if player == Player::One { &mut self.ana } else { &mut self.bo };
        socket.answer_to(&sent).unwrap();
        self.acknowledged.push(notation);
        self.assert_seen();
    }

    fn play(&mut self) {
        self.play_while(|_, _| {});
    }

    /// Waits until everybody sees every acknowledged move, and nothing else.
    fn assert_seen(&mut self) {
        let moves = self.acknowledged.clone();
        for socket in self.sockets() {
            socket.wait(|state| state.record.moves.len() >= moves.len());
            assert_eq!(socket.moves(), moves);
        }
    }
}

#[test]
#[ignore = "needs postgresql, nats"]
fn a_game_goes_on_whatever_part_fails() {
    let mut cluster = Cluster::start();
    cluster.play();
    cluster.play();

    // The node of a player is killed; the player goes on at another, and a new one comes.
    let killed = cluster.nodes.remove(0);
    drop(killed);
    cluster.ana = Socket::open_as(cluster.nodes[1].address, &cluster.id, &secret(ANA));
    cluster.play();
    cluster.play();
    cluster.nodes.push(node(&cluster.database, &cluster.nats));
    cluster.ana = Socket::open_as(cluster.nodes[2].address, &cluster.id, &secret(ANA));
    cluster.play();

    // The database is killed between a move and its acknowledgement.
    cluster.play_while(|postgres, _| {
        postgres.kill();
        postgres.start_again();
    });
    cluster.play();

    // Without the bus nodes find the moves of others in the store.
    cluster.nats.kill();
    cluster.play();
    cluster.nats.start_again();
    cluster.play();
    cluster.play();

    // The node of Bo is paused and wakes up late: whatever was played meanwhile is seen there, too.
    cluster.nodes[0].signal("-STOP");
    if cluster.eve.state.to_move == Some(Player::One) {
        let (player, socket) = (Player::One, &mut cluster.ana);
        let notation = socket.state.view.choices[0].notation.clone();
        socket.play(player, &notation).unwrap();
        cluster.acknowledged.push(notation);
    }
    thread::sleep(PAUSE);
    cluster.nodes[0].signal("-CONT");
    cluster.assert_seen();
    cluster.play();
    cluster.play();

    let fresh = Socket::open(cluster.nodes[2].address, &cluster.id);
    assert_eq!(fresh.moves(), cluster.acknowledged);
}
