//! Playable introduction of a game: a few steps on its real board, judged by its rules.

use std::ops::RangeInclusive;

use crate::{
    AnyGame, Choice, Live, MoveError, MoveErrorCode, Record, ReplayError, Spot, Text, View,
};

/// One step of an introduction: a position, a task, and what is said about it.
#[derive(Debug)]
pub struct IntroductionStep {
    /// The position, in the game's notation; the learner is to move.
    pub start: &'static str,
    /// What the learner is asked to do.
    pub task: Text,
    /// Tries that finish the step.
    pub expected: Expected,
    /// What is said of a legal move that does not finish the step; `None` if every legal move does.
    pub otherwise: Option<Text>,
    /// The opponent's answer to the expected move, in exact notation.
    pub reply: Option<&'static str>,
    /// What is said when the step is finished.
    pub success: Text,
}

/// What finishes a step. Moves are in exact notation, and the first is the example for a learner who asks
/// for one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expected {
    /// One of these legal moves.
    Moves(&'static [&'static str]),
    /// Any legal move.
    AnyMove(&'static str),
    /// Any legal move that wins the game at once.
    Win(&'static str),
    /// One of these illegal moves: the learner reads why the rules refuse it.
    Refusals(&'static [&'static str]),
}

/// A try of the learner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Attempt<'a> {
    /// A move, in the game's notation.
    Notation(&'a str),
    /// Spots pointed at in turn.
    Spots(&'a [Spot]),
}

/// What a try has led to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AttemptResult {
    /// Whether the step is finished.
    pub finished: bool,
    /// Why the rules refuse the move, if they do.
    pub refusal: Option<Text>,
    /// What the introduction says of it.
    pub comment: Option<Text>,
    /// The game after the learner's move, then after the opponent's; none if the step goes on.
    pub views: Vec<View>,
}

impl Expected {
    /// The try that is shown to a learner who asks for it.
    pub const fn example(&self) -> Option<&'static str> {
        match self {
            Self::AnyMove(example) | Self::Win(example) => Some(example),
            Self::Moves(moves) | Self::Refusals(moves) => match moves.first() {
                Some(example) => Some(example),
                None => None,
            },
        }
    }
}

impl IntroductionStep {
    /// The game at the beginning of the step.
    pub fn open(&self, game: &dyn AnyGame) -> Result<Box<dyn Live>, ReplayError> {
        game.open(&Record::new(self.start.to_owned()))
    }

    /// The try to show to a learner who asks for it. One that the rules refuse changes nothing.
    pub fn example(&self, live: &dyn Live) -> Option<Choice> {
        let notation = self.expected.example()?;
        let legal = live.view().choices.into_iter().find(|choice| choice.notation == notation);
        legal.or_else(|| {
            let steps = live.steps_of(notation)?;
            Some(Choice { notation: notation.to_owned(), steps, changes: Vec::new() })
        })
    }

    /// Judges a try, by the rules of the game and then by what the step expects.
    pub fn attempt(
        &self,
        game: &dyn AnyGame,
        attempt: Attempt<'_>,
    ) -> Result<AttemptResult, ReplayError> {
        let mut live = self.open(game)?;
        let notation = match attempt {
            Attempt::Notation(notation) => Some(notation.to_owned()),
            Attempt::Spots(spots) => live.notation_of(spots),
        };
        let Some(notation) = notation else { return Ok(AttemptResult::goes_on(None, None)) };
        match live.judge(&notation) {
            Ok(notation) => self.attempt_legal(live.as_mut(), notation),
            Err(MoveError { code, text }) => {
                let exact = game.read_move(&notation).unwrap_or(notation);
                let expected = match self.expected {
                    Expected::Refusals(moves) => moves.contains(&exact.as_str()),
                    _ => false,
                };
                Ok(if expected && code == MoveErrorCode::Illegal {
                    AttemptResult {
                        finished: true,
                        comment: Some(self.success.clone()),
                        ..AttemptResult::goes_on(Some(text), None)
                    }
                } else {
                    AttemptResult::goes_on(Some(text), None)
                })
            }
        }
    }

    fn attempt_legal(
        &self,
        live: &mut dyn Live,
        notation: String,
    ) -> Result<AttemptResult, ReplayError> {
        let mover = live.turn();
        let expected = match self.expected {
            Expected::Moves(moves) => moves.contains(&notation.as_str()),
            Expected::AnyMove(_) | Expected::Win(_) => true,
            Expected::Refusals(_) => false,
        };
        let goes_on = || AttemptResult::goes_on(None, self.otherwise.clone());
        if !expected {
            return Ok(goes_on());
        }
        let mut views = Vec::new();
        let entries = [Some(notation), self.reply.map(str::to_owned)];
        for (index, entry) in entries.into_iter().flatten().enumerate() {
            live.play(&entry).map_err(|error| ReplayError::Entry { index, entry, error })?;
            views.push(live.view());
        }
        let won = live.outcome().is_some_and(|ending| ending.winner == Some(mover));
        if matches!(self.expected, Expected::Win(_)) && !won {
            return Ok(goes_on());
        }
        let comment = Some(self.success.clone());
        Ok(AttemptResult { finished: true, refusal: None, comment, views })
    }
}

