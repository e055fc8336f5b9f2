//! Summary of a room for the lobby.

use play::{Listing, Player, Who};
use rules::BySeat;
use wire::http::{RoomSummary, Stage};

use crate::Room;

impl Room {
    /// Summary for the lobby; `None` if the room does not belong there, or nobody waits in it any more.
    pub fn summary(&self) -> Option<RoomSummary> {
        let opening = self.session.opening()?;
        if opening.listing != Listing::Public || self.session.is_over() {
            return None;
        }
        let is_present = |player: Player| {
            self.presence.is_present(player) && self.session.who(player).is_some_and(Who::is_human)
        };
        let (stage, has_host) = match self.session.pregame() {
            Some(pregame) if pregame.free().is_some() => (Stage::Open, is_present(opening.host)),
            Some(_) => (Stage::Laying, is_present(opening.host)),
            None => (Stage::Playing, Player::ALL.into_iter().any(is_present)),
        };
        if !has_host {
            return None;
        }
        let who = |player| self.session.who(player).cloned();
        let entries =
            self.session.current_match().map_or(0, |playing| playing.live().record().moves.len());
        Some(RoomSummary {
            id: self.id.clone(),
            game: opening.game.clone(),
            rules: opening.rules.clone(),
            stage,
            players: BySeat { first: who(Player::One), second: who(Player::Two) },
            time: opening.time,
            swap: opening.swap,
            lay_board: opening.position.is_none(),
            seek: opening.seek,
            watchers: self.watchers(),
            entries,
            at: self.dates.created.0,
        })
    }
}
