//! Match session: a match from the moment it is opened, with the keys to its seats.

use rules::{AnyGame, BySeat, Text};

use crate::event::EventScope;
use crate::match_state::MatchUndo;
use crate::{
    Command, Event, EventError, Kind, Match, Opening, Player, PlayerName, Pregame, Refusal,
    SeatHolder, SeatKey, Time, Version, Who,
};

/// Match session: what is before the start, then the match, and the keys of the seats in both.
#[derive(Clone)]
pub struct MatchSession {
    game: &'static dyn AnyGame,
    /// How it was opened; `None` on one screen.
    opening: Option<Box<Opening>>,
    /// The keys of the seats, by the seats where their holders began.
    keys: BySeat<Option<SeatKey>>,
    phase: SessionPhase,
    version: Version,
    changes: LastChanges,
}

/// Versions of a session at its last changes, by what they changed.
#[derive(Clone, Copy, Default)]
struct LastChanges {
    /// Of the game.
    game: Version,
    /// Of the game or of the offers.
    offers: Version,
}

impl LastChanges {
    /// An event has led to `version`.
    fn note(&mut self, scope: EventScope, version: Version) {
        if scope >= EventScope::Offers {
            self.offers = version;
        }
        if scope >= EventScope::Game {
            self.game = version;
        }
    }
}

#[derive(Clone)]
enum SessionPhase {
    Pregame(Box<Pregame>),
    Playing(Box<Match>),
}

/// Session state to restore after a preview.
enum PhaseUndo {
    Pregame(Box<Pregame>),
    Playing(Box<MatchUndo>),
}

/// Inputs of a decision other than the command.
#[derive(Clone, Copy, Debug)]
pub struct CommandContext<'a> {
    /// When the command came in.
    pub now: Time,
    /// Milliseconds that the command was on its way.
    pub lag: u64,
    /// The id of the next match, should the command lead to a rematch.
    pub rematch_id: &'a str,
}

impl MatchSession {
    /// Replays the events; the first of them is [`Event::Opened`] or
    /// [`Event::Started`].
    pub fn replay(
        find: impl Fn(&str) -> Option<&'static dyn AnyGame>,
        events: &[Event],
    ) -> Result<Self, EventError> {
        let (first, rest) = events.split_at(events.len().min(1));
        let (game, opening, keys, phase) = if let [Event::Opened { opening, .. }] = first {
            let game = find(&opening.game).ok_or_else(|| EventError::no_game(&opening.game))?;
            let keys = BySeat::from_fn(|seat| opening.players[seat].as_ref()?.key);
            let phase = SessionPhase::Pregame(Box::new(Pregame::new(opening)));
            (game, Some(Box::new(opening.clone())), keys, phase)
        } else {
            let playing = Match::replay(&find, first)?;
            let found = find(&playing.start().game);
            let game = found.ok_or_else(|| EventError::no_game(&playing.start().game))?;
            (game, None, BySeat::default(), SessionPhase::Playing(Box::new(playing)))
        };
        let version = Version(1);
        let changes = LastChanges { game: version, offers: version };
        let mut session = Self { game, opening, keys, phase, version, changes };
        for event in rest {
            session.apply(event)?;
        }
        Ok(session)
    }

