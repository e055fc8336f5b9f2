//! Which events follow from a command of a player, or from the passing of time.

use rules::Seat;

use super::{End, Match};
use crate::{Claim, Command, Event, Kind, Offer, Player, Refusal, Time};

impl Match {
    /// Events resulting from a command by `by` at `now`, of which `lag` milliseconds were network
    /// delay.
    pub fn decide(
        &self,
        by: Player,
        command: &Command,
        now: Time,
        lag: u64,
    ) -> Result<Vec<Event>, Refusal> {
        let at = now;
        match command {
            Command::Undo => return self.undo_target(by).map(|to| vec![Event::Undone { to, at }]),
            Command::Redo => return self.redo_target(by).map(|to| vec![Event::Redone { to, at }]),
            Command::Offer { offer: Offer::Rematch }
            | Command::Accept { offer: Offer::Rematch }
            | Command::Decline { offer: Offer::Rematch } => {
                return self.rematch_event(by, command).map(|event| vec![event]);
            }
            _ if self.end.is_some() => return Err(Refusal::OVER),
            _ => {}
        }
        let event = match command {
            Command::Move { notation } => {
                if self.to_move() != Some(by) {
                    return Err(Refusal::NOT_YOUR_TURN);
                }
                let notation = self.live.judge(notation)?;
                let seat = self.seat(by);
                let lag = self.clock.map_or(0, |clock| clock.forgiven(seat, lag));
                Event::Moved { notation, at, lag }
            }
            Command::Resign => Event::Resigned { by, at },
            Command::Abort if self.may_abort() => Event::Aborted { at },
            Command::Abort => return Err(Refusal::TOO_LATE),
            Command::Offer { offer } => match self.offered(*offer) {
                Some(other) if other == by => return Err(Refusal::OFFERED_ALREADY),
                Some(_) => self.agree(by, *offer, at)?,
                None => self.make_offer(by, *offer, at)?,
            },
            Command::Accept { offer } => self.agree(by, *offer, at)?,
            Command::Decline { offer } if self.offered(*offer).is_some() => {
                Event::Declined { offer: *offer }
            }
            Command::Decline { .. } => return Err(Refusal::NO_SUCH_OFFER),
            Command::Claim { claim } => self.abandoned(by.other(), *claim, at)?,
            Command::Undo
            | Command::Redo
            | Command::Lay { .. }
            | Command::Confirm
            | Command::Invite { .. }
            | Command::Leave => return Err(Refusal::NOT_ALLOWED),
        };
        Ok(vec![event])
    }

    /// When the running clock will have lost on time, given a network delay of `lag` milliseconds.
    pub fn flag_falls_at(&self, lag: u64) -> Option<Time> {
        let falls_at = self.clock?.flag_falls_at(lag)?;
        self.end.is_none().then_some(falls_at)
    }

    /// Event that the passing of time alone has caused: a clock has run down. `lag` is that of the
    /// player whose clock runs.
    pub fn tick(&self, now: Time, lag: u64) -> Option<Event> {
        let at = self.flag_falls_at(lag).filter(|at| *at <= now)?;
        let player = self.player(self.clock?.running()?);
        Some(Event::Flagged { player, at })
    }

    /// Whose turn it was after `entries` entries: each ply changes the turn, and a swap changes the
    /// seats.
    fn owner(&self, entries: usize) -> Player {
        let swapped = self.live.swapped();
        let swap_then = swapped && entries >= 2;
        let plies_since = (self.entries() - entries) - usize::from(swapped && !swap_then);
        let turn = self.live.turn();
        let seat = if plies_since.is_multiple_of(2) { turn } else { !turn };
        let began = if swap_then { !seat } else { seat };
        if began == Seat::First { Player::One } else { Player::Two }
    }

