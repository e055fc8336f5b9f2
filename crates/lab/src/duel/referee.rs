//! Plays one game between two contestants: moves are judged, clocks are kept, and who makes a mistake loses.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use engine::{Entry, Limits, MonotonicClock, PlayerClock};
use rules::{BySeat, Ending, Lang, Live, Record, ReplayError, SavedGame, Score, Seat, SplitMix64};

use super::contestant::{Contestant, MoveChoice, MoveProvider};
use crate::external::{Fault, FaultKind, MoveLimits};
use crate::failure::Failure;
use crate::messages;

/// Reason of the end of a game that somebody has resigned.
const RESIGNED: &str = "resigned";

/// Conditions of every game.
#[derive(Clone)]
pub(crate) struct Referee {
    pub(crate) entry: Entry,
    /// Time of the two players.
    pub(crate) controls: [TimeControl; 2],
    /// What an engine may take longer for a move than it should.
    pub(crate) grace: Duration,
}

/// What limits the moves of a player.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct TimeControl {
    /// Limits of every move, in addition to those of a player's level.
    pub(crate) limits: Limits,
    /// Clock at the beginning.
    pub(crate) clock: Option<PlayerClock>,
}

/// Finished game.
pub(crate) struct PlayedGame {
    pub(crate) record: Record,
    pub(crate) ending: Ending,
    /// The mistake that has ended it, and who made it.
    pub(crate) fault: Option<(Seat, Fault)>,
    /// Time that the players have taken.
    pub(crate) time_used: BySeat<Duration>,
}

/// How a game has ended, and the mistake that has ended it.
type GameEnd = (Ending, Option<(Seat, Fault)>);

/// Player of a game in progress.
struct GamePlayer<'a> {
    provider: MoveProvider,
    is_engine: bool,
    limits: &'a Limits,
    clock: Option<PlayerClock>,
    time_used: Duration,
}

impl<'a> GamePlayer<'a> {
    const fn new(provider: MoveProvider, is_engine: bool, control: &'a TimeControl) -> Self {
        let TimeControl { limits, clock } = control;
        Self { provider, is_engine, limits, clock: *clock, time_used: Duration::ZERO }
    }
}

impl Referee {
    /// Plays a game to its end; `None` if it was halted before. Random choices come from `random`.
    pub(crate) fn play(
        &self,
        players: [&Contestant; 2],
        seat_of_first: Seat,
        opening: &Record,
        mut random: SplitMix64,
        halt: &AtomicBool,
    ) -> Result<Option<PlayedGame>, Failure> {
        let mut start = |player: usize| {
            let provider = players[player].start_game(&self.entry, random.draw(), halt);
            GamePlayer::new(provider, players[player].is_engine(), &self.controls[player])
        };
        let players = [start(0), start(1)];
        let mut players = by_seat(seat_of_first, players);
        let live = self.entry.game.open(opening);
        let mut live = live.map_err(|error| Failure::replay(&opening.start, error))?;
        let ending = loop {
            let view = live.view();
            if let Some(ending) = view.outcome {
                break (ending, None);
            }
            // An engine need not be asked what it must do.
            if players[view.turn].is_engine
                && let [only] = view.choices.as_slice()
                && only.steps.is_empty()
            {
                play(live.as_mut(), &only.notation)?;
                continue;
            }
            let choice = self.ask(&mut players, live.as_ref(), halt)?;
            if halt.load(Relaxed) {
                return Ok(None);
            }
            if let Some(end) = Self::decide(live.as_mut(), choice, players[view.turn].is_engine)? {
                break end;
            }
        };
        let (ending, fault) = ending;
        let time_used = players.map(|player| player.time_used);
        Ok(Some(PlayedGame { record: live.record().clone(), ending, fault, time_used }))
    }

    /// Asks the player to move for a move, and keeps its time.
    fn ask(
        &self,
        players: &mut BySeat<GamePlayer<'_>>,
        live: &dyn Live,
        halt: &AtomicBool,
    ) -> Result<MoveChoice, Failure> {
        let turn = live.turn();
        let other_clock = players[!turn].clock;
        let player = &mut players[turn];
        let search = Limits { clock: player.clock, ..player.limits.clone() };
        // An opponent without a clock is said to have the same.
        let clocks = player.clock.map(|clock| {
            let clocks = [clock, other_clock.unwrap_or(clock)];
            by_seat(turn, clocks)
        });
        let limits = MoveLimits { search, clocks, grace: self.grace };
        let clock = limits.search.measured_by;
        let started = clock.now();
        let choice = (player.provider)(live.record(), &limits, halt)?;
        let time = clock.now().saturating_sub(started);
        player.time_used += time;
        if let Some(clock) = &mut player.clock {
            clock.remaining = clock.remaining.saturating_sub(time) + clock.increment;
        }
        // The levels keep within their limits, whatever the machine does.
        let allowed = limits.allowed().filter(|_| player.is_engine || limits.clocks.is_some());
        let is_late = allowed.is_some_and(|allowed| time > allowed + self.grace);
        Ok(match (choice, allowed) {
            (MoveChoice::Move(_) | MoveChoice::Resigns, Some(allowed)) if is_late => {
                MoveChoice::Fault(Fault::Overtime(allowed))
            }
            (choice, _) => choice,
        })
    }

