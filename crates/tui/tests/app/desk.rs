//! Screens for tests: an [`App`] with matches that are played at once and stored nowhere.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use engine::tree::TreePlan;
use engine::{AnyLine, AnyReport, AnyValue, Bound, Limits};
use games::CATALOGUE;
use play::{Command, Event, Kind, Match, Offer, Player, Start, Time, TimeControl, Who};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Size;
use rules::{
    AnyGame, BySeat, Ending, Lang, ParsedGame, ReadLimits, Record, Seat, Setup, Text, Tile,
    read_pasted,
};
use tui::{
    App, AppConfig, Clocks, Effect, GameReading, Look, MatchSnapshot, Message, NewMatch,
    ReviewNote, SeatKind, SeatPlayer, ServerSnapshot, StoredMatch, TableSnapshot, ThinkTree,
};

/// An app and the match that it shows.
pub(crate) struct Desk {
    pub(crate) app: App,
    pub(crate) now: Duration,
    pub(crate) playing: Option<Match>,
    pub(crate) size: Size,
    /// Effects so far that the desk has carried out.
    pub(crate) effects: Vec<Effect>,
    /// The player's own tiles.
    pub(crate) tiles: Vec<Tile>,
    pub(crate) is_over: bool,
}

pub(crate) fn find(id: &str) -> &'static dyn AnyGame {
    let mut games = CATALOGUE.iter().map(|entry| entry.game);
    games.find(|game| game.info().id == id).expect("a game")
}

/// A match of two people, or of a person against the computer.
pub(crate) fn start(
    game: &'static dyn AnyGame,
    setup: &Setup,
    who: [Who; 2],
    time: TimeControl,
) -> Match {
    start_at(game, game.start(setup).expect("a start"), who, time)
}

fn start_at(
    game: &'static dyn AnyGame,
    position: String,
    who: [Who; 2],
    time: TimeControl,
) -> Match {
    let [first, second] = who;
    let players = BySeat { first, second };
    let id = game.info().id.to_owned();
    let start =
        Start { game: id, position, swap: game.info().swap, players, kind: Kind::Local, time };
    let events = [Event::Started { start, at: Time(0) }];
    Match::replay(|_| Some(game), &events).expect("a match")
}

pub(crate) fn human() -> Who {
    Who::Human { name: String::new() }
}

pub(crate) fn computer() -> Who {
    Who::Computer { opponent: "normal".to_owned(), seed: 1 }
}

/// The match as a screen shows it.
pub(crate) fn snapshot(playing: &Match, now: Duration) -> MatchSnapshot {
    let game = find(&playing.start().game);
    let mut view = playing.live().view();
    if playing.end().is_some() {
        view.choices.clear();
        view.outcome.get_or_insert_with(|| Ending {
            winner: playing.winner().map(|player| playing.seat(player)),
            reason: "resigned".into(),
            text: Text::new("the opponent resigns", "l'adversaire abandonne"),
            margin: None,
        });
    }
    let player = |seat| match playing.who(playing.player(seat)) {
        Who::Human { .. } => SeatPlayer { name: Text::new("you", "vous"), kind: SeatKind::Here },
        Who::Computer { .. } => SeatPlayer {
            name: Text::new("computer, Normal", "ordinateur, Normal"),
            kind: SeatKind::Computer,
        },
    };
    let time = Time(now.as_millis() as u64);
    let clocks = playing.clock().map(|clock| Clocks {
        left: BySeat::from_fn(|seat| Duration::from_millis(clock.left(seat, time))),
        running: clock.running(),
        at: now,
    });
    MatchSnapshot {
        game,
        record: playing.live().record().clone(),
        view,
        seats: BySeat::from_fn(player),
        clocks,
        draw_offer: playing.offered(Offer::Draw).map(|player| playing.seat(player)),
        redoable: playing.redoable(),
        server: None,
    }
}

impl Desk {
    pub(crate) fn new(lang: Lang, look: Look, size: Size) -> Self {
        let catalogue = CATALOGUE.to_vec();
        let setups = Vec::new();
        let app = App::new(AppConfig { catalogue, lang, look, size, seed: 7, setups });
        let (playing, effects, tiles) = (None, Vec::new(), Vec::new());
        Self { app, now: Duration::ZERO, playing, size, effects, tiles, is_over: false }
    }

    /// Shows a snapshot.
    pub(crate) fn show(&mut self, snapshot: MatchSnapshot) {
        self.tell(Message::Opened(Box::new(snapshot)));
    }

    /// Shows a match.
    pub(crate) fn open(&mut self, playing: Match) {
        let opened = snapshot(&playing, self.now);
        self.playing = Some(playing);
        self.tell(Message::Opened(Box::new(opened)));
    }

    pub(crate) fn tell(&mut self, message: Message) {
        let effects = self.app.update(self.now, message);
        for effect in effects {
            self.effects.push(effect.clone());
            self.carry_out(effect);
        }
    }

