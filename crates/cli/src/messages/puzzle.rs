//! Messages of `damier puzzle`.

use engine::{Puzzle, PuzzleGoal, Theme};
use rules::{Seat, Text};
use texts::{args, text};

/// The game and the difficulty of a puzzle.
pub(crate) fn title(game: &Text, puzzle: &Puzzle) -> Text {
    let difficulty = &puzzle.difficulty;
    text!(
        "puzzle-title",
        game,
        id = &puzzle.id,
        grade = difficulty.grade,
        rating = difficulty.rating()
    )
}

/// What is to be reached.
pub(crate) fn goal(seat: Seat, puzzle: &Puzzle) -> Text {
    let (id, amount) = match puzzle.goal {
        PuzzleGoal::Win => ("puzzle-goal-win", String::new()),
        PuzzleGoal::WinWithin(plies) => ("puzzle-goal-within", plies.div_ceil(2).to_string()),
        PuzzleGoal::Draw => ("puzzle-goal-draw", String::new()),
        PuzzleGoal::Margin(0) => ("puzzle-goal-draw-best", String::new()),
        PuzzleGoal::Margin(margin) => ("puzzle-goal-margin", margin.to_string()),
    };
    text(id, args!(number = seat, amount, moves = puzzle.moves()))
}

/// The move is wrong, and what is proved of it.
pub(crate) fn proved_wrong(m: &str, goal: PuzzleGoal) -> Text {
    let id = match goal {
        PuzzleGoal::Win => "puzzle-wrong-win",
        PuzzleGoal::WinWithin(_) => "puzzle-wrong-within",
        PuzzleGoal::Draw => "puzzle-wrong-draw",
        PuzzleGoal::Margin(_) => "puzzle-wrong-margin",
    };
    text(id, args!(move = m))
}

/// The opponent's reply to a wrong move, and what follows.
pub(crate) fn refutation(reply: &str, rest: &str) -> Text {
    let id = if rest.is_empty() { "puzzle-refutation" } else { "puzzle-refutation-line" };
    text(id, args!(reply, rest))
}

/// Hint: what the solution turns on.
pub(crate) fn hint_themes(themes: &[Theme]) -> Text {
    let titles = themes.iter().map(|theme| theme.title());
    let (en, fr): (Vec<_>, Vec<_>) =
        titles.map(|title| (title.en.into_owned(), title.fr.into_owned())).unzip();
    text!("puzzle-hint-themes", themes = Text::composed(en.join(", "), fr.join(", ")))
}
