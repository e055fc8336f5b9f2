//! Clocks: who is charged for which time.

use play::{Command, End, Event, Offer, RefusalCode, Time, TimeControl};
use rules::{BySeat, SWAP, Seat};

use crate::table::{One, Table, Two, accept, offer, two_people};

const GAME: &str = "connect-four";
const BLITZ: TimeControl = TimeControl::Game { total: 10_000, increment: 500 };

fn table(time: TimeControl) -> Table {
    Table::online(GAME, two_people(), time)
}

/// What both have left, and whose clock runs.
fn clocks(table: &Table) -> (u64, u64, Option<Seat>) {
    let (clock, now) = (table.game().clock().unwrap(), Time(table.now));
    (clock.left(Seat::First, now), clock.left(Seat::Second, now), clock.running())
}

const FIRST: Option<Seat> = Some(Seat::First);
const SECOND: Option<Seat> = Some(Seat::Second);

#[test]
fn without_time_there_is_no_clock() {
    let mut table = table(TimeControl::None);
    table.play("1 2");
    assert!(table.game().clock().is_none());
    assert_eq!(table.game().flag_falls_at(0), None);
    assert_eq!(table.session.tick(Time(u64::MAX), 0), None);
    assert_eq!(TimeControl::None.at_start(), None);
    assert_eq!(BLITZ.at_start(), Some(10_000));
    assert_eq!(TimeControl::Move { limit: 7 }.at_start(), Some(7));
    assert_eq!((Time(9).since(Time(4)), Time(4).since(Time(9))), (5, 0));
}

#[test]
fn a_clock_runs_from_the_first_move_and_has_an_increment() {
    let mut table = table(BLITZ);
    table.now += 60_000;
    assert_eq!(clocks(&table), (10_000, 10_000, None), "nobody has moved");
    table.play("1");
    assert_eq!(clocks(&table), (10_000, 10_000, SECOND));
    table.now += 400;
    assert_eq!(clocks(&table), (10_000, 9_600, SECOND));
    table.now -= 400;
    // A second, and the increment.
    table.play("2");
    assert_eq!(clocks(&table), (10_000, 9_500, FIRST));
    table.play("3 4");
    assert_eq!(clocks(&table), (9_500, 9_000, FIRST));
    table.ask(Two, Command::Resign).unwrap();
    table.now += 60_000;
    assert_eq!(clocks(&table), (9_500, 9_000, None), "it is over");
}

#[test]
fn the_time_of_a_move_begins_anew() {
    let mut table = table(TimeControl::Move { limit: 3_000 });
    table.play("1 2");
    table.now += 2_000;
    assert_eq!(clocks(&table), (1_000, 3_000, FIRST));
    table.play("3");
    assert_eq!(clocks(&table), (3_000, 3_000, SECOND));
}

#[test]
fn a_flag_falls_at_its_moment() {
    let mut table = table(BLITZ);
    assert_eq!(table.game().flag_falls_at(0), None);
    table.play("1");
    let falls = table.now + 10_000;
    assert_eq!(table.game().flag_falls_at(0), Some(Time(falls)));
    assert_eq!(table.game().clock().unwrap().falls_at(), Some(Time(falls)));
    assert_eq!(table.session.tick(Time(falls - 1), 0), None);
    // What was sent before may still arrive, as long as the lag that is forgiven.
    assert_eq!(table.game().flag_falls_at(300), Some(Time(falls + 300)));
    assert_eq!(table.game().flag_falls_at(9_000), Some(Time(falls + 1_000)));
    assert_eq!(table.session.tick(Time(falls + 299), 300), None);
    let at = Time(falls + 300);
    let flag = table.session.tick(at, 300).unwrap();
    assert_eq!(flag, Event::Flagged { player: Two, at });
    let flag = table.session.tick(Time(falls + 99_000), 0).unwrap();
    assert_eq!(flag, Event::Flagged { player: Two, at: Time(falls) }, "however late it is seen");
    table.now = falls;
    table.apply(&[flag]);
    assert_eq!((table.game().end(), table.game().winner()), (Some(&End::Flagged(Two)), Some(One)));
    assert_eq!(clocks(&table), (10_000, 0, None));
    assert_eq!(table.game().flag_falls_at(0), None);
}

#[test]
fn lag_is_forgiven_as_long_as_there_is_a_quota() {
    let mut table = table(BLITZ);
    table.play("1");
    table.lag = 700;
    // Two: a second of which 700 ms are not charged.
    table.play("2");
    assert_eq!(clocks(&table), (10_000, 10_000 - 300 + 500, FIRST));
    table.lag = 0;
    table.play("3");
    table.lag = 700;
    // 300 and 100 for the own move are left.
    table.play("4");
    assert_eq!(table.events.last().map(lag), Some(400));
    assert_eq!(clocks(&table).1, 10_200 - 600 + 500);
    // Nothing but what each own move brings.
    table.lag = 0;
    table.play("3");
    table.lag = 700;
    table.play("4");
    assert_eq!(table.events.last().map(lag), Some(100));
    assert_eq!(
        table.game().clock().unwrap().forgiven(Seat::First, 5_000),
        1_000,
        "no more than that"
    );
    assert_eq!(table.game().clock().unwrap().forgiven(Seat::First, 5), 5);
}