    /// Makes the move, or ends the game.
    fn decide(
        live: &mut dyn Live,
        choice: MoveChoice,
        is_engine: bool,
    ) -> Result<Option<GameEnd>, Failure> {
        let turn = live.turn();
        let fault = match choice {
            MoveChoice::Move(text) if is_engine => match live.play(&text) {
                Ok(()) => return Ok(None),
                Err(error) => Fault::IllegalMove(format!("'{text}': {}", error.text.get(Lang::En))),
            },
            MoveChoice::Move(text) => return play(live, &text).map(|()| None),
            MoveChoice::Resigns => {
                return Ok(Some((forfeit(!turn, RESIGNED), None)));
            }
            MoveChoice::Fault(fault) => fault,
        };
        let ending = Ending { text: fault.text(), ..forfeit(!turn, fault.kind().reason()) };
        Ok(Some((ending, Some((turn, fault)))))
    }

    /// Limits of moves as they stand in record files.
    pub(crate) fn time_control(&self) -> Option<String> {
        let [one, other] = self.controls.each_ref().map(TimeControl::notation);
        if one == other {
            return one;
        }
        let text = |notation: Option<String>| notation.unwrap_or_else(|| "-".to_owned());
        Some(format!("{} | {}", text(one), text(other)))
    }

    /// Whether a player has a clock.
    pub(crate) fn has_clock(&self) -> bool {
        self.controls.iter().any(|control| control.clock.is_some())
    }

    /// How a game of a record file has ended; `None` if it is not finished.
    pub(crate) fn saved_ending(&self, saved: &SavedGame) -> Option<(Record, Ending)> {
        let live = self.entry.game.open(&saved.record).ok()?;
        let record = live.record().clone();
        if let Some(ending) = live.outcome() {
            return Some((record, ending));
        }
        let reason = saved.reason.as_deref()?;
        let reason = match FaultKind::find(reason) {
            Some(kind) => kind.reason(),
            None if reason == RESIGNED => RESIGNED,
            None => return None,
        };
        match saved.score {
            Score::Win(winner) => Some((record, forfeit(winner, reason))),
            Score::Draw | Score::Open => None,
        }
    }
}

impl TimeControl {
    /// Notation in record files; `None` without limits.
    fn notation(&self) -> Option<String> {
        let Limits { nodes, time, depth, measured_by, .. } = self.limits;
        let is_timed = time.is_some() || self.clock.is_some();
        let is_cpu_time = is_timed && measured_by != MonotonicClock::default();
        let parts = [
            self.clock.map(|clock| {
                format!("{}+{}", clock.remaining.as_secs_f64(), clock.increment.as_secs_f64())
            }),
            nodes.map(|nodes| format!("{nodes} nodes a move")),
            time.map(|time| format!("{} s a move", time.as_secs_f64())),
            depth.map(|depth| format!("{depth} plies a move")),
            is_cpu_time.then(|| "processor time".to_owned()),
        ];
        let parts: Vec<_> = parts.into_iter().flatten().collect();
        (!parts.is_empty()).then(|| parts.join(", "))
    }
}

/// What belongs to two players by their seats, of which the first player has `seat`.
pub(crate) fn by_seat<T>(seat: Seat, [one, other]: [T; 2]) -> BySeat<T> {
    match seat {
        Seat::First => BySeat { first: one, second: other },
        Seat::Second => BySeat { first: other, second: one },
    }
}

/// End of a game that was not played to its end.
fn forfeit(winner: Seat, reason: &'static str) -> Ending {
    let text = messages::duel::forfeit(reason);
    Ending { winner: Some(winner), reason: reason.into(), text, margin: None }
}

/// Plays a move of a player that cannot make a mistake.
fn play(live: &mut dyn Live, text: &str) -> Result<(), Failure> {
    let index = live.record().moves.len();
    live.play(text).map_err(|error| {
        let entry = text.to_owned();
        Failure::replay(&live.record().start, ReplayError::Entry { index, entry, error })
    })
}
