//! The real program with its games in PostgreSQL.

use std::fs;
use std::process::{Command, Output, Stdio};

use play::{Player, Version};
use testkit::{PostgresServer, PostgresSettings};

use crate::client::{Socket, create, get, human, order};
use crate::program::Program;
use crate::running::Folder;
use crate::time_limit::wait_until;

fn damier(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
    command.args(args).env("LC_ALL", "C").env_remove("DAMIER_DATABASE").stdout(Stdio::piped());
    command
}

pub(crate) fn serve(url: &str) -> Program {
    let mut command = damier(&["serve", "--listen", "127.0.0.1:0"]);
    Program::spawn({
        command.env("DAMIER_DATABASE", url);
        command
    })
}

pub(crate) fn run(args: &[&str]) -> Output {
    damier(args).stderr(Stdio::piped()).output().unwrap()
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn is_ready(program: &Program) -> bool {
    get(program.address, "/readyz").status == 200
}

#[test]
#[ignore = "needs postgresql"]
fn a_match_outlives_the_server_and_the_database() {
    let mut database = PostgresServer::start_own(PostgresSettings::default());
    let url = database.create_database();
    let program = serve(&url);
    let id = create(program.address, "connect-four", &human(), &human());
    let mut socket = Socket::open(program.address, &id);
    assert_eq!(socket.play(Player::One, "4"), Ok(Version(2)));
    // The server is killed.
    drop(program);
    let program = serve(&url);
    let mut socket = Socket::open(program.address, &id);
    assert_eq!(socket.moves(), ["4"]);
    assert_eq!(socket.play(Player::Two, "5"), Ok(Version(3)));
    // The database is away: the move waits for it. It is not killed, because processes of its connections would go on for
    // a moment and might store the move.
    database.stop();
    socket.send(&order(Player::One, play::Command::Move { notation: "3".to_owned() }));
    socket.wait(|state| state.unstored);
    assert!(!is_ready(&program));
    assert_eq!(get(program.address, "/healthz").status, 200);
    database.start_again();
    socket.wait(|state| state.record.moves.len() == 3 && !state.unstored);
    wait_until("the server is ready again", || is_ready(&program));
    drop(program);
    let verified = run(&["serve", "--verify", "--database", &url]);
    assert!(verified.status.success(), "{}", text(&verified.stdout));
    assert!(text(&verified.stdout).contains('1'), "{}", text(&verified.stdout));
    // What is wrong is found.
    let name = url.rsplit_once('/').unwrap().1;
    database.execute(name, "UPDATE events SET event = '{}' WHERE version = 2");
    let verified = run(&["serve", "--verify", "--database", &url]);
    assert_eq!(verified.status.code(), Some(1));
    assert!(text(&verified.stdout).contains(&id), "{}", text(&verified.stdout));
}

#[test]
#[ignore = "needs postgresql"]
fn the_server_waits_for_its_database() {
    let mut database = PostgresServer::start_own(PostgresSettings::default());
    let url = database.create_database();
    database.stop();
    let mut command = damier(&["serve", "--listen", "127.0.0.1:0", "--database", &url]);
    let child = command.stderr(Stdio::null()).spawn().unwrap();
    database.start_again();
    let program = Program::started(child);
    wait_until("the server is ready", || is_ready(&program));
    // It ends in good order.
    #[cfg(unix)]
    {
        program.signal("-TERM");
        assert!(program.end().success());
    }
}

#[test]
#[ignore = "needs postgresql"]
fn no_password_is_shown() {
    let password = Some("s3cret".to_owned());
    let database =
        PostgresServer::start_own(PostgresSettings { password, ..PostgresSettings::default() });
    let url = database.create_database();
    let bare = url.replace(":s3cret@", "@");
    // On the command line it would be seen by everybody.
    for args in [
        &["serve", "--listen", "127.0.0.1:0", "--database", &url][..],
        &["store", "copy", &url, "x.sqlite"],
        &["bench", "server", "--database", &url],
    ] {
        let refused = run(args);
        assert_eq!(refused.status.code(), Some(2), "{args:?}");
        assert!(text(&refused.stderr).contains("PGPASSFILE"), "{}", text(&refused.stderr));
        assert!(!text(&refused.stderr).contains("s3cret"));
    }
    let wrong = run(&["serve", "--listen", "127.0.0.1:0", "--database", &bare]);
    assert_eq!(wrong.status.code(), Some(1));
    let folder = Folder::new("pgpass");
    let file = folder.path().join("pgpass");
    fs::write(&file, "127.0.0.1:*:*:damier:s3cret\n").unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
    }
    for (args, variables) in [
        (&["--database", bare.as_str()][..], vec![("PGPASSFILE", file.to_str().unwrap())]),
        (&["--database", bare.as_str()], vec![("PGPASSWORD", "s3cret")]),
        (&[], vec![("DAMIER_DATABASE", url.as_str())]),
    ] {
        let mut command = damier(&["serve", "--listen", "127.0.0.1:0", "--log", "json"]);
        command.args(args).envs(variables).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let errors = child.stderr.take().unwrap();
        let program = Program::started(child);
        assert!(is_ready(&program));
        if cfg!(target_os = "linux") {
            let line = fs::read(format!("/proc/{}/cmdline", program.id())).unwrap();
            assert!(!text(&line).contains("s3cret"));
        }
        drop(program);
        let said = std::io::read_to_string(errors).unwrap();
        assert!(!said.contains("s3cret"), "{said}");
    }
}

#[test]
#[ignore = "needs postgresql"]
fn a_site_is_moved_while_its_players_wait() {
    let database = PostgresServer::start();
    let url = database.create_database();
    let folder = Folder::new("moved-site");
    let data = folder.path().to_str().unwrap();
    let program = Program::serve(&folder);
    let id = create(program.address, "connect-four", &human(), &human());
    let mut socket = Socket::open(program.address, &id);
    assert_eq!(socket.play(Player::One, "4"), Ok(Version(2)));
    // Not while a server has the folder.
    let refused = run(&["store", "copy", data, &url]);
    assert_eq!(refused.status.code(), Some(1), "{}", text(&refused.stderr));
    drop(program);
    let copied = run(&["store", "copy", data, &url]);
    assert!(copied.status.success(), "{}", text(&copied.stderr));
    assert!(text(&copied.stdout).contains("matches: 1"), "{}", text(&copied.stdout));
    let program = serve(&url);
    let mut socket = Socket::open(program.address, &id);
    assert_eq!(socket.play(Player::Two, "5"), Ok(Version(3)));
    let back = folder.path().join("back.sqlite");
    let back = back.to_str().unwrap();
    let refused = run(&["store", "copy", &url, back]);
    assert_eq!(refused.status.code(), Some(1), "a server has the database");
    drop(program);
    wait_until("the server's connections are gone", || {
        run(&["store", "copy", &url, back]).status.success()
    });
    let refused = run(&["store", "copy", data, &url]);
    assert!(text(&refused.stderr).contains("not empty"), "{}", text(&refused.stderr));
    for (from, to) in [("missing.sqlite", back), (data, data), (data, "postgres://")] {
        assert!(!run(&["store", "copy", from, to]).status.success(), "{from} {to}");
    }
    let other = Folder::new("moved-back");
    fs::rename(back, other.path().join("damier.sqlite")).unwrap();
    let program = Program::serve(&other);
    let mut socket = Socket::open(program.address, &id);
    assert_eq!(socket.moves(), ["4", "5"]);
    assert_eq!(socket.play(Player::One, "3"), Ok(Version(4)));
}
