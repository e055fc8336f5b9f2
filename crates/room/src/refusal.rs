//! Refusals that the room decides rather than the match.

use play::{Refusal, RefusalCode};

/// Something failed; the same command may be sent again.
pub fn try_again() -> Refusal {
    refusal(RefusalCode::TryAgain, "refused-try-again")
}

/// Too many messages have come in too short a time.
pub fn slow_down() -> Refusal {
    refusal(RefusalCode::SlowDown, "refused-slow-down")
}

/// The message is none of the protocol.
pub fn bad_message() -> Refusal {
    refusal(RefusalCode::BadMessage, "refused-bad-message")
}

/// The first message of a client must be `hello`.
pub fn no_hello() -> Refusal {
    refusal(RefusalCode::BadMessage, "refused-no-hello")
}

/// The computer does not move in a position of a game that somebody here plays against a person.
pub fn own_game() -> Refusal {
    refusal(RefusalCode::NotAllowed, "problem-own-game")
}

pub(crate) fn no_secret() -> Refusal {
    refusal(RefusalCode::BadMessage, "refused-no-secret")
}

pub(crate) fn not_yours() -> Refusal {
    refusal(RefusalCode::NotYours, "refused-not-yours")
}

pub(crate) fn only_watching() -> Refusal {
    refusal(RefusalCode::NotYours, "refused-watching")
}

/// The owner of the match stores as much as they may.
pub(crate) fn quota() -> Refusal {
    refusal(RefusalCode::NotAllowed, "problem-quota")
}

pub(crate) fn too_long() -> Refusal {
    refusal(RefusalCode::NotAllowed, "refused-too-long")
}

pub(crate) fn stale() -> Refusal {
    refusal(RefusalCode::Stale, "refused-stale")
}

pub(crate) fn full() -> Refusal {
    refusal(RefusalCode::Full, "refused-full")
}

pub(crate) fn protocol() -> Refusal {
    let text = texts::text("refused-protocol", &[("version", wire::PROTOCOL.into())]);
    Refusal { code: RefusalCode::Protocol, text }
}

pub(crate) fn no_opponent(name: &str) -> Refusal {
    let text = texts::text("problem-no-opponent", &[("name", name.into())]);
    Refusal { code: RefusalCode::NotAllowed, text }
}

fn refusal(code: RefusalCode, text_id: &str) -> Refusal {
    Refusal { code, text: texts::text(text_id, &[]) }
}
