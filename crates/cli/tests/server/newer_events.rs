//! Matches that a newer version of the program has continued, with events that this one does not know.

use std::fs;

use play::Player;
#[cfg(unix)]
use testkit::{NatsServer, PostgresServer, PostgresSettings};

use crate::client::{Socket, create, get, human, open};
#[cfg(unix)]
use crate::cluster::node;
use crate::keeping::damier;
use crate::running::{Folder, Running};

/// Gives the events of a kind in the file, which nobody has open, another name of the same length.
fn rename_events(folder: &Folder, kind: &str, newer: &str) {
    // The last one to close the database brings everything into its one file.
    assert_eq!(damier(folder, &["serve", "--verify"]).0, 0);
    let file = folder.path().join("damier.sqlite");
    let mut bytes = fs::read(&file).unwrap();
    let places = (0..bytes.len()).filter(|at| bytes[*at..].starts_with(kind.as_bytes()));
    for at in places.collect::<Vec<_>>() {
        bytes[at..at + kind.len()].copy_from_slice(newer.as_bytes());
    }
    fs::write(&file, bytes).unwrap();
}

#[test]
fn a_match_with_an_event_of_a_newer_version_is_refused_and_kept() {
    let folder = Folder::new("newer-events");
    let (id, other) = {
        let server = Running::at(&folder);
        let ids = [(); 2].map(|()| create(server.address, "connect-four", &human(), &human()));
        let mut socket = Socket::open(server.address, &ids[0]);
        socket.play(Player::One, "4").unwrap();
        ids.into()
    };
    rename_events(&folder, r#"{"type":"moved""#, r#"{"type":"mused""#);
    {
        let server = Running::at(&folder);
        assert_eq!(open(server.address, &id, None).err(), Some(503), "another node may know it");
        let refused = get(server.address, &format!("/api/matches/{id}"));
        assert_eq!(refused.status, 503);
        assert_eq!(refused.json::<serde_json::Value>()["code"], "incompatible");
        let metrics = get(server.address, "/metrics");
        let count = metrics.text().lines().find_map(|line| {
            line.strip_prefix("damier_store_unknown_events_total ")?.parse::<u64>().ok()
        });
        assert!(count >= Some(2), "{count:?}");
        // All other matches are played as ever.
        Socket::open(server.address, &other).play(Player::One, "4").unwrap();
    }
    // The newer version finds everything where it was.
    let file = fs::read(folder.path().join("damier.sqlite")).unwrap();
    let mused = br#"{"type":"mused","notation":"4""#;
    assert!(file.windows(mused.len()).any(|bytes| bytes == mused));
}

/// A node has a match open that another, newer one continues.
#[cfg(unix)]
#[test]
#[ignore = "needs postgresql, nats"]
fn an_open_match_is_left_to_a_newer_node() {
    let postgres = PostgresServer::start_own(PostgresSettings::default());
    let database = postgres.create_database();
    let nats = NatsServer::start_own(&[]);
    let node = node(&database, &nats);
    let id = create(node.address, "connect-four", &human(), &human());
    let mut socket = Socket::open(node.address, &id);
    socket.play(Player::One, "4").unwrap();
    let name = database.rsplit('/').next().unwrap();
    let name = name.split('?').next().unwrap();
    let newer = r#"{"type":"teleported","at":9}"#;
    postgres.execute(name, &format!("INSERT INTO events VALUES ('{id}', 3, NULL, '{newer}')"));
    // The room finds it when it looks for what no news have told, and closes.
    while socket.next().is_some() {}
    let refused = open(node.address, &id, None).err();
    assert_eq!(refused, Some(503), "another node may know it");
    let stored = postgres.execute(
        name,
        &format!("SELECT count(*), max(event) FROM events WHERE match_id = '{id}' AND version = 3"),
    );
    assert!(stored.contains('1') && stored.contains("teleported"), "{stored}");
}
