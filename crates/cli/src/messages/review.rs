//! Messages of `damier analyse --review`.

use engine::{AnyLine, Grade, Review, ReviewedEntry};
use rules::{Seat, Text};
use texts::{decimal, text};

/// Moves of a better line that are told.
const REVIEW_LINE_MOVES: usize = 6;

/// What player 1 may expect after a move.
pub(crate) fn score(entry: &ReviewedEntry) -> Text {
    let chance = decimal(100.0 * f64::from(entry.after), 0);
    if entry.played.value.is_proved() {
        text!("review-score-exact", chance)
    } else {
        text!("review-score", chance)
    }
}

/// The name of a grade.
pub(crate) fn grade(grade: Grade) -> Text {
    match grade {
        Grade::Forced => text!("grade-forced"),
        Grade::Best => text!("grade-best"),
        Grade::Good => text!("grade-good"),
        Grade::Inaccuracy => text!("grade-inaccuracy"),
        Grade::Mistake => text!("grade-mistake"),
        Grade::Blunder => text!("grade-blunder"),
    }
}

/// What should have been played, its value and what could follow.
pub(crate) fn better(best: &AnyLine) -> Text {
    let line = &best.moves[..best.moves.len().min(REVIEW_LINE_MOVES)];
    let value = super::analyse::value(best.value, best.chance);
    text!("review-better", line = line.join(" "), value)
}

/// What a review of a game with so many entries comes to, line by line.
pub(crate) fn summary(total: usize, review: &Review) -> Vec<Text> {
    let done = review.entries.len();
    let mut lines = Vec::new();
    if done < total {
        lines.push(text!("review-stopped", done, total));
    }
    for seat in Seat::ALL {
        lines.push(match review.accuracy[seat] {
            None => text!("review-no-accuracy", number = seat),
            Some(accuracy) => {
                let count = |grade: Grade| {
                    let of_seat = |entry: &&ReviewedEntry| entry.player == seat;
                    let entries = review.entries.iter().filter(of_seat);
                    entries.filter(|entry| entry.grade == grade).count()
                };
                text!(
                    "review-accuracy",
                    number = seat,
                    accuracy = decimal(accuracy.into(), 1),
                    inaccuracies = count(Grade::Inaccuracy),
                    mistakes = count(Grade::Mistake),
                    blunders = count(Grade::Blunder)
                )
            }
        });
    }
    let seconds = decimal(review.time.as_secs_f64(), 2);
    lines.push(text!("review-cost", nodes = review.nodes, seconds));
    lines
}
