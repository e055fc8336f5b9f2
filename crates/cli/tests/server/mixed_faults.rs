//! The real program under load while faults of every kind happen to it, in an order drawn from a seed:
//! kills, a full disk, pauses of the process, steps of the wall clock.

use std::fs;
use std::net::SocketAddr;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use rules::SplitMix64;
use rustix::process::{Pid, Resource, Rlimit, Signal, kill_process, prlimit};

use crate::load::{Load, Nodes, lock};
use crate::program::{Program, verify};
use crate::running::Folder;

/// Games that are played at once.
const GAMES: usize = 8;
/// Faults of a round.
const FAULTS: usize = 24;
/// Time of a player for a game: more than the player uses, less than one pause and what the player uses.
const GAME_TIME: Duration = Duration::from_secs(12);
/// Shortest and longest pause of the process.
const PAUSE_MS: [u64; 2] = [4_000, 9_000];
/// Offsets between which the wall clock is stepped.
const CLOCK_OFFSETS_S: [i64; 6] = [0, -3600, 60, 3600, -60, 7200];
/// Library that lets a program see another wall clock (package `faketime`).
const FAKETIME: &str = "/usr/$LIB/faketime/libfaketime.so.1";

#[derive(Clone, Copy, Debug)]
enum Fault {
    Kill,
    FullDisk,
    Pause,
    ClockStep,
}

/// The program, and where it listens now.
struct Host {
    folder: Folder,
    program: Mutex<Option<Program>>,
    address: Mutex<SocketAddr>,
}

impl Host {
    fn start(name: &str) -> Self {
        let folder = Folder::new(name);
        set_clock(&folder, 0);
        let program = serve(&folder);
        let address = Mutex::new(program.address);
        Self { folder, program: Mutex::new(Some(program)), address }
    }

    /// SIGKILL, and a new start after a moment.
    fn kill(&self) {
        let mut program = lock(&self.program);
        drop(program.take());
        sleep(Duration::from_millis(500));
        let started = serve(&self.folder);
        *lock(&self.address) = started.address;
        *program = Some(started);
    }

    fn pid(&self) -> Pid {
        let program = lock(&self.program);
        let id = program.as_ref().expect("a program").id();
        Pid::from_raw(i32::try_from(id).unwrap()).unwrap()
    }

    /// No file can grow for so long.
    fn fill_disk(&self, time: Duration) {
        let log = fs::metadata(self.folder.path().join("damier.sqlite-wal"));
        let limit = |bytes| {
            prlimit(Some(self.pid()), Resource::Fsize, Rlimit { current: bytes, maximum: None })
                .unwrap();
        };
        limit(Some(log.map_or(0, |log| log.len())));
        sleep(time);
        limit(None);
    }

    fn pause(&self, time: Duration) {
        kill_process(self.pid(), Signal::STOP).unwrap();
        sleep(time);
        kill_process(self.pid(), Signal::CONT).unwrap();
    }
}

impl Nodes for Host {
    fn address(&self) -> SocketAddr {
        *lock(&self.address)
    }

    fn game_time(&self) -> Option<Duration> {
        Some(GAME_TIME)
    }
}

/// Starts the program with a wall clock that can be stepped, so that a file that may not grow is an
/// error and not the end of the process.
fn serve(folder: &Folder) -> Program {
    let script = "trap '' XFSZ; export LD_PRELOAD=\"$2\"; exec \"$0\" serve --listen 127.0.0.1:0 --data \"$1\"";
    let mut command = Command::new("sh");
    command.args(["-c", script, env!("CARGO_BIN_EXE_damier")]).arg(folder.path()).arg(FAKETIME);
    command
        .env("LC_ALL", "C")
        .env("FAKETIME_TIMESTAMP_FILE", clock_file(folder))
        .env("FAKETIME_NO_CACHE", "1")
        .env("FAKETIME_DONT_FAKE_MONOTONIC", "1");
    Program::started(command.stdout(Stdio::piped()).spawn().unwrap())
}

fn clock_file(folder: &Folder) -> String {
    format!("{}.clock", folder.path().display())
}

/// Steps the wall clock of the program to so many seconds beside the true one.
fn set_clock(folder: &Folder, offset: i64) {
    let file = clock_file(folder);
    let next = format!("{file}.next");
    fs::write(&next, format!("{offset:+}s\n")).unwrap();
    fs::rename(next, file).unwrap();
}

/// Lets one fault happen, and waits until it is over.
fn inject(fault: Fault, host: &Host, random: &mut SplitMix64) {
    match fault {
        Fault::Kill => host.kill(),
        Fault::FullDisk => host.fill_disk(Duration::from_millis(500 + random.below(2_000))),
        Fault::Pause => {
            let [least, most] = PAUSE_MS;
            host.pause(Duration::from_millis(least + random.below(most - least)));
        }
        Fault::ClockStep => {
            let offset = CLOCK_OFFSETS_S[random.below(CLOCK_OFFSETS_S.len() as u64) as usize];
            println!("wall clock at {offset:+} s");
            set_clock(&host.folder, offset);
        }
    }
}

/// All that was acknowledged is there, in times that never go back.
fn check(host: &Host, load: &Load) {
    load.assert_stored(host.address());
    verify("--data", host.folder.path());
}

fn run(seed: u64, faults: usize) {
    let mut random = SplitMix64::new(seed);
    let host = Host::start(&format!("mixed-faults-{seed}"));
    let load = Load::default();
    let mut injected = [0; 4];
    let began = Instant::now();
    thread::scope(|scope| {
        load.start(scope, &host, GAMES, seed);
        for _ in 0..faults {
            if load.is_stopped() {
                break;
            }
            sleep(Duration::from_millis(500 + random.below(1_500)));
            let kinds = [Fault::Kill, Fault::FullDisk, Fault::Pause, Fault::ClockStep];
            let fault = kinds[random.below(kinds.len() as u64) as usize];
            injected[fault as usize] += 1;
            println!("{:.1} s: {fault:?}", began.elapsed().as_secs_f64());
            inject(fault, &host, &mut random);
        }
        load.stop();
    });
    check(&host, &load);
    assert!(load.counts.outlived() > 0, "no move waited while a clock was credited");
    let [kills, full_disks, pauses, clock_steps] = injected;
    println!(
        "seed {seed}: {kills} kills, {full_disks} full disks, {pauses} pauses, {clock_steps} clock steps; {:?}",
        load.counts
    );
}

#[test]
#[ignore = "soak"]
fn faults_of_all_kinds_cost_nobody_a_move_or_time() {
    let round: u64 = std::env::var("DAMIER_SOAK_ROUND").map_or(0, |text| text.parse().unwrap());
    run(round, FAULTS);
}
