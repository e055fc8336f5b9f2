//! What is stored: plain data.

use std::time::Duration;

use play::{Event, Kind, Player, Time, Version, Who};
use rules::BySeat;
use serde::{Deserialize, Serialize};

use crate::{Error, Owner, StorageQuota};

/// A match to be created.
#[derive(Clone, Debug)]
pub struct NewMatch {
    pub id: String,
    /// The events that it begins with.
    pub events: Vec<Event>,
    /// Summary for lists; computed later if absent.
    pub summary: Option<MatchSummary>,
}

/// Events to be appended to a match.
#[derive(Clone, Debug)]
pub struct Append {
    /// The id of the match.
    pub match_id: String,
    /// Expected version of the match.
    pub expected_version: Version,
    /// The client's id of the command that led to the events: the same one is never applied twice.
    pub idempotency_key: Option<String>,
    pub events: Vec<Event>,
    /// What lists say of the match afterwards; without it they find out themselves.
    pub summary: Option<MatchSummary>,
    /// Another match of the same people, created in the same transaction.
    pub next: Option<Box<NewMatch>>,
    /// Quota for the owner of the other match; absent if the owner is the server's own machine.
    pub next_quota: Option<StorageQuota>,
    /// The player whose absence the events depend on.
    pub absence: Option<Absence>,
}

/// Absence of a player, which an append depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Absence {
    pub player: Player,
    /// Start of the absence. A player who arrived later was present.
    pub since: Time,
}

impl Absence {
    /// Whether an arrival at this time contradicts it.
    pub(crate) fn check(self, arrived: Option<Time>) -> Result<(), Error> {
        match arrived {
            Some(at) if at > self.since => Err(Error::Present { since: at }),
            _ => Ok(()),
        }
    }
}

/// A player who has come to a match.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Arrival {
    /// The id of the match.
    pub match_id: String,
    pub player: Player,
}

impl Append {
    /// The version of the match with these events.
    pub const fn version(&self) -> Version {
        Version(self.expected_version.0 + self.events.len() as u64)
    }
}

/// Outcome of an append.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AppendOutcome {
    /// The events are stored; the match is at this version.
    Stored(Version),
    /// The command was applied before and led to this version; nothing has been changed.
    AlreadyApplied(Version),
}

/// Summary of a match, for lists.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MatchSummary {
    /// The version that it describes.
    pub version: Version,
    /// The game's id.
    pub game: String,
    /// The rules, where a game has several and they are known.
    pub rules: Option<String>,
    /// Where it is played.
    pub kind: Kind,
    /// Who plays; `None` where a seat is still free.
    pub players: BySeat<Option<Who>>,
    /// Entries of the record.
    pub entries: u32,
    /// Whether it is over.
    pub finished: bool,
    /// Who has won; `None` also for a draw.
    pub winner: Option<Player>,
    /// Why it is over, as records say it.
    pub reason: Option<String>,
    /// When it was created.
    pub created: Time,
    /// When it ended.
    pub ended: Option<Time>,
    /// How it was played, for the figures of its players, once it is over.
    pub conduct: Option<Conduct>,
}

/// How a match that is over was played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
pub struct Conduct {
    /// Whether the players have exchanged seats.
    pub swapped: bool,
    /// Whether the match began from a start position and no move was given beforehand.
    pub from_start: bool,
    /// Whether the rules were the usual ones.
    pub usual_rules: bool,
    /// Whether a move was taken back.
    pub taken_back: bool,
    /// Milliseconds for which it was played; breaks are left out.
    pub played_ms: u64,
    /// The start position, in a game of many boards.
    pub start: Option<String>,
    /// The first moves, in a game that always begins at the same position.
    pub opening: Option<String>,
}

/// A match of a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListedMatch {
    pub id: String,
    /// When it was last changed.
    pub changed: Time,
    /// The summary; `None` if it is not computed yet or out of date.
    pub summary: Option<MatchSummary>,
    /// Which of the players the profile is; `None` if it is both, or none of them.
    pub you: Option<Player>,
    /// How well each player played, by the seats where they began; `None` if no review has found that out.
    pub accuracy: Option<Accuracy>,
    /// Whether a player was helped by the engine before it was over.
    pub is_helped: bool,
}

/// How well the players of a match played, in thousandths, by the seats where they began. `None` for one who had nothing
/// to decide.
pub type Accuracy = BySeat<Option<u16>>;

