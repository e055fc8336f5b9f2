//! Who plays.

use engine::{Entry, Opponent};
use rules::{BySeat, SplitMix64, Text};

use super::command::plain;
use crate::words;

/// One of the two who play.
#[derive(Clone, Copy)]
pub(super) enum Player {
    /// Somebody who types moves.
    Human,
    /// Somebody who is made of code.
    Computer(&'static Opponent),
}

impl Player {
    /// The word for a human in commands and records.
    const HUMAN: &'static str = "human";

    /// The player of that name in a game.
    pub(super) fn find(name: &str, entry: &Entry) -> Result<Self, Text> {
        if plain(name) == Self::HUMAN || plain(name) == "humain" {
            return Ok(Self::Human);
        }
        let named = |opponent: &&Opponent| {
            let Text { en, fr } = &opponent.title;
            [en, fr].into_iter().any(|title| plain(title) == plain(name))
        };
        let found = entry.opponent(name).or_else(|| entry.opponents().find(named));
        found.map(Self::Computer).ok_or_else(|| {
            let ids = entry.opponents().map(|opponent| opponent.id);
            let known: Vec<_> = [Self::HUMAN].into_iter().chain(ids).collect();
            words::unknown_player(name, &known.join(", "))
        })
    }

    pub(super) const fn is_human(self) -> bool {
        matches!(self, Self::Human)
    }

    /// The name in commands.
    pub(super) const fn id(self) -> &'static str {
        match self {
            Self::Human => Self::HUMAN,
            Self::Computer(opponent) => opponent.id,
        }
    }
}

/// Which of two players begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub(super) enum Starts {
    /// The one named first.
    #[default]
    First,
    /// The other.
    Second,
    /// Either.
    Random,
}

impl Starts {
    /// Gives the two their seats: seat First to the one who begins.
    pub(super) fn seat(self, players: BySeat<Player>, random: &mut SplitMix64) -> BySeat<Player> {
        let other_begins = match self {
            Self::First => false,
            Self::Second => true,
            Self::Random => random.below(2) == 1,
        };
        if other_begins { BySeat { first: players.second, second: players.first } } else { players }
    }
}
