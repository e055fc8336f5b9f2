//! The games a second time, as slow and as obvious as possible.
//!
//! Nothing here shares code with the crate: a board is rows of letters, a move is its text, and the
//! rules are followed square by square as a player would with a finger on the board. Tests compare
//! the games with this, and the benchmark measures how much faster they are.

#![allow(dead_code, reason = "each test crate uses its part")]

pub(crate) mod bits;
mod colours;
mod congress;
mod connect_four;
mod grid;
mod isolation;
mod katarenga;
mod othello;
mod tic_tac_toe;

/// A position, by the board alone: draws by history are not known here.
pub(crate) trait Reference {
    /// The position in the game's notation.
    fn text(&self) -> String;

    /// Every legal move, sorted; none when the game is over.
    fn moves(&self) -> Vec<String>;

    /// The position after a legal move.
    fn play(&self, notation: &str) -> Box<dyn Reference>;

    /// How the game has ended, if it has.
    fn ending(&self) -> Option<Ending>;

    /// The squares that won the game, sorted; `None` in a game that points at none.
    fn winning(&self) -> Option<Vec<String>> {
        None
    }

    /// The empty squares where nobody may play, sorted; `None` in a game that forbids none.
    fn forbidden(&self) -> Option<Vec<String>> {
        None
    }
}

/// The result of a finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Ending {
    /// `x` or `o`; `None` is a draw.
    pub(crate) winner: Option<char>,
    /// By how much, in the games that count.
    pub(crate) margin: Option<u8>,
}

impl Ending {
    /// `side` has won.
    fn win(side: char) -> Self {
        Self { winner: Some(side), margin: None }
    }
}

/// Reads a position of the game with that id; `None` if the game is not written here yet.
pub(crate) fn read(id: &str, text: &str) -> Option<Box<dyn Reference>> {
    let fields: Vec<&str> = text.split(' ').collect();
    match id {
        "connect-four" => Some(Box::new(connect_four::ConnectFour::read(&fields))),
        "othello" => Some(Box::new(othello::Othello::read(&fields))),
        "katarenga" => Some(Box::new(katarenga::Katarenga::read(&fields))),
        "congress" => Some(Box::new(congress::Congress::read(&fields))),
        "isolation" => Some(Box::new(isolation::Isolation::read(&fields))),
        "tic-tac-toe" => Some(Box::new(tic_tac_toe::TicTacToe::read(&fields))),
        _ => None,
    }
}

/// How many sequences of `depth` legal moves there are.
pub(crate) fn perft(position: &dyn Reference, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = position.moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.iter().map(|m| perft(position.play(m).as_ref(), depth - 1)).sum()
}
