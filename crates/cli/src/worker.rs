//! `damier worker`: thinks for the servers of a site.

use std::sync::atomic::Ordering::Relaxed;
use std::thread::available_parallelism;

use texts::text;
use tracing::Level;
use work::{Worker, WorkerSettings, subjects};

use crate::context::Context;
use crate::failure::Failure;
use crate::log::{self, LogFormat};
use crate::nats_args::NatsArgs;
use crate::platform::{self, Hangup};
use crate::{args, serve};

/// Threads of the async runtime, which only passes messages on.
const RUNTIME_THREADS: usize = 1;

/// Think for the servers of a site, which give it work through NATS
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Servers with the same --nats give computer moves, hints, analyses and trials of boards to workers \
of their own version. A worker can be ended at any time: its work goes to another, or back.

Examples:
  damier worker --nats nats://10.0.0.2:4222
  damier worker --nats tls://nats.example --nats-credentials worker.creds
  damier worker --nats nats://10.0.0.2:4222 --threads 8 --hash 32")]
pub(crate) struct WorkerCommand {
    #[command(flatten)]
    nats: NatsArgs,
    /// How many threads think [default: as many as there are processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// The largest transposition table of an analysis, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=65536))]
    hash: u32,
    /// How to say what happens: for people or for programs
    #[arg(long, value_name = "HOW", default_value = "text")]
    log: LogFormat,
}

impl WorkerCommand {
    pub(crate) fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        let nats = self.nats.resolve(context)?;
        let nats = nats.ok_or_else(|| Failure::wrong(text!("worker-no-nats")))?;
        let nats = nats.with_inbox_prefix(subjects::WORKER_INBOX_PREFIX);
        self.log.install(Level::INFO);
        let threads = self.threads.unwrap_or_else(processors);
        // Each thread has a table of its own.
        let tables = usize::from(threads) * self.hash as usize;
        let fits = context.catalogue.iter().try_for_each(|entry| entry.check_table(tables));
        fits.map_err(|error| args::too_large(&error))?;
        let settings = WorkerSettings {
            version: env!("CARGO_PKG_VERSION"),
            threads,
            table_max: self.hash as usize,
        };
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(RUNTIME_THREADS)
            // Searches that have been stopped may need a moment to end.
            .max_blocking_threads(2 * usize::from(threads) + 4)
            .enable_all()
            .build();
        let failed = |error: &dyn std::fmt::Display| {
            Failure::failed(text!("serve-failed", error = error.to_string()))
        };
        let runtime = runtime.map_err(|error| failed(&error))?;
        context.slow_shutdown.store(true, Relaxed);
        let ended = runtime.block_on(async {
            let client = work::connect(&nats, "damier worker").await;
            let client = client.map_err(|error| {
                Failure::failed(text!("nats-unreachable", error = error.to_string()))
            })?;
            let worker = Worker::new(client, context.catalogue.into(), settings);
            let worker = worker.map_err(|error| failed(&error))?;
            context.print(&text!("worker-ready", threads = usize::from(threads)))?;
            context.out.flush()?;
            worker
                .run(async {
                    tokio::select! {
                        () = serve::wait_until_raised(context.stop) => {}
                        _ = platform::termination(Hangup::Ends) => {}
                    }
                })
                .await;
            Ok(())
        });
        // Nobody waits for a search that has not noticed yet that it was stopped.
        runtime.shutdown_background();
        log::flush();
        ended
    }
}

fn processors() -> u16 {
    available_parallelism().map_or(1, |all| all.get().clamp(1, 1024) as u16)
}
