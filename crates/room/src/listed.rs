//! What lists of matches say of one.

use play::{Event, Kind, Match, Player, Replay, Table, Time};
use rules::{AnyGame, BySeat};
use store::{MatchSummary, NewMatch};

use crate::snapshot::end_reason;

/// What lists say of the match that the events tell of.
pub fn summarise(
    find: impl Fn(&str) -> Option<&'static dyn AnyGame>,
    events: &[Event],
) -> Result<MatchSummary, Replay> {
    let mut table = Table::replay(find, events.get(..1).unwrap_or_default())?;
    let mut dates = Dates::new(events);
    dates.look(&table, events.get(..1).unwrap_or_default());
    for event in events.iter().skip(1) {
        table.apply(event)?;
        dates.look(&table, std::slice::from_ref(event));
    }
    Ok(summary(&table, dates))
}

/// A match to be created, with what lists say of it.
pub fn new_match(
    find: impl Fn(&str) -> Option<&'static dyn AnyGame>,
    id: String,
    events: Vec<Event>,
) -> NewMatch {
    // One that cannot be replayed has nothing to say.
    let summary = summarise(find, &events).ok();
    NewMatch { id, events, summary }
}

/// When a match began and ended.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dates {
    pub(crate) created: Time,
    ended: Option<Time>,
    /// The time of the newest event.
    newest: Time,
}

impl Dates {
    /// Of a match with these events, of which none has been looked at yet.
    pub(crate) fn new(events: &[Event]) -> Self {
        let created = events.iter().find_map(Event::at).unwrap_or_default();
        Self { created, ended: None, newest: created }
    }

    /// These events have just led to the table.
    pub(crate) fn look(&mut self, table: &Table, events: &[Event]) {
        self.newest = events.iter().rev().find_map(Event::at).unwrap_or(self.newest);
        if !table.is_over() {
            self.ended = None;
        } else if self.ended.is_none() {
            self.ended = Some(self.newest);
        }
    }
}

/// What lists say of a match.
pub(crate) fn summary(table: &Table, dates: Dates) -> MatchSummary {
    let playing = table.matching();
    let who = |player| table.who(player).cloned();
    let rules = match (table.opening(), table.kind()) {
        (Some(opening), Kind::Online) => opening.rules.clone(),
        _ => None,
    };
    MatchSummary {
        version: table.version(),
        game: table.game().info().id.to_owned(),
        rules,
        kind: table.kind(),
        players: BySeat { first: who(Player::One), second: who(Player::Two) },
        entries: playing.map_or(0, |playing| playing.live().record().moves.len() as u32),
        finished: table.is_over(),
        winner: playing.and_then(Match::winner),
        reason: match playing {
            Some(playing) => playing.end().map(end_reason),
            None => table.is_over().then(|| "aborted".to_owned()),
        },
        created: dates.created,
        ended: dates.ended,
    }
}
