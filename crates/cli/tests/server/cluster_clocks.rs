//! Nodes whose wall clocks disagree: the time of matches is the database's.

use play::{Event, Player};
use rules::Seat;
use serde_json::json;
use testkit::{NatsServer, PostgresServer, PostgresSettings};

use crate::client::{Socket, get};
use crate::clocks::faketime_library;
use crate::cluster::{node, node_command};
use crate::online::{ANA, BO, secret, table};
use crate::program::Program;
use crate::time_limit;

/// By how much the wall clock of a node is ahead, as faketime reads it.
const SKEW: &str = "+2s";
/// Time of a player for a game.
const TOTAL_MS: u64 = 20_000;
/// By how much a stored time may be beside the database's: less than the clocks differ.
const TOLERANCE_MS: u64 = 900;
/// Matches, so that either node is the preferred one of some.
const MATCHES: usize = 4;

/// Two nodes, the wall clock of the second of which is wrong.
struct Nodes {
    right: Program,
    wrong: Program,
    _nats: NatsServer,
    postgres: PostgresServer,
    database: String,
}

impl Nodes {
    fn start() -> Self {
        let postgres = PostgresServer::start_own(PostgresSettings::default());
        let url = postgres.create_database();
        let database = url.rsplit_once('/').unwrap().1.to_owned();
        let nats = NatsServer::start_own(&[]);
        let right = node(&url, &nats);
        let mut command = node_command(&url, &nats);
        command.env("LD_PRELOAD", faketime_library()).env("FAKETIME", SKEW);
        command.env("FAKETIME_DONT_FAKE_MONOTONIC", "1");
        let wrong = Program::spawn(command);
        let nodes = Self { right, wrong, _nats: nats, postgres, database };
        let date = |node: &Program| get(node.address, "/healthz").header("date").map(str::to_owned);
        assert_ne!(date(&nodes.right), date(&nodes.wrong), "both nodes have the same time");
        nodes
    }

    fn database_time(&self) -> u64 {
        let sql = "SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::int8";
        self.postgres.execute(&self.database, sql).trim().parse().unwrap()
    }

    fn events(&self, id: &str) -> Vec<Event> {
        let sql = format!("SELECT event FROM events WHERE match_id = '{id}' ORDER BY version");
        let rows = self.postgres.execute(&self.database, &sql);
        rows.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

/// A match with a player at each node.
struct TimedMatch {
    id: String,
    sockets: [Socket; 2],
    /// Database's time before and after each move.
    moved: Vec<[u64; 2]>,
}

impl TimedMatch {
    fn start(nodes: &Nodes, number: usize) -> Self {
        let time = json!({ "kind": "game", "total": TOTAL_MS, "increment": 0 });
        let id = table(nodes.right.address, &json!({ "time": time })).id;
        // Either player may be at the node with the wrong clock.
        let [one, two] = match number % 2 {
            0 => [&nodes.right, &nodes.wrong],
            _ => [&nodes.wrong, &nodes.right],
        };
        let ana = Socket::open_as(one.address, &id, &secret(ANA));
        let mut bo = Socket::open_as(two.address, &id, &secret(BO));
        bo.join("Bo").unwrap();
        Self { id, sockets: [ana, bo], moved: Vec::new() }
    }

    fn play(&mut self, nodes: &Nodes) {
        let player = [Player::One, Player::Two][self.moved.len() % 2];
        let socket = &mut self.sockets[player as usize];
        socket.wait(|state| state.to_move == Some(player));
        let before = nodes.database_time();
        socket.play(player, "4").unwrap();
        self.moved.push([before, nodes.database_time()]);
    }

    /// Waits until both nodes say that the player to move has lost on time, and checks when that was.
    fn wait_for_flag(&mut self, nodes: &Nodes) {
        let flagged = |state: &wire::MatchState| {
            state.end.as_ref().is_some_and(|end| end.reason == "flagged")
        };
        for socket in &mut self.sockets {
            socket.wait(flagged);
            let loser = socket.state.clock.expect("clocks").left[Seat::Second];
            assert_eq!(loser, 0, "the second player has lost");
        }
        let seen = nodes.database_time();
        let events = nodes.events(&self.id);
        let times: Vec<_> = events.iter().filter_map(Event::at).map(|at| at.0).collect();
        assert!(times.is_sorted(), "{events:#?}");
        let moves = events.iter().filter_map(|event| match event {
            Event::Moved { at, .. } => Some(at.0),
            _ => None,
        });
        let moves: Vec<_> = moves.collect();
        for (at, [before, after]) in moves.iter().zip(&self.moved) {
            let window = before - TOLERANCE_MS..=after + TOLERANCE_MS;
            assert!(window.contains(at), "a move at {at}, by the database's time in {window:?}");
        }
        let flags = events.iter().filter_map(|event| match event {
            Event::Flagged { at, .. } => Some(at.0),
            _ => None,
        });
        let flags: Vec<_> = flags.collect();
        assert_eq!(flags.len(), 1, "{events:#?}");
        // The second player has used the time between the first two moves, and all since the third.
        let used = (moves[1] - moves[0]) + (flags[0] - moves[2]);
        assert!((TOTAL_MS..TOTAL_MS + TOLERANCE_MS).contains(&used), "{used}: {events:#?}");
        assert!(flags[0] <= seen + TOLERANCE_MS, "the flag fell before its time");
    }
}

#[test]
#[ignore = "needs postgresql, nats, faketime"]
fn a_node_whose_clock_is_two_seconds_off_changes_nothing() {
    let nodes = Nodes::start();
    time_limit::wait_for("the other node", || {
        let metrics = get(nodes.right.address, "/metrics");
        metrics.text().contains("damier_nodes 2").then_some(())
    });
    let mut matches: Vec<_> =
        (0..MATCHES).map(|number| TimedMatch::start(&nodes, number)).collect();
    for _ in 0..3 {
        for game in &mut matches {
            game.play(&nodes);
        }
    }
    for game in &mut matches {
        game.wait_for_flag(&nodes);
    }
}
