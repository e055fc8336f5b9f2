//! Record files: a record with its result, the players and the notes to each move.
//!
//! ```text
//! Game: congress
//! Start: 1x1ox1o1/o6x/8/x6o/o6x/8/x6o/1o1xo1x1 x
//!   YBGRRGBY/RGYYYYGR/GRBBBBRG/BYRGGRYB/GBRYYBGR/BGBRRBYY/YRYGBGRG/RGYBGRYB
//!   classic
//! Swap: yes
//! First: Ana
//! Second: difficult
//! Result: 1-0 connected
//!
//! 1. e8e4 {clock 4:59.2, eval +35, "the usual beginning"} (1. b8b5 swap) swap b1a3 2. …
//! ```
//!
//! `docs/record.md` has the grammar. Any [`SavedGame`] can be written and is read back the same;
//! reading needs no game's rules, so that moves are words here and [`AnyGame::open`] judges them.
//!
//! [`AnyGame::open`]: crate::AnyGame::open

mod note;
mod read;
mod reader;
mod tree;
mod variation;
mod write;

use std::collections::BTreeMap;

use crate::{BySeat, Ending, Record, SWAP, Seat, visible_text};

pub use note::{Evaluation, Note, Worth};
pub use read::Places;
pub use tree::{NestingTooDeep, TreeMove, play_tree};
pub use variation::{VARIATION_MAX_DEPTH, Variation, VariationMove};

/// A file of games, one after the other; an empty text is a file of none.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RecordFile {
    /// The games, in the order of the file.
    pub games: Vec<SavedGame>,
}

/// Game of a record file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SavedGame {
    /// Which game it is: [`Info::id`](crate::Info::id).
    pub game: String,
    /// Where it started, and what was played.
    pub record: Record,
    /// The names of the players by the seats that they had at the beginning.
    pub players: BySeat<Option<String>>,
    /// When it was played, such as `2026-11-15`, as its writer put it.
    pub date: Option<String>,
    /// The time control, such as `5:00+3`, as its writer put it.
    pub time: Option<String>,
    /// How it ended.
    pub score: Score,
    /// Why it ended: [`Reason::id`](crate::Reason::id), or words such as `resigned`.
    pub reason: Option<String>,
    notes: BTreeMap<usize, Vec<Note>>,
    variations: BTreeMap<usize, Vec<Variation>>,
    extras: Vec<(Key, ExtraField)>,
}

impl SavedGame {
    /// A record of `game`, about which nothing else is known.
    pub fn new(game: impl Into<String>, record: Record) -> Self {
        Self {
            game: game.into(),
            record,
            players: BySeat::default(),
            date: None,
            time: None,
            score: Score::Open,
            reason: None,
            notes: BTreeMap::new(),
            variations: BTreeMap::new(),
            extras: Vec::new(),
        }
    }

    /// Writes down how the game ended.
    pub fn finish(&mut self, ending: &Ending) {
        self.score = ending.winner.map_or(Score::Draw, Score::Win);
        self.reason = Some(ending.reason.clone().into_owned());
    }

    /// Whether the players have exchanged seats.
    pub fn swapped(&self) -> bool {
        self.record.swap && self.record.moves.get(1).is_some_and(|entry| entry == SWAP)
    }

    /// The name of the player who has `seat` at the end.
    pub fn player(&self, seat: Seat) -> Option<&str> {
        let at_first = if self.swapped() { !seat } else { seat };
        self.players[at_first].as_deref()
    }

    /// Short description for a list: the event, or else the beginning of the comment on the game.
    pub fn about(&self) -> Option<String> {
        const ABOUT_MAX_CHARS: usize = 60;
        let words = self.extra("Event").or_else(|| self.extra("Comment"))?;
        let line = words.lines().next().unwrap_or_default();
        let short: String = line.chars().take(ABOUT_MAX_CHARS).collect();
        Some(if short.len() < words.len() { short + "…" } else { short })
    }

    /// The notes to an entry of the record, counted from 0.
    pub fn notes(&self, entry: usize) -> &[Note] {
        self.notes.get(&entry).map_or(&[], Vec::as_slice)
    }

    /// Adds a note to an entry of the record. Notes to entries that do not exist are not written.
    pub fn annotate(&mut self, entry: usize, note: Note) {
        self.notes.entry(entry).or_default().push(note);
    }

