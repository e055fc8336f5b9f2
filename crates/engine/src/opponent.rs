//! A computer player of the catalogue: a level, a classic algorithm or a program of the owner.

use rules::{Game, Text};

use crate::no_engine::NoEngine;
use crate::players::LevelPlayer;
use crate::stand_in::WithStandIn;
use crate::{AnySearcher, Level, Levels};

/// Moves in a position, for the expected size of a minimax tree.
const BRANCHING_FACTOR: u64 = 8;

/// A computer player to play against.
pub struct Opponent {
    /// The name in commands and links: `difficult`, `minimax:4`.
    pub id: &'static str,
    /// The name for people.
    pub title: Text,
    /// The rule sets by which it is proved to play perfectly.
    perfect_by: &'static [&'static str],
    /// Its search depth, if the game's [`TreeDemo`](crate::TreeDemo) shows its tree.
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

    /// A player of that search depth, whose tree the game's [`TreeDemo`](crate::TreeDemo) shows.
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

    /// The level of the engine `E` with that number, from 0.
    pub(crate) const fn level<E: Levels, const LEVEL: usize>() -> Self {
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
