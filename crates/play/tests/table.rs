//! A table at which two play: what they ask for, and what follows.

use games::CATALOGUE;
use play::{
    Claim, Command, CommandContext, Event, Kind, Listing, Match, MatchSession, Offer, Opening,
    Player, RefusalCode, SeatHolder, SeatKey, Start, Time, TimeControl, Version, Who,
};
use rules::{AnyGame, BySeat, SWAP, Setup};

pub(crate) use Player::{One, Two};

/// The game of that id.
pub(crate) fn find(id: &str) -> Option<&'static dyn AnyGame> {
    CATALOGUE.iter().map(|entry| entry.game).find(|game| game.info().id == id)
}

/// Position from which a game usually starts.
pub(crate) fn position(game: &str) -> String {
    find(game).unwrap().start(&Setup::default()).unwrap()
}

pub(crate) fn human(name: &str) -> Who {
    Who::Human { name: name.to_owned() }
}

pub(crate) fn computer() -> Who {
    Who::Computer { opponent: "easy".to_owned(), seed: 7 }
}

pub(crate) fn two_people() -> BySeat<Who> {
    BySeat { first: human("Ana"), second: human("Bo") }
}

pub(crate) fn person_and_computer() -> BySeat<Who> {
    BySeat { first: human("Ana"), second: computer() }
}

pub(crate) const fn key(player: Player) -> SeatKey {
    SeatKey([player as u8 + 1; 32])
}

pub(crate) fn holder(player: Player, name: &str) -> SeatHolder {
    SeatHolder { who: human(name), key: Some(key(player)) }
}

/// An opening by Ana, who waits for somebody.
pub(crate) fn opening(game: &str) -> Opening {
    Opening {
        game: game.to_owned(),
        rules: None,
        position: Some(position(game)),
        swap: false,
        time: TimeControl::None,
        listing: Listing::Public,
        seek: true,
        host: One,
        players: BySeat { first: Some(holder(One, "Ana")), second: None },
    }
}

/// A match between two, with the time as it goes.
#[derive(Clone)]
pub(crate) struct Table {
    pub(crate) events: Vec<Event>,
    pub(crate) session: MatchSession,
    pub(crate) now: u64,
    pub(crate) lag: u64,
}

impl Table {
    /// The table of a match that has had these events.
    pub(crate) fn replay(events: Vec<Event>) -> Self {
        let session = MatchSession::replay(find, &events).unwrap();
        Self { events, session, now: 1000, lag: 0 }
    }

    /// A match at one screen.
    pub(crate) fn local(game: &str, players: BySeat<Who>, time: TimeControl) -> Self {
        Self::replay(vec![started(game, players, Kind::Local, time)])
    }

    /// A match at two screens.
    pub(crate) fn online(game: &str, players: BySeat<Who>, time: TimeControl) -> Self {
        let seated = |player: Player| {
            let who = players[player.first_seat()].clone();
            let key = who.is_human().then(|| key(player));
            Some(SeatHolder { who, key })
        };
        let both = BySeat { first: seated(One), second: seated(Two) };
        let opening = Opening { time, players: both, ..opening(game) };
        let at = Time(1000);
        let start = started(game, players, Kind::Online, time);
        Self::replay(vec![Event::Opened { opening, at }, start])
    }

    /// Applies what follows from a command, or says why nothing does.
    #[expect(clippy::needless_pass_by_value, reason = "commands are made where they are given")]
    pub(crate) fn ask(&mut self, by: Player, command: Command) -> Result<Vec<Event>, RefusalCode> {
        let context = CommandContext { now: Time(self.now), lag: self.lag, rematch_id: "next" };
        let decided = self.session.decide(by, &command, context);
        let events = decided.map_err(|refusal| refusal.code)?;
        self.apply(&events);
        Ok(events)
    }

    /// The same match from its beginning, by the swap rule.
    pub(crate) fn with_swap(mut self) -> Self {
        for event in &mut self.events {
            match event {
                Event::Started { start, .. } => start.swap = true,
                Event::Opened { opening, .. } => opening.swap = true,
                _ => {}
            }
        }
        Self::replay(self.events)
    }

    pub(crate) fn apply(&mut self, events: &[Event]) {
        for event in events {
            self.session.apply(event).unwrap();
        }
        self.events.extend_from_slice(events);
        // A match is its events.
        let again = MatchSession::replay(find, &self.events).unwrap();
        assert_eq!(again.version(), Version(self.events.len() as u64));
        assert_eq!(seen(&again), seen(&self.session));
    }

    /// Plays these moves in turn, each after a second.
    pub(crate) fn play(&mut self, moves: &str) -> &mut Self {
        for notation in moves.split_whitespace() {
            self.now += 1000;
            let by = self.game().to_move().unwrap();
            self.ask(by, moves_to(notation)).unwrap();
        }
        self
    }

    /// Plays so many moves, any that are legal.
    pub(crate) fn play_any(&mut self, count: usize) -> &mut Self {
        for _ in 0..count {
            let choices = self.game().live().view().choices;
            let any = choices.into_iter().find(|choice| choice.notation != SWAP);
            self.play(&any.unwrap().notation);
        }
        self
    }

    pub(crate) fn game(&self) -> &Match {
        self.session.current_match().unwrap()
    }

    /// How many entries its record has.
    pub(crate) fn entries(&self) -> usize {
        self.game().live().record().moves.len()
    }

    /// The entries of its record, in one line.
    pub(crate) fn record(&self) -> String {
        self.game().live().record().moves.join(" ")
    }
}

/// All that can be seen of a session.
pub(crate) fn seen(session: &MatchSession) -> String {
    let keys = [One, Two].map(|player| session.holder(&key(player)));
    let Some(found) = session.current_match() else {
        return format!("{keys:?} {:?}", session.pregame());
    };
    format!(
        "{keys:?} {} {:?} {:?} {:?} {:?} {:?} {} {:?}",
        session.version().0,
        found.live().record(),
        found.clock(),
        found.end(),
        found.winner(),
        Offer::ALL.map(|offer| found.offered(offer)),
        found.redoable(),
        found.rematch(),
    )
}

pub(crate) fn started(game: &str, players: BySeat<Who>, kind: Kind, time: TimeControl) -> Event {
    let position = position(game);
    let start = Start { game: game.to_owned(), position, swap: false, players, kind, time };
    Event::Started { start, at: Time(1000) }
}

pub(crate) fn moves_to(notation: &str) -> Command {
    Command::Move { notation: notation.to_owned() }
}

pub(crate) const fn offer(offer: Offer) -> Command {
    Command::Offer { offer }
}

pub(crate) const fn accept(offer: Offer) -> Command {
    Command::Accept { offer }
}

pub(crate) const fn decline(offer: Offer) -> Command {
    Command::Decline { offer }
}

pub(crate) const fn claim(claim: Claim) -> Command {
    Command::Claim { claim }
}
