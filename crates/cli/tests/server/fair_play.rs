//! Whoever plays against a person gets no help in that game, by any route; everybody else does.

use std::net::SocketAddr;
use std::time::Duration;

use play::{Command, Offer, Player, RefusalCode};
use serde_json::{Value, json};
use server::{MemoryBus, RateLimit, ServerLimits};
use store::Memory;
use wire::http::{Hint, Problem, RoomCreated};
use wire::{AnalysisRefusal, FromAnalyst, MatchState, Question, ToAnalyst, ToClient};

use crate::analysis::{Analyst, CONNECT_FOUR, question};
use crate::client::{Answer, Socket, Visitor, computer, human};
use crate::online::{ANA, BO, secret};
use crate::running::Running;
use crate::time_limit;

/// Six moves, with which the opening is over.
const MOVES: [&str; 6] = ["4", "4", "5", "3", "2", "6"];
/// The same position by other moves.
const TRANSPOSED: &str = "2 6 5 3 4 4";
const UNFINISHED: AnalysisRefusal = AnalysisRefusal::Unfinished;

/// A game of Ana and Bo, and Eve, who has nothing to do with it.
struct Game {
    server: Running,
    id: String,
    ana: Visitor,
    bo: Visitor,
    eve: Visitor,
    sockets: [Socket; 2],
}

impl Game {
    /// A game after these moves.
    fn after(server: Running, moves: &[&str]) -> Self {
        let visitor = |address, secret| Visitor::new(server.address, address, secret);
        let ana = visitor("192.0.2.1", 0xa);
        let bo = visitor("2001:db8:1:2::3", 0xb);
        let eve = visitor("198.51.100.1", 0xe);
        let wanted = json!({
            "game": "connect-four", "listing": "unlisted", "side": "first", "seat": secret(ANA),
        });
        let id = ana.post("/api/rooms", &wanted).json::<RoomCreated>().id;
        let seat = |visitor: &Visitor, bits| Socket::open_by(visitor, &id, Some(secret(bits)));
        let mut sockets = [seat(&ana, ANA), seat(&bo, BO)];
        sockets[1].join("Bo").unwrap();
        for (played, notation) in moves.iter().enumerate() {
            let player = Player::ALL[played % 2];
            let ready = |state: &MatchState| {
                state.to_move == Some(player) && state.record.moves.len() == played
            };
            sockets[player as usize].wait(ready);
            sockets[player as usize].play(player, notation).unwrap();
        }
        for socket in &mut sockets {
            socket.wait(|state| state.record.moves.len() == moves.len());
        }
        Self { server, id, ana, bo, eve, sockets }
    }

    fn start() -> Self {
        Self::after(Running::start(), &MOVES)
    }

    const fn address(&self) -> SocketAddr {
        self.server.address
    }
}

fn moves_text() -> String {
    MOVES.join(" ")
}

/// A new match from the first `entries` moves of the game.
fn new_match(entries: usize, first: &Value, second: &Value) -> Value {
    let record = json!({ "start": CONNECT_FOUR, "swap": false, "moves": MOVES[..entries] });
    json!({
        "game": "connect-four", "record": record, "players": { "first": first, "second": second },
    })
}

#[track_caller]
fn assert_refused(answer: &Answer) {
    let problem = answer.json::<Problem>();
    assert_eq!((answer.status, problem.code.as_str()), (409, "refused"));
    assert!(problem.text.en.contains("no help") && problem.text.fr.contains("n'aide pas"));
}

/// The engine of a browser asks the server before it helps anybody.
#[test]
fn players_may_not_analyse_their_game_in_the_browser() {
    let game = Game::start();
    let record = json!({ "start": CONNECT_FOUR, "swap": false, "moves": MOVES });
    let asked = json!({ "game": "connect-four", "record": record });
    for player in [&game.ana, &game.bo] {
        assert_refused(&player.post("/api/analysis/check", &asked));
    }
    assert_eq!(game.eve.post("/api/analysis/check", &asked).status, 204);
    let of_match = json!({ "game": "connect-four", "record": record, "match": game.id });
    assert_eq!(game.eve.post("/api/analysis/check", &of_match).status, 409);
    let illegal = json!({ "start": CONNECT_FOUR, "swap": false, "moves": ["9"] });
    let illegal = json!({ "game": "connect-four", "record": illegal });
    assert_eq!(game.eve.post("/api/analysis/check", &illegal).status, 400);
}

