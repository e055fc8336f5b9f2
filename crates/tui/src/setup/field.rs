//! Rows of the form.

use engine::Entry;
use play::{Listing, TimeControl};
use rules::Text;

use super::{BoardSource, CLOCKS, PlayMode, SetupScreen, Starts};

/// Row of the form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Field {
    Game,
    Rules,
    Board,
    Seed,
    /// One of the four quadrants, in reading order.
    Quadrant(usize),
    Mode,
    /// The computer, or one of two.
    Opponent(usize),
    Starts,
    Clock,
    Swap,
    /// Who may find a table.
    Listing,
}

impl Field {
    /// Name of the row.
    pub(super) fn label(self) -> Text {
        let id = match self {
            Self::Game => "tui-setup-game",
            Self::Rules => "tui-setup-rules",
            Self::Board => "tui-setup-board",
            Self::Seed => "tui-setup-seed",
            Self::Quadrant(place) => {
                return texts::text("tui-setup-quadrant", &[("number", (place + 1).into())]);
            }
            Self::Mode => "tui-setup-mode",
            Self::Opponent(0) => "tui-setup-opponent",
            Self::Opponent(_) => "tui-setup-opponent-second",
            Self::Starts => "tui-setup-starts",
            Self::Clock => "tui-setup-clock",
            Self::Swap => "tui-setup-swap",
            Self::Listing => "tui-setup-listing",
        };
        texts::text(id, &[])
    }
}

impl SetupScreen {
    /// What is chosen in a row.
    pub(super) fn value(&self, field: Field, entry: &Entry) -> Text {
        let info = entry.game.info();
        let same = |text: String| Text::composed(text.clone(), text);
        let id = match field {
            Field::Game => return info.title.clone(),
            Field::Rules => return info.rule_sets[self.rules].title.clone(),
            Field::Board if self.source == BoardSource::Random => "tui-board-random",
            Field::Board if self.source == BoardSource::Halves => "tui-board-halves",
            Field::Board => "tui-board-quadrants",
            Field::Seed => return same(self.seed.to_string()),
            Field::Quadrant(place) => {
                return same(self.quadrants[place].label(&self.tiles(entry)));
            }
            Field::Mode => match self.mode {
                PlayMode::Computer => "mode-computer",
                PlayMode::Two => "mode-two-people",
                PlayMode::Watch => "tui-mode-watch",
                PlayMode::Online => "tui-mode-online",
            },
            Field::Opponent(which) => {
                let opponent = entry.opponents().nth(self.opponents[which]);
                let rules = info.rule_sets.get(self.rules).map_or("", |rules| rules.id);
                return opponent.map_or_else(|| same("-".to_owned()), |it| it.title_by(rules));
            }
            Field::Starts => match self.starts {
                Starts::Me => "tui-starts-me",
                Starts::Computer if self.mode == PlayMode::Online => "tui-starts-opponent",
                Starts::Computer => "tui-starts-computer",
                Starts::Random => "side-random",
            },
            Field::Clock => return time_control_text(CLOCKS[self.clock]),
            Field::Swap if self.swap => "tui-on",
            Field::Swap => "tui-off",
            Field::Listing if self.listing == Listing::Public => "tui-listing-public",
            Field::Listing => "tui-listing-unlisted",
        };
        texts::text(id, &[])
    }
}

/// Name of a time control.
pub fn time_control_text(control: TimeControl) -> Text {
    match control {
        TimeControl::None => texts::text("tui-clock-none", &[]),
        TimeControl::Game { total, increment } => {
            let (minutes, seconds) = ((total / 60_000).into(), (increment / 1000).into());
            texts::text("tui-clock-game", &[("minutes", minutes), ("seconds", seconds)])
        }
        TimeControl::Move { limit } => {
            texts::text("tui-clock-move", &[("seconds", (limit / 1000).into())])
        }
    }
}
