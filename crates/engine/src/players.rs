//! Engines as [`AnySearcher`]s: at full strength for analysis, and the players of the six levels.

use std::sync::atomic::AtomicBool;

use rules::{Game, Line, LiveGame, Position, Record, ReplayError, SWAP, SplitMix64};

use crate::{
    AnyLine, AnyReport, AnySearcher, GameEngine, Level, Levels, Limits, Proof, PvLine, Report,
    ReportOf, Resources, Searcher, Skill, TimeManager, Value, ValueScale, swap, symmetry,
};

/// The engine at full strength, with values for as many moves as are asked for. Where the swap rule
/// allows it, `swap` is one of them, and the values of first moves take it into account.
pub(crate) struct AnalysisSearcher<S> {
    searcher: S,
}

impl<S: Searcher> AnalysisSearcher<S> {
    pub(crate) const fn new(searcher: S) -> Self {
        Self { searcher }
    }
}

impl<S: Searcher> AnySearcher for AnalysisSearcher<S>
where
    S::Position: Game,
{
    fn search(
        &mut self,
        record: &Record,
        limits: &Limits,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&AnyReport),
    ) -> Result<AnyReport, ReplayError> {
        let mut watch = |report: &AnyReport| {
            let mut report = report.clone();
            swap::add_swap(&mut report, record);
            watch(&report);
        };
        let searcher = &mut self.searcher;
        let mut report =
            search(searcher, record, limits, stop, &mut watch, |_, _, report| report.best_move())?;
        swap::add_swap(&mut report, record);
        Ok(report)
    }
}

/// A level of play. Its answer depends on the record, the limits and the seed alone.
pub(crate) struct LevelPlayer<E: GameEngine> {
    searcher: E::Searcher,
    level: Level,
    skill: Skill,
    seed: u64,
}

/// Number of moves that a weaker level chooses among.
const LEVEL_CANDIDATES: usize = 12;
/// The largest transposition table of a level, in MiB.
const LEVEL_TABLE_MAX_MIB: u64 = 64;

impl<E: Levels> LevelPlayer<E> {
    /// The player of a level, whose random choices come from `seed`.
    pub(crate) fn new(level: Level, seed: u64) -> Self {
        let skill = E::skill(level);
        // A slot of 16 bytes for every second node is plenty.
        let table = (skill.nodes.saturating_mul(8) >> 20).clamp(1, LEVEL_TABLE_MAX_MIB) as usize;
        Self { searcher: E::searcher(Resources { threads: 1, table }), level, skill, seed }
    }

    /// The limits of the skill, and the caller's where they are tighter.
    fn limits(&self, asked: &Limits) -> Limits {
        let lines = if self.skill.tolerance > 0.0 { LEVEL_CANDIDATES } else { 1 };
        Limits {
            depth: Some(asked.depth.map_or(self.skill.depth, |depth| depth.min(self.skill.depth))),
            nodes: Some(asked.nodes.map_or(self.skill.nodes, |nodes| nodes.min(self.skill.nodes))),
            lines: asked.lines.max(lines),
            ..asked.clone()
        }
    }
}

/// Chooses a move: a win in one at once, else a random one whose expected score is within the tolerance
/// of the skill, with a probability that falls with the loss, and none that is seen to lose by force.
fn choose<P: Position>(
    scale: &ValueScale,
    skill: Skill,
    seed: u64,
    line: &Line<P>,
    report: &ReportOf<P>,
) -> Option<P::Move> {
    let best = report.lines.first()?;
    if skill.tolerance <= 0.0 || best.value == Value::win_in(1) {
        return best.moves.first().copied();
    }
    let weight = |value: Value| {
        if value.is_decided() && value < Value::ZERO && value != best.value {
            return 0.0;
        }
        let loss = scale.chance(best.value) - scale.chance(value);
        (1.0 - loss / skill.tolerance).max(0.0)
    };
    let total: f32 = report.lines.iter().map(|line| weight(line.value)).sum();
    let mut random = SplitMix64::new(seed ^ SplitMix64::mix(line.plies() as u64 + 1));
    let mut dice = random.below(1 << 24) as f32 / (1 << 24) as f32 * total;
    let chosen = report.lines.iter().find(|line| {
        dice -= weight(line.value);
        dice <= 0.0
    });
    chosen.unwrap_or(best).moves.first().copied()
}

