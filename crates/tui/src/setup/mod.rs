//! Set-up of a match: a form, of which each row is changed with the arrow keys.

mod draw;
mod field;
mod quadrant;
mod remembered;

use engine::{Entry, Opponent};
use play::{Listing, TimeControl};
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use rules::{Board, BySeat, Setup, SetupError, SplitMix64, Text, Tile};

use wire::http::Side;

use crate::message::{Effect, Message, NewMatch, NewTable};
use crate::preferences::{PlayMode, SetupChoices, Starts};
use crate::screen::{ClickList, Screen, ScreenStep, Shared};
use crate::screens::{ListKey, cycle, list_key};

pub(crate) use field::Field;
pub use field::time_control_text;
use quadrant::{Quadrant, SetupTile};

/// Seeds of random boards stay below this, so that they can be typed again.
const BOARD_SEED_BOUND: u64 = 1_000_000;

/// The clocks to choose from, as in the page.
pub(crate) const CLOCKS: [TimeControl; 6] = [
    TimeControl::None,
    TimeControl::Game { total: 60_000, increment: 0 },
    TimeControl::Game { total: 180_000, increment: 2_000 },
    TimeControl::Game { total: 300_000, increment: 0 },
    TimeControl::Game { total: 600_000, increment: 5_000 },
    TimeControl::Move { limit: 30_000 },
];

/// Where the board comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BoardSource {
    Random,
    Quadrants,
    /// Both players lay it.
    Halves,
}

/// The form.
pub(crate) struct SetupScreen {
    game: usize,
    rules: usize,
    source: BoardSource,
    seed: u64,
    quadrants: [Quadrant; 4],
    mode: PlayMode,
    /// Opponents among those of the game; the second one plays where two computers do.
    opponents: [usize; 2],
    starts: Starts,
    clock: usize,
    swap: bool,
    listing: Listing,
    /// Server of a table; empty for the one of this machine.
    server: String,
    field: usize,
    /// The player's own tiles.
    own_tiles: Vec<Tile>,
    /// What was chosen for matches so far.
    remembered: Vec<SetupChoices>,
    notices: Vec<Text>,
}

/// Opponent with which the form begins: the normal level.
const USUAL_OPPONENT: usize = 2;

impl SetupScreen {
    pub(crate) fn new(
        catalogue: &[Entry],
        own_tiles: Vec<Tile>,
        remembered: &[SetupChoices],
        random: &mut SplitMix64,
    ) -> Self {
        let mut screen = Self {
            game: 0,
            rules: 0,
            source: BoardSource::Random,
            seed: 0,
            quadrants: std::array::from_fn(|tile| Quadrant { tile, turns: 0, flipped: false }),
            mode: PlayMode::Computer,
            opponents: [USUAL_OPPONENT; 2],
            starts: Starts::Me,
            clock: 0,
            swap: false,
            listing: Listing::Unlisted,
            server: String::new(),
            field: 0,
            own_tiles,
            remembered: remembered.to_vec(),
            notices: Vec::new(),
        };
        let is_last = |entry: &Entry| {
            remembered.first().is_some_and(|last| last.game == entry.game.info().id)
        };
        let game = catalogue.iter().position(is_last).unwrap_or_default();
        screen.choose_game(game, catalogue, random);
        screen
    }

    /// The form for a table at a server.
    pub(crate) fn into_table(mut self, server: String) -> Self {
        (self.mode, self.starts, self.server) = (PlayMode::Online, Starts::Random, server);
        self
    }

