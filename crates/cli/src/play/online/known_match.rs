//! A match as the server has described it, in the terms of the screens.

use std::time::Duration;

use engine::Entry;
use play::{Kind, Player, TimeControl, Who};
use rules::{BySeat, Ending, Seat, Text};
use texts::text;
use tui::{GatheringSnapshot, HalfSnapshot, SeatKind, SeatPlayer};
use wire::{EndState, MatchState, PlayerState};

/// Absences that are shorter do not count: another screen, a reload.
const ABSENCE_GRACE: Duration = Duration::from_millis(1500);
/// Longest name that is shown, in characters.
const NAME_MAX_CHARS: usize = 30;

/// A match as the server has described it.
pub(super) struct KnownMatch {
    pub(super) entry: Entry,
    pub(super) state: MatchState,
    /// When the state came in.
    pub(super) at: Duration,
}

impl KnownMatch {
    pub(super) fn seat_of(&self, player: Player) -> Seat {
        let found = self.state.players.iter().find(|one| one.player == player);
        found.map_or(player.first_seat(), |one| one.seat)
    }

    pub(super) fn player_in(&self, seat: Seat) -> Option<&PlayerState> {
        self.state.players.iter().find(|one| one.seat == seat)
    }

    /// The board, with the outcome of the match.
    pub(super) fn view(&self) -> rules::View {
        let mut view = self.state.view.clone();
        if let Some(end) = &self.state.end {
            view.choices.clear();
            view.outcome.get_or_insert_with(|| Ending {
                winner: end.winner.map(|player| self.seat_of(player)),
                reason: end.reason.clone().into(),
                text: self.reason(end),
                margin: end.margin,
            });
        }
        view
    }

    /// Why the match has ended: at one screen with the player who has given up.
    fn reason(&self, end: &EndState) -> Text {
        match end.winner.filter(|_| self.state.kind == Kind::Local && end.reason == "resigned") {
            Some(winner) => text!("play-resigned", number = !self.seat_of(winner)),
            None => end.text.clone(),
        }
    }

    pub(super) fn seat_player(&self, seat: Seat) -> SeatPlayer {
        let number = || text!("tui-stranger", number = seat);
        let nobody = SeatPlayer { name: Text::new("", ""), kind: SeatKind::Elsewhere };
        let Some(player) = self.player_in(seat) else { return nobody };
        let is_online = self.state.kind == Kind::Online;
        match &player.who {
            None => nobody,
            Some(Who::Computer { opponent, .. }) => {
                let title = self.entry.opponent(opponent).map(|opponent| {
                    let rules = self.entry.game.info().rule_set_of(&self.state.record.start);
                    opponent.title_by(rules.map_or("", |rules| rules.id))
                });
                let title = title.unwrap_or_else(|| same(&shown_name(opponent)));
                SeatPlayer { name: text!("play-computer", name = &title), kind: SeatKind::Computer }
            }
            Some(Who::Human { name }) => {
                let name = shown_name(name);
                let is_here = if is_online {
                    self.state.you == Some(player.player)
                } else {
                    !self.state.watching
                };
                let name = match (name.is_empty(), is_here) {
                    (false, _) => same(&name),
                    (true, true) if is_online || self.human_count() == 1 => text!("play-you"),
                    (true, true) => Text::new("", ""),
                    (true, false) => number(),
                };
                SeatPlayer {
                    name,
                    kind: if is_here { SeatKind::Here } else { SeatKind::Elsewhere },
                }
            }
        }
    }

    fn human_count(&self) -> usize {
        let players = self.state.players.iter();
        players.filter(|player| matches!(player.who, Some(Who::Human { .. }))).count()
    }

    /// The moment from which on a player is missed, on the time line of the screens.
    pub(super) fn missed_from(&self, player: &PlayerState) -> Option<Duration> {
        let (gone, online) = (player.gone?, self.state.online.as_ref()?);
        let grace = ABSENCE_GRACE.min(Duration::from_millis(gone.until.saturating_sub(gone.since)));
        let absent_for = Duration::from_millis(online.now.saturating_sub(gone.since));
        let is_other = self.state.you != Some(player.player);
        is_other.then(|| self.at + grace.saturating_sub(absent_for))
    }

    /// The moment at which a player has been waited for.
    pub(super) fn waited_until(&self, player: &PlayerState) -> Option<Duration> {
        let (gone, online) = (player.gone?, self.state.online.as_ref()?);
        Some(self.at + Duration::from_millis(gone.until.saturating_sub(online.now)))
    }

    pub(super) fn gathering(&self) -> Option<GatheringSnapshot> {
        let gathering = self.state.online.as_ref()?.gathering.as_ref()?;
        let info = self.entry.game.info();
        let mut facts = vec![info.title.clone()];
        let rules = info.rule_set(gathering.rules.as_deref());
        facts.extend(rules.filter(|_| info.rule_sets.len() > 1).map(|rules| rules.title.clone()));
        if gathering.time != TimeControl::None {
            facts.push(tui::time_control_text(gathering.time));
        }
        if gathering.swap {
            facts.push(text!("tui-setup-swap"));
        }
        let half = |player: Player, halves: &[wire::HalfState; 2]| HalfSnapshot {
            tiles: halves[index(player)].tiles.clone(),
            is_confirmed: halves[index(player)].confirmed,
        };
        Some(GatheringSnapshot {
            taken: BySeat::from_fn(|seat| {
                self.player_in(seat).is_some_and(|one| one.who.is_some())
            }),
            facts,
            halves: gathering.halves.as_ref().map(|halves| {
                let at = |seat| self.player_in(seat).map_or(Player::One, |one| one.player);
                BySeat::from_fn(|seat| half(at(seat), halves))
            }),
            is_closed: self.state.end.is_some(),
        })
    }
}

pub(super) const fn index(player: Player) -> usize {
    match player {
        Player::One => 0,
        Player::Two => 1,
    }
}

/// A name from elsewhere without characters that disturb the screen, and not too long.
pub(super) fn shown_name(name: &str) -> String {
    name.chars().filter(|c| !c.is_control()).take(NAME_MAX_CHARS).collect()
}

fn same(text: &str) -> Text {
    Text::composed(text.to_owned(), text.to_owned())
}
