//! A game of the catalogue with its computer players.

use rules::{AnyGame, SplitMix64, erase};

use crate::no_engine::NoEngine;
use crate::players::AnalysisSearcher;
use crate::review::GameReviewer;
use crate::{
    AnySearcher, DataFile, Explainer, LevelRatings, Levels, Opponent, Prover, PuzzleCollection,
    PuzzleMiner, Reviewer, Searcher, SurveyedBoard, TableTooLarge, Trainer, TreeDemo, ValueScale,
    check_table,
};

/// Whether the program has what the laboratory alone uses: certificates, mining and training. No module for the browser
/// has; each of them is compiled without searches or without the program.
const HAS_LABORATORY: bool = cfg!(not(any(without_search, without_program)));

/// A game with its computer players, analysis and review: all that the program knows of a game. What a game need not have
/// is added by a method `with_…`.
#[derive(Clone, Copy)]
pub struct Entry {
    /// The game.
    pub game: &'static dyn AnyGame,
    /// The six levels of the engine, weakest first.
    pub levels: &'static [Opponent],
    /// The classic algorithms of the game, if it has any.
    pub classics: &'static [Opponent],
    /// Programs of the owner that play the game.
    pub bots: &'static [Opponent],
    /// The search trees of its minimax players, if it has any.
    pub tree_demo: Option<TreeDemo>,
    /// Certificates of its proved results, if its engine proves any.
    pub prover: Option<&'static Prover>,
    /// Mining and checking of its puzzles, if it has any.
    pub miner: Option<&'static PuzzleMiner>,
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
    /// The game of an engine, with its six levels as players.
    pub const fn of<E: Levels + Explainer>() -> Self {
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
            classics: &[],
            bots: &[],
            tree_demo: None,
            prover: None,
            miner: None,
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

    /// The same with its classic algorithms as players.
    #[must_use]
    pub const fn with_classics(self, classics: &'static [Opponent]) -> Self {
        Self { classics, ..self }
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

    /// The same with certificates of its proved results.
    #[must_use]
    pub const fn with_prover(self, prover: &'static Prover) -> Self {
        Self { prover: if HAS_LABORATORY { Some(prover) } else { None }, ..self }
    }

    /// The same with mining of its puzzles.
    #[must_use]
    pub const fn with_miner(self, miner: &'static PuzzleMiner) -> Self {
        Self { miner: if HAS_LABORATORY { Some(miner) } else { None }, ..self }
    }

    /// The same with a trainer.
    #[must_use]
    pub const fn with_trainer(self, trainer: Trainer) -> Self {
        Self { trainer: if HAS_LABORATORY { Some(trainer) } else { None }, ..self }
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
