//! A table: a match from the moment when it is opened, with those who may sit there.

use rules::{AnyGame, BySeat, Text};

use crate::{
    Command, Event, Gathering, Kind, Match, Opening, Player, Refused, Replay, SeatKey, Seated,
    Time, Version, Who,
};

/// The longest name of a player, in bytes.
const LONGEST_NAME: usize = 60;

/// A match, and before it starts those who gather for it.
#[derive(Clone)]
pub struct Table {
    game: &'static dyn AnyGame,
    /// How it was opened; `None` on one screen.
    opening: Option<Box<Opening>>,
    /// The keys of the seats, by the seats where their holders began.
    keys: BySeat<Option<SeatKey>>,
    stage: Stage,
    version: Version,
}

#[derive(Clone)]
enum Stage {
    Gathering(Box<Gathering>),
    Playing(Box<Match>),
}

/// What a decision needs to know beside the command.
#[derive(Clone, Copy, Debug)]
pub struct Moment<'a> {
    /// The time.
    pub now: Time,
    /// Milliseconds that the command was on its way.
    pub lag: u64,
    /// A name for another match, should there be one.
    pub fresh: &'a str,
}

impl Table {
    /// The table that the events tell of; the first of them is [`Event::Opened`] or
    /// [`Event::Started`].
    pub fn replay(
        find: impl Fn(&str) -> Option<&'static dyn AnyGame>,
        events: &[Event],
    ) -> Result<Self, Replay> {
        let Some((Event::Opened { opening, .. }, rest)) = events.split_first() else {
            let playing = Match::replay(&find, events)?;
            let found = find(&playing.start().game);
            let game = found.ok_or_else(|| Replay::no_game(&playing.start().game))?;
            let version = playing.version();
            let (keys, stage) = (BySeat::default(), Stage::Playing(Box::new(playing)));
            return Ok(Self { game, opening: None, keys, stage, version });
        };
        let game = find(&opening.game).ok_or_else(|| Replay::no_game(&opening.game))?;
        let keys = BySeat::from_fn(|seat| opening.players[seat].as_ref()?.key);
        let stage = Stage::Gathering(Box::new(Gathering::new(opening)));
        let opening = Some(Box::new(opening.clone()));
        let mut table = Self { game, opening, keys, stage, version: Version(1) };
        for event in rest {
            table.apply(event)?;
        }
        Ok(table)
    }

    /// The game.
    pub const fn game(&self) -> &'static dyn AnyGame {
        self.game
    }

    /// How many events it has had.
    pub const fn version(&self) -> Version {
        self.version
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
    pub const fn matching(&self) -> Option<&Match> {
        match &self.stage {
            Stage::Playing(playing) => Some(playing),
            Stage::Gathering(_) => None,
        }
    }

    /// Those who gather, before it starts.
    pub fn gathering(&self) -> Option<&Gathering> {
        match &self.stage {
            Stage::Gathering(gathering) => Some(gathering),
            Stage::Playing(_) => None,
        }
    }

    /// Whether nothing more will be played.
    pub const fn is_over(&self) -> bool {
        match &self.stage {
            Stage::Gathering(gathering) => gathering.is_closed(),
            Stage::Playing(playing) => playing.end().is_some(),
        }
    }

    /// Who a player is; `None` while the seat is free.
    pub fn who(&self, player: Player) -> Option<&Who> {
        match &self.stage {
            Stage::Gathering(gathering) => gathering.seated(player).map(|seated| &seated.who),
            Stage::Playing(playing) => Some(playing.who(player)),
        }
    }

    /// Whose seat that key opens.
    pub fn holder(&self, key: &SeatKey) -> Option<Player> {
        Player::ALL.into_iter().find(|player| self.keys[player.first_seat()] == Some(*key))
    }

    /// What follows when the holder of `key` takes a seat.
    pub fn join(
        &self,
        key: SeatKey,
        player: Option<Player>,
        name: &str,
        at: Time,
    ) -> Result<Vec<Event>, Refused> {
        if name.len() > LONGEST_NAME || name.chars().any(char::is_control) {
            return Err(Refused::LONG_NAME);
        }
        match &self.stage {
            Stage::Gathering(gathering) => {
                let who = Who::Human { name: name.trim().to_owned() };
                gathering.join(self.game, player, Seated { who, key: Some(key) }, at)
            }
            Stage::Playing(_) if self.holder(&key).is_some() => Err(Refused::SEATED_ALREADY),
            Stage::Playing(_) => Err(Refused::TAKEN),
        }
    }

    /// What follows from a command of `by`.
    pub fn decide(
        &self,
        by: Player,
        command: &Command,
        moment: Moment<'_>,
    ) -> Result<Vec<Event>, Refused> {
        let Moment { now, lag, fresh } = moment;
        match &self.stage {
            Stage::Gathering(gathering) => gathering.decide(self.game, by, command, now),
            Stage::Playing(playing) => match command {
                // It goes on without the player: nothing has happened to the match.
                Command::Leave if self.opening.is_some() => Ok(Vec::new()),
                _ if playing.agrees_on_rematch(by, command) => {
                    Ok(vec![Event::Rematched { id: fresh.to_owned(), at: now }])
                }
                _ => playing.decide(by, command, now, lag),
            },
        }
    }

    /// What has happened by the passing of time alone; `lag` is that of the player whose clock runs.
    pub fn tick(&self, now: Time, lag: u64) -> Option<Event> {
        self.matching()?.tick(now, lag)
    }

    /// How a rematch begins at `at`: the same game with the sides exchanged.
    pub fn again(&self, at: Time) -> Option<Vec<Event>> {
        let (opening, playing) = (self.opening.as_deref()?, self.matching()?);
        let mut start = playing.start().clone();
        std::mem::swap(&mut start.players.first, &mut start.players.second);
        let seated = |player: Player| {
            let (seat, before) = (player.first_seat(), player.other().first_seat());
            Some(Seated { who: start.players[seat].clone(), key: self.keys[before] })
        };
        let opening = Opening {
            position: Some(start.position.clone()),
            host: opening.host.other(),
            players: BySeat { first: seated(Player::One), second: seated(Player::Two) },
            ..opening.clone()
        };
        Some(vec![Event::Opened { opening, at }, Event::Started { start, at }])
    }

    /// Makes an event so.
    pub fn apply(&mut self, event: &Event) -> Result<(), Replay> {
        let version = Version(self.version.0 + 1);
        match &mut self.stage {
            Stage::Playing(playing) => playing.apply(event)?,
            Stage::Gathering(gathering) => {
                match event {
                    Event::Joined { player, seated, .. } => {
                        self.keys[player.first_seat()] = seated.key;
                    }
                    Event::Left { player, .. } => self.keys[player.first_seat()] = None,
                    _ => {}
                }
                if let Event::Started { start, .. } = event {
                    self.stage = Stage::Playing(Box::new(Match::begin(self.game, start, version)?));
                } else if !gathering.apply(event) {
                    let text = Text::new(
                        "that cannot happen before the start",
                        "cela ne peut arriver avant le début",
                    );
                    return Err(Replay { version, text });
                }
            }
        }
        self.version = version;
        Ok(())
    }
}
