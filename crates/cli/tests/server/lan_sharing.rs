//! The owner lets others on the local network in, and out again, while the server runs.

use std::net::{SocketAddr, TcpStream};

use play::Player;
use serde_json::{Value, json};
use server::ServerMode;
use store::Memory;
use tungstenite::{Message, WebSocket};
use wire::http::{Health, Lan, MatchSummary};

use crate::client::{Answer, Socket, create, get, human, open_with_headers, request};
use crate::program::Program;
use crate::running::{Folder, Running};

fn owned() -> Running {
    Running::with(Memory::default(), ServerMode::Personal)
}

/// Switches LAN sharing as the page at `address` does.
fn switch(address: SocketAddr, open: bool, headers: &str) -> Answer {
    request(address, "PUT", "/api/lan", headers, json!({ "open": open }).to_string().as_bytes())
}

/// The address of the only listener for others.
#[track_caller]
fn shared_address(answer: &Answer) -> SocketAddr {
    assert_eq!(answer.status, 200, "{}", answer.text());
    let lan: Lan = answer.json();
    let [url] = &lan.addresses[..] else { panic!("{lan:?}") };
    url.trim_start_matches("http://").trim_end_matches('/').parse().unwrap()
}

#[test]
fn others_are_let_in_at_the_same_port_and_out_again() {
    let server = owned();
    let here = server.address;
    let lan: Lan = get(here, "/api/lan").json();
    let sharing = lan.sharing.expect("the owner's");
    assert!(!lan.lan && lan.addresses.is_empty() && !sharing.open && !sharing.fixed);
    let there = shared_address(&switch(here, true, ""));
    assert_eq!((there.ip().to_string(), there.port()), ("127.0.0.2".to_owned(), here.port()));
    // A second time changes nothing.
    assert_eq!(shared_address(&switch(here, true, "")), there);
    assert!(get(here, "/healthz").json::<Health>().lan);
    assert!(!get(here, "/api/lan").json::<Lan>().sharing.unwrap().reached);
    let seen: Lan = get(there, "/api/lan").json();
    assert!(seen.lan && seen.sharing.is_none() && seen.neighbours.is_empty());
    assert!(get(here, "/api/lan").json::<Lan>().sharing.unwrap().reached);
    let closed: Lan = switch(here, false, "").json();
    assert!(!closed.lan && closed.addresses.is_empty());
    assert!(TcpStream::connect(there).is_err(), "the listener is closed");
    assert!(!get(here, "/healthz").json::<Health>().lan);
    // It can be opened again at the same place.
    assert_eq!(shared_address(&switch(here, true, "")), there);
    assert_eq!(get(there, "/healthz").status, 200);
}

#[test]
fn those_who_are_let_in_are_visitors_and_never_the_owner() {
    let server = owned();
    let here = server.address;
    let there = shared_address(&switch(here, true, ""));
    let host = format!("Host: localhost:{}\r\n", here.port());
    for headers in ["", &host] {
        let refused = switch(there, false, headers);
        assert_eq!(refused.status, 409, "{}", refused.text());
        assert_eq!(request(there, "POST", "/api/quit", headers, b"{}").status, 409);
        assert_eq!(request(there, "GET", "/metrics", headers, b"").status, 404);
    }
    // They have a profile of their own.
    create(here, "othello", &human(), &human());
    assert_eq!(get(here, "/api/matches").json::<Vec<MatchSummary>>().len(), 1);
    assert!(get(there, "/api/matches").json::<Vec<MatchSummary>>().is_empty());
    let catalogue: Value = get(there, "/api/catalogue").json();
    assert_eq!(catalogue["owner"], false);
}

