//! Files of Connect Four positions with their scores, one a line: `4453 -2`.

use games::connect_four::ConnectFour;
use rules::Position;
use texts::text;

use crate::failure::Failure;

/// Parses the text of the file `name`.
pub(crate) fn read(name: &str, text: &str) -> Result<Vec<(ConnectFour, i32)>, Failure> {
    let numbered = text.lines().enumerate();
    let read = |(number, line)| {
        parse(line).ok_or_else(|| {
            Failure::failed(text!(
                "in-file",
                path = name,
                line = number + 1,
                text = text!("no-score")
            ))
        })
    };
    numbered.map(read).collect()
}

/// Parses a line: the moves that lead to the position, and its score.
fn parse(line: &str) -> Option<(ConnectFour, i32)> {
    let (moves, score) = line.split_once(' ')?;
    let mut position = ConnectFour::EMPTY;
    for digit in moves.split_inclusive(|_| true) {
        let column = digit.parse().ok()?;
        position = position.is_legal(column).then(|| position.play(column))?;
    }
    Some((position, score.parse().ok().filter(|score| (-21..=21).contains(score))?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_moves_and_a_score() {
        let (position, score) = parse("4453 -2").expect("a line");
        assert_eq!((position.to_string().as_str(), score), ("7/7/7/7/3o3/2oxx2 x", -2));
        assert_eq!(parse(" 1"), Some((ConnectFour::EMPTY, 1)));
        for wrong in ["", "44", "48 1", "44444444 1", "44 x", "44 22", "4é 1"] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }
}
