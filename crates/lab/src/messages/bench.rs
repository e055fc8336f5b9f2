//! Messages of `damier bench`.

use engine::BenchCost;
use rules::{Lang, Text};
use texts::text;

use crate::bench::ServerBenchResult;

/// What searches to a fixed depth took, in columns.
pub(crate) fn count(name: &str, cost: &BenchCost) -> Text {
    let name = format!("{name:<14}");
    let nodes = format!("{:>11}", cost.nodes);
    let seconds = padded(&texts::decimal(cost.time.as_secs_f64(), 2), 8);
    let speed = format!("{:>10.0}", cost.speed());
    text!("bench-count", name, nodes, seconds, speed)
}

/// What a search for a fixed time has reached, in columns; `times` is how many times as many nodes
/// as with one thread that is.
pub(crate) fn race(name: &str, threads: usize, cost: &BenchCost, times: Option<f64>) -> Text {
    let name = format!("{name:<14}");
    let threads = format!("{threads:>3}");
    let depth = format!("{:>3}", cost.depth);
    let speed = format!("{:>11.0}", cost.speed());
    let line = text!("bench-race", name, threads, depth, speed);
    let Some(times) = times else { return line };
    text!("bench-times", line, times = texts::decimal(times, 2))
}

/// What the robots saw of the server, a line each.
pub(crate) fn server(measured: &ServerBenchResult) -> Vec<Text> {
    let tenths = |value: f64| texts::decimal(value, 1);
    let [acknowledged, acknowledged_most, acknowledged_longest] = measured.acknowledged.map(tenths);
    let [arrived, arrived_most, arrived_longest] = measured.arrived.map(tenths);
    let mut lines = vec![
        text!(
            "bench-server-played",
            games = measured.games.to_string(),
            moves = measured.moves.to_string(),
            speed = texts::decimal(measured.moves_per_second, 0),
            errors = measured.errors.to_string()
        ),
        text!(
            "bench-server-acknowledged",
            median = acknowledged,
            most = acknowledged_most,
            longest = acknowledged_longest
        ),
        text!(
            "bench-server-arrived",
            median = arrived,
            most = arrived_most,
            longest = arrived_longest
        ),
        text!("bench-server-commits", moves = tenths(measured.moves_per_commit)),
    ];
    if let (Some(connection), Some(game)) =
        (measured.memory_per_connection, measured.memory_per_game)
    {
        let kilobytes = |bytes: i64| tenths(bytes as f64 / 1024.0);
        lines.push(text!(
            "bench-server-memory",
            connection = kilobytes(connection),
            game = kilobytes(game)
        ));
    }
    if let Some(bytes) = measured.lobby_bytes_per_second {
        lines.push(text!("bench-server-lobby", kilobytes = tenths(bytes / 1000.0)));
    }
    if let Some(resumed) = &measured.resumed {
        let [median, most, longest] = resumed.latency.map(tenths);
        let (kills, games) = (resumed.kills.to_string(), resumed.games.to_string());
        lines.push(text!("bench-server-resumed", kills, games, median, most, longest));
    }
    if let Some(cancelled) = &measured.cancelled {
        // Above all buckets there is no bound.
        let bound = |bound: Option<f64>| match bound {
            Some(bound) => tenths(bound),
            None => Text::new("> 10000", "> 10000"),
        };
        lines.push(text!(
            "bench-server-cancelled",
            cancels = cancelled.cancels.to_string(),
            median = bound(cancelled.within[0]),
            most = bound(cancelled.within[1]),
            over = cancelled.over_aim.to_string()
        ));
    }
    lines
}

/// Right-aligned.
fn padded(text: &Text, width: usize) -> Text {
    let padded = |lang| format!("{:>width$}", text.get(lang));
    Text::composed(padded(Lang::En), padded(Lang::Fr))
}
