//! Three nodes on one PostgreSQL and one NATS under load, while each part is killed, restarted or paused, in rounds.

use std::env;
use std::net::SocketAddr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use rules::SplitMix64;
use testkit::{NatsServer, PostgresServer, PostgresSettings};

use crate::cluster::node;
use crate::load::{Load, Nodes, lock};
use crate::program::{Program, verify};

/// Games that are played at once.
const GAMES: usize = 8;
/// Rounds of faults, unless `DAMIER_CLUSTER_ROUNDS` says otherwise.
const ROUNDS: u64 = 20;
/// Time for which a node is paused.
const PAUSE: Duration = Duration::from_secs(10);
/// Time for which a part that was killed is away.
const ABSENCE: Duration = Duration::from_millis(500);
/// Time for which the whole site is away: long enough to be an outage, which is charged to nobody.
const OUTAGE: Duration = Duration::from_secs(8);
/// Time of a player for a game: a pause of one node is charged to its players, because the others may have played on.
const GAME_TIME: Duration = Duration::from_hours(1);
/// Time between two faults, in which games go on.
const QUIET: Duration = Duration::from_secs(2);

/// Nodes of a site, any of which may be killed or paused.
struct ClusterUnderLoad {
    /// Before what they use, so that they end first.
    nodes: Mutex<Vec<Program>>,
    database: String,
    nats: Mutex<NatsServer>,
    postgres: Mutex<PostgresServer>,
    addresses: Mutex<Vec<SocketAddr>>,
    /// Connections so far: each goes to another node than the one before.
    connections: AtomicUsize,
}

impl Nodes for ClusterUnderLoad {
    fn address(&self) -> SocketAddr {
        let addresses = lock(&self.addresses);
        addresses[self.connections.fetch_add(1, SeqCst) % addresses.len()]
    }

    fn game_time(&self) -> Option<Duration> {
        Some(GAME_TIME)
    }

    fn has_watchers(&self) -> bool {
        true
    }
}

impl ClusterUnderLoad {
    fn start() -> Self {
        let postgres = PostgresServer::start_own(PostgresSettings::default());
        let database = postgres.create_database();
        let nats = NatsServer::start_own(&[]);
        let start = |_| node(&database, &nats).without_time_limit();
        let nodes: Vec<_> = (0..3).map(start).collect();
        let addresses = Mutex::new(nodes.iter().map(|node| node.address).collect());
        let (postgres, nats) = (Mutex::new(postgres), Mutex::new(nats));
        let connections = AtomicUsize::new(0);
        Self { postgres, database, nats, nodes: Mutex::new(nodes), addresses, connections }
    }

    /// SIGKILL of a node, and another in its place after a moment.
    fn kill_node(&self, index: usize) {
        let mut nodes = lock(&self.nodes);
        drop(nodes.remove(index));
        sleep(ABSENCE);
        nodes.insert(index, node(&self.database, &lock(&self.nats)).without_time_limit());
        lock(&self.addresses)[index] = nodes[index].address;
    }

    /// SIGKILL of all nodes, and others in their places after an outage.
    fn kill_site(&self) {
        let mut nodes = lock(&self.nodes);
        nodes.clear();
        sleep(OUTAGE);
        let start = |_| node(&self.database, &lock(&self.nats)).without_time_limit();
        nodes.extend((0..3).map(start));
        *lock(&self.addresses) = nodes.iter().map(|node| node.address).collect();
    }

    fn restart_postgres(&self) {
        let mut postgres = lock(&self.postgres);
        postgres.kill();
        sleep(ABSENCE);
        postgres.start_again();
    }

    fn restart_nats(&self) {
        let mut nats = lock(&self.nats);
        nats.kill();
        sleep(ABSENCE);
        nats.start_again();
    }

    fn pause_node(&self, index: usize) {
        let nodes = lock(&self.nodes);
        nodes[index].signal("-STOP");
        sleep(PAUSE);
        nodes[index].signal("-CONT");
    }

    /// All that was acknowledged is at every node, and in the database.
    fn check(&self, load: &Load) {
        for address in lock(&self.addresses).iter() {
            load.assert_stored(*address);
        }
        verify("--database", &self.database);
    }
}

/// Lets every part fail once, with games between.
fn fail_once(site: &ClusterUnderLoad, random: &mut SplitMix64) {
    let mut index = || random.below(3) as usize;
    let (killed, paused) = (index(), index());
    sleep(QUIET);
    site.kill_node(killed);
    sleep(QUIET);
    site.restart_postgres();
    sleep(QUIET);
    site.restart_nats();
    sleep(QUIET);
    site.pause_node(paused);
    sleep(QUIET);
    site.kill_site();
}

#[test]
#[ignore = "soak, needs postgresql, nats"]
fn games_on_three_nodes_go_on_through_rounds_of_faults() {
    let number = |name: &str| env::var(name).ok().map(|text| text.parse::<u64>().unwrap());
    let seed = number("DAMIER_SOAK_ROUND").unwrap_or(0);
    let rounds = number("DAMIER_CLUSTER_ROUNDS").unwrap_or(ROUNDS);
    let mut random = SplitMix64::new(seed);
    let (site, load) = (ClusterUnderLoad::start(), Load::default());
    let began = Instant::now();
    thread::scope(|scope| {
        load.start(scope, &site, GAMES, seed);
        for round in 1..=rounds {
            if load.is_stopped() {
                break;
            }
            fail_once(&site, &mut random);
            println!("{:.1} s: round {round}; {:?}", began.elapsed().as_secs_f64(), load.counts);
        }
        load.stop();
    });
    site.check(&load);
    assert!(load.counts.outlived() > 0, "no move waited while a clock was credited");
    println!("seed {seed}: {rounds} rounds; {:?}", load.counts);
}
