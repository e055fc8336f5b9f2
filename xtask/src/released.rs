//! The program as it is released and the services of several servers: what measurements and the cluster begin with.

use std::env::{self, consts::EXE_SUFFIX};
use std::path::PathBuf;

use testkit::{NatsServer, PostgresServer, PostgresSettings};

use crate::arguments::MissingTools;
use crate::outcome::Failure;
use crate::process::{cargo, run as run_command};
use crate::tools::{NATS, POSTGRESQL, Tool, target};

/// Environment variable with the path of a program to take instead.
const PROGRAM_VARIABLE: &str = "DAMIER";

/// The program that `DAMIER` names, or the one that is released, built anew.
pub(crate) fn program() -> Result<PathBuf, Failure> {
    let program = if let Some(program) = env::var_os(PROGRAM_VARIABLE) {
        program.into()
    } else {
        run_command(&mut cargo("build --release --locked --package damier"))?;
        target().join(format!("release/damier{EXE_SUFFIX}"))
    };
    // With a folder it is not looked for among the commands.
    let found = program.canonicalize();
    found.map_err(|error| Failure::Task(format!("cannot find {}: {error}", program.display())))
}

/// Database server and message bus, with data of their own.
pub(crate) struct Services {
    pub(crate) nats: NatsServer,
    pub(crate) postgres: PostgresServer,
}

impl Services {
    /// Starts them, with everything written to the disk as on a site. `more` must be installed, too.
    pub(crate) fn start(missing: MissingTools, more: &[&Tool]) -> Result<Self, Failure> {
        // What is missing cannot be left out here.
        for tool in [&POSTGRESQL, &NATS].iter().chain(more) {
            if let Err(why) = tool.ensure(missing)? {
                return Err(Failure::Task(format!("{why}; --install installs it")));
            }
        }
        let durable = PostgresSettings { durable: true, ..PostgresSettings::default() };
        Ok(Self { nats: NatsServer::start_own(&[]), postgres: PostgresServer::start_own(durable) })
    }
}
