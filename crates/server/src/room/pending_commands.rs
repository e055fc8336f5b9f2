//! Commands that wait for their answers, to measure how long that takes.

use std::time::Instant;

use ::room::{Input, SubscriberId};
use wire::{CommandId, ToClient};

use crate::metrics::Metrics;

/// Commands that are measured at a time; more may wait only while the store fails.
const PENDING_COMMANDS_MAX: usize = 256;

/// Commands that wait for their answers, and when they came in.
#[derive(Debug, Default)]
pub(super) struct PendingCommands(Vec<(SubscriberId, CommandId, Instant)>);

impl PendingCommands {
    /// Remembers a command that came in at `at`, and forgets those of a connection that has ended.
    pub(super) fn received(&mut self, input: &Input, at: Instant) {
        match input {
            Input::Message(message) if self.0.len() < PENDING_COMMANDS_MAX => {
                let id = message.message.command_id();
                self.0.extend(id.map(|id| (message.from, id.clone(), at)));
            }
            Input::Gone(subscriber) => self.0.retain(|(from, ..)| from != subscriber),
            _ => {}
        }
    }

    /// Counts the answer to a command.
    pub(super) fn answered(&mut self, to: &[SubscriberId], message: &ToClient, metrics: &Metrics) {
        let (id, is_stored) = match message {
            ToClient::Applied { id, .. } => (id, true),
            ToClient::Refused { id, code, .. } => {
                metrics.message_refused(*code);
                let Some(id) = id else { return };
                (id, false)
            }
            _ => return,
        };
        let pending = self.0.iter().position(|(from, other, _)| other == id && to.contains(from));
        let Some(pending) = pending else { return };
        let (_, _, at) = self.0.swap_remove(pending);
        if is_stored {
            metrics.acknowledged(at.elapsed());
        }
    }
}
