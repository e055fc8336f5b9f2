//! Matches of all games as their players and their servers see them.

use games::CATALOGUE;
use play::{
    Command, End, Event, Kind, Match, MatchSession, Offer, Player, RefusalCode, Start, Time,
    TimeControl, Version, Who,
};
use rules::{AnyGame, BySeat, Record, Seat, Setup, SplitMix64};

fn find(id: &str) -> Option<&'static dyn AnyGame> {
    CATALOGUE.iter().map(|entry| entry.game).find(|game| game.info().id == id)
}

fn human() -> Who {
    Who::Human { name: String::new() }
}

fn computer() -> Who {
    Who::Computer { opponent: "easy".to_owned(), seed: 1 }
}

/// A match, and the events that led to it.
struct Table {
    events: Vec<Event>,
    found: Match,
    now: Time,
}

impl Table {
    fn new(game: &str, players: [Who; 2], kind: Kind, time: TimeControl) -> Self {
        let position = find(game).unwrap().start(&Setup::default()).unwrap();
        let [first, second] = players;
        let swap = find(game).unwrap().info().swap;
        let players = BySeat { first, second };
        let start = Start { game: game.to_owned(), position, swap, players, kind, time };
        let events = vec![Event::Started { start, at: Time(0) }];
        let found = Match::replay(find, &events).unwrap();
        Self { events, found, now: Time(0) }
    }

    fn give(&mut self, by: Player, command: &Command) -> Result<(), RefusalCode> {
        let events = self.found.decide(by, command, self.now, 0).map_err(|refused| refused.code)?;
        for event in events {
            self.found.apply(&event).unwrap();
            self.events.push(event);
        }
        Ok(())
    }

    fn play(&mut self, by: Player, notation: &str) -> Result<(), RefusalCode> {
        self.give(by, &Command::Move { notation: notation.to_owned() })
    }

    fn record(&self) -> &Record {
        self.found.live().record()
    }

    fn wait(&mut self, milliseconds: u64) {
        self.now.0 += milliseconds;
    }
}

/// All that can be seen of a match from outside.
fn picture(found: &Match, now: Time) -> String {
    format!(
        "{:?} {:?} {:?} {:?} {:?} {} {:?}",
        found.version(),
        found.live().record(),
        found.end(),
        found.to_move(),
        [Offer::Draw, Offer::Takeback].map(|offer| found.offered(offer)),
        found.redoable(),
        found.clock().map(|clock| Seat::ALL.map(|seat| clock.left(seat, now))),
    )
}

use Player::{One, Two};

#[test]
fn a_game_is_played_to_its_end() {
    let mut table = Table::new("connect-four", [human(), human()], Kind::Online, TimeControl::None);
    assert_eq!(table.play(Two, "1"), Err(RefusalCode::NotYourTurn));
    assert_eq!(table.play(One, "9"), Err(RefusalCode::Unreadable));
    for (by, column) in [(One, "4"), (Two, "1"), (One, "4"), (Two, "1"), (One, "4"), (Two, "1")] {
        table.play(by, column).unwrap();
    }
    table.play(One, "4").unwrap();
    assert_eq!(table.found.winner(), Some(One));
    assert_eq!(table.found.to_move(), None);
    assert_eq!(table.play(Two, "1"), Err(RefusalCode::Over));
    assert_eq!(table.give(Two, &Command::Resign), Err(RefusalCode::Over));
    assert_eq!(table.give(One, &Command::Undo), Err(RefusalCode::NotAllowed));
    assert_eq!(table.found.version(), Version(8));
}