    pub(crate) fn key(&mut self, code: KeyCode) {
        self.tell(Message::Key(KeyEvent::new(code, KeyModifiers::NONE)));
    }

    /// Types characters; `\n` is Enter.
    pub(crate) fn keys(&mut self, keys: &str) {
        for key in keys.chars() {
            self.key(if key == '\n' { KeyCode::Enter } else { KeyCode::Char(key) });
        }
    }

    fn carry_out(&mut self, effect: Effect) {
        match effect {
            Effect::Start(new) => self.begin(&new),
            Effect::Resume(_) => {
                let game = find("othello");
                let who = [human(), computer()];
                self.open(start(game, &Setup::default(), who, TimeControl::None));
            }
            Effect::ListStored | Effect::ListPlayed => self.tell(Message::Stored(stored())),
            Effect::Read(text) => self.read(&text),
            Effect::OpenAnalysis { game, record } => self.analyse(find(game), &record),
            Effect::AnalyseMatch(_) => {
                let record =
                    Record::new(find("othello").start(&Setup::default()).expect("a start"));
                self.analyse(find("othello"), &record);
            }
            Effect::Think { game, record, plan } => {
                self.tell(Message::Tree(Box::new(think(game, &record, plan))));
            }
            Effect::ListTiles => self.tell(Message::Tiles(self.tiles.clone())),
            Effect::ChangeTile { before, after } => {
                self.tiles.retain(|tile| Some(tile) != before.as_ref());
                self.tiles.extend(after);
                self.tell(Message::Tiles(self.tiles.clone()));
            }
            Effect::ImportTiles(file) | Effect::ExportTiles(file) => {
                self.notice(Text::composed(file.clone(), file));
            }
            Effect::Command(command) => self.give(&command),
            Effect::Line(notation) => self.give(&Command::Move { notation }),
            Effect::Hint => self.notice(Text::new("hint: f5", "indice : f5")),
            Effect::Analyse(record) => {
                let report = report(&record, self.playing.as_ref());
                self.tell(Message::Report(Box::new((record, report))));
            }
            Effect::Review(record) => {
                let notes = review(&record);
                self.tell(Message::Review(record, notes));
            }
            Effect::Leave => self.playing = None,
            Effect::Quit | Effect::Interrupt => self.is_over = true,
            _ => {}
        }
    }

    fn begin(&mut self, new: &NewMatch) {
        let who = |seat: Seat| if new.players[seat].is_some() { computer() } else { human() };
        let who = [who(Seat::First), who(Seat::Second)];
        self.open(start(new.entry.game, &new.setup, who, new.time));
    }

    fn read(&mut self, text: &str) {
        let games: Vec<_> = CATALOGUE.iter().map(|entry| entry.game).collect();
        match read_pasted(text, &games, ReadLimits { games: 10 }) {
            Ok(readings) => {
                let reading = |parsed: ParsedGame| GameReading {
                    game: parsed.game,
                    record: parsed.saved.record,
                    title: Text::new("moves", "coups"),
                };
                self.tell(Message::Read(readings.into_iter().map(reading).collect()));
            }
            Err(error) => self.notice(error.text),
        }
    }

    /// Opens a game that is analysed.
    fn analyse(&mut self, game: &'static dyn AnyGame, record: &Record) {
        let mut playing =
            start_at(game, record.start.clone(), [human(), human()], TimeControl::None);
        for notation in &record.moves {
            let by = playing.to_move().expect("a player");
            let command = Command::Move { notation: notation.clone() };
            for event in &playing.decide(by, &command, Time(0), 0).expect("a legal move") {
                playing.apply(event).expect("an event that was decided");
            }
        }
        let opened = snapshot(&playing, self.now);
        self.playing = Some(playing);
        self.tell(Message::Analysing(Box::new(opened)));
    }

    fn notice(&mut self, text: Text) {
        self.tell(Message::Notice(vec![text]));
    }

    /// Gives a command for whoever may give it.
    pub(crate) fn give(&mut self, command: &Command) {
        let Some(playing) = &mut self.playing else { return };
        let human = Player::ALL.into_iter().find(|player| playing.who(*player).is_human());
        let to_move = playing.to_move().filter(|player| playing.who(*player).is_human());
        let answerer = playing.offered(Offer::Draw).map(Player::other);
        let by = match command {
            Command::Accept { .. } | Command::Decline { .. } => answerer.or(human),
            _ => to_move.or(human),
        };
        let Some(by) = by else { return };
        match playing.decide(by, command, Time(self.now.as_millis() as u64), 0) {
            Ok(events) => {
                for event in &events {
                    playing.apply(event).expect("an event that was decided");
                }
                let changed = snapshot(playing, self.now);
                self.tell(Message::Changed(Box::new(changed)));
            }
            Err(refusal) => self.notice(refusal.text),
        }
    }

