//! Screens and transitions of matches with people elsewhere.

use std::time::Duration;

use play::{Claim, Command, Match, Offer, TimeControl};
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Size;
use rules::{BySeat, Lang, Seat, Setup, Text};
use tui::{
    ConnectionState, Effect, GatheringSnapshot, HalfSnapshot, LobbyTable, MatchSnapshot, Message,
    Neighbour, SeatKind,
};
use wire::Greeting;

use crate::desk::{Desk, at_table, find, human, start};
use crate::screens::{PLAIN, check};

const WINDOW: Size = Size::new(80, 24);

fn playing(id: &str) -> Match {
    let board = (!find(id).info().tiles.is_empty()).then(|| "1 2 5 7".to_owned());
    let setup = Setup { board, ..Setup::default() };
    start(find(id), &setup, [human(), human()], TimeControl::None)
}

fn game() -> MatchSnapshot {
    at_table(&playing("othello"), |_| {})
}

/// A table before the start.
fn table(id: &str, you: Option<Seat>, halves: Option<[&str; 2]>) -> MatchSnapshot {
    let mut snapshot = at_table(&playing(id), |table| {
        table.you = you;
        table.is_host = you == Some(Seat::First);
        let half = |tiles: &str| HalfSnapshot { tiles: tiles.to_owned(), is_confirmed: false };
        let title = find(id).info().title.clone();
        table.gathering = Some(GatheringSnapshot {
            taken: BySeat { first: true, second: halves.is_some() },
            facts: vec![title, Text::new("5 min + 3 s", "5 min + 3 s")],
            halves: halves
                .map(|[first, second]| BySeat { first: half(first), second: half(second) }),
            is_closed: false,
        });
        table.qr = (0..15).map(|_| "█▀▄ ".repeat(7)).collect();
    });
    if you != Some(Seat::First) {
        snapshot.seats.first.kind = SeatKind::Elsewhere;
    }
    snapshot
}

fn desk() -> Desk {
    Desk::new(Lang::En, PLAIN, WINDOW)
}

/// The effects of the keys.
fn effects(desk: &mut Desk, keys: &str) -> Vec<Effect> {
    desk.effects.clear();
    desk.keys(keys);
    std::mem::take(&mut desk.effects)
}

fn command(command: Command) -> Vec<Effect> {
    vec![Effect::Command(command)]
}

#[test]
fn a_table_that_waits() {
    check("table-waiting", |desk| desk.show(table("othello", Some(Seat::First), None)));
}

#[test]
fn a_table_with_a_free_seat() {
    check("table-sit", |desk| {
        desk.show(table("othello", None, None));
        desk.keys("Bo");
    });
}

#[test]
fn a_board_that_both_lay() {
    check("table-laying", |desk| {
        desk.show(table("katarenga", Some(Seat::First), Some(["1 2f", "5 -"])));
    });
}

#[test]
fn a_match_with_somebody_elsewhere() {
    check("match-online", |desk| {
        desk.show(at_table(&playing("othello"), |table| {
            table.watchers = 2;
            table.absent.second = Some(Duration::from_secs(23));
            table.said.first = Some((Greeting::GoodLuck, Duration::from_secs(5)));
        }));
    });
}

#[test]
fn a_match_whose_connection_is_lost() {
    check("match-lost", |desk| {
        let mut snapshot = game();
        let reason = Text::new("the server does not answer", "le serveur ne répond pas");
        if let Some(server) = &mut snapshot.server {
            server.connection = ConnectionState::Lost(Some(reason));
        }
        desk.show(snapshot);
    });
}

#[test]
fn a_match_in_which_a_move_waits() {
    check("match-kept", |desk| {
        let mut snapshot = game();
        if let Some(server) = &mut snapshot.server {
            server.connection = ConnectionState::Lost(None);
            server.kept = vec![Text::new("Your move 3 is kept.", "Votre coup 3 est gardé.")];
        }
        desk.show(snapshot);
    });
    check("match-no-answer", |desk| {
        let mut snapshot = game();
        if let Some(server) = &mut snapshot.server {
            server.kept = vec![Text::new("Your move 3 is kept.", "Votre coup 3 est gardé.")];
        }
        desk.show(snapshot);
    });
}

