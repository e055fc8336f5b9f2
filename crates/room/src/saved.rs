//! Matches as games of record files.

use play::{Claim, End, Event, EventError, Match, MatchSession, Player, Time, Who};
use rules::{AnyGame, BySeat, ExtraField, Note, RecordFile, SWAP, SavedGame, Score, Seat};
use wire::{MatchState, PlayerState};

use crate::snapshot::{ABORTED, end_reason, winning_seat};
use crate::time_text;

/// Field with the id of the match.
pub(crate) const ID_FIELD: &str = "Id";
/// Field with the time when the game ended.
pub(crate) const ENDED_FIELD: &str = "Ended";
/// Field with both clocks at the end, by the seats at the end.
pub(crate) const CLOCKS_FIELD: &str = "Clocks";
/// Field with the player who had gone when the other claimed a draw.
pub(crate) const ABSENT_FIELD: &str = "Absent";
/// Fields that say of a computer from where its chance decisions come.
pub(crate) const SEED_FIELDS: BySeat<&str> = BySeat { first: "First-Seed", second: "Second-Seed" };

/// What is written of a match beside the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Detail<'a> {
    /// What others may know.
    Public,
    /// Everything, with the id of the match, so that it is recognised when it is read again.
    Backup(&'a str),
}

/// The match as it is written into a record file, without its times.
pub fn saved(current_match: &Match) -> SavedGame {
    let start = current_match.start();
    let mut saved = SavedGame::new(start.game.clone(), current_match.live().record().clone());
    let name = |who: &Who| match who {
        Who::Human { name } => Some(name.clone()).filter(|name| !name.is_empty()),
        Who::Computer { opponent, .. } => Some(opponent.clone()),
    };
    saved.players =
        BySeat { first: name(&start.players.first), second: name(&start.players.second) };
    saved.time = time_text::control(start.time);
    let Some(end) = current_match.end() else { return saved };
    saved.reason = Some(end_reason(end));
    if *end == End::Aborted {
        return saved;
    }
    saved.score = winning_seat(current_match).map_or(Score::Draw, Score::Win);
    saved
}

/// The same of a match as its client knows it.
pub fn saved_state(state: &MatchState) -> SavedGame {
    let mut saved = SavedGame::new(state.game.clone(), state.record.clone());
    let name = |seat: Seat| {
        let began = |player: &&PlayerState| player.player.first_seat() == seat;
        match &state.players.iter().find(began)?.who {
            Some(Who::Human { name }) => Some(name.clone()).filter(|name| !name.is_empty()),
            Some(Who::Computer { opponent, .. }) => Some(opponent.clone()),
            None => None,
        }
    };
    saved.players = BySeat::from_fn(name);
    saved.time = state.clock.and_then(|clock| time_text::control(clock.control));
    let Some(end) = &state.end else { return saved };
    saved.reason = Some(end.reason.clone());
    if end.reason == ABORTED {
        return saved;
    }
    let seat = |player: Player| state.players.iter().find(|one| one.player == player);
    let winner = end.winner.and_then(seat);
    saved.score = winner.map_or(Score::Draw, |one| Score::Win(one.seat));
    saved
}

/// The match that has had these events, as it is written into a record file; `None` before its start. What it
/// was read from, if it was, is written again.
pub fn export(
    find: impl Fn(&str) -> Option<&'static dyn AnyGame>,
    events: &[Event],
    detail: Detail<'_>,
) -> Result<Option<SavedGame>, EventError> {
    let mut session = MatchSession::replay(&find, events.get(..1).unwrap_or_default())?;
    let mut times = MatchTimes::default();
    times.update(&session, events.first(), None);
    for event in events.iter().skip(1) {
        let mover = session.current_match().map(|current_match| current_match.live().turn());
        session.apply(event)?;
        times.update(&session, Some(event), mover);
    }
    let Some(current_match) = session.current_match() else { return Ok(None) };
    let mut written = times.write(current_match, detail);
    match current_match.imported_record().and_then(first_game) {
        Some(read) if read.record == written.record && read.score == written.score => {
            written = read;
        }
        Some(read) => {
            keep_remarks(&mut written, &read);
            times.annotate(&mut written);
        }
        None => times.annotate(&mut written),
    }
    if let Detail::Backup(id) = detail {
        set(&mut written, ID_FIELD, id);
    }
    Ok(Some(written))
}

