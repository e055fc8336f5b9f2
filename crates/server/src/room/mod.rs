//! A match being played: one task owns it, and everybody else sends requests.
//!
//! The order is the same for everything that happens: the match decides what follows from a command,
//! the store keeps it, the match becomes so, and everybody is told. What is acknowledged is stored.

mod computer;
mod handle;
mod saved;
mod snapshot;

use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use engine::Entry;
use play::{Command, Event, Match, Player, Refused, RefusedCode, Time, Version};
use rules::Text;
use store::Append;
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until};
use wire::{CommandId, MatchState, Refusal, ServerRefusal, Thinking, ToClient};

use crate::hub::Service;
use crate::thinking::Task;
use crate::time::now;
use computer::Duty;
pub(crate) use handle::{Handle, Order};
use handle::{Request, Subscriber};
pub(crate) use saved::saved;

/// How long a room stays open when nobody needs it.
const IDLE: Duration = Duration::from_secs(30);
/// How often those who watch hear of the computer's thinking.
const NEWS: Duration = Duration::from_millis(100);
/// When to try again if there was no place to think.
const RETRY: Duration = Duration::from_millis(250);
/// How often a match is decided anew because another node was quicker.
const ATTEMPTS: usize = 5;
/// How many requests may wait.
const QUEUE: usize = 64;

/// A match being played.
pub(crate) struct Room {
    id: String,
    service: Service,
    entry: Entry,
    matching: Match,
    subscribers: Vec<Subscriber>,
    /// What the computer thinks about, and the version that it is about.
    thinking: Option<(Duty, Version, Task)>,
    /// There was no place to think: try again then.
    retry: Option<Instant>,
    requests: mpsc::Receiver<Request>,
}

