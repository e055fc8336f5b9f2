//! Matches under a network and a store that do their worst.
//!
//! Everything but the wires is real: rooms decide, match sessions replay, the store keeps. Clients, network,
//! crashes, clocks and time are drawn from a seed, without threads and without waiting, so that any seed can be
//! run again: `DAMIER_SEED=7 cargo test -p damier --test simulation a_seed_is_always_the_same_run`.

mod check;
mod client;
mod clocks;
mod flaw;
mod node;
mod node_world;
mod referee;
mod server;
mod world;

use std::thread;

use flaw::Flaw;
use node_world::{Cluster, ClusterFlaw};
use world::World;

/// Runs seeds and says which one went wrong, and how.
fn run(seeds: impl Iterator<Item = u64>, flaw: Option<Flaw>) -> Result<Totals, String> {
    let mut totals = Totals::default();
    for seed in seeds {
        let world = World::run(seed, flaw);
        check::check(&world.outcome()).map_err(|wrong| format!("seed {seed}: {wrong}"))?;
        totals.add(&world);
    }
    Ok(totals)
}

/// What happened in all of them: a simulation in which nothing happens proves nothing.
#[derive(Debug, Default)]
struct Totals {
    acknowledged: usize,
    crashes: usize,
    lost: usize,
    doubled: usize,
    store_faults: usize,
    conflicts: usize,
    clock_steps: usize,
    pauses: usize,
    kept_with_clocks: usize,
    outlived: usize,
    flags: usize,
    rematches: usize,
    laid: usize,
    ended: usize,
    strangers_refused: usize,
}

impl Totals {
    fn add(&mut self, world: &World) {
        let tally = &world.tally;
        self.acknowledged += world.clients.iter().map(|client| client.applied.len()).sum::<usize>();
        self.crashes += tally.crashes;
        self.lost += tally.lost;
        self.doubled += tally.doubled;
        self.store_faults += tally.store_faults;
        self.conflicts += tally.conflicts;
        self.clock_steps += tally.clock_steps;
        self.pauses += tally.pauses;
        self.kept_with_clocks += tally.kept_with_clocks;
        self.outlived += world.clients.iter().map(client::Client::outlived).sum::<usize>();
        self.rematches += world.server.matches.len() - 1;
        self.strangers_refused +=
            world.clients.iter().map(client::Client::refused_as_stranger).sum::<usize>();
        for id in &world.server.matches {
            let events = world.server.events(id);
            self.laid +=
                events.iter().filter(|event| matches!(event, play::Event::Laid { .. })).count();
            let flagged = |event: &&play::Event| matches!(event, play::Event::Flagged { .. });
            self.flags += events.iter().filter(flagged).count();
            self.ended += usize::from(check::is_over(&events));
        }
    }
}

fn seeds(part: u64) {
    const PARTS: u64 = 4;
    const SEEDS: u64 = 1000;
    let totals = run((0..SEEDS).filter(|seed| seed % PARTS == part), None)
        .unwrap_or_else(|wrong| panic!("{wrong}"));
    println!("{totals:?}");
    let Totals {
        acknowledged,
        crashes,
        lost,
        doubled,
        store_faults,
        conflicts,
        clock_steps,
        pauses,
        kept_with_clocks,
        outlived,
        flags,
        rematches,
        laid,
        ended,
        strangers_refused,
    } = totals;
    for (name, count, least) in [
        ("acknowledged", acknowledged, 2000),
        ("crashes", crashes, 100),
        ("lost", lost, 1000),
        ("doubled", doubled, 500),
        ("store faults", store_faults, 300),
        ("conflicts", conflicts, 3),
        ("clock steps", clock_steps, 50),
        ("pauses", pauses, 50),
        ("waited through an outage with clocks", kept_with_clocks, 10),
        ("counted all the same", outlived, 20),
        ("flags", flags, 20),
        ("rematches", rematches, 10),
        ("laid", laid, 100),
        ("ended", ended, 100),
        ("strangers refused", strangers_refused, 200),
    ] {
        assert!(count >= least, "{name}: {count}");
    }
}

#[test]
fn a_quarter_of_the_seeds() {
    seeds(0);
}

#[test]
fn another_quarter_of_the_seeds() {
    seeds(1);
}

#[test]
fn a_third_quarter_of_the_seeds() {
    seeds(2);
}

#[test]
fn the_last_quarter_of_the_seeds() {
    seeds(3);
}

/// The seed in `DAMIER_SEED`, or two others.
#[test]
fn a_seed_is_always_the_same_run() {
    let chosen = std::env::var("DAMIER_SEED").ok();
    let chosen = chosen.map(|seed| vec![seed.parse().expect("DAMIER_SEED is a number")]);
    for seed in chosen.unwrap_or_else(|| vec![3, 77]) {
        if let Err(wrong) = run([seed].into_iter(), None) {
            panic!("{wrong}");
        }
        let picture = || {
            let world = World::run(seed, None);
            let events: Vec<_> =
                world.server.matches.iter().map(|id| world.server.events(id)).collect();
            format!("{:?} {:?}", world.tally, events)
        };
        assert_eq!(picture(), picture());
    }
}

