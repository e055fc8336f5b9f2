//! What an engine in a process of its own can do wrong.

use std::time::Duration;

use rules::Text;
use texts::text;

use crate::messages;

/// Mistake of an engine, for which it loses the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The program cannot be started.
    NotStarted(String),
    /// The program has ended, with the last of what it wrote to standard error.
    Exited { status: String, stderr: String },
    /// There was no answer for so long.
    Silent(Duration),
    /// The answer came after the time was up.
    Overtime(Duration),
    /// The move is not legal, or is none.
    IllegalMove(String),
    /// The answer is not one of the protocol.
    BadAnswer(String),
    /// More output than an answer may have.
    Flood,
    /// The game cannot be played by this protocol.
    Unsupported(String),
    /// The wait was given up, which is nobody's mistake.
    Halted,
}

impl Fault {
    /// Kind of the fault: the reason of the game's end in record files.
    pub const fn kind(&self) -> FaultKind {
        match self {
            Self::Silent(_) | Self::Overtime(_) => FaultKind::Overtime,
            Self::IllegalMove(_) | Self::BadAnswer(_) | Self::Flood | Self::Unsupported(_) => {
                FaultKind::Illegal
            }
            Self::NotStarted(_) | Self::Exited { .. } | Self::Halted => FaultKind::Crash,
        }
    }

    /// The same without what the program says of the machine that it runs on, for visitors.
    #[must_use]
    pub fn without_details(self) -> Self {
        match self {
            Self::Exited { status, .. } => Self::Exited { status, stderr: String::new() },
            fault => fault,
        }
    }

    /// The same for people.
    pub fn text(&self) -> Text {
        match self {
            Self::NotStarted(why) => messages::external::not_started(why),
            Self::Exited { status, stderr } => messages::external::exited(status, stderr),
            Self::Silent(time) => messages::external::silent(*time),
            Self::Overtime(time) => messages::external::overtime(*time),
            Self::IllegalMove(why) => messages::external::illegal_move(why),
            Self::BadAnswer(line) => messages::external::bad_answer(line),
            Self::Flood => text!("external-flood"),
            Self::Unsupported(what) => messages::external::unsupported(what),
            Self::Halted => text!("external-halted"),
        }
    }
}

/// Kind of a fault, as it is counted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FaultKind {
    /// The program did not start, or ended.
    Crash,
    /// A move that is not legal, or an answer that is not of the protocol.
    Illegal,
    /// No answer in time.
    Overtime,
}

impl FaultKind {
    pub const ALL: [Self; 3] = [Self::Crash, Self::Illegal, Self::Overtime];

    /// Reason of the game's end in record files.
    pub const fn reason(self) -> &'static str {
        match self {
            Self::Crash => "crashed",
            Self::Illegal => "illegal",
            Self::Overtime => "flagged",
        }
    }

    /// The kind of that reason.
    pub fn find(reason: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.reason() == reason)
    }
}
