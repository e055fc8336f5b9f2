//! A refusal as messages say it.

use play::Refused;
use rules::Text;
use wire::{CommandId, Refusal, ServerRefusal, ToClient};

/// A refusal as messages say it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct No {
    /// The kind, for programs.
    pub code: Refusal,
    /// The reason, for people.
    pub text: Text,
}

impl No {
    /// The server itself refuses.
    pub const fn server(code: ServerRefusal, text: Text) -> Self {
        Self { code: Refusal::Server(code), text }
    }

    /// Something failed; the same may be sent again.
    pub fn try_again() -> Self {
        Self::server(ServerRefusal::TryAgain, texts::text("refused-try-again", &[]))
    }

    /// Too much has come in too short a time.
    pub fn slow_down() -> Self {
        Self::server(ServerRefusal::SlowDown, texts::text("refused-slow-down", &[]))
    }

    pub(crate) fn not_yours() -> Self {
        Self::server(ServerRefusal::NotYours, texts::text("refused-not-yours", &[]))
    }

    pub(crate) fn stale() -> Self {
        Self::server(ServerRefusal::Stale, texts::text("refused-stale", &[]))
    }

    /// The message that says it.
    pub fn to(self, id: Option<CommandId>) -> ToClient {
        ToClient::Refused { id, code: self.code, text: self.text }
    }
}

impl From<Refused> for No {
    fn from(Refused { code, text }: Refused) -> Self {
        Self { code: Refusal::Match(code), text }
    }
}
