//! Changes of a match: jobs that are decided, one after another, and stored. What comes of a store request is in
//! `store_reply`.
//!
//! | state | `pending` | `retry_at` | commands | goes on with |
//! |---|---|---|---|---|
//! | ready | – | – | are decided at once | any input |
//! | storing | a request | – | wait | `Input::Stored` |
//! | store fails (`store_outage`) | the request | when it is sent again | wait | `Input::Wake` |
//! | a job has failed | – | when the jobs go on | are refused | `Input::Wake` |

use play::{Command, Event, Kind, Player, Refusal, Time, Version};
use store::{Absence, Append};
use wire::{ToClient, ToServer};

use crate::match_summary::{new_match, summary};
use crate::time::WallJump;
use crate::{ClientMessage, Monotonic, Output, Room, StoreRequest, refusal};

/// Digits of the sender's seat key before a command's id in its idempotency key: ids of one client are
/// not those of another.
const IDEMPOTENCY_SCOPE_DIGITS: usize = 16;

/// A change that is still to be decided.
#[derive(Clone, Debug)]
pub(crate) enum Job {
    /// A command or a join of a subscriber.
    Message { message: Box<ClientMessage>, attempts: u8 },
    /// The answer of the engine.
    EngineReply { version: Version, command: Option<Command>, attempts: u8 },
    /// A clock may have run down.
    CheckFlag,
    /// The seat of a guest who did not come back before the start is freed; a seek whose host did not is closed.
    FreeSeat(Player),
    /// A seek that has waited too long is closed.
    ExpireSeek,
    /// The clocks are credited with an outage.
    Resume { from: Time, at: Time },
    /// The time of the match goes forward with the wall clock, and the clocks are credited with that.
    FollowWallClock(WallJump),
    /// The events up to this version that another node has stored are loaded.
    CatchUp(Version),
}

/// A store request that has not been answered yet, and the job that it belongs to.
#[derive(Debug)]
pub(crate) struct Pending {
    pub(crate) job: Job,
    pub(crate) purpose: Purpose,
    pub(crate) request: StoreRequest,
}

impl Pending {
    pub(crate) const fn job(&self) -> &Job {
        &self.job
    }
}

/// Purpose of a store request.
#[derive(Debug)]
pub(crate) enum Purpose {
    /// To append these events.
    Append(Vec<Event>),
    /// To find out whether a command that is refused now has been applied before.
    FindCommand(Refusal),
    /// To load a match that has been changed elsewhere.
    Reload(AfterReload),
    /// To load the events that another node has stored.
    CatchUp,
}

/// What becomes of the job once the match has been loaded again.
#[derive(Clone, Copy, Debug)]
pub(crate) enum AfterReload {
    /// It is decided again.
    Retry,
    /// It is acknowledged: it has led to this version.
    Acknowledge(Version),
}

/// The version for which a command is meant, if it names one. The sender may have it from another node.
const fn named_version(received: &ClientMessage) -> Option<Version> {
    match received.message {
        ToServer::Command { version, .. } => version,
        _ => None,
    }
}

impl Room {
    /// Decides the jobs that wait, until the store has to be asked.
    pub(crate) fn advance(&mut self, now: Monotonic) {
        if self.pending.is_none() && self.retry_at.is_some_and(|at| at > now) {
            return self.refuse_commands(now);
        }
        while self.pending.is_none()
            && let Some(job) = self.jobs.pop_front()
        {
            let at = match &job {
                Job::Message { message, .. } => Some(message.at),
                // Clocks are credited before anybody's flag can fall.
                Job::Resume { .. } | Job::FollowWallClock(_) | Job::CatchUp(_) => None,
                Job::EngineReply { .. } | Job::CheckFlag | Job::FreeSeat(_) | Job::ExpireSeek => {
                    Some(now)
                }
            };
            if let Some(flag) = at.and_then(|at| self.fallen_flag(at)) {
                self.jobs.push_front(job);
                self.append(Job::CheckFlag, vec![flag]);
            } else {
                self.start(job, now);
            }
        }
    }

    /// Refuses the commands that wait while the store fails; everything else goes on waiting.
    fn refuse_commands(&mut self, now: Monotonic) {
        for job in std::mem::take(&mut self.jobs) {
            if let Job::Message { .. } = job {
                self.finish(job, Err(refusal::try_again()), now);
            } else {
                self.jobs.push_back(job);
            }
        }
    }

