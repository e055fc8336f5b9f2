//! A match line by line: for screen readers, pipes and programs.
//!
//! [`line_board`](super::line_board) says what has changed, [`line_commands`](super::line_commands) does what is typed.

use std::collections::VecDeque;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use client::{ConnectionStatus, MatchEndpoint, Network};
use play::{Kind, Who};
use rules::{BySeat, Seat, Text};
use texts::text;
use tui::{MatchSnapshot, SeatKind};
use wire::{MatchState, SeatSecret};

use super::line_input::{LineEvent, with_lines};
use super::{RemoteMatch, RemoteNews, SeatFolder};
use crate::embedded_server::EmbeddedServer;
use crate::failure::Failure;
use crate::play::console::{Console, PROMPT};

/// How often a loop that waits looks whether the user has interrupted the program.
const STOP_INTERVAL: Duration = Duration::from_millis(100);

/// Loop of a match.
pub(in super::super) struct RemoteRepl<'s, 'c, 'w> {
    pub(in super::super) console: &'s mut Console<'c, 'w>,
    pub(in super::super) network: &'s Network,
    pub(in super::super) seats: SeatFolder,
    /// Addresses by which others reach the server.
    pub(in super::super) addresses: Vec<String>,
    /// The server within the program, if it has the match.
    pub(in super::super) embedded: Option<&'s EmbeddedServer>,
    /// Entries of the record before anybody played here; all that there are, if that is not known.
    pub(in super::super) begun: Option<usize>,
    /// Start of the time line of the loop.
    pub(in super::super) started: Instant,
}

/// How the loop was left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in super::super) enum ReplExit {
    /// The users want another game of the same players, by the seats in which they began.
    PlayAgain(BySeat<Who>),
    /// A user has quit, or the input has ended.
    Quit,
}

/// The match and what was said of it last.
pub(super) struct Session {
    pub(super) game: RemoteMatch,
    /// The state that was described last.
    pub(super) shown: Option<(MatchState, MatchSnapshot)>,
    /// Whether a line is being waited for.
    pub(super) is_asking: bool,
    pub(super) was_open: bool,
    /// Moves of one line that are still to be given, and why those behind them are not.
    pub(super) queued: VecDeque<String>,
    pub(super) refusal: Option<Text>,
    /// Whether the last command goes to a position that was on the board before.
    pub(super) goes_back: bool,
}

impl Session {
    /// Whether all that was given has its answer, and what it has changed is known.
    pub(super) fn is_settled(&self) -> bool {
        self.queued.is_empty() && !self.game.is_answering()
    }
}

/// What the loop does next.
pub(super) enum Step {
    Go,
    Quit,
    /// Begin another game of the same players.
    PlayAgain(BySeat<Who>),
    /// Go on with the match in which the players play again.
    Rematch(String),
}

/// Whether the match is played at one screen.
pub(super) fn is_local(state: &MatchState) -> bool {
    state.kind == Kind::Local
}

/// The number of people who play at this terminal.
pub(super) fn people_here(snapshot: &MatchSnapshot) -> usize {
    Seat::ALL.iter().filter(|seat| snapshot.seats[**seat].kind == SeatKind::Here).count()
}

/// Who has offered a draw to a person at this terminal, in a match at one screen.
pub(super) fn draw_question(state: &MatchState, snapshot: &MatchSnapshot) -> Option<Seat> {
    let seat = snapshot.draw_offer.filter(|_| is_local(state) && state.end.is_none())?;
    (snapshot.seats[!seat].kind == SeatKind::Here).then_some(seat)
}

