//! The real program when its process is paused, and when the wall clock is set.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;
use std::{fs, io};

use play::{Claim, Event, Player, RefusalCode};
use rules::Seat;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;
use store::Sqlite;

use crate::client::Socket;
use crate::online::pair;
use crate::program::Program;
use crate::running::Folder;

const CLAIM: play::Command = play::Command::Claim { claim: Claim::Win };
/// Time for the whole game.
const TOTAL_MS: u64 = 10_000;
/// What a player may use of it while the machine is busy.
const USED_MAX_MS: u64 = 9_000;

/// A match with clocks, in which Bo is to move.
fn clocked(program: &Program) -> (String, Socket, Socket) {
    let time = json!({ "kind": "game", "total": TOTAL_MS, "increment": 0 });
    let (id, mut ana, mut bo) = pair(program.address, &json!({ "time": time }));
    ana.play(Player::One, "4").unwrap();
    bo.wait(|state| state.to_move == Some(Player::Two));
    (id, ana, bo)
}

/// Checks that a player has not been charged for much.
#[track_caller]
fn assert_time_left(socket: &Socket, seat: Seat) {
    let clock = socket.state.clock.expect("clocks");
    assert!(clock.left[seat] > TOTAL_MS - USED_MAX_MS, "{clock:?}");
}

/// All events of the match, which no program uses any more.
fn stored_events(folder: &Folder, id: &str) -> Vec<Event> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let file = folder.path().join("damier.sqlite");
        let (store, actor) = store::channel(Sqlite::open(&file).await.unwrap());
        let actor = tokio::spawn(actor.run());
        let events = store.load(id).await.unwrap();
        drop(store);
        actor.await.unwrap().unwrap();
        events
    })
}

/// Checks that stored times do not go back.
#[track_caller]
fn assert_sorted(events: &[Event]) {
    assert!(events.iter().filter_map(Event::at).is_sorted(), "{events:#?}");
}

#[test]
#[ignore = "slow"]
fn a_pause_of_the_process_is_charged_to_nobody() {
    let folder = Folder::new("paused");
    let program = Program::serve(&folder);
    let (id, mut ana, mut bo) = clocked(&program);
    let pid = Pid::from_raw(i32::try_from(program.id()).unwrap()).unwrap();
    kill_process(pid, Signal::STOP).unwrap();
    sleep(Duration::from_millis(TOTAL_MS + 2_000));
    kill_process(pid, Signal::CONT).unwrap();
    // Everybody is still there, and nobody has lost.
    assert_eq!(ana.command(Player::One, CLAIM), Err(RefusalCode::TooSoon));
    bo.play(Player::Two, "5").unwrap();
    bo.wait(|state| state.to_move == Some(Player::One));
    assert_time_left(&bo, Seat::Second);
    ana.wait(|state| state.to_move == Some(Player::One));
    ana.play(Player::One, "4").unwrap();
    assert!(ana.state.players.iter().all(|player| player.gone.is_none()));
    drop(program);
    let events = stored_events(&folder, &id);
    assert_sorted(&events);
    let resumed = |event: &Event| match event {
        Event::Resumed { from, at } => at.since(*from) > TOTAL_MS,
        _ => false,
    };
    assert!(events.iter().any(resumed), "{events:#?}");
}

/// A file by which the wall clock of the program is set.
struct WallClock(PathBuf);

impl WallClock {
    fn new(folder: &Folder) -> Self {
        let clock = Self(folder.path().with_extension("wall-clock"));
        clock.set("+0");
        clock
    }

    /// Sets it, in seconds from the true time.
    fn set(&self, offset: &str) {
        let new = self.0.with_extension("new");
        fs::write(&new, offset).unwrap();
        fs::rename(new, &self.0).unwrap();
    }
}

impl Drop for WallClock {
    fn drop(&mut self) {
        let _: io::Result<()> = fs::remove_file(&self.0);
    }
}

/// The library that changes what the clocks show.
pub(crate) fn faketime_library() -> String {
    let command =
        Command::new("faketime").args(["-m", "2020-01-01", "printenv", "LD_PRELOAD"]).output();
    let output = command.expect("faketime");
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

fn serve_with(folder: &Folder, wall_clock: &Path) -> Program {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
    command.args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(folder.path());
    command.env("LC_ALL", "C").env("LD_PRELOAD", faketime_library());
    command.env("FAKETIME_TIMESTAMP_FILE", wall_clock).env("FAKETIME_NO_CACHE", "1");
    command.env("FAKETIME_DONT_FAKE_MONOTONIC", "1");
    Program::started(command.stdout(Stdio::piped()).spawn().unwrap())
}

#[test]
#[ignore = "needs faketime"]
fn steps_of_the_wall_clock_change_nothing_in_a_match() {
    let folder = Folder::new("stepped");
    let wall_clock = WallClock::new(&folder);
    let program = serve_with(&folder, &wall_clock.0);
    let (id, mut ana, mut bo) = clocked(&program);
    for (round, offset) in ["-3600", "+60", "+3600", "-60"].into_iter().enumerate() {
        wall_clock.set(offset);
        let (mover, other, player, seat) = match round % 2 {
            0 => (&mut bo, &mut ana, Player::Two, Seat::Second),
            _ => (&mut ana, &mut bo, Player::One, Seat::First),
        };
        mover.play(player, "5").unwrap_or_else(|code| panic!("{offset}: {code:?}"));
        mover.wait(|state| state.record.moves.len() == round + 2);
        other.wait(|state| state.record.moves.len() == round + 2);
        assert_time_left(mover, seat);
    }
    // Who has just gone is waited for, whatever the wall clock shows.
    drop(bo);
    ana.wait(|state| state.players[Player::Two as usize].gone.is_some());
    for offset in ["+7200", "-7200"] {
        wall_clock.set(offset);
        assert_eq!(ana.command(Player::One, CLAIM), Err(RefusalCode::TooSoon), "{offset}");
    }
    drop(program);
    let events = stored_events(&folder, &id);
    assert_sorted(&events);
    // Stored times followed the wall clock when it was set forward.
    let times: Vec<_> = events.iter().filter_map(Event::at).collect();
    assert!(times[times.len() - 1].since(times[0]) > 3_600_000, "{events:#?}");
}