    fn entry<'a>(&self, catalogue: &'a [Entry]) -> Option<&'a Entry> {
        catalogue.get(self.game)
    }

    fn choose_game(&mut self, game: usize, catalogue: &[Entry], random: &mut SplitMix64) {
        (self.game, self.rules) = (game, 0);
        let Some(entry) = self.entry(catalogue) else { return };
        self.swap &= entry.game.info().swap;
        self.seed = entry.draw_seed(random.draw(), BOARD_SEED_BOUND);
        let most = entry.opponents().count().saturating_sub(1);
        self.opponents = self.opponents.map(|opponent| opponent.min(most));
        self.recall(entry);
    }

    /// The tiles of the game's sets, then the player's own.
    fn tiles(&self, entry: &Entry) -> Vec<SetupTile> {
        let sets = entry.game.info().tiles.iter().flat_map(|set| set.tiles);
        let built_in = sets.map(SetupTile::built_in);
        built_in.chain(self.own_tiles.iter().map(SetupTile::own)).collect()
    }

    /// How many rows the form has.
    fn rows(&self, catalogue: &[Entry]) -> usize {
        self.entry(catalogue).map_or(0, |entry| self.fields(entry).len())
    }

    /// Rows of the form, as far as they matter with what is chosen.
    pub(crate) fn fields(&self, entry: &Entry) -> Vec<Field> {
        let info = entry.game.info();
        let mut fields = vec![Field::Game];
        if info.rule_sets.len() > 1 {
            fields.push(Field::Rules);
        }
        if !info.tiles.is_empty() {
            fields.push(Field::Board);
            match self.source {
                BoardSource::Random => fields.push(Field::Seed),
                BoardSource::Quadrants => fields.extend((0..4).map(Field::Quadrant)),
                BoardSource::Halves => {}
            }
        }
        fields.push(Field::Mode);
        match self.mode {
            PlayMode::Computer => fields.extend([Field::Opponent(0), Field::Starts]),
            PlayMode::Two => {}
            PlayMode::Watch => fields.extend([Field::Opponent(0), Field::Opponent(1)]),
            PlayMode::Online => fields.extend([Field::Starts, Field::Listing]),
        }
        fields.push(Field::Clock);
        if info.swap {
            fields.push(Field::Swap);
        }
        fields
    }

    /// The board that is chosen, as a text of the game.
    fn setup(&self, entry: &Entry) -> Setup {
        let info = entry.game.info();
        let rules = info.rule_sets.get(self.rules).map(|rules| rules.id.to_owned());
        let uses_tiles = !info.tiles.is_empty() && self.source == BoardSource::Quadrants;
        let tiles = self.tiles(entry);
        let board = uses_tiles.then(|| {
            let words = self.quadrants.iter().map(|quadrant| quadrant.board_word(&tiles));
            words.collect::<Vec<_>>().join(" ")
        });
        Setup { rules, board, seed: self.seed }
    }

    /// The board as it will be.
    pub(crate) fn preview(&self, entry: &Entry) -> Result<Board, SetupError> {
        let setup = self.setup(entry);
        entry.game.start(&setup)?;
        entry.game.preview(&setup)
    }

    /// Changes a row of the form.
    fn change(
        &mut self,
        field: Field,
        forward: bool,
        catalogue: &[Entry],
        random: &mut SplitMix64,
    ) {
        let Some(entry) = self.entry(catalogue) else { return };
        match field {
            Field::Game => {
                self.choose_game(cycle(self.game, catalogue.len(), forward), catalogue, random);
            }
            Field::Rules => {
                let count = entry.game.info().rule_sets.len();
                self.rules = cycle(self.rules, count, forward);
            }
            Field::Board => {
                let all = [BoardSource::Random, BoardSource::Quadrants, BoardSource::Halves];
                let count = if self.mode == PlayMode::Online { 3 } else { 2 };
                self.source = next(&all[..count], self.source, forward);
            }
            Field::Seed => self.seed = entry.draw_seed(random.draw(), BOARD_SEED_BOUND),
            Field::Quadrant(place) => {
                let count = self.tiles(entry).len();
                let quadrant = &mut self.quadrants[place];
                quadrant.tile = cycle(quadrant.tile, count, forward);
            }
            Field::Mode => {
                let modes = [PlayMode::Computer, PlayMode::Two, PlayMode::Watch, PlayMode::Online];
                self.mode = next(&modes, self.mode, forward);
                if self.mode != PlayMode::Online && self.source == BoardSource::Halves {
                    self.source = BoardSource::Random;
                }
            }
            Field::Opponent(which) => {
                let count = entry.opponents().count();
                self.opponents[which] = cycle(self.opponents[which], count, forward);
            }
            Field::Starts => {
                let all = [Starts::Me, Starts::Computer, Starts::Random];
                self.starts = next(&all, self.starts, forward);
            }
            Field::Clock => self.clock = cycle(self.clock, CLOCKS.len(), forward),
            Field::Swap => self.swap ^= true,
            Field::Listing => {
                self.listing = match self.listing {
                    Listing::Public => Listing::Unlisted,
                    Listing::Unlisted => Listing::Public,
                };
            }
        }
    }

    /// Begins the match, if its board is complete.
    fn start(&mut self, entry: &Entry, random: &mut SplitMix64) -> ScreenStep {
        if let Err(error) = self.preview(entry) {
            self.notices = vec![error.error.text];
            return ScreenStep::Stay;
        }
        let opponent = |which: usize| -> Option<&'static Opponent> {
            entry.opponents().nth(self.opponents[which])
        };
        let players = match (self.mode, self.starts) {
            (PlayMode::Two | PlayMode::Online, _) => BySeat { first: None, second: None },
            (PlayMode::Watch, _) => BySeat { first: opponent(0), second: opponent(1) },
            (PlayMode::Computer, Starts::Me) => BySeat { first: None, second: opponent(0) },
            (PlayMode::Computer, Starts::Random) if random.below(2) == 0 => {
                BySeat { first: None, second: opponent(0) }
            }
            (PlayMode::Computer, _) => BySeat { first: opponent(0), second: None },
        };
        let new = NewMatch {
            entry: *entry,
            setup: self.setup(entry),
            swap: self.swap,
            players,
            time: CLOCKS[self.clock],
        };
        if self.mode == PlayMode::Online {
            let table = self.table(new);
            return ScreenStep::Effects(vec![Effect::OpenTable(Box::new(table))]);
        }
        let choices = self.choices(entry);
        ScreenStep::Effects(vec![
            Effect::SaveSetup(Box::new(choices)),
            Effect::Start(Box::new(new)),
        ])
    }

    /// The table for a match with somebody at another screen.
    fn table(&self, start: NewMatch) -> NewTable {
        NewTable {
            server: self.server.clone(),
            lay_board: self.source == BoardSource::Halves
                && !start.entry.game.info().tiles.is_empty(),
            start,
            listing: self.listing,
            side: match self.starts {
                Starts::Me => Side::First,
                Starts::Computer => Side::Second,
                Starts::Random => Side::Random,
            },
        }
    }
}

