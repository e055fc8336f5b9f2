//! Plays the games of a duel on several threads and delivers them in order.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use rules::{Ending, Record, Seat, SplitMix64};

use super::contestant::Contestant;
use super::openings::Openings;
use super::referee::{PlayedGame, Referee};
use super::win_draw_loss::GameResult;
use crate::external::{Fault, FaultKind};
use crate::failure::Failure;
use crate::parallel::work_in_order;

/// Configuration of a duel.
pub(crate) struct Arena {
    pub(crate) referee: Referee,
    /// The player whose score is kept, and the other.
    pub(crate) players: [Contestant; 2],
    pub(crate) seed: u64,
    pub(crate) threads: usize,
}

/// Finished game of a duel.
pub(crate) struct DuelGame {
    /// Number among all games, from 0.
    pub(crate) number: u32,
    pub(crate) record: Record,
    pub(crate) ending: Ending,
    /// The mistake that has ended it, and who made it; `None` in a game that was read from a file.
    pub(crate) fault: Option<(Seat, Fault)>,
    /// Kind of the mistake of the player who has lost.
    pub(crate) kind: Option<FaultKind>,
    /// Time that the players have taken, by player; `None` in a game that was read from a file.
    pub(crate) time_used: Option<[Duration; 2]>,
}

/// Games to play: pairs with the same opening, in which the players change seats.
pub(crate) struct Schedule {
    openings: Openings,
    opening: Option<Record>,
    next: u32,
    games: u32,
}

/// Seat of the first of the two players in the game of that number.
pub(crate) const fn seat(number: u32) -> Seat {
    if number.is_multiple_of(2) { Seat::First } else { Seat::Second }
}

impl DuelGame {
    /// Result of the first of the two players.
    pub(crate) fn result(&self) -> GameResult {
        match self.ending.winner {
            None => GameResult::Draw,
            Some(winner) if winner == seat(self.number) => GameResult::Win,
            Some(_) => GameResult::Loss,
        }
    }
}

impl Schedule {
    pub(crate) const fn new(openings: Openings, games: u32) -> Self {
        Self { openings, opening: None, next: 0, games }
    }

    /// The number of the next game and how it begins; `None` when all have begun.
    pub(crate) fn next(&mut self) -> Result<Option<(u32, Record)>, Failure> {
        if self.next == self.games {
            return Ok(None);
        }
        let number = self.next;
        self.next += 1;
        let opening = match self.opening.take() {
            Some(opening) => opening,
            None => self.opening.insert(self.openings.next()?).clone(),
        };
        Ok(Some((number, opening)))
    }
}

impl Arena {
    /// Plays the games of the schedule and passes them to `consume` in the order of their numbers, until
    /// that breaks or `stop` is raised. The games do not depend on the number of threads, unless moves are
    /// limited by time.
    pub(crate) fn play(
        &self,
        schedule: Schedule,
        stop: &AtomicBool,
        mut consume: impl FnMut(DuelGame) -> Result<ControlFlow<()>, Failure>,
    ) -> Result<(), Failure> {
        let first = schedule.next;
        let schedule = Mutex::new(schedule);
        let work = |halt: &AtomicBool| {
            let next = schedule.lock().unwrap_or_else(PoisonError::into_inner).next()?;
            let Some((number, opening)) = next else { return Ok(None) };
            Ok(self.play_game(number, &opening, halt)?.map(|played| (number, played)))
        };
        work_in_order(self.threads, first, stop, work, |_, played| consume(played))
    }

    /// Plays a game to its end; `None` if it was halted before.
    fn play_game(
        &self,
        number: u32,
        opening: &Record,
        halt: &AtomicBool,
    ) -> Result<Option<DuelGame>, Failure> {
        let random = SplitMix64::new(self.seed ^ SplitMix64::mix(u64::from(number) + 1));
        let played =
            self.referee.play(self.players.each_ref(), seat(number), opening, random, halt)?;
        Ok(played.map(|PlayedGame { record, ending, fault, time_used }| {
            let kind = fault.as_ref().map(|(_, fault)| fault.kind());
            let seat = seat(number);
            let time_used = Some([time_used[seat], time_used[!seat]]);
            DuelGame { number, record, ending, fault, kind, time_used }
        }))
    }
}

