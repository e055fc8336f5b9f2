//! Changes of a match: decided, stored, applied, acknowledged.

use play::{Command, Event, EventError, Kind, MatchSession, Player, Refusal, Time, Version};
use store::{Absence, Append, AppendOutcome, Error};
use wire::{ToClient, ToServer};

use crate::match_summary::{new_match, summary};
use crate::outage::StoreOutage;
use crate::room::latest_resumption;
use crate::time::WallJump;
use crate::{ClientMessage, Monotonic, Output, Room, StoreReply, StoreRequest, refusal};

/// How often a job is decided again because the match has been changed elsewhere in the meantime.
const CONFLICT_MAX_ATTEMPTS: u8 = 5;
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
    job: Job,
    purpose: Purpose,
    request: StoreRequest,
}

impl Pending {
    pub(crate) const fn job(&self) -> &Job {
        &self.job
    }
}

/// Purpose of a store request.
#[derive(Debug)]
enum Purpose {
    /// To append these events.
    Append(Vec<Event>),
    /// To find out whether a command that is refused now has been applied before.
    FindCommand(Refusal),
    /// To load a match that has been changed elsewhere.
    Reload(AfterReload),
    /// To load the events that another node has stored.
    CatchUp,
}

/// How often a match at one screen is loaded again because a command is refused.
const REFRESH_INTERVAL_MS: u64 = 1000;

