//! Three nodes of one site, with a browser at each: two players and somebody who watches.

use std::net::SocketAddr;
use std::time::Duration;

use serde_json::json;
use testkit::{NatsServer, PostgresServer, PostgresSettings};

use crate::chrome::Chrome;
use crate::party::{at_board, moves, open_table, sit_down};
use crate::program::{Program, program};
use crate::proxy::Balancer;
use crate::site::{prefer, state};
use crate::tab::Tab;

/// Moves of the game, the last of which wins for the second player.
const MOVES: &str = "1212211234344335";
/// Time for which a node is paused.
const PAUSE: Duration = Duration::from_secs(10);
/// The list of moves, as the page shows it.
const LIST: &str = "[...document.querySelectorAll('.moves button')].map((one) => one.textContent.trim()).join(' ')";
/// Keeps every list of moves that the page shows from now on.
const KEEP_LISTS: &str = "(() => { window.lists = new Set(); \
    setInterval(() => window.lists.add(LIST), 10); })()";

/// Site of three nodes, each with a balancer that prefers it.
struct Cluster {
    /// Before what they use, so that they end first.
    nodes: Vec<Program>,
    balancers: Vec<Balancer>,
    database: String,
    nats: NatsServer,
    postgres: PostgresServer,
}

impl Cluster {
    fn start() -> Self {
        let postgres = PostgresServer::start_own(PostgresSettings::default());
        let database = postgres.create_database();
        let nats = NatsServer::start_own(&[]);
        let node = |_| Program::node(&program(), &database, nats.url());
        let nodes: Vec<_> = (0..3).map(node).collect();
        let balancers = (0..3).map(|_| Balancer::start(Vec::new())).collect();
        let cluster = Self { nodes, balancers, database, nats, postgres };
        cluster.balance();
        cluster
    }

    /// Tells every balancer the nodes, its own first.
    fn balance(&self) {
        for (place, balancer) in self.balancers.iter().enumerate() {
            let nodes = self.nodes.iter().cycle().skip(place % self.nodes.len());
            balancer.set_nodes(nodes.take(self.nodes.len()).map(|node| node.address).collect());
        }
    }

    /// Kills a node.
    fn kill(&mut self, place: usize) {
        self.nodes.remove(place).kill();
    }

    /// Starts a node in the place of one that was killed.
    fn replace(&mut self, place: usize) {
        self.nodes.insert(place, Program::node(&program(), &self.database, self.nats.url()));
        self.balance();
    }

    fn address(&self, place: usize) -> SocketAddr {
        self.nodes[place].address
    }
}

/// A game in progress: players and a watcher, with what has been played.
struct Game<'a> {
    tabs: [&'a Tab; 3],
    played: usize,
}

impl Game<'_> {
    fn mover(&self) -> &Tab {
        self.tabs[self.played % 2]
    }

    /// Types the next move into the page of its player.
    async fn begin_move(&mut self) {
        let mover = self.mover();
        mover.wait("document.querySelector('svg.board .cell.legal')").await;
        mover.click("#typed").await;
        mover.write(&MOVES[self.played..=self.played]).await;
        mover.press("Enter").await;
        self.played += 1;
    }

    /// Waits until everybody sees all moves.
    async fn seen(&self) {
        for tab in self.tabs {
            moves(tab, self.played).await;
            tab.clear_faults().await;
        }
    }

    /// Plays so many moves, each of which everybody sees.
    async fn play(&mut self, count: usize) {
        for _ in 0..count {
            self.begin_move().await;
            self.seen().await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs browser, postgresql, nats"]
async fn players_on_two_nodes_finish_their_game_whatever_part_fails() {
    let mut cluster = Cluster::start();
    let games: Vec<_> = games::CATALOGUE.iter().map(|one| one.game.info().id.to_owned()).collect();
    prefer(cluster.address(0), &games, &json!({}));
    let chrome = Chrome::start().await;
    let mut tabs = Vec::new();
    for balancer in &cluster.balancers {
        tabs.push(chrome.guest(&format!("http://{}", balancer.address)).await);
    }
    let [ana, bo, cleo] = [&tabs[0], &tabs[1], &tabs[2]];
    let path = open_table(ana, "connect-four", &[]).await;
    sit_down(bo, &path).await;
    cleo.open(&path).await;
    for tab in [ana, bo, cleo] {
        at_board(tab).await;
        tab.js::<()>(&KEEP_LISTS.replace("LIST", LIST)).await;
    }
    let mut game = Game { tabs: [ana, bo, cleo], played: 0 };
    game.play(2).await;

    // Ana's node is killed right after her move has left her page, and her page finds another.
    game.begin_move().await;
    cluster.kill(0);
    game.seen().await;
    game.play(2).await;
    cluster.replace(0);

    // The database is killed, and comes back while a move waits for it.
    cluster.postgres.kill();
    game.begin_move().await;
    cluster.postgres.start_again();
    game.seen().await;
    game.play(1).await;

    // Without the bus nodes find the moves of others in the store.
    cluster.nats.kill();
    game.play(1).await;
    cluster.nats.start_again();
    game.play(2).await;

    // Bo's node is paused while Ana moves, and wakes up late.
    cluster.nodes[1].signal("-STOP");
    game.begin_move().await;
    tokio::time::sleep(PAUSE).await;
    cluster.nodes[1].signal("-CONT");
    game.seen().await;

    game.play(MOVES.len() - game.played).await;
    let list: String = cleo.js(LIST).await;
    for tab in [ana, bo, cleo] {
        tab.wait("document.querySelector('.result:not([hidden])')").await;
        assert_eq!(tab.js::<String>(LIST).await, list);
        let shown: Vec<String> = tab.js("[...window.lists]").await;
        assert!(shown.iter().all(|shown| list.starts_with(shown)), "{shown:#?}");
    }
    for place in 0..3 {
        let stored = state(cluster.address(place), &path);
        let stored: Vec<_> = stored["record"]["moves"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|it| it.as_str())
            .collect();
        assert_eq!(stored.concat(), MOVES);
    }
    for tab in tabs {
        tab.clear_faults().await;
        tab.close().await;
    }
}
