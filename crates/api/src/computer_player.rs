//! Computer players of matches: what they search, and what follows from the result.

use std::time::Duration;

use engine::{AnyReport, Entry, Limits, PlayerClock, Resources};
use play::{Command, Match, Offer, Player, Time, TimeControl, Version, Who};
use room::EngineTask;
use wire::Thinking;
use work::{WorkRequest, WorkTask};

/// The longest search for a move where many share the engine, whatever the clock allows.
pub const MOVE_TIME_MAX: Duration = Duration::from_secs(30);
/// Part of the time for a move that is left for the way to the room.
const MOVE_OVERHEAD: Duration = Duration::from_millis(100);
/// Nodes of the search that judges the offer of a draw.
const DRAW_OFFER_NODES: u64 = 50_000;

/// What an engine is asked for a task of a room; for a move it has `move_time_max` at most.
pub(crate) fn engine_request(
    task: EngineTask,
    entry: &Entry,
    current_match: &Match,
    now: Time,
    move_time_max: Option<Duration>,
) -> WorkRequest {
    let record = current_match.live().record().clone();
    let search =
        |record, limits| WorkTask::Search { record, limits, table: Resources::default().table };
    let task = match task {
        EngineTask::ChooseMove(player) => {
            let (opponent, seed) = match current_match.who(player) {
                Who::Computer { opponent, seed } => (entry.opponent(opponent), *seed),
                Who::Human { .. } => (None, 0),
            };
            let limits = move_limits(current_match, player, now, move_time_max);
            match opponent.or(entry.levels.last()) {
                Some(opponent) => {
                    WorkTask::Move { opponent: opponent.id.to_owned(), seed, record, limits }
                }
                None => search(record, limits),
            }
        }
        EngineTask::AnswerDraw(_) => search(record, Limits::nodes(DRAW_OFFER_NODES)),
    };
    WorkRequest::new(entry, task)
}

/// The command of the computer player that follows from the result of a search.
pub(crate) fn computer_command(
    task: EngineTask,
    current_match: &Match,
    report: &AnyReport,
) -> Option<Command> {
    match task {
        EngineTask::ChooseMove(_) => {
            report.choice.clone().map(|notation| Command::Move { notation })
        }
        EngineTask::AnswerDraw(player) => Some(draw_answer(current_match, player, report)),
    }
}

/// What subscribers are shown of the progress of a search; `None` for what is not shown.
pub(crate) fn thinking(task: EngineTask, version: Version, report: &AnyReport) -> Option<Thinking> {
    let EngineTask::ChooseMove(_) = task else { return None };
    let AnyReport { depth, nodes, time, .. } = *report;
    Some(Thinking { version, depth, nodes, time: time.as_millis() as u64 })
}

/// Answer of a computer player to the offer of a draw: it accepts what it does not expect to improve on.
fn draw_answer(current_match: &Match, player: Player, report: &AnyReport) -> Command {
    let accepts = report.lines.first().is_some_and(|best| {
        let own_turn = current_match.to_move() == Some(player);
        let chance = if own_turn { best.chance } else { 1.0 - best.chance };
        chance <= 0.5
    });
    let offer = Offer::Draw;
    if accepts { Command::Accept { offer } } else { Command::Decline { offer } }
}

/// How long `player` may think about a move: `most` at most, whatever the clock allows.
fn move_limits(current_match: &Match, player: Player, now: Time, most: Option<Duration>) -> Limits {
    let left = current_match.clock().map(|clock| clock.left(current_match.seat(player), now));
    let left = left.map(Duration::from_millis);
    match (current_match.start().time, left) {
        (TimeControl::Game { increment, .. }, Some(left)) => {
            let increment = Duration::from_millis(increment);
            Limits {
                time: most,
                clock: Some(PlayerClock { remaining: left, increment }),
                ..Limits::default()
            }
        }
        (TimeControl::Move { .. }, Some(left)) => {
            let time = left.saturating_sub(MOVE_OVERHEAD).max(left / 2);
            Limits::time(most.map_or(time, |most| time.min(most)))
        }
        _ => Limits { time: most, ..Limits::default() },
    }
}
