//! Messages of `damier puzzles` and `damier puzzle`.

use engine::{MiningProgress, Puzzle, PuzzleGoal, PuzzleRefusal, Theme};
use rules::{Seat, Text};
use texts::text;

/// Error: the game has no puzzles.
pub(crate) fn no_puzzles(game: &str) -> Text {
    text("puzzle-none", &[("game", game.into())])
}

/// Error: no puzzle is as asked for.
pub(crate) fn no_such_puzzle() -> Text {
    text("puzzle-no-such", &[])
}

/// Error: record files are named, but not looked through.
pub(crate) fn records_unused() -> Text {
    text("puzzle-records-unused", &[])
}

/// Positions looked at so far.
pub(crate) fn positions(positions: u64) -> Text {
    text("puzzle-positions", &[("positions", positions.into())])
}

/// What was looked at and kept.
pub(crate) fn mined(progress: &MiningProgress) -> Text {
    let MiningProgress { games, positions, kept, .. } = progress;
    let (games, positions) = (("games", (*games).into()), ("positions", (*positions).into()));
    text("puzzle-mined", &[games, positions, ("kept", (*kept).into())])
}

/// How many positions were refused for a reason.
pub(crate) fn refused(refusal: PuzzleRefusal, count: u64) -> Text {
    text("puzzle-refused", &[("count", count.into()), ("reason", refusal.title().into())])
}

/// Time for each puzzle.
pub(crate) fn time_per_puzzle(seconds: f64) -> Text {
    text("puzzle-time", &[("seconds", texts::decimal(seconds, 2).into())])
}

/// All puzzles of a file are proved.
pub(crate) fn proved(count: usize) -> Text {
    text("puzzle-proved", &[("count", count.into())])
}

/// The game and the difficulty of a puzzle.
pub(crate) fn title(game: &Text, puzzle: &Puzzle) -> Text {
    let difficulty = &puzzle.difficulty;
    let (id, grade) = (("id", (&puzzle.id).into()), ("grade", difficulty.grade.into()));
    text(
        "puzzle-title",
        &[("game", game.into()), id, grade, ("rating", difficulty.rating().into())],
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
    let amount = ("amount", amount.into());
    text(id, &[("number", seat.number().into()), amount, ("moves", puzzle.moves().into())])
}

/// What can be typed.
pub(crate) fn how() -> Text {
    text("puzzle-how", &[])
}

/// The move is right, and the opponent replies.
pub(crate) fn right(reply: &str) -> Text {
    text("puzzle-right", &[("reply", reply.into())])
}

/// The move is wrong, and what is proved of it.
pub(crate) fn proved_wrong(m: &str, goal: PuzzleGoal) -> Text {
    let id = match goal {
        PuzzleGoal::Win => "puzzle-wrong-win",
        PuzzleGoal::WinWithin(_) => "puzzle-wrong-within",
        PuzzleGoal::Draw => "puzzle-wrong-draw",
        PuzzleGoal::Margin(_) => "puzzle-wrong-margin",
    };
    text(id, &[("move", m.into())])
}

/// The opponent's reply to a wrong move, and what follows.
pub(crate) fn refutation(reply: &str, rest: &str) -> Text {
    let id = if rest.is_empty() { "puzzle-refutation" } else { "puzzle-refutation-line" };
    text(id, &[("reply", reply.into()), ("rest", rest.into())])
}

/// The end.
pub(crate) fn solved(mistakes: u32) -> Text {
    text("puzzle-solved", &[("mistakes", mistakes.into())])
}

/// The solution, for somebody who gives up.
pub(crate) fn solution(moves: &str) -> Text {
    text("puzzle-solution", &[("moves", moves.into())])
}

/// Hint: what the solution turns on.
pub(crate) fn hint_themes(themes: &[Theme]) -> Text {
    let titles = themes.iter().map(|theme| theme.title());
    let (en, fr): (Vec<_>, Vec<_>) =
        titles.map(|title| (title.en.into_owned(), title.fr.into_owned())).unzip();
    text("puzzle-hint-themes", &[("themes", Text::composed(en.join(", "), fr.join(", ")).into())])
}

/// Hint: the piece to move.
pub(crate) fn hint_piece(square: &str) -> Text {
    text("puzzle-hint-piece", &[("square", square.into())])
}

/// Hint: the move.
pub(crate) fn hint_move(m: &str) -> Text {
    text("puzzle-hint-move", &[("move", m.into())])
}
