//! Opening book: good moves of the positions that games begin with, found by deep searches.
//!
//! A line of `data/book.txt` is a position and its best moves: the moves that lead to the position (`start` for none),
//! then each move with the score of its search in discs, `f5d6 c3+0 c4-1 f4-3`. Symmetric positions share a line. A move
//! is worth what the book says of the position after it, or its own score if that position is not in the book.
//! [`OpeningBook::next_line`] tells which position to add; the example `othello_book` searches it.

mod growth;

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use rules::{Bitboard, BySeat, Position, Symmetry};

use super::position::{Move, Othello};

static BOOK: LazyLock<OpeningBook> =
    LazyLock::new(|| include_str!("../data/book.txt").parse().unwrap_or_default());

/// A move of the book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookMove {
    /// The move that the book recommends.
    pub played: Move,
    /// Score of its search, in discs.
    pub searched: i32,
    /// Score by the positions of the book that follow, in discs.
    pub score: i32,
}

/// A position of the book.
#[derive(Clone, PartialEq, Eq, Debug)]
struct BookPosition {
    /// Moves that lead to it.
    line: Vec<Move>,
    position: Othello,
    /// Moves in the position as that line reaches it, the best of the search first.
    moves: Vec<BookMove>,
}

/// Openings with values of deep searches.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OpeningBook {
    /// In the order of the file.
    positions: Vec<BookPosition>,
    /// Indices by canonical discs.
    indices: HashMap<CanonicalDiscs, usize>,
}

/// Discs of the side to move and of the other, in the least of the symmetric positions.
type CanonicalDiscs = (u64, u64);

fn canonical_discs(position: &Othello) -> CanonicalDiscs {
    let image = |symmetry| discs_under(position, symmetry);
    Symmetry::ALL.into_iter().map(image).min().unwrap_or_default()
}

fn discs_under(position: &Othello, symmetry: Symmetry) -> (u64, u64) {
    let turn = position.turn();
    let discs = BySeat::from_fn(|seat| symmetry.set(position.discs(seat)));
    let (Bitboard(own), Bitboard(enemy)) = (discs[turn], discs[!turn]);
    (own, enemy)
}

/// The line of a position cannot be added.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BookError {
    /// Not a move, or not a legal one.
    Move(String),
    /// Not a move with its score.
    Score(String),
    /// There is no move.
    NoMoves,
    /// A symmetric position is in the book already.
    Duplicate,
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(text) => write!(f, "'{text}' is no legal move there"),
            Self::Score(text) => write!(f, "'{text}' is no move with its score, such as c3+0"),
            Self::NoMoves => f.write_str("the position has no moves in the book"),
            Self::Duplicate => f.write_str("the position is in the book already"),
        }
    }
}

/// A line of a book's file is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookLineError {
    /// Number of the line, from one.
    pub line: usize,
    /// What is wrong.
    pub error: BookError,
}

impl fmt::Display for BookLineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.error)
    }
}

impl std::error::Error for BookLineError {}

