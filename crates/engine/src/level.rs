//! The six levels of play, and their strength.

use rules::Text;

/// A level of play, the same six in every game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// Sees its own move and a win in one.
    VeryEasy,
    /// Sees the answer too.
    Easy,
    /// A casual player.
    Normal,
    /// Beats an adult beginner.
    Difficult,
    /// Makes few mistakes that a person sees.
    Expert,
    /// All that the engine can do.
    Maximum,
}

impl Level {
    /// All six, weakest first.
    pub const ALL: [Self; 6] =
        [Self::VeryEasy, Self::Easy, Self::Normal, Self::Difficult, Self::Expert, Self::Maximum];

    /// The name in commands and links.
    pub const fn id(self) -> &'static str {
        match self {
            Self::VeryEasy => "very-easy",
            Self::Easy => "easy",
            Self::Normal => "normal",
            Self::Difficult => "difficult",
            Self::Expert => "expert",
            Self::Maximum => "maximum",
        }
    }

    /// The name for people.
    pub const fn title(self) -> Text {
        match self {
            Self::VeryEasy => Text::new("Very easy", "Très facile"),
            Self::Easy => Text::new("Easy", "Facile"),
            Self::Normal => Text::new("Normal", "Normal"),
            Self::Difficult => Text::new("Difficult", "Difficile"),
            Self::Expert => Text::new("Expert", "Expert"),
            Self::Maximum => Text::new("Maximum", "Maximum"),
        }
    }

    /// The name for people of a highest level that plays perfectly.
    pub const PERFECT: Text = Text::new("Perfect", "Parfait");
}

/// Strength of a level: limits of its search, and random choice among good moves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Skill {
    /// Search depth limit, in plies.
    pub depth: u16,
    /// Limit of visited positions.
    pub nodes: u64,
    /// The greatest loss, in expected score, of a move that is still chosen now and then; 0 always
    /// plays the best.
    pub tolerance: f32,
}

impl Skill {
    /// The skill of a level where the engine of a game defines no other.
    pub const fn usual(level: Level) -> Self {
        match level {
            Level::VeryEasy => Self { depth: 1, nodes: 1_000, tolerance: 0.20 },
            Level::Easy => Self { depth: 2, nodes: 4_000, tolerance: 0.12 },
            Level::Normal => Self { depth: 4, nodes: 10_000, tolerance: 0.06 },
            Level::Difficult => Self { depth: 8, nodes: 40_000, tolerance: 0.02 },
            Level::Expert => Self { depth: 64, nodes: 200_000, tolerance: 0.0 },
            Level::Maximum => Self { depth: 126, nodes: 2_000_000, tolerance: 0.0 },
        }
    }
}
