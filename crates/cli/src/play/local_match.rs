//! The match in the terminal: a local [`Match`].

use std::borrow::Cow;

use engine::{Entry, Opponent};
use play::{
    Command, End, Event, Kind, Match, Offer, Player, Refusal, RefusalCode, Start, Time,
    TimeControl, Who,
};
use rules::{BySeat, Ending, Info, Record, ReplayError, SWAP, Seat, SplitMix64, Text, View};

use super::match_log::{LogError, MatchLog, StoreTarget};
use super::participant::Participant;
use crate::blocking_store::BlockingStore;
use crate::failure::Failure;
use crate::messages;

/// A match between two participants at one terminal, without its screen.
pub(super) struct LocalMatch {
    entry: Entry,
    state: Match,
    log: MatchLog,
    /// Timestamp of the next events.
    now: Time,
    /// Why the match is not stored, until somebody has been told.
    warning: Option<Text>,
    warned: bool,
    /// The match was played on elsewhere, and stands as it does there.
    reloaded: bool,
}

/// Choice that is not made on the board, and is therefore announced to the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SpecialChoice {
    /// Passing, and nothing else.
    OnlyPass,
    /// Exchanging seats.
    Swap,
}

impl LocalMatch {
    /// Continues the game of `record`. Seeds of the computers come from `random`.
    pub(super) fn new(
        entry: Entry,
        record: &Record,
        participants: BySeat<Participant>,
        random: &mut SplitMix64,
        time: TimeControl,
        now: Time,
        target: StoreTarget,
    ) -> Result<Self, Failure> {
        let start = Start {
            game: entry.game.info().id.to_owned(),
            position: record.start.clone(),
            swap: record.swap,
            players: BySeat::from_fn(|seat| participants[seat].who(random.draw())),
            kind: Kind::Local,
            time,
        };
        let moved = record.moves.iter().map(|notation| Event::Moved {
            notation: notation.clone(),
            at: now,
            lag: 0,
        });
        let events: Vec<_> = [Event::Started { start, at: now }].into_iter().chain(moved).collect();
        let log = MatchLog::new(entry.game, events.clone(), target);
        // Moves from here on are later than the start: those of its time were given beforehand.
        Self::replay(entry, &events, log, Time(now.0.saturating_add(1)))
    }

    /// Goes on with a stored match.
    pub(super) fn resume(
        entry: Entry,
        id: String,
        events: &[Event],
        store: BlockingStore,
        now: Time,
    ) -> Result<Self, Failure> {
        let newest = events.iter().rev().find_map(Event::at).unwrap_or_default();
        let now = now.max(newest);
        let log = MatchLog::resume(entry.game, id, events.to_vec(), store);
        let mut resumed = Self::replay(entry, events, log, now)?;
        if resumed.state.clock().is_some() {
            // Nobody has played meanwhile, so no clock has run.
            let resume = Event::Resumed { from: newest, at: now };
            resumed.commit(&[resume]).map_err(|refused| Failure::failed(refused.text))?;
        }
        Ok(resumed)
    }

    fn replay(entry: Entry, events: &[Event], log: MatchLog, now: Time) -> Result<Self, Failure> {
        let state = Match::replay(|_| Some(entry.game), events)
            .map_err(|error| Failure::failed(error.text))?;
        Ok(Self { entry, state, log, now, warning: None, warned: false, reloaded: false })
    }

    /// The match as a new one for a server, from where it stands.
    pub(super) fn for_server(&self) -> wire::http::NewMatch {
        let start = self.state.start();
        super::full_screen::match_of_record(&start.game, self.record(), start.players.clone())
    }

    /// Sets the timestamp of the next events, which never goes back.
    pub(super) fn set_time(&mut self, now: Time) {
        self.now = self.now.max(now);
    }

    /// Id of the match, if it is stored and can be gone on with.
    pub(super) fn resumable_id(&self) -> Option<&str> {
        self.log.stored_id().filter(|_| self.state.end().is_none())
    }

    /// The player was helped.
    pub(super) fn mark_helped(&mut self) {
        if self.state.end().is_none() {
            self.log.mark_helped();
        }
    }

    /// Where the next match is stored.
    pub(super) fn into_target(self) -> StoreTarget {
        self.log.into_target()
    }

