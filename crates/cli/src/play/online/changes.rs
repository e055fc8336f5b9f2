//! What has changed in a match at a server, in words.

use play::{Offer, Player, Who};
use rules::{SWAP, Seat, Text};
use texts::text;
use tui::{MatchSnapshot, SeatKind};
use wire::MatchState;

use crate::messages;

/// What is said of the way from one state of a match to the next.
pub(super) fn describe(
    before: &MatchState,
    now: &MatchState,
    seats: [&MatchSnapshot; 2],
) -> Vec<Text> {
    let mut said = Vec::new();
    let [old, new] = seats;
    let about = |id: &str, snapshot: &MatchSnapshot, seat: Seat| {
        texts::text(id, &[("name", (&snapshot.seats[seat].name).into())])
    };
    for player in Player::ALL {
        let (Some(then), Some(one)) = (find(before, player), find(now, player)) else { continue };
        if now.you == Some(player) {
            if before.you.is_none() {
                said.push(text!("play-you-sit", number = one.seat));
            }
            continue;
        }
        let is_human = matches!(one.who, Some(Who::Human { .. }));
        match (&then.who, &one.who) {
            (None, Some(_)) => said.push(about("play-came", new, one.seat)),
            (Some(_), None) => said.push(about("play-left", old, then.seat)),
            _ if is_human && then.gone.is_none() && one.gone.is_some() && now.end.is_none() => {
                said.push(about("play-gone", new, one.seat));
            }
            _ if is_human && then.gone.is_some() && one.gone.is_none() => {
                said.push(about("play-back", new, one.seat));
            }
            _ => {}
        }
    }
    said.extend(moves(before, now, new));
    for offer in &now.offers {
        let is_new = !before.offers.contains(offer);
        let seat = find(now, offer.by).map_or(offer.by.first_seat(), |one| one.seat);
        if is_new && new.seats[!seat].kind == SeatKind::Here {
            let id = match offer.offer {
                Offer::Draw => "play-table-draw-offered",
                Offer::Takeback => "play-takeback-offered",
                Offer::Rematch => "play-rematch-offered",
            };
            said.push(texts::text(id, &[("number", seat.number().into())]));
        }
    }
    said.extend(laying(before, now));
    said
}

fn find(state: &MatchState, player: Player) -> Option<&wire::PlayerState> {
    state.players.iter().find(|one| one.player == player)
}

/// The moves of others.
fn moves(before: &MatchState, now: &MatchState, new: &MatchSnapshot) -> Vec<Text> {
    let (then, entries) = (&before.record.moves, &now.record.moves);
    if entries.len() < then.len() {
        return vec![text!("play-taken-back")];
    }
    let [.., last] = &entries[then.len()..] else { return Vec::new() };
    // Who has moved is whoever is not to move now; own moves need no words.
    let mover = !now.view.turn;
    if new.seats[mover].kind == SeatKind::Here
        || now.end.is_some() && now.you.is_some() && before.to_move == now.you
    {
        return Vec::new();
    }
    vec![if last == SWAP {
        text!("play-swaps", number = mover)
    } else {
        text!("play-moved", number = mover, move = last)
    }]
}

/// How far the board lies that both lay.
fn laying(before: &MatchState, now: &MatchState) -> Vec<Text> {
    let halves = |state: &MatchState| {
        let gathering = state.online.as_ref()?.gathering.as_ref()?;
        gathering.halves.clone()
    };
    let (Some(then), Some(halves)) = (halves(before), halves(now)) else { return Vec::new() };
    let mut said = Vec::new();
    for (player, (then, half)) in Player::ALL.into_iter().zip(then.iter().zip(&halves)) {
        let number = player.first_seat().number();
        if then.tiles != half.tiles {
            let tiles = messages::printable(&half.tiles);
            said.push(text!("play-laid", number, tiles));
        }
        if half.confirmed && !then.confirmed {
            said.push(text!("play-agrees", number));
        }
    }
    said
}
