//! What a certificate claims.

use std::fmt;
use std::str::FromStr;

use rules::{Outcome, Seat};

/// What the prover reaches at least, whatever the opponent plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// To win, by whatever margin.
    Win,
    /// A draw or a win.
    Draw,
    /// This margin, in a game that is decided by a count: negative if the prover may lose by so much.
    Margin(i32),
}

/// What a seat reaches at least.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResultClaim {
    /// For whom the claim is made.
    pub seat: Seat,
    /// What it reaches at least.
    pub goal: Goal,
}

impl ResultClaim {
    /// Whether a finished game fulfils it.
    pub(super) fn holds(&self, outcome: &Outcome) -> bool {
        match self.goal {
            Goal::Win => outcome.winner == Some(self.seat),
            Goal::Draw => outcome.winner != Some(!self.seat),
            Goal::Margin(least) => {
                let margin = i32::from(outcome.margin.unwrap_or_default());
                let margin = if outcome.winner == Some(self.seat) { margin } else { -margin };
                outcome.margin.is_some() && margin >= least
            }
        }
    }
}

impl fmt::Display for ResultClaim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { seat, goal } = self;
        match goal {
            Goal::Win => write!(f, "{seat} wins"),
            Goal::Draw => write!(f, "{seat} draws"),
            Goal::Margin(margin) => write!(f, "{seat} {margin:+}"),
        }
    }
}

impl FromStr for ResultClaim {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (seat, goal) = text.split_once(' ').ok_or(())?;
        let seat = Seat::ALL.into_iter().find(|one| one.to_string() == seat).ok_or(())?;
        let goal = match goal {
            "wins" => Goal::Win,
            "draws" => Goal::Draw,
            margin => Goal::Margin(margin.parse().map_err(|_| ())?),
        };
        let claim = Self { seat, goal };
        if claim.to_string() == text { Ok(claim) } else { Err(()) }
    }
}
