//! Who plays in a match at one screen: whoever made it, and who is given its secret; a link alone watches.

use play::{Command, Player, RefusalCode, Version};
use serde_json::json;
use wire::http::{MatchSummary, SeatCreated};
use wire::{MatchState, SeatSecret};

use crate::client::{Socket, Visitor, computer, create, get, human, request};
use crate::program::Program;
use crate::running::{Folder, Running};

/// The socket of a match as a visitor.
fn open(visitor: &Visitor, id: &str, seat: Option<&SeatSecret>) -> Socket {
    Socket::open_by(visitor, id, seat.cloned())
}

fn state(visitor: &Visitor, id: &str) -> MatchState {
    visitor.ask("GET", &format!("/api/matches/{id}"), "").json()
}

fn against_computer() -> serde_json::Value {
    json!({ "game": "connect-four", "players": { "first": human(), "second": computer("random") } })
}

const NOT_YOURS: Result<Version, RefusalCode> = Err(RefusalCode::NotYours);

#[test]
fn a_link_watches_and_only_the_secret_hands_the_game_over() {
    let folder = Folder::new("owners");
    let server = Running::at(&folder);
    let ana = Visitor::welcomed(server.address, Some("192.0.2.1"));
    let eve = Visitor::welcomed(server.address, Some("192.0.2.2"));
    let id = ana.create(&against_computer());
    let mut mine = open(&ana, &id, None);
    assert!(!mine.state.watching && !mine.state.view.choices.is_empty());
    let mut hers = open(&eve, &id, None);
    assert!(hers.state.watching && hers.state.view.choices.is_empty());
    assert!(state(&eve, &id).watching && !state(&ana, &id).watching);
    for command in
        [Command::Move { notation: "4".to_owned() }, Command::Resign, Command::Undo, Command::Abort]
    {
        assert_eq!(hers.command(Player::One, command), NOT_YOURS);
    }
    // Somebody behind the same address is somebody else, too.
    let neighbour = Visitor::welcomed(server.address, Some("192.0.2.1"));
    assert_eq!(open(&neighbour, &id, None).play(Player::One, "4"), NOT_YOURS);
    mine.play(Player::One, "4").unwrap();
    hers.wait(|state| state.version == Version(2));
    assert!(hers.state.watching);
    // Only who plays gets the secret, and any other opens nothing.
    let seat = format!("/api/matches/{id}/seat");
    assert_eq!(eve.ask("POST", &seat, "").status, 409);
    let secret: SeatCreated = ana.ask("POST", &seat, "").json();
    let wrong = SeatSecret::new(7);
    assert_eq!(open(&eve, &id, Some(&wrong)).play(Player::One, "4"), NOT_YOURS);
    let listed = |who: &Visitor| -> Vec<MatchSummary> { who.ask("GET", "/api/matches", "").json() };
    assert!(listed(&eve).is_empty());
    let mut taken = open(&eve, &id, Some(&secret.seat));
    assert!(!taken.state.watching);
    taken.command(Player::One, Command::Resign).unwrap();
    drop((taken, hers, mine));
    // From then on it is hers, too, also after a new start and without the secret.
    drop(server);
    let server = Running::at(&folder);
    for one in [&ana, &eve] {
        let there = one.at(server.address);
        assert!(!state(&there, &id).watching);
        assert_eq!(listed(&there).len(), 1);
    }
}

#[test]
fn two_people_at_one_screen_are_alone_there() {
    let server = Running::start();
    let ana = Visitor::welcomed(server.address, Some("2001:db8::1"));
    let eve = Visitor::welcomed(server.address, Some("2001:db8::2"));
    let players = json!({ "first": human(), "second": human() });
    let id = ana.create(&json!({ "game": "connect-four", "players": players }));
    let mut hers = open(&eve, &id, None);
    for player in Player::ALL {
        assert_eq!(hers.play(player, "4"), NOT_YOURS);
    }
    let mut mine = open(&ana, &id, None);
    mine.play(Player::One, "4").unwrap();
    mine.play(Player::Two, "4").unwrap();
    // A program without cookies brings a secret of its own.
    let secret = SeatSecret::new(0x1234);
    let program = Visitor::new(server.address, "192.0.2.9", 0);
    let id = program.create(&json!({ "game": "connect-four", "players": players, "seat": secret }));
    assert_eq!(open(&program, &id, None).play(Player::One, "4"), NOT_YOURS);
    open(&program, &id, Some(&secret)).play(Player::One, "4").unwrap();
    // Between two screens there is no such secret.
    let (online, ..) = crate::online::pair(server.address, &json!({}));
    let refused = request(server.address, "POST", &format!("/api/matches/{online}/seat"), "", b"");
    assert_eq!(refused.status, 409);
}

#[test]
fn behind_a_proxy_everybody_is_somebody_else() {
    let folder = Folder::new("owners-proxy");
    let program = Program::behind_proxy(&folder);
    let ana = Visitor::welcomed(program.address, Some("192.0.2.1"));
    let eve = Visitor::welcomed(program.address, Some("192.0.2.2"));
    let id = ana.create(&against_computer());
    assert_eq!(open(&eve, &id, None).play(Player::One, "4"), NOT_YOURS);
    // Not even the machine itself plays for others.
    let mut here = Socket::open(program.address, &id);
    assert!(here.state.watching);
    assert_eq!(here.play(Player::One, "4"), Err(RefusalCode::NotYours));
    open(&ana, &id, None).play(Player::One, "4").unwrap();
}

#[test]
fn the_machine_itself_is_one_profile_and_the_network_is_others() {
    let folder = Folder::new("owners-lan");
    let program = Program::on_the_network(&folder);
    let id = create(program.address, "connect-four", &human(), &computer("random"));
    // Another tab, another browser, a program: all at this machine.
    let mut here = Socket::open(program.address, &id);
    assert!(!here.state.watching);
    here.play(Player::One, "4").unwrap();
    let lan: wire::http::Lan = get(program.address, "/api/lan").json();
    for url in lan.addresses {
        let host = url.trim_start_matches("http://").trim_end_matches('/');
        let eve = Visitor::welcomed(host.parse().unwrap(), None);
        let mut hers = open(&eve, &id, None);
        assert!(hers.state.watching);
        assert_eq!(hers.command(Player::One, Command::Resign), NOT_YOURS);
    }
    here.command(Player::One, Command::Resign).unwrap();
}
