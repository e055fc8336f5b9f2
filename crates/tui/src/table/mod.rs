//! A table before the game: who sits there, how others find it, and the board that both lay.

mod draw;
mod laying;

use engine::{Entry, Opponent};
use play::Command;
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use rules::{Seat, SplitMix64, Text};

use crate::line_input::{LineInput, LineStep};
use crate::message::{Effect, Message, Now};
use crate::screen::{Screen, ScreenStep, Shared};
use crate::screens::cycle;
use crate::snapshot::{GatheringSnapshot, MatchSnapshot, TableSnapshot};
use laying::Laying;

/// Computer that is offered first: the normal level.
const USUAL_OPPONENT: usize = 2;

/// Screen of a table.
pub(crate) struct TableScreen {
    snapshot: MatchSnapshot,
    /// The name under which the user sits down, while it is typed.
    name: LineInput,
    /// Whether the seat was asked for, and there is no answer yet.
    is_joining: bool,
    /// Computer among those of the game that can be seated.
    opponent: usize,
    laying: Option<Laying>,
    /// Whether the user is asked if the table is to be left.
    asks_leave: bool,
    notices: Vec<Text>,
}

impl TableScreen {
    pub(crate) fn new(snapshot: MatchSnapshot, name: &str) -> Self {
        let mut screen = Self {
            snapshot,
            name: LineInput::new(name),
            is_joining: false,
            opponent: USUAL_OPPONENT,
            laying: None,
            asks_leave: false,
            notices: Vec::new(),
        };
        screen.update_laying();
        screen
    }

    fn table(&self) -> Option<&TableSnapshot> {
        self.snapshot.table()
    }

    fn gathering(&self) -> Option<&GatheringSnapshot> {
        self.snapshot.gathering()
    }

    fn you(&self) -> Option<Seat> {
        self.table()?.you
    }

    /// Whether a seat is free.
    fn has_free_seat(&self) -> bool {
        self.gathering().is_some_and(|gathering| {
            !gathering.is_closed && Seat::ALL.iter().any(|seat| !gathering.taken[*seat])
        })
    }

    fn is_closed(&self) -> bool {
        self.gathering().is_some_and(|gathering| gathering.is_closed)
    }

    fn key_effects(&mut self, key: KeyEvent, shared: &mut Shared) -> Vec<Effect> {
        let Shared { catalogue, random, .. } = shared;
        self.notices.clear();
        if self.asks_leave {
            self.asks_leave = false;
            return match key.code {
                KeyCode::Char('y' | 'o' | 'Y' | 'O') | KeyCode::Enter => {
                    vec![Effect::Command(Command::Leave), Effect::Leave]
                }
                _ => Vec::new(),
            };
        }
        if self.is_typing() {
            return self.name_key(key);
        }
        if matches!(key.code, KeyCode::Esc | KeyCode::Char('q')) {
            return self.leave();
        }
        if self.has_free_seat() && key.code == KeyCode::Char('c') {
            return self.invite(catalogue, random);
        }
        let is_ready = self.gathering().is_some_and(is_complete) && !self.has_free_seat();
        if let Some(laying) = &mut self.laying {
            return laying.key(key, is_ready);
        }
        match key.code {
            KeyCode::Left => self.choose_opponent(catalogue, false),
            KeyCode::Right => self.choose_opponent(catalogue, true),
            _ => {}
        }
        Vec::new()
    }

    fn update_laying(&mut self) {
        let halves = self.gathering().and_then(|gathering| gathering.halves.clone());
        let you = self.you().filter(|_| !self.is_closed());
        match (halves, you) {
            (Some(halves), Some(seat)) => {
                let info = self.snapshot.game.info();
                let laying = self.laying.get_or_insert_with(|| Laying::new(info));
                laying.receive(&halves[seat].tiles);
            }
            _ => self.laying = None,
        }
    }

