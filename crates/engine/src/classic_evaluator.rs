//! Static evaluation of the classic players: a sum of a few counted terms.

use arrayvec::ArrayVec;
use rules::{Game, Outcome, Seat, Text};

/// Score of a won game, however far away; no other score is as high.
pub const CLASSIC_WIN: i32 = 10_000;

/// Static evaluation of a classic player, term by term.
pub trait ClassicEvaluator: Send + 'static {
    /// The game that it plays.
    type Game: Game;

    /// Prepares for the positions that can follow `root`.
    fn new(root: &Self::Game) -> Self;

    /// The terms of a position, of a finished game or not, for `seat`: their sum is its score, at most [`CLASSIC_WIN`] either way.
    /// The score for the other seat need not be the opposite.
    fn terms(&self, position: &Self::Game, seat: Seat) -> Terms;

    /// The sum of the terms.
    fn score(&self, position: &Self::Game, seat: Seat) -> i32 {
        self.terms(position, seat).iter().map(Term::points).sum()
    }
}

/// The terms of a score.
pub type Terms = ArrayVec<Term, 8>;

/// One counted term of a score.
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

    /// The only term of a finished game, for evaluators that recognise the end.
    pub fn result(outcome: &Outcome, seat: Seat) -> Terms {
        let term = match outcome.winner {
            None => Self { label: &DRAWN, count: 1, weight: 0 },
            Some(winner) if winner == seat => Self { label: &WON, count: 1, weight: CLASSIC_WIN },
            Some(_) => Self { label: &WON, count: -1, weight: CLASSIC_WIN },
        };
        [term].into_iter().collect()
    }
}
