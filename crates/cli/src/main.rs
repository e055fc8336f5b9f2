//! The program `damier`.

use std::env;
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::process::ExitCode;

fn main() -> ExitCode {
    let world = cli::World {
        env: &|name| env::var(name).ok(),
        entropy: RandomState::new().hash_one(0),
        out: &mut io::stdout().lock(),
        err: &mut io::stderr().lock(),
    };
    cli::run(env::args_os(), games::CATALOGUE, world).into()
}
