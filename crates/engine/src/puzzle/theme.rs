//! Themes of puzzles: what the solution turns on.

use rules::Text;

/// What the solution of a puzzle turns on, as its positions show it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Theme {
    /// Two threats at once, of which only one can be parried.
    DoubleThreat,
    /// The opponent would be well off if it did not have to move.
    Zugzwang,
    /// Something is given up for more.
    Sacrifice,
    /// The opponent threatens to win at once.
    Defence,
    /// A threat that decides the game when the board fills up.
    LastingThreat,
    /// A corner is taken, or kept from the opponent.
    Corner,
    /// Who makes the last move.
    Parity,
    /// A side has to pass.
    Pass,
    /// Pawns run for the camps.
    CampRace,
    /// A pawn comes to the enemy's row, where nothing can take it.
    Breakthrough,
    /// A pawn is won or saved.
    Capture,
    /// Groups are joined.
    Connection,
    /// Both sides are about to join all pawns.
    Race,
    /// A square is taken that the opponent needs.
    Block,
    /// The free squares fall apart into regions that do not depend on each other.
    Cut,
    /// A draw is to be held.
    Draw,
    /// Four moves or more to find.
    Long,
}

impl Theme {
    /// All of them.
    pub const ALL: [Self; 17] = [
        Self::DoubleThreat,
        Self::Zugzwang,
        Self::Sacrifice,
        Self::Defence,
        Self::LastingThreat,
        Self::Corner,
        Self::Parity,
        Self::Pass,
        Self::CampRace,
        Self::Breakthrough,
        Self::Capture,
        Self::Connection,
        Self::Race,
        Self::Block,
        Self::Cut,
        Self::Draw,
        Self::Long,
    ];

    /// The name in files, commands and links.
    pub const fn id(self) -> &'static str {
        match self {
            Self::DoubleThreat => "double-threat",
            Self::Zugzwang => "zugzwang",
            Self::Sacrifice => "sacrifice",
            Self::Defence => "defence",
            Self::LastingThreat => "lasting-threat",
            Self::Corner => "corner",
            Self::Parity => "parity",
            Self::Pass => "pass",
            Self::CampRace => "camp-race",
            Self::Breakthrough => "breakthrough",
            Self::Capture => "capture",
            Self::Connection => "connection",
            Self::Race => "race",
            Self::Block => "block",
            Self::Cut => "cut",
            Self::Draw => "draw",
            Self::Long => "long",
        }
    }

    /// The theme of that name.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|theme| theme.id() == id)
    }

    /// The name for people.
    pub const fn title(self) -> Text {
        match self {
            Self::DoubleThreat => Text::new("Double threat", "Double menace"),
            Self::Zugzwang => Text::new("Zugzwang", "Zugzwang"),
            Self::Sacrifice => Text::new("Sacrifice", "Sacrifice"),
            Self::Defence => Text::new("Defence", "Défense"),
            Self::LastingThreat => Text::new("Lasting threat", "Menace durable"),
            Self::Corner => Text::new("Corner", "Coin"),
            Self::Parity => Text::new("Parity", "Parité"),
            Self::Pass => Text::new("Forced pass", "Passe forcée"),
            Self::CampRace => Text::new("Race for the camps", "Course aux camps"),
            Self::Breakthrough => Text::new("Breakthrough", "Percée"),
            Self::Capture => Text::new("Capture", "Prise"),
            Self::Connection => Text::new("Connection", "Liaison"),
            Self::Race => Text::new("Race", "Course"),
            Self::Block => Text::new("Block", "Blocage"),
            Self::Cut => Text::new("Cut", "Coupure"),
            Self::Draw => Text::new("Draw", "Match nul"),
            Self::Long => Text::new("Long line", "Longue suite"),
        }
    }

    /// The theme that a reason of a review is about: what a wrong move allows or misses.
    pub fn of_reason(id: &str) -> Option<Self> {
        Some(match id {
            "allowed-double-threat" | "missed-double-threat" => Self::DoubleThreat,
            "zugzwang" => Self::Zugzwang,
            "unanswered-threat" | "cell-above" => Self::Defence,
            "allowed-threat" | "missed-threat" => Self::LastingThreat,
            "lost-corner" | "missed-corner" => Self::Corner,
            "lost-parity" | "last-square" | "missed-last-square" => Self::Parity,
            "forced-pass" | "missed-pass" => Self::Pass,
            "allowed-camp" | "missed-camp" => Self::CampRace,
            "allowed-home-row" | "missed-home-row" => Self::Breakthrough,
            "lost-pawn" | "missed-pawn" => Self::Capture,
            "broken-connection" | "missed-connection" => Self::Connection,
            "race-lost" | "tempo-lost" => Self::Race,
            "square-left" => Self::Block,
            _ => return None,
        })
    }
}
