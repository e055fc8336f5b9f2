//! The room itself: what happens to it, and who hears of it.

use std::collections::VecDeque;
use std::sync::Arc;

use play::{Event, Kind, Match, Player, Replay, Table, Time, Version};
use rules::AnyGame;
use store::Outage;
use wire::{Greeting, MatchState, ServerRefusal, ToClient};

use crate::audience::Audience;
use crate::change::{Job, Pending};
use crate::listed::Dates;
use crate::outage::StoreOutage;
use crate::presence::Presence;
use crate::snapshot::{Around, Viewer, as_seen_by, snapshot};
use crate::{Catalogue, Duty, Input, No, Output, RateLimiter, Reader, Settings};

/// So many who come to watch or go are news of their own; of more, the next change tells.
const FEW: usize = 20;

/// A match being played, with everybody who follows it.
pub struct Room {
    pub(crate) id: String,
    pub(crate) catalogue: Arc<dyn Catalogue>,
    pub(crate) settings: Settings,
    pub(crate) table: Table,
    /// When it began and ended.
    pub(crate) dates: Dates,
    pub(crate) audience: Audience,
    pub(crate) presence: Presence,
    /// What is still to be decided, in the order in which it came.
    pub(crate) jobs: VecDeque<Job>,
    /// What the store has been asked for and has not answered yet.
    pub(crate) pending: Option<Box<Pending>>,
    /// What the computer has been asked for.
    pub(crate) thinking: Option<(Duty, Version)>,
    /// Something failed: it is tried again then.
    pub(crate) retry_at: Option<Time>,
    /// The store has failed to do what it was asked, which is still wanted.
    pub(crate) store_outage: Option<StoreOutage>,
    /// How often each player may still greet, and ask for something.
    greeting_limiters: [RateLimiter; 2],
    command_limiters: [RateLimiter; 2],
    /// What everybody has been told last.
    told: (Version, Presence, usize, bool),
    pub(crate) out: Vec<Output>,
}

impl Room {
    /// Opens the room of a match that the events tell of. The server did not run in the `outages`:
    /// no clock is charged for that.
    pub fn open(
        id: String,
        events: &[Event],
        catalogue: Arc<dyn Catalogue>,
        settings: Settings,
        outages: &[Outage],
        now: Time,
    ) -> Result<(Self, Vec<Output>), Replay> {
        let (begun, rest) = events.split_at(events.len().min(1));
        let mut table = Table::replay(|game| catalogue.game(game), begun)?;
        let mut dates = Dates::new(events);
        dates.look(&table, begun);
        for event in rest {
            table.apply(event)?;
            dates.look(&table, std::slice::from_ref(event));
        }
        let times = |event: &Event| event.at();
        let mut room = Self {
            id,
            catalogue,
            settings,
            dates,
            told: (table.version(), Presence::default(), 0, false),
            table,
            audience: Audience::default(),
            presence: Presence::default(),
            jobs: VecDeque::new(),
            pending: None,
            thinking: None,
            retry_at: None,
            store_outage: None,
            greeting_limiters: [RateLimiter::new(settings.greetings); 2],
            command_limiters: [RateLimiter::new(settings.commands); 2],
            out: Vec::new(),
        };
        let newest = events.iter().rev().find_map(times).unwrap_or(now);
        room.resume(newest, outages, now);
        room.told.1.look(&room.table, &room.audience, &settings, now);
        let outputs = room.settle(None, now);
        Ok((room, outputs))
    }

    /// Plans what the clocks are not charged for. On one screen that is all the time while the room
    /// was closed: whoever starts the program has not sat down yet.
    fn resume(&mut self, newest: Time, outages: &[Outage], now: Time) {
        let runs = |playing: &Match| playing.clock().is_some_and(|clock| clock.running().is_some());
        if !self.table.matching().is_some_and(runs) {
            return;
        }
        let jobs = &mut self.jobs;
        match self.table.kind() {
            Kind::Local => jobs.push_back(Job::Resume { from: newest, at: now }),
            Kind::Online => {
                let since = outages.iter().filter(|outage| outage.ended > newest);
                jobs.extend(since.map(|outage| Job::Resume {
                    from: outage.began.max(newest),
                    at: outage.ended,
                }));
            }
        }
    }

