//! `damier play` on a terminal: the loop around the screens of the crate `tui`.
//!
//! Keys, signals and results of the engine come in through one channel. The loop passes them to
//! [`tui::App`], carries out the effects that follow ([`player`]), and draws when something has changed.

mod engine_thread;
mod library;
mod player;
mod profile;
mod remote;
mod requests;

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use ratatui::crossterm::event::{self, Event as TerminalEvent};
use ratatui::layout::Size;
use tui::{
    App, AppConfig, Charset, FullScreen, Look, Message, NewTable, Signal, TerminalGuard, ThinkTree,
};
use wire::http::NewMatch;

use super::online::SeatFolder;
use crate::board_picture::Script;
use crate::context::Context;
use crate::failure::Failure;
use crate::platform::CONSOLE_NEEDS_NO_TERM;
use engine_thread::{EngineResult, EngineThread};
use library::{Library, terminal_name};
use player::{LoopExit, LoopStep, Player};
pub(super) use remote::match_of_record;
use remote::{MatchPurpose, NetworkEvent, RemoteDesk};

/// What the loop waits for.
enum LoopInput {
    Terminal(TerminalEvent),
    Signal(Signal),
    /// Result of a thread's job with that number.
    Engine(u64, EngineResult),
    /// Of a connection or a request.
    Network(NetworkEvent),
    /// The terminal is gone.
    Closed,
}

/// What is shown first.
pub(super) enum FirstScreen {
    Menu,
    /// The stored matches.
    Stored,
    /// A search tree, and nothing else.
    Tree(Box<ThinkTree>),
    /// A stored match.
    Own(String),
    /// A new match, and whether it is stored.
    New(Box<NewMatch>, bool),
    /// What a link, a code or an address means; a code is looked up at the server.
    Destination {
        place: String,
        server: String,
    },
    /// A new table.
    Table(Box<NewTable>),
}

/// What the screens start with.
pub(super) struct ScreenConfig {
    pub(super) first: FirstScreen,
    /// The data folder.
    pub(super) folder: Option<PathBuf>,
    pub(super) script: Script,
    /// Name of the user at tables.
    pub(super) name: String,
}

/// Whether the terminal can be used as a whole.
pub(crate) fn is_possible(context: &Context<'_>) -> bool {
    let is_dumb =
        (context.env)("TERM").is_none_or(|terminal| terminal == "dumb" || terminal.is_empty());
    context.terminal.input && context.terminal.out && (CONSOLE_NEEDS_NO_TERM || !is_dumb)
}

/// Runs the screens until their user quits.
pub(super) fn run(config: ScreenConfig, context: &mut Context<'_>) -> Result<(), Failure> {
    let ScreenConfig { first, folder, script, name } = config;
    let config = configuration(folder.clone(), script, context);
    let (sender, inputs) = channel();
    let guard = TerminalGuard::enter()?;
    let screen = guard.screen()?;
    watch(&guard, &sender)?;
    let size = screen.size()?;
    let config = AppConfig { size: Size { width: size.width, height: size.height }, ..config };
    let analyst = EngineThread::spawn(sender.clone());
    let desk = RemoteDesk::new(sender, SeatFolder::new(folder.as_deref()), name.clone());
    let player = Player::new(folder, desk, analyst, context);
    let mut app = App::new(config);
    app.set_player_name(name);
    let mut main_loop = MainLoop { app, player, guard, screen };
    main_loop.begin(first);
    let exit = main_loop.run(&inputs);
    let resumable = main_loop.player.close();
    drop(main_loop);
    if let Some(text) = resumable {
        context.print(&text)?;
    }
    match exit? {
        LoopExit::Quit => Ok(()),
        LoopExit::Interrupted => Err(Failure::interrupted()),
        LoopExit::Signalled(status) => Err(Failure::signalled(status)),
    }
}

/// What the screens start with: what the arguments ask for, what is remembered, what the terminal is.
fn configuration(folder: Option<PathBuf>, script: Script, context: &Context<'_>) -> AppConfig {
    let charset = if script == Script::Ascii { Charset::Ascii } else { Charset::Unicode };
    let look = Look::detect(context.env, charset);
    let has_no_color = (context.env)("NO_COLOR").is_some_and(|value| !value.is_empty());
    let profile = Library { folder }.profile(context);
    let stored = profile.preferences(&terminal_name(context));
    AppConfig {
        catalogue: context.catalogue.to_vec(),
        lang: context.asked_lang.or(stored.lang).unwrap_or(context.lang),
        look: stored.apply(look, charset == Charset::Ascii || has_no_color),
        size: Size::default(),
        seed: context.entropy,
        setups: profile.setups(),
    }
}

/// Starts the threads that receive keys and signals.
fn watch(guard: &TerminalGuard, sender: &Sender<LoopInput>) -> Result<(), Failure> {
    let signals = sender.clone();
    guard.watch_signals(move |signal| signals.send(LoopInput::Signal(signal)).is_ok())?;
    let events = sender.clone();
    thread::spawn(move || {
        while let Ok(event) = event::read() {
            if events.send(LoopInput::Terminal(event)).is_err() {
                return;
            }
        }
        let _ = events.send(LoopInput::Closed);
    });
    Ok(())
}

