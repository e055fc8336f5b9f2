//! Decisions: which events follow from what a client or the engine says.

#[cfg(test)]
mod tests;

use play::{Command, CommandContext, Event, Kind, Player, Refusal, Time, Version, Who};
use wire::ToServer;

use crate::{ClientMessage, Monotonic, Room, SubscriberId, refusal};

impl Room {
    pub(crate) fn decide(&mut self, received: &ClientMessage) -> Result<Vec<Event>, Refusal> {
        let ClientMessage { from, message, at, rematch_id } = received;
        let time = self.time_line.at(*at);
        match message {
            ToServer::Join { player, name, .. } => {
                let key = self.subscribers.key(*from).ok_or_else(refusal::no_secret)?;
                self.session.join(key, *player, name, time)
            }
            ToServer::Command { player, command, version, .. } => {
                self.check_seat(*from, *player, command)?;
                if version.is_some_and(|version| !self.session.is_current(command, version)) {
                    return Err(refusal::stale());
                }
                self.check_command(*player, command, *at)?;
                let lag = self.lag_ms(*player);
                let context = CommandContext { now: time, lag, rematch_id };
                let events = self.session.decide(*player, command, context)?;
                if *command == Command::Leave && events.is_empty() {
                    self.mark_left(*player, *at);
                }
                Ok(events)
            }
            // These are answered at once and change nothing.
            ToServer::Hello { .. }
            | ToServer::Greet { .. }
            | ToServer::MoveNow
            | ToServer::Ping { .. } => Ok(Vec::new()),
        }
    }

    /// A player leaves a match that goes on: the other need not wait so long.
    fn mark_left(&mut self, player: Player, at: Monotonic) {
        self.subscribers.mark_left(&self.session, player);
        self.update_presence(at);
        self.presence.shorten_grace_period(player, &self.settings, at);
    }

    /// Checks what the match session cannot know: presence, and the catalogue.
    fn check_command(
        &self,
        player: Player,
        command: &Command,
        at: Monotonic,
    ) -> Result<(), Refusal> {
        let ends = matches!(
            command,
            Command::Resign | Command::Abort | Command::Claim { .. } | Command::Leave
        );
        if !ends && self.session.version().0 >= self.settings.max_events {
            return Err(refusal::too_long());
        }
        match command {
            Command::Claim { .. } if !self.grace_period_is_over(player.other(), at) => {
                Err(Refusal::TOO_SOON)
            }
            Command::Invite { opponent, .. }
                if !self.catalogue.has_opponent(self.game().info().id, opponent) =>
            {
                Err(refusal::no_opponent(opponent))
            }
            _ => Ok(()),
        }
    }

    /// A seat is its holder's. At one screen clients to whom the match belongs move for people; where two computers play, they
    /// may only end it or go back.
    fn check_seat(
        &self,
        from: SubscriberId,
        player: Player,
        command: &Command,
    ) -> Result<(), Refusal> {
        if self.session.kind() == Kind::Local && !self.subscribers.is_granted(from) {
            return Err(refusal::only_watching());
        }
        let human = |player: Player| self.session.who(player).is_some_and(Who::is_human);
        let allowed = match self.session.kind() {
            Kind::Online => self.holder(from) == Some(player),
            Kind::Local if human(player) => true,
            Kind::Local => {
                let ends = Command::Abort == *command || Command::Resign == *command;
                let goes = Command::Undo == *command || Command::Redo == *command;
                !human(player.other()) && (ends || goes)
            }
        };
        if allowed { Ok(()) } else { Err(refusal::not_yours()) }
    }

    /// Events that follow from an engine reply: none if it is about another version.
    pub(crate) fn decide_engine_reply(
        &self,
        version: Version,
        command: Option<&Command>,
        now: Time,
    ) -> Result<Vec<Event>, Refusal> {
        let Some((task, about)) = self.engine_task else { return Ok(Vec::new()) };
        let Some(current_match) = self.session.current_match() else { return Ok(Vec::new()) };
        if version != self.session.version() || about != version {
            return Ok(Vec::new());
        }
        let decide = |command: &Command| current_match.decide(task.player(), command, now, 0);
        match command.map(decide) {
            Some(Ok(events)) => Ok(events),
            // The engine failed or its move is illegal: any legal move is better than none.
            refused => {
                if let Some(Err(refused)) = refused {
                    tracing::error!(id = self.id, ?command, %refused, "the computer is refused");
                }
                let fallback = task.fallback(current_match);
                Ok(fallback.as_ref().map(decide).transpose()?.unwrap_or_default())
            }
        }
    }
}
