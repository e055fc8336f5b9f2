//! Events are on disks: their encoding must be read for ever.

use play::{
    Claim, Event, Kind, Listing, Offer, Opening, Player, SeatHolder, SeatKey, Start, Time,
    TimeControl, Who,
};
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
    let seated = SeatHolder {
        who: Who::Human { name: "Bo".to_owned() },
        key: Some(SeatKey(std::array::from_fn(|at| at as u8 * 8))),
    };
    let together = Opening {
        game: "katarenga".to_owned(),
        rules: Some("basic".to_owned()),
        position: None,
        swap: true,
        time: TimeControl::None,
        listing: Listing::Public,
        seek: false,
        host: Player::Two,
        players: BySeat { first: None, second: Some(seated.clone()) },
    };
    let computer = Who::Computer { opponent: "easy".to_owned(), seed: 1 };
    let opening = Opening {
        rules: None,
        position: Some("7/7/7/7/7/7 x".to_owned()),
        listing: Listing::Unlisted,
        players: BySeat { first: Some(SeatHolder { who: computer, key: None }), second: None },
        ..together.clone()
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
        Event::Abandoned { by: Player::Two, claim: Claim::Win, at },
        Event::Aborted { at },
        Event::Resumed { from: Time(1), at },
        Event::Opened { opening: together, at },
        Event::Opened { opening, at },
        Event::Joined { player: Player::One, seated, at },
        Event::Left { player: Player::One, at },
        Event::Laid { player: Player::Two, half: "A Bf+90".to_owned() },
        Event::Confirmed { player: Player::Two },
        Event::Offered { by: Player::Two, offer: Offer::Rematch },
        Event::Rematched { id: "5w5fvrpbd6pq".to_owned(), at },
        Event::Abandoned { by: Player::Two, claim: Claim::Draw, at },
        Event::Imported { record: None, clocks: None, at },
        Event::Imported {
            record: Some("Game: othello\n".to_owned()),
            clocks: Some(BySeat { first: 1, second: 2 }),
            at,
        },
    ];
    let lines: Vec<_> = events.iter().map(|event| serde_json::to_string(event).unwrap()).collect();
    let seen = lines.join("\n") + "\n";
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/events.jsonl");
    testkit::golden::check(file, &seen);
}

#[test]
fn what_is_no_key_is_refused() {
    for wrong in ["", "00", &"g".repeat(64), &"é".repeat(32)] {
        assert!(SeatKey::try_from(wrong.to_owned()).is_err(), "{wrong}");
    }
}
