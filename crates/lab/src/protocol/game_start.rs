//! Game of a protocol session, and the position from which it starts.

use engine::Entry;
use rules::{Lang, Live, Record, Setup, SetupError};

/// Game and the start that was chosen for it.
#[derive(Clone)]
pub(super) struct GameStart {
    pub(super) entry: Entry,
    pub(super) setup: Setup,
    /// Whether the swap rule holds.
    pub(super) swap: bool,
    /// Start position, which goes before rule set and board.
    pub(super) position: Option<String>,
}

impl GameStart {
    /// The usual start of a game, on the board of `seed` if boards differ.
    pub(super) fn usual(entry: Entry, seed: u64) -> Self {
        let setup = Setup { seed, ..Setup::default() };
        Self { entry, setup, swap: false, position: None }
    }

    /// The game before its first move.
    pub(super) fn open(&self) -> Result<Box<dyn Live>, String> {
        let start = match &self.position {
            Some(position) => position.clone(),
            None => self.entry.game.start(&self.setup).map_err(|error| setup_text(&error))?,
        };
        self.open_record(&Record { swap: self.swap, ..Record::new(start) })
    }

    /// The game after the moves of a record.
    pub(super) fn open_record(&self, record: &Record) -> Result<Box<dyn Live>, String> {
        let live = self.entry.game.open(record);
        live.map_err(|error| error.text().get(Lang::En).to_owned())
    }

    /// Whether `name` is the id or the English title of the game.
    pub(super) fn is_game(&self, name: &str) -> bool {
        let info = self.entry.game.info();
        [info.id, &*info.title.en].iter().any(|known| known.eq_ignore_ascii_case(name))
    }
}

fn setup_text(error: &SetupError) -> String {
    format!("{}: {}", error.setting, error.error.text.get(Lang::En))
}
