//! The engine of a game: how its search is made, its levels of play, and why moves are mistakes.

use rules::{Game, Line};

use crate::{Level, MistakeContext, ReportOf, Resources, ReviewReason, Searcher, Skill};

/// The engine of a game.
pub trait GameEngine: 'static {
    /// Whose positions it searches.
    type Game: Game;
    /// What every level and analysis searches with.
    type Searcher: Searcher<Position = Self::Game>;

    /// Number of tables of the size that [`Resources`] say.
    const TABLES: usize = 1;

    /// A searcher with empty tables. They are smaller where there is no memory for them; see
    /// [`Entry::check_table`](crate::Entry::check_table).
    fn searcher(resources: Resources) -> Self::Searcher;
}

/// The six levels of play of an engine.
pub trait Levels: GameEngine {
    /// The rule sets by which the highest level is proved to play perfectly: it is called so in them.
    const PERFECT: &'static [&'static str] = &[];

    /// What a level may use of the engine.
    fn skill(level: Level) -> Skill {
        Skill::usual(level)
    }

    /// Adds certain knowledge that a player of this level would have, such as a win in three plies, to
    /// the report of the level's search. The best line comes first again.
    fn refine(
        searcher: &mut Self::Searcher,
        level: Level,
        line: &Line<Self::Game>,
        report: &mut ReportOf<Self::Game>,
    ) {
        let _ = (searcher, level, line, report);
    }
}

/// Explanations of mistakes by the knowledge of a game.
pub trait Explainer: GameEngine {
    /// Reasons that the positions along the two lines of a mistake show, the most important first.
    /// Proved results are explained for every game alike.
    fn explain(mistake: &MistakeContext<Self::Game>) -> Vec<ReviewReason> {
        let _ = mistake;
        Vec::new()
    }
}
