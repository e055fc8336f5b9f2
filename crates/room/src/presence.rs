//! Player presence. Never stored: after a restart, every player has to reconnect.

use play::{MatchSession, Player, TimeControl, Who};
use wire::GoneState;

use crate::subscribers::Subscribers;
use crate::time::TimeLine;
use crate::{Monotonic, PeerView, Settings};

/// Presence of both players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Presence {
    absences: [Option<Absence>; 2],
}

/// Absence of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Absence {
    since: Monotonic,
    /// End of the grace period, after which the other player may claim.
    until: Monotonic,
}

impl Presence {
    /// Notes who has come and who has gone.
    pub(crate) fn update(
        &mut self,
        session: &MatchSession,
        subscribers: &Subscribers,
        peers: &PeerView,
        settings: &Settings,
        now: Monotonic,
    ) {
        for player in Player::ALL {
            let matters =
                session.opening().is_some() && session.who(player).is_some_and(Who::is_human);
            let absence = &mut self.absences[player as usize];
            let is_present =
                subscribers.is_present(session, player) || peers.players[player as usize].present;
            if !matters || is_present {
                *absence = None;
                continue;
            }
            let until = now.after(grace_period_ms(session, settings));
            absence.get_or_insert(Absence { since: now, until });
        }
    }

    /// Shortens the grace period of a player who left deliberately.
    pub(crate) fn shorten_grace_period(
        &mut self,
        player: Player,
        settings: &Settings,
        now: Monotonic,
    ) {
        if let Some(absence) = &mut self.absences[player as usize] {
            absence.until = absence.until.min(now.after(settings.gone_after_leaving_ms));
        }
    }

    /// Restarts all grace periods: they are longer once the match has started.
    pub(crate) fn restart(&mut self) {
        self.absences = [None; 2];
    }

    pub(crate) fn is_present(&self, player: Player) -> bool {
        self.absences[player as usize].is_none()
    }

    /// Whether the grace period of `player` is over.
    pub(crate) fn grace_period_is_over(&self, player: Player, now: Monotonic) -> bool {
        self.until(player).is_some_and(|until| until <= now)
    }

    /// When the grace period of `player` ends; `None` if the player is there.
    pub(crate) fn until(&self, player: Player) -> Option<Monotonic> {
        self.absences[player as usize].map(|absence| absence.until)
    }

    /// Since when `player` is absent; `None` if the player is there.
    pub(crate) fn since(&self, player: Player) -> Option<Monotonic> {
        self.absences[player as usize].map(|absence| absence.since)
    }

    /// Corrects the start of an absence: the player was present until later than assumed.
    pub(crate) fn postpone(
        &mut self,
        player: Player,
        since: Monotonic,
        session: &MatchSession,
        settings: &Settings,
    ) {
        if let Some(absence) = &mut self.absences[player as usize] {
            *absence = Absence { since, until: since.after(grace_period_ms(session, settings)) };
        }
    }

    /// Absence of a player in the time of the match.
    pub(crate) fn state(&self, player: Player, time_line: &TimeLine) -> Option<GoneState> {
        let Absence { since, until } = self.absences[player as usize]?;
        Some(GoneState { since: time_line.at(since).0, until: time_line.at(until).0 })
    }
}

/// Grace period of players who are gone, in milliseconds.
fn grace_period_ms(session: &MatchSession, settings: &Settings) -> u64 {
    match session.current_match() {
        None => settings.gone_before_start_ms,
        Some(playing) => grace_period_of_match_ms(playing.start().time, settings),
    }
}

/// Fraction of a player's remaining time that the opponent has to wait: one eighth.
const GRACE_PERIOD_DIVISOR: u64 = 8;

/// Grace period by the clocks: shorter in fast games, but never shorter than after leaving.
fn grace_period_of_match_ms(time: TimeControl, settings: &Settings) -> u64 {
    let longest = settings.gone_with_clocks_ms;
    let wanted = match time {
        TimeControl::None => return settings.gone_without_clocks_ms,
        TimeControl::Game { total, .. } => total / GRACE_PERIOD_DIVISOR,
        TimeControl::Move { limit } => limit,
    };
    wanted.clamp(settings.gone_after_leaving_ms.min(longest), longest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_other_player_waits_less_in_fast_games() {
        let settings = Settings::default();
        let of_game = |minutes: u64| {
            let time = TimeControl::Game { total: minutes * 60_000, increment: 0 };
            grace_period_of_match_ms(time, &settings)
        };
        assert_eq!([1, 3, 5, 10, 60].map(of_game), [10_000, 22_500, 37_500, 45_000, 45_000]);
        let of_move = |limit| grace_period_of_match_ms(TimeControl::Move { limit }, &settings);
        assert_eq!([5_000, 30_000, 90_000].map(of_move), [10_000, 30_000, 45_000]);
        assert_eq!(grace_period_of_match_ms(TimeControl::None, &settings), 180_000);
    }
}
