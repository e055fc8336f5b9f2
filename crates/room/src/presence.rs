//! Presence of players. It is never stored: after a restart everybody has to come back.

use play::{MatchSession, Player, Time, TimeControl, Who};
use wire::GoneState;

use crate::Settings;
use crate::subscribers::Subscribers;

/// Presence of both players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Presence {
    absences: [Option<Absence>; 2],
}

/// Absence of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Absence {
    since: Time,
    /// When the other player need not wait any longer.
    until: Time,
}

impl Presence {
    /// Notes who has come and who has gone.
    pub(crate) fn update(
        &mut self,
        session: &MatchSession,
        subscribers: &Subscribers,
        settings: &Settings,
        now: Time,
    ) {
        for player in Player::ALL {
            let matters =
                session.opening().is_some() && session.who(player).is_some_and(Who::is_human);
            let absence = &mut self.absences[player as usize];
            if !matters || subscribers.is_present(session, player) {
                *absence = None;
            } else if absence.is_none() {
                let until = Time(now.0 + grace_period_ms(session, settings));
                *absence = Some(Absence { since: now, until });
            }
        }
    }

    /// Shortens the grace period of a player who has said that they leave.
    pub(crate) fn shorten_grace_period(&mut self, player: Player, settings: &Settings, now: Time) {
        if let Some(absence) = &mut self.absences[player as usize] {
            absence.until = absence.until.min(Time(now.0 + settings.gone_after_leaving_ms));
        }
    }

    /// Starts all grace periods anew: they are longer once the match has started.
    pub(crate) fn restart(&mut self) {
        self.absences = [None; 2];
    }

    pub(crate) fn is_present(&self, player: Player) -> bool {
        self.absences[player as usize].is_none()
    }

    /// Whether the grace period of `player` is over.
    pub(crate) fn grace_period_is_over(&self, player: Player, now: Time) -> bool {
        self.until(player).is_some_and(|until| until <= now)
    }

    /// When the grace period of `player` ends; `None` if the player is there.
    pub(crate) fn until(&self, player: Player) -> Option<Time> {
        self.absences[player as usize].map(|absence| absence.until)
    }

    pub(crate) fn state(&self, player: Player) -> Option<GoneState> {
        let Absence { since, until } = self.absences[player as usize]?;
        Some(GoneState { since: since.0, until: until.0 })
    }
}

/// Grace period of players who are gone, in milliseconds.
fn grace_period_ms(session: &MatchSession, settings: &Settings) -> u64 {
    match session.current_match() {
        None => settings.gone_before_start_ms,
        Some(playing) if playing.start().time == TimeControl::None => {
            settings.gone_without_clocks_ms
        }
        Some(_) => settings.gone_with_clocks_ms,
    }
}
