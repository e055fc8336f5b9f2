//! What a backend can do.

use std::future::Future;

use play::{Event, Time, Version};
use rules::Tile;

use crate::{Added, Error};

/// Something that keeps matches, profiles and their tiles.
pub trait Backend: Send + 'static {
    /// Carries the operations out in their order, all in one transaction that is durable before this
    /// ends. Each has its own answer; an error of the whole means that nothing has been changed, as
    /// far as the backend knows.
    fn perform(
        &mut self,
        operations: &[Operation],
    ) -> impl Future<Output = Result<Vec<Result<Answer, Error>>, Error>> + Send;

    /// Ends it in good order.
    fn close(self) -> impl Future<Output = Result<(), Error>> + Send;
}

/// One thing that a backend is asked for.
#[derive(Clone, Debug)]
pub enum Operation {
    /// Make a match; answered with [`Answer::Version`].
    Create {
        /// The name of the match.
        id: String,
        /// The profile that it belongs to.
        owner: String,
        /// How it begins.
        events: Vec<Event>,
    },
    /// Make matches, all of them or none; answered with [`Answer::Done`].
    CreateAll {
        /// The profile that they belong to.
        owner: String,
        /// Their names, and how they begin.
        matches: Vec<(String, Vec<Event>)>,
    },
    /// Go on with a match; answered with [`Answer::Version`].
    Append(Append),
    /// All of a match; answered with [`Answer::Events`].
    Load {
        /// The name of the match.
        id: String,
    },
    /// What a command led to; answered with [`Answer::Found`].
    Find {
        /// The name of the match.
        id: String,
        /// The client's name for the command.
        command: String,
    },
    /// The matches of a profile, the last changed first; answered with [`Answer::Matches`].
    List {
        /// The profile.
        owner: String,
        /// How many at most.
        limit: u32,
    },
    /// Let a profile's list have a match that another made; answered with [`Answer::Done`].
    Attend {
        /// The name of the match.
        id: String,
        /// The profile.
        profile: String,
    },
    /// The names of matches that begin so, in their order; answered with [`Answer::Ids`].
    Ids {
        /// How they begin.
        prefix: String,
        /// Only those that come after this one.
        after: String,
        /// How many at most.
        limit: u32,
    },
    /// Forget matches in which nothing has happened since; answered with [`Answer::Count`].
    Forget {
        /// Since when.
        before: Time,
    },
    /// The server runs at this moment; answered with [`Answer::Done`].
    Beat {
        /// Which.
        at: Time,
    },
    /// The server starts; answered with [`Answer::Outages`].
    Wake {
        /// When.
        at: Time,
    },
    /// A profile; answered with [`Answer::Document`].
    Profile {
        /// Its name.
        id: String,
    },
    /// Replace a profile; answered with [`Answer::Done`].
    PutProfile {
        /// Its name.
        id: String,
        /// What it says now.
        document: String,
    },
    /// An analysis; answered with [`Answer::Analysis`].
    Analysis {
        /// The profile that it belongs to.
        owner: String,
        /// Its name.
        id: String,
    },
    /// Make or replace an analysis; answered with [`Answer::Version`].
    PutAnalysis(PutAnalysis),
    /// The analyses of a profile, the last changed first; answered with [`Answer::Analyses`].
    Analyses {
        /// The profile.
        owner: String,
        /// How many at most.
        limit: u32,
    },
    /// Forget an analysis; answered with [`Answer::Done`], also where there is none.
    RemoveAnalysis {
        /// The profile that it belongs to.
        owner: String,
        /// Its name.
        id: String,
    },
    /// The tiles of a profile, in the order in which they came; answered with [`Answer::Tiles`].
    Tiles {
        /// The profile.
        profile: String,
    },
    /// Make, change, rename or remove a tile; answered with [`Answer::Done`].
    ChangeTile {
        /// The profile.
        profile: String,
        /// The tile as the client knows it; `None` if it does not exist yet.
        before: Option<Tile>,
        /// The tile as it shall be; `None` to remove it.
        after: Option<Tile>,
    },
    /// Add tiles without replacing any; answered with [`Answer::Added`].
    AddTiles {
        /// The profile.
        profile: String,
        /// The tiles.
        tiles: Vec<Tile>,
    },
}

impl Operation {
    /// The append that it is, if it is one.
    pub(crate) const fn append(&self) -> Option<&Append> {
        match self {
            Self::Append(append) => Some(append),
            _ => None,
        }
    }

    /// Whether it may change anything.
    pub(crate) const fn changes(&self) -> bool {
        !matches!(
            self,
            Self::Load { .. }
                | Self::Find { .. }
                | Self::List { .. }
                | Self::Ids { .. }
                | Self::Profile { .. }
                | Self::Analysis { .. }
                | Self::Analyses { .. }
                | Self::Tiles { .. }
        )
    }
}

/// Events that follow the others of a match.
#[derive(Clone, Debug)]
pub struct Append {
    /// The name of the match.
    pub id: String,
    /// The version that they follow.
    pub after: Version,
    /// The client's name for the command that led to them, unique in the match.
    pub command: Option<String>,
    /// The events.
    pub events: Vec<Event>,
    /// Another match of the same people, made together with the events.
    pub next: Option<Box<Next>>,
}

/// A match that follows another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Next {
    /// Its name.
    pub id: String,
    /// How it begins.
    pub events: Vec<Event>,
}

/// When the server did not run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outage {
    /// The last moment at which it is known to have run.
    pub began: Time,
    /// When it ran again.
    pub ended: Time,
}

impl Append {
    /// The version of the match with these events.
    pub fn version(&self) -> Version {
        Version(self.after.0 + self.events.len() as u64)
    }
}

/// What an analysis says from now on.
#[derive(Clone, Debug)]
pub struct PutAnalysis {
    /// The profile that it belongs to.
    pub owner: String,
    /// Its name, unique in the profile.
    pub id: String,
    /// The version that this one follows; 0 for the first.
    pub after: Version,
    /// When.
    pub changed: Time,
    /// What it says.
    pub document: String,
}

/// What a backend answers.
#[derive(Clone, Debug)]
pub enum Answer {
    /// It is done.
    Done,
    /// The match is at this version now.
    Version(Version),
    /// The command led to this version, if there was one.
    Found(Option<Version>),
    /// The events of a match, at least one.
    Events(Vec<Event>),
    /// Matches.
    Matches(Vec<Stored>),
    /// What the profile says, if there is one.
    Document(Option<String>),
    /// Names of matches.
    Ids(Vec<String>),
    /// So many.
    Count(u64),
    /// When the server did not run, the earliest first.
    Outages(Vec<Outage>),
    /// An analysis, if there is one.
    Analysis(Option<Analysis>),
    /// Analyses.
    Analyses(Vec<Analysis>),
    /// Tiles.
    Tiles(Vec<Tile>),
    /// What became of each tile.
    Added(Vec<Added>),
}

/// A match of a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stored {
    /// Its name.
    pub id: String,
    /// When it was last changed.
    pub changed: Time,
    /// All that has happened in it; nothing if that cannot be read any more.
    pub events: Vec<Event>,
}

/// An analysis as it was stored last.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Analysis {
    /// Its name.
    pub id: String,
    /// How often it has been stored.
    pub version: Version,
    /// When it was last stored.
    pub changed: Time,
    /// What it says.
    pub document: String,
}

/// The time of the newest event that has one.
pub(crate) fn newest(events: &[Event]) -> Option<Time> {
    events.iter().rev().find_map(Event::at)
}
