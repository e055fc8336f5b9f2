//! A match at a server, line by line: for screen readers, pipes and programs.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::Duration;

use client::{ConnectionStatus, MatchEndpoint, Network};
use play::{Command, Kind, Offer};
use rules::{Seat, Text};
use tui::{MatchSnapshot, SeatKind};
use wire::http::Hint;
use wire::{MatchState, SeatSecret};

use super::line_input::{LineEvent, with_lines};
use super::table_command::TableCommand;
use super::{RemoteMatch, RemoteNews, SeatFolder, changes};
use crate::board_picture::{BoardPicture, RowHeight};
use crate::color_mode::ColorMode;
use crate::failure::Failure;
use crate::messages;
use crate::play::console::{Console, PROMPT};
use crate::play::repl_command::ReplCommand;

/// Loop of a match at a server.
pub(in super::super) struct RemoteRepl<'s, 'c, 'w> {
    pub(in super::super) console: &'s mut Console<'c, 'w>,
    pub(in super::super) network: &'s Network,
    pub(in super::super) seats: SeatFolder,
    /// Addresses by which others reach the server.
    pub(in super::super) addresses: Vec<String>,
}

/// The match and what was said of it last.
struct Session {
    game: RemoteMatch,
    /// The state that was described last.
    shown: Option<(MatchState, MatchSnapshot)>,
    /// Whether a line is being waited for.
    is_asking: bool,
    was_open: bool,
}

/// What the loop does next.
enum Step {
    Go,
    Quit,
    /// Go on with the match in which the players play again.
    Rematch(String),
}

