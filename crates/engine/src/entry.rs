//! A game of the catalogue with everybody who can play it.

use rules::{AnyGame, Game, Text, erase};

use crate::{
    Analyst, Brain, Critic, Lesson, Level, Player, Reviewer, SurveyedBoard, Thinker, Trainer,
};

/// A game with everybody who can play it.
#[derive(Clone, Copy)]
pub struct Entry {
    /// The game.
    pub game: &'static dyn AnyGame,
    /// The six levels of the engine, weakest first.
    pub levels: &'static [Opponent],
    /// The classic algorithms of the game.
    pub classics: &'static [Opponent],
    /// The trees of its minimax players, if it has any.
    pub lesson: Option<Lesson>,
    /// How its weights are learnt, if it has any.
    pub trainer: Option<Trainer>,
    /// Boards that were measured, a line each.
    survey: &'static str,
    analyst: fn(Resources) -> Box<dyn Thinker>,
    reviewer: fn(Resources) -> Box<dyn Reviewer>,
}

/// Somebody to play against.
pub struct Opponent {
    /// The name in commands and links: `difficult`, `minimax:4`.
    pub id: &'static str,
    /// The name for people.
    pub title: Text,
    /// The rule sets by which it is proved to play perfectly.
    perfect_by: &'static [&'static str],
    /// How deep it searches, if the game's [`Lesson`] shows its tree.
    pub depth: Option<u16>,
    make: fn(seed: u64) -> Box<dyn Thinker>,
}

/// What an engine may use of the machine.
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
    /// The game of the brain `B`, played at six levels by it and by the `classics`.
    pub const fn of<B: Brain>(classics: &'static [Opponent]) -> Self
    where
        B::Position: Game,
    {
        Self {
            game: erase::<B::Position>(),
            levels: const {
                &[
                    Opponent::level::<B, 0>(),
                    Opponent::level::<B, 1>(),
                    Opponent::level::<B, 2>(),
                    Opponent::level::<B, 3>(),
                    Opponent::level::<B, 4>(),
                    Opponent::level::<B, 5>(),
                ]
            },
            classics,
            lesson: None,
            trainer: None,
            survey: "",
            analyst: |resources| Box::new(Analyst::<B>::new(resources)),
            reviewer: |resources| Box::new(Critic::<B>::new(resources)),
        }
    }

    /// The same with the trees of its minimax players.
    #[must_use]
    pub const fn with_lesson(self, lesson: Lesson) -> Self {
        Self { lesson: Some(lesson), ..self }
    }

    /// The same with a trainer.
    #[must_use]
    pub const fn with_trainer(self, trainer: Trainer) -> Self {
        Self { trainer: Some(trainer), ..self }
    }

    /// The same with boards that were measured, as `damier quadrants fairness --survey` prints them.
    #[must_use]
    pub const fn with_survey(self, survey: &'static str) -> Self {
        Self { survey, ..self }
    }

    /// Boards that were measured, with the usual rules.
    pub fn survey(&self) -> impl Iterator<Item = SurveyedBoard> + use<> {
        self.survey.lines().filter_map(SurveyedBoard::read)
    }

    /// The engine at its full strength, for analysis: it says what it thinks of every move.
    pub fn analyst(&self, resources: Resources) -> Box<dyn Thinker> {
        (self.analyst)(resources)
    }

    /// The engine at its full strength, for looking over whole games.
    pub fn reviewer(&self, resources: Resources) -> Box<dyn Reviewer> {
        (self.reviewer)(resources)
    }

    /// Everybody: levels, then classics.
    pub fn opponents(&self) -> impl Iterator<Item = &'static Opponent> + use<> {
        self.levels.iter().chain(self.classics)
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
        make: fn(seed: u64) -> Box<dyn Thinker>,
    ) -> Self {
        Self { id, title, perfect_by: &[], depth: None, make }
    }

    /// A player who searches so deep, and whose tree the game's lesson shows.
    pub const fn of_depth(
        id: &'static str,
        title: Text,
        depth: u16,
        make: fn(seed: u64) -> Box<dyn Thinker>,
    ) -> Self {
        Self { id, title, perfect_by: &[], depth: Some(depth), make }
    }

    /// A level of the brain `B`.
    const fn level<B: Brain, const LEVEL: usize>() -> Self
    where
        B::Position: Game,
    {
        let level = Level::ALL[LEVEL];
        let make: fn(u64) -> Box<dyn Thinker> =
            |seed| Box::new(Player::<B>::new(Level::ALL[LEVEL], seed));
        let perfect_by = if LEVEL + 1 == Level::ALL.len() { B::PERFECT } else { &[] };
        let always = perfect_by.len() == <B::Position as Game>::INFO.rule_sets.len();
        let title = if always { Level::PERFECT } else { level.title() };
        Self { id: level.id(), title, perfect_by, depth: None, make }
    }

    /// The name for people in games by that rule set.
    pub fn title_by(&self, rules: &str) -> Text {
        let perfect = self.perfect_by.contains(&rules);
        if perfect { Level::PERFECT } else { self.title.clone() }
    }

    /// The player, whose chance decisions all come from `seed`.
    pub fn make(&self, seed: u64) -> Box<dyn Thinker> {
        (self.make)(seed)
    }
}
