//! The engine of Othello: tables, threads and evaluation behind one interface.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use engine::{Limits, TimeManager, run_threads};
use rules::Position;

use super::cpu::Cpu;
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
use super::cpu::Portable;
#[cfg(target_arch = "x86_64")]
use super::cpu::{Avx2, Avx512};
use super::midgame::OthelloNode;
use super::network::PatternNetwork;
use super::network_file::WeightsError;
use super::root::{RootMove, RootSearch, RootSearchResult};
use super::search_thread::{SearchThread, SharedState, ThreadTables};
use super::selectivity::Selectivity;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use super::simd128::Simd128;
use super::time_management;
use super::training::{EvaluationError, TrainingSet};
use super::transposition_table::{SCORE_MAX, TranspositionTable};
use crate::abdada::CurrentlySearching;
use crate::othello::{Move, Othello};

/// An instruction set that the search is compiled for.
#[derive(Clone, Copy, Debug)]
enum InstructionSet {
    #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
    Portable(Portable),
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128(Simd128),
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
}

impl InstructionSet {
    /// What every processor has.
    #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
    const BASE: Self = Self::Portable(Portable);
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    const BASE: Self = Self::Simd128(Simd128);

    /// Those that the processor has, the best last.
    fn available() -> Vec<Self> {
        #[cfg_attr(not(target_arch = "x86_64"), expect(unused_mut, reason = "there is one only"))]
        let mut all = vec![Self::BASE];
        #[cfg(target_arch = "x86_64")]
        {
            all.extend(Avx2::detect().map(Self::Avx2));
            all.extend(Avx512::detect().map(Self::Avx512));
        }
        all
    }

    const fn name(self) -> &'static str {
        match self {
            #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
            Self::Portable(_) => "portable",
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Self::Simd128(_) => "simd128",
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(_) => "AVX2",
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(_) => "AVX-512",
        }
    }
}

/// Calls a function of [`Cpu`] for an instruction set.
macro_rules! dispatch {
    ($instruction_set:expr, $cpu:ident => $body:expr) => {
        match $instruction_set {
            #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
            InstructionSet::Portable($cpu) => $body,
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            InstructionSet::Simd128($cpu) => $body,
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx2($cpu) => $body,
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx512($cpu) => $body,
        }
    };
}

/// Result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OthelloReport {
    /// Principal variations, the best first, as many as were asked for.
    pub lines: Vec<PrincipalVariation>,
    /// Completed depth in plies.
    pub depth: u16,
    /// Selectivity in percent: the confidence of a single ProbCut cut; 100 is a full-width search.
    pub selectivity: u8,
    /// Whether scores are final disc differences.
    pub exact: bool,
    /// Nodes of all threads.
    pub nodes: u64,
}

/// Principal variation: a move with its score and the expected continuation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PrincipalVariation {
    /// Disc difference for the side to move at the root, estimated or final.
    pub score: i32,
    /// The moves, from the root on.
    pub moves: Vec<Move>,
}

impl OthelloReport {
    fn new(result: &RootSearchResult) -> Self {
        let line = |m: &RootMove| PrincipalVariation { score: m.score, moves: m.pv.clone() };
        Self {
            lines: result.moves.iter().map(line).collect(),
            depth: result.depth as u16,
            selectivity: result.selectivity.unwrap_or(Selectivity::FULL_WIDTH).percent(),
            exact: result.exact,
            nodes: result.nodes,
        }
    }
}

/// Search engine of Othello, with a transposition table that lasts from search to search.
pub struct OthelloSolver {
    instruction_set: InstructionSet,
    tt: TranspositionTable,
    /// One for each thread.
    thread_tables: Vec<ThreadTables>,
    network: Arc<PatternNetwork>,
}

impl OthelloSolver {
    /// An engine with a transposition table of so many MiB and so many threads.
    pub fn new(mebibytes: usize, threads: usize) -> Self {
        let mut available = InstructionSet::available();
        Self {
            instruction_set: available.pop().unwrap_or(InstructionSet::BASE),
            tt: TranspositionTable::new(mebibytes),
            thread_tables: (0..threads.max(1)).map(|_| ThreadTables::new()).collect(),
            network: PatternNetwork::get(),
        }
    }

    /// The same with the weights of a file.
    pub fn with_weights(mut self, bytes: &[u8]) -> Result<Self, WeightsError> {
        self.network = Arc::new(PatternNetwork::from_bytes(bytes)?);
        self.clear();
        Ok(self)
    }

    /// The same for an instruction set, by its index in [`OthelloSolver::instruction_sets`].
    #[must_use]
    pub fn with_instruction_set(mut self, index: usize) -> Self {
        let available = InstructionSet::available();
        self.instruction_set = available.get(index).copied().unwrap_or(self.instruction_set);
        self
    }