/// A fault that the simulation does not find is one that it does not look for.
#[test]
fn deliberate_faults_are_found() {
    for flaw in [
        Flaw::AcknowledgesFirst,
        Flaw::ForgetsCommands,
        Flaw::SkipsVersions,
        Flaw::MeasuresByWallClock,
        Flaw::CountsPauses,
        Flaw::StoresWallTime,
    ] {
        let found = (0..300)
            .find_map(|seed| run([seed].into_iter(), Some(flaw)).err().map(|wrong| (seed, wrong)));
        let (seed, wrong) = found.unwrap_or_else(|| panic!("{flaw:?} is not found"));
        println!("{flaw:?}: {wrong}");
        assert_eq!(
            run([seed].into_iter(), Some(flaw)).err(),
            Some(wrong),
            "the seed does it again"
        );
        assert!(run([seed].into_iter(), None).is_ok(), "without the fault nothing is wrong");
    }
}

/// Seeds that are not among those of the other tests, and others in every round of `cargo xtask soak`.
#[test]
#[ignore = "soak"]
fn ten_thousand_seeds() {
    const SEEDS: u64 = 10_000;
    let round: u64 = std::env::var("DAMIER_SOAK_ROUND").map_or(0, |text| text.parse().unwrap());
    let first = 1000 + round * SEEDS;
    let parts = thread::available_parallelism().map_or(1, |threads| threads.get() as u64);
    thread::scope(|scope| {
        let seeds = |part: u64| (first..first + SEEDS).filter(move |seed| seed % parts == part);
        let threads: Vec<_> =
            (0..parts).map(|part| scope.spawn(move || run(seeds(part), None))).collect();
        for thread in threads {
            let totals = thread.join().expect("a thread").unwrap_or_else(|wrong| panic!("{wrong}"));
            println!("{totals:?}");
        }
    });
}

/// Runs seeds of several nodes and says which one went wrong, and how.
fn run_cluster(
    seeds: impl Iterator<Item = u64>,
    flaw: Option<ClusterFlaw>,
) -> Result<Vec<node_world::ClusterTally>, String> {
    let mut tallies = Vec::new();
    for seed in seeds {
        let cluster = Cluster::run(seed, flaw);
        check::check(&cluster.outcome()).map_err(|wrong| format!("seed {seed}: {wrong}"))?;
        tallies.push(cluster.tally);
    }
    Ok(tallies)
}

/// Seeds of three nodes on one store.
#[test]
fn nodes_agree() {
    const SEEDS: u64 = 300;
    let chosen = std::env::var("DAMIER_SEED").ok().map(|seed| seed.parse().expect("a number"));
    let seeds = chosen.map_or(0..SEEDS, |seed| seed..seed + 1);
    let count = seeds.end - seeds.start;
    let tallies = run_cluster(seeds, None).unwrap_or_else(|wrong| panic!("{wrong}"));
    let total =
        |part: fn(&node_world::ClusterTally) -> usize| tallies.iter().map(part).sum::<usize>();
    for (name, happened, least) in [
        ("crashes", total(|tally| tally.crashes), 100),
        ("pauses", total(|tally| tally.pauses), 100),
        ("partitions", total(|tally| tally.partitions), 100),
        ("news lost", total(|tally| tally.news_lost), 1000),
        ("news doubled", total(|tally| tally.news_doubled), 1000),
        ("conflicts", total(|tally| tally.conflicts), 50),
        ("tails loaded", total(|tally| tally.tails), 1000),
        ("outages", total(|tally| tally.outages), 3),
        ("connections", total(|tally| tally.moved_seats), 1000),
        ("drains", total(|tally| tally.drains), 50),
        ("waited with clocks", total(|tally| tally.kept_with_clocks), 20),
        ("counted all the same", total(|tally| tally.outlived), 10),
        ("claims", total(|tally| tally.claims), 5),
        ("claims refused by arrivals", total(|tally| tally.claims_refused), 1),
    ] {
        println!("{name}: {happened}");
        assert!(count < SEEDS || happened >= least, "{name}: {happened}");
    }
}

/// What the simulation of several nodes must find.
#[test]
fn deliberate_faults_of_nodes_are_found() {
    for flaw in [
        ClusterFlaw::NoFence,
        ClusterFlaw::TrustsNews,
        ClusterFlaw::TrustsSilence,
        ClusterFlaw::LocalTime,
        ClusterFlaw::IgnoresArrivals,
    ] {
        let one =
            |seed| run_cluster([seed].into_iter(), Some(flaw)).err().map(|wrong| (seed, wrong));
        let (seed, wrong) =
            (0..400).find_map(one).unwrap_or_else(|| panic!("{flaw:?} is not found"));
        println!("{flaw:?}: {wrong}");
        assert_eq!(one(seed), Some((seed, wrong)), "the seed does it again");
        assert!(
            run_cluster([seed].into_iter(), None).is_ok(),
            "without the fault nothing is wrong"
        );
    }
}

/// Seeds that are not among those of the other tests, and others in every round of `cargo xtask soak`.
#[test]
#[ignore = "soak"]
fn ten_thousand_seeds_of_nodes() {
    const SEEDS: u64 = 10_000;
    let round: u64 = std::env::var("DAMIER_SOAK_ROUND").map_or(0, |text| text.parse().unwrap());
    let first = 1000 + round * SEEDS;
    let parts = thread::available_parallelism().map_or(1, |threads| threads.get() as u64);
    thread::scope(|scope| {
        let seeds = |part: u64| (first..first + SEEDS).filter(move |seed| seed % parts == part);
        let threads: Vec<_> =
            (0..parts).map(|part| scope.spawn(move || run_cluster(seeds(part), None))).collect();
        for thread in threads {
            thread.join().expect("a thread").unwrap_or_else(|wrong| panic!("{wrong}"));
        }
    });
}
