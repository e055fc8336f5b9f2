//! WTHOR, the database of the Fédération Française d'Othello: a file a year. Behind a header of 16 bytes
//! every game has 68: tournament, Black and White as numbers of two bytes, Black's discs at the end, those
//! after perfect play from some number of empty squares on, and 60 squares, ten times the rank and the file.
//! Passes are not stored.

use rules::{Content, Format, GameFile, ParseError, SavedGame, SavedGames, Square, Text};

use super::names::{Names, PLAYERS, TOURNAMENTS};
use super::replay::{Claim, Replay, discs};
use crate::othello::{Move, Othello};

pub(super) const FORMAT: Format = Format {
    name: "WTHOR",
    endings: &["wtb"],
    beside: &[PLAYERS, TOURNAMENTS],
    content: Content::Bytes,
    fits,
    read,
};

/// How long the headers are.
pub(super) const HEADER: usize = 16;
/// How long a game is, and where its moves begin.
const GAME: usize = 68;
const MOVES: usize = 8;
const PLAYER_NAME: usize = 20;
const TOURNAMENT_NAME: usize = 26;

/// What the header tells.
#[derive(Clone, Copy)]
struct Header {
    games: u32,
    year: u16,
    size: u8,
    /// From how many empty squares on perfect play is known.
    perfect_from: u8,
}

impl Header {
    fn read(bytes: &[u8]) -> Option<Self> {
        let header = bytes.get(..HEADER)?;
        let games = u32::from_le_bytes([header[4], header[5], header[6], header[7]]);
        let year = u16::from_le_bytes([header[10], header[11]]);
        // Old files do not tell the size of the board, which is the usual one.
        let size = if header[12] == 0 { 8 } else { header[12] };
        Some(Self { games, year, size, perfect_from: header[14] })
    }

    /// How long the file should be.
    fn length(self) -> u64 {
        HEADER as u64 + u64::from(self.games) * GAME as u64
    }
}

fn fits(bytes: &[u8]) -> bool {
    Header::read(bytes).is_some_and(|header| {
        matches!(header.size, 8 | 10) && header.games > 0 && header.length() == bytes.len() as u64
    })
}

fn read<'a>(bytes: &'a [u8], beside: &[GameFile<'a>]) -> Result<SavedGames<'a>, ParseError> {
    let header = Header::read(bytes).ok_or_else(|| ParseError {
        at: 0..bytes.len(),
        text: Text::composed(
            format!("a WTHOR file begins with {HEADER} bytes, and this one has {}", bytes.len()),
            format!("un fichier WTHOR commence par {HEADER} octets, celui-ci en a {}", bytes.len()),
        ),
    })?;
    if header.size != 8 {
        let text = Text::composed(
            format!("the board has 8 rows here, not {}", header.size),
            format!("le plateau a ici 8 rangées, et non {}", header.size),
        );
        return Err(ParseError { at: 12..13, text });
    }
    if header.length() != bytes.len() as u64 {
        return Err(ParseError { at: 4..8, text: wrong_length(header, bytes.len()) });
    }
    let reader = WthorReader {
        header,
        players: Names::find(PLAYERS, PLAYER_NAME, beside)?,
        tournaments: Names::find(TOURNAMENTS, TOURNAMENT_NAME, beside)?,
    };
    let games = bytes[HEADER..].chunks_exact(GAME).enumerate();
    Ok(Box::new(games.map(move |(index, game)| {
        reader.game(game).map_err(|error| error.shifted(HEADER + index * GAME))
    })))
}

struct WthorReader<'a> {
    header: Header,
    players: Names<'a>,
    tournaments: Names<'a>,
}

impl WthorReader<'_> {
    fn game(&self, bytes: &[u8]) -> Result<SavedGame, ParseError> {
        let mut replay = Replay::new(Othello::START);
        for (at, &byte) in bytes.iter().enumerate().skip(MOVES) {
            if byte == 0 {
                break;
            }
            let wrong = |text| ParseError { at: at..at + 1, text };
            let square = square(byte).ok_or_else(|| wrong(no_square(byte)))?;
            replay.pass_if_due();
            replay.play(Move::Disc(square)).map_err(wrong)?;
        }
        let number = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        let about = replay.about();
        about.players.first = self.players.get(number(2));
        about.players.second = self.players.get(number(4));
        about.date = (self.header.year > 0).then(|| self.header.year.to_string());
        replay.tell("Event", self.tournaments.get(number(0)).unwrap_or_default());
        let lead = |discs: u8| 2.0 * f64::from(discs) - 64.0;
        if let (Some(perfect), 1..) = (discs(lead(bytes[7])), self.header.perfect_from) {
            replay.tell("Perfect", format!("{perfect} from {} empty", self.header.perfect_from));
        }
        Ok(replay.finish(Claim { lead: Some(lead(bytes[6])), reason: None }))
    }
}

fn square(byte: u8) -> Option<Square> {
    let (rank, file) = (byte / 10, byte % 10);
    let is_one = (1..=8).contains(&rank) && (1..=8).contains(&file);
    is_one.then(|| Square::new(file - 1, rank - 1))
}

fn no_square(byte: u8) -> Text {
    Text::composed(
        format!("{byte} is no square: squares are 11 to 88, ten times the rank and the file"),
        format!(
            "{byte} n'est pas une case : elles vont de 11 à 88, dix fois la rangée plus la colonne"
        ),
    )
}

fn wrong_length(header: Header, found: usize) -> Text {
    let (games, length) = (header.games, header.length());
    Text::composed(
        format!("the file of {games} games should have {length} bytes, but has {found}"),
        format!("le fichier de {games} parties devrait avoir {length} octets, mais en a {found}"),
    )
}