#[test]
fn players_get_no_analysis_of_their_game() {
    let game = Game::start();
    let text = moves_text();
    let mut eve = Analyst::open_by(&game.eve);
    let mut players = [Analyst::open_by(&game.ana), Analyst::open_by(&game.bo)];
    // Which positions are of the game is tested in `server/src/fair_play`.
    for (number, moves) in [text.as_str(), TRANSPOSED].into_iter().enumerate() {
        let number = number as u64;
        let asked = question(number, "connect-four", CONNECT_FOUR, moves);
        for player in &mut players {
            for ask_about in [ToAnalyst::Analyse, ToAnalyst::Review] {
                player.send(&ask_about(asked.clone()));
                assert_eq!(player.refusal(number), UNFINISHED, "{moves}");
            }
        }
        eve.send(&ToAnalyst::Analyse(asked));
        eve.thought(number);
    }
    // A review that somebody else asked for is not told either.
    let asked = question(20, "connect-four", CONNECT_FOUR, &text);
    eve.send(&ToAnalyst::Review(asked.clone()));
    while !matches!(eve.next(), Some(FromAnalyst::ReviewOver { question: 20, .. })) {}
    players[0].send(&ToAnalyst::Review(asked));
    assert_eq!(players[0].refusal(20), UNFINISHED);
    // Openings and other games are everybody's.
    for (number, moves) in [(21, "4 4 5"), (22, "4 4 5 3 2 7")] {
        players[0].send(&ToAnalyst::Analyse(question(number, "connect-four", CONNECT_FOUR, moves)));
        players[0].thought(number);
    }
}

#[test]
fn a_network_counts_and_so_does_a_profile_elsewhere() {
    let game = Game::start();
    let asked =
        |number| ToAnalyst::Analyse(question(number, "connect-four", CONNECT_FOUR, TRANSPOSED));
    for (address, secret) in [
        // A private window, no cookies, the same browser in another network.
        ("192.0.2.1", 0xdead),
        ("192.0.2.1", 0),
        ("203.0.113.7", 0xa),
        // Bo's network, by its first 64 bits.
        ("2001:db8:1:2:ffff::1", 0xdead),
    ] {
        let mut analyst = Analyst::open_by(&Visitor::new(game.address(), address, secret));
        analyst.send(&asked(1));
        assert_eq!(analyst.refusal(1), UNFINISHED, "{address} {secret:x}");
    }
    let mut neighbour = Analyst::open_by(&Visitor::new(game.address(), "2001:db8:1:3::3", 0xdead));
    neighbour.send(&asked(1));
    neighbour.thought(1);
}

#[test]
fn players_get_no_tree_of_their_game() {
    let game = Game::start();
    let wanted = |moves: &str| json!({ "game": "connect-four", "moves": moves, "depth": 2 });
    for moves in [moves_text(), TRANSPOSED.to_owned(), format!("{} 1", moves_text())] {
        let wanted = wanted(&moves);
        for player in [&game.ana, &game.bo] {
            assert_refused(&player.post("/api/think", &wanted));
        }
        assert_eq!(game.eve.post("/api/think", &wanted).status, 200);
    }
    assert_eq!(game.ana.post("/api/think", &wanted("4 4 5")).status, 200);
}

#[test]
fn players_get_no_hint_in_a_copy_of_their_game() {
    let game = Game::start();
    // Two people at one screen may go on from anywhere, but only by themselves.
    let copy = game.ana.create(&new_match(MOVES.len(), &human(), &human()));
    let record = game.eve.ask("GET", &format!("/api/matches/{copy}/record"), "");
    let opened = game.ana.ask("POST", "/api/records", record.text());
    let opened = opened.json::<wire::http::Created>().id;
    for id in [copy, opened] {
        let hint = format!("/api/matches/{id}/hint");
        for player in [&game.ana, &game.bo] {
            assert_refused(&player.post(&hint, &json!({})));
        }
        assert!(game.eve.post(&hint, &json!({})).json::<Hint>().notation.is_some());
    }
}

