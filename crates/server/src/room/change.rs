//! How a match changes: decided, stored, made so, told.

use std::time::Duration;

use play::{Command, Event, Match, Player, Refused, Time, Version};
use rules::Text;
use store::Append;
use tokio::time::Instant;
use wire::{CommandId, Refusal, ServerRefusal, ToClient};

use super::{OpenError, Order, RETRY, Room};
use crate::converse::encode;
use crate::hub::Service;
use crate::time::now;

/// How often a match is decided anew because another node was quicker.
const ATTEMPTS: usize = 5;

/// A refusal as messages say it.
pub(crate) struct No {
    pub(crate) code: Refusal,
    pub(crate) text: Text,
}

impl No {
    pub(crate) fn server(code: ServerRefusal, text: Text) -> Self {
        Self { code: Refusal::Server(code), text }
    }

    fn try_again() -> Self {
        Self::server(ServerRefusal::TryAgain, texts::text("refused-try-again", &[]))
    }
}

impl From<Refused> for No {
    fn from(Refused { code, text }: Refused) -> Self {
        Self { code: Refusal::Match(code), text }
    }
}

impl Room {
    /// Does what a client asks for, and answers it.
    pub(super) async fn carry_out(&mut self, order: Order) {
        self.tick().await;
        let Order { from, id, player, command, version } = order;
        let before = self.matching.version();
        let result = self.decide(&id, player, &command, version).await;
        let changed = self.matching.version() != before;
        if changed {
            self.consider();
        }
        let answer = match result {
            Ok(version) => ToClient::Applied { id, version },
            Err(No { code, text }) => ToClient::Refused { id: Some(id), code, text },
        };
        let answer = encode(&answer);
        if let Some(subscriber) = self.subscribers.iter().find(|other| other.id == from) {
            subscriber.tell(&answer);
        }
        if changed {
            self.broadcast();
        }
    }

    async fn decide(
        &mut self,
        id: &CommandId,
        player: Player,
        command: &Command,
        version: Option<Version>,
    ) -> Result<Version, No> {
        let result = self
            .commit(Some(id.0.as_str()), |matching| {
                may_command(matching, player, command)?;
                if version.is_some_and(|version| version != matching.version()) {
                    let text = texts::text("refused-stale", &[]);
                    return Err(No::server(ServerRefusal::Stale, text));
                }
                Ok(matching.decide(player, command, now(), 0)?)
            })
            .await;
        match result {
            // It may be refused because it has been carried out already.
            Err(no) => match self.service.store.find(&self.id, &id.0).await {
                Ok(Some(version)) => Ok(version),
                Ok(None) | Err(_) => Err(no),
            },
            applied => applied,
        }
    }

    /// Stores what `decide` makes of the match, and makes it so.
    pub(super) async fn commit(
        &mut self,
        command: Option<&str>,
        decide: impl Fn(&Match) -> Result<Vec<Event>, No>,
    ) -> Result<Version, No> {
        for _ in 0..ATTEMPTS {
            let events = decide(&self.matching)?;
            let append = Append {
                id: self.id.clone(),
                after: self.matching.version(),
                command: command.map(ToOwned::to_owned),
                events: events.clone(),
            };
            match self.service.store.append(append).await {
                Ok(version) => {
                    for event in &events {
                        if let Err(error) = self.matching.apply(event) {
                            // It was decided by the same match.
                            tracing::error!(id = self.id, %error, "an event cannot be applied");
                            return Err(No::try_again());
                        }
                    }
                    return Ok(version);
                }
                Err(store::Error::AlreadyApplied { version }) => {
                    if version > self.matching.version() {
                        self.reload().await?;
                    }
                    return Ok(version);
                }
                // Somebody else was quicker, or an earlier failure was none.
                Err(store::Error::Conflict { .. }) => self.reload().await?,
                Err(error) => {
                    tracing::error!(id = self.id, %error, "events cannot be stored");
                    return Err(No::try_again());
                }
            }
        }
        Err(No::try_again())
    }

    /// Gets the match from the store again.
    async fn reload(&mut self) -> Result<(), No> {
        let events = load(&self.service, &self.id).await;
        match events.and_then(|events| replay(&self.service, &events)) {
            Ok(matching) => {
                self.matching = matching;
                Ok(())
            }
            Err(error) => {
                tracing::error!(id = self.id, ?error, "a match cannot be loaded again");
                Err(No::try_again())
            }
        }
    }

    /// Something may have happened by the passing of time alone.
    pub(super) async fn tick(&mut self) {
        if self.matching.tick(now()).is_none() {
            return;
        }
        let before = self.matching.version();
        let flagged =
            self.commit(None, |matching| Ok(matching.tick(now()).into_iter().collect())).await;
        if let Err(No { text, .. }) = flagged {
            tracing::error!(id = self.id, %text, "a flag cannot fall");
            self.retry = Some(Instant::now() + RETRY);
        }
        if self.matching.version() != before {
            self.consider();
            self.broadcast();
        }
    }

    pub(super) fn flag_falls(&self) -> Option<Instant> {
        if self.matching.end().is_some() {
            return None;
        }
        let Time(at) = self.matching.clock()?.falls_at()?;
        let wait = Duration::from_millis(at.saturating_sub(now().0));
        Some(Instant::now() + wait).max(self.retry)
    }
}

pub(super) async fn load(service: &Service, id: &str) -> Result<Vec<Event>, OpenError> {
    service.store.load(id).await.map_err(|error| match error {
        store::Error::NotFound => OpenError::NotFound,
        error => OpenError::Failed(error.to_string()),
    })
}

pub(super) fn replay(service: &Service, events: &[Event]) -> Result<Match, OpenError> {
    Match::replay(|game| service.entry(game).map(|entry| entry.game), events)
        .map_err(|error| OpenError::Failed(error.to_string()))
}

/// Clients move for people; where two computers play, they may only end it or go back.
fn may_command(matching: &Match, player: Player, command: &Command) -> Result<(), No> {
    let human = |player: Player| matching.who(player).is_human();
    let nobody = !human(player) && !human(player.other());
    let allowed = human(player)
        || nobody
            && matches!(command, Command::Abort | Command::Resign | Command::Undo | Command::Redo);
    if allowed {
        return Ok(());
    }
    Err(No::server(ServerRefusal::NotYours, texts::text("refused-not-yours", &[])))
}
