//! What the solver of a puzzle is to reach.

use std::fmt;
use std::str::FromStr;

/// What the solver is to reach, and so what is proved of all other moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PuzzleGoal {
    /// A win. No other move wins.
    Win,
    /// A win within so many plies. No other move forces one within these.
    WinWithin(u16),
    /// A draw. Every other move loses.
    Draw,
    /// This margin. Every other move reaches at least two less.
    Margin(i32),
}

impl fmt::Display for PuzzleGoal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win => f.write_str("win"),
            Self::WinWithin(plies) => write!(f, "win:{plies}"),
            Self::Draw => f.write_str("draw"),
            Self::Margin(margin) => write!(f, "{margin:+}"),
        }
    }
}

impl FromStr for PuzzleGoal {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let goal = match text {
            "win" => Self::Win,
            "draw" => Self::Draw,
            _ => match text.strip_prefix("win:") {
                Some(plies) => Self::WinWithin(plies.parse().map_err(|_| ())?),
                None => Self::Margin(text.parse().map_err(|_| ())?),
            },
        };
        if goal.to_string() == text { Ok(goal) } else { Err(()) }
    }
}