impl AttemptResult {
    /// The step is not finished.
    const fn goes_on(refusal: Option<Text>, comment: Option<Text>) -> Self {
        Self { finished: false, refusal, comment, views: Vec::new() }
    }
}

/// How many steps an introduction has.
const STEPS: RangeInclusive<usize> = 5..=8;

/// Checks the introduction of a game: every position can be read, every expected move does what its step
/// says, every other one is recognised as such, and everything is said in both languages.
pub(crate) fn check(game: &dyn AnyGame) -> Result<(), String> {
    let steps = game.info().introduction;
    let ensure = |holds: bool, law: &str| if holds { Ok(()) } else { Err(law.to_owned()) };
    ensure(STEPS.contains(&steps.len()), "an introduction has five to eight steps")?;
    let wins = |step: &IntroductionStep| matches!(step.expected, Expected::Win(_));
    ensure(steps.iter().any(wins), "an introduction shows how a game is won")?;
    for (number, step) in (1..).zip(steps) {
        check_step(game, step).map_err(|law| format!("introduction, step {number}: {law}"))?;
    }
    Ok(())
}

fn check_step(game: &dyn AnyGame, step: &IntroductionStep) -> Result<(), String> {
    let live = step.open(game).map_err(|error| error.to_string())?;
    let listed = match &step.expected {
        Expected::Moves(moves) | Expected::Refusals(moves) => moves.to_vec(),
        Expected::AnyMove(example) | Expected::Win(example) => vec![*example],
    };
    if listed.is_empty() || step.example(live.as_ref()).is_none() {
        return Err("an example can be shown".into());
    }
    for notation in &listed {
        check_expected(game, step, live.as_ref(), notation)?;
    }
    let mut others = 0;
    for choice in live.view().choices {
        let result = step.attempt(game, Attempt::Notation(&choice.notation));
        let result = result.map_err(|error| format!("{}: {error}", choice.notation))?;
        let must_finish = match step.expected {
            Expected::Moves(moves) => moves.contains(&choice.notation.as_str()),
            Expected::AnyMove(_) => true,
            Expected::Win(_) => wins(live.as_ref(), &choice.notation),
            Expected::Refusals(_) => false,
        };
        if result.finished != must_finish || result.comment.is_none() {
            return Err(format!("{} is judged by what the step expects", choice.notation));
        }
        others += usize::from(!result.finished);
    }
    if step.otherwise.is_some() != (others > 0) {
        return Err("other moves are commented on, if there are any".into());
    }
    let texts: Vec<_> = [&step.task, &step.success].into_iter().chain(&step.otherwise).collect();
    if texts.iter().any(|text| text.en.is_empty() || text.fr.is_empty()) {
        return Err("everything is said in both languages".into());
    }
    Ok(())
}

/// Whether a legal move wins the game at once.
fn wins(live: &dyn Live, notation: &str) -> bool {
    let mut after = live.boxed_clone();
    let played = after.play(notation).is_ok();
    played && after.outcome().is_some_and(|ending| ending.winner == Some(live.turn()))
}

/// Checks a try that a step expects, made by its name and by pointing.
fn check_expected(
    game: &dyn AnyGame,
    step: &IntroductionStep,
    live: &dyn Live,
    notation: &str,
) -> Result<(), String> {
    let result = step.attempt(game, Attempt::Notation(notation));
    let result = result.map_err(|error| error.to_string())?;
    let refused = matches!(step.expected, Expected::Refusals(_));
    let views = if refused { 0 } else { 1 + usize::from(step.reply.is_some()) };
    let exact = game.read_move(notation).is_ok_and(|exact| exact == notation);
    let as_said = result.finished && exact && result.refusal.is_some() == refused;
    if !as_said || result.views.len() != views {
        return Err(format!("{notation} finishes the step"));
    }
    let spots = live.steps_of(notation).unwrap_or_default();
    let pointed = step.attempt(game, Attempt::Spots(&spots)).map_err(|error| error.to_string())?;
    if !spots.is_empty() && pointed != result {
        return Err(format!("{notation} is understood when it is pointed at"));
    }
    Ok(())
}
