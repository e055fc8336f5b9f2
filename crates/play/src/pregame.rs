//! A match before its start: the players in their seats, and the board that they lay together.
//!
//! Where a game's board is made of tiles, the player in seat First may lay those of the upper half
//! and the player in seat Second those of the lower half. Once both agree with the board, they play
//! on it; whoever changes a half withdraws what both have agreed with.

use rules::{AnyGame, Board, BySeat, Setup, SplitMix64};

use crate::{Command, Event, Kind, Opening, Player, Refusal, SeatHolder, Start, Time, Who};

/// A match before its start.
#[derive(Clone, Debug)]
pub struct Pregame {
    opening: Opening,
    players: BySeat<Option<SeatHolder>>,
    halves: BySeat<String>,
    confirmed: BySeat<bool>,
    closed: bool,
}

/// A half without tiles.
const EMPTY_HALF: &str = "- -";
/// The longest text of a half, in bytes.
const HALF_MAX_BYTES: usize = 120;

impl Pregame {
    pub(crate) fn new(opening: &Opening) -> Self {
        Self {
            opening: opening.clone(),
            players: opening.players.clone(),
            halves: BySeat::from_fn(|_| EMPTY_HALF.to_owned()),
            confirmed: BySeat::default(),
            closed: false,
        }
    }

    /// What is to be played.
    pub const fn opening(&self) -> &Opening {
        &self.opening
    }

    /// Who sits in a seat.
    pub fn seated(&self, player: Player) -> Option<&SeatHolder> {
        self.players[player.first_seat()].as_ref()
    }

    /// The seat that is free, if one is.
    pub fn free(&self) -> Option<Player> {
        Player::ALL.into_iter().find(|player| self.seated(*player).is_none())
    }

    /// Whether the players lay the board.
    pub const fn lays_board(&self) -> bool {
        self.opening.position.is_none()
    }

    /// What a player has laid: two tiles in the words of the game.
    pub fn half(&self, player: Player) -> &str {
        &self.halves[player.first_seat()]
    }

    /// Whether a player has agreed with the board.
    pub fn has_confirmed(&self, player: Player) -> bool {
        self.confirmed[player.first_seat()]
    }

    /// Whether it ended before anything was played.
    pub const fn is_closed(&self) -> bool {
        self.closed
    }

    /// The board as far as it is known.
    pub fn board(&self, game: &dyn AnyGame) -> Option<Board> {
        match &self.opening.position {
            Some(position) => {
                let record = rules::Record::new(position.clone());
                game.open(&record).ok().map(|live| live.view().board)
            }
            None => game.preview(&self.setup(&self.halves)).ok(),
        }
    }

    fn setup(&self, halves: &BySeat<String>) -> Setup {
        let board = format!("{} {}", halves.first, halves.second);
        Setup { rules: self.opening.rules.clone(), board: Some(board), seed: 0 }
    }

    /// Events that follow when somebody takes a seat: the one asked for, or any that is free.
    pub(crate) fn join(
        &self,
        game: &dyn AnyGame,
        player: Option<Player>,
        seated: SeatHolder,
        at: Time,
    ) -> Result<Vec<Event>, Refusal> {
        if self.closed {
            return Err(Refusal::OVER);
        }
        let is_held = |other| seated.key.is_some() && self.key(other) == seated.key;
        if Player::ALL.into_iter().any(is_held) {
            return Err(Refusal::SEATED_ALREADY);
        }
        let player = player.or_else(|| self.free()).ok_or(Refusal::TAKEN)?;
        if self.seated(player).is_some() {
            return Err(Refusal::TAKEN);
        }
        let complete = self.seated(player.other()).is_some();
        let mut players = self.players.clone();
        players[player.first_seat()] = Some(seated.clone());
        let drawn = match &seated.who {
            Who::Computer { seed, .. } if self.lays_board() => draw_half(game, *seed),
            _ => None,
        };
        let mut events = vec![Event::Joined { player, seated, at }];
        events.extend(drawn.map(|half| Event::Laid { player, half }));
        if complete && let Some(position) = &self.opening.position {
            events.push(self.started(&players, position.clone(), at));
        }
        Ok(events)
    }

    fn key(&self, player: Player) -> Option<crate::SeatKey> {
        self.seated(player)?.key
    }