#[test]
fn players_cannot_let_the_computer_go_on_with_their_game() {
    let game = Game::start();
    let computer = computer("easy");
    for wanted in [
        new_match(MOVES.len(), &computer, &human()),
        new_match(MOVES.len(), &human(), &computer),
        new_match(MOVES.len(), &computer, &computer),
    ] {
        for player in [&game.ana, &game.bo] {
            assert_refused(&player.post("/api/matches", &wanted));
        }
        game.eve.create(&wanted);
    }
    // Nor by playing a match up to that position.
    let before = new_match(MOVES.len() - 1, &computer, &human());
    let last = MOVES[MOVES.len() - 1];
    let mut eve = Socket::open_by(&game.eve, &game.eve.create(&before), None);
    eve.play(Player::Two, last).unwrap();
    eve.wait(|state| state.record.moves.len() > MOVES.len());
    let mut ana = Socket::open_by(&game.ana, &game.ana.create(&before), None);
    ana.play(Player::Two, last).unwrap();
    wait_for_refusal(&mut ana);
    // Nor does it say what it thinks of a draw.
    ana.command(Player::Two, Command::Offer { offer: Offer::Draw }).unwrap();
    wait_for_refusal(&mut ana);
    assert_eq!(ana.moves(), MOVES);
}

/// Waits until the computer says that it does not help.
#[track_caller]
fn wait_for_refusal(socket: &mut Socket) {
    loop {
        match socket.next().expect("a refusal") {
            ToClient::Refused { id: None, code, text } => {
                assert_eq!(code, RefusalCode::NotAllowed);
                assert!(text.en.contains("no help") && text.fr.contains("n'aide pas"));
                return;
            }
            _ => assert!(socket.moves().len() <= MOVES.len(), "the computer has moved"),
        }
    }
}

/// The match itself is analysed for nobody while it is being played: not for those who watch either.
#[test]
fn a_match_that_is_being_played_has_no_analysis() {
    let mut game = Game::start();
    let id = game.id.clone();
    let named = |number| Question {
        of: Some(id.clone()),
        ..question(number, "connect-four", CONNECT_FOUR, "")
    };
    let link = json!({ "text": format!("http://{}/m/{id}", game.address()) });
    let status = |visitor: &Visitor| {
        [
            visitor.ask("GET", &format!("/api/analyses/{id}"), "").status,
            visitor.ask("GET", &format!("/api/analyses/{id}/record"), "").status,
            visitor.post(&format!("/api/matches/{id}/hint"), &json!({})).status,
            visitor.post("/api/read", &link).status,
        ]
    };
    for visitor in [&game.ana, &game.eve] {
        let mut analyst = Analyst::open_by(visitor);
        for ask_about in [ToAnalyst::Analyse, ToAnalyst::Review] {
            analyst.send(&ask_about(named(1)));
            assert_eq!(analyst.refusal(1), UNFINISHED);
        }
        assert_eq!(status(visitor), [409; 4]);
    }
    // Once it is over, everybody may learn from it.
    game.sockets[0].command(Player::One, Command::Resign).unwrap();
    for visitor in [&game.ana, &game.eve] {
        let mut analyst = Analyst::open_by(visitor);
        analyst.send(&ToAnalyst::Analyse(named(2)));
        analyst.thought(2);
        analyst.send(&ToAnalyst::Analyse(question(3, "connect-four", CONNECT_FOUR, TRANSPOSED)));
        analyst.thought(3);
        assert_eq!(status(visitor), [200; 4]);
    }
}

#[test]
fn a_game_that_its_players_have_left_binds_nobody() {
    let limits = ServerLimits {
        player_absence: Duration::from_millis(300),
        // It is asked again and again below.
        efforts: RateLimit { burst: 10_000, interval_ms: 1 },
        ..ServerLimits::default()
    };
    let game = Game::after(Running::limited(limits), &MOVES);
    let think = json!({ "game": "connect-four", "moves": moves_text(), "depth": 2 });
    let hint = format!("/api/matches/{}/hint", game.id);
    assert_refused(&game.ana.post("/api/think", &think));
    let [ana, bo] = game.sockets;
    // Bo waits for long; that does not keep Ana from anything.
    drop(ana);
    let think_as =
        |visitor: &Visitor| (visitor.post("/api/think", &think).status == 200).then_some(());
    time_limit::wait_for("the end of Ana's absence", || think_as(&game.ana));
    assert_refused(&game.bo.post("/api/think", &think));
    assert_eq!(game.eve.post(&hint, &json!({})).status, 409);
    drop(bo);
    time_limit::wait_for("the end of Bo's absence", || think_as(&game.bo));
    assert_eq!(game.eve.post(&hint, &json!({})).status, 200);
    // Whoever comes back is bound again.
    let _ana = Socket::open_by(&game.ana, &game.id, Some(secret(ANA)));
    assert_refused(&game.ana.post("/api/think", &think));
    assert_eq!(game.eve.post(&hint, &json!({})).status, 409);
}