impl RemoteRepl<'_, '_, '_> {
    /// Plays a match until its user quits.
    pub(in super::super) fn run(
        &mut self,
        endpoint: MatchEndpoint,
        secret: Option<&SeatSecret>,
    ) -> Result<ReplExit, Failure> {
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
    ) -> Result<ReplExit, Failure> {
        let mut is_asking = false;
        let mut entropy = self.console.context.entropy;
        loop {
            entropy = entropy.wrapping_add(1);
            let mut session = self.connect(endpoint.clone(), secret.cloned(), entropy, events);
            session.is_asking = is_asking;
            match self.follow(&mut session, asks, received)? {
                Step::Rematch(id) => {
                    session.game.keep_rematch_seat(&id);
                    self.console.say(&text!("play-rematch-begins"))?;
                    (endpoint.id, is_asking) = (id, session.is_asking);
                }
                Step::PlayAgain(players) => return Ok(ReplExit::PlayAgain(players)),
                Step::Go | Step::Quit => return Ok(ReplExit::Quit),
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
        Session {
            game,
            shown: None,
            is_asking: false,
            was_open: true,
            queued: VecDeque::new(),
            refusal: None,
            goes_back: false,
        }
    }

    /// Follows a match until it is left.
    fn follow(
        &mut self,
        session: &mut Session,
        asks: &Sender<()>,
        received: &Receiver<LineEvent>,
    ) -> Result<Step, Failure> {
        loop {
            if self.console.context.stop.load(Relaxed) || self.is_done(session) {
                self.say_farewell(session)?;
                return Ok(Step::Quit);
            }
            if !session.is_asking && self.wants_line(session) {
                self.say_question(session)?;
                write!(self.console.context.out, "{PROMPT}")?;
                session.is_asking = asks.send(()).is_ok();
            }
            self.console.context.out.flush()?;
            let step = match self.next_event(session, received) {
                Ok(LineEvent::News) => self.receive_news(session)?,
                Ok(LineEvent::Line(Some(line))) => {
                    session.is_asking = false;
                    self.console.echo(&line)?;
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
                Step::Quit | Step::PlayAgain(_) => {
                    self.say_farewell(session)?;
                    return Ok(step);
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
        let wait = session.game.wakes_in(self.now()).unwrap_or(STOP_INTERVAL);
        received.recv_timeout(wait.min(STOP_INTERVAL))
    }

    /// Says what has no answer yet although the connection works.
    fn say_late_answers(&mut self, session: &mut Session) -> Result<(), Failure> {
        let now = self.now();
        let is_open = *session.game.status() == ConnectionStatus::Open;
        let is_due = session.game.take_due(now) && self.embedded.is_none();
        if is_due && is_open && !session.game.kept(now).is_empty() {
            self.interject(session, &text!("tui-no-answer"))?;
            self.ask_again(session)?;
        }
        Ok(())
    }

    /// Whether a match at one screen is over, and nobody is there who may want more.
    fn is_done(&self, session: &Session) -> bool {
        let Some((state, snapshot)) = &session.shown else { return false };
        let has_nobody = people_here(snapshot) == 0 || !self.console.is_attended();
        is_local(state) && state.end.is_some() && has_nobody && session.is_settled()
    }

    /// Whether a line is asked for: of a person at any time while another program has the match, else when there is
    /// something to do.
    fn wants_line(&self, session: &Session) -> bool {
        let Some((state, snapshot)) = &session.shown else { return false };
        let is_gathering = snapshot.gathering().is_some_and(|gathering| {
            state.you.is_some() && gathering.halves.is_none() && !gathering.is_closed
        });
        let computer_weighs = is_local(state)
            && state.end.is_none()
            && snapshot.draw_offer.is_some()
            && draw_question(state, snapshot).is_none();
        let is_waiting = is_gathering
            || computer_weighs
            || state.to_move.is_some()
                && !snapshot.is_ours()
                && draw_question(state, snapshot).is_none();
        let asks_always = self.console.is_attended() && self.embedded.is_none();
        asks_always || !is_waiting && session.is_settled()
    }

    /// Asks what the next line answers, unless it is a command.
    fn say_question(&mut self, session: &Session) -> Result<(), Failure> {
        let Some((state, snapshot)) = &session.shown else { return Ok(()) };
        if let Some(seat) = draw_question(state, snapshot) {
            self.console.say(&text!("play-draw-offered", number = seat))?;
        } else if is_local(state) && state.end.is_some() {
            self.console.say(&text!("play-offer-more"))?;
        }
        Ok(())
    }

    fn receive_news(&mut self, session: &mut Session) -> Result<Step, Failure> {
        let now = self.now();
        let news = session.game.take_news(now, self.console.context);
        let mut is_changed = false;
        for one in news {
            match one {
                RemoteNews::Opened | RemoteNews::Changed => is_changed = true,
                RemoteNews::Notice(text) => {
                    session.queued.clear();
                    session.goes_back = false;
                    self.interject(session, &text)?;
                }
                RemoteNews::Remark(text) => self.console.context.remark(&text),
                RemoteNews::Thinking(_) => {}
                RemoteNews::Rematch(id) => return Ok(Step::Rematch(id)),
                RemoteNews::Failed(text) => return Err(Failure::failed(text)),
            }
        }
        if !session.game.is_answering()
            && let Some(notation) = session.queued.pop_front()
        {
            self.give_move(session, notation)?;
        }
        if is_changed {
            self.describe(session)?;
        }
        if let Some(warning) = self.embedded.and_then(EmbeddedServer::take_warning) {
            self.console.context.remark(&warning);
        }
        if session.is_settled()
            && let Some(refusal) = session.refusal.take()
        {
            self.interject(session, &refusal)?;
        }
        Ok(Step::Go)
    }

    pub(super) fn now(&self) -> Duration {
        self.started.elapsed()
    }

    /// Says something while a line may be waited for.
    fn interject(&mut self, session: &mut Session, text: &Text) -> Result<(), Failure> {
        self.break_line(session)?;
        self.console.say(text)?;
        Ok(())
    }

    /// Ends the line with the prompt; it is written again before the next wait.
    pub(super) fn break_line(&mut self, session: &Session) -> Result<(), Failure> {
        if session.is_asking {
            self.console.print_line("")?;
        }
        Ok(())
    }

    /// Writes the prompt anew, behind which a line is waited for.
    pub(super) fn ask_again(&mut self, session: &Session) -> Result<(), Failure> {
        if session.is_asking {
            write!(self.console.context.out, "{PROMPT}")?;
        }
        Ok(())
    }

    fn say_farewell(&mut self, session: &Session) -> Result<(), Failure> {
        let id = &session.game.client().endpoint().id;
        let is_stored = self.embedded.is_none_or(|embedded| embedded.is_stored(id));
        if let Some(text) = session.game.how_to_return().filter(|_| is_stored) {
            self.console.say(&text)?;
        }
        Ok(())
    }
}
