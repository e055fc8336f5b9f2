//! The computer at the board: when it thinks, and what comes of it.

use engine::Thought;
use play::{Match, Player, RefusedCode, Version};
use tokio::time::Instant;
use wire::{Refusal, ServerRefusal, Thinking, ToClient};

use super::change::No;
use super::duty::Duty;
use super::{RETRY, Room};
use crate::thinking::Task;
use crate::time::now;

/// What the computer thinks about.
pub(super) struct Thinks {
    pub(super) duty: Duty,
    /// The version of the match that it is about.
    version: Version,
    task: Task,
}

impl Thinks {
    /// The computer shall move with what it has.
    pub(super) fn hurry(&self) {
        self.task.hurry();
    }
}

impl Room {
    /// Has the computer do what it has to do now, and nothing else.
    pub(super) fn consider(&mut self) {
        self.service.secrets.update(&self.id, &self.matching);
        self.retry = None;
        let version = self.matching.version();
        let duty = Duty::of(&self.matching).filter(|_| self.is_wanted());
        if let Some(thinks) = &self.thinking
            && Some(thinks.duty) == duty
            && thinks.version == version
        {
            return;
        }
        self.thinking = None; // whatever it is about is out of date
        let Some(duty) = duty else { return };
        let pool = &self.service.pool;
        match duty.begin(&self.id, self.entry, &self.matching, pool, now()) {
            Ok(task) => self.thinking = Some(Thinks { duty, version, task }),
            Err(_) => self.retry = Some(Instant::now() + RETRY),
        }
    }

    /// Two computers play only while somebody watches.
    fn is_wanted(&self) -> bool {
        let human = Player::ALL.iter().any(|player| self.matching.who(*player).is_human());
        human || !self.subscribers.is_empty()
    }

    /// The computer has thought.
    pub(super) async fn thought(&mut self, thought: Option<Thought>) {
        let Some(Thinks { duty, version, .. }) = self.thinking.take() else { return };
        self.tick().await;
        if version == self.matching.version()
            && let Some(command) = duty.command(&self.matching, thought.as_ref())
        {
            let result = self
                .commit(None, |matching| {
                    if matching.version() != version {
                        let text = texts::text("refused-stale", &[]);
                        return Err(No::server(ServerRefusal::Stale, text));
                    }
                    Ok(matching.decide(duty.player(), &command, now(), 0)?)
                })
                .await;
            match result {
                Ok(_) => {}
                // The thinker does not know the rules: any legal move is better than none.
                Err(No {
                    code: Refusal::Match(RefusedCode::Illegal | RefusedCode::Unreadable),
                    text,
                }) => {
                    tracing::error!(id = self.id, ?command, %text, "the computer is refused");
                    self.play_anything(duty).await;
                }
                Err(No { text, .. }) => {
                    tracing::warn!(id = self.id, ?command, %text, "the computer is refused");
                    self.retry = Some(Instant::now() + RETRY);
                    self.broadcast();
                    return;
                }
            }
        }
        self.consider();
        self.broadcast();
    }

    async fn play_anything(&mut self, duty: Duty) {
        let Some(command) = duty.command(&self.matching, None) else { return };
        let decided = |matching: &Match| Ok(matching.decide(duty.player(), &command, now(), 0)?);
        if let Err(No { text, .. }) = self.commit(None, decided).await {
            tracing::error!(id = self.id, ?command, %text, "the computer is refused again");
        }
    }

    /// Tells everybody how far the computer has come.
    pub(super) fn tell_progress(&mut self) {
        let Some(Thinks { duty: Duty::Move(_), version, task }) = &mut self.thinking else {
            return;
        };
        let Some(progress) = task.progress() else { return };
        let thinking = Thinking {
            version: *version,
            depth: progress.depth,
            nodes: progress.nodes,
            time: progress.millis,
        };
        self.tell_all(&ToClient::Thinking(thinking));
    }
}

/// Waits for what the computer thinks; for ever if it does not.
pub(super) async fn next_thought(thinking: &mut Option<Thinks>) -> Option<Thought> {
    match thinking {
        Some(thinks) => thinks.task.answer().await,
        None => std::future::pending().await,
    }
}
