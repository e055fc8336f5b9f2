//! Plays one game between two contestants: moves are judged, clocks are kept, and who makes a mistake loses.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use engine::{Entry, Limits, PlayerClock};
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
    /// Limits of every move, in addition to those of a player's level.
    pub(crate) limits: Limits,
    /// Clock of both players at the beginning.
    pub(crate) clock: Option<PlayerClock>,
    /// What an engine may take longer for a move than it should.
    pub(crate) grace: Duration,
}

/// Finished game.
pub(crate) struct PlayedGame {
    pub(crate) record: Record,
    pub(crate) ending: Ending,
    /// The mistake that has ended it, and who made it.
    pub(crate) fault: Option<(Seat, Fault)>,
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
        let is_engine = by_seat(seat_of_first, players.map(Contestant::is_engine));
        let providers = players.map(|player| player.start_game(&self.entry, random.draw(), halt));
        let mut providers = by_seat(seat_of_first, providers);
        let mut clocks = self.clock.map(|clock| BySeat { first: clock, second: clock });
        let live = self.entry.game.open(opening);
        let mut live = live.map_err(|error| Failure::replay(&opening.start, error))?;
        loop {
            let view = live.view();
            if let Some(ending) = view.outcome {
                let record = live.record().clone();
                return Ok(Some(PlayedGame { record, ending, fault: None }));
            }
            // An engine need not be asked what it must do.
            if is_engine[view.turn]
                && let [only] = view.choices.as_slice()
                && only.steps.is_empty()
            {
                play(live.as_mut(), &only.notation)?;
                continue;
            }
            let provider = &mut providers[view.turn];
            let choice = self.ask(provider, is_engine[view.turn], live.as_ref(), &mut clocks, halt);
            let choice = choice?;
            if halt.load(Relaxed) {
                return Ok(None);
            }
            if let Some(played) = Self::decide(live.as_mut(), choice, is_engine[view.turn])? {
                return Ok(Some(played));
            }
        }
    }

    /// Asks a player for a move, and keeps its time.
    fn ask(
        &self,
        provider: &mut MoveProvider,
        is_engine: bool,
        live: &dyn Live,
        clocks: &mut Option<BySeat<PlayerClock>>,
        halt: &AtomicBool,
    ) -> Result<MoveChoice, Failure> {
        let turn = live.turn();
        let clock = clocks.map(|clocks| clocks[turn]);
        let search = Limits { clock, ..self.limits.clone() };
        let limits = MoveLimits { search, clocks: *clocks, grace: self.grace };
        let started = Instant::now();
        let choice = provider(live.record(), &limits, halt)?;
        let time = started.elapsed();
        if let Some(clocks) = clocks {
            let clock = &mut clocks[turn];
            clock.remaining = clock.remaining.saturating_sub(time) + clock.increment;
        }
        // The levels keep within their limits, whatever the machine does.
        let allowed = limits.allowed().filter(|_| is_engine || limits.clocks.is_some());
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
    ) -> Result<Option<PlayedGame>, Failure> {
        let turn = live.turn();
        let fault = match choice {
            MoveChoice::Move(text) if is_engine => match live.play(&text) {
                Ok(()) => return Ok(None),
                Err(error) => Fault::IllegalMove(format!("'{text}': {}", error.text.get(Lang::En))),
            },
            MoveChoice::Move(text) => return play(live, &text).map(|()| None),
            MoveChoice::Resigns => {
                let ending = forfeit(!turn, RESIGNED);
                let record = live.record().clone();
                return Ok(Some(PlayedGame { record, ending, fault: None }));
            }
            MoveChoice::Fault(fault) => fault,
        };
        let ending = Ending { text: fault.text(), ..forfeit(!turn, fault.kind().reason()) };
        let record = live.record().clone();
        Ok(Some(PlayedGame { record, ending, fault: Some((turn, fault)) }))
    }

    /// Limits of moves as they stand in record files.
    pub(crate) fn time_control(&self) -> Option<String> {
        let Limits { nodes, time, depth, .. } = self.limits;
        let parts = [
            self.clock.map(|clock| {
                format!("{}+{}", clock.remaining.as_secs_f64(), clock.increment.as_secs_f64())
            }),
            nodes.map(|nodes| format!("{nodes} nodes a move")),
            time.map(|time| format!("{} s a move", time.as_secs_f64())),
            depth.map(|depth| format!("{depth} plies a move")),
        ];
        let parts: Vec<_> = parts.into_iter().flatten().collect();
        (!parts.is_empty()).then(|| parts.join(", "))
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
