//! Summary of a match for lists.

use play::{Event, EventError, Kind, Match, MatchSession, Player, Time};
use rules::{AnyGame, BySeat, Setup};
use store::{Conduct, MatchSummary, NewMatch};

use crate::snapshot::end_reason;

/// Time between two events that counts as played at most, in milliseconds: more of it is a break.
const THINKING_MAX_MS: u64 = 5 * 60 * 1000;
/// Entries that make an opening.
const OPENING_ENTRIES: usize = 4;

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
    /// When the match started.
    started: Option<Time>,
    played_ms: u64,
    taken_back: bool,
    /// Whether some of its moves were given beforehand.
    continued: bool,
}

impl Dates {
    /// Dates of a match with these events, of which none has been taken in yet.
    pub(crate) fn new(events: &[Event]) -> Self {
        let created = events.iter().find_map(Event::at).unwrap_or_default();
        Self {
            created,
            ended: None,
            newest: created,
            started: None,
            played_ms: 0,
            taken_back: false,
            continued: false,
        }
    }

    /// The earliest time that the next event may have. Times do not go back, and a move is later than the start: one of
    /// the same time is taken for a move that was given beforehand.
    pub(crate) fn earliest_time(&self, event: &Event) -> Time {
        match (event, self.started) {
            (Event::Moved { .. }, Some(Time(started))) => {
                self.newest.max(Time(started.saturating_add(1)))
            }
            _ => self.newest,
        }
    }

    /// Takes in the events that have just been applied to the session.
    pub(crate) fn update(&mut self, session: &MatchSession, events: &[Event]) {
        for event in events {
            self.update_conduct(event);
            self.newest = event.at().map_or(self.newest, |at| self.newest.max(at));
        }
        if !session.is_over() {
            self.ended = None;
        } else if self.ended.is_none() {
            self.ended = Some(self.newest);
        }
    }

    fn update_conduct(&mut self, event: &Event) {
        match event {
            Event::Started { at, .. } => self.started = Some(*at),
            // Those of a record that the match goes on from have the time of its start.
            Event::Moved { at, .. } if self.started == Some(*at) => self.continued = true,
            Event::Undone { .. } | Event::TakenBack { .. } => self.taken_back = true,
            _ => {}
        }
        if let (Some(at), Some(_), None) = (event.at(), self.started, self.ended) {
            self.played_ms += at.0.saturating_sub(self.newest.0).min(THINKING_MAX_MS);
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
        conduct: conduct(session, dates),
    }
}

/// How the match was played, if it is over.
fn conduct(session: &MatchSession, dates: Dates) -> Option<Conduct> {
    let playing = session.current_match().filter(|playing| playing.end().is_some())?;
    let record = playing.live().record();
    let (is_start, usual_rules) = start_kind(session.game(), &record.start);
    let is_own_board = !session.game().info().tiles.is_empty();
    let opening = || record.moves.get(..OPENING_ENTRIES).map(|moves| moves.join(" "));
    Some(Conduct {
        swapped: playing.live().swapped(),
        from_start: is_start && !dates.continued && playing.imported_record().is_none(),
        usual_rules,
        taken_back: dates.taken_back,
        played_ms: dates.played_ms,
        start: is_own_board.then(|| record.start.clone()),
        opening: (!is_own_board).then(opening).flatten(),
    })
}

/// Whether a position is a start of the game, on whatever board, and whether its rules are the usual ones.
fn start_kind(game: &dyn AnyGame, position: &str) -> (bool, bool) {
    let Ok(usual) = game.start(&Setup { seed: 1, ..Setup::default() }) else {
        return (false, false);
    };
    if game.info().tiles.is_empty() {
        return (position == usual, position == usual);
    }
    // A position text begins with rows and side; the rule set is its last field, the board is between them.
    let begin = |text: &str| text.split(' ').take(2).map(ToOwned::to_owned).collect::<Vec<_>>();
    (
        begin(position) == begin(&usual),
        position.split(' ').next_back() == usual.split(' ').next_back(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_in_the_millisecond_of_the_start_is_no_move_that_was_given_beforehand() {
        let at = Time(5);
        let moved = |at| Event::Moved { notation: "4".to_owned(), at, lag: 0 };
        let mut dates = Dates { started: Some(at), newest: at, ..Dates::new(&[]) };
        let earliest = dates.earliest_time(&moved(at));
        dates.update_conduct(&moved(earliest));
        assert!(!dates.continued);
        assert_eq!(dates.earliest_time(&Event::Aborted { at }), at);
        dates.update_conduct(&moved(at));
        assert!(dates.continued);
    }
}
