//! Small parts that screens share.

use ratatui::Frame;
use ratatui::layout::{Rect, Size};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use rules::{Ending, Lang, Text};

use crate::look::Look;

/// Puts a text on a line.
pub(crate) fn put(
    frame: &mut Frame<'_>,
    area: Rect,
    text: impl AsRef<str>,
    style: Style,
    look: Look,
) {
    put_line(frame, area, &Line::styled(format!(" {}", look.text(text.as_ref())), style));
}

/// Puts a line on the screen, cut off at the right.
pub(crate) fn put_line(frame: &mut Frame<'_>, area: Rect, line: &Line<'_>) {
    let area = area.intersection(frame.area());
    if area.height > 0 {
        frame.buffer_mut().set_line(area.x, area.y, line, area.width);
    }
}

/// Says that the window is too small, and what would do.
pub(crate) fn draw_too_small(frame: &mut Frame<'_>, needed: Size, look: Look, lang: Lang) {
    let area = frame.area();
    let args = [("width", needed.width.into()), ("height", needed.height.into())];
    let text = texts::say(lang, "tui-too-small", &args);
    let lines = wrap(&look.text(&text), area.width.into());
    let top = area.height.saturating_sub(lines.len() as u16) / 2;
    for (line, y) in lines.into_iter().zip(top..area.height) {
        let x = area.width.saturating_sub(width(&line) as u16) / 2;
        put_line(frame, Rect::new(x, y, area.width - x, 1), &Line::raw(line));
    }
}

/// A text in lines of at most that width, broken between words where that is possible.
pub(crate) fn wrap(text: &str, most: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in paragraph.split(' ') {
            if !line.is_empty() && width(&line) + 1 + width(word) > most {
                lines.push(std::mem::take(&mut line));
            } else if !line.is_empty() {
                line.push(' ');
            }
            for char in word.chars() {
                if !line.is_empty() && width(&line) + width(char.encode_utf8(&mut [0; 4])) > most {
                    lines.push(std::mem::take(&mut line));
                }
                line.push(char);
            }
        }
        lines.push(line);
    }
    lines
}

/// Reason of an ending that is neither a win nor a draw: the match was called off.
const ABORTED: &str = "aborted";

/// Who has won, or what has happened instead, without the reason.
pub fn verdict_text(ending: &Ending) -> Text {
    match ending.winner {
        Some(seat) => texts::text("wins", &[("number", seat.number().into())]),
        None if ending.reason == ABORTED => texts::text("game-aborted", &[]),
        None => texts::text("draw", &[]),
    }
}

/// Who has won, and why.
pub fn ending_text(ending: &Ending) -> Text {
    let verdict = verdict_text(ending);
    if ending.reason == ABORTED {
        return verdict;
    }
    texts::text("over", &[("verdict", verdict.into()), ("reason", (&ending.text).into())])
}

/// Width of a text on the screen.
pub(crate) fn width(text: &str) -> usize {
    Span::raw(text).width()
}

/// A graph of values from 0 to 1, of which `marked` stands out: dots of Braille, or asterisks.
pub(crate) fn braille_graph(
    values: &[f32],
    marked: Option<usize>,
    width: u16,
    height: u16,
    look: Look,
) -> Vec<Line<'static>> {
    let (per_column, per_line) = if look.is_ascii() { (1, 1) } else { (2, 4) };
    let (columns, rows) = (usize::from(width) * per_column, usize::from(height) * per_line);
    let steps = values.len().saturating_sub(1).max(1);
    let column_of =
        |index: usize| if values.len() < columns { index } else { index * (columns - 1) / steps };
    let mut cells = vec![vec![0_u8; usize::from(width)]; usize::from(height)];
    for (index, value) in values.iter().enumerate() {
        let (x, y) = (
            column_of(index),
            ((1.0 - value.clamp(0.0, 1.0)) * (rows - 1) as f32).round() as usize,
        );
        // Dots of a Braille character: the left column from the top, then the right one.
        let bit = [[0, 3], [1, 4], [2, 5], [6, 7]][y % per_line][x % per_column];
        if let Some(cell) =
            cells.get_mut(y / per_line).and_then(|line| line.get_mut(x / per_column))
        {
            *cell |= 1 << bit;
        }
    }
    let marked = marked.map(|index| column_of(index) / per_column);
    let char = |dots: u8| match dots {
        0 => ' ',
        _ if look.is_ascii() => '*',
        dots => char::from_u32(0x2800 + u32::from(dots)).unwrap_or('*'),
    };
    cells
        .into_iter()
        .map(|line| {
            let spans = line.into_iter().enumerate().map(|(column, dots)| {
                let style = if Some(column) == marked { Look::CHOSEN } else { Style::new() };
                Span::styled(char(dots).to_string(), style)
            });
            spans.collect()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_broken_between_words_and_long_words_inside() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("abcdefgh\n\nxy", 3), ["abc", "def", "gh", "", "xy"]);
        assert_eq!(wrap("", 0), Vec::<String>::new());
        assert_eq!(wrap("ab", 0), ["a", "b"]);
    }

    #[test]
    fn a_match_that_was_called_off_is_no_draw() {
        let ending = |reason: &'static str| Ending {
            winner: None,
            reason: reason.into(),
            text: Text::new("nobody can move", "personne ne peut jouer"),
            margin: None,
        };
        let aborted = ending_text(&ending(ABORTED));
        assert_eq!((&*aborted.en, &*aborted.fr), ("Game called off", "Partie annulée"));
        assert_eq!(verdict_text(&ending(ABORTED)), aborted);
        assert_eq!(&*ending_text(&ending("stalemate")).en, "Draw: nobody can move");
    }

    #[test]
    fn a_graph_has_its_best_values_at_the_top() {
        let line = |values: &[f32]| {
            let lines = braille_graph(values, None, 2, 1, Look::default());
            lines[0].to_string()
        };
        assert_eq!(line(&[1.0, 0.0]), "⢁ ");
        assert_eq!(line(&[0.5; 100]).chars().count(), 2);
    }
}
