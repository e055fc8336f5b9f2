//! What `damier bench` says.

use engine::Cost;
use rules::{Lang, Text};

/// What searches to a fixed depth took, in columns.
pub(crate) fn count(name: &str, cost: &Cost) -> Text {
    let name = format!("{name:<14}");
    let nodes = format!("{:>11}", cost.nodes);
    let seconds = padded(&texts::decimal(cost.time.as_secs_f64(), 2), 8);
    let speed = format!("{:>10.0}", cost.speed());
    let (name, nodes) = (("name", name.into()), ("nodes", nodes.into()));
    let (seconds, speed) = (("seconds", seconds.into()), ("speed", speed.into()));
    texts::text("bench-count", &[name, nodes, seconds, speed])
}

pub(crate) fn total() -> Text {
    texts::text("bench-total", &[])
}

/// What a search for a fixed time has reached, in columns; `times` is how many times as many nodes
/// as with one thread that is.
pub(crate) fn race(name: &str, threads: usize, cost: &Cost, times: Option<f64>) -> Text {
    let name = format!("{name:<14}");
    let threads = format!("{threads:>3}");
    let depth = format!("{:>3}", cost.depth);
    let speed = format!("{:>11.0}", cost.speed());
    let (name, threads) = (("name", name.into()), ("threads", threads.into()));
    let (depth, speed) = (("depth", depth.into()), ("speed", speed.into()));
    let line = texts::text("bench-race", &[name, threads, depth, speed]);
    let Some(times) = times else { return line };
    texts::text("bench-times", &[("line", line.into()), ("times", texts::decimal(times, 2).into())])
}

/// Right-aligned.
fn padded(text: &Text, width: usize) -> Text {
    let padded = |lang| format!("{:>width$}", text.get(lang));
    Text::composed(padded(Lang::En), padded(Lang::Fr))
}