#[test]
fn the_online_screen_and_its_lists() {
    check("online", |desk| desk.keys("jj\n"));
    check("online-tables", |desk| {
        desk.keys("jj\njj\n");
        let row = |game: &str, is_open| LobbyTable {
            link: "http://x.example/m/abc".to_owned(),
            game: find(game).info().title.clone(),
            players: "Ana – …".to_owned(),
            time: TimeControl::Game { total: 300_000, increment: 3000 },
            is_open,
        };
        desk.tell(Message::Lobby(vec![row("othello", true), row("katarenga", false)]));
    });
    check("online-network", |desk| {
        desk.keys("jj\nk\n");
        let (name, url) = ("salon".to_owned(), "http://192.168.1.7:4747/".to_owned());
        desk.tell(Message::Neighbours(vec![Neighbour { name, url }]));
    });
}

#[test]
fn somebody_sits_down_under_a_name() {
    let mut desk = desk();
    desk.app.set_player_name("Bo".to_owned());
    desk.show(table("othello", None, None));
    // Letters that are keys elsewhere are letters here.
    assert_eq!(effects(&mut desk, "q?\n"), [Effect::Join("Boq?".to_owned())]);
    assert_eq!(effects(&mut desk, "\n"), [], "once");
    desk.tell(Message::Notice(vec![Text::new("no seat is free", "aucune place libre")]));
    assert!(desk.text().contains("no seat is free"));
    assert_eq!(effects(&mut desk, "\n"), [Effect::Join("Boq?".to_owned())], "again");
    // The game begins: its screen takes over.
    desk.tell(Message::Changed(Box::new(game())));
    assert!(desk.text().contains("player 1 to move"), "{}", desk.text());
}

#[test]
fn a_half_is_laid_and_the_board_agreed_with() {
    let mut desk = desk();
    desk.show(table("katarenga", Some(Seat::First), Some(["- -", "5 7"])));
    let lay = |half: &str| command(Command::Lay { half: half.to_owned() });
    assert_eq!(effects(&mut desk, "r"), [], "nothing lies there yet");
    assert_eq!(effects(&mut desk, "l"), lay("1 -"));
    assert_eq!(effects(&mut desk, "r"), lay("1+90 -"));
    assert_eq!(effects(&mut desk, "f"), lay("1f+90 -"));
    assert_eq!(effects(&mut desk, "jl"), lay("1f+90 2"), "not the tile that lies already");
    assert_eq!(effects(&mut desk, "\n"), [], "the server does not know it yet");
    let laid = table("katarenga", Some(Seat::First), Some(["1f+90 2", "5 7"]));
    desk.tell(Message::Changed(Box::new(laid)));
    assert_eq!(effects(&mut desk, "\n"), command(Command::Confirm));
    // Whoever leaves a table at which somebody else sits is asked.
    assert_eq!(effects(&mut desk, "qn"), []);
    assert_eq!(effects(&mut desk, "qy"), [Effect::Command(Command::Leave), Effect::Leave]);
}

#[test]
fn a_computer_is_invited_and_a_table_closed() {
    let mut desk = desk();
    desk.show(table("othello", Some(Seat::First), None));
    let invited = effects(&mut desk, "c");
    assert!(
        matches!(&*invited, [Effect::Command(Command::Invite { opponent, .. })] if opponent == "normal"),
        "{invited:?}"
    );
    assert_eq!(effects(&mut desk, "q"), [Effect::Command(Command::Leave), Effect::Leave]);
    assert!(desk.text().contains("Continue"), "{}", desk.text());
}

