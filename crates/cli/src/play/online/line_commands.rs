//! What is typed in a match, carried out.

use client::{ConnectionStatus, MatchEndpoint};
use play::{Command, Kind, Offer, Player, Who};
use rules::{AnyGame, BySeat, MoveErrorCode, Text};
use texts::text;
use wire::MatchState;
use wire::http::Hint;

use super::remote_repl::{RemoteRepl, Session, Step, draw_question, is_local, people_here};
use super::table_command::TableCommand;
use crate::failure::Failure;
use crate::messages;
use crate::play::hint::advice;
use crate::play::repl_command::{ReplCommand, yes_or_no};
use crate::play::save::save;

/// Width of the list of moves, in columns.
const MOVE_LIST_WIDTH: usize = 78;

impl RemoteRepl<'_, '_, '_> {
    pub(super) fn execute(&mut self, session: &mut Session, line: &str) -> Result<Step, Failure> {
        let Some((state, snapshot)) = &session.shown else { return Ok(Step::Go) };
        let is_table = state.kind == Kind::Online;
        let command = TableCommand::parse(line, is_table);
        let answer = yes_or_no(line);
        if draw_question(state, snapshot).is_some() {
            let accept = Command::Accept { offer: Offer::Draw };
            let is_agreed = answer == Some(true) || command == TableCommand::Give(accept.clone());
            let decline = Command::Decline { offer: Offer::Draw };
            self.give(session, &if is_agreed { accept } else { decline })?;
            return Ok(Step::Go);
        }
        match answer.filter(|_| !is_table && state.end.is_some()) {
            Some(true) => return Ok(Step::PlayAgain(players(state))),
            Some(false) => return Ok(Step::Quit),
            None => {}
        }
        match command {
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
            Ok(()) => self.console.say(&text!("play-kept"))?,
        }
        Ok(())
    }

    pub(super) fn give_move(
        &mut self,
        session: &mut Session,
        notation: String,
    ) -> Result<(), Failure> {
        self.give(session, &Command::Move { notation })
    }

    /// Takes back or plays again.
    fn go_back(&mut self, session: &mut Session, command: &Command) -> Result<(), Failure> {
        session.goes_back = true;
        self.give(session, command)
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
            ReplCommand::Undo => self.go_back(session, &Command::Undo)?,
            ReplCommand::Redo => self.go_back(session, &Command::Redo)?,
            ReplCommand::Resign if state.may_abort && state.kind == Kind::Online => {
                self.give(session, &Command::Abort)?;
            }
            ReplCommand::Resign => self.give(session, &Command::Resign)?,
            ReplCommand::Draw => {
                self.give(session, &Command::Offer { offer: Offer::Draw })?;
            }
            ReplCommand::Hint if !session.game.may_help() => {
                self.console.say(&text!("tui-no-analysis"))?;
            }
            ReplCommand::Hint => self.hint(session)?,
            ReplCommand::Moves => {
                let mut moves: Vec<_> =
                    snapshot.view.choices.iter().map(|choice| choice.notation.as_str()).collect();
                moves.sort_unstable();
                let abreast = MOVE_LIST_WIDTH / (snapshot.game.info().move_width + 1);
                for line in moves.chunks(abreast) {
                    self.console.print_line(&line.join(" "))?;
                }
            }
            ReplCommand::Position => {
                let position = messages::printable(&state.position);
                self.console.print_line(&position)?;
            }
            ReplCommand::Save(file) => {
                let message = save(state, &file, self.console.context.now);
                self.console.say(&message)?;
            }
            ReplCommand::Help => {
                self.console.say(&text!("play-help"))?;
                if state.kind == Kind::Online {
                    self.console.say(&text!("play-table-help"))?;
                }
            }
            ReplCommand::Play(typed) if is_local(state) => {
                let people = people_here(snapshot);
                let (moves, refusal) = read_moves(&typed, snapshot.game, state, people);
                (session.queued, session.refusal) = (moves.into(), refusal);
                match session.queued.pop_front() {
                    Some(notation) => self.give_move(session, notation)?,
                    None => {
                        if let Some(refusal) = session.refusal.take() {
                            self.console.say(&refusal)?;
                        }
                    }
                }
            }
            ReplCommand::Play(typed) => {
                let notation = typed.split_whitespace().collect();
                self.give_move(session, notation)?;
            }
        }
        Ok(Step::Go)
    }

    /// A hint of the engine within the program, or of the server. Either remembers that the player was helped.
    fn hint(&mut self, session: &Session) -> Result<(), Failure> {
        if let (Some(embedded), Some((state, _)), Some(entry)) =
            (self.embedded, &session.shown, session.game.entry())
        {
            if state.end.is_some() {
                return Ok(self.console.say(&text!("play-already-over"))?);
            }
            let advice = advice(entry, &state.record, self.console.context.stop);
            for text in advice.map_err(|error| Failure::replay(&state.record.start, error))? {
                self.console.say(&text)?;
            }
            embedded.mark_helped(&state.id);
            return Ok(());
        }
        let MatchEndpoint { origin, id } = session.game.client().endpoint().clone();
        let http = self.network.http(origin);
        let path = format!("/api/matches/{id}/hint");
        let answer = self.network.block_on(http.post::<Hint>(&path, &serde_json::json!({})));
        match answer {
            Some(Ok(hint)) => {
                if let Some(notation) = &hint.notation {
                    self.console
                        .say(&text!("play-advice", move = &messages::printable(notation)))?;
                }
            }
            Some(Err(error)) => self.console.say(&error.text())?,
            None => {}
        }
        Ok(())
    }
}

/// Who plays, by the seats in which they began.
fn players(state: &MatchState) -> BySeat<Who> {
    BySeat::from_fn(|seat| {
        let began = |player: Player| player.first_seat() == seat;
        let player = state.players.iter().find(|one| began(one.player));
        let human = || Who::Human { name: String::new() };
        player.and_then(|one| one.who.clone()).unwrap_or_else(human)
    })
}

/// The moves of a line: one, which may contain blanks, or several separated by blanks or commas, up to the first that is
/// refused, and why it is.
pub(in super::super) fn read_moves(
    typed: &str,
    game: &dyn AnyGame,
    state: &MatchState,
    people: usize,
) -> (Vec<String>, Option<Text>) {
    let words = typed.split(|c: char| c == ',' || c.is_whitespace());
    let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    let whole = || (vec![words.concat()], None);
    let Ok(mut live) = game.open(&state.record) else { return whole() };
    let judged = live.judge(&words.concat());
    let is_several = judged.is_err_and(|error| error.code == MoveErrorCode::Unreadable);
    if words.len() < 2 || state.end.is_some() || !is_several {
        return whole();
    }
    if people < 2 {
        return (Vec::new(), Some(text!("play-one-at-a-time")));
    }
    let mut moves = Vec::new();
    for word in words {
        match live.play(word) {
            Ok(()) => moves.push(word.to_owned()),
            Err(error) => return (moves, Some(messages::about(word, &error.text))),
        }
    }
    (moves, None)
}