struct MainLoop<'c, 'w> {
    app: App,
    player: Player<'c, 'w>,
    guard: TerminalGuard,
    screen: FullScreen,
}

impl MainLoop<'_, '_> {
    fn begin(&mut self, first: FirstScreen) {
        let step = match first {
            FirstScreen::Menu => return,
            FirstScreen::Stored => {
                let effects = self.app.open_stored();
                self.carry_out(effects);
                return;
            }
            FirstScreen::Tree(tree) => return self.app.open_tree(*tree),
            FirstScreen::Own(id) => self.player.open_own(id),
            FirstScreen::New(new, true) => self.player.begin(*new, MatchPurpose::Play),
            FirstScreen::New(new, false) => self.player.begin(*new, MatchPurpose::Watch),
            FirstScreen::Destination { place, server } => {
                self.app.open_online();
                self.player.carry_out(tui::Effect::Connect { place, server })
            }
            FirstScreen::Table(table) => {
                self.app.open_online();
                self.player.carry_out(tui::Effect::OpenTable(table))
            }
        };
        self.tell(step);
    }

    fn run(&mut self, inputs: &Receiver<LoopInput>) -> Result<LoopExit, Failure> {
        loop {
            self.screen.draw(|frame| self.app.draw(frame))?;
            let input = match self.wakes_in() {
                None => inputs.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(timeout) => inputs.recv_timeout(timeout),
            };
            let mut exit = match input {
                Ok(input) => self.take(input)?,
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => return Ok(LoopExit::Interrupted),
            };
            // Whatever came meanwhile is drawn at once.
            while exit.is_none()
                && let Ok(input) = inputs.try_recv()
            {
                exit = self.take(input)?;
            }
            if let Some(exit) = exit {
                return Ok(exit);
            }
            let now = self.player.elapsed();
            let effects = self.app.update(now, Message::Tick);
            let step = self.player.tick_remote();
            self.tell(step);
            if let Some(exit) = self.carry_out(effects) {
                return Ok(exit);
            }
        }
    }

    /// When something changes by itself.
    fn wakes_in(&self) -> Option<Duration> {
        let screen = self.app.wakes_in(self.player.elapsed());
        screen.into_iter().chain(self.player.remote_wakes_in()).min()
    }

    /// Takes an input; an exit ends the loop.
    fn take(&mut self, input: LoopInput) -> Result<Option<LoopExit>, Failure> {
        let message = match input {
            LoopInput::Closed => return Ok(Some(LoopExit::Interrupted)),
            LoopInput::Signal(Signal::Terminate { status }) => {
                return Ok(Some(LoopExit::Signalled(status)));
            }
            LoopInput::Signal(Signal::Suspend) => {
                self.suspend()?;
                return Ok(None);
            }
            LoopInput::Signal(Signal::Continue) => {
                self.guard.resume()?;
                self.screen = self.guard.screen()?;
                self.player.desk.wake();
                return Ok(None);
            }
            LoopInput::Engine(number, result) => {
                let step = self.player.receive(number, result);
                self.tell(step);
                return Ok(None);
            }
            LoopInput::Network(event) => {
                let step = self.player.receive_network(event);
                self.tell(step);
                return Ok(None);
            }
            LoopInput::Terminal(TerminalEvent::Key(key)) => Message::Key(key),
            LoopInput::Terminal(TerminalEvent::Mouse(mouse)) => Message::Mouse(mouse),
            LoopInput::Terminal(TerminalEvent::Paste(text)) => Message::Paste(text),
            LoopInput::Terminal(TerminalEvent::Resize(width, height)) => {
                Message::Resize(Size { width, height })
            }
            LoopInput::Terminal(_) => return Ok(None),
        };
        let effects = self.app.update(self.player.elapsed(), message);
        Ok(self.carry_out(effects))
    }

    fn suspend(&mut self) -> Result<(), Failure> {
        self.guard.suspend()?;
        self.player.desk.wake();
        self.screen = self.guard.screen()?;
        let size = self.screen.size()?;
        let size = Size { width: size.width, height: size.height };
        self.app.update(self.player.elapsed(), Message::Resize(size));
        Ok(())
    }

    /// Carries out effects; an exit ends the loop.
    fn carry_out(&mut self, effects: Vec<tui::Effect>) -> Option<LoopExit> {
        for effect in effects {
            if effect == tui::Effect::Suspend {
                // A terminal that cannot be stopped goes on.
                let _ = self.suspend();
                continue;
            }
            match self.player.carry_out(effect) {
                LoopStep::Exit(exit) => return Some(exit),
                step @ LoopStep::Tell(_) => self.tell(step),
            }
        }
        None
    }

    /// Passes news to the screens, and carries out what follows from them.
    fn tell(&mut self, step: LoopStep) {
        let LoopStep::Tell(messages) = step else { return };
        for message in messages {
            let effects = self.app.update(self.player.elapsed(), message);
            self.carry_out(effects);
        }
    }
}
