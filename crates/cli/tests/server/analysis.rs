//! Questions about positions and games, and who may ask them.

use std::net::{SocketAddr, TcpStream};

use engine::Bound;
use play::Player;
use rules::{BySeat, Record, Seat};
use serde_json::json;
use tungstenite::{Message, WebSocket};
use wire::{
    AnalysisRefusal, FromAnalyst, PROTOCOL, PositionReport, Question, ReviewedMove, ToAnalyst,
    ValueInfo,
};

use crate::client::{Socket, Visitor, computer, create, hear, human, open_at, post, say};
use crate::hostile::figure;
use crate::running::Running;
use crate::time_limit;

const PATH: &str = "/api/analysis/socket";
pub(crate) const CONNECT_FOUR: &str = "7/7/7/7/7/7 x";
const OTHELLO: &str = "8/8/8/3ox3/3xo3/8/8/8 x";

/// A socket of somebody who analyses.
pub(crate) struct Analyst(WebSocket<TcpStream>);

impl Analyst {
    fn open(address: SocketAddr) -> Self {
        Self::open_by(&Visitor::local(address))
    }

    /// The socket of another visitor.
    pub(crate) fn open_by(visitor: &Visitor) -> Self {
        let mut analyst = Self(visitor.socket(PATH));
        analyst.send(&ToAnalyst::Hello { protocol: PROTOCOL });
        assert_eq!(analyst.next(), Some(FromAnalyst::Ready));
        analyst
    }

    pub(crate) fn send(&mut self, message: &ToAnalyst) {
        say(&mut self.0, message);
    }

    pub(crate) fn next(&mut self) -> Option<FromAnalyst> {
        hear(&mut self.0)
    }

    /// The next thought about this question.
    #[track_caller]
    pub(crate) fn thought(&mut self, number: u64) -> PositionReport {
        loop {
            match self.next().expect("an answer") {
                FromAnalyst::Report(thought) if thought.question == number => return thought,
                FromAnalyst::Report(_) => {}
                other => panic!("{other:?}"),
            }
        }
    }

    /// Why the question is refused.
    #[track_caller]
    pub(crate) fn refusal(&mut self, number: u64) -> AnalysisRefusal {
        loop {
            match self.next().expect("an answer") {
                FromAnalyst::Refused { question, code, text } if question == Some(number) => {
                    assert_ne!(text.en, text.fr);
                    return code;
                }
                FromAnalyst::Refused { .. } => panic!("another question"),
                _ => {}
            }
        }
    }

    /// All that is said of a game, in the order of its moves, and the accuracy.
    #[track_caller]
    pub(crate) fn review(&mut self, number: u64) -> (Vec<ReviewedMove>, BySeat<Option<f32>>) {
        let mut entries = Vec::new();
        loop {
            match self.next().expect("an answer") {
                FromAnalyst::Reviewed { question, progress: [judged, all], entry } => {
                    entries.insert(0, *entry);
                    assert_eq!((question, judged), (number, entries.len()));
                    assert_eq!(entries[0].index, all - judged);
                }
                FromAnalyst::ReviewOver { question, accuracy } => {
                    assert_eq!(question, number);
                    return (entries, accuracy);
                }
                other => panic!("{other:?}"),
            }
        }
    }
}

pub(crate) fn question(number: u64, game: &str, start: &str, moves: &str) -> Question {
    Question {
        question: number,
        game: game.to_owned(),
        record: Record {
            start: start.to_owned(),
            swap: false,
            moves: moves.split_whitespace().map(ToOwned::to_owned).collect(),
        },
        lines: 2,
        every: true,
        of: None,
    }
}

/// A question that takes as long as one may.
pub(crate) fn endless(number: u64) -> ToAnalyst {
    ToAnalyst::Analyse(question(number, "othello", OTHELLO, ""))
}

#[test]
fn a_position_is_answered_with_every_move_and_lines_on_the_board() {
    let server = Running::start();
    let mut analyst = Analyst::open(server.address);
    // Three in the bottom row with both ends free: 3 and 7 win at once.
    let asked = question(1, "connect-four", CONNECT_FOUR, "4 4 5 5 6 6");
    analyst.send(&ToAnalyst::Analyse(asked));
    let thought = loop {
        let thought = analyst.thought(1);
        if thought.done {
            break thought;
        }
    };
    assert_eq!(thought.moves.len(), 7);
    assert_eq!(thought.lines.len(), 2);
    let best: Vec<_> = thought.moves[..2].iter().map(|found| found.notation.as_str()).collect();
    assert!(best == ["3", "7"] || best == ["7", "3"], "{best:?}");
    for found in &thought.moves[..2] {
        assert_eq!(found.worth, ValueInfo::Win { moves: 1, plies: 1, bound: Bound::Exact });
        assert!(found.chance > 0.999);
    }
    assert_eq!(thought.moves[0].grade, "best");
    assert_eq!(thought.lines[0].moves.len(), 1);
    let changes = &thought.lines[0].moves[0].changes;
    assert_eq!((changes.len(), changes[0].piece), (1, Some(0)));
}