    /// Names of the instruction sets that the processor has.
    pub fn instruction_sets() -> Vec<&'static str> {
        InstructionSet::available().into_iter().map(InstructionSet::name).collect()
    }

    /// Clears all tables.
    pub fn clear(&mut self) {
        self.tt.clear();
        self.thread_tables.iter_mut().for_each(ThreadTables::clear);
    }

    /// Perft from the start position.
    pub fn perft(&self, depth: u32) -> u64 {
        let (own, enemy) = (0x0000_0008_1000_0000, 0x0000_0010_0800_0000);
        dispatch!(self.instruction_set, cpu => cpu.perft(own, enemy, depth))
    }

    /// Error of the evaluation on samples with so many empty squares.
    pub fn evaluation_error(&self, samples: &TrainingSet, empties: usize) -> EvaluationError {
        EvaluationError::of(&self.network, samples, empties)
    }

    /// Searches a position that is not over until a limit is reached, the result is exact or `stop` is
    /// set. Every completed iteration is reported to `watch`.
    pub fn search(
        &mut self,
        position: &Othello,
        limits: &Limits,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&OthelloReport),
    ) -> OthelloReport {
        let turn = position.turn();
        let (own, enemy) = (position.discs(turn).0, position.discs(!turn).0);
        let mut watch = |result: &RootSearchResult| watch(&OthelloReport::new(result));
        OthelloReport::new(&self.root_search(own, enemy, limits, stop, &mut watch))
    }

    /// Full-width scores of a position at these depths; `None` if the search was stopped.
    pub fn scores_at_depths(
        &mut self,
        (own, enemy): (u64, u64),
        depths: &[u32],
        stop: &AtomicBool,
    ) -> Option<Vec<(u32, i32)>> {
        self.clear();
        let (instruction_set, node) = (self.instruction_set, OthelloNode::new(own, enemy));
        let time = TimeManager::start(&Limits::default());
        let shared = shared_state(&self.tt, &self.network, 1, &Limits::default(), time, stop);
        let mut thread = SearchThread::new(&shared, &mut self.thread_tables[0]);
        let mut scores = Vec::new();
        for &depth in depths {
            let score = dispatch!(instruction_set, cpu => {
                cpu.pv_search(&mut thread, &node, -SCORE_MAX, SCORE_MAX, depth)
            });
            scores.push((depth, score));
        }
        (!thread.stopped).then_some(scores)
    }

    /// Searches a position on all threads. The main thread's result counts; the others fill the transposition
    /// table.
    pub(super) fn root_search(
        &mut self,
        own: u64,
        enemy: u64,
        limits: &Limits,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&RootSearchResult),
    ) -> RootSearchResult {
        self.tt.next_generation();
        let thread_count = self.thread_tables.len();
        let time = time_management::start(limits, (own | enemy).count_zeros());
        let shared = shared_state(&self.tt, &self.network, thread_count, limits, time, stop);
        let depth = limits.depth.map_or(64, u32::from).max(1);
        let instruction_set = self.instruction_set;
        let allowed = |square: &u16| limits.allows(*square);
        let root_moves = (0..64).filter(allowed).fold(0, |set, square| set | 1 << square);
        let lines = limits.lines.max(1);
        let is_limited = limits.is_limited();
        let thread_index = 0;
        let search = RootSearch { own, enemy, depth, lines, root_moves, is_limited, thread_index };
        let (main, helpers) = self.thread_tables.split_at_mut(1);
        let shared = &shared;
        let helpers = helpers.iter_mut().enumerate().map(|(index, tables)| {
            let search = RootSearch { thread_index: index + 1, ..search };
            move || {
                let mut thread = SearchThread::new(shared, tables);
                dispatch!(instruction_set, cpu => {
                    cpu.root_search(&mut thread, &search, &mut |_| ())
                });
                thread.publish_nodes();
            }
        });
        let main = || {
            let mut thread = SearchThread::new(shared, &mut main[0]);
            let result =
                dispatch!(instruction_set, cpu => cpu.root_search(&mut thread, &search, watch));
            thread.publish_nodes();
            shared.main_thread_done.store(true, Relaxed);
            result
        };
        run_threads(main, helpers).0
    }
}

fn shared_state<'a>(
    tt: &'a TranspositionTable,
    network: &'a PatternNetwork,
    thread_count: usize,
    limits: &Limits,
    time: TimeManager,
    stop: &'a AtomicBool,
) -> SharedState<'a> {
    SharedState {
        tt,
        network,
        stop,
        main_thread_done: AtomicBool::new(false),
        nodes: AtomicU64::new(0),
        node_limit: limits.nodes.unwrap_or(u64::MAX),
        time,
        currently_searching: CurrentlySearching::new(),
        thread_count,
    }
}
