//! A match being played: one task owns it, and everybody else sends requests.
//!
//! The order is the same for everything that happens: the match decides what follows from a command,
//! the store keeps it, the match becomes so, and everybody is told. What is acknowledged is stored.

mod change;
mod computer;
mod duty;
mod handle;
mod saved;
mod snapshot;

use std::time::Duration;

use engine::Entry;
use play::{Event, Match};
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until};
use wire::{MatchState, ToClient};

use crate::converse::encode;
use crate::hub::Service;
use crate::time::now;
pub(crate) use change::No;
use change::{load, replay};
use computer::{Thinks, next_thought};
use duty::Duty;
pub(crate) use handle::{Handle, Order};
use handle::{Request, Subscriber};
pub(crate) use saved::saved;

/// How long a room stays open when nobody needs it.
const IDLE: Duration = Duration::from_secs(30);
/// How often those who watch hear of the computer's thinking.
const NEWS: Duration = Duration::from_millis(100);
/// When to try again if there was no place to think.
const RETRY: Duration = Duration::from_millis(250);
/// How many requests may wait.
const QUEUE: usize = 64;

/// A match being played.
pub(crate) struct Room {
    id: String,
    service: Service,
    entry: Entry,
    matching: Match,
    subscribers: Vec<Subscriber>,
    thinking: Option<Thinks>,
    /// There was no place to think, or something failed: try again then.
    retry: Option<Instant>,
    requests: mpsc::Receiver<Request>,
}

/// Why a room cannot be opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum OpenError {
    NotFound,
    Failed(String),
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
                if let Some(thinks) = &self.thinking {
                    thinks.hurry();
                }
            }
            Request::Look(look) => look(self),
            Request::Close => {}
        }
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
        let duty = self.thinking.as_ref().map(|thinks| thinks.duty);
        let thinks = matches!(duty, Some(Duty::Move(_)));
        snapshot::snapshot(&self.id, &self.matching, thinks, now())
    }

    fn broadcast(&mut self) {
        if !self.subscribers.is_empty() {
            self.tell_all(&ToClient::State(Box::new(self.state())));
        }
    }

    /// Who cannot listen as fast as this is not told any more: the client comes back.
    fn tell_all(&mut self, message: &ToClient) {
        let message = encode(message);
        self.subscribers.retain(|subscriber| subscriber.tell(&message));
    }
}

async fn until(instant: Option<Instant>) {
    match instant {
        Some(instant) => sleep_until(instant).await,
        None => std::future::pending().await,
    }
}
