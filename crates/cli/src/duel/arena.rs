//! Where the games of a duel are played: on several threads, and told in their order.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use engine::{Entry, Limits, Opponent};
use rules::{BySeat, Ending, Record, ReplayError, Seat, SplitMix64};

use super::openings::Openings;
use super::tally::Points;
use crate::failure::Failure;

/// What the games of a duel have in common.
pub(crate) struct Arena {
    pub(crate) entry: Entry,
    /// The player whose points are counted, and the other.
    pub(crate) players: [&'static Opponent; 2],
    /// What bounds every move, beside what a player is bounded by anyway.
    pub(crate) limits: Limits,
    pub(crate) seed: u64,
    pub(crate) threads: usize,
}

/// A game that has been played.
pub(crate) struct Played {
    /// Its place among all, from 0.
    pub(crate) number: u32,
    pub(crate) record: Record,
    pub(crate) ending: Ending,
}

/// The games to play: pairs with the same opening, the players changing seats.
pub(crate) struct Schedule {
    openings: Openings,
    opening: Option<Record>,
    next: u32,
    games: u32,
}

/// How often the flag is looked at that ends the program.
const LOOK: Duration = Duration::from_millis(50);

/// Where the first of the two players sits in the game of that number.
pub(crate) const fn seat(number: u32) -> Seat {
    if number.is_multiple_of(2) { Seat::First } else { Seat::Second }
}

impl Played {
    /// What the first of the two players has got.
    pub(crate) fn points(&self) -> Points {
        match self.ending.winner {
            None => Points::Draw,
            Some(winner) if winner == seat(self.number) => Points::Win,
            Some(_) => Points::Loss,
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
    /// Plays the games of the schedule, and tells `hear` of each in the order of their numbers,
    /// until that has heard enough or `stop` is raised. What is heard does not depend on the number
    /// of threads, unless moves are bounded by time.
    pub(crate) fn play(
        &self,
        schedule: Schedule,
        stop: &AtomicBool,
        mut hear: impl FnMut(Played) -> Result<ControlFlow<()>, Failure>,
    ) -> Result<(), Failure> {
        let mut next = schedule.next;
        let (schedule, halt) = (Mutex::new(schedule), AtomicBool::new(false));
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            let _halt = Halt(&halt);
            for _ in 0..self.threads {
                let (schedule, halt, sender) = (&schedule, &halt, sender.clone());
                scope.spawn(move || self.work(schedule, halt, &sender));
            }
            drop(sender);
            let mut early = BTreeMap::new();
            while !stop.load(Relaxed) {
                match receiver.recv_timeout(LOOK) {
                    Ok(played) => {
                        let played: Played = played?;
                        early.insert(played.number, played);
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break,
                }
                while let Some(played) = early.remove(&next) {
                    next += 1;
                    if hear(played)?.is_break() {
                        return Ok(());
                    }
                }
            }
            Ok(())
        })
    }

    /// Plays one game after the other.
    fn work(
        &self,
        schedule: &Mutex<Schedule>,
        halt: &AtomicBool,
        sender: &mpsc::Sender<Result<Played, Failure>>,
    ) {
        let next = || schedule.lock().unwrap_or_else(PoisonError::into_inner).next();
        let play = || match next()? {
            Some((number, opening)) => self.play_game(number, &opening, halt),
            None => Ok(None),
        };
        while let Some(played) = play().transpose() {
            let failed = played.is_err();
            if sender.send(played).is_err() || failed {
                break;
            }
        }
    }

    /// Plays a game to its end; `None` if it was halted before.
    fn play_game(
        &self,
        number: u32,
        opening: &Record,
        halt: &AtomicBool,
    ) -> Result<Option<Played>, Failure> {
        let broken = |error| Failure::replay(&opening.start, error);
        let mut random = SplitMix64::new(self.seed ^ SplitMix64::mix(u64::from(number) + 1));
        let [one, other] = self.players.map(|player| player.make(random.draw()));
        let mut thinkers = match seat(number) {
            Seat::First => BySeat { first: one, second: other },
            Seat::Second => BySeat { first: other, second: one },
        };
        let mut live = self.entry.game.open(opening).map_err(broken)?;
        loop {
            let view = live.view();
            if let Some(ending) = view.outcome {
                return Ok(Some(Played { number, record: live.record().clone(), ending }));
            }
            let thinker = &mut thinkers[view.turn];
            let thought = thinker.think(live.record(), &self.limits, halt, &mut |_| ());
            if halt.load(Relaxed) {
                return Ok(None);
            }
            let entry = thought.map_err(broken)?.choice.unwrap_or_default();
            let index = live.record().moves.len();
            live.play(&entry)
                .map_err(|refusal| broken(ReplayError::Entry { index, entry, refusal }))?;
        }
    }
}

/// Halts the threads when the one that listens to them leaves.
struct Halt<'a>(&'a AtomicBool);

impl Drop for Halt<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}
