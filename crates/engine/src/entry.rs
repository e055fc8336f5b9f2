//! A game of the catalogue with its computer players.

use std::sync::atomic::AtomicBool;

use rules::{AnyGame, Game, Record, ReplayError, SplitMix64, Text, erase};

use crate::players::{AnalysisSearcher, LevelPlayer};
use crate::review::GameReviewer;
use crate::stand_in::WithStandIn;
use crate::{
    AnyReport, AnySearcher, DataFile, Explainer, Level, LevelRatings, Levels, Limits,
    PuzzleCollection, Review, ReviewedEntry, Reviewer, Searcher, SurveyedBoard, TableTooLarge,
    Trainer, TreeDemo, ValueScale, check_table,
};

/// Moves in a position, for the expected size of a minimax tree.
const BRANCHING_FACTOR: u64 = 8;

/// A game with its computer players, analysis and review.
#[derive(Clone, Copy)]
pub struct Entry {
    /// The game.
    pub game: &'static dyn AnyGame,
    /// The six levels of the engine, weakest first.
    pub levels: &'static [Opponent],
    /// The classic algorithms of the game.
    pub classics: &'static [Opponent],
    /// Programs of the owner that play the game.
    pub bots: &'static [Opponent],
    /// The search trees of its minimax players, if it has any.
    pub tree_demo: Option<TreeDemo>,
    /// The training of its evaluation, if it is a weighted sum.
    pub trainer: Option<Trainer>,
    /// The meaning of its engine's values.
    pub scale: ValueScale,
    /// Data that its engine needs, but not its classic algorithms.
    pub data: Option<&'static DataFile>,
    /// The file of its puzzles, if it has any.
    pub puzzles: Option<&'static DataFile>,
    /// Surveyed boards, a line each.
    survey: &'static str,
    /// Scores of levels against each other, a line each.
    level_scores: &'static str,
    /// Transposition tables of the engine.
    tables: usize,
    analyst: fn(Resources) -> Box<dyn AnySearcher>,
    reviewer: fn(Resources) -> Box<dyn Reviewer>,
}

/// A computer player to play against.
pub struct Opponent {
    /// The name in commands and links: `difficult`, `minimax:4`.
    pub id: &'static str,
    /// The name for people.
    pub title: Text,
    /// The rule sets by which it is proved to play perfectly.
    perfect_by: &'static [&'static str],
    /// Its search depth, if the game's [`TreeDemo`] shows its tree.
    pub depth: Option<u16>,
    /// Node limit of a move, where it has no search depth.
    node_limit: fn() -> u64,
    make: MakeSearcher,
}

/// How a player is made from its seed.
enum MakeSearcher {
    /// A player of the catalogue.
    Player(fn(u64) -> Box<dyn AnySearcher>),
    /// A program of the owner, whether others may play it, and who makes the moves that it does not make.
    Bot {
        make: &'static (dyn Fn(u64) -> Box<dyn AnySearcher> + Sync),
        is_public: bool,
        stand_in: Option<&'static Opponent>,
    },
}

impl MakeSearcher {
    const fn player(make: fn(u64) -> Box<dyn AnySearcher>) -> Self {
        Self::Player(if cfg!(without_search) { |_| Box::new(NoEngine) } else { make })
    }
}

/// Stands for all engines in a program that has its work done elsewhere (`--cfg without_search`), so that none is in
/// it: it finds nothing.
struct NoEngine;

impl AnySearcher for NoEngine {
    fn search(
        &mut self,
        _: &Record,
        _: &Limits,
        _: &AtomicBool,
        _: &mut dyn FnMut(&AnyReport),
    ) -> Result<AnyReport, ReplayError> {
        Ok(AnyReport::default())
    }
}

impl Reviewer for NoEngine {
    fn review(
        &mut self,
        _: &Record,
        _: &Limits,
        _: &AtomicBool,
        _: &mut dyn FnMut(&ReviewedEntry),
    ) -> Result<Review, ReplayError> {
        Ok(Review::default())
    }
}

/// Threads and memory that an engine may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resources {
    /// Threads that search.
    pub threads: usize,
    /// The size of the transposition table, in MiB.
    pub table: usize,
}

impl Default for Resources {
    fn default() -> Self {
        Self { threads: 1, table: 16 }
    }
}

