//! What is remembered from one start of the program to the next.

use play::TimeControl;
use rules::Lang;

use crate::look::Look;

/// Settings of the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Preferences {
    /// Language.
    pub lang: Lang,
    /// Colours, characters, background and motion.
    pub look: Look,
}

/// Who plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PlayMode {
    /// One person against the computer.
    #[default]
    Computer,
    /// Two people at this terminal.
    Two,
    /// The computer against itself.
    Watch,
    /// Somebody at another screen; this is not remembered.
    Online,
}

/// Who begins, against the computer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Starts {
    /// The person.
    #[default]
    Me,
    /// The computer.
    Computer,
    /// One of them.
    Random,
}

/// What was chosen for a match of a game. What does not exist any more is ignored.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SetupChoices {
    /// Id of the game.
    pub game: String,
    /// Id of the rule set.
    pub rules: String,
    /// Who plays.
    pub mode: PlayMode,
    /// Ids of the computers; the second one plays where two do.
    pub levels: [String; 2],
    /// Who begins.
    pub starts: Starts,
    /// Clocks.
    pub clock: TimeControl,
    /// Whether the swap rule is played.
    pub swap: bool,
    /// Words of the quadrants in reading order, such as `Af+90`; `None` draws a board at random.
    pub places: Option<[String; 4]>,
}
