//! Files of the WTHOR database of games that people played.

use rules::Text;

use super::game::PlayedGame;

/// A game of the database.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WthorGame {
    /// Its moves and its result, empty squares to the winner.
    pub game: PlayedGame,
    /// Black's lead if both had played without mistake from [`WthorGame::perfect_from`] empty squares on.
    pub perfect: i8,
    /// From how many empty squares on.
    pub perfect_from: u8,
}

/// Why bytes are not such a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WthorError;

impl WthorError {
    /// What is wrong, in words.
    pub const fn text(self) -> Text {
        Text::new("this is not a WTHOR file of games", "ce n'est pas un fichier de parties WTHOR")
    }
}

const HEADER: usize = 16;
const GAME: usize = 68;

/// The games of a file; those with moves that are not legal are left out.
pub fn read_wthor(bytes: &[u8]) -> Result<Vec<WthorGame>, WthorError> {
    let (header, games) = bytes.split_at_checked(HEADER).ok_or(WthorError)?;
    let count = u32::from_le_bytes([header[4], header[5], header[6], header[7]]) as usize;
    if !matches!(header[12], 0 | 8) || games.len() != count * GAME {
        return Err(WthorError);
    }
    let perfect_from = header[14];
    Ok(games.chunks_exact(GAME).filter_map(|bytes| read_game(bytes, perfect_from)).collect())
}

fn read_game(bytes: &[u8], perfect_from: u8) -> Option<WthorGame> {
    let squares: Option<Vec<u8>> =
        bytes[8..].iter().take_while(|&&byte| byte != 0).copied().map(square).collect();
    let lead = |discs: u8| (2 * i32::from(discs) - 64).clamp(-64, 64) as i8;
    let squares = squares?;
    let scores = vec![0; squares.len()];
    let game = PlayedGame { squares, scores, from: 0, result: lead(bytes[6]) };
    let legal = game.replay(|_, _, _, _| ());
    legal.then_some(WthorGame { game, perfect: lead(bytes[7]), perfect_from })
}

/// Ten times the rank and the file, both from 1.
fn square(byte: u8) -> Option<u8> {
    let (rank, file) = (byte / 10, byte % 10);
    ((1..=8).contains(&rank) && (1..=8).contains(&file)).then(|| (rank - 1) * 8 + file - 1)
}
