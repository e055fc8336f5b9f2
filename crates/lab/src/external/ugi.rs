//! The controller's side of UGI.

use std::fmt::Write;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use engine::Entry;
use rules::Record;

use super::{Dialect, EngineAnswer, EngineProcess, Fault, MoveLimits};

/// Time of a move that nothing limits.
const DEFAULT_MOVE_TIME: Duration = Duration::from_secs(1);

/// How long an engine may take to stop.
const STOP_TIMEOUT: Duration = Duration::from_millis(500);

/// Session with a UGI engine. Every question says the whole position.
pub(super) struct UgiDialect;

impl Dialect for UgiDialect {
    fn introduce(
        &mut self,
        process: &mut EngineProcess,
        entry: &Entry,
        deadline: Instant,
        halt: &AtomicBool,
    ) -> Result<(), Fault> {
        process.send("ugi");
        let mut has_games = false;
        process.wait_for(deadline, halt, |line| {
            has_games |= line.starts_with("option name Game ");
            (line == "ugiok").then_some(())
        })?;
        if has_games {
            process.send(&format!("setoption name Game value {}", entry.game.info().id));
        }
        process.send("isready");
        process.wait_for(deadline, halt, |line| (line == "readyok").then_some(()))?;
        process.send("uginewgame");
        process.send("isready");
        process.wait_for(deadline, halt, |line| (line == "readyok").then_some(()))
    }

    fn choose(
        &mut self,
        process: &mut EngineProcess,
        record: &Record,
        limits: &MoveLimits,
        deadline: Instant,
        halt: &AtomicBool,
    ) -> Result<EngineAnswer, Fault> {
        process.send(&position_command(record));
        process.send(&go_command(limits));
        let best = match process.wait_for(deadline, halt, best_move) {
            Err(Fault::Halted) => {
                // It may be asked for the best that it has found.
                process.send("stop");
                let deadline = Instant::now() + STOP_TIMEOUT;
                process.wait_for(deadline, &AtomicBool::new(false), best_move)
            }
            best => best,
        };
        best.map(EngineAnswer::Move)
    }
}

/// The move of a line that ends a search.
pub(crate) fn best_move(line: &str) -> Option<String> {
    let best = line.strip_prefix("bestmove")?.split_whitespace().next();
    Some(best.unwrap_or_default().to_owned())
}

/// The position at the end of a record.
pub(crate) fn position_command(record: &Record) -> String {
    let mut command = format!("position fen {}", record.start);
    if !record.moves.is_empty() {
        let _ = write!(command, " moves {}", record.moves.join(" "));
    }
    command
}

fn go_command(limits: &MoveLimits) -> String {
    let mut command = "go".to_owned();
    let mut limit = |name: &str, value: u128| {
        let _ = write!(command, " {name} {value}");
    };
    if let Some(clocks) = &limits.clocks {
        limit("p1time", clocks.first.remaining.as_millis());
        limit("p2time", clocks.second.remaining.as_millis());
        limit("p1inc", clocks.first.increment.as_millis());
        limit("p2inc", clocks.second.increment.as_millis());
    }
    let search = &limits.search;
    let is_limited = search.nodes.is_some() || search.depth.is_some() || limits.clocks.is_some();
    let time = search.time.or_else(|| (!is_limited).then_some(DEFAULT_MOVE_TIME));
    if let Some(time) = time {
        limit("movetime", time.as_millis());
    }
    if let Some(nodes) = search.nodes {
        limit("nodes", nodes.into());
    }
    if let Some(depth) = search.depth {
        limit("depth", depth.into());
    }
    command
}

#[cfg(test)]
mod tests {
    use engine::{Limits, PlayerClock};
    use rules::BySeat;

    use super::*;

    #[test]
    fn limits_are_sent_together() {
        let second = Duration::from_secs(1);
        let mut limits = MoveLimits::default();
        assert_eq!(go_command(&limits), "go movetime 1000");
        limits.search = Limits { nodes: Some(5), depth: Some(3), ..Limits::default() };
        assert_eq!(go_command(&limits), "go nodes 5 depth 3");
        let clock = |remaining| PlayerClock { remaining, increment: second / 10 };
        limits.clocks = Some(BySeat { first: clock(second), second: clock(second * 2) });
        let clocks = "p1time 1000 p2time 2000 p1inc 100 p2inc 100";
        assert_eq!(go_command(&limits), format!("go {clocks} nodes 5 depth 3"));
    }
}