    /// A key while the name is typed: Enter sits down.
    fn name_key(&mut self, key: KeyEvent) -> Vec<Effect> {
        let is_empty_backspace = key.code == KeyCode::Backspace && self.name.text().is_empty();
        if is_empty_backspace || key.modifiers.contains(KeyModifiers::ALT) {
            return Vec::new();
        }
        match self.name.key(key) {
            LineStep::Open => Vec::new(),
            LineStep::Cancelled => vec![Effect::Leave],
            LineStep::Entered(_) if self.is_joining => Vec::new(),
            LineStep::Entered(name) => {
                self.is_joining = true;
                vec![Effect::Join(name)]
            }
        }
    }

    /// Leaves at once, or asks first if somebody else sits there, too.
    fn leave(&mut self) -> Vec<Effect> {
        if self.you().is_none() || self.is_closed() {
            return vec![Effect::Leave];
        }
        if self.has_free_seat() {
            return vec![Effect::Command(Command::Leave), Effect::Leave];
        }
        self.asks_leave = true;
        Vec::new()
    }

    fn entry<'a>(&self, catalogue: &'a [Entry]) -> Option<&'a Entry> {
        let id = self.snapshot.game.info().id;
        catalogue.iter().find(|entry| entry.game.info().id == id)
    }

    fn choose_opponent(&mut self, catalogue: &[Entry], forward: bool) {
        let count = self.entry(catalogue).map_or(0, |entry| invitable(entry).count());
        self.opponent = cycle(self.opponent, count, forward);
    }

    /// Has a computer take the free seat.
    fn invite(&self, catalogue: &[Entry], random: &mut SplitMix64) -> Vec<Effect> {
        let entry = self.entry(catalogue);
        let Some(opponent) = entry.and_then(|entry| invitable(entry).nth(self.opponent)) else {
            return Vec::new();
        };
        let (opponent, seed) = (opponent.id.to_owned(), random.below(1 << 32));
        vec![Effect::Command(Command::Invite { opponent, seed })]
    }
}

impl Screen for TableScreen {
    fn key(&mut self, key: KeyEvent, shared: &mut Shared) -> ScreenStep {
        ScreenStep::Effects(self.key_effects(key, shared))
    }

    fn receive(&mut self, message: Message, _: &Shared) -> ScreenStep {
        match message {
            Message::Changed(snapshot) if snapshot.gathering().is_none() => {
                return ScreenStep::Begin(snapshot);
            }
            Message::Changed(snapshot) => {
                self.snapshot = *snapshot;
                self.is_joining &= self.you().is_none();
                self.update_laying();
            }
            // A refusal among others, so that the seat may be asked for again.
            Message::Notice(notices) => {
                (self.notices, self.is_joining) = (notices, false);
                if let Some(laying) = &mut self.laying {
                    laying.forget_changes();
                }
            }
            _ => {}
        }
        ScreenStep::Stay
    }

    fn paste(&mut self, text: &str) -> Vec<Effect> {
        if self.is_typing() {
            self.name.paste(text.trim());
        }
        Vec::new()
    }

    /// Whether the name of the user is typed.
    fn is_typing(&self) -> bool {
        self.you().is_none() && self.has_free_seat() && !self.asks_leave
    }

    /// Time until a countdown changes.
    fn wakes_in(&self, now: Now) -> Option<Now> {
        let table = self.table()?;
        let is_counting =
            Seat::ALL.iter().any(|seat| table.absent[*seat].is_some_and(|until| until > now));
        is_counting.then(|| Now::from_secs(1))
    }

    fn snapshot(&self) -> Option<&MatchSnapshot> {
        Some(&self.snapshot)
    }

    fn draw(&self, shared: &Shared, frame: &mut Frame<'_>) {
        draw::draw(self, shared, frame);
    }
}

/// The computer players that can take a seat of a table. Bots cannot: they play for their owner alone.
fn invitable(entry: &Entry) -> impl Iterator<Item = &'static Opponent> + use<> {
    entry.opponents().filter(|opponent| !opponent.is_bot())
}

/// Whether all quadrants lie.
fn is_complete(gathering: &GatheringSnapshot) -> bool {
    gathering.halves.as_ref().is_some_and(|halves| {
        Seat::ALL.iter().all(|seat| halves[*seat].tiles.split(' ').all(|tile| tile != "-"))
    })
}