/// The game and what a player may ask about it, mirrored: a column for its counterpart.
fn mirrored() -> String {
    let column = |text: &&str| (8 - text.parse::<u8>().unwrap()).to_string();
    MOVES.iter().map(column).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_mirrored_game_is_the_same_game() {
    let game = Game::start();
    for player in [&game.ana, &game.bo] {
        assert!(is_refused(player, &mirrored()));
    }
    assert!(!is_refused(&game.eve, &mirrored()));
}

/// Whether a visitor is refused help with the position after these moves.
fn is_refused(visitor: &Visitor, moves: &str) -> bool {
    let mut analyst = Analyst::open_by(visitor);
    analyst.send(&ToAnalyst::Analyse(question(1, "connect-four", CONNECT_FOUR, moves)));
    match analyst.next().expect("an answer") {
        FromAnalyst::Refused { code: UNFINISHED, .. } => true,
        FromAnalyst::Report(_) => false,
        other => panic!("{other:?}"),
    }
}

#[test]
fn no_node_helps_players_of_a_game_on_others() {
    let (data, bus) = (Memory::default(), MemoryBus::default());
    let nodes = [(); 3].map(|()| Running::node(&data, &bus));
    let visitor = |node: usize, address, secret| Visitor::new(nodes[node].address, address, secret);
    let (ana, bo) = (visitor(0, "192.0.2.1", 0xa), visitor(1, "192.0.2.2", 0xb));
    let wanted = json!({
        "game": "connect-four", "listing": "unlisted", "side": "first", "seat": secret(ANA),
    });
    // Not a word of it reaches the third node.
    bus.cut(true);
    let id = ana.post("/api/rooms", &wanted).json::<RoomCreated>().id;
    let seat = |visitor: &Visitor, bits| Socket::open_by(visitor, &id, Some(secret(bits)));
    let mut sockets = [seat(&ana, ANA), seat(&bo, BO)];
    sockets[1].join("Bo").unwrap();
    for (played, notation) in MOVES.iter().enumerate() {
        let player = Player::ALL[played % 2];
        let socket = &mut sockets[player as usize];
        socket.wait(|state| state.to_move == Some(player) && state.record.moves.len() == played);
        socket.play(player, notation).unwrap();
    }
    let text = moves_text();
    let third = |address, secret| visitor(2, address, secret);
    for (address, secret) in [("192.0.2.1", 0xa), ("203.0.113.9", 0xa), ("192.0.2.2", 0xb)] {
        assert!(is_refused(&third(address, secret), &text), "{address} {secret:x}");
    }
    assert!(is_refused(&third("192.0.2.1", 0xa), &mirrored()));
    assert!(!is_refused(&third("198.51.100.1", 0xe), &text), "somebody else");
    let ana_there = third("192.0.2.1", 0xa);
    assert_refused(&ana_there.post("/api/matches", &new_match(6, &human(), &computer("easy"))));
    assert_eq!(ana_there.post(&format!("/api/matches/{id}/hint"), &json!({})).status, 409);
    // The computer waits at the position of the game.
    let other = ana_there.create(&new_match(5, &computer("easy"), &human()));
    let mut other = Socket::open_by(&ana_there, &other, None);
    other.play(Player::Two, MOVES[5]).unwrap();
    loop {
        match other.next().expect("why the computer does not move") {
            ToClient::Refused { id: None, code, .. } => {
                assert_eq!(code, RefusalCode::NotAllowed);
                break;
            }
            _ => assert_eq!(other.moves().len().min(6), other.moves().len(), "it has moved"),
        }
    }
    // Another window of a player is known by its network, once there are news again.
    bus.cut(false);
    time_limit::wait_for("news of the players' networks", || {
        is_refused(&third("192.0.2.2", 0x1234), &text).then_some(())
    });
    assert!(!is_refused(&third("198.51.100.1", 0xe), &text), "still somebody else");
}
