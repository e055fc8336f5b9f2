//! Messages of `damier bench`.

use engine::BenchCost;
use rules::{Lang, Text};

use crate::bench::ServerBenchResult;

/// What searches to a fixed depth took, in columns.
pub(crate) fn count(name: &str, cost: &BenchCost) -> Text {
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
pub(crate) fn race(name: &str, threads: usize, cost: &BenchCost, times: Option<f64>) -> Text {
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

/// What the robots saw of the server, a line each.
pub(crate) fn server(measured: &ServerBenchResult) -> Vec<Text> {
    let number = |value: f64, places| texts::decimal(value, places).into();
    let spread = |[median, most, longest]: [f64; 3]| {
        [("median", number(median, 1)), ("most", number(most, 1)), ("longest", number(longest, 1))]
    };
    let played = [
        ("games", measured.games.to_string().into()),
        ("moves", measured.moves.to_string().into()),
        ("speed", number(measured.moves_per_second, 0)),
        ("errors", measured.errors.to_string().into()),
    ];
    let mut lines = vec![
        texts::text("bench-server-played", &played),
        texts::text("bench-server-acknowledged", &spread(measured.acknowledged)),
        texts::text("bench-server-arrived", &spread(measured.arrived)),
        texts::text("bench-server-commits", &[("moves", number(measured.moves_per_commit, 1))]),
    ];
    if let (Some(connection), Some(game)) =
        (measured.memory_per_connection, measured.memory_per_game)
    {
        let kilobytes = |bytes: i64| number(bytes as f64 / 1024.0, 1);
        let memory = [("connection", kilobytes(connection)), ("game", kilobytes(game))];
        lines.push(texts::text("bench-server-memory", &memory));
    }
    if let Some(bytes) = measured.lobby_bytes_per_second {
        let kilobytes = [("kilobytes", number(bytes / 1000.0, 1))];
        lines.push(texts::text("bench-server-lobby", &kilobytes));
    }
    if let Some(resumed) = &measured.resumed {
        let mut values = spread(resumed.latency).to_vec();
        values.push(("kills", resumed.kills.to_string().into()));
        values.push(("games", resumed.games.to_string().into()));
        lines.push(texts::text("bench-server-resumed", &values));
    }
    if let Some(cancelled) = &measured.cancelled {
        // Above all buckets there is no bound.
        let bound = |bound: Option<f64>| match bound {
            Some(bound) => number(bound, 1),
            None => "> 10000".into(),
        };
        let values = [
            ("cancels", cancelled.cancels.to_string().into()),
            ("median", bound(cancelled.within[0])),
            ("most", bound(cancelled.within[1])),
            ("over", cancelled.over_aim.to_string().into()),
        ];
        lines.push(texts::text("bench-server-cancelled", &values));
    }
    lines
}

/// Several servers without what they share.
pub(crate) fn needs_cluster() -> Text {
    texts::text("bench-server-needs-cluster", &[])
}

/// Right-aligned.
fn padded(text: &Text, width: usize) -> Text {
    let padded = |lang| format!("{:>width$}", text.get(lang));
    Text::composed(padded(Lang::En), padded(Lang::Fr))
}
