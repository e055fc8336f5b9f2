//! What the computer in its seat has to do.

use play::{Command, Match, Offer, Player};

/// What the computer has to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Duty {
    /// It is its turn.
    Move(Player),
    /// It is asked for a draw.
    Answer(Player),
}

impl Duty {
    /// What the computer has to do in the match now.
    pub fn of(matching: &Match) -> Option<Self> {
        matching.end().is_none().then_some(())?;
        let is_computer = |player: &Player| !matching.who(*player).is_human();
        if let Some(asked) = matching.offered(Offer::Draw).map(Player::other)
            && is_computer(&asked)
        {
            return Some(Self::Answer(asked));
        }
        matching.to_move().filter(is_computer).map(Self::Move)
    }

    /// Who does it.
    pub const fn player(self) -> Player {
        match self {
            Self::Move(player) | Self::Answer(player) => player,
        }
    }

    /// What the computer does without a thought: the match goes on all the same.
    pub fn without_thought(self, matching: &Match) -> Option<Command> {
        match self {
            Self::Move(_) => {
                let any = matching.live().view().choices.into_iter().next()?;
                Some(Command::Move { notation: any.notation })
            }
            Self::Answer(_) => Some(Command::Decline { offer: Offer::Draw }),
        }
    }
}
