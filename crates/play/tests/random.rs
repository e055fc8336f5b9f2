//! Commands thrown at random at matches of all games.

use games::CATALOGUE;
use play::{
    Command, CommandContext, Event, MatchSession, Offer, Player, Time, TimeControl, Version,
};
use rules::{Seat, SplitMix64};

use crate::table::{
    Table, accept, decline, find, moves_to, offer, person_and_computer, seen, two_people,
};

/// All that can be seen of a match from outside at a moment.
fn picture(session: &MatchSession, now: Time) -> String {
    let game = session.current_match().unwrap();
    let left = game.clock().map(|clock| Seat::ALL.map(|seat| clock.left(seat, now)));
    format!("{} {:?} {left:?}", seen(session), game.to_move())
}

/// A command, or more often than that a move.
fn any_command(table: &Table, random: &mut SplitMix64) -> Command {
    let proposed = [Offer::Draw, Offer::Takeback][random.below(2) as usize];
    let choices = table.game().live().view().choices;
    match random.below(20) {
        0 => Command::Undo,
        1 => Command::Redo,
        2 => offer(proposed),
        3 => accept(proposed),
        4 => decline(proposed),
        5 => moves_to("z9"),
        6 if random.below(8) == 0 => Command::Resign,
        7 if random.below(8) == 0 => Command::Abort,
        _ if choices.is_empty() => Command::Undo,
        _ => moves_to(&choices[random.below(choices.len() as u64) as usize].notation),
    }
}

/// A look ahead shows the match after the events to come, and leaves it as it was.
fn looks_ahead_change_nothing(events: &[Event], now: Time) {
    let start = events.iter().position(|event| matches!(event, Event::Started { .. })).unwrap();
    let (first, rest) = events.split_at(start + 1);
    let mut session = MatchSession::replay(find, first).unwrap();
    let seen = |session: &MatchSession| picture(session, now);
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

/// What is refused changes nothing, and the events alone lead to the same match again.
#[test]
fn events_are_the_whole_truth() {
    let mut random = SplitMix64::new(7);
    for round in 0..200 {
        let game = CATALOGUE[round % CATALOGUE.len()].game.info().id;
        let begin = [Table::local, Table::online][random.below(2) as usize];
        let players = [two_people, person_and_computer][random.below(2) as usize]();
        let times = [TimeControl::None, TimeControl::Game { total: 20_000, increment: 50 }];
        let mut table = begin(game, players, times[random.below(2) as usize]);
        for _ in 0..80 {
            table.now += random.below(600);
            let now = Time(table.now);
            if let Some(event) = table.session.tick(now, 0) {
                table.session.apply(&event).unwrap();
                table.events.push(event);
            }
            let by = Player::ALL[random.below(2) as usize];
            let command = any_command(&table, &mut random);
            let before = picture(&table.session, now);
            let context = CommandContext { now, lag: 0, rematch_id: "next" };
            // Without `Table::ask`, which replays the whole match after each command.
            match table.session.decide(by, &command, context) {
                Ok(events) => {
                    for event in &events {
                        table.session.apply(event).unwrap();
                    }
                    table.events.extend(events);
                }
                Err(_) => assert_eq!(picture(&table.session, now), before),
            }
        }
        let now = Time(table.now);
        let again = MatchSession::replay(find, &table.events).unwrap();
        assert_eq!(picture(&again, now), picture(&table.session, now));
        assert_eq!(again.version(), Version(table.events.len() as u64));
        looks_ahead_change_nothing(&table.events, now);
        let text = serde_json::to_string(&table.events).unwrap();
        assert_eq!(serde_json::from_str::<Vec<Event>>(&text).unwrap(), table.events);
    }
}
