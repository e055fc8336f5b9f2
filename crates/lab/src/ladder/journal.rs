//! The journal of a ladder: a line of JSON for every game, on the disk before the game counts. A program that is killed
//! leaves at most a part of the last line, which is cut off.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use rules::{Lang, Record, Score, Seat};
use serde::{Deserialize, Serialize};
use texts::text;

use super::schedule::{Fixture, LadderSchedule};
use crate::duel::{PlayedGame, by_seat};
use crate::external::FaultKind;
use crate::failure::Failure;
use crate::messages;
use crate::output_file::unwritten;

/// First line: what the games depend on, apart from their number.
#[derive(PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct JournalHeader {
    /// Version of the format.
    pub(super) ladder: u32,
    pub(super) game: String,
    /// Names and ids.
    pub(super) players: Vec<[String; 2]>,
    pub(super) gauntlet: bool,
    pub(super) seed: u64,
    pub(super) openings: Option<String>,
    pub(super) board: Option<String>,
    pub(super) rules: Option<String>,
    pub(super) limits: Option<String>,
}

/// Finished game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct JournalGame {
    pub(super) number: u32,
    /// The players in seats First and Second, by their numbers.
    pub(super) players: [usize; 2],
    pub(super) record: Record,
    /// The seat that has won; `None` is a draw.
    pub(super) winner: Option<Seat>,
    pub(super) reason: String,
    /// The mistake of the player who has lost, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) fault: Option<String>,
}

impl JournalGame {
    pub(super) fn new(fixture: &Fixture, played: PlayedGame) -> Self {
        let PlayedGame { record, ending, fault, .. } = played;
        let players = by_seat(fixture.seat_of_first, fixture.players);
        Self {
            number: fixture.number,
            players: [players.first, players.second],
            record,
            winner: ending.winner,
            reason: ending.reason.into_owned(),
            fault: fault.map(|(_, fault)| messages::external::quote(fault.text().get(Lang::En))),
        }
    }

    pub(super) fn score(&self) -> Score {
        self.winner.map_or(Score::Draw, Score::Win)
    }

    /// Kind of the mistake, and the player who made it.
    pub(super) fn fault(&self) -> Option<(usize, FaultKind)> {
        let loser = match self.winner? {
            Seat::First => self.players[1],
            Seat::Second => self.players[0],
        };
        FaultKind::find(&self.reason).map(|kind| (loser, kind))
    }

    /// Whether it is the game of a fixture.
    fn is_of(&self, fixture: &Fixture) -> bool {
        let players = by_seat(fixture.seat_of_first, fixture.players);
        self.number == fixture.number
            && self.players == [players.first, players.second]
            && self.record.start == fixture.opening.start
            && self.record.moves.starts_with(&fixture.opening.moves)
    }
}

/// Journal that is open.
pub(super) struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// Opens or creates the file. Games that are in it must be the first of this ladder: they come back, and are taken
    /// off the schedule.
    pub(super) fn open(
        path: &Path,
        header: &JournalHeader,
        schedule: &mut LadderSchedule,
    ) -> Result<(Self, Vec<JournalGame>), Failure> {
        let name = path.display().to_string();
        let bytes = match fs::read(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
            bytes => bytes.map_err(|error| Failure::failed(messages::not_read(&name, &error)))?,
        };
        let (games, length) = read(&name, &bytes, header, schedule)?;
        let failed = |error: io::Error| unwritten(path, &error);
        let file = File::options().append(true).create(true).open(path).map_err(failed)?;
        file.set_len(length).map_err(failed)?;
        let mut journal = Self { path: path.to_owned(), file };
        if length == 0 {
            journal.write(header)?;
        }
        Ok((journal, games))
    }

    /// Adds a game.
    pub(super) fn append(&mut self, game: &JournalGame) -> Result<(), Failure> {
        self.write(game)
    }

    fn write(&mut self, line: &impl Serialize) -> Result<(), Failure> {
        let written = serde_json::to_vec(line).map_err(io::Error::from).and_then(|mut bytes| {
            bytes.push(b'\n');
            self.file.write_all(&bytes)?;
            self.file.sync_data()
        });
        written.map_err(|error| unwritten(&self.path, &error))
    }
}

/// Reads the lines of a journal: its games, and the length of what is complete.
fn read(
    name: &str,
    bytes: &[u8],
    header: &JournalHeader,
    schedule: &mut LadderSchedule,
) -> Result<(Vec<JournalGame>, u64), Failure> {
    let complete = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let mut lines = bytes[..complete].split_inclusive(|byte| *byte == b'\n');
    let Some(first) = lines.next() else {
        // Somebody else's file is not cut off.
        let is_ours = bytes.is_empty() || bytes.starts_with(b"{\"ladder\":");
        let other = || Failure::failed(messages::about(name, &text!("ladder-no-journal")));
        return is_ours.then_some((Vec::new(), 0)).ok_or_else(other);
    };
    let wrong = |text| Failure::failed(messages::about(name, &text));
    let found: JournalHeader =
        serde_json::from_slice(first).map_err(|_| wrong(text!("ladder-no-journal")))?;
    if found != *header {
        return Err(wrong(text!("ladder-other")));
    }
    let mut games = Vec::new();
    for line in lines {
        let number = games.len() as u32;
        let game: Option<JournalGame> = serde_json::from_slice(line).ok();
        let game = game.ok_or_else(|| wrong(text!("ladder-damaged", number = number + 1)))?;
        // A ladder of fewer games leaves the rest alone.
        let Some(fixture) = schedule.next()? else { break };
        if !game.is_of(&fixture) {
            return Err(wrong(text!("ladder-damaged", number = number + 1)));
        }
        games.push(game);
    }
    Ok((games, complete as u64))
}
