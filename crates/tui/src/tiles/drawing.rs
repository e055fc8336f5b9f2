//! A tile that is being drawn: its squares, and the steps that can be taken back.

use rules::SplitMix64;

/// A square without a colour.
pub(super) const BLANK: char = '.';
/// Steps that can be taken back.
const UNDO_STEPS_MAX: usize = 100;

/// Squares of a tile, in reading order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Drawing {
    /// Squares of a row, and rows.
    size: usize,
    squares: Vec<char>,
    past: Vec<Vec<char>>,
    future: Vec<Vec<char>>,
}

impl Drawing {
    /// A drawing of these rows; an empty one without.
    pub(super) fn new(size: usize, rows: Option<&str>) -> Self {
        let drawn = rows.map(|rows| rows.chars().filter(|c| *c != '/').collect::<Vec<_>>());
        let drawn = drawn.filter(|squares| squares.len() == size * size);
        let squares = drawn.unwrap_or_else(|| vec![BLANK; size * size]);
        Self { size, squares, past: Vec::new(), future: Vec::new() }
    }

    pub(super) const fn size(&self) -> usize {
        self.size
    }

    pub(super) fn squares(&self) -> &[char] {
        &self.squares
    }

    /// The rows from the top, `/` between.
    pub(super) fn rows(&self) -> String {
        let rows: Vec<String> =
            self.squares.chunks(self.size.max(1)).map(|row| row.iter().collect()).collect();
        rows.join("/")
    }

    /// One step. What changes nothing is none.
    fn step(&mut self, squares: Vec<char>) {
        if squares == self.squares {
            return;
        }
        self.past.push(std::mem::replace(&mut self.squares, squares));
        self.future.clear();
        if self.past.len() > UNDO_STEPS_MAX {
            self.past.remove(0);
        }
    }

    pub(super) fn paint(&mut self, square: usize, letter: char) {
        let mut squares = self.squares.clone();
        if let Some(place) = squares.get_mut(square) {
            *place = letter;
        }
        self.step(squares);
    }

    pub(super) fn undo(&mut self) {
        if let Some(before) = self.past.pop() {
            self.future.push(std::mem::replace(&mut self.squares, before));
        }
    }

    pub(super) fn redo(&mut self) {
        if let Some(after) = self.future.pop() {
            self.past.push(std::mem::replace(&mut self.squares, after));
        }
    }

    /// Turns the drawing by a quarter, clockwise.
    pub(super) fn turn(&mut self) {
        let size = self.size;
        let square = |index: usize| self.squares[(size - 1 - index % size) * size + index / size];
        let squares = (0..size * size).map(square).collect();
        self.step(squares);
    }

    /// Flips the drawing, left for right.
    pub(super) fn flip(&mut self) {
        let squares = self.squares.chunks(self.size.max(1)).flat_map(|row| row.iter().rev());
        let squares = squares.copied().collect();
        self.step(squares);
    }

    pub(super) fn clear(&mut self) {
        self.step(vec![BLANK; self.squares.len()]);
    }

    /// Colours the squares that have no colour at random, all of them if none is left: as many of each colour as
    /// possible have the same number.
    pub(super) fn fill(&mut self, letters: &[char], random: &mut SplitMix64) {
        if letters.is_empty() {
            return;
        }
        let is_full = !self.squares.contains(&BLANK);
        let mut squares =
            if is_full { vec![BLANK; self.squares.len()] } else { self.squares.clone() };
        let usual = squares.len() / letters.len();
        let count = |squares: &[char], letter| squares.iter().filter(|it| **it == letter).count();
        let left = |letter: &char| {
            let missing = usual.saturating_sub(count(&squares, *letter));
            std::iter::repeat_n(*letter, missing)
        };
        let mut bag: Vec<char> = letters.iter().flat_map(left).collect();
        for square in squares.iter_mut().filter(|square| **square == BLANK) {
            *square = match bag.len() {
                0 => letters[random.below(letters.len() as u64) as usize],
                count => bag.swap_remove(random.below(count as u64) as usize),
            };
        }
        self.step(squares);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_is_turned_flipped_and_taken_back() {
        let mut drawing = Drawing::new(2, Some("AB/CD"));
        drawing.turn();
        assert_eq!(drawing.rows(), "CA/DB");
        drawing.flip();
        assert_eq!(drawing.rows(), "AC/BD");
        drawing.undo();
        drawing.undo();
        assert_eq!(drawing.rows(), "AB/CD");
        drawing.redo();
        assert_eq!(drawing.rows(), "CA/DB");
        drawing.paint(3, 'B');
        drawing.redo();
        assert_eq!(drawing.rows(), "AC/BD", "the same colour is no step: the flip is still there");
        drawing.paint(9, 'B');
        drawing.clear();
        assert_eq!(drawing.rows(), "../..");
    }

    #[test]
    fn a_random_drawing_keeps_what_is_drawn_and_has_as_many_of_each_colour() {
        let mut drawing = Drawing::new(4, Some("AA../..../..../...."));
        drawing.fill(&['A', 'B', 'C', 'D'], &mut SplitMix64::new(5));
        assert!(drawing.rows().starts_with("AA"));
        for letter in ['A', 'B', 'C', 'D'] {
            assert_eq!(drawing.squares().iter().filter(|it| **it == letter).count(), 4);
        }
    }
}
