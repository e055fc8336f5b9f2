//! Training games, their samples, and their file format of 128 bytes a game.

use rules::Text;

use super::super::cpu::{Cpu, Portable};

/// A game whose positions are training samples.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TrainingGame {
    /// Squares in the order of the moves; passes are implied.
    pub squares: Vec<u8>,
    /// Search score before each of these moves, for the side to move, in discs.
    pub scores: Vec<i8>,
    /// First ply after the random moves: samples begin here.
    pub first_sample_ply: u8,
    /// Final disc difference for Black.
    pub result: i8,
}

/// A position and its labels for the side to move, in discs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TrainingSample {
    pub(super) own: u64,
    pub(super) enemy: u64,
    /// Result of the game.
    pub(super) result: i8,
    /// Score of the search.
    pub(super) search_score: i8,
}

impl TrainingSample {
    /// Number of empty squares.
    pub(super) const fn empties(&self) -> u32 {
        (!(self.own | self.enemy)).count_ones()
    }

    /// Label: result and search score, the latter with this share.
    pub(super) fn label(&self, search_score_share: f32) -> f32 {
        f32::from(self.result) * (1.0 - search_score_share)
            + f32::from(self.search_score) * search_score_share
    }
}

/// Bytes of a game in a file.
const GAME_BYTES: usize = 128;
const MAX_MOVES: usize = 60;

/// A file of games is damaged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TrainingGameError {
    /// Number of the damaged game, from 1.
    pub number: usize,
}

impl TrainingGameError {
    /// What is wrong, in words.
    pub fn text(&self) -> Text {
        let number = self.number;
        Text::composed(
            format!("game {number} of the file is damaged"),
            format!("la partie {number} du fichier est endommagée"),
        )
    }
}

impl TrainingGame {
    /// Bytes of a game in a file.
    pub const BYTES: usize = GAME_BYTES;

    /// The bytes of the game.
    pub fn to_bytes(&self) -> [u8; GAME_BYTES] {
        let mut bytes = [0; GAME_BYTES];
        bytes[0] = self.squares.len() as u8;
        bytes[1] = self.first_sample_ply;
        bytes[2] = self.result as u8;
        for (place, &square) in bytes[4..].iter_mut().zip(&self.squares) {
            *place = square;
        }
        for (place, &score) in bytes[4 + MAX_MOVES..].iter_mut().zip(&self.scores) {
            *place = score as u8;
        }
        bytes
    }

    /// Reads the games of a file. An incomplete game at the end is ignored.
    pub fn from_bytes(bytes: &[u8]) -> Result<Vec<Self>, TrainingGameError> {
        let games = bytes.chunks_exact(GAME_BYTES).enumerate();
        games
            .map(|(index, bytes)| {
                Self::read_one(bytes).ok_or(TrainingGameError { number: index + 1 })
            })
            .collect()
    }

    fn read_one(bytes: &[u8]) -> Option<Self> {
        let moves = usize::from(bytes[0]);
        let squares = bytes.get(4..4 + moves.min(MAX_MOVES + 1))?.to_vec();
        let scores =
            bytes.get(4 + MAX_MOVES..4 + MAX_MOVES + moves)?.iter().map(|&byte| byte as i8);
        let game = Self {
            squares,
            scores: scores.collect(),
            first_sample_ply: bytes[1],
            result: bytes[2] as i8,
        };
        game.replay(|_, _, _, _| ()).then_some(game)
    }

    /// Visits every position with its ply and whether Black is to move; `false` if a move is illegal.
    pub(super) fn replay(&self, mut visit: impl FnMut(usize, bool, u64, u64)) -> bool {
        let (mut own, mut enemy, mut black) = START_POSITION;
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
            visit(ply, black, own, enemy);
            (own, enemy, black) = (enemy ^ flips, own ^ flips | 1 << square, !black);
        }
        true
    }

    /// Visits the samples of the game: the positions after the random moves.
    pub(super) fn samples(&self, mut visit: impl FnMut(TrainingSample)) {
        self.replay(|ply, black, own, enemy| {
            if ply < usize::from(self.first_sample_ply) {
                return;
            }
            let result = if black { self.result } else { -self.result };
            visit(TrainingSample { own, enemy, result, search_score: self.scores[ply] });
        });
    }
}

/// Start position: own discs, enemy discs, and whether Black is to move.
pub(super) const START_POSITION: (u64, u64, bool) =
    (0x0000_0008_1000_0000, 0x0000_0010_0800_0000, true);