impl Screen for SetupScreen {
    fn key(&mut self, key: KeyEvent, shared: &mut Shared) -> ScreenStep {
        let Shared { catalogue, random, .. } = shared;
        self.notices.clear();
        let Some(entry) = self.entry(catalogue) else { return ScreenStep::Back };
        let fields = self.fields(entry);
        let field = fields[self.field.min(fields.len() - 1)];
        match (key.code, field) {
            (KeyCode::Char('r'), Field::Quadrant(place)) => {
                self.quadrants[place].turns = (self.quadrants[place].turns + 1) % 4;
                return ScreenStep::Stay;
            }
            (KeyCode::Char('f'), Field::Quadrant(place)) => {
                self.quadrants[place].flipped ^= true;
                return ScreenStep::Stay;
            }
            _ => {}
        }
        match list_key(key) {
            Some(ListKey::Up) => self.field = cycle(self.field, fields.len(), false),
            Some(ListKey::Down) => self.field = cycle(self.field, fields.len(), true),
            Some(ListKey::Less) => self.change(field, false, catalogue, random),
            Some(ListKey::More) => self.change(field, true, catalogue, random),
            Some(ListKey::Back) => return ScreenStep::Back,
            Some(ListKey::Enter) => return self.start(entry, random),
            None => {}
        }
        self.field = self.field.min(self.rows(catalogue).saturating_sub(1));
        ScreenStep::Stay
    }

    fn receive(&mut self, message: Message, shared: &Shared) -> ScreenStep {
        match message {
            Message::Tiles(tiles) => self.receive_tiles(tiles, &shared.catalogue),
            Message::Notice(notices) => self.notices = notices,
            _ => {}
        }
        ScreenStep::Stay
    }

    fn list(&mut self, shared: &Shared) -> Option<ClickList<'_>> {
        let count = self.rows(&shared.catalogue);
        let (chosen, key) = (&mut self.field, KeyCode::Right);
        Some(ClickList { chosen, count, foot: 0, key, at_once: false })
    }

    fn draw(&self, shared: &Shared, frame: &mut Frame<'_>) {
        draw::draw(self, &shared.catalogue, shared.look, shared.lang, frame);
    }
}

/// The next value in a circle.
fn next<T: Copy + PartialEq>(all: &[T], value: T, forward: bool) -> T {
    let index = all.iter().position(|one| *one == value).unwrap_or_default();
    all[cycle(index, all.len(), forward)]
}
