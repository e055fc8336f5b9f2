//! Engines as thinkers: the analyst at full strength, and the players of the six levels.

use std::sync::atomic::AtomicBool;

use rules::{Game, Line, Record, ReplayError, SWAP, Session, SplitMix64};

use crate::{
    Brain, Engine, Level, Limits, Move, Report, Resources, Skill, Thinker, Thought, ThoughtLine,
    Value, Verdict,
};

/// The engine at full strength, which says what it thinks of as many moves as are asked for.
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
        let session = Session::<B::Position>::replay(record)?;
        if session.line().outcome().is_some() {
            return Ok(Thought::default());
        }
        let brain = self.engine.brain().clone();
        let report = self.engine.search(session.line(), limits, stop, &mut |report| {
            watch(&thought(&brain, report));
        });
        let mut thought = thought(&brain, &report);
        if session.may_swap() && thought.moves.first().is_some_and(|best| best.chance < 0.5) {
            thought.choice = Some(SWAP.to_owned());
        }
        Ok(thought)
    }
}

/// A level of play. Its answer depends on the record, the limits and the seed alone.
pub struct Player<B: Brain> {
    engine: Engine<B>,
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
        let table = ((skill.nodes * 8) >> 20).clamp(1, 64) as usize;
        Self { engine: Engine::new(brain, Resources { threads: 1, table }), skill, seed }
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

    /// Picks a move: a win in one at once, else one whose expected score is within the tolerance, the
    /// better the likelier.
    fn pick(&self, line: &Line<B::Position>, report: &Report<Move<B>>) -> Option<Move<B>> {
        let best = report.lines.first()?;
        let chance = |value: Value| self.engine.brain().chance(value);
        let wins_at_once = best.value == Value::win_in(1);
        if self.skill.tolerance <= 0.0 || wins_at_once {
            return best.moves.first().copied();
        }
        let weight = |value: Value| {
            let loss = chance(best.value) - chance(value);
            if value.is_decided() && value < Value::ZERO && value != best.value {
                return 0.0;
            }
            (1.0 - loss / self.skill.tolerance).max(0.0)
        };
        let total: f32 = report.lines.iter().map(|line| weight(line.value)).sum();
        let mut random = SplitMix64::new(self.seed ^ SplitMix64::mix(line.plies() as u64 + 1));
        let mut dice = random.below(1 << 24) as f32 / (1 << 24) as f32 * total;
        for line in &report.lines {
            dice -= weight(line.value);
            if dice <= 0.0 {
                return line.moves.first().copied();
            }
        }
        best.moves.first().copied()
    }
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
        let session = Session::<B::Position>::replay(record)?;
        if session.line().outcome().is_some() {
            return Ok(Thought::default());
        }
        let limits = self.limits(limits);
        let brain = self.engine.brain().clone();
        self.engine.forget();
        let report = self.engine.search(session.line(), &limits, stop, &mut |report| {
            watch(&thought(&brain, report));
        });
        let mut thought = thought(&brain, &report);
        thought.choice = if session.may_swap() && brain.chance(report.lines[0].value) < 0.5 {
            Some(SWAP.to_owned())
        } else {
            self.pick(session.line(), &report).map(|m| m.to_string())
        };
        Ok(thought)
    }
}

/// A report in words.
fn thought<B: Brain>(brain: &B, report: &Report<Move<B>>) -> Thought {
    let moves = report.lines.iter().map(|line| ThoughtLine {
        notation: line.moves[0].to_string(),
        chance: brain.chance(line.value),
        verdict: verdict(brain, line.value, line.exact),
        line: line.moves.iter().map(ToString::to_string).collect(),
    });
    Thought {
        choice: report.best().map(|m| m.to_string()),
        moves: moves.collect(),
        depth: report.depth,
        nodes: report.nodes,
        time: report.time,
    }
}

fn verdict<B: Brain>(brain: &B, value: Value, exact: bool) -> Verdict {
    match value.plies_to_end() {
        Some(plies) if value > Value::ZERO => Verdict::Win { plies },
        Some(plies) => Verdict::Loss { plies },
        None if exact => Verdict::Exact { margin: value.points() / brain.tuning().count },
        None => Verdict::Estimate { points: value.points() * 100 / brain.tuning().unit },
    }
}
