//! How a match changes: decided, stored, made so, told.

use play::{
    Command, Event, Kind, Moment, Player, Refused, RefusedCode, Replay, Table, Time, Version, Who,
};
use store::{Append, Error};
use wire::{Refusal, ServerRefusal, ToClient};

use crate::listed::{new_match, summary};
use crate::outage::StoreOutage;
use crate::{No, Order, Output, Room, StoreReply, StoreRequest, What};

/// How often something is decided anew because another was quicker.
const ATTEMPTS: u8 = 5;
/// How many digits of its key stand before a client's name for a command: names of one client are
/// not those of another.
const SCOPE: usize = 16;

/// Something to be decided.
#[derive(Clone, Debug)]
pub(crate) enum Job {
    /// What a reader asks for.
    Order { order: Box<Order>, attempts: u8 },
    /// What the computer wants.
    Thought { version: Version, command: Option<Command>, attempts: u8 },
    /// A clock may have run down.
    Tick,
    /// Somebody did not come back before the start.
    Vacate(Player),
    /// The server was away.
    Resume { from: Time, at: Time },
}

/// What the store has been asked for, and what for.
#[derive(Debug)]
pub(crate) struct Pending {
    job: Job,
    purpose: Purpose,
    request: StoreRequest,
}

impl Pending {
    pub(crate) const fn job(&self) -> &Job {
        &self.job
    }
}

/// Why the store has been asked.
#[derive(Debug)]
enum Purpose {
    /// These events are to be stored.
    Append(Vec<Event>),
    /// What is refused may have been applied before.
    Find(No),
    /// The match has been changed by another.
    Load(Then),
}

/// What to do with a match that has been loaded again.
#[derive(Clone, Copy, Debug)]
enum Then {
    /// Decide again.
    Again,
    /// The command has been carried out.
    Applied(Version),
}

impl Room {
    /// Decides what waits, until the store has to be asked.
    pub(crate) fn advance(&mut self, now: Time) {
        if self.pending.is_none() && self.retry_at.is_some_and(|at| at > now) {
            return self.put_off(now);
        }
        while self.pending.is_none()
            && let Some(job) = self.jobs.pop_front()
        {
            let at = match &job {
                Job::Order { order, .. } => order.at,
                // The clock goes on from where it was, before anybody's flag can fall.
                Job::Resume { .. } => Time(0),
                Job::Thought { .. } | Job::Tick | Job::Vacate(_) => now,
            };
            if let Some(flag) = self.due(at) {
                self.jobs.push_front(job);
                self.append(Job::Tick, vec![flag]);
            } else {
                self.start(job, now);
            }
        }
    }

    /// The store has just failed: orders are refused for now, everything else waits.
    fn put_off(&mut self, now: Time) {
        for job in std::mem::take(&mut self.jobs) {
            if let Job::Order { .. } = job {
                self.done(job, Err(No::try_again()), now);
            } else {
                self.jobs.push_back(job);
            }
        }
    }

    fn start(&mut self, job: Job, now: Time) {
        let decided = match &job {
            Job::Order { order, .. } => self.decide(order),
            Job::Thought { version, command, .. } => {
                self.decide_thought(*version, command.as_ref(), now)
            }
            // Whatever was due has just been seen to.
            Job::Tick => return,
            Job::Vacate(guest) => {
                let gone = self.guest_to_go() == Some(*guest);
                let due = gone && self.presence.has_been_waited_for(*guest, now);
                Ok(due.then_some(Event::Left { player: *guest, at: now }).into_iter().collect())
            }
            Job::Resume { from, at } => Ok(vec![Event::Resumed { from: *from, at: *at }]),
        };
        match decided {
            Ok(events) if events.is_empty() => {
                let version = self.table.version();
                self.done(job, Ok(version), now);
            }
            Ok(events) => self.append(job, events),
            // It may be refused because it has been carried out already.
            Err(no) => match self.idempotency_key(&job) {
                Some(idempotency_key) => {
                    let match_id = self.id.clone();
                    let find = StoreRequest::FindCommand { match_id, idempotency_key };
                    self.ask(job, Purpose::Find(no), find);
                }
                None => self.done(job, Err(no), now),
            },
        }
    }

    fn decide(&mut self, order: &Order) -> Result<Vec<Event>, No> {
        let Order { from, what, at, fresh, .. } = order;
        match what {
            What::Join { player, name } => {
                let key = self.audience.key(*from).ok_or_else(|| {
                    let text = texts::text("refused-no-secret", &[]);
                    No::server(ServerRefusal::BadMessage, text)
                })?;
                Ok(self.table.join(key, *player, name, *at)?)
            }
            What::Command { player, command, version } => {
                self.may_command(order, *player, command)?;
                if version.is_some_and(|version| version != self.table.version()) {
                    return Err(No::stale());
                }
                self.check(*player, command, *at)?;
                let lag = self.audience.lag(&self.table, *player);
                let events =
                    self.table.decide(*player, command, Moment { now: *at, lag, fresh })?;
                if *command == Command::Leave && events.is_empty() {
                    self.audience.leave(&self.table, *player);
                    self.presence.look(&self.table, &self.audience, &self.settings, *at);
                    self.presence.hasten(*player, &self.settings, *at);
                }
                Ok(events)
            }
        }
    }