/// A page from elsewhere whose name has been made to point at this machine sends requests from loopback, to a name that a
/// server of the local network answers to, with an `Origin` that matches.
#[test]
fn a_page_whose_name_points_here_is_not_the_owner() {
    let folders = ["rebinding-lan", "rebinding-serve"].map(Folder::new);
    let programs = [
        Program::on_the_network(&folders[0]),
        Program::start(&folders[1], &["serve", "--listen", "0.0.0.0:0"]),
    ];
    for program in &programs {
        let (here, port) = (program.address, program.address.port());
        create(here, "othello", &human(), &human());
        for name in ["evil.local", "192.0.2.1"] {
            let headers = format!("Host: {name}:{port}\r\nOrigin: http://{name}:{port}\r\n");
            let asked = |method: &str, path: &str| request(here, method, path, &headers, b"{}");
            let exported = asked("GET", "/api/profile/file");
            assert!(!exported.text().contains("othello"), "{}", exported.text());
            assert!(asked("GET", "/api/matches").json::<Vec<MatchSummary>>().is_empty());
            asked("DELETE", "/api/profile");
            assert_eq!(asked("GET", "/metrics").status, 404);
            assert_eq!(asked("POST", "/api/quit").status, 409);
            assert_eq!(asked("GET", "/api/catalogue").json::<Value>()["owner"], false);
        }
        // The owner, by the machine's own name, has lost nothing.
        assert_eq!(get(here, "/api/matches").json::<Vec<MatchSummary>>().len(), 1);
        assert_eq!(get(here, "/metrics").status, 200);
    }
}

#[test]
fn names_of_the_local_network_are_accepted_by_its_listener_alone() {
    let server = owned();
    let here = server.address;
    let there = shared_address(&switch(here, true, ""));
    let port = there.port();
    let status =
        |to, host: &str| request(to, "GET", "/healthz", &format!("Host: {host}\r\n"), b"").status;
    for host in [format!("192.168.1.5:{port}"), "damier.local".to_owned()] {
        assert_eq!((status(there, &host), status(here, &host)), (200, 403), "{host}");
    }
    assert_eq!(status(there, "evil.example"), 403);
    // A page of another site cannot switch it, and none of this site can be made to from elsewhere.
    let evil = switch(here, false, "Origin: http://evil.example\r\n");
    assert_eq!(evil.status, 403, "{}", evil.text());
    let neighbour = switch(here, false, &format!("Origin: http://{there}\r\n"));
    assert_eq!(neighbour.status, 403, "{}", neighbour.text());
    assert!(get(here, "/api/lan").json::<Lan>().lan);
}

/// The code with which the server closes a socket.
fn close_code(socket: &mut WebSocket<TcpStream>) -> Option<u16> {
    loop {
        match socket.read() {
            Ok(Message::Close(frame)) => return frame.map(|frame| frame.code.into()),
            Ok(_) => {}
            Err(error) => panic!("{error}"),
        }
    }
}

#[test]
fn sockets_of_others_are_told_and_games_stay() {
    let server = owned();
    let here = server.address;
    let there = shared_address(&switch(here, true, ""));
    let id = create(here, "connect-four", &human(), &human());
    let path = format!("/api/matches/{id}/socket");
    let mut lobby = open_with_headers(there, "/api/rooms/socket", &[]).unwrap();
    let mut watcher = open_with_headers(there, &path, &[]).unwrap();
    let mut owner = Socket::open(here, &id);
    switch(here, false, "");
    assert_eq!(close_code(&mut lobby), Some(4001));
    assert_eq!(close_code(&mut watcher), Some(4001));
    // The owner plays on, and later others see the game again.
    owner.play(Player::One, "4").unwrap();
    let there = shared_address(&switch(here, true, ""));
    assert_eq!(Socket::open(there, &id).moves(), ["4"]);
}

#[test]
fn only_the_owner_of_a_personal_server_lets_others_in() {
    let server = Running::start();
    let refused = switch(server.address, true, "");
    assert_eq!(refused.status, 409, "{}", refused.text());
    assert!(refused.text().contains("only the owner"), "{}", refused.text());
    assert!(get(server.address, "/api/lan").json::<Lan>().sharing.is_none());
    let bad = request(owned().address, "PUT", "/api/lan", "", b"{\"open\": 1}");
    assert_eq!(bad.status, 400, "{}", bad.text());
}
