//! `cargo xtask measure cluster`: what PostgreSQL, NATS and several nodes cost, as tables for `docs/benchmarks.md`.
//! Everything is measured in one run, in turns, so that whatever else the machine does disturbs all alike.

use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

use crate::arguments;
use crate::outcome::{Failure, Outcome, TaskResult};
use crate::process::capture;
use crate::released::{self, Services};

/// Rounds in which all set-ups take their turns.
const ROUNDS: usize = 3;
/// Load under which moves are stored as fast as they can be.
const PEAK: [&str; 6] = ["--games", "500", "--rate", "0", "--seconds", "8"];
/// Load under which moves go from node to node: 500 games, a move a second each.
const STEADY: [&str; 6] = ["--games", "500", "--rate", "1", "--seconds", "20"];
/// Load under which nodes are killed.
const KILLS: [&str; 6] = ["--games", "100", "--rate", "1", "--kills", "21"];
/// Load under which analyses at a worker are cancelled.
const CANCELS: [&str; 8] = ["--games", "100", "--rate", "1", "--seconds", "10", "--cancels", "300"];

/// Measures the program as it is released.
pub(crate) fn run(words: &[String]) -> TaskResult {
    let missing = arguments::install(words)?;
    let services = Services::start(missing, &[])?;
    let bench = Bench { program: released::program()?, services };
    let mut rounds = Vec::new();
    for round in 1..=ROUNDS {
        eprintln!("round {round} of {ROUNDS}");
        for (name, setup) in SETUPS {
            rounds.push((name, bench.run(setup, &PEAK)?));
        }
    }
    print_peaks(&rounds);
    eprintln!("from node to node");
    let steady = bench.run(Setup::Nodes, &STEADY)?;
    eprintln!("kills");
    let kills = bench.run(Setup::Nodes, &KILLS)?;
    eprintln!("cancels");
    let cancels = bench.run(Setup::Workers, &CANCELS)?;
    print_latencies(&steady, &kills, &cancels);
    Ok(Outcome::Complete)
}

/// What the servers of a measurement share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Setup {
    /// One server with its file.
    Sqlite,
    /// One server with a database.
    Postgres,
    /// Three with a database and NATS.
    Nodes,
    /// One with its file, NATS and a worker.
    Workers,
}

/// Set-ups whose peaks are compared.
const SETUPS: [(&str, Setup); 3] = [
    ("SQLite, one server", Setup::Sqlite),
    ("PostgreSQL, one server", Setup::Postgres),
    ("PostgreSQL and NATS, three nodes", Setup::Nodes),
];

/// The program and the services that are measured.
struct Bench {
    program: PathBuf,
    services: Services,
}

impl Bench {
    /// Runs the load test once, each time with an empty database.
    fn run(&self, setup: Setup, load: &[&str]) -> Result<Value, Failure> {
        let mut command = Command::new(&self.program);
        command.args(["bench", "server", "--load-only", "--json"]).args(load);
        if matches!(setup, Setup::Postgres | Setup::Nodes) {
            command.arg("--database").arg(self.services.postgres.create_database());
        }
        if matches!(setup, Setup::Nodes | Setup::Workers) {
            command.args(["--nats", self.services.nats.url()]);
        }
        if setup == Setup::Nodes {
            command.args(["--nodes", "3"]);
        }
        let output = capture(&mut command)?;
        serde_json::from_str(&output)
            .map_err(|error| Failure::Task(format!("damier bench server: {error}\n{output}")))
    }
}

/// Prints the peaks of all rounds, and their means compared with the first set-up.
fn print_peaks(rounds: &[(&str, Value)]) {
    println!(
        "\n| | moves/s in each round | mean | of SQLite | p99 to acknowledgement | moves a commit |"
    );
    println!("|---|---|---|---|---|---|");
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len().max(1) as f64;
    let mut first = None;
    for (name, _) in SETUPS {
        let own: Vec<_> = rounds.iter().filter(|(of, _)| *of == name).map(|(_, it)| it).collect();
        let speeds: Vec<_> = own.iter().map(|it| number(&it["moves_per_second"])).collect();
        let latencies: Vec<_> = own.iter().map(|it| number(&it["acknowledged"][1])).collect();
        let commits: Vec<_> = own.iter().map(|it| number(&it["moves_per_commit"])).collect();
        let listed = |values: &[f64]| {
            values.iter().map(|value| format!("{value:.0}")).collect::<Vec<_>>().join(", ")
        };
        let base = *first.get_or_insert_with(|| mean(&speeds));
        println!(
            "| {name} | {} | {:.0} | {:.2} | {} ms | {:.1} |",
            listed(&speeds),
            mean(&speeds),
            mean(&speeds) / base,
            listed(&latencies),
            mean(&commits)
        );
    }
}

/// Prints the latencies between nodes, after kills, and of cancels.
fn print_latencies(steady: &Value, kills: &Value, cancels: &Value) {
    let spread = |values: &Value, unit: f64| {
        let [median, most, longest] = [0, 1, 2].map(|index| number(&values[index]) / unit);
        format!("{median:.2} | {most:.2} | {longest:.2}")
    };
    let cancelled = &cancels["cancelled"];
    let bound = |index: usize| match cancelled["within"][index].as_f64() {
        Some(bound) => format!("≤ {bound:.1}"),
        None => "> 10000".to_owned(),
    };
    println!("\n| | median | p99 | longest |\n|---|---|---|---|");
    println!(
        "| move on one node to the opponent on another, {} games, {:.0} moves/s (ms) | {} |",
        steady["games"],
        number(&steady["moves_per_second"]),
        spread(&steady["arrived"], 1.0)
    );
    println!(
        "| killed node to the next move of its player, {} kills, {} players (s) | {} |",
        kills["resumed"]["kills"],
        kills["resumed"]["games"],
        spread(&kills["resumed"]["latency"], 1000.0)
    );
    println!(
        "| cancel to the end of a search at a worker, {} cancels, {} over 50 ms (ms) | {} | {} | |",
        cancelled["cancels"],
        cancelled["over_aim"],
        bound(0),
        bound(1)
    );
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_default()
}