    /// A computer to move plays its first legal move.
    pub(crate) fn answer(&mut self) {
        let Some(playing) = &mut self.playing else { return };
        let Some(player) = playing.to_move().filter(|player| !playing.who(*player).is_human())
        else {
            return;
        };
        let choices = playing.live().view().choices;
        let notation = choices[0].notation.clone();
        let now = Time(self.now.as_millis() as u64);
        let events = playing.decide(player, &Command::Move { notation }, now, 0);
        for event in &events.expect("a legal move") {
            playing.apply(event).expect("an event that was decided");
        }
        let changed = snapshot(playing, self.now);
        self.tell(Message::Changed(Box::new(changed)));
    }

    pub(crate) fn resize(&mut self, size: Size) {
        self.size = size;
        self.tell(Message::Resize(size));
    }

    /// Lets animations end.
    pub(crate) fn wait(&mut self) {
        self.now += Duration::from_secs(1);
        self.tell(Message::Tick);
    }

    pub(crate) fn buffer(&self) -> Buffer {
        let backend = TestBackend::new(self.size.width, self.size.height);
        let mut terminal = Terminal::new(backend).expect("a terminal");
        terminal.draw(|frame| self.app.draw(frame)).expect("a screen");
        terminal.backend().buffer().clone()
    }

    /// The characters on the screen.
    pub(crate) fn text(&self) -> String {
        let buffer = self.buffer();
        let mut text = String::new();
        for line in buffer.content.chunks(usize::from(buffer.area.width).max(1)) {
            let symbols: String = line.iter().map(ratatui::buffer::Cell::symbol).collect();
            text += symbols.trim_end();
            text.push('\n');
        }
        text
    }
}

/// A snapshot of a match at a table: the user sits in the first seat.
pub(crate) fn at_table(playing: &Match, change: impl FnOnce(&mut TableSnapshot)) -> MatchSnapshot {
    let mut snapshot = snapshot(playing, Duration::ZERO);
    snapshot.seats.first.name = Text::new("Ana", "Ana");
    snapshot.seats.second = SeatPlayer { name: Text::new("Bo", "Bo"), kind: SeatKind::Elsewhere };
    let mut table = TableSnapshot {
        you: Some(Seat::First),
        is_host: true,
        code: "5W5-FVR".to_owned(),
        links: vec!["http://192.168.1.5:4747/m/5w5fvrpbd6pq".to_owned()],
        may_abort: true,
        ..TableSnapshot::default()
    };
    change(&mut table);
    let (lag, table) = (Some(Duration::from_millis(12)), Some(Box::new(table)));
    snapshot.server = Some(ServerSnapshot { lag, table, ..ServerSnapshot::default() });
    snapshot
}

/// The search tree of a position.
pub(crate) fn think(game: &str, record: &Record, plan: TreePlan) -> ThinkTree {
    let mut entries = CATALOGUE.iter();
    let entry = entries.find(|entry| entry.game.info().id == game).expect("a game");
    let demo = entry.tree_demo.expect("search trees");
    let tree = demo.tree(record, plan, &Limits::nodes(20_000), &AtomicBool::new(false));
    ThinkTree { game: entry.game, record: record.clone(), tree: tree.expect("a tree") }
}

fn stored() -> Vec<StoredMatch> {
    let one = |id: &str, game: &str, entries| StoredMatch {
        id: id.to_owned(),
        game: find(game).info().title.clone(),
        entries,
        date: "2026-01-02".to_owned(),
    };
    vec![one("abc234", "othello", 12), one("def567", "connect-four", 1)]
}

/// A report that has a value for every move, of all kinds.
fn report(record: &Record, playing: Option<&Match>) -> AnyReport {
    let Some(playing) = playing else { return AnyReport::default() };
    let Ok(live) = find(&playing.start().game).open(record) else { return AnyReport::default() };
    let values = [
        AnyValue::Win { plies: 5, bound: Bound::Exact },
        AnyValue::Exact { margin: 12 },
        AnyValue::Estimate { points: 30 },
        AnyValue::Loss { plies: 4, bound: Bound::Exact },
    ];
    let line = |(index, choice): (usize, rules::Choice)| AnyLine {
        notation: choice.notation.clone(),
        chance: 0.62,
        value: values[index % values.len()],
        moves: vec![choice.notation],
    };
    let lines: Vec<_> = live.view().choices.into_iter().enumerate().map(line).collect();
    AnyReport { lines, depth: 9, ..AnyReport::default() }
}

fn review(record: &Record) -> Vec<ReviewNote> {
    let note = |index: usize| ReviewNote {
        index,
        sign: if index == 1 { "?" } else { "" },
        after: 0.5 + 0.4 * (index as f32 / 3.0).sin(),
        remarks: vec![Text::new("a mistake: b2 was better", "une erreur : b2 valait mieux")],
    };
    (0..record.moves.len()).map(note).collect()
}
