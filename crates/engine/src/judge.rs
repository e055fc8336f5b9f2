//! How classic players judge a position: a few things counted, each worth some points.

use arrayvec::ArrayVec;
use rules::{Game, Outcome, Seat, Text};

/// What a won game is worth, however far away; no other score comes near it.
pub const WIN: i32 = 10_000;

/// How a classic player judges the positions at which its search ends.
pub trait Judge: Send + 'static {
    /// The game that it plays.
    type Game: Game;

    /// Gets ready for the positions that can follow `root`.
    fn new(root: &Self::Game) -> Self;

    /// What a position, of a finished game or not, is worth to `seat`, term by term: the sum is its
    /// score, at most [`WIN`] either way. The worth to the other seat need not be the opposite.
    fn terms(&self, position: &Self::Game, seat: Seat) -> Terms;

    /// The sum of the terms.
    fn score(&self, position: &Self::Game, seat: Seat) -> i32 {
        self.terms(position, seat).iter().map(Term::points).sum()
    }
}

/// The terms of a score.
pub type Terms = ArrayVec<Term, 8>;

/// One thing that a judge counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Term {
    /// What it is.
    pub label: &'static Text,
    /// How many of it there are; in some games, how many more than the enemy has.
    pub count: i32,
    /// The points that each is worth.
    pub weight: i32,
}

static WON: Text = Text::new("game won", "partie gagnée");
static DRAWN: Text = Text::new("game drawn", "partie nulle");

impl Term {
    /// Its share of the score.
    pub const fn points(&self) -> i32 {
        self.count * self.weight
    }

    /// The only term of a finished game, for judges who know the end when they see it.
    pub fn result(outcome: &Outcome, seat: Seat) -> Terms {
        let term = match outcome.winner {
            None => Self { label: &DRAWN, count: 1, weight: 0 },
            Some(winner) if winner == seat => Self { label: &WON, count: 1, weight: WIN },
            Some(_) => Self { label: &WON, count: -1, weight: WIN },
        };
        [term].into_iter().collect()
    }
}
