//! Events are on disks: their encoding must be read for ever.

use play::{Event, Kind, Offer, Player, Start, Time, TimeControl, Who};
use rules::BySeat;

/// One of each event as it is stored.
#[test]
fn the_encoding_of_events_is_frozen() {
    let at = Time(1_700_000_000_000);
    let players = BySeat {
        first: Who::Human { name: "Ana".to_owned() },
        second: Who::Computer { opponent: "easy".to_owned(), seed: 1 },
    };
    let start = Start {
        game: "connect-four".to_owned(),
        position: "7/7/7/7/7/7 x".to_owned(),
        swap: false,
        players,
        kind: Kind::Local,
        time: TimeControl::Game { total: 300_000, increment: 2_000 },
    };
    let events = [
        Event::Started { start, at },
        Event::Moved { notation: "4".to_owned(), at, lag: 0 },
        Event::Moved { notation: "4".to_owned(), at, lag: 35 },
        Event::Undone { to: 1, at },
        Event::Redone { to: 2, at },
        Event::Offered { by: Player::One, offer: Offer::Draw },
        Event::Declined { offer: Offer::Takeback },
        Event::TakenBack { to: 1, at },
        Event::DrawAgreed { at },
        Event::Resigned { by: Player::Two, at },
        Event::Flagged { player: Player::One, at },
        Event::Abandoned { by: Player::Two, at },
        Event::Aborted { at },
        Event::Resumed { from: Time(1), at },
    ];
    let lines: Vec<_> = events.iter().map(|event| serde_json::to_string(event).unwrap()).collect();
    let seen = lines.join("\n") + "\n";
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/events.jsonl");
    if std::env::var_os("UPDATE_EXPECT").is_some_and(|value| value == "1") {
        std::fs::write(file, &seen).unwrap();
    }
    assert_eq!(std::fs::read_to_string(file).unwrap().replace('\r', ""), seen);
}