    /// Why the match is not stored: once.
    pub(super) fn take_warning(&mut self) -> Option<Text> {
        self.warning.take()
    }

    /// Whether the last command found the match played on elsewhere.
    pub(super) fn take_reloaded(&mut self) -> bool {
        std::mem::take(&mut self.reloaded)
    }

    pub(super) const fn entry(&self) -> &Entry {
        &self.entry
    }

    pub(super) const fn state(&self) -> &Match {
        &self.state
    }

    pub(super) fn info(&self) -> &'static Info {
        self.entry.game.info()
    }

    pub(super) fn record(&self) -> &Record {
        self.state.live().record()
    }

    pub(super) fn swapped(&self) -> bool {
        self.state.live().swapped()
    }

    /// The computer that `player` is; `None` for a human.
    pub(super) fn computer(&self, player: Player) -> Option<(&'static Opponent, u64)> {
        match self.state.who(player) {
            Who::Human { .. } => None,
            Who::Computer { opponent, seed } => Some((self.entry.opponent(opponent)?, *seed)),
        }
    }

    /// Who began in `seat`.
    pub(super) fn participant(&self, seat: Seat) -> Participant {
        let player = if seat == Seat::First { Player::One } else { Player::Two };
        self.computer(player)
            .map_or(Participant::Human, |(opponent, _)| Participant::Computer(opponent))
    }

    /// Name of the computer that sits in `seat` now; `None` for a human.
    pub(super) fn computer_title(&self, seat: Seat) -> Option<Text> {
        let (opponent, _) = self.computer(self.state.player(seat))?;
        let rules = self.info().rule_set_of(&self.record().start).map_or("", |rules| rules.id);
        Some(opponent.title_by(rules))
    }

    /// How the match has ended: by resignation or by the rules of the game.
    pub(super) fn outcome(&self) -> Option<Ending> {
        match self.state.end()? {
            End::Rules(ending) => Some(ending.clone()),
            End::Resigned(player) => {
                let seat = self.state.seat(*player);
                Some(Ending {
                    winner: Some(!seat),
                    reason: Cow::Borrowed("resigned"),
                    text: messages::play::resigned(seat),
                    margin: None,
                })
            }
            end => {
                let state = room::end_state(&self.state, end);
                Some(Ending {
                    winner: self.state.winner().map(|player| self.state.seat(player)),
                    reason: Cow::Owned(state.reason),
                    text: state.text,
                    margin: None,
                })
            }
        }
    }

    /// The board, with the outcome of the match instead of that of the game.
    pub(super) fn view(&self) -> View {
        let mut view = self.state.live().view();
        view.outcome = self.outcome();
        if view.outcome.is_some() {
            view.choices.clear();
        }
        view
    }

    /// The only human; `None` if there are two, or none.
    pub(super) fn lone_human(&self) -> Option<Player> {
        match Player::ALL.map(|player| self.state.who(player).is_human()) {
            [true, false] => Some(Player::One),
            [false, true] => Some(Player::Two),
            _ => None,
        }
    }

    pub(super) fn human_count(&self) -> usize {
        Player::ALL.into_iter().filter(|player| self.state.who(*player).is_human()).count()
    }

    /// Whether `notation` is a legal pass.
    pub(super) fn is_pass(&self, notation: &str) -> bool {
        let choices = self.state.live().view().choices;
        let choice = choices.into_iter().find(|choice| choice.notation == notation);
        notation != SWAP && choice.is_some_and(|choice| choice.steps.is_empty())
    }

    pub(super) fn special_choice(&self) -> Option<SpecialChoice> {
        let choices = self.view().choices;
        match &*choices {
            [only] if only.steps.is_empty() => Some(SpecialChoice::OnlyPass),
            choices if choices.iter().any(|choice| choice.notation == SWAP) => {
                Some(SpecialChoice::Swap)
            }
            _ => None,
        }
    }

    /// Plays the text that was typed: one move, which may contain blanks, or several separated by blanks or
    /// commas. Moves before a refused one stay played.
    pub(super) fn play(&mut self, typed: &str) -> Result<(), Text> {
        let words: Vec<_> = typed
            .split(|c: char| c == ',' || c.is_whitespace())
            .filter(|word| !word.is_empty())
            .collect();
        let refused = match self.play_entry(&words.concat()) {
            Ok(()) => return Ok(()),
            Err(refused) => refused,
        };
        if words.len() < 2 || refused.code != RefusalCode::Unreadable {
            return Err(refused.text);
        }
        if self.human_count() < 2 {
            return Err(messages::play::one_at_a_time());
        }
        for word in words {
            self.play_entry(word).map_err(|refused| messages::about(word, &refused.text))?;
        }
        Ok(())
    }

    /// Plays the entry that a computer has chosen.
    pub(super) fn play_choice(&mut self, entry: &str) -> Result<(), ReplayError> {
        self.play_entry(entry).map_err(|refused| ReplayError::Entry {
            index: self.record().moves.len(),
            entry: entry.to_owned(),
            error: rules::MoveError { code: rules::MoveErrorCode::Illegal, text: refused.text },
        })
    }

    /// Resigns for the player to move.
    pub(super) fn resign(&mut self) -> Result<(), Text> {
        self.command(self.to_move_or_first(), &Command::Resign).map_err(|refused| refused.text)
    }

    /// Goes back to the last turn of a human.
    pub(super) fn undo(&mut self) -> Result<(), Text> {
        let by = self.lone_human().unwrap_or(Player::One);
        self.command(by, &Command::Undo).map_err(|refused| match refused.code {
            RefusalCode::NoSuchMove => messages::play::nothing_to_undo(),
            _ => refused.text,
        })
    }

    /// Plays again what was undone last.
    pub(super) fn redo(&mut self) -> Result<(), Text> {
        let by = self.lone_human().unwrap_or(Player::One);
        self.command(by, &Command::Redo).map_err(|refused| refused.text)
    }

    /// Carries out the command of a person: the one to move, or the only one.
    pub(super) fn give(&mut self, command: &Command) -> Result<(), Text> {
        if self.human_count() == 0 {
            return Err(messages::play::computers_only());
        }
        let human = self.lone_human().unwrap_or_else(|| self.to_move_or_first());
        let answerer = self.state.offered(Offer::Draw).map(Player::other);
        let by = match command {
            Command::Undo => return self.undo(),
            Command::Redo => return self.redo(),
            Command::Accept { .. } | Command::Decline { .. } => answerer.unwrap_or(human),
            _ => human,
        };
        self.command(by, command).map_err(|refused| refused.text)
    }

    /// Carries out the command of a computer player.
    pub(super) fn give_for(&mut self, player: Player, command: &Command) -> Result<(), Text> {
        self.command(player, command).map_err(|refused| refused.text)
    }

    /// Ends the match if a clock has run down.
    pub(super) fn tick(&mut self) -> Result<(), Text> {
        match self.state.tick(self.now, 0) {
            Some(flag) => self.commit(&[flag]).map_err(|refused| refused.text),
            None => Ok(()),
        }
    }

    /// Plays an entry of the record for the player to move.
    fn play_entry(&mut self, notation: &str) -> Result<(), Refusal> {
        let notation = notation.to_owned();
        self.command(self.to_move_or_first(), &Command::Move { notation })
    }

    /// The player to move. After the end the match refuses any player, so the first one will do.
    fn to_move_or_first(&self) -> Player {
        self.state.to_move().unwrap_or(Player::One)
    }

    fn command(&mut self, by: Player, command: &Command) -> Result<(), Refusal> {
        let events = self.state.decide(by, command, self.now, 0)?;
        self.commit(&events)
    }

    /// Stores events, then applies them. What cannot be stored is played all the same.
    fn commit(&mut self, events: &[Event]) -> Result<(), Refusal> {
        let refused = |text| Refusal { code: RefusalCode::NotAllowed, text };
        match self.log.append(events) {
            Ok(()) => {}
            Err(LogError::Failed(text)) => {
                self.warning = (!self.warned).then(|| messages::play::not_stored(&text));
                self.warned = true;
            }
            Err(LogError::Conflict(stored)) => {
                self.reloaded = true;
                self.state = Match::replay(|_| Some(self.entry.game), &stored)
                    .map_err(|error| refused(error.text))?;
                return Err(refused(messages::play::played_elsewhere()));
            }
        }
        for event in events {
            self.state.apply(event).map_err(|error| refused(error.text))?;
        }
        Ok(())
    }
}
