//! A node of a real cluster that is told to end in the middle of a game.

use std::thread;
use std::time::{Duration, Instant};

use play::{Command, Player};
use serde_json::json;
use testkit::{NatsServer, PostgresServer, PostgresSettings};
use wire::SERVICE_RESTART_CODE;

use crate::client::{Socket, get, open, order};
use crate::cluster::node;
use crate::online::{ANA, BO, secret, table};
use crate::time_limit;

/// How many watch on the node that ends.
const WATCHERS: usize = 20;
/// The shortest time between the first and the last socket that is closed. The window is 5 s.
const SPREAD_MIN: Duration = Duration::from_millis(200);

#[test]
#[ignore = "needs postgresql, nats"]
fn a_node_that_is_told_to_end_sends_everybody_elsewhere() {
    let postgres = PostgresServer::start_own(PostgresSettings::default());
    let database = postgres.create_database();
    let nats = NatsServer::start_own(&[]);
    let (leaving, staying) = (node(&database, &nats), node(&database, &nats));
    let id = table(leaving.address, &json!({})).id;
    let mut ana = Socket::open_as(leaving.address, &id, &secret(ANA));
    let mut bo = Socket::open_as(staying.address, &id, &secret(BO));
    bo.join("Bo").unwrap();
    ana.wait(|state| state.to_move == Some(Player::One));
    ana.play(Player::One, "4").unwrap();
    bo.wait(|state| state.to_move == Some(Player::Two));
    bo.play(Player::Two, "5").unwrap();
    ana.wait(|state| state.to_move == Some(Player::One));
    let watchers: Vec<_> = (0..WATCHERS).map(|_| Socket::open(leaving.address, &id)).collect();
    // They read from the beginning, so that each knows when its socket is closed.
    let closing: Vec<_> = watchers
        .into_iter()
        .map(|mut watcher| thread::spawn(move || (watcher.close_code(), Instant::now())))
        .collect();

    leaving.signal("-TERM");
    let address = leaving.address;
    time_limit::wait_for("a node that drains", || {
        (get(address, "/readyz").status == 503).then_some(())
    });
    assert_eq!(get(address, "/readyz").text(), "draining\n");
    assert_eq!(get(address, "/healthz").status, 200, "the process is alive");
    assert_eq!(open(address, &id, None).err(), Some(503), "no more sockets");
    // What is sent now may be answered or not: it is sent again.
    let sent = order(Player::One, Command::Move { notation: "4".to_owned() });
    ana.send_lossy(&sent);
    assert_eq!(ana.close_code(), Some(SERVICE_RESTART_CODE));
    ana = Socket::open_as(staying.address, &id, &secret(ANA));
    ana.order(&sent).unwrap();
    let moves = ["4", "5", "4"];
    assert_eq!(bo.wait(|state| state.record.moves.len() == moves.len()).record.moves, moves);
    bo.play(Player::Two, "5").unwrap();

    let closed: Vec<_> = closing.into_iter().map(|one| one.join().unwrap()).collect();
    assert!(closed.iter().all(|(code, _)| *code == Some(SERVICE_RESTART_CODE)), "{closed:?}");
    let times = || closed.iter().map(|(_, at)| *at);
    let spread = times().max().unwrap() - times().min().unwrap();
    assert!(spread >= SPREAD_MIN, "all at once, within {spread:?}");
    assert_eq!(leaving.end().code(), Some(0));
    assert_eq!(ana.wait(|state| state.record.moves.len() == 4).record.moves, ["4", "5", "4", "5"]);
}