/// Page of a list, most recently changed first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PageRequest {
    /// Only what comes after this element of the list; the beginning without it.
    pub before: Option<Cursor>,
    /// How many at most.
    pub limit: u32,
}

impl PageRequest {
    /// The beginning of a list.
    pub const fn first(limit: u32) -> Self {
        Self { before: None, limit }
    }
}

/// An element of a list that is ordered by time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cursor {
    /// When it was last changed.
    pub changed: Time,
    pub id: String,
}

/// An interval in which the server did not run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Outage {
    /// Last moment at which the server is known to have run.
    pub began: Time,
    /// When it ran again.
    pub ended: Time,
}

/// Offset of the clock of the machine that keeps the data.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TimeOffset {
    /// What must be added to the time here to get the time there, in milliseconds.
    pub millis: i64,
    /// Error of the offset: half the round trip.
    pub uncertainty: Duration,
}

impl TimeOffset {
    /// The offset if the clock there was read in the middle of a round trip that began at `before`.
    pub(crate) fn new(before: Time, there: Time, round_trip: Duration) -> Self {
        let uncertainty = round_trip / 2;
        let here = before.0.saturating_add(uncertainty.as_millis() as u64);
        Self { millis: (there.0 as i64).saturating_sub(here as i64), uncertainty }
    }

    /// The one of two measurements that is less uncertain: the earlier one, if they are equally so.
    pub(crate) fn closer(self, later: Self) -> Self {
        if later.uncertainty < self.uncertainty { later } else { self }
    }
}

/// What a batch of the retention has done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RetentionBatch {
    /// How much it has deleted.
    pub deleted: u64,
    /// Whether nothing is left to delete.
    pub is_last: bool,
}

/// New content of an analysis.
#[derive(Clone, Debug)]
pub struct PutAnalysis {
    /// The profile that it belongs to, and its quota.
    pub owner: Owner,
    /// Its id, unique in the profile.
    pub id: String,
    /// The version that it must be at; 0 if it does not exist yet.
    pub expected_version: Version,
    pub changed: Time,
    pub document: String,
    /// What lists say of it; without it they find out themselves.
    pub summary: Option<AnalysisSummary>,
}

/// What lists say of an analysis.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AnalysisSummary {
    /// The game's id.
    pub game: String,
    /// The names of the players.
    pub players: BySeat<Option<String>>,
    /// Moves of the game itself.
    pub entries: u32,
    /// Moves of its variations.
    pub variations: u32,
    /// Whether it is the analysis of a match.
    pub of_match: bool,
}

/// An analysis of a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListedAnalysis {
    pub id: String,
    /// How often it has been stored.
    pub version: Version,
    /// When it was last stored.
    pub changed: Time,
    /// What there is to say of it; `None` if that has not been found out, or is out of date.
    pub summary: Option<AnalysisSummary>,
}

/// An analysis as it was stored last.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Analysis {
    pub id: String,
    /// How often it has been stored.
    pub version: Version,
    /// When it was last stored.
    pub changed: Time,
    /// What it says.
    pub document: String,
}

/// The player who opened a match between two screens.
pub(crate) fn host(events: &[Event]) -> Option<Player> {
    match events.first() {
        Some(Event::Opened { opening, .. }) => Some(opening.host),
        _ => None,
    }
}

/// The time of the newest event that has one.
pub(crate) fn newest(events: &[Event]) -> Option<Time> {
    events.iter().rev().find_map(Event::at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_offset_of_a_clock_is_that_of_the_shortest_round_trip() {
        let measured = |there, millis| {
            TimeOffset::new(Time(1_000), Time(there), Duration::from_millis(millis))
        };
        let [slow, quick, other] = [measured(3_500, 100), measured(3_010, 20), measured(2_900, 20)];
        assert_eq!((slow.millis, slow.uncertainty), (2_450, Duration::from_millis(50)));
        assert_eq!((quick.millis, quick.uncertainty), (2_000, Duration::from_millis(10)));
        assert_eq!(measured(900, 20).millis, -110);
        assert_eq!(slow.closer(quick), quick);
        assert_eq!(quick.closer(slow), quick);
        assert_eq!(quick.closer(other), quick);
        assert_eq!(other.closer(quick), other);
    }
}
