//! The engine as a reviewer.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rules::{Game, Line, Live as _, Position as _, Record, ReplayError, SWAP, Session};

use super::grade::accuracy;
use super::look::{Iteration, Look};
use super::{
    Branch, Grade, Mistake, REVIEW_NODES, Review, ReviewedEntry, Reviewer, exchange, reason,
};
use crate::player::{chance, verdict};
use crate::{Brain, Engine, Limits, Move, Resources, ThoughtLine};

/// The engine as a reviewer. With one thread and no limit on time, the same record and limits give
/// the same review.
pub struct Critic<B: Brain> {
    engine: Engine<B>,
}

impl<B: Brain> Critic<B> {
    /// A critic that knows nothing yet.
    pub fn new(resources: Resources) -> Self {
        Self { engine: Engine::new(B::default(), resources) }
    }
}

impl<B: Brain> Reviewer for Critic<B>
where
    B::Position: Game,
{
    fn review(
        &mut self,
        record: &Record,
        limits: &Limits,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&ReviewedEntry),
    ) -> Result<Review, ReplayError> {
        let session = Session::<B::Position>::replay(record)?;
        self.engine.forget();
        let unlimited = limits.depth.is_none() && limits.nodes.is_none() && limits.time.is_none();
        let nodes = if unlimited { Some(REVIEW_NODES) } else { limits.nodes };
        let limits = Limits { nodes, lines: 1, clock: None, ..limits.clone() };
        let (nodes, time) = (0, Duration::ZERO);
        let mut walk = Walk { engine: &mut self.engine, limits, stop, nodes, time };
        let mut entries = Vec::new();
        walk.back(session, &mut |entry| {
            watch(&entry);
            entries.push(entry);
        });
        let Walk { nodes, time, .. } = walk;
        entries.reverse();
        Ok(Review { accuracy: accuracy(&entries), entries, nodes, time })
    }
}

/// The way back through a game. Later positions are searched first, and what is found there helps
/// the earlier ones through the shared table.
struct Walk<'a, B: Brain> {
    engine: &'a mut Engine<B>,
    limits: Limits,
    stop: &'a AtomicBool,
    nodes: u64,
    time: Duration,
}

type Found<B> = Iteration<Move<B>>;

impl<B: Brain> Walk<'_, B>
where
    B::Position: Game,
{
    /// Judges every entry, the last first, until stopped.
    fn back(
        &mut self,
        mut session: Session<B::Position>,
        tell: &mut dyn FnMut(ReviewedEntry),
    ) -> Option<()> {
        let (swapped, may_swap) = (session.swapped(), session.record().swap);
        let mut after = self.look(session.line(), 1)?;
        while let Some(last) = session.record().moves.last().cloned() {
            let index = session.record().moves.len() - 1;
            let played = session.line().last().map(|(_, m)| m).filter(|_| last != SWAP);
            session.truncate(index);
            let line = session.line();
            let entry = if let Some(m) = played {
                let first = may_swap && index == 0;
                let before = self.look(line, if first { usize::MAX } else { 1 })?;
                let mut entry = self.judge(line, m, &before, &after)?;
                if first {
                    let lines = before.lines.iter().map(|found| self.thought(found));
                    exchange::foresee(&mut entry, lines.collect());
                } else if may_swap && index == 1 {
                    exchange::offer(&mut entry, &self.thought(before.last()));
                }
                after = before;
                entry
            } else {
                let best = self.thought(after.last());
                exchange::made(line.position().turn(), &best, after.last().depth)
            };
            let player = if swapped && index < 2 { !entry.seat } else { entry.seat };
            tell(ReviewedEntry { index, player, ..entry });
        }
        Some(())
    }

    /// Searches the position at the end of `line`; `None` if that was stopped.
    fn look(&mut self, line: &Line<B::Position>, lines: usize) -> Option<Look<Move<B>>> {
        let limits = Limits { lines, ..self.limits.clone() };
        let look = Look::at(self.engine, line, &limits, self.stop)?;
        self.nodes += look.nodes;
        self.time += look.time;
        Some(look)
    }

    /// Judges a move from what was found before and after it; `None` if that was stopped.
    fn judge(
        &mut self,
        line: &Line<B::Position>,
        m: Move<B>,
        before: &Look<Move<B>>,
        after: &Look<Move<B>>,
    ) -> Option<ReviewedEntry> {
        // The two are compared at one depth: estimates change with it.
        let depth = before.depth().min(after.depth() + 1);
        let mut best = before.at_depth(depth).clone();
        let mut played = after.at_depth(depth.saturating_sub(1)).after(m);
        let forced = line.position().legal_moves().len() == 1;
        if forced || best.line.first() == Some(&m) || best.value <= played.value {
            played = after.last().after(m);
            best = played.clone();
        } else if self.grade(&best, &played).is_blame() {
            // The better move must prove itself in a search of its own.
            let better = best.line[0];
            let mut line = line.clone();
            line.play(better);
            let confirmed = self.look(&line, 1)?;
            let depth = confirmed.depth().min(after.depth());
            best = confirmed.at_depth(depth).after(better);
            played = after.at_depth(depth).after(m);
            if best.value <= played.value {
                best = played.clone();
            }
        }
        let grade = if forced {
            Grade::Forced
        } else if best.line.first() == Some(&m) {
            Grade::Best
        } else {
            self.grade(&best, &played)
        };
        Some(self.entry(line, grade, &best, &played))
    }

    fn entry(
        &self,
        line: &Line<B::Position>,
        grade: Grade,
        best: &Found<B>,
        played: &Found<B>,
    ) -> ReviewedEntry {
        let seat = line.position().turn();
        let [best_chance, played_chance] = self.chances(best, played);
        let best_line = ThoughtLine { chance: best_chance, ..self.thought(best) };
        let played_line = ThoughtLine { chance: played_chance, ..self.thought(played) };
        let mut reasons = Vec::new();
        if grade.is_blame() {
            reasons = reason::proved(&best_line, &played_line);
            let branch =
                |found: &Found<B>| Branch::new(line, &found.line, found.value, found.exact);
            let mistake =
                Mistake { before: *line.position(), played: branch(played), better: branch(best) };
            reasons.extend(self.engine.brain().explain(&mistake));
        }
        ReviewedEntry {
            index: 0,
            seat,
            player: seat,
            before: exchange::for_first(seat, best_chance),
            after: exchange::for_first(seat, played_chance),
            loss: (best_chance - played_chance).max(0.0),
            played: played_line,
            best: best_line,
            grade,
            reasons,
            depth: best.depth.min(played.depth),
        }
    }

    /// The expected scores of two moves. Where both are proved, they are the results; else both are
    /// taken as estimates, since a small count that is proved would weigh too much.
    fn chances(&self, one: &Found<B>, other: &Found<B>) -> [f32; 2] {
        let exact = one.exact && other.exact;
        [one, other].map(|found| chance(self.engine.brain(), found.value, exact))
    }

    fn grade(&self, best: &Found<B>, played: &Found<B>) -> Grade {
        let [best_chance, played_chance] = self.chances(best, played);
        let verdict = |found: &Found<B>| verdict(self.engine.brain(), found.value, found.exact);
        Grade::of(best_chance - played_chance, verdict(best), verdict(played))
    }

    fn thought(&self, found: &Found<B>) -> ThoughtLine {
        let brain = self.engine.brain();
        ThoughtLine {
            notation: found.line.first().map(ToString::to_string).unwrap_or_default(),
            chance: chance(brain, found.value, found.exact),
            verdict: verdict(brain, found.value, found.exact),
            line: found.line.iter().map(ToString::to_string).collect(),
        }
    }
}