#[test]
fn keys_at_a_table_ask_the_other_player() {
    let mut desk = desk();
    desk.show(game());
    assert_eq!(effects(&mut desk, "u"), command(Command::Offer { offer: Offer::Takeback }));
    assert_eq!(effects(&mut desk, "Ry"), command(Command::Abort));
    assert_eq!(effects(&mut desk, "i"), [], "no hints against people");
    assert_eq!(effects(&mut desk, "v"), [], "nor values");
    assert_eq!(effects(&mut desk, "G2"), [Effect::Greet(Greeting::GoodLuck)]);
    assert_eq!(effects(&mut desk, "G9f"), [], "what is no greeting says nothing");
    desk.key(KeyCode::Esc);
    assert_eq!(effects(&mut desk, "C"), []);
    assert!(desk.text().contains("your opponent is there"));
    let absent = |may_abort| {
        let snapshot = at_table(&playing("othello"), |table| {
            table.may_abort = may_abort;
            table.absent.second = Some(Duration::ZERO);
        });
        Message::Changed(Box::new(snapshot))
    };
    desk.tell(absent(true));
    assert_eq!(effects(&mut desk, "Cn"), []);
    desk.tell(absent(false));
    assert_eq!(effects(&mut desk, "Cn"), command(Command::Claim { claim: Claim::Draw }));
    assert_eq!(effects(&mut desk, ":claim\ny"), command(Command::Claim { claim: Claim::Win }));
    assert_eq!(effects(&mut desk, "qn"), []);
    assert_eq!(effects(&mut desk, "qy"), [Effect::Command(Command::Leave), Effect::Leave]);
}

#[test]
fn an_offer_is_asked_about_once_and_forgotten_with_it() {
    let mut desk = desk();
    desk.show(game());
    let offered = |offers: &[(Offer, Seat)]| {
        let snapshot = at_table(&playing("othello"), |table| table.offers = offers.to_vec());
        Message::Changed(Box::new(snapshot))
    };
    desk.tell(offered(&[(Offer::Takeback, Seat::Second)]));
    assert!(desk.text().contains("asks to take back"), "{}", desk.text());
    assert_eq!(effects(&mut desk, "n"), command(Command::Decline { offer: Offer::Takeback }));
    desk.tell(offered(&[(Offer::Takeback, Seat::Second)]));
    assert!(!desk.text().contains("asks to take back"), "{}", desk.text());
    desk.tell(offered(&[]));
    desk.tell(offered(&[(Offer::Takeback, Seat::Second)]));
    assert!(desk.text().contains("asks to take back"), "{}", desk.text());
    desk.tell(offered(&[(Offer::Takeback, Seat::First)]));
    assert!(!desk.text().contains("asks to take back"), "an own offer is no question");
}

#[test]
fn those_who_watch_ask_for_nothing() {
    let mut desk = desk();
    let mut snapshot = at_table(&playing("othello"), |table| table.you = None);
    snapshot.seats.first.kind = SeatKind::Elsewhere;
    desk.show(snapshot);
    for keys in ["u", "R", "D", "C", "N", "G", " ", "i", "v", "w"] {
        assert_eq!(effects(&mut desk, keys), [], "{keys}");
    }
    assert_eq!(effects(&mut desk, "q"), [Effect::Leave]);
}

#[test]
fn a_place_is_typed_or_pasted() {
    let mut desk = desk();
    desk.keys("jj\n");
    let connect = |place: &str, server: &str| {
        let (place, server) = (place.to_owned(), server.to_owned());
        vec![Effect::Connect { place, server }]
    };
    assert_eq!(effects(&mut desk, "\nabc-234\n"), connect("abc-234", ""));
    desk.tell(Message::Paste(" http://x.example/m/abc\n".to_owned()));
    assert_eq!(effects(&mut desk, "\n"), connect("http://x.example/m/abc", ""));
    assert_eq!(effects(&mut desk, "j\nx.example\nk\nabc234\n"), connect("abc234", "x.example"));
    let table = effects(&mut desk, "jjj\n\n");
    let is_it = |one: &Effect| matches!(one, Effect::OpenTable(it) if it.server == "x.example");
    assert!(table.iter().any(is_it), "{table:?}");
}
