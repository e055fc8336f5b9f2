//! Engines as thinkers: the analyst at full strength, and the players of the six levels.

use std::sync::atomic::AtomicBool;

use rules::{Game, Line, Record, ReplayError, SWAP, Session, SplitMix64};

use crate::{
    BestLine, Brain, Engine, Level, Limits, Move, Report, Resources, Skill, Thinker, Thought,
    ThoughtLine, Value, Verdict, swap,
};

/// The engine at full strength, which says what it thinks of as many moves as are asked for. Where
/// the swap rule allows it, `swap` is one of them, and the values of first moves foresee it.
pub struct Analyst<B: Brain> {
    engine: Engine<B>,
}

impl<B: Brain> Analyst<B> {
    /// An engine that knows nothing yet.
    pub fn new(resources: Resources) -> Self {
        Self { engine: Engine::new(B::default(), resources) }
    }
}

impl<B: Brain> Thinker for Analyst<B>
where
    B::Position: Game,
{
    fn think(
        &mut self,
        record: &Record,
        limits: &Limits,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, ReplayError> {
        let mut watch = |thought: &Thought| {
            let mut thought = thought.clone();
            swap::weigh(&mut thought, record);
            watch(&thought);
        };
        let engine = &mut self.engine;
        let mut thought =
            think(engine, record, limits, stop, &mut watch, |_, _, report| report.best())?;
        swap::weigh(&mut thought, record);
        Ok(thought)
    }
}

/// A level of play. Its answer depends on the record, the limits and the seed alone.
pub struct Player<B: Brain> {
    engine: Engine<B>,
    level: Level,
    skill: Skill,
    seed: u64,
}

/// Moves that a weaker level chooses among.
const CANDIDATES: usize = 12;

impl<B: Brain> Player<B> {
    /// The player of a level, whose chance decisions come from `seed`.
    pub fn new(level: Level, seed: u64) -> Self {
        let brain = B::default();
        let skill = brain.skill(level);
        // A slot for every second node is plenty.
        let table = (skill.nodes.saturating_mul(8) >> 20).clamp(1, 64) as usize;
        Self { engine: Engine::new(brain, Resources { threads: 1, table }), level, skill, seed }
    }

    /// The skill's bounds, and the caller's where they are tighter.
    fn limits(&self, asked: &Limits) -> Limits {
        let lines = if self.skill.tolerance > 0.0 { CANDIDATES } else { 1 };
        Limits {
            depth: Some(asked.depth.map_or(self.skill.depth, |depth| depth.min(self.skill.depth))),
            nodes: Some(asked.nodes.map_or(self.skill.nodes, |nodes| nodes.min(self.skill.nodes))),
            lines: asked.lines.max(lines),
            ..asked.clone()
        }
    }
}

/// Picks a move: a win in one at once, else one whose expected score is within the tolerance of the
/// skill, the better the likelier, and none that is seen to lose by force.
fn pick<B: Brain>(
    brain: &B,
    skill: Skill,
    seed: u64,
    line: &Line<B::Position>,
    report: &Report<Move<B>>,
) -> Option<Move<B>> {
    let best = report.lines.first()?;
    if skill.tolerance <= 0.0 || best.value == Value::win_in(1) {
        return best.moves.first().copied();
    }
    let weight = |value: Value| {
        if value.is_decided() && value < Value::ZERO && value != best.value {
            return 0.0;
        }
        let loss = brain.chance(best.value) - brain.chance(value);
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

impl<B: Brain> Thinker for Player<B>
where
    B::Position: Game,
{
    fn think(
        &mut self,
        record: &Record,
        limits: &Limits,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, ReplayError> {
        let limits = self.limits(limits);
        let Self { engine, level, skill, seed } = self;
        engine.forget();
        think(engine, record, &limits, stop, watch, |brain, line, report| {
            brain.refine(*level, line, report);
            pick(brain, *skill, *seed, line, report)
        })
    }
}

/// Searches the position at the end of the record, and lets `pick` choose from the report, unless
/// the swap rule has a say.
fn think<B: Brain>(
    engine: &mut Engine<B>,
    record: &Record,
    limits: &Limits,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(&Thought),
    pick: impl Fn(&mut B, &Line<B::Position>, &mut Report<Move<B>>) -> Option<Move<B>>,
) -> Result<Thought, ReplayError>
where
    B::Position: Game,
{
    let session = Session::<B::Position>::replay(record)?;
    if session.line().outcome().is_some() {
        return Ok(Thought::default());
    }
    let brain = engine.brain().clone();
    // Before a swap every move is worth a look: the fairest is the best.
    let before_swap = record.swap && record.moves.is_empty();
    let lines = if before_swap { usize::MAX } else { limits.lines };
    let limits = Limits { lines, ..limits.clone() };
    let mut report = engine.search(session.line(), &limits, stop, &mut |report| {
        watch(&thought(&brain, report));
    });
    let picked = pick(engine.brain_mut(), session.line(), &mut report);
    let mut thought = thought(&brain, &report);
    let chance = |line: &BestLine<Move<B>>| brain.chance(line.value);
    thought.choice =
        if session.may_swap() && report.lines.first().is_some_and(|best| chance(best) < 0.5) {
            Some(SWAP.to_owned())
        } else if before_swap {
            let unfair = |line: &BestLine<Move<B>>| (chance(line) - 0.5).abs();
            let fairest = report.lines.iter().min_by(|a, b| unfair(a).total_cmp(&unfair(b)));
            fairest.map(|line| line.moves[0].to_string())
        } else {
            picked.map(|m| m.to_string())
        };
    Ok(thought)
}

/// A report in words.
fn thought<B: Brain>(brain: &B, report: &Report<Move<B>>) -> Thought {
    let moves = report.lines.iter().map(|line| ThoughtLine {
        notation: line.moves[0].to_string(),
        chance: chance(brain, line.value, line.exact),
        verdict: verdict(brain, line.value, line.exact),
        line: line.moves.iter().map(ToString::to_string).collect(),
    });
    Thought {
        choice: report.best().map(|m| m.to_string()),
        moves: moves.collect(),
        depth: report.depth,
        nodes: report.nodes,
        time: report.time,
        surety: report.surety,
    }
}

/// The expected score of the side that the value is for: what is proved leaves no doubt.
pub(crate) fn chance<B: Brain>(brain: &B, value: Value, exact: bool) -> f32 {
    if exact { 0.5 + 0.5 * value.points().signum() as f32 } else { brain.chance(value) }
}

/// How a value is judged.
pub(crate) fn verdict<B: Brain>(brain: &B, value: Value, exact: bool) -> Verdict {
    match value.plies_to_end() {
        Some(plies) if value > Value::ZERO => Verdict::Win { plies },
        Some(plies) => Verdict::Loss { plies },
        None if exact => Verdict::Exact { margin: value.points() / brain.tuning().count },
        None => Verdict::Estimate { points: value.points() * 100 / brain.tuning().unit },
    }
}
