//! Answers of the store: events are applied, jobs acknowledged, or decided again.

use play::{Event, EventError, Kind, MatchSession, Refusal};
use store::{Absence, AppendOutcome, Error};

use crate::change::{AfterReload, Job, Pending, Purpose};
use crate::outage::StoreOutage;
use crate::room::latest_resumption;
use crate::time::WallJump;
use crate::{Monotonic, Output, Room, StoreReply, StoreRequest, refusal};

/// How often a job is decided again because the match has been changed elsewhere in the meantime.
const CONFLICT_MAX_ATTEMPTS: u8 = 5;
/// How often a match at one screen is loaded again because a command is refused.
const REFRESH_INTERVAL_MS: u64 = 1000;

impl Room {
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

    fn reload(&mut self, job: Job, then: AfterReload) {
        let load = StoreRequest::Load { match_id: self.id.clone() };
        self.request_store(job, Purpose::Reload(then), load);
    }

    /// Sends the pending request to the store once more.
    pub(crate) fn repeat_store_request(&mut self) {
        if let Some(pending) = &self.pending {
            self.out.push(Output::Store(pending.request.clone()));
        }
    }
}
