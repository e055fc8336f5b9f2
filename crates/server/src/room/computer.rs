//! The computer at the board: what it thinks with, and what comes of it.

use std::time::Duration;

use ::room::Duty;
use engine::{AnyReport, Entry, Limits, PlayerClock, Resources};
use play::{Command, Match, Offer, Player, Time, TimeControl, Version, Who};
use wire::Thinking;

use crate::engine_pool::{EnginePool, QueueFull, SearchHandle, SearchRequest};

/// The longest that the computer thinks about a move where no clock says anything.
const PATIENCE: Duration = Duration::from_secs(30);
/// Kept back of the time for a move, for the way.
const RESERVE: Duration = Duration::from_millis(100);
/// How many positions it looks at to judge an offer.
const JUDGEMENT: u64 = 50_000;

/// What the computer thinks about.
pub(super) struct Thinks {
    duty: Duty,
    /// The version of the match that it is about.
    pub(super) version: Version,
    task: SearchHandle,
}

impl Thinks {
    /// Has it thought about.
    pub(super) fn begin(
        duty: Duty,
        version: Version,
        id: &str,
        entry: Entry,
        matching: &Match,
        pool: &EnginePool,
        now: Time,
    ) -> Result<Self, QueueFull> {
        let (thinker, limits): (Box<dyn FnOnce() -> _ + Send>, _) = match duty {
            Duty::Move(player) => {
                let (opponent, seed) = match matching.who(player) {
                    Who::Computer { opponent, seed } => (entry.opponent(opponent), *seed),
                    Who::Human { .. } => (None, 0),
                };
                let limits = limits(matching, player, now);
                match opponent.or(entry.levels.last()) {
                    Some(opponent) => (Box::new(move || opponent.make(seed)), limits),
                    None => (Box::new(move || entry.analyst(Resources::default())), limits),
                }
            }
            Duty::Answer(_) => {
                (Box::new(move || entry.analyst(Resources::default())), Limits::nodes(JUDGEMENT))
            }
        };
        let record = matching.live().record().clone();
        let task = pool.search(SearchRequest {
            client: id.to_owned(),
            make_searcher: thinker,
            record,
            limits,
        })?;
        Ok(Self { duty, version, task })
    }

    /// The computer shall move with what it has.
    pub(super) fn hurry(&self) {
        self.task.stop();
    }

    /// How far it has come, if that is news to those who watch.
    pub(super) fn progress(&mut self) -> Option<Thinking> {
        let Duty::Move(_) = self.duty else { return None };
        let progress = self.task.progress()?;
        Some(Thinking {
            version: self.version,
            depth: progress.depth,
            nodes: progress.nodes,
            time: progress.millis,
        })
    }

    /// The command that follows from a thought.
    pub(super) fn command(&self, matching: &Match, thought: &AnyReport) -> Option<Command> {
        match self.duty {
            Duty::Move(_) => thought.choice.clone().map(|notation| Command::Move { notation }),
            Duty::Answer(player) => {
                let accepts = thought.lines.first().is_some_and(|best| {
                    let own_turn = matching.to_move() == Some(player);
                    let chance = if own_turn { best.chance } else { 1.0 - best.chance };
                    chance <= 0.5
                });
                let offer = Offer::Draw;
                Some(if accepts { Command::Accept { offer } } else { Command::Decline { offer } })
            }
        }
    }
}

/// How long `player` may think about a move.
fn limits(matching: &Match, player: Player, now: Time) -> Limits {
    let left = matching.clock().map(|clock| clock.left(matching.seat(player), now));
    let left = left.map(Duration::from_millis);
    match (matching.start().time, left) {
        (TimeControl::Game { increment, .. }, Some(left)) => {
            let increment = Duration::from_millis(increment);
            Limits {
                time: Some(PATIENCE),
                clock: Some(PlayerClock { remaining: left, increment }),
                ..Limits::default()
            }
        }
        (TimeControl::Move { .. }, Some(left)) => {
            let time = left.saturating_sub(RESERVE).max(left / 2);
            Limits::time(time.min(PATIENCE))
        }
        _ => Limits::time(PATIENCE),
    }
}

/// Waits for what the computer thinks; for ever if it does not.
pub(super) async fn next_thought(thinking: &mut Option<Thinks>) -> Option<AnyReport> {
    match thinking {
        Some(thinks) => thinks.task.result().await,
        None => std::future::pending().await,
    }
}