    /// Events that follow from a command of `by`, who has a seat.
    pub(crate) fn decide(
        &self,
        game: &dyn AnyGame,
        by: Player,
        command: &Command,
        at: Time,
    ) -> Result<Vec<Event>, Refusal> {
        if self.closed {
            return Err(Refusal::OVER);
        }
        match command {
            Command::Lay { half } => self.lay(game, by, half),
            Command::Confirm => self.confirm(game, by, at),
            Command::Invite { opponent, seed } => {
                let who = Who::Computer { opponent: opponent.clone(), seed: *seed };
                self.join(game, None, SeatHolder { who, key: None }, at)
            }
            Command::Leave if by == self.opening.host => Ok(vec![Event::Aborted { at }]),
            Command::Leave => Ok(vec![Event::Left { player: by, at }]),
            Command::Abort => Ok(vec![Event::Aborted { at }]),
            _ => Err(Refusal::NOT_STARTED),
        }
    }

    fn lay(&self, game: &dyn AnyGame, by: Player, half: &str) -> Result<Vec<Event>, Refusal> {
        if !self.lays_board() {
            return Err(Refusal::NOT_ALLOWED);
        }
        let tiles: Vec<_> = half.split_whitespace().collect();
        if tiles.len() != 2 || half.len() > HALF_MAX_BYTES {
            return Err(Refusal::HALF);
        }
        let half = tiles.join(" ");
        let mut halves = BySeat::from_fn(|_| EMPTY_HALF.to_owned());
        halves[by.first_seat()].clone_from(&half);
        if let Err(error) = game.preview(&self.setup(&halves)) {
            return Err(Refusal { text: error.error.text, ..Refusal::HALF });
        }
        Ok(vec![Event::Laid { player: by, half }])
    }

    fn confirm(&self, game: &dyn AnyGame, by: Player, at: Time) -> Result<Vec<Event>, Refusal> {
        if !self.lays_board() {
            return Err(Refusal::NOT_ALLOWED);
        }
        let Some(other) = self.seated(by.other()) else { return Err(Refusal::ALONE) };
        let Ok(position) = game.start(&self.setup(&self.halves)) else {
            return Err(Refusal::NOT_LAID);
        };
        if self.has_confirmed(by) {
            return Err(Refusal::CONFIRMED_ALREADY);
        }
        let mut events = vec![Event::Confirmed { player: by }];
        // The computer agrees with any board.
        if self.has_confirmed(by.other()) || !other.who.is_human() {
            events.push(self.started(&self.players, position, at));
        }
        Ok(events)
    }

    fn started(&self, players: &BySeat<Option<SeatHolder>>, position: String, at: Time) -> Event {
        let nobody = || Who::Human { name: String::new() };
        let start = Start {
            game: self.opening.game.clone(),
            position,
            swap: self.opening.swap,
            players: players.clone().map(|seated| seated.map_or_else(nobody, |seated| seated.who)),
            kind: Kind::Online,
            time: self.opening.time,
        };
        Event::Started { start, at }
    }

    /// Applies an event; whether it is one of those that happen before the start.
    pub(crate) fn apply(&mut self, event: &Event) -> bool {
        match event {
            Event::Joined { player, seated, .. } => {
                self.players[player.first_seat()] = Some(seated.clone());
            }
            Event::Left { player, .. } => {
                self.players[player.first_seat()] = None;
                EMPTY_HALF.clone_into(&mut self.halves[player.first_seat()]);
                self.confirmed = BySeat::default();
            }
            Event::Laid { player, half } => {
                self.halves[player.first_seat()].clone_from(half);
                self.confirmed = BySeat::default();
            }
            Event::Confirmed { player } => self.confirmed[player.first_seat()] = true,
            Event::Aborted { .. } => self.closed = true,
            _ => return false,
        }
        true
    }
}

/// A half of two tiles that the computer lays, drawn from `seed`; `None` if the game has no tiles.
fn draw_half(game: &dyn AnyGame, seed: u64) -> Option<String> {
    let tiles = game.info().tiles.first()?.tiles;
    let mut random = SplitMix64::new(seed);
    let mut draw = |tiles: usize| random.below(tiles as u64) as usize;
    let first = draw(tiles.len());
    // Not the same one again, where there is another.
    let second = (first + 1 + draw(tiles.len().saturating_sub(1).max(1))) % tiles.len();
    let mut laid = [first, second].into_iter().map(|tile| {
        let side = ["", "f"][draw(2)];
        let turn = ["", "+90", "+180", "+270"][draw(4)];
        format!("{}{side}{turn}", tiles[tile].name)
    });
    Some(format!("{} {}", laid.next()?, laid.next()?))
}