#[test]
fn undo_goes_back_to_the_own_turn_and_redo_forward() {
    let mut table = Table::new("othello", [computer(), human()], Kind::Local, TimeControl::None);
    assert_eq!(table.give(Two, &Command::Undo), Err(RefusalCode::NoSuchMove));
    table.play(One, "f5").unwrap();
    assert_eq!(table.give(Two, &Command::Undo), Err(RefusalCode::NoSuchMove));
    table.play(Two, "f6").unwrap();
    table.play(One, "e6").unwrap();
    table.give(Two, &Command::Undo).unwrap();
    assert_eq!(table.record().moves, ["f5"]);
    table.give(Two, &Command::Redo).unwrap();
    assert_eq!(table.record().moves, ["f5", "f6", "e6"]);
    assert_eq!(table.give(Two, &Command::Redo), Err(RefusalCode::NoSuchMove));
    table.give(Two, &Command::Undo).unwrap();
    table.play(Two, "d6").unwrap();
    assert_eq!(table.give(Two, &Command::Redo), Err(RefusalCode::NoSuchMove), "a new move decides");
}

#[test]
fn two_at_one_screen_go_back_one_by_one_even_from_the_end() {
    let mut table = Table::new("connect-four", [human(), human()], Kind::Local, TimeControl::None);
    for (at, column) in "1212121".chars().enumerate() {
        table.play([One, Two][at % 2], &column.to_string()).unwrap();
    }
    assert!(table.found.end().is_some());
    table.give(Two, &Command::Undo).unwrap();
    assert!(table.found.end().is_none());
    assert_eq!(table.record().moves.len(), 6);
    table.give(One, &Command::Redo).unwrap();
    assert_eq!(table.found.winner(), Some(One));
}

#[test]
fn swap_exchanges_the_players_and_their_time() {
    let time = TimeControl::Game { total: 60_000, increment: 0 };
    let mut table = Table::new("isolation", [human(), human()], Kind::Online, time);
    table.play(One, "d4").unwrap();
    table.wait(10_000);
    table.play(Two, "swap").unwrap();
    assert_eq!(table.found.seat(Two), Seat::First);
    assert_eq!(table.found.to_move(), Some(One));
    let left = |table: &Table, player| {
        table.found.clock().unwrap().left(table.found.seat(player), table.now)
    };
    assert_eq!((left(&table, One), left(&table, Two)), (60_000, 50_000));
    table.wait(5_000);
    let view = table.found.live().view();
    table.play(One, &view.choices[0].notation).unwrap();
    assert_eq!((left(&table, One), left(&table, Two)), (55_000, 50_000));
    table.give(One, &Command::Offer { offer: Offer::Takeback }).unwrap();
    table.give(Two, &Command::Accept { offer: Offer::Takeback }).unwrap();
    assert_eq!(table.record().moves, ["d4", "swap"]);
    assert_eq!(table.found.to_move(), Some(One));
}

#[test]
fn offers_wait_for_an_answer_and_lapse() {
    let mut table = Table::new("congress", [human(), human()], Kind::Online, TimeControl::None);
    let draw = || Command::Offer { offer: Offer::Draw };
    assert_eq!(
        table.give(One, &Command::Accept { offer: Offer::Draw }),
        Err(RefusalCode::NoSuchOffer)
    );
    table.give(One, &draw()).unwrap();
    assert_eq!(table.give(One, &draw()), Err(RefusalCode::NoSuchOffer));
    assert_eq!(
        table.give(One, &Command::Accept { offer: Offer::Draw }),
        Err(RefusalCode::NoSuchOffer),
        "nobody accepts their own offer"
    );
    let moves = table.found.live().view().choices;
    table.play(One, &moves[0].notation).unwrap();
    assert_eq!(table.found.offered(Offer::Draw), Some(One), "an offer outlives the own move");
    let moves = table.found.live().view().choices;
    table.play(Two, &moves[0].notation).unwrap();
    assert_eq!(table.found.offered(Offer::Draw), None, "and lapses with the other's");
    table.give(Two, &draw()).unwrap();
    table.give(One, &draw()).unwrap();
    assert_eq!(table.found.end(), Some(&End::Agreed), "two offers are an agreement");
}