    /// Number of entries left after `by` undoes a move: back to that player's last turn. Two
    /// players on one screen undo one entry at a time. A resignation is taken back by itself.
    fn undo_target(&self, by: Player) -> Result<usize, Refusal> {
        // Without time left, nobody could continue.
        let is_final = matches!(self.end, Some(End::Aborted | End::Flagged(_)));
        if self.start.kind != Kind::Local || is_final {
            return Err(Refusal::NOT_ALLOWED);
        }
        if matches!(self.end, Some(End::Resigned(_))) {
            return Ok(self.entries());
        }
        let alone = Player::ALL.iter().all(|player| self.who(*player).is_human());
        let mut earlier = (0..self.entries()).rev();
        earlier.find(|entries| alone || self.owner(*entries) == by).ok_or(Refusal::NOTHING_TO_UNDO)
    }

    fn redo_target(&self, by: Player) -> Result<usize, Refusal> {
        if self.start.kind != Kind::Local {
            return Err(Refusal::NOT_ALLOWED);
        }
        let all = self.entries() + self.undone.len();
        if self.undone.is_empty() {
            return Err(Refusal::NOTHING_TO_REDO);
        }
        let alone = Player::ALL.iter().all(|player| self.who(*player).is_human());
        let next = self.entries() + if alone || self.to_move() != Some(by) { 1 } else { 2 };
        Ok(next.min(all))
    }

    /// What an agreement on `offer` leads to, if the other player has offered it.
    fn agree(&self, by: Player, offer: Offer, at: Time) -> Result<Event, Refusal> {
        let Some(other) = self.offered(offer).filter(|other| *other != by) else {
            return Err(Refusal::NO_SUCH_OFFER);
        };
        match offer {
            Offer::Draw => Ok(Event::DrawAgreed { at }),
            Offer::Takeback => {
                let to = self.last_turn(other).ok_or(Refusal::NOTHING_TO_UNDO)?;
                Ok(Event::TakenBack { to, at })
            }
            Offer::Rematch => Err(Refusal::NOT_ALLOWED),
        }
    }

    /// An offer that has not been made yet. The computer lets everybody take back.
    fn make_offer(&self, by: Player, offer: Offer, at: Time) -> Result<Event, Refusal> {
        match offer {
            Offer::Draw => {}
            Offer::Takeback if self.start.kind == Kind::Local => return Err(Refusal::NOT_ALLOWED),
            Offer::Takeback => {
                let to = self.last_turn(by).ok_or(Refusal::NOTHING_TO_UNDO)?;
                if !self.who(by.other()).is_human() {
                    return Ok(Event::TakenBack { to, at });
                }
            }
            Offer::Rematch => return Err(Refusal::NOT_ALLOWED),
        }
        Ok(Event::Offered { by, offer })
    }

    /// What a command about a rematch leads to, short of an agreement: that makes another match.
    fn rematch_event(&self, by: Player, command: &Command) -> Result<Event, Refusal> {
        let offer = Offer::Rematch;
        if !self.may_play_again() {
            return Err(Refusal::NOT_ALLOWED);
        }
        match (command, self.offered(offer)) {
            (Command::Offer { .. }, None) => Ok(Event::Offered { by, offer }),
            (Command::Offer { .. }, Some(_)) => Err(Refusal::OFFERED_ALREADY),
            (Command::Decline { .. }, Some(_)) => Ok(Event::Declined { offer }),
            _ => Err(Refusal::NO_SUCH_OFFER),
        }
    }

    /// `by` has left, and the other player claims the game. Leaving before the game has really
    /// begun costs nothing.
    fn abandoned(&self, by: Player, claim: Claim, at: Time) -> Result<Event, Refusal> {
        if self.start.kind != Kind::Online || !self.who(by).is_human() {
            return Err(Refusal::NOT_ALLOWED);
        }
        Ok(if self.may_abort() {
            Event::Aborted { at }
        } else {
            Event::Abandoned { by, claim, at }
        })
    }

    /// Entries at the last earlier turn of a player.
    fn last_turn(&self, player: Player) -> Option<usize> {
        (0..self.entries()).rev().find(|entries| self.owner(*entries) == player)
    }
}