    /// What follows from something that happens at `now`.
    pub fn handle(&mut self, input: Input, now: Time) -> Vec<Output> {
        let mut greeted = None;
        match input {
            Input::Hello { from, key } => {
                let seated = key.is_some_and(|key| self.table.holder(&key).is_some());
                let is_new = !self.audience.has(from);
                if is_new && !seated && self.watchers() >= self.settings.watchers {
                    let text = texts::text("refused-full", &[]);
                    let no = No::server(ServerRefusal::Full, text);
                    self.tell(from, no.to(None));
                    self.out.push(Output::Dismiss(from));
                } else {
                    self.audience.add(from, key);
                    greeted = Some(from);
                }
            }
            Input::Gone(reader) => self.audience.remove(reader),
            Input::Order(order) => {
                if self.may_order(order.from, now) {
                    self.jobs.push_back(Job::Order { order, attempts: 0 });
                } else {
                    self.tell(order.from, No::slow_down().to(Some(order.id)));
                }
            }
            Input::Greet { from, greeting } => self.greet(from, greeting, now),
            Input::Lag { of, millis } => self.audience.set_lag(of, millis),
            Input::Thought { version, command } => {
                self.jobs.push_back(Job::Thought { version, command, attempts: 0 });
            }
            Input::Stored(reply) => self.stored(reply, now),
            Input::Wake => self.wake(now),
        }
        self.settle(greeted, now)
    }

    /// Goes on as far as possible without the store, and tells whoever must know.
    fn settle(&mut self, greeted: Option<Reader>, now: Time) -> Vec<Output> {
        self.advance(now);
        self.presence.look(&self.table, &self.audience, &self.settings, now);
        self.consider(now);
        let watchers = self.watchers().min(FEW);
        let told = (self.table.version(), self.presence, watchers, self.store_outage.is_some());
        if told != self.told {
            self.told = told;
            self.broadcast(now);
            self.out.push(Output::Changed);
        } else if let Some(reader) = greeted {
            let state = as_seen_by(self.viewer(reader), self.whole_state(now));
            self.tell(reader, ToClient::State(Box::new(state)));
        }
        std::mem::take(&mut self.out)
    }

    /// When the room next wants to hear of the time, if the store does not answer before.
    pub fn wakes_at(&self) -> Option<Time> {
        if self.pending.is_some() || self.retry_at.is_some() {
            return self.retry_at;
        }
        let flag = self.table.matching().and_then(|playing| {
            let running = playing.player(playing.clock()?.running()?);
            playing.flag_falls_at(self.audience.lag(&self.table, running))
        });
        let vacates = self.guest_to_go().and_then(|guest| self.presence.until(guest));
        flag.into_iter().chain(vacates).min()
    }

    fn wake(&mut self, now: Time) {
        let is_due = self.retry_at.take_if(|at| *at <= now).is_some();
        if is_due && self.store_outage.is_some() {
            self.ask_again();
        }
        if self.retry_at.is_some() || self.pending.is_some() {
            return;
        }
        if self.due(now).is_some() {
            self.jobs.push_back(Job::Tick);
        }
        if let Some(guest) = self.guest_to_go()
            && self.presence.has_been_waited_for(guest, now)
        {
            self.jobs.push_back(Job::Vacate(guest));
        }
    }

    /// The guest whose seat is free again if nobody comes back, before the start.
    pub(crate) fn guest_to_go(&self) -> Option<Player> {
        let gathering = self.table.gathering().filter(|gathering| !gathering.is_closed())?;
        let guest = gathering.opening().host.other();
        (!self.presence.is_here(guest)).then_some(guest)
    }

    /// What has happened by the passing of time alone, at `at`.
    pub(crate) fn due(&self, at: Time) -> Option<Event> {
        let playing = self.table.matching()?;
        let running = playing.player(playing.clock()?.running()?);
        playing.tick(at, self.audience.lag(&self.table, running))
    }

    /// Has the computer do what it has to do now, and nothing else.
    fn consider(&mut self, now: Time) {
        if self.retry_at.is_some_and(|at| at > now) {
            return;
        }
        let wanted = self.is_wanted();
        let duty = self.table.matching().and_then(Duty::of).filter(|_| wanted);
        let version = self.table.version();
        let duty = duty.map(|duty| (duty, version));
        if duty == self.thinking {
            return;
        }
        self.thinking = duty;
        self.out.push(match duty {
            Some((duty, version)) => Output::Think { duty, version },
            None => Output::Rest,
        });
    }

