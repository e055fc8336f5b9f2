//! How a match changes: decided, stored, made so, told.

use play::{
    Command, Event, Kind, Moment, Player, Refused, RefusedCode, Replay, Table, Time, Version, Who,
};
use store::{Answer, Append, Error, Next, Operation};
use wire::{Refusal, ServerRefusal, ToClient};

use crate::{No, Order, Output, Room, What};

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
    asked: Asked,
}

impl Pending {
    pub(crate) const fn job(&self) -> &Job {
        &self.job
    }
}

#[derive(Debug)]
enum Asked {
    /// To add these events.
    Append(Vec<Event>),
    /// Whether what is refused has been carried out before.
    Find(No),
    /// For the whole match, because another has changed it.
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
        if self.retry_at.is_some_and(|at| at > now) {
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
            Err(no) => match self.command_of(&job) {
                Some(command) => {
                    let find = Operation::Find { id: self.id.clone(), command };
                    self.ask(job, Asked::Find(no), find);
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
                Some(Box::new(Next { id: id.clone(), events }))
            }
            _ => None,
        });
        let append = Append {
            id: self.id.clone(),
            after: self.table.version(),
            command: self.command_of(&job),
            events: events.clone(),
            next,
        };
        self.ask(job, Asked::Append(events), Operation::Append(append));
    }

    fn ask(&mut self, job: Job, asked: Asked, operation: Operation) {
        self.pending = Some(Box::new(Pending { job, asked }));
        self.out.push(Output::Ask(operation));
    }

    fn load(&mut self, job: Job, then: Then) {
        let load = Operation::Load { id: self.id.clone() };
        self.ask(job, Asked::Load(then), load);
    }

    /// The name under which the store knows an order; `None` for what nobody sends twice, and for
    /// orders of those who have no seat.
    fn command_of(&self, job: &Job) -> Option<String> {
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
    pub(crate) fn answered(&mut self, answer: Result<Answer, Error>, now: Time) {
        let Some(pending) = self.pending.take() else { return };
        let Pending { job, asked } = *pending;
        match (asked, answer) {
            (Asked::Append(events), Ok(Answer::Version(version))) => match self.apply(&events) {
                Ok(()) => self.done(job, Ok(version), now),
                Err(error) => {
                    // It was decided by the same table.
                    tracing::error!(id = self.id, %error, "an event cannot be applied");
                    self.load(job, Then::Applied(version));
                }
            },
            (Asked::Append(_), Err(Error::AlreadyApplied { version }))
            | (Asked::Find(_), Ok(Answer::Found(Some(version)))) => {
                if version > self.table.version() {
                    self.load(job, Then::Applied(version));
                } else {
                    self.done(job, Ok(version), now);
                }
            }
            // Somebody else was quicker, or an earlier failure was none.
            (Asked::Append(_), Err(Error::Conflict { .. })) => self.load(job, Then::Again),
            (Asked::Find(no), Ok(Answer::Found(None))) => self.done(job, Err(no), now),
            (Asked::Load(then), Ok(Answer::Events(events))) => {
                match Table::replay(|game| self.catalogue.game(game), &events) {
                    Ok(table) => {
                        self.table = table;
                        self.loaded(&events, job, then, now);
                    }
                    Err(error) => {
                        tracing::error!(id = self.id, %error, "a match cannot be loaded again");
                        self.done(job, Err(No::try_again()), now);
                    }
                }
            }
            (_, answer) => {
                tracing::error!(id = self.id, ?answer, "the store does not do what it should");
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