/// What becomes of the job once the match has been loaded again.
#[derive(Clone, Copy, Debug)]
enum AfterReload {
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
    fn absence_behind(&self, job: &Job) -> Option<Absence> {
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

    fn request_store(&mut self, job: Job, purpose: Purpose, request: StoreRequest) {
        self.out.push(Output::Store(request.clone()));
        self.pending = Some(Box::new(Pending { job, purpose, request }));
    }

    /// Sends the pending request to the store once more.
    pub(crate) fn repeat_store_request(&mut self) {
        if let Some(pending) = &self.pending {
            self.out.push(Output::Store(pending.request.clone()));
        }
    }

    fn reload(&mut self, job: Job, then: AfterReload) {
        let load = StoreRequest::Load { match_id: self.id.clone() };
        self.request_store(job, Purpose::Reload(then), load);
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

    /// Handles the answer of the store.
    pub(crate) fn handle_store_reply(&mut self, reply: StoreReply, now: Monotonic) {
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
        self.complete(*pending, reply, now);
        if let Some(outage) = outage {
            self.resume_after(outage, now);
        }
    }

    /// The store works again: nobody's clock is charged for the time in which it did not.
    fn resume_after(&mut self, outage: StoreOutage, now: Monotonic) {
        self.retry_at = None;
        for job in &mut self.jobs {
            if let Job::Message { message, .. } = job {
                message.at = message.at.max(now);
            }
        }
        if self.has_running_clock() && now > outage.began {
            let (from, at) = (self.time_line.at(outage.began), self.time_line.at(now));
            self.jobs.push_front(Job::Resume { from, at });
        }
    }

    fn complete(&mut self, pending: Pending, reply: StoreReply, now: Monotonic) {
        let Pending { job, purpose, .. } = pending;
        match (purpose, reply) {
            (Purpose::Append(events), StoreReply::Appended(Ok(AppendOutcome::Stored(version)))) => {
                self.out.push(Output::Appended(version));
                match self.apply(&events) {
                    Ok(()) => self.finish(job, Ok(version), now),
                    Err(error) => {
                        // The same session has decided it, so that this is a bug.
                        tracing::error!(id = self.id, %error, "an event cannot be applied");
                        self.reload(job, AfterReload::Acknowledge(version));
                    }
                }
            }
            (
                Purpose::Append(_),
                StoreReply::Appended(Ok(AppendOutcome::AlreadyApplied(version))),
            )
            | (Purpose::FindCommand(_), StoreReply::Found(Ok(Some(version)))) => {
                if version > self.session.version() {
                    self.reload(job, AfterReload::Acknowledge(version));
                } else {
                    self.finish(job, Ok(version), now);
                }
            }
            (Purpose::Append(_), StoreReply::Appended(Err(Error::QuotaExceeded))) => {
                self.finish(job, Err(refusal::quota()), now);
            }
            // Another node has seen the player.
            (Purpose::Append(_), StoreReply::Appended(Err(Error::Present { since }))) => {
                if let Some(Absence { player, .. }) = self.absence_behind(&job) {
                    self.note_arrival_elsewhere(player, since);
                }
                // The next wake finds whether a seat is still to be freed.
                if let Job::Message { .. } = job {
                    self.finish(job, Err(Refusal::TOO_SOON), now);
                }
            }
            // Another writer was first, or an append that seemed to fail did not.
            (Purpose::Append(_), StoreReply::Appended(Err(Error::Conflict { .. }))) => {
                self.reload(job, AfterReload::Retry);
            }
            (Purpose::FindCommand(refusal), StoreReply::Found(Ok(None))) => {
                if self.may_be_out_of_date(&job, now) {
                    self.refreshed_at = Some(now);
                    self.reload(job, AfterReload::Retry);
                } else {
                    self.finish(job, Err(refusal), now);
                }
            }
            (Purpose::Reload(then), StoreReply::Loaded(Ok(events))) => {
                match MatchSession::replay(|game| self.catalogue.game(game), &events) {
                    Ok(session) => {
                        self.replace_session(session, &events);
                        self.continue_after_reload(&events, job, then, now);
                    }
                    Err(error) => {
                        tracing::error!(id = self.id, %error, "a match cannot be loaded again");
                        self.finish(job, Err(refusal::try_again()), now);
                    }
                }
            }
            // The same events may have been applied here while they were loaded.
            (Purpose::CatchUp, StoreReply::Loaded(Ok(tail))) => match self.apply(&tail) {
                Ok(()) => self.finish(job, Ok(self.session.version()), now),
                Err(error) => {
                    tracing::warn!(id = self.id, %error, "the tail does not fit the match");
                    self.reload(job, AfterReload::Retry);
                }
            },
            (Purpose::CatchUp, reply) => {
                tracing::warn!(id = self.id, ?reply, "the tail of a match cannot be loaded");
            }
            (_, reply) => {
                tracing::error!(id = self.id, ?reply, "the store does not do what it should");
                self.finish(job, Err(refusal::try_again()), now);
            }
        }
    }

    /// Whether a command may be refused only because another program, such as the terminal, has played on: at one
    /// screen, and not checked for a while.
    fn may_be_out_of_date(&self, job: &Job, now: Monotonic) -> bool {
        self.session.kind() == Kind::Local
            && matches!(job, Job::Message { attempts: 0, .. })
            && self.refreshed_at.is_none_or(|at| now.since(at) >= REFRESH_INTERVAL_MS)
    }

    fn continue_after_reload(
        &mut self,
        events: &[Event],
        mut job: Job,
        then: AfterReload,
        now: Monotonic,
    ) {
        if let AfterReload::Acknowledge(version) = then {
            return self.finish(job, Ok(version), now);
        }
        match &mut job {
            Job::Message { attempts, .. } | Job::EngineReply { attempts, .. } => {
                *attempts += 1;
                if *attempts < CONFLICT_MAX_ATTEMPTS {
                    self.jobs.push_front(job);
                } else {
                    self.finish(job, Err(refusal::try_again()), now);
                }
            }
            Job::Resume { from, at } | Job::FollowWallClock(WallJump { from, to: at }) => {
                if events.contains(&Event::Resumed { from: *from, at: *at }) {
                    let version = self.session.version();
                    self.finish(job, Ok(version), now);
                } else {
                    self.jobs.push_front(job);
                }
            }
            // The next wake finds what is still due.
            Job::CheckFlag | Job::FreeSeat(_) | Job::ExpireSeek | Job::CatchUp(_) => {}
        }
    }

    fn apply(&mut self, events: &[Event]) -> Result<(), EventError> {
        let was_pregame = self.session.pregame().is_some();
        for event in events {
            self.session.apply(event)?;
        }
        self.note_applied(was_pregame, events);
        Ok(())
    }

    /// Puts a session with all events of the match in the place of one that lacks some.
    fn replace_session(&mut self, session: MatchSession, events: &[Event]) {
        let was_pregame = self.session.pregame().is_some();
        self.session = session;
        self.note_applied(was_pregame, events);
    }

    fn note_applied(&mut self, was_pregame: bool, events: &[Event]) {
        self.dates.update(&self.session, events);
        self.resumed_until = self.resumed_until.max(latest_resumption(events));
        if was_pregame && self.session.current_match().is_some() {
            self.presence.restart();
        }
    }

    /// Finishes a job: a command is acknowledged or refused, anything else that failed is retried.
    fn finish(&mut self, job: Job, result: Result<Version, Refusal>, now: Monotonic) {
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