impl Entry {
    /// The game of an engine, with its six levels and the `classics` as players.
    pub const fn of<E: Levels + Explainer>(classics: &'static [Opponent]) -> Self {
        Self {
            game: erase::<E::Game>(),
            levels: const {
                &[
                    Opponent::level::<E, 0>(),
                    Opponent::level::<E, 1>(),
                    Opponent::level::<E, 2>(),
                    Opponent::level::<E, 3>(),
                    Opponent::level::<E, 4>(),
                    Opponent::level::<E, 5>(),
                ]
            },
            classics,
            bots: &[],
            tree_demo: None,
            trainer: None,
            scale: E::Searcher::SCALE,
            data: None,
            puzzles: None,
            survey: "",
            level_scores: "",
            tables: E::TABLES,
            analyst: if cfg!(without_search) {
                |_| Box::new(NoEngine)
            } else {
                |resources| Box::new(AnalysisSearcher::new(E::searcher(resources)))
            },
            reviewer: if cfg!(without_search) {
                |_| Box::new(NoEngine)
            } else {
                |resources| Box::new(GameReviewer::<E>::new(resources))
            },
        }
    }

    /// The same with the search trees of its minimax players.
    #[must_use]
    pub const fn with_tree_demo(self, tree_demo: TreeDemo) -> Self {
        Self { tree_demo: Some(tree_demo), ..self }
    }

    /// The same with programs of the owner as opponents.
    #[must_use]
    pub const fn with_bots(self, bots: &'static [Opponent]) -> Self {
        Self { bots, ..self }
    }

    /// The same with a trainer.
    #[must_use]
    pub const fn with_trainer(self, trainer: Trainer) -> Self {
        Self { trainer: if cfg!(without_search) { None } else { Some(trainer) }, ..self }
    }

    /// The same with data that its engine needs.
    #[must_use]
    pub const fn with_data(self, data: &'static DataFile) -> Self {
        Self { data: if cfg!(without_search) { None } else { Some(data) }, ..self }
    }

    /// The same with a file of puzzles.
    #[must_use]
    pub const fn with_puzzles(self, puzzles: &'static DataFile) -> Self {
        Self { puzzles: Some(puzzles), ..self }
    }

    /// The same with surveyed boards, as `damier quadrants fairness --survey` prints them.
    #[must_use]
    pub const fn with_survey(self, survey: &'static str) -> Self {
        Self { survey, ..self }
    }

    /// The same with scores of its levels against each other: see [`LevelRatings::read`].
    #[must_use]
    pub const fn with_level_scores(self, level_scores: &'static str) -> Self {
        Self { level_scores, ..self }
    }

    /// Ratings of the levels by the usual rules; `None` if they have not been measured well enough.
    pub fn level_ratings(&self) -> Option<LevelRatings> {
        LevelRatings::read(self.level_scores)
    }

    /// Its puzzles; `None` if it has none, or if their file is not loaded.
    pub fn puzzle_collection(&self) -> Option<PuzzleCollection> {
        let file = std::str::from_utf8(self.puzzles?.bytes()?).ok()?;
        PuzzleCollection::read(file).ok()
    }

    /// Surveyed boards, with the usual rules.
    pub fn survey(&self) -> impl Iterator<Item = SurveyedBoard> + use<> {
        self.survey.lines().filter_map(SurveyedBoard::read)
    }

    /// Seeds of boards that were found fair; none where all boards are the same.
    pub fn fair_seeds(&self) -> impl Iterator<Item = u64> + use<> {
        self.survey().filter(SurveyedBoard::is_fair).map(|board| board.seed)
    }

    /// The seed of a random board, drawn with a number from anywhere: that of a fair board, or of any one
    /// below `bound` where none is known.
    pub fn draw_seed(&self, number: u64, bound: u64) -> u64 {
        let fair: Vec<u64> = self.fair_seeds().collect();
        let index = SplitMix64::new(number).below(fair.len().max(1) as u64) as usize;
        fair.get(index).copied().unwrap_or_else(|| SplitMix64::new(number).below(bound))
    }

    /// The data that must be loaded before the engine searches: see [`DataFile::load`].
    pub fn missing_data(&self) -> Option<&'static DataFile> {
        self.data.filter(|data| data.bytes().is_none())
    }

    /// Checks that there is memory for a transposition table of so many MiB, of which its engine may have two: for a
    /// size that somebody asks for. Without memory an engine makes its tables smaller.
    pub fn check_table(&self, mib: usize) -> Result<(), TableTooLarge> {
        check_table(mib.saturating_mul(self.tables))
    }

    /// The engine at full strength, for analysis.
    pub fn analyst(&self, resources: Resources) -> Box<dyn AnySearcher> {
        (self.analyst)(resources)
    }

    /// The engine at full strength, for reviews of whole games.
    pub fn reviewer(&self, resources: Resources) -> Box<dyn Reviewer> {
        (self.reviewer)(resources)
    }

    /// All opponents: levels, then classics, then bots.
    pub fn opponents(&self) -> impl Iterator<Item = &'static Opponent> + use<> {
        self.levels.iter().chain(self.classics).chain(self.bots)
    }

    /// The opponent of that name.
    pub fn opponent(&self, id: &str) -> Option<&'static Opponent> {
        self.opponents().find(|opponent| opponent.id.eq_ignore_ascii_case(id))
    }
}

