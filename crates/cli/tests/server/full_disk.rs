//! The real program when its files cannot grow: a limit on their size stands for a full disk.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use play::{Player, Version};
use rustix::process::{Pid, Resource, Rlimit, prlimit};
use serde_json::Value;

use crate::client::{Socket, create, get, human, order};
use crate::program::Program;
use crate::running::Folder;
use crate::time_limit;

/// Starts the program so that a file that may not grow is an error, not the end of the process.
fn serve(folder: &Folder, more: &str) -> Program {
    let script = "trap '' XFSZ; exec \"$0\" serve --listen 127.0.0.1:0 --data \"$1\" $2";
    let mut command = Command::new("sh");
    command.args(["-c", script, env!("CARGO_BIN_EXE_damier")]).arg(folder.path()).arg(more);
    Program::started(command.env("LC_ALL", "C").stdout(Stdio::piped()).spawn().unwrap())
}

/// Sets how large files of the program may become.
fn limit_files(program: &Program, bytes: Option<u64>) {
    let pid = Pid::from_raw(i32::try_from(program.id()).unwrap());
    prlimit(pid, Resource::Fsize, Rlimit { current: bytes, maximum: None }).unwrap();
}

/// From now on nothing more can be stored.
fn fill(folder: &Folder, program: &Program) {
    let log = fs::metadata(folder.path().join("damier.sqlite-wal")).unwrap();
    limit_files(program, Some(log.len()));
}

fn is_ready(program: &Program) -> bool {
    match get(program.address, "/readyz").status {
        200 => true,
        503 => false,
        other => panic!("{other}"),
    }
}

#[test]
fn a_disk_that_is_full_for_a_while_costs_nothing() {
    let folder = Folder::new("full-disk");
    let program = serve(&folder, "");
    let id = create(program.address, "connect-four", &human(), &human());
    let mut socket = Socket::open(program.address, &id);
    assert_eq!(socket.play(Player::One, "4"), Ok(Version(2)));
    assert!(is_ready(&program));
    for (round, notation) in ["5", "4", "3"].into_iter().enumerate() {
        fill(&folder, &program);
        let player = if round % 2 == 0 { Player::Two } else { Player::One };
        let next = order(player, play::Command::Move { notation: notation.to_owned() });
        socket.send(&next);
        let state = socket.wait(|state| state.unstored);
        assert_eq!(state.record.moves.len(), round + 1);
        assert!(!is_ready(&program));
        assert_eq!(get(program.address, "/healthz").status, 200);
        // Reads go on, for those who are there and for those who come.
        let listed: Value = get(program.address, "/api/matches").json();
        assert_eq!(listed[0]["entries"], round + 1, "{listed}");
        assert_eq!(Socket::open(program.address, &id).moves().len(), round + 1);
        limit_files(&program, None);
        assert_eq!(socket.answer_to(&next), Ok(Version(round as u64 + 3)));
        socket.wait(|state| !state.unstored && state.record.moves.len() == round + 2);
        assert!(is_ready(&program));
    }
    // What was acknowledged is there.
    drop(program);
    let program = serve(&folder, "");
    assert_eq!(Socket::open(program.address, &id).moves(), ["4", "5", "4", "3"]);
}

#[test]
fn the_server_notices_by_itself_that_there_is_room_again() {
    let folder = Folder::new("room-again");
    let program = serve(&folder, "");
    let id = create(program.address, "connect-four", &human(), &human());
    let mut socket = Socket::open(program.address, &id);
    fill(&folder, &program);
    socket.send(&order(Player::One, play::Command::Move { notation: "4".to_owned() }));
    socket.wait(|state| state.unstored);
    drop(socket);
    limit_files(&program, None);
    time_limit::wait_for("room on the disk", || is_ready(&program).then_some(()));
    Socket::open(program.address, &id).wait(|state| state.record.moves == ["4"]);
}

#[test]
#[ignore = "slow"]
fn a_full_disk_is_noticed_before_a_player_moves() {
    let folder = Folder::new("noticed");
    let program = serve(&folder, "");
    create(program.address, "connect-four", &human(), &human());
    let wait = |ready: bool| {
        time_limit::wait_for("another readiness", || (is_ready(&program) == ready).then_some(()));
    };
    assert!(is_ready(&program));
    fill(&folder, &program);
    wait(false);
    limit_files(&program, None);
    wait(true);
}

#[test]
fn the_program_ends_if_its_data_cannot_be_opened_again() {
    let folder = Folder::new("gone");
    let program = serve(&folder, "--reopen-timeout 1");
    let id = create(program.address, "connect-four", &human(), &human());
    let mut socket = Socket::open(program.address, &id);
    fill(&folder, &program);
    fs::rename(folder.path().join("damier.sqlite"), folder.path().join("elsewhere")).unwrap();
    socket.send(&order(Player::One, play::Command::Move { notation: "4".to_owned() }));
    assert_eq!(program.end().code(), Some(74));
    // No empty file has taken its place.
    assert!(!folder.path().join("damier.sqlite").exists());
}

/// Largest size of a file, in blocks of 512 bytes: less than the data of an earlier version have.
const FILE_MAX_BLOCKS: &str = "96";

#[test]
fn a_file_that_cannot_be_copied_before_its_migration_stays_as_it_is() {
    let folder = Folder::new("no-room-for-a-copy");
    let file = folder.path().join("damier.sqlite");
    let earlier = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/v0.1.0/damier.sqlite");
    fs::copy(&earlier, &file).unwrap();
    let script =
        "trap '' XFSZ; ulimit -f \"$2\"; exec \"$0\" serve --listen 127.0.0.1:0 --data \"$1\"";
    let mut command = Command::new("sh");
    command.args(["-c", script, env!("CARGO_BIN_EXE_damier")]).arg(folder.path());
    let refused = time_limit::output(command.arg(FILE_MAX_BLOCKS).env("LC_ALL", "C"));
    let said = String::from_utf8(refused.stderr).unwrap();
    assert!(refused.status.code().is_some_and(|code| code != 0), "{said}");
    let copy = folder.path().join("damier.sqlite.schema-4");
    assert!(said.contains(copy.to_str().unwrap()) && said.contains("copied"), "{said}");
    assert!(!said.contains("panicked"), "{said}");
    assert!(fs::read(&file).unwrap() == fs::read(&earlier).unwrap(), "the file has changed");
    let left = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
    let left: Vec<_> = left.map(|name| name.into_string().unwrap()).collect();
    assert!(!left.iter().any(|name| name.contains("schema")), "{left:?}");
    // With room for it, it is migrated, and the copy is what it was.
    let program = Program::serve(&folder);
    assert_eq!(get(program.address, "/api/matches").status, 200);
    assert!(copy.exists());
}