#[test]
fn clocks_run_from_the_first_move_and_flag_exactly() {
    let time = TimeControl::Game { total: 1_000, increment: 100 };
    let mut table = Table::new("othello", [human(), human()], Kind::Online, time);
    table.wait(50_000);
    assert_eq!(table.found.tick(table.now, 0), None, "nobody has moved yet");
    table.play(One, "f5").unwrap();
    table.wait(400);
    table.play(Two, "f6").unwrap();
    let clock = table.found.clock().unwrap();
    assert_eq!(Seat::ALL.map(|seat| clock.left(seat, table.now)), [1_000, 700]);
    table.wait(999);
    assert_eq!(table.found.tick(table.now, 0), None);
    table.wait(1);
    let flagged = table.found.tick(table.now, 0).unwrap();
    table.found.apply(&flagged).unwrap();
    assert_eq!((table.found.end(), table.found.winner()), (Some(&End::Flagged(One)), Some(Two)));
}

#[test]
fn the_way_is_forgiven_within_a_quota() {
    let time = TimeControl::Game { total: 10_000, increment: 0 };
    let mut table = Table::new("othello", [human(), human()], Kind::Online, time);
    table.play(One, "f5").unwrap();
    let mut left = 10_000;
    // A thousand milliseconds at once, of which each own move gives a hundred back.
    for (player, forgiven) in
        [(Two, 800), (One, 800), (Two, 300), (One, 300), (Two, 100), (One, 100)]
    {
        table.wait(1_000);
        let choice = table.found.live().view().choices[0].notation.clone();
        let command = Command::Move { notation: choice };
        let events = table.found.decide(player, &command, table.now, 800).unwrap();
        assert!(matches!(events[..], [Event::Moved { lag, .. }] if lag == forgiven), "{events:?}");
        table.found.apply(&events[0]).unwrap();
        if player == Two {
            left -= 1_000 - forgiven;
        }
    }
    assert_eq!(table.found.clock().unwrap().left(Seat::Second, table.now), left);
    // A flag falls when nothing that was sent in time can arrive any more.
    let falls = table.now.0 + left;
    assert_eq!(table.found.flag_falls_at(0), Some(Time(falls)));
    assert_eq!(table.found.flag_falls_at(5_000), Some(Time(falls + 100)));
    assert_eq!(table.found.tick(Time(falls + 99), 5_000), None);
    let late = table.found.tick(Time(falls + 700), 50).unwrap();
    assert_eq!(late, Event::Flagged { player: Two, at: Time(falls + 50) });
}

#[test]
fn clocks_run_on_when_an_end_is_taken_back() {
    let time = TimeControl::Game { total: 5_000, increment: 0 };
    let mut table = Table::new("connect-four", [human(), human()], Kind::Local, time);
    let seen = |table: &Table| {
        let clock = table.found.clock().unwrap();
        (clock.running(), Seat::ALL.map(|seat| clock.left(seat, table.now)))
    };
    table.play(One, "4").unwrap();
    table.wait(300);
    table.play(Two, "3").unwrap();
    table.wait(100);
    table.give(One, &Command::Resign).unwrap();
    table.wait(60_000);
    assert_eq!(seen(&table), (None, [4_900, 4_700]));
    table.give(One, &Command::Undo).unwrap();
    table.wait(200);
    assert_eq!(seen(&table), (Some(Seat::First), [4_700, 4_700]), "the resignation alone");
    table.give(One, &Command::Undo).unwrap();
    table.wait(200);
    assert_eq!(seen(&table), (Some(Seat::Second), [4_700, 4_500]));
    table.give(One, &Command::Redo).unwrap();
    table.wait(400);
    assert_eq!(seen(&table), (Some(Seat::First), [4_300, 4_500]));
    table.give(One, &Command::Undo).unwrap();
    table.give(One, &Command::Undo).unwrap();
    table.wait(1_000);
    assert_eq!(seen(&table), (None, [4_300, 4_500]));

    table.play(One, "4").unwrap();
    table.wait(4_500);
    let flagged = table.found.tick(table.now, 0).unwrap();
    table.found.apply(&flagged).unwrap();
    assert_eq!(table.give(One, &Command::Undo), Err(RefusalCode::NotAllowed));
}

