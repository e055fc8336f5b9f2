//! Summary of a match for lists.

use play::{Event, EventError, Kind, Match, MatchSession, Player, Time};
use rules::{AnyGame, BySeat};
use store::{MatchSummary, NewMatch};

use crate::snapshot::end_reason;

/// Summary of the match that has had these events.
pub fn summarise(
    find: impl Fn(&str) -> Option<&'static dyn AnyGame>,
    events: &[Event],
) -> Result<MatchSummary, EventError> {
    let mut session = MatchSession::replay(find, events.get(..1).unwrap_or_default())?;
    let mut dates = Dates::new(events);
    dates.update(&session, events.get(..1).unwrap_or_default());
    for event in events.iter().skip(1) {
        session.apply(event)?;
        dates.update(&session, std::slice::from_ref(event));
    }
    Ok(summary(&session, dates))
}

/// A match to be created, with its summary.
pub fn new_match(
    find: impl Fn(&str) -> Option<&'static dyn AnyGame>,
    id: String,
    events: Vec<Event>,
) -> NewMatch {
    // Events that cannot be replayed have no summary.
    let summary = summarise(find, &events).ok();
    NewMatch { id, events, summary }
}

/// When a match began and ended.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dates {
    pub(crate) created: Time,
    ended: Option<Time>,
    /// The latest time of an event.
    pub(crate) newest: Time,
}

impl Dates {
    /// Dates of a match with these events, of which none has been taken in yet.
    pub(crate) fn new(events: &[Event]) -> Self {
        let created = events.iter().find_map(Event::at).unwrap_or_default();
        Self { created, ended: None, newest: created }
    }

    /// Takes in the events that have just been applied to the session.
    pub(crate) fn update(&mut self, session: &MatchSession, events: &[Event]) {
        self.newest = events.iter().filter_map(Event::at).fold(self.newest, Time::max);
        if !session.is_over() {
            self.ended = None;
        } else if self.ended.is_none() {
            self.ended = Some(self.newest);
        }
    }
}

/// Summary of a match for lists.
pub(crate) fn summary(session: &MatchSession, dates: Dates) -> MatchSummary {
    let playing = session.current_match();
    let who = |player| session.who(player).cloned();
    let rules = match (session.opening(), session.kind()) {
        (Some(opening), Kind::Online) => opening.rules.clone(),
        _ => None,
    };
    MatchSummary {
        version: session.version(),
        game: session.game().info().id.to_owned(),
        rules,
        kind: session.kind(),
        players: BySeat { first: who(Player::One), second: who(Player::Two) },
        entries: playing.map_or(0, |playing| playing.live().record().moves.len() as u32),
        finished: session.is_over(),
        winner: playing.and_then(Match::winner),
        reason: match playing {
            Some(playing) => playing.end().map(end_reason),
            None => session.is_over().then(|| "aborted".to_owned()),
        },
        created: dates.created,
        ended: dates.ended,
    }
}
