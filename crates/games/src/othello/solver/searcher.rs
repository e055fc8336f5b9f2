//! The engine as others see it: a table, threads and weights.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use engine::{Limits, Stopwatch};

#[cfg(target_arch = "x86_64")]
use super::cpu::{Avx2, Avx512};
use super::cpu::{Cpu, Portable};
use super::file::WeightsError;
use super::root::{Hunt, Hunted};
use super::table::{NearTable, Table};
use super::training::{Errors, Fit};
use super::weights::Weights;
use super::worker::{Busy, Shared, Worker};

/// A level of the processor that the search is compiled for.
#[derive(Clone, Copy, Debug)]
enum Level {
    Portable(Portable),
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
}

impl Level {
    /// Those that the machine has, the best last.
    fn all() -> Vec<Self> {
        let mut all = vec![Self::Portable(Portable)];
        #[cfg(target_arch = "x86_64")]
        {
            all.extend(Avx2::detect().map(Self::Avx2));
            all.extend(Avx512::detect().map(Self::Avx512));
        }
        all
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Portable(_) => "portable",
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(_) => "AVX2",
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(_) => "AVX-512",
        }
    }
}

macro_rules! with {
    ($level:expr, $cpu:ident => $body:expr) => {
        match $level {
            Level::Portable($cpu) => $body,
            #[cfg(target_arch = "x86_64")]
            Level::Avx2($cpu) => $body,
            #[cfg(target_arch = "x86_64")]
            Level::Avx512($cpu) => $body,
        }
    };
}

/// Searches positions, and remembers what it found.
pub struct Searcher {
    level: Level,
    table: Table,
    near: Vec<NearTable>,
    weights: Arc<Weights>,
}

impl Searcher {
    /// A searcher with a table of so many MiB and so many threads.
    pub fn new(mebibytes: usize, threads: usize) -> Self {
        let mut levels = Level::all();
        Self {
            level: levels.pop().unwrap_or(Level::Portable(Portable)),
            table: Table::new(mebibytes),
            near: (0..threads.max(1)).map(|_| NearTable::new()).collect(),
            weights: Weights::embedded(),
        }
    }

    /// The same with other weights.
    pub fn with_weights(mut self, bytes: &[u8]) -> Result<Self, WeightsError> {
        self.weights = Arc::new(Weights::from_bytes(bytes)?);
        Ok(self)
    }

    /// The same for the level of the processor with this number, of those that it has.
    #[must_use]
    pub fn at_level(mut self, number: usize) -> Self {
        self.level = Level::all().get(number).copied().unwrap_or(self.level);
        self
    }

    /// The names of the levels that the processor has.
    pub fn levels() -> Vec<&'static str> {
        Level::all().into_iter().map(Level::name).collect()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.table.clear();
        self.near.iter_mut().for_each(NearTable::clear);
    }

    /// Lets old findings be replaced.
    pub(super) const fn clear_if_full(&mut self, _number: u64) {
        self.table.next_search();
    }

    /// How many positions there are after so many plies from the start.
    pub fn perft(&self, depth: u32) -> u64 {
        let (own, enemy) = (0x0000_0008_1000_0000, 0x0000_0010_0800_0000);
        with!(self.level, cpu => cpu.perft(own, enemy, depth))
    }

    /// How far its weights miss positions with so many empty squares.
    pub fn errors(&self, fit: &Fit, empties: usize) -> Errors {
        Errors::of(&self.weights, fit, empties)
    }

    /// Searches a position within limits.
    pub(super) fn hunt(
        &mut self,
        own: u64,
        enemy: u64,
        limits: &Limits,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Hunted),
    ) -> Hunted {
        self.table.next_search();
        let threads = self.near.len();
        let shared = Shared {
            table: &self.table,
            weights: &self.weights,
            stop,
            done: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            limit: limits.nodes.unwrap_or(u64::MAX),
            watch: Stopwatch::start(limits),
            busy: Busy::new(),
            threads,
        };
        let depth = limits.depth.map_or(64, u32::from).max(1);
        let level = self.level;
        let hunt = Hunt { own, enemy, depth, lines: limits.lines.max(1), thread: 0 };
        let (first, others) = self.near.split_at_mut(1);
        std::thread::scope(|scope| {
            for (number, near) in others.iter_mut().enumerate() {
                let shared = &shared;
                let hunt = Hunt { thread: number + 1, ..hunt };
                scope.spawn(move || {
                    let mut worker = Worker::new(shared, near);
                    with!(level, cpu => cpu.hunt(&mut worker, &hunt, &mut |_| ()));
                    worker.finish();
                });
            }
            let mut worker = Worker::new(&shared, &mut first[0]);
            let found = with!(level, cpu => cpu.hunt(&mut worker, &hunt, watch));
            worker.finish();
            shared.done.store(true, Relaxed);
            found
        })
    }

    /// Scratch.
    pub fn scratch_values(&mut self, own: u64, enemy: u64, depth: u32) -> Vec<i32> {
        self.table.clear();
        let stop = AtomicBool::new(false);
        let shared = Shared {
            table: &self.table,
            weights: &self.weights,
            stop: &stop,
            done: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            limit: u64::MAX,
            watch: Stopwatch::start(&Limits::default()),
            busy: Busy::new(),
            threads: 1,
        };
        let mut worker = Worker::new(&shared, &mut self.near[0]);
        let node = super::midgame::Node::new(own, enemy);
        (0..=depth)
            .map(|d| with!(self.level, cpu => cpu.window(&mut worker, &node, -64, 64, d)))
            .collect()
    }

    /// Scratch.
    pub fn scratch(&mut self, own: u64, enemy: u64) -> (i32, Vec<u8>, u64) {
        let verbose = std::env::var("V").is_ok();
        let t = std::time::Instant::now();
        let found =
            self.hunt(own, enemy, &Limits::default(), &AtomicBool::new(false), &mut |found| {
                if verbose {
                    eprintln!(
                        "{}@{} {:+} {:?} {} {:.3}",
                        found.depth,
                        found.surety,
                        found.moves[0].score,
                        found.moves[0].line,
                        found.nodes,
                        t.elapsed().as_secs_f64()
                    );
                }
            });
        (found.moves[0].score, found.moves[0].line.clone(), found.nodes)
    }
}
