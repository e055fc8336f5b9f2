//! What happens to the program, and what it asks for.

use std::time::Duration;

use engine::tree::TreePlan;
use engine::{AnyReport, Entry, Opponent};
use play::{Command, Listing, TimeControl};
use ratatui::crossterm::event::{KeyEvent, MouseEvent};
use ratatui::layout::Size;
use rules::{AnyGame, BySeat, Record, Setup, Text, Tile};

use wire::Greeting;
use wire::http::Side;

use crate::preferences::{Preferences, SetupChoices};
use crate::snapshot::MatchSnapshot;
use crate::think::ThinkTree;

/// Something that has happened.
pub enum Message {
    /// A key was pressed.
    Key(KeyEvent),
    /// The mouse was used.
    Mouse(MouseEvent),
    /// A text was pasted.
    Paste(String),
    /// The window has this size.
    Resize(Size),
    /// Time has passed.
    Tick,
    /// A match has begun.
    Opened(Box<MatchSnapshot>),
    /// The match has changed.
    Changed(Box<MatchSnapshot>),
    /// Something to tell the user about the match.
    Notice(Vec<Text>),
    /// What the computer has found so far, for the position of the record.
    Report(Box<(Record, AnyReport)>),
    /// A review of the game of the record.
    Review(Record, Vec<ReviewNote>),
    /// Matches that were asked for, the last changed first.
    Stored(Vec<StoredMatch>),
    /// A game is to be analysed; it is no match.
    Analysing(Box<MatchSnapshot>),
    /// Games that were read from a text or a file.
    Read(Vec<GameReading>),
    /// A search tree.
    Tree(Box<ThinkTree>),
    /// The player's own tiles, as they are stored.
    Tiles(Vec<Tile>),
    /// Tables of a server.
    Lobby(Vec<LobbyTable>),
    /// Servers on the local network.
    Neighbours(Vec<Neighbour>),
}

/// Something that the program is to do.
#[derive(Clone, PartialEq, Debug)]
pub enum Effect {
    /// Begin a match.
    Start(Box<NewMatch>),
    /// Go on with a stored match.
    Resume(String),
    /// List the stored matches that can be gone on with.
    ListStored,
    /// List all stored matches.
    ListPlayed,
    /// Read games from a text that was typed or pasted, or from the file that it names.
    Read(String),
    /// Open a game to analyse it.
    OpenAnalysis {
        /// Id of the game.
        game: &'static str,
        /// Its record.
        record: Record,
    },
    /// Open the game of a stored match to analyse it.
    AnalyseMatch(String),
    /// Search a position and keep the tree.
    Think {
        /// Id of the game.
        game: &'static str,
        /// Record at whose end the search begins.
        record: Record,
        /// The search.
        plan: TreePlan,
    },
    /// List the player's own tiles.
    ListTiles,
    /// Add, change, rename or remove one of the player's own tiles.
    ChangeTile {
        /// The tile as it is stored; `None` for a new one.
        before: Option<Tile>,
        /// The tile as it shall be; `None` to remove it.
        after: Option<Tile>,
    },
    /// Take tiles in from a file.
    ImportTiles(String),
    /// Write the player's own tiles to a file.
    ExportTiles(String),
    /// Remember the settings.
    SavePreferences(Preferences),
    /// Remember what was chosen for a match.
    SaveSetup(Box<SetupChoices>),
    /// Give a command for the player at this terminal.
    Command(Command),
    /// Understand a line that was typed: a move, or a command in words.
    Line(String),
    /// Advise the player to move.
    Hint,
    /// Have the computer play what it has found so far.
    MoveNow,
    /// Search the position at the end of the record, until told otherwise.
    Analyse(Record),
    /// Review the game of the record.
    Review(Record),
    /// End the search or the review.
    StopAnalysis,
    /// Leave the match.
    Leave,
    /// Take a free seat of the table, under this name.
    Join(String),
    /// Say something at the table.
    Greet(Greeting),
    /// Go to the match or the server that a text means: a link, a code, an address. A code is looked up at the server.
    Connect {
        /// The text.
        place: String,
        /// The server; empty for the one of this machine.
        server: String,
    },
    /// List the tables of a server.
    ListTables(String),
    /// Look for servers on the local network.
    Browse,
    /// Open a table.
    OpenTable(Box<NewTable>),
    /// Look for any opponent.
    Seek(Seek),
    /// Stop the process until the shell continues it.
    Suspend,
    /// End the program.
    Quit,
    /// End the program, whose user has pressed Ctrl-C.
    Interrupt,
}

/// A match to begin.
#[derive(Clone)]
pub struct NewMatch {
    /// The game.
    pub entry: Entry,
    /// Rule set and board.
    pub setup: Setup,
    /// Whether the swap rule is played.
    pub swap: bool,
    /// Who sits where: a computer, or a person at this terminal.
    pub players: BySeat<Option<&'static Opponent>>,
    /// Clocks.
    pub time: TimeControl,
}

impl PartialEq for NewMatch {
    fn eq(&self, other: &Self) -> bool {
        let ids = |new: &Self| new.players.map(|opponent| opponent.map(|opponent| opponent.id));
        self.entry.game.info().id == other.entry.game.info().id
            && (&self.setup, self.swap, self.time) == (&other.setup, other.swap, other.time)
            && ids(self) == ids(other)
    }
}

impl std::fmt::Debug for NewMatch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("NewMatch")
            .field("game", &self.entry.game.info().id)
            .field("setup", &self.setup)
            .field("swap", &self.swap)
            .field("players", &self.players.map(|opponent| opponent.map(|opponent| opponent.id)))
            .field("time", &self.time)
            .finish()
    }
}

/// A table to open.
#[derive(Clone, PartialEq, Debug)]
pub struct NewTable {
    /// The server; empty for the one of this machine.
    pub server: String,
    /// The match: whoever is no computer sits elsewhere or here.
    pub start: NewMatch,
    /// Whether the players lay the board together.
    pub lay_board: bool,
    /// Who may find it.
    pub listing: Listing,
    /// Where the user sits.
    pub side: Side,
}

/// A search for any opponent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seek {
    /// The server; empty for the one of this machine.
    pub server: String,
    /// Id of the game.
    pub game: &'static str,
    /// Clocks.
    pub time: TimeControl,
}

/// A table of a server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LobbyTable {
    /// Link to it.
    pub link: String,
    /// Title of its game.
    pub game: Text,
    /// Who sits there.
    pub players: String,
    /// Clocks.
    pub time: TimeControl,
    /// Whether a seat is free.
    pub is_open: bool,
}

/// A server on the local network.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Neighbour {
    /// Its name.
    pub name: String,
    /// Its address.
    pub url: String,
}

/// A game that was read.
#[derive(Clone)]
pub struct GameReading {
    /// The game.
    pub game: &'static dyn AnyGame,
    /// Its record.
    pub record: Record,
    /// What is to be said of it: the players, or how it was read.
    pub title: Text,
}

/// What a review says of an entry of the record.
#[derive(Clone, PartialEq, Debug)]
pub struct ReviewNote {
    /// Its place in the record.
    pub index: usize,
    /// Sign behind the move: `?`, `??`.
    pub sign: &'static str,
    /// Expected score of the first seat after it, 0 to 1.
    pub after: f32,
    /// Grade and reasons.
    pub remarks: Vec<Text>,
}

/// A match that can be gone on with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredMatch {
    /// Its id.
    pub id: String,
    /// Title of its game.
    pub game: Text,
    /// Entries played.
    pub entries: u32,
    /// Day of its last change.
    pub date: String,
}

/// A moment, as the time since the program started.
pub type Now = Duration;
