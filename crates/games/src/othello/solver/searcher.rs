//! The engine as others see it: a table, threads and weights.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use engine::{Limits, TimeManager};
use rules::{Position, Square};

#[cfg(target_arch = "x86_64")]
use super::cpu::{Avx2, Avx512};
use super::cpu::{Cpu, Portable};
use super::file::WeightsError;
use super::midgame::Node;
use super::root::{Hunt, Hunted, RootMove};
use super::table::{NO_SQUARE, NearTable, Table};
use super::training::{Errors, Lessons};
use super::weights::Weights;
use super::worker::{Busy, SURETIES, Shared, Worker};
use crate::othello::{Move, Othello};

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

/// What a search has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The best moves first, as many as were asked for.
    pub lines: Vec<FoundLine>,
    /// The depth that is complete, in plies.
    pub depth: u16,
    /// How sure the scores are, in percent.
    pub surety: u8,
    /// Whether the scores are the discs that the game ends with.
    pub exact: bool,
    /// Positions visited, all threads together.
    pub nodes: u64,
}

/// A move with its score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundLine {
    /// The lead in discs of the side that makes it, estimated or exact.
    pub score: i32,
    /// The move and what is expected to follow.
    pub moves: Vec<Move>,
}

impl Found {
    fn new(hunted: &Hunted) -> Self {
        let moves = |squares: &[u8]| squares.iter().map(|&square| move_to(square)).collect();
        let line = |m: &RootMove| FoundLine { score: m.score, moves: moves(&m.line) };
        Self {
            lines: hunted.moves.iter().map(line).collect(),
            depth: hunted.depth as u16,
            surety: SURETIES[usize::from(hunted.surety)].0,
            exact: hunted.exact,
            nodes: hunted.nodes,
        }
    }
}

fn move_to(square: u8) -> Move {
    if square < NO_SQUARE { Move::Disc(Square::from_index(square)) } else { Move::Pass }
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

    /// How many positions there are after so many plies from the start.
    pub fn perft(&self, depth: u32) -> u64 {
        let (own, enemy) = (0x0000_0008_1000_0000, 0x0000_0010_0800_0000);
        with!(self.level, cpu => cpu.perft(own, enemy, depth))
    }

    /// How far its weights miss positions with so many empty squares.
    pub fn errors(&self, lessons: &Lessons, empties: usize) -> Errors {
        Errors::of(&self.weights, lessons, empties)
    }

    /// Searches a position that is not over until a limit is reached, the result is certain or `stop` is
    /// raised. `watch` hears of every step.
    pub fn search(
        &mut self,
        position: &Othello,
        limits: &Limits,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Found),
    ) -> Found {
        let turn = position.turn();
        let (own, enemy) = (position.discs(turn).0, position.discs(!turn).0);
        let found = self.hunt(own, enemy, limits, stop, &mut |hunted| watch(&Found::new(hunted)));
        Found::new(&found)
    }

    /// What searches of these depths say of a position, with nothing left out; `None` if they were stopped.
    pub fn depths(
        &mut self,
        (own, enemy): (u64, u64),
        depths: &[u32],
        stop: &AtomicBool,
    ) -> Option<Vec<(u32, i32)>> {
        self.clear();
        let shared = shared(&self.table, &self.weights, 1, &Limits::default(), stop);
        let (level, node) = (self.level, Node::new(own, enemy));
        let mut worker = Worker::new(&shared, &mut self.near[0]);
        let mut scores = Vec::new();
        for &depth in depths {
            let score = with!(level, cpu => cpu.window(&mut worker, &node, -64, 64, depth));
            scores.push((depth, score));
        }
        (!worker.stopped).then_some(scores)
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
        let shared = shared(&self.table, &self.weights, threads, limits, stop);
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
}

/// What the threads of a search share.
fn shared<'a>(
    table: &'a Table,
    weights: &'a Weights,
    threads: usize,
    limits: &Limits,
    stop: &'a AtomicBool,
) -> Shared<'a> {
    Shared {
        table,
        weights,
        stop,
        done: AtomicBool::new(false),
        nodes: AtomicU64::new(0),
        limit: limits.nodes.unwrap_or(u64::MAX),
        watch: TimeManager::start(limits),
        busy: Busy::new(),
        threads,
    }
}
