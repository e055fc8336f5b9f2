//! The controller's side of the NBoard protocol.

use std::fmt::Write;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use engine::Entry;
use rules::Record;

use super::{Dialect, EngineAnswer, EngineProcess, Fault, MoveLimits};

/// Game that the protocol is for.
pub const NBOARD_GAME: &str = "othello";
/// Search depth where no limit says another, in plies.
const DEFAULT_DEPTH: u16 = 8;

/// Session with an NBoard engine.
pub(super) struct NBoardDialect {
    pings: u32,
}

impl NBoardDialect {
    pub(super) fn new(entry: &Entry) -> Result<Self, Fault> {
        match entry.game.info().id {
            NBOARD_GAME => Ok(Self { pings: 0 }),
            other => Err(Fault::Unsupported(other.to_owned())),
        }
    }

    fn ping(
        &mut self,
        process: &mut EngineProcess,
        deadline: Instant,
        halt: &AtomicBool,
    ) -> Result<(), Fault> {
        self.pings += 1;
        process.send(&format!("ping {}", self.pings));
        let pong = format!("pong {}", self.pings);
        process.wait_for(deadline, halt, |line| (line == pong).then_some(()))
    }
}

impl Dialect for NBoardDialect {
    fn introduce(
        &mut self,
        process: &mut EngineProcess,
        _: &Entry,
        deadline: Instant,
        halt: &AtomicBool,
    ) -> Result<(), Fault> {
        process.send("nboard 2");
        self.ping(process, deadline, halt)
    }

    fn choose(
        &mut self,
        process: &mut EngineProcess,
        record: &Record,
        limits: &MoveLimits,
        deadline: Instant,
        halt: &AtomicBool,
    ) -> Result<EngineAnswer, Fault> {
        let game = ggf(record).ok_or_else(|| Fault::Unsupported(record.start.clone()))?;
        process.send(&format!("set depth {}", limits.search.depth.unwrap_or(DEFAULT_DEPTH)));
        process.send(&format!("set game {game}"));
        self.ping(process, deadline, halt)?;
        process.send("go");
        process.wait_for(deadline, halt, |line| {
            let answer = line.strip_prefix("===")?;
            let text = answer.trim().split(['/', ' ']).next().unwrap_or_default();
            Some(EngineAnswer::Move(text.to_owned()))
        })
    }
}

/// A game of Othello as GGF; `None` if the start is no position of it.
pub(crate) fn ggf(record: &Record) -> Option<String> {
    let (rows, side) = record.start.split_once(' ')?;
    let piece = |letter| match letter {
        'x' => Some('*'),
        'o' => Some('O'),
        _ => None,
    };
    let mut squares = String::new();
    for letter in rows.chars().filter(|letter| *letter != '/') {
        match letter.to_digit(10) {
            Some(run) => squares.extend((0..run).map(|_| '-')),
            None => squares.push(piece(letter)?),
        }
    }
    let side = piece(side.trim().chars().next()?)?;
    let mut turn = side;
    let mut moves = String::new();
    for text in &record.moves {
        let colour = if turn == '*' { 'B' } else { 'W' };
        let square = if text == "--" { "PA".to_owned() } else { text.to_ascii_uppercase() };
        let _ = write!(moves, "{colour}[{square}]");
        turn = if turn == '*' { 'O' } else { '*' };
    }
    Some(format!(
        "(;GM[Othello]PC[Damier]PB[Black]PW[White]RE[?]TI[15:00]TY[8]BO[8 {squares} {side}]{moves};)"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_read_back_from_its_ggf() {
        let othello = games::CATALOGUE.iter().find(|entry| entry.game.info().id == NBOARD_GAME);
        let game = othello.expect("othello").game;
        let moves = "d3 c5 b6 f3 f5 c6 c7 c2 b1 b7 a8 -- g2";
        let record = Record {
            moves: moves.split(' ').map(str::to_owned).collect(),
            ..Record::new("8/8/8/3ox3/3xo3/8/8/8 x".to_owned())
        };
        let text = ggf(&record).expect("a game");
        let format = game.formats().iter().find(|format| format.name == "GGF").expect("GGF");
        let read = (format.read)(text.as_bytes(), &[]).unwrap().next().unwrap().unwrap();
        assert_eq!(read.record, record);
        assert_eq!(ggf(&Record::new("nonsense".to_owned())), None);
    }
}
