//! The type-erased layer: every game as text and plain data.

use std::marker::PhantomData;

use crate::{
    Board, Choice, Ending, Format, Game, Info, InvariantViolation, Line, MoveError, MoveErrorCode,
    ParseError, Record, ReplayError, SWAP, Seat, Setup, SetupError, Spot, Text, TileCheck, View,
    divide, invariants, perft,
};

/// Type-erased game of the catalogue.
pub trait AnyGame: Send + Sync {
    /// Static description of the game.
    fn info(&self) -> &'static Info;

    /// The file formats of other programs that contain this game.
    fn formats(&self) -> &'static [Format];

    /// The text of the position from which a game with these choices starts.
    fn start(&self, setup: &Setup) -> Result<String, SetupError>;

    /// The picture of a set-up in progress.
    fn preview(&self, setup: &Setup) -> Result<Board, SetupError>;

    /// The same choices on the board turned half round: see [`Game::half_turn`].
    fn half_turn(&self, setup: &Setup) -> Result<Option<Setup>, SetupError>;

    /// Judges a tile that a player has drawn: see [`Game::check_tile`].
    fn check_tile(&self, rows: &str) -> TileCheck;

    /// Reads a move, legal or not, and writes it in exact notation.
    fn read_move(&self, text: &str) -> Result<String, ParseError>;

    /// Replays a record.
    fn open(&self, record: &Record) -> Result<Box<dyn Live>, ReplayError>;

    /// Plays `games` random games from `seed` and checks at every ply the invariants of all games.
    fn check_invariants(&self, seed: u64, games: u32) -> Result<(), InvariantViolation>;
}

/// Type-erased game in progress.
pub trait Live: Send {
    /// Everything that a screen needs.
    fn view(&self) -> View;

    /// The last move, as it was on the board before it.
    fn last(&self) -> Option<Choice>;

    /// The game so far; its texts are in exact notation, however they were typed.
    fn record(&self) -> &Record;

    /// The same game as it would be with the board mirrored or turned: one record for each symmetry of the start
    /// position, which all of them have in common.
    fn mirrored(&self) -> Vec<Record>;

    /// The present position in the game's notation.
    fn position(&self) -> String;

    /// Who is to move, or would be if the game were not over.
    fn turn(&self) -> Seat;

    /// How the game has ended.
    fn outcome(&self) -> Option<Ending>;

    /// Whether the two players have exchanged seats.
    fn swapped(&self) -> bool;

    /// The spots that make a move, legal or not; `None` if it is no move: see [`Game::steps`].
    fn steps_of(&self, notation: &str) -> Option<Vec<Spot>>;

    /// The move, legal or not, that pointing at these spots in turn means: see [`Game::move_of`].
    fn notation_of(&self, steps: &[Spot]) -> Option<String>;

    /// What [`play`](Self::play) would do: the entry in exact notation, or the error.
    fn judge(&self, notation: &str) -> Result<String, MoveError>;

    /// Plays a move, or [`SWAP`] where it may be said. An error changes nothing.
    fn play(&mut self, notation: &str) -> Result<(), MoveError>;

    /// Takes back all but the first `entries` entries of the record.
    fn truncate(&mut self, entries: usize);

    /// An independent copy.
    fn boxed_clone(&self) -> Box<dyn Live>;

    /// Move sequences of that length from here: see [`perft`].
    fn perft(&self, depth: u32) -> u64;

    /// The same split by first move: see [`divide`].
    fn divide(&self, depth: u32) -> Vec<(String, u64)>;
}

const _: Option<(&dyn AnyGame, &dyn Live)> = None;

/// The erased form of `G`.
pub const fn erase<G: Game>() -> &'static dyn AnyGame {
    const { &GameAdapter::<G>(PhantomData) }
}

/// Implements [`AnyGame`] for the game `G`.
struct GameAdapter<G>(PhantomData<fn() -> G>);

impl<G: Game> AnyGame for GameAdapter<G> {
    fn info(&self) -> &'static Info {
        G::INFO
    }

    fn formats(&self) -> &'static [Format] {
        G::FORMATS
    }

    fn start(&self, setup: &Setup) -> Result<String, SetupError> {
        G::start(setup).map(|start| start.to_string())
    }

    fn preview(&self, setup: &Setup) -> Result<Board, SetupError> {
        G::preview(setup)
    }

    fn half_turn(&self, setup: &Setup) -> Result<Option<Setup>, SetupError> {
        G::half_turn(setup)
    }

    fn check_tile(&self, rows: &str) -> TileCheck {
        G::check_tile(rows)
    }

    fn read_move(&self, text: &str) -> Result<String, ParseError> {
        text.parse::<G::Move>().map(|m| m.to_string())
    }

    fn open(&self, record: &Record) -> Result<Box<dyn Live>, ReplayError> {
        Ok(Box::new(LiveGame::<G>::replay(record)?))
    }

    fn check_invariants(&self, seed: u64, games: u32) -> Result<(), InvariantViolation> {
        // Not in the program for the browser, which has no command for it.
        if cfg!(without_search) {
            return Ok(());
        }
        invariants::check::<G>(seed, games)
    }
}

/// Game in progress of the type `G`: a [`Line`] and its [`Record`]. [`AnyGame::open`] returns it as a
/// [`Live`].
#[derive(Clone)]
pub struct LiveGame<G: Game> {
    line: Line<G>,
    record: Record,
}