fn lag(event: &Event) -> u64 {
    match event {
        Event::Moved { lag, .. } => *lag,
        _ => 0,
    }
}

#[test]
fn an_outage_is_charged_to_nobody() {
    let mut table = table(BLITZ);
    table.apply(&[Event::Resumed { from: Time(1), at: Time(2_000) }]);
    assert_eq!(clocks(&table), (10_000, 10_000, None));
    table.play("1");
    let began = table.now;
    // From before the clock ran: only what it ran counts.
    table.apply(&[Event::Resumed { from: Time(began - 500), at: Time(began + 2_000) }]);
    table.now = began + 2_000;
    assert_eq!(clocks(&table), (10_000, 10_000, SECOND));
    table.now += 3_000;
    table.apply(&[Event::Resumed { from: Time(table.now - 1_000), at: Time(table.now) }]);
    assert_eq!(clocks(&table), (10_000, 8_000, SECOND));
}

#[test]
fn who_swaps_takes_the_time_along() {
    let mut table = Table::online("isolation", two_people(), BLITZ).with_swap();
    table.play_any(1);
    table.lag = 300;
    table.play(SWAP);
    // Two has used a second, and sits in seat First; One's clock runs in seat Second.
    assert_eq!(clocks(&table), (9_000, 10_000, SECOND));
    table.now += 100;
    assert_eq!(clocks(&table), (9_000, 9_900, SECOND));
    table.now -= 100;
    // The swap is taken back: everybody has their own time again.
    table.ask(Two, offer(Offer::Takeback)).unwrap();
    table.ask(One, accept(Offer::Takeback)).unwrap();
    assert_eq!(clocks(&table), (10_000, 9_000, SECOND));
}

#[test]
fn a_clock_is_handed_over_when_moves_are_taken_back() {
    let mut table = Table::local(GAME, two_people(), BLITZ);
    table.play("1 2");
    assert_eq!(clocks(&table), (10_000, 9_500, FIRST));
    table.now += 1_000;
    table.ask(One, Command::Undo).unwrap();
    assert_eq!(clocks(&table), (9_000, 9_500, SECOND));
    table.now += 1_000;
    table.ask(One, Command::Undo).unwrap();
    table.now += 5_000;
    assert_eq!(clocks(&table), (9_000, 8_500, None), "nothing has been played");
    table.ask(One, Command::Redo).unwrap();
    table.now += 1_000;
    assert_eq!(clocks(&table), (9_000, 7_500, SECOND));
    // At the end it stands still, and goes on when that is taken back.
    let mut won = Table::local(GAME, two_people(), BLITZ);
    won.play("1 2 1 2 1 2 1");
    let before = clocks(&won);
    assert_eq!(before.2, None);
    won.now += 4_000;
    won.ask(One, Command::Undo).unwrap();
    assert_eq!(clocks(&won), (before.0, before.1, FIRST));
    won.ask(One, Command::Redo).unwrap();
    assert_eq!(clocks(&won).2, None);
    // Of a resignation that is taken back, only itself.
    let mut resigned = Table::local(GAME, two_people(), BLITZ);
    resigned.play("1 2").ask(One, Command::Resign).unwrap();
    resigned.now += 60_000;
    assert_eq!(clocks(&resigned), (10_000, 9_500, None));
    resigned.ask(One, Command::Undo).unwrap();
    assert_eq!(clocks(&resigned), (10_000, 9_500, FIRST));
}

#[test]
fn an_imported_match_waits_for_its_next_move() {
    let mut table = Table::local(GAME, two_people(), BLITZ);
    table.play("1 2");
    let (record, at) = (Some("Game: connect-four\n".to_owned()), Time(table.now + 600));
    let clocks_of = |left| Event::Imported { record: record.clone(), clocks: left, at };
    let mut other = table.clone();
    table.apply(&[clocks_of(Some(BySeat { first: 1_234, second: 5_678 }))]);
    assert_eq!(table.game().imported_record(), record.as_deref());
    table.now += 90_000;
    assert_eq!(clocks(&table), (1_234, 5_678, None));
    table.play("3");
    assert_eq!(clocks(&table), (1_234, 5_678, SECOND));
    // Without clocks in the file, they stop as they are.
    other.apply(&[clocks_of(None)]);
    assert_eq!(clocks(&other), (9_400, 9_500, None));
    assert_eq!(other.ask(Two, offer(Offer::Takeback)), Err(RefusalCode::NotAllowed));
}