impl<E: Levels> AnySearcher for LevelPlayer<E> {
    fn search(
        &mut self,
        record: &Record,
        limits: &Limits,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&AnyReport),
    ) -> Result<AnyReport, ReplayError> {
        let mut limits = self.limits(limits);
        let Self { searcher, level, skill, seed } = self;
        let time = TimeManager::start(&limits);
        searcher.clear();
        if let Some(clock) = &mut limits.clock {
            clock.remaining = clock.remaining.saturating_sub(time.elapsed());
        }
        search(searcher, record, &limits, stop, watch, |searcher, line, report| {
            E::refine(searcher, *level, line, report);
            choose(&E::Searcher::SCALE, *skill, *seed, line, report)
        })
    }
}

/// Searches the position at the end of the record, and lets `choose` choose from the report, unless
/// the swap rule decides.
fn search<S: Searcher>(
    searcher: &mut S,
    record: &Record,
    limits: &Limits,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(&AnyReport),
    choose: impl Fn(
        &mut S,
        &Line<S::Position>,
        &mut ReportOf<S::Position>,
    ) -> Option<<S::Position as Position>::Move>,
) -> Result<AnyReport, ReplayError>
where
    S::Position: Game,
{
    let live = LiveGame::<S::Position>::replay(record)?;
    if live.line().outcome().is_some() {
        return Ok(AnyReport::default());
    }
    // Before a swap every move needs a value: the fairest is the best.
    let before_swap = record.swap && record.moves.is_empty();
    let lines = if before_swap { usize::MAX } else { limits.lines };
    let limits = Limits { lines, ..limits.clone() };
    let mut report = symmetry::search(searcher, live.line(), &limits, stop, &mut |report| {
        watch(&erase(&S::SCALE, report));
    });
    let chosen = choose(searcher, live.line(), &mut report);
    let mut erased = erase(&S::SCALE, &report);
    let chance = |line: &PvLine<_>| S::SCALE.chance(line.value);
    erased.choice = if live.may_swap()
        && report.lines.first().is_some_and(|best| chance(best) < 0.5)
    {
        Some(SWAP.to_owned())
    } else if before_swap {
        let unfairness = |line: &PvLine<_>| (chance(line) - 0.5).abs();
        let fairest = report.lines.iter().min_by(|a, b| unfairness(a).total_cmp(&unfairness(b)));
        fairest.map(|line| line.moves[0].to_string())
    } else {
        chosen.map(|m| m.to_string())
    };
    Ok(erased)
}

/// A report with its moves as notation.
fn erase<M: Copy + ToString>(scale: &ValueScale, report: &Report<M>) -> AnyReport {
    let lines =
        report.lines.iter().map(|line| any_line(scale, &line.moves, line.value, line.proof));
    AnyReport {
        choice: report.best_move().map(|m| m.to_string()),
        lines: lines.collect(),
        depth: report.depth,
        nodes: report.nodes,
        time: report.time,
        selectivity: report.selectivity,
        solver: report.solver,
        is_from_book: report.is_from_book,
        notice: None,
    }
}

/// A line with its moves as notation.
pub(crate) fn any_line<M: ToString>(
    scale: &ValueScale,
    moves: &[M],
    value: Value,
    proof: Proof,
) -> AnyLine {
    AnyLine {
        notation: moves.first().map(ToString::to_string).unwrap_or_default(),
        chance: scale.chance_of(value, proof),
        value: scale.erase(value, proof),
        moves: moves.iter().map(ToString::to_string).collect(),
    }
}
