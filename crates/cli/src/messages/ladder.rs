//! Messages of `damier ladder`.

use rules::{Lang, Text};
use texts::text;

/// Column of the table of ratings.
#[derive(Clone, Copy)]
pub(crate) enum LadderColumn {
    Place,
    Player,
    Rating,
    Interval,
    Games,
    Results,
    Score,
    Superiority,
}

impl LadderColumn {
    pub(crate) const ALL: [Self; 8] = [
        Self::Place,
        Self::Player,
        Self::Rating,
        Self::Interval,
        Self::Games,
        Self::Results,
        Self::Score,
        Self::Superiority,
    ];

    /// Its heading.
    pub(crate) fn title(self, lang: Lang) -> String {
        let id = match self {
            Self::Place => return String::new(),
            Self::Player => "ladder-player",
            Self::Rating => "ladder-rating",
            Self::Interval => "ladder-interval",
            Self::Games => "ladder-games",
            Self::Results => "ladder-results",
            Self::Score => "ladder-score",
            Self::Superiority => "ladder-superiority",
        };
        texts::say(lang, id, &[])
    }
}

pub(crate) fn title(game: &Text, players: usize, games: u32) -> Text {
    let (players, games) = (("players", players.into()), ("count", games.into()));
    text("ladder-title", &[("game", game.into()), players, games])
}

/// Note: a drawn game was added to every pair.
pub(crate) fn prior() -> Text {
    text("ladder-prior", &[])
}

/// Error: games are played in pairs.
pub(crate) fn odd_games() -> Text {
    text("ladder-odd-games", &[])
}

/// Error: two players have the same name.
pub(crate) fn same_name(name: &str) -> Text {
    text("ladder-same-name", &[("name", name.into())])
}

/// Error: the file is no journal.
pub(crate) fn no_journal() -> Text {
    text("ladder-no-journal", &[])
}

/// Error: the journal is of other players or conditions.
pub(crate) fn other_ladder() -> Text {
    text("ladder-other", &[])
}

/// Error: a game of the journal cannot be read, or is not of this ladder.
pub(crate) fn damaged(number: u32) -> Text {
    text("ladder-damaged", &[("number", number.into())])
}