impl RemoteRepl<'_, '_, '_> {
    /// Plays a match until its user quits.
    pub(in super::super) fn run(
        &mut self,
        endpoint: MatchEndpoint,
        secret: Option<&SeatSecret>,
    ) -> Result<(), Failure> {
        let input = std::mem::replace(
            &mut self.console.context.input,
            // Takes no memory: there is nothing in it.
            Box::leak(Box::new(std::io::empty())),
        );
        let done = with_lines(input, |asks, events, received| {
            self.play(endpoint, secret, &asks, &events, &received)
        });
        self.console.context.input = input;
        done
    }

    fn play(
        &mut self,
        mut endpoint: MatchEndpoint,
        secret: Option<&SeatSecret>,
        asks: &Sender<()>,
        events: &Sender<LineEvent>,
        received: &Receiver<LineEvent>,
    ) -> Result<(), Failure> {
        let mut is_asking = false;
        let mut entropy = self.console.context.entropy;
        loop {
            entropy = entropy.wrapping_add(1);
            let mut session = self.connect(endpoint.clone(), secret.cloned(), entropy, events);
            session.is_asking = is_asking;
            match self.follow(&mut session, asks, received)? {
                Step::Rematch(id) => {
                    session.game.keep_rematch_seat(&id);
                    self.console.say(&texts::text("play-rematch-begins", &[]))?;
                    (endpoint.id, is_asking) = (id, session.is_asking);
                }
                Step::Go | Step::Quit => return Ok(()),
            }
        }
    }

    fn connect(
        &self,
        endpoint: MatchEndpoint,
        secret: Option<SeatSecret>,
        entropy: u64,
        events: &Sender<LineEvent>,
    ) -> Session {
        let outbox = Box::new(self.seats.outbox(&endpoint, secret.as_ref()));
        let events = events.clone();
        let wake = move || {
            let _ = events.send(LineEvent::News);
        };
        let client = self.network.connect(endpoint, secret.clone(), outbox, entropy, wake);
        let mut game = RemoteMatch::new(client, self.seats.clone(), secret);
        game.set_addresses(self.addresses.clone());
        Session { game, shown: None, is_asking: false, was_open: true }
    }

    /// Follows a match until it is left.
    fn follow(
        &mut self,
        session: &mut Session,
        asks: &Sender<()>,
        received: &Receiver<LineEvent>,
    ) -> Result<Step, Failure> {
        loop {
            if !session.is_asking && self.wants_line(session) {
                write!(self.console.context.out, "{PROMPT}")?;
                session.is_asking = asks.send(()).is_ok();
            }
            self.console.context.out.flush()?;
            let step = match self.next_event(session, received) {
                Ok(LineEvent::News) => self.receive_news(session)?,
                Ok(LineEvent::Line(Some(line))) => {
                    session.is_asking = false;
                    if !self.console.is_attended() {
                        self.console.print_line(&line)?;
                    }
                    self.execute(session, &line)?
                }
                Err(RecvTimeoutError::Timeout) => {
                    self.say_late_answers(session)?;
                    Step::Go
                }
                Ok(LineEvent::Line(None)) | Err(RecvTimeoutError::Disconnected) => {
                    self.console.print_line("")?;
                    Step::Quit
                }
            };
            match step {
                Step::Go => {}
                Step::Quit => {
                    self.say_farewell(session)?;
                    return Ok(Step::Quit);
                }
                Step::Rematch(_) => return Ok(step),
            }
        }
    }

    /// Waits for a line or news, and no longer than until something is to be said.
    fn next_event(
        &self,
        session: &Session,
        received: &Receiver<LineEvent>,
    ) -> Result<LineEvent, RecvTimeoutError> {
        match session.game.wakes_in(self.now()) {
            Some(wait) => received.recv_timeout(wait),
            None => received.recv().map_err(RecvTimeoutError::from),
        }
    }

    /// Says what has no answer yet although the connection works.
    fn say_late_answers(&mut self, session: &mut Session) -> Result<(), Failure> {
        let now = self.now();
        let is_open = *session.game.status() == ConnectionStatus::Open;
        if session.game.take_due(now) && is_open && !session.game.kept(now).is_empty() {
            self.interject(session, &texts::text("tui-no-answer", &[]))?;
            self.ask_again(session)?;
        }
        Ok(())
    }

    /// Whether a line is asked for: of a person at any time, of a program when there is something to do.
    fn wants_line(&self, session: &Session) -> bool {
        let Some((state, snapshot)) = &session.shown else { return false };
        let is_gathering = snapshot.gathering().is_some_and(|gathering| {
            state.you.is_some() && gathering.halves.is_none() && !gathering.is_closed
        });
        let is_waiting = is_gathering || state.to_move.is_some() && !snapshot.is_ours();
        self.console.is_attended() || !is_waiting && !session.game.is_answering()
    }

    fn receive_news(&mut self, session: &mut Session) -> Result<Step, Failure> {
        let now = self.now();
        let news = session.game.take_news(now, self.console.context);
        let mut is_changed = false;
        for one in news {
            match one {
                RemoteNews::Opened | RemoteNews::Changed => is_changed = true,
                RemoteNews::Notice(text) => self.interject(session, &text)?,
                RemoteNews::Thinking(_) => {}
                RemoteNews::Rematch(id) => return Ok(Step::Rematch(id)),
                RemoteNews::Failed(text) => return Err(Failure::failed(text)),
            }
        }
        if is_changed {
            self.describe(session)?;
        }
        Ok(Step::Go)
    }

    fn now(&self) -> Duration {
        (self.console.context.elapsed)()
    }

    /// Says something while a line may be waited for.
    fn interject(&mut self, session: &mut Session, text: &Text) -> Result<(), Failure> {
        self.break_line(session)?;
        self.console.say(text)?;
        Ok(())
    }

    /// Ends the line with the prompt; it is written again before the next wait.
    fn break_line(&mut self, session: &Session) -> Result<(), Failure> {
        if session.is_asking {
            self.console.print_line("")?;
        }
        Ok(())
    }

    /// Says what has changed, and shows the board if it has.
    fn describe(&mut self, session: &mut Session) -> Result<(), Failure> {
        let snapshot = session.game.snapshot(self.now(), &|_| Vec::new());
        let (Some(snapshot), Some(state)) = (snapshot, session.game.state().cloned()) else {
            return Ok(());
        };
        let is_open = *session.game.status() == ConnectionStatus::Open;
        let shown = session.shown.replace((state.clone(), snapshot.clone()));
        let mut said = Vec::new();
        if is_open != session.was_open {
            if !is_open {
                said.extend(session.game.kept(self.now()));
            }
            session.was_open = is_open;
            said.push(match session.game.status() {
                ConnectionStatus::Closed(reason) => reason.clone(),
                ConnectionStatus::Lost(Some(reason)) => {
                    texts::text("tui-connection-lost-because", &[("reason", reason.into())])
                }
                ConnectionStatus::Open => texts::text("play-connection-back", &[]),
                _ => texts::text("tui-connection-lost", &[]),
            });
        }
        let is_new = shown.is_none();
        // Before the start there is nothing to play on, unless it is laid.
        let is_waiting = snapshot.gathering().is_some_and(|gathering| gathering.halves.is_none());
        let mut shows_board = is_new && !is_waiting;
        if let Some((before, old)) = &shown {
            said.extend(changes::describe(before, &state, [old, &snapshot]));
            shows_board |= before.view.board != state.view.board
                || before.end.is_none() && state.end.is_some()
                || before.record != state.record
                || old.gathering().is_some() && snapshot.gathering().is_none();
        }
        said.extend(session.game.take_speech());
        if said.is_empty() && !shows_board && !is_new {
            return Ok(());
        }
        self.break_line(session)?;
        for text in &said {
            self.console.say(text)?;
        }
        if is_new {
            self.introduce(session, &state, &snapshot)?;
        }
        if shows_board {
            self.show(&state, &snapshot)?;
        }
        self.ask_again(session)
    }

    /// Writes the prompt anew, behind which a line is waited for.
    fn ask_again(&mut self, session: &Session) -> Result<(), Failure> {
        if session.is_asking {
            write!(self.console.context.out, "{PROMPT}")?;
        }
        Ok(())
    }

    /// Says what match this is, and who plays.
    fn introduce(
        &mut self,
        session: &Session,
        state: &MatchState,
        snapshot: &MatchSnapshot,
    ) -> Result<(), Failure> {
        let info = snapshot.game.info();
        self.console.say(&info.title)?;
        if state.kind != Kind::Online {
            return self.introduce_local(state, snapshot);
        }
        for seat in Seat::ALL {
            let player = &snapshot.seats[seat];
            let is_free = state.players.iter().any(|one| one.seat == seat && one.who.is_none());
            let who =
                if is_free { texts::text("tui-table-free", &[]) } else { player.name.clone() };
            let who = match player.kind {
                SeatKind::Here if !is_free && who.en != "you" && !who.en.is_empty() => {
                    texts::text("tui-table-me", &[("name", (&who).into())])
                }
                _ => who,
            };
            self.console.say(&messages::play::seated(seat, info, &who))?;
        }
        let is_free = state.players.iter().any(|one| one.who.is_none());
        if is_free && state.you.is_some() {
            self.say_links(session)?;
        } else if is_free {
            self.console.say(&texts::text("play-may-sit", &[]))?;
        } else if state.watching || state.you.is_none() {
            self.console.say(&texts::text("tui-you-watch", &[]))?;
        }
        Ok(self.console.say(&texts::text("play-table-commands", &[]))?)
    }

    /// The same for a match at one screen: who sits where unless both are here, and how to enter a move.
    fn introduce_local(
        &mut self,
        state: &MatchState,
        snapshot: &MatchSnapshot,
    ) -> Result<(), Failure> {
        let is_here = |seat: &Seat| snapshot.seats[*seat].kind == SeatKind::Here;
        if !Seat::ALL.iter().all(is_here) {
            for seat in Seat::ALL {
                let name = &snapshot.seats[seat].name;
                let who = if is_here(&seat) { messages::play::you() } else { name.clone() };
                self.console.say(&messages::play::seated(seat, snapshot.game.info(), &who))?;
            }
        }
        if state.watching {
            self.console.say(&texts::text("tui-you-watch", &[]))?;
        }
        let example = snapshot.view.choices.iter().find(|choice| !choice.steps.is_empty());
        if let Some(example) = example.filter(|_| Seat::ALL.iter().any(is_here)) {
            self.console.say(&messages::play::how(&example.notation))?;
        }
        Ok(self.console.print_line("")?)
    }

    /// Says how others find the table.
    fn say_links(&mut self, session: &Session) -> Result<(), Failure> {
        self.console.say(&texts::text("tui-table-pass-on", &[]))?;
        for link in session.game.links() {
            self.console.print_line(&format!("  {link}"))?;
        }
        let snapshot = session.shown.as_ref().map(|(_, snapshot)| snapshot);
        if let Some(table) =
            snapshot.and_then(MatchSnapshot::table).filter(|it| !it.code.is_empty())
        {
            self.console
                .say(&texts::text("tui-table-code", &[("code", table.code.as_str().into())]))?;
        }
        Ok(())
    }

    /// Shows the board, and whose turn it is or how the match has ended.
    fn show(&mut self, state: &MatchState, snapshot: &MatchSnapshot) -> Result<(), Failure> {
        let view = &snapshot.view;
        let swapped = snapshot.game.open(&state.record).is_ok_and(|live| live.swapped());
        if !view.board.cells.is_empty() {
            let paint = ColorMode::on_terminal(self.console.context, self.console.script);
            let (script, lang) = (self.console.script, self.console.lang());
            let (info, rows) = (snapshot.game.info(), RowHeight::Compact);
            let picture = BoardPicture { info, view, swapped, script, rows, paint, lang };
            writeln!(self.console.context.out, "{picture}")?;
        }
        if let Some(outcome) = &view.outcome {
            self.console.say(&messages::play::reason(outcome))?;
            if state.kind == Kind::Online && state.you.is_some() {
                self.console.say(&texts::text("play-table-over", &[]))?;
            }
        } else if snapshot.is_ours() {
            match &*view.choices {
                [only] if only.steps.is_empty() => self.console.say(&messages::play::only_pass())?,
                choices if choices.iter().any(|choice| choice.notation == rules::SWAP) => {
                    self.console.say(&messages::play::may_swap())?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn say_farewell(&mut self, session: &Session) -> Result<(), Failure> {
        if let Some(text) = session.game.how_to_return() {
            self.console.say(&text)?;
        }
        Ok(())
    }

    fn execute(&mut self, session: &mut Session, line: &str) -> Result<Step, Failure> {
        let Some((state, _)) = &session.shown else { return Ok(Step::Go) };
        let is_table = state.kind == Kind::Online;
        match TableCommand::parse(line, is_table) {
            TableCommand::Give(Command::Leave) => {
                let _ = session.game.give(&Command::Leave);
                self.wait_for_answer(session);
                return Ok(Step::Quit);
            }
            TableCommand::Give(command) => self.give(session, &command)?,
            TableCommand::Sit(name) => session.game.join(&name),
            TableCommand::Greet(greeting) => session.game.client().greet(greeting),
            TableCommand::MoveNow => session.game.client().move_now(),
            TableCommand::Link => self.say_links(session)?,
            TableCommand::Repl(command) => return self.execute_usual(session, command),
        }
        Ok(Step::Go)
    }

    /// Gives the connection a moment to send what was asked for last.
    fn wait_for_answer(&self, session: &Session) {
        let _ = self.network.block_on(session.game.client().flushed());
    }

    fn give(&mut self, session: &mut Session, command: &Command) -> Result<(), Failure> {
        match session.game.give(command) {
            Err(text) => self.console.say(&text)?,
            Ok(()) if *session.game.status() == ConnectionStatus::Open => {}
            Ok(()) => self.console.say(&texts::text("play-kept", &[]))?,
        }
        Ok(())
    }

    fn execute_usual(
        &mut self,
        session: &mut Session,
        command: ReplCommand,
    ) -> Result<Step, Failure> {
        let Some((state, snapshot)) = &session.shown else { return Ok(Step::Go) };
        match command {
            ReplCommand::Empty => {}
            ReplCommand::Quit => return Ok(Step::Quit),
            ReplCommand::Undo => self.give(session, &Command::Undo)?,
            ReplCommand::Redo => self.give(session, &Command::Redo)?,
            ReplCommand::Resign if state.may_abort && state.kind == Kind::Online => {
                self.give(session, &Command::Abort)?;
            }
            ReplCommand::Resign => self.give(session, &Command::Resign)?,
            ReplCommand::Draw => {
                self.give(session, &Command::Offer { offer: Offer::Draw })?;
            }
            ReplCommand::Hint if !session.game.may_help() => {
                self.console.say(&texts::text("tui-no-analysis", &[]))?;
            }
            ReplCommand::Hint => self.hint(session)?,
            ReplCommand::Moves => {
                let mut moves: Vec<_> =
                    snapshot.view.choices.iter().map(|choice| choice.notation.clone()).collect();
                moves.sort_unstable();
                self.console.print_line(&moves.join(" "))?;
            }
            ReplCommand::Position => {
                let position = messages::printable(&state.position);
                self.console.print_line(&position)?;
            }
            ReplCommand::Save(_) => self.console.say(&texts::text("play-kept-by-server", &[]))?,
            ReplCommand::Help => {
                self.console.say(&messages::play::help())?;
                if state.kind == Kind::Online {
                    self.console.say(&texts::text("play-table-help", &[]))?;
                }
            }
            ReplCommand::Play(typed) => {
                let notation = typed.split_whitespace().collect();
                self.give(session, &Command::Move { notation })?;
            }
        }
        Ok(Step::Go)
    }

    /// A hint of the server, which remembers that the player was helped.
    fn hint(&mut self, session: &Session) -> Result<(), Failure> {
        let MatchEndpoint { origin, id } = session.game.client().endpoint().clone();
        let http = self.network.http(origin);
        let path = format!("/api/matches/{id}/hint");
        let answer = self.network.block_on(http.post::<Hint>(&path, &serde_json::json!({})));
        match answer {
            Some(Ok(hint)) => {
                if let Some(notation) = &hint.notation {
                    self.console.say(&messages::play::advise(&messages::printable(notation)))?;
                }
            }
            Some(Err(error)) => self.console.say(&error.text())?,
            None => {}
        }
        Ok(())
    }
}