impl Opponent {
    /// A player of a game's own.
    pub const fn new(
        id: &'static str,
        title: Text,
        make: fn(seed: u64) -> Box<dyn AnySearcher>,
    ) -> Self {
        let make = MakeSearcher::player(make);
        Self { id, title, perfect_by: &[], depth: None, node_limit: || 1, make }
    }

    /// A player of that search depth, whose tree the game's [`TreeDemo`] shows.
    pub const fn of_depth(
        id: &'static str,
        title: Text,
        depth: u16,
        make: fn(seed: u64) -> Box<dyn AnySearcher>,
    ) -> Self {
        let make = MakeSearcher::player(make);
        Self { id, title, perfect_by: &[], depth: Some(depth), node_limit: || 1, make }
    }

    /// A program of the owner, in a process of its own: it may take any time and memory. Its report has no choice if it
    /// fails.
    pub const fn bot(
        id: &'static str,
        title: Text,
        make: &'static (dyn Fn(u64) -> Box<dyn AnySearcher> + Sync),
        is_public: bool,
    ) -> Self {
        let make = MakeSearcher::Bot { make, is_public, stand_in: None };
        let node_limit: fn() -> u64 = || u64::MAX;
        Self { id, title, perfect_by: &[], depth: None, node_limit, make }
    }

    /// The same bot, with an opponent that makes the moves that it does not make.
    #[must_use]
    pub fn with_stand_in(self, stand_in: &'static Self) -> Self {
        let make = match self.make {
            MakeSearcher::Bot { make, is_public, .. } => {
                MakeSearcher::Bot { make, is_public, stand_in: Some(stand_in) }
            }
            make @ MakeSearcher::Player(_) => make,
        };
        Self { make, ..self }
    }

    /// A level of the engine `E`.
    const fn level<E: Levels, const LEVEL: usize>() -> Self {
        let level = Level::ALL[LEVEL];
        let make: fn(u64) -> Box<dyn AnySearcher> =
            |seed| Box::new(LevelPlayer::<E>::new(Level::ALL[LEVEL], seed));
        let perfect_by = if LEVEL + 1 == Level::ALL.len() { E::PERFECT } else { &[] };
        let always = perfect_by.len() == <E::Game as Game>::INFO.rule_sets.len();
        let title = if always { Level::PERFECT } else { level.title() };
        let node_limit: fn() -> u64 = || E::skill(Level::ALL[LEVEL]).nodes;
        let make = MakeSearcher::player(make);
        Self { id: level.id(), title, perfect_by, depth: None, node_limit, make }
    }

    /// Nodes that it visits for a move: at most for a level, about for minimax.
    pub fn expected_nodes(&self) -> u64 {
        self.depth
            .map_or_else(self.node_limit, |depth| BRANCHING_FACTOR.saturating_pow(depth.into()))
    }

    /// The name for people in games by that rule set.
    pub fn title_by(&self, rules: &str) -> Text {
        let perfect = self.perfect_by.contains(&rules);
        if perfect { Level::PERFECT } else { self.title.clone() }
    }

    /// Makes the player, whose random choices all come from `seed`.
    pub fn make(&self, seed: u64) -> Box<dyn AnySearcher> {
        let player = self.make_alone(seed);
        match self.stand_in() {
            Some(stand_in) => Box::new(WithStandIn { player, stand_in, seed }),
            None => player,
        }
    }

    /// Makes the player without its [`stand_in`](Self::stand_in).
    pub fn make_alone(&self, seed: u64) -> Box<dyn AnySearcher> {
        match self.make {
            MakeSearcher::Player(make) => make(seed),
            MakeSearcher::Bot { make, .. } => make(seed),
        }
    }

    /// Who makes the moves that it does not make: bots fail.
    pub const fn stand_in(&self) -> Option<&'static Self> {
        match self.make {
            MakeSearcher::Player(_) => None,
            MakeSearcher::Bot { stand_in, .. } => stand_in,
        }
    }

    /// Whether it is a program of the owner.
    pub const fn is_bot(&self) -> bool {
        matches!(self.make, MakeSearcher::Bot { .. })
    }

    /// Whether the owner, or else anybody, may play it.
    pub const fn is_offered(&self, to_owner: bool) -> bool {
        match self.make {
            MakeSearcher::Player(_) => true,
            MakeSearcher::Bot { is_public, .. } => is_public || to_owner,
        }
    }
}