#[test]
fn time_without_a_server_is_nobodys() {
    let time = TimeControl::Move { limit: 1_000 };
    let mut table = Table::new("othello", [human(), human()], Kind::Online, time);
    table.play(One, "f5").unwrap();
    table.wait(300);
    let from = table.now;
    table.wait(1_000_000);
    table.found.apply(&Event::Resumed { from, at: table.now }).unwrap();
    assert_eq!(table.found.clock().unwrap().left(Seat::Second, table.now), 700);
    assert_eq!(table.found.tick(table.now, 0), None);
}

#[test]
fn a_match_can_be_aborted_before_the_second_move_only() {
    let mut table = Table::new("othello", [human(), human()], Kind::Online, TimeControl::None);
    table.play(One, "f5").unwrap();
    table.play(Two, "f6").unwrap();
    assert_eq!(table.give(One, &Command::Abort), Err(RefusalCode::NotAllowed));
    let mut table = Table::new("othello", [human(), human()], Kind::Online, TimeControl::None);
    table.play(One, "f5").unwrap();
    table.give(Two, &Command::Abort).unwrap();
    assert_eq!((table.found.end(), table.found.winner()), (Some(&End::Aborted), None));
}

/// A preview shows the match after the events to come, and leaves it as it was.
fn previews_change_nothing(events: &[Event], now: Time) {
    let (first, rest) = events.split_at(1);
    let mut session = MatchSession::replay(find, first).unwrap();
    let seen = |session: &MatchSession| picture(session.current_match().unwrap(), now);
    for (index, event) in rest.iter().enumerate() {
        let before = seen(&session);
        let next = &rest[index..rest.len().min(index + 3)];
        let previews = [1, next.len()].map(|count| session.preview(&next[..count], seen).unwrap());
        assert_eq!(seen(&session), before);
        let mut later = session.clone();
        for event in next {
            later.apply(event).unwrap();
        }
        session.apply(event).unwrap();
        assert_eq!(previews, [seen(&session), seen(&later)]);
    }
}

/// Commands thrown at random at matches of all games: what is refused changes nothing, and the
/// events alone lead to the same match again.
#[test]
fn events_are_the_whole_truth() {
    let mut random = SplitMix64::new(7);
    for round in 0..200 {
        let game = CATALOGUE[round % CATALOGUE.len()].game.info().id;
        let kind = [Kind::Local, Kind::Online][random.below(2) as usize];
        let players = [[human(), human()], [human(), computer()]];
        let players = players[random.below(2) as usize].clone();
        let times = [TimeControl::None, TimeControl::Game { total: 20_000, increment: 50 }];
        let mut table = Table::new(game, players, kind, times[random.below(2) as usize]);
        for _ in 0..80 {
            table.wait(random.below(600));
            if let Some(event) = table.found.tick(table.now, 0) {
                table.found.apply(&event).unwrap();
                table.events.push(event);
            }
            let by = Player::ALL[random.below(2) as usize];
            let offer = [Offer::Draw, Offer::Takeback][random.below(2) as usize];
            let choices = table.found.live().view().choices;
            let command = match random.below(20) {
                0 => Command::Undo,
                1 => Command::Redo,
                2 => Command::Offer { offer },
                3 => Command::Accept { offer },
                4 => Command::Decline { offer },
                5 => Command::Move { notation: "z9".to_owned() },
                6 if random.below(8) == 0 => Command::Resign,
                7 if random.below(8) == 0 => Command::Abort,
                _ if choices.is_empty() => Command::Undo,
                _ => {
                    let choice = &choices[random.below(choices.len() as u64) as usize];
                    Command::Move { notation: choice.notation.clone() }
                }
            };
            let before = picture(&table.found, table.now);
            if table.give(by, &command).is_err() {
                assert_eq!(picture(&table.found, table.now), before);
            }
        }
        let again = Match::replay(find, &table.events).unwrap();
        assert_eq!(picture(&again, table.now), picture(&table.found, table.now));
        assert_eq!(again.version(), Version(table.events.len() as u64));
        previews_change_nothing(&table.events, table.now);
        let text = serde_json::to_string(&table.events).unwrap();
        assert_eq!(serde_json::from_str::<Vec<Event>>(&text).unwrap(), table.events);
    }
}