#[test]
fn a_game_that_is_over_has_nothing_to_say() {
    let server = Running::start();
    let mut analyst = Analyst::open(server.address);
    let asked = question(4, "connect-four", CONNECT_FOUR, "1 2 1 2 1 2 1");
    analyst.send(&ToAnalyst::Analyse(asked));
    let thought = analyst.thought(4);
    assert!(thought.done && thought.moves.is_empty() && thought.lines.is_empty());
}

#[test]
fn the_next_question_takes_the_place_of_the_one_before() {
    let server = Running::start();
    let mut analyst = Analyst::open(server.address);
    analyst.send(&endless(1));
    let first = analyst.thought(1);
    assert!(!first.done);
    for number in 2..40 {
        analyst.send(&endless(number));
    }
    let quick = question(40, "connect-four", CONNECT_FOUR, "1 2 1 2 1 2");
    analyst.send(&ToAnalyst::Analyse(Question { every: false, lines: 1, ..quick }));
    // Nothing is heard of those before once this one is answered, and none was refused.
    while !analyst.thought(40).done {}
    analyst.send(&endless(41));
    analyst.thought(41);
    analyst.send(&ToAnalyst::Stop);
    analyst.send(&ToAnalyst::Ping { n: 3 });
    loop {
        match analyst.next().unwrap() {
            FromAnalyst::Pong { n: 3, .. } => break,
            FromAnalyst::Report(thought) => assert_eq!(thought.question, 41),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn garbage_is_refused_and_the_socket_stays() {
    let server = Running::start();
    let mut analyst = Analyst::open(server.address);
    let unknown = json!({ "type": "ping", "n": 1, "more": 2 });
    let negative = json!({ "type": "analyse", "question": -1, "game": "othello", "record": { "start": OTHELLO } });
    for garbage in [
        Message::text(""),
        Message::text("{}"),
        Message::text(r#"{"type":"analyse"}"#),
        Message::text("[".repeat(10_000)),
        Message::text(unknown.to_string()),
        Message::text(negative.to_string()),
        Message::binary(vec![0, 255]),
    ] {
        analyst.0.send(garbage.clone()).unwrap();
        let answer = analyst.next();
        let code = AnalysisRefusal::BadMessage;
        let refused = matches!(&answer, Some(FromAnalyst::Refused { question: None, code: other, .. }) if *other == code);
        assert!(refused, "{garbage:?}: {answer:?}");
    }
    for (number, game, start, moves) in [
        (1, "chess", OTHELLO, ""),
        (2, "othello", "8/8 x", ""),
        (3, "othello", OTHELLO, "a1"),
        (4, "othello", OTHELLO, "nonsense"),
        (5, "connect-four", OTHELLO, ""),
    ] {
        for ask in [ToAnalyst::Analyse, ToAnalyst::Review] {
            analyst.send(&ask(question(number, game, start, moves)));
            assert_eq!(
                analyst.refusal(number),
                AnalysisRefusal::BadRecord,
                "{game} {start} {moves}"
            );
        }
    }
    analyst.send(&ToAnalyst::Analyse(question(9, "connect-four", CONNECT_FOUR, "4 4 5 5 6 6")));
    analyst.thought(9);
}

#[test]
fn a_greeting_comes_first_and_names_the_protocol() {
    let server = Running::start();
    let mut analyst = Analyst(open_at(server.address, PATH, None).unwrap());
    analyst.send(&endless(1));
    assert_eq!(analyst.refusal(1), AnalysisRefusal::BadMessage);
    analyst.send(&ToAnalyst::Hello { protocol: PROTOCOL + 1 });
    let answer = analyst.next();
    let code = AnalysisRefusal::Protocol;
    assert!(matches!(answer, Some(FromAnalyst::Refused { code: other, .. }) if other == code));
    assert_eq!(open_at(server.address, PATH, Some("http://evil.test")).err(), Some(403));
}

/// A blunder that a child sees: White leaves three in a row open.
#[test]
fn a_game_is_looked_over_from_its_end() {
    let server = Running::start();
    let mut analyst = Analyst::open(server.address);
    let game = question(7, "connect-four", CONNECT_FOUR, "4 1 5 1 6 1 7");
    analyst.send(&ToAnalyst::Review(game.clone()));
    let (entries, accuracy) = analyst.review(7);
    assert_eq!(entries.len(), 7);
    let seats: Vec<_> = entries.iter().map(|entry| entry.seat).collect();
    assert_eq!(seats[..2], [Seat::First, Seat::Second]);
    // The third move of the second player lets the other win at once.
    let blunder = &entries[5];
    assert!(blunder.after > 0.99, "{blunder:?}");
    let last = &entries[6];
    assert_eq!(
        (last.grade.as_str(), last.played.worth),
        ("best", ValueInfo::Win { moves: 1, plies: 1, bound: Bound::Exact })
    );
    assert!(entries.iter().any(|entry| {
        ["inaccuracy", "mistake", "blunder"].contains(&entry.grade.as_str())
            && entry.seat == Seat::Second
            && !entry.reasons.is_empty()
            && entry.best.moves[0].notation != entry.played.moves[0].notation
    }));
    assert!(accuracy.first > accuracy.second, "{accuracy:?}");
    // Asked again, it is known already.
    analyst.send(&ToAnalyst::Review(Question { question: 8, ..game }));
    assert_eq!(analyst.review(8), (entries, accuracy));
}

#[test]
fn an_empty_game_is_looked_over_at_once() {
    let server = Running::start();
    let mut analyst = Analyst::open(server.address);
    analyst.send(&ToAnalyst::Review(question(1, "othello", OTHELLO, "")));
    let (entries, accuracy) = analyst.review(1);
    assert_eq!((entries.len(), accuracy), (0, BySeat { first: None, second: None }));
}

#[test]
fn the_swap_is_judged_like_a_move() {
    let server = Running::start();
    let mut analyst = Analyst::open(server.address);
    let start = post(server.address, "/api/look", &json!({ "game": "isolation" }));
    let start: wire::http::Look = start.json();
    let first = start.view.choices[0].notation.clone();
    let mut asked = question(1, "isolation", &start.record.start, &first);
    asked.record.swap = true;
    analyst.send(&ToAnalyst::Analyse(asked.clone()));
    let thought = analyst.thought(1);
    let swap = thought.moves.iter().find(|found| found.notation == "swap").expect("swap");
    let best_other = thought.moves.iter().find(|found| found.notation != "swap").expect("a move");
    assert!((swap.chance + best_other.chance - 1.0).abs() < 0.001, "{swap:?} {best_other:?}");
    asked.record.moves.push("swap".to_owned());
    analyst.send(&ToAnalyst::Review(Question { question: 2, ..asked }));
    let (entries, _) = analyst.review(2);
    assert_eq!(entries[1].played.moves[0].notation, "swap");
    // Before the swap they sat in each other's places.
    assert_eq!((entries[0].seat, entries[0].player), (Seat::First, Seat::Second));
}

#[test]
fn a_computer_moves_though_others_analyse() {
    let server = Running::start();
    // There is one thread, and it has much to think about.
    let mut analysts: Vec<_> = (0..3).map(|_| Analyst::open(server.address)).collect();
    for (number, analyst) in analysts.iter_mut().enumerate() {
        analyst.send(&endless(number as u64));
    }
    analysts[0].thought(0);
    let id = create(server.address, "connect-four", &human(), &computer("easy"));
    let mut socket = Socket::open(server.address, &id);
    for moves in [2, 4, 6] {
        socket.play(Player::One, &moves.to_string()).unwrap();
        socket.wait(|state| state.record.moves.len() == moves);
    }
    // Everybody still has turns.
    for (number, analyst) in analysts.iter_mut().enumerate() {
        let before = analyst.thought(number as u64).nodes;
        while analyst.thought(number as u64).nodes <= before {}
    }
}

#[test]
fn one_visitor_has_only_so_many_questions() {
    let server = Running::start();
    // Half of all places, while nobody else has one.
    let mut analysts: Vec<_> = (0..16).map(|_| Analyst::open(server.address)).collect();
    for analyst in &mut analysts {
        analyst.send(&endless(1));
    }
    time_limit::wait_for("questions that wait", || {
        (figure(server.address, "damier_thinking_waiting") == 15).then_some(())
    });
    let mut late = Analyst::open(server.address);
    late.send(&endless(2));
    assert_eq!(late.refusal(2), AnalysisRefusal::Busy);
    // A socket that ends gives its place back.
    drop(analysts.pop());
    loop {
        late.send(&endless(3));
        match late.next().unwrap() {
            FromAnalyst::Report(_) => break,
            FromAnalyst::Refused { code: AnalysisRefusal::Busy, .. } => {}
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_game_of_two_at_one_screen_may_be_analysed() {
    let server = Running::start();
    let id = create(server.address, "connect-four", &human(), &human());
    let mut socket = Socket::open(server.address, &id);
    socket.play(Player::One, "4").unwrap();
    let mut analyst = Analyst::open(server.address);
    let asked = question(1, "connect-four", CONNECT_FOUR, "4");
    analyst.send(&ToAnalyst::Analyse(Question { of: Some(id), ..asked }));
    analyst.thought(1);
    // What does not exist is not analysed either.
    let asked = question(2, "connect-four", CONNECT_FOUR, "4");
    analyst.send(&ToAnalyst::Analyse(Question { of: Some("nothing".to_owned()), ..asked }));
    assert_eq!(analyst.refusal(2), AnalysisRefusal::Unfinished);
}

#[test]
fn a_server_that_ends_closes_its_sockets() {
    let server = Running::start();
    let mut analyst = Analyst::open(server.address);
    analyst.send(&endless(1));
    analyst.thought(1);
    drop(server);
    while analyst.next().is_some() {}
}
