//! A match as it is shown to others outside the page: its picture, its words, and whether links may preview it.

use engine::Entry;
use play::{Event, Listing, MatchSession};
use rules::{Marks, Seat, View};

use crate::caption::Caption;
use crate::error::Error;
use crate::games::Games;

/// Match that was read from the store, without a room.
pub struct SharedMatch {
    entry: Entry,
    session: MatchSession,
}

/// Board of a match at one moment.
pub struct SharedView {
    /// The board.
    pub view: View,
    /// Entries of the record that have been played.
    pub entries: usize,
}

impl SharedMatch {
    /// The match that has had these events: work for the blocking pool.
    pub fn replay(games: &Games, events: &[Event]) -> Result<Self, Error> {
        let find = |game: &str| games.find(game);
        let session = MatchSession::replay(find, events).map_err(Error::failed)?;
        let entry = games.entry(session.game().info().id).ok_or(Error::NotFound)?;
        Ok(Self { entry, session })
    }

    /// The game.
    pub const fn entry(&self) -> Entry {
        self.entry
    }

    /// The board after so many entries of the record, or the present one.
    pub fn view(&self, entries: Option<usize>) -> Result<SharedView, Error> {
        let Some(current_match) = self.session.current_match() else {
            let board = self.session.pregame().and_then(|one| one.board(self.entry.game));
            let board = board.filter(|_| entries.unwrap_or(0) == 0).ok_or(Error::NotFound)?;
            let (marks, choices) = (Marks::default(), Vec::new());
            let view = View { board, turn: Seat::First, outcome: None, last: None, marks, choices };
            return Ok(SharedView { view, entries: 0 });
        };
        let live = current_match.live();
        let played = live.record().moves.len();
        let wanted = entries.unwrap_or(played);
        if wanted > played {
            let args = [("entries", played.into())];
            return Err(Error::bad("entries", texts::text("problem-picture-entries", &args)));
        }
        if wanted == played {
            return Ok(SharedView { view: live.view(), entries: played });
        }
        let mut record = live.record().clone();
        record.moves.truncate(wanted);
        let live = self.entry.game.open(&record).map_err(Error::failed)?;
        Ok(SharedView { view: live.view(), entries: wanted })
    }

    /// The words about a board of this match.
    pub fn caption(&self, shown: &SharedView) -> Caption {
        Caption::of_match(self.entry, &self.session, &shown.view, shown.entries)
    }
}

/// Whether everybody may find the match that begins with these events: it is, or was, in the lobby.
pub fn is_public(events: &[Event]) -> bool {
    matches!(events.first(), Some(Event::Opened { opening, .. }) if opening.listing == Listing::Public)
}