    fn start(&mut self, mut job: Job, now: Monotonic) {
        if let Job::Message { message, attempts: attempts @ 0 } = &mut job
            && let Some(version) = named_version(message)
            && version > self.session.version()
        {
            *attempts += 1;
            self.jobs.push_front(job);
            return self.start(Job::CatchUp(version), now);
        }
        let time = self.time_line.at(now);
        let decided = match &mut job {
            Job::Message { message, .. } => self.decide(message),
            Job::EngineReply { version, command, .. } => {
                self.decide_engine_reply(*version, command.as_ref(), time)
            }
            Job::FreeSeat(player) => {
                let gone = self.absent_before_start() == Some(*player);
                let due = gone && self.grace_period_is_over(*player, now);
                let freed = if self.is_seek() {
                    Event::Aborted { at: time }
                } else {
                    Event::Left { player: *player, at: time }
                };
                Ok(due.then_some(freed).into_iter().collect())
            }
            Job::ExpireSeek => {
                let due = self.seek_expires_at().is_some_and(|at| at <= now);
                Ok(due.then_some(Event::Aborted { at: time }).into_iter().collect())
            }
            Job::Resume { from, at } => Ok(self.resumption(*from, *at)),
            Job::FollowWallClock(jump) => {
                *jump = jump.begun_at(time);
                Ok(self.resumption(jump.from, jump.to))
            }
            Job::CatchUp(version) if *version > self.session.version() => {
                let (match_id, after) = (self.id.clone(), self.session.version());
                let load = StoreRequest::LoadTail { match_id, after };
                return self.request_store(job, Purpose::CatchUp, load);
            }
            // A flag that has fallen has just been appended.
            Job::CheckFlag | Job::CatchUp(_) => return,
        };
        match decided {
            Ok(events) if events.is_empty() => {
                let version = self.session.version();
                self.finish(job, Ok(version), now);
            }
            Ok(events) => self.append(job, events),
            // It may be refused because it has been applied already.
            Err(refusal) => match self.idempotency_key(&job) {
                Some(idempotency_key) => {
                    let match_id = self.id.clone();
                    let find = StoreRequest::FindCommand { match_id, idempotency_key };
                    self.request_store(job, Purpose::FindCommand(refusal), find);
                }
                None => self.finish(job, Err(refusal), now),
            },
        }
    }

    /// The event that credits a running clock with an outage, less what another node has credited it with.
    fn resumption(&self, from: Time, at: Time) -> Vec<Event> {
        let from = from.max(self.resumed_until);
        let is_due = self.has_running_clock() && from < at;
        is_due.then_some(Event::Resumed { from, at }).into_iter().collect()
    }

    /// Plans to load the events up to a version that the store has.
    pub(crate) fn catch_up(&mut self, version: Version) {
        let is_planned = |job: &Job| matches!(job, Job::CatchUp(planned) if *planned >= version);
        let pending = self.pending.iter().map(|pending| pending.job());
        if version > self.session.version() && !self.jobs.iter().chain(pending).any(is_planned) {
            self.jobs.push_front(Job::CatchUp(version));
        }
    }

    fn append(&mut self, job: Job, mut events: Vec<Event>) {
        // A message may be older than what was stored since.
        for event in &mut events {
            let earliest = self.dates.earliest_time(event);
            if let Some(at) = event.at_mut() {
                *at = earliest.max(*at);
            }
        }
        let next = events.iter().find_map(|event| match event {
            Event::Rematched { id, at } => {
                let events = self.session.rematch_events(*at)?;
                let next = new_match(|game| self.catalogue.game(game), id.clone(), events);
                Some(Box::new(next))
            }
            _ => None,
        });
        let append = Append {
            match_id: self.id.clone(),
            expected_version: self.session.version(),
            idempotency_key: self.idempotency_key(&job),
            summary: self.summary_after(&events),
            events: events.clone(),
            next,
            next_quota: self.settings.storage,
            absence: self.absence_behind(&job),
        };
        self.request_store(job, Purpose::Append(events), StoreRequest::Append(Box::new(append)));
    }

    /// The absence that a job follows from.
    pub(crate) fn absence_behind(&self, job: &Job) -> Option<Absence> {
        let absent = match job {
            Job::FreeSeat(player) => *player,
            Job::Message { message, .. } => match &message.message {
                ToServer::Command { player, command: Command::Claim { .. }, .. } => player.other(),
                _ => return None,
            },
            _ => return None,
        };
        self.absence(absent)
    }

    /// Summary of the match once these events have been applied.
    fn summary_after(&mut self, events: &[Event]) -> Option<store::MatchSummary> {
        let mut dates = self.dates;
        let summary = self.session.preview(events, |session| {
            dates.update(session, events);
            summary(session, dates)
        });
        summary.ok()
    }

    pub(crate) fn request_store(&mut self, job: Job, purpose: Purpose, request: StoreRequest) {
        self.out.push(Output::Store(request.clone()));
        self.pending = Some(Box::new(Pending { job, purpose, request }));
    }

    /// Idempotency key of a command; `None` for what nobody sends twice, and for commands of those who
    /// have no key.
    fn idempotency_key(&self, job: &Job) -> Option<String> {
        let Job::Message { message, .. } = job else { return None };
        let id = &message.message.command_id()?.0;
        match self.session.kind() {
            Kind::Local if !self.subscribers.is_granted(message.from) => None,
            Kind::Local => Some(id.clone()),
            Kind::Online => {
                let key = self.subscribers.key(message.from)?.to_string();
                Some(format!("{}:{id}", key.get(..IDEMPOTENCY_SCOPE_DIGITS)?))
            }
        }
    }

    /// Finishes a job: a command is acknowledged or refused, anything else that failed is retried.
    pub(crate) fn finish(&mut self, job: Job, result: Result<Version, Refusal>, now: Monotonic) {
        match (job, result) {
            (Job::Message { message, .. }, result) => {
                let Some(id) = message.message.command_id().cloned() else { return };
                let answer = match result {
                    Ok(version) => ToClient::Applied { id, version },
                    Err(refusal) => ToClient::refused(Some(id), refusal),
                };
                self.send(message.from, answer);
            }
            (Job::FollowWallClock(jump), Ok(_)) => self.time_line.follow(jump),
            (_, Ok(_)) => {}
            (job, Err(Refusal { text, .. })) => {
                tracing::error!(id = self.id, ?job, %text, "something is tried again");
                self.engine_task = None;
                self.retry_at = Some(now.after(self.settings.retry_ms));
                if let Job::Resume { .. } | Job::FollowWallClock(_) = job {
                    self.jobs.push_front(job);
                }
            }
        }
    }
}