    /// What the table itself cannot know.
    fn check(&self, player: Player, command: &Command, at: Time) -> Result<(), No> {
        match command {
            Command::Claim { .. } if !self.presence.has_been_waited_for(player.other(), at) => {
                Err(Refused::TOO_SOON.into())
            }
            Command::Invite { opponent, .. }
                if !self.catalogue.has_opponent(self.game().info().id, opponent) =>
            {
                let args = [("name", opponent.as_str().into())];
                let text = texts::text("problem-no-opponent", &args);
                Err(No { code: Refusal::Match(RefusedCode::NotAllowed), text })
            }
            _ => Ok(()),
        }
    }

    /// A seat is its holder's. At one screen clients move for people; where two computers play, they
    /// may only end it or go back.
    fn may_command(&self, order: &Order, player: Player, command: &Command) -> Result<(), No> {
        let human = |player: Player| self.table.who(player).is_some_and(Who::is_human);
        let allowed = match self.table.kind() {
            Kind::Online => self.holder(order.from) == Some(player),
            Kind::Local if human(player) => true,
            Kind::Local => {
                let ends = Command::Abort == *command || Command::Resign == *command;
                let goes = Command::Undo == *command || Command::Redo == *command;
                !human(player.other()) && (ends || goes)
            }
        };
        if allowed { Ok(()) } else { Err(No::not_yours()) }
    }

    /// What follows from a thought: nothing if it is about another version.
    fn decide_thought(
        &self,
        version: Version,
        command: Option<&Command>,
        now: Time,
    ) -> Result<Vec<Event>, No> {
        let Some((duty, about)) = self.thinking else { return Ok(Vec::new()) };
        let Some(playing) = self.table.matching() else { return Ok(Vec::new()) };
        if version != self.table.version() || about != version {
            return Ok(Vec::new());
        }
        let decide = |command: &Command| playing.decide(duty.player(), command, now, 0);
        match command.map(decide) {
            Some(Ok(events)) => Ok(events),
            // The thinker failed or does not know the rules: any legal move is better than none.
            refused => {
                if let Some(Err(refused)) = refused {
                    tracing::error!(id = self.id, ?command, %refused, "the computer is refused");
                }
                let any = duty.without_thought(playing);
                Ok(any.as_ref().map(decide).transpose()?.unwrap_or_default())
            }
        }
    }

    fn append(&mut self, job: Job, events: Vec<Event>) {
        let next = events.iter().find_map(|event| match event {
            Event::Rematched { id, at } => {
                let events = self.table.again(*at)?;
                let next = new_match(|game| self.catalogue.game(game), id.clone(), events);
                Some(Box::new(next))
            }
            _ => None,
        });
        let append = Append {
            match_id: self.id.clone(),
            expected_version: self.table.version(),
            idempotency_key: self.idempotency_key(&job),
            events: events.clone(),
            summary: self.summary_after(&events),
            next,
        };
        self.ask(job, Purpose::Append(events), StoreRequest::Append(Box::new(append)));
    }

    /// What lists say of the match with these events.
    fn summary_after(&self, events: &[Event]) -> Option<store::MatchSummary> {
        let (mut table, mut dates) = (self.table.clone(), self.dates);
        for event in events {
            table.apply(event).ok()?;
        }
        dates.look(&table, events);
        Some(summary(&table, dates))
    }

    fn ask(&mut self, job: Job, purpose: Purpose, request: StoreRequest) {
        self.out.push(Output::Store(request.clone()));
        self.pending = Some(Box::new(Pending { job, purpose, request }));
    }

    /// Asks the store once more for what it could not do.
    pub(crate) fn ask_again(&mut self) {
        if let Some(pending) = &self.pending {
            self.out.push(Output::Store(pending.request.clone()));
        }
    }

    fn load(&mut self, job: Job, then: Then) {
        let load = StoreRequest::Load { match_id: self.id.clone() };
        self.ask(job, Purpose::Load(then), load);
    }

    /// The name under which the store knows an order; `None` for what nobody sends twice, and for
    /// orders of those who have no seat.
    fn idempotency_key(&self, job: &Job) -> Option<String> {
        let Job::Order { order, .. } = job else { return None };
        let id = &order.id.0;
        match self.table.kind() {
            Kind::Local => Some(id.clone()),
            Kind::Online => {
                let key = self.audience.key(order.from)?.to_string();
                Some(format!("{}:{id}", key.get(..SCOPE)?))
            }
        }
    }