#[cfg(test)]
mod tests {
    use engine::{Entry, PlayerClock};
    use rules::Setup;

    use super::*;

    fn referee(entry: Entry) -> Referee {
        Referee { entry, controls: Default::default(), grace: Duration::ZERO }
    }

    /// The games of a duel between two weak players, of which so many are taken.
    fn duel(threads: usize, games: u32, consumed: usize) -> Vec<(u32, Record)> {
        let entry = games::CATALOGUE[0];
        let player = |id| Contestant::Player(entry.opponent(id).expect("a player"));
        let players = [player("easy"), player("random")];
        let arena = Arena { referee: referee(entry), players, seed: 7, threads };
        let openings = Openings::new(entry, Setup::default(), None, 7).ok().expect("openings");
        let mut games_so_far = Vec::new();
        let consume = |played: DuelGame| {
            games_so_far.push((played.number, played.record));
            let enough = games_so_far.len() == consumed;
            Ok(if enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        };
        let stop = AtomicBool::new(false);
        assert!(arena.play(Schedule::new(openings, games), &stop, consume).is_ok());
        games_so_far
    }

    #[test]
    fn the_games_do_not_depend_on_the_threads() {
        let alone = duel(1, 13, usize::MAX);
        let numbers: Vec<_> = alone.iter().map(|(number, _)| *number).collect();
        assert_eq!(numbers, (0..13).collect::<Vec<_>>());
        assert_eq!(alone, duel(4, 13, usize::MAX));
        assert_eq!(alone[..5], duel(3, 13, 5));
    }

    #[test]
    fn pairs_share_their_opening() {
        for pair in duel(2, 12, usize::MAX).chunks(2) {
            assert_eq!(pair[0].1.moves[..4], pair[1].1.moves[..4]);
        }
    }

    #[test]
    fn the_time_of_each_player_is_measured_by_its_own_clock() {
        let entry = games::CATALOGUE[0];
        let player = |id| Contestant::Player(entry.opponent(id).expect("a player"));
        let mut referee = referee(entry);
        // A clock that has run out: whoever has it loses by the first move that takes any time.
        let clock = PlayerClock { remaining: Duration::ZERO, increment: Duration::ZERO };
        referee.controls[1].clock = Some(clock);
        let players = [player("random"), player("easy")];
        let arena = Arena { referee, players, seed: 7, threads: 1 };
        let openings = Openings::new(entry, Setup::default(), None, 7).ok().expect("openings");
        let mut games = Vec::new();
        let consume = |played: DuelGame| {
            games.push(played);
            Ok(ControlFlow::Continue(()))
        };
        let stop = AtomicBool::new(false);
        assert!(arena.play(Schedule::new(openings, 4), &stop, consume).is_ok());
        for game in games {
            assert_eq!(game.kind, Some(FaultKind::Overtime), "{}", game.number);
            assert_eq!(game.result(), GameResult::Win, "{}", game.number);
            assert!(game.time_used.is_some_and(|[_, other]| other > Duration::ZERO));
        }
    }

    #[test]
    fn nothing_is_played_after_the_stop() {
        let entry = games::CATALOGUE[0];
        let player = Contestant::Player(entry.opponent("maximum").expect("a player"));
        let players = [player.clone(), player];
        let arena = Arena { referee: referee(entry), players, seed: 1, threads: 2 };
        let openings = Openings::new(entry, Setup::default(), None, 1).ok().expect("openings");
        let consume = |_: DuelGame| panic!("no game can have been finished");
        let stop = AtomicBool::new(true);
        assert!(arena.play(Schedule::new(openings, 100), &stop, consume).is_ok());
    }
}
