//! The engine of tic-tac-toe: alpha-beta without any knowledge, since it sees to the end.

use engine::{
    AlphaBeta, Evaluator, Explainer, GameEngine, Levels, Resources, SearchParams, Value, ValueScale,
};

use super::TicTacToe;

/// The engine of tic-tac-toe.
pub enum TicTacToeEngine {}

impl GameEngine for TicTacToeEngine {
    type Game = TicTacToe;
    type Searcher = AlphaBeta<TicTacToeEvaluator>;

    fn searcher(resources: Resources) -> Self::Searcher {
        AlphaBeta::new(TicTacToeEvaluator, resources)
    }
}

impl Levels for TicTacToeEngine {}

impl Explainer for TicTacToeEngine {}

/// An evaluation that takes every position as even.
#[derive(Clone, Debug)]
pub struct TicTacToeEvaluator;

impl Evaluator for TicTacToeEvaluator {
    type Position = TicTacToe;
    type Accumulator = ();

    const SCALE: ValueScale = ValueScale::new(100);
    const PARAMS: SearchParams = SearchParams::new(&Self::SCALE);

    fn accumulator(&self, _: &TicTacToe) {}

    fn evaluate(&self, _: &TicTacToe, (): &()) -> Value {
        Value::ZERO
    }
}