    pub const fn game(&self) -> &'static dyn AnyGame {
        self.game
    }

    /// How many events it has had.
    pub const fn version(&self) -> Version {
        self.version
    }

    /// Whether a command that was meant for `version` means the same now: nothing that it depends on has changed since.
    /// What happens to the clocks alone, such as the credit for an outage, changes nothing for any command.
    pub fn is_current(&self, command: &Command, version: Version) -> bool {
        let LastChanges { game, offers } = self.changes;
        let changed_at = if command.ignores_offers() { game } else { offers };
        changed_at <= version && version <= self.version
    }

    /// How it was opened; `None` on one screen.
    pub fn opening(&self) -> Option<&Opening> {
        self.opening.as_deref()
    }

    /// Where it is played.
    pub const fn kind(&self) -> Kind {
        if self.opening.is_some() { Kind::Online } else { Kind::Local }
    }

    /// The match, once it has started.
    pub const fn current_match(&self) -> Option<&Match> {
        match &self.phase {
            SessionPhase::Playing(playing) => Some(playing),
            SessionPhase::Pregame(_) => None,
        }
    }

    /// Seats and board before the start; `None` afterwards.
    pub fn pregame(&self) -> Option<&Pregame> {
        match &self.phase {
            SessionPhase::Pregame(pregame) => Some(pregame),
            SessionPhase::Playing(_) => None,
        }
    }

    /// Whether the match is over for good.
    pub const fn is_over(&self) -> bool {
        match &self.phase {
            SessionPhase::Pregame(pregame) => pregame.is_closed(),
            SessionPhase::Playing(playing) => playing.end().is_some(),
        }
    }

    /// Who a player is; `None` while the seat is free.
    pub fn who(&self, player: Player) -> Option<&Who> {
        match &self.phase {
            SessionPhase::Pregame(pregame) => pregame.seated(player).map(|seated| &seated.who),
            SessionPhase::Playing(playing) => Some(playing.who(player)),
        }
    }

    /// Whose seat that key opens.
    pub fn holder(&self, key: &SeatKey) -> Option<Player> {
        Player::ALL.into_iter().find(|player| self.keys[player.first_seat()] == Some(*key))
    }

    /// Events that follow when the holder of `key` takes a seat.
    pub fn join(
        &self,
        key: SeatKey,
        player: Option<Player>,
        name: &str,
        at: Time,
    ) -> Result<Vec<Event>, Refusal> {
        let name = PlayerName::parse(name)?;
        match &self.phase {
            SessionPhase::Pregame(pregame) => {
                let who = Who::Human { name: name.into() };
                pregame.join(self.game, player, SeatHolder { who, key: Some(key) }, at)
            }
            SessionPhase::Playing(_) if self.holder(&key).is_some() => Err(Refusal::SEATED_ALREADY),
            SessionPhase::Playing(_) => Err(Refusal::TAKEN),
        }
    }

    /// Events that follow from a command of `by`.
    pub fn decide(
        &self,
        by: Player,
        command: &Command,
        context: CommandContext<'_>,
    ) -> Result<Vec<Event>, Refusal> {
        let CommandContext { now, lag, rematch_id } = context;
        match &self.phase {
            SessionPhase::Pregame(pregame) => pregame.decide(self.game, by, command, now),
            SessionPhase::Playing(playing) => match command {
                // The match continues without the player and is unaffected.
                Command::Leave if self.opening.is_some() => Ok(Vec::new()),
                _ if playing.agrees_on_rematch(by, command) => {
                    Ok(vec![Event::Rematched { id: rematch_id.to_owned(), at: now }])
                }
                _ => playing.decide(by, command, now, lag),
            },
        }
    }

    /// Event that the passing of time alone has caused; `lag` is that of the player whose clock runs.
    pub fn tick(&self, now: Time, lag: u64) -> Option<Event> {
        self.current_match()?.tick(now, lag)
    }

    /// First events of a rematch at `at`: the same game with the sides exchanged.
    pub fn rematch_events(&self, at: Time) -> Option<Vec<Event>> {
        let (opening, playing) = (self.opening.as_deref()?, self.current_match()?);
        let mut start = playing.start().clone();
        std::mem::swap(&mut start.players.first, &mut start.players.second);
        let seated = |player: Player| {
            let (seat, before) = (player.first_seat(), player.other().first_seat());
            Some(SeatHolder { who: start.players[seat].clone(), key: self.keys[before] })
        };
        let opening = Opening {
            position: Some(start.position.clone()),
            seek: false,
            host: opening.host.other(),
            players: BySeat { first: seated(Player::One), second: seated(Player::Two) },
            ..opening.clone()
        };
        Some(vec![Event::Opened { opening, at }, Event::Started { start, at }])
    }

    /// What `look` returns for the session after these events, which are then rolled back. Unlike
    /// cloning, this takes time independent of the length of the match.
    pub fn preview<T>(
        &mut self,
        events: &[Event],
        look: impl FnOnce(&Self) -> T,
    ) -> Result<T, EventError> {
        let (keys, version, changes) = (self.keys, self.version, self.changes);
        let undo = match &self.phase {
            SessionPhase::Pregame(pregame) => PhaseUndo::Pregame(pregame.clone()),
            SessionPhase::Playing(playing) => {
                PhaseUndo::Playing(Box::new(playing.undo_point(events)))
            }
        };
        let applied = events.iter().try_for_each(|event| self.apply(event));
        let seen = applied.map(|()| look(self));
        match (undo, &mut self.phase) {
            (PhaseUndo::Playing(undo), SessionPhase::Playing(playing)) => playing.go_to(*undo),
            (PhaseUndo::Pregame(pregame), phase) => *phase = SessionPhase::Pregame(pregame),
            // A match does not become a pregame again.
            (PhaseUndo::Playing(_), SessionPhase::Pregame(_)) => {}
        }
        (self.keys, self.version, self.changes) = (keys, version, changes);
        seen
    }

    /// Applies an event.
    pub fn apply(&mut self, event: &Event) -> Result<(), EventError> {
        let version = Version(self.version.0 + 1);
        match &mut self.phase {
            SessionPhase::Playing(playing) => playing.apply(event)?,
            SessionPhase::Pregame(pregame) => {
                match event {
                    Event::Joined { player, seated, .. } => {
                        self.keys[player.first_seat()] = seated.key;
                    }
                    Event::Left { player, .. } => self.keys[player.first_seat()] = None,
                    _ => {}
                }
                if let Event::Started { start, .. } = event {
                    self.phase =
                        SessionPhase::Playing(Box::new(Match::begin(self.game, start, version)?));
                } else if !pregame.apply(event) {
                    let text = Text::new(
                        "that cannot happen before the start",
                        "cela ne peut arriver avant le début",
                    );
                    return Err(EventError { version, text });
                }
            }
        }
        self.version = version;
        self.changes.note(event.scope(), version);
        Ok(())
    }
}
