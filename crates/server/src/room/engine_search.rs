//! Searches of the engine for a computer player.

use std::time::Duration;

use ::room::EngineTask;
use engine::{AnyReport, Entry, Limits, PlayerClock, Resources};
use play::{Command, Match, Offer, Player, Time, TimeControl, Version, Who};
use wire::Thinking;

use crate::engine_pool::{EnginePool, QueueFull, SearchHandle, SearchRequest, SearcherSource};
use crate::tenant::Tenant;

/// The longest search for a move, whatever the clock allows.
const MOVE_TIME_MAX: Duration = Duration::from_secs(30);
/// Part of the time for a move that is left for the way to the room.
const MOVE_OVERHEAD: Duration = Duration::from_millis(100);
/// Nodes of the search that judges the offer of a draw.
pub const DRAW_OFFER_NODES: u64 = 50_000;

/// A search for an engine task of a room. Dropping it stops the search.
pub(super) struct EngineSearch {
    pub(super) engine_task: EngineTask,
    /// The version of the match that it is about.
    pub(super) version: Version,
    task: SearchHandle,
}

impl EngineSearch {
    /// Starts a search that is charged to `tenant`, unless the queue of searches is full.
    pub(super) fn start(
        engine_task: EngineTask,
        version: Version,
        tenant: Tenant,
        entry: Entry,
        current_match: &Match,
        pool: &EnginePool,
        now: Time,
    ) -> Result<Self, QueueFull> {
        let analyst = SearcherSource::Analyst { entry, resources: Resources::default() };
        let (searcher, limits, expected_nodes) = match engine_task {
            EngineTask::ChooseMove(player) => {
                let (opponent, seed) = match current_match.who(player) {
                    Who::Computer { opponent, seed } => (entry.opponent(opponent), *seed),
                    Who::Human { .. } => (None, 0),
                };
                let limits = move_limits(current_match, player, now);
                match opponent.or(entry.levels.last()) {
                    Some(opponent) => {
                        let searcher = SearcherSource::Opponent { entry, opponent, seed };
                        (searcher, limits, opponent.expected_nodes())
                    }
                    None => (analyst, limits, u64::MAX),
                }
            }
            EngineTask::AnswerDraw(_) => {
                (analyst, Limits::nodes(DRAW_OFFER_NODES), DRAW_OFFER_NODES)
            }
        };
        let record = current_match.live().record().clone();
        let request = SearchRequest { tenant, expected_nodes, searcher, record, limits };
        let task = pool.search(request)?;
        Ok(Self { engine_task, version, task })
    }

    /// Ends the search with what it has found so far.
    pub(super) fn hurry(&self) {
        self.task.stop();
    }

    /// Progress that has not been reported yet; `None` for what is not shown.
    pub(super) fn progress(&mut self) -> Option<Thinking> {
        let EngineTask::ChooseMove(_) = self.engine_task else { return None };
        let progress = self.task.progress()?;
        Some(Thinking {
            version: self.version,
            depth: progress.depth,
            nodes: progress.nodes,
            time: progress.millis,
        })
    }

    /// The command of the computer player that follows from the result.
    pub(super) fn command(&self, current_match: &Match, report: &AnyReport) -> Option<Command> {
        match self.engine_task {
            EngineTask::ChooseMove(_) => {
                report.choice.clone().map(|notation| Command::Move { notation })
            }
            EngineTask::AnswerDraw(player) => Some(draw_answer(current_match, player, report)),
        }
    }
}

/// Answer of a computer player to the offer of a draw: it accepts what it does not expect to improve on.
pub fn draw_answer(current_match: &Match, player: Player, report: &AnyReport) -> Command {
    let accepts = report.lines.first().is_some_and(|best| {
        let own_turn = current_match.to_move() == Some(player);
        let chance = if own_turn { best.chance } else { 1.0 - best.chance };
        chance <= 0.5
    });
    let offer = Offer::Draw;
    if accepts { Command::Accept { offer } } else { Command::Decline { offer } }
}

/// How long `player` may think about a move.
pub fn move_limits(current_match: &Match, player: Player, now: Time) -> Limits {
    let left = current_match.clock().map(|clock| clock.left(current_match.seat(player), now));
    let left = left.map(Duration::from_millis);
    match (current_match.start().time, left) {
        (TimeControl::Game { increment, .. }, Some(left)) => {
            let increment = Duration::from_millis(increment);
            Limits {
                time: Some(MOVE_TIME_MAX),
                clock: Some(PlayerClock { remaining: left, increment }),
                ..Limits::default()
            }
        }
        (TimeControl::Move { .. }, Some(left)) => {
            let time = left.saturating_sub(MOVE_OVERHEAD).max(left / 2);
            Limits::time(time.min(MOVE_TIME_MAX))
        }
        _ => Limits::time(MOVE_TIME_MAX),
    }
}

/// Waits for the result of the search; for ever if there is none.
pub(super) async fn next_report(search: &mut Option<EngineSearch>) -> Option<AnyReport> {
    match search {
        Some(search) => search.task.result().await,
        None => std::future::pending().await,
    }
}
