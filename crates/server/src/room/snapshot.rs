//! A match as messages show it.

use play::{Command, End, Event, Match, Offer, Player, Time};
use rules::{BySeat, Seat};
use wire::{ClockState, EndState, MatchState, OfferState, PlayerState};

/// The match `id` as it stands at `now`.
pub(super) fn snapshot(id: &str, matching: &Match, thinking: bool, now: Time) -> MatchState {
    let live = matching.live();
    let start = matching.start();
    let offers = [Offer::Draw, Offer::Takeback].into_iter();
    MatchState {
        id: id.to_owned(),
        version: matching.version(),
        game: start.game.clone(),
        kind: start.kind,
        record: live.record().clone(),
        position: live.position(),
        view: live.view(),
        players: Player::ALL.map(|player| PlayerState {
            player,
            who: matching.who(player).clone(),
            seat: matching.seat(player),
        }),
        to_move: matching.to_move(),
        end: matching.end().map(|end| end_state(matching, end)),
        offers: offers
            .filter_map(|offer| matching.offered(offer).map(|by| OfferState { offer, by }))
            .collect(),
        undoable: undoable(matching, now),
        redoable: matching.redoable(),
        clock: matching.clock().map(|clock| ClockState {
            control: start.time,
            left: BySeat::from_fn(|seat| clock.left(seat, now)),
            running: clock.running(),
            now: now.0,
        }),
        thinking,
    }
}

/// How many entries the person who plays would take back.
fn undoable(matching: &Match, now: Time) -> usize {
    let is_human = |player: &Player| matching.who(*player).is_human();
    let Some(player) = Player::ALL.into_iter().find(is_human) else { return 0 };
    match matching.decide(player, &Command::Undo, now, 0).as_deref() {
        Ok([Event::Undone { to, .. }]) => matching.live().record().moves.len() - to,
        _ => 0,
    }
}

fn end_state(matching: &Match, end: &End) -> EndState {
    let winner = matching.winner();
    let (reason, id) = match end {
        End::Rules(ending) => {
            return EndState {
                winner,
                reason: ending.reason.clone().into_owned(),
                text: ending.text.clone(),
                margin: ending.margin,
            };
        }
        End::Agreed => ("agreed", "end-agreed"),
        End::Resigned(_) => ("resigned", "end-resigned"),
        End::Flagged(_) => ("flagged", "end-flagged"),
        End::Abandoned(_) => ("abandoned", "end-abandoned"),
        End::Aborted => ("aborted", "end-aborted"),
    };
    EndState { winner, reason: reason.to_owned(), text: texts::text(id, &[]), margin: None }
}

/// The seat of the winner at the end; `None` if nobody has won.
pub(super) fn winning_seat(matching: &Match) -> Option<Seat> {
    matching.winner().map(|player| matching.seat(player))
}
