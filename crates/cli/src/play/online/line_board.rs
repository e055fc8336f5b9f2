//! What has changed in a match, line by line: who plays, the moves, the board, and whose turn it is.

use client::ConnectionStatus;
use play::Kind;
use rules::{Record, SWAP, Seat, View};
use texts::text;
use tui::{MatchSnapshot, SeatKind};
use wire::MatchState;

use super::changes;
use super::remote_repl::{RemoteRepl, Session, is_local, people_here};
use crate::failure::Failure;
use crate::messages;

impl RemoteRepl<'_, '_, '_> {
    /// Says what has changed, and shows the board if it has.
    pub(super) fn describe(&mut self, session: &mut Session) -> Result<(), Failure> {
        let snapshot = session.game.snapshot(self.now(), &|_| Vec::new());
        let (Some(snapshot), Some(state)) = (snapshot, session.game.state().cloned()) else {
            return Ok(());
        };
        let mut said = Vec::new();
        let is_open = *session.game.status() == ConnectionStatus::Open;
        if is_open != session.was_open {
            if !is_open {
                said.extend(session.game.kept(self.now()));
            }
            session.was_open = is_open;
            said.push(match session.game.status() {
                ConnectionStatus::Closed(reason) => reason.clone(),
                ConnectionStatus::Lost(Some(reason)) => {
                    text!("tui-connection-lost-because", reason)
                }
                ConnectionStatus::Open => text!("play-connection-back"),
                _ => text!("tui-connection-lost"),
            });
        }
        // What is still under way is described when it has ended.
        let is_due = !is_local(&state) || session.shown.is_none() || session.is_settled();
        let shown = if is_due {
            session.shown.replace((state.clone(), snapshot.clone()))
        } else {
            Some((state.clone(), snapshot.clone()))
        };
        let is_new = shown.is_none();
        // Before the start there is nothing to play on, unless it is laid.
        let is_waiting = snapshot.gathering().is_some_and(|gathering| gathering.halves.is_none());
        let mut shows_board = is_new && !is_waiting;
        if let Some((before, old)) = &shown {
            if !is_local(&state) {
                said.extend(changes::describe(before, &state, [old, &snapshot]));
            }
            shows_board |= before.view.board != state.view.board
                || before.end.is_none() != state.end.is_none()
                || before.record != state.record
                || old.gathering().is_some() && snapshot.gathering().is_none();
            if is_local(&state)
                && !shows_board
                && old.draw_offer.is_some()
                && snapshot.draw_offer.is_none()
            {
                said.push(text!("play-draw-declined"));
            }
        }
        said.extend(session.game.take_speech());
        if said.is_empty() && !shows_board && !is_new {
            return Ok(());
        }
        self.break_line(session)?;
        for text in &said {
            self.console.say(text)?;
        }
        if is_local(&state) {
            self.describe_local(session, shown.as_ref(), (&state, &snapshot), shows_board)?;
        } else {
            if is_new {
                self.introduce(session, &state, &snapshot)?;
            }
            if shows_board {
                self.show(&state, &snapshot)?;
            }
        }
        self.ask_again(session)
    }

    /// Shows what has changed in a match at one screen.
    fn describe_local(
        &mut self,
        session: &mut Session,
        shown: Option<&(MatchState, MatchSnapshot)>,
        (state, snapshot): (&MatchState, &MatchSnapshot),
        shows_board: bool,
    ) -> Result<(), Failure> {
        let goes_back = std::mem::take(&mut session.goes_back);
        let now = &state.record.moves;
        let Some((before, old)) = shown else {
            // The computer may have moved already.
            let begun = self.begun.take().filter(|begun| *begun < now.len());
            let (first, board) = match begun {
                Some(begun) => earlier(state, snapshot, begun),
                None => (state.clone(), snapshot.clone()),
            };
            self.introduce_local(&first, &board)?;
            self.show(&first, &board)?;
            return self.show_moves(state, snapshot, begun.unwrap_or(now.len()));
        };
        let then = &before.record.moves;
        if !goes_back && now.len() > then.len() && now.starts_with(then) {
            return self.show_moves(state, snapshot, then.len());
        }
        if is_swapped(old) != is_swapped(snapshot) {
            self.say_players(snapshot)?;
        }
        if shows_board {
            self.show(state, snapshot)?;
        }
        Ok(())
    }

    /// Says the moves of computers from `begun` on, and shows the board after each of them and after those of people.
    fn show_moves(
        &mut self,
        state: &MatchState,
        snapshot: &MatchSnapshot,
        begun: usize,
    ) -> Result<(), Failure> {
        let (game, record) = (snapshot.game, &state.record);
        let swapped_now = is_swapped(snapshot);
        let is_computer = |seat: Seat, swapped: bool| {
            let seat = if swapped == swapped_now { seat } else { !seat };
            snapshot.seats[seat].kind == SeatKind::Computer
        };
        for index in begun..record.moves.len() {
            let before = Record { moves: record.moves[..index].to_vec(), ..record.clone() };
            let Ok(mut live) = game.open(&before) else { return Ok(()) };
            let (entry, seat) = (&record.moves[index], live.turn());
            let by_computer = is_computer(seat, live.swapped());
            if by_computer {
                let choices = live.view().choices;
                let is_pass = choices.iter().any(|it| it.notation == *entry && it.steps.is_empty());
                self.console.say(&match &**entry {
                    SWAP => text!("play-swaps", number = seat),
                    _ if is_pass => text!("play-passed", number = seat),
                    entry => text!("play-moved", number = seat, move = entry),
                })?;
            }
            if live.play(entry).is_err() {
                return Ok(());
            }
            if entry == SWAP {
                self.console.say(&messages::play::exchanged(game.info()))?;
                self.say_players(snapshot)?;
            }
            if index + 1 == record.moves.len() {
                self.show(state, snapshot)?;
            } else if by_computer || is_computer(live.turn(), live.swapped()) {
                self.console.show_view(game.info(), &live.view(), live.swapped())?;
            }
        }
        Ok(())
    }

    /// Says who sits where, unless both are here.
    fn say_players(&mut self, snapshot: &MatchSnapshot) -> Result<(), Failure> {
        if people_here(snapshot) == 2 {
            return Ok(());
        }
        for seat in Seat::ALL {
            let player = &snapshot.seats[seat];
            let is_here = player.kind == SeatKind::Here;
            let who = if is_here { text!("play-you") } else { player.name.clone() };
            self.console.say(&messages::play::seated(seat, snapshot.game.info(), &who))?;
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
        for seat in Seat::ALL {
            let player = &snapshot.seats[seat];
            let is_free = state.players.iter().any(|one| one.seat == seat && one.who.is_none());
            let who = if is_free { text!("tui-table-free") } else { player.name.clone() };
            let who = match player.kind {
                SeatKind::Here if !is_free && who.en != "you" && !who.en.is_empty() => {
                    text!("tui-table-me", name = &who)
                }
                _ => who,
            };
            self.console.say(&messages::play::seated(seat, info, &who))?;
        }
        let is_free = state.players.iter().any(|one| one.who.is_none());
        if is_free && state.you.is_some() {
            self.say_links(session)?;
        } else if is_free {
            self.console.say(&text!("play-may-sit"))?;
        } else if state.watching || state.you.is_none() {
            self.console.say(&text!("tui-you-watch"))?;
        }
        Ok(self.console.say(&text!("play-table-commands"))?)
    }

    /// The same for a match at one screen, with how to enter a move.
    fn introduce_local(
        &mut self,
        state: &MatchState,
        snapshot: &MatchSnapshot,
    ) -> Result<(), Failure> {
        self.console.say(&snapshot.game.info().title)?;
        self.say_players(snapshot)?;
        if state.watching {
            self.console.say(&text!("tui-you-watch"))?;
        }
        let example = snapshot.view.choices.iter().find(|choice| !choice.steps.is_empty());
        if let Some(example) = example.filter(|_| people_here(snapshot) > 0) {
            self.console.say(&text!("play-how", example = &example.notation))?;
        }
        Ok(self.console.print_line("")?)
    }

    /// Says how others find the table.
    pub(super) fn say_links(&mut self, session: &Session) -> Result<(), Failure> {
        self.console.say(&text!("tui-table-pass-on"))?;
        for link in session.game.links() {
            self.console.print_line(&format!("  {link}"))?;
        }
        let snapshot = session.shown.as_ref().map(|(_, snapshot)| snapshot);
        if let Some(table) =
            snapshot.and_then(MatchSnapshot::table).filter(|it| !it.code.is_empty())
        {
            self.console.say(&text!("tui-table-code", code = table.code.as_str()))?;
        }
        Ok(())
    }

    /// Shows the board, and whose turn it is or how the match has ended.
    fn show(&mut self, state: &MatchState, snapshot: &MatchSnapshot) -> Result<(), Failure> {
        let (view, info) = (&snapshot.view, snapshot.game.info());
        if !view.board.cells.is_empty() {
            self.console.show_view(info, view, is_swapped(snapshot))?;
        }
        self.say_clocks(snapshot)?;
        let Some(outcome) = &view.outcome else {
            if snapshot.is_ours() {
                self.say_special_choice(view)?;
            }
            return Ok(());
        };
        if state.kind == Kind::Online {
            self.console.say(&messages::play::reason(outcome))?;
            if state.you.is_some() {
                self.console.say(&text!("play-table-over"))?;
            }
            return Ok(());
        }
        // The board of a game with plain squares says who has won, but not why.
        if info.grounds.len() == 1 {
            self.console.say(&messages::play::reason(outcome))?;
        }
        if let Some(winner) = outcome.winner.filter(|_| people_here(snapshot) == 1) {
            let has_won = snapshot.seats[winner].kind == SeatKind::Here;
            self.console.say(&messages::play::consolation(has_won))?;
        }
        Ok(())
    }

    /// Tells of choices that are not on the board.
    fn say_special_choice(&mut self, view: &View) -> Result<(), Failure> {
        match &*view.choices {
            [only] if only.steps.is_empty() => self.console.say(&text!("play-only-pass"))?,
            choices if choices.iter().any(|choice| choice.notation == SWAP) => {
                self.console.say(&text!("play-may-swap"))?;
            }
            _ => {}
        }
        Ok(())
    }

    fn say_clocks(&mut self, snapshot: &MatchSnapshot) -> Result<(), Failure> {
        let Some(clocks) = snapshot.clocks else { return Ok(()) };
        let now = self.now();
        let [first, second] = Seat::ALL.map(|seat| tui::clock_text(clocks.left(seat, now)));
        Ok(self.console.say(&texts::text!("play-clocks", first, second))?)
    }
}

fn is_swapped(snapshot: &MatchSnapshot) -> bool {
    snapshot.game.open(&snapshot.record).is_ok_and(|live| live.swapped())
}

/// The match at one screen as it was after so many entries.
fn earlier(
    state: &MatchState,
    snapshot: &MatchSnapshot,
    entries: usize,
) -> (MatchState, MatchSnapshot) {
    let (mut state, mut snapshot) = (state.clone(), snapshot.clone());
    state.record.moves.truncate(entries);
    (state.end, snapshot.record) = (None, state.record.clone());
    if let Ok(live) = snapshot.game.open(&state.record) {
        snapshot.view = live.view();
    }
    (state, snapshot)
}
