//! Participants of a match: humans and computers.

use engine::{Entry, Opponent};
use play::Who;
use rules::{BySeat, SplitMix64, Text};

use super::repl_command::normalize;
use crate::messages;

/// Participant of a match.
#[derive(Clone, Copy)]
pub(super) enum Participant {
    /// A person, who types moves.
    Human,
    /// An opponent of the game.
    Computer(&'static Opponent),
}

impl Participant {
    /// Name of a human in arguments and record files.
    pub(super) const HUMAN: &'static str = "human";

    /// Finds a participant of a game by name.
    pub(super) fn find(name: &str, entry: &Entry) -> Result<Self, Text> {
        if normalize(name) == Self::HUMAN || normalize(name) == "humain" {
            return Ok(Self::Human);
        }
        let named = |opponent: &&Opponent| {
            let Text { en, fr } = &opponent.title;
            [en, fr].into_iter().any(|title| normalize(title) == normalize(name))
        };
        let found = entry.opponent(name).or_else(|| entry.opponents().find(named));
        found.map(Self::Computer).ok_or_else(|| {
            let ids = entry.opponents().map(|opponent| opponent.id);
            let known: Vec<_> = [Self::HUMAN].into_iter().chain(ids).collect();
            messages::unknown_player(name, &known.join(", "))
        })
    }

    pub(super) const fn is_human(self) -> bool {
        matches!(self, Self::Human)
    }

    /// Who plays in a match, as a participant of the next.
    pub(super) fn of(who: &Who, entry: &Entry) -> Self {
        let opponent = match who {
            Who::Human { .. } => None,
            Who::Computer { opponent, .. } => entry.opponent(opponent),
        };
        opponent.map_or(Self::Human, Self::Computer)
    }

    /// The participant as a match stores it; `seed` is for the random choices of a computer.
    pub(super) fn who(self, seed: u64) -> Who {
        match self {
            Self::Human => Who::Human { name: String::new() },
            Self::Computer(opponent) => Who::Computer { opponent: opponent.id.to_owned(), seed },
        }
    }
}

/// Which of two participants begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub(super) enum StartingPlayer {
    /// The one named first.
    #[default]
    First,
    /// The other.
    Second,
    /// Either.
    Random,
}

impl StartingPlayer {
    /// Assigns the seats: seat First to the one who begins.
    pub(super) fn assign_seats(
        self,
        participants: BySeat<Participant>,
        random: &mut SplitMix64,
    ) -> BySeat<Participant> {
        let other_begins = match self {
            Self::First => false,
            Self::Second => true,
            Self::Random => random.below(2) == 1,
        };
        let BySeat { first, second } = participants;
        if other_begins { BySeat { first: second, second: first } } else { participants }
    }
}