    /// The variations to an entry of the record, counted from 0.
    pub fn variations(&self, entry: usize) -> &[Variation] {
        self.variations.get(&entry).map_or(&[], Vec::as_slice)
    }

    /// Adds a variation in the place of an entry of the record. Those to entries that do not exist,
    /// and those without moves, are not written.
    pub fn vary(&mut self, entry: usize, variation: Variation) {
        self.variations.entry(entry).or_default().push(variation);
    }

    /// The unknown fields, in the order of the file.
    pub fn extras(&self) -> impl Iterator<Item = &ExtraField> {
        self.extras.iter().map(|(_, extra)| extra)
    }

    /// The value of the first of those fields that has that name, capitals aside.
    pub fn extra(&self, name: &str) -> Option<&str> {
        self.extras().find(|extra| extra.name.eq_ignore_ascii_case(name)).map(ExtraField::value)
    }

    /// Replaces the value of the first field of that name, or adds it; without a value it is dropped.
    pub fn set_extra(&mut self, ExtraField { name, value }: ExtraField) {
        let at = self.extras().position(|other| other.name.eq_ignore_ascii_case(&name));
        match at {
            Some(at) if value.is_empty() => drop(self.extras.remove(at)),
            Some(at) => self.extras[at].1.value = value,
            None if value.is_empty() => {}
            None => self.add(ExtraField { name, value }),
        }
    }

    /// Makes all fields of the header but the names of players fit to be shown: without invisible characters, and
    /// with at most `max_bytes` each. The comment on the game keeps its lines. Only the first `max_fields` unknown
    /// fields stay.
    pub fn clean_header(&mut self, max_bytes: usize, max_fields: usize) {
        for field in [&mut self.date, &mut self.time, &mut self.reason].into_iter().flatten() {
            *field = visible_text(field, max_bytes);
        }
        self.extras.retain(|(_, extra)| extra.name.len() <= max_bytes);
        self.extras.truncate(max_fields);
        for (_, extra) in &mut self.extras {
            if !extra.name.eq_ignore_ascii_case("Comment") {
                extra.value = visible_text(&extra.value, max_bytes);
            }
        }
    }

    /// Adds a field, below all others.
    pub fn add(&mut self, extra: ExtraField) {
        self.extras.push((Key::LAST, extra));
    }
}

/// How a saved game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Score {
    /// The one who has that seat at the end has won.
    Win(Seat),
    /// Nobody has won.
    Draw,
    /// The game is not finished, or nobody knows.
    #[default]
    Open,
}

impl Score {
    /// Wins of both seats, a draw, and no result.
    pub const ALL: [Self; 4] =
        [Self::Win(Seat::First), Self::Win(Seat::Second), Self::Draw, Self::Open];

    /// As it is written: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Win(Seat::First) => "1-0",
            Self::Win(Seat::Second) => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Open => "*",
        }
    }
}

/// Field or note that this program does not know, and preserves.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ExtraField {
    name: String,
    value: String,
}

impl ExtraField {
    /// `None` if `name` is not a letter with letters, digits and hyphens behind it, or is the name of
    /// something known.
    pub fn new(name: impl Into<String>, value: impl Into<String>) -> Option<Self> {
        let (name, value) = (name.into(), value.into());
        let known = Key::named(&name).is_some() || note::is_known(&name);
        (!known && is_name(&name)).then_some(Self { name, value })
    }

    /// Its key in the file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// As the file has it, unescaped.
    pub fn value(&self) -> &str {
        &self.value
    }
}

fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic()) && text.chars().all(is_name_char)
}

const fn is_name_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '-'
}

/// Known field, in the order in which they are written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Key {
    Game,
    Start,
    Swap,
    First,
    Second,
    Date,
    Time,
    Result,
}

impl Key {
    const ALL: [Self; 8] = [
        Self::Game,
        Self::Start,
        Self::Swap,
        Self::First,
        Self::Second,
        Self::Date,
        Self::Time,
        Self::Result,
    ];
    const LAST: Self = Self::Result;

    const fn name(self) -> &'static str {
        match self {
            Self::Game => "Game",
            Self::Start => "Start",
            Self::Swap => "Swap",
            Self::First => "First",
            Self::Second => "Second",
            Self::Date => "Date",
            Self::Time => "Time",
            Self::Result => "Result",
        }
    }

    /// The field of that name, capitals aside.
    fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|key| key.name().eq_ignore_ascii_case(name))
    }
}
