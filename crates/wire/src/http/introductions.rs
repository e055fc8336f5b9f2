//! Playable introductions.

use rules::{Choice, Spot, Text, View};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// `GET /api/introductions/GAME`: the playable introduction of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct IntroductionInfo {
    /// What to do on the first turn of a match, for somebody who has never played the game.
    pub first_turn: Text,
    /// The steps, in order.
    pub steps: Vec<IntroductionStepInfo>,
}

/// A step of an introduction.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct IntroductionStepInfo {
    /// What the learner is asked to do.
    pub task: Text,
    /// The position, and the legal moves in it.
    pub view: View,
    /// A try that finishes the step, for a learner who asks for it; one that the rules refuse changes
    /// nothing.
    pub example: Option<Choice>,
}

/// `POST /api/introductions/GAME`: a try at a step, answered with an [`IntroductionAnswer`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct IntroductionAttempt {
    /// The step, from 0.
    pub step: usize,
    /// A move in the game's notation.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub notation: Option<String>,
    /// Without a move: the spots that were pointed at in turn.
    #[serde(default)]
    #[ts(optional, as = "Option<_>")]
    pub spots: Vec<Spot>,
}

/// What a try has led to.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct IntroductionAnswer {
    /// Whether the step is finished.
    pub finished: bool,
    /// Why the rules refuse the move, if they do.
    pub refusal: Option<Text>,
    /// What the introduction says of it.
    pub comment: Option<Text>,
    /// The game after the learner's move, then after the opponent's; none if the step goes on.
    pub views: Vec<View>,
}
