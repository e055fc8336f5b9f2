//! Backup of a database and its restoration, with the commands of `docs/hosting.md`.

use std::net::SocketAddr;
use std::process::Command;
use std::thread;
use std::time::Duration;

use play::{Player, Version};
use testkit::PostgresServer;
use wire::MatchState;

use crate::client::{Socket, create, get, human};
use crate::load::{Load, Nodes};
use crate::postgres::{run, serve, text};
use crate::program::Program;
use crate::running::Folder;
use crate::time_limit;

/// Games that are played while the database is dumped.
const GAMES: usize = 6;
/// Moves of all games before the dump.
const MOVES_BEFORE: usize = 30;

impl Nodes for Program {
    fn address(&self) -> SocketAddr {
        self.address
    }

    fn game_time(&self) -> Option<Duration> {
        None
    }
}

/// Runs a command as the documentation has it, but for the names of the databases.
fn run_documented(command: &str, replaced: &[(&str, &str)]) {
    let documented = include_str!("../../../../docs/hosting.md");
    assert!(documented.contains(&format!("`{command}`")), "{command} is not in docs/hosting.md");
    let mut words = command.split(' ');
    let mut command: Command = PostgresServer::program(words.next().unwrap());
    for word in words {
        let (option, value) = word
            .split_once('=')
            .map_or(("", word), |(option, _)| (&word[..=option.len()], &word[option.len() + 1..]));
        let value = replaced.iter().find(|(name, _)| *name == value).map_or(value, |(_, to)| to);
        command.arg(format!("{option}{value}"));
    }
    let output = time_limit::output(&mut command);
    assert!(output.status.success(), "{command:?}: {}", text(&output.stderr));
}

#[test]
#[ignore = "needs postgresql"]
fn a_dump_that_is_taken_while_games_run_is_restored_whole() {
    let database = PostgresServer::start();
    let (url, restored_url) = (database.create_database(), database.create_database());
    let folder = Folder::new("dump");
    let dump = folder.path().join("damier.dump");
    let dump = dump.to_str().unwrap();
    let program = serve(&url);
    let quiet = create(program.address, "connect-four", &human(), &human());
    let mut socket = Socket::open(program.address, &quiet);
    assert_eq!(socket.play(Player::One, "4"), Ok(Version(2)));
    let load = Load::default();
    let before = thread::scope(|scope| {
        load.start(scope, &program, GAMES, 1);
        let moves = || load.acknowledged().iter().map(|(_, moves)| moves.len()).sum::<usize>();
        time_limit::wait_for("moves", || (moves() >= MOVES_BEFORE).then_some(()));
        let before = load.acknowledged();
        let names = [("damier.dump", dump), ("damier", url.as_str())];
        run_documented("pg_dump --format=custom --file=damier.dump damier", &names);
        load.stop();
        before
    });
    drop(program);
    let names = [("damier.dump", dump), ("damier", restored_url.as_str())];
    run_documented("pg_restore --dbname=damier --no-owner damier.dump", &names);
    let verified = run(&["serve", "--verify", "--database", &restored_url]);
    let said = text(&verified.stdout);
    assert!(verified.status.success() && said.ends_with("0 wrong\n"), "{said}");
    // Every match is there with what it had when the dump began, and nothing that was never played.
    let program = serve(&restored_url);
    for ((id, moves), (_, all)) in before.iter().zip(load.acknowledged()) {
        let state = get(program.address, &format!("/api/matches/{id}")).json::<MatchState>();
        let restored = state.record.moves;
        assert!(restored.starts_with(moves), "{id}: {moves:?} before the dump, {restored:?}");
        let known = restored.len().min(all.len());
        assert!(restored[..known] == all[..known] && restored.len() <= all.len() + 1, "{id}");
    }
    let mut socket = Socket::open(program.address, &quiet);
    assert_eq!(socket.play(Player::Two, "5"), Ok(Version(3)));
}
