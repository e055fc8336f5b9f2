//! Events by themselves: their times, and the names in them.

use play::{Claim, Event, Offer, Opening, Player, Time, TimeControl, Who};
use rules::BySeat;

use crate::table::{One, Two, computer, holder, human, opening, started, two_people};

const AT: Time = Time(5);

/// Events that have a time, and some that have none.
fn events() -> (Vec<Event>, Vec<Event>) {
    let (at, by) = (AT, One);
    let seated = holder(Two, "Bo");
    let mut start = started("othello", two_people(), play::Kind::Local, TimeControl::None);
    *start.at_mut().unwrap() = at;
    let timed = vec![
        Event::Opened { opening: opening("othello"), at },
        Event::Joined { player: Two, seated, at },
        Event::Left { player: Two, at },
        start,
        Event::Moved { notation: "d3".to_owned(), at, lag: 0 },
        Event::Undone { to: 0, at },
        Event::Redone { to: 1, at },
        Event::TakenBack { to: 0, at },
        Event::DrawAgreed { at },
        Event::Resigned { by, at },
        Event::Flagged { player: by, at },
        Event::Abandoned { by, claim: Claim::Win, at },
        Event::Aborted { at },
        Event::Resumed { from: Time(1), at },
        Event::Rematched { id: "n".to_owned(), at },
        Event::Imported { record: None, clocks: None, at },
    ];
    let timeless = vec![
        Event::Offered { by, offer: Offer::Draw },
        Event::Declined { offer: Offer::Draw },
        Event::Laid { player: by, half: "- -".to_owned() },
        Event::Confirmed { player: by },
    ];
    (timed, timeless)
}

#[test]
fn most_events_have_a_time_which_can_be_changed() {
    let (timed, timeless) = events();
    for mut event in timed {
        assert_eq!(event.at(), Some(AT), "{event:?}");
        *event.at_mut().unwrap() = Time(6);
        assert_eq!(event.at(), Some(Time(6)), "{event:?}");
    }
    for mut event in timeless {
        assert_eq!(event.at(), None, "{event:?}");
        assert_eq!(event.at_mut(), None);
    }
}

#[test]
fn a_name_is_forgotten_wherever_it_stands() {
    let seated = |player: Player, name: &str| Some(holder(player, name));
    let players = BySeat { first: seated(One, "Ana"), second: seated(Two, "Bo") };
    let both = Opening { players, ..opening("othello") };
    let names = |event: &Event| -> Vec<String> {
        let name = |who: &Who| match who {
            Who::Human { name } => name.clone(),
            Who::Computer { opponent, .. } => opponent.clone(),
        };
        match event {
            Event::Opened { opening: Opening { players, .. }, .. } => {
                let all = [&players.first, &players.second].into_iter().flatten();
                all.map(|seated| name(&seated.who)).collect()
            }
            Event::Joined { seated, .. } => vec![name(&seated.who)],
            Event::Started { start, .. } => {
                vec![name(&start.players.first), name(&start.players.second)]
            }
            _ => Vec::new(),
        }
    };
    let opened = Event::Opened { opening: both, at: AT };
    let start = |players| started("othello", players, play::Kind::Local, TimeControl::None);
    let joined = Event::Joined { player: Two, seated: holder(Two, "Bo"), at: AT };
    let against = BySeat { first: computer(), second: human("Bo") };
    for (event, of, had, left) in [
        (opened.clone(), One, true, vec!["", "Bo"]),
        (opened, Two, true, vec!["Ana", ""]),
        (start(two_people()), Two, true, vec!["Ana", ""]),
        (start(against.clone()), One, false, vec!["easy", "Bo"]),
        (start(against), Two, true, vec!["easy", ""]),
        (joined.clone(), One, false, vec!["Bo"]),
        (joined, Two, true, vec![""]),
        (Event::Opened { opening: opening("othello"), at: AT }, Two, false, vec!["Ana"]),
        (Event::Aborted { at: AT }, One, false, vec![]),
    ] {
        let mut event = event;
        assert_eq!(event.forget_name(of), had, "{event:?}");
        assert_eq!(names(&event), left);
        assert!(!event.forget_name(of), "nothing is left to forget");
    }
}

#[test]
fn players_have_each_other_and_their_first_seats() {
    assert_eq!(Player::ALL.map(Player::other), [Two, One]);
    assert_eq!(Player::ALL.map(Player::first_seat), [rules::Seat::First, rules::Seat::Second]);
    assert!(human("").is_human() && !computer().is_human());
}