impl<G: Game> LiveGame<G> {
    /// Replays a record.
    pub fn replay(record: &Record) -> Result<Self, ReplayError> {
        if record.swap && !G::INFO.swap {
            return Err(ReplayError::NoSwap);
        }
        let start: G = record.start.parse().map_err(ReplayError::Start)?;
        let moves = Vec::with_capacity(record.moves.len());
        let mut live = Self {
            line: Line::new(start),
            record: Record { start: start.to_string(), swap: record.swap, moves },
        };
        for (index, entry) in record.moves.iter().enumerate() {
            live.play(entry).map_err(|error| {
                let entry = entry.clone();
                ReplayError::Entry { index, entry, error }
            })?;
        }
        Ok(live)
    }

    /// The game so far.
    pub const fn line(&self) -> &Line<G> {
        &self.line
    }

    /// Reads an entry that may be played now; `None` is [`SWAP`].
    fn read(&self, notation: &str) -> Result<Option<G::Move>, MoveError> {
        let refuse = |code, text| Err(MoveError { code, text });
        let notation = notation.trim();
        if self.line.outcome().is_some() {
            let over = Text::new("the game is over", "la partie est finie");
            return refuse(MoveErrorCode::Over, over);
        }
        if notation.eq_ignore_ascii_case(SWAP) {
            return if self.may_swap() {
                Ok(None)
            } else {
                refuse(MoveErrorCode::Illegal, why_no_swap(self.record.swap))
            };
        }
        let m: G::Move = match notation.parse() {
            Ok(m) => m,
            Err(ParseError { text, .. }) => return refuse(MoveErrorCode::Unreadable, text),
        };
        let position = self.line.position();
        if position.is_legal(m) {
            Ok(Some(m))
        } else {
            refuse(MoveErrorCode::Illegal, position.why_illegal(m))
        }
    }

    /// Whether the player in seat Second may exchange seats now.
    pub fn may_swap(&self) -> bool {
        self.record.swap && self.record.moves.len() == 1 && self.line.outcome().is_none()
    }
}

impl<G: Game> Live for LiveGame<G> {
    fn boxed_clone(&self) -> Box<dyn Live> {
        Box::new(self.clone())
    }

    fn view(&self) -> View {
        let position = self.line.position();
        let board = position.board();
        let outcome = self.line.outcome();
        let mut choices = Vec::new();
        if outcome.is_none() {
            choices.extend(position.legal_moves().into_iter().map(|m| choice(position, &board, m)));
        }
        if self.may_swap() {
            let notation = SWAP.to_owned();
            choices.push(Choice { notation, steps: Vec::new(), changes: Vec::new() });
        }
        View {
            turn: position.turn(),
            outcome: outcome.map(Into::into),
            last: self.last(),
            marks: position.marks(),
            choices,
            board,
        }
    }

    fn last(&self) -> Option<Choice> {
        self.line.last().map(|(before, m)| choice(before, &before.board(), m))
    }

    fn record(&self) -> &Record {
        &self.record
    }

    fn mirrored(&self) -> Vec<Record> {
        let mirrored = |symmetry| {
            let mut images = self.line.moves().map(|m| G::image(m, symmetry).to_string());
            let image = |entry: &String| match entry.as_str() {
                SWAP => SWAP.to_owned(),
                _ => images.next().unwrap_or_default(),
            };
            let moves = self.record.moves.iter().map(image).collect();
            Record { moves, ..self.record.clone() }
        };
        self.line.start().symmetries().into_iter().map(mirrored).collect()
    }

    fn position(&self) -> String {
        self.line.position().to_string()
    }

    fn turn(&self) -> Seat {
        self.line.position().turn()
    }

    fn outcome(&self) -> Option<Ending> {
        self.line.outcome().map(Into::into)
    }

    fn swapped(&self) -> bool {
        self.record.moves.get(1).is_some_and(|entry| entry == SWAP)
    }

    fn steps_of(&self, notation: &str) -> Option<Vec<Spot>> {
        Some(self.line.position().steps(notation.parse().ok()?))
    }

    fn notation_of(&self, steps: &[Spot]) -> Option<String> {
        self.line.position().move_of(steps).map(|m| m.to_string())
    }

    fn judge(&self, notation: &str) -> Result<String, MoveError> {
        self.read(notation).map(|m| m.map_or_else(|| SWAP.to_owned(), |m| m.to_string()))
    }

    fn play(&mut self, notation: &str) -> Result<(), MoveError> {
        if let Some(m) = self.read(notation)? {
            self.line.play(m);
            self.record.moves.push(m.to_string());
        } else {
            self.record.moves.push(SWAP.to_owned());
        }
        Ok(())
    }

    fn truncate(&mut self, entries: usize) {
        while self.record.moves.len() > entries {
            if self.record.moves.pop().is_some_and(|entry| entry != SWAP) {
                self.line.undo();
            }
        }
    }

    fn perft(&self, depth: u32) -> u64 {
        perft(self.line.position(), depth)
    }

    fn divide(&self, depth: u32) -> Vec<(String, u64)> {
        divide(self.line.position(), depth)
            .into_iter()
            .map(|(m, count)| (m.to_string(), count))
            .collect()
    }
}

fn choice<G: Game>(position: &G, board: &Board, m: G::Move) -> Choice {
    Choice {
        notation: m.to_string(),
        steps: position.steps(m),
        changes: board.changes_to(&position.play(m).board()),
    }
}

fn why_no_swap(offered: bool) -> Text {
    if offered {
        Text::new(
            "seats can be exchanged only right after the first move",
            "les places ne s'échangent que juste après le premier coup",
        )
    } else {
        Text::new(
            "this game is played without the swap rule",
            "cette partie se joue sans échange des places",
        )
    }
}
