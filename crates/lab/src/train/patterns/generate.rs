//! `damier train othello generate`: games of the engine against itself.

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use games::othello::training::{GenerationConfig, SelfPlayGenerator, TrainingGame};

use super::files::{self, WTHOR_HELD_OUT};
use crate::context::Context;
use crate::failure::Failure;
use crate::output_file::{AppendFile, unwritten};
use crate::parallel::STOP_POLL_INTERVAL;
use crate::{args, progress};

/// Let the engine play games against itself to learn from
#[derive(clap::Args, Debug)]
#[command(after_help = "\
The same command goes on where the last one ended: a game depends on its number, the seed, the depths, \
the weights and the openings alone.

Examples:
  damier train othello generate --out games.bin --count 20000
  damier train othello generate --out games.bin --count 500000 --time 300
  damier train othello generate --out games.bin --wthor wthor --seed 2")]
pub(super) struct PatternsGenerateCommand {
    /// The file of the games, to which new ones are added
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// How many games the file will have in the end
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    count: u64,
    /// The number that all chance comes from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How deep moves are searched
    #[arg(long, value_name = "N", default_value_t = 6)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=20))]
    depth: u16,
    /// From how many empty squares on play is perfect
    #[arg(long, value_name = "N", default_value_t = 16)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=24))]
    perfect: u16,
    /// Begin three games of four as games of this folder of WTHOR files begin
    #[arg(long, value_name = "FOLDER")]
    wthor: Option<PathBuf>,
    /// The weights to play with; those of the program otherwise
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// How many games are played at the same time; as many as there are processors otherwise
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// End after so long, with what is done by then
    #[arg(long, value_name = "SECONDS", value_parser = args::seconds)]
    time: Option<Duration>,
}

impl PatternsGenerateCommand {
    pub(super) fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        let mut openings = Vec::new();
        if let Some(folder) = &self.wthor {
            files::read_wthor_folder(folder, &mut |index, game| {
                if !index.is_multiple_of(WTHOR_HELD_OUT) {
                    openings.push(game.game.squares.clone());
                }
            })?;
        }
        let config = GenerationConfig {
            seed: self.seed,
            depth: self.depth,
            exact_from_empties: self.perfect,
            openings: Arc::new(openings),
        };
        let done = self.play(&config, context)?;
        writeln!(context.out, "games={done}")?;
        if context.stop.load(Relaxed) { Err(Failure::interrupted()) } else { Ok(()) }
    }

    /// Adds games to the file, and says how many it has then.
    fn play(&self, config: &GenerationConfig, context: &Context<'_>) -> Result<u64, Failure> {
        let not_saved = |error: io::Error| unwritten(&self.out, &error);
        let size = TrainingGame::BYTES as u64;
        let begin = self.out.metadata().map_or(0, |metadata| metadata.len()) / size;
        // What is left of a game that was cut off goes.
        let mut file = AppendFile::open(&self.out, begin * size).map_err(not_saved)?;
        let bar = progress::bar(context, self.count, progress::COUNT_TEMPLATE);
        bar.set_position(begin);
        bar.reset_eta();
        let threads = self.threads.map_or_else(args::processors, usize::from);
        let mut generators = Vec::new();
        for _ in 0..threads {
            let searcher = files::searcher(self.weights.as_deref())?;
            generators.push(SelfPlayGenerator::new(config.clone(), searcher));
        }
        let (next, halt) = (AtomicU64::new(begin), AtomicBool::new(false));
        let end = self.time.map(|time| Instant::now() + time);
        let (sender, receiver) = mpsc::channel();
        let mut written = begin;
        let played = thread::scope(|scope| {
            for mut generator in generators {
                let (next, halt, sender) = (&next, &halt, sender.clone());
                scope.spawn(move || {
                    loop {
                        let number = next.fetch_add(1, Relaxed);
                        if number >= self.count {
                            break;
                        }
                        let Some(game) = generator.game(number, halt) else { break };
                        if sender.send((number, game.to_bytes())).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            // Games are written in the order of their numbers, so that the file's length says where to go on.
            let mut waiting = BTreeMap::new();
            let ended = loop {
                if context.stop.load(Relaxed) || end.is_some_and(|end| Instant::now() >= end) {
                    break Ok(());
                }
                match receiver.recv_timeout(STOP_POLL_INTERVAL) {
                    Ok((number, bytes)) => {
                        waiting.insert(number, bytes);
                    }
                    Err(RecvTimeoutError::Timeout) => continue,
                    Err(RecvTimeoutError::Disconnected) => break Ok(()),
                }
                while let Some(bytes) = waiting.remove(&written) {
                    if let Err(error) = file.append(&bytes) {
                        halt.store(true, Relaxed);
                        return Err(error);
                    }
                    written += 1;
                    bar.inc(1);
                }
            };
            halt.store(true, Relaxed);
            ended
        });
        bar.finish_and_clear();
        played.map_err(not_saved)?;
        Ok(written)
    }
}