    /// The store has answered.
    pub(crate) fn stored(&mut self, reply: StoreReply, now: Time) {
        let Some(pending) = self.pending.take() else { return };
        if let Some(error) = reply.retryable_error() {
            let outage = StoreOutage::failed_again(self.store_outage, now);
            tracing::error!(id = self.id, %error, "the store is asked again later");
            self.retry_at = Some(outage.retry_at(&self.settings, now));
            self.store_outage = Some(outage);
            self.pending = Some(pending);
            return;
        }
        let outage = self.store_outage.take();
        self.settle_pending(*pending, reply, now);
        if let Some(outage) = outage {
            self.resume_after(outage, now);
        }
    }

    /// The store works again: nobody's clock is charged for the time in which it did not.
    fn resume_after(&mut self, outage: StoreOutage, now: Time) {
        self.retry_at = None;
        for job in &mut self.jobs {
            if let Job::Order { order, .. } = job {
                order.at = order.at.max(now);
            }
        }
        if self.has_running_clock() && now > outage.began {
            self.jobs.push_front(Job::Resume { from: outage.began, at: now });
        }
    }

    fn settle_pending(&mut self, pending: Pending, reply: StoreReply, now: Time) {
        let Pending { job, purpose, .. } = pending;
        match (purpose, reply) {
            (Purpose::Append(events), StoreReply::Appended(Ok(version))) => {
                match self.apply(&events) {
                    Ok(()) => self.done(job, Ok(version), now),
                    Err(error) => {
                        // It was decided by the same table.
                        tracing::error!(id = self.id, %error, "an event cannot be applied");
                        self.load(job, Then::Applied(version));
                    }
                }
            }
            (Purpose::Append(_), StoreReply::Appended(Err(Error::AlreadyApplied { version })))
            | (Purpose::Find(_), StoreReply::Found(Ok(Some(version)))) => {
                if version > self.table.version() {
                    self.load(job, Then::Applied(version));
                } else {
                    self.done(job, Ok(version), now);
                }
            }
            // Somebody else was quicker, or an earlier failure was none.
            (Purpose::Append(_), StoreReply::Appended(Err(Error::Conflict { .. }))) => {
                self.load(job, Then::Again);
            }
            (Purpose::Find(no), StoreReply::Found(Ok(None))) => self.done(job, Err(no), now),
            (Purpose::Load(then), StoreReply::Loaded(Ok(events))) => {
                match Table::replay(|game| self.catalogue.game(game), &events) {
                    Ok(table) => {
                        self.table = table;
                        self.dates.look(&self.table, &events);
                        self.loaded(&events, job, then, now);
                    }
                    Err(error) => {
                        tracing::error!(id = self.id, %error, "a match cannot be loaded again");
                        self.done(job, Err(No::try_again()), now);
                    }
                }
            }
            (_, reply) => {
                tracing::error!(id = self.id, ?reply, "the store does not do what it should");
                self.done(job, Err(No::try_again()), now);
            }
        }
    }

    fn loaded(&mut self, events: &[Event], mut job: Job, then: Then, now: Time) {
        if let Then::Applied(version) = then {
            return self.done(job, Ok(version), now);
        }
        match &mut job {
            Job::Order { attempts, .. } | Job::Thought { attempts, .. } => {
                *attempts += 1;
                if *attempts < ATTEMPTS {
                    self.jobs.push_front(job);
                } else {
                    self.done(job, Err(No::try_again()), now);
                }
            }
            Job::Resume { from, at } => {
                if !events.contains(&Event::Resumed { from: *from, at: *at }) {
                    self.jobs.push_front(job);
                }
            }
            // What is still due will be seen.
            Job::Tick | Job::Vacate(_) => {}
        }
    }

    fn apply(&mut self, events: &[Event]) -> Result<(), Replay> {
        let gathered = self.table.gathering().is_some();
        for event in events {
            self.table.apply(event)?;
        }
        self.dates.look(&self.table, events);
        if gathered && self.table.matching().is_some() {
            self.presence.restart();
        }
        Ok(())
    }

    /// A job is done: whoever asked for it is told.
    fn done(&mut self, job: Job, result: Result<Version, No>, now: Time) {
        match (job, result) {
            (Job::Order { order, .. }, result) => {
                let message = match result {
                    Ok(version) => ToClient::Applied { id: order.id, version },
                    Err(no) => no.to(Some(order.id)),
                };
                self.tell(order.from, message);
            }
            (_, Ok(_)) => {}
            (job, Err(No { text, .. })) => {
                tracing::error!(id = self.id, ?job, %text, "something is tried again");
                self.thinking = None;
                self.retry_at = Some(Time(now.0 + self.settings.retry));
                if let Job::Resume { .. } = job {
                    self.jobs.push_front(job);
                }
            }
        }
    }
}