impl OpeningBook {
    /// The book that the engine plays by.
    pub fn get() -> &'static Self {
        &BOOK
    }

    /// Number of positions.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there is no position.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// The moves of a position, the best first; none if it is not in the book.
    pub fn moves(&self, position: &Othello) -> Vec<BookMove> {
        let Some(known) = self.find(position) else { return Vec::new() };
        let target = discs_under(position, Symmetry::IDENTITY);
        let leads_here = |symmetry: &Symmetry| discs_under(&known.position, *symmetry) == target;
        let Some(symmetry) = Symmetry::ALL.into_iter().find(leads_here) else { return Vec::new() };
        let image = |m: &BookMove| BookMove { played: Othello::image(m.played, symmetry), ..*m };
        let mut moves: Vec<_> = known.moves.iter().map(image).collect();
        moves.sort_by_key(|m| std::cmp::Reverse(m.score));
        moves
    }

    /// The best moves from a position on, as far as the book goes.
    pub fn best_line(&self, mut position: Othello) -> Vec<Move> {
        let mut line = Vec::new();
        while let Some(best) = self.moves(&position).first() {
            line.push(best.played);
            position = position.play(best.played);
        }
        line
    }

    fn find(&self, position: &Othello) -> Option<&BookPosition> {
        self.indices.get(&canonical_discs(position)).map(|&index| &self.positions[index])
    }

    /// Adds a position, reached by a line from the start, with moves and the scores of their searches.
    pub fn add(&mut self, line: &[Move], moves: &[(Move, i32)]) -> Result<(), BookError> {
        self.insert(line, moves)?;
        self.update_scores();
        Ok(())
    }

    /// Adds a position; scores are to be updated afterwards.
    fn insert(&mut self, line: &[Move], moves: &[(Move, i32)]) -> Result<(), BookError> {
        let mut position = Othello::START;
        for &m in line {
            position = position.play(legal(&position, m)?);
        }
        let moves: Vec<_> = moves
            .iter()
            .map(|&(m, score)| {
                let played = legal(&position, m)?;
                Ok(BookMove { played, searched: score, score })
            })
            .collect::<Result<_, _>>()?;
        if moves.is_empty() {
            return Err(BookError::NoMoves);
        }
        let key = canonical_discs(&position);
        if self.indices.contains_key(&key) {
            return Err(BookError::Duplicate);
        }
        self.indices.insert(key, self.positions.len());
        self.positions.push(BookPosition { line: line.to_vec(), position, moves });
        Ok(())
    }

    /// Minimax over the positions of the book, those with most discs first.
    fn update_scores(&mut self) {
        let mut order: Vec<_> = (0..self.positions.len()).collect();
        order.sort_by_key(|&index| std::cmp::Reverse(self.positions[index].line.len()));
        for index in order {
            let position = self.positions[index].position;
            for at in 0..self.positions[index].moves.len() {
                let BookMove { played, searched, .. } = self.positions[index].moves[at];
                let later = self.find(&position.play(played)).and_then(BookPosition::best_score);
                self.positions[index].moves[at].score = later.map_or(searched, |score| -score);
            }
        }
    }
}

impl BookPosition {
    fn best_score(&self) -> Option<i32> {
        self.moves.iter().map(|m| m.score).max()
    }
}

/// The move, if it puts a disc where that is legal.
fn legal(position: &Othello, m: Move) -> Result<Move, BookError> {
    match m {
        Move::Disc(square) if position.places().has(square) => Ok(m),
        _ => Err(BookError::Move(m.to_string())),
    }
}

/// Word for the line to the start position.
const START_WORD: &str = "start";

impl fmt::Display for OpeningBook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.positions.iter().try_for_each(|position| writeln!(f, "{position}"))
    }
}

impl fmt::Display for BookPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line.is_empty() {
            f.write_str(START_WORD)?;
        }
        self.line.iter().try_for_each(|m| write!(f, "{m}"))?;
        self.moves.iter().try_for_each(|m| write!(f, " {}{:+}", m.played, m.searched))
    }
}

impl FromStr for OpeningBook {
    type Err = BookLineError;

    fn from_str(text: &str) -> Result<Self, BookLineError> {
        let mut book = Self::default();
        for (number, line) in (1..).zip(text.lines()) {
            let added = read_line(line).and_then(|(line, moves)| book.insert(&line, &moves));
            added.map_err(|error| BookLineError { line: number, error })?;
        }
        book.update_scores();
        Ok(book)
    }
}

/// The line to a position, and its moves with the scores of their searches.
type ReadLine = (Vec<Move>, Vec<(Move, i32)>);

fn read_line(text: &str) -> Result<ReadLine, BookError> {
    let mut words = text.split_whitespace();
    let mut rest = words.next().filter(|&word| word != START_WORD).unwrap_or_default();
    let mut line = Vec::new();
    while !rest.is_empty() {
        let (square, later) = rest.split_at_checked(2).ok_or(BookError::Move(rest.to_owned()))?;
        line.push(square.parse().map_err(|_| BookError::Move(square.to_owned()))?);
        rest = later;
    }
    let moves = words.map(|word| {
        let read = || {
            let (square, score) = word.split_at_checked(2)?;
            let is_signed = score.starts_with(['+', '-']);
            Some((square.parse().ok()?, score.parse().ok().filter(|_| is_signed)?))
        };
        read().ok_or_else(|| BookError::Score(word.to_owned()))
    });
    Ok((line, moves.collect::<Result<_, _>>()?))
}

#[cfg(test)]
mod tests;
