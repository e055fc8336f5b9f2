//! Files of WTHOR, the French federation's database of tournament games.

use rules::Text;

use super::training_game::TrainingGame;

/// A game of the database.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WthorGame {
    /// Moves and result, empty squares to the winner.
    pub game: TrainingGame,
    /// Exact disc difference for Black from [`WthorGame::exact_from_empties`] empty squares on.
    pub exact_result: i8,
    /// Number of empty squares at which the exact result was computed.
    pub exact_from_empties: u8,
}

/// The bytes are not a WTHOR file of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WthorError;

impl WthorError {
    /// What is wrong, in words.
    pub const fn text(self) -> Text {
        Text::new("this is not a WTHOR file of games", "ce n'est pas un fichier de parties WTHOR")
    }
}

const HEADER_BYTES: usize = 16;
const GAME_BYTES: usize = 68;

/// Reads the games of a file; those with illegal moves are skipped.
pub fn read_wthor(bytes: &[u8]) -> Result<Vec<WthorGame>, WthorError> {
    let (header, games) = bytes.split_at_checked(HEADER_BYTES).ok_or(WthorError)?;
    let count = u32::from_le_bytes([header[4], header[5], header[6], header[7]]) as usize;
    if !matches!(header[12], 0 | 8) || games.len() != count * GAME_BYTES {
        return Err(WthorError);
    }
    let exact_from_empties = header[14];
    Ok(games
        .chunks_exact(GAME_BYTES)
        .filter_map(|bytes| read_game(bytes, exact_from_empties))
        .collect())
}

fn read_game(bytes: &[u8], exact_from_empties: u8) -> Option<WthorGame> {
    let squares: Option<Vec<u8>> =
        bytes[8..].iter().take_while(|&&byte| byte != 0).copied().map(square).collect();
    let lead = |discs: u8| (2 * i32::from(discs) - 64).clamp(-64, 64) as i8;
    let squares = squares?;
    let scores = vec![0; squares.len()];
    let game = TrainingGame { squares, scores, first_sample_ply: 0, result: lead(bytes[6]) };
    let legal = game.replay(|_, _, _, _| ());
    legal.then_some(WthorGame { game, exact_result: lead(bytes[7]), exact_from_empties })
}

/// Square of a byte: ten times the rank plus the file, both from 1.
fn square(byte: u8) -> Option<u8> {
    let (rank, file) = (byte / 10, byte % 10);
    ((1..=8).contains(&rank) && (1..=8).contains(&file)).then(|| (rank - 1) * 8 + file - 1)
}
