//! The program `damier`.

use std::env;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, IsTerminal};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::SystemTime;

static STOP: AtomicBool = AtomicBool::new(false);

fn main() -> ExitCode {
    let (input, out, err) = (io::stdin(), io::stdout(), io::stderr());
    let terminal = cli::Terminal {
        input: input.is_terminal(),
        out: out.is_terminal(),
        err: err.is_terminal(),
    };
    let world = cli::World {
        env: &|name| env::var(name).ok(),
        entropy: RandomState::new().hash_one(0),
        now: SystemTime::now(),
        stop: &STOP,
        input: &mut input.lock(),
        out: &mut out.lock(),
        err: &mut err.lock(),
        terminal,
    };
    cli::run(env::args_os(), games::CATALOGUE, world).into()
}
