//! Engine tasks: what a computer player has to do.

use play::{Command, Match, Offer, Player};

/// Engine task of a computer player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EngineTask {
    /// To choose a move.
    ChooseMove(Player),
    /// To answer the offer of a draw.
    AnswerDraw(Player),
}

impl EngineTask {
    /// The task that the match has for a computer now.
    pub fn of(current_match: &Match) -> Option<Self> {
        current_match.end().is_none().then_some(())?;
        let is_computer = |player: &Player| !current_match.who(*player).is_human();
        if let Some(answerer) = current_match.offered(Offer::Draw).map(Player::other)
            && is_computer(&answerer)
        {
            return Some(Self::AnswerDraw(answerer));
        }
        current_match.to_move().filter(is_computer).map(Self::ChooseMove)
    }

    /// The computer player.
    pub const fn player(self) -> Player {
        match self {
            Self::ChooseMove(player) | Self::AnswerDraw(player) => player,
        }
    }

    /// Command for when the engine fails: any legal move, or no draw, so that the match goes on.
    pub fn fallback(self, current_match: &Match) -> Option<Command> {
        match self {
            Self::ChooseMove(_) => {
                let any = current_match.live().view().choices.into_iter().next()?;
                Some(Command::Move { notation: any.notation })
            }
            Self::AnswerDraw(_) => Some(Command::Decline { offer: Offer::Draw }),
        }
    }
}