/// Why a room cannot be opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum OpenError {
    NotFound,
    Failed(String),
}

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
    /// Opens a match from the store.
    pub(crate) async fn open(id: String, service: Service) -> Result<(Handle, Self), OpenError> {
        let events = load(&service, &id).await?;
        let matching = replay(&service, &events)?;
        let Some(entry) = service.entry(&matching.start().game) else {
            return Err(OpenError::NotFound);
        };
        let (sender, requests) = mpsc::channel(QUEUE);
        let mut room = Self {
            id,
            service,
            entry,
            matching,
            subscribers: Vec::new(),
            thinking: None,
            retry: None,
            requests,
        };
        room.resume(&events).await;
        Ok((Handle::new(sender), room))
    }

    /// The time while nobody was here is charged to nobody.
    async fn resume(&mut self, events: &[Event]) {
        let runs = self.matching.clock().is_some_and(|clock| clock.running().is_some());
        let Some(from) = events.iter().rev().find_map(Event::at).filter(|_| runs) else { return };
        let at = now();
        if let Err(No { text, .. }) =
            self.commit(None, |_| Ok(vec![Event::Resumed { from, at }])).await
        {
            tracing::error!(id = self.id, %text, "a clock cannot be resumed");
        }
    }

    /// Plays until nobody needs the room any more; what has been asked for by then is still done.
    pub(crate) async fn run(mut self) {
        let mut news = interval(NEWS);
        news.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut idle_since = Instant::now();
        self.consider();
        loop {
            let falls = self.flag_falls();
            let retry = self.retry;
            let idle = self.is_idle().then_some(idle_since + IDLE);
            let thinks = self.thinking.is_some();
            tokio::select! {
                request = self.requests.recv() => {
                    let Some(request) = request else { break };
                    if let Request::Close = request {
                        break;
                    }
                    self.serve(request).await;
                    idle_since = Instant::now();
                }
                thought = next_thought(&mut self.thinking) => {
                    self.thought(thought).await;
                    idle_since = Instant::now();
                }
                _ = news.tick(), if thinks => self.tell_progress(),
                () = until(falls) => self.tick().await,
                () = until(retry) => self.consider(),
                () = until(idle) => {
                    // From here on no request comes in; those that are here already are served.
                    self.requests.close();
                }
            }
        }
    }

    async fn serve(&mut self, request: Request) {
        match request {
            Request::Join(subscriber) => {
                self.subscribers.push(subscriber);
                self.consider();
                let state = encode(&ToClient::State(Box::new(self.state())));
                if let Some(new) = self.subscribers.last() {
                    new.tell(&state);
                }
            }
            Request::Leave(id) => {
                self.subscribers.retain(|subscriber| subscriber.id != id);
                self.consider();
            }
            Request::Order(order) => self.carry_out(order).await,
            Request::MoveNow => {
                if let Some((_, _, task)) = &self.thinking {
                    task.hurry();
                }
            }
            Request::Look(look) => look(self),
            Request::Close => {}
        }
    }

    /// Does what a client asks for, and answers it.
    async fn carry_out(&mut self, order: Order) {
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
    async fn commit(
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

    /// Has the computer do what it has to do now, and nothing else.
    fn consider(&mut self) {
        self.retry = None;
        let version = self.matching.version();
        let duty = Duty::of(&self.matching).filter(|_| self.is_wanted());
        if let Some((doing, about, _)) = &self.thinking
            && Some(*doing) == duty
            && *about == version
        {
            return;
        }
        self.thinking = None; // whatever it is about is out of date
        let Some(duty) = duty else { return };
        let pool = &self.service.pool;
        match duty.begin(&self.id, self.entry, &self.matching, pool, now()) {
            Ok(task) => self.thinking = Some((duty, version, task)),
            Err(_) => self.retry = Some(Instant::now() + RETRY),
        }
    }

    /// Two computers play only while somebody watches.
    fn is_wanted(&self) -> bool {
        let human = Player::ALL.iter().any(|player| self.matching.who(*player).is_human());
        human || !self.subscribers.is_empty()
    }

    /// The computer has thought.
    async fn thought(&mut self, thought: Option<engine::Thought>) {
        let Some((duty, version, _task)) = self.thinking.take() else { return };
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

    /// Something may have happened by the passing of time alone.
    async fn tick(&mut self) {
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

    fn flag_falls(&self) -> Option<Instant> {
        if self.matching.end().is_some() {
            return None;
        }
        let Time(at) = self.matching.clock()?.falls_at()?;
        let wait = Duration::from_millis(at.saturating_sub(now().0));
        Some(Instant::now() + wait).max(self.retry)
    }

    fn is_idle(&self) -> bool {
        let runs = self.matching.clock().is_some_and(|clock| clock.running().is_some());
        self.subscribers.is_empty() && self.thinking.is_none() && self.retry.is_none() && !runs
    }

    /// The match as it stands.
    pub(crate) fn matching(&self) -> &Match {
        &self.matching
    }

    /// The game and everybody who can play it.
    pub(crate) const fn entry(&self) -> Entry {
        self.entry
    }

    /// The match as it stands, for clients.
    pub(crate) fn state(&self) -> MatchState {
        let thinks = matches!(self.thinking, Some((Duty::Move(_), ..)));
        snapshot::snapshot(&self.id, &self.matching, thinks, now())
    }

    fn broadcast(&mut self) {
        if !self.subscribers.is_empty() {
            self.tell_all(&ToClient::State(Box::new(self.state())));
        }
    }

    fn tell_progress(&mut self) {
        let Some((Duty::Move(_), version, task)) = &mut self.thinking else { return };
        let Some(progress) = task.progress() else { return };
        let thinking = Thinking {
            version: *version,
            depth: progress.depth,
            nodes: progress.nodes,
            time: progress.millis,
        };
        self.tell_all(&ToClient::Thinking(thinking));
    }

    /// Who cannot listen as fast as this is not told any more: the client comes back.
    fn tell_all(&mut self, message: &ToClient) {
        let message = encode(message);
        self.subscribers.retain(|subscriber| subscriber.tell(&message));
    }
}

async fn next_thought(thinking: &mut Option<(Duty, Version, Task)>) -> Option<engine::Thought> {
    match thinking {
        Some((_, _, task)) => task.answer().await,
        None => std::future::pending().await,
    }
}

async fn until(instant: Option<Instant>) {
    match instant {
        Some(instant) => sleep_until(instant).await,
        None => std::future::pending().await,
    }
}

async fn load(service: &Service, id: &str) -> Result<Vec<Event>, OpenError> {
    service.store.load(id).await.map_err(|error| match error {
        store::Error::NotFound => OpenError::NotFound,
        error => OpenError::Failed(error.to_string()),
    })
}

fn replay(service: &Service, events: &[Event]) -> Result<Match, OpenError> {
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

pub(crate) fn encode(message: &ToClient) -> Utf8Bytes {
    // Plain data with texts as keys: there is nothing that JSON cannot say.
    serde_json::to_string(message).unwrap_or_default().into()
}