fn first_game(record: &str) -> Option<SavedGame> {
    record.parse::<RecordFile>().ok()?.games.into_iter().next()
}

/// When a match began and ended, and the clocks after its moves.
#[derive(Default)]
struct MatchTimes {
    began: Option<Time>,
    ended: Option<Time>,
    newest: Time,
    /// Milliseconds left after each entry of the record, also after those that can be played again.
    clocks: Vec<Option<u64>>,
}

impl MatchTimes {
    /// Takes in an event that has just been applied; `mover` had the turn before it.
    fn update(&mut self, session: &MatchSession, event: Option<&Event>, mover: Option<Seat>) {
        self.newest = event.and_then(Event::at).unwrap_or(self.newest);
        self.began = self.began.or(event.and_then(Event::at));
        if !session.is_over() {
            self.ended = None;
        } else if self.ended.is_none() {
            self.ended = Some(self.newest);
        }
        let (Some(current_match), Some(mover), Some(Event::Moved { notation, at, .. })) =
            (session.current_match(), mover, event)
        else {
            return;
        };
        let index = current_match.live().record().moves.len().saturating_sub(1);
        let clock = current_match.clock().filter(|_| notation != SWAP);
        self.clocks.resize(index, None);
        self.clocks.push(clock.map(|clock| clock.left(mover, *at)));
    }

    fn write(&self, current_match: &Match, detail: Detail<'_>) -> SavedGame {
        let mut saved = saved(current_match);
        if detail == Detail::Public {
            saved.date = self.began.and_then(time_text::day);
            return saved;
        }
        saved.date = self.began.and_then(time_text::date);
        for (seat, player) in Seat::ALL.into_iter().zip(Player::ALL) {
            if let Who::Computer { seed, .. } = current_match.who(player) {
                set(&mut saved, SEED_FIELDS[seat], &seed.to_string());
            }
        }
        if let Some(ended) = self.ended.and_then(time_text::date) {
            set(&mut saved, ENDED_FIELD, &ended);
        }
        if let Some(clock) = current_match.clock() {
            let left = BySeat::from_fn(|seat| clock.left(seat, self.newest));
            set(&mut saved, CLOCKS_FIELD, &time_text::clocks(left));
        }
        if let Some(End::Abandoned(player, Claim::Draw)) = current_match.end() {
            set(&mut saved, ABSENT_FIELD, seat_word(player.first_seat()));
        }
        saved
    }

    /// Adds the clocks to moves that have none.
    fn annotate(&self, saved: &mut SavedGame) {
        for (entry, clock) in self.clocks.iter().enumerate().take(saved.record.moves.len()) {
            let has_clock = saved.notes(entry).iter().any(|note| matches!(note, Note::Clock(_)));
            if let Some(clock) = clock.filter(|_| !has_clock) {
                saved.annotate(entry, time_text::note(clock));
            }
        }
    }
}

/// How seats are named in fields.
pub(crate) const fn seat_word(seat: Seat) -> &'static str {
    match seat {
        Seat::First => "first",
        Seat::Second => "second",
    }
}

fn set(saved: &mut SavedGame, name: &str, value: &str) {
    if let Some(field) = ExtraField::new(name, value) {
        saved.set_extra(field);
    }
}

/// Keeps what the record file that a match was read from says of the moves that both have.
fn keep_remarks(written: &mut SavedGame, read: &SavedGame) {
    let pairs = read.record.moves.iter().zip(&written.record.moves);
    let common = pairs.take_while(|(one, other)| one == other).count();
    if read.date.is_some() {
        written.date.clone_from(&read.date);
    }
    written.players.clone_from(&read.players);
    for entry in 0..common {
        for note in read.notes(entry) {
            written.annotate(entry, note.clone());
        }
        for variation in read.variations(entry) {
            written.vary(entry, variation.clone());
        }
    }
    let computed = [ENDED_FIELD, CLOCKS_FIELD, ABSENT_FIELD];
    for extra in read.extras() {
        if !computed.iter().any(|name| extra.name().eq_ignore_ascii_case(name)) {
            written.set_extra(extra.clone());
        }
    }
}
