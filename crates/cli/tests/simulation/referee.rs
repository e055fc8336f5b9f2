//! Clocks of the players by the time in which the server really ran: without the steps of its wall clock, its
//! pauses and crashes.

use play::{Event, MatchSession, Player, TimeControl};
use rules::SWAP;

use crate::check::find;
use crate::server::{Performed, Server, Span};

/// What the players have used of their time at most.
struct Referee {
    control: TimeControl,
    used: [u64; 2],
    budget: [u64; 2],
    /// Whose clock runs, and since when at the earliest.
    running: Option<(Player, u64)>,
}

impl Referee {
    fn new(control: TimeControl) -> Self {
        let budget = [control.at_start().unwrap_or(0); 2];
        Self { control, used: [0; 2], budget, running: None }
    }

    /// What a player has used at most.
    fn used_by(&self, player: Player, now: u64) -> u64 {
        let since = self.running.filter(|(running, _)| *running == player).map(|(_, since)| since);
        self.used[player as usize] + since.map_or(0, |since| now - since)
    }

    fn moved(&mut self, player: Player, active: Span) {
        if self.running.is_some() {
            self.used[player as usize] = self.used_by(player, active.to);
            match self.control {
                TimeControl::Game { increment, .. } => self.budget[player as usize] += increment,
                _ => self.used[player as usize] = 0,
            }
        }
        self.running = Some((player.other(), active.from));
    }
}

/// Nobody loses on time who had time left. Matches in which moves were taken back or seats exchanged are left
/// out from then on.
pub(crate) fn check_flags(id: &str, server: &Server, time_error_ms: u64) -> Result<(), String> {
    let wrong = |error: &dyn std::fmt::Display| format!("{id} cannot be replayed: {error}");
    let performed = server.performed.iter().filter(|performed| performed.id == id);
    let appended: usize = performed.clone().map(|performed| performed.events.len()).sum();
    let events = server.events(id);
    let (created, _) = events.split_at(events.len() - appended);
    let mut table = MatchSession::replay(find, created).map_err(|error| wrong(&error))?;
    let mut referee = table.opening().map(|opening| Referee::new(opening.time));
    for Performed { events, active, .. } in performed {
        for event in events {
            let Some(referee) = &mut referee else { return Ok(()) };
            let to_move = table.current_match().and_then(play::Match::to_move);
            match (event, to_move) {
                (Event::Moved { notation, .. }, _) if notation == SWAP => return Ok(()),
                (Event::TakenBack { .. }, _) => return Ok(()),
                (Event::Moved { .. }, Some(player)) => referee.moved(player, *active),
                (Event::Flagged { player, .. }, _) => {
                    let used = referee.used_by(*player, active.to);
                    let budget = referee.budget[*player as usize];
                    if used + time_error_ms < budget {
                        return Err(format!(
                            "{id}: {player:?} lost on time with {used} of {budget} ms used"
                        ));
                    }
                }
                _ => {}
            }
            table.apply(event).map_err(|error| wrong(&error))?;
        }
    }
    Ok(())
}
