//! The local match as a screen shows it.

use std::time::Duration;

use play::{Offer, Time};
use rules::{BySeat, Seat};
use tui::{Clocks, MatchSnapshot, SeatKind, SeatPlayer};

use super::super::local_match::LocalMatch;
use crate::messages;

/// The state of the match at `now`, which is `at` on the time line of the screen.
pub(super) fn snapshot(game: &LocalMatch, now: Time, at: Duration) -> MatchSnapshot {
    let state = game.state();
    let lone = game.human_count() == 1;
    let player = |seat: Seat| match game.computer_title(seat) {
        Some(title) => {
            SeatPlayer { name: messages::play::computer(&title), kind: SeatKind::Computer }
        }
        None if lone => SeatPlayer { name: messages::play::you(), kind: SeatKind::Here },
        None => SeatPlayer { name: rules::Text::new("", ""), kind: SeatKind::Here },
    };
    let clocks = state.clock().map(|clock| Clocks {
        left: BySeat::from_fn(|seat| Duration::from_millis(clock.left(seat, now))),
        running: clock.running().filter(|_| state.end().is_none()),
        at,
    });
    MatchSnapshot {
        game: game.entry().game,
        record: game.record().clone(),
        view: game.view(),
        seats: BySeat::from_fn(player),
        clocks,
        draw_offer: state.offered(Offer::Draw).map(|player| state.seat(player)),
        redoable: state.redoable(),
        server: None,
    }
}
