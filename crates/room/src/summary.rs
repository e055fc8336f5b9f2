//! A room as the lobby lists it.

use play::{Listing, Player, Who};
use rules::BySeat;
use wire::http::{RoomSummary, Stage};

use crate::Room;

impl Room {
    /// The room as the lobby lists it; `None` if it does not belong there, or whoever waits has gone.
    pub fn summary(&self) -> Option<RoomSummary> {
        let opening = self.table.opening()?;
        if opening.listing != Listing::Public || self.table.is_over() {
            return None;
        }
        let is_here = |player: Player| {
            self.presence.is_here(player) && self.table.who(player).is_some_and(Who::is_human)
        };
        let (stage, waited_for) = match self.table.gathering() {
            Some(gathering) if gathering.free().is_some() => (Stage::Open, is_here(opening.host)),
            Some(_) => (Stage::Laying, is_here(opening.host)),
            None => (Stage::Playing, Player::ALL.into_iter().any(is_here)),
        };
        if !waited_for {
            return None;
        }
        let who = |player| self.table.who(player).cloned();
        let entries =
            self.table.matching().map_or(0, |playing| playing.live().record().moves.len());
        Some(RoomSummary {
            id: self.id.clone(),
            game: opening.game.clone(),
            rules: opening.rules.clone(),
            stage,
            players: BySeat { first: who(Player::One), second: who(Player::Two) },
            time: opening.time,
            swap: opening.swap,
            lay_board: opening.position.is_none(),
            watchers: self.watchers(),
            entries,
            at: self.dates.created.0,
        })
    }
}
