//! A game to learn from, in 128 bytes.

use rules::Text;

use super::super::cpu::{Cpu, Portable};
use super::super::last::final_score;

/// A game that was played for its positions to be learnt from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PlayedGame {
    /// Squares in the order in which they were taken; passes go without saying.
    pub squares: Vec<u8>,
    /// What the search thought before each of these moves, for the side to move, in discs.
    pub scores: Vec<i8>,
    /// From which move on nothing was left to chance.
    pub from: u8,
    /// Black's lead at the end.
    pub result: i8,
}

/// A position and what it was worth to the side to move, in discs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Lesson {
    pub(super) own: u64,
    pub(super) enemy: u64,
    /// What the game ended with.
    pub(super) result: i8,
    /// What the search thought of it.
    pub(super) thought: i8,
}

impl Lesson {
    /// Empty squares.
    pub(super) const fn empties(&self) -> u32 {
        (!(self.own | self.enemy)).count_ones()
    }

    /// What it was worth, so much of it by what the search thought.
    pub(super) fn worth(&self, thought: f32) -> f32 {
        f32::from(self.result) * (1.0 - thought) + f32::from(self.thought) * thought
    }
}

/// Bytes of a game.
pub(super) const BYTES: usize = 128;
const MOVES: usize = 60;

/// Why bytes are not games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameError {
    /// Which game of the file.
    pub number: usize,
}

impl GameError {
    /// What is wrong, in words.
    pub fn text(&self) -> Text {
        let number = self.number;
        Text::composed(
            format!("game {number} of the file is damaged"),
            format!("la partie {number} du fichier est endommagée"),
        )
    }
}

impl PlayedGame {
    /// How many bytes a game takes.
    pub const BYTES: usize = BYTES;

    /// The bytes of the game.
    pub fn to_bytes(&self) -> [u8; BYTES] {
        let mut bytes = [0; BYTES];
        bytes[0] = self.squares.len() as u8;
        bytes[1] = self.from;
        bytes[2] = self.result as u8;
        for (place, &square) in bytes[4..].iter_mut().zip(&self.squares) {
            *place = square;
        }
        for (place, &score) in bytes[4 + MOVES..].iter_mut().zip(&self.scores) {
            *place = score as u8;
        }
        bytes
    }

    /// The games in these bytes. What is left of a game that was cut off is not one.
    pub fn from_bytes(bytes: &[u8]) -> Result<Vec<Self>, GameError> {
        let games = bytes.chunks_exact(BYTES).enumerate();
        games
            .map(|(index, bytes)| Self::one(bytes).ok_or(GameError { number: index + 1 }))
            .collect()
    }

    fn one(bytes: &[u8]) -> Option<Self> {
        let moves = usize::from(bytes[0]);
        let squares = bytes.get(4..4 + moves.min(MOVES + 1))?.to_vec();
        let scores = bytes.get(4 + MOVES..4 + MOVES + moves)?.iter().map(|&byte| byte as i8);
        let game =
            Self { squares, scores: scores.collect(), from: bytes[1], result: bytes[2] as i8 };
        game.replay(|_, _, _, _| ()).then_some(game)
    }

    /// Shows every position with the number of its move and whether Black is to move; `false` if
    /// there is a move that is not legal.
    pub(super) fn replay(&self, mut see: impl FnMut(usize, bool, u64, u64)) -> bool {
        let (mut own, mut enemy, mut black) = START;
        for (ply, &square) in self.squares.iter().enumerate() {
            if square > 63 || (own | enemy) >> square & 1 != 0 {
                return false;
            }
            let mut flips = Portable.flips(own, enemy, square.into());
            if flips == 0 {
                (own, enemy, black) = (enemy, own, !black);
                flips = Portable.flips(own, enemy, square.into());
                if flips == 0 {
                    return false;
                }
            }
            see(ply, black, own, enemy);
            (own, enemy, black) = (enemy ^ flips, own ^ flips | 1 << square, !black);
        }
        true
    }

    /// What the game teaches: the positions after the last chance move.
    pub(super) fn lessons(&self, mut learn: impl FnMut(Lesson)) {
        self.replay(|ply, black, own, enemy| {
            if ply < usize::from(self.from) {
                return;
            }
            let result = if black { self.result } else { -self.result };
            learn(Lesson { own, enemy, result, thought: self.scores[ply] });
        });
    }
}

/// Black to move at the start.
pub(super) const START: (u64, u64, bool) = (0x0000_0008_1000_0000, 0x0000_0010_0800_0000, true);

/// The result of a finished game for its side to move.
pub(super) fn result(own: u64, enemy: u64) -> i32 {
    final_score(own, enemy)
}
