//! Who is there and who has gone. It is never stored: after a restart everybody has to come back.

use play::{Player, Table, Time, TimeControl, Who};
use wire::GoneState;

use crate::Settings;
use crate::audience::Audience;

/// Since when each player is gone, and until when the other has to wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Presence {
    gone: [Option<Gone>; 2],
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Gone {
    since: Time,
    until: Time,
}

impl Presence {
    /// Looks again at who is there.
    pub(crate) fn look(
        &mut self,
        table: &Table,
        audience: &Audience,
        settings: &Settings,
        now: Time,
    ) {
        for player in Player::ALL {
            let matters = table.opening().is_some() && table.who(player).is_some_and(Who::is_human);
            let gone = &mut self.gone[player as usize];
            if !matters || audience.is_here(table, player) {
                *gone = None;
            } else if gone.is_none() {
                let until = Time(now.0 + patience(table, settings));
                *gone = Some(Gone { since: now, until });
            }
        }
    }

    /// The player has said that they leave: the other need not wait so long.
    pub(crate) fn hasten(&mut self, player: Player, settings: &Settings, now: Time) {
        if let Some(gone) = &mut self.gone[player as usize] {
            gone.until = gone.until.min(Time(now.0 + settings.gone_after_leaving));
        }
    }

    /// The table has started: what is waited for from here on takes longer.
    pub(crate) fn restart(&mut self) {
        self.gone = [None; 2];
    }

    pub(crate) fn is_here(&self, player: Player) -> bool {
        self.gone[player as usize].is_none()
    }

    /// Whether the other has waited long enough for `player`.
    pub(crate) fn has_been_waited_for(&self, player: Player, now: Time) -> bool {
        self.until(player).is_some_and(|until| until <= now)
    }

    /// Until when the other has to wait for `player`; `None` if the player is there.
    pub(crate) fn until(&self, player: Player) -> Option<Time> {
        self.gone[player as usize].map(|gone| gone.until)
    }

    pub(crate) fn state(&self, player: Player) -> Option<GoneState> {
        let Gone { since, until } = self.gone[player as usize]?;
        Some(GoneState { since: since.0, until: until.0 })
    }
}

fn patience(table: &Table, settings: &Settings) -> u64 {
    match table.matching() {
        None => settings.gone_before_start,
        Some(playing) if playing.start().time == TimeControl::None => settings.gone_without,
        Some(_) => settings.gone_with_clocks,
    }
}