    /// Two computers play only while somebody watches.
    fn is_wanted(&self) -> bool {
        let human = |player: &Player| self.table.who(*player).is_none_or(play::Who::is_human);
        Player::ALL.iter().any(human) || !self.audience.is_empty()
    }

    /// Whether a player has not asked for too much already, over all sockets together.
    fn may_order(&mut self, reader: Reader, now: Time) -> bool {
        match self.holder(reader) {
            Some(player) => self.command_limiters[player as usize].allow(now),
            None => true,
        }
    }

    fn greet(&mut self, from: Reader, greeting: Greeting, now: Time) {
        let Some(player) = self.holder(from) else {
            return self.tell(from, No::not_yours().to(None));
        };
        if !self.greeting_limiters[player as usize].allow(now) {
            return self.tell(from, No::slow_down().to(None));
        }
        let to = self.audience.all();
        self.out.push(Output::Tell { to, message: ToClient::Greeted { player, greeting } });
    }

    /// The player whose seat a reader has.
    pub(crate) fn holder(&self, reader: Reader) -> Option<Player> {
        self.audience.key(reader).and_then(|key| self.table.holder(&key))
    }

    pub(crate) fn tell(&mut self, to: Reader, message: ToClient) {
        self.out.push(Output::Tell { to: vec![to], message });
    }

    fn broadcast(&mut self, now: Time) {
        let mut parts = self.audience.parted(&self.table);
        let Some((last, to_last)) = parts.pop() else { return };
        let whole = self.whole_state(now);
        for (player, to) in parts {
            let state = as_seen_by(self.viewer_as(player), whole.clone());
            self.out.push(Output::Tell { to, message: ToClient::State(Box::new(state)) });
        }
        let state = as_seen_by(self.viewer_as(last), whole);
        self.out.push(Output::Tell { to: to_last, message: ToClient::State(Box::new(state)) });
    }

    fn viewer(&self, reader: Reader) -> Viewer {
        self.viewer_as(self.holder(reader))
    }

    fn viewer_as(&self, player: Option<Player>) -> Viewer {
        match (self.table.kind(), player) {
            (Kind::Local, _) => Viewer::Screen,
            (Kind::Online, Some(player)) => Viewer::Player(player),
            (Kind::Online, None) => Viewer::Watcher,
        }
    }

    fn whole_state(&self, now: Time) -> MatchState {
        let around = Around {
            id: &self.id,
            presence: &self.presence,
            watchers: self.watchers(),
            thinking: matches!(self.thinking, Some((Duty::Move(_), _))),
            unstored: self.store_outage.is_some(),
            now,
        };
        snapshot(&self.table, &around)
    }

    /// The match as somebody without a seat sees it.
    pub fn state(&self, now: Time) -> MatchState {
        as_seen_by(self.viewer_as(None), self.whole_state(now))
    }

    /// The table with all that has been stored.
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// The game.
    pub fn game(&self) -> &'static dyn AnyGame {
        self.table.game()
    }

    /// The name of the match.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// How many follow without a seat.
    pub(crate) fn watchers(&self) -> usize {
        match self.table.kind() {
            Kind::Local => 0,
            Kind::Online => self.audience.watchers(&self.table),
        }
    }

    /// Whether a reader may have the computer move at once: not those who only watch others.
    pub fn may_hurry(&self, reader: Reader) -> bool {
        self.viewer(reader) != Viewer::Watcher
    }

    /// Whether the clocks still have to be told that the server was away.
    pub fn is_resuming(&self) -> bool {
        let pending = self.pending.iter().map(|pending| pending.job());
        self.jobs.iter().chain(pending).any(|job| matches!(job, Job::Resume { .. }))
    }

    /// How many orders wait to be decided.
    pub fn backlog(&self) -> usize {
        self.jobs.len()
    }

    /// Whether a clock runs.
    pub fn has_running_clock(&self) -> bool {
        let clock = self.table.matching().and_then(Match::clock);
        clock.is_some_and(|clock| clock.running().is_some())
    }

    /// Whether nobody needs the room: nothing is lost if it is closed and opened again.
    pub fn is_idle(&self) -> bool {
        self.audience.is_empty()
            && self.pending.is_none()
            && self.jobs.is_empty()
            && self.thinking.is_none()
            && self.retry_at.is_none()
            && !self.has_running_clock()
    }
}
